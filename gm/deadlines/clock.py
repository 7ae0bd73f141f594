"""Moments, and what the wall shows at them: times that are skipped or come twice, names of zones.

Moments are aware datetimes in UTC.
"""

from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

from gm.errors import SettingsError

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAY = timedelta(days=1)
UTC_ZONE = ZoneInfo("UTC")


class ScheduleError(SettingsError, ValueError):
    """A schedule or moment that makes no sense; the text is a full sentence saying why."""


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
    text = f"{at:%H:%M} on {day_name(day)} in {zone.key}"
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


def day_name(day: date) -> str:
    """``Tuesday 10 March 2026``."""
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


def later(moment: datetime, length: timedelta, zone: ZoneInfo) -> datetime:
    """*moment* put off by *length*: whole days keep the time on the wall in *zone*."""
    days, rest = divmod(length, DAY)
    if not days:
        return moment + rest  # of a time that comes twice, the one that is meant
    local = moment.astimezone(zone)
    return nearest_moment(local.date() + days * DAY, local.time(), zone) + rest
