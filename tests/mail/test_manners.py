"""Which letters are never answered; the letters of tests/mail/letters show whole ones."""

import pytest

from gm.mail.letter import open_letter
from gm.mail.manners import Automatic, automatic

OWN = ("gm@example.org", "Edo@Example.org")


def letter_with(field: str, sender: str = "takeda@example.org") -> bytes:
    return f"From: {sender}\nSubject: Sengoku\n{field}\n\nArmy Kai holds\n".encode()


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("Auto-Submitted: auto-generated", Automatic.AUTO_REPLY),
        ("Auto-Submitted: auto-replied (vacation)", Automatic.AUTO_REPLY),
        ("Auto-Submitted: AUTO-NOTIFIED; owner-email=x", Automatic.AUTO_REPLY),
        ("Auto-Submitted: no", None),
        ("X-Autoreply: yes", Automatic.AUTO_REPLY),
        ("X-Autorespond: away", Automatic.AUTO_REPLY),
        ("Precedence: auto-reply", Automatic.AUTO_REPLY),
        ("Precedence: bulk", Automatic.LIST),
        ("Precedence: list", Automatic.LIST),
        ("Precedence: junk", Automatic.LIST),
        ("Precedence: first-class", None),
        ("List-Id: <players.example.org>", Automatic.LIST),
        ("List-Unsubscribe: <mailto:off@example.org>", Automatic.LIST),
        ("X-Auto-Response-Suppress: All", None),
        ("X-Auto-Response-Suppress: OOF, AutoReply", None),
        ("Return-Path: <>", Automatic.BOUNCE),
        ("Return-Path: <takeda@example.org>", None),
        ("X-Failed-Recipients: hojo@example.org", Automatic.BOUNCE),
        ("X-Gm-Desk: gm@example.org", Automatic.OWN),
        ("Importance: high", None),
    ],
)
def test_field_tells_the_machine(field: str, kind: Automatic | None) -> None:
    assert automatic(open_letter(letter_with(field)), OWN) is kind


@pytest.mark.parametrize(
    ("sender", "kind"),
    [
        ("gm@example.org", Automatic.OWN),
        ("EDO@example.org", Automatic.OWN),
        ("MAILER-DAEMON@mx.example.org", Automatic.BOUNCE),
        ("postmaster@example.org", Automatic.BOUNCE),
        ("noreply@example.org", Automatic.NO_REPLY),
        ("do-not-reply+7@example.org", Automatic.NO_REPLY),
        ("news@no-reply.example.org", Automatic.NO_REPLY),
        ("domino-reply@example.org", None),
        ("norepl@example.org", None),
    ],
)
def test_sender_tells_the_machine(sender: str, kind: Automatic | None) -> None:
    assert automatic(open_letter(letter_with("X-Mailer: x", sender)), OWN) is kind


@pytest.mark.parametrize(
    "subject",
    ["Out of Office: Sengoku", "Automatic reply: Sengoku", "Automatische Antwort: Sengoku",
     "Réponse automatique : Sengoku", "自動応答: Sengoku"],
)  # fmt: skip
def test_subject_tells_the_machine(subject: str) -> None:
    raw = f"From: takeda@example.org\nSubject: {subject}\n\nAway.\n".encode()

    assert automatic(open_letter(raw)) is Automatic.AUTO_REPLY


def test_letter_with_two_senders_is_no_machines() -> None:
    assert automatic(open_letter(b"From: a@example.org, b@example.org\n\nArmy Kai holds\n")) is None
