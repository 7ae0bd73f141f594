"""From settled conflicts to results: what became of every order, and what caused it.

Rulebook: Conflicts, and the chapters that the events name.
"""

from collections.abc import Collection, Iterable, Sequence

from gm.games.diplomacy.convoys import from_the_coast, useful_fleets
from gm.games.diplomacy.events import (
    CircleStopped,
    Contested,
    ConvoyDisrupted,
    Convoyed,
    ConvoyKnotted,
    ConvoyLost,
    Dislodged,
    Held,
    KnotStopped,
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
from gm.games.diplomacy.movement import Resolution
from gm.games.diplomacy.orders import Convoy, Move, Order, Place, Support
from gm.games.diplomacy.retreats import Attack, retreats_of
from gm.games.diplomacy.state import Unit


class Outcomes:
    """What became of the units of one phase, when it is settled who moves.

    ``placed`` are the units that stand on the board after the moves, by province; those that were
    dislodged are not among them.
    """

    __slots__ = (
        "attackers", "conflicts", "goals", "heads", "helpers", "here", "moved", "placed",
        "presences", "resolution", "rings", "units", "voyages",
    )  # fmt: skip

    def __init__(self, resolution: Resolution) -> None:
        here = resolution.sheet.here
        self.here = here
        self.resolution = resolution
        self.units = here.units
        self.conflicts = conflicts = resolution.conflicts
        self.attackers = conflicts.attackers
        self.goals = conflicts.goals
        self.helpers = conflicts.helpers
        self.moved = conflicts.moved
        self.voyages = conflicts.voyages
        self.heads: dict[Place, Place] = {}
        self.presences: dict[Place, int] = {}
        self.rings: dict[Place, tuple[Unit, ...]] = {}
        self.placed = self._placed()

    def _placed(self) -> dict[Place, Unit]:
        placed, units, entered = dict(self.units), self.units, self.resolution.entered
        for start in entered:
            del placed[start]
        for start in entered:
            unit, to = units[start], self.resolution.sheet.moves[start].to
            placed[self.goals[start]] = Unit(unit.power, unit.kind, to)
        return placed

    def results(self) -> list[MovementResult]:
        """What became of every unit on the board, in the order of their provinces."""
        told, knots = self.resolution.told, self.resolution.knots
        for place, circle in knots.circled.items():
            told[place] = self._circle_stopped(place, circle)
        for place in self.units.keys() - told.keys():
            told[place] = self.result(place)
        return [*map(told.__getitem__, self.resolution.sheet.places)]

    def result(self, place: Place) -> MovementResult:
        """What became of the unit at *place*."""
        sheet = self.resolution.sheet
        if place in sheet.moves:
            return (self._moved if self.moved[place] else self._failed)(place)
        if place in sheet.supports:
            return self._supported(place)
        if place in sheet.convoys:
            return self._convoyed(place)
        if place in sheet.faulty:
            return NotFollowed(self.units[place], *sheet.faulty[place])
        return self._held(place)

    def shown(self, start: Place) -> int:
        """With what strength a move kept others out of its goal."""
        known = self.presences.get(start)
        if known is None:
            known, _ = self.conflicts.presence(start)
            self.presences[start] = known
        return known

    def _held(self, place: Place) -> Held:
        unit, order = self.units[place], self.resolution.sheet.holds.get(place)
        strength, _ = self.conflicts.strength(place)
        attackers = self.attackers.get(place)
        if attackers is None:
            return Held(unit, order, strength)
        against, by, rival = 0, None, None
        for attacker in attackers:
            shown = self.shown(attacker)
            if shown > against:
                against, by, rival = shown, self.units[attacker], None
            elif shown == against > strength and rival is None:
                rival = self.units[attacker]
        return Held(unit, order, strength, against, by, rival)

    def _circle_stopped(self, place: Place, circle: Sequence[Place]) -> CircleStopped:
        unit, order = self.units[place], self.resolution.sheet.moves[place]
        return CircleStopped(unit, order, order.to, tuple([self.units[one] for one in circle]))

    def _moved(self, place: Place) -> Moved:
        unit, order = self.units[place], self.resolution.sheet.moves[place]
        goal, goals, voyages = self.goals[place], self.goals, self.voyages
        strength, against, over = self.shown(place), 0, None
        if goal in self.units:
            (strength, _), (against, _) = self.conflicts.meeting(place, goal)
            over = self.units[goal] if against else None
        for rival in self.attackers[goal]:
            if rival != place:
                shown = self.shown(rival)
                if shown > against:
                    against, over = shown, self.units[rival]
        if place not in voyages and goal not in goals:
            return Moved(unit, order, order.to, strength, against, over)
        route = self._route(place) if self.conflicts.sails(place) else ()
        return Moved(unit, order, order.to, strength, against, over, route, self._ring(place))

    def _route(self, place: Place) -> tuple[Place, ...]:
        """The seas over which a convoyed army can have come, from its coast on."""
        board, goal, conflicts = self.here.board, self.goals[place], self.conflicts
        afloat = frozenset(
            sea for sea in self.voyages[place].fleets if not conflicts.is_dislodged(sea)
        )
        return from_the_coast(board, place, useful_fleets(board, place, goal, afloat))

    def _ring(self, place: Place) -> tuple[Unit, ...]:
        """The units of a circular movement, beginning with the one at *place*; or none."""
        if place in self.rings:
            return self.rings[place]
        ring = {place: self.units[place]}
        goal = self.goals[place]
        while goal != place:
            if not self.moved.get(goal) or goal in ring:
                return ()
            ring[goal] = self.units[goal]
            goal = self.goals[goal]
        units = tuple(ring.values())
        self.rings.update((one, units[at:] + units[:at]) for at, one in enumerate(ring))
        return units

    def _failed(self, place: Place) -> MoveFailed:
        unit, order = self.units[place], self.resolution.sheet.moves[place]
        if place in self.voyages and not self.conflicts.has_way(place):
            return self._without_convoy(place, unit, order)
        goal, shown, moved, units = self.goals[place], self.shown, self.moved, self.units
        if moved.get(goal) and self._meets_head_on(place, goal):
            (strength, _), (hold, _) = self.conflicts.meeting(place, goal)
            return MetHeadOn(unit, order, order.to, strength, units[goal], hold)
        rival, against, has_lost = None, 0, False
        for one in self.attackers[goal]:
            if one != place and (shown(one) > against or moved[one]):
                rival, against, has_lost = one, shown(one), moved[one]
                if has_lost:
                    break
        (strength, _), (hold, _) = self.conflicts.meeting(place, goal)
        if strength <= hold and not has_lost:
            return self._stopped(place, unit, order, (strength, hold), (rival, against))
        if rival is None or (against < strength and not has_lost):  # the rule stopped a whole knot
            knots = self.resolution.knots.broken.values()
            knot = next(knot for knot in knots if place in knot)
            return KnotStopped(unit, order, order.to, tuple(units[one] for one in knot))
        if not strength:  # against an own unit it has none
            strength, _ = self.conflicts.strength(place)
        garrison = units[goal] if hold and not has_lost else None
        return StoodOff(unit, order, order.to, strength, units[rival], against, has_lost, garrison)

    def _meets_head_on(self, place: Place, goal: Place) -> bool:
        return self.goals.get(goal) == place and bool(self.conflicts.meet_head_on(place, goal))

    def _stopped(
        self,
        place: Place,
        unit: Unit,
        order: Move,
        bout: tuple[int, int],
        rival: tuple[Place | None, int],
    ) -> StoodOff | StoppedByOwn | MetHeadOn | Repelled:
        """Why a move failed against the unit in the space itself.

        *bout* are the strengths of the two, *rival* is the strongest other one for the space.
        """
        goal, units = self.goals[place], self.units
        occupant, because = units[goal], None
        if goal in self.goals:
            head = self._head_of_column(goal)
            by, against = rival
            if by is not None and (
                head == place or (head != goal and head in self.attackers[goal])
            ):
                full, _ = self.conflicts.strength(place)
                if against >= full:
                    return StoodOff(unit, order, order.to, full, units[by], against)
            because = units[head]
        if occupant.power == unit.power:
            full, _ = self.conflicts.strength(place)
            return StoppedByOwn(unit, order, order.to, full, occupant, because)
        if self._meets_head_on(place, goal):
            return MetHeadOn(unit, order, order.to, bout[0], occupant, bout[1])
        uncounted: tuple[Unit, ...] = ()
        if place in self.helpers:
            uncounted = tuple(
                units[one]
                for one in self.helpers[place]
                if units[one].power == occupant.power and self.conflicts.stands(one)
            )
        return Repelled(unit, order, order.to, bout[0], occupant, bout[1], uncounted, because)

    def _without_convoy(
        self, place: Place, unit: Unit, order: Move
    ) -> NoConvoy | ConvoyDisrupted | ConvoyKnotted:
        units = self.units
        knot = self.resolution.knots.broken.get(place)
        if knot is not None:
            return ConvoyKnotted(unit, order, order.to, tuple(units[one] for one in knot))
        losses = [
            (units[sea], units[attacker])
            for sea in sorted(self.voyages[place].fleets)
            for attacker in self.attackers.get(sea, ())
            if self.moved[attacker]
        ]
        if not losses:
            return NoConvoy(unit, order, order.to)
        return ConvoyDisrupted(unit, order, order.to, *losses[0], tuple(losses[1:]))

    def _head_of_column(self, place: Place) -> Place:
        """The unit on whose failure that of the moving unit at *place* hangs.

        A circle in which every unit waits for the next hangs on one that a rival stood off.
        """
        head, passed = place, {place}
        while head not in self.heads and not self._fails_itself(head):
            head = self.goals[head]
            if head in passed:
                return head
            passed.add(head)
        head = self.heads.get(head, head)
        for one in passed:
            self.heads[one] = head
        return head

    def _fails_itself(self, start: Place) -> bool:
        """Whether a failed move has a cause other than a unit ahead of it that could not leave."""
        goal = self.goals[start]
        if goal not in self.goals or self.moved[goal] or self._meets_head_on(start, goal):
            return True
        if start in self.voyages and not self.conflicts.has_way(start):
            return True
        starts = self.attackers[goal]
        if len(starts) == 1:
            return False
        strength, _ = self.conflicts.strength(start)
        return any(self.shown(one) >= strength for one in starts if one != start)

    def _supported(self, place: Place) -> Supported | SupportCut | Unmatched:
        unit, order = self.units[place], self.resolution.sheet.supports[place]
        conflicts, units = self.conflicts, self.units
        attackers: Sequence[Place] = self.attackers.get(place, ())
        if attackers and not conflicts.stands(place):
            cutters = [one for one in attackers if conflicts.cuts(one, place)]
            by = max(cutters, key=lambda one: self.moved[one])
            return SupportCut(unit, order, units[by], self.moved[by])
        if place in self.resolution.unmatched:
            return self._unmatched(unit, order)
        despite = next((units[one] for one in attackers if conflicts.has_way(one)), None)
        return Supported(unit, order, units[self.here.board.province_of[order.target.at]], despite)

    def _convoyed(self, place: Place) -> Convoyed | ConvoyLost | Unmatched:
        unit, order = self.units[place], self.resolution.sheet.convoys[place]
        place_of = self.here.board.province_of
        start = place_of[order.army.at]
        if self.goals.get(start) != place_of[order.to]:
            return self._unmatched(unit, order)
        army = self.units[start]
        for attacker in self.attackers.get(place, ()):
            if self.moved[attacker]:
                return ConvoyLost(unit, order, army, self.units[attacker])
        if start not in self.voyages:
            return self._unmatched(unit, order)
        if not self.conflicts.is_carried(start):
            because = self._without_convoy(start, army, self.resolution.sheet.moves[start])
            return ConvoyLost(unit, order, army, None, because)
        return Convoyed(unit, order, army)

    def _unmatched(self, unit: Unit, order: Support | Convoy) -> Unmatched:
        partner = order.target if isinstance(order, Support) else order.army
        named = self.here.board.province_of[partner.at]
        return Unmatched(unit, order, self.units.get(named), self._order_of(named))

    def _order_of(self, place: Place) -> Order | None:
        """What the unit at *place* was ordered, whether it could follow that or not."""
        sheet = self.resolution.sheet
        for followed in (sheet.moves, sheet.supports, sheet.convoys, sheet.holds):
            if place in followed:
                return followed[place]
        return sheet.faulty[place][0] if place in sheet.faulty else None

    def standoffs(self) -> tuple[Contested, ...]:
        """The spaces that ended vacant although attacks on them took effect, sorted.

        Rulebook: Simple Standoffs, Retreats/Disbandments.
        """
        found = []
        for goal in sorted(self.attackers.keys() - self.placed.keys()):
            by = tuple([self.units[one] for one in self.attackers[goal] if self.shown(one)])
            if by:
                found.append(Contested(goal, by))
        return tuple(found)

    def dislodgements(self, contested: Iterable[Contested]) -> tuple[Dislodged, ...]:
        """The units that were beaten, in the order of their provinces. Rulebook: Dislodgements.

        No retreat goes to a province that is occupied after the moves, or was left vacant by a
        standoff, as *contested* tells.
        """
        goals, moved, units = self.goals, self.moved, self.units
        beaten = {
            goals[start]: start
            for start in self.resolution.entered
            if goals[start] in units and not moved.get(goals[start])
        }
        if not beaten:
            return ()
        closed = self.placed.keys() | {one.place for one in contested}
        return tuple([self._dislodged(place, beaten[place], closed) for place in sorted(beaten)])

    def _dislodged(self, place: Place, start: Place, closed: Collection[Place]) -> Dislodged:
        here, unit = self.here, self.units[place]
        (strength, _), (hold, _) = self.conflicts.meeting(start, place)
        way = Attack(start, bool(self.conflicts.sails(start)))
        retreats = retreats_of(here.board, here.rules, unit, way, closed)
        return Dislodged(unit, self.units[start], strength, hold, way.by_convoy, retreats)
