"""Lines whose meaning hangs on another letter, with that meaning noted in them.

“1” in a letter means something only beside the receipt that it answers. The text that is kept of
the letter says it: ``1 [= Army Kai moves to Sagami]``, or ``1 [= ?]`` where it was asked back. So
the text alone gives the orders, to everybody who reads it again.
"""

import re

UNCLEAR = "?"
_NOTED = re.compile(r"^(?P<text>.*?) ?\[= (?P<order>[^\[\]]+)\]$")


def note(text: str, orders: str | None) -> str:
    """The line *text* with what it means; None if that is not clear."""
    plain = re.sub(r"[\[\]]", " ", orders or UNCLEAR)
    return f"{' '.join(text.split())} [= {plain}]"


def read(line: str) -> tuple[str, str | None] | None:
    """Text and meaning of a line with a note; None for other lines."""
    found = _NOTED.match(line.strip())
    if found is None:
        return None
    return found["text"], None if found["order"] == UNCLEAR else found["order"]


def bare(line: str) -> str:
    """A line without its note, as its writer wrote it."""
    found = read(line)
    return line if found is None else found[0]


def text_fact(letter: int) -> str:
    """The name of the fact that holds what the orders of a letter were read from."""
    return f"text {letter}"
