"""Random positions with coherent orders: crowded, with supports, convoys and rivals."""

from random import Random

from gm.games.diplomacy.map import NEUTRAL, Board, Terrain
from gm.games.diplomacy.orders import Convoy, Hold, Kind, Move, Route, Support, UnitName
from gm.games.diplomacy.state import Unit


def neighbourhood(board: Board, chance: Random, size: int) -> list[str]:
    """A province and those nearest to it."""
    first = chance.choice(sorted(board.provinces))
    found = [first]
    for place in found:
        near = set(board.army_borders.get(place, ()))
        for at in (place, *board.provinces[place].coasts):
            near |= {board.province_of[other] for other in board.fleet_borders.get(at, ())}
        for other in sorted(near, key=lambda _: chance.random()):
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
            route = chance.choice([Route.OPEN, Route.OPEN, Route.CONVOY, Route.LAND])
            near = [c for c in coasts if any(c in board.shores[sea] for sea in seas)]
            orders[place] = Move(unit.name, chance.choice(near or coasts), route)
        elif goals and chance.random() < 0.55:
            taken = [
                g
                for g in goals
                if any(board.province_of[u.at] == board.province_of[g] for u in units)
            ]
            orders[place] = Move(
                unit.name, chance.choice(taken if taken and chance.random() < 0.6 else goals)
            )
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
    units: dict[str, Unit] = {}
    orders: dict = {}
    powers = sorted(board.powers)

    def place(kind: Kind, at: str) -> Unit | None:
        province = board.provinces[board.province_of[at]]
        if province.coasts and kind is Kind.FLEET and at == province.id:
            at = chance.choice(sorted(province.coasts))
        if province.id in units or (kind is Kind.ARMY and province.id in board.seas):
            return None
        units[province.id] = Unit(chance.choice(powers), kind, at)
        return units[province.id]

    sea = chance.choice(sorted(board.seas))
    seas = [sea, *sorted(board.sea_borders[sea], key=lambda _: chance.random())]
    for carrier in seas[: chance.randint(1, 3)]:
        shores = sorted(board.shores[carrier], key=lambda _: chance.random())
        fleet = place(Kind.FLEET, carrier)
        if fleet is None or len(shores) < 2:
            continue
        start, goal = shores[:2]
        army, keeper = place(Kind.ARMY, start), place(Kind.FLEET, goal)
        if army is None:
            continue
        orders[start] = Move(army.name, goal, chance.choice([Route.OPEN, Route.CONVOY]))
        orders[carrier] = Convoy(fleet.name, army.name, goal)
        near = sorted(board.fleet_borders[carrier], key=lambda _: chance.random())
        attacker = next(filter(None, (place(Kind.FLEET, at) for at in near)), None)
        if attacker is not None:
            orders[board.province_of[attacker.at]] = Move(attacker.name, carrier)
            if keeper is not None and keeper.at in board.fleet_borders[carrier]:
                other = fleet.name if chance.random() < 0.3 else attacker.name
                into = None if other == fleet.name else carrier
                orders[goal] = Support(keeper.name, other, into)
    for other in sorted(set(board.provinces) - set(units), key=lambda _: chance.random()):
        table = {**board.army_borders, **board.fleet_borders}
        if len(units) >= 8:
            break
        if any(board.province_of[near] in units for near in table.get(other, ())):
            kind = Kind.FLEET if other in board.seas else Kind.ARMY
            if board.provinces[other].terrain is Terrain.COAST and chance.random() < 0.6:
                kind = Kind.FLEET
            helper = place(kind, other)
            if helper is not None:
                orders[other] = _support(board, list(units.values()), orders, helper, chance)
    return list(units.values()), orders
