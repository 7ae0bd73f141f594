"""Where a dislodged unit may go, and what happens when all retreat at once.

Rulebook: Retreats/Disbandments.
"""

from collections.abc import Collection, Mapping, Sequence

from gm.games.diplomacy.events import Disbanded, DisbandReason, Retreated, Unfit
from gm.games.diplomacy.legality import can_enter, names, unit_of
from gm.games.diplomacy.map import NEUTRAL, Board, Terrain
from gm.games.diplomacy.orders import ARMY, Disband, IfDislodged, Kind, Order, Place, Retreat
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.state import Beaten, State, Unit, in_order
from gm.games.vocabulary import Power
from gm.values import Value


class Attack(Value, frozen=True):
    """Where the attack came from that dislodged a unit, and whether by sea."""

    origin: Place
    by_convoy: bool


def retreats_of(
    board: Board, rules: Rulebook, unit: Unit, attack: Attack, closed: Collection[Place]
) -> tuple[Place, ...]:
    """The places to which a beaten unit may go, sorted.

    Adjacent ones that it could ordinarily move to, not one its attacker came from, and not one of
    the provinces *closed*: occupied after the moves, or left vacant by a standoff.
    """
    is_open = attack.by_convoy and rules.retreat_to_convoy_start == "allowed"
    steps = board.army_steps if unit.kind is ARMY else board.fleet_steps
    return tuple(
        [
            place
            for place, province in steps[unit.at].items()
            if province not in closed and (is_open or province != attack.origin)
        ]
    )


def resolve_retreats(
    board: Board, rules: Rulebook, state: State, orders: Mapping[Power, Sequence[Order]]
) -> tuple[tuple[Unit, ...], tuple[Retreated | Disbanded, ...]]:
    """Carries out all retreats at once; gives the units on the board and what happened.

    Rulebook: Retreats/Disbandments, Civil Disorder.
    """
    choices = {
        beaten.unit: _choice(board, rules, state, beaten, orders.get(beaten.unit.power, ()))
        for beaten in state.dislodged
    }
    going: dict[Place, list[Unit]] = {}
    for unit, choice in choices.items():
        if isinstance(choice, Retreated):
            going.setdefault(board.province_of[choice.to], []).append(unit)
    units = list(state.units)
    events: list[Retreated | Disbanded] = []
    for unit, choice in choices.items():
        if not isinstance(choice, Retreated):
            events.append(choice)
            continue
        others = tuple(other for other in going[board.province_of[choice.to]] if other != unit)
        if others:
            events.append(Disbanded(unit, DisbandReason.COLLISION, choice.order, others))
        else:
            events.append(choice)
            units.append(Unit(unit.power, unit.kind, choice.to))
    return in_order(units), tuple(events)


def _choice(
    board: Board, rules: Rulebook, state: State, beaten: Beaten, orders: Sequence[Order]
) -> Retreated | Disbanded:
    """What a beaten unit tries: its last order of this phase, or what was ordered ahead."""
    unit = beaten.unit
    if unit.power == NEUTRAL:
        return Disbanded(unit, DisbandReason.GARRISON)
    if not beaten.retreats:
        return Disbanded(unit, DisbandReason.NO_RETREAT)
    for order in (*reversed(orders), *reversed(state.ahead.get(unit.power, ()))):
        named = unit_of(order)
        if named is None or not names(board, rules, unit, named):
            continue
        match order:
            case Retreat(_, to):
                return _try((board, rules), beaten, order, (to,), DisbandReason.ILLEGAL_ORDER)
            case IfDislodged(_, places):
                return _try((board, rules), beaten, order, places, DisbandReason.LIST_EXHAUSTED)
            case Disband():
                return Disbanded(unit, DisbandReason.ORDERED, order)
    return Disbanded(unit, DisbandReason.NO_ORDER)


def _try(
    table: tuple[Board, Rulebook],
    beaten: Beaten,
    order: Retreat | IfDislodged,
    places: Sequence[Place],
    else_: DisbandReason,
) -> Retreated | Disbanded:
    """The first of *places* that is open, or disbanding."""
    unfit = None
    for place in places:
        goal = retreat_goal(*table, beaten, place)
        if not isinstance(goal, Unfit):
            return Retreated(beaten.unit, goal, order)
        unfit = goal
    return Disbanded(beaten.unit, else_, order, unfit=unfit)


def retreat_goal(board: Board, rules: Rulebook, beaten: Beaten, to: Place) -> Place | Unfit:
    """The place a retreat order means, or why the beaten unit cannot go there."""
    unit, province = beaten.unit, board.province_of[to]
    if unit.kind is Kind.ARMY:
        if to != province and rules.army_coast == "fails":
            return Unfit.COAST_OUT_OF_REACH
        to = province
    if to in beaten.retreats:
        return to
    coasts = [at for at in beaten.retreats if board.province_of[at] == province]
    if not coasts:
        return _closed(board, beaten, province)
    if to != province:
        is_clear = rules.wrong_coast == "corrected" and len(coasts) == 1
        return coasts[0] if is_clear else Unfit.COAST_OUT_OF_REACH
    choice = rules.only_coast if len(coasts) == 1 else rules.missing_coast
    return Unfit.NO_COAST_NAMED if choice == "fails" else coasts[0]


def _closed(board: Board, beaten: Beaten, province: Place) -> Unfit:
    unit = beaten.unit
    if province == board.province_of[unit.at]:
        return Unfit.OWN_SPACE
    if not can_enter(board, unit, province):
        if unit.kind is Kind.ARMY and province in board.seas:
            return Unfit.ARMY_TO_SEA
        is_inland = board.provinces[province].terrain is Terrain.INLAND
        return Unfit.FLEET_INLAND if unit.kind is Kind.FLEET and is_inland else Unfit.NOT_ADJACENT
    if province == beaten.origin:
        return Unfit.RETREAT_TO_ATTACKER
    return Unfit.RETREAT_CLOSED


def is_needed(state: State) -> bool:
    """True if some beaten unit has a choice that its power has not answered ahead."""
    return any(
        beaten.retreats and not is_answered_ahead(state, beaten) for beaten in state.dislodged
    )


def is_answered_ahead(state: State, beaten: Beaten) -> bool:
    """True if a retreat ordered ahead covers the unit."""
    return any(order.unit.at == beaten.unit.at for order in state.ahead.get(beaten.unit.power, ()))
