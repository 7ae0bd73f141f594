"""Keeps who wrote an unsigned message unknown to who reads a chronicle.

Text and name are not all that tells: a letter that came in the minute of the message, one that says
“grey press” at its head, or the number of the letter that a message stood in would tell too. So in
a match with unsigned messages no message names its letter, letters come to a day and not a minute,
and nothing marks where messages stood in them.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

from gm.desk.chronicle import Chronicle, WrittenLetter
from gm.desk.press import GREY
from gm.parsing.messages import lines_in
from gm.parsing.phrases import Phrases
from gm.parsing.sentences import lines_of
from gm.records import PressMessage
from gm.values import Value, replace

SECOND = timedelta(seconds=1)


def protected(found: Chronicle, phrases: Phrases) -> Chronicle:
    """The chronicle without what tells who wrote its unsigned messages; it verifies as before.

    Letters that held messages and no orders that were kept are left out.
    """
    if not any(message.kind == GREY for message in found.press):
        return found
    days = _Days(tuple(sorted(_moments(found))))
    used = {one.letter for sheets in found.submissions.values() for one in sheets}
    apart = {number: _apart(phrases, letter) for number, letter in found.letters.items()}
    return replace(
        found,
        submissions={
            number: tuple(replace(one, received=days.of(one.received)) for one in sheets)
            for number, sheets in found.submissions.items()
        },
        letters={
            number: replace(letter, received=days.of(letter.received), subject="", text=text)
            for number, letter in found.letters.items()
            for text, has_messages in [apart[number]]
            if number in used or not has_messages
        },
        press=tuple(_freed(message, days) for message in found.press),
    )


class _Days(Value, frozen=True):
    """Moments to the day, but never across one of *moments*: a late letter stays late."""

    moments: tuple[datetime, ...]

    def of(self, moment: datetime) -> datetime:
        """The beginning of the day of *moment* in UTC, or the second after the last of them."""
        begun = datetime.combine(moment.astimezone(UTC).date(), time(0), UTC)
        floors = [min(one + SECOND, moment) for one in self.moments if one < moment]
        floors += [one for one in self.moments if one == moment]
        return max([begun, *floors])


def _moments(found: Chronicle) -> Iterator[datetime]:
    """The moments by which it is told for which phase a letter came, and whether in time."""
    for step in found.steps:
        yield from (one for one in (step.at, step.deadline, step.withdrawn) if one is not None)
    if found.match.deadline is not None:
        yield found.match.deadline


def _apart(phrases: Phrases, letter: WrittenLetter) -> tuple[str, bool]:
    """The text of a letter without messages, and whether it held any."""
    lines = list(lines_of(letter.text))
    inside = {number for number, _ in lines_in(phrases, lines)}
    kept = [line.text for line in lines if line.number not in inside]
    return ("\n".join(kept), True) if inside else (letter.text, False)


def _freed(message: PressMessage, days: _Days) -> PressMessage:
    """A message without the letter and the minute that it came in."""
    return replace(message, letter=0, line=0, number=None, at=days.of(message.at))
