"""One ``gm tick`` on a desk of idle matches, by how many there are, and what it asks of the store.

An idle match waits for its deadline, with nothing new. Compare the lines of one run.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gm.cli.jobs import ticked
from gm.desk.manage import Plan, new_match
from gm.desk.room import Desk
from gm.desk.setup import make_desk
from gm.records import Seat
from gm.values import replace
from tests.desk.quick import quick_desk

BEGIN = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def crowded(folder: Path, matches: int) -> Desk:
    """A desk with so many matches of three players, published and told of, all waiting."""
    given = {"desk.address": "gm@example.org", "desk.gamemasters": "[boss@example.org]"}
    make_desk(folder, BEGIN, given, "identity")
    desk = quick_desk(folder)
    powers = ("takeda", "hojo", "oda")
    seats = [Seat("m0", power, (f"{power}@example.org",)) for power in powers]
    new_match(desk, BEGIN, Plan("m0", "sengoku", tuple(seats), "seed"))
    first, step = desk.match("m0"), desk.store.latest_step("m0")
    assert step is not None
    with desk.store.transaction():
        for number in range(1, matches):
            name = f"m{number}"
            desk.store.add_match(replace(first, name=name))
            for seat in seats:
                desk.store.save_seat(replace(seat, match=name))
            desk.store.add_step(replace(step, match=name))
    for _ in range(3):  # the welcomes go out, the site is written, and then all is quiet
        list(ticked(desk, BEGIN))
    return desk


@pytest.mark.parametrize("matches", [10, 100, 1000])
def test_idle_matches(benchmark: BenchmarkFixture, tmp_path: Path, matches: int) -> None:
    desk = crowded(tmp_path / "desk", matches)
    asked: list[str] = []
    execute = desk.store._database.execute

    def counted(statement: str, values: tuple[object, ...] = ()) -> object:
        asked.append(statement)
        return execute(statement, values)

    desk.store._database.execute = counted  # type: ignore[method-assign, assignment] (counts)
    now = BEGIN + timedelta(hours=1)
    assert all(summary.exit_code == 0 for summary in ticked(desk, now))
    benchmark.extra_info["statements"] = len(asked)
    desk.store._database.execute = execute  # type: ignore[method-assign]
    benchmark.pedantic(lambda: list(ticked(desk, now)), rounds=5, iterations=1)
    desk.store.close()
