"""All that a match is made of, as plain values: from the store, or from an archive of files.

What is checked by ``gm verify`` and written by ``gm export`` is this, so that both see the same.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from msgspec import field

from gm.desk import digests
from gm.desk.noted import text_fact
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.errors import UsageError
from gm.games.vocabulary import Outcome
from gm.mail.body import read_body
from gm.mail.code_words import without_code_words
from gm.mail.letter import open_letter
from gm.records import (
    KeptLetter,
    LetterFate,
    LogEntry,
    Match,
    Note,
    PressMessage,
    Seat,
    Step,
    Submission,
)
from gm.values import Value

EVERYTHING = 1_000_000_000
"""More lines than any log has."""
OF_PLAYERS = (LetterFate.ORDERS, LetterFate.ANSWERED, LetterFate.LATE)
"""The letters of players: what was read, answered, or came late."""


class WrittenLetter(Value, frozen=True):
    """A player's letter: what was written in it, without quotes, signature and code word.

    ``digest`` is the SHA-256 of the whole letter as it came, so that who has the letter can tell
    that it is this one.
    """

    number: int
    power: str
    received: datetime
    fate: LetterFate
    reason: str | None
    subject: str
    text: str
    digest: str


class Chronicle(Value, frozen=True):
    """A match from its first position to now.

    ``submissions`` are the order sheets by the number of the step after which they count,
    ``letters`` the players' letters by number, ``published`` the fingerprints that were told after
    a step, ``reports`` what everybody was told of a step, by the step's number; ``welcome`` is one
    of the letters that the match began with. ``keys`` are those of fingerprints by phase and power,
    where the seed that they follow from is not told yet. ``withheld`` are the powers some of whose
    orders in a step are left out, since they stay secret while the match goes on; ``hides`` is true
    when all orders and letters are left out.
    """

    match: Match
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    submissions: Mapping[int, tuple[Submission, ...]]
    letters: Mapping[int, WrittenLetter]
    published: Mapping[int, Mapping[str, str]]
    reports: Mapping[int, str]
    welcome: str | None
    notes: tuple[Note, ...]
    log: tuple[LogEntry, ...]
    keys: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    withheld: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    press: tuple[PressMessage, ...] = ()
    hides: bool = False

    def key(self, phase: str, power: str) -> str:
        """The key of a power's fingerprints in the phase of that key."""
        if self.match.seed:
            return digests.key(self.match, phase, power)
        return self.keys.get(phase, {}).get(power, "")

    def standing_steps(self) -> tuple[Step, ...]:
        """The steps that were not taken back, oldest first."""
        return tuple(step for step in self.steps if step.withdrawn is None)


def chronicle(desk: Desk, name: str) -> Chronicle:
    """The chronicle of a match, from the store.

    Raises:
        UsageError: there is no such match.
    """
    store, match = desk.store, desk.match(name)
    steps = store.steps(name)
    submissions = {step.number: store.submissions(name, step.number) for step in steps}
    welcomes = store.outgoing_of(name, "welcome")
    return Chronicle(
        match=match,
        seats=store.seats(name),
        steps=steps,
        submissions=submissions,
        letters={letter.number: letter for letter in _letters(desk, name, submissions)},
        published={
            step.number: told for step in steps if (told := published(desk, name, step.number))
        },
        reports={
            step.number: letter.text
            for step in steps
            if (letter := store.outgoing(f"report {name} {step.number} gamemaster")) is not None
        },
        welcome=welcomes[0].text if welcomes else None,
        notes=store.notes(name),
        log=store.log_entries(name, EVERYTHING)[::-1],
        press=store.press(name),
    )


def latest_outcome(present: Standing) -> Outcome[Any]:
    """What came of the latest step of a match: its state and events."""
    load = present.offer.game.codec.load_event
    return Outcome(present.state, tuple(map(load, present.step.events)))


def published(desk: Desk, name: str, number: int) -> dict[str, str]:
    """The fingerprints that were told after a step, by power."""
    told: dict[str, str] = json.loads(desk.store.fact(f"told {name} {number}") or "{}")
    return told


def publish_digests(desk: Desk, name: str, number: int, told: Mapping[str, str]) -> None:
    """Keeps the fingerprints that are told after a step; in the caller's transaction."""
    desk.store.set_fact(f"told {name} {number}", json.dumps(dict(told)))


def _letters(
    desk: Desk, name: str, submissions: Mapping[int, tuple[Submission, ...]]
) -> Iterator[WrittenLetter]:
    numbers = {number for fate in OF_PLAYERS for number in desk.store.letters_of(name, fate)}
    numbers |= {one.letter for found in submissions.values() for one in found if one.letter}
    for number in sorted(numbers):
        kept = desk.store.letter(number)
        if kept is not None and kept.power is not None:
            yield written(kept, desk.store.fact(text_fact(number)))


def written(kept: KeptLetter, text: str | None = None) -> WrittenLetter:
    """What was written in a letter that is kept.

    *text* is what its orders were read from, where the letter alone does not say it.

    Raises:
        UsageError: it is no player's.
    """
    if kept.power is None:
        raise UsageError(f"Letter {kept.number} is no player's.")
    letter, _ = without_code_words(open_letter(kept.raw.content))
    return WrittenLetter(
        number=kept.number,
        power=kept.power,
        received=kept.raw.received,
        fate=kept.fate,
        reason=kept.reason,
        subject=letter.subject,
        text=read_body(letter).written if text is None else text,
        digest=sha256(kept.raw.content).hexdigest(),
    )
