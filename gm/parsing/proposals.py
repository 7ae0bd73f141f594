"""What a player may have meant by a piece that is asked back, as orders in the order language."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from gm.games.game import Fate, Game, Power, Problem, Suggesting, Task
from gm.parsing.folding import fold
from gm.parsing.parser import Parser
from gm.parsing.pieces import Piece, Sheet, Verdict
from gm.parsing.readings import Reading

MOST = 6
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
    may be told.
    """
    if not sheet.of(Verdict.ASKED):
        return sheet
    demand = game.awaiting(state).get(power)
    spell = game.spell if in_words else game.notation
    maker = _Maker(parser, game, state, power, demand.tasks if demand else (), spell)
    pieces: list[Piece] = []
    left = MOST_PIECES
    for piece in sheet.pieces:
        if piece.verdict is Verdict.ASKED and piece.problem is not None and left:
            left -= 1
            pieces.append(replace(piece, problem=maker.completed(piece, piece.problem)))
        else:
            pieces.append(piece)
    return replace(sheet, pieces=tuple(pieces))


class _Maker:
    """Makes proposals in one position."""

    def __init__(  # noqa: PLR0913, PLR0917  # what a position is
        self,
        parser: Parser,
        game: Game[Any, Any],
        state: Any,
        power: Power,
        tasks: tuple[Task, ...],
        spell: Callable[[Any], str],
    ) -> None:
        self.parser, self.game, self.state, self.power = parser, game, state, power
        self.tasks, self.spell = tasks, spell
        self.kind = game.phase(state).kind

    def completed(self, piece: Piece, problem: Problem) -> Problem:
        if isinstance(self.game, Suggesting):
            return replace(problem, proposals=tuple(self._suggested(self.game, piece, problem)))
        spelt = tuple(dict.fromkeys(self._spelt(problem)))
        return replace(problem, proposals=(spelt or tuple(self._choices(piece)))[:MOST])

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
        """What the first unit named may be told; goals that the piece names go first."""
        words = fold(piece.text[:400])
        named = [found.group() for found in self.parser.places.finditer(words)]
        for name in (*words.split()[:1], *named[:3]):
            for task in self.tasks:
                subject = fold(task.subject)
                found = list(self.parser.places.finditer(subject))
                if found and self._same(found[-1].group(), name):
                    others = [one for one in named if not self._same(one, name)][:3]
                    yield from sorted(task.choices, key=lambda one: -self._shared(one, others))
                    return

    def _shared(self, choice: str, names: Sequence[str]) -> int:
        """How many of *names* a choice holds."""
        held = [found.group() for found in self.parser.places.finditer(fold(choice))]
        return sum(any(self._same(one, name) for one in held) for name in names)

    def _same(self, one: str, other: str) -> bool:
        return any(
            names.squeezed.get(_squeezed(one), "") == names.squeezed.get(_squeezed(other), "?")
            for names in self.parser.names.values()
        )


def _squeezed(text: str) -> str:
    return text.translate(str.maketrans("", "", " .'-/"))
