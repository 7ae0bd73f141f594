"""The door for mail servers, with real clients on loopback."""

import logging
import smtplib
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gm.errors import SettingsError, TryAgainError
from gm.mail.letter import open_letter
from gm.mail.lmtp import Door, Protocol, listening
from gm.mail.sources import Delivery
from gm.values import replace
from tests.mail.servers import free_port

RAW = b"From: takeda@example.org\r\nSubject: orders\r\n\r\nArmy Kai holds\r\n"


def is_ours(address: str) -> bool:
    local, _, domain = address.partition("@")
    return local.partition("+")[0] == "gm" and domain == "example.org"


@contextmanager
def open_door(
    keep: Callable[[Delivery], None], protocol: Protocol = Protocol.LMTP, max_size: int = 50_000
) -> Iterator[smtplib.SMTP]:
    door = Door(is_ours, port=free_port(), protocol=protocol, max_size=max_size)
    speaker = smtplib.LMTP if protocol is Protocol.LMTP else smtplib.SMTP
    with listening(door, keep), speaker(door.host, door.port) as client:
        yield client


@pytest.mark.parametrize("protocol", Protocol)
def test_letter_is_kept_with_its_envelope_before_it_is_answered(protocol: Protocol) -> None:
    kept: list[Delivery] = []
    with open_door(kept.append, protocol) as client:
        client.sendmail("takeda@example.org", ["gm+edo@example.org"], RAW)

        (delivery,) = kept

    assert delivery.raw.endswith(RAW)
    assert delivery.arrived is not None
    assert abs((datetime.now(UTC) - delivery.arrived).total_seconds()) < 60
    letter = open_letter(delivery.raw)
    assert letter.recipients == ("gm+edo@example.org",)
    assert letter.headers.get("return-path") == "<takeda@example.org>"
    assert letter.sender == "takeda@example.org"


def test_bounce_keeps_its_null_sender() -> None:
    kept: list[Delivery] = []
    with open_door(kept.append) as client:
        client.sendmail("", ["gm@example.org"], RAW)

    assert kept[0].raw.startswith(b"Return-Path: <>\r\nDelivered-To: gm@example.org\r\n")


def test_address_of_somebody_else_is_refused() -> None:
    kept: list[Delivery] = []
    with open_door(kept.append) as client, pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        client.sendmail("takeda@example.org", ["hojo@example.org"], RAW)

    assert caught.value.recipients["hojo@example.org"][0] == 550
    assert kept == []


def test_letter_that_cannot_be_kept_now_will_come_again() -> None:
    def keep(_: Delivery) -> None:
        raise TryAgainError("The store is locked.\r\n250 really")

    with open_door(keep) as client, pytest.raises(smtplib.SMTPDataError) as caught:
        client.sendmail("takeda@example.org", ["gm@example.org"], RAW)

    assert caught.value.smtp_code == 451
    assert b"The store is locked. 250 really" in caught.value.smtp_error


def test_fault_of_the_program_loses_no_letter(caplog: pytest.LogCaptureFixture) -> None:
    def keep(_: Delivery) -> None:
        raise KeyError("bug")

    with (
        caplog.at_level(logging.ERROR),
        open_door(keep) as client,
        pytest.raises(smtplib.SMTPDataError) as caught,
    ):
        client.sendmail("takeda@example.org", ["gm@example.org"], RAW)

    assert caught.value.smtp_code == 451
    assert "could not be kept" in caplog.text


def test_letter_that_is_too_large_is_refused() -> None:
    kept: list[Delivery] = []
    with open_door(kept.append) as client, pytest.raises(smtplib.SMTPResponseException) as caught:
        client.sendmail("takeda@example.org", ["gm@example.org"], RAW + b"x" * 60 * 2000)

    assert caught.value.smtp_code in {552, 500}
    assert kept == []


def test_each_recipient_of_lmtp_gets_an_answer_and_the_letter_is_kept_once() -> None:
    kept: list[Delivery] = []
    with open_door(kept.append) as client:
        client.ehlo_or_helo_if_needed()
        client.mail("takeda@example.org")
        client.rcpt("gm+edo@example.org")
        client.rcpt("gm+kyoto@example.org")
        assert client.data(RAW)[0] == 250
        assert client.getreply()[0] == 250
        assert client.noop()[0] == 250

    assert len(kept) == 1
    assert open_letter(kept[0].raw).recipients == ("gm+edo@example.org", "gm+kyoto@example.org")


def test_a_letter_is_one_letter_whatever_its_line_ends() -> None:
    """What ends a letter is CR LF dot CR LF alone; else a second letter could be smuggled in."""
    kept: list[Delivery] = []
    smuggled = b"\nMAIL FROM:<hojo@example.org>\nRCPT TO:<gm@example.org>\nDATA\nArmy Kai holds"
    with open_door(kept.append, Protocol.SMTP) as client:
        client.docmd("EHLO test")
        client.docmd("MAIL FROM:<takeda@example.org>")
        client.docmd("RCPT TO:<gm@example.org>")
        client.docmd("DATA")
        client.send(b"Subject: one\r\n\r\nhold\n.\n" + smuggled + b"\r\n.\r\n")
        client.getreply()

    assert len(kept) == 1


def test_letters_reach_a_store_that_is_opened_in_the_listeners_thread(tmp_path: Path) -> None:
    def keep(delivery: Delivery) -> None:
        with sqlite3.connect(tmp_path / "store") as store:
            store.execute("create table if not exists letters (raw)")
            store.execute("insert into letters values (?)", (delivery.raw,))
        store.close()

    with open_door(keep) as client:
        for _ in range(20):
            client.sendmail("takeda@example.org", ["gm@example.org"], RAW)

    store = sqlite3.connect(tmp_path / "store")
    assert store.execute("select count(*) from letters").fetchone() == (20,)
    store.close()


def test_a_socket_in_the_file_system(tmp_path: Path) -> None:
    kept: list[Delivery] = []
    path = tmp_path / "lmtp"
    for _ in range(2):  # the second time over what a killed program left
        dead = socket.socket(socket.AF_UNIX)
        dead.bind(str(path))
        dead.close()
        with listening(Door(is_ours, path=path), kept.append):
            assert path.stat().st_mode & 0o777 == 0o660
            with smtplib.LMTP(str(path)) as client:
                client.sendmail("takeda@example.org", ["gm@example.org"], RAW)
            with (
                pytest.raises(SettingsError, match="another program listens there"),
                listening(Door(is_ours, path=path), print),
            ):
                pass
        assert not path.exists()

    assert len(kept) == 2
    assert kept[0].place.startswith("lmtp from a socket: ")


def test_a_line_of_any_length_is_taken() -> None:
    kept: list[Delivery] = []
    with open_door(kept.append) as client:
        client.sendmail("takeda@example.org", ["gm@example.org"], RAW + b"x" * 40_000)

    assert kept[0].raw.endswith(b"x\r\n")


def test_the_same_bytes_come_from_the_same_place_and_others_from_another() -> None:
    kept: list[Delivery] = []
    with open_door(kept.append) as client:
        for sender in ("takeda@example.org", "takeda@example.org", "hojo@example.org"):
            raw = RAW.replace(b"takeda@example.org", sender.encode())
            client.sendmail("", ["gm@example.org"], raw)

    first, again, other = (delivery.place for delivery in kept)
    assert first == again != other


def test_port_in_use_is_explained() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        door = replace(Door(is_ours), port=taken.getsockname()[1])
        with pytest.raises(SettingsError, match="Nobody can listen on"), listening(door, print):
            pass
