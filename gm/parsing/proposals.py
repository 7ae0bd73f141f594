"""What a player may have meant by a piece that is asked back, as orders in the order language."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from gm.games.game import Game, Suggesting
from gm.games.vocabulary import Fate, Fault, Power, Problem, Task
from gm.parsing.alone import PLURALS
from gm.parsing.folding import fold
from gm.parsing.parser import Parser
from gm.parsing.pieces import Piece, Sheet, Verdict
from gm.parsing.readings import Reading
from gm.values import Value, replace

MOST = 6
LONGEST_TALK = 300
"""How long talk may be that is asked about all the same."""
OVERLOOKED = "I do not understand this. Please write it as an order if it is one."
SHORT_PHASES = frozenset({"retreats", "adjustments"})
"""Kinds of phases in which a letter is about a unit or two."""
MOST_TRIED = 20
MOST_PIECES = 200
"""So many pieces of a letter get proposals; more are no honest slip."""


def with_proposals(  # noqa: PLR0913  # what a position is, and how to word it
    sheet: Sheet,
    parser: Parser,
    game: Game[Any, Any],
    state: Any,
    power: Power,
    *,
    in_words: bool = False,
) -> Sheet:
    """The sheet with proposals for its asked pieces, in compact notation or *in_words*.

    Proposals that the reader made are spelt anew; a piece without any gets what the unit it names
    may be told. Talk that names something to give orders to beside another name is asked about.
    """
    demand = game.awaiting(state).get(power)
    spell = game.spell if in_words else game.notation
    maker = _Maker(parser, game, state, power, demand.tasks if demand else (), spell)
    pieces: list[Piece] = []
    left = MOST_PIECES
    for given in sheet.pieces:
        piece = maker.asked(given) if left and given.verdict is Verdict.TALK else given
        if piece.verdict is Verdict.ASKED and piece.problem is not None and left:
            left -= 1
            pieces.append(replace(piece, problem=maker.completed(piece, piece.problem)))
        else:
            pieces.append(piece)
    return replace(sheet, pieces=tuple(pieces))


_WISH = re.compile(r"\b(?:i|we)(?:'d)? (?:want|wish|would|will|shall|plan|intend|need|like)\b")
"""What a player wishes may be meant as an order, however it is told."""


class _Maker(Value, frozen=True):
    """Makes proposals in one position."""

    parser: Parser
    game: Game[Any, Any]
    state: Any
    power: Power
    tasks: tuple[Task, ...]
    spell: Callable[[Any], str]

    @property
    def kind(self) -> str:
        """The kind of the phase."""
        return self.game.phase(self.state).kind

    def asked(self, piece: Piece) -> Piece:
        """A piece set aside as talk, asked about if it may be an order in unknown words."""
        words = fold(piece.text)
        if len(words) > LONGEST_TALK or "\n" in piece.text or piece.text.startswith(">"):
            return piece
        if not self._may_be_order(words):
            return piece
        problem = Problem(Fault.INVALID, piece.text, OVERLOOKED)
        return replace(piece, verdict=Verdict.ASKED, problem=problem)

    def _may_be_order(self, words: str) -> bool:
        """Whether a text names two things, one to give orders to, and tells of nobody else."""
        if self.parser.notes.strong:  # too many names are everyday words there
            return False
        phrases = self.parser.phrases
        told = ("past", "report", "title")
        if not _WISH.search(words) and any(phrases.pattern(one).search(words) for one in told):
            return False
        named = [found.group() for found in self.parser.places.finditer(words)]
        sides = {fold(name) for side in self.game.sides for name in (side.name, *side.aliases)}
        if named and named[0] in sides:
            return False
        places = dict.fromkeys(name for name in named if name not in sides)
        if self.kind in SHORT_PHASES:  # little is at stake, so that one name says enough
            offered = [choice for task in self.tasks for choice in task.choices]
            return any(self._shared(choice, list(places)) for choice in offered)
        return len(places) > 1 and any(
            self._is_of(task, name) for task in self.tasks for name in places
        )

    def completed(self, piece: Piece, problem: Problem) -> Problem:
        if isinstance(self.game, Suggesting):
            return replace(problem, proposals=tuple(self._suggested(self.game, piece, problem)))
        spelt = tuple(dict.fromkeys(self._spelt(problem)))
        named = [found.group() for found in self.parser.places.finditer(fold(piece.text[:400]))]
        if not any(self._shared(one, named) for one in spelt):
            spelt = tuple(dict.fromkeys((*self._choices(piece), *spelt)))
        return replace(problem, proposals=spelt[:MOST])

    def _suggested(self, game: Suggesting, piece: Piece, problem: Problem) -> Iterator[str]:
        """What the game itself proposes."""
        found = game.suggestions(
            self.state, self.power, list(self._orders(problem)), fold(piece.text[:400])
        )
        spelt = ("; ".join(self.spell(order) for order in orders) for orders in found)
        yield from islice(dict.fromkeys(islice(spelt, MOST_TRIED)), MOST)

    def _orders(self, problem: Problem) -> Iterator[list[Any]]:
        """The proposals of the reader as orders."""
        for text in problem.proposals:
            found = self.parser.read(text, self.kind)
            if isinstance(found, Reading):
                yield [order for node in found.nodes for order in self.game.read(node)]

    def _spelt(self, problem: Problem) -> Iterator[str]:
        """The proposals spelt anew, but for what can never be followed."""
        for orders in self._orders(problem):
            (checked,) = self.game.check(self.state, self.power, [orders]).sheets
            if orders and all(one.fate is not Fate.REFUSED for one in checked):
                yield "; ".join(self.spell(one.order) for one in checked)

    def _choices(self, piece: Piece) -> Iterator[str]:
        """What the units named may be told; goals and verbs that the piece names go first."""
        words = fold(piece.text[:400])
        named = [found.group() for found in self.parser.places.finditer(words)]
        for name in (*words.split()[:1], *named[:3]):
            for task in self.tasks:
                if self._is_of(task, name):
                    others = [one for one in named if not self._same(one, name)][:3]
                    yield from self._ranked(task.choices, words, others)
                    return
        said = {PLURALS.get(word, word) for word in words.split()}
        of_kind = [task for task in self.tasks if _kind(task) in said] or self.tasks
        choices = [choice for task in of_kind for choice in task.choices]
        if len(of_kind) > 1:
            choices = [one for one in choices if self._fits(one, words, named)]
        yield from self._ranked(choices, words, named)

    def _is_of(self, task: Task, name: str) -> bool:
        """Whether a task is for what stands at the place called *name*."""
        found = list(self.parser.places.finditer(fold(task.subject)))
        return bool(found) and self._same(found[-1].group(), name)

    def _ranked(self, choices: Iterable[str], words: str, names: Sequence[str]) -> list[str]:
        return sorted(choices, key=lambda one: (-self._shared(one, names), -_alike(one, words)))

    def _fits(self, choice: str, words: str, names: Sequence[str]) -> bool:
        """Whether a choice holds the names of a text, or its verb if it names nothing."""
        return self._shared(choice, names) > 0 if names else _alike(choice, words) > 0

    def _shared(self, choice: str, names: Sequence[str]) -> int:
        """How many of *names* a choice holds."""
        held = [found.group() for found in self.parser.places.finditer(fold(choice))]
        return sum(any(self._same(one, name) for one in held) for name in names)

    def _same(self, one: str, other: str) -> bool:
        return any(
            names.squeezed.get(_squeezed(one), "") == names.squeezed.get(_squeezed(other), "?")
            for names in self.parser.names.values()
        )


def _kind(task: Task) -> str:
    """What a task is for, in a word ("army")."""
    return fold(task.subject).partition(" ")[0]


def _alike(choice: str, words: str) -> int:
    """How many longer words of a text a choice has, whatever their endings ("hold", "holds")."""
    stems = {word[:4] for word in fold(choice).split()}
    return sum(word[:4] in stems for word in set(re.findall(r"[a-z]{4,}", words)))


def _squeezed(text: str) -> str:
    return text.translate(str.maketrans("", "", " .'-/"))
