"""Which lines of a letter are the player's own: also where our letter came back without marks.

Mail programs exist that quote without any mark. What stands word for word in the letter of ours
that is answered is then ours, from its heading ("Match edo (Sengoku), receipt 4") to its closing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm.mail.body import Body, Role
from gm.mail.markup import text_of_html
from gm.parsing.filling import Source, words
from gm.records import OutgoingLetter
from gm.values import replace

CLOSING = "Orders and questions:"
_ANSWER = re.compile(r"\W*(?:\d{1,3}|[a-f])\W*", re.IGNORECASE)


def lines_of(body: Body, match: str, sent: OutgoingLetter | None) -> tuple[Source, ...]:
    """The lines of a letter; those of signatures and footers are empty.

    *sent* is the letter of ours that it answers, if that is known.
    """
    lines = [
        Source(
            number,
            line.text.rstrip() if line.role in (Role.WRITTEN, Role.QUOTED) else "",
            line.role is not Role.QUOTED,
        )
        for number, line in enumerate(body.lines, 1)
    ]
    begins = _Beginning(match, sent)
    for place, line in enumerate(lines):
        if line.is_own and begins.at(line):
            return tuple(_ours_marked(_with_end(lines, body), place, sent))
    return tuple(lines)


def _with_end(lines: list[Source], body: Body) -> list[Source]:
    """The lines with what stands below our closing, which our "-- " made look like a signature."""
    texts = [line.text for line in body.lines]
    closing = next((at for at, text in enumerate(texts) if CLOSING in text), len(texts))
    return [
        replace(line, text=texts[at].rstrip())
        if body.lines[at].role is Role.SIGNATURE and at > closing - 3
        else line
        for at, line in enumerate(lines)
    ]


@dataclass(frozen=True)
class _Beginning:
    """The first lines of a letter of ours: of the one that is answered, or of any about a match."""

    match: str
    sent: OutgoingLetter | None

    def at(self, line: Source) -> bool:
        """Whether our letter begins in this line."""
        if self.sent is None:
            heading = rf"\s*Match {re.escape(self.match)} \(.{{1,80}}\)"
            return re.match(heading, line.text) is not None
        said = words(line.text)
        return len(said) > 1 and said in self._first

    @property
    def _first(self) -> list[list[str]]:
        text = self.sent.text if self.sent else ""
        full = [line for line in text.split("\n") if line.strip()]
        return [words(line) for line in full[:3]]


def _ours_marked(lines: list[Source], place: int, sent: OutgoingLetter | None) -> list[Source]:
    start = _before(lines, place) if sent is None else place
    closings = (at for at in range(place, len(lines)) if CLOSING in lines[at].text)
    end = min(next(closings, len(lines)) + 1, len(lines) - 1)  # the site's address is below it
    ours = None if sent is None else _Ours(sent)
    return [
        replace(line, is_own=False) if start <= at <= end and _is_ours(line, ours) else line
        for at, line in enumerate(lines)
    ]


def _before(lines: Sequence[Source], place: int) -> int:
    """The line above the heading, which names side and phase."""
    full = [at for at in range(max(0, place - 2), place) if lines[at].text.strip()]
    return full[-1] if full else place


class _Ours:
    """What a letter of ours says, in plain text and as a page, to find lines in."""

    def __init__(self, letter: OutgoingLetter) -> None:
        both = f"{letter.text}\n{text_of_html(letter.html).text}"
        self.lines = {line.strip() for line in both.split("\n")}
        self.words = f" {' '.join(words(both))} "

    def has(self, line: str) -> bool:
        """Whether a line stands in it; a lone number only as a line of its own."""
        if _ANSWER.fullmatch(line):
            return line.strip() in self.lines
        said = words(line)
        return not said or f" {' '.join(said)} " in self.words


def _is_ours(line: Source, ours: _Ours | None) -> bool:
    """Whether a line in the place of our letter is ours; of an unknown one, all but numbers are."""
    if not line.is_own:
        return False
    return ours.has(line.text) if ours else not _ANSWER.fullmatch(line.text)


def text_of(lines: Sequence[Source]) -> str:
    """The player's own lines, each at its place."""
    return "\n".join(line.text if line.is_own else "" for line in lines).rstrip()
