"""What is kept: matches, seats, letters, submissions, steps, outgoing letters, and the log.

Game values (states, orders, events) are plain data here; only their game knows what they mean.
Moments are aware datetimes in UTC.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Any

from msgspec import field

from gm.values import Value

Plain = Any
"""What JSON can hold."""


class MatchStatus(Enum):
    """Whether a match goes on."""

    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


class Match(Value, frozen=True):
    """One game being played.

    ``rules`` are the rule choices that differ from the game's own, ``settings`` those of the desk
    that differ in this match (``calendar.deadline`` -> text). ``deadline`` is when the present
    phase is adjudicated; None while the match has none (paused, over, or left to the gamemaster).
    ``remaining`` is what was left of the phase when the match was paused, in seconds. ``reminded``
    is the last moment whose reminders were written. ``dice_form`` is how chance follows from the
    seed (``gm.games.dice``); matches kept before there were forms have form 1.
    """

    name: str
    game: str
    scenario: str
    seed: str
    created: datetime
    rules: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    status: MatchStatus = MatchStatus.RUNNING
    deadline: datetime | None = None
    remaining: int | None = None
    reminded: datetime | None = None
    dice_form: int = 1

    def __repr__(self) -> str:
        return f"Match({self.name!r}, {self.game!r}, {self.status})"  # no seed goes into a log


class Seat(Value, frozen=True):
    """The player of a power: *addresses* are those letters may come from, mail goes to the first.

    ``player`` is the name shown to people, ``zone`` the player's own time zone (IANA name).
    ``code_word`` is the hash (``gm.mail.code_words``) of a word that every letter of this seat must
    hold, None if the gamemaster asks for none.
    """

    match: str
    power: str
    addresses: tuple[str, ...]
    player: str | None = None
    zone: str | None = None
    code_word: str | None = None

    def __repr__(self) -> str:
        return f"Seat({self.match!r}, {self.power!r})"  # no hash of a code word goes into a log


class LetterFate(Enum):
    """What became of a letter."""

    NEW = "new"
    """Kept, not yet read."""
    ORDERS = "orders"
    """Orders were taken from it."""
    ANSWERED = "answered"
    """Answered, but nothing was taken from it."""
    SET_ASIDE = "set aside"
    """Not answered: a machine's letter, the same letter again, a stranger already refused."""
    LATE = "late"
    """It came after the deadline, was answered as late, and is not applied."""
    FAILED = "failed"
    """It could not be handled; the gamemaster has to look at it."""


class RawLetter(Value, frozen=True):
    """A letter as it came in, before anybody looked at it.

    ``message_id`` is as written in its head (None if it has none), ``digest`` is of its body, so
    that both together name a letter however often it is delivered; ``place`` tells letters without
    Message-ID apart. ``received`` is when the service had it.
    """

    message_id: str | None
    digest: str
    place: str
    received: datetime
    source: str
    content: bytes


class KeptLetter(Value, frozen=True):
    """A letter in the store with its number and what became of it.

    ``text_digest`` is of the text that was read in it; ``reason`` says why it was set aside.
    ``meant`` is the step for which it counts although it came earlier: it was written for the same
    phase before the gamemaster took a step back.
    """

    number: int
    raw: RawLetter
    fate: LetterFate = LetterFate.NEW
    sender: str | None = None
    subject: str = ""
    match: str | None = None
    power: str | None = None
    text_digest: str | None = None
    reason: str | None = None
    handled: datetime | None = None
    meant: int | None = None


IMPORTED = "import"
"""Who entered the order sheets that came with a match from another program."""


class Submission(Value, frozen=True):
    """An order sheet that is kept, for the phase after step *step*.

    ``letter`` is the number of the letter it was read from, None if the gamemaster entered it
    (``by`` and ``reason`` then say who and why). ``pieces`` are the pieces of the letter with the
    verdict on each, for people.
    """

    match: str
    step: int
    power: str
    received: datetime
    orders: tuple[Plain, ...]
    digest: str
    letter: int | None = None
    pieces: tuple[Plain, ...] = ()
    by: str | None = None
    reason: str | None = None
    number: int | None = None


class Step(Value, frozen=True):
    """One adjudication; number 0 is the start. Steps are never changed, only withdrawn.

    ``after`` is the number of the step whose state was adjudicated (None for the start),
    ``phase`` the label of the phase that was adjudicated, ``orders`` what each power's orders
    were, ``deadline`` what the deadline had been. ``ruling`` is what the gamemaster decided in
    place of the rules, None for an adjudication. ``version`` is that of the gm that made the step,
    None where it was not kept.
    """

    match: str
    number: int
    after: int | None
    phase: str
    at: datetime
    deadline: datetime | None
    orders: Mapping[str, tuple[Plain, ...]]
    events: tuple[Plain, ...]
    state: Plain
    withdrawn: datetime | None = None
    ruling: Plain = None
    version: str | None = None


class StepHead(Value, frozen=True):
    """What lists of steps say: ``Step`` without orders, events and state."""

    number: int
    after: int | None
    phase: str
    at: datetime
    withdrawn: datetime | None


class OutgoingLetter(Value, frozen=True):
    """A mail that waits in the outbox or was sent.

    ``key`` names the occasion (``receipt 12``), so that nothing is written twice. ``reply_to``
    and ``references`` are the Message-IDs of the thread. ``answers`` is true for mail that a letter
    caused and false for mail of our own accord. ``given_up`` is when delivery was tried the last
    time. ``pictures`` are SVG texts by content id.
    """

    key: str
    message_id: str
    kind: str
    to: tuple[str, ...]
    subject: str
    text: str
    html: str
    created: datetime
    match: str | None = None
    power: str | None = None
    pictures: Mapping[str, str] = field(default_factory=dict)
    calendar: str | None = None
    reply_to: str | None = None
    references: tuple[str, ...] = ()
    answers: bool = False
    sent: datetime | None = None
    attempts: int = 0
    next_attempt: datetime | None = None
    failure: str | None = None
    given_up: datetime | None = None


class PressMessage(Value, frozen=True):
    """A message of one player to others; *readers* are powers, none of them means everybody.

    ``kind`` is ``public``, ``private`` or ``grey`` (the sender is not named), ``step`` the step
    after which it was sent, ``line`` where it begins in the letter of number ``letter``.
    """

    match: str
    step: int
    sender: str
    kind: str
    readers: tuple[str, ...]
    text: str
    at: datetime
    letter: int
    line: int
    number: int | None = None


class Note(Value, frozen=True):
    """What the gamemaster lets the next report say; *step* is the step it was written after."""

    match: str
    step: int
    text: str
    at: datetime
    by: str


class LogEntry(Value, frozen=True):
    """One line of the log: when, who, about which match, what was done."""

    at: datetime
    who: str
    what: str
    match: str | None = None
    detail: str = ""
