"""Which lines of a letter are the player's own: also where our letter came back without marks.

Mail programs exist that quote without any mark. What stands word for word in the letter of ours
that is answered is then ours, from its heading ("Match edo (Sengoku), receipt 4") to its closing.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from gm.mail.body import Body, Role
from gm.parsing.filling import Source, words

CLOSING = "Orders and questions:"
_ANSWER = re.compile(r"\W*(?:\d{1,3}|[a-f])\W*", re.IGNORECASE)


def lines_of(body: Body, match: str, sent: str | None) -> tuple[Source, ...]:
    """The lines of a letter; those of signatures and footers are empty.

    *sent* is the text of the letter of ours that it answers, if that is known.
    """
    lines = [
        Source(
            number,
            line.text.rstrip() if line.role in (Role.WRITTEN, Role.QUOTED) else "",
            line.role is not Role.QUOTED,
        )
        for number, line in enumerate(body.lines, 1)
    ]
    heading = re.compile(rf"\s*Match {re.escape(match)} \(.{{1,80}}\)")
    for place, line in enumerate(lines):
        if line.is_own and heading.match(line.text):
            return tuple(_ours_marked(lines, place, sent))
    return tuple(lines)


def _ours_marked(lines: list[Source], place: int, sent: str | None) -> list[Source]:
    start = _before(lines, place)
    closings = (at for at in range(place, len(lines)) if CLOSING in lines[at].text)
    end = next(closings, len(lines) - 1)
    ours = f" {' '.join(words(sent))} " if sent is not None else None
    return [
        replace(line, is_own=False) if start <= at <= end and _is_ours(line, ours) else line
        for at, line in enumerate(lines)
    ]


def _before(lines: Sequence[Source], place: int) -> int:
    """The line above the heading, which names side and phase."""
    full = [at for at in range(max(0, place - 2), place) if lines[at].text.strip()]
    return full[-1] if full else place


def _is_ours(line: Source, ours: str | None) -> bool:
    """Whether a line stands in our letter; a lone number may always be an answer."""
    if not line.is_own or _ANSWER.fullmatch(line.text):
        return False
    return ours is None or f" {' '.join(words(line.text))} " in ours


def text_of(lines: Sequence[Source]) -> str:
    """The player's own lines, each at its place."""
    return "\n".join(line.text if line.is_own else "" for line in lines).rstrip()
