"""Schedules and the next deadline after a moment. Pure: the clock is an argument.

Moments are aware datetimes in UTC; days and times of day are those of the schedule's zone, so that
a weekly deadline stays at the same time on the wall when the clocks change.
"""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from enum import Enum
from zoneinfo import ZoneInfo, available_timezones

from msgspec import field

from gm.errors import SettingsError
from gm.values import Value, replace

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAY = timedelta(days=1)
SHORTEST_LEFT = timedelta(hours=1)
"""So long at least a phase lasts that goes on after a pause."""
LATE_START = timedelta(hours=12)
"""Up to this long after a deadline the next one is counted from it, not from the clock."""
UTC_ZONE = ZoneInfo("UTC")
LONGEST_SEARCH = 3660
"""Days after which a schedule that skips every day is given up."""


class ScheduleError(SettingsError, ValueError):
    """A schedule or moment that makes no sense; the text is a full sentence saying why."""


class Weekly(Value, frozen=True):
    """Once a week: *weekday* 0 is Monday, *at* is the time on the wall."""

    weekday: int
    at: time


class Days(Value, frozen=True):
    """A number of days that count, ending at the time *at* on the wall (None: as it began)."""

    days: int
    at: time | None = None


class Hours(Value, frozen=True):
    """A number of hours by the clock, whatever the wall says."""

    hours: int


Rule = Weekly | Days | Hours


class Rhythm(Value, frozen=True):
    """A rule as people write it, with the zone if they name one."""

    rule: Rule
    zone: ZoneInfo | None = None


class Schedule(Value, frozen=True):
    """When the deadlines of a match fall.

    ``usual`` is the rule for phases that ``kinds`` does not name. Deadlines never fall on
    ``skipped_days`` or ``skipped_weekdays`` (0 is Monday). A weekly deadline that would leave
    players less than ``shortest`` falls a week later. With ``inclusive`` a letter of the very
    moment of the deadline is in time.
    """

    zone: ZoneInfo
    usual: Rule
    kinds: Mapping[str, Rule] = field(default_factory=dict)
    skipped_days: frozenset[date] = frozenset()
    skipped_weekdays: frozenset[int] = frozenset()
    shortest: timedelta = timedelta(0)
    inclusive: bool = False

    def counts(self, day: date) -> bool:
        """Whether a deadline may fall on *day*."""
        return day not in self.skipped_days and day.weekday() not in self.skipped_weekdays


def next_deadline(schedule: Schedule, kind: str, after: datetime) -> datetime:
    """The deadline of a phase of *kind* that begins at *after*; always later than *after*.

    Raises:
        ScheduleError: no day counts.
    """
    match schedule.kinds.get(kind, schedule.usual):
        case Weekly(weekday, at):
            return _weekly(schedule, weekday, at, after)
        case Days(days, at):
            return _after_days(schedule, days, at, after)
        case Hours(hours):
            return _after_hours(schedule, hours, after)


def start_of_phase(deadline: datetime | None, now: datetime) -> datetime:
    """The moment from which the next phase is counted, when the last one was adjudicated *now*.

    A turn that is worked out some minutes after its deadline does not move the rhythm of a match;
    one that was worked out early, or long after, begins a phase of full length.
    """
    if deadline is not None and deadline <= now < deadline + LATE_START:
        return deadline
    return now


def is_in_time(arrived: datetime, deadline: datetime, *, inclusive: bool) -> bool:
    """Whether a letter that arrived then counts: before the deadline, to the second."""
    if inclusive:
        return arrived.replace(microsecond=0) <= deadline
    return arrived < deadline


