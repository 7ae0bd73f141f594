"""The folder of the site: what is beside the pages of a match."""

import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from icalendar import Calendar

from gm.cli import run
from gm.config import Offered
from gm.desk import publish as publishing
from gm.desk.ending import conclude
from gm.desk.publish import publish
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from gm.desk.timing import Word, extend, pause
from gm.resources import Folders
from gm.values import replace
from tests.desk.conftest import BEGIN, Deliver


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


def test_all_pages_are_written_again_when_their_contents_have_another_form(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conclude(desk, BEGIN, "edo", [], why="The match was abandoned.", who="boss")
    publish(desk, BEGIN)
    page = folder / "site/edo/001.html"
    written = page.read_text("utf-8")
    page.write_text("As an older program wrote it.", "utf-8")
    assert publish(desk, BEGIN).data["pages"] == 0

    monkeypatch.setattr(publishing, "FORM", "next")
    publish(desk, BEGIN)

    assert page.read_text("utf-8") == written


def test_the_archive_of_a_match_that_is_over_verifies_anywhere(
    desk: Desk, folder: Path, tmp_path: Path, deliver: Deliver
) -> None:
    desk.config = replace(desk.config, site=replace(desk.config.site, archive=Offered.OVER))
    desk.folders = Folders(folder)
    (folder / "maps").mkdir()
    (folder / "maps/notes.txt").write_text("A map file of the desk's own.", "utf-8")
    deliver("Army Kai moves to Suruga")
    receive(desk, BEGIN + timedelta(days=2))
    read(desk, BEGIN + timedelta(days=2))
    publish(desk, BEGIN + timedelta(days=2))
    assert not (folder / "site/edo/edo-archive.zip").exists()

    conclude(desk, BEGIN + timedelta(days=3), "edo", [], why="The match was abandoned.", who="boss")
    publish(desk, BEGIN + timedelta(days=3))

    assert 'href="edo-archive.zip"' in (folder / "site/edo/index.html").read_text("utf-8")
    with zipfile.ZipFile(folder / "site/edo/edo-archive.zip") as packed:
        assert not any(b"takeda@example.org" in packed.read(name) for name in packed.namelist())
        packed.extractall(tmp_path)
    assert run(["verify", "--archive", str(tmp_path / "edo")]) == 0
    assert run(["export", "edo", "-o", str(tmp_path / "own"), "--desk", str(folder)]) == 0
    assert _files(tmp_path / "own").keys() == _files(tmp_path / "edo").keys()
    assert (tmp_path / "edo/maps/notes.txt").read_text("utf-8") == "A map file of the desk's own."


def _files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_no_archive_is_offered_without_the_gamemasters_word(desk: Desk, folder: Path) -> None:
    conclude(desk, BEGIN + timedelta(days=3), "edo", [], why="The match was abandoned.", who="boss")
    publish(desk, BEGIN + timedelta(days=3))

    assert not (folder / "site/edo/edo-archive.zip").exists()
