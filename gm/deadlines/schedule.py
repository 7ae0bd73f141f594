"""Schedules and the next deadline after a moment. Pure: the clock is an argument.

Days and times of day are those of the schedule's zone, so that a weekly deadline stays at the same
time on the wall when the clocks change.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import field

from gm.deadlines.clock import DAY, WEEKDAYS, ScheduleError, nearest_moment
from gm.values import Value, replace

SHORTEST_LEFT = timedelta(hours=1)
"""So long at least a phase lasts that goes on after a pause."""
LATE_START = timedelta(hours=12)
"""Up to this long after a deadline the next one is counted from it, not from the clock."""
LONGEST_SEARCH = 3660
"""Days after which a schedule that skips every day is given up."""


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
