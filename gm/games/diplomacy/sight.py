"""What is plain at sight: conflicts settled space by space, and what became of their units.

Who enters a space is plain once it is known whether the unit in it leaves and which supports
stand. So a column of units is settled from its head on, and a circle by asking whether each of its
units would get into a space left for it. What hangs on more than that (convoys whose fleets may yet
be dislodged, supports that only a dislodgement cuts, some rule choices) stays open for the closer
look of ``Conflicts.settle``, and what takes more to tell for ``Outcomes``. They find the same for
all the others too, only slower.
"""

from collections.abc import Iterator, Mapping, Sequence

from gm.games.diplomacy.conflicts import NOTHING, ONE, Conflicts, Strength, Verdict
from gm.games.diplomacy.events import (
    MetHeadOn,
    Moved,
    MovementResult,
    Repelled,
    StoodOff,
    StoppedByOwn,
    SupportCut,
    Supported,
)
from gm.games.diplomacy.orders import Move, Place, Support
from gm.games.diplomacy.state import Unit


def settle_at_sight(
    conflicts: Conflicts, moves: Mapping[Place, Move], supports: Mapping[Place, Support]
) -> dict[Place, MovementResult]:
    """Settles the moves that need no closer look; gives results that are as easily told.

    Rulebook: Conflicts, Dislodgements, Effect of Support.
    """
    sight = _Sight(conflicts, moves)
    goals = conflicts.goals
    conflicts.is_at_sight = True
    sight.settle([goal for goal in conflicts.attackers if goal not in goals])
    if len(conflicts.moved) < len(goals):
        for circle in sight.circles():
            sight.settle(sight.meet(*circle) if len(circle) == 2 else sight.turn(circle))
    conflicts.is_at_sight = False
    if supports:
        sight.tell_supports(supports)
    return sight.told


