"""Every case of the case files, through the code that ``gm sandbox`` runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gm.catalogue import offer
from gm.cli.sandbox import Bench, read_cases

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.glob("*.yaml")) + sorted(FOLDER.glob("*.jsonl"))
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['id']}")
    for file in FILES
    for case, _, _ in read_cases(file)
]
ALTERNATIVES = [
    pytest.param(
        {**case, "expect": expected}, name, str(choice), id=f"{case['id']} {name}={choice}"
    )
    for case in (one.values[0] for one in CASES)
    for row in case.get("rule_choice", ())
    for name in (row.get("issue") or row.get("decision"),)
    for choice, expected in (row.get("other_result") or {}).items()
]
SAME = [
    pytest.param(case, name, str(choice), id=f"{case['id']} {name}={choice}")
    for case in (one.values[0] for one in CASES)
    for row in case.get("rule_choice", ())
    for name in (row.get("issue") or row.get("decision"),)
    for choice in row.get("same_result", ())
]
UNDER_SENGOKU = [
    pytest.param(case, id=case["id"])
    for case in (one.values[0] for one in CASES)
    if "seed_rule" in case and case["seed_rule"]["reading"] != "not-applicable"
]

BENCH = Bench({}, "sengoku")
BY_HAND_BENCH = Bench({"time_zone": "UTC"}, "sengoku")
SENGOKU_RULES = offer("sengoku").game.rule_choices
SENGOKU_BENCH = Bench(SENGOKU_RULES, "sengoku")


def play(bench: Bench, case: Mapping[str, Any]) -> tuple[str, ...] | None:
    return bench.play(case, {}, "case").differences


@pytest.mark.parametrize("case", CASES)
def test_gives_what_the_case_expects(case):
    assert play(BENCH, case) == ()


@pytest.mark.parametrize("case", [one for one in CASES if "rule_choice" in one.values[0]])
def test_a_choice_by_hand_leaves_what_a_case_chooses_of_other_matters(case):
    assert play(BY_HAND_BENCH, case) == ()


@pytest.mark.parametrize(("case", "name", "choice"), ALTERNATIVES)
def test_gives_the_other_result_under_the_other_rule_choice(case, name, choice):
    assert play(BENCH, {**case, "rules": {name: choice}}) == ()


@pytest.mark.parametrize(("case", "name", "choice"), SAME)
def test_gives_the_same_board_under_a_rule_choice_that_changes_nothing(case, name, choice):
    board = {"positions": case["expect"]["positions"]}
    if case["phase"] == "movement":
        board["dislodged"] = {
            power: [row["unit"] for row in rows]
            for power, rows in case["expect"].get("dislodged", {}).items()
        }

    assert play(BENCH, {**case, "expect": board, "rules": {name: choice}}) == ()


@pytest.mark.parametrize("case", UNDER_SENGOKU)
def test_gives_what_the_sengoku_rulebook_gives_on_the_classic_board(case):
    result = case["seed_rule"].get("result", "same")
    expected = case["expect"] if result == "same" else result
    board = {key: expected[key] for key in ("positions", "dislodged") if key in expected}
    if case["phase"] == "movement":
        board["dislodged"] = {
            power: [row["unit"] if isinstance(row, dict) else row for row in rows]
            for power, rows in board.get("dislodged", {}).items()
        }

    assert play(SENGOKU_BENCH, {**case, "expect": board}) == ()
