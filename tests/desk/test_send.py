"""Mail that leaves: to a Maildir, to a real SMTP server, refused, postponed, given up."""

import smtplib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from gm.config import Config
from gm.desk.room import Desk
from gm.desk.send import send
from gm.desk.status import desk_status, lines
from gm.errors import EXIT_BUG, EXIT_OK, EXIT_TRY_AGAIN, SettingsError
from gm.values import replace
from tests.mail.servers import free_port

NOW = datetime(2026, 3, 5, 13, 0, tzinfo=UTC)


class Server:
    """What an SMTP server was handed, and what it says to it."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, list[str], bytes]] = []
        self.answers: dict[str, str] = {}

    async def handle_RCPT(self, *arguments: Any) -> str:  # noqa: N802 (the library's name)
        _, _, envelope, address, _ = arguments
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, *arguments: Any) -> str:  # noqa: N802 (the library's name)
        envelope = arguments[2]
        self.letters.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 OK"


@pytest.fixture
def server() -> Iterator[tuple[Server, int]]:
    handler = Server()
    port = free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    yield handler, port
    controller.stop()


def sink(desk: Desk, url: str) -> None:
    desk.config = replace(desk.config, mail=replace(desk.config.mail, sink=url))


def test_letters_go_into_a_maildir(desk: Desk) -> None:
    assert send(desk, NOW).data["sent"] == 3
    assert send(desk, NOW).data["sent"] == 0
    files = list((desk.config.folder / "mail/out/new").iterdir())
    letters = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    assert {str(letter["To"]) for letter in letters} == {
        "takeda@example.org", "hojo@example.org", "oda@example.org",
    }  # fmt: skip
    for letter in letters:
        assert isinstance(letter, EmailMessage)
        assert letter["Auto-Submitted"] == "auto-generated"
        assert str(letter["From"]).endswith("<gm@example.org>")
        assert "Spring 1570" in letter.get_body(("plain",)).get_content()
        assert "Spring 1570" in letter.get_body(("html",)).get_content()


def test_letters_go_to_a_mail_server(desk: Desk, server: tuple[Server, int]) -> None:
    handler, port = server
    sink(desk, f"smtp+plain://127.0.0.1:{port}")
    assert send(desk, NOW).data["sent"] == 3
    assert sorted(to for _, (to,), _ in handler.letters) == [
        "hojo@example.org", "oda@example.org", "takeda@example.org",
    ]  # fmt: skip
    assert {sender for sender, _, _ in handler.letters} == {"gm@example.org"}
    assert desk.store.undelivered() == ()


def test_an_address_refused_for_good_is_told_to_the_gamemaster(
    desk: Desk, server: tuple[Server, int]
) -> None:
    handler, port = server
    handler.answers["oda@example.org"] = "550 No such user"
    sink(desk, f"smtp+plain://127.0.0.1:{port}")
    assert send(desk, NOW).data == {
        "sent": 2,
        "failed": 1,
        "letters": [
            "welcome edo hojo hojo@example.org",
            "welcome edo takeda takeda@example.org,shingen@example.net",
        ],
    }
    assert "did not reach oda: 550 No such user" in desk.store.concerns(0)[0][1].detail
    assert send(desk, NOW + timedelta(days=9)).data["sent"] == 0
    assert [one.power for one in desk.store.undelivered()] == ["oda"]


def test_an_address_refused_for_now_is_tried_again_and_given_up_at_last(
    desk: Desk, server: tuple[Server, int]
) -> None:
    handler, port = server
    handler.answers["oda@example.org"] = "450 Mailbox busy"
    sink(desk, f"smtp+plain://127.0.0.1:{port}")
    now = NOW
    for _ in range(17):
        send(desk, now)
        now += timedelta(hours=9)
    assert desk.store.concerns(0) == ()
    handler.answers.clear()
    assert send(desk, now).data["sent"] == 1
    handler.answers["oda@example.org"] = "450 Mailbox busy"
    letter = desk.store.outgoing("welcome edo oda oda@example.org")
    assert letter is not None
    again = replace(letter, key="again", message_id="<again@example.org>", attempts=0, sent=None)
    desk.store.enqueue(again)
    for _ in range(18):
        now += timedelta(hours=9)
        send(desk, now)
    assert "did not reach oda: 450 Mailbox busy" in desk.store.concerns(0)[0][1].detail
    assert desk.store.waiting(now + timedelta(days=9)) == ()


def test_a_mail_server_that_is_away_loses_nothing(
    desk: Desk, server: tuple[Server, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    handler, port = server
    sink(desk, f"smtp+plain://127.0.0.1:{port}")

    def away(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("refused")

    with monkeypatch.context() as patch:
        patch.setattr(smtplib, "SMTP", away)
        summary = send(desk, NOW)
    assert summary.exit_code == EXIT_TRY_AGAIN
    assert "stays in the outbox" in summary.lines[0]
    assert handler.letters == []
    assert send(desk, NOW).data["sent"] == 3


def shown(desk: Desk, now: datetime = NOW) -> str:
    return "\n".join(lines(desk_status(desk, now)))


def test_the_status_shows_what_did_not_arrive_and_when_it_is_tried_again(
    desk: Desk, server: tuple[Server, int]
) -> None:
    handler, port = server
    sink(desk, f"smtp+plain://127.0.0.1:{port}")
    handler.answers = {"oda@example.org": "450 Mailbox busy", "hojo@example.org": "550 No user"}
    assert (
        "The welcome “[edo] Sengoku begins: you play Oda” to oda in edo waits to be sent."
        in shown(desk)
    )
    send(desk, NOW)
    assert (
        "has not reached oda in edo yet: 450 Mailbox busy (attempts: 1, the next after "
        "2026-03-05T13:01:00+00:00)"
    ) in shown(desk)
    assert "did not reach hojo in edo: 550 No user" in shown(desk)
    assert "takeda in edo" not in shown(desk)
    long_after = NOW + timedelta(days=30)
    assert "hojo in edo" not in shown(desk, long_after)
    assert "oda in edo" in shown(desk, long_after)


def test_the_status_shows_that_the_mail_server_is_away_and_a_digest_tells_it_if_it_lasts(
    desk: Desk, server: tuple[Server, int]
) -> None:
    _, port = server
    sink(desk, f"smtp+plain://127.0.0.1:{free_port()}")
    for minutes in (0, 30, 61, 90):
        send(desk, NOW + timedelta(minutes=minutes))
    assert "Mail cannot be sent, since 2026-03-05T13:00:00+00:00: The mail server" in shown(desk)
    concerns = [entry.detail for _, entry in desk.store.concerns(0)]
    assert len(concerns) == 1
    assert "for more than an hour" in concerns[0]
    sink(desk, f"smtp+plain://127.0.0.1:{port}")
    assert send(desk, NOW + timedelta(hours=2)).data["sent"] == 3
    assert "cannot be sent" not in shown(desk)


def test_a_letter_that_cannot_be_made_does_not_stop_the_others(desk: Desk) -> None:
    letter = desk.store.outgoing("welcome edo oda oda@example.org")
    assert letter is not None
    bad = replace(letter, key="a", message_id="<a@example.org>", to=("no address",))
    desk.store.enqueue(bad)
    summary = send(desk, NOW)
    assert summary.data["sent"] == 3
    assert summary.exit_code == EXIT_BUG
    assert "cannot be made" in shown(desk)
    assert send(desk, NOW + timedelta(days=1)).exit_code == EXIT_OK


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("pigeon:home", "is no place to send to"),
        ("smtp://", "names no host"),
        ("smtp://host:port", "has no port number"),
    ],
)
def test_a_wrong_setting_is_said(desk: Desk, url: str, said: str) -> None:
    sink(desk, url)
    with pytest.raises(SettingsError, match=said):
        send(desk, NOW)
    assert Config().mail.sink == "maildir:mail/out"
