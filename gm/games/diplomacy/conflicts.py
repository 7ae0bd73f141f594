"""Strengths, cut supports, standoffs and dislodgements, as far as they are known so far.

Everything asked here has three answers: yes, no, and not yet known (None). What hangs on a unit
whose own fate is still open stays open too, unless it comes out the same either way; so a long
column is settled from its head, and only true knots (units in a circle, a convoy that hangs on its
own landing) are left for ``knots``. Strengths are pairs: at least, at most.

All names are provinces: a unit is named by the one it stands in.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from gm.games.diplomacy.convoys import Voyage, is_linked
from gm.games.diplomacy.legality import Position
from gm.games.diplomacy.orders import Place
from gm.games.vocabulary import Power

Verdict = bool | None
Strength = tuple[int, int]
Thread = tuple[Literal["move", "way"], Place]
"""Something open: whether a unit moves, or whether its convoy stands."""

ONE: Strength = (1, 1)
NOTHING: Strength = (0, 0)
DEPTH = 40
"""How many moves ahead a question is followed at once; the rest waits for the next pass."""


class Conflicts:
    """The moves and supports of one phase and what is known of each.

    ``goals`` gives each moving unit's goal, ``attackers`` the units that move to a province in
    their fixed order, ``helpers`` the units whose (legal, matching) support a unit has, ``aims``
    the province each of them supports into, ``voyages`` the moves by sea, and ``carriers`` the
    seas whose fleets have a convoy order that matches one of those. An army that has no complete
    chain of fleets has a voyage without fleets.
    """

    __slots__ = (
        "aims", "asked", "attackers", "board", "carriers", "depth", "firm", "goals", "helpers",
        "is_at_sight", "moved", "rules", "seen", "stood", "units", "voyages", "ways",
    )  # fmt: skip

    def __init__(
        self,
        here: Position,
        goals: dict[Place, Place],
        attackers: dict[Place, list[Place]],
        aims: Mapping[Place, Place],
    ) -> None:
        self.board = here.board
        self.rules = here.rules
        self.units = here.units
        self.goals = goals
        self.attackers = attackers
        self.aims = aims
        self.helpers: dict[Place, list[Place]] = {}
        self.voyages: dict[Place, Voyage] = {}
        self.carriers: set[Place] = set()
        self.moved: dict[Place, bool] = {}
        self.ways: dict[Place, bool] = {}
        self.stood: dict[Place, bool] = {}
        self.firm: dict[Place, Strength] = {}
        self.seen: set[Place] = set()
        self.asked: set[Thread] | None = None
        self.depth = 0
        self.is_at_sight = False

    def settle(self, starts: Iterable[Place] | None = None) -> list[Place]:
        """Finds out all that is certain of *starts* (all moves); gives those that stay open."""
        open_moves = [
            start for start in (self.goals if starts is None else starts) if start not in self.moved
        ]
        while open_moves:
            self.seen.clear()
            for start in open_moves:
                self.moves(start)
            left = [start for start in open_moves if start not in self.moved]
            if len(left) == len(open_moves):
                break
            open_moves = left
        return open_moves

    def moves(self, start: Place) -> Verdict:
        """Whether the unit at *start* enters its goal."""
        known = self.moved.get(start)
        if known is not None:
            return known
        if self.asked is not None:
            self.asked.add(("move", start))
            return None
        if self.is_at_sight or start in self.seen or self.depth > DEPTH:
            return None
        self.seen.add(start)
        self.depth += 1
        verdict = self.judge(start)
        self.depth -= 1
        if verdict is not None:
            self.moved[start] = verdict
        return verdict

    def judge(self, start: Place) -> Verdict:
        """Whether a move succeeds: stronger than every rival and than the unit in the space.

        Rulebook: Conflicts, Dislodgements, Self Dislodgment Prohibited.
        """
        way = self.has_way(start)
        if way is False:
            return False
        goal = self.goals[start]
        (least, most), (hold, against) = self.meeting(start, goal)
        if most <= hold:
            return False
        for rival in self.attackers[goal]:
            if rival != start:
                shown = self.presence(rival)
                if most <= shown[0]:
                    return False
                against = max(against, shown[1])
        return True if way and least > against else None

    def meeting(self, start: Place, goal: Place) -> tuple[Strength, Strength]:
        """The strength of the move from *start* against the unit in *goal*, and that unit's.

        Where that unit is of the same power and stays, the move has no strength against it; nor
        does support that its own power gives to its attacker count.
        """
        occupant = self.units.get(goal)
        if occupant is None:
            return self.strength(start), NOTHING
        onward = self.goals.get(goal)
        if onward is None:
            return self.against(start, occupant.power), self.strength(goal)
        head_on = onward == start and self.meet_head_on(start, goal)
        if head_on:
            return self.against(start, occupant.power), self.strength(goal)
        left = None if head_on is None else self.moves(goal)
        if left:
            return self.strength(start), NOTHING
        against = self.against(start, occupant.power)
        if left is False:
            return against, ONE
        return (against[0], self.strength(start)[1]), (0, self.strength(goal)[1])

    def strength(self, place: Place) -> Strength:
        """1 and the supports of the unit at *place*. Rulebook: Effect of Support."""
        strength = self.firm.get(place)
        if strength is not None:
            return strength
        return self._strength(place) if place in self.helpers else ONE

    def count_safe_supports(self) -> None:
        """Counts the supports of the units none of whose supporters is attacked."""
        attacked, firm = self.attackers.keys(), self.firm
        for place, helpers in self.helpers.items():
            if attacked.isdisjoint(helpers):
                strength = 1 + len(helpers)
                firm[place] = (strength, strength)

    def _strength(self, place: Place) -> Strength:
        strength = self._supported(place, None)
        if strength[0] == strength[1]:
            self.firm[place] = strength
        return strength

    def against(self, start: Place, power: Power) -> Strength:
        """The strength of a move that would dislodge a unit of *power*."""
        if self.units[start].power == power:
            return NOTHING
        return self._supported(start, power) if start in self.helpers else ONE

    def _supported(self, place: Place, without: Power | None) -> Strength:
        least = most = 1
        for helper in self.helpers[place]:
            if self.units[helper].power == without:
                continue
            verdict = self.stands(helper)
            if verdict is not False:
                most += 1
                if verdict:
                    least += 1
        return least, most

    def presence(self, start: Place) -> Strength:
        """With what strength a move keeps others out of its goal.

        Nothing if its convoy broke, or if it was beaten by the unit it went to meet.
        Rulebook: Simple Standoffs, Dislodgements, Beleaguered Garrison.
        """
        way = self.has_way(start) if start in self.voyages else True
        if way is False:
            return NOTHING
        beaten = self.goals.get(self.goals[start]) == start and self.is_beaten_by_goal(start)
        if beaten:
            return NOTHING
        strength = self.strength(start)
        return strength if way and beaten is False else (0, strength[1])

    def is_beaten_by_goal(self, start: Place) -> Verdict:
        """Whether the unit at its goal, which moves the other way, dislodged it.

        If so it has no effect there. Rule choices: beaten_unit, beaten_at_sea.
        """
        goal = self.goals[start]
        head_on = self.meet_head_on(start, goal)
        if head_on is None:
            return None
        if (self.rules.beaten_unit if head_on else self.rules.beaten_at_sea) == "stands-off":
            return False
        entered = self.moves(goal)
        if not entered:
            return entered
        gone = self.moves(start)
        return None if gone is None else not gone

    def meet_head_on(self, start: Place, other: Place) -> Verdict:
        """Whether two units ordered into each other's spaces meet on the way.

        Rulebook: Simple Standoffs; how convoyed armies count is a rule choice.
        """
        if start not in self.voyages and other not in self.voyages:
            return True
        if self.rules.convoy_swap:
            sail = (self.sails(start), self.sails(other))
            return False if True in sail else None if None in sail else True
        if self.rules.broken_convoy == "meets-head-on":
            return True
        return self.has_way(other)

    def sails(self, start: Place) -> Verdict:
        """Whether a move goes by sea; once at sea it stays there, unless it may fall back."""
        voyage = self.voyages.get(start)
        if voyage is None:
            return False
        return self.is_carried(start) if voyage.falls_back else True

    def has_way(self, start: Place) -> Verdict:
        """Whether a move can be tried at all: by land, or by a convoy that stands."""
        voyage = self.voyages.get(start)
        return True if voyage is None or voyage.falls_back else self.is_carried(start)

    def is_carried(self, start: Place) -> Verdict:
        """Whether a convoy stands: the chain, or one of several, is not disrupted.

        Rulebook: The Convoy Order (3) and (4).
        """
        known = self.ways.get(start)
        if known is not None:
            return known
        if self.asked is not None:
            self.asked.add(("way", start))
            return None
        verdict = self.judge_way(start)
        if verdict is not None:
            self.ways[start] = verdict
        return verdict

    def judge_way(self, start: Place) -> Verdict:
        """Works out ``is_carried`` from the fates of the fleets."""
        fates = {sea: self.is_dislodged(sea) for sea in self.voyages[start].fleets}
        if self.rules.convoy_routes == "one-broken-stops" and True in fates.values():
            return False
        goal = self.goals[start]
        afloat = [sea for sea, dislodged in fates.items() if dislodged is not True]
        if not is_linked(self.board, start, goal, afloat):
            return False
        safe = [sea for sea, dislodged in fates.items() if dislodged is False]
        if self.rules.convoy_routes == "one-broken-stops":
            return True if len(safe) == len(fates) else None
        return True if is_linked(self.board, start, goal, safe) else None

    def is_dislodged(self, place: Place) -> Verdict:
        """Whether a unit that does not move is beaten. Rulebook: Dislodgements."""
        verdict: Verdict = False
        for attacker in self.attackers.get(place, ()):
            entered = self.moves(attacker)
            if entered:
                return True
            if entered is None:
                verdict = None
        return verdict

    def stands(self, helper: Place) -> Verdict:
        """Whether a support is given: it is not cut. Rulebook: Cutting Support."""
        known = self.stood.get(helper)
        if known is not None:
            return known
        verdict: Verdict = True
        for attacker in self.attackers.get(helper, ()):
            cut = self.cuts(attacker, helper)
            if cut:
                verdict = False
                break
            if cut is None:
                verdict = None
        if verdict is not None:
            self.stood[helper] = verdict
        return verdict

    def cuts(self, attacker: Place, helper: Place) -> Verdict:
        """Whether one attack cuts the support that the unit at *helper* gives.

        From another space than the one supported into, every attack does; from there, only one
        that dislodges. Rulebook: Cutting Support, The Convoy Order (5).
        """
        if self.units[attacker].power == self.units[helper].power:
            return False
        if attacker in self.voyages:
            return self._cuts_from_sea(attacker, helper)
        return self.moves(attacker) if attacker == self.aims[helper] else True

    def _cuts_from_sea(self, attacker: Place, helper: Place) -> Verdict:
        way = self.has_way(attacker)
        if way is False:
            return False
        if self.is_shielded(attacker, helper):
            is_safe = (
                self.rules.convoy_cut == "none" or self.rules.convoy_cut_dislodged == "not-cut"
            )
            return False if is_safe else self.moves(attacker)
        from_target = attacker == self.aims[helper] and self.rules.cut_from_target == "not-cut"
        return self.moves(attacker) if from_target else way

    def is_shielded(self, attacker: Place, helper: Place) -> bool:
        """Whether a fleet's support is safe from an attack by sea. Rulebook: The Convoy Order (5).

        The fleet lies at a coast, or no army could come, and supports into a water that holds a
        convoying fleet. The paradox rules of 1982 and 2000 are the same with other waters.
        """
        water = self.aims[helper]
        if water not in self.carriers:
            return False
        match self.rules.convoy_cut, self.rules.paradox:
            case ("any-convoying-fleet", _) | ("none", "1982"):
                return True
            case ("own-carrier", _):
                return water in self.voyages[attacker].fleets
            case ("none", "2000"):
                rivals = self.attackers.get(water, ())
                is_attack = any(helper in self.helpers.get(one, ()) for one in rivals)
                return is_attack and self._is_needed(attacker, water)
            case _:
                return False

    def _is_needed(self, start: Place, water: Place) -> bool:
        """Whether no complete chain for a convoyed move does without the fleet in *water*."""
        fleets = self.voyages[start].fleets
        rest = fleets - {water}
        return water in fleets and not is_linked(self.board, start, self.goals[start], rest)
