"""A movement phase: from the orders of all powers to who stands where, and why.

Orders are completed and matched (legality, supports and convoys with what the others were really
ordered), conflicts are settled (``conflicts``, ``knots``), and every unit gets its result
(``outcomes``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gm.games.diplomacy.conflicts import Conflicts
from gm.games.diplomacy.convoys import Voyage, is_part_of_chain, needed_fleets, useful_fleets
from gm.games.diplomacy.events import Unfit
from gm.games.diplomacy.knots import Knots, untie
from gm.games.diplomacy.legality import Position, UnitOrder, completed, names
from gm.games.diplomacy.orders import Convoy, Kind, Move, Place, Route, Support
from gm.games.diplomacy.state import Unit


@dataclass(slots=True)
class Orders:
    """The orders of one movement phase by the province of their unit.

    ``followed`` are completed and legal, ``faulty`` are not followed. ``matched`` are the supports
    and convoys that agree with what their partner was ordered.
    """

    followed: dict[Place, UnitOrder] = field(default_factory=dict)
    faulty: dict[Place, tuple[UnitOrder, Unfit]] = field(default_factory=dict)
    matched: set[Place] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who moves: the settled conflicts, and what a fallback decided."""

    orders: Orders
    conflicts: Conflicts
    knots: Knots


def resolve(here: Position, written: Mapping[Place, UnitOrder]) -> Resolution:
    """Settles a movement phase; *written* are the orders by the province of their unit."""
    orders = Orders()
    conflicts = _conflicts(here, written, orders)
    open_moves = conflicts.settle()
    knots = untie(conflicts, open_moves) if open_moves else Knots()
    return Resolution(orders, conflicts, knots)


def _conflicts(here: Position, written: Mapping[Place, UnitOrder], orders: Orders) -> Conflicts:
    """Completes the orders, and finds who attacks, supports and convoys whom."""
    place_of, units, followed = here.board.province_of, here.units, orders.followed
    goals: dict[Place, Place] = {}
    attackers: dict[Place, list[Place]] = {}
    convoys: dict[tuple[Place, Place], list[Place]] = {}
    supports: list[tuple[Place, Support]] = []
    for place in sorted(written):
        order = completed(here, units[place], written[place])
        if isinstance(order, Move):
            goals[place] = goal = place_of[order.to]
            if goal in attackers:
                attackers[goal].append(place)
            else:
                attackers[goal] = [place]
        elif isinstance(order, Support):
            supports.append((place, order))
        elif isinstance(order, Convoy):
            journey = (place_of[order.army.at], place_of[order.to])
            convoys.setdefault(journey, []).append(place)
        elif isinstance(order, Unfit):
            orders.faulty[place] = (written[place], order)
            continue
        followed[place] = order
    voyages = _voyages(here, orders, goals, convoys)
    carriers = {sea for start in voyages for sea in convoys.get((start, goals[start]), ())}
    orders.matched.update(carriers)
    helpers: dict[Place, list[Place]] = {}
    aims: dict[Place, Place] = {}
    for place, support in supports:
        target = place_of[support.target.at]
        aims[place] = target if support.to is None else place_of[support.to]
        if _matches(here, orders, support, target):
            orders.matched.add(place)
            helpers.setdefault(target, []).append(place)
    return Conflicts(
        here.board,
        here.rules,
        units,
        goals=goals,
        attackers=attackers,
        helpers=helpers,
        aims=aims,
        voyages=voyages,
        carriers=carriers,
    )


def _matches(here: Position, orders: Orders, support: Support, target: Place) -> bool:
    """Whether a support agrees with what its partner was ordered.

    Rulebook: The Support Order, The Hold Order.
    """
    partner, named = here.units.get(target), support.target
    if partner is None:
        return False
    is_exact = partner.at == named.at and partner.kind is named.kind
    if not is_exact and not names(here.board, here.rules, partner, named):
        return False
    order = orders.followed.get(target)
    if support.to is not None:
        if not isinstance(order, Move):
            return False
        return support.to == order.to or _same_goal(here, support.to, order.to)
    if here.rules.illegal_order == "moved" and target in orders.faulty:
        return not isinstance(orders.faulty[target][0], Move)
    return not isinstance(order, Move)


