"""Letters and the receipts' verdicts on their orders, row by row of ``receipts.yaml``."""

from pathlib import Path

import pytest
import yaml

from gm.catalogue import offer
from gm.games.vocabulary import Fate
from gm.parsing.parser import parser_for

ROWS = yaml.safe_load((Path(__file__).parent / "receipts.yaml").read_text())
GAMES = {players: offer("far_east_war", rules={"players": str(players)}).game for players in (2, 4)}
PARSERS = {
    players: parser_for("far_east_war", game.words(game.start("standard", "words")))
    for players, game in GAMES.items()
}


def _orders(game, parser, letter):
    return [
        order
        for line in letter.splitlines()
        for node in parser.read_text(line)
        for order in game.read(node)
    ]


def _said(game, orders):
    """Each order's wording with everything that is said of it."""
    return [
        (game.spell(one.order), " ".join(f"{it.reason} {it.hint or ''}" for it in one.problems))
        for one in orders
    ]


def _assert_each(wanted, found):
    """Every wanted pair of wording and part of a text is found, and no other wording."""
    for wording, part in wanted:
        assert any(one == wording and part in text for one, text in found), found
    assert {one for one, _ in found} == {wording for wording, _ in wanted}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_letter_gets_its_receipt(row):
    game, parser = GAMES[row.get("players", 2)], PARSERS[row.get("players", 2)]
    if "rules" in row:
        game = offer("far_east_war", rules=row["rules"]).game
    state = game.pose(row["position"], None)
    sheets = [_orders(game, parser, letter) for letter in row["letters"]]
    checked = game.check(state, row.get("power", "japan"), sheets)
    every = [one for sheet in checked.sheets for one in sheet]
    of = {fate: [one for one in every if one.fate is fate] for fate in Fate}
    assert [game.spell(order) for order in checked.orders] == row["stands"]
    assert [game.spell(one.order) for one in of[Fate.REPLACED]] == row.get("replaced", [])
    _assert_each(row.get("refused", []), _said(game, of[Fate.REFUSED]))
    remarked = [one for one in of[Fate.STANDS] if one.problems]
    _assert_each(row.get("remarked", []), _said(game, remarked))
    told = "\n".join(checked.notes)
    places = [told.find(note) for note in row.get("notes", [])]
    assert -1 not in places, told
    assert places == sorted(places), told
    if "missing" in row:
        tasks = [(it.subject, f"{it.default} {' '.join(it.choices)}") for it in checked.missing]
        _assert_each(row["missing"], tasks)
