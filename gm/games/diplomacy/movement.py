"""A movement phase: from the orders of all powers to who stands where, and why.

Orders are completed and matched (legality, supports and convoys with what the others were really
ordered), conflicts are settled (``conflicts``, ``knots``), and every unit gets its result
(``outcomes``).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress

from gm.games.diplomacy.conflicts import Conflicts
from gm.games.diplomacy.convoys import Voyage, is_part_of_chain, useful_fleets
from gm.games.diplomacy.events import MovementResult, Unfit
from gm.games.diplomacy.knots import Knots, untie
from gm.games.diplomacy.legality import (
    Position,
    UnitOrder,
    completed_convoy,
    completed_move,
    completed_support,
    names,
)
from gm.games.diplomacy.orders import ARMY, Convoy, Hold, Move, Place, Route, Support
from gm.games.diplomacy.sight import settle_at_sight
from gm.games.diplomacy.state import Unit
from gm.values import value


@value
class Orders:
    """The orders of one movement phase by the province of their unit.

    ``places`` are the provinces with units, sorted. ``moves``, ``supports``, ``convoys`` and
    ``holds`` (None: nothing was ordered) are completed and legal, ``faulty`` ones are not followed.
    ``unmatched`` are the supports that do not agree with what their partner was ordered.
    """

    places: Sequence[Place]
    moves: dict[Place, Move]
    supports: dict[Place, Support]
    convoys: dict[Place, Convoy]
    holds: dict[Place, Hold | None]
    faulty: dict[Place, tuple[UnitOrder, Unfit]]
    unmatched: set[Place]


@value
class Resolution:
    """Who moves: the settled conflicts, what was told at sight, and what a fallback decided.

    ``entered`` are the units that moved.
    """

    orders: Orders
    conflicts: Conflicts
    entered: tuple[Place, ...]
    told: dict[Place, MovementResult]
    knots: Knots


def resolve(here: Position, written: Mapping[Place, UnitOrder]) -> Resolution:
    """Settles a movement phase; *written* are the orders by the province of their unit."""
    orders = Orders(sorted(here.units), {}, {}, {}, {}, {}, set())
    conflicts = _conflicts(here, written, orders)
    told = settle_at_sight(conflicts, orders.moves, orders.supports, orders.holds)
    knots = Knots()
    if len(conflicts.moved) < len(conflicts.goals):
        open_moves = conflicts.settle()
        if open_moves:
            knots = untie(conflicts, open_moves)
    entered = tuple(compress(conflicts.moved, conflicts.moved.values()))
    return Resolution(orders, conflicts, entered, told, knots)


def _conflicts(here: Position, written: Mapping[Place, UnitOrder], orders: Orders) -> Conflicts:
    """Completes the orders, and finds who attacks, supports and convoys whom."""
    conflicts = Conflicts(here.board, here.rules, here.units)
    overseas = _take_orders(here, written, orders, conflicts)
    if overseas or orders.convoys:
        _take_to_sea(here, orders, conflicts, overseas)
    if orders.supports:
        _take_supports(here, orders, conflicts)
    return conflicts


def _take_orders(
    here: Position, written: Mapping[Place, UnitOrder], orders: Orders, conflicts: Conflicts
) -> list[Place]:
    """Completes the orders and finds who attacks whom; gives the units that may go overseas.

    Moves that are plain are looked at here, since there are so many; the others by ``legality``.
    """
    units, moves, goals, attackers = here.units, orders.moves, conflicts.goals, conflicts.attackers
    army_steps, fleet_steps = here.board.army_steps, here.board.fleet_steps
    overseas: list[Place] = []
    for place, order in zip(orders.places, map(written.get, orders.places), strict=True):
        if isinstance(order, Move):
            unit = units[place]
            steps = army_steps if unit.kind is ARMY else fleet_steps
            goal = steps[unit.at].get(order.to)
            if goal is None or order.stops:
                move = completed_move(here, unit, order)
                if isinstance(move, Unfit):
                    orders.faulty[place] = (order, move)
                    continue
                order, goal = move, here.board.province_of[move.to]
                overseas.append(place)
            moves[place] = order
            goals[place] = goal
            if goal in attackers:
                attackers[goal].append(place)
            else:
                attackers[goal] = [place]
        elif isinstance(order, Support):
            orders.supports[place] = order
        elif isinstance(order, Convoy):
            convoy = completed_convoy(here, units[place], order)
            if isinstance(convoy, Convoy):
                orders.convoys[place] = convoy
            else:
                orders.faulty[place] = (order, convoy)
        else:
            orders.holds[place] = order
    return overseas


def _take_supports(here: Position, orders: Orders, conflicts: Conflicts) -> None:
    """Completes the supports and finds who supports whom. Rulebook: The Support Order."""
    board, units, moves, faulty = here.board, here.units, orders.moves, orders.faulty
    place_of, attackers, helpers = board.province_of, conflicts.attackers, conflicts.helpers
    for place, order in list(orders.supports.items()):
        unit, named, to = units[place], order.target, order.to
        target = place_of[named.at]
        partner, move = units.get(target), moves.get(target)
        aim = target if to is None else place_of[to]
        if (
            partner is None
            or partner.at != named.at
            or partner.kind is not named.kind
            or to != (move.to if move else None)
            or aim not in (board.army_borders if unit.kind is ARMY else board.influence)[unit.at]
            or target in faulty
        ):
            support = completed_support(here, unit, order)
            if isinstance(support, Unfit):
                faulty[place] = (order, support)
                del orders.supports[place]
                continue
            orders.supports[place] = support
            if not _matches(here, orders, support, target):
                orders.unmatched.add(place)
                if place in attackers:
                    conflicts.aims[place] = aim
                continue
        if place in attackers:
            conflicts.aims[place] = aim
        if target in helpers:
            helpers[target].append(place)
        else:
            helpers[target] = [place]


def _matches(here: Position, orders: Orders, support: Support, target: Place) -> bool:
    """Whether a support agrees with what its partner was ordered.

    Rulebook: The Support Order, The Hold Order.
    """
    partner, to, move = here.units.get(target), support.to, orders.moves.get(target)
    if partner is None or not names(here.board, here.rules, partner, support.target):
        return False
    if move is not None:
        return to is not None and (to == move.to or _same_goal(here, to, move.to))
    if to is not None:
        return False
    if here.rules.illegal_order == "moved" and target in orders.faulty:
        return not isinstance(orders.faulty[target][0], Move)
    return True


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


def _take_to_sea(
    here: Position, orders: Orders, conflicts: Conflicts, overseas: Iterable[Place]
) -> None:
    """Finds the moves that go by sea, and their convoys. Rulebook: The Convoy Order.

    *overseas* are units whose goal need not be a neighbour.
    """
    place_of, goals = here.board.province_of, conflicts.goals
    offers: dict[Place, list[Place]] = {start: [] for start in overseas}
    for sea, convoy in orders.convoys.items():
        start = place_of[convoy.army.at]
        if goals.get(start) == place_of[convoy.to]:
            offers.setdefault(start, []).append(sea)
    for start in sorted(offers):
        if here.units[start].kind is ARMY:
            offered = frozenset(offers[start])
            voyage = _voyage(here, orders, start, goals, offered)
            if voyage is not None:
                conflicts.voyages[start] = voyage
                conflicts.carriers.update(offered)


def _voyage(
    here: Position,
    orders: Orders,
    start: Place,
    goals: Mapping[Place, Place],
    offered: frozenset[Place],
) -> Voyage | None:
    """How an army goes by sea, with the fleets *offered* for its move; None if overland."""
    board, goal = here.board, goals[start]
    fleets = useful_fleets(board, start, goal, offered) if offered else offered
    if goal not in board.army_borders[start]:
        return Voyage(fleets, falls_back=False)
    order = orders.moves[start]
    if not fleets or order.route is Route.LAND:
        return None
    if not _goes_by_sea(here, here.units[start], order, (offered, fleets), goals):
        return None
    return Voyage(fleets, falls_back=here.rules.adjacent_convoy == "opposite-unbroken")


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
