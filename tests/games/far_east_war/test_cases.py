"""Every case file of the game, case by case."""

from pathlib import Path

import pytest
import yaml

from gm.catalogue import offer
from gm.parsing.parser import parser_for

HERE = Path(__file__).parent / "cases"
GAME = offer("far_east_war").game
PARSERS = {
    players: parser_for("far_east_war", game.words(game.start("standard", "words")))
    for players in (2, 4)
    for game in [offer("far_east_war", rules={"players": str(players)}).game]
}
CASES = [case for file in sorted(HERE.glob("*.yaml")) for case in yaml.safe_load(file.read_text())]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    parser = PARSERS[case.get("players", 2)]
    trial = GAME.trial(case, parser.read_text)
    assert not trial.differences, "\n".join([*trial.differences, *trial.lines])


def test_the_ids_of_cases_are_unique():
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)


WRONG = yaml.safe_load((HERE.parent / "positions.yaml").read_text())


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["says"])
def test_a_wrong_position_is_refused_with_a_sentence(row):
    position = row["position"]
    trial = GAME.trial(position, PARSERS[position.get("players", 2)].read_text)
    assert trial.differences
    assert row["says"] in trial.differences[0]


@pytest.mark.parametrize(
    ("field", "one", "other"),
    [
        ("dice", "LC sb", ["L", "C", "S", "B"]),
        ("dice", "LSC", [1, 2, 3]),
        ("deck", ["plague", "reset"], ["Plague", "Reset"]),
        (
            "changes",
            {"japan": {"J7": "wga 4 Kato"}},
            {"Japan": {"j7": {"area": "West Gangwon-Do", "troops": 4, "general": "Kato Kiyomasa"}}},
        ),
    ],
)
def test_a_position_may_be_written_in_two_ways(field, one, other):
    positions = [GAME.pose({field: value}, None) for value in (one, other)]
    assert positions[0] == positions[1]
