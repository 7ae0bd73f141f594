"""Orders as saved games may hold them: only those that are possible, in the form they expect."""

from gm.games.diplomacy.convoys import is_linked, is_part_of_chain
from gm.games.diplomacy.events import (
    Disbanded,
    DisbandReason,
    Moved,
    MovementResult,
    NotFollowed,
    Retreated,
    Unfit,
)
from gm.games.diplomacy.legality import Position
from gm.games.diplomacy.orders import (
    Convoy,
    Disband,
    Hold,
    IfDislodged,
    Kind,
    Move,
    Order,
    Retreat,
    Route,
    Support,
)
from gm.games.diplomacy.retreats import retreat_goal
from gm.games.diplomacy.state import State, Unit


def followed(here: Position, event: MovementResult) -> Order | None:
    """The order of a unit as saved games may hold it; None if it was impossible."""
    if isinstance(event, NotFollowed):
        return None
    unit = event.unit
    match event.order:
        case Hold():
            return Hold(unit.name)
        case Move() as move:
            return Move(unit.name, move.to, _route(here, unit, move, event))
        case Support() as support:
            return _support(here, unit, support)
        case Convoy() as convoy:
            return _convoy(here, unit, convoy)
        case _:
            return None


def _route(here: Position, unit: Unit, move: Move, event: MovementResult) -> Route:
    """Whether the order asks for a convoy: where there is no other way, or it went by sea."""
    board = here.board
    if unit.kind is Kind.FLEET:
        return Route.OPEN
    if move.to not in board.army_borders[unit.at]:
        return Route.CONVOY
    asks = move.route is Route.CONVOY and is_linked(board, unit.at, move.to, here.fleets)
    has_sailed = isinstance(event, Moved) and bool(event.route)
    is_told = here.rules.adjacent_convoy == "intent-on-board"  # by the reader of the file too
    return Route.CONVOY if asks or (has_sailed and not is_told) else Route.OPEN


def _support(here: Position, unit: Unit, order: Support) -> Support | None:
    board = here.board
    target = here.units.get(board.province_of[order.target.at])
    if target is None or target.kind is not order.target.kind:
        return None
    if order.to is None:
        return Support(unit.name, target.name)
    goal = board.province_of[order.to]
    if target.kind is Kind.ARMY:
        can_go = board.reaches(target.kind, target.at, goal) or is_linked(
            board, target.at, goal, here.fleets - {unit.at}
        )
        return Support(unit.name, target.name, goal) if can_go else None
    coasts = board.coasts_towards(target.at, goal)
    if not coasts:
        return None
    if unit.kind is Kind.FLEET:  # by another fleet a coast is named only where there is no choice
        return Support(unit.name, target.name, coasts[0] if len(coasts) == 1 else goal)
    return Support(unit.name, target.name, order.to if order.to in coasts else goal)


def _convoy(here: Position, unit: Unit, order: Convoy) -> Convoy | None:
    board = here.board
    start, goal = board.province_of[order.army.at], board.province_of[order.to]
    army = here.units.get(start)
    if army is None or army.kind is not Kind.ARMY:
        return None
    if not is_part_of_chain(board, start, goal, here.fleets, frozenset({unit.at})):
        return None
    return Convoy(unit.name, army.name, goal)


def retreat_of(here: Position, state: State, event: Retreated | Disbanded) -> Order | None:
    """What a beaten unit was ordered in effect, even if it was ordered ahead."""
    unit = event.unit
    match event:
        case Retreated(to=to):
            return Retreat(unit.name, to)
        case Disbanded(why=DisbandReason.ORDERED):
            return Disband(unit.name)
        case Disbanded(why=DisbandReason.COLLISION, order=Retreat() | IfDislodged() as asked):
            beaten = next(one for one in state.dislodged if one.unit == unit)
            places = (asked.to,) if isinstance(asked, Retreat) else asked.places
            goals = (retreat_goal(here.board, here.rules, beaten, place) for place in places)
            goal = next(goal for goal in goals if not isinstance(goal, Unfit))
            return Retreat(unit.name, goal)
        case _:
            return None
