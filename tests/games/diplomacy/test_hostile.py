"""The worst orders anyone can send: long columns, circles, full boards, nested convoys."""

from itertools import pairwise
from random import Random

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.choices import orders_of
from gm.games.diplomacy.conflicts import Conflicts
from gm.games.diplomacy.knots import untie
from gm.games.diplomacy.legality import Position, position
from gm.games.diplomacy.map import Terrain
from gm.games.diplomacy.movement import resolve
from gm.games.diplomacy.orders import Convoy, Kind, Move, Route, Support, UnitName
from gm.games.diplomacy.phases import move
from gm.games.diplomacy.rulebook import CHOICES, choose
from gm.games.diplomacy.sheet import sheet_of
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order
from tests.games.diplomacy.positions import random_knot

GAMES = {name: offer(name).game for name in ("sengoku", "classic")}
BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def column(length: int, *, last_moves: bool) -> Conflicts:
    """Units one behind the other, on no board at all."""
    places = [f"p{number:05}" for number in range(length + 1)]
    units = {place: Unit("oda", Kind.ARMY, place) for place in places[:length]}
    goals = dict(pairwise(places if last_moves else places[:length]))
    game = GAMES["sengoku"]
    attackers = {goal: [start] for start, goal in goals.items()}
    return Conflicts(Position(game.board, game.rules, units, frozenset()), goals, attackers, {})


def test_a_column_of_five_thousand_moves_on():
    conflicts = column(5000, last_moves=True)

    assert conflicts.settle() == []
    assert all(conflicts.moved.values())


def test_a_column_of_five_thousand_stops_behind_a_unit_that_stays():
    conflicts = column(5000, last_moves=False)

    assert conflicts.settle() == []
    assert not any(conflicts.moved.values())


def test_a_circle_of_a_thousand_turns():
    conflicts = column(1000, last_moves=True)
    conflicts.goals["p00999"] = "p00000"
    del conflicts.attackers["p01000"]
    conflicts.attackers["p00000"] = ["p00999"]

    untie(conflicts, conflicts.settle())

    assert len(conflicts.moved) == 1000
    assert all(conflicts.moved.values())


def crowd(game, chance):
    """A unit in every province of the board."""
    powers = sorted(game.board.powers)
    for place, province in game.board.provinces.items():
        kind = {Terrain.SEA: Kind.FLEET, Terrain.INLAND: Kind.ARMY}.get(
            province.terrain, chance.choice(list(Kind))
        )
        at = next(iter(province.coasts), place) if kind is Kind.FLEET else place
        yield Unit(chance.choice(powers), kind, at)


@BOTH
@pytest.mark.parametrize("seed", range(5))
def test_a_full_board_of_moves_is_settled(game, seed):
    chance = Random(seed)
    units = in_order(crowd(game, chance))
    here = position(game.board, game.rules, units)
    orders: dict = {}
    for unit in units:
        moves = [one for one in orders_of(here, unit) if isinstance(one, Move)]
        orders.setdefault(unit.power, []).append(chance.choice(moves))

    after, events = move(
        game.board, game.rules, State(1570, Season.SPRING, Stage.MOVEMENT, units, {}), orders
    )

    assert len(after.units) + len(after.dislodged) == len(units)
    assert events


@BOTH
@pytest.mark.parametrize("seed", range(5))
def test_every_fleet_convoying_one_army_is_settled(game, seed):
    chance = Random(seed)
    board = game.board
    fleets = [Unit(chance.choice(sorted(board.powers)), Kind.FLEET, sea) for sea in board.seas]
    start, goal = chance.sample(sorted(board.seas_at), 2)
    near = sorted(board.army_borders[start] & set(board.seas_at))
    goal = chance.choice(near) if near and seed % 2 else goal
    army = UnitName(Kind.ARMY, start)
    units = [*fleets, Unit(min(board.powers), Kind.ARMY, start)]
    orders = {fleet.at: Convoy(fleet.name, army, goal) for fleet in fleets}
    orders[start] = Move(army, goal, Route.OPEN)

    resolution = resolve(sheet_of(position(board, game.rules, units), orders))

    assert resolution.conflicts.moved[start]


