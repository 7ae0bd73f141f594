"""From settled conflicts to results: what became of every order, and what caused it.

Rulebook: Conflicts, and the chapters that the events name.
"""

from collections.abc import Collection, Iterator, Mapping

from gm.games.diplomacy.conflicts import Conflicts
from gm.games.diplomacy.convoys import from_the_coast, useful_fleets
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


def results(here: Position, resolution: Resolution, shown: "Shown") -> Iterator[MovementResult]:
    """What became of every unit on the board, in the order of their provinces."""
    conflicts, orders = resolution.conflicts, resolution.orders
    attackers, helpers, units = conflicts.attackers, conflicts.helpers, here.units
    for place in sorted(units):
        order = orders.followed.get(place)
        if isinstance(order, Move):
            outcome = _moved if conflicts.moved[place] else _failed
            yield outcome(resolution, shown, place, units[place], order)
        elif isinstance(order, Support):
            yield _supported(here, resolution, place, units[place], order)
        elif isinstance(order, Convoy):
            yield _convoyed(here, resolution, place, units[place], order)
        elif order is None and place in orders.faulty:
            yield NotFollowed(units[place], *orders.faulty[place])
        elif place in attackers or place in helpers:
            yield _held(conflicts, shown, place, units[place], order)
        else:
            yield Held(units[place], order, 1)


Shown = Mapping[Place, int]
"""With what strength each move kept others out of its goal."""


def _held(conflicts: Conflicts, shown: Shown, place: Place, unit: Unit, order: Hold | None) -> Held:
    against, by, rival = 0, None, None
    strength = conflicts.strength(place)[0]
    for attacker in conflicts.attackers.get(place, ()):
        if shown[attacker] > against:
            against, by, rival = shown[attacker], conflicts.units[attacker], None
        elif shown[attacker] == against > strength and rival is None:
            rival = conflicts.units[attacker]
    return Held(unit, order, strength, against, by, rival)


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


def _moved(resolution: Resolution, shown: Shown, place: Place, unit: Unit, order: Move) -> Moved:
    conflicts = resolution.conflicts
    goal = conflicts.goals[place]
    strength, hold = conflicts.bout(place)
    against, over = hold, conflicts.units[goal] if hold else None
    for rival in conflicts.attackers[goal]:
        if shown[rival] > against and rival != place:
            against, over = shown[rival], conflicts.units[rival]
    if place not in conflicts.voyages and goal not in conflicts.goals:
        return Moved(unit, order, order.to, strength, against, over)
    route = _route(conflicts, place) if conflicts.sails(place) else ()
    ring = _ring(conflicts, place)
    return Moved(unit, order, order.to, strength, against, over, route, ring)


def _route(conflicts: Conflicts, place: Place) -> tuple[Place, ...]:
    """The seas over which a convoyed army can have come, from its coast on."""
    board, goal = conflicts.board, conflicts.goals[place]
    afloat = frozenset(
        sea for sea in conflicts.voyages[place].fleets if not conflicts.is_dislodged(sea)
    )
    return from_the_coast(board, place, useful_fleets(board, place, goal, afloat))


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


def _failed(
    resolution: Resolution, shown: Shown, place: Place, unit: Unit, order: Move
) -> MoveFailed:
    conflicts = resolution.conflicts
    if place in conflicts.voyages and not conflicts.has_way(place):
        return _without_convoy(resolution, place, unit, order)
    goal = conflicts.goals[place]
    strength, hold = conflicts.bout(place)
    if conflicts.moved.get(goal) and _meets_head_on(conflicts, place):
        return MetHeadOn(unit, order, order.to, strength, conflicts.units[goal], hold)
    rival, against, has_lost = None, 0, False
    for one in conflicts.attackers[goal]:
        if one != place and (shown[one] > against or conflicts.moved[one]):
            rival, against, has_lost = one, shown[one], conflicts.moved[one]
            if has_lost:
                break
    if strength <= hold and not has_lost:
        head = _head_of_column(conflicts, shown, goal) if goal in conflicts.goals else None
        is_circle = head == place or (head != goal and head in conflicts.attackers[goal])
        full = conflicts.strength(place)[0]
        if rival is not None and is_circle and against >= full:
            return StoodOff(unit, order, order.to, full, conflicts.units[rival], against)
        because = None if head is None else conflicts.units[head]
        return _stopped(conflicts, place, unit, order, (strength, hold), because)
    if rival is None:  # only where a fallback stopped the whole knot
        knot = tuple(conflicts.units[one] for one in sorted(conflicts.goals))
        return ConvoyKnotted(unit, order, order.to, knot)
    strength = strength or conflicts.strength(place)[0]  # against an own unit it has none
    garrison = conflicts.units[goal] if hold and not has_lost else None
    by = conflicts.units[rival]
    return StoodOff(unit, order, order.to, strength, by, against, has_lost, garrison)


