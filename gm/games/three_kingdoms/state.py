"""Where everything stands in a match, as one frozen value."""

from collections.abc import Mapping
from enum import Enum

from msgspec import field

from gm.games.dice import Dice
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Order
from gm.games.three_kingdoms.roster import Who
from gm.games.vocabulary import End, Power
from gm.values import Value


class Step(Enum):
    """The phases in which a power may have to choose."""

    DRAFT = "draft"
    """Scenario 2: unaffiliated generals are picked. Rulebook: 9.2, Q52."""
    PLACEMENT = "placement"
    """Scenario 2: the generals are placed."""
    PLAN = "plan"
    """The actions of a turn; Action, Control and Fate Phase follow."""
    ANSWER = "answer"
    """One power answers a question in the middle of the Action Phase."""
    MUSTER = "muster"
    """Picks, placements and troops; Appearance, Production and Start Phase follow."""
    OVER = "over"


class General(Value, frozen=True):
    """A general on the map.

    ``side`` is the nation or force he serves. ``entered`` is the stamp of his entering the area,
    ``since`` that of his side (a reinforcement shares it): the side that came first defends.
    """

    id: Who
    side: Side
    area: Area
    units: int
    entered: int
    since: int
    retreated: bool = False


class Waiting(Value, frozen=True):
    """A general who is to appear: from ``turn`` on, for ``box``.

    ``box`` is a nation, a force, or None for the unaffiliated pool, where ``only`` names the one
    nation that may pick him (None: any nation with a face on his counter). ``after`` is the man
    on the front of his counter, who must be gone first. ``with_unit`` when the rules give him a
    troop unit at his birthplace even though he is a force's general and not a newcomer (Q9).
    ``rejoins`` marks a rebel who goes back to his force if it still exists (Q44).
    """

    who: Who
    turn: int
    box: Side | None
    only: Side | None = None
    after: Who | None = None
    succeeds: bool = False
    rejoins: bool = False


class Treasury(Value, frozen=True):
    """What is counted for each nation; ``left`` are troop units of generals who died of fate."""

    provisions: int
    points: int = 0
    left: int = 0
    discords: int = 0
    alliances: int = 0


class Alliance(Value, frozen=True):
    """A force used as if it were the nation's own until the end of the Action Phase.

    ``lasting`` for the alliances of scenario 3; ``lent`` are the areas whose markers it brought.
    """

    force: Side
    nation: Side
    lent: tuple[Area, ...]
    lasting: bool = False


class Halt(Value, frozen=True):
    """The question at which the Action Phase stands still."""

    power: Power
    key: str
    question: str
    area: Area | None = None


class Answer(Value, frozen=True):
    """What a power answered to the question ``key``."""

    key: str
    orders: tuple[Order, ...]


class Impulse(Value, frozen=True):
    """One action to be taken: by whom, and for which nation where that is fixed (9.3)."""

    power: Power
    nation: Side | None = None


class State(Value, frozen=True):
    """A match of Three Kingdoms."""

    scenario: str
    turn: int
    step: Step
    order: tuple[Power, ...]
    points: Mapping[Power, int]
    impulses: tuple[Impulse, ...]
    generals: tuple[General, ...]
    waiting: tuple[Waiting, ...]
    fallen: frozenset[Who]
    markers: Mapping[Area, Side]
    han: frozenset[Area]
    treasuries: Mapping[Side, Treasury]
    alliances: tuple[Alliance, ...]
    standing: Mapping[Power, tuple[Order, ...]]
    dice: Dice
    stamp: int = 0
    forced: tuple[tuple[str, int], ...] = ()
    rolls: Mapping[Power, int] = field(default_factory=dict)
    plans: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    halt: Halt | None = None
    answers: tuple[Answer, ...] = ()
    resume: "State | None" = None
    told: int = 0
    ended: End | None = None
    format: int = 1
