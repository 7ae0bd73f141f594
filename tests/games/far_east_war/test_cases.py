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
