"""The conflicts that are settled at sight, space by space.

Who enters a space is plain once it is known whether the unit in it leaves and which supports
stand. So a column of units is settled from its head on, and a circle by asking whether each of its
units would get into a space left for it. What hangs on more than that (convoys whose fleets may yet
be dislodged, supports that only a dislodgement cuts, some rule choices) stays open for the closer
look of ``Conflicts.settle``, which finds the same for all the others, only slower.
"""

from collections.abc import Iterator, Sequence

from gm.games.diplomacy.conflicts import ONE, Conflicts, Strength, Verdict
from gm.games.diplomacy.events import Moved, MovementResult
from gm.games.diplomacy.orders import Place
from gm.games.diplomacy.plain_results import PlainResults, strongest_other
from gm.games.diplomacy.sheet import Sheet
from gm.games.diplomacy.state import Unit


def settle_at_sight(conflicts: Conflicts, sheet: Sheet) -> dict[Place, MovementResult]:
    """Settles the moves that need no closer look; gives results that are as easily told.

    Rulebook: Conflicts, Dislodgements, Effect of Support.
    """
    sight = _Sight(conflicts, sheet.moves)
    goals = conflicts.goals
    conflicts.is_at_sight = True
    sight.settle([*(conflicts.attackers.keys() - goals.keys())])
    if len(conflicts.moved) < len(goals):
        for circle in sight.circles():
            sight.settle(sight.meet(*circle) if len(circle) == 2 else sight.turn(circle))
    sight.supports(sheet.supports)
    sight.holds(sheet.holds)
    conflicts.is_at_sight = False
    return sight.told


