"""Messages to other players inside a letter: only what stands between two marks is one.

A mark begins a message (``Press to Oda, Hojo:``, with or without words after it), another ends it
(``End press``), on a line of its own or at the end of the line that began it.
"""

import re
from collections.abc import Iterator, Sequence

from gm.games.vocabulary import Fault, Problem
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
LONGEST_MARK = 120
_GAMEMASTER = re.compile(r"(?:the |our )?(?:gm|game ?master)")
"""A line to the gamemaster is talk, not a message."""
_END = re.compile(
    r"(?<![\s;,/-])[\s;,/-]+end(?: of)?(?: the)? (?:press|message|broadcast)[\s.!]*$", re.IGNORECASE
)


def begins(phrases: Phrases, line: Line) -> "re.Match[str] | None":
    """The mark with which a message begins, if *line* is one and does not end it too."""
    return None if whole(phrases, line) is not None else _mark(phrases, line)


def _mark(phrases: Phrases, line: Line) -> "re.Match[str] | None":
    mark, colon, rest = line.text.partition(":")
    if len(mark) > LONGEST_MARK:
        return None
    if rest.strip():
        found = phrases.pattern("pressline").fullmatch(fold(f"{mark}{colon}"))
        return None if found and _GAMEMASTER.fullmatch(found["to"] or "") else found
    return phrases.pattern("press").fullmatch(fold(line.text).rstrip(" .-"))


def ends(phrases: Phrases, line: Line) -> bool:
    """Whether *line* is the mark with which a message ends."""
    return (
        len(line.text) <= 60 and phrases.pattern("pressend").fullmatch(fold(line.text)) is not None
    )


def whole(phrases: Phrases, line: Line) -> tuple[Message, Piece] | None:
    """The message that begins and ends in *line*, if it does."""
    if not _END.search(line.text):
        return None
    found = _mark(phrases, line)
    if found is None or not line.text.partition(":")[2].strip():
        return None
    text = _END.sub("", line.text.partition(":")[2]).strip()
    return _message(found, line, text), Piece(line.text, line.number, Verdict.TALK)


def closed(mark: "re.Match[str]", start: Line, inside: Sequence[Line]) -> tuple[Message, Piece]:
    """A message between its two marks."""
    first = start.text.partition(":")[2].strip()
    lines = [*([first] if first else []), *(line.text for line in inside)]
    piece = Piece(f"{start.text} ...", start.number, Verdict.TALK)
    return _message(mark, start, "\n".join(lines).strip("\n")), piece


def _message(mark: "re.Match[str]", start: Line, text: str) -> Message:
    to = (mark.groupdict().get("to") or "").strip()
    is_grey = re.search(r"\bgr[ea]y\b|\banonym", mark[0]) is not None
    return Message(to, text, start.number, is_grey=is_grey)


def taken(
    phrases: Phrases, lines: Sequence[Line], start: int
) -> tuple[tuple[Message, Piece] | None, int]:
    """The message that begins at *start*, None if it has no end mark, and the line after it.

    One that has no end mark before the next one begins has none, so that what was meant for one
    reader never reaches another.
    """
    if (alone := whole(phrases, lines[start])) is not None:
        return alone, start + 1
    mark = begins(phrases, lines[start])
    for end in range(start + 1, len(lines)):
        if mark is None or is_begun(phrases, lines[end]):
            return None, end
        if ends(phrases, lines[end]):
            return closed(mark, lines[start], lines[start + 1 : end]), end + 1
    return None, len(lines)


def is_begun(phrases: Phrases, line: Line) -> bool:
    """Whether a message begins in *line*, even if it ends there too."""
    return begins(phrases, line) is not None or whole(phrases, line) is not None


def lines_in(phrases: Phrases, lines: Sequence[Line]) -> Iterator[tuple[int, Message | None]]:
    """The numbers of the lines that belong to messages, each with its message if it has an end."""
    position = 0
    while position < len(lines):
        if not is_begun(phrases, lines[position]):
            position += 1
            continue
        found, end = taken(phrases, lines, position)
        for line in lines[position:end]:
            yield line.number, found[0] if found else None
        position = end


def unclosed(start: Line, inside: Sequence[Line], *, holds_order: bool) -> Piece:
    """The piece of a message without an end mark: asked back, whole."""
    text = "\n".join([start.text, *(line.text for line in inside)]).strip()
    reason = OPEN_WITH_ORDER if holds_order else OPEN_MESSAGE
    problem = Problem(Fault.AMBIGUOUS, text, reason, END_HINT)
    return Piece(text, start.number, Verdict.ASKED, problem=problem)
