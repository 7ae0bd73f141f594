"""What of a letter is followed, what is refused and why, and what it would cost."""

from collections.abc import Sequence

from gm.games.three_kingdoms import demands, estimates, legality, musters, remarks
from gm.games.three_kingdoms.completing import completed
from gm.games.three_kingdoms.dependants import standing_places, with_replaced, without_orphans
from gm.games.three_kingdoms.orders import Action, Cancel, Forget, Order
from gm.games.three_kingdoms.plan import plan_of
from gm.games.three_kingdoms.rulebook import Rulebook
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import State, Step
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Checked, CheckedOrder, Fate, Fault, Power, Problem
from gm.values import replace

Sheets = Sequence[Sequence[Order]]
Row = list[CheckedOrder[Order]]


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
    rows = [_row(table, speller, power, sheet, plays=plays) for sheet in sheets]
    rows = _replaced(rows)
    followed = tuple(one.order for row in rows for one in row if one.fate is Fate.STANDS)
    if not plays:
        return Checked(tuple(map(tuple, rows)), (), ())
    rows = [remarks.with_warnings(table, speller, power, row) for row in rows]
    return Checked(
        tuple(map(tuple, rows)),
        followed,
        demands.missing(rules, speller, state, power, followed),
        (*estimates.notes(table, power, followed), *musters.notes(table, power, followed)),
        present=_is_present(state, followed),
    )


def _is_present(state: State, orders: Sequence[Order]) -> bool:
    if state.step is Step.PLAN:
        return bool(plan_of(orders).entries)
    return bool(orders)


def _plans(sheet: Sequence[Order]) -> bool:
    return any(isinstance(order, Action) for order in sheet)


def _row(
    table: Table, speller: Speller, power: Power, sheet: Sequence[Order], *, plays: bool
) -> Row:
    """The orders of one letter with what can never be followed refused."""
    row = [
        _verdict(table, speller, power, order, problem, plays=plays)
        for order, problem in completed(table, speller, power, sheet)
    ]
    return with_replaced(without_orphans(speller, row))


def _verdict(  # noqa: PLR0913  (an order and all that may speak against it)
    table: Table,
    speller: Speller,
    power: Power,
    order: Order,
    unfinished: Problem | None,
    *,
    plays: bool,
) -> CheckedOrder[Order]:
    words = speller.spell(order)
    if not plays:
        reason = "Nothing of this kind is asked of you now."
        return _refused(order, Problem(Fault.ILLEGAL, words, reason))
    if isinstance(order, Action) and table.base.step in (Step.MUSTER, Step.DRAFT, Step.PLACEMENT):
        reason = "Actions are asked for when the dice of the turn have been rolled."
        return _refused(order, Problem(Fault.ILLEGAL, words, reason))
    if unfinished is not None:
        return _refused(order, unfinished)
    objection = legality.never(table, power, order) or musters.objection(table, power, order)
    if objection is not None:
        reason, hint = objection
        proposals = musters.proposals(table, speller, power, order)
        return _refused(order, Problem(Fault.ILLEGAL, words, reason, hint, proposals))
    return CheckedOrder(order, Fate.STANDS)


def _refused(order: Order, problem: Problem) -> CheckedOrder[Order]:
    return CheckedOrder(order, Fate.REFUSED, (problem,))


def _replaced(rows: list[Row]) -> list[Row]:
    """Marks what later letters replace, from the newest back."""
    plan_replaced, forgotten, newer = False, False, set[tuple[object, ...]]()
    done: list[Row] = []
    for row in reversed(rows):
        standing = standing_places(row)
        marked = [
            replace(one, fate=Fate.REPLACED)
            if one.fate is Fate.STANDS
            and (
                (plan_replaced and place not in standing)
                or (place in standing and (forgotten or standing[place] in newer))
            )
            else one
            for place, one in enumerate(row)
        ]
        done.insert(0, marked)
        orders = [one.order for one in row if one.fate is Fate.STANDS]
        plan_replaced = plan_replaced or any(isinstance(one, Action | Cancel) for one in orders)
        forgotten = forgotten or any(isinstance(one, Forget) for one in orders)
        newer |= set(standing.values())
    return done
