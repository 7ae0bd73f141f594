"""Whether the text that is kept of a letter is what the letter itself says.

Orders are read from a text in which answers to receipts and filled-in sheets are noted with what
they mean (``gm.desk.noted``). It is kept, since an archive has no receipts; who has the desk can
read the letter as it came once more, beside the receipts and sheets that it answered.
"""

from gm.desk import noted
from gm.desk.parts import take_apart
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.games.vocabulary import Power
from gm.mail.body import read_body
from gm.mail.code_words import without_code_words
from gm.mail.letter import open_letter
from gm.records import KeptLetter
from gm.values import Value, replace


class Differing(Value, frozen=True):
    """A line of the text that is kept, and what the letter says in its place."""

    kept: str
    said: str


def differing(desk: Desk, before: Standing, letter: KeptLetter) -> Differing | None:
    """The first line in which the kept text of a letter is not what the letter says.

    *before* is how the match stood in the phase that it was read for. None if all is the same, or
    nothing but the letter itself was kept.
    """
    kept = desk.store.fact(noted.text_fact(letter.number))
    if kept is None or letter.power is None:
        return None
    now = _when_it_came(before, letter)
    opened, _ = without_code_words(open_letter(letter.raw.content))
    body = read_body(opened)
    wanted = _lines(kept)
    found: list[str] = []
    for meant in (False, True):  # whether it counted for a phase played again is not kept
        power = Power(letter.power)
        found = _lines(take_apart(desk, now, power, opened, body, meant=meant).text)
        if found == wanted:
            return None
    longer = max(len(found), len(wanted))
    for one, other in zip(_filled(wanted, longer), _filled(found, longer), strict=True):
        if one != other:
            return Differing(one, other)
    return None


def _when_it_came(before: Standing, letter: KeptLetter) -> Standing:
    """The match with the order sheets that were there before the letter."""
    earlier = tuple(
        one
        for one in before.submissions
        if (one.received, one.letter or 0) < (letter.raw.received, letter.number)
    )
    return replace(before, submissions=earlier)


def _lines(text: str) -> list[str]:
    """The lines of a text; what was asked back means nothing, noted or not."""
    lines = [line.rstrip() for line in text.split("\n")]
    made = []
    for line in lines:
        known = noted.read(line)
        made.append(" ".join(known[0].split()) if known and known[1] is None else line)
    while made and not made[-1]:
        made.pop()
    return made


def _filled(lines: list[str], length: int) -> list[str]:
    return [*lines, *[""] * (length - len(lines))]
