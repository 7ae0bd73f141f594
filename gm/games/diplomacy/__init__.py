"""The Diplomacy family: one engine for Sengoku, the classic game and any board of their kind.

``Diplomacy.from_document`` makes the game from the plain data of a map file; nothing here knows
where that file is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from gm.games.dice import BOUND
from gm.games.diplomacy import sequence
from gm.games.diplomacy.checks import check
from gm.games.diplomacy.demands import awaiting
from gm.games.diplomacy.events import EndReason, Event, MatchEnded, SentNothing
from gm.games.diplomacy.loading import read_board
from gm.games.diplomacy.map import Board, spellings_of
from gm.games.diplomacy.orders import Concede, Order, WithdrawConcession
from gm.games.diplomacy.phases import ended
from gm.games.diplomacy.reading import read
from gm.games.diplomacy.reasons import reason
from gm.games.diplomacy.rulebook import Rulebook, choices_of, choose, read_rulebook
from gm.games.diplomacy.sequence import Calendar, phase_of, read_calendar
from gm.games.diplomacy.spelling import notation, spell
from gm.games.diplomacy.state import State, first_state, remaining
from gm.games.documents import Reader
from gm.games.interchange import MatchFormat
from gm.games.plain import PlainCodec
from gm.games.vocabulary import (
    Checked,
    Content,
    Demand,
    End,
    Node,
    Outcome,
    Phase,
    Power,
    ReadText,
    Side,
    Timing,
    Trial,
)
from gm.values import replace

if TYPE_CHECKING:
    from gm.games.diplomacy.teller import Teller


@dataclass(frozen=True, slots=True, eq=False)
class Diplomacy:
    """A game of the family: a board, the rules it is played by, and its calendar."""

    name: str
    title: str
    board: Board
    rules: Rulebook
    calendar: Calendar
    geometry: str | None
    saved_games: str | None
    """What saved games of the package ``diplomacy`` call the board, None if they have none such."""
    codec: PlainCodec = PlainCodec(State, Order, Event)  # noqa: RUF009 (a frozen value)

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
        for name, choice in (rules or {}).items():
            rulebook = choose(rulebook, name, choice)
        return cls(
            name=top.field("name").text(),
            title=top.field("title").text(),
            board=read_board(document),
            rules=rulebook,
            calendar=read_calendar(top),
            geometry=document.get("geometry"),
            saved_games=document.get("saved_games"),
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

    def rule_words(self) -> Mapping[str, str]:
        """What the choices mean for players, as far as they matter on this board."""
        from gm.games.diplomacy.rulewords import rule_words  # only what a job needs is loaded

        return rule_words(self.board, self.rules)

    def scenarios(self) -> Mapping[str, str]:
        """The one scenario of a board: its start."""
        return {"standard": f"{self.title} from its first {self.calendar.seasons[0].value}."}

    def start(  # nothing is left to chance
        self,
        scenario: str,
        seed: str,  # noqa: ARG002 (for games with dice)
        match: str = "",  # noqa: ARG002 (for games with dice)
        form: int = BOUND,  # noqa: ARG002 (for games with dice)
    ) -> State:
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

    def awaiting(self, state: State) -> Mapping[Power, Demand]:
        """What each power owes now; empty when the match is over."""
        return awaiting(self.board, self.rules, state)

    def read(self, tree: Node) -> tuple[Order, ...]:
        """The orders that a parse tree spells."""
        return read(tree)

    def spell(self, order: Order) -> str:
        """The order in its standard wording."""
        return spell(order, self.board.name)

    def notation(self, order: Order) -> str:
        """The order in compact notation."""
        return notation(order, self.board.name)

    def check(
        self, state: State, power: Power, sheets: Sequence[Sequence[Order]]
    ) -> Checked[Order]:
        """Checks all order sheets of a power for the present phase, oldest first."""
        return check(self.board, self.rules, state, power, sheets)

    def adjudicate(self, state: State, orders: Mapping[Power, Sequence[Order]]) -> Outcome[State]:
        """Carries the match on to the next phase in which somebody has a choice."""
        return sequence.adjudicate(self.board, self.rules, self.calendar, state, orders)

    def conclude(self, state: State, winners: Sequence[Power], why: str) -> Outcome[State]:
        """Ends the match by the gamemaster's word. Rulebook: Object of the Game."""
        event = MatchEnded(tuple(winners), EndReason.GAMEMASTER, why)
        return Outcome(ended(state, event), (event,))

    def view(self, state: State, power: Power | None) -> State:
        """The state without retreats ordered ahead and concessions of others."""
        ahead = {power: state.ahead[power]} if power is not None and power in state.ahead else {}
        own = () if power is None else (power,)
        return replace(state, ahead=ahead, conceded=state.conceded.intersection(own))

    def corrected(self, state: State, changes: Sequence[str]) -> tuple[State, tuple[str, ...]]:
        """The state with units and centres changed by hand (``gm.games.diplomacy.correcting``)."""
        from gm.games.diplomacy.correcting import corrected  # only what a command needs is loaded

        return corrected(self.board, state, changes)

    def remaining(self, state: State) -> tuple[Power, ...]:
        """The powers that have a unit or a centre."""
        return remaining(self.board, state)

    @property
    def shares_draws(self) -> bool:
        """Whether draws are allowed. Rulebook: Object of the Game."""
        return self.board.shares_draws

    def stays_secret(self, order: Order) -> bool:
        """Whether an order is a concession or takes one back: told only when it decides."""
        return isinstance(order, Concede | WithdrawConcession)

    def without_secrets(self, state: State) -> State:
        """The state as if nobody had conceded."""
        return replace(state, conceded=frozenset())

    is_certain = True
    """Nothing is left to chance."""

    def suppose(self, state: State, power: Power, seed: str) -> State:  # noqa: ARG002 (no chance)
        """The position as *power* knows it, to try orders in."""
        return self.view(state, power)

    def without_absences(self, outcome: Outcome[State]) -> Outcome[State]:
        """The outcome as if nobody had noticed who sent nothing; the orders show what units did."""
        told = tuple(event for event in outcome.events if not isinstance(event, SentNothing))
        return Outcome(outcome.state, told)

    def reason(self, event: Event) -> str:
        """Why something happened, in one sentence with the heading of the rulebook."""
        return reason(self.board, event)

    def explain(self, outcome: Outcome[State], subject: str) -> tuple[str, ...]:
        """Why it went as it did for the unit that *subject* names: a chain of sentences."""
        from gm.games.diplomacy.explaining import explain  # only what a command needs is loaded

        return explain(self.board, outcome.events, subject)

    def report(self, before: State, outcome: Outcome[State], reader: Power | None) -> Content:
        """What happened, as plain data for templates."""
        from gm.games.diplomacy import report  # only what a command needs is loaded

        demands = self.awaiting(outcome.state)
        return report.report(self.teller, before, outcome, reader, demands)

    def position(self, state: State, reader: Power | None) -> Content:
        """How things stand, as plain data for templates."""
        from gm.games.diplomacy import composing, report  # only what a command needs is loaded

        return {
            **report.position(self.teller, state, reader, self.awaiting(state)),
            "composer": composing.composing(self.teller, self.rules, state),
        }

    def count_step(self, before: State, outcome: Outcome[State]) -> Any:
        """The tally of one step for the figures of a match."""
        from gm.games.diplomacy.statistics import count_step  # only what a command needs is loaded

        return count_step(self.board, before, outcome.events)

    def statistics(self, state: State, tallies: Sequence[Any]) -> Content:
        """The figures of a match: progress, accuracy, support given and withdrawn."""
        from gm.games.diplomacy.statistics import statistics  # only what a command needs is loaded

        return statistics(self.teller, state, [part for tally in tallies for part in tally])

    @property
    def teller(self) -> "Teller":
        """What reports and pictures need of the game."""
        from gm.games.diplomacy.teller import Teller  # only what a command needs is loaded

        return Teller(
            title=self.title,
            board=self.board,
            geometry=self.geometry,
            victory=self.board.victory_centres,
            spell=self.spell,
            notation=self.notation,
            reason=self.reason,
        )

    @property
    def formats(self) -> Mapping[str, MatchFormat]:
        """The forms of other programs that know this board."""
        from gm.games.diplomacy.savedgame import SavedGames  # only what a command needs is loaded

        if self.saved_games is None:
            return {}
        form = SavedGames(self.board, self.rules, self.calendar, self.saved_games)
        return {"saved-game": form}

    def trial(self, case: Mapping[str, Any], read_text: ReadText) -> Trial:
        """Plays one case of a case file and compares it with what the case expects."""
        from gm.games.diplomacy.trial import trial  # only what a command needs is loaded

        return trial(self, case, read_text)

    def pose(self, case: Mapping[str, Any], others: State | None) -> State:
        """The position that *case* describes; see ``posing``."""
        from gm.games.diplomacy.posing import pose  # only what a command needs is loaded

        return pose(self, case, others)
