"""Random positions with coherent orders: crowded, with supports, convoys and rivals."""

from random import Random

from gm.catalogue import offer
from gm.games.diplomacy.map import NEUTRAL, Board, Terrain
from gm.games.diplomacy.orders import Convoy, Hold, Kind, Move, Route, Support, UnitName
from gm.games.diplomacy.state import Unit

GAMES = {name: offer(name).game for name in ("sengoku", "classic")}
DECIDE_MOVES = (
    "adjacent_convoy",
    "beaten_at_sea",
    "beaten_unit",
    "broken_convoy",
    "convoy_cut",
    "convoy_cut_dislodged",
    "convoy_routes",
    "convoy_swap",
    "cut_from_target",
    "illegal_order",
    "overseas_move",
    "paradox",
    "support_coast",
    "unit_coast",
    "wrong_kind",
)
"""The rule choices on which a movement phase hangs. ``rotation`` has cases of its own."""
ROUTES = [Route.OPEN, Route.OPEN, Route.CONVOY, Route.LAND]


def neighbourhood(board: Board, chance: Random, size: int) -> list[str]:
    """A province and those nearest to it."""
    first = chance.choice(sorted(board.provinces))
    found = [first]
    for place in found:
        near = set(board.army_borders.get(place, ()))
        for at in (place, *board.provinces[place].coasts):
            near |= {board.province_of[other] for other in board.fleet_borders.get(at, ())}
        for other in sorted(sorted(near), key=lambda _: chance.random()):
            if other not in found and len(found) < size:
                found.append(other)
    return found


def random_units(board: Board, chance: Random, most: int) -> list[Unit]:
    area = neighbourhood(board, chance, most + chance.randint(1, most))
    powers = chance.sample(sorted(board.powers), chance.randint(2, 4))
    units = []
    for place in chance.sample(area, min(len(area), chance.randint(2, most))):
        province = board.provinces[place]
        kinds = {
            Terrain.SEA: [Kind.FLEET],
            Terrain.INLAND: [Kind.ARMY],
            Terrain.COAST: [Kind.ARMY, Kind.FLEET],
        }[province.terrain]
        kind = chance.choice(kinds)
        at = (
            chance.choice(sorted(province.coasts))
            if kind is Kind.FLEET and province.coasts
            else place
        )
        is_garrison = place in board.garrisons and kind is Kind.ARMY and chance.random() < 0.5
        units.append(Unit(NEUTRAL if is_garrison else chance.choice(powers), kind, at))
    return units


def random_orders(board: Board, units: list[Unit], chance: Random) -> dict:
    """Orders by province: moves first, then supports and convoys that mostly fit them."""
    orders: dict = {}
    movable = [unit for unit in units if unit.power != NEUTRAL]
    chance.shuffle(movable)
    seas = {unit.at for unit in units if unit.at in board.seas}
    for unit in movable:
        place = board.province_of[unit.at]
        table = board.army_borders if unit.kind is Kind.ARMY else board.fleet_borders
        goals = sorted(table.get(unit.at, ()))
        coasts = sorted(place for place in board.seas_at if place != unit.at)
        if unit.kind is Kind.ARMY and seas and unit.at in board.seas_at and chance.random() < 0.45:
            near = [coast for coast in coasts if any(coast in board.shores[sea] for sea in seas)]
            orders[place] = Move(unit.name, chance.choice(near or coasts), chance.choice(ROUTES))
        elif goals and chance.random() < 0.55:
            occupied = {board.province_of[other.at] for other in units}
            taken = [goal for goal in goals if board.province_of[goal] in occupied]
            likely = taken if taken and chance.random() < 0.6 else goals
            orders[place] = Move(unit.name, chance.choice(likely))
    for unit in movable:
        place = board.province_of[unit.at]
        if place in orders and chance.random() < 0.85:
            continue
        trips = [(a, o) for a, o in orders.items() if isinstance(o, Move) and a in board.seas_at]
        if unit.at in board.seas and trips and chance.random() < 0.6:
            start, order = chance.choice(sorted(trips, key=lambda trip: trip[0]))
            orders[place] = Convoy(unit.name, UnitName(Kind.ARMY, start), order.to)
        elif chance.random() < 0.85:
            orders[place] = _support(board, units, orders, unit, chance)
    return {place: order for place, order in orders.items() if order is not None}


def misname(board: Board, orders: dict, chance: Random) -> dict:
    """*orders* in which some supports name another kind or coast than the unit has."""
    changed = dict(orders)
    for place, order in orders.items():
        if not isinstance(order, Support) or chance.random() < 0.7:
            continue
        name, to = order.target, order.to
        coasts = board.provinces[board.province_of[name.at]].coasts
        if chance.random() < 0.3:
            name = UnitName(chance.choice(list(Kind)), name.at)
        if coasts and chance.random() < 0.5:
            name = UnitName(name.kind, chance.choice([board.province_of[name.at], *coasts]))
        if to is not None and board.provinces[board.province_of[to]].coasts:
            goal = board.province_of[to]
            to = chance.choice([goal, *board.provinces[goal].coasts])
        changed[place] = Support(order.unit, name, to)
    return changed


def _support(board: Board, units: list[Unit], orders: dict, unit: Unit, chance: Random):
    fits = []
    for other in units:
        if other == unit:
            continue
        order = orders.get(board.province_of[other.at])
        goal = order.to if isinstance(order, Move) else None
        into = board.province_of[goal or other.at]
        if unit.kind is Kind.ARMY:
            near = board.army_borders.get(board.province_of[unit.at], ())
        else:
            near = {board.province_of[at] for at in board.fleet_borders[unit.at]}
        if into in near:
            fits.append(Support(unit.name, other.name, goal))
    return chance.choice(fits) if fits else Hold(unit.name)


