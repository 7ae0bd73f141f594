"""Deadlines across clock changes, month ends and skipped days; times people write."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm import deadlines
from gm.deadlines import Days, Fold, Hours, Schedule, ScheduleError, Weekly

NEW_YORK = ZoneInfo("America/New_York")
TUESDAYS = Weekly(1, time(20))
ZONES = (
    "America/New_York", "Europe/Berlin", "Asia/Tokyo", "Australia/Lord_Howe", "America/Sao_Paulo",
    "Asia/Kathmandu", "Africa/Casablanca", "Pacific/Apia", "Pacific/Chatham", "Asia/Tehran", "UTC",
)  # fmt: skip


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        # the clocks go forward on 8 March 2026, back on 1 November 2026
        ("2026-03-04T01:00Z", "2026-03-11T00:00Z"),
        ("2026-10-28T00:00Z", "2026-11-04T01:00Z"),
        # the deadline itself is over when it comes
        ("2026-03-11T00:00Z", "2026-03-18T00:00Z"),
        ("2026-03-10T23:59:59Z", "2026-03-11T00:00Z"),
        # over a leap day and a new year
        ("2028-02-23T01:00Z", "2028-03-01T01:00Z"),
        ("2026-12-30T01:00Z", "2027-01-06T01:00Z"),
    ],
)
def test_weekly_deadline_keeps_its_time_on_the_wall(after: str, expected: str) -> None:
    schedule = Schedule(NEW_YORK, TUESDAYS)
    assert deadlines.next_deadline(schedule, "movement", at(after)) == at(expected)


def test_est_all_year_does_not_move_with_the_clocks() -> None:
    schedule = Schedule(ZoneInfo("EST"), TUESDAYS)
    found = deadlines.next_deadline(schedule, "movement", at("2026-03-04T01:00Z"))
    assert found == at("2026-03-11T01:00Z")


@pytest.mark.parametrize(
    ("rule", "after", "expected"),
    [
        # Tuesday 3 March 20:00 and three days, within winter time and over the change
        (Days(3, time(20)), "2026-03-04T01:00Z", "2026-03-07T01:00Z"),
        (Days(7, time(20)), "2026-03-04T01:00Z", "2026-03-11T00:00Z"),
        # begun on Friday at noon: the first 20:00 that leaves three whole days
        (Days(3, time(20)), "2026-03-06T17:00Z", "2026-03-10T00:00Z"),
        # begun at 21:00: three days and then the next 20:00
        (Days(3, time(20)), "2026-04-01T01:00Z", "2026-04-05T00:00Z"),
        (Days(3), "2026-03-04T01:30Z", "2026-03-07T01:30Z"),
        (Hours(48), "2026-03-07T12:00Z", "2026-03-09T12:00Z"),
    ],
)
def test_lengths_in_days_follow_the_wall_and_in_hours_the_clock(
    rule: deadlines.Rule, after: str, expected: str
) -> None:
    schedule = Schedule(NEW_YORK, TUESDAYS, kinds={"retreats": rule})
    assert deadlines.next_deadline(schedule, "retreats", at(after)) == at(expected)


def test_each_kind_of_phase_has_its_own_length() -> None:
    schedule = Schedule(NEW_YORK, TUESDAYS, kinds={"retreats": Days(2, time(20))})
    begun = at("2026-02-04T01:00Z")
    assert deadlines.next_deadline(schedule, "retreats", begun) == at("2026-02-06T01:00Z")
    assert deadlines.next_deadline(schedule, "movement", begun) == at("2026-02-11T01:00Z")


def test_days_that_do_not_count() -> None:
    holidays = frozenset({date(2026, 12, 22), date(2026, 12, 29)})
    weekly = Schedule(NEW_YORK, TUESDAYS, skipped_days=holidays)
    found = deadlines.next_deadline(weekly, "movement", at("2026-12-16T01:00Z"))
    assert found == at("2027-01-06T01:00Z")
    weekend = frozenset({5, 6})
    daily = Schedule(NEW_YORK, Days(3, time(20)), skipped_weekdays=weekend)
    # Thursday 5 February 20:00: Friday, Monday, Tuesday
    found = deadlines.next_deadline(daily, "movement", at("2026-02-06T01:00Z"))
    assert found == at("2026-02-11T01:00Z")


def test_a_weekly_deadline_too_near_falls_a_week_later() -> None:
    schedule = Schedule(NEW_YORK, TUESDAYS, shortest=timedelta(days=2))
    found = deadlines.next_deadline(schedule, "movement", at("2026-02-09T15:00Z"))
    assert found == at("2026-02-18T01:00Z")


def test_a_schedule_without_days_is_refused() -> None:
    schedule = Schedule(NEW_YORK, Days(1), skipped_weekdays=frozenset(range(7)))
    with pytest.raises(ScheduleError, match="No day counts"):
        deadlines.next_deadline(schedule, "movement", at("2026-02-09T15:00Z"))
    weekly = Schedule(NEW_YORK, TUESDAYS, skipped_weekdays=frozenset({1}))
    with pytest.raises(ScheduleError, match="No Tuesday counts"):
        deadlines.next_deadline(weekly, "movement", at("2026-02-09T15:00Z"))


def test_before_means_before() -> None:
    deadline = at("2026-03-11T00:00:00Z")
    assert deadlines.is_in_time(at("2026-03-10T23:59:59Z"), deadline, inclusive=False)
    assert not deadlines.is_in_time(deadline, deadline, inclusive=False)
    assert deadlines.is_in_time(at("2026-03-11T00:00:00.900Z"), deadline, inclusive=True)
    assert not deadlines.is_in_time(at("2026-03-11T00:00:01Z"), deadline, inclusive=True)


def test_a_turn_worked_out_late_does_not_move_the_rhythm() -> None:
    deadline = at("2026-03-11T00:00Z")
    assert deadlines.start_of_phase(deadline, at("2026-03-11T00:07Z")) == deadline
    assert deadlines.start_of_phase(deadline, at("2026-03-10T15:00Z")) == at("2026-03-10T15:00Z")
    assert deadlines.start_of_phase(deadline, at("2026-03-12T15:00Z")) == at("2026-03-12T15:00Z")


def test_a_time_that_the_wall_never_shows_is_refused() -> None:
    with pytest.raises(ScheduleError, match=r"There is no 02:30 on Sunday 8 March 2026"):
        deadlines.read_moment("2026-03-08 02:30", NEW_YORK)


def test_a_time_that_comes_twice_is_asked_back() -> None:
    with pytest.raises(ScheduleError, match=r"comes twice.*“01:30 EDT” or “01:30 EST”"):
        deadlines.read_moment("2026-11-01 01:30", NEW_YORK)
    assert deadlines.read_moment("2026-11-01 01:30 EDT", NEW_YORK) == at("2026-11-01T05:30Z")
    assert deadlines.read_moment("2026-11-01 01:30 EST", NEW_YORK) == at("2026-11-01T06:30Z")
    day, clock = date(2026, 11, 1), time(1, 30)
    second = deadlines.exact_moment(day, clock, NEW_YORK, Fold.SECOND)
    assert second == at("2026-11-01T06:30Z")


def test_a_rule_at_such_a_time_takes_the_later_moment() -> None:
    nights = Schedule(NEW_YORK, Weekly(6, time(2, 30)))
    found = deadlines.next_deadline(nights, "movement", at("2026-03-07T12:00Z"))
    assert found == at("2026-03-08T07:30Z")  # 03:30 EDT
    nights = Schedule(NEW_YORK, Weekly(6, time(1, 30)))
    found = deadlines.next_deadline(nights, "movement", at("2026-10-31T12:00Z"))
    assert found == at("2026-11-01T06:30Z")  # the second 01:30


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-10 20:00", "2026-03-11T00:00Z"),
        ("2026-03-10T20:00", "2026-03-11T00:00Z"),
        ("2026-03-10 20:00 EDT", "2026-03-11T00:00Z"),
        ("2026-03-10 20:00 UTC", "2026-03-10T20:00Z"),
        ("2026-03-10 20:00 +09:00", "2026-03-10T11:00Z"),
        ("2026-03-10 20:00 Asia/Tokyo", "2026-03-10T11:00Z"),
        ("2026-03-10", "2026-03-10T04:00Z"),
    ],
)
def test_moments_that_people_write(text: str, expected: str) -> None:
    assert deadlines.read_moment(text, NEW_YORK) == at(expected)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tomorrow", "is no moment"),
        ("2026-02-30 20:00", "There is no day 2026-02-30"),
        ("2026-02-20 25:00", "is no time of day"),
        ("2026-02-20 20:00 Amerika/New_York", "did you mean America/New_York?"),
    ],
)
def test_moments_that_are_none(text: str, said: str) -> None:
    with pytest.raises(ScheduleError, match=said):
        deadlines.read_moment(text, NEW_YORK)


@pytest.mark.parametrize(
    ("text", "rule", "zone"),
    [
        ("Tuesday 20:00", Weekly(1, time(20)), None),
        ("weekly Tuesday 20:00 America/New_York", Weekly(1, time(20)), "America/New_York"),
        ("every tue at 7:05", Weekly(1, time(7, 5)), None),
        ("3 days", Days(3), None),
        ("3d", Days(3), None),
        ("2 weeks at 18:00 Europe/Paris", Days(14, time(18)), "Europe/Paris"),
        ("every 48 hours", Hours(48), None),
    ],
)
def test_rhythms_that_people_write(text: str, rule: deadlines.Rule, zone: str | None) -> None:
    found = deadlines.read_rhythm(text)
    assert found.rule == rule
    assert (found.zone.key if found.zone else None) == zone


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Teusday 20:00", "did you mean Tuesday?"),
        ("20:00", "is no rhythm"),
        ("0 days", "is no rhythm"),
        ("Tuesday 24:00", "is no time of day"),
        ("", "is no rhythm"),
    ],
)
def test_rhythms_that_are_none(text: str, said: str) -> None:
    with pytest.raises(ScheduleError, match=said):
        deadlines.read_rhythm(text)


def test_lengths_that_people_write() -> None:
    assert deadlines.read_length("24h") == timedelta(hours=24)
    assert deadlines.read_length("1 day 12 hours") == timedelta(days=1, hours=12)
    assert deadlines.read_length("90m") == timedelta(minutes=90)
    assert deadlines.read_length("2 weeks, 3 days") == timedelta(days=17)
    with pytest.raises(ScheduleError, match="is no length of time"):
        deadlines.read_length("soon")


def test_putting_off_by_days_keeps_the_time_on_the_wall() -> None:
    deadline = at("2026-03-04T01:00Z")  # Tuesday 20:00 EST
    assert deadlines.later(deadline, timedelta(days=7), NEW_YORK) == at("2026-03-11T00:00Z")
    assert deadlines.later(deadline, timedelta(hours=30), NEW_YORK) == at("2026-03-05T07:00Z")


def test_moments_are_shown_with_their_zone() -> None:
    deadline = at("2026-03-11T00:00Z")
    shown = "Tuesday, 10 March 2026, 20:00 EDT (00:00 UTC on 11 March)"
    assert deadlines.shown(deadline, NEW_YORK) == shown
    utc = "Wednesday, 11 March 2026, 00:00 UTC"
    assert deadlines.shown(deadline, ZoneInfo("UTC")) == utc
    kathmandu = "Wednesday, 11 March 2026, 05:45 UTC+05:45 (00:00 UTC)"
    assert deadlines.shown(deadline, ZoneInfo("Asia/Kathmandu")) == kathmandu
    sao_paulo = "Tuesday, 10 March 2026, 21:00 UTC-03 (00:00 UTC on 11 March)"
    assert deadlines.shown(deadline, ZoneInfo("America/Sao_Paulo")) == sao_paulo


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (9000, "6 days, 6 hours"),
        (1440, "1 day"),
        (330, "5 hours, 30 minutes"),
        (421, "7 hours"),
        (1, "1 minute"),
        (0, "no time"),
        (-5, "no time"),
    ],
)
def test_time_left(minutes: int, expected: str) -> None:
    now = at("2026-03-11T00:00Z")
    assert deadlines.time_left(now, now + timedelta(minutes=minutes)) == expected


def test_a_schedule_in_sentences() -> None:
    schedule = Schedule(NEW_YORK, TUESDAYS, kinds={"retreats": Days(3, time(20))})
    assert deadlines.described(schedule) == [
        "Deadlines fall every Tuesday at 20:00 (time zone America/New_York); orders count that "
        "arrive before that moment.",
        "For retreats the deadline falls 3 days after the phase begins, at 20:00.",
    ]


moments = st.datetimes(
    min_value=datetime(1975, 1, 1),  # noqa: DTZ001 (hypothesis wants naive bounds)
    max_value=datetime(2060, 1, 1),  # noqa: DTZ001 (hypothesis wants naive bounds)
    timezones=st.just(UTC),
)
zones = st.sampled_from(ZONES).map(ZoneInfo)
times = st.times().map(lambda clock: clock.replace(microsecond=0, second=0))


@given(after=moments, zone=zones, weekday=st.integers(0, 6), clock=times)
def test_a_year_of_weekly_deadlines_falls_on_its_weekday(
    after: datetime, zone: ZoneInfo, weekday: int, clock: time
) -> None:
    schedule = Schedule(zone, Weekly(weekday, clock))
    found = [after]
    for _ in range(60):
        found.append(deadlines.next_deadline(schedule, "movement", found[-1]))
    for earlier, later in pairwise(found):
        assert earlier < later <= earlier + timedelta(days=8, hours=3)
    for deadline in found[1:]:
        local = deadline.astimezone(zone)
        shows_rule = (local.weekday(), local.time()) == (weekday, clock)
        assert shows_rule or _is_skipped(local, clock, zone)


def _is_skipped(local: datetime, clock: time, zone: ZoneInfo) -> bool:
    """Whether the wall never shows *clock* on that day or, near midnight, the day before."""
    days = (local.date(), local.date() - timedelta(days=1))
    walls = [datetime.combine(day, clock, zone) for day in days]
    # Samoa once left out a whole day, so that the time is right and the day is not
    return any(wall.astimezone(UTC).astimezone(zone) != wall for wall in walls)


@given(after=moments, zone=zones, days=st.integers(1, 40), clock=st.none() | times)
def test_lengths_in_days_leave_that_many_days(
    after: datetime, zone: ZoneInfo, days: int, clock: time | None
) -> None:
    schedule = Schedule(zone, Days(days, clock))
    deadline = deadlines.next_deadline(schedule, "movement", after)
    # a day on the wall lasts from 22 to 26 hours; one island once left out a whole day
    assert deadline - after >= timedelta(days=days, hours=-26)
    assert deadline - after <= timedelta(days=days + 1, hours=4)


@given(
    after=moments,
    zone=zones,
    rule=st.one_of(
        st.builds(Weekly, st.integers(0, 4), times),
        st.builds(Days, st.integers(1, 9), st.none() | times),
        st.builds(Hours, st.integers(1, 200)),
    ),
)
def test_no_deadline_falls_on_a_skipped_day(
    after: datetime, zone: ZoneInfo, rule: deadlines.Rule
) -> None:
    schedule = Schedule(zone, rule, skipped_weekdays=frozenset({5, 6}))
    deadline = deadlines.next_deadline(schedule, "movement", after)
    assert deadline > after
    wall = deadline.astimezone(zone)
    just_before = (deadline - timedelta(hours=26)).astimezone(zone)
    # a time skipped at midnight moves to the next day with the clocks
    assert wall.weekday() < 5 or just_before.weekday() < 5


@given(moment=moments.map(lambda at: at.replace(second=0, microsecond=0)), zone=zones)
def test_a_moment_read_is_the_moment_shown(moment: datetime, zone: ZoneInfo) -> None:
    local = moment.astimezone(zone)
    fold = Fold(local.fold)
    assert deadlines.exact_moment(local.date(), local.time(), zone, fold) == moment


@given(
    now=moments,
    zone=zones,
    rule=st.one_of(
        st.builds(Weekly, st.integers(0, 4), times),
        st.builds(Days, st.integers(1, 9), st.none() | times),
        st.builds(Hours, st.integers(1, 200)),
    ),
    left=st.integers(0, 20 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes)),
)
def test_a_match_that_goes_on_has_at_least_the_time_that_was_left(
    now: datetime, zone: ZoneInfo, rule: deadlines.Rule, left: timedelta
) -> None:
    usual = Weekly(0, datetime(2000, 1, 1, 20, 0).time())  # noqa: DTZ001 (a time on the wall)
    schedule = Schedule(zone, usual, {"retreats": rule}, skipped_weekdays=frozenset({5, 6}))
    deadline = deadlines.resumed(schedule, "retreats", now, left)
    assert deadline - now >= timedelta(minutes=59)
    local = deadline.astimezone(zone)
    assert local.weekday() < 5
    at = getattr(rule, "at", None)
    if at is not None:
        assert deadline == deadlines.nearest_moment(local.date(), at, zone)
    # by the clock on the wall; where clocks go forward an hour or so is missing
    assert deadline - now >= left - timedelta(hours=2)
    assert deadline - now <= left + timedelta(days=11)


def test_a_moment_that_is_put_off_by_nothing_stays() -> None:
    first = datetime(2028, 11, 5, 5, 30, tzinfo=UTC)  # 01:30 EDT, an hour before 01:30 EST
    assert deadlines.later(first, timedelta(0), NEW_YORK) == first
    assert deadlines.later(first, timedelta(hours=1), NEW_YORK) == first + timedelta(hours=1)
