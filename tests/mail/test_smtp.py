"""Handing letters to a real SMTP server on loopback."""

from pathlib import Path

import pytest

from gm.errors import SettingsError, TryAgainError
from gm.mail.maildir import MaildirOffice
from gm.mail.postage import Envelope, Fate, wait_before_attempt
from gm.mail.smtp import Security, SmtpServer, describe, post_office, send
from gm.mail.sources import MaildirSource
from tests.mail.servers import (
    CERTIFICATE,
    Letterbox,
    check_login,
    free_port,
    smtp_server,
    tls_context,
)

RAW = b"From: gm@example.org\r\nSubject: Spring 1570\r\n\r\nArmy Kai holds.\r\n.\r\n"


def envelope_to(recipient: str, raw: bytes = RAW, sender: str | None = None) -> Envelope:
    return Envelope(sender, recipient, raw)


def plain(port: int) -> SmtpServer:
    return SmtpServer("127.0.0.1", port, Security.NONE, timeout=5)


def test_receipt_arrives_byte_for_byte_from_the_null_sender() -> None:
    letterbox = Letterbox()
    with smtp_server(letterbox) as port:
        handed = send(plain(port), envelope_to("takeda@example.org"))

    assert handed.fate is Fate.HANDED_OVER
    assert letterbox.envelopes == [("<>", ["takeda@example.org"], RAW)]


def test_many_letters_go_over_one_connection_and_one_refusal_stops_no_other() -> None:
    letterbox = Letterbox()
    with smtp_server(letterbox) as port, post_office(plain(port)) as office:
        fates = [
            office.hand_in(envelope_to(address, sender="gm@example.org")).fate
            for address in (
                "nobody@example.org", "takeda@example.org", "later@example.org", "hojo@example.org",
            )
        ]  # fmt: skip

    assert fates == [Fate.REFUSED, Fate.HANDED_OVER, Fate.POSTPONED, Fate.HANDED_OVER]
    assert [to for _, to, _ in letterbox.envelopes] == [
        ["takeda@example.org"],
        ["hojo@example.org"],
    ]


def test_what_the_server_says_is_told() -> None:
    with smtp_server(Letterbox()) as port:
        handed = send(plain(port), envelope_to("nobody@example.org"))

    assert handed.explanation == "550 5.1.1 No such user"


def test_refused_letter_is_refused_for_good() -> None:
    spam = RAW.replace(b"Spring 1570", b"spam")
    with smtp_server(Letterbox()) as port:
        handed = send(plain(port), envelope_to("takeda@example.org", spam))

    assert handed.fate is Fate.REFUSED
    assert "554" in handed.explanation


def test_foreign_letters_in_an_address_are_refused_not_raised() -> None:
    with smtp_server(Letterbox(), enable_SMTPUTF8=False) as port:
        assert send(plain(port), envelope_to("takéda@example.org")).fate is Fate.REFUSED


TLS_SETTINGS = {
    Security.TLS: {"ssl_context": tls_context(), "auth_require_tls": False},
    Security.STARTTLS: {
        "tls_context": tls_context(), "require_starttls": True, "auth_required": True,
    },
}  # fmt: skip


@pytest.mark.parametrize("security", TLS_SETTINGS)
def test_login_under_tls(security: Security) -> None:
    letterbox = Letterbox()
    settings = TLS_SETTINGS[security]
    with smtp_server(letterbox, authenticator=check_login, **settings) as port:
        server = SmtpServer("localhost", port, security, "gm", "secret", 5, CERTIFICATE)
        handed = send(server, envelope_to("takeda@example.org"))

    assert handed.fate is Fate.HANDED_OVER
    assert len(letterbox.envelopes) == 1


def test_wrong_password_is_a_setting_to_change_and_is_not_told() -> None:
    with smtp_server(
        Letterbox(), authenticator=check_login, tls_context=tls_context(), require_starttls=True
    ) as port:
        server = SmtpServer("localhost", port, Security.STARTTLS, "gm", "wrong!", 5, CERTIFICATE)
        with pytest.raises(SettingsError, match="refuses the login of gm") as caught:
            send(server, envelope_to("takeda@example.org"))

    assert "wrong!" not in str(caught.value)


def test_server_with_an_unknown_certificate_is_not_trusted() -> None:
    with smtp_server(Letterbox(), tls_context=tls_context(), require_starttls=True) as port:
        server = SmtpServer("localhost", port, Security.STARTTLS, timeout=5)
        with pytest.raises(SettingsError, match="cannot prove who it is"):
            send(server, envelope_to("takeda@example.org"))


def test_server_without_tls_is_not_used_where_tls_is_asked_for() -> None:
    with (
        smtp_server(Letterbox()) as port,
        pytest.raises(SettingsError, match="cannot do what the settings ask for"),
    ):
        send(
            SmtpServer("localhost", port, Security.STARTTLS, timeout=5), envelope_to("a@b.example")
        )


def test_server_that_is_away_is_tried_again() -> None:
    with pytest.raises(TryAgainError, match="cannot be reached"):
        send(plain(free_port()), envelope_to("takeda@example.org"))


def test_server_that_goes_down_is_tried_again() -> None:
    letter = RAW.replace(b"Spring 1570", b"hang up")
    with smtp_server(Letterbox()) as port:
        assert send(plain(port), envelope_to("takeda@example.org", letter)).fate is Fate.POSTPONED


def test_visit_is_described() -> None:
    letterbox = Letterbox()
    with smtp_server(letterbox) as port:
        found = describe(plain(port))

    assert found == f"The mail server 127.0.0.1, port {port}, answers."
    assert letterbox.envelopes == []


def test_waiting_grows_and_ends() -> None:
    waits = [wait_before_attempt(number) for number in range(1, 30)]

    minutes = [wait.total_seconds() / 60 for wait in waits if wait]
    assert minutes[:7] == [1, 5, 15, 60, 120, 240, 480]
    assert minutes == sorted(minutes)
    assert 3 < sum(minutes) / 60 / 24 < 5
    assert waits[-1] is None


def test_maildir_office_keeps_letter_and_envelope(tmp_path: Path) -> None:
    office = MaildirOffice(tmp_path / "out")

    office.hand_in(envelope_to("takeda@example.org"))
    office.hand_in(envelope_to("hojo@example.org", sender="gm@example.org"))

    first, second = sorted(item.raw for item in MaildirSource(tmp_path / "out").letters())
    assert first == b"Return-Path: <>\r\nDelivered-To: takeda@example.org\r\n" + RAW
    assert second == b"Return-Path: <gm@example.org>\r\nDelivered-To: hojo@example.org\r\n" + RAW
    assert not list((tmp_path / "out" / "tmp").iterdir())


def test_maildir_office_without_a_place_is_tried_again(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")

    with pytest.raises(TryAgainError, match="No letter can be put into"):
        MaildirOffice(tmp_path / "out").hand_in(envelope_to("takeda@example.org"))
