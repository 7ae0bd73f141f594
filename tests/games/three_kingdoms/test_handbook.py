"""The handbook's cases run, and its lists name every field and every rule choice."""

import re
from pathlib import Path

import pytest
import yaml

from gm.cli.sandbox import Bench
from gm.games.documents import DocumentError
from gm.games.three_kingdoms import case_words, comparing, posing, trial
from gm.games.three_kingdoms.manners import CHOICES, CHOICES_IN_WORDS
from gm.games.vocabulary import Power

TEXT = Path(trial.__file__).with_name("handbook.md").read_text("utf-8")
CASES = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.+?)```", TEXT, re.DOTALL)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_its_cases_pass(case):
    assert Bench({}, "three_kingdoms").play(case, {}, "handbook").differences == ()


def test_it_names_every_field_of_a_case():
    fields = {*case_words.FIELDS, *comparing.EXPECTED}

    assert {field for field in fields if f"`{field}" not in TEXT} == set()


def test_it_names_every_die():
    labels = posing.LABELS.split(", ")

    assert {label for label in labels if f"`{label}`" not in TEXT} == set()


def test_every_rule_choice_is_said_in_words_and_in_the_handbook():
    for name, choices in CHOICES.items():
        assert f"| `{name}` |" in TEXT
        assert set(CHOICES_IN_WORDS[name]) == set(choices)


def test_orders_can_be_tried_in_a_posed_position(game, parser):
    state = game.pose(
        {"turn": 3, "generals": {"Yan": ["zhang_liao 2"]}, "provisions": {"wei": 1}}, None
    )
    (node,) = parser.read_text("attack Yan from Yu with Cao Cao")
    checked = game.check(state, Power("wei"), [list(game.read(node))])

    assert game.phase(state).kind == "plan"
    assert "a battle in Yan, total 3 against 6" in checked.notes[0]
    with pytest.raises(DocumentError, match="There is no phase"):
        game.pose({"phase": "retreats"}, None)
