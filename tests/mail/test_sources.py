"""Sources: nothing is taken before it is kept, nothing is lost, nothing is changed or deleted."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Timer

import pytest

from gm.errors import SettingsError, TryAgainError, UsageError
from gm.mail import sources
from gm.mail.sources import Delivery, MaildirSource, MboxSource, Source, StdinSource, WatchedSource

FIRST = b"From: takeda@example.org\nSubject: one\n\nArmy Kai holds\n"
SECOND = b"From: hojo@example.org\nSubject: two\n\nFleet Izu holds\n\nFrom Kai we hear nothing.\n"
ENVELOPE = b"From takeda@example.org Mon Mar  2 18:04:00 2026\n"


def raws(source: Source) -> list[bytes]:
    return [delivery.raw.rstrip() for delivery in source.letters()]


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    for folder in ("new", "cur", "tmp"):
        (tmp_path / folder).mkdir()
    (tmp_path / "new" / "1772474640.M2P1.host").write_bytes(FIRST)
    (tmp_path / "cur" / "1772474700.M1P1.host:2,").write_bytes(SECOND)
    (tmp_path / "cur" / "1772474600.M1P1.host:2,S").write_bytes(
        b"Subject: read by the gamemaster\n"
    )
    (tmp_path / "tmp" / "1772474800.M1P1.host").write_bytes(b"Subject: half written")
    return tmp_path


@pytest.fixture
def mbox(tmp_path: Path) -> Path:
    path = tmp_path / "mbox"
    path.write_bytes(ENVELOPE + FIRST + b"\n" + ENVELOPE + SECOND + b"\n")
    return path


def test_stdin_gives_one_letter() -> None:
    (delivery,) = StdinSource(io.BytesIO(FIRST)).letters()

    assert delivery.raw == FIRST
    assert delivery.arrived is None
    delivery.settle()


def test_empty_stdin_gives_none() -> None:
    assert list(StdinSource(io.BytesIO(b"\n")).letters()) == []


def test_endless_stdin_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_STDIN", 1000)

    with pytest.raises(UsageError, match="was not kept"):
        list(StdinSource(io.BytesIO(b"x" * 1001)).letters())


def test_maildir_gives_unread_letters_oldest_first_with_their_time(maildir: Path) -> None:
    first, second = MaildirSource(maildir).letters()

    assert (first.raw, second.raw) == (FIRST, SECOND)
    assert first.arrived == datetime(2026, 3, 2, 18, 4, tzinfo=UTC)
    assert first.place != second.place


def test_maildir_letter_comes_again_until_it_is_settled(maildir: Path) -> None:
    source = MaildirSource(maildir)
    first = next(iter(source.letters()))
    assert raws(source) == [FIRST.rstrip(), SECOND.rstrip()]

    first.settle()
    first.settle()

    assert raws(source) == [SECOND.rstrip()]
    assert (maildir / "cur" / "1772474640.M2P1.host:2,S").read_bytes() == FIRST


def test_maildir_letter_marked_by_another_program_meanwhile_is_settled(maildir: Path) -> None:
    source = MaildirSource(maildir)
    _, second = source.letters()
    marked = maildir / "cur" / "1772474700.M1P1.host:2,"
    marked.rename(maildir / "cur" / "1772474700.M1P1.host:2,F")

    second.settle()

    assert raws(source) == [FIRST.rstrip()]
    assert (maildir / "cur" / "1772474700.M1P1.host:2,FS").exists()


def test_maildir_letter_deleted_by_another_program_meanwhile_is_settled(maildir: Path) -> None:
    source = MaildirSource(maildir)
    first, _ = source.letters()
    (maildir / "new" / "1772474640.M2P1.host").unlink()

    first.settle()

    assert raws(source) == [SECOND.rstrip()]


def test_maildir_with_a_folder_takes_all_and_moves_them_there(maildir: Path) -> None:
    source = MaildirSource(maildir, processed="Processed")
    deliveries = list(source.letters())
    assert len(deliveries) == 3

    for delivery in deliveries:
        delivery.settle()

    assert raws(source) == []
    moved = sorted(file.name for file in (maildir / ".Processed" / "cur").iterdir())
    assert moved == [
        "1772474600.M1P1.host:2,S", "1772474640.M2P1.host:2,S", "1772474700.M1P1.host:2,S",
    ]  # fmt: skip


def test_letters_of_before_a_day_are_left_alone(maildir: Path, tmp_path: Path) -> None:
    (maildir / "new" / "1772400000.M3P1.host").write_bytes(b"Subject: of 1 March\n")
    assert raws(MaildirSource(maildir, since=date(2026, 3, 2))) == [FIRST.rstrip(), SECOND.rstrip()]
    assert raws(MaildirSource(maildir, since=date(2026, 3, 3))) == []

    path = tmp_path / "mbox"
    arrived = b"Received: by mx.example.org; Mon, 2 Mar 2026 18:04:00 +0000\n"
    path.write_bytes(ENVELOPE + arrived + FIRST + b"\n" + ENVELOPE + SECOND + b"\n")
    assert len(raws(MboxSource(path, since=date(2026, 3, 2)))) == 2
    # of the other nobody can tell when it came
    assert raws(MboxSource(path, since=date(2026, 3, 3))) == [SECOND.rstrip()]


def test_waiting_at_a_maildir(maildir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = MaildirSource(maildir)
    assert isinstance(source, WatchedSource)
    assert source.wait(600)
    for delivery in source.letters():
        delivery.settle()
    assert not source.wait(0.01)
    monkeypatch.setattr(sources, "LOOK_EVERY", 0.01)
    deliver = Timer(0.1, (maildir / "new" / "1772474900.M9P1.host").write_bytes, [FIRST])
    deliver.start()
    assert source.wait(60)
    deliver.join()


def test_missing_maildir_is_explained(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is no Maildir: it has no folder new"):
        list(MaildirSource(tmp_path).letters())


def test_mbox_gives_its_letters_and_stays_as_it_is(mbox: Path) -> None:
    before = mbox.read_bytes()

    for delivery in MboxSource(mbox).letters():
        delivery.settle()

    assert mbox.read_bytes() == before
    assert raws(MboxSource(mbox)) == []


def test_mbox_line_that_begins_with_from_ends_no_letter(mbox: Path) -> None:
    assert raws(MboxSource(mbox)) == [FIRST.rstrip(), SECOND.rstrip()]


def test_mbox_letter_comes_again_until_it_is_settled(mbox: Path) -> None:
    first = next(iter(MboxSource(mbox).letters()))
    assert len(raws(MboxSource(mbox))) == 2

    first.settle()
    first.settle()

    assert raws(MboxSource(mbox)) == [SECOND.rstrip()]


def test_mbox_letter_appended_later_comes_and_a_compacted_mbox_repeats_nothing(mbox: Path) -> None:
    for delivery in MboxSource(mbox).letters():
        delivery.settle()

    third = b"From: mori@example.org\n\nFleet Aki holds\n"
    mbox.write_bytes(ENVELOPE + SECOND + b"\n" + ENVELOPE + third)

    assert raws(MboxSource(mbox)) == [third.rstrip()]


def test_mbox_letter_marked_as_read_by_a_mail_program_is_the_same_letter(mbox: Path) -> None:
    for delivery in MboxSource(mbox).letters():
        delivery.settle()

    marked = mbox.read_bytes().replace(b"Subject: one\n", b"Subject: one\nStatus: RO\n")
    mbox.write_bytes(marked)

    assert raws(MboxSource(mbox)) == []


def test_mbox_memory_torn_by_a_crash_is_harmless(mbox: Path) -> None:
    first, second = MboxSource(mbox).letters()
    first.settle()
    memory = mbox.with_name("mbox.taken")
    torn = memory.read_bytes() + b"\n" + b"a" * 20
    memory.write_bytes(torn)

    second.settle()

    assert raws(MboxSource(mbox)) == []


def test_mbox_memory_may_lie_elsewhere(mbox: Path, tmp_path: Path) -> None:
    memory = tmp_path / "elsewhere"

    for delivery in MboxSource(mbox, memory=memory).letters():
        delivery.settle()

    assert memory.exists()
    assert not mbox.with_name("mbox.taken").exists()


def test_mbox_with_windows_line_ends_and_no_envelope_line(tmp_path: Path) -> None:
    path = tmp_path / "letter.mbox"
    path.write_bytes(FIRST.replace(b"\n", b"\r\n"))

    assert raws(MboxSource(path)) == [FIRST.replace(b"\n", b"\r\n").rstrip()]


def test_mbox_time_of_arrival_is_that_of_our_own_server(tmp_path: Path) -> None:
    path = tmp_path / "mbox"
    received = b"Received: from x by mx.example.org; Mon, 2 Mar 2026 19:04:00 +0100\n"
    older = b"Received: from y by z.example.org; Mon, 2 Mar 2026 10:00:00 +0000\n"
    path.write_bytes(ENVELOPE + received + older + FIRST)

    (delivery,) = MboxSource(path).letters()

    assert delivery.arrived == datetime(2026, 3, 2, 18, 4, tzinfo=UTC)


def test_locked_mbox_is_read_next_time(mbox: Path) -> None:
    held = mbox.with_name("mbox.lock")
    held.touch()

    with pytest.raises(TryAgainError, match="locked by another program"):
        list(MboxSource(mbox, patience=0).letters())

    held.unlink()
    assert len(raws(MboxSource(mbox))) == 2
    assert not held.exists()


HOLDS_LOCK = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_mbox_locked_by_a_delivery_agent_is_read_next_time(mbox: Path) -> None:
    command = [sys.executable, "-c", HOLDS_LOCK, str(mbox)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        assert agent.stdout is not None
        assert agent.stdout.readline() == b"locked\n"

        with pytest.raises(TryAgainError):
            list(MboxSource(mbox, patience=0).letters())

        agent.communicate()
    assert len(raws(MboxSource(mbox))) == 2


def test_lock_of_a_dead_program_is_broken(mbox: Path) -> None:
    held = mbox.with_name("mbox.lock")
    held.touch()
    os.utime(held, (0, 0))

    assert len(raws(MboxSource(mbox, patience=0))) == 2


def test_missing_mbox_is_explained(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        list(MboxSource(tmp_path / "none").letters())


def test_a_source_is_anything_with_letters() -> None:
    class Kept:
        def letters(self) -> Iterator[Delivery]:
            yield Delivery(FIRST, "a list")

    assert raws(Kept()) == [FIRST.rstrip()]