def _same_goal(here: Position, supported: Place, ordered: Place) -> bool:
    """Whether a support that names another coast fits the move. Rule choice: support_coast."""
    place_of = here.board.province_of
    if place_of[supported] != place_of[ordered]:
        return False
    match here.rules.support_coast:
        case "ignored":
            return True
        case "optional":
            return supported == place_of[ordered] or ordered == place_of[ordered]
        case "required":
            return ordered == place_of[ordered]


def _voyages(
    here: Position,
    orders: Orders,
    goals: Mapping[Place, Place],
    convoys: Mapping[tuple[Place, Place], Sequence[Place]],
) -> dict[Place, Voyage]:
    """The moves that go by sea. Rulebook: The Convoy Order."""
    voyages: dict[Place, Voyage] = {}
    borders, units = here.board.army_borders, here.units
    for start, goal in goals.items():
        if goal in borders.get(start, ()) and (start, goal) not in convoys:
            continue
        if units[start].kind is Kind.ARMY:
            offered = frozenset(convoys.get((start, goal), ()))
            voyage = _voyage(here, orders, start, goals, offered)
            if voyage is not None:
                voyages[start] = voyage
    return voyages


def _voyage(
    here: Position,
    orders: Orders,
    start: Place,
    goals: Mapping[Place, Place],
    offered: frozenset[Place],
) -> Voyage | None:
    """How an army goes by sea, with the fleets *offered* for its move; None if overland."""
    board, goal = here.board, goals[start]
    fleets = useful_fleets(board, start, goal, offered)
    falls_back = False
    if goal in board.army_borders[start]:
        order = orders.followed[start]
        if not fleets or not isinstance(order, Move) or order.route is Route.LAND:
            return None
        if not _goes_by_sea(here, here.units[start], order, (offered, fleets), goals):
            return None
        falls_back = here.rules.adjacent_convoy == "opposite-unbroken"
    return Voyage(fleets, falls_back, needed_fleets(board, start, goal, fleets))


def _goes_by_sea(
    here: Position,
    unit: Unit,
    order: Move,
    offers: tuple[frozenset[Place], frozenset[Place]],
    goals: Mapping[Place, Place],
) -> bool:
    """Whether an army with a complete chain to a neighbour takes it.

    *offers* are the fleets with a matching order, and those of them that make up complete chains.
    Rule choice: adjacent_convoy.
    """
    start, goal = unit.at, here.board.province_of[order.to]
    offered, linked = offers
    own = frozenset(sea for sea in offered if here.units[sea].power == unit.power)
    asks = order.route is Route.CONVOY
    match here.rules.adjacent_convoy:
        case "any-ordered":
            return True
        case "opposite-move" | "opposite-unbroken":
            return goals.get(goal) == start
        case "via-only":
            return asks
        case "intent":
            return asks or is_part_of_chain(here.board, start, goal, linked, own & linked)
        case "intent-on-board":
            return asks or is_part_of_chain(here.board, start, goal, here.fleets, own)
        case "intent-any-route":
            return asks or bool(own & useful_fleets(here.board, start, goal, here.fleets))


def placed(resolution: Resolution) -> dict[Place, Unit]:
    """Where the units stand after the moves, by province; without those that were dislodged."""
    conflicts = resolution.conflicts
    moved, units = conflicts.moved, conflicts.units
    after = {place: unit for place, unit in units.items() if not moved.get(place)}
    for start, entered in moved.items():
        if entered:
            order, unit = resolution.orders.followed[start], units[start]
            assert isinstance(order, Move)
            after[conflicts.goals[start]] = Unit(unit.power, unit.kind, order.to)
    return after
