"""Far East War 1592: the game for two and for four players, as one pure package.

``FarEastWar.from_document`` makes the game from the plain data of ``maps/far_east_war.yaml``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from gm.games.dice import BOUND, Roll
from gm.games.far_east_war import demands, legality, reading, sequence, setup, spelling
from gm.games.far_east_war import report as reports
from gm.games.far_east_war.casefile import position_of
from gm.games.far_east_war.caserules import board_of, words_of_case
from gm.games.far_east_war.correcting import corrected
from gm.games.far_east_war.doubts import doubt
from gm.games.far_east_war.entries import Desk
from gm.games.far_east_war.events import Event, MatchEnded
from gm.games.far_east_war.explaining import said_of
from gm.games.far_east_war.loading import load_board, rule_choices
from gm.games.far_east_war.map import Board
from gm.games.far_east_war.naming import power_name
from gm.games.far_east_war.orders import Order
from gm.games.far_east_war.phrasebook import phrases
from gm.games.far_east_war.rulewords import rule_words
from gm.games.far_east_war.state import Ending, Stage, State
from gm.games.far_east_war.suggestions import suggestions
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.trial import play_case
from gm.games.far_east_war.views import supposed, view
from gm.games.far_east_war.words import words
from gm.games.plain import PlainCodec
from gm.games.vocabulary import (
    Checked,
    Content,
    Demand,
    Doubt,
    End,
    Node,
    Outcome,
    Phase,
    Power,
    ReadText,
    Said,
    Side,
    Timing,
    Trial,
)

NAME = "far_east_war"
TITLE = "Far East War 1592"
DAYS = {"setup": 7, "turn": 3, "action": 2}


@dataclass(frozen=True, slots=True, eq=False)
class FarEastWar:
    """The game under one set of rule choices; see ``gm.games.game.Game``."""

    board: Board
    rule_choices: Mapping[str, str]
    document: Mapping[str, Any]
    name: str = NAME
    title: str = TITLE
    codec: PlainCodec = PlainCodec(State, Order, Event)  # noqa: RUF009 (a frozen value)

    @classmethod
    def from_document(
        cls, document: Mapping[str, Any], rules: Mapping[str, str] | None = None
    ) -> Self:
        """The game of the map document, with other rule choices where *rules* names them.

        Raises:
            DocumentError: the document is wrong; it says where, and what to write.
        """
        chosen = rule_choices(document, rules or {})
        return cls(load_board(document, chosen), chosen, document)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The powers in turn order."""
        names = self.board.names
        return tuple(
            Side(power, names[power].name, names[power].colour, names[power].aliases)
            for power in self.board.powers
        )

    @property
    def timing(self) -> Timing:
        """The rulebook knows no deadlines; these are days that suit a game by mail."""
        names = {"setup": "the set-up", "turn": "each turn"}
        if self.board.options.event_mode == "two_step":
            names["action"] = "the orders after a card"
        return Timing("Etc/UTC", "Sunday", "20:00", inclusive=True, days=DAYS, names=names)

    def rule_words(self) -> Mapping[str, str]:
        """What the rule choices mean, in sentences for players."""
        return rule_words(self.rule_choices)

    def scenarios(self) -> Mapping[str, str]:
        """The one scenario: the set-up of the rulebook for the chosen number of players."""
        return {"standard": f"The war from its set-up, for {self.board.players} players."}

    def start(self, scenario: str, seed: str, match: str = "", form: int = BOUND) -> State:
        """The map before any General is on it; all chance comes from *seed* and *match*."""
        if scenario not in self.scenarios():
            raise ValueError(f'{self.title} has no scenario "{scenario}".')
        return setup.start(self.board, seed, match, form)

    def phase(self, state: State) -> Phase:
        """Where in the sequence of play *state* stands."""
        turn = f"Turn {state.turn}"
        whose = power_name(self.board, state.active)
        match state.stage:
            case Stage.SETUP:
                return Phase("setup", "Set-up", "Set-up", "setup")
            case Stage.ACTION:
                key, label = f"{state.turn}-action", f"{turn}, {whose}, after the card"
                return Phase(key, label, turn, "action")
            case Stage.TURN | Stage.OVER:
                return Phase(f"{state.turn}-turn", f"{turn}, {whose}", turn, "turn")

    def end(self, state: State) -> End | None:
        """How the match ended, or None while it goes on."""
        ending = state.ending
        return None if ending is None else End(ending.winners, ending.sentence)

    def dice_drawn(self, state: State) -> int:
        """How many dice were drawn; shuffling cards draws too."""
        return state.dice.drawn

    def rolls(self, state: State, drawn: int) -> tuple[Roll, ...]:
        """What was rolled in the step that led to *state*, after the first *drawn* dice."""
        return state.dice.since(drawn)

    def faces(self, roll: Roll) -> str:
        """The faces of battle dice as letters, those of a shuffle as numbers."""
        if roll.mixes:
            return " ".join(f"{number}" for number in roll.faces)
        return " ".join(self.board.die[number - 1].value for number in roll.faces)

    def conclude(self, state: State, winners: Sequence[Power], why: str) -> Outcome[State]:
        """Ends the match by the gamemaster's word."""
        ending = Ending(tuple(winners), why)
        table = Table.of(self.board, state)
        return Outcome(table.closed(Stage.OVER, ending), (MatchEnded(tuple(winners), why),))

    def awaiting(self, state: State) -> Mapping[Power, Demand]:
        """What each power owes now."""
        return demands.awaiting(self.board, state)

    def words(self, state: State) -> Mapping[str, Mapping[str, str]]:  # noqa: ARG002 (the board's)
        """The names that orders may use: areas, Generals and powers."""
        return words(self.board)

    def read(self, tree: Node) -> tuple[Order, ...]:
        """The orders a parse tree spells."""
        return reading.read(tree)

    def spell(self, order: Order) -> str:
        """The order in its standard wording."""
        return spelling.spell(spelling.by_name(self.board), order)

    def notation(self, order: Order) -> str:
        """The order with codes for areas and short names for Generals."""
        return spelling.spell(spelling.by_id(self.board), order)

    def check(
        self, state: State, power: Power, sheets: Sequence[Sequence[Order]]
    ) -> Checked[Order]:
        """Checks all order sheets of a power for this phase; the notes are the sums."""
        return legality.check(self.board, state, power, sheets)

    def adjudicate(self, state: State, orders: Mapping[Power, Sequence[Order]]) -> Outcome[State]:
        """Carries the match on to the next letter that is owed."""
        return sequence.adjudicate(self.board, state, orders)

    def report(self, before: State, outcome: Outcome[State], reader: Power | None) -> Content:
        """What happened, as far as *reader* may know it."""
        step = reports.Step(self._moment(before), self._moment(outcome.state), outcome.events)
        return reports.report(self.board, self.title, step, reader)

    def phrases(self, state: State) -> Sequence[tuple[str, str]]:
        """Everything that may be ordered, for players who ask for help."""
        return phrases(self.board, state)

    def corrected(self, state: State, changes: Sequence[str]) -> tuple[State, tuple[str, ...]]:
        """*state* corrected by the gamemaster's hand; see ``correcting``."""
        return corrected(self.board, state, changes)

    def explain(self, outcome: Outcome[State], subject: str) -> tuple[str, ...]:
        """Everything that was told of the legion or General that *subject* names."""
        return said_of(self.board, outcome.events, subject)

    def position(self, state: State, reader: Power | None) -> Content:
        """How things stand, as far as *reader* may know it."""
        return reports.position(self.board, self.title, self._moment(state), reader)

    def _moment(self, state: State) -> reports.Moment:
        return reports.Moment(state, None if state.ending else self.phase(state))

    def pose(self, case: Mapping[str, Any], others: State | None) -> State:  # noqa: ARG002 (no units)
        """The state a case describes, to try orders in; see ``casefile``.

        Raises:
            DocumentError: the case is broken; it says where and what to write.
        """
        return position_of(self.board, case)

    def suggestions(
        self, state: State, power: Power, meant: Sequence[Sequence[Order]], folded: str
    ) -> Iterator[Sequence[Order]]:
        """What a text that cannot be read may mean, likeliest first."""
        return suggestions(self.board, state, power, meant, folded)

    def doubt(self, state: State, power: Power, said: Said) -> Doubt | None:
        """What in a text contradicts the position or its letter, if anything does."""
        return doubt(Desk(self.board, state, power), said)

    def manners(self, state: State) -> Mapping[str, str]:
        """How a letter is written, and what replaces an earlier one."""
        if state.stage is Stage.SETUP:
            return {
                "write": "your whole choice in one letter, a line each or in running text",
                "change": "a new choice or placement takes the place of the one before",
            }
        return {
            "write": "all orders of a turn in one letter, a line each or in running text",
            "change": "a letter that moves the marker and gives other orders is a new plan for "
            "the turn, any other adds to the plan and changes what it says anew of a legion or "
            "General",
        }

    def on_turn(self, case: Mapping[str, Any], power: Power) -> Mapping[str, Any]:
        """The case with the turn for *power* where it names no active player."""
        return {"active": power, **case}

    def trial(self, case: Mapping[str, Any], read_text: ReadText) -> Trial:
        """Plays one case of a case file; ``players`` and ``rules`` may differ from the match's."""
        board = board_of(self.document, self.rule_choices, case)
        return play_case(board, case, read_text)

    def words_of(self, case: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
        """The names that the orders of a case may use: those of its number of players."""
        return words_of_case(self.document, self.rule_choices, case)

    def view(self, state: State, power: Power | None) -> State:
        """*state* as *power* may know it; None is the public."""
        return view(state, power, self.board.unused)

    is_certain = False
    """Dice and event cards decide much."""

    def suppose(self, state: State, power: Power, seed: str) -> State:
        """The position as *power* knows it, with other dice and the unseen cards mixed anew."""
        return supposed(state, power, self.board.unused, seed)
