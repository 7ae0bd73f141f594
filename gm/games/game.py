"""The one interface through which the service sees every game, and the values that cross it.

State, orders and events belong to their game: the service keeps them, hands them back, and never
looks inside. What it needs to know of them is said in the values of this module.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, NewType, Protocol, TypeVar, runtime_checkable

from msgspec import field

from gm.games.dice import BOUND, Roll
from gm.values import Value

Power = NewType("Power", str)
"""The id of a side in a game, such as ``takeda``."""

Content = Mapping[str, Any]
"""Plain data for templates: strings, numbers, booleans, None, lists and mappings of the same."""

StateT = TypeVar("StateT")
OrderT = TypeVar("OrderT")


class Side(Value, frozen=True):
    """A power as a game presents it to people."""

    id: Power
    name: str
    colour: str
    aliases: tuple[str, ...] = ()


class Phase(Value, frozen=True):
    """Where in the sequence of play a match stands.

    ``key`` is stable and unique within a match (``1570-spring-movement``), ``label`` is for people
    (``Spring 1570, movement``), ``turn`` is the part of it that players write in headings
    (``Spring 1570``), and ``kind`` (``movement``) chooses the length of the deadline.
    """

    key: str
    label: str
    turn: str
    kind: str


class Node(Value, frozen=True):
    """A parse tree whose names are ids: a grammar rule and what it is made of, in order."""

    rule: str
    children: tuple["Node | str", ...] = ()


class Fault(Enum):
    """Why an order, or a piece of text, is remarked on."""

    INVALID = "invalid"
    """It cannot be read."""
    AMBIGUOUS = "ambiguous"
    """It fits more than one thing."""
    ILLEGAL = "illegal"
    """It was read, but is not possible in this position."""
    WARNING = "warning"
    """It is followed; the player should know something about it."""


class Problem(Value, frozen=True):
    """What is wrong with a piece of a letter, said so that its writer can mend it.

    ``quoted`` are the player's words (or the order's standard wording), ``reason`` and ``hint``
    are full sentences; ``proposals`` are orders in the order language that may have been meant.
    """

    fault: Fault
    quoted: str
    reason: str
    hint: str | None = None
    proposals: tuple[str, ...] = ()


class Fate(Enum):
    """What became of one order when all orders of a power were checked together."""

    STANDS = "stands"
    REPLACED = "replaced"
    """A later order took its place, or it was taken back."""
    REFUSED = "refused"
    """It is not followed; the problem says why."""


class CheckedOrder(Value, Generic[OrderT], frozen=True):
    """One order with what the check says about it.

    ``order`` is the order completed with what the position tells (the kind of a unit that the
    player left out). ``instead`` is what a unit does by the rules whose order is refused, None
    where the refusal changes nothing.
    """

    order: OrderT
    fate: Fate
    problems: tuple[Problem, ...] = ()
    instead: OrderT | None = None


class Task(Value, frozen=True):
    """One thing a power still owes or may still do in this phase.

    ``subject`` names it (``Army Kai``), ``default`` says what happens without an order
    (``It holds.``), ``choices`` are legal orders in the order language, most usual first, and
    ``optional`` is true where nothing is owed (a build that may be waived). ``labels`` are short
    names of the choices beside the subject (``Sagami``); without any, the choices name themselves.
    ``prefix`` is what goes before an order for this task in the order language, where its place in
    a plan counts (``ACTION 2``).
    """

    subject: str
    default: str
    choices: tuple[str, ...]
    optional: bool = False
    labels: tuple[str, ...] = ()
    prefix: str = ""


class Demand(Value, frozen=True):
    """What a power owes in the present phase; ``summary`` is one sentence for people."""

    summary: str
    tasks: tuple[Task, ...]


class Checked(Value, Generic[OrderT], frozen=True):
    """All orders of one power in one phase, checked together.

    ``sheets`` mirrors the sheets given, order by order. ``orders`` are those to follow, in the
    order in which they count. ``missing`` is what is still owed. ``notes`` are sentences about the
    whole (sums of costs, supports that match nothing of one's own). ``present`` is true when the
    power counts as having sent orders for this phase.
    """

    sheets: tuple[tuple[CheckedOrder[OrderT], ...], ...]
    orders: tuple[OrderT, ...]
    missing: tuple[Task, ...]
    notes: tuple[str, ...] = ()
    present: bool = False


class Outcome(Value, Generic[StateT], frozen=True):
    """What an adjudication gives: the new state and what happened, in order, in the past tense."""

    state: StateT
    events: tuple[Any, ...]


class End(Value, frozen=True):
    """How a match ended: the winners (none if it was abandoned) and one sentence saying why."""

    winners: tuple[Power, ...]
    sentence: str


class Timing(Value, frozen=True):
    """What the rules say about deadlines; a gamemaster's settings go before it.

    ``zone`` is an IANA name, ``weekday`` and ``time`` (``20:00``) give the weekly deadline,
    ``inclusive`` says whether a letter of that very moment is in time, ``days`` gives the length
    of the kinds of phases that do not run weekly. ``names`` are all kinds of phases in words
    ("a turn"), for games whose kinds are no words for players.
    """

    zone: str
    weekday: str
    time: str
    inclusive: bool
    days: Mapping[str, int]
    names: Mapping[str, str] = field(default_factory=dict)


class Trial(Value, frozen=True):
    """What ``gm sandbox`` made of one case: lines for people, data for programs, differences.

    ``differences`` is None when the case expects nothing, empty when all it expects was found.
    ``picture`` gives what the map template of the family draws of it, None where it draws nothing.
    """

    id: str
    lines: tuple[str, ...]
    data: Content
    differences: tuple[str, ...] | None
    picture: Callable[[], Content] | None = None


ReadText = Callable[[str], Sequence[Node] | Problem]
"""Gives the parse trees of a text in the order language, or why it has none."""


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


class Said(Value, frozen=True):
    """A sentence of a letter and what it was read as.

    ``orders`` may hold fewer names than the text: ``names`` are all of these, each with the ids
    that it may stand for, and codes of units as written. ``letter`` are the orders of the whole
    letter. Without ``orders`` the sentence would be set aside as talk.
    """

    text: str
    orders: Sequence[Any]
    names: Sequence[frozenset[str]] = ()
    letter: Sequence[Any] = ()


class Doubt(Value, frozen=True):
    """Why a text that can be read is not followed without asking, and orders to propose."""

    reason: str
    meant: Sequence[Sequence[Any]] = ()


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
