"""What reports tell of a turn, section by section, row by row of ``stories.yaml``."""

from pathlib import Path

import pytest
import yaml

from gm.catalogue import offer
from gm.games.far_east_war.choices import merged
from gm.parsing.parser import parser_for
from gm.values import replace

ROWS = yaml.safe_load((Path(__file__).parent / "stories.yaml").read_text())
GAMES = {players: offer("far_east_war", rules={"players": str(players)}).game for players in (2, 4)}
PARSERS = {
    players: parser_for("far_east_war", game.words(game.start("standard", "words")))
    for players, game in GAMES.items()
}


def _orders(game, parser, letters):
    return {
        power: tuple(
            order
            for line in letter.splitlines()
            for node in parser.read_text(line)
            for order in game.read(node)
        )
        for power, letter in letters.items()
    }


def _played(row):
    players = row.get("players", 2)
    game, parser = GAMES[players], PARSERS[players]
    case = row["position"]
    state = game.pose(case, None)
    standing = _orders(game, parser, case.get("standing", {}))
    state = replace(state, standing={power: merged((), one) for power, one in standing.items()})
    sent = _orders(game, parser, case["orders"])
    checked = {power: game.check(state, power, [orders]).orders for power, orders in sent.items()}
    return game, state, game.adjudicate(state, checked)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_turn_is_told(row):
    game, state, outcome = _played(row)
    report = game.report(state, outcome, row.get("reader", state.active))
    for subject, wanted in row.get("explains", {}).items():
        assert list(game.explain(outcome, subject)) == wanted
    told = [line for space in report["prices"] for line in (space["heading"], *space["lines"])]
    for wanted in row.get("offers", []):
        assert wanted in told
    for wanted in row.get("tells", []):
        assert wanted in report["private"]
    if "sections" not in row:
        return
    sections = report["sections"]
    wanted = [{**one} for one in row["sections"]]
    scores = [one.pop("scores", None) for one in wanted]
    assert [one["heading"] for one in sections] == [next(iter(one)) for one in wanted]
    for section, one, scored in zip(sections, wanted, scores, strict=True):
        parts = one[section["heading"]]
        found = [line for line in section["lines"] if any(line.startswith(it) for it in parts)]
        assert len(found) == len(parts), section["lines"]
        for line, part in zip(found, parts, strict=True):
            assert line.startswith(part), section["lines"]
        if scored is not None:
            assert [" + ".join(side["scores"]) for side in section["battle"]["sides"]] == scored
