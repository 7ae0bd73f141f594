"""What every game and the service call things: the values that cross the interface of a game.

The interface itself is ``gm.games.game``. State, orders and events belong to their game: the
service keeps them, hands them back, and never looks inside. What it needs to know of them is said
in these values.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, NewType, TypeVar

from msgspec import field

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
    leads: tuple[Power, ...] = ()
    """Other sides for which this one gives orders where they have no player of their own."""


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
