"""What became of each piece of a letter: the values that ``gm.parsing.sheet`` gives."""

from collections.abc import Sequence
from enum import Enum

from gm.games.vocabulary import Node, Phase, Power, Problem, Side, Task
from gm.values import Value


class Verdict(Enum):
    """What the reader made of a line or sentence."""

    UNDERSTOOD = "understood"
    """It holds orders, and nothing else that matters."""
    ASKED = "asked"
    """It looks like an order, but nothing of it is taken before its writer has answered."""
    TALK = "talk"
    """It holds no order."""


class Piece(Value, frozen=True):
    """One line or sentence of a letter with its verdict.

    ``line`` counts from 1. ``nodes`` are the parse trees of an understood piece. ``problem`` says
    why a piece is asked back, with proposals; on an understood piece it is a warning (a misspelt
    name that was close to one known name only). ``read`` is the folded text that the grammar read,
    without the remarks around it; empty where the piece comes from elsewhere.
    """

    text: str
    line: int
    verdict: Verdict
    nodes: tuple[Node, ...] = ()
    problem: Problem | None = None
    read: str = ""


class Message(Value, frozen=True):
    """Text between the marks of a message to other players, as it stands in the letter.

    ``to`` are the names as written after the mark; empty means everybody. ``is_grey`` says whether
    the mark asks for the sender's name to be left out.
    """

    to: str
    text: str
    line: int
    is_grey: bool = False


class Sheet(Value, frozen=True):
    """A whole letter, piece by piece, in the order written.

    What takes back earlier letters goes first, wherever it stands in this one.
    """

    pieces: tuple[Piece, ...]
    messages: tuple[Message, ...] = ()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The parse trees of all understood pieces, in the order written."""
        return tuple(node for piece in self.pieces for node in piece.nodes)

    def of(self, verdict: Verdict) -> tuple[Piece, ...]:
        """The pieces that got *verdict*."""
        return tuple(piece for piece in self.pieces if piece.verdict is verdict)


class SheetContext(Value, frozen=True):
    """What a verdict may look at besides the text: who writes, who else plays, and when.

    ``own`` and ``others`` are names with their aliases; ``turn`` is what players write in headings
    (``Spring 1570``); ``kind`` is the kind of the present phase, which also chooses the grammar's
    start rule ``start_<kind>`` where it has one. ``asked`` are the subjects of what the writer is
    asked for (``Army Kai``).
    """

    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    turn: str = ""
    kind: str = ""
    asked: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        sides: Sequence[Side],
        power: Power | None,
        phase: Phase | None,
        tasks: Sequence[Task] = (),
    ) -> "SheetContext":
        """The context of a letter that *power* writes during *phase*."""
        own = [name for side in sides if side.id == power for name in (side.name, *side.aliases)]
        led = {one for side in sides if side.id == power for one in (side.id, *side.leads)}
        others = [
            name for side in sides if side.id not in led for name in (side.name, *side.aliases)
        ]
        turn, kind = (phase.turn, phase.kind) if phase else ("", "")
        asked = tuple(task.subject for task in tasks)
        return cls(own=tuple(own), others=tuple(others), turn=turn, kind=kind, asked=asked)
