"""Matches that come from other programs and go back to them, on a real desk."""

import copy
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gm import cli
from gm.desk.ending import conclude
from gm.desk.history import replay, undo
from gm.desk.interchange import Arrival, Arrived, export_match, import_match
from gm.desk.manage import Plan, new_match
from gm.desk.room import Desk
from gm.desk.turn import turn
from gm.errors import EXIT_DATA, EXIT_OK, EXIT_TRY_AGAIN, EXIT_USAGE, DataError, UsageError
from gm.records import MatchStatus, PressMessage, RawLetter
from tests.desk.conftest import BEGIN

SAVED = Path(__file__).parents[1] / "games" / "diplomacy" / "savedgames"
GAMES = {file.stem: json.loads(file.read_text("utf-8")) for file in sorted(SAVED.glob("*.json"))}

Run = Callable[..., tuple[int, str, str]]


def arrive(desk: Desk, game: str, document: Any = None, until: str | None = None) -> Arrived:
    arrival = Arrival(game, f"{game}.json", document or GAMES[game], "seed", until=until)
    return import_match(desk, BEGIN, arrival, "boss")


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command line on the desk; gives exit code, standard output and standard error."""

    def ran(*arguments: str) -> tuple[int, str, str]:
        code = cli.run([*arguments, "--desk", str(folder)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return ran


def test_a_file_that_cannot_be_written_gets_a_sentence(run: Run, tmp_path: Path) -> None:
    assert run("import", str(SAVED / "draw.json"), "--match", "europe")[0] == EXIT_OK
    for form in ("saved-game", "archive"):
        (tmp_path / "file").write_text("in the way", "utf-8")
        place = str(tmp_path / "file" / "europe.json")
        code, _, said = run("export", "europe", "--format", form, "-o", place)
        assert code == EXIT_TRY_AGAIN
        assert said.startswith("gm: The ")
        assert f"{place} cannot be written: Not a directory" in said
    assert run("publish", str(tmp_path / "file" / "site"))[0] == EXIT_TRY_AGAIN


@pytest.mark.parametrize("game", GAMES)
def test_commands_that_look_work_on_a_match_that_came(run: Run, game: str, tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    commands = (
        ("import", str(SAVED / f"{game}.json"), "--match", game),
        ("status", game),
        ("replay", game),
        ("verify", game),
        ("publish",),
        ("map", game, "--phase", "Fall 1901", "--out", str(tmp_path / "map.svg")),
        ("explain", game, "A Paris", "--phase", "Spring 1901"),
        ("export", game, "-o", str(tmp_path / "archive")),
        ("export", game, "--format", "saved-game", "-o", str(file)),
    )
    for command in commands:
        code, said, error = run(*command)
        assert (code, error) == (EXIT_OK, ""), (command, said)
    ours, theirs = json.loads(file.read_text("utf-8")), GAMES[game]
    assert [phase["name"] for phase in ours["phases"]] == [
        phase["name"] for phase in theirs["phases"]
    ]
    assert [phase["messages"] for phase in ours["phases"]] == [
        phase["messages"] for phase in theirs["phases"]
    ]


def test_says_how_the_match_stands_and_what_comes_next(run: Run) -> None:
    _, said, _ = run("import", str(SAVED / "random.json"), "--match", "past")

    assert said.splitlines() == [
        "The match past was imported: 18 steps adjudicated again, all as in the file.",
        "It stands at Spring 1906, movement, paused and without players. To play on:",
        "  gm seat past POWER --address ADDRESS   (for each player)",
        "  gm resume past",
    ]


def test_says_how_it_ended(run: Run) -> None:
    _, said, _ = run("import", str(SAVED / "draw.json"), "--match", "past")

    assert said.splitlines() == [
        "The match past was imported: 5 steps adjudicated again, all as in the file.",
        "It is over: The game was ended there in a draw of England, France and Turkey.",
        "The 3 messages of the players are kept and go out again with an export.",
    ]


def test_it_is_kept_when_it_was_played(desk: Desk) -> None:
    arrived = arrive(desk, "random")
    steps = desk.store.steps("random")

    assert arrived.match.match.status is MatchStatus.PAUSED
    assert arrived.match.match.deadline is None
    assert steps[0].at == steps[1].at == datetime(2020, 1, 1, 12, tzinfo=UTC)
    assert steps[2].at == datetime(2020, 1, 1, 13, tzinfo=UTC)
    assert desk.store.log_entries("random")[0].what == "import"


@pytest.mark.parametrize("stamp", [None, 10**30, -(10**30), "yesterday", 4_000_000_000_000_000])
def test_moments_that_cannot_be_are_now(desk: Desk, stamp: Any) -> None:
    document = copy.deepcopy(GAMES["draw"])
    document["phases"][1]["state"]["timestamp"] = stamp
    arrive(desk, "draw", document)

    assert {step.at for step in desk.store.steps("draw")} == {BEGIN}


def test_nothing_is_kept_where_the_rules_give_another_result(desk: Desk) -> None:
    document = copy.deepcopy(GAMES["random"])
    document["phases"][4]["state"]["retreats"]["RUSSIA"] = {"F ARM": ["ANK"]}
    with pytest.raises(DataError) as error:
        arrive(desk, "random", document)

    assert str(error.value).splitlines() == [
        "random.json was not imported, since the rules here give another result:",
        "  After S1902M, F ARM of Russia may retreat to ANK in the file, to SEV by the rules here.",
        "To import what comes before, say --until and the last phase that agrees.",
    ]
    assert desk.store.match("random") is None
    assert [one.match for one in desk.store.log_entries()].count("random") == 0
    assert arrive(desk, "random", document, until="S1902M").steps == 3


def test_a_match_that_came_is_played_on(desk: Desk, run: Run) -> None:
    arrive(desk, "random", until="S1902M")
    assert run("seat", "random", "france", "--address", "ann@example.org")[0] == EXIT_OK
    assert run("resume", "random")[0] == EXIT_OK
    assert run("turn", "random", "--early")[0] == EXIT_OK

    assert run("replay", "random")[0] == EXIT_OK
    assert run("verify", "random")[0] == EXIT_OK
    names = [
        phase["name"] for phase in export_match(desk, "random", "saved-game").document["phases"]
    ]
    assert names == ["S1901M", "F1901M", "W1901A", "S1902M", "F1902M"]


def test_steps_taken_back_do_not_go_out(desk: Desk) -> None:
    new_match(desk, BEGIN, Plan("europe", "classic", (), "seed"))
    conclude(desk, BEGIN, "europe", ["france", "italy"], why="All agreed.", who="boss")
    ended = export_match(desk, "europe", "saved-game").document["phases"]
    undo(desk, BEGIN, "europe", who="boss")
    again = export_match(desk, "europe", "saved-game").document["phases"]

    assert [phase["name"] for phase in ended] == ["S1901M", "COMPLETED"]
    assert [phase["name"] for phase in again] == ["S1901M"]


def say(desk: Desk, step: int, kind: str, text: str, *readers: str) -> None:
    line = len(desk.store.press("europe"))
    letter, _ = desk.store.keep_letter(RawLetter(None, "digest", "place", BEGIN, "test", b""))
    desk.store.add_press(
        PressMessage("europe", step, "france", kind, readers, text, BEGIN, letter, line)
    )


def test_messages_that_everybody_may_read_go_out(desk: Desk) -> None:
    settings = {"press.published": "public"}
    new_match(desk, BEGIN, Plan("europe", "classic", (), "seed", settings=settings))
    turn(desk, BEGIN, "europe", early=True)
    undo(desk, BEGIN, "europe", who="boss")
    turn(desk, BEGIN, "europe", early=True)
    say(desk, 0, "public", "Peace!")
    say(desk, 0, "private", "To you alone.", "italy")
    say(desk, 1, "grey", "After a step that was taken back.")
    say(desk, 2, "public", "And still peace.")
    document = export_match(desk, "europe", "saved-game").document

    assert "NO_PRESS" not in document["rules"]
    assert [
        (phase["name"], one["sender"], one["recipient"], one["message"])
        for phase in document["phases"]
        for one in phase["messages"]
    ] == [
        ("S1901M", "FRANCE", "GLOBAL", "Peace!"),
        ("S1901M", "SYSTEM", "GLOBAL", "After a step that was taken back."),
        ("F1901M", "FRANCE", "GLOBAL", "And still peace."),
    ]
    times = [one["time_sent"] for phase in document["phases"] for one in phase["messages"]]
    assert times == sorted(set(times))


def test_an_end_by_a_draw_is_replayed(desk: Desk) -> None:
    arrive(desk, "draw")

    assert not replay(desk, "draw").data["differences"]
    assert desk.match("draw").status is MatchStatus.OVER


def test_a_game_that_no_other_program_knows_is_refused(desk: Desk) -> None:
    with pytest.raises(UsageError) as error:
        export_match(desk, "edo", "saved-game")

    assert str(error.value) == (
        "A match of Sengoku has no form saved-game; no other program knows its board."
    )


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("{", EXIT_DATA, "file is no JSON: Expecting property name enclosed in double quotes"),
        ("", EXIT_DATA, "file is no JSON: Expecting value at line 1, column 1."),
        ("[" * 100_000, EXIT_DATA, "file is nested too deeply to be a saved game."),
        ("[1, 2]", EXIT_DATA, "file is no game that can be imported: it is not of a form and a"),
        (
            '{"phases": "cut',
            EXIT_DATA,
            "is no JSON: Unterminated string starting at line 1, col",
        ),
        ('{"map": "ancmed", "phases": []}', EXIT_DATA, "not of a form and a map that any game"),
        ('{"map": "ancmed", "phases": []}', EXIT_DATA, "whose “map” is “standard”."),
        ('{"map": "standard", "phases": []}', EXIT_DATA, "file, phases: the file holds no phase."),
        (
            '{"phases": [{"name": "S1901M"}]}',
            EXIT_DATA,
            'file, phases, S1901M: the field "state" is missing. Nothing was imported.',
        ),
        ('{"phases": 1}\n{"phases": 2}\n', EXIT_USAGE, "file holds 2 games; say --line and which"),
    ],
)
def test_says_what_is_wrong_with_a_file(
    run: Run, tmp_path: Path, text: str, code: int, said: str
) -> None:
    file = tmp_path / "file"
    file.write_text(text, "utf-8")
    found, _, error = run("import", str(file), "--match", "past")

    assert found == code
    assert said in error


def test_takes_one_game_of_a_file_of_many(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(game) + "\n" for game in GAMES.values()), "utf-8")
    line = list(GAMES).index("draw") + 1

    assert run("import", str(file), "--match", "past", "--line", str(line))[0] == EXIT_OK
    assert run("import", str(file), "--match", "more", "--line", "9")[0] == EXIT_USAGE
    code, _, error = run("import", str(file), "--match", "past", "--line", str(line))
    assert (code, error) == (
        EXIT_USAGE,
        "gm: There is a match past already; choose another name.\n",
    )


def test_text_in_another_coding_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\xff\xfe\x00")

    assert run("import", str(file), "--match", "past")[::2] == (
        EXIT_DATA,
        "gm: file is no text in UTF-8.\n",
    )


def test_tells_programs_what_came(run: Run) -> None:
    _, said, _ = run("import", str(SAVED / "draw.json"), "--match", "past", "--json")

    assert json.loads(said) == {
        "match": "past",
        "game": "classic",
        "steps": 5,
        "phase": None,
        "end": "The game was ended there in a draw of England, France and Turkey.",
        "remarks": ["The 3 messages of the players are kept and go out again with an export."],
    }
