"""May this unit do this here, whatever the others do?

In goes an order as it was written and a ``Position``; out comes the order as it is to be followed
(kind of the unit and coast filled in) or an ``Unfit``. Rulebook: Orders, Dates, Format.
"""

from collections.abc import Iterable, Mapping

from gm.games.diplomacy.convoys import broken_leg, is_linked
from gm.games.diplomacy.events import Unfit
from gm.games.diplomacy.map import Board, Terrain
from gm.games.diplomacy.orders import (
    ARMY,
    FLEET,
    Concede,
    Convoy,
    Hold,
    HoldAll,
    Move,
    Order,
    Place,
    Route,
    Support,
    UnitName,
    Waive,
    WithdrawConcession,
)
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.state import Unit
from gm.games.vocabulary import Power
from gm.values import Value

UnitOrder = Hold | Move | Support | Convoy
"""The orders of a movement phase."""


class Position(Value, frozen=True):
    """The board with units on it: ``units`` by province, ``fleets`` the seas that hold one."""

    board: Board
    rules: Rulebook
    units: Mapping[Place, Unit]
    fleets: frozenset[Place]


def position(board: Board, rules: Rulebook, units: Iterable[Unit]) -> Position:
    """The position in which *units* stand."""
    placed = {board.province_of[unit.at]: unit for unit in units}
    return Position(board, rules, placed, board.seas.intersection(placed))


def find_unit(here: Position, name: UnitName) -> Unit | Unfit:
    """The unit an order names, whosever it is."""
    unit = here.units.get(here.board.province_of[name.at])
    if unit is None:
        return Unfit.NO_SUCH_UNIT
    return unit if names(here.board, here.rules, unit, name) else Unfit.WRONG_KIND


def find_own_unit(here: Position, power: Power, name: UnitName) -> Unit | Unfit:
    """The unit of *power* that an order names."""
    unit = find_unit(here, name)
    if isinstance(unit, Unit) and unit.power != power:
        return Unfit.NOT_YOURS
    return unit


def names(board: Board, rules: Rulebook, unit: Unit, name: UnitName) -> bool:
    """True if *name* means *unit*: its place, its kind if one is named, and its coast.

    Rule choices: wrong_kind, unit_coast.
    """
    if name.at == unit.at and name.kind is unit.kind:
        return True
    if board.province_of[name.at] != board.province_of[unit.at]:
        return False
    names_other_coast = name.at != unit.at and name.at not in board.provinces
    if names_other_coast and unit.kind is FLEET and rules.unit_coast == "required":
        return False
    return name.kind is unit.kind or name.kind is None or rules.wrong_kind == "ignored"


def unit_of(order: Order) -> UnitName | None:
    """The unit an order is for, or None if it is for none or for all."""
    match order:
        case Waive() | HoldAll() | Concede() | WithdrawConcession():
            return None
        case _:
            return order.unit


def completed(here: Position, unit: Unit, order: UnitOrder) -> UnitOrder | Unfit:
    """The order as *unit* is to follow it, or why it cannot."""
    match order:
        case Move():
            return completed_move(here, unit, order)
        case Support():
            return completed_support(here, unit, order)
        case Hold():
            return order if order.unit.kind is unit.kind else Hold(unit.name)
        case Convoy():
            return completed_convoy(here, unit, order)


def completed_move(here: Position, unit: Unit, order: Move) -> Move | Unfit:
    """The move as *unit* is to follow it, or why it cannot. Rulebook: The Move Order."""
    board = here.board
    start, goal = board.province_of[unit.at], board.province_of[order.to]
    if start == goal:
        return Unfit.OWN_SPACE
    fault = _route_fault(here, unit, goal, order) if order.stops else None
    if fault is not None:
        return fault
    to = (
        _army_goal(here, start, goal, order)
        if unit.kind is ARMY
        else _fleet_goal(here, unit, goal, order.to)
    )
    if isinstance(to, Unfit):
        return to
    is_whole = to == order.to and order.unit.at == unit.at and order.unit.kind and not order.stops
    return order if is_whole else Move(unit.name, to, order.route)  # stops that fit add nothing


