"""The Diplomacy family: one engine for Sengoku, the classic game and any board of their kind.

``Diplomacy.from_document`` makes the game from the plain data of a map file; nothing here knows
where that file is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from gm.games.diplomacy.map import Board, read_board, spellings_of
from gm.games.diplomacy.rulebook import Rulebook, choices_of, choose, read_rulebook
from gm.games.diplomacy.sequence import Calendar, phase_of, read_calendar
from gm.games.diplomacy.state import State, first_state
from gm.games.documents import Reader
from gm.games.game import End, Phase, Side, Timing


@dataclass(frozen=True, slots=True, eq=False)
class Diplomacy:
    """A game of the family: a board, the rules it is played by, and its calendar."""

    name: str
    title: str
    board: Board
    rules: Rulebook
    calendar: Calendar

    @classmethod
    def from_document(
        cls, document: Mapping[str, Any], rules: Mapping[str, str] | None = None
    ) -> Self:
        """The game that a map file describes, with other rule choices where *rules* names them.

        Raises:
            DocumentError: the document is wrong; it says where, what, and what to write.
        """
        top = Reader(document)
        rulebook = read_rulebook(top.field("rules"))
        for field, choice in (rules or {}).items():
            rulebook = choose(rulebook, field, choice)
        return cls(
            name=top.field("name").text(),
            title=top.field("title").text(),
            board=read_board(document),
            rules=rulebook,
            calendar=read_calendar(top),
        )

    @property
    def sides(self) -> tuple[Side, ...]:
        """The powers in the order of the map file."""
        return tuple(founding.side for founding in self.board.powers.values())

    @property
    def timing(self) -> Timing:
        """The weekly deadline of movements, and the days given for the other phases."""
        return Timing(
            zone=self.rules.time_zone,
            weekday=self.calendar.weekday,
            time=self.calendar.time,
            inclusive=self.rules.deadline == "at-or-before",
            days=self.calendar.days,
        )

    @property
    def rule_choices(self) -> Mapping[str, str]:
        """Every open point of the rules with the choice in force."""
        return choices_of(self.rules)

    def scenarios(self) -> Mapping[str, str]:
        """The one scenario of a board: its start."""
        return {"standard": f"{self.title} from its first {self.calendar.seasons[0].value}."}

    def start(self, scenario: str, seed: str) -> State:  # noqa: ARG002 (nothing is left to chance)
        """The position before the first order. Rulebook: Starting Positions of Units."""
        if scenario not in self.scenarios():
            raise ValueError(f'{self.title} has no scenario "{scenario}".')
        return first_state(self.board, self.calendar.first_year, self.calendar.seasons[0])

    def phase(self, state: State) -> Phase:
        """Where in the sequence of play *state* stands."""
        return phase_of(state)

    def end(self, state: State) -> End | None:
        """How the match ended, or None while it goes on."""
        return state.ended

    def words(self, state: State) -> Mapping[str, Mapping[str, str]]:  # noqa: ARG002 (the board's)
        """The names that orders may use: ``province`` (with coasts) and ``power``.

        Spellings are raw (accents, case and blanks as people print them) and hold ids, names and
        aliases. A spelling that fits several places has the id ``?nsh|ssh``.
        """
        powers = {
            spelling: str(side.id)
            for side in self.sides
            for spelling in (side.id, side.name, *side.aliases)
        }
        return {"province": spellings_of(self.board), "power": powers}
