"""What the handbook's page says can be tried: its position, its orders, its table of rules."""

import re
from pathlib import Path

import pytest
import yaml

from gm.catalogue import offer
from gm.games.far_east_war.loading import rule_choices
from gm.games.game import Problem
from gm.parsing.parser import parser_for

PAGE = (Path(__file__).parents[3] / "gm" / "games" / "far_east_war" / "handbook.md").read_text()
GAME = offer("far_east_war").game
PARSER = parser_for("far_east_war", GAME.words(GAME.start("standard", "words")))


def test_the_position_does_what_the_page_says():
    block = re.search(r"(?:^    .*\n)+", PAGE.partition("## A free position")[2], re.MULTILINE)
    case = yaml.safe_load(re.sub(r"^    ", "", block.group(), flags=re.MULTILINE))
    trial = GAME.trial(case, PARSER.read_text)
    assert not trial.differences, trial.differences
    assert trial.data["dice_left"] == 0


def examples():
    tables = PAGE.partition("## How players write")[2].partition("**Dice.**")[0]
    rows = [row.split("|")[1:3] for row in tables.splitlines() if row.startswith("| ")]
    for cells in rows:
        for text in re.findall(r"`([^`]+)`", "".join(cells)):
            if (
                len(text.split()) > 1
                and "..." not in text
                and not text.startswith(("and ", "blanks and"))
            ):
                yield text


@pytest.mark.parametrize("text", [one for one in examples() if "support_consent" not in one])
def test_every_order_of_the_page_is_read(text):
    assert not isinstance(PARSER.read_text(text), Problem)


def test_the_page_names_every_rule_and_choice():
    chosen = rule_choices(GAME.document, {})
    for name, value in chosen.items():
        assert re.search(rf"\| `{name}` \| .*\b{value}\b", PAGE), name
