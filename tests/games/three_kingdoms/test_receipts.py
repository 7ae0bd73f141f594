"""Whole letters and what the receipt says of them: ``receipts.yaml``."""

from pathlib import Path

import pytest
import yaml

from gm.games.three_kingdoms.plan import plan_of
from gm.games.three_kingdoms.posing import set_up
from gm.games.vocabulary import Fate, Fault, Power
from gm.parsing.comparing import compared
from gm.parsing.proposals import with_proposals
from gm.parsing.sheet import SheetContext, read_sheet

ROWS = yaml.safe_load((Path(__file__).parent / "receipts.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_says_what_it_must(game, parser, row):
    power = Power(row["power"])
    state = set_up(game.rules, row.get("position", {"impulses": ["wei"] * 4})).freeze()
    context = SheetContext.of(game.sides, power, game.phase(state))
    sheet = compared(read_sheet(parser, row["letter"], context), parser, game, state, power)
    sheet = with_proposals(sheet, parser, game, state, power, in_words=True)
    orders = [order for node in sheet.nodes for order in game.read(node)]
    checked = game.check(state, power, [orders])
    (found,) = checked.sheets
    refused = {game.spell(one.order): one.problems[-1] for one in found if is_refused(one)}
    asked = {piece.text: piece.problem for piece in sheet.pieces if piece.problem}
    warned = {game.spell(one.order): " ".join(warnings(one)) for one in found}

    if "stands" in row:
        assert [game.spell(order) for order in checked.orders] == row["stands"]
    if "standing" in row:
        kept = plan_of(checked.orders).standing
        assert [game.spell(order) for order in kept] == row["standing"]
    assert_said({text: problem.reason for text, problem in refused.items()}, row.get("refused", {}))
    assert_said({text: problem.reason for text, problem in asked.items()}, row.get("asked", {}))
    for order, words in row.get("warned", {}).items():
        assert words in warned[order]
    for words in row.get("notes", ()):
        assert words in " ".join(checked.notes)
    proposals = [one for problem in refused.values() for one in problem.proposals]
    assert set(row.get("proposed", ())) <= set(proposals)


def is_refused(one):
    return one.fate is Fate.REFUSED


def warnings(one):
    return [
        f"{problem.reason} {problem.hint}"
        for problem in one.problems
        if problem.fault is Fault.WARNING
    ]


def assert_said(found, wanted):
    assert len(found) == len(wanted), found
    for text, words in wanted.items():
        (reason,) = [reason for said, reason in found.items() if said.startswith(text)]
        assert words in reason
