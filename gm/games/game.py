"""The one interface through which the service sees every game.

``Game`` is what every game is; the protocols after it are what a game may be besides, and the
service asks by ``isinstance``. The values that cross the interface are in ``gm.games.vocabulary``,
whole matches in the formats of other programs in ``gm.games.interchange``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from gm.games.dice import BOUND, Roll
from gm.games.vocabulary import (
    Checked,
    Content,
    Demand,
    Doubt,
    End,
    Node,
    OrderT,
    Outcome,
    Phase,
    Power,
    ReadText,
    Said,
    Side,
    StateT,
    Timing,
    Trial,
)


class Codec(Protocol):
    """Turns the values of a game into plain data (JSON) and back."""

    def dump(self, value: object) -> Any:
        """Plain data for a state, an order or an event of this game."""

    def load_state(self, data: Any) -> Any:
        """The state that ``dump`` made *data* from."""

    def load_order(self, data: Any) -> Any:
        """The order that ``dump`` made *data* from."""

    def load_event(self, data: Any) -> Any:
        """The event that ``dump`` made *data* from."""


class Game(Protocol[StateT, OrderT]):
    """Rules without players. All methods are pure."""

    @property
    def name(self) -> str:
        """The id of the game, such as ``sengoku``."""

    @property
    def title(self) -> str:
        """The name of the game for people."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The powers of the game in their fixed order."""

    @property
    def timing(self) -> Timing:
        """What the rules say about deadlines."""

    @property
    def rule_choices(self) -> Mapping[str, str]:
        """The named rule choices in force, for reports and the site."""

    @property
    def codec(self) -> Codec:
        """The codec of this game's values."""

    def scenarios(self) -> Mapping[str, str]:
        """The scenarios on offer with one line about each; the first is the usual one."""

    def start(self, scenario: str, seed: str, match: str = "", form: int = BOUND) -> StateT:
        """The state before the first order.

        All chance comes from *seed* and the name of the *match*, in the way that *form* says
        (``gm.games.dice``).
        """

    def phase(self, state: StateT) -> Phase:
        """Where in the sequence of play *state* stands."""

    def end(self, state: StateT) -> End | None:
        """How the match ended, or None while it goes on."""

    def conclude(self, state: StateT, winners: Sequence[Power], why: str) -> Outcome[StateT]:
        """Ends the match by the gamemaster's word (an agreed draw, an abandoned match)."""

    def awaiting(self, state: StateT) -> Mapping[Power, Demand]:
        """What each power owes now; empty when the match is over."""

    def words(self, state: StateT) -> Mapping[str, Mapping[str, str]]:
        """The names that orders may use: kind of name -> spelling -> id."""

    def read(self, tree: Node) -> tuple[OrderT, ...]:
        """The orders a parse tree spells; looks at nothing else."""

    def spell(self, order: OrderT) -> str:
        """The order in its standard wording; reading it gives the same order."""

    def notation(self, order: OrderT) -> str:
        """The order in compact notation; reading it gives the same order."""

    def check(
        self, state: StateT, power: Power, sheets: Sequence[Sequence[OrderT]]
    ) -> Checked[OrderT]:
        """Checks all order sheets of a power for this phase, oldest first, whatever others do."""

    def adjudicate(
        self, state: StateT, orders: Mapping[Power, Sequence[OrderT]]
    ) -> Outcome[StateT]:
        """Carries the match on to the next point where a power must choose.

        *orders* are those that ``check`` found fit to follow; a power without any is absent.
        """

    def view(self, state: StateT, power: Power | None) -> StateT:
        """The state without what *power* may not know; None is the public."""

    def report(self, before: StateT, outcome: Outcome[StateT], reader: Power | None) -> Content:
        """What happened, as far as *reader* may know it, as plain data for templates."""

    def explain(self, outcome: Outcome[StateT], subject: str) -> tuple[str, ...]:
        """Why it went as it did for the unit or person that *subject* names, as sentences.

        Only what everybody may know; empty if nothing happened to it or nobody has that name.
        """

    def position(self, state: StateT, reader: Power | None) -> Content:
        """How things stand, as far as *reader* may know it, as plain data for templates."""

    def trial(self, case: Mapping[str, Any], read_text: ReadText) -> Trial:
        """Plays one case of a case file and compares it with what the case expects."""


@runtime_checkable
class Posable(Protocol):
    """A game whose positions can be set up freely, to try orders in."""

    def pose(self, case: Mapping[str, Any], others: Any) -> Any:
        """The state that *case* describes (``phase``, ``units`` by power, ...).

        Powers that the case gives no units keep those they have in the state *others*, if any.

        Raises:
            DocumentError: the case is broken; it says where and what to write.
        """


