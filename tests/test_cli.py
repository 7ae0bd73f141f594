"""The command line: what it prints, as text and as JSON, and the exit codes."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gm import cli
from gm.errors import (
    EXIT_BUG,
    EXIT_FAILED,
    EXIT_OK,
    EXIT_SETTINGS,
    EXIT_TRY_AGAIN,
    EXIT_USAGE,
    TryAgainError,
)

BEGIN = "2026-03-04T12:00:00Z"
THURSDAY = "2026-03-05T12:00:00Z"
SOON_AFTER = "2026-03-11T00:05:00Z"
LETTER = (
    b"From: takeda@example.org\nTo: gm@example.org\nMessage-ID: <1@example.org>\n"
    b"Subject: Orders\n\nArmy Kai moves to Sagami\n"
)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command line; gives exit code, standard output and standard error."""

    def ran(*arguments: str) -> tuple[int, str, str]:
        code = cli.run(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return ran


@pytest.fixture
def desk(tmp_path: Path, run: Run) -> str:
    """A desk with a match of two players."""
    place = str(tmp_path / "desk")
    assert run("init", place, "--address", "gm@example.org", "--at", BEGIN)[0] == EXIT_OK
    seats = tmp_path / "seats.yaml"
    seats.write_text(
        "Takeda: takeda@example.org\n"
        "hojo: {addresses: [hojo@example.org, ann@example.org], player: Ann, zone: Asia/Tokyo}\n",
        "utf-8",
    )
    code, said, _ = run(
        "new", "edo", "--desk", place, "--game", "sengoku", "--seats", str(seats), "--at", BEGIN
    )
    assert code == EXIT_OK
    assert "First deadline: Tuesday, 10 March 2026, 20:00 EDT (00:00 UTC on 11 March)." in said
    assert "Without a player: shimazu, mori, chosokabe" in said
    return place


def give(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    """Lays *raw* on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


def test_every_command_is_listed_and_explains_itself_with_an_example(run: Run) -> None:
    code, listed, _ = run("--help")
    assert code == EXIT_OK
    for entries in cli.COMMANDS.values():
        for name, entry in entries.items():
            assert f"  {name}" in listed
            assert entry.summary in listed
            code, explained, _ = run(name, "--help")
            assert code == EXIT_OK
            assert f"gm {name}" in explained.partition("\n")[2], name
            assert "\\b" not in explained


def test_help_imports_no_command() -> None:
    program = (
        "import sys; from gm import cli; cli.run(['--help']); "
        "heavy = {'lark', 'jinja2', 'yaml', 'sqlite3', 'email', 'gm.catalogue', 'gm.cli.jobs'}; "
        "sys.exit(sorted(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == EXIT_OK, done.stderr


def test_a_misspelt_command_is_answered_with_the_nearest(run: Run) -> None:
    code, _, said = run("stauts")
    assert code == EXIT_USAGE
    assert "There is no command “stauts”. Did you mean status?" in said


def test_an_error_is_one_line_with_its_exit_code(run: Run, tmp_path: Path) -> None:
    code, out, said = run("status", "--desk", str(tmp_path))
    assert code == EXIT_SETTINGS
    assert out == ""
    assert said.startswith("gm: There is no gm.yaml in ")
    assert said.count("\n") == 1


def test_a_fault_of_the_program_ends_with_its_traceback(
    run: Run, desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("gm.desk.status.desk_status", broken)
    code, _, said = run("status", "--desk", desk)
    assert code == EXIT_BUG
    assert "ZeroDivisionError: a fault" in said
    assert "this is a fault of the program" in said


def test_a_store_that_is_away_means_try_again(
    run: Run, desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise TryAgainError("The store is away.")

    monkeypatch.setattr("gm.store.keeping.Store.keep_letter", away)
    give(monkeypatch, LETTER)
    code, out, said = run("receive", "--stdin", "--desk", desk)
    assert (code, out, said) == (EXIT_TRY_AGAIN, "", "gm: The store is away.\n")


def test_a_letter_from_the_mail_server_to_the_report(
    run: Run, desk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, LETTER)
    assert run("receive", "--stdin", "--desk", desk, "--at", THURSDAY) == (EXIT_OK, "", "")
    code, said, _ = run("read", "--desk", desk, "--at", THURSDAY)
    assert (code, said) == (EXIT_OK, "Letter 1 from takeda in edo: orders\n")
    _, said, _ = run("status", "edo", "--desk", desk, "--at", THURSDAY)
    assert "Spring 1570, movement, deadline Tuesday, 10 March 2026, 20:00 EDT" in said
    assert "Takeda     missing: 1 (Army South Shinano)" in said
    assert "Sagami" not in said.replace("Army Sagami)", "")  # not what the orders are
    code, said, _ = run("tick", "--desk", desk, "--at", SOON_AFTER, "--json")
    jobs = {one["job"]: one for one in json.loads(said)["jobs"]}
    assert list(jobs) == ["receive", "read", "remind", "turn", "send", "publish"]
    assert jobs["turn"]["matches"][0]["phase"] == "Fall 1570, movement"
    assert jobs["send"]["sent"] == 5  # two welcomes, a receipt, two reports
    assert (Path(desk) / "site/edo/001.html").is_file()
    assert run("replay", "edo", "--desk", desk)[0] == EXIT_OK


def test_everything_prints_json(run: Run, desk: str) -> None:
    def data(*arguments: str) -> Any:
        code, said, _ = run(*arguments, "--desk", desk, "--at", THURSDAY, "--json")
        assert code == EXIT_OK
        return json.loads(said)

    assert data("receive")["kept"] == 0
    assert data("read")["read"] == 0
    assert data("remind")["reminders"] == 0
    assert data("turn")["adjudicated"] == 0
    assert data("send")["sent"] == 2
    assert data("publish")["pages"] > 0
    assert data("status")["matches"][0]["match"] == "edo"
    assert data("log")[0]["what"] == "init"
    assert data("replay", "edo")["differences"] == []
    assert {seat["power"] for seat in data("seat", "edo")} == {"takeda", "hojo"}
    assert data("note", "edo", "Mind the bridge.")["note"] == "Mind the bridge."
    entered = data("correct", "edo", "hojo", "A Sagami - Kai", "--reason", "By telephone.")
    assert entered["orders"] == ["Army Sagami moves to Kai"]
    assert data("extend", "edo", "24h")["deadline"] == "2026-03-12T00:00:00+00:00"
    assert "Kai" in data("turn", "edo", "--preview")["text"]
    assert data("turn", "edo", "--early")["adjudicated"] == 1
    assert data("undo", "edo")["phase"] == "Spring 1570, movement"


def test_seats_by_options_and_what_is_wrong_with_them(run: Run, desk: str) -> None:
    def new(*arguments: str) -> tuple[int, str]:
        code, out, said = run("new", *arguments, "--desk", desk, "--at", BEGIN)
        return code, out + said

    game = ("--game", "sengoku")
    seat = ("--seat", "takeda=a@example.org,b@example.org")
    assert new("nara", *game, *seat, "--rule", "time_zone=EST")[0] == EXIT_OK
    for arguments, said in (
        (("nara", *game, *seat), "There is a match nara already"),
        (("Nara 2", *game, *seat), "cannot name a match"),
        (("x", *game), "A match needs players"),
        (("x", "--game", "senguko", *seat), "sengoku"),
        (("x", *game, "--seat", "takda=a@example.org"), "did you mean takeda?"),
        (("x", *game, "--seat", "takeda"), "must be written NAME=VALUE"),
        (("x", *game, "--seat", "takeda=nobody"), "“nobody” is no mail address"),
        (("x", *game, "--seat", "takeda=ann(home)@example.org"), "No letter can be sent to"),
        (("x", *game, *seat, "--seat", "oda=a@example.org"), "could not be told apart"),
        (("x", *game, *seat, "--scenario", "y"), "There is no scenario “y”"),
        (("x", *game, *seat, "--first", "2026-03-08 02:30"), "There is no 02:30"),
        (("x", *game, *seat, "--first", "2026-03-01 20:00"), "is past"),
        (("x", *game, *seat, "--rule", "deadlne=before"), "deadline"),
    ):
        code, found = new(*arguments)
        assert code == EXIT_USAGE, arguments
        assert said in found, arguments
    code, found = new("x", *game, *seat, "--deadline", "Teusday 20:00")
    assert code == EXIT_SETTINGS
    assert "did you mean Tuesday?" in found
    code, found = new("x", *game, *seat, "--deadline", "2 days at 19:00 Europe/Paris")
    assert "First deadline: Friday, 6 March 2026, 19:00 CET (18:00 UTC)." in found


def test_a_deadline_at_a_time_that_comes_twice_is_asked_back(run: Run, desk: str) -> None:
    extend = ("extend", "edo", "--desk", desk, "--at", THURSDAY, "--to")
    code, _, said = run(*extend, "2026-11-01 01:30")
    assert code == EXIT_USAGE
    assert "comes twice" in said
    assert run(*extend, "2026-11-01 01:30 EST")[0] == EXIT_OK
    code, _, said = run("extend", "edo", "--desk", desk)
    assert code == EXIT_USAGE


def test_the_deadline_of_a_paused_match_is_not_moved_by_a_length(run: Run, desk: str) -> None:
    where = ("edo", "--desk", desk, "--at", THURSDAY)
    assert run("pause", *where)[0] == EXIT_OK
    code, _, said = run("extend", *where, "24h")
    assert code == EXIT_USAGE
    assert "gm resume edo" in said
    assert run("extend", *where, "--to", "2026-03-20 20:00")[0] == EXIT_OK
    assert run("send", "--desk", desk, "--at", THURSDAY)[0] == EXIT_OK
    letters = [path.read_text("utf-8") for path in Path(desk, "mail/out/new").iterdir()]
    moved = [text for text in letters if "deadline has moved" in text]
    assert len(moved) == 2
    assert all("The match was paused; its clock runs again." in text for text in moved)


def test_a_difference_in_the_replay_ends_with_1(run: Run, desk: str) -> None:
    import sqlite3

    assert run("turn", "edo", "--early", "--desk", desk, "--at", THURSDAY)[0] == EXIT_OK
    with sqlite3.connect(Path(desk) / "gm.sqlite") as connection:
        connection.execute("UPDATE steps SET events = '[]' WHERE number = 1")
    connection.close()
    code, _, said = run("replay", "edo", "--desk", desk)
    assert code == EXIT_FAILED
    assert "other events come of its orders" in said


def test_a_desk_is_made_once(run: Run, desk: str) -> None:
    code, _, said = run("init", desk)
    assert code == EXIT_USAGE
    assert "There is a desk in" in said


def test_a_past_result_is_explained(run: Run, desk: str) -> None:
    assert run("turn", "edo", "--early", "--desk", desk, "--at", THURSDAY)[0] == EXIT_OK

    code, said, _ = run("explain", "edo", "Fleet Izu", "--phase", "spring 1570", "--desk", desk)
    assert code == EXIT_OK
    assert said.startswith("Spring 1570, movement:\n  Fleet Izu held")

    code, _, said = run("explain", "edo", "Army Kyoto", "--desk", desk)
    assert code == EXIT_USAGE
    assert "Nothing is told of “Army Kyoto” in any phase of edo." in said


def test_a_season_explains_all_its_phases(run: Run, desk: str) -> None:
    """Everybody held for a year, and no centre was won: the Fall's adjustments are not needed."""
    for _ in range(2):
        assert run("turn", "edo", "--early", "--desk", desk, "--at", THURSDAY)[0] == EXIT_OK
    held = "Fleet Izu held without an order (The Hold Order)."
    told = {"phase": "Fall 1570, movement", "reasons": [held]}

    for phase in ("1570", "spring 1570", "Fall 1570, movement", ""):
        argument = ["--phase", phase] if phase else []
        code, said, _ = run("explain", "edo", "F Izu", *argument, "--json", "--desk", desk)
        assert code == EXIT_OK
        both = [{**told, "phase": "Spring 1570, movement"}, told]
        wanted = {"1570": both, "spring 1570": both[:1]}.get(phase, both[1:])
        assert json.loads(said) == wanted, phase

    for phase in ("157", "Fall 1571", "Fall 1570, retreats"):
        code, _, said = run("explain", "edo", "F Izu", "--phase", phase, "--desk", desk)
        assert code == EXIT_USAGE
        assert f"edo has no past phase “{phase}”" in said


def test_a_code_word_is_read_and_never_shown(
    run: Run, desk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = ("seat", "edo", "takeda", "--desk", desk, "--at", THURSDAY)
    monkeypatch.setattr("sys.stdin", io.StringIO("quixote-77\n"))
    code, out, said = run(*seat, "--code-word")
    assert code == EXIT_OK
    assert "with a code word" in out
    assert "quixote" not in out + said + "".join(run("log", "--desk", desk)[1:])
    kept = run(*seat[:2], "--desk", desk, "--json")
    assert [one["power"] for one in json.loads(kept[1]) if one["code_word"]] == ["takeda"]

    word = tmp_path / "word"
    word.write_text("no\n", "utf-8")
    code, out, said = run(*seat, "--code-word-file", str(word))
    assert code == EXIT_USAGE
    assert "6 to 64 characters" in said
    assert run("seat", "edo", "--no-code-word", "--desk", desk)[0] == EXIT_USAGE

    code, out, said = run(*seat, "--address", "takeda@example.org", "--address", "b@example.org")
    assert "with a code word" in out  # one address is the same, so the player is
    code, out, said = run(*seat, "--address", "new@example.org")
    assert "The code word went with the old player" in said
    assert "with a code word" not in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("map", "--game", "sengoku", "--out", "{file}/map.svg"),
        ("map", "--game", "sengoku", "--out", "{missing}/map.svg"),
        ("sandbox", "{position}", "--map", "{file}/map.svg"),
        ("init", "{file}/desk"),
        ("demo", "{file}/demo"),
    ],
)
def test_a_place_that_cannot_be_written_gets_a_sentence(
    run: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    position = tmp_path / "position.yaml"
    position.write_text("map: classic\nphase: movement\nunits: {france: [A par]}\n", "utf-8")
    places = {"file": tmp_path / "file", "missing": tmp_path / "no/folder", "position": position}
    code, _, said = run(*(one.format(**places) for one in arguments))
    assert code == EXIT_TRY_AGAIN
    assert "cannot be written: " in said
    assert "Traceback" not in said
