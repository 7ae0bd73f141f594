"""What a roll scores after rerolls, abilities and cancelled Hits: steps B6 to B8."""

from gm.games.far_east_war.choices import Wills
from gm.games.far_east_war.events import Rerolled, ResultCounted
from gm.games.far_east_war.generals import Fight, Fighter, ability_of
from gm.games.far_east_war.map import Effect, Face, Terrain
from gm.games.far_east_war.orders import Reroll
from gm.games.far_east_war.pools import Roll, letters, purpose
from gm.values import Value


class Result(Value, frozen=True):
    """What one roll does to the other side.

    ``hits`` counts before anything is cancelled; ``removals`` and ``wounds`` are what is left of
    Hits and General hits, and ``extra_removals`` are Qi Jiguang's, which nothing cancels.
    """

    hits: int
    removals: int
    extra_removals: int
    wounds: int
    steals: int
    badges: int


def reroll(fight: Fight, wills: Wills, side: Fighter, roll: Roll) -> Roll:
    """Step B6: Xing Jie rolls some of his dice once more."""
    ability = ability_of(fight, side, Effect.REROLL)
    policy = wills.of(side.owner).reroll()
    if ability is None or policy is Reroll.NONE:
        return roll
    poor = _poor_faces(fight, side, policy)
    positions = [place for place, face in enumerate(roll.faces) if face in poor][: ability.amount]
    if not positions:
        return roll
    table = fight.table
    first = table.next_number()
    pips = table.roll(purpose(fight, side, "reroll"), len(positions))
    faces = list(roll.faces)
    for place, pip in zip(positions, pips, strict=True):
        faces[place] = table.board.die[pip - 1]
    after = Roll(tuple(faces))
    shown = tuple(place + 1 for place in positions)
    table.tell(Rerolled(side.legion, fight.led(side), shown, letters(after.faces), first))
    return after


def _poor_faces(fight: Fight, side: Fighter, policy: Reroll) -> set[Face]:
    """The faces that do nothing for the roller, and with the wider policy all steals."""
    foe = fight.foe(side)
    poor = {Face.BADGE, Face.SEA_HIT if fight.terrain is Terrain.LAND else Face.LAND_HIT}
    if fight.general_now(foe) is None:
        poor.add(Face.GENERAL_HIT)
    if policy is Reroll.BLANKS_AND_STEALS or fight.table.supply[foe.owner] == 0:
        poor.add(Face.STEAL)
    return poor


def count_result(fight: Fight, side: Fighter, roll: Roll) -> Result:
    """Steps B7 and B8: what the roll scores, and what the other side cancels of it."""
    badges = roll.count(Face.BADGE)
    by_badge = badges if ability_of(fight, side, Effect.BADGE_AS_HIT) is not None else 0
    as_wound = ability_of(fight, side, Effect.BADGE_AS_GENERAL_HIT) is not None
    as_steal = ability_of(fight, side, Effect.BADGE_AS_STEAL) is not None
    cannons = roll.count(Face.CANNON)
    plain, blocked = _plain_hits(fight, side, roll)
    hits = plain + cannons + by_badge
    general_hits = roll.count(Face.GENERAL_HIT) + (badges if as_wound else 0)
    steals = roll.count(Face.STEAL) + (badges if as_steal else 0)
    cancelled = min(hits, _ignored_hits(fight, fight.foe(side)))
    ignored = min(general_hits, _ignored_general_hits(fight, fight.foe(side)))
    fight.table.tell(
        ResultCounted(
            legion=side.legion,
            role=side.role,
            hits=hits,
            by_badge=by_badge,
            blocked=blocked,
            cancelled=cancelled,
            general_hits=general_hits,
            general_hits_ignored=ignored,
            steals=steals,
            wounds_by_badge=badges if as_wound else 0,
            steals_by_badge=badges if as_steal else 0,
        )
    )
    return Result(
        hits=hits,
        removals=hits - cancelled,
        # Cannon Hits are cancelled first, and a cancelled one has no extra removal (ruling C16).
        extra_removals=max(0, cannons - cancelled) * _per_cannon(fight, side),
        wounds=general_hits - ignored,
        steals=steals,
        badges=badges,
    )


def _plain_hits(fight: Fight, side: Fighter, roll: Roll) -> tuple[int, int]:
    """Hits of the terrain's own face, and how many of them do not count against Gim Si-min."""
    face = Face.LAND_HIT if fight.terrain is Terrain.LAND else Face.SEA_HIT
    number = roll.count(face)
    if ability_of(fight, fight.foe(side), Effect.ONLY_CANNON_COUNTS) is not None:
        return 0, number
    return number, 0


def _ignored_hits(fight: Fight, side: Fighter) -> int:
    alone = ability_of(fight, side, Effect.IGNORE_HITS_LONE_TROOP)
    if alone is not None and side.lone:
        return alone.amount
    ability = ability_of(fight, side, Effect.IGNORE_HITS)
    return 0 if ability is None else ability.amount


def _ignored_general_hits(fight: Fight, side: Fighter) -> int:
    ability = ability_of(fight, side, Effect.IGNORE_GENERAL_HITS)
    return 0 if ability is None else ability.amount


def _per_cannon(fight: Fight, side: Fighter) -> int:
    ability = ability_of(fight, side, Effect.CANNON_EXTRA_REMOVAL)
    return 0 if ability is None else ability.amount