class _Sight:
    """The spaces while they are looked at.

    ``heads`` gives for a unit that did not move the one on which that hangs: itself, or the first
    of its column.
    """

    __slots__ = (
        "attackers", "conflicts", "goals", "heads", "helpers", "moved", "moves", "told", "units",
        "voyages",
    )  # fmt: skip

    def __init__(self, conflicts: Conflicts, moves: Mapping[Place, Move]) -> None:
        self.conflicts = conflicts
        self.attackers = conflicts.attackers
        self.goals = conflicts.goals
        self.heads: dict[Place, Place] = {}
        self.helpers = conflicts.helpers
        self.moved = conflicts.moved
        self.moves = moves
        self.told: dict[Place, MovementResult] = {}
        self.units = conflicts.units
        self.voyages = conflicts.voyages

    def settle(self, ready: list[Place]) -> None:
        """Settles spaces of whose units it is known that they leave or stay.

        Then it is known of the units that wanted to enter, and their spaces follow.
        """
        attackers, helpers, moved, units = self.attackers, self.helpers, self.moved, self.units
        for goal in ready:
            starts = attackers[goal]
            if len(starts) > 1 or starts[0] in self.voyages:
                ready += self._settle_rivals(goal, starts)
                continue
            start = starts[0]
            if start in moved:
                continue
            occupant = units.get(goal)
            if start in helpers:
                self._settle_helped(start, goal, occupant)
                if start not in moved:
                    continue
            elif occupant is None or moved.get(goal):
                order = self.moves[start]
                moved[start] = True
                self.told[start] = Moved(units[start], order, order.to, 1)
            else:
                moved[start] = False
                self._tell_stopped(start, goal, ONE, self._hold(goal))
            if start in attackers:
                ready.append(start)

    def _hold(self, goal: Place) -> Strength:
        """The strength of a unit that stays in a space attacked. Rulebook: Effect of Support."""
        if goal in self.helpers and goal not in self.goals:
            return self.conflicts.strength(goal)
        return ONE

    def _settle_helped(self, start: Place, goal: Place, occupant: Unit | None) -> None:
        """Settles a supported move by land without rivals. Rulebook: Effect of Support."""
        unit, order, conflicts = self.units[start], self.moves[start], self.conflicts
        if occupant is None or self.moved.get(goal):
            self.moved[start] = True
            least, full = conflicts.strength(start)
            if least == full:
                self.told[start] = Moved(unit, order, order.to, full)
            return
        if self.goals.get(goal) == start:
            verdict = conflicts.judge(start)
            if verdict is not None:
                self.moved[start] = verdict
            return
        attack, hold = conflicts.against(start, occupant.power), self._hold(goal)
        if attack[1] <= hold[0]:
            self.moved[start] = False
            self._tell_stopped(start, goal, attack, hold)
        elif attack[0] > hold[1]:
            self.moved[start] = True
            if attack[0] == attack[1] and hold[0] == hold[1] and goal not in self.goals:
                self.told[start] = Moved(unit, order, order.to, attack[0], hold[0], occupant)

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
            self._tell_standoff(goal, starts, [1] * len(starts))
        else:
            hold = self._hold(goal)
            for start in starts:
                self._tell_stopped(start, goal, ONE, hold)
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
            self._tell_losers(winner, most, goal, starts)
        elif occupant is None or self.moved.get(goal):
            self._tell_standoff(goal, starts, strengths)
        elif strengths.count(0) < len(starts) - 1:
            hold = self._hold(goal)
            for start in starts:
                if start not in self.voyages and start not in self.helpers:
                    self._tell_stopped(start, goal, ONE, hold)
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
        passed: set[Place] = set()
        for first in self.goals:
            place, row = first, []
            while place in self.goals and place not in passed and place not in self.moved:
                passed.add(place)
                row.append(place)
                place = self.goals[place]
            if place in row and place not in self.moved:
                yield row[row.index(place) :]

    def meet(self, one: Place, other: Place) -> list[Place]:
        """Of two units that meet head on, those that do not get past the other.

        Rulebook: Simple Standoffs, Dislodgements.
        """
        if one in self.voyages or other in self.voyages:
            return []
        strength, against, units = self.conflicts.strength, self.conflicts.against, self.units
        beaten: list[Place] = []
        for start, goal in ((one, other), (other, one)):
            unit, rival = units[start], units[goal]
            attack, hold = against(start, rival.power), strength(goal)
            if attack[1] > hold[0]:
                continue
            beaten.append(start)
            self.moved[start] = False
            self.heads[start] = start
            if len(self.attackers[goal]) == 1 and attack[0] == attack[1] and hold[0] == hold[1]:
                order = self.moves[start]
                if attack != NOTHING:
                    self.told[start] = MetHeadOn(unit, order, order.to, attack[0], rival, hold[0])
        return beaten

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

    def _tell_stopped(self, start: Place, goal: Place, attack: Strength, hold: Strength) -> None:
        """Why a move by land did not get past the unit in its goal, which stayed there."""
        unit, order, occupant = self.units[start], self.moves[start], self.units[goal]
        because = None
        if goal not in self.goals:
            self.heads[start] = start
        else:
            head = self._head(start, goal)
            if head is None:
                return
            because = self.units[head]
        least, full = self.conflicts.strength(start) if start in self.helpers else ONE
        if least != full or attack[0] != attack[1] or hold[0] != hold[1]:
            return
        if unit.power == occupant.power:
            self.told[start] = StoppedByOwn(unit, order, order.to, full, occupant, because)
        else:
            uncounted = self._uncounted(start, occupant) if attack[0] < full else ()
            self.told[start] = Repelled(
                unit, order, order.to, attack[0], occupant, hold[0], uncounted, because
            )

    def _head(self, start: Place, goal: Place) -> Place | None:
        """On whose failure it hangs that the unit in *goal* did not leave; None if not plain.

        Rivals of equal strength fail by themselves.
        """
        head, rivals = self.heads.get(goal), self.attackers[goal]
        if head is None or self.goals[goal] == start:
            return None
        if len(rivals) == 1:
            self.heads[start] = head
        elif head in rivals or start in self.helpers:
            return None
        else:
            self.heads[start] = start
        return head

    def _uncounted(self, start: Place, occupant: Unit) -> tuple[Unit, ...]:
        """The supports of a move that do not count against a unit of their own power."""
        units = self.units
        return tuple(
            units[one]
            for one in self.helpers[start]
            if units[one].power == occupant.power and self.conflicts.stands(one)
        )

    def _tell_losers(self, winner: Place, most: int, goal: Place, starts: Sequence[Place]) -> None:
        """The units that were kept out of a space by the one that entered. Rulebook: Conflicts."""
        units, onward = self.units, self.goals.get(goal)
        for start in starts:
            if start != winner:
                self.heads[start] = start
                if not (start in self.helpers or start in self.voyages or start == onward):
                    order = self.moves[start]
                    self.told[start] = StoodOff(
                        units[start], order, order.to, 1, units[winner], most, won=True
                    )

    def _tell_standoff(self, goal: Place, starts: Sequence[Place], strengths: list[int]) -> None:
        """Rivals that kept each other out of a vacant space. Rulebook: Simple Standoffs."""
        units, onward = self.units, self.goals.get(goal)
        for at, start in enumerate(starts):
            if start in self.voyages or start == onward:
                continue
            self.heads[start] = start
            others = [*strengths[:at], 0, *strengths[at + 1 :]]
            against, order = max(others), self.moves[start]
            by = units[starts[others.index(against)]]
            self.told[start] = StoodOff(units[start], order, order.to, strengths[at], by, against)

    def tell_supports(self, supports: Mapping[Place, Support]) -> None:
        """The supports that stand since nobody attacked. Rulebook: Effect of Support."""
        attackers, units, told = self.attackers, self.units, self.told
        for target, helpers in self.helpers.items():
            for helper in helpers:
                if helper in attackers:
                    self._tell_attacked(helper, supports[helper], target)
                else:
                    told[helper] = Supported(units[helper], supports[helper], units[target])

    def _tell_attacked(self, helper: Place, order: Support, target: Place) -> None:
        """What became of a support whose unit was attacked by land. Rulebook: Cutting Support."""
        moved, units, unit, cutter = self.moved, self.units, self.units[helper], None
        aim, attackers = self.conflicts.aims[helper], self.attackers[helper]
        for start in attackers:
            entered = moved.get(start)
            if entered is None or start in self.voyages:
                return
            if units[start].power == unit.power or (start == aim and not entered):
                continue
            if cutter is None or (entered and not moved[cutter]):
                cutter = start
        if cutter is None:
            self.told[helper] = Supported(unit, order, units[target], units[attackers[0]])
        else:
            self.told[helper] = SupportCut(unit, order, units[cutter], moved[cutter])
