"""What players write, in many hands: whole lines through the reader, as a letter goes."""

from pathlib import Path

import pytest
import yaml

from gm.catalogue import offer
from gm.games.far_east_war.state import Stage
from gm.parsing.comparing import compared
from gm.parsing.folding import fold
from gm.parsing.parser import parser_for
from gm.parsing.pieces import SheetContext, Verdict
from gm.parsing.proposals import with_proposals
from gm.parsing.sheet import read_sheet
from gm.values import replace

FILES = [
    yaml.safe_load(file.read_text()) for file in sorted((Path(__file__).parent / "hands").iterdir())
]
ROWS = [
    (file["players"], row.get("power", file["power"]), {"position": file.get("position"), **row})
    for file in FILES
    for row in file["rows"]
]
GAMES = {players: offer("far_east_war", rules={"players": str(players)}).game for players in (2, 4)}
PARSERS = {
    players: parser_for("far_east_war", game.words(game.start("standard", "words")))
    for players, game in GAMES.items()
}


def _said(row):
    return next(row[kind] for kind in ("says", "asks", "talk") if kind in row)


@pytest.mark.parametrize(
    ("players", "power", "row"), ROWS, ids=[f"{power}: {_said(row)}" for _, power, row in ROWS]
)
def test_a_line_gets_its_verdict(players, power, row):
    game, parser = GAMES[players], PARSERS[players]
    start = game.start("standard", "hands")
    state = replace(start, stage=Stage.TURN, active=power, turn=1)
    if row["position"]:
        case = {"phase": "turn", "players": players, "active": power, **row["position"]}
        state = game.pose(case, start)
    context = SheetContext.of(game.sides, power, game.phase(state))
    sheet = read_sheet(parser, _said(row), context)
    sheet = compared(sheet, parser, game, state, power)
    sheet = with_proposals(sheet, parser, game, state, power, in_words=True)
    orders = [game.spell(order) for node in sheet.nodes for order in game.read(node)]
    assert orders == row.get("means", [])
    asked = sheet.of(Verdict.ASKED)
    assert bool(asked) == ("asks" in row)
    if "proposes" in row:
        proposed = [one for piece in asked for one in piece.problem.proposals]
        assert row["proposes"] in proposed


def test_every_idiom_is_used_by_some_line():
    used = {
        place
        for players, _, row in ROWS
        for place, _ in PARSERS[players].idioms.steps(fold(_said(row)), PARSERS[players].named)
    }
    idioms = PARSERS[2].idioms
    assert {one.place for one in (*idioms.said, *idioms.asked, *idioms.loose)} == used