def _meets_head_on(conflicts: Conflicts, place: Place) -> bool:
    goal = conflicts.goals[place]
    return conflicts.goals.get(goal) == place and bool(conflicts.meet_head_on(place, goal))


def _stopped(  # noqa: PLR0913, PLR0917 (a move and what it met)
    conflicts: Conflicts,
    place: Place,
    unit: Unit,
    order: Move,
    bout: tuple[int, int],
    because: Unit | None,
) -> StoppedByOwn | MetHeadOn | Repelled:
    """Why a move failed against the unit in the space itself."""
    strength, against = bout
    occupant = conflicts.units[conflicts.goals[place]]
    if occupant.power == unit.power:
        full = conflicts.strength(place)[0]
        return StoppedByOwn(unit, order, order.to, full, occupant, because)
    if _meets_head_on(conflicts, place):
        return MetHeadOn(unit, order, order.to, strength, occupant, against)
    uncounted: tuple[Unit, ...] = ()
    if place in conflicts.helpers:
        helpers = [
            conflicts.units[one] for one in conflicts.helpers[place] if conflicts.stands(one)
        ]
        uncounted = tuple(helper for helper in helpers if helper.power == occupant.power)
    return Repelled(unit, order, order.to, strength, occupant, against, uncounted, because)


def _without_convoy(
    resolution: Resolution, place: Place, unit: Unit, order: Move
) -> NoConvoy | ConvoyDisrupted | ConvoyKnotted:
    conflicts = resolution.conflicts
    knot = resolution.knots.broken.get(place)
    if knot is not None:
        units = tuple(conflicts.units[one] for one in knot)
        return ConvoyKnotted(unit, order, order.to, units)
    losses = [
        (conflicts.units[sea], conflicts.units[attacker])
        for sea in sorted(conflicts.voyages[place].fleets)
        for attacker in conflicts.attackers.get(sea, ())
        if conflicts.moved[attacker]
    ]
    if not losses:
        return NoConvoy(unit, order, order.to)
    return ConvoyDisrupted(unit, order, order.to, *losses[0], tuple(losses[1:]))


def _head_of_column(conflicts: Conflicts, shown: Shown, place: Place) -> Place:
    """The unit on whose failure that of the moving unit at *place* hangs.

    A circle in which every unit waits for the next hangs on one that a rival stood off.
    """
    head, passed = place, {place}
    while not _fails_itself(conflicts, shown, head):
        head = conflicts.goals[head]
        if head in passed:
            break
        passed.add(head)
    return head


def _fails_itself(conflicts: Conflicts, shown: Shown, start: Place) -> bool:
    """Whether a failed move has a cause other than a unit ahead of it that could not leave."""
    goal = conflicts.goals[start]
    if goal not in conflicts.goals or conflicts.moved[goal] or not conflicts.has_way(start):
        return True
    if _meets_head_on(conflicts, start):
        return True
    strength = conflicts.strength(start)[0]
    return any(shown[one] >= strength for one in conflicts.attackers[goal] if one != start)


def _supported(
    here: Position, resolution: Resolution, place: Place, unit: Unit, order: Support
) -> Supported | SupportCut | Unmatched:
    conflicts = resolution.conflicts
    if place in conflicts.attackers and not conflicts.stands(place):
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
        strength, hold = conflicts.bout(start)
        unit, way = here.units[place], Attack(start, bool(conflicts.sails(start)))
        yield Dislodged(
            unit=unit,
            by=here.units[start],
            strength=strength,
            against=hold,
            by_convoy=way.by_convoy,
            retreats=retreats_of(here.board, here.rules, unit, way, closed),
        )


def standoffs(here: Position, resolution: Resolution, shown: Shown) -> Iterator[Contested]:
    """The spaces that ended vacant although attacks on them took effect.

    Rulebook: Simple Standoffs, Retreats/Disbandments.
    """
    moved, attackers = resolution.conflicts.moved, resolution.conflicts.attackers
    for goal in sorted(attackers):
        if goal in here.units and not moved.get(goal):
            continue
        by = [here.units[start] for start in attackers[goal] if shown[start] and not moved[start]]
        if by and not any(moved[start] for start in attackers[goal]):
            yield Contested(goal, tuple(by))
