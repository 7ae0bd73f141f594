"""Why an order is not followed, in words; and what the unit could do instead.

Each clause completes "not followed: ..." and stands alone as a sentence with a capital letter.
"""

from collections.abc import Iterable

from gm.games.diplomacy.convoys import broken_leg
from gm.games.diplomacy.events import Unfit
from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import Build, Convoy, Kind, Move, Order, Place, Retreat, Support
from gm.games.diplomacy.spelling import KINDS, unit_words
from gm.games.diplomacy.state import Unit

PLAIN = {
    Unfit.OWN_SPACE: "a unit cannot move to the space in which it stands",
    Unfit.ARMY_TO_SEA: "an army cannot enter a body of water",
    Unfit.FLEET_INLAND: "a fleet cannot go inland",
    Unfit.NOT_BY_LAND: "there is no border by land",
    Unfit.ROUTE_OF_RETREAT: "a retreat goes one space, with no stops on its way",
    Unfit.ROUTE_OF_FLEET: "a fleet goes one space a turn, with no stops on its way",
    Unfit.SUPPORTS_ITSELF: "a unit cannot support itself",
    Unfit.SUPPORTS_NO_MOVE: "a move to the space in which a unit stands cannot be supported",
    Unfit.CONVOY_BY_ARMY: "only fleets convoy",
    Unfit.CONVOY_ON_COAST: "a fleet convoys only while it is in a body of water",
    Unfit.CONVOY_OF_FLEET: "only armies are convoyed",
    Unfit.CONVOY_NOT_TO_COAST: "a convoy goes from one coast to another",
    Unfit.RETREAT_TO_ATTACKER: "a unit may not retreat to the space its attacker came from",
    Unfit.RETREAT_CLOSED: "that space is occupied, or was left vacant by a standoff",
    Unfit.NOT_CONTROLLED: "units are placed only in supply centres that their power controls",
    Unfit.NO_CENTRE: "units are placed only in supply centres",
    Unfit.NOT_HOME: "units are placed only in home supply centres",
    Unfit.OCCUPIED: "the supply centre is not vacant",
    Unfit.NO_KIND_NAMED: "it does not say whether an army or a fleet is meant",
    Unfit.NOTHING_TO_BUILD: "there is nothing to build this year",
    Unfit.NOTHING_TO_REMOVE: "no unit has to be removed this year",
    Unfit.TOO_MANY: "it is more than this year's number",
    Unfit.REMOVED_ALREADY: "that unit is removed already",
    Unfit.WRONG_PHASE: "orders of this kind are for another phase",
}
"""The clauses that name no place."""


def clause(  # noqa: C901, PLR0911 (one case for each)
    board: Board, order: Order, why: Unfit, unit: Unit | None = None
) -> str:
    """Why *order* is not followed; *unit* is the one that stands where the order says."""
    if why in PLAIN:
        return PLAIN[why]
    match why, order:
        case Unfit.NOT_ADJACENT, Move() | Retreat():
            start, goal = board.province_of[order.unit.at], board.province_of[order.to]
            if goal in board.army_borders.get(start, ()):
                return f"the coasts of {board.name(start)} and {board.name(goal)} do not touch"
            return f"{_start(board, order)} does not border {board.name(order.to)}"
        case Unfit.NO_FLEETS, Move():
            return (
                f"{board.name(order.to)} does not border {_start(board, order)}, "
                "and no chain of fleets lies between them"
            )
        case Unfit.ROUTE_OVER_LAND | Unfit.ROUTE_BROKEN | Unfit.NO_FLEET_ON_ROUTE, Move():
            return _route_clause(board, order, why)
        case Unfit.NO_COAST_NAMED, Move() | Retreat():
            return f"it does not say which coast of {board.name(order.to)} is meant"
        case Unfit.NO_COAST_NAMED, Build():
            return f"it does not say on which coast of {board.name(order.unit.at)}"
        case Unfit.COAST_OUT_OF_REACH, Move() | Retreat():
            return f"{board.name(order.to)} is out of reach"
        case Unfit.SUPPORT_OUT_OF_REACH, Support():
            into = order.target.at if order.to is None else order.to
            return f"the unit itself could not move to {board.name(into)}"
        case Unfit.NOT_DISLODGED, _:
            return f"no unit of that side was dislodged in {_start(board, order)}"
        case _:
            return _unit_clause(board, order, why, unit)