def test_convoys_that_each_attack_the_next_ones_carrier_are_settled():
    """Every landing supports nothing, cuts a support against the next convoy, and so on round."""
    game = GAMES["classic"]
    board = game.board
    chance = Random(3)
    for _ in range(200):
        units: dict = {}
        orders: dict = {}
        for sea in chance.sample(sorted(board.seas), 8):
            shores = sorted(board.shores[sea] - set(units))
            if len(shores) < 2 or sea in units:
                continue
            start, goal = chance.sample(shores, 2)
            army = UnitName(Kind.ARMY, start)
            power = chance.choice(sorted(board.powers))
            units[start] = Unit(power, Kind.ARMY, start)
            units[sea] = Unit(power, Kind.FLEET, sea)
            orders[start] = Move(army, goal, Route.CONVOY)
            orders[sea] = Convoy(units[sea].name, army, goal)
        for place in sorted(set(board.seas_at) - set(units)):
            if board.provinces[place].coasts:
                continue
            unit = Unit(chance.choice(sorted(board.powers)), Kind.FLEET, place)
            goals = sorted(board.fleet_borders[place] & set(units))
            if goals:
                units[place] = unit
                goal = chance.choice(goals)
                helped = [p for p, o in orders.items() if isinstance(o, Move) and o.to == goal]
                orders[place] = (
                    Support(unit.name, units[helped[0]].name, goal)
                    if helped and chance.random() < 0.6
                    else Move(unit.name, goal)
                )

        resolution = resolve(sheet_of(position(board, game.rules, units.values()), orders))

        assert set(resolution.conflicts.moved) == set(resolution.conflicts.goals)


@BOTH
@pytest.mark.parametrize("choice", CHOICES["adjacent_convoy"])
def test_every_fleet_offering_a_neighbour_a_convoy_is_settled(game, choice):
    """Each chain asks who is part of it, among all the fleets of a full sea."""
    chance = Random(5)
    board, rules = game.board, choose(game.rules, "adjacent_convoy", choice)
    powers = sorted(board.powers)
    units = {
        place: Unit(chance.choice(powers), Kind.FLEET if place in board.seas else Kind.ARMY, place)
        for place in board.provinces
    }
    orders: dict = {}
    for sea in sorted(board.seas, key=lambda _: chance.random()):
        trips = [
            (start, goal)
            for start in sorted(board.shores[sea] - orders.keys())
            for goal in sorted(board.shores[sea] & board.army_borders[start])
        ]
        if trips:
            start, goal = chance.choice(trips)
            orders[start] = Move(units[start].name, goal)
            orders[sea] = Convoy(units[sea].name, units[start].name, goal)

    resolution = resolve(sheet_of(position(board, rules, units.values()), orders))

    assert set(resolution.conflicts.moved) == {at for at in orders if at not in board.seas}


@BOTH
def test_everybody_supporting_somebody_is_settled(game):
    chance = Random(6)
    units = in_order(crowd(game, chance))
    here = position(game.board, game.rules, units)
    orders: dict = {}
    for unit in units:
        helping = [one for one in orders_of(here, unit) if isinstance(one, Support)]
        orders.setdefault(unit.power, []).append(chance.choice(helping))

    after, events = move(
        game.board, game.rules, State(1570, Season.SPRING, Stage.MOVEMENT, units, {}), orders
    )

    assert after.units == units
    assert len(events) == len(units)


@BOTH
@pytest.mark.parametrize("seed", range(5))
def test_a_board_full_of_knots_is_settled(game, seed):
    chance = Random(seed)
    board, rules = game.board, choose(game.rules, "convoy_cut", "none")
    units: dict = {}
    orders: dict = {}
    for _ in range(40):
        some, theirs = random_knot(board, chance)
        for unit in some:
            place = board.province_of[unit.at]
            if place not in units:
                units[place] = unit
                if place in theirs:
                    orders[place] = theirs[place]

    resolution = resolve(sheet_of(position(board, rules, units.values()), orders))

    assert set(resolution.conflicts.moved) == set(resolution.conflicts.goals)
