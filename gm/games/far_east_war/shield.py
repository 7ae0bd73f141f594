"""Princess Rong-Chang's shield: losses from Hits taken from other own legions. Digest 7.4."""

from gm.games.far_east_war.choices import Wills
from gm.games.far_east_war.generals import Fight, Fighter, ability_of
from gm.games.far_east_war.map import Effect
from gm.games.far_east_war.orders import StandingShield
from gm.games.far_east_war.state import Legion


def place_losses(fight: Fight, wills: Wills, side: Fighter, hits: int) -> int:
    """Takes losses from other legions one by one; gives the Hits that are left for the own."""
    if ability_of(fight, side, Effect.REDIRECT_LOSSES) is None:
        return hits
    policy = wills.of(side.owner).shield()
    if not policy.use:
        return hits
    while hits > 0:
        shielding = _largest(fight, side, policy)
        if shielding is None:
            break
        fight.table.take_troops(shielding.id, 1, fight.led(side))
        hits -= 1
    return hits


def _largest(fight: Fight, side: Fighter, policy: StandingShield) -> Legion | None:
    """The largest legion that may still lose a troop; of equals first one in the same area."""
    table = fight.table
    near = {fight.area, *table.board.areas[fight.area].borders}
    willing = [
        legion
        for legion in table.legions.values()
        if legion.owner == side.owner
        and legion.id != side.legion
        and legion.at in near
        and legion.troops > 1
        and (not policy.legions or legion.id in policy.legions)
    ]
    return min(
        willing,
        key=lambda one: (-one.troops, one.at != fight.area, one.number),
        default=None,
    )
