"""The kind of a unit that an order leaves out, told by the position."""

from collections.abc import Iterable

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import (
    Cancel,
    Concede,
    Convoy,
    HoldAll,
    Order,
    Support,
    UnitName,
    Waive,
    WithdrawConcession,
)
from gm.games.diplomacy.state import Unit
from gm.values import replace


def with_kinds(board: Board, units: Iterable[Unit], order: Order) -> Order:
    """The order with the kinds of *units* where it names units without one."""
    standing = {board.province_of[unit.at]: unit for unit in units}

    def named(name: UnitName) -> UnitName:
        unit = standing.get(board.province_of[name.at]) if name.kind is None else None
        return name if unit is None else replace(name, kind=unit.kind)

    match order:
        case Support(unit, target, to):
            return Support(named(unit), named(target), to)
        case Convoy(unit, army, to):
            return Convoy(named(unit), named(army), to)
        case Waive() | HoldAll() | Concede() | WithdrawConcession() | Cancel(None):
            return order
        case _ if order.unit is not None:
            return replace(order, unit=named(order.unit))
        case _:
            return order
