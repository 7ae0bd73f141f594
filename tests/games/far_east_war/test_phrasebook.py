"""Everything that the help letter says can be ordered is read as it stands."""

import pytest

from gm.catalogue import offer
from gm.games.far_east_war.phrasebook import SETUP, STANDING, TEAM, TURN, phrases
from gm.games.far_east_war.state import Stage
from gm.parsing.parser import parser_for
from gm.values import replace

GAMES = {players: offer("far_east_war", rules={"players": str(players)}).game for players in (2, 4)}
PARSER = parser_for("far_east_war", GAMES[2].words(GAMES[2].start("standard", "words")))
SAID = [says.removesuffix(", ...") for _, says in (*SETUP, *TURN, *STANDING, *TEAM)]


@pytest.mark.parametrize("says", SAID)
def test_what_can_be_said_is_read(says):
    nodes = PARSER.read_text(says)
    assert isinstance(nodes, list | tuple), nodes
    assert [order for node in nodes for order in GAMES[2].read(node)]


def test_what_only_teams_can_order_is_told_to_them():
    for players, game in GAMES.items():
        start = game.start("standard", "words")
        turn = replace(start, stage=Stage.TURN, turn=1)
        assert phrases(game.board, start) == SETUP
        assert (TEAM[0] in phrases(game.board, turn)) == (players == 4)
