"""Every job killed before any of its writes and run again: nothing lost, nothing twice."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.desk.history import undo
from gm.desk.publish import publish
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.remind import remind
from gm.desk.room import Desk
from gm.desk.send import send
from gm.desk.timing import Word, extend
from gm.desk.turn import turn
from tests.desk.at_desk import THURSDAY
from tests.desk.quick import quick_desk

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
SOON_AFTER = DEADLINE + timedelta(minutes=5)
TABLES = ("matches", "seats", "addresses", "letters", "submissions", "steps", "outbox", "notes")


class Killed(BaseException):
    """The process ends here, as by kill -9."""


def killed_at(desk: Desk, place: int) -> None:
    """Lets the process end before its write number *place*."""
    writes = iter(range(1, place + 1))
    execute = desk.store._database.execute

    def limited(statement: str, values: Any = ()) -> Any:
        is_write = statement.lstrip()[:6] in ("INSERT", "UPDATE", "DELETE", "COMMIT")
        if is_write and next(writes, None) == place:
            raise Killed
        return execute(statement, values)

    desk.store._database.execute = limited  # type: ignore[method-assign] (the fault)


def contents(folder: Path) -> dict[str, list[Any]]:
    """All that is kept, but for the log; wherever the desk lies."""
    desk = quick_desk(folder)
    found = {}
    for table in TABLES:
        rows = map(repr, desk.store._rows(f"SELECT * FROM {table}"))
        found[table] = sorted(row.replace(str(folder), "") for row in rows)
    desk.store.close()
    return found


def mail_out(folder: Path) -> list[str]:
    """The Message-IDs of all mail that was sent."""
    found = []
    for file in (folder / "mail/out/new").iterdir():
        head = file.read_text("utf-8").partition("\n\n")[0]
        found += [line for line in head.splitlines() if line.startswith("Message-ID:")]
    return sorted(found)


def run(folder: Path, job: Callable[[Desk], object], place: int | None = None) -> bool:
    """Runs a job in a new process; False if it was killed."""
    desk = quick_desk(folder)
    if place is not None:
        killed_at(desk, place)
    try:
        job(desk)
    except Killed:
        return False
    finally:
        desk.store._database._connection.close()  # type: ignore[attr-defined] (SQLite's)
    return True


def receive_and_read(desk: Desk) -> None:
    receive(desk, THURSDAY)
    read(desk, THURSDAY)


def tell_later(desk: Desk) -> None:
    if desk.match("edo").deadline == DEADLINE:
        extend(desk, THURSDAY, "edo", DEADLINE + timedelta(days=1), Word("boss", "Why not."))


def take_back(desk: Desk) -> None:
    if len([one for one in desk.store.step_heads("edo") if one.withdrawn is None]) == 2:
        undo(desk, SOON_AFTER + timedelta(hours=1), "edo", who="boss")


JOBS: dict[str, tuple[list[Callable[[Desk], object]], Callable[[Desk], object]]] = {
    "receive and read": ([], receive_and_read),
    "remind": ([receive_and_read], lambda desk: remind(desk, DEADLINE - timedelta(hours=3))),
    "turn": ([receive_and_read], lambda desk: turn(desk, SOON_AFTER)),
    "extend": ([receive_and_read], tell_later),
    "undo": ([receive_and_read, lambda desk: turn(desk, SOON_AFTER)], take_back),
}


@pytest.mark.parametrize("name", JOBS)
def test_killed_before_any_write_and_run_again(
    name: str, folder: Path, deliver: Deliver, tmp_path: Path
) -> None:
    deliver("A Kai - Sagami\nA South Shinano H")
    deliver("A Sagami - Kai\nnonsense", sender="hojo@example.org")
    deliver("A Kai - Suruga", message_id=None, at="2026-03-05T12:30Z")
    deliver("who am I", sender="fox@example.com")
    before, job = JOBS[name]
    for step in before:
        run(folder, step)
    whole = Path(shutil.copytree(folder, tmp_path / "whole"))
    run(whole, job)
    expected, place, finished = contents(whole), 0, False
    while not finished:
        place += 1
        broken = Path(shutil.copytree(folder, tmp_path / f"killed {place}"))
        finished = run(broken, job, place)
        run(broken, job)
        assert contents(broken) == expected, f"killed before write {place}"
    assert place > 5


def test_sending_killed_and_run_again_sends_everything(folder: Path, tmp_path: Path) -> None:
    whole = Path(shutil.copytree(folder, tmp_path / "whole"))
    run(whole, lambda desk: send(desk, THURSDAY))
    expected = mail_out(whole)
    assert len(expected) == 3
    for place in range(1, 8):
        broken = Path(shutil.copytree(folder, tmp_path / f"killed {place}"))
        run(broken, lambda desk: send(desk, THURSDAY), place)
        # another process leaves alone what may be on its way, and takes it up later
        run(broken, lambda desk: send(desk, THURSDAY + timedelta(minutes=1)))
        run(broken, lambda desk: send(desk, THURSDAY + timedelta(minutes=11)))
        sent = mail_out(broken)
        assert sorted(set(sent)) == expected
        assert len(sent) <= len(expected) + 1


def test_publishing_killed_and_run_again_writes_everything(folder: Path, tmp_path: Path) -> None:
    run(folder, lambda desk: turn(desk, SOON_AFTER))
    whole = Path(shutil.copytree(folder, tmp_path / "whole"))
    run(whole, lambda desk: publish(desk, SOON_AFTER))
    expected = {path.name: path.read_bytes() for path in (whole / "site").rglob("*.*")}
    for place in range(1, 4):
        broken = Path(shutil.copytree(folder, tmp_path / f"killed {place}"))
        run(broken, lambda desk: publish(desk, SOON_AFTER), place)
        run(broken, lambda desk: publish(desk, SOON_AFTER))
        found = {path.name: path.read_bytes() for path in (broken / "site").rglob("*.*")}
        assert found == expected


def test_a_letter_is_settled_only_after_it_is_kept(folder: Path, deliver: Deliver) -> None:
    deliver("A Kai - Sagami")
    run(folder, lambda desk: receive(desk, THURSDAY), 1)
    assert len(list((folder / "mail/in/new").iterdir())) == 1
    run(folder, lambda desk: receive(desk, THURSDAY))
    assert list((folder / "mail/in/new").iterdir()) == []


LETTERS = (
    ("takeda@example.org", "A Kai - Sagami\nA South Shinano S A Kai - Sagami"),
    ("hojo@example.org", "A Sagami H\nF Izu S A Sagami"),
    ("oda@example.org", "Everything holds."),
    ("fox@example.com", "Army Kai moves to Musashi"),
)


@given(order=st.permutations(LETTERS))
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whose_letter_came_first_does_not_matter(
    made: Path, tmp_path: Path, order: list[tuple[str, str]]
) -> None:
    folder = tmp_path / "permuted"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    for minute, (sender, text) in enumerate(order):
        raw = f"From: {sender}\nMessage-ID: <{sender}>\nSubject: Orders\n\n{text}\n"
        seconds = int((THURSDAY + timedelta(minutes=minute)).timestamp())
        (folder / f"mail/in/new/{seconds}.M1P{minute}.host").write_text(raw, "utf-8")
    desk = quick_desk(folder)
    receive(desk, THURSDAY + timedelta(hours=1))
    read(desk, THURSDAY + timedelta(hours=1))
    turn(desk, SOON_AFTER)
    step = desk.store.latest_step("edo")
    desk.store.close()
    assert step is not None
    found = (
        step.state,
        step.events,
        {power: sorted(map(repr, one)) for power, one in step.orders.items()},
    )
    known = OUTCOMES.setdefault("any order", found)
    assert found == known


OUTCOMES: dict[str, Any] = {}
