"""Many matches at a glance."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.cli import run
from gm.desk.dashboard import Urgency, lines, rows
from gm.desk.ending import conclude
from gm.desk.manage import Plan, new_match
from gm.desk.room import Desk
from gm.desk.status import desk_status
from gm.desk.timing import Word, pause
from gm.records import Seat
from tests.desk.at_desk import THURSDAY

DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)


@pytest.fixture
def club(desk: Desk) -> Desk:
    """Four matches: one goes on, one has a deadline tomorrow, one is paused, one is over."""
    for name, first in (("near", THURSDAY + timedelta(hours=20)), ("still", None), ("past", None)):
        seats = (Seat(name, "oda", ("oda@example.org",)),)
        new_match(desk, THURSDAY, Plan(name, "sengoku", seats, "seed", first=first))
    pause(desk, THURSDAY, "still", Word("boss"))
    conclude(desk, THURSDAY, "past", ["oda"], why="All others agreed.", who="boss")
    return desk


def test_the_most_urgent_comes_first(club: Desk) -> None:
    made = rows(desk_status(club, THURSDAY)["matches"], THURSDAY)
    assert [(row.cells[0], row.urgency) for row in made] == [
        ("near", Urgency.SOON),
        ("edo", Urgency.CALM),
        ("still", Urgency.CALM),
        ("past", Urgency.OVER),
    ]
    assert made[1].cells == (
        "edo", "Sengoku", "Spring 1570, movement", "Tue 10 Mar 20:00 EDT", "5 days, 11 hours",
        "0/3", "Oda, Takeda, Hojo", "free: 5",
    )  # fmt: skip
    assert made[2].cells[3] == "paused"


def test_a_deadline_that_is_past_is_urgent(club: Desk) -> None:
    now = DEADLINE + timedelta(minutes=1)
    made = rows(desk_status(club, now)["matches"], now)
    assert {row.cells[0] for row in made if row.urgency is Urgency.NOW} == {"edo", "near"}


def test_the_table_stands_in_columns(club: Desk) -> None:
    table = [line for line, _ in lines(rows(desk_status(club, THURSDAY)["matches"], THURSDAY))]
    place = table[0].index("Phase")
    assert all(line[place - 2 : place] == "  " for line in table)
    assert "Oda has won. All others agreed." in table[4]


@pytest.mark.usefixtures("club")
def test_of_one_match_every_seat_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--desk", str(folder), "--at", "2026-03-05T13:00:00Z"]
    assert run(["status", *at]) == 0
    assert "To look at" in capsys.readouterr().out
    assert run(["status", "--full", *at]) == 0
    assert "Takeda     no orders (Army Kai, Army South Shinano)  [Ann]" in capsys.readouterr().out
    assert run(["status", "edo", *at]) == 0
    assert "To look at" not in capsys.readouterr().out
