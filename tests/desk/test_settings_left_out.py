"""A setting without a value is that of gm.yaml, for a new match as for one that is played."""

from pathlib import Path

import pytest

from gm.cli import run
from gm.desk.room import Desk
from gm.errors import EXIT_OK


def _at(folder: Path) -> list[str]:
    return ["--desk", str(folder), "--at", "2026-03-05T13:00:00Z"]


def _new(name: str, folder: Path, *settings: str) -> int:
    given = [part for setting in settings for part in ("--set", setting)]
    seat = ["--game", "sengoku", "--seat", "oda=ann@example.org"]
    return run(["new", name, *seat, *given, *_at(folder)])


def test_for_a_new_match(desk: Desk, folder: Path) -> None:
    assert _new("nagoya", folder, "press.kinds=", "votes.ballots=open") == EXIT_OK
    assert desk.match("nagoya").settings == {"votes.ballots": "open"}


def test_for_one_that_is_played(desk: Desk, folder: Path) -> None:
    assert run(["set", "edo", "press.kinds=[public]", *_at(folder)]) == EXIT_OK
    assert run(["set", "edo", "press.kinds=", *_at(folder)]) == EXIT_OK
    assert desk.match("edo").settings == {}


def test_an_unknown_one_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _new("nagoya", folder, "press.kind=") == 78
    assert "did you mean “press.kinds”?" in capsys.readouterr().err
    assert run(["set", "edo", "press.kind=", *_at(folder)]) == 78
    assert "did you mean “press.kinds”?" in capsys.readouterr().err
