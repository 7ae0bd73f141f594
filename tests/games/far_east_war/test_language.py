"""Plain words to orders and back: wordings, round trips, and a case for every grammar rule."""

import re
from pathlib import Path
from random import Random

import pytest
import yaml

from gm.catalogue import offer
from gm.games.far_east_war import reading
from gm.games.far_east_war.state import Stage
from gm.games.vocabulary import Fate, Problem
from gm.parsing.parser import parser_for
from gm.resources import Folders
from gm.values import replace

GAME = offer("far_east_war").game
PARSER = parser_for("far_east_war", GAME.words(GAME.start("standard", "words")))
WORDINGS = yaml.safe_load((Path(__file__).parent / "wording.yaml").read_text())


def orders_of(text):
    nodes = PARSER.read_text(text)
    assert not isinstance(nodes, Problem), f"{text}: {nodes}"
    return tuple(order for node in nodes for order in GAME.read(node))


@pytest.mark.parametrize(
    "case", [one for one in WORDINGS if "says" in one], ids=lambda one: one["says"]
)
def test_wording(case):
    assert [GAME.spell(order) for order in orders_of(case["says"])] == case["means"]


@pytest.mark.parametrize(
    "case", [one for one in WORDINGS if "asks" in one], ids=lambda one: one["asks"]
)
def test_wording_that_is_asked_back(case):
    assert isinstance(PARSER.read_text(case["asks"]), Problem)


@pytest.mark.parametrize(
    "case", [one for one in WORDINGS if "says" in one], ids=lambda one: one["says"]
)
def test_standard_wording_and_notation_read_as_the_same_order(case):
    for order in orders_of(case["says"]):
        assert orders_of(GAME.spell(order)) == (order,)
        assert orders_of(GAME.notation(order)) == (order,)


@pytest.mark.parametrize("players", ["2", "4"])
def test_random_orders_are_spelt_so_that_they_read_the_same(players, letter):
    game, dice = offer("far_east_war", rules={"players": players}).game, Random(players)
    state = game.start("standard", players)
    seen = set()
    for _ in range(25):
        orders = {power: letter(game, state, power, dice) for power in game.board.powers}
        seen |= {order for sheet in orders.values() for order in sheet}
        state = game.adjudicate(
            state, {power: sheet for power, sheet in orders.items() if sheet}
        ).state
    for order in seen:
        assert orders_of(game.spell(order)) == (order,)
        assert orders_of(game.notation(order)) == (order,)


def test_every_rule_of_the_grammar_is_read():
    grammar = Folders().read_text("grammars", "far_east_war.lark")
    rules = set(re.findall(r"^([a-z]\w*):", grammar, re.MULTILINE))
    rules |= set(re.findall(r"-> ([a-z]\w*)", grammar))
    parts = {
        "condition",
        "sp",
        "wounds",
        "start",
        "and_",
        "stop_",
        "lone",
        "answer_on",
        "if_comma",
        "legion_away",
        "asked_on",
        "infight_on",
        "special",
        "no_",
        "take_back",
    }
    modules = ("reading.py", "reading_conditions.py", "leaves.py")
    code = "".join(Path(reading.__file__).with_name(name).read_text() for name in modules)
    missing = {rule for rule in rules - parts if f'"{rule}"' not in code}
    assert not missing


def test_orders_of_another_action_are_refused_even_where_a_card_comes_first():
    state = GAME.start("standard", "words")
    state = replace(state, stage=Stage.TURN, active="japan", markers={**state.markers, "japan": 2})
    sheet = orders_of("Move 1 space. Recruit 1 troop in West Gangwon-Do. Attack K1 with J7.")
    fates = [one.fate for one in GAME.check(state, "japan", [sheet]).sheets[0]]
    assert fates == [Fate.STANDS, Fate.REFUSED, Fate.STANDS]


MARKER = "Move 3 spaces to Move/Battle"


@pytest.mark.parametrize(
    ("letters", "stand"),
    [
        (
            ["Attack K1 with J7.", "Move 3 spaces"],
            ["Attack K1 with J7", "Move the marker 3 spaces"],
        ),
        (
            [f"{MARKER}. Attack K1 with J7.", "Move 1 space"],
            ["Attack K1 with J7", "Move the marker 1 space"],
        ),
        (
            [f"{MARKER}. Attack K1 with J7.", f"{MARKER}. Attack K1 with J5."],
            ["Move the marker 3 spaces to Move/Battle", "Attack K1 with J5"],
        ),
        (
            [f"{MARKER}. Attack K1 with J7.", "J5 attacks K2"],
            ["Move the marker 3 spaces to Move/Battle", "Attack K1 with J7", "Attack K2 with J5"],
        ),
        ([f"{MARKER}. Attack K1 with J7.", "Cancel all orders"], ["Cancel all orders"]),
    ],
)
def test_what_a_later_letter_leaves_of_an_earlier_one(letters, stand):
    state = replace(GAME.start("standard", "words"), stage=Stage.TURN, active="japan")
    checked = GAME.check(state, "japan", [orders_of(letter) for letter in letters])
    left = [one.order for sheet in checked.sheets for one in sheet if one.fate is not Fate.REPLACED]
    assert [GAME.spell(order) for order in left] == stand


def test_what_no_card_can_change_is_refused_before_it_comes():
    state = replace(GAME.start("standard", "words"), stage=Stage.TURN, active="japan")
    letter = (
        f"{MARKER}. J5 attacks K1. J1 attacks K5. J6 attacks J7. J14 moves to Left Jeolla-Do. "
        "J13 attacks K8, supported by J7 and J8."
    )
    holdings = {**state.holdings, "japan": replace(state.holdings["japan"], supply=15)}
    checked = GAME.check(replace(state, holdings=holdings), "japan", [orders_of(letter)])
    said = {
        GAME.spell(one.order): (one.fate, one.problems[0].reason)
        for one in checked.sheets[0]
        if one.problems
    }
    assert said["Attack K5 with J1"] == (Fate.REFUSED, "J1 is not adjacent to Daetong Bay.")
    assert said["Attack J7 with J6"] == (Fate.REFUSED, "J7 is not an enemy legion.")
    fate, reason = said["Attack K8 with J13 supported by J7 and J8"]
    assert fate is Fate.STANDS
    assert reason.startswith("It costs 6 SP (2 for J13, 2 for J7, 2 for J8), and Japan has")
