"""From settled conflicts to results: what became of every order, and what caused it.

Rulebook: Conflicts, and the chapters that the events name.
"""

from collections.abc import Iterator

from gm.games.diplomacy.conflicts import Conflicts
from gm.games.diplomacy.events import (
    Contested,
    ConvoyDisrupted,
    Convoyed,
    ConvoyKnotted,
    ConvoyLost,
    Dislodged,
    Held,
    MetHeadOn,
    Moved,
    MoveFailed,
    MovementResult,
    NoConvoy,
    NotFollowed,
    Repelled,
    StoodOff,
    StoppedByOwn,
    SupportCut,
    Supported,
    Unmatched,
)
from gm.games.diplomacy.legality import Position
from gm.games.diplomacy.movement import Resolution, placed
from gm.games.diplomacy.orders import Convoy, Hold, Move, Place, Support
from gm.games.diplomacy.retreats import Attack, retreats_of
from gm.games.diplomacy.state import Unit


def results(here: Position, resolution: Resolution) -> Iterator[MovementResult]:
    """What became of every unit on the board, in the order of their provinces."""
    for place in sorted(here.units):
        yield result(here, resolution, place)


def result(here: Position, resolution: Resolution, place: Place) -> MovementResult:
    """What became of the unit at *place*."""
    unit = here.units[place]
    orders, conflicts = resolution.orders, resolution.conflicts
    if place in orders.faulty:
        return NotFollowed(unit, *orders.faulty[place])
    order = orders.followed.get(place)
    match order:
        case Move():
            if conflicts.moved[place]:
                return _moved(resolution, place, unit, order)
            return _failed(resolution, place, unit, order)
        case None | Hold():
            by = _strongest_attacker(conflicts, place)
            against = conflicts.presence(by)[0] if by is not None else 0
            attacker = None if by is None else here.units[by]
            return Held(unit, order, conflicts.strength(place)[0], against, attacker)
        case Support():
            return _supported(here, resolution, place, unit, order)
        case Convoy():
            return _convoyed(here, resolution, place, unit, order)


def _unmatched(
    here: Position, resolution: Resolution, unit: Unit, order: Support | Convoy
) -> Unmatched:
    partner = order.target if isinstance(order, Support) else order.army
    named = here.board.province_of[partner.at]
    orders = resolution.orders
    did = orders.followed.get(named) or orders.faulty.get(named, (None,))[0]
    return Unmatched(unit, order, here.units.get(named), did)


def _convoyed(
    here: Position, resolution: Resolution, place: Place, unit: Unit, order: Convoy
) -> Convoyed | ConvoyLost | Unmatched:
    conflicts = resolution.conflicts
    start = here.board.province_of[order.army.at]
    if conflicts.goals.get(start) != here.board.province_of[order.to]:
        return _unmatched(here, resolution, unit, order)
    army = here.units[start]
    for attacker in conflicts.attackers.get(place, ()):
        if conflicts.moved[attacker]:
            return ConvoyLost(unit, order, army, here.units[attacker])
    if start not in conflicts.voyages:
        return _unmatched(here, resolution, unit, order)
    if conflicts.voyages[start].fleets and not conflicts.is_carried(start):
        return ConvoyLost(unit, order, army, None)
    return Convoyed(unit, order, army)


def _moved(resolution: Resolution, place: Place, unit: Unit, order: Move) -> Moved:
    conflicts = resolution.conflicts
    goal = conflicts.goals[place]
    against, over = 0, None
    occupant = conflicts.units.get(goal)
    attack, hold = conflicts.meeting(place, goal)
    if occupant is not None and hold[0]:
        against, over = hold[0], occupant
    for rival in conflicts.attackers[goal]:
        if rival != place and (strength := conflicts.presence(rival)[0]) > against:
            against, over = strength, conflicts.units[rival]
    voyage = conflicts.voyages.get(place)
    route = tuple(sorted(voyage.fleets)) if voyage and conflicts.sails(place) else ()
    ring = _ring(conflicts, place) if resolution.has_knots else ()
    return Moved(unit, order, order.to, attack[0], against, over, route, ring)


def _ring(conflicts: Conflicts, place: Place) -> tuple[Unit, ...]:
    """The units of a circular movement, beginning with the one at *place*; or none."""
    ring = [place]
    goal = conflicts.goals[place]
    while goal != place:
        if not conflicts.moved.get(goal) or goal in ring:
            return ()
        ring.append(goal)
        goal = conflicts.goals[goal]
    return tuple(conflicts.units[one] for one in ring)


