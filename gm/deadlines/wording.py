"""Schedules, lengths of time and moments in words: as people write them and as they are told."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from gm.deadlines.clock import WEEKDAYS, Fold, ScheduleError, day_name, exact_moment
from gm.deadlines.schedule import Days, Hours, Rhythm, Rule, Schedule, Weekly


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
    skipped = [day_name(day) for day in sorted(schedule.skipped_days)]
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
