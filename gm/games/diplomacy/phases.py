"""What is done in each phase: from a state and orders to the state after it and its events.

Each function carries out one phase and calls no other; ``sequence`` says which follows which.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import starmap

from gm.games.diplomacy.adjustments import adjust, cases, return_garrisons, take_control
from gm.games.diplomacy.events import (
    Adjusts,
    Disbanded,
    DisbandReason,
    Dislodged,
    Eliminated,
    Event,
    MatchEnded,
    OrderRejected,
    SentNothing,
    Unfit,
)
from gm.games.diplomacy.legality import (
    names,
    position,
    unit_of,
)
from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.movement import resolve
from gm.games.diplomacy.orders import (
    Cancel,
    Concede,
    Disband,
    IfDislodged,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Waive,
    WithdrawConcession,
)
from gm.games.diplomacy.outcomes import Outcomes
from gm.games.diplomacy.retreats import resolve_retreats
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.sheet import AllOrders, Checked, check
from gm.games.diplomacy.state import Beaten, State, Unit, in_order, remaining
from gm.games.diplomacy.victory import winner_by_centres
from gm.games.vocabulary import End, Power
from gm.values import replace

Done = tuple[State, tuple[Event, ...]]


def fitting(state: State, order: Order) -> Order:
    """An order in the wording of the phase: "A Mino - Omi" is a retreat where retreats are due."""
    match state.stage.value, order:
        case "retreats", Move(unit, to, stops=()):
            return Retreat(unit, to)
        case "retreats", Remove(unit):
            return Disband(unit)
        case "adjustments", Disband(unit):
            return Remove(unit)
        case _:
            return order


def hear_concessions(state: State, orders: AllOrders) -> State:
    """Concessions made and taken back; they count when the deadline has been adjudicated."""
    conceded = set(state.conceded)
    for power, sheet in orders.items():
        for order in sheet:
            if isinstance(order, Concede):
                conceded.add(power)
            elif isinstance(order, WithdrawConcession):
                conceded.discard(power)
    return replace(state, conceded=frozenset(conceded))


def move(board: Board, rules: Rulebook, state: State, orders: AllOrders) -> Done:
    """The movement phase. Rulebook: The Move Order up to Self Standoffs."""
    return carry_out_moves(state, check(position(board, rules, state.units), orders))


def carry_out_moves(state: State, checked: Checked) -> Done:
    """The movement phase with orders that were checked; those of *state* and its position."""
    here, absent = checked.sheet.here, checked.absent
    board, rules = here.board, here.rules
    outcomes = Outcomes(resolve(checked.sheet))
    contested = outcomes.standoffs()
    beaten = outcomes.dislodgements(contested)
    lost = _lost_at_once(rules, beaten, absent) if beaten else {}
    owing = [event for event in beaten if event.unit not in lost] if lost else beaten
    after = State(
        year=state.year,
        season=state.season,
        stage=state.stage,
        units=in_order(outcomes.placed.values()),
        owners=state.owners,
        dislodged=tuple([_owes_retreat(board, event) for event in owing]) if owing else (),
        contested=frozenset([event.place for event in contested]),
        ahead=_kept_ahead(board, rules, checked.ahead, owing) if owing else {},
        conceded=state.conceded,
        emptied=state.emptied.union(_emptied(board, lost)) if lost else state.emptied,
        tallies=state.tallies,
        ended=state.ended,
        format=state.format,
    )
    events: tuple[Event, ...] = (
        *map(SentNothing, absent),
        *checked.rejected,
        *outcomes.results(),
        *beaten,
        *contested,
        *starmap(Disbanded, lost.items()),
    )
    return after, events


def _lost_at_once(
    rules: Rulebook, beaten: Iterable[Dislodged], absent: Collection[Power]
) -> dict[Unit, DisbandReason]:
    """The beaten units that have no retreat whatever is sent, and why."""
    lost: dict[Unit, DisbandReason] = {}
    for event in beaten:
        if event.unit.power == NEUTRAL:
            lost[event.unit] = DisbandReason.GARRISON
        elif event.unit.power in absent and rules.absent_retreats == "none":
            lost[event.unit] = DisbandReason.ABSENT
    return lost


def _emptied(board: Board, lost: Iterable[Unit]) -> Iterable[Place]:
    """The provinces whose garrison was beaten."""
    return [board.province_of[unit.at] for unit in lost if unit.power == NEUTRAL]


def _owes_retreat(board: Board, event: Dislodged) -> Beaten:
    origin = board.province_of[event.by.at]
    return Beaten(event.unit, event.by.power, origin, event.by_convoy, event.retreats)


def _kept_ahead(
    board: Board,
    rules: Rulebook,
    ahead: Mapping[Power, Sequence[IfDislodged]],
    owing: Iterable[Dislodged],
) -> dict[Power, tuple[IfDislodged, ...]]:
    """The retreats ordered ahead for units that owe one; the later of two stands."""
    kept: dict[Power, tuple[IfDislodged, ...]] = {}
    for unit in [event.unit for event in owing]:
        fitting_orders = [
            order for order in ahead.get(unit.power, ()) if names(board, rules, unit, order.unit)
        ]
        if fitting_orders:
            kept[unit.power] = (*kept.get(unit.power, ()), fitting_orders[-1])
    return kept


def retreat(board: Board, rules: Rulebook, state: State, orders: AllOrders) -> Done:
    """The retreats. Rulebook: Retreats/Disbandments."""
    fitted = {power: [fitting(state, order) for order in sheet] for power, sheet in orders.items()}
    rejected = [
        OrderRejected(power, order, why, beaten_unit(board, state, power, order))
        for power, sheet in sorted(fitted.items())
        for order in sheet
        if (why := retreat_fault(board, rules, state, power, order)) is not None
    ]
    units, events = resolve_retreats(board, rules, state, fitted)
    after = replace(state, units=units, dislodged=(), contested=frozenset(), ahead={})
    return after, (*rejected, *events)


def retreat_fault(
    board: Board, rules: Rulebook, state: State, power: Power, order: Order
) -> Unfit | None:
    """Why an order is none for a beaten unit of *power*, or None."""
    named = unit_of(order)
    if named is None:
        return Unfit.WRONG_PHASE if isinstance(order, Waive) else None
    if not isinstance(order, Retreat | Disband | IfDislodged | Cancel):
        return Unfit.WRONG_PHASE
    if any(names(board, rules, one.unit, named) for one in state.beaten_of(power)):
        return None
    has_other = beaten_unit(board, state, power, order) is not None
    return Unfit.WRONG_KIND if has_other else Unfit.NOT_DISLODGED


def beaten_unit(board: Board, state: State, power: Power, order: Order) -> Unit | None:
    """The beaten unit of *power* in the space from which an order would have it retreat."""
    named = unit_of(order)
    place = board.province_of[named.at] if named else None
    return next(
        (one.unit for one in state.beaten_of(power) if board.province_of[one.unit.at] == place),
        None,
    )


def build(board: Board, rules: Rulebook, state: State, orders: AllOrders) -> Done:
    """The adjustments. Rulebook: Gaining and Losing Units."""
    fitted = {
        power: [
            order
            for order in (fitting(state, written) for written in sheet)
            if not isinstance(order, Concede | WithdrawConcession | Cancel)
        ]
        for power, sheet in orders.items()
    }
    after, events = adjust(board, rules, state, fitted)
    return after, (*events, *_eliminations(board, state, after))


def _eliminations(board: Board, before: State, after: State) -> tuple[Eliminated, ...]:
    """The powers that lost their last centre, and with it their units, this year."""
    last_year = before.tallies[-2].centres if len(before.tallies) > 1 else {}
    alive = {*remaining(board, before), *(power for power, count in last_year.items() if count)}
    left = remaining(board, after)
    return tuple(Eliminated(power) for power in board.powers if power in alive - set(left))


def end_year(board: Board, rules: Rulebook, state: State) -> Done:
    """Control, victory, garrisons, and what each power may build or must remove.

    Rulebook: Control of Supply Centers, Object of the Game, Commentary about Neutral SC's.
    """
    controlled, changes = take_control(board, state)
    won = winner_by_centres(board, controlled)
    if won is not None:
        return ended(controlled, won), (*changes, won)
    settled, returned = return_garrisons(board, rules, controlled)
    told: tuple[Adjusts, ...] = cases(board, rules, settled)
    return settled, (*changes, *returned, *told)


def ended(state: State, event: MatchEnded) -> State:
    """The state when the match is over."""
    return replace(state, ended=End(event.winners, event.sentence))