def random_knot(board: Board, chance: Random) -> tuple[list[Unit], dict]:
    """Landings on fleets that support attacks on the carriers, with helpers on every side."""
    knot = _Knot(board, chance)
    sea = chance.choice(sorted(board.seas))
    around = knot.shuffled(board.sea_borders[sea])
    for carrier in [sea, *around][: chance.randint(1, 3)]:
        knot.add_convoy(carrier)
    knot.add_helpers(8)
    return list(knot.units.values()), knot.orders


def random_exchange(board: Board, chance: Random) -> tuple[list[Unit], dict]:
    """Two armies that change places by sea, their fleets attacked, with rivals and helpers."""
    knot = _Knot(board, chance)
    pairs = [
        (one, other)
        for sea in sorted(board.seas)
        for one in sorted(board.shores[sea])
        for other in sorted(board.shores[sea])
        if one != other and (other in board.army_borders[one] or chance.random() < 0.1)
    ]
    knot.add_exchange(*chance.choice(pairs))
    if chance.random() < 0.5:
        knot.add_convoy(chance.choice(sorted(board.seas - set(knot.units))))
    for _ in range(chance.randint(0, 4)):
        knot.add_attack(chance.choice(sorted(knot.units)))
    knot.add_helpers(len(knot.units) + chance.randint(1, 6))
    return list(knot.units.values()), knot.orders


class _Knot:
    def __init__(self, board: Board, chance: Random) -> None:
        self.board = board
        self.chance = chance
        self.units: dict[str, Unit] = {}
        self.orders: dict = {}

    def shuffled(self, places) -> list[str]:
        return sorted(sorted(places), key=lambda _: self.chance.random())

    def place(self, kind: Kind, at: str) -> Unit | None:
        """A unit of some power at a free place where it can stand, or None."""
        province = self.board.provinces[self.board.province_of[at]]
        if kind is Kind.FLEET and at == province.id and province.coasts:
            at = self.chance.choice(sorted(province.coasts))
        if province.id in self.units or (kind is Kind.ARMY and province.id in self.board.seas):
            return None
        power = self.chance.choice(sorted(self.board.powers))
        self.units[province.id] = unit = Unit(power, kind, at)
        return unit

    def add_convoy(self, carrier: str) -> None:
        """A convoy over one sea onto a fleet's coast, and an attack on the carrier."""
        shores = self.shuffled(self.board.shores[carrier])
        fleet = self.place(Kind.FLEET, carrier)
        if fleet is None or len(shores) < 2:
            return
        start, goal = shores[:2]
        army, keeper = self.place(Kind.ARMY, start), self.place(Kind.FLEET, goal)
        if army is None:
            return
        self.orders[start] = Move(army.name, goal, self.chance.choice([Route.OPEN, Route.CONVOY]))
        self.orders[carrier] = Convoy(fleet.name, army.name, goal)
        near = self.shuffled(self.board.fleet_borders[carrier])
        attacker = next(filter(None, (self.place(Kind.FLEET, at) for at in near)), None)
        if attacker is not None:
            self.orders[self.board.province_of[attacker.at]] = Move(attacker.name, carrier)
            if keeper is not None and carrier in self.board.fleet_borders[keeper.at]:
                helps = self.chance.choice([(fleet.name, None), *[(attacker.name, carrier)] * 2])
                self.orders[goal] = Support(keeper.name, *helps)

    def add_exchange(self, one: str, other: str) -> None:
        """Two armies ordered into each other's places, one of them or both by sea."""
        ways = [Route.OPEN, Route.OPEN, Route.CONVOY]
        for start, goal in ((one, other), (other, one)):
            army = self.place(Kind.ARMY, start)
            if army is not None:
                self.orders[start] = Move(army.name, goal, self.chance.choice(ways))
        shared = self.board.seas_at[one] & self.board.seas_at[other]
        for start, sea in zip((one, other), self.shuffled(shared), strict=False):
            fleet = self.place(Kind.FLEET, sea)
            if fleet is not None and (start == one or self.chance.random() < 0.6):
                army = self.units[start]
                self.orders[sea] = Convoy(fleet.name, army.name, self.orders[start].to)
                if self.chance.random() < 0.8:
                    self.add_attack(sea)

    def add_attack(self, goal: str) -> None:
        """A unit beside *goal* that moves there."""
        kind = Kind.FLEET if goal in self.board.seas else Kind.ARMY
        table = self.board.fleet_borders if kind is Kind.FLEET else self.board.army_borders
        near = self.shuffled(table.get(goal, ()))
        unit = next(filter(None, (self.place(kind, at) for at in near)), None)
        if unit is not None:
            self.orders[self.board.province_of[unit.at]] = Move(unit.name, goal)

    def add_helpers(self, most: int) -> None:
        """Units beside the others that support something, until there are *most*."""
        borders = {**self.board.army_borders, **self.board.fleet_borders}
        for place in self.shuffled(set(self.board.provinces) - set(self.units)):
            near = {self.board.province_of[other] for other in borders.get(place, ())}
            if len(self.units) >= most or near.isdisjoint(self.units):
                continue
            kind = Kind.FLEET if place in self.board.seas else Kind.ARMY
            if place in self.board.seas_at and self.chance.random() < 0.6:
                kind = Kind.FLEET
            helper = self.place(kind, place)
            if helper is not None:
                units = list(self.units.values())
                self.orders[place] = _support(self.board, units, self.orders, helper, self.chance)
