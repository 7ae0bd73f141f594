"""What each power owes in the present phase, with the choices it has."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from gm.games.diplomacy.adjustments import case_of, has_choice
from gm.games.diplomacy.choices import (
    builds_for,
    convoys_of,
    moves_of,
    removals_for,
    retreats_for,
    supports_of,
)
from gm.games.diplomacy.events import Adjusts
from gm.games.diplomacy.faults import listing, unit_name
from gm.games.diplomacy.legality import Position, position
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Support,
)
from gm.games.diplomacy.retreats import is_answered_ahead
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.spelling import notation, short, spell
from gm.games.diplomacy.state import Beaten, Stage, State, Unit
from gm.games.vocabulary import Demand, Power, Task


def awaiting(board: Board, rules: Rulebook, state: State) -> Mapping[Power, Demand]:
    """What each power owes; powers that have nothing to choose are absent."""
    if state.ended is not None:
        return {}
    match state.stage:
        case Stage.MOVEMENT:
            found = _movements(board, rules, state)
        case Stage.RETREATS:
            found = _retreats(board, state)
        case Stage.ADJUSTMENTS:
            found = _adjustments(board, rules, state)
    return dict(found)


def _movements(board: Board, rules: Rulebook, state: State) -> Iterator[tuple[Power, Demand]]:
    here = position(board, rules, state.units)
    for power in board.powers:
        units = state.of(power)
        if units:
            named = listing([unit_name(board, unit) for unit in units])
            summary = f"{board.power_name(power)} orders {named}."
            yield power, Demand(summary, tuple(movement_tasks(here, units)))


def movement_tasks(here: Position, units: Iterable[Unit]) -> Iterator[Task]:
    """A task for each unit: where it may go, and what of its own side it may help."""
    for unit in units:
        orders = tuple(_usual_orders(here, unit))
        yield Task(
            subject=unit_name(here.board, unit),
            default="It holds.",
            choices=tuple(spell(order, here.board.name) for order in orders),
            labels=tuple(_label(order, here.board) for order in orders),
        )


def _label(order: Order, board: Board) -> str:
    """What tells the order from others of its unit: ``Sagami``, ``S A Omi - Mino``, ``hold``."""
    said = notation(order, board.name)
    match order:
        case Hold():
            return "hold"
        case Disband():
            return "disband"
        case Build() | Remove():
            return said.partition(" ")[2]
        case Move(unit) | Retreat(unit):
            return said.removeprefix(f"{short(unit, board.name)} ").partition(" ")[2]
        case Support(unit) | Convoy(unit):
            return said.removeprefix(f"{short(unit, board.name)} ")
        case _:
            return said


def _usual_orders(here: Position, unit: Unit) -> Iterator[Order]:
    own = {place for place, other in here.units.items() if other.power == unit.power}
    place_of = here.board.province_of
    yield from moves_of(here.board, unit)
    yield Hold(unit.name)
    yield from supports_of(here, unit, own)
    yield from (one for one in convoys_of(here, unit) if place_of[one.army.at] in own)


def _retreats(board: Board, state: State) -> Iterator[tuple[Power, Demand]]:
    for power in board.powers:
        beaten = [one for one in state.beaten_of(power) if one.retreats]
        if beaten:
            named = listing([unit_name(board, one.unit) for one in beaten])
            summary = f"{board.power_name(power)} retreats or disbands {named}."
            yield power, Demand(summary, tuple(retreat_tasks(board, state, beaten)))


def retreat_tasks(board: Board, state: State, beaten: Iterable[Beaten]) -> Iterator[Task]:
    """A task for each dislodged unit; optional where it was answered ahead."""
    for one in beaten:
        is_answered = is_answered_ahead(state, one)
        orders = tuple(retreats_for(one))
        yield Task(
            subject=unit_name(board, one.unit),
            default="It goes as ordered ahead." if is_answered else "It is disbanded.",
            choices=tuple(spell(order, board.name) for order in orders),
            optional=is_answered,
            labels=tuple(_label(order, board) for order in orders),
        )


def _adjustments(board: Board, rules: Rulebook, state: State) -> Iterator[tuple[Power, Demand]]:
    for power in board.powers:
        case = case_of(board, rules, state, power)
        if has_choice(case):
            tasks = tuple(adjustment_tasks(board, rules, state, case, done=0))
            yield power, Demand(_adjustment_summary(board, case), tasks)


def _adjustment_summary(board: Board, case: Adjusts) -> str:
    name = board.power_name(case.power)
    if case.change > 0:
        count = min(case.change, len(case.sites))
        sites = listing([board.name(site) for site in case.sites], "or")
        return f"{name} may place {_units(count)} in {sites}."
    return f"{name} must remove {_units(-case.change)}."


def _units(count: int) -> str:
    return f"{count} unit{'s' if count != 1 else ''}"


def adjustment_tasks(  # noqa: PLR0913 (one power's case in a position)
    board: Board,
    rules: Rulebook,
    state: State,
    case: Adjusts,
    *,
    done: int,
    taken: Collection[Place] = (),
) -> Iterator[Task]:
    """What is left to build or remove when *done* of it is ordered, in the places *taken*."""
    left = min(case.change, len(case.sites)) - done if case.change > 0 else -case.change - done
    if left <= 0:
        return
    orders: Iterable[Build | Remove] = (
        builds_for(board, rules, state, case.power)
        if case.change > 0
        else removals_for(state, case.power)
    )
    open_ = [order for order in orders if board.province_of[order.unit.at] not in taken]
    choices = tuple(spell(order, board.name) for order in open_)
    labels = tuple(_label(order, board) for order in open_)
    if case.change > 0:
        subject, default = f"{_units(left)} to place", "Nothing is placed."
    else:
        subject, default = f"{_units(left)} to remove", "The units farthest from home are removed."
    yield Task(subject, default, choices, optional=case.change > 0, labels=labels)
