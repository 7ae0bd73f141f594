"""A desk in a temporary folder with a match of three players, real mailboxes, a fixed clock."""

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from gm.desk.manage import Plan, new_match
from gm.desk.room import Desk
from gm.desk.setup import make_desk
from gm.records import Seat
from tests.desk.quick import quick_desk

BEGIN = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
"""A Wednesday; the first deadline is Tuesday 10 March 20:00 EDT, 00:00 UTC on the 11th."""

SEATS = (
    Seat("edo", "takeda", ("takeda@example.org", "shingen@example.net"), "Ann"),
    Seat("edo", "hojo", ("hojo@example.org",)),
    Seat("edo", "oda", ("oda@example.org",)),
)

Deliver = Callable[..., bytes]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk as it is after ``gm init`` and ``gm new``, to be copied."""
    folder = tmp_path_factory.mktemp("made") / "desk"
    given = {"desk.address": "gm@example.org", "desk.gamemasters": "[boss@example.org]"}
    make_desk(folder, BEGIN, given, "identity")
    desk = quick_desk(folder)
    new_match(desk, BEGIN, Plan("edo", "sengoku", SEATS, "seed"))
    desk.store.close()
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy of that desk, for one test."""
    return Path(shutil.copytree(made, tmp_path / "desk"))


@pytest.fixture
def desk(folder: Path) -> Iterator[Desk]:
    opened = quick_desk(folder)
    yield opened
    opened.store.close()


@pytest.fixture
def deliver(folder: Path) -> Deliver:
    """Lays a letter into the desk's Maildir, delivered at *at*; gives its bytes."""
    numbers = count(1)

    def lay(
        text: str,
        *,
        sender: str = "takeda@example.org",
        at: str = "2026-03-05T12:00Z",
        subject: str = "Orders",
        message_id: str | None = "",
        head: str = "",
        to: str = "gm@example.org",
    ) -> bytes:
        number = next(numbers)
        identifier = f"<{number}@example.org>" if message_id == "" else message_id
        lines = [
            f"From: {sender}", f"To: {to}", f"Subject: {subject}",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
        ]  # fmt: skip
        if identifier is not None:
            lines.append(f"Message-ID: {identifier}")
        raw = ("\n".join(lines) + f"\n{head}\n{text}\n").encode()
        seconds = int(datetime.fromisoformat(at).timestamp())
        (folder / "mail/in/new" / f"{seconds}.M{number}P1.host").write_bytes(raw)
        return raw

    return lay
