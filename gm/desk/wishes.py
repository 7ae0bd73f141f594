"""What a letter may ask of the gamemaster beside its orders: to wait, or to be away.

Only a line that says nothing else is such a wish; it is taken out of the text before the orders
are read, and the receipt says what became of it.
"""

import re
from datetime import date, datetime, timedelta
from enum import Enum

from gm.desk.press import mute
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.desk.timing import absent_days, grant_absence
from gm.games.vocabulary import Power
from gm.parsing.messages import lines_in
from gm.parsing.phrases import Phrases
from gm.parsing.sentences import Line
from gm.values import Value

LONGEST_ABSENCE = 90
"""Days; a line that asks for more is a slip of the pen."""


class Patience(Enum):
    """Whether a player lets the phase end as soon as all orders are in."""

    WAIT = "wait"
    READY = "ready"


class Absence(Value, frozen=True):
    """The first and the last day on which a player is away; *first* None means from today."""

    first: date | None
    last: date


class Mute(Value, frozen=True):
    """Messages of *name* are not wanted any more; with *on* false, they are again."""

    name: str
    on: bool


class VagueAbsence(Value, frozen=True):
    """Somebody will be away, but the line does not tell on which days."""

    text: str


Wish = Patience | Absence | VagueAbsence | Mute

_WAIT = re.compile(
    r"(please )?(wait( for me)?|do(n't| not) (end|adjudicate|process)( it| the (phase|turn))? "
    r"(early|before the deadline))( please)?"
)
_READY = re.compile(
    r"(i am |i'm |we are )?(ready|(please )?(do(n't| not)|no) wait|no need to wait)( for me)?"
    r"( please)?"
)
_SOMEBODY = r"(?:i am |i'm |i will be |i'll be |i shall be |we are |we will be )"
_AWAY = r"(?:absent|away|on holidays?|on vacation|on leave|unavailable|travell?ing)"
_ABSENT = re.compile(
    rf"{_SOMEBODY}?{_AWAY}(?: (?:from |between )?(?P<first>.+?))??"
    r"(?: (?:to|until|till|through|and|-|\u2013) (?P<last>.+))"
)
_VAGUE = re.compile(
    rf"(?:{_SOMEBODY}{_AWAY}(?! from (?:home|keyboard))\b.{{0,60}}|{_AWAY} next .+)"
)
_MUTE = re.compile(r"(?:please )?(?P<un>un-?)?mute (?P<name>[a-z][a-z0-9 '-]{1,40})")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def take_out(
    text: str, today: date, phrases: Phrases | None = None
) -> tuple[str, tuple[Wish, ...]]:
    """The text without the lines that are wishes, and the wishes in their order.

    What stands in messages to other players is no wish; *phrases* tell where these are.
    """
    kept, wishes = [], []
    lines = [Line(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    inside = {number for number, _ in lines_in(phrases, lines)} if phrases else set()
    for number, line in enumerate(text.split("\n"), 1):
        wish = None if number in inside else read_wish(line, today)
        if wish is None:
            kept.append(line)
        else:
            kept.append("")
            wishes.append(wish)
    return "\n".join(kept), tuple(wishes)


def read_wish(line: str, today: date) -> Wish | None:
    """The wish that a line says, if it says nothing else."""
    said = " ".join(line.replace("\u2019", "'").split()).casefold().strip(" .!*_-")
    if _WAIT.fullmatch(said):
        return Patience.WAIT
    if _READY.fullmatch(said):
        return Patience.READY
    if found := _MUTE.fullmatch(said):
        return Mute(found["name"], on=not found["un"])
    return _absence_in(said, " ".join(line.split()), today)


def _absence_in(said: str, line: str, today: date) -> Wish | None:
    """The absence that a folded line tells, if it tells one, with its days or without."""
    found = _ABSENT.fullmatch(said)
    if found is not None:
        last = read_day(found["last"], today)
        first = read_day(found["first"], today) if found["first"] else None
        if last is not None and (first is not None or not found["first"]):
            return Absence(first, last)
    is_vague = found is not None and re.search(r"\d", said)
    return VagueAbsence(line) if is_vague or _VAGUE.fullmatch(said) else None


def read_day(text: str, today: date) -> date | None:
    """The day that ``2026-05-07``, ``7 May 2026`` or ``May 7`` means, seen from today."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return _day(int(text[:4]), int(text[5:7]), int(text[8:]))
    words = re.findall(r"[a-z]+|\d+", text)
    months = [_MONTHS.index(word[:3]) + 1 for word in words if word[:3] in _MONTHS]
    numbers = [int(word) for word in words if word.isdecimal()]
    if len(months) != 1 or not 1 <= len(numbers) <= 2:
        return None
    days = [number for number in numbers if number <= 31]
    years = [number for number in numbers if number > 31]
    if len(days) != 1 or len(days) + len(years) != len(numbers):
        return None
    found = _day(years[0] if years else today.year, months[0], days[0])
    if found is not None and not years and found < today:
        return _day(today.year + 1, months[0], days[0])
    return found


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def waits(desk: Desk, present: Standing) -> list[Power]:
    """The powers whose players have said wait in the present phase."""
    name, step = present.match.name, present.step.number
    return [
        side.id
        for side in present.offer.game.sides
        if desk.store.fact(f"wait {name} {step} {side.id}") == Patience.WAIT.value
    ]


def forget_wait(desk: Desk, present: Standing, power: Power) -> None:
    """Drops a “wait” for the present phase: who said it does not play any more."""
    fact = f"wait {present.match.name} {present.step.number} {power}"
    if desk.store.fact(fact) is not None:
        desk.store.set_fact(fact, Patience.READY.value)


def fulfil(
    desk: Desk, now: datetime, present: Standing, power: Power, wish: Wish
) -> tuple[Standing, str]:
    """Does what a player asks for, or says why not: the match after it, and a sentence."""
    match wish:
        case Patience():
            return present, _patience(desk, present, power, wish)
        case Absence(first, last):
            return _absence(
                desk, now, present, power, first=first or _today(present, now), last=last
            )
        case VagueAbsence(text):
            return present, (
                f"“{text}” does not tell the days, so nothing was done. To be away, write both: "
                "“away from 2026-05-01 to 2026-05-07”."
            )
        case Mute(name, on):
            return present, mute(desk, present, power, name, on=on)


def _today(present: Standing, now: datetime) -> date:
    return now.astimezone(present.schedule.zone).date()


def _patience(desk: Desk, present: Standing, power: Power, wish: Patience) -> str:
    name, step = present.match.name, present.step.number
    if present.config.calendar.early is None:
        return "This match never ends a phase before its deadline, so there is nothing to wait for."
    desk.store.set_fact(f"wait {name} {step} {power}", wish.value)
    if wish is Patience.WAIT:
        return "The phase will not end before its deadline, as you ask. Write “ready” to allow it."
    return "The phase may end before its deadline once all orders are in, as far as you say."


def _absence(  # noqa: PLR0913 (whose, when, and how the match stands)
    desk: Desk, now: datetime, present: Standing, power: Power, *, first: date, last: date
) -> tuple[Standing, str]:
    length = (last - first).days + 1
    if not 1 <= length <= LONGEST_ABSENCE or last < _today(present, now):
        return present, f"You cannot be away from {first} to {last}; please write both days anew."
    days = [first + timedelta(days=number) for number in range(length)]
    granted = absent_days(desk, present.match.name, power)
    allowed = present.config.calendar.absence
    if len({*granted, *days}) > allowed:
        name = present.side(power).name
        desk.concern(
            now,
            f"{name} in {present.match.name} asks to be away from {first} to {last}; a player "
            f"may be away for {allowed} days in this match, {len(granted)} of them are used. To "
            f"grant it, answer “absence {name} {first} {last}”, or: gm absence "
            f"{present.match.name} {power} {first} {last}",
            present.match.name,
        )
        return present, (
            f"You ask to be away from {first} to {last}. That is for the gamemaster to decide, who "
            "has been told; until you hear, the deadline stands."
        )
    after = grant_absence(desk, now, present, power, days)
    zone = after.schedule.zone.key
    return after, (
        f"You are away from {first} to {last}: no deadline falls on these days (time zone {zone})."
    )
