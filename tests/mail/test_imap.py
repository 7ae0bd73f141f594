"""Reading a mailbox on a real IMAP server: Dovecot, started here."""

import re
import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from gm.cli import run
from gm.errors import SettingsError, TryAgainError
from gm.mail import imap
from gm.mail.imap import ImapServer, ImapSource, Security
from gm.values import replace
from tests.mail.dovecot import PASSWORD, Dovecot, Mailbox, dovecot
from tests.mail.servers import CERTIFICATE, free_port

FIRST = b"From: takeda@example.org\r\nSubject: one\r\n\r\nArmy Kai holds\r\n"
SECOND = b"From: hojo@example.org\r\nSubject: two\r\n\r\nFleet Izu holds \xff\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as running:
        yield running


@pytest.fixture
def user(request: pytest.FixtureRequest) -> str:
    """A user for each test, so that all can share the server."""
    return re.sub(r"\W+", "-", request.node.name.lower()).strip("-")


@pytest.fixture
def mailbox(server: Dovecot, user: str) -> Mailbox:
    mailbox = server.mailbox(user)
    mailbox.deliver("1772474640.M1P1.host", FIRST)
    mailbox.deliver("1772474700.M2P1.host", SECOND)
    return mailbox


@pytest.fixture
def source(server: Dovecot, mailbox: Mailbox, user: str) -> ImapSource:
    assert mailbox.path.exists()
    return ImapSource(
        ImapServer("127.0.0.1", user, PASSWORD, server.port, Security.NONE, timeout=10)
    )


def raws(source: ImapSource) -> list[bytes]:
    return [delivery.raw for delivery in source.letters()]


def test_letters_come_byte_for_byte_with_their_time(source: ImapSource) -> None:
    before = datetime.now(UTC) - timedelta(minutes=5)

    first, second = source.letters()

    assert (first.raw, second.raw) == (FIRST, SECOND)
    assert first.arrived is not None
    assert before < first.arrived < datetime.now(UTC) + timedelta(minutes=5)
    assert first.place != second.place


def test_letter_is_marked_only_when_settled(source: ImapSource, mailbox: Mailbox) -> None:
    for delivery in source.letters():
        assert not list(mailbox.path.rglob("*,*S*"))
        if delivery.raw == FIRST:
            delivery.settle()
            break

    assert len(raws(source)) == 1
    assert len(list(mailbox.path.rglob("*,*S*"))) == 1


def test_letter_read_by_the_gamemaster_is_taken_all_the_same(
    source: ImapSource, mailbox: Mailbox
) -> None:
    raws(source)
    for file in (mailbox.path / "cur").iterdir():
        file.rename(f"{file}S")

    assert len(raws(source)) == 2


def test_settled_letters_are_moved_to_their_folder(source: ImapSource) -> None:
    moving = replace(source, processed="Processed")

    for delivery in moving.letters():
        delivery.settle()

    assert raws(moving) == []
    assert raws(replace(source, folder="Processed")) == [FIRST, SECOND]


def test_letters_of_old_times_are_left_alone(source: ImapSource) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=2)).date()

    assert raws(replace(source, since=tomorrow)) == []
    assert len(raws(replace(source, since=date(2020, 1, 1)))) == 2


def test_waiting_ends_at_once_when_letters_are_there(source: ImapSource) -> None:
    assert source.wait(600)


def test_waiting_ends_when_a_letter_comes(source: ImapSource, mailbox: Mailbox) -> None:
    for delivery in source.letters():
        delivery.settle()

    late = threading.Timer(0.5, mailbox.deliver, ("1772474800.M3P1.host", FIRST))
    late.start()
    assert source.wait(60)
    late.join()
    assert len(raws(source)) == 1


def test_waiting_ends_when_nothing_comes(source: ImapSource) -> None:
    for delivery in source.letters():
        delivery.settle()

    assert not source.wait(0.1)


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_letters_come_under_tls(source: ImapSource, server: Dovecot, security: Security) -> None:
    port = server.tls_port if security is Security.TLS else server.port
    protected = replace(
        source.server, host="localhost", port=port, security=security, certificates=CERTIFICATE
    )

    assert len(raws(replace(source, server=protected))) == 2


def test_unknown_certificate_is_not_trusted(source: ImapSource, server: Dovecot) -> None:
    stranger = replace(source.server, port=server.tls_port, security=Security.TLS)

    with pytest.raises(SettingsError, match="cannot prove who it is"):
        raws(replace(source, server=stranger))


def test_wrong_password_is_a_setting_to_change_and_is_not_told(source: ImapSource) -> None:
    wrong = replace(source.server, password="wrong!")

    with pytest.raises(SettingsError, match="refuses the login of test") as caught:
        raws(replace(source, server=wrong))

    assert "wrong!" not in str(caught.value)


def test_missing_folder_is_explained(source: ImapSource) -> None:
    with pytest.raises(
        SettingsError, match=r"There is no folder Orders on 127\.0\.0\.1; there are: I"
    ):
        raws(replace(source, folder="Orders"))


def test_server_that_is_away_is_tried_again(source: ImapSource) -> None:
    away = replace(source.server, port=free_port())

    with pytest.raises(TryAgainError, match="cannot be reached"):
        raws(replace(source, server=away))


def test_visit_is_described(source: ImapSource, user: str) -> None:
    for delivery in source.letters():
        delivery.settle()
        break

    assert source.describe() == (
        f"127.0.0.1 lets {user} in; INBOX holds 2 letters, 1 of them not taken yet. "
        "It tells when a letter comes."
    )


def test_letter_settled_too_late_comes_again(source: ImapSource) -> None:
    deliveries = list(source.letters())

    with pytest.raises(TryAgainError, match="will come again"):
        deliveries[0].settle()

    assert len(raws(source)) == 2


def test_a_desk_takes_its_letters_from_the_server(
    server: Dovecot, mailbox: Mailbox, user: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mailbox.path.exists()
    assert run(["init", str(tmp_path / "club")]) == 0
    (tmp_path / "club" / "password").write_text(PASSWORD)
    (tmp_path / "club" / "gm.yaml").write_text(
        f"mail:\n  source: imap+plain://127.0.0.1:{server.port}/INBOX\n"
        f"  source_user: {user}\n  source_password: file:password\n"
    )

    for kept in (2, 0):
        assert run(["receive", "--desk", str(tmp_path / "club")]) == 0
        assert f"Letters kept: {kept}" in capsys.readouterr().out


def test_a_server_that_keeps_no_marks_of_ours_has_letters_moved(
    source: ImapSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "_keeps_marks", lambda _: False)
    assert "Letters are moved to GmTaken once they are kept." in source.describe()
    for delivery in source.letters():
        if delivery.raw == FIRST:
            delivery.settle()

    assert raws(source) == [SECOND]
    assert raws(replace(source, folder="GmTaken", processed="Elsewhere")) == [FIRST]


@pytest.mark.parametrize(
    ("said", "keeps"),
    [
        ([], True),
        ([rb"(\Answered \Seen \*)"], True),
        ([rb"(\Answered \Seen GmTaken)"], True),
        ([rb"(\Seen \Answered \Flagged \Deleted \Draft $MDNSent)"], False),
        ([b"()"], False),
    ],
)
def test_which_servers_keep_marks_of_ours(said: list[bytes], keeps: bool) -> None:  # noqa: FBT001 (a parameter)
    client = SimpleNamespace(untagged_responses={"PERMANENTFLAGS": said} if said else {})

    assert imap._keeps_marks(cast("Any", SimpleNamespace(client=client))) is keeps
