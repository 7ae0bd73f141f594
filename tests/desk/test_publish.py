"""The folder of the site: what is beside the pages of a match."""

from datetime import timedelta
from pathlib import Path

from icalendar import Calendar

from gm.desk.publish import publish
from gm.desk.room import Desk
from gm.desk.timing import Word, extend, pause
from tests.desk.conftest import BEGIN


def deadline_on_site(folder: Path) -> object:
    calendar = Calendar.from_ical((folder / "site/edo/deadline.ics").read_bytes())
    (entry,) = calendar.walk("VEVENT")
    return entry["DTSTART"].dt


def test_calendars_can_fetch_the_deadline(desk: Desk, folder: Path) -> None:
    publish(desk, BEGIN)
    first = desk.match("edo").deadline
    assert first is not None
    assert deadline_on_site(folder) == first
    assert 'href="deadline.ics"' in (folder / "site/edo/index.html").read_text("utf-8")

    extend(desk, BEGIN, "edo", first + timedelta(days=1), Word("boss", "Holidays."))
    publish(desk, BEGIN + timedelta(hours=1))

    assert deadline_on_site(folder) == first + timedelta(days=1)


def test_without_a_deadline_there_is_nothing_to_fetch(desk: Desk, folder: Path) -> None:
    publish(desk, BEGIN)
    pause(desk, BEGIN, "edo", Word("boss", "Holidays."))
    publish(desk, BEGIN + timedelta(hours=1))

    assert not (folder / "site/edo/deadline.ics").exists()
    assert "deadline.ics" not in (folder / "site/edo/index.html").read_text("utf-8")
