"""What of a letter is followed, what is refused and why, and what it would cost."""

from collections.abc import Sequence
from dataclasses import replace

from gm.games.game import Checked, CheckedOrder, Fate, Fault, Power, Problem
from gm.games.three_kingdoms import demands, estimates, legality
from gm.games.three_kingdoms.naming import name_of_id
from gm.games.three_kingdoms.orders import (
    Action,
    Cancel,
    Clause,
    Confused,
    Discord,
    Else,
    Forget,
    If,
    Order,
    Persuade,
    Then,
)
from gm.games.three_kingdoms.orders import Ally as AllyOrder
from gm.games.three_kingdoms.plan import key_of, plan_of
from gm.games.three_kingdoms.rulebook import Rulebook
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import State, Step
from gm.games.three_kingdoms.table import Table

Sheets = Sequence[Sequence[Order]]


def check(
    rules: Rulebook, speller: Speller, state: State, power: Power, sheets: Sheets
) -> Checked[Order]:
    """Checks all letters of a power for this phase, the oldest first.

    A letter with actions replaces the plan of earlier ones; standing instructions add up, a later
    one about the same thing taking the place of the earlier.
    """
    table = Table(rules, state)
    plays = bool(table.scenario.nations_of(power)) and state.step is not Step.OVER
    if state.halt is not None and state.halt.power != power:
        plays = plays and not any(_plans(sheet) for sheet in sheets)
    completed = [[_completed(rules, order) for order in sheet] for sheet in sheets]
    verdicts = [
        [_verdict(table, speller, power, order, plays=plays) for order in sheet]
        for sheet in completed
    ]
    verdicts = _replaced(verdicts)
    followed = tuple(one.order for sheet in verdicts for one in sheet if one.fate is Fate.STANDS)
    if not plays:
        return Checked(tuple(map(tuple, verdicts)), (), ())
    verdicts = _warned(table, speller, power, verdicts)
    present = _is_present(state, followed)
    return Checked(
        tuple(map(tuple, verdicts)),
        followed,
        demands.missing(rules, speller, state, power, followed),
        estimates.notes(table, power, followed),
        present=present,
    )


def _is_present(state: State, orders: Sequence[Order]) -> bool:
    if state.step is Step.PLAN:
        return bool(plan_of(orders).entries)
    return bool(orders)


def _plans(sheet: Sequence[Order]) -> bool:
    return any(isinstance(order, Action) for order in sheet)


def _completed(rules: Rulebook, order: Order) -> Order:
    """An order to persuade somebody is an Alliance where the name is a force's."""
    if not isinstance(order, Persuade):
        return order
    person = rules.roster[order.target]
    if person.force is not None and person.defects_to is None:
        return AllyOrder(person.force, order.nation)
    return Discord(order.target, order.nation)


def _verdict(
    table: Table, speller: Speller, power: Power, order: Order, *, plays: bool
) -> CheckedOrder[Order]:
    words = speller.spell(order)
    if not plays:
        reason = "Nothing of this kind is asked of you now."
        return _refused(order, Problem(Fault.ILLEGAL, words, reason))
    if isinstance(order, Confused):
        name = name_of_id(table.rules, order.name)
        reason = f"“{name}” stands where {order.wanted} is needed."
        return _refused(order, Problem(Fault.INVALID, words, reason))
    if isinstance(order, Action) and table.base.step in (Step.MUSTER, Step.DRAFT, Step.PLACEMENT):
        reason = "Actions are asked for when the dice of the turn have been rolled."
        return _refused(order, Problem(Fault.ILLEGAL, words, reason))
    problem = legality.never(table, power, order)
    if problem is not None:
        reason, hint = problem
        return _refused(order, Problem(Fault.ILLEGAL, words, reason, hint))
    return CheckedOrder(order, Fate.STANDS)


def _refused(order: Order, problem: Problem) -> CheckedOrder[Order]:
    return CheckedOrder(order, Fate.REFUSED, (problem,))


def _replaced(
    verdicts: list[list[CheckedOrder[Order]]],
) -> list[list[CheckedOrder[Order]]]:
    """Marks what later letters replace, from the newest back."""
    plan_replaced, forgotten, newer = False, False, set[tuple[object, ...]]()
    done: list[list[CheckedOrder[Order]]] = []
    for sheet in reversed(verdicts):
        standing = _standing_places(sheet)
        marked = [
            replace(one, fate=Fate.REPLACED)
            if one.fate is Fate.STANDS
            and (
                (plan_replaced and place not in standing)
                or (place in standing and (forgotten or standing[place] in newer))
            )
            else one
            for place, one in enumerate(sheet)
        ]
        done.insert(0, marked)
        orders = [one.order for one in sheet if one.fate is Fate.STANDS]
        plan_replaced = plan_replaced or any(isinstance(one, Action | Cancel) for one in orders)
        forgotten = forgotten or any(isinstance(one, Forget) for one in orders)
        newer |= set(standing.values())
    return done


def _standing_places(sheet: Sequence[CheckedOrder[Order]]) -> dict[int, tuple[object, ...]]:
    """Which orders of a sheet are standing instructions, and what each is about."""
    found: dict[int, tuple[object, ...]] = {}
    for place, one in enumerate(sheet):
        if one.fate is not Fate.STANDS or not isinstance(one.order, Clause):
            continue
        before = [other.order for other in sheet[: place + 1] if other.fate is Fate.STANDS]
        if plan_of(before).standing[-1:] == (one.order,):
            found[place] = key_of(one.order)
    return found


def _warned(
    table: Table,
    speller: Speller,
    power: Power,
    verdicts: Sequence[Sequence[CheckedOrder[Order]]],
) -> list[list[CheckedOrder[Order]]]:
    """Adds warnings to actions that could not be done as things stand, and to lone ties."""
    rehearsal = estimates.Rehearsal(table, power)
    done = []
    for sheet in verdicts:
        row: list[CheckedOrder[Order]] = []
        tie: Order | None = None
        has_action = any(isinstance(one.order, Action) for one in sheet)
        for one in sheet:
            found = one
            match one.order:
                case _ if one.fate is not Fate.STANDS:
                    pass
                case Then() | Else():
                    tie = one.order
                case _ if isinstance(one.order, Action):
                    doubt = _doubt(rehearsal, one.order, tie)
                    found = _with_warning(speller, one, *doubt) if doubt else one
                    tie = None
                case If() if not has_action:
                    found = _with_warning(speller, one, LONE_CONDITION)
            row.append(found)
        done.append(row)
    return done


LONE_CONDITION = "This condition stands beside no action of the same letter and has no effect."


def _doubt(
    rehearsal: estimates.Rehearsal, action: Action, tie: Order | None
) -> tuple[str, str] | None:
    """Why an action could not be done as things stand; alternatives are not looked at."""
    if isinstance(tie, Else):
        return None
    after = isinstance(tie, Then)
    why = rehearsal.try_after_success(action) if after else rehearsal.try_next(action)
    if why is None:
        return None
    return (
        f"As things stand this could not be done: {why}",
        "It is tried when its time comes; if it is still impossible, what follows is tried.",
    )


def _with_warning(
    speller: Speller, one: CheckedOrder[Order], reason: str, hint: str | None = None
) -> CheckedOrder[Order]:
    warning = Problem(Fault.WARNING, speller.spell(one.order), reason, hint)
    return replace(one, problems=(*one.problems, warning))