def _route_fault(here: Position, unit: Unit, goal: Place, order: Move) -> Unfit | None:
    """What is wrong with the stops written in a move; a way over them is never left to guesses.

    Rulebook: The Convoy Order. Each stop is a body of water with a fleet, each touching the next.
    """
    if unit.kind is FLEET:
        return Unfit.ROUTE_OF_FLEET
    if order.route is Route.LAND or not here.board.seas.issuperset(order.stops):
        return Unfit.ROUTE_OVER_LAND
    if broken_leg(here.board, unit.at, order.stops, goal) is not None:
        return Unfit.ROUTE_BROKEN
    return None if here.fleets.issuperset(order.stops) else Unfit.NO_FLEET_ON_ROUTE


def _army_goal(here: Position, start: Place, goal: Place, order: Move) -> Place | Unfit:
    board = here.board
    if goal in board.seas:
        return Unfit.ARMY_TO_SEA
    if order.to != goal and here.rules.army_coast == "fails":
        return Unfit.COAST_OUT_OF_REACH
    if goal in board.army_borders[start]:
        return goal
    if order.route is Route.LAND:
        return Unfit.NOT_BY_LAND
    return _overseas_goal(here, start, goal)


def _overseas_goal(here: Position, start: Place, goal: Place) -> Place | Unfit:
    """Rulebook: The Convoy Order. Rule choice: overseas_move."""
    if goal not in here.board.seas_at or start not in here.board.seas_at:
        return Unfit.NOT_ADJACENT
    needs_fleets = here.rules.overseas_move == "needs-fleets"
    if needs_fleets and not is_linked(here.board, start, goal, here.fleets):
        return Unfit.NO_FLEETS
    return goal


def _fleet_goal(here: Position, unit: Unit, goal: Place, to: Place) -> Place | Unfit:
    board = here.board
    province = board.provinces[goal]
    if to in board.fleet_borders[unit.at]:
        return to
    if province.terrain is Terrain.INLAND:
        return Unfit.FLEET_INLAND
    coasts = board.coasts_towards(unit.at, goal)
    if not coasts:
        return Unfit.NOT_ADJACENT
    if to != goal:
        is_clear = here.rules.wrong_coast == "corrected" and len(coasts) == 1
        return coasts[0] if is_clear else Unfit.COAST_OUT_OF_REACH
    choice = here.rules.only_coast if len(coasts) == 1 else here.rules.missing_coast
    return Unfit.NO_COAST_NAMED if choice == "fails" else coasts[0]


def can_enter(board: Board, unit: Unit, province: Place) -> bool:
    """True if the unit could move into the province, on whatever coast, without a convoy."""
    return province in (board.army_borders if unit.kind is ARMY else board.influence)[unit.at]


def completed_support(here: Position, unit: Unit, order: Support) -> Support | Unfit:
    """The support as *unit* is to follow it, or why it cannot. Rulebook: The Support Order."""
    place_of, named, to = here.board.province_of, order.target, order.to
    target = place_of[named.at]
    into = target if to is None else place_of[to]
    if target == place_of[unit.at]:
        return Unfit.SUPPORTS_ITSELF
    if to is not None and into == target:
        return Unfit.SUPPORTS_NO_MOVE
    if not can_enter(here.board, unit, into):
        return Unfit.SUPPORT_OUT_OF_REACH
    partner = None if named.kind else here.units.get(target)
    if order.unit.kind and partner is None:
        return order
    return Support(unit.name, partner.name if partner else named, to)


def completed_convoy(here: Position, unit: Unit, order: Convoy) -> Convoy | Unfit:
    """The convoy as *unit* is to follow it, or why it cannot. Rulebook: The Convoy Order."""
    board = here.board
    if unit.kind is ARMY:
        return Unfit.CONVOY_BY_ARMY
    if unit.at not in board.seas:
        return Unfit.CONVOY_ON_COAST
    start, goal = board.province_of[order.army.at], board.province_of[order.to]
    army = here.units.get(start)
    may_differ = army is not None and here.rules.wrong_kind == "ignored"
    if (army and army.kind is FLEET) or (order.army.kind is FLEET and not may_differ):
        return Unfit.CONVOY_OF_FLEET
    if start == goal or start not in board.seas_at or goal not in board.seas_at:
        return Unfit.CONVOY_NOT_TO_COAST
    if order.unit.kind and order.army.kind is ARMY:
        return order
    return Convoy(unit.name, UnitName(ARMY, order.army.at), order.to)
