"""Free positions: the state in which orders are read and checked without a match."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gm.games.diplomacy.casefile import names_of
from gm.games.diplomacy.state import State, in_order
from gm.games.diplomacy.trial import STAGES, Bench, state_of
from gm.games.documents import Reader
from gm.values import replace

if TYPE_CHECKING:
    from gm.games.diplomacy import Diplomacy


def pose(game: "Diplomacy", case: Mapping[str, Any], others: State | None) -> State:
    """The state that *case* describes; powers it gives no units keep those they have in *others*.

    Raises:
        DocumentError: the case is broken; it says where and what to write.
    """
    read = Reader(case)
    phase = read.optional("phase")
    named = str(phase.value) if phase else "movement"
    if phase is not None and named not in STAGES:
        known = ", ".join(STAGES)
        raise phase.wrong(f'there is no phase "{named}" to send orders for; write one of {known}.')
    bench = Bench(game, names_of(game.board), lambda _: ())
    posed = state_of(bench, read, STAGES[named])
    if others is None:
        return posed
    taken = {game.board.province_of[unit.at] for unit in posed.units}
    given = {unit.power for unit in posed.units} | {one.unit.power for one in posed.dislodged}
    kept = [
        unit
        for unit in others.units
        if unit.power not in given and game.board.province_of[unit.at] not in taken
    ]
    owners = posed.owners or others.owners
    return replace(posed, units=in_order([*posed.units, *kept]), owners=owners)
