"""All orders that a power has sent for a phase, checked together, whatever the others do.

Later orders replace earlier ones, unit by unit (rule choice ``later_orders``). An order that
cannot be followed is refused with the reason and what the unit could do instead; it is revealed
with the others all the same, so it stays among the orders that are handed on.
"""

from collections.abc import Iterator, Sequence

from gm.games.diplomacy.adjustments import carry_out, case_of
from gm.games.diplomacy.convoys import is_linked
from gm.games.diplomacy.demands import adjustment_tasks, movement_tasks, retreat_tasks
from gm.games.diplomacy.entries import Entry, held_by_all, replace_earlier
from gm.games.diplomacy.events import AdjustmentRefused, Built, Removed, Unfit, Waived
from gm.games.diplomacy.faults import clause, listing, reach, sentence, unit_name
from gm.games.diplomacy.kinds import with_kinds
from gm.games.diplomacy.legality import (
    Position,
    UnitOrder,
    completed,
    find_own_unit,
    find_unit,
    position,
)
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import (
    Build,
    Cancel,
    Concede,
    Convoy,
    Disband,
    Hold,
    HoldAll,
    IfDislodged,
    Move,
    Order,
    Remove,
    Retreat,
    Route,
    Support,
    Waive,
    WithdrawConcession,
)
from gm.games.diplomacy.phases import beaten_unit, fitting, retreat_fault
from gm.games.diplomacy.retreats import retreat_goal
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.spelling import GROUPS, KINDS, spell
from gm.games.diplomacy.state import Beaten, Stage, State, Unit
from gm.games.vocabulary import Checked, CheckedOrder, Fate, Fault, Power, Problem, Task
from gm.values import Value, replace


class Desk(Value, frozen=True):
    """The check of one power's sheets in one position."""

    board: Board
    rules: Rulebook
    state: State
    power: Power
    here: Position

    def problem(
        self, order: Order, why: Unfit, unit: Unit | None = None, hint: str | None = None
    ) -> Problem:
        """Why an order is refused, in sentences."""
        return Problem(
            Fault.ILLEGAL,
            spell(order, self.board.name),
            sentence(clause(self.board, order, why, unit)),
            hint,
        )

    def warning(self, order: Order, reason: str, hint: str | None = None) -> Problem:
        """What the player should know of an order that is followed."""
        return Problem(Fault.WARNING, spell(order, self.board.name), reason, hint)


def check(
    board: Board,
    rules: Rulebook,
    state: State,
    power: Power,
    sheets: Sequence[Sequence[Order]],
) -> Checked[Order]:
    """Checks all sheets of a power for the present phase, oldest first."""
    here = position(board, rules, state.units)
    desk = Desk(board, rules, state, power, here)
    entries = [Entry(order, number) for number, sheet in enumerate(sheets) for order in sheet]
    for entry in entries:
        _judge(desk, entry)
    replace_earlier(board, rules, state.of(power), entries)
    holds = held_by_all(board, state, power, entries)
    if state.stage is Stage.ADJUSTMENTS:
        _judge_adjustments(desk, entries)
    orders = (*(entry.order for entry in entries if _is_handed_on(entry)), *holds)
    mirrored = tuple(
        tuple(
            CheckedOrder(entry.order, entry.fate, tuple(entry.problems), entry.instead)
            for entry in entries
            if entry.sheet == number
        )
        for number in range(len(sheets))
    )
    present = bool(holds) or any(
        entry.counts and entry.fate is not Fate.REPLACED for entry in entries
    )
    notes = list(_notes(desk, orders))
    if not present:
        notes += _absence(desk)
    return Checked(
        sheets=mirrored,
        orders=orders,
        missing=tuple(_missing(desk, orders)),
        notes=tuple(notes),
        present=present,
    )


def _is_handed_on(entry: Entry) -> bool:
    return entry.fate is not Fate.REPLACED and not isinstance(entry.order, HoldAll | Cancel)


