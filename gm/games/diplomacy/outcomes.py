"""From settled conflicts to results: what became of every order, and what caused it.

Rulebook: Conflicts, and the chapters that the events name.
"""

from collections.abc import Collection, Iterator

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
from gm.games.diplomacy.movement import Resolution
from gm.games.diplomacy.orders import Convoy, Hold, Move, Place, Support
from gm.games.diplomacy.retreats import Attack, retreats_of
from gm.games.diplomacy.state import Unit


def results(here: Position, resolution: Resolution) -> Iterator[MovementResult]:
    """What became of every unit on the board, in the order of their provinces."""
    conflicts, orders = resolution.conflicts, resolution.orders
    for place in sorted(here.units):
        unit = here.units[place]
        order = orders.followed.get(place)
        match order:
            case Move():
                outcome = _moved if conflicts.moved[place] else _failed
                yield outcome(resolution, place, unit, order)
            case Support():
                yield _supported(here, resolution, place, unit, order)
            case Convoy():
                yield _convoyed(here, resolution, place, unit, order)
            case None if place in orders.faulty:
                yield NotFollowed(unit, *orders.faulty[place])
            case None | Hold():
                yield _held(conflicts, place, unit, order)


def _held(conflicts: Conflicts, place: Place, unit: Unit, order: Hold | None) -> Held:
    strength = conflicts.strength(place)[0]
    if place not in conflicts.attackers:
        return Held(unit, order, strength)
    attackers = [one for one in conflicts.attackers[place] if conflicts.has_way(one)]
    if not attackers:
        return Held(unit, order, strength)
    by = max(attackers, key=lambda one: (conflicts.moved[one], conflicts.presence(one)[0]))
    against = conflicts.presence(by)[0]
    rival = next(
        (
            conflicts.units[one]
            for one in attackers
            if one != by and strength < against == conflicts.presence(one)[0]
        ),
        None,
    )
    return Held(unit, order, strength, against, conflicts.units[by], rival)


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
    attack, hold = conflicts.meeting(place, goal)
    if hold[0]:
        against, over = hold[0], conflicts.units[goal]
    rival, strength = _strongest_rival(conflicts, place)
    if rival is not None and strength > against:
        against, over = strength, conflicts.units[rival]
    if place not in conflicts.voyages and not resolution.has_knots:
        return Moved(unit, order, order.to, attack[0], against, over)
    route = conflicts.voyages[place].fleets if conflicts.sails(place) else ()
    ring = _ring(conflicts, place)
    return Moved(unit, order, order.to, attack[0], against, over, tuple(sorted(route)), ring)


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
    if place in conflicts.voyages and not conflicts.has_way(place):
        return _without_convoy(resolution, place, unit, order)
    goal = conflicts.goals[place]
    attack, hold = conflicts.meeting(place, goal)
    rival, against = _strongest_rival(conflicts, place)
    has_lost = rival is not None and conflicts.moved[rival]
    if attack[0] <= hold[0] and not has_lost:
        return _stopped(conflicts, place, unit, order, attack[0], hold[0])
    if rival is None:  # only where a fallback stopped the whole knot
        knot = tuple(conflicts.units[one] for one in sorted(conflicts.goals))
        return ConvoyKnotted(unit, order, order.to, knot)
    strength = attack[0] or conflicts.strength(place)[0]
    by = conflicts.units[rival]
    garrison = conflicts.units[goal] if hold[0] and not has_lost else None
    return StoodOff(unit, order, order.to, strength, by, against, has_lost, garrison)


def _stopped(  # noqa: PLR0913, PLR0917 (a move and what it met)
    conflicts: Conflicts, place: Place, unit: Unit, order: Move, strength: int, against: int
) -> StoppedByOwn | MetHeadOn | Repelled:
    """Why a move failed against the unit in the space itself."""
    goal = conflicts.goals[place]
    occupant = conflicts.units[goal]
    because = _head_of_column(conflicts, goal) if goal in conflicts.goals else None
    if occupant.power == unit.power:
        full = conflicts.strength(place)[0]
        return StoppedByOwn(unit, order, order.to, full, occupant, because)
    if conflicts.goals.get(goal) == place and conflicts.meet_head_on(place, goal):
        return MetHeadOn(unit, order, order.to, strength, occupant, against)
    uncounted = tuple(
        conflicts.units[helper]
        for helper in conflicts.helpers.get(place, ())
        if conflicts.units[helper].power == occupant.power and conflicts.stands(helper)
    )
    return Repelled(unit, order, order.to, strength, occupant, against, uncounted, because)


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


def _head_of_column(conflicts: Conflicts, place: Place) -> Unit:
    """The unit on whose failure that of the moving unit at *place* hangs."""
    seen: set[Place] = set()
    head = place
    while head not in seen:
        seen.add(head)
        ahead = conflicts.goals[head]
        if ahead not in conflicts.goals or conflicts.moved[ahead]:
            break
        head = ahead
    return conflicts.units[head]


def _strongest_rival(conflicts: Conflicts, place: Place) -> tuple[Place | None, int]:
    """The rival for the goal of *place*: the one that got in, or the strongest; its strength."""
    rivals = conflicts.attackers[conflicts.goals[place]]
    if len(rivals) == 1:
        return None, 0
    moved = conflicts.moved
    _, against, strongest = max(
        (moved[rival], conflicts.presence(rival)[0], rival) for rival in rivals if rival != place
    )
    return strongest, against


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
    attackers = [one for one in conflicts.attackers.get(place, ()) if conflicts.has_way(one)]
    despite = here.units[attackers[0]] if attackers else None
    return Supported(unit, order, here.units[here.board.province_of[order.target.at]], despite)


def dislodgements(
    here: Position, resolution: Resolution, closed: Collection[Place]
) -> Iterator[Dislodged]:
    """The units that were beaten, in the order of their provinces. Rulebook: Dislodgements.

    No retreat goes to the provinces *closed*: occupied after the moves, or left vacant by a
    standoff.
    """
    conflicts = resolution.conflicts
    beaten = sorted(
        (conflicts.goals[start], start)
        for start, entered in conflicts.moved.items()
        if entered
        and conflicts.goals[start] in here.units
        and not conflicts.moved.get(conflicts.goals[start])
    )
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
