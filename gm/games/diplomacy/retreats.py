"""Where a dislodged unit may go, and what happens when several do. Rulebook: Retreats."""

from collections.abc import Collection

from gm.games.diplomacy.legality import Position
from gm.games.diplomacy.movement import Resolution
from gm.games.diplomacy.orders import Kind, Place
from gm.games.diplomacy.state import Unit


def retreats_of(  # noqa: PLR0913 (what a retreat hangs on)
    here: Position,
    resolution: Resolution,
    unit: Unit,
    attacker: Place,
    *,
    by_convoy: bool,
    closed: Collection[Place],
) -> tuple[Place, ...]:
    """The places to which a beaten unit may go, sorted.

    Adjacent ones that it could ordinarily move to, not occupied after the moves, not the one
    its attacker came from, not closed by a standoff.
    """
    board, conflicts = here.board, resolution.conflicts
    is_open = by_convoy and here.rules.retreat_to_convoy_start == "allowed"
    borders = board.army_borders if unit.kind is Kind.ARMY else board.fleet_borders
    entered = {conflicts.goals[start] for start, moved in conflicts.moved.items() if moved}
    return tuple(
        place
        for place in sorted(borders[unit.at])
        for province in (board.province_of[place],)
        if province not in closed
        and province not in entered
        and (province not in here.units or conflicts.moved.get(province))
        and (province != attacker or is_open)
    )
