"""Single lines and sentences: what they spell, and what must never be executed."""

from typing import Any

import pytest

from gm.games.vocabulary import Fault
from gm.parsing.pieces import Verdict
from tests.parsing.samples import cases, sheet, spelt


def _name(case: dict[str, Any]) -> str:
    return f"{case['text'][:60]!a}"


@pytest.mark.parametrize("case", cases("wordings") + cases("classic"), ids=_name)
def test_understood(case: dict[str, Any]) -> None:
    game = case.get("game", "sengoku")
    found = sheet(
        case["text"],
        power=case.get("power", "takeda"),
        kind=case.get("kind", "movement"),
        game=game,
    )
    if case.get("ask"):
        assert spelt(found, game) == []
        assert found.of(Verdict.ASKED)
        return
    if case.get("talk"):
        assert all(piece.verdict is Verdict.TALK for piece in found.pieces)
        return
    assert spelt(found, game) == case["means"]
    assert not found.of(Verdict.ASKED)
    warned = [one for one in found.pieces if one.problem]
    assert all(one.problem and one.problem.fault is Fault.WARNING for one in warned)
    assert bool(warned) == case.get("warned", False)


@pytest.mark.parametrize("case", cases("refused"), ids=_name)
def test_never_executed(case: dict[str, Any]) -> None:
    found = sheet(
        case["text"], power=case.get("power", "takeda"), kind=case.get("kind", "movement")
    )
    assert spelt(found) == []
    verdicts = {piece.verdict for piece in found.pieces}
    if case.get("ask"):
        assert Verdict.ASKED in verdicts
        assert all(one.problem and one.problem.reason for one in found.of(Verdict.ASKED))
    if case.get("talk"):
        assert verdicts <= {Verdict.TALK}
