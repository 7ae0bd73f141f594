"""``gm map``: pictures of games and of any phase of a match, as files."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gm.cli import run

SEATS = ["--seat", "takeda=one@example.org", "--seat", "oda=two@example.org"]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    assert run(["init", str(folder)]) == 0
    assert run(["new", "edo", "--game", "sengoku", "--desk", str(folder), *SEATS]) == 0
    assert run(["turn", "edo", "--early", "--desk", str(folder)]) == 0
    return folder


def test_the_start_of_a_game_needs_no_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert run(["map", "--game", "sengoku", "--look", "print"]) == 0

    svg = (tmp_path / "sengoku-1570-spring-movement-position.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(svg).get("class") == "map look-print"
    assert "@font-face" in svg
    assert "Map of Sengoku: the position, Spring 1570." in capsys.readouterr().out


def test_a_match_as_it_stands(desk: Path, tmp_path: Path) -> None:
    target = tmp_path / "edo.svg"

    assert run(["map", "edo", "--desk", str(desk), "--out", str(target)]) == 0

    assert "Fall 1570" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize("phase", ["Spring 1570", "1570-spring-movement", "spring 1570, movement"])
def test_a_past_phase_by_any_of_its_names(desk: Path, tmp_path: Path, phase: str) -> None:
    target = tmp_path / "edo.png"

    code = run(
        [
            "map",
            "edo",
            "--desk",
            str(desk),
            "--phase",
            phase,
            "--width",
            "400",
            "--out",
            str(target),
        ]
    )

    assert code == 0
    assert target.read_bytes().startswith(b"\x89PNG")


def test_a_past_phase_of_a_game_that_is_not_of_the_diplomacy_family(tmp_path: Path) -> None:
    desk, target = tmp_path / "desk", tmp_path / "war.svg"
    seats = ["--seat", "japan=one@example.org", "--seat", "korea_ming=two@example.org"]
    where = ["--desk", str(desk)]
    assert run(["init", str(desk)]) == 0
    assert run(["new", "war", "--game", "far_east_war", *where, *seats]) == 0
    for _ in range(2):
        assert run(["turn", "war", "--early", *where]) == 0

    assert run(["map", "war", *where, "--phase", "Turn 1, Japan", "--out", str(target)]) == 0

    assert "Turn 1, Japan" in target.read_text(encoding="utf-8")


def test_a_program_gets_the_file_name(
    desk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "orders.svg"

    run(["map", "edo", "--desk", str(desk), "--show", "orders", "--out", str(target), "--json"])

    assert json.loads(capsys.readouterr().out) == {
        "file": str(target),
        "picture": "1570-spring-movement-orders",
        "says": "Map of Sengoku: the orders of Spring 1570.",
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["map"], "Say which match (gm map edo) or which game (gm map --game sengoku)."),
        (["map", "edo", "--phase", "Fall 1570"], "Its phases are: Spring 1570, movement."),
        (["map", "kyoto"], "There is no match “kyoto” here; the matches are: edo."),
        (["map", "--game", "sengoko"], 'did you mean "sengoku"?'),
        (["map", "--game", "sengoku", "--show", "result"], "There is no picture “result”"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(
    desk: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert run([*arguments, "--desk", str(desk)]) == 64
    assert sentence in capsys.readouterr().err


POSITION = """
units: {asakura: [A omi], takeda: [A ssh], oda: [A owa], neutral: [A min]}
orders:
  asakura: [Army Omi moves to Mino]
  takeda: [Army South Shinano supports Army Omi moving to Mino]
"""


def test_a_free_position_is_drawn_with_its_results(tmp_path: Path) -> None:
    position, target = tmp_path / "position.yaml", tmp_path / "position.svg"
    position.write_text(POSITION, encoding="utf-8")

    assert run(["sandbox", str(position), "--map", str(target)]) == 0

    svg = target.read_text(encoding="utf-8")
    assert "Army Omi moves to Mino: Army Omi moved to Mino, 2 against the garrison" in svg


def test_many_cases_have_no_one_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = tmp_path / "cases.yaml"
    cases.write_text("- {id: one, units: {oda: [A owa]}}\n- {id: two, units: {oda: [A owa]}}\n")

    assert run(["sandbox", str(cases), "--map", str(tmp_path / "map.svg")]) == 64
    assert "give one case" in capsys.readouterr().err


def test_for_a_phone_the_halves_stand_below_each_other(tmp_path: Path) -> None:
    target = tmp_path / "map.svg"

    assert run(["map", "--game", "sengoku", "--phone", "--out", str(target)]) == 0

    root = ElementTree.fromstring(target.read_text(encoding="utf-8"))
    width, height = (int(root.get(name, "")) for name in ("width", "height"))
    views = [half.get("viewBox", "").split() for half in root if half.get("viewBox")]
    assert height > 2 * width
    assert [int(view[0]) for view in views] == [0, int(views[1][0])]
    assert int(views[1][0]) < width  # both halves show a strip at the cut
    (board,) = (part for part in root.iter() if part.get("id") == "whole-board")
    assert board.get("class") == root.get("class")  # or the second half has no style in browsers


def test_a_board_that_is_upright_already_is_not_cut(tmp_path: Path) -> None:
    plain, phone = tmp_path / "plain.svg", tmp_path / "phone.svg"

    assert run(["map", "--game", "three_kingdoms", "--out", str(plain)]) == 0
    assert run(["map", "--game", "three_kingdoms", "--phone", "--out", str(phone)]) == 0

    assert phone.read_bytes() == plain.read_bytes()
