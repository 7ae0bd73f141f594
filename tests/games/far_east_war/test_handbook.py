"""What the handbook's page says can be tried: its position, its orders, its table of rules."""

import json
import re
import textwrap
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from gm.catalogue import offer
from gm.cli import group as gm
from gm.games.far_east_war.loading import rule_choices
from gm.games.vocabulary import Problem
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


def run(*arguments, text=""):
    return CliRunner().invoke(gm, arguments, input=text)


def test_the_form_of_positions_is_printed():
    printed = run("sandbox", "--form", "far_east_war")
    assert printed.exit_code == 0
    assert printed.output.startswith("## A free position")
    assert "map: far_east_war" in printed.output


def test_the_example_in_the_help_of_the_sandbox_holds(tmp_path):
    shown = run("sandbox", "--help").output.partition("map: far_east_war")[2]
    text = "    map: far_east_war" + shown.partition("\n\n")[0]
    file = tmp_path / "position.yaml"
    file.write_text(textwrap.dedent(text))
    played = run("sandbox", str(file))
    assert played.output == "1 passed, 0 failed\n", played.output


def test_orders_of_four_players_are_read_with_their_rule():
    letter = "Three spaces. A3 attacks M5 with A4 in support."
    options = ("--game", "far_east_war", "--rule", "players=4", "--power", "kato", "--json")
    read = json.loads(run("parse", *options, "--phase", "turn", text=letter).output)
    assert read["orders"] == ["Move the marker 3 spaces", "Attack M5 with A3 supported by A4"]


def test_a_position_for_other_players_is_refused_with_what_to_choose(tmp_path):
    file = tmp_path / "position.yaml"
    file.write_text("{map: far_east_war, players: 4}")
    options = ("--game", "far_east_war", "--power", "japan", "--position", str(file))
    refused = run("parse", *options, text="Move 1 space")
    assert refused.exit_code != 0
    assert "choose players=4" in str(refused.exception)


def test_the_sandbox_reads_letters_of_four_players_with_their_names(tmp_path):
    file = tmp_path / "case.yaml"
    file.write_text(
        "{map: far_east_war, players: 4, phase: action, active: ming, markers: {korea_ming: 1},"
        " orders: {ming: Give 5 SP to Korea}, expect: {supply: {korean: 25, ming: 39}}}"
    )
    played = run("sandbox", str(file))
    assert played.output == "1 passed, 0 failed\n", played.output