def _judge(desk: Desk, entry: Entry) -> None:
    """Completes an order and says what it is for, or refuses it."""
    beaten = [one.unit for one in desk.state.dislodged]
    units = beaten if desk.state.stage is Stage.RETREATS else desk.state.units
    entry.order = with_kinds(desk.board, units, fitting(desk.state, entry.order))
    match entry.order:
        case Concede() | WithdrawConcession():
            entry.subject = ("concession", "")
        case HoldAll() as order:
            _judge_all(desk, entry, order)
        case Cancel():
            pass
        case _ if not _belongs(desk.state.stage, entry.order):
            retreats = desk.state.stage is Stage.RETREATS and isinstance(entry.order, Move)
            why = Unfit.ROUTE_OF_RETREAT if retreats else Unfit.WRONG_PHASE
            entry.refuse(desk.problem(entry.order, why))
        case Hold() | Move() | Support() | Convoy() as order:
            _judge_movement(desk, entry, order)
        case IfDislodged() as order if desk.state.stage is Stage.MOVEMENT:
            _judge_ahead(desk, entry, order)
        case Retreat() | Disband() | IfDislodged() as order:
            _judge_retreat(desk, entry, order)
        case Build(unit) | Remove(unit):
            entry.subject = ("adjustment", desk.board.province_of[unit.at])
            entry.counts = True
        case Waive():
            entry.subject = ("waive", "")
            entry.counts = True


def _judge_all(desk: Desk, entry: Entry, order: HoldAll) -> None:
    """Refuses an order for all units of a kind if they are not as many as it says."""
    meant = [unit for unit in desk.state.of(desk.power) if order.kind in (None, unit.kind)]
    if meant and order.count in (None, len(meant)):
        return
    group = GROUPS[order.kind]
    if len(meant) == 1:
        group = KINDS[order.kind].lower() if order.kind else "unit"
    has = f"{desk.board.power_name(desk.power)} has"
    reason = f"{has} {len(meant)} {group}, not {order.count}."
    if not meant:
        reason = f"{has} no {group} on the board."
    wording = spell(order, desk.board.name)
    entry.refuse(Problem(Fault.ILLEGAL, wording, reason, _own_units(desk)))


def _belongs(stage: Stage, order: Order) -> bool:
    match stage:
        case Stage.MOVEMENT:
            return isinstance(order, Hold | Move | Support | Convoy | IfDislodged)
        case Stage.RETREATS:
            return isinstance(order, Retreat | Disband | IfDislodged)
        case Stage.ADJUSTMENTS:
            return isinstance(order, Build | Remove | Waive)


def _judge_movement(desk: Desk, entry: Entry, order: UnitOrder) -> None:
    unit = find_own_unit(desk.here, desk.power, order.unit)
    if isinstance(unit, Unfit):
        standing = desk.here.units.get(desk.board.province_of[order.unit.at])
        entry.refuse(desk.problem(order, unit, standing, _own_units(desk)))
        return
    entry.subject = ("unit", desk.board.province_of[unit.at])
    entry.counts = True
    followed = completed(desk.here, unit, order)
    if isinstance(followed, Unfit):
        entry.order = replace(order, unit=unit.name)
        steps = _steps(desk, unit, order) if isinstance(order, Move) else ""
        hint = f"{unit_name(desk.board, unit)} holds. {steps or reach(desk.board, unit)}"
        entry.refuse(desk.problem(entry.order, followed, unit, hint), Hold(unit.name))
        return
    entry.order = followed
    entry.problems.extend(_warnings(desk, followed))


def _steps(desk: Desk, unit: Unit, order: Move) -> str:
    """What to write instead of a move with stops that cannot be followed."""
    if not order.stops:
        return ""
    places = [place for place in (*order.stops, order.to) if place != unit.at]
    moves = [completed(desk.here, unit, Move(unit.name, place)) for place in places]
    words = [f"“{spell(one, desk.board.name)}”" for one in moves if isinstance(one, Move)]
    return f"Please write {listing(dict.fromkeys(words), 'or')}." if words else ""


def _own_units(desk: Desk) -> str:
    units = listing([unit_name(desk.board, unit) for unit in desk.state.of(desk.power)])
    return f"Your units are {units}." if units else "You have no units on the board."


