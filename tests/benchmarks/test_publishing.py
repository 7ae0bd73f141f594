"""The site of a match of 10 and of 40 steps: all pages, and those that one more step changes.

The second must not depend on how long the match is. Pictures and mail are weighed beside.
"""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gm.desk.manage import Plan, new_match
from gm.desk.publish import publish
from gm.desk.room import Desk
from gm.desk.setup import make_desk
from gm.desk.standing import standing
from gm.desk.steps import keep_step
from gm.records import Seat
from gm.rendering.drawing import _drawn, draw
from gm.rendering.pixels import png
from tests.desk.quick import quick_desk
from tests.rendering.random_play import random_orders
from tests.rendering.staging import case, game_of, play

BEGIN = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def played(folder: Path, steps: int) -> Desk:
    """A desk with a match of so many steps, played at random."""
    given = {"desk.address": "gm@example.org", "desk.gamemasters": "[boss@example.org]"}
    make_desk(folder, BEGIN, given, "identity")
    desk = quick_desk(folder)
    seats = (Seat("edo", "takeda", ("takeda@example.org",)),)
    new_match(desk, BEGIN, Plan("edo", "sengoku", seats, "seed"))
    dice = Random(steps)
    for number in range(steps):
        one_more(desk, dice, number)
    return desk


def one_more(desk: Desk, dice: Random, number: int) -> None:
    match = desk.store.match("edo")
    assert match is not None
    before = standing(desk, match)
    game: Any = before.offer.game
    orders = random_orders(game.board, before.state, dice)
    with desk.store.transaction():
        keep_step(
            desk,
            BEGIN + timedelta(days=number + 1),
            before,
            orders,
            game.adjudicate(before.state, orders),
        )


@pytest.mark.parametrize("steps", [10, 40])
def test_all_pages(benchmark: BenchmarkFixture, tmp_path: Path, steps: int) -> None:
    desk = played(tmp_path / "desk", steps)
    benchmark.pedantic(
        lambda: publish(desk, BEGIN, tmp_path / "site", everything=True),
        setup=lambda: shutil.rmtree(tmp_path / "site", ignore_errors=True),
        rounds=3,
    )
    pages = [file.stat().st_size for file in (tmp_path / "site").rglob("*.html")]
    benchmark.extra_info["largest page, kB"] = max(pages) // 1000
    benchmark.extra_info["pages"] = len(pages)


@pytest.mark.parametrize("steps", [10, 40])
def test_pages_that_one_more_step_changes(
    benchmark: BenchmarkFixture, tmp_path: Path, steps: int
) -> None:
    desk = played(tmp_path / "desk", steps)
    publish(desk, BEGIN, tmp_path / "site")
    dice = Random(1)
    numbers = iter(range(steps, 1000))
    benchmark.pedantic(
        lambda: publish(desk, BEGIN, tmp_path / "site"),
        setup=lambda: one_more(desk, dice, next(numbers)),
        rounds=5,
    )


def crowded() -> Any:
    steps = play(case("kinki"))
    report = game_of("sengoku").game.report(*steps[0], None)
    return next(it for it in report["pictures"] if it["kind"] == "result")


def test_picture_as_svg(benchmark: BenchmarkFixture) -> None:
    picture = crowded()
    text = benchmark.pedantic(
        lambda: draw("diplomacy", picture, picture["geometry"]),
        setup=_drawn.cache_clear,
        rounds=10,
        warmup_rounds=1,
    )
    benchmark.extra_info["kB"] = len(text.encode()) // 1000


def test_picture_as_png(benchmark: BenchmarkFixture) -> None:
    picture = crowded()
    text = draw("diplomacy", picture, picture["geometry"])
    pixels = benchmark.pedantic(lambda: png(text), setup=png.cache_clear, rounds=5, warmup_rounds=1)
    benchmark.extra_info["kB"] = len(pixels) // 1000
