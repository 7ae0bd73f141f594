"""The Move Phase. Rulebook: Move Phase; Glossary: Li Ru-song.

Every function that carries out an order gives the reason why it cannot, or None when it has.
"""

from collections.abc import Sequence

from gm.games.far_east_war.events import LegionMoved, LegionsExchanged
from gm.games.far_east_war.map import Area, AreaId, Effect, LegionId, Terrain
from gm.games.far_east_war.naming import (
    area_name,
    first_fault,
    listed,
    missing_legion,
    power_name,
)
from gm.games.far_east_war.orders import Exchange, Move
from gm.games.far_east_war.production import cannot_pay
from gm.games.far_east_war.state import Legion
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import replace


def cannot_start(table: Table, power: Power, name: LegionId) -> str | None:
    """Why a legion cannot be moved by *power* at all."""
    legion = table.legions.get(name)
    if legion is None:
        return missing_legion(name)
    return first_fault(
        (legion.owner != power, f"{name} is not a legion of {power_name(table.board, power)}."),
        (name in table.moved, f"{name} has already moved this turn."),
        (name in table.fought, f"{name} has already fought this turn."),
    )


def is_closed(table: Table, legion: Legion, area: AreaId) -> bool:
    """Whether an area holds enemy legions, so that *legion* can neither enter nor cross it."""
    return bool(table.enemies_in(area, table.team(legion)))


def is_full(table: Table, area: AreaId) -> bool:
    """Whether an area holds as many legions as it may."""
    return len(table.standing_in(area)) >= table.board.limits.legions_per_area


def marches_far(table: Table, legion: Legion) -> bool:
    """Whether Li Ru-song leads the legion."""
    general = table.general(legion)
    return general is not None and general.has(Effect.FAST_MARCH)


def crossings(table: Table, legion: Legion, to: AreaId) -> tuple[AreaId, ...]:
    """The areas over which the legion may go to *to*, two areas away, enemies apart."""
    areas = table.board.areas
    start, goal = areas[legion.at], areas[to]
    return tuple(
        middle
        for middle in start.borders
        if to in areas[middle].borders
        and to != legion.at
        and _may_go_two(table, legion, start, areas[middle], goal)
    )


def _may_go_two(table: Table, legion: Legion, start: Area, middle: Area, goal: Area) -> bool:
    if marches_far(table, legion) and middle.is_land and goal.is_land:
        return True
    return start.terrain is Terrain.SEA and middle.terrain is Terrain.SEA


def move(table: Table, power: Power, order: Move, *, free: bool = False) -> str | None:
    """Moves one legion and pays for it, unless it is *free*; the caller settles control."""
    reason = cannot_start(table, power, order.legion)
    if reason is not None:
        return reason
    legion = table.legions[order.legion]
    via = _way(table, legion, order)
    if isinstance(via, _NoWay):
        return via.reason
    reason = _cannot_enter(table, legion, order.to, via)
    cost = 0 if free else legion.troops * table.board.costs.move
    reason = reason or cannot_pay(table, power, cost)
    if reason is None:
        go(table, legion, order.to, via, cost)
    return reason


class _NoWay:
    def __init__(self, reason: str) -> None:
        self.reason = reason


def _way(table: Table, legion: Legion, order: Move) -> AreaId | _NoWay | None:
    """The area crossed on the way, None for a step to a neighbour, or why there is no way."""
    board = table.board
    if order.via is None and order.to in board.areas[legion.at].borders:
        return None
    ways = crossings(table, legion, order.to)
    if order.via is not None:
        ways = tuple(one for one in ways if one == order.via)
    over = "" if order.via is None else f"over {area_name(board, order.via)} "
    if not ways:
        where = area_name(board, order.to)
        return _NoWay(f"{legion.id} cannot go {over}to {where}. {reach_sentence(table, legion)}")
    open_ways = [one for one in ways if not is_closed(table, legion, one)]
    crossed = listed((area_name(board, one) for one in open_ways or ways), "or")
    if not open_ways:
        return _NoWay(f"Enemy legions in {crossed} bar the way.")
    if len(_takings(table, legion, open_ways)) > 1:
        return _NoWay(f"{legion.id} could go over {crossed}; the order must say which.")
    return open_ways[0]


def _takings(table: Table, legion: Legion, ways: Sequence[AreaId]) -> set[AreaId | None]:
    """The land areas that change hands on the different ways; None where nothing does."""
    team = table.team(legion)
    return {
        way if table.board.areas[way].is_land and table.control.get(way) != team else None
        for way in ways
    }


def _cannot_enter(table: Table, legion: Legion, to: AreaId, via: AreaId | None) -> str | None:
    board = table.board
    goal = board.areas[to]
    is_landing = via is not None and goal.is_land and board.areas[via].terrain is Terrain.SEA
    crossed = "" if via is None else area_name(board, via)
    return first_fault(
        (
            via is not None and is_closed(table, legion, via),
            f"Enemy legions in {crossed} bar the way.",
        ),
        (is_closed(table, legion, to), f"There are enemy legions in {goal.name}."),
        (
            is_landing and bool(table.standing_in(to)),
            f"After a sea area a legion can only land where no legion stands, and {goal.name} is "
            "not empty.",
        ),
        (is_full(table, to), f"{goal.name} already holds two legions."),
    )


def go(table: Table, legion: Legion, to: AreaId, via: AreaId | None, cost: int) -> None:
    """Moves a legion after all has been checked; a march of Li Ru-song takes what it crosses."""
    table.moved.add(legion.id)
    if via is None and marches_far(table, legion) and table.board.areas[to].is_land:
        table.marched.add(legion.id)
    left = table.pay(legion.owner, cost)
    table.tell(LegionMoved(legion.id, legion.at, via, to, legion.troops, cost, left))
    if via is not None and table.board.areas[via].is_land:
        table.put(replace(legion, at=via))
        table.settle()
    table.put(replace(legion, at=to))


def exchange(table: Table, power: Power, order: Exchange) -> str | None:
    """Two legions in adjacent areas change places; both pay and count as moved."""
    reason = cannot_start(table, power, order.first) or cannot_start(table, power, order.second)
    if reason is not None:
        return reason
    first, second = table.legions[order.first], table.legions[order.second]
    if second.at not in table.area(first).borders:
        return f"{first.id} and {second.id} do not stand in adjacent areas."
    cost = (first.troops + second.troops) * table.board.costs.move
    reason = cannot_pay(table, power, cost)
    if reason is not None:
        return reason
    left = table.pay(power, cost)
    table.moved |= {first.id, second.id}
    table.put(replace(first, at=second.at))
    table.put(replace(second, at=first.at))
    table.tell(LegionsExchanged(first.id, second.id, second.at, first.at, cost, left))
    return None


def destinations(table: Table, legion: Legion) -> tuple[AreaId, ...]:
    """The areas a legion may end in now, prices apart."""
    board = table.board
    near = [
        to
        for to in board.areas[legion.at].borders
        if _cannot_enter(table, legion, to, None) is None
    ]
    far = [
        to
        for to in board.areas
        if to not in near
        and any(
            _cannot_enter(table, legion, to, via) is None for via in crossings(table, legion, to)
        )
    ]
    return (*near, *far)


def reach_sentence(table: Table, legion: Legion) -> str:
    """Where a legion can go, as a sentence for players."""
    board = table.board
    reached = [area_name(board, one) for one in destinations(table, legion)]
    start = area_name(board, legion.at)
    if not reached:
        return f"From {start} it can go nowhere now."
    return f"From {start} it can go to {listed(reached, 'or')}."
