"""Settings of a match that are changed while it is played."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.cli import run
from gm.desk.room import Desk
from gm.desk.rules_of_play import change_settings, own_settings
from gm.desk.timing import Word
from gm.desk.turn import turn
from gm.errors import SettingsError, UsageError
from tests.desk.at_desk import THURSDAY

DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)


def test_another_rhythm_counts_from_the_next_phase(desk: Desk) -> None:
    change = {"calendar.deadline": "10 days at 20:00"}
    change_settings(desk, THURSDAY, "edo", change, Word("boss", "We asked for more time."))
    assert desk.match("edo").deadline == DEADLINE
    letters = desk.store.outgoing_of("edo", "note")
    assert len(letters) == 3
    text = " ".join(letters[0].text.split())
    assert "We asked for more time. calendar.deadline is now: 10 days at 20:00." in text
    assert "10 days after the phase begins, at 20:00" in text
    turn(desk, DEADLINE + timedelta(minutes=5))
    assert desk.match("edo").deadline == DEADLINE + timedelta(days=10)
    assert next(one for one in desk.store.log_entries("edo") if one.what == "set").who == "boss"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("calendar.deadline", "Tuesday 20:00 Europe/Paris"),
        ("calendar.deadline", "3 days at 18:30"),
        ("calendar.deadline", "48 hours"),
        ("calendar.kinds", "{retreats: 2 days}"),
        ("calendar.grace", "6h"),
        ("missing.then", "vacate"),
    ],
)
def test_a_value_is_shown_as_it_is_written(desk: Desk, setting: str, value: str) -> None:
    change_settings(desk, THURSDAY, "edo", {setting: value}, Word("boss"))
    assert (setting, value, True) in list(own_settings(desk, "edo"))


def test_a_setting_is_given_back(desk: Desk) -> None:
    change_settings(desk, THURSDAY, "edo", {"press.kinds": "[public]"}, Word("boss"))
    own = {name: value for name, value, is_own in own_settings(desk, "edo") if is_own}
    assert own == {"press.kinds": "[public]"}
    change_settings(desk, THURSDAY, "edo", {"press.kinds": None}, Word("boss"))
    assert desk.match("edo").settings == {}


@pytest.mark.parametrize(
    ("change", "error", "why"),
    [
        ({"mail.source": "none"}, UsageError, "no setting of matches"),
        ({"press.kind": "[public]"}, SettingsError, "did you mean “kinds”"),
        ({"votes.ballots": "hidden"}, SettingsError, "none of secret, open"),
        ({"calendar.deadline": "Caturday"}, SettingsError, "no rhythm of deadlines"),
    ],
)
def test_what_cannot_be_set(
    desk: Desk, change: dict[str, str], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        change_settings(desk, THURSDAY, "edo", change, Word("boss"))
    assert desk.match("edo").settings == {}
    assert desk.store.outgoing_of("edo", "note") == ()


def test_by_command(desk: Desk, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--desk", str(folder), "--at", "2026-03-05T13:00:00Z"]
    assert run(["set", "edo", "votes.ballots=open", *at]) == 0
    assert "* votes.ballots: open" in capsys.readouterr().out
    assert run(["set", "edo", "votes.ballots", *at]) == 64
    assert desk.match("edo").settings == {"votes.ballots": "open"}
