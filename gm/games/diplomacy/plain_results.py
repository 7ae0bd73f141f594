"""Results that are plain where their conflict is settled at sight; the rest is for ``Outcomes``.

What is told here is what ``Outcomes`` would find, which takes longer since it asks for every cause
anew. Strengths are pairs, at least and at most; where they differ nothing is told.
"""

from collections.abc import Mapping, Sequence

from gm.games.diplomacy.conflicts import ONE, Conflicts, Strength
from gm.games.diplomacy.events import (
    Held,
    MetHeadOn,
    Moved,
    MovementResult,
    Repelled,
    StoodOff,
    StoppedByOwn,
    SupportCut,
    Supported,
)
from gm.games.diplomacy.orders import Hold, Move, Place, Support
from gm.games.diplomacy.state import Unit


class PlainResults:
    """The results told so far, by the province of their unit.

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

    def entered(self, start: Place, strength: int, against: int, over: Unit | None) -> None:
        """A move by land into a space that was vacant or was taken. Rulebook: The Move Order."""
        order = self.moves[start]
        self.told[start] = Moved(self.units[start], order, order.to, strength, against, over)

    def blocked(self, start: Place, goal: Place) -> None:
        """Why a move by land without support failed: the unit in its goal stayed there.

        Rulebook: Simple Standoffs.
        """
        unit, occupant, order = self.units[start], self.units[goal], self.moves[start]
        because, least, hold = None, 1, 1
        if goal in self.goals:
            head = self._head(start, goal)
            if head is None:
                return
            because = self.units[head]
        else:
            self.heads[start] = start
            if goal in self.helpers:
                least, hold = self.conflicts.strength(goal)
        if unit.power == occupant.power:
            self.told[start] = StoppedByOwn(unit, order, order.to, 1, occupant, because)
        elif least == hold:
            self.told[start] = Repelled(unit, order, order.to, 1, occupant, hold, (), because)

    def stopped(self, start: Place, goal: Place, attack: Strength, hold: Strength) -> None:
        """Why a move by land did not get past the unit in its goal, which stayed there."""
        unit, occupant, because = self.units[start], self.units[goal], None
        if goal not in self.goals:
            self.heads[start] = start
        else:
            head = self._head(start, goal)
            if head is None:
                return
            because = self.units[head]
        full = 1
        if start in self.helpers:
            least, full = self.conflicts.strength(start)
            if least != full or attack[0] != attack[1]:
                return
        order = self.moves[start]
        if unit.power == occupant.power:
            self.told[start] = StoppedByOwn(unit, order, order.to, full, occupant, because)
        elif hold[0] == hold[1]:
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
        else:
            self.heads[start] = start
            if head in rivals:
                return None
        return head

    def _uncounted(self, start: Place, occupant: Unit) -> tuple[Unit, ...]:
        """The supports of a move that do not count against a unit of their own power."""
        units = self.units
        return tuple(
            units[one]
            for one in self.helpers[start]
            if units[one].power == occupant.power and self.conflicts.stands(one)
        )

    def met(self, start: Place, goal: Place, attack: Strength, hold: Strength) -> None:
        """A unit that did not get past the one it met head on. Rulebook: Simple Standoffs."""
        unit, rival, order = self.units[start], self.units[goal], self.moves[start]
        full = self.conflicts.strength(start)
        if full[0] != full[1] or hold[0] != hold[1] or attack[0] != attack[1]:
            return
        self.told[start] = (
            StoppedByOwn(unit, order, order.to, full[0], rival, rival)
            if unit.power == rival.power
            else MetHeadOn(unit, order, order.to, attack[0], rival, hold[0])
        )

    def met_alone(self, start: Place, goal: Place) -> None:
        """The same where neither unit had support."""
        unit, rival, order = self.units[start], self.units[goal], self.moves[start]
        self.told[start] = (
            StoppedByOwn(unit, order, order.to, 1, rival, rival)
            if unit.power == rival.power
            else MetHeadOn(unit, order, order.to, 1, rival, 1)
        )

    def losers(self, winner: Place, most: int, goal: Place, starts: Sequence[Place]) -> None:
        """The units that were kept out of a space by the one that entered. Rulebook: Conflicts."""
        onward = self.goals.get(goal)
        for start in starts:
            if start != winner:
                self.heads[start] = start
                if not (start in self.helpers or start in self.voyages or start == onward):
                    self._stood_off(start, 1, winner, most, won=True)

    def standoff(self, goal: Place, starts: Sequence[Place], strengths: list[int]) -> None:
        """Rivals that kept each other out of a vacant space. Rulebook: Simple Standoffs."""
        onward = self.goals.get(goal)
        for at, start in enumerate(starts):
            if not (start in self.voyages or start == onward):
                self.heads[start] = start
                rival, against = strongest_other(starts, strengths, at)
                self._stood_off(start, strengths[at], rival, against)

    def all_stopped(
        self, goal: Place, starts: Sequence[Place], strengths: Sequence[int], hold: Strength
    ) -> None:
        """Rivals that all failed against each other and the unit in the space, which stayed.

        Rulebook: Beleaguered Garrison, Dislodgements.
        """
        occupant, onward = self.units[goal], self.goals.get(goal)
        for at, start in enumerate(starts):
            if start in self.voyages:
                continue
            attack = ONE
            if start in self.helpers:
                attack = self.conflicts.against(start, occupant.power)
            if start == onward:
                met = self.conflicts.strength(goal)
                if goal not in self.voyages and attack[1] <= met[0]:
                    self.met(start, goal, attack, met)
                continue
            rival, against = strongest_other(starts, strengths, at)
            if against < strengths[at]:
                if goal in self.goals:
                    continue
                self.heads[start] = start
            if attack[1] <= hold[0]:
                self.stopped(start, goal, attack, hold)
            elif attack[0] == attack[1] <= against and hold[0] == hold[1]:
                self._stood_off(start, attack[0], rival, against, garrison=occupant)

    def _stood_off(  # noqa: PLR0913 (what is told of a standoff)
        self,
        start: Place,
        strength: int,
        rival: Place,
        against: int,
        *,
        won: bool = False,
        garrison: Unit | None = None,
    ) -> None:
        unit, order, by = self.units[start], self.moves[start], self.units[rival]
        self.told[start] = StoodOff(unit, order, order.to, strength, by, against, won, garrison)

    def supports(self, orders: Mapping[Place, Support]) -> None:
        """The supports that stand since nobody attacked. Rulebook: Effect of Support."""
        attackers, units, told = self.attackers, self.units, self.told
        for target, helpers in self.helpers.items():
            for helper in helpers:
                if helper in attackers:
                    self._attacked(helper, orders[helper], target)
                else:
                    told[helper] = Supported(units[helper], orders[helper], units[target])

    def holds(self, orders: Mapping[Place, Hold | None]) -> None:
        """The units that held, and the strongest attack on each. Rulebook: The Hold Order."""
        attackers, helpers, voyages = self.attackers, self.helpers, self.voyages
        told, units = self.told, self.units
        for place, order in orders.items():
            strength = 1
            if place in helpers:
                least, strength = self.conflicts.strength(place)
                if least != strength:
                    continue
            if place not in attackers:
                told[place] = Held(units[place], order, strength)
                continue
            starts = attackers[place]
            if len(starts) > 1 or starts[0] in helpers or starts[0] in voyages:
                self._held(place, order, strength)
            else:
                told[place] = Held(units[place], order, strength, 1, units[starts[0]])

    def _held(self, place: Place, order: Hold | None, strength: int) -> None:
        """A unit that held against attacks by land."""
        against, by, rival = 0, None, None
        for start in self.attackers[place]:
            least = shown = 1
            if start in self.helpers:
                least, shown = self.conflicts.strength(start)
            if least != shown or start in self.voyages:
                return
            if shown > against:
                against, by, rival = shown, self.units[start], None
            elif shown == against > strength and rival is None:
                rival = self.units[start]
        self.told[place] = Held(self.units[place], order, strength, against, by, rival)

    def _attacked(self, helper: Place, order: Support, target: Place) -> None:
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


def strongest_other(
    starts: Sequence[Place], strengths: Sequence[int], at: int
) -> tuple[Place, int]:
    """The strongest rival of the unit at *at* in a row, and its strength."""
    others = [*strengths[:at], 0, *strengths[at + 1 :]]
    most = max(others)
    return starts[others.index(most)], most
