"""Messages to other players inside a letter: only what stands between two marks is one."""

import re
from collections.abc import Sequence

from gm.games.game import Fault, Problem
from gm.parsing.folding import fold
from gm.parsing.phrases import Phrases
from gm.parsing.pieces import Message, Piece, Verdict
from gm.parsing.sentences import Line

OPEN_MESSAGE = (
    "This message has no end mark, so it is not delivered and nothing in it is taken for an order."
)
OPEN_WITH_ORDER = (
    "This message has no end mark and holds a line that reads as an order, so it is not delivered "
    "and no order is taken from it."
)
END_HINT = "Please end a message with a line END PRESS, and write orders outside of it."


def begins(phrases: Phrases, line: Line) -> "re.Match[str] | None":
    """The mark with which a message begins, if *line* is one."""
    if len(line.text) > 120:
        return None
    return phrases.pattern("press").fullmatch(fold(line.text).rstrip(" .-"))


def ends(phrases: Phrases, line: Line) -> bool:
    """Whether *line* is the mark with which a message ends."""
    return (
        len(line.text) <= 60 and phrases.pattern("pressend").fullmatch(fold(line.text)) is not None
    )


def closed(to: str, start: Line, inside: Sequence[Line]) -> tuple[Message, Piece]:
    """A message between its two marks."""
    text = "\n".join(line.text for line in inside)
    piece = Piece(f"{start.text} ...", start.number, Verdict.TALK)
    return Message(to, text, start.number), piece


def unclosed(start: Line, inside: Sequence[Line], *, holds_order: bool) -> Piece:
    """The piece of a message without an end mark: asked back, whole."""
    text = "\n".join([start.text, *(line.text for line in inside)]).strip()
    reason = OPEN_WITH_ORDER if holds_order else OPEN_MESSAGE
    problem = Problem(Fault.AMBIGUOUS, text, reason, END_HINT)
    return Piece(text, start.number, Verdict.ASKED, problem=problem)
