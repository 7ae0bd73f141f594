"""Reports of a crowded year, whole; and what must hold for every report whatever is played."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.games.diplomacy.scenes import chapters, scene_of
from gm.games.forms import form_of, text_of, title_of
from gm.games.vocabulary import Power
from gm.rendering.documents import render
from gm.rendering.templates import fill
from tests.rendering.random_play import random_match
from tests.rendering.reading import Page
from tests.rendering.staging import case, game_of, play

HERE = Path(__file__).parent
STEPS = {"1-movement": 0, "2-retreats": 1, "3-adjustments": 2}


def report(step: int, reader: str | None) -> Any:
    before, outcome = play(case("kinki"))[step]
    game = game_of("sengoku").game
    content = game.report(before, outcome, Power(reader) if reader else None)
    return {**content, "sheet": sheet(game, outcome.state, reader)}


def sheet(game: Any, state: Any, reader: str | None) -> Any:
    demand = game.awaiting(state).get(reader)
    if demand is None:
        return None
    form = form_of(title_of("kinki", 1, game.phase(state).label), demand.tasks)
    return {"summary": demand.summary, "text": text_of(form).rstrip()}


@pytest.mark.parametrize("name", STEPS)
def test_report_reads_as_expected(name: str, compare: Any) -> None:
    document = render("diplomacy", "report", report(STEPS[name], "takeda"))

    compare(
        HERE / "expected" / "kinki" / f"{name}.txt",
        f"Subject: {document.subject}\n\n{document.text}",
    )
    compare(HERE / "expected" / "kinki" / f"{name}.html", document.html)


def test_position_reads_as_expected(compare: Any) -> None:
    state = play(case("kinki"))[0][1].state
    document = render("diplomacy", "position", game_of("sengoku").game.position(state, None))

    compare(HERE / "expected" / "kinki" / "position.txt", document.text)


@pytest.mark.parametrize("name", STEPS)
def test_html_is_sound_small_and_fetches_nothing(name: str) -> None:
    document = render("diplomacy", "report", report(STEPS[name], "oda"))
    page = Page.of(document.html)

    assert page.faults == []
    assert page.fetched == []
    assert page.handlers == []
    # Gmail cuts a letter off after 102 kB.
    assert len(document.html.encode()) < 100_000


def test_each_reader_is_told_what_is_owed() -> None:
    takeda, mori = report(0, "takeda"), report(0, "mori")

    assert takeda["demand"]["tasks"][0]["subject"] == "Army Musashi"
    assert "Army Musashi retreats to Echigo" in takeda["demand"]["tasks"][0]["choices"]
    assert mori["demand"] is None


def test_each_reader_is_told_its_case_after_the_fall() -> None:
    cases = {power: report(1, power)["mine"]["change"] for power in ("oda", "asakura", "mori")}

    assert cases == {"oda": 2, "asakura": -1, "mori": 0}


def test_the_same_report_gives_the_same_bytes() -> None:
    one, other = (render("diplomacy", "report", report(0, "oda")) for _ in range(2))

    assert one == other


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(min_value=0, max_value=10**6))
def test_every_report_is_plain_data_and_ends_where_the_game_does(seed: int) -> None:
    game = game_of("sengoku").game
    for before, outcome in random_match(game, seed, length=12):
        told = chapters(before, outcome.events)
        last = told[-1].after if told else scene_of(before)
        content = game.report(before, outcome, None)

        assert last == scene_of(outcome.state)
        assert json.loads(json.dumps(content)) == content
        text = " ".join(fill("diplomacy/report.txt.j2", content).split())
        for name in (side["name"] for side in content["sides"]):
            assert name in text
        for unit in outcome.state.units:
            assert game.board.name(unit.at) in text