def _warnings(desk: Desk, order: UnitOrder) -> Iterator[Problem]:
    """Legal orders that can never have an effect, or not all of it, in this position."""
    match order:
        case Support(_, named, to) | Convoy(_, named, to):
            partner = find_unit(desk.here, named)
            if isinstance(partner, Unfit):
                standing = desk.here.units.get(desk.board.province_of[named.at])
                fault = sentence(clause(desk.board, Hold(named), partner, standing))
                yield desk.warning(order, f"It will have no effect: {fault[:1].lower()}{fault[1:]}")
            elif to is not None:
                yield from _impossible_move(desk, order, Move(named, to), partner)
        case Move(route=Route.CONVOY):
            yield from _vain_convoy(desk, order)
        case _:
            return


def _vain_convoy(desk: Desk, order: Move) -> Iterator[Problem]:
    """Says that an army goes by land which no fleets on the board could convoy."""
    start, goal = desk.board.province_of[order.unit.at], desk.board.province_of[order.to]
    if is_linked(desk.board, start, goal, desk.here.fleets):
        return
    dry = [desk.board.name(place) for place in (start, goal) if not desk.board.seas_at.get(place)]
    reason = "No fleets lie so that they could convoy it: it goes by land."
    if dry:
        has = "have" if len(dry) > 1 else "has"
        reason = f"{' and '.join(dry)} {has} no coast, so it cannot be convoyed: it goes by land."
    yield desk.warning(order, reason)


def _impossible_move(desk: Desk, order: UnitOrder, move: Move, partner: Unit) -> Iterator[Problem]:
    followed = completed(desk.here, partner, move)
    if isinstance(followed, Unfit):
        why = clause(desk.board, move, followed, partner)
        wording = spell(move, desk.board.name)
        yield desk.warning(order, f"It will have no effect: “{wording}” is not possible, as {why}.")


def _judge_ahead(desk: Desk, entry: Entry, order: IfDislodged) -> None:
    unit = find_own_unit(desk.here, desk.power, order.unit)
    if isinstance(unit, Unfit) or not desk.rules.conditional_retreats:
        why = unit if isinstance(unit, Unfit) else Unfit.WRONG_PHASE
        standing = desk.here.units.get(desk.board.province_of[order.unit.at])
        entry.refuse(desk.problem(order, why, standing, _own_units(desk)))
        return
    entry.order = replace(order, unit=unit.name)
    entry.subject = ("ahead", desk.board.province_of[unit.at])
    entry.counts = True
    for place in order.places:
        if not desk.board.reaches(unit.kind, unit.at, place):
            reason = f"{desk.board.name(place)} does not border {desk.board.name(unit.at)}."
            entry.problems.append(desk.warning(entry.order, reason, reach(desk.board, unit)))


def _judge_retreat(desk: Desk, entry: Entry, order: Retreat | Disband | IfDislodged) -> None:
    fault = retreat_fault(desk.board, desk.rules, desk.state, desk.power, order)
    if fault is not None:
        unit = beaten_unit(desk.board, desk.state, desk.power, order)
        entry.refuse(desk.problem(order, fault, unit, _own_beaten(desk)))
        return
    place = desk.board.province_of[order.unit.at]
    beaten = next(
        one
        for one in desk.state.beaten_of(desk.power)
        if desk.board.province_of[one.unit.at] == place
    )
    entry.order = order = replace(order, unit=beaten.unit.name)
    entry.subject = ("beaten", place)
    entry.counts = True
    if isinstance(order, Retreat):
        goal = retreat_goal(desk.board, desk.rules, beaten, order.to)
        if isinstance(goal, Unfit):
            problem = desk.problem(order, goal, beaten.unit, _open_to(desk, beaten))
            entry.refuse(problem, Disband(beaten.unit.name))
        else:
            entry.order = replace(order, to=goal)


def _own_beaten(desk: Desk) -> str:
    beaten = [unit_name(desk.board, one.unit) for one in desk.state.beaten_of(desk.power)]
    return f"Your dislodged units are {listing(beaten)}." if beaten else "You owe no retreat."


