"""Matches played at random: legal orders of every kind, the same for the same seed."""

from collections.abc import Iterator
from random import Random
from typing import Any

from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import (
    Build,
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
from gm.games.diplomacy.state import Stage, State, Unit
from gm.games.vocabulary import Outcome, Power

Orders = dict[Power, list[Order]]


def random_match(game: Any, seed: int, length: int) -> Iterator[tuple[State, Outcome[State]]]:
    dice = Random(seed)
    state = game.start("standard", "")
    for _ in range(length):
        outcome = game.adjudicate(state, random_orders(game.board, state, dice))
        yield state, outcome
        state = outcome.state
        if state.ended:
            return


def random_orders(board: Board, state: State, dice: Random) -> Orders:
    match state.stage:
        case Stage.MOVEMENT:
            return _movement(board, state, dice)
        case Stage.RETREATS:
            orders: Orders = {}
            for beaten in state.dislodged:
                if beaten.retreats:
                    chosen = Retreat(beaten.unit.name, dice.choice(beaten.retreats))
                    orders.setdefault(beaten.unit.power, []).append(chosen)
            return orders
        case Stage.ADJUSTMENTS:
            return {power: _adjustments(state, power, dice) for power in board.powers}


def _movement(board: Board, state: State, dice: Random) -> Orders:
    units = [unit for unit in state.units if unit.power != NEUTRAL]
    goals = {unit: dice.choice(_reach(board, unit)) for unit in units if dice.random() < 0.6}
    orders: Orders = {}
    for unit in units:
        orders.setdefault(unit.power, []).append(_order(board, unit, goals, dice))
    return orders


def _order(board: Board, unit: Unit, goals: dict[Unit, Place], dice: Random) -> Order:
    if unit in goals:
        return Move(unit.name, goals[unit])
    near = _reach(board, unit)
    helped = [other for other, goal in goals.items() if goal in near and other != unit]
    if helped and dice.random() < 0.7:
        other = dice.choice(helped)
        return Support(unit.name, other.name, goals[other])
    return Hold(unit.name)


def _adjustments(state: State, power: Power, dice: Random) -> list[Order]:
    units, centres = state.of(power), state.centres_of(power)
    spare = len(centres) - len(units)
    vacant = [place for place in centres if place not in {unit.at for unit in state.units}]
    if spare > 0:
        return [
            Build(UnitName(Kind.ARMY, place))
            for place in dice.sample(vacant, min(spare, len(vacant)))
        ]
    return [Remove(unit.name) for unit in dice.sample(units, -spare)]


def _reach(board: Board, unit: Unit) -> list[Place]:
    borders = board.army_borders if unit.kind is Kind.ARMY else board.fleet_borders
    return sorted(borders[unit.at])
