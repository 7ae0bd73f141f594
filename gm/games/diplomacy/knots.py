"""What is left when all that is certain is known: units in a circle, convoys in a paradox.

A *core* is a set of open questions that hang on each other and on nothing else that is open. If
just one answer to all of them agrees with the rules, it is the answer. Else the rulebook has a
circle, in which everybody moves, or none, and the rule choice ``paradox`` decides.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from gm.games.diplomacy.conflicts import Conflicts, Thread
from gm.games.diplomacy.orders import Place

EFFORT = 600
"""How many moves are judged again on guesses for one core; a core of ten may take 60 guesses.

No core is known that needs more than a few; the limit is for orders written to keep us busy.
"""


@dataclass(slots=True)
class Knots:
    """What was decided by a fallback: convoys broken, with the units of their knot.

    These are the armies, who attacks their fleets, and the supporters whom a landing would cut.
    ``circled`` are the moves that a rule choice kept from going in a circle, each with the starts
    of its circle from its own on.
    """

    broken: dict[Place, tuple[Place, ...]] = field(default_factory=dict)
    circled: dict[Place, tuple[Place, ...]] = field(default_factory=dict)


NO_KNOTS: Final = Knots()
"""Of a phase in which all is certain; never changed."""


def untie(conflicts: Conflicts, open_moves: Sequence[Place]) -> Knots:
    """Decides all *open_moves*, core by core, each followed by all that it makes certain."""
    knots = Knots()
    waiting = [open_moves]
    while waiting:
        left = conflicts.settle(waiting.pop())
        if not left:
            continue
        parts = _parts(_questions(conflicts, left))
        if len(parts) == 1:
            _decide(conflicts, sorted(parts[0]), knots)
            waiting.append(left)
        else:
            waiting += [
                [start for kind, start in part if kind == "move"] for part in reversed(parts)
            ]
    return knots


def _questions(conflicts: Conflicts, open_moves: Sequence[Place]) -> dict[Thread, set[Thread]]:
    """For every open question the open questions it hangs on."""
    asks: dict[Thread, set[Thread]] = {}
    waiting: list[Thread] = [("move", start) for start in open_moves]
    while waiting:
        thread = waiting.pop()
        if thread in asks:
            continue
        conflicts.asked = asks[thread] = set()
        kind, start = thread
        if kind == "move":
            conflicts.judge(start)
        else:
            conflicts.judge_way(start)
        waiting.extend(asks[thread])
    conflicts.asked = None
    return asks


def _parts(asks: Mapping[Thread, Collection[Thread]]) -> list[list[Thread]]:
    """The questions in parts whose questions hang on each other, each after those it hangs on.

    These are the strongly connected components of the graph (Tarjan).
    """
    found: list[list[Thread]] = []
    number: dict[Thread, int] = {}
    lowest: dict[Thread, int] = {}
    row: list[Thread] = []
    for root in asks:
        path = [(root, iter(asks[root]))] if root not in number else []
        while path:
            thread, rest = path[-1]
            if thread not in number:
                number[thread] = lowest[thread] = len(number)
                row.append(thread)
            for other in rest:
                if other not in number:
                    path.append((other, iter(asks[other])))
                    break
                if other in lowest:
                    lowest[thread] = min(lowest[thread], lowest[other])
            else:
                path.pop()
                if path:
                    ahead = path[-1][0]
                    lowest[ahead] = min(lowest[ahead], lowest[thread])
                if lowest[thread] == number[thread]:
                    at = row.index(thread)
                    found.append(row[at:])
                    for one in row[at:]:
                        del lowest[one]
                    del row[at:]
    return found


def _decide(conflicts: Conflicts, core: Sequence[Thread], knots: Knots) -> None:
    moves = [start for kind, start in core if kind == "move"]
    convoys = [start for kind, start in core if kind == "way"]
    search = _Search(conflicts, moves)
    search.run(())
    if len(search.found) == 1 and search.tries < search.limit:
        conflicts.moved.update(search.found[0])
    elif convoys:
        _break_convoys(conflicts, moves, convoys, knots)
    else:
        _turn_circle(conflicts, moves, search.found, knots)


def _turn_circle(
    conflicts: Conflicts,
    moves: Sequence[Place],
    answers: Sequence[dict[Place, bool]],
    knots: Knots,
) -> None:
    """Either all move in a circle or none; an exchange of two by sea is no circle.

    Rule choice: rotation.
    """
    stands = conflicts.rules.rotation == "stands" and len(moves) > 2
    answer = dict.fromkeys(moves, False)
    if answers and not stands:
        answer = max(answers, key=lambda one: sum(one.values()))
    conflicts.moved.update(answer)
    if stands:
        for start in moves:
            circle = _circle(conflicts, start)
            if circle:
                knots.circled[start] = circle


def _circle(conflicts: Conflicts, start: Place) -> tuple[Place, ...]:
    """The starts of the moves that go round in a circle from *start* on, or none."""
    circle = [start]
    goal = conflicts.goals[start]
    while goal not in circle:
        if goal not in conflicts.goals:
            return ()
        circle.append(goal)
        goal = conflicts.goals[goal]
    return tuple(circle) if goal == start else ()


def _break_convoys(
    conflicts: Conflicts, moves: Sequence[Place], convoys: Sequence[Place], knots: Knots
) -> None:
    """The fallback for paradoxes: the convoys of the knot fail and have no effect.

    Rule choice: paradox; with ``all-hold`` every other move of the knot fails too.
    """
    cut = {conflicts.goals[start] for start in convoys}.intersection(conflicts.aims)
    units = tuple(sorted({*moves, *convoys, *cut}))
    for start in convoys:
        conflicts.ways[start] = False
        knots.broken[start] = units
    if conflicts.rules.paradox == "all-hold":
        conflicts.moved.update(dict.fromkeys(moves, False))


class _Search:
    """Looks for up to two ways to answer a core that agree with the rules."""

    __slots__ = ("conflicts", "found", "limit", "moves", "tries")

    def __init__(self, conflicts: Conflicts, moves: Sequence[Place]) -> None:
        self.conflicts = conflicts
        self.moves = moves
        self.found: list[dict[Place, bool]] = []
        self.limit = max(4, EFFORT // max(1, len(moves)))
        self.tries = 0

    def run(self, guessed: tuple[Place, ...]) -> None:
        """Follows the guesses made so far, then tries both answers to the next open move."""
        conflicts = self.conflicts
        kept = (
            dict(conflicts.moved),
            dict(conflicts.ways),
            dict(conflicts.stood),
            dict(conflicts.firm),
        )
        if self._follow(guessed):
            left = [start for start in self.moves if start not in conflicts.moved]
            if not left:
                self.found.append({start: conflicts.moved[start] for start in self.moves})
            for guess in (False, True) if left else ():
                if len(self.found) < 2 and self.tries < self.limit:
                    self.tries += 1
                    conflicts.moved[left[0]] = guess
                    self.run((*guessed, left[0]))
        conflicts.moved, conflicts.ways, conflicts.stood, conflicts.firm = kept

    def _follow(self, guessed: tuple[Place, ...]) -> bool:
        """Finds out all that the guesses make certain; False if they contradict the rules."""
        conflicts = self.conflicts
        known = -1
        while len(conflicts.moved) > known:
            known = len(conflicts.moved)
            conflicts.seen.clear()
            for start in self.moves:
                conflicts.moves(start)
        return all(conflicts.judge(start) in (None, conflicts.moved[start]) for start in guessed)