def _open_to(desk: Desk, beaten: Beaten) -> str:
    name = unit_name(desk.board, beaten.unit)
    places = listing([desk.board.name(place) for place in beaten.retreats], "or")
    if not places:
        return f"{name} has nowhere to go and is disbanded."
    return f"{name} can retreat to {places}; without a possible order it is disbanded."


def _judge_adjustments(desk: Desk, entries: Sequence[Entry]) -> None:
    """Refuses builds and removals that are not possible, or more than allowed."""
    standing = [
        entry
        for entry in entries
        if entry.fate is Fate.STANDS and isinstance(entry.order, Build | Remove | Waive)
    ]
    case = case_of(desk.board, desk.rules, desk.state, desk.power)
    orders = [entry.order for entry in standing]
    events = carry_out(desk.board, desk.rules, desk.state, case, orders)
    for entry, event in zip(standing, events, strict=False):
        match event:
            case AdjustmentRefused(_, order, why):
                named = order.unit if isinstance(order, Build | Remove) else None
                unit = desk.here.units.get(desk.board.province_of[named.at]) if named else None
                entry.refuse(desk.problem(order, why, unit))
            case Built(unit):
                entry.order = Build(unit.name)
            case Removed(unit):
                entry.order = Remove(unit.name)
            case Waived():
                pass


def _missing(desk: Desk, orders: Sequence[Order]) -> Iterator[Task]:
    """What is still owed when *orders* are followed."""
    board, state, power = desk.board, desk.state, desk.power
    match state.stage:
        case Stage.MOVEMENT:
            ordered = {
                board.province_of[order.unit.at]
                for order in orders
                if isinstance(order, Hold | Move | Support | Convoy)
            }
            left = [unit for unit in state.of(power) if board.province_of[unit.at] not in ordered]
            yield from movement_tasks(desk.here, left)
        case Stage.RETREATS:
            named = {
                order.unit.at
                for order in orders
                if isinstance(order, Retreat | Disband | IfDislodged)
            }
            owing = [one for one in state.beaten_of(power) if one.retreats]
            left_over = [one for one in owing if one.unit.at not in named]
            yield from retreat_tasks(board, state, left_over)
        case Stage.ADJUSTMENTS:
            case = case_of(board, desk.rules, state, power)
            events = carry_out(board, desk.rules, state, case, orders)[: len(orders)]
            done = [event for event in events if isinstance(event, Built | Removed)]
            waived = sum(event.count for event in events if isinstance(event, Waived))
            taken = {board.province_of[event.unit.at] for event in done}
            count = len(done) + waived
            yield from adjustment_tasks(board, desk.rules, state, case, done=count, taken=taken)


def _absence(desk: Desk) -> Iterator[str]:
    """What it would mean for a power if no order of its stood. Rulebook: Civil Disorder."""
    if desk.state.stage is Stage.MOVEMENT and desk.state.of(desk.power):
        name = desk.board.power_name(desk.power)
        lost = desk.rules.absent_retreats == "none"
        yield (
            f"No order of yours stands. If none comes before the deadline, {name} counts as "
            "having sent nothing: its units hold and do not support each other"
            f"{', and those that are dislodged are disbanded' if lost else ''}."
        )


def _notes(desk: Desk, orders: Sequence[Order]) -> Iterator[str]:
    """Supports and convoys that do not agree with what the power's own units are ordered."""
    place_of, name = desk.board.province_of, desk.board.name
    own = {
        place_of[order.unit.at]: order
        for order in orders
        if isinstance(order, Hold | Move | Support | Convoy)
    }
    for order in orders:
        match order:
            case Support(_, partner, to) | Convoy(_, partner, to):
                place = place_of[partner.at]
                unit = desk.here.units.get(place)
                if unit is None or unit.power != desk.power:
                    continue
                other = own.get(place)
                goal = place_of[other.to] if isinstance(other, Move) else None
                if goal != (None if to is None else place_of[to]):
                    does = f"“{spell(other, name)}”" if other else "without an order"
                    yield f"“{spell(order, name)}” will have no effect: your own unit is {does}."
