"""The desk as a job finds it: settings, store, data folders, and the games it has opened."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm.catalogue import Offer, offer
from gm.config import Config, load, override
from gm.errors import UsageError
from gm.games.vocabulary import Demand, End, Phase, Power
from gm.records import LogEntry, Match, Plain
from gm.resources import Folders
from gm.store import Store, open_store
from gm.values import Value

if TYPE_CHECKING:
    from gm.parsing.parser import Parser

CONCERN = "concern"
"""The kind of log lines that the gamemaster should see soon."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What can name a match."""

MOST_POSITIONS = 50
"""Positions that a desk keeps worked out."""

Words = Mapping[str, Mapping[str, str]]


class Position(Value, frozen=True):
    """What the rules of a game say of a state; *plain* is the state as it is kept."""

    made: Offer
    plain: Plain
    state: Any
    phase: Phase | None
    end: End | None
    awaiting: Mapping[Power, Demand]


@dataclass(slots=True)
class Desk:
    """One desk; it keeps the games and parsers it has made, for the next letter or match."""

    config: Config
    store: Store
    folders: Folders
    _offers: dict[tuple[str, tuple[tuple[str, str], ...]], Offer] = field(default_factory=dict)
    _parsers: dict[str, tuple[Words, "Parser"]] = field(default_factory=dict)
    _positions: dict[str, Position] = field(default_factory=dict)

    def offer(self, match: Match) -> Offer:
        """The game of a match, with its rule choices."""
        key = (match.game, tuple(sorted(match.rules.items())))
        if key not in self._offers:
            self._offers[key] = offer(match.game, folders=self.folders, rules=match.rules)
        return self._offers[key]

    def position(self, made: Offer, name: str, plain: Plain) -> Position:
        """What the rules say of a state of the match *name*.

        It is worked out once for all letters of a phase, since that may take longer than a letter.
        """
        known = self._positions.get(name)
        if known is not None and known.made is made and known.plain == plain:
            return known
        game = made.game
        state = game.codec.load_state(plain)
        end = game.end(state)
        found = Position(
            made=made,
            plain=plain,
            state=state,
            phase=None if end else game.phase(state),
            end=end,
            awaiting={} if end else game.awaiting(state),
        )
        if name not in self._positions and len(self._positions) >= MOST_POSITIONS:
            del self._positions[next(iter(self._positions))]
        self._positions[name] = found
        return found

    def parser(self, made: Offer, words: Words) -> "Parser":
        """The parser of a game that knows *words*."""
        from gm.parsing.parser import parser_for  # many jobs read no orders

        known = self._parsers.get(made.name)
        if known is None or known[0] != words:
            known = (words, parser_for(made.grammar, words, self.folders))
            self._parsers[made.name] = known
        return known[1]

    def match(self, name: str) -> Match:
        """The match of that name.

        Raises:
            UsageError: there is none.
        """
        found = self.store.match(name)
        if found is None:
            names = ", ".join(match.name for match in self.store.matches()) or "none yet"
            raise UsageError(f"There is no match “{name}” here; the matches are: {names}.")
        return found

    def require_free(self, name: str) -> None:
        """Refuses a name that no new match can have.

        Raises:
            UsageError: it is none, or taken.
        """
        if not NAME.fullmatch(name):
            raise UsageError(
                f"“{name}” cannot name a match; use up to 40 small letters, digits and dashes."
            )
        if self.store.match(name) is not None:
            raise UsageError(f"There is a match {name} already; choose another name.")

    def config_of(self, match: Match) -> Config:
        """The settings of the desk with those of *match* before them."""
        if not match.settings:
            return self.config
        return override(self.config, match.settings, f"settings of match {match.name}")

    def log(
        self, now: datetime, what: str, detail: str, match: str | None = None, who: str = "gm"
    ) -> None:
        """Adds a line to the log."""
        self.store.log(LogEntry(at=now, who=who, what=what, match=match, detail=detail))

    def concern(self, now: datetime, detail: str, match: str | None = None) -> None:
        """Adds a line to the log that the gamemaster gets by mail too."""
        self.log(now, CONCERN, detail, match)


def open_desk(folder: Path) -> Desk:
    """The desk in *folder*.

    Raises:
        SettingsError: there is no ``gm.yaml`` there, or it says something impossible.
        TryAgainError: the store cannot be opened now.
    """
    return desk_with(load(folder))


def desk_with(config: Config) -> Desk:
    """The desk with these settings.

    Raises:
        SettingsError: the setting for the store is impossible.
        TryAgainError: the store cannot be opened now.
    """
    kind, _, place = config.desk.store.partition(":")
    url = f"{kind}:{config.folder / place}" if kind == "sqlite" and place else config.desk.store
    return Desk(config, open_store(url), Folders(config.folder.resolve()))


def scratch_desk(folder: Path | None = None) -> Desk:
    """A desk that keeps nothing, to look at matches that lie elsewhere; *folder* may hold maps."""
    return Desk(Config(), open_store("sqlite::memory:"), Folders(folder and folder.resolve()))
