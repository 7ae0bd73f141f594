"""Whole matches as values, and the formats in which other programs keep them."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, runtime_checkable

from gm.games.vocabulary import Content, Outcome, Power, StateT
from gm.values import Value


class Ruling(Value, frozen=True):
    """What the gamemaster decided in place of the rules: who has won, and why."""

    winners: tuple[Power, ...]
    why: str


class PlayedStep(Value, Generic[StateT], frozen=True):
    """One step of a match: the orders or the ruling, and what came of them.

    ``at`` is when, in microseconds since the beginning of 1970 (UTC); None if nobody knows.
    """

    before: StateT
    orders: Mapping[Power, Sequence[Any]]
    outcome: Outcome[StateT]
    ruling: Ruling | None = None
    at: int | None = None


class PlayedMessage(Value, frozen=True):
    """A message between players that others may read too, sent when *after* steps were played.

    ``sender`` is None if it is not signed; without ``readers`` it is for everybody. ``at`` is as in
    a step.
    """

    after: int
    sender: Power | None
    readers: tuple[Power, ...]
    text: str
    at: int


class PlayedMatch(Value, Generic[StateT], frozen=True):
    """A match as it was played, from its first position on.

    ``rules`` are the rule choices that differ from the game's own. ``extras`` is what a format of
    another program holds beyond that (plain data), for writing it again.
    """

    first: StateT
    steps: tuple[PlayedStep[StateT], ...]
    rules: Mapping[str, str]
    extras: Content
    messages: tuple[PlayedMessage, ...] = ()


class ReadMatch(Value, Generic[StateT], frozen=True):
    """A match read from a format of another program.

    ``differences`` are sentences on what the rules here make otherwise of the orders than the
    document says, in the first phase in which anything differs; with any, the match ends there.
    ``remarks`` are sentences on what the document holds and a match here does not.
    """

    match: PlayedMatch[StateT]
    differences: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class WrittenMatch(Value, frozen=True):
    """A match in a format of another program, and sentences on what that has no place for."""

    document: Content
    remarks: tuple[str, ...] = ()


class MatchFormat(Protocol):
    """A form in which other programs keep whole games of a kind that can be played here too."""

    @property
    def description(self) -> str:
        """What a document of this form is, for people who brought another."""

    def recognises(self, document: Any) -> bool:
        """True if *document* (plain data) says that it is of this form, and of this game."""

    def read(self, document: Any, until: str | None = None) -> ReadMatch[Any]:
        """The match that *document* tells of, adjudicated again; up to the phase *until*.

        Raises:
            DocumentError: the document is broken; it says where and what is expected.
        """

    def write(self, name: str, match: PlayedMatch[Any]) -> WrittenMatch:
        """The match *name* in this form."""


@runtime_checkable
class Exchangeable(Protocol):
    """A game whose matches other programs can read or have written."""

    @property
    def formats(self) -> Mapping[str, MatchFormat]:
        """The forms of other programs by name; none where they know no such board."""