@runtime_checkable
class RuleWording(Protocol):
    """A game that says in sentences what its rule choices mean."""

    def rule_words(self) -> Mapping[str, str]:
        """Name of a choice -> a sentence for players, for those that matter in this game."""


@runtime_checkable
class Mannered(Protocol):
    """A game whose orders are not written one for each unit, or not replaced one by one."""

    def manners(self, state: Any) -> Mapping[str, str]:
        """``write``: how orders are written; ``change``: what replaces them. Parts of sentences."""


@runtime_checkable
class Turnwise(Protocol):
    """A game whose powers take turns: a free position says whose turn it is."""

    def on_turn(self, case: Mapping[str, Any], power: Power) -> Mapping[str, Any]:
        """The case of a position, with the turn for *power* where it says nothing of that."""


@runtime_checkable
class Suggesting(Protocol):
    """A game that says itself what a text that cannot be read may mean."""

    def suggestions(
        self, state: Any, power: Power, meant: Sequence[Sequence[Any]], folded: str
    ) -> Iterator[Sequence[Any]]:
        """Orders to propose, likeliest first; *meant* is what the reader makes of the text."""


@runtime_checkable
class Doubting(Protocol):
    """A game that compares what a text says with the position before it is followed."""

    def doubt(self, state: Any, power: Power, said: Said) -> Doubt | None:
        """What in a text contradicts the position or its letter, if anything does."""


@runtime_checkable
class CaseWording(Protocol):
    """A game in which a case may choose rules that change the names that orders use."""

    def words_of(self, case: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
        """The names that the orders of *case* may use: kind of name -> spelling -> id."""


@runtime_checkable
class Counted(Protocol):
    """A game that keeps figures of its matches."""

    def count_step(self, before: Any, outcome: Outcome[Any]) -> Any:
        """The tally of one step, as small plain data (JSON)."""

    def statistics(self, state: Any, tallies: Sequence[Any]) -> Content:
        """The figures of a match that stands at *state*, from the tallies of its steps in order.

        ``sections`` are plots with the same figures in words: ``gm.rendering.figures.Section``.
        """


@runtime_checkable
class Discreet(Protocol):
    """A game whose orders are public once they were adjudicated, but for a few that it names."""

    def stays_secret(self, order: Any) -> bool:
        """Whether *order* is not told to others after the phase it was sent for."""

    def without_secrets(self, state: Any) -> Any:
        """*state* as if no such order had been sent for the phases before it."""


@runtime_checkable
class Settling(Protocol):
    """A game that says who may agree on its end, and what an agreed draw is."""

    def remaining(self, state: Any) -> tuple[Power, ...]:
        """The powers that are not eliminated."""

    @property
    def shares_draws(self) -> bool:
        """Whether all that remain share an agreed draw; else the gamemaster names the winner."""


@runtime_checkable
class Supposable(Protocol):
    """A game in which a player may try orders and assumptions in private."""

    @property
    def is_certain(self) -> bool:
        """Whether the same orders always give the same outcome: no dice, no cards."""

    def suppose(self, state: Any, power: Power, seed: str) -> Any:
        """A position like *state* as far as *power* knows it; all chance comes from *seed*.

        None where nothing can be tried, such as in the middle of a turn.
        """


@runtime_checkable
class Phrased(Protocol):
    """A game that can tell its players everything that may be ordered."""

    def phrases(self, state: Any) -> Sequence[tuple[str, str]]:
        """What an order does, and one way to say it, for all that may be ordered now."""


@runtime_checkable
class Correctable(Protocol):
    """A game whose positions a gamemaster can correct in words."""

    def corrected(self, state: Any, changes: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
        """*state* with the changes made in their order, and a sentence about each.

        Raises:
            DocumentError: a change cannot be read, or cannot be made; it says what to write.
        """


@runtime_checkable
class Rolling(Protocol):
    """A game of chance whose dice are bound to match, step and purpose (``gm.games.dice``)."""

    def dice_drawn(self, state: Any) -> int:
        """How many dice (and other draws of chance) were drawn up to *state*."""

    def rolls(self, state: Any, drawn: int) -> Sequence[Roll]:
        """What was rolled in the adjudication that led to *state*.

        *drawn* is how many dice were drawn before it. Empty in matches of form 1.
        """

    def faces(self, roll: Roll) -> str:
        """The faces of a roll for people."""
