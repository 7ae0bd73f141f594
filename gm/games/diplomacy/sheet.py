"""The orders of a movement phase, checked: each is for a unit of its power, legal and completed.

Whether one order can be followed does not hang on the others, so that is found out here, before
the phase is carried out. Whether supports and convoys agree with what their partners were ordered
is found out there. Rulebook: Orders, Dates, Format.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gm.games.diplomacy.events import OrderRejected, Unfit
from gm.games.diplomacy.legality import (
    Position,
    UnitOrder,
    completed_convoy,
    completed_move,
    completed_support,
    find_own_unit,
    names,
    unit_of,
)
from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import (
    ARMY,
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
    Place,
    Remove,
    Retreat,
    Support,
    Waive,
    WithdrawConcession,
)
from gm.games.diplomacy.state import Unit
from gm.games.vocabulary import Power
from gm.values import Value, replace

AllOrders = Mapping[Power, Sequence[Order]]

UNIT_ORDERS = (Move, Support, Hold, Convoy)


class Sheet(Value, frozen=True):
    """The orders of one movement phase by the province of their unit.

    ``places`` are the provinces with units, sorted; each is in one of ``moves``, ``supports``,
    ``convoys``, ``holds`` (None: nothing was ordered) and ``faulty``, whose order is not followed.
    ``goals`` are the provinces the moving units want to enter, ``attackers`` the units that want to
    enter a province, ``overseas`` the moving units that may need a convoy. ``aims`` are the
    provinces into which support is given, ``targets`` those of the units it is given to, as far as
    there is such a unit.
    """

    here: Position
    places: Sequence[Place]
    moves: dict[Place, Move]
    goals: dict[Place, Place]
    attackers: dict[Place, list[Place]]
    overseas: list[Place]
    supports: dict[Place, Support]
    aims: dict[Place, Place]
    targets: dict[Place, Place]
    convoys: dict[Place, Convoy]
    holds: dict[Place, Hold | None]
    faulty: dict[Place, tuple[UnitOrder, Unfit]]


class Checked(Value, frozen=True):
    """What all powers ordered for one movement phase.

    ``ahead`` are the retreats ordered ahead, ``rejected`` the orders that name no unit of their
    power or are none for this phase, ``absent`` the powers with units and without an order.
    Rulebook: Civil Disorder.
    """

    sheet: Sheet
    ahead: Mapping[Power, Sequence[IfDislodged]]
    rejected: Sequence[OrderRejected]
    absent: Sequence[Power]


def check(here: Position, orders: AllOrders) -> Checked:
    """Checks the orders of all powers; the later of two for one unit stands."""
    found = _sort(here, orders)
    absent = _absent(here.board, here.units.values(), found.present)
    return Checked(sheet_of(here, found.written), found.ahead, found.rejected, absent)


# --- whose order is for which unit ---


@dataclass(slots=True)
class _Sorted:
    """The orders told apart: for units (named exactly), ahead, and those for no unit."""

    written: dict[Place, UnitOrder]
    ahead: dict[Power, list[IfDislodged]]
    rejected: list[OrderRejected]
    present: set[Power]


def _sort(here: Position, orders: AllOrders) -> _Sorted:
    found = _Sorted({}, {}, [], set())
    board, rules, units, written = here.board, here.rules, here.units, found.written
    place_of = board.province_of
    for power in sorted(orders):
        if power == NEUTRAL:
            _refuse_garrisons(here, found, orders[power])
            continue
        known = len(written)
        for order in orders[power]:
            if isinstance(order, UNIT_ORDERS):
                name = order.unit
                place = place_of[name.at]
                unit = units.get(place)
                if unit is not None and unit.power == power:
                    if unit.at == name.at and unit.kind is name.kind:
                        written[place] = order
                        continue
                    if names(board, rules, unit, name):
                        written[place] = replace(order, unit=unit.name)
                        continue
            _sort_other(here, found, power, order)
        if len(written) > known:
            found.present.add(power)
    return found


def _refuse_garrisons(here: Position, found: _Sorted, orders: Iterable[Order]) -> None:
    """Garrisons never do anything but hold, whoever orders it. Rulebook: Neutral SC's."""
    for order in orders:
        named = unit_of(order)
        if not isinstance(order, Hold | HoldAll):
            unit = here.units.get(here.board.province_of[named.at]) if named else None
            found.rejected.append(OrderRejected(NEUTRAL, order, Unfit.NOT_YOURS, unit))