def _route_clause(board: Board, order: Move, why: Unfit) -> str:
    """The clauses about the stops of a move."""
    land = next((board.name(stop) for stop in order.stops if stop not in board.seas), None)
    match why:
        case Unfit.ROUTE_OVER_LAND if land is not None:
            return (
                "an army goes one space a turn unless fleets convoy it over the water, and "
                f"{land} is no body of water"
            )
        case Unfit.ROUTE_OVER_LAND:
            return f"{board.name(order.stops[0])} is a body of water, and the army is to go by land"
        case Unfit.ROUTE_BROKEN:
            start, goal = board.province_of[order.unit.at], board.province_of[order.to]
            leg = broken_leg(board, start, order.stops, goal) or (start, goal)
            return f"its way breaks off: {board.name(leg[0])} does not border {board.name(leg[1])}"
        case _ if len(order.stops) == 1:
            return f"no fleet lies in {board.name(order.stops[0])} to convoy it"
        case _:
            return "a fleet is missing in one of the bodies of water on its way"


def _unit_clause(board: Board, order: Order, why: Unfit, unit: Unit | None) -> str:
    """The clauses about which unit an order names."""
    place = _start(board, order)
    match why:
        case Unfit.NO_SUCH_UNIT:
            return f"there is no unit in {place}"
        case Unfit.WRONG_KIND if unit is not None:
            return f"the unit in {place} is {'an army' if unit.kind is Kind.ARMY else 'a fleet'}"
        case Unfit.NOT_YOURS if unit is not None and unit.power == NEUTRAL:
            return f"the army in {place} is a neutral garrison"
        case Unfit.NOT_YOURS if unit is not None:
            return f"the unit in {place} belongs to {board.power_name(unit.power)}"
        case _:
            return "it is not possible"


def _start(board: Board, order: Order) -> str:
    match order:
        case Move() | Support() | Convoy() | Retreat() | Build():
            return board.name(order.unit.at)
        case _:
            unit = getattr(order, "unit", None)
            return board.name(unit.at) if unit else ""


def reach(board: Board, unit: Unit) -> str:
    """Where the unit could go: "From Kai an army can go to Musashi, ... or Suruga."."""
    kind = KINDS[unit.kind].lower()
    article = "an" if unit.kind is Kind.ARMY else "a"
    goals = ways(board, unit)
    if not goals:
        return f"From {board.name(unit.at)} {article} {kind} can go nowhere."
    listed = listing(sorted(map(board.name, goals)), "or")
    return f"From {board.name(unit.at)} {article} {kind} can go to {listed}."


def ways(board: Board, unit: Unit) -> frozenset[Place]:
    """The places that a unit borders."""
    borders = board.army_borders if unit.kind is Kind.ARMY else board.fleet_borders
    return borders.get(unit.at, frozenset())


def listing(names: Iterable[str], last: str = "and") -> str:
    """Names in a row: "Omi, Owari and Mino"."""
    row = list(names)
    if len(row) < 2:
        return "".join(row)
    return f"{', '.join(row[:-1])} {last} {row[-1]}"


def unit_name(board: Board, unit: Unit) -> str:
    """A unit in the middle of a sentence: "Army Kai", "the garrison of Mino"."""
    if unit.power == NEUTRAL:
        return f"the garrison of {board.name(unit.at)}"
    return unit_words(unit.name, board.name)


def sentence(text: str) -> str:
    """A clause as a sentence: with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."
