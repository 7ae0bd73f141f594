"""Real processes killed (kill -9) at any moment, with real sources: nothing lost, nothing twice.

What is stored is compared with what was sent, and what went out with what was stored.
"""

import contextlib
import os
import random
import smtplib
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.desk.room import open_desk
from gm.records import LetterFate
from tests.mail.dovecot import dovecot
from tests.mail.servers import Letterbox, free_port, smtp_server
from tests.serving import PATIENCE, SEATS, gm, imap_desk, made_desk, mail_out, serving

LETTERS = 20
KILLS = 5
PLACES = {"takeda": ("Kai", "Sagami"), "hojo": ("Sagami", "Musashi"), "oda": ("Owari", "Mino")}


def letters() -> list[bytes]:
    """What players send: each letter another order, some of them nonsense."""
    found = []
    for number in range(LETTERS):
        power = SEATS[number % len(SEATS)]
        start, end = PLACES[power]
        order = (f"Army {start} moves to {end}", f"Army {start} holds", "What now?")[number % 3]
        found.append(
            f"From: {power}@example.org\r\nTo: gm@example.org\r\nSubject: edo {number}\r\n"
            f"Message-ID: <{number}@example.org>\r\n\r\n{order}\r\nThis is letter {number}.\r\n"
            .encode()
        )  # fmt: skip
    return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a desk has kept and sent in the end."""

    contents: list[bytes]
    fates: Counter[LetterFate]
    receipts: int
    written: Counter[str]
    """Message-IDs of all mail that was written."""


def outcome(folder: Path) -> Outcome:
    desk = open_desk(folder)
    try:
        assert desk.store.examine() == ""
        numbers = [row["number"] for row in desk.store._rows("SELECT number FROM letters")]
        kept = [letter for one in numbers if (letter := desk.store.letter(one)) is not None]
        receipts = desk.store._rows("SELECT count(*) AS n FROM outbox WHERE kind = 'receipt'")
        unsent = desk.store._rows("SELECT key FROM outbox WHERE sent IS NULL")
        assert unsent == []
        written = desk.store._rows("SELECT message_id FROM outbox")
        return Outcome(
            [letter.raw.content for letter in kept],
            Counter(letter.fate for letter in kept),
            receipts[0]["n"],
            Counter(row["message_id"] for row in written),
        )
    finally:
        desk.store.close()


def ended(folder: Path) -> None:
    """Lets the jobs run to their end, after the holds of killed processes are over."""
    for minutes in (0, 11):
        whole_tick(folder, datetime.now(UTC) + timedelta(minutes=minutes))


def whole_tick(folder: Path, moment: datetime) -> None:
    """``gm tick`` as a process, to its end."""
    process = gm("tick", "--desk", str(folder), "--at", moment.isoformat())
    said, _ = process.communicate(timeout=2 * PATIENCE)
    assert process.returncode == 0, said.decode()


def require_all(found: Outcome, sent: list[bytes], delivered: list[str], killed: int) -> None:
    """Compares what is stored with what was sent, and what went out with what was written."""
    ends = sorted(raw.partition(b"\r\n\r\n")[2] for raw in sent)
    assert sorted(raw.partition(b"\r\n\r\n")[2] for raw in found.contents) == ends
    assert all(any(kept.endswith(raw) for kept in found.contents) for raw in sent)
    assert set(found.fates) <= {LetterFate.ORDERS, LetterFate.ANSWERED}
    assert found.receipts == len(sent)  # each letter is answered, and only once
    went_out = Counter(delivered)
    assert set(went_out) == set(found.written)
    # Between the mail server's word and our note of it a kill makes a letter go twice; its
    # Message-ID tells the mail program so.
    assert went_out.total() - len(went_out) <= killed


def ids(mails: list[str]) -> list[str]:
    return [
        line[12:] for mail in mails for line in mail.splitlines() if line[:12] == "Message-ID: "
    ]


def killed_again_and_again(
    start: Callable[[], "subprocess.Popen[bytes]"], chance: random.Random, times: int = KILLS
) -> None:
    """Starts a process and kills it, at one moment of its life after the other."""
    for _ in range(times):
        process = start()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.4, 2.5))
        process.kill()
        process.communicate()


@pytest.fixture
def chance() -> random.Random:
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # noqa: T201 (shown when the test fails)
    return random.Random(seed)


def test_a_maildir_and_an_smtp_server(tmp_path: Path, chance: random.Random) -> None:
    letterbox = Letterbox()
    with smtp_server(letterbox) as port:
        desk = made_desk(tmp_path / "desk", f"sink: smtp+plain://127.0.0.1:{port}")
        sent = letters()
        waiting = iter(enumerate(sent))

        def tick() -> "subprocess.Popen[bytes]":
            for _ in range(LETTERS // KILLS):
                number, raw = next(waiting)
                (desk / f"mail/in/new/1772712000.M{number}P1.host").write_bytes(raw)
            return gm("tick", "--desk", str(desk))

        killed_again_and_again(tick, chance)
        ended(desk)
        mails = [raw.decode("utf-8") for _, _, raw in letterbox.envelopes]
    require_all(outcome(desk), sent, ids(mails), KILLS)


def test_an_imap_server(tmp_path: Path, chance: random.Random) -> None:
    with dovecot() as server:
        mailbox = server.mailbox("gm")
        desk = imap_desk(tmp_path / "desk", server)
        sent = letters()
        for number, raw in enumerate(sent):
            mailbox.deliver(f"1772712000.M{number}P1.host", raw)
        killed_again_and_again(lambda: gm("tick", "--desk", str(desk)), chance)
        ended(desk)
    require_all(outcome(desk), sent, ids(mail_out(desk)), KILLS)


def test_a_pipe_of_a_mail_server(tmp_path: Path, chance: random.Random) -> None:
    """As a mail server does it: a letter is given again until it was taken."""
    desk = made_desk(tmp_path / "desk")
    sent, killed = letters()[:8], 0
    for raw in sent:
        delay = 0.4
        while True:
            process = subprocess.Popen(
                [sys.executable, "-m", "gm", "receive", "--stdin", "--desk", str(desk)],
                stdin=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
            )
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.communicate(raw, timeout=chance.uniform(0, delay))
            process.kill()
            process.communicate()
            if process.returncode == 0:
                break
            killed, delay = killed + 1, delay * 1.5
    assert killed > 0
    killed_again_and_again(lambda: gm("tick", "--desk", str(desk)), chance, 3)
    ended(desk)
    require_all(outcome(desk), sent, ids(mail_out(desk)), 3)


def test_a_listener_for_a_mail_server(tmp_path: Path, chance: random.Random) -> None:
    """As a mail server does it: a letter whose answer did not come is handed over again."""
    desk, port = made_desk(tmp_path / "desk"), free_port()
    sent = letters()
    waiting, kills = list(sent), 0
    while waiting:
        with serving(desk, "--lmtp", f"127.0.0.1:{port}") as served:
            until = time.monotonic() + chance.uniform(0, 3)
            while waiting and (kills >= KILLS or time.monotonic() < until):
                with contextlib.suppress(smtplib.SMTPException, OSError), lmtp(port) as client:
                    client.sendmail("bounces@example.org", ["gm@example.org"], waiting[0])
                    waiting.pop(0)
                    time.sleep(chance.uniform(0, 0.3))
            served.process.kill()
            kills += 1
    ended(desk)
    require_all(outcome(desk), sent, ids(mail_out(desk)), kills)


def test_a_listener_killed_while_it_is_spoken_to(tmp_path: Path, chance: random.Random) -> None:
    """The kill falls into a talk: what was acknowledged is kept, what was not comes again."""
    desk, port = made_desk(tmp_path / "desk"), free_port()
    sent = letters()[:12]
    waiting = list(sent)
    while waiting:
        with serving(desk, "--lmtp", f"127.0.0.1:{port}") as served:
            killer = subprocess.Popen(
                ["sh", "-c", f"sleep {chance.uniform(0.05, 1):.3f}; kill -9 {served.process.pid}"]
            )
            with contextlib.suppress(smtplib.SMTPException, OSError):
                while waiting:
                    with lmtp(port) as client:
                        client.sendmail("b@example.org", ["gm@example.org"], waiting[0])
                    waiting.pop(0)
                    acknowledged = {raw.partition(b"\r\n\r\n")[2] for raw in sent[: -len(waiting)]}
                    if waiting:
                        assert acknowledged <= bodies(desk)
            killer.wait(PATIENCE)
    ended(desk)
    require_all(outcome(desk), sent, ids(mail_out(desk)), 12)


def bodies(desk: Path) -> set[bytes]:
    """The texts of all letters in a store that another process is writing to."""
    store = sqlite3.connect(desk / "gm.sqlite")
    try:
        found = store.execute("SELECT content FROM letters").fetchall()
    finally:
        store.close()
    return {content.partition(b"\r\n\r\n")[2] for (content,) in found}


@contextlib.contextmanager
def lmtp(port: int) -> Iterator[smtplib.LMTP]:
    """A talk that ends without a goodbye, if the other side is dead."""
    client = smtplib.LMTP("127.0.0.1", port, timeout=PATIENCE)
    try:
        yield client
    finally:
        client.close()


def test_a_turn_is_adjudicated_once_however_often_it_is_killed(
    tmp_path: Path, chance: random.Random
) -> None:
    desk = made_desk(tmp_path / "desk")
    sent = letters()[:6]
    for number, raw in enumerate(sent):
        (desk / f"mail/in/new/1772712000.M{number}P1.host").write_bytes(raw)
    whole_tick(desk, datetime.now(UTC))
    opened = open_desk(desk)
    deadline = opened.match("edo").deadline
    opened.store.close()
    assert deadline is not None
    after = (deadline + timedelta(minutes=1)).isoformat()
    killed_again_and_again(lambda: gm("tick", "--desk", str(desk), "--at", after), chance)
    whole_tick(desk, deadline + timedelta(minutes=20))

    opened = open_desk(desk)
    steps = opened.store.step_heads("edo")
    reports = opened.store.outgoing_of("edo", "report")
    opened.store.close()
    assert [step.number for step in steps] == [0, 1]
    assert sorted(str(report.power) for report in reports) == sorted(SEATS)
    went_out = Counter(ids(mail_out(desk)))
    assert {report.message_id for report in reports} <= set(went_out)
    assert went_out.total() - len(went_out) <= KILLS
