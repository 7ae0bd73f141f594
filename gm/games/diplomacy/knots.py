"""What is left when all that is certain is known: units in a circle, convoys in a paradox.

A *core* is a set of open questions that hang on each other and on nothing else that is open. If
just one answer to all of them agrees with the rules, it is the answer. Else the rulebook has a
circle, in which everybody moves, or none, and the rule choice ``paradox`` decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gm.games.diplomacy.conflicts import Conflicts, Thread
from gm.games.diplomacy.orders import Place

TRIES = 200
"""How many guesses are spent on one core; no core is known that needs more than a few."""


@dataclass(slots=True)
class Knots:
    """What was decided by a fallback: convoys broken, with the units of their knot."""

    broken: dict[Place, tuple[Place, ...]] = field(default_factory=dict)


def untie(conflicts: Conflicts, open_moves: Sequence[Place]) -> Knots:
    """Decides all *open_moves*, core by core, each followed by all that it makes certain."""
    knots = Knots()
    while open_moves:
        core = _innermost_core(conflicts, open_moves)
        _decide(conflicts, core, knots)
        open_moves = conflicts.settle()
    return knots


def _innermost_core(conflicts: Conflicts, open_moves: Sequence[Place]) -> list[Thread]:
    """A core: the questions reached from one that all lead back to it."""
    asks = _questions(conflicts, open_moves)
    thread: Thread = ("move", open_moves[0])
    while True:
        reached = _closure(asks, thread)
        asked_by: dict[Thread, set[Thread]] = {one: set() for one in reached}
        for one in reached:
            for other in asks[one]:
                asked_by[other].add(one)
        leading_back = _closure(asked_by, thread)
        outside = sorted(reached - leading_back)
        if not outside:
            return sorted(reached)
        thread = outside[0]


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


def _closure(graph: dict[Thread, set[Thread]], thread: Thread) -> set[Thread]:
    reached = {thread}
    edge = [thread]
    while edge:
        for near in graph[edge.pop()]:
            if near not in reached:
                reached.add(near)
                edge.append(near)
    return reached


def _decide(conflicts: Conflicts, core: Sequence[Thread], knots: Knots) -> None:
    moves = [start for kind, start in core if kind == "move"]
    convoys = [start for kind, start in core if kind == "way"]
    search = _Search(conflicts, moves)
    search.run(())
    if len(search.found) == 1 and search.tries < TRIES:
        conflicts.moved.update(search.found[0])
    elif convoys:
        _break_convoys(conflicts, moves, convoys, knots)
    else:
        _turn_circle(conflicts, moves, search.found)


def _turn_circle(
    conflicts: Conflicts, moves: Sequence[Place], answers: Sequence[dict[Place, bool]]
) -> None:
    """Either all move in a circle or none; an exchange of two by sea is no circle.

    Rule choice: rotation.
    """
    stands = conflicts.rules.rotation == "stands" and len(moves) > 2
    by_success = sorted(answers, key=lambda answer: sum(answer.values()))
    if not by_success or stands:
        conflicts.moved.update(dict.fromkeys(moves, False))
    else:
        conflicts.moved.update(by_success[-1])


def _break_convoys(
    conflicts: Conflicts, moves: Sequence[Place], convoys: Sequence[Place], knots: Knots
) -> None:
    """The fallback for paradoxes: the convoys of the knot fail and have no effect.

    Rule choice: paradox; with ``all-hold`` every other move of the knot fails too.
    """
    units = tuple(sorted({*moves, *convoys}))
    for start in convoys:
        conflicts.ways[start] = False
        knots.broken[start] = units
    if conflicts.rules.paradox == "all-hold":
        conflicts.moved.update(dict.fromkeys(moves, False))


class _Search:
    """Looks for up to two ways to answer a core that agree with the rules."""

    __slots__ = ("conflicts", "found", "moves", "tries")

    def __init__(self, conflicts: Conflicts, moves: Sequence[Place]) -> None:
        self.conflicts = conflicts
        self.moves = moves
        self.found: list[dict[Place, bool]] = []
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
                if len(self.found) < 2 and self.tries < TRIES:
                    self.tries += 1
                    conflicts.moved[left[0]] = guess
                    self.run((*guessed, left[0]))
                    conflicts.moved.pop(left[0], None)
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