def _sort_other(here: Position, found: _Sorted, power: Power, order: Order) -> None:
    """Orders that are not simply those of a power to one of its units."""
    match order:
        case Hold() | Move() | Support() | Convoy():
            unit = find_own_unit(here, power, order.unit)
            if isinstance(unit, Unfit):
                found.rejected.append(_rejected(here, power, order, unit))
        case IfDislodged():
            _sort_ahead(here, found, power, order)
        case HoldAll():
            found.present.add(power)
        case Concede() | WithdrawConcession() | Cancel():
            pass
        case Retreat() | Disband() | Build() | Remove() | Waive():
            found.rejected.append(OrderRejected(power, order, Unfit.WRONG_PHASE))


def _rejected(
    here: Position,
    power: Power,
    order: Hold | Move | Support | Convoy | IfDislodged,
    why: Unfit,
) -> OrderRejected:
    return OrderRejected(power, order, why, here.units.get(here.board.province_of[order.unit.at]))


def _sort_ahead(here: Position, found: _Sorted, power: Power, order: IfDislodged) -> None:
    unit = find_own_unit(here, power, order.unit)
    if isinstance(unit, Unfit):
        found.rejected.append(_rejected(here, power, order, unit))
        return
    found.present.add(power)
    if here.rules.conditional_retreats:
        found.ahead.setdefault(power, []).append(replace(order, unit=unit.name))
    else:
        found.rejected.append(OrderRejected(power, order, Unfit.WRONG_PHASE))


def _absent(board: Board, units: Iterable[Unit], present: set[Power]) -> tuple[Power, ...]:
    """The powers with units and without one order of their own. Rulebook: Civil Disorder."""
    silent = [power for power in board.powers if power not in present]
    if not silent:
        return ()
    with_units = {unit.power for unit in units}
    return tuple(power for power in silent if power in with_units)


# --- what each order comes to ---


def sheet_of(here: Position, written: Mapping[Place, UnitOrder]) -> Sheet:
    """The sheet with the orders *written*, each under the province of its unit."""
    sheet = Sheet(here, sorted(here.units), {}, {}, {}, [], {}, {}, {}, {}, {}, {})
    units, moves, goals = here.units, sheet.moves, sheet.goals
    army_steps, fleet_steps = here.board.army_steps, here.board.fleet_steps
    for place in sheet.places:
        order = written.get(place)
        if isinstance(order, Move):
            unit = units[place]
            steps = army_steps if unit.kind is ARMY else fleet_steps
            goal = steps[unit.at].get(order.to)
            if goal is None or order.stops:
                _take_far_move(sheet, place, order)
            else:
                moves[place] = order
                goals[place] = goal
        elif isinstance(order, Support):
            _take_support(sheet, place, order)
        elif isinstance(order, Convoy):
            convoy = completed_convoy(here, units[place], order)
            if isinstance(convoy, Convoy):
                sheet.convoys[place] = convoy
            else:
                sheet.faulty[place] = (order, convoy)
        else:
            sheet.holds[place] = order
    attackers = sheet.attackers
    for start, goal in goals.items():
        if goal in attackers:
            attackers[goal].append(start)
        else:
            attackers[goal] = [start]
    return sheet


def _take_far_move(sheet: Sheet, place: Place, order: Move) -> None:
    """A move that does not simply go to a neighbour."""
    move = completed_move(sheet.here, sheet.here.units[place], order)
    if isinstance(move, Unfit):
        sheet.faulty[place] = (order, move)
    else:
        sheet.moves[place] = move
        sheet.goals[place] = sheet.here.board.province_of[move.to]
        sheet.overseas.append(place)


def _take_support(sheet: Sheet, place: Place, order: Support) -> None:
    here = sheet.here
    board, unit = here.board, here.units[place]
    support = completed_support(here, unit, order)
    if isinstance(support, Unfit):
        sheet.faulty[place] = (order, support)
        return
    place_of, named = board.province_of, support.target
    target = place_of[named.at]
    sheet.supports[place] = support
    sheet.aims[place] = target if support.to is None else place_of[support.to]
    partner = here.units.get(target)
    if partner is not None and names(board, here.rules, partner, named):
        sheet.targets[place] = target
