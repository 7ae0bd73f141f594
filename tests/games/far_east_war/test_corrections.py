"""Positions corrected by the gamemaster's hand, row by row of ``corrections.yaml``."""

from pathlib import Path

import pytest
import yaml

from gm.catalogue import offer
from gm.desk.correcting import changed
from gm.errors import UsageError
from gm.parsing.parser import parser_for

DATA = yaml.safe_load((Path(__file__).parent / "corrections.yaml").read_text())
GAME = offer("far_east_war").game
WORDS = {"change", "then", "says", "refused"}


def _as_case(state):
    """The position written as a case, so that ``gm sandbox`` can compare it."""
    legions = {power: {} for power in GAME.board.powers}
    for one in state.legions:
        general = GAME.board.generals[one.general].name if one.general else ""
        legions[one.owner][one.id] = f"{one.at} {one.troops} {general}".strip()
    return {
        "legions": legions,
        "supply": {power: one.supply for power, one in state.holdings.items()},
        "hands": {power: list(one.hand) for power, one in state.holdings.items()},
        "tokens": {team: list(one) for team, one in state.tokens.items()},
        "wounds": dict(state.wounds),
        "control": dict(state.control),
        "deck": list(state.deck),
    }


@pytest.mark.parametrize("row", DATA["rows"], ids=[row["change"] for row in DATA["rows"]])
def test_a_position_is_corrected(row):
    state = GAME.pose(DATA["position"], None)
    changes = [row[key] for key in ("change", "then") if key in row]
    if "refused" in row:
        with pytest.raises(UsageError) as caught:
            changed(GAME, state, changes)
        assert row["refused"] in str(caught.value)
        return
    after, said = changed(GAME, state, changes)
    assert said == (row["says"],)
    expected = {key: value for key, value in row.items() if key not in WORDS}
    parser = parser_for("far_east_war", GAME.words(state))
    trial = GAME.trial({**_as_case(after), "expect": expected}, parser.read_text)
    assert not trial.differences
