"""A movement phase: from the checked orders of all powers to who stands where, and why.

Supports and convoys are matched with what the others were really ordered, conflicts are settled
(``sight``, ``conflicts``, ``knots``), and every unit gets its result (``outcomes``).
"""

from collections.abc import Collection, Mapping
from itertools import compress

from gm.games.diplomacy.conflicts import Conflicts
from gm.games.diplomacy.convoys import Voyage, is_part_of_chain, useful_fleets
from gm.games.diplomacy.events import MovementResult
from gm.games.diplomacy.knots import NO_KNOTS, Knots, untie
from gm.games.diplomacy.legality import Position
from gm.games.diplomacy.orders import ARMY, Move, Place, Route
from gm.games.diplomacy.sheet import Sheet
from gm.games.diplomacy.sight import settle_at_sight
from gm.games.diplomacy.state import Unit
from gm.values import Value


class Resolution(Value, frozen=True):
    """Who moves: the settled conflicts, what was told at sight, and what a fallback decided.

    ``entered`` are the units that moved, ``unmatched`` the supports that do not agree with what
    their partner was ordered.
    """

    sheet: Sheet
    conflicts: Conflicts
    unmatched: Collection[Place]
    entered: tuple[Place, ...]
    told: dict[Place, MovementResult]
    knots: Knots


def resolve(sheet: Sheet) -> Resolution:
    """Settles a movement phase."""
    conflicts = Conflicts(sheet.here, sheet.goals, sheet.attackers, sheet.aims)
    if sheet.overseas or sheet.convoys:
        _take_to_sea(sheet, conflicts)
    unmatched = _take_supports(sheet, conflicts)
    told = settle_at_sight(conflicts, sheet)
    knots = NO_KNOTS
    if len(conflicts.moved) < len(conflicts.goals):
        open_moves = conflicts.settle()
        if open_moves:
            knots = untie(conflicts, open_moves)
    moved = conflicts.moved
    entered = tuple(compress(moved, moved.values()))
    return Resolution(sheet, conflicts, unmatched, entered, told, knots)


def _take_supports(sheet: Sheet, conflicts: Conflicts) -> list[Place]:
    """Finds who supports whom; gives the supports that fit no order.

    Rulebook: The Support Order.
    """
    targets, helpers = sheet.targets, conflicts.helpers
    unmatched: list[Place] = []
    for place, order in sheet.supports.items():
        target = targets.get(place)
        if target is None or not _is_matched(sheet, target, order.to):
            unmatched.append(place)
        elif target in helpers:
            helpers[target].append(place)
        else:
            helpers[target] = [place]
    conflicts.count_safe_supports()
    return unmatched


def _is_matched(sheet: Sheet, target: Place, to: Place | None) -> bool:
    """Whether a unit was ordered to do what it is supported in."""
    if target in sheet.moves:
        return to == sheet.moves[target].to or _is_same_way(sheet, to, target)
    return to is None and (target not in sheet.faulty or _may_hold(sheet, target))


def _may_hold(sheet: Sheet, target: Place) -> bool:
    """Whether a unit with an illegal order can be supported in holding.

    Rulebook: The Hold Order. Rule choice: illegal_order.
    """
    is_move = isinstance(sheet.faulty[target][0], Move)
    return not is_move or sheet.here.rules.illegal_order != "moved"


def _is_same_way(sheet: Sheet, supported: Place | None, target: Place) -> bool:
    """Whether a support that names another coast fits the move. Rule choice: support_coast."""
    province, ordered = sheet.goals[target], sheet.moves[target].to
    if supported is None or sheet.here.board.province_of[supported] != province:
        return False
    match sheet.here.rules.support_coast:
        case "ignored":
            return True
        case "optional":
            return province in (supported, ordered)
        case "required":
            return ordered == province


def _take_to_sea(sheet: Sheet, conflicts: Conflicts) -> None:
    """Finds the moves that go by sea, and their convoys. Rulebook: The Convoy Order."""
    here, goals = sheet.here, sheet.goals
    place_of = here.board.province_of
    offers: dict[Place, list[Place]] = {start: [] for start in sheet.overseas}
    for sea, convoy in sheet.convoys.items():
        start = place_of[convoy.army.at]
        if goals.get(start) == place_of[convoy.to]:
            offers.setdefault(start, []).append(sea)
    for start in sorted(offers):
        if here.units[start].kind is ARMY:
            offered = frozenset(offers[start])
            voyage = _voyage(here, sheet.moves[start], start, goals, offered)
            if voyage is not None:
                conflicts.voyages[start] = voyage
                conflicts.carriers.update(offered)


def _voyage(
    here: Position,
    order: Move,
    start: Place,
    goals: Mapping[Place, Place],
    offered: frozenset[Place],
) -> Voyage | None:
    """How an army goes by sea, with the fleets *offered* for its move; None if overland."""
    board, goal = here.board, goals[start]
    fleets = useful_fleets(board, start, goal, offered)
    if goal not in board.army_borders[start]:
        return Voyage(fleets, falls_back=False)
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