def _weekly(schedule: Schedule, weekday: int, at: time, after: datetime) -> datetime:
    day = after.astimezone(schedule.zone).date()
    day += timedelta(days=(weekday - day.weekday()) % 7)
    for _ in range(LONGEST_SEARCH // 7):
        deadline = nearest_moment(day, at, schedule.zone)
        if deadline > after and deadline - after >= schedule.shortest and schedule.counts(day):
            return deadline
        day += 7 * DAY
    raise ScheduleError(f"No {WEEKDAYS[weekday]} counts in this schedule; see the skipped days.")


def _after_days(schedule: Schedule, days: int, at: time | None, after: datetime) -> datetime:
    begun = after.astimezone(schedule.zone)
    wall = begun.time() if at is None else at
    day, left = begun.date(), days
    if at is not None and nearest_moment(day, at, schedule.zone) < after:
        left += 1
    for _ in range(LONGEST_SEARCH):
        if left <= 0 and schedule.counts(day):
            deadline = nearest_moment(day, wall, schedule.zone)
            if deadline > after:
                return deadline
        day += DAY
        left -= schedule.counts(day)
    raise ScheduleError("No day counts in this schedule; see the skipped days.")


def _after_hours(schedule: Schedule, hours: int, after: datetime) -> datetime:
    deadline = after + timedelta(hours=hours)
    for _ in range(LONGEST_SEARCH):
        wall = deadline.astimezone(schedule.zone)
        if schedule.counts(wall.date()):
            return deadline
        deadline = nearest_moment(wall.date() + DAY, wall.time(), schedule.zone)
    raise ScheduleError("No day counts in this schedule; see the skipped days.")


def later(moment: datetime, length: timedelta, zone: ZoneInfo) -> datetime:
    """*moment* put off by *length*: whole days keep the time on the wall in *zone*."""
    days, rest = divmod(length, DAY)
    if not days:
        return moment + rest  # of a time that comes twice, the one that is meant
    local = moment.astimezone(zone)
    return nearest_moment(local.date() + days * DAY, local.time(), zone) + rest


def put_off(schedule: Schedule, deadline: datetime) -> datetime:
    """*deadline* on the first day that counts, at its own time on the wall."""
    local = deadline.astimezone(schedule.zone)
    day = local.date()
    for _ in range(LONGEST_SEARCH):
        if schedule.counts(day):
            return nearest_moment(day, local.time(), schedule.zone)
        day += DAY
    raise ScheduleError("No day counts in this schedule; see the skipped days.")


def resumed(schedule: Schedule, kind: str, now: datetime, left: timedelta) -> datetime:
    """The deadline of a phase of *kind* that goes on now, with *left* or more, an hour at least.

    It falls on a day and at a time that the schedule likes.
    """
    left = max(left, SHORTEST_LEFT)
    match schedule.kinds.get(kind, schedule.usual):
        case Weekly(weekday, at):
            return _weekly(replace(schedule, shortest=left), weekday, at, now)
        case Days(_, at) if at is not None:
            return _at_time(schedule, at, now + left)
        case Days() | Hours():
            return put_off(schedule, now + left)


def _at_time(schedule: Schedule, at: time, earliest: datetime) -> datetime:
    """The first moment from *earliest* on when the wall shows *at* on a day that counts."""
    day = earliest.astimezone(schedule.zone).date()
    for _ in range(LONGEST_SEARCH):
        deadline = nearest_moment(day, at, schedule.zone)
        if deadline >= earliest and schedule.counts(day):
            return deadline
        day += DAY
    raise ScheduleError("No day counts in this schedule; see the skipped days.")


class Fold(Enum):
    """Which of the two moments is meant when the wall shows a time twice."""

    FIRST = 0
    SECOND = 1


def nearest_moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment when the wall in *zone* shows this, in UTC.

    For deadlines that a rule sets: a time that is skipped as the clocks go forward becomes the
    time an hour on, of a time that comes twice the second counts, so that nobody is late by
    misunderstanding.
    """
    walls = [datetime.combine(day, at.replace(fold=fold), zone) for fold in (0, 1)]
    return max(wall.astimezone(UTC) for wall in walls)


def exact_moment(day: date, at: time, zone: ZoneInfo, fold: Fold | None = None) -> datetime:
    """The one moment when the wall in *zone* shows this, in UTC, for times that a person names.

    Raises:
        ScheduleError: the wall never shows this time on that day, or shows it twice and *fold*
            does not say which is meant.
    """
    first = datetime.combine(day, at.replace(fold=0), zone)
    second = datetime.combine(day, at.replace(fold=1), zone)
    text = f"{at:%H:%M} on {_day(day)} in {zone.key}"
    if first.utcoffset() == second.utcoffset():
        return first.astimezone(UTC)
    if first.astimezone(UTC).astimezone(zone).time().replace(fold=0) != at.replace(fold=0):
        raise ScheduleError(
            f"There is no {text}: the clocks go forward past it. Choose a time before or after."
        )
    if fold is None:
        raise ScheduleError(
            f"{text} comes twice, as the clocks go back: first {first.tzname()}, then "
            f"{second.tzname()}. Say which: write “{at:%H:%M} {first.tzname()}” or "
            f"“{at:%H:%M} {second.tzname()}”."
        )
    return (first if fold is Fold.FIRST else second).astimezone(UTC)


def _day(day: date) -> str:
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def wall(moment: datetime, zone: ZoneInfo) -> str:
    """What calendar and clock on the wall show: ``Tuesday, 10 March 2026, 20:00 EDT``."""
    local = moment.astimezone(zone)
    day = f"{WEEKDAYS[local.weekday()]}, {local.day} {MONTHS[local.month - 1]} {local.year}"
    return f"{day}, {local:%H:%M} {zone_name(moment, zone)}"


def shown(moment: datetime, zone: ZoneInfo) -> str:
    """*moment* on one line: ``Tuesday, 10 March 2026, 20:00 EDT (00:00 UTC on 11 March)``."""
    local, utc = moment.astimezone(zone), moment.astimezone(UTC)
    if local.utcoffset() == timedelta(0):
        return wall(moment, zone)
    other_day = f" on {utc.day} {MONTHS[utc.month - 1]}" if utc.date() != local.date() else ""
    return f"{wall(moment, zone)} ({utc:%H:%M} UTC{other_day})"


def zone_name(moment: datetime, zone: ZoneInfo) -> str:
    """The short name of the zone at that moment: ``EDT``, or ``UTC+05:30`` where it has none."""
    name = moment.astimezone(zone).tzname() or zone.key
    if name[0] not in "+-":
        return name
    return f"UTC{name[:3]}:{name[3:]}" if len(name) == 5 else f"UTC{name}"


def described(schedule: Schedule, names: Mapping[str, str] | None = None) -> list[str]:
    """The schedule in sentences for players; *names* are all kinds of phases in words.

    Without names the kinds are words themselves ("retreats"), and others run as usual.
    """
    zone = schedule.zone.key
    word = "up to and including" if schedule.inclusive else "before"
    counted = f"(time zone {zone}); orders count that arrive {word} that moment."
    kinds = names or {kind: kind for kind in schedule.kinds}
    rules = {words: schedule.kinds.get(kind, schedule.usual) for kind, words in kinds.items()}
    sentences = [
        f"For {words} the deadline falls {_described(rule)}." for words, rule in rules.items()
    ]
    if names:
        sentences[0] = f"{sentences[0][:-1]} {counted}"
    else:
        sentences.insert(0, f"Deadlines fall {_described(schedule.usual)} {counted}")
    skipped = [_day(day) for day in sorted(schedule.skipped_days)]
    skipped += [f"any {WEEKDAYS[weekday]}" for weekday in sorted(schedule.skipped_weekdays)]
    if skipped:
        sentences.append(f"No deadline falls on {', '.join(skipped)}.")
    return sentences


def _described(rule: Rule) -> str:
    match rule:
        case Weekly(weekday, at):
            return f"every {WEEKDAYS[weekday]} at {at:%H:%M}"
        case Days(days, None):
            return f"{_count(days, 'day')} after the phase begins"
        case Days(days, at):
            return f"{_count(days, 'day')} after the phase begins, at {at:%H:%M}"
        case Hours(hours):
            return f"{_count(hours, 'hour')} after the phase begins"


def time_left(now: datetime, deadline: datetime) -> str:
    """How long it is until *deadline*, for people: ``6 days, 3 hours``; ``no time`` if past."""
    minutes = max(0, int((deadline - now).total_seconds() // 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [_count(days, "day"), _count(hours, "hour")]
    if not days and hours < 6:
        parts.append(_count(minutes, "minute"))
    return ", ".join(part for part in parts if part) or "no time"


def _count(number: int, noun: str) -> str:
    return "" if not number else f"{number} {noun}{'' if number == 1 else 's'}"


_WEEKLY = re.compile(
    r"(?:weekly|every)?\s*([a-z]{3,9})s?\s+(?:at\s+)?(\d{1,2}:\d\d)(?:\s+(\S+))?$", re.IGNORECASE
)
_DAYS = re.compile(
    r"(?:every\s+|after\s+)?(\d{1,3})\s*(d|days?|w|weeks?)(?:\s+(?:at\s+)?(\d{1,2}:\d\d)(?:\s+(\S+))?)?$",
    re.IGNORECASE,
)
_HOURS = re.compile(r"(?:every\s+|after\s+)?(\d{1,4})\s*(?:h|hours?)$", re.IGNORECASE)


def read_rhythm(text: str) -> Rhythm:
    """The rule that *text* spells, and the zone if it names one.

    ``Tuesday 20:00``, ``weekly Tuesday 20:00 America/New_York``, ``3 days``, ``3 days at 20:00``,
    ``2 weeks``, ``48 hours``.

    Raises:
        ScheduleError: it spells none.
    """
    text = text.strip()
    if found := _WEEKLY.match(text):
        weekday, at, zone = found.groups()
        return Rhythm(Weekly(read_weekday(weekday), read_time(at)), _zone(zone))
    if found := _DAYS.match(text):
        number, unit, at, zone = found.groups()
        days = int(number) * (7 if unit.lower().startswith("w") else 1)
        if days > 0:
            return Rhythm(Days(days, read_time(at) if at else None), _zone(zone))
    if (found := _HOURS.match(text)) and int(found[1]) > 0:
        return Rhythm(Hours(int(found[1])))
    raise ScheduleError(
        f"“{text}” is no rhythm of deadlines; write for example “Tuesday 20:00”, "
        "“Tuesday 20:00 America/New_York”, “3 days”, “3 days at 20:00” or “48 hours”."
    )


def _zone(name: str | None) -> ZoneInfo | None:
    return None if name is None else read_zone(name)


def read_weekday(text: str) -> int:
    """The number of a weekday (0 is Monday) from its name or the first three letters of it."""
    for number, name in enumerate(WEEKDAYS):
        if len(text) >= 3 and name.casefold().startswith(text.casefold()):
            return number
    near = get_close_matches(text.capitalize(), WEEKDAYS, n=1)
    raise ScheduleError(
        f"“{text}” is no day of the week" + (f"; did you mean {near[0]}?" if near else ".")
    )


def read_time(text: str) -> time:
    """The time of day that *text* (``20:00``) spells."""
    hour, _, minute = text.partition(":")
    if not (hour.isdecimal() and minute.isdecimal() and int(hour) < 24 and int(minute) < 60):
        raise ScheduleError(f"“{text}” is no time of day; write it like 20:00.")
    return time(int(hour), int(minute))


def read_zone(text: str) -> ZoneInfo:
    """The time zone of an IANA name such as ``America/New_York``."""
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        near = get_close_matches(text, available_timezones(), n=1, cutoff=0.5)
        raise ScheduleError(
            f"There is no time zone “{text}”; did you mean {near[0]}?"
            if near
            else f"There is no time zone “{text}”; write it like America/New_York."
        ) from None


_LENGTH = re.compile(
    r"(?:(\d{1,4})\s*(?:w|weeks?))?\s*(?:(\d{1,4})\s*(?:d|days?))?\s*"
    r"(?:(\d{1,5})\s*(?:h|hours?))?\s*(?:(\d{1,6})\s*(?:m|min|minutes?))?$",
    re.IGNORECASE,
)


def read_length(text: str) -> timedelta:
    """The length of time that *text* spells: ``24h``, ``3 days``, ``1 day 12 hours``, ``90m``."""
    found = _LENGTH.match(text.strip().replace(",", " "))
    if found is None or not any(found.groups()):
        raise ScheduleError(f"“{text}” is no length of time; write it like 24h, 3 days or 90m.")
    weeks, days, hours, minutes = (int(number or 0) for number in found.groups())
    return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes)


_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T]+(\d{1,2}:\d\d)(?::\d\d)?)?\s*(\S+)?$")


def read_moment(text: str, zone: ZoneInfo) -> datetime:
    """The moment that a person named: ``2026-03-10 20:00``, in *zone* unless it says another.

    A zone may follow: ``UTC``, ``+09:00``, ``Asia/Tokyo`` or the short name that *zone* has that
    day (``EDT``), which also tells the two moments apart when the wall shows a time twice.

    Raises:
        ScheduleError: no such moment, or two.
    """
    found = _MOMENT.match(text.strip())
    if found is None:
        raise ScheduleError(f"“{text}” is no moment; write it like 2026-03-10 20:00.")
    try:
        day = date.fromisoformat(found[1])
    except ValueError:
        raise ScheduleError(f"There is no day {found[1]}.") from None
    at = read_time(found[2]) if found[2] else time(0)
    match found[3]:
        case None:
            return exact_moment(day, at, zone)
        case "Z" | "UTC":
            return exact_moment(day, at, ZoneInfo("UTC"))
        case offset if re.fullmatch(r"[+-]\d\d:?\d\d", offset):
            return datetime.fromisoformat(f"{day}T{at}{offset}").astimezone(UTC)
        case name:
            return _in_named_zone(day, at, zone, name)


def _in_named_zone(day: date, at: time, zone: ZoneInfo, name: str) -> datetime:
    names = [datetime.combine(day, at.replace(fold=fold), zone).tzname() for fold in (0, 1)]
    if name in names:
        return exact_moment(day, at, zone, Fold(names.index(name)))
    return exact_moment(day, at, read_zone(name))