class _Sight(PlainResults):
    """The spaces while they are looked at; their results are told on the way."""

    __slots__ = ()

    def settle(self, ready: list[Place]) -> None:
        """Settles spaces of whose units it is known that they leave or stay.

        Then it is known of the units that wanted to enter, and their spaces follow.
        """
        attackers, helpers, moved, units = self.attackers, self.helpers, self.moved, self.units
        moves, told, voyages = self.moves, self.told, self.voyages
        for goal in ready:
            starts = attackers[goal]
            start = starts[0]
            if len(starts) > 1 or start in voyages:
                ready += self._settle_rivals(goal, starts)
                continue
            if start in moved:
                continue
            if start in helpers:
                self._settle_helped(start, goal, units.get(goal))
                if start not in moved:
                    continue
            elif goal not in units or moved.get(goal):
                order = moves[start]
                moved[start] = True
                told[start] = Moved(units[start], order, order.to, 1)
            else:
                moved[start] = False
                self.blocked(start, goal)
            if start in attackers:
                ready.append(start)

    def _hold(self, goal: Place) -> Strength:
        """The strength of a unit that stays in a space attacked. Rulebook: Effect of Support."""
        if goal in self.helpers and goal not in self.goals:
            return self.conflicts.strength(goal)
        return ONE

    def _settle_helped(self, start: Place, goal: Place, occupant: Unit | None) -> None:
        """Settles a supported move by land without rivals. Rulebook: Effect of Support."""
        conflicts = self.conflicts
        if occupant is None or self.moved.get(goal):
            self.moved[start] = True
            least, full = conflicts.strength(start)
            if least == full:
                self.entered(start, full, 0, None)
            return
        if self.goals.get(goal) == start:
            verdict = conflicts.judge(start)
            if verdict is not None:
                self.moved[start] = verdict
            return
        attack, hold = conflicts.against(start, occupant.power), self._hold(goal)
        if attack[1] <= hold[0]:
            self.moved[start] = False
            self.stopped(start, goal, attack, hold)
        elif attack[0] > hold[1]:
            self.moved[start] = True
            if attack[0] == attack[1] and hold[0] == hold[1]:
                self.entered(start, attack[0], hold[0], occupant)

    def _settle_rivals(self, goal: Place, starts: Sequence[Place]) -> list[Place]:
        """Settles a space for which there are rivals; gives those whose own spaces are ready now.

        Rulebook: Simple Standoffs.
        """
        helpers, voyages, onward = self.helpers, self.voyages, self.goals.get(goal)
        for start in starts:
            if start in helpers or start in voyages or start == onward:
                return self._settle_unequal(goal, starts)
        ready = self._decide(starts, None)
        if goal not in self.units or self.moved.get(goal):
            self.standoff(goal, starts, [1] * len(starts))
        else:
            for start in starts:
                self.blocked(start, goal)
        return ready

    def _settle_unequal(self, goal: Place, starts: Sequence[Place]) -> list[Place]:
        """The same where their strengths differ, or are still open. Rulebook: Conflicts."""
        strengths = self._strengths(goal, starts)
        if strengths is None:
            return []
        most, winner, occupant = max(strengths), None, self.units.get(goal)
        if most and strengths.count(most) == 1:
            winner = starts[strengths.index(most)]
            if occupant is not None:
                second = max((strength for strength in strengths if strength < most), default=0)
                verdict = self._beats(winner, second, goal, occupant)
                if verdict is None:
                    return []
                winner = winner if verdict else None
        ready = self._decide(starts, winner)
        if winner is not None:
            self.losers(winner, most, goal, starts)
            if occupant is None and winner not in self.voyages:
                rival, second = strongest_other(starts, strengths, starts.index(winner))
                self.entered(winner, most, second, self.units[rival] if second else None)
        elif occupant is None or self.moved.get(goal):
            self.standoff(goal, starts, strengths)
        else:
            self.all_stopped(goal, starts, strengths, self._hold(goal))
        return ready

    def _decide(self, starts: Sequence[Place], winner: Place | None) -> list[Place]:
        """Notes that *winner* enters; gives the rivals whose own spaces are ready for that."""
        moved = self.moved
        ready = [start for start in starts if start in self.attackers and start not in moved]
        for start in starts:
            moved[start] = start == winner
        return ready

    def _strengths(self, goal: Place, starts: Sequence[Place]) -> list[int] | None:
        """With what strengths rivals keep each other out of a space; None if that is open."""
        strengths = []
        onward = self.goals.get(goal)
        for start in starts:
            least = strength = 1
            if start in self.voyages or (start == onward and self.moved.get(goal) is not False):
                least, strength = self.conflicts.presence(start)
            elif start in self.helpers:
                least, strength = self.conflicts.strength(start)
            if least != strength:
                return None
            strengths.append(strength)
        return strengths

    def _beats(self, start: Place, second: int, goal: Place, occupant: Unit) -> Verdict:
        """Whether the strongest rival for a space gets past the unit in it."""
        if start in self.moved:
            return self.moved[start]
        onward = self.goals.get(goal)
        if onward == start:
            return self.conflicts.judge(start)
        hold = ONE
        if onward is None:
            hold = self.conflicts.strength(goal)
        elif self.moved[goal]:
            return True
        least, most = self.conflicts.against(start, occupant.power)
        if most <= hold[0] or most <= second:
            return False
        return True if least > hold[1] and least > second else None

    def circles(self) -> Iterator[list[Place]]:
        """The units each of which is ordered into the space of the next, and the last of the first.

        Two of them meet head on.
        """
        goals, moved = self.goals, self.moved
        passed: set[Place] = set()
        for place in sorted(goals.keys() - moved.keys()):
            row: list[Place] = []
            while place in goals and place not in passed and place not in moved:
                passed.add(place)
                row.append(place)
                place = goals[place]
            if place in row and place not in moved:
                yield row[row.index(place) :]

    def meet(self, one: Place, other: Place) -> list[Place]:
        """Of two units that meet head on, those that do not get past the other.

        Rulebook: Simple Standoffs, Dislodgements.
        """
        if one in self.voyages or other in self.voyages:
            return []
        if one not in self.helpers and other not in self.helpers:
            return self._meet_alone(one, other)
        strength, against, units = self.conflicts.strength, self.conflicts.against, self.units
        beaten: list[Place] = []
        for start, goal in ((one, other), (other, one)):
            attack, hold = against(start, units[goal].power), strength(goal)
            if attack[1] > hold[0]:
                continue
            beaten.append(start)
            self.moved[start] = False
            self.heads[start] = start
            if len(self.attackers[goal]) == 1:
                self.met(start, goal, attack, hold)
        return beaten

    def _meet_alone(self, one: Place, other: Place) -> list[Place]:
        """The same for two units without support: neither gets past the other."""
        for start, goal in ((one, other), (other, one)):
            self.moved[start] = False
            self.heads[start] = start
            if len(self.attackers[goal]) == 1:
                self.met_alone(start, goal)
        return [one, other]

    def turn(self, circle: list[Place]) -> list[Place]:
        """Lets the units in a circle move, or stops one that would not get in if all did.

        Rulebook: The Move Order. Rule choice: rotation.
        """
        for start in circle:
            goal = self.goals[start]
            starts = self.attackers[goal]
            strengths = self._strengths(goal, starts)
            if strengths is None:
                return []
            most = max(strengths)
            if not most or strengths[starts.index(start)] < most or strengths.count(most) > 1:
                self.moved[start] = False
                return [start]
        if self.conflicts.rules.rotation != "moves":
            return []
        self.moved.update(dict.fromkeys(circle, True))
        return circle
