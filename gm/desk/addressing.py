"""Who wrote a letter, and for which match: by what is registered, never by guessing.

A name in a subject or text chooses among the sender's own seats; it proves nothing.
"""

import re
from collections.abc import Sequence

from gm.mail.letter import Letter
from gm.records import MatchStatus
from gm.store import Store
from gm.values import Value

READ_OF_TEXT = 20_000
"""Characters of a letter in which the name of a match is looked for."""

Seated = tuple[str, str]
"""Name of a match, and power."""


class Known(Value, frozen=True):
    """The letter speaks for this seat."""

    match: str
    power: str


class Unclear(Value, frozen=True):
    """The sender is known, the match is not: *names* are those it may be for.

    *foreign* is a match that the letter names and in which the sender has no seat.
    """

    names: tuple[str, ...]
    foreign: str | None = None


class Stranger(Value, frozen=True):
    """Nobody is registered with this address."""


def find_seat(store: Store, letter: Letter, own_address: str) -> Known | Unclear | Stranger:
    """The seat that *letter* speaks for.

    By the reply thread, the plus-address it was sent to (``gm+edo@example.org``) and the name of a
    match in its subject, which must agree; else by the only seat this sender has (among matches
    that go on, if there are more), or the name of a match in the text.
    """
    seats = store.seats_of(letter.sender) if letter.sender else ()
    if not seats:
        return Stranger()
    tags = plus_tags(letter.recipients, own_address) + bracket_tags(letter.subject)
    found = {
        *by_thread(store, letter.references, seats),
        *by_names(tags, seats),
        *named_in(letter.subject, seats),
    }
    foreign = next((tag for tag in tags if _is_foreign(store, tag, seats)), None)
    if foreign is not None:
        return Unclear(_names(seats), foreign)
    if not found:
        found = _only(store, seats) or named_in(letter.text[:READ_OF_TEXT], seats)
    return Known(*found.pop()) if len(found) == 1 else Unclear(_names(seats))


def _only(store: Store, seats: Sequence[Seated]) -> set[Seated]:
    """The only seat of a sender, or the only one in a match that is not over."""
    if len(seats) == 1:
        return set(seats)
    matches = {name: store.match(name) for name, _ in seats}
    over = {name for name, match in matches.items() if match and match.status is MatchStatus.OVER}
    left = {seat for seat in seats if seat[0] not in over}
    return left if len(left) == 1 else set()


def _is_foreign(store: Store, tag: str, seats: Sequence[Seated]) -> bool:
    return tag not in _names(seats) and store.match(tag) is not None


def _names(seats: Sequence[Seated]) -> tuple[str, ...]:
    return tuple(match for match, _ in seats)


def by_thread(store: Store, references: Sequence[str], seats: Sequence[Seated]) -> set[Seated]:
    """The seat to which the last mail of ours in the thread went, if it is one of the sender's."""
    for reference in reversed(references):
        sent = store.outgoing_with_id(reference)
        if sent is not None and sent.match is not None:
            return {(sent.match, str(sent.power))} & set(seats)
    return set()


def is_own(address: str, own_address: str) -> bool:
    """Whether a letter to *address* is for the desk: its address, or one with a plus and a name."""
    return address.casefold() == own_address.casefold() or bool(plus_tags([address], own_address))


def plus_tags(recipients: Sequence[str], own_address: str) -> tuple[str, ...]:
    """What stands behind the plus in our own address: ``edo`` in ``gm+edo@example.org``."""
    name, _, domain = own_address.casefold().partition("@")
    found = (
        re.fullmatch(rf"{re.escape(name)}\+(.+)@{re.escape(domain)}", recipient.casefold())
        for recipient in recipients
    )
    return tuple(match[1] for match in found if match)


def bracket_tags(subject: str) -> tuple[str, ...]:
    """Names in brackets, as our own subjects carry them: ``[edo] Orders``."""
    return tuple(tag.strip().casefold() for tag in re.findall(r"\[([^\[\]]{1,60})\]", subject))


def by_names(names: Sequence[str], seats: Sequence[Seated]) -> set[Seated]:
    """The seats in matches of these names."""
    return {seat for seat in seats if seat[0].casefold() in names}


def named_in(text: str, seats: Sequence[Seated]) -> set[Seated]:
    """The seats whose match *text* names, as a word of its own."""
    folded = text.casefold()
    return {seat for seat in seats if _is_word(seat[0].casefold(), folded)}


def _is_word(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None
