"""How fast a movement phase is, beside its peers and from small to large: prints three tables.

Run it as ``python -m tests.benchmarks.side_by_side``. Engines take turns within every round, so
that a machine that drifts or is shared drifts for all of them; read the ratios.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from random import Random
from statistics import median
from typing import Any

from gm.catalogue import offer
from gm.games.diplomacy.choices import orders_of
from gm.games.diplomacy.legality import position
from gm.games.diplomacy.loading import read_board
from gm.games.diplomacy.map import Board, Terrain
from gm.games.diplomacy.orders import Convoy, Hold, Kind, Move, Support, UnitName
from gm.games.diplomacy.phases import carry_out_moves, move
from gm.games.diplomacy.rulebook import choose
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order
from tests.benchmarks import prepared
from tests.benchmarks.clock import say, seconds
from tests.benchmarks.compiled import Compiled
from tests.games.diplomacy.positions import random_knot

ROUNDS = 9
PEER_ROUNDS, IN_A_ROW = 3, 5
POWERS = ("one", "two", "three", "four", "five", "six", "seven")
PYDIP = prepared.Pydip()
Phase = tuple[Board, Any, State, dict[str, list[Any]]]


def phase(board: Board, rules: Any, units: dict[str, Unit], orders: dict[str, Any]) -> Phase:
    """A movement phase from units and orders by province."""
    sheets: dict[str, list[Any]] = {}
    for place, order in orders.items():
        sheets.setdefault(units[place].power, []).append(order)
    state = State(1570, Season.SPRING, Stage.MOVEMENT, in_order(units.values()), {})
    return board, rules, state, sheets


# --- beside the peers ---

Ready = Callable[[], Callable[[], object]]
"""Makes a run of one phase ready."""


def engines(case: dict[str, Any]) -> Iterator[tuple[str, Ready]]:
    """The engines that run in this process."""
    state, orders = prepared.ours(case)
    checked = prepared.checked(state, orders)
    board, rules = prepared.GAME.board, prepared.GAME.rules
    yield "ours, plain", lambda: partial(carry_out_moves, *checked)
    yield "plain, and checks", lambda: partial(move, board, rules, state, orders)
    yield "diplomacy", lambda: prepared.diplomacy_game(case).process
    from pydip.turn.resolve import resolve_turn

    commands = PYDIP.commands(case)
    yield "pydip", lambda: partial(resolve_turn, PYDIP.map, commands)


def best_of(ready: Ready) -> float:
    """The least seconds of some runs in a row."""
    return min(map(seconds, [ready() for _ in range(IN_A_ROW)]))


def rows(
    compiled: Compiled, family: str, number: int, case: dict[str, Any]
) -> dict[str, Callable[[], float]]:
    """Every engine with what gives the least seconds of some runs of one phase."""
    best = partial(compiled.best, family, number, IN_A_ROW)
    ours = {"ours": partial(best, checks=False), "ours, and checks": partial(best, checks=True)}
    return ours | {name: partial(best_of, ready) for name, ready in engines(case)}


def beside_peers(compiled: Compiled) -> None:
    """Each engine takes each phase some times in a row, in several rounds; its best time counts.

    So no phase counts that another process interrupts, and each engine is as warm as the others.
    """
    say(
        "family           engine              µs a phase: mean  median"
        "   ratio to ours: mean  median   to ours, plain: median"
    )
    for family, cases in prepared.FAMILIES.items():
        ready = [rows(compiled, family, number, case) for number, case in enumerate(cases)]
        best = {name: [math.inf] * len(cases) for name in ready[0]}
        for _ in range(PEER_ROUNDS):
            for number, name in product(range(len(cases)), best):
                best[name][number] = min(best[name][number], ready[number][name]())
        ours, plain = best["ours"], best["ours, plain"]
        for name, times in best.items():
            middle = median(times)
            say(
                f"{family:16} {name:19} {sum(times) / len(times) * 1e6:16.0f} {middle * 1e6:7.0f}"
                f" {sum(times) / sum(ours):21.1f} {middle / median(ours):7.1f}"
                f" {middle / median(plain):24.1f}"
            )


# --- from small to large ---


def grid(width: int, height: int) -> Board:
    """A board of inland provinces, each bordering those beside, above and below it."""
    names = {(x, y): f"p{x:02}{y:02}" for x, y in product(range(width), range(height))}
    borders = {
        name: [names[at] for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if at in names]
        for (x, y), name in names.items()
    }
    return read_board(
        {
            "powers": [
                {
                    "id": power,
                    "name": power.capitalize(),
                    "colour": power,
                    "colour_hex": "#000000",
                    "homes": [],
                    "units": [],
                }
                for power in POWERS
            ],
            "provinces": [
                {"id": name, "name": f"Land {name}", "type": "inland"} for name in names.values()
            ],
            "army_borders": borders,
            "fleet_borders": {},
            "victory": {"centres": 1},
        }
    )


def crowd(board: Board, chance: Random, count: int) -> dict[str, Unit]:
    places = chance.sample(sorted(board.provinces), count)
    return {at: Unit(chance.choice(POWERS), Kind.ARMY, at) for at in places}


def coherent(board: Board, units: dict[str, Unit], chance: Random) -> dict[str, Any]:
    """Half of the units move, the others support them or hold."""
    orders: dict[str, Any] = {}
    for at, unit in units.items():
        if chance.random() < 0.5:
            orders[at] = Move(unit.name, chance.choice(sorted(board.army_borders[at])))
    for at, unit in units.items():
        near = board.army_borders[at]
        helped = [other for other, order in orders.items() if other != at and _aim(order) in near]
        if at not in orders and helped:
            other = chance.choice(sorted(helped))
            orders[at] = Support(unit.name, units[other].name, orders[other].to)
    return orders | {at: Hold(unit.name) for at, unit in units.items() if at not in orders}


def _aim(order: Any) -> str | None:
    return order.to if isinstance(order, Move) else None


def small_to_large() -> None:
    board, rules = grid(10, 10), offer("sengoku").game.rules
    phases = {}
    for count in range(10, 91, 10):
        chance = Random(count)
        phases[count] = []
        for _ in range(40):
            units = crowd(board, chance, count)
            phases[count].append(phase(board, rules, units, coherent(board, units, chance)))
    taken: dict[int, list[float]] = {count: [] for count in phases}
    for _ in range(ROUNDS):
        for count, row in phases.items():
            taken[count].append(seconds(lambda row=row: [move(*one) for one in row]) / len(row))
    say("units   µs a phase: least   µs a unit")
    for count, times in taken.items():
        say(f"{count:5} {min(times) * 1e6:20.0f} {min(times) * 1e6 / count:11.2f}")


# --- the worst orders anyone can send ---


def full(game: Any, chance: Random, *kinds: type) -> Phase:
    """A unit in every province, each with an order of these kinds, or one that holds."""
    board, units = game.board, {}
    for place, province in game.board.provinces.items():
        by_terrain = {Terrain.SEA: Kind.FLEET, Terrain.INLAND: Kind.ARMY}
        kind = by_terrain.get(province.terrain, chance.choice(list(Kind)))
        at = next(iter(province.coasts), place) if kind is Kind.FLEET else place
        units[place] = Unit(chance.choice(sorted(board.powers)), kind, at)
    here = position(board, game.rules, units.values())
    orders = {}
    for place, unit in units.items():
        fitting = [order for order in orders_of(here, unit) if isinstance(order, kinds)]
        orders[place] = chance.choice(fitting) if fitting else Hold(unit.name)
    return phase(board, game.rules, units, orders)


def circle(width: int, height: int) -> Phase:
    """All armies of a grid with an even height move in one circle."""
    board, rules = grid(width, height), offer("sengoku").game.rules
    path = [(0, y) for y in range(height)]
    for y in reversed(range(height)):
        row = [(x, y) for x in range(1, width)]
        path += row if (height - 1 - y) % 2 == 0 else reversed(row)
    places = [f"p{x:02}{y:02}" for x, y in path]
    units = {at: Unit(POWERS[i % 7], Kind.ARMY, at) for i, at in enumerate(places)}
    following = [*places[1:], places[0]]
    orders = {at: Move(units[at].name, goal) for at, goal in zip(places, following, strict=True)}
    return phase(board, rules, units, orders)


def one_convoy(game: Any) -> Phase:
    """Every fleet of a full sea convoys the same army."""
    board = game.board
    start, goal = min(board.seas_at), max(board.seas_at)
    army = UnitName(Kind.ARMY, start)
    power = min(board.powers)
    units = {sea: Unit(power, Kind.FLEET, sea) for sea in board.seas}
    orders: dict[str, Any] = {sea: Convoy(units[sea].name, army, goal) for sea in board.seas}
    units[start], orders[start] = Unit(power, Kind.ARMY, start), Move(army, goal)
    return phase(board, game.rules, units, orders)


def knots(game: Any, chance: Random) -> Phase:
    """As many convoys that hang on their own landing as the board has room for."""
    board, units, orders = game.board, {}, {}
    for _ in range(60):
        some, theirs = random_knot(board, chance)
        for unit in some:
            place = board.province_of[unit.at]
            if place not in units:
                units[place] = unit
                orders |= {place: theirs[place]} if place in theirs else {}
    return phase(board, choose(game.rules, "convoy_cut", "none"), units, orders)


def worst() -> None:
    games = {name: offer(name).game for name in ("sengoku", "classic")}
    rows: dict[str, list[Phase]] = {"circle of 90": [circle(9, 10)]}
    for name, game in games.items():
        rows[f"{name}, everybody moves"] = [full(game, Random(i), Move) for i in range(20)]
        rows[f"{name}, everybody supports"] = [full(game, Random(i), Support) for i in range(20)]
        rows[f"{name}, anything"] = [
            full(game, Random(i), Move, Support, Convoy) for i in range(20)
        ]
        rows[f"{name}, all fleets for one army"] = [one_convoy(game)]
        rows[f"{name}, full of knots"] = [knots(game, Random(i)) for i in range(20)]
    say("worst of some phases                    units   ms")
    for name, phases in rows.items():
        times = [min(seconds(lambda one=one: move(*one)) for _ in range(ROUNDS)) for one in phases]
        most = max(len(one[2].units) for one in phases)
        say(f"{name:40} {most:4} {max(times) * 1e3:6.2f}")


if __name__ == "__main__":
    with Compiled() as program:
        beside_peers(program)
    small_to_large()
    worst()
