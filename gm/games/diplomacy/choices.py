"""All that a unit or a power may do in a position, as orders. Nothing here is judged twice."""

from collections.abc import Collection, Iterator

from gm.games.diplomacy.adjustments import case_of
from gm.games.diplomacy.convoys import is_linked
from gm.games.diplomacy.legality import Position, can_enter
from gm.games.diplomacy.map import Board, Terrain
from gm.games.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Kind,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Support,
    UnitName,
)
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.state import Beaten, State, Unit
from gm.games.vocabulary import Power


def moves_of(board: Board, unit: Unit) -> Iterator[Move]:
    """The moves without a convoy, by the names of their goals."""
    borders = board.army_borders if unit.kind is Kind.ARMY else board.fleet_borders
    for place in sorted(borders.get(unit.at, ()), key=board.name):
        yield Move(unit.name, place)


def voyages_of(here: Position, unit: Unit) -> Iterator[Move]:
    """The moves of an army overseas for which a chain of fleets lies on the water."""
    board = here.board
    if unit.kind is Kind.FLEET or unit.at not in board.seas_at:
        return
    near = board.army_borders[unit.at]
    for place in sorted(board.seas_at, key=board.name):
        is_far = place != unit.at and place not in near
        if is_far and is_linked(board, unit.at, place, here.fleets):
            yield Move(unit.name, place)


def supports_of(
    here: Position, unit: Unit, targets: Collection[Place] | None = None
) -> Iterator[Support]:
    """The supports in holding or in a move without a convoy, for the units in *targets*, or all."""
    board = here.board
    start = board.province_of[unit.at]
    for place in sorted(here.units if targets is None else targets):
        if place == start:
            continue
        target = here.units[place]
        if can_enter(board, unit, place):
            yield Support(unit.name, target.name)
        for move in moves_of(board, target):
            goal = board.province_of[move.to]
            if goal != start and can_enter(board, unit, goal):
                yield Support(unit.name, target.name, move.to)


def convoys_of(here: Position, unit: Unit) -> Iterator[Convoy]:
    """The convoys that a fleet may be part of, for armies on coasts joined with it by fleets."""
    board = here.board
    if unit.at not in board.seas:
        return
    coasts = _coasts_joined(here, unit.at)
    for start in sorted(coasts):
        army = here.units.get(start)
        if army is not None and army.kind is Kind.ARMY:
            for goal in sorted(coasts - {start}):
                yield Convoy(unit.name, UnitName(Kind.ARMY, start), goal)


def _coasts_joined(here: Position, sea: Place) -> set[Place]:
    """The coasts that the fleets joined with the one on *sea* touch."""
    seen = {sea}
    edge = [sea]
    while edge:
        for near in here.board.sea_borders[edge.pop()] & here.fleets:
            if near not in seen:
                seen.add(near)
                edge.append(near)
    return {coast for one in seen for coast in here.board.shores[one]}


def orders_of(here: Position, unit: Unit) -> Iterator[Order]:
    """Every legal order of a unit in a movement phase, most usual kinds first."""
    yield from moves_of(here.board, unit)
    yield Hold(unit.name)
    yield from supports_of(here, unit)
    yield from voyages_of(here, unit)
    yield from convoys_of(here, unit)


def retreats_for(beaten: Beaten) -> Iterator[Order]:
    """Every legal order of a dislodged unit."""
    for place in beaten.retreats:
        yield Retreat(beaten.unit.name, place)
    yield Disband(beaten.unit.name)


def builds_for(board: Board, rules: Rulebook, state: State, power: Power) -> Iterator[Build]:
    """Every build that would be legal alone."""
    for site in case_of(board, rules, state, power).sites:
        province = board.provinces[site]
        yield Build(UnitName(Kind.ARMY, site))
        if province.terrain is Terrain.COAST:
            for coast in province.coasts or (site,):
                yield Build(UnitName(Kind.FLEET, coast))


def removals_for(state: State, power: Power) -> Iterator[Remove]:
    """Every removal that would be legal alone."""
    for unit in state.of(power):
        yield Remove(unit.name)
