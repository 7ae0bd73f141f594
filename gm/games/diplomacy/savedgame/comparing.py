"""Where a saved game and the rules here differ, in sentences that name phase and unit."""

from collections.abc import Collection, Iterator, Sequence

from gm.games.diplomacy.events import Dislodged, Event, MovementResult
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Place
from gm.games.diplomacy.reasons import reason
from gm.games.diplomacy.savedgame.notation import unit_name
from gm.games.diplomacy.savedgame.pages import Page
from gm.games.diplomacy.savedgame.results import labels
from gm.games.diplomacy.state import State, Unit
from gm.games.vocabulary import Power
from gm.values import Value

FAILED = frozenset({"bounce", "no convoy"})
"""The labels of a move that came to nothing."""


class Past(Value, frozen=True):
    """What led to a position: the name of the phase before and what happened in it."""

    phase: str
    events: Sequence[Event]


def position_differences(
    board: Board, state: State, page: Page, past: Past | None
) -> Iterator[str]:
    """Where the position of a page is not *state*; *past* is what came before by the rules."""
    when = f"After {past.phase}," if past else f"At the beginning, in {page.name},"
    ours = {unit for unit in state.units if unit.power in board.powers}
    for unit in sorted(ours - page.units, key=_by_name):
        yield (
            f"{when} {_shown(board, unit)} is on the board by the rules here, and not in the file"
            f"{_because(board, past, unit)}"
        )
    for unit in sorted(page.units - ours, key=_by_name):
        yield (
            f"{when} {_shown(board, unit)} is on the board in the file, and not by the rules here"
            f"{_because(board, past, unit)}"
        )
    if page.key is not None:
        yield from _beaten_differences(board, state, page, when)
    yield from _owner_differences(board, state, page, when)


def _by_name(unit: Unit) -> tuple[str, str]:
    return unit.power, unit_name(unit)


def _shown(board: Board, unit: Unit) -> str:
    return f"{unit_name(unit)} of {board.power_name(unit.power)}"


def _because(board: Board, past: Past | None, unit: Unit) -> str:
    """Why by the rules here the unit came, or stayed, or did not come; ends the sentence."""
    for event in past.events if past else ():
        if not isinstance(event, MovementResult):
            continue
        reached = getattr(event, "to", None)
        is_same = event.unit.power == unit.power and event.unit.kind is unit.kind
        places = {board.province_of[at] for at in (event.unit.at, reached) if at is not None}
        if is_same and board.province_of[unit.at] in places and reached is not None:
            return f". {reason(board, event)}"
    return "."


def _beaten_differences(board: Board, state: State, page: Page, when: str) -> Iterator[str]:
    ours = {one.unit: set(one.retreats) for one in state.dislodged if one.retreats}
    for unit in sorted(ours.keys() - page.beaten.keys(), key=_by_name):
        yield (
            f"{when} {_shown(board, unit)} owes a retreat by the rules here, and not in the file."
        )
    # After an attack by sea the program lists closed provinces too, and refuses them later.
    by_sea = {one.unit for one in state.dislodged if one.by_convoy}
    for unit in sorted(page.beaten.keys() - ours.keys() - by_sea, key=_by_name):
        yield (
            f"{when} {_shown(board, unit)} owes a retreat in the file, and not by the rules here."
        )
    for unit in sorted(ours.keys() & page.beaten.keys(), key=_by_name):
        told = page.beaten[unit]
        if told is None or told == ours[unit]:
            continue
        if not (unit in by_sea and told > ours[unit]):
            yield (
                f"{when} {_shown(board, unit)} may retreat to {_places(told)} in the file, to "
                f"{_places(ours[unit])} by the rules here."
            )


def _places(places: Collection[Place]) -> str:
    return ", ".join(sorted(place.upper() for place in places)) or "no place"


def _owner_differences(board: Board, state: State, page: Page, when: str) -> Iterator[str]:
    if page.owners is None:
        return
    for place in sorted(board.centres):
        ours, theirs = state.owners.get(place), page.owners.get(place)
        if ours != theirs:
            yield (
                f"{when} the supply centre {place.upper()} belongs to {_owner(board, theirs)} in "
                f"the file, to {_owner(board, ours)} by the rules here."
            )


def _owner(board: Board, power: Power | None) -> str:
    return "nobody" if power is None else board.power_name(power)


def result_differences(board: Board, page: Page, events: Sequence[Event]) -> Iterator[str]:
    """Where the file says of an order that it failed, or beat a unit, and the rules do not.

    Only what is told of moves, dislodgements and cut supports is compared: the other labels name
    what never had an effect.
    """
    ours = {name: frozenset(found) for name, found in labels(board, events).items()}
    told = {unit_name(one.unit): one for one in events if isinstance(one, MovementResult)}
    beaten = {unit_name(one.unit) for one in events if isinstance(one, Dislodged)}
    for name, event in told.items():
        theirs = page.results.get(name)
        if theirs is None:
            continue
        if bool(theirs & FAILED) != bool(ours[name] & FAILED) and hasattr(event, "to"):
            said = "failed" if theirs & FAILED else "was carried out"
            yield (
                f"{page.name}, {name}: the file says that its move {said}; by the rules here: "
                f"{reason(board, event)}"
            )
        if ("dislodged" in theirs) != (name in beaten):
            said = "was" if "dislodged" in theirs else "was not"
            yield (
                f"{page.name}, {name}: the file says that it {said} dislodged; by the rules here "
                f"it {'was' if name in beaten else 'was not'}. {reason(board, event)}"
            )