def _failed(resolution: Resolution, place: Place, unit: Unit, order: Move) -> MoveFailed:
    conflicts = resolution.conflicts
    if not conflicts.has_way(place):
        return _without_convoy(resolution, place, unit, order)
    goal = conflicts.goals[place]
    to, occupant = order.to, conflicts.units.get(goal)
    attack, hold = conflicts.meeting(place, goal)
    full = conflicts.strength(place)[0]
    if occupant is not None and attack[0] <= hold[0]:
        because = _head_of_column(conflicts, goal)
        is_head_on = conflicts.goals.get(goal) == place and conflicts.meet_head_on(place, goal)
        if occupant.power == unit.power:
            return StoppedByOwn(unit, order, to, full, occupant, because)
        if is_head_on:
            return MetHeadOn(unit, order, to, attack[0], occupant, hold[0])
        uncounted = tuple(
            conflicts.units[helper]
            for helper in conflicts.helpers.get(place, ())
            if conflicts.units[helper].power == occupant.power and conflicts.stands(helper)
        )
        return Repelled(unit, order, to, attack[0], occupant, hold[0], uncounted, because)
    rival = _strongest_rival(conflicts, place)
    if rival is None:  # only where a fallback stopped the whole knot
        knot = tuple(conflicts.units[one] for one in sorted(conflicts.goals))
        return ConvoyKnotted(unit, order, to, knot)
    stayed = occupant if occupant is not None and hold[0] else None
    has_won = conflicts.moved[rival]
    against = conflicts.presence(rival)[0]
    strength = attack[0]
    return StoodOff(unit, order, to, strength, conflicts.units[rival], against, has_won, stayed)


def _without_convoy(
    resolution: Resolution, place: Place, unit: Unit, order: Move
) -> NoConvoy | ConvoyDisrupted | ConvoyKnotted:
    conflicts = resolution.conflicts
    knot = resolution.knots.broken.get(place)
    if knot is not None:
        units = tuple(conflicts.units[one] for one in knot)
        return ConvoyKnotted(unit, order, order.to, units)
    for sea in sorted(conflicts.voyages[place].fleets):
        for attacker in conflicts.attackers.get(sea, ()):
            if conflicts.moved[attacker]:
                fleet, by = conflicts.units[sea], conflicts.units[attacker]
                return ConvoyDisrupted(unit, order, order.to, fleet, by)
    return NoConvoy(unit, order, order.to)


def _head_of_column(conflicts: Conflicts, place: Place) -> Unit | None:
    """The unit on whose failure that of the unit at *place* hangs, if it was ordered to move."""
    seen: set[Place] = set()
    head = place
    while head in conflicts.goals and head not in seen:
        seen.add(head)
        ahead = conflicts.goals[head]
        onward = conflicts.units.get(ahead)
        if onward is None or conflicts.moved.get(ahead) or ahead not in conflicts.goals:
            break
        head = ahead
    return conflicts.units[head] if place in conflicts.goals else None


def _strongest_rival(conflicts: Conflicts, place: Place) -> Place | None:
    """The rival for the goal of *place* that kept it out: the one that got in, or the strongest."""
    rivals = [one for one in conflicts.attackers[conflicts.goals[place]] if one != place]
    return max(
        rivals,
        key=lambda one: (conflicts.moved[one], conflicts.presence(one)[0]),
        default=None,
    )


def _strongest_attacker(conflicts: Conflicts, place: Place) -> Place | None:
    attackers = [one for one in conflicts.attackers.get(place, ()) if conflicts.has_way(one)]
    return max(attackers, key=lambda one: conflicts.presence(one)[0], default=None)


def _supported(
    here: Position, resolution: Resolution, place: Place, unit: Unit, order: Support
) -> Supported | SupportCut | Unmatched:
    conflicts = resolution.conflicts
    if not conflicts.stands(place):
        cutters = [one for one in conflicts.attackers[place] if conflicts.cuts(one, place)]
        by = max(cutters, key=lambda one: conflicts.moved[one])
        return SupportCut(unit, order, here.units[by], conflicts.moved[by])
    if place not in resolution.orders.matched:
        return _unmatched(here, resolution, unit, order)
    return Supported(unit, order, here.units[here.board.province_of[order.target.at]])


def dislodgements(here: Position, resolution: Resolution) -> Iterator[Dislodged]:
    """The units that were beaten, in the order of their provinces. Rulebook: Dislodgements."""
    conflicts = resolution.conflicts
    beaten = sorted(
        (conflicts.goals[start], start)
        for start, entered in conflicts.moved.items()
        if entered
        and conflicts.goals[start] in here.units
        and not conflicts.moved.get(conflicts.goals[start])
    )
    if not beaten:
        return
    closed = {contested.place for contested in standoffs(here, resolution)}
    closed.update(placed(resolution))
    for place, start in beaten:
        attack, hold = conflicts.meeting(start, place)
        unit, way = here.units[place], Attack(start, bool(conflicts.sails(start)))
        yield Dislodged(
            unit=unit,
            by=here.units[start],
            strength=attack[0],
            against=hold[0],
            by_convoy=way.by_convoy,
            retreats=retreats_of(here.board, here.rules, unit, way, closed),
        )


def standoffs(here: Position, resolution: Resolution) -> Iterator[Contested]:
    """The spaces that ended vacant although attacks on them took effect.

    Rulebook: Simple Standoffs, Retreats/Disbandments.
    """
    conflicts = resolution.conflicts
    for goal in sorted(conflicts.attackers):
        starts = conflicts.attackers[goal]
        is_vacant = goal not in here.units or conflicts.moved.get(goal)
        if not is_vacant or any(conflicts.moved[start] for start in starts):
            continue
        by = tuple(here.units[start] for start in starts if conflicts.presence(start)[0])
        if by:
            yield Contested(goal, by)
