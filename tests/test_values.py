"""Values are compared by what they hold, never change, and keep secrets out of what is printed."""

from datetime import UTC, datetime

import pytest

from gm.games.dice import dice_of
from gm.mail.imap import ImapServer
from gm.mail.smtp import SmtpServer
from gm.records import Match, Seat
from gm.values import Value, replace


class Space(Value, frozen=True):
    name: str
    year: int = 1570


def test_equal_values_are_one_in_a_set():
    assert len({Space("kai"), Space("kai", 1570), Space("kai", 1571)}) == 2


def test_a_copy_has_other_contents_and_the_first_stays():
    kai = Space("kai")

    assert replace(kai, year=1571) == Space("kai", 1571)
    assert kai == Space("kai", 1570)


def test_nothing_is_changed():
    with pytest.raises(AttributeError):
        Space("kai").name = "sagami"  # type: ignore[misc]


@pytest.mark.parametrize(
    "value",
    [
        Seat("edo", "takeda", ("takeda@example.org",), code_word="secret"),
        ImapServer("mail.example.org", "gm", "secret"),
        SmtpServer("mail.example.org", password="secret"),
        Match("edo", "far_east_war", "standard", "secret", datetime(2026, 3, 1, tzinfo=UTC)),
        dice_of("secret", "edo"),
    ],
)
def test_secrets_are_not_printed(value: Value):
    assert "secret" not in repr(value)
    assert "secret" not in f"{value} {[value]}"
