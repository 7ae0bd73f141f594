"""What all ways of sending share: an envelope goes in, what became of it comes out."""

from datetime import timedelta
from enum import Enum
from typing import Protocol

from gm.values import Value

_BACK_OFF = (1, 5, 15, 60, 120, 240, 480)
"""Minutes to the next attempt; after the last it stays at that."""
_GIVE_UP_AFTER = 18
"""Attempts, which take a bit more than four days together."""


class Envelope(Value, frozen=True):
    """A finished letter and whom it goes to.

    ``sender`` is where bounces go; None is the null sender, which receipts must have (RFC 3834).
    """

    sender: str | None
    recipient: str
    raw: bytes


class Fate(Enum):
    """What became of an envelope."""

    HANDED_OVER = "handed over"
    POSTPONED = "postponed"
    """It may go next time: try again."""
    REFUSED = "refused"
    """It will never go: the address is wrong, or the letter is."""


class Handed(Value, frozen=True):
    """The fate of an envelope, and what the mail server said about it."""

    fate: Fate
    explanation: str = ""


class PostOffice(Protocol):
    """Somewhere to hand envelopes in."""

    def hand_in(self, envelope: Envelope) -> Handed:
        """Hands one envelope in; trouble with it is a value, not an error.

        Raises:
            SettingsError: no envelope can be handed in before the settings are changed.
            TryAgainError: the place is away for the moment.
        """
        ...


def wait_before_attempt(attempts: int) -> timedelta | None:
    """How long to wait after so many attempts were postponed; None when it is time to give up."""
    if attempts >= _GIVE_UP_AFTER:
        return None
    return timedelta(minutes=_BACK_OFF[min(max(attempts, 1), len(_BACK_OFF)) - 1])
