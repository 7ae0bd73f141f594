"""Calendar entries, read back by a reader that is not ours."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from gm.mail.calendar import Entry, calendar_text
from gm.values import replace

ENTRY = Entry(
    uid="edo-spring-1570@gm.example.org",
    sequence=2,
    starts=datetime(2026, 3, 11, 0, 0, tzinfo=UTC),
    written=datetime(2026, 3, 4, 1, 2, 3, tzinfo=UTC),
    title="Orders due: Spring 1570, Kōzuke; all clans",
    text="Send your orders.\nUnits: Army Kai, Army South Shinano",
)


def test_entry_reads_back() -> None:
    calendar = Calendar.from_ical(calendar_text(ENTRY))

    (event,) = calendar.walk("VEVENT")
    assert event["UID"] == ENTRY.uid
    assert event["SEQUENCE"] == 2
    assert event.start == ENTRY.starts
    assert event["DTSTAMP"].dt == ENTRY.written
    assert event["SUMMARY"] == ENTRY.title
    assert event["DESCRIPTION"] == ENTRY.text
    assert event["STATUS"] == "CONFIRMED"
    (alarm,) = event.walk("VALARM")
    assert alarm["TRIGGER"].dt == -timedelta(hours=24)


def test_cancelled_entry_says_so() -> None:
    (event,) = Calendar.from_ical(calendar_text(replace(ENTRY, cancelled=True))).walk("VEVENT")

    assert event["STATUS"] == "CANCELLED"


@settings(deadline=None)
@given(title=st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"))), text=st.text())
def test_lines_are_short_and_nothing_can_add_one(title: str, text: str) -> None:
    written = calendar_text(replace(ENTRY, title=title, text=text))

    assert all(len(line.encode("utf-8", "replace")) <= 75 for line in written.split("\r\n"))
    assert written.count("\r\nEND:") == 3
    assert "\n" not in written.replace("\r\n", "")
