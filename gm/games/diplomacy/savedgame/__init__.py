"""Saved games of the Python package ``diplomacy`` (1.1.2): matches come in and go out as they are.

A saved game is a JSON document: ``id``, ``map``, ``rules``, and ``phases``, each with its
``name``, the position (``state``) in which it began, the ``orders`` and ``results``, and the
``messages`` between players. The last phase is the one that is still to be adjudicated, or
``COMPLETED``.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.rulebook import Rulebook, choose
from gm.games.diplomacy.savedgame.keys import keys
from gm.games.diplomacy.savedgame.pages import read_pages
from gm.games.diplomacy.savedgame.reading import Playing, play
from gm.games.diplomacy.savedgame.writing import Table, write
from gm.games.diplomacy.sequence import Calendar
from gm.games.diplomacy.state import State, first_state
from gm.games.documents import Reader
from gm.games.interchange import PlayedMatch, ReadMatch, WrittenMatch
from gm.values import Value, replace

RULES = ("NO_PRESS", "POWER_CHOICE")
"""The rules of a match that did not come from such a document and has no messages for all."""
BUILD_ANY = "BUILD_ANY"
"""The rule by which units are built in every centre that a power controls."""
ANYWHERE: Literal["any-controlled-centre"] = "any-controlled-centre"
"""The same as a rule choice."""


class SavedGames(Value, frozen=True):
    """The form of saved games for one game; ``map_name`` is what they call its board."""

    board: Board
    rules: Rulebook
    calendar: Calendar
    map_name: str

    @property
    def description(self) -> str:
        """What ``recognises`` asks for."""
        return (
            "a saved game of the Python package “diplomacy” (a JSON object with “phases”) whose "
            f"“map” is “{self.map_name}”"
        )

    def recognises(self, document: Any) -> bool:
        """True if the document is a saved game on this board."""
        is_saved = isinstance(document, Mapping) and "phases" in document
        return is_saved and document.get("map", "standard") == self.map_name

    def read(self, document: Any, until: str | None = None) -> ReadMatch[State]:
        """The match that a saved game tells of; see ``reading``.

        Raises:
            DocumentError: the document is no saved game, or has no phase *until*.
        """
        top = Reader(document)
        phases = top.field("phases")
        first = first_state(self.board, self.calendar.first_year, self.calendar.seasons[0])
        pages = read_pages(phases, self.board, self.calendar.seasons[-1])
        if until is not None and until not in {page.name for page in pages}:
            raise phases.wrong(
                f'there is no phase "{until}"; they run from {pages[0].name} to {pages[-1].name}.'
            )
        ident, named = top.optional("id"), top.optional("rules")
        rules = named.texts() if named else ()
        choices = {"builds": ANYWHERE} if BUILD_ANY in rules else {}
        rulebook = replace(self.rules, builds=ANYWHERE) if choices else self.rules
        playing = Playing(self.board, rulebook, self.calendar, pages, first)
        play(playing, until)
        messages = {page.name: list(page.messages) for page in pages if page.messages}
        extras = {
            "id": ident.text() if ident else None,
            "rules": list(rules),
            "messages": messages,
        }
        match = PlayedMatch(first, tuple(playing.steps), choices, extras)
        return ReadMatch(match, tuple(playing.differences), tuple(_remarks(messages)))

    def write(self, name: str, match: PlayedMatch[State]) -> WrittenMatch:
        """The match as a saved game.

        Raises:
            ValueError: the orders of a step no longer give the position that was kept.
        """
        ident = str(match.extras.get("id") or name)
        rulebook = self.rules
        for field, choice in match.rules.items():
            rulebook = choose(rulebook, field, choice)
        usual = [rule for rule in RULES if rule != "NO_PRESS" or not match.messages]
        if rulebook.builds == ANYWHERE:
            usual.append(BUILD_ANY)
        rules = list(match.extras.get("rules") or usual)
        head = {"game_id": ident, "map": self.map_name, "rules": rules}
        table = Table(self.board, rulebook, self.calendar, self.map_name, keys(self.board))
        writing = write(table, match, head)
        return WrittenMatch(
            {"id": ident, "map": self.map_name, "rules": rules, "phases": writing.phases},
            tuple(writing.remarks),
        )


def _remarks(messages: Mapping[str, list[Any]]) -> Iterator[str]:
    count = sum(map(len, messages.values()))
    if count:
        yield f"The {count} messages of the players are kept and go out again with an export."
