"""Fingerprints that bind the desk: of the orders of a power, and of the seed of a match.

Anybody can work them out again with ``sha256sum``: what is digested is plain text, one item to a
line. A fingerprint of orders has a key, so that nobody finds secret orders by trying; the key
follows from the seed, so that the digest of the seed, which is told before the first order, fixes
every key and every die of the match. The seed itself is told when the match is over.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256

from gm.games import dice
from gm.records import Match

ORDERS_LENGTH = 32
"""Hex digits of a fingerprint: enough that nobody, the desk neither, finds two sets of orders."""
KEY_LENGTH = 16
SHORT_SEED = 16
"""A seed of fewer characters could be found from its digest by trying."""


def commitment(match: Match) -> str:
    """The digest that commits to the seed of a match: SHA-256, all 64 hex digits.

    It is of the name of the match, a line end and the seed, in matches of form 1 of the seed alone.
    """
    return dice.commitment(match.seed, match.name, match.dice_form)


def committed(match: Match) -> str:
    """What is digested to commit to the seed, in words."""
    if match.dice_form == dice.COUNTED:
        return "the seed"
    return "the match's name, a line end and the seed"


def key(match: Match, phase: str, power: str) -> str:
    """The key of a power's fingerprints in the phase of that key (``Phase.key``)."""
    text = "\n".join((match.name, phase, power))
    return hmac.new(match.seed.encode(), text.encode(), sha256).hexdigest()[:KEY_LENGTH]


def fingerprint(match: str, phase: str, power: str, own_key: str, orders: Sequence[str]) -> str:
    """The fingerprint of the orders of a power: the first 32 hex digits of a SHA-256.

    What is digested is the name of the match, the key of the phase, the power, the key of the
    fingerprint, and the orders in compact notation, one to a line.
    """
    text = "\n".join((match, phase, power, own_key, *orders))
    return sha256(text.encode()).hexdigest()[:ORDERS_LENGTH]
