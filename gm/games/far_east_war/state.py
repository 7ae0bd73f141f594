"""The state of a match of Far East War 1592 between two letters."""

from collections.abc import Mapping
from enum import Enum

from gm.games.dice import Dice
from gm.games.far_east_war.map import AreaId, GeneralId, LegionId, Team
from gm.games.far_east_war.orders import Order
from gm.games.vocabulary import Power
from gm.values import Value

FORMAT = 1
HIDDEN = "hidden"
"""Stands for a card whose face the reader may not know."""


class Stage(Enum):
    """Where in the sequence of play the match waits for letters."""

    SETUP = "setup"
    TURN = "turn"
    """The active player's whole turn."""
    ACTION = "action"
    """The rest of the turn, once its event card is known (option ``event_mode: two_step``)."""
    OVER = "over"


class Legion(Value, frozen=True):
    """A legion on the map; ``owner`` is the power whose tokens it is made of."""

    id: LegionId
    owner: Power
    at: AreaId
    troops: int
    general: GeneralId | None = None

    @property
    def number(self) -> int:
        """The running number in its id, by which ties are broken."""
        return int("".join(letter for letter in self.id if letter.isdigit()) or 0)


class Holding(Value, frozen=True):
    """What a power has beside the map; ``unseen`` counts hand cards that a view leaves out."""

    supply: int
    hand: tuple[GeneralId, ...] = ()
    unseen: int = 0
    founded: int = 0
    """How many legions have been numbered so far; numbers are never used again."""


class Ending(Value, frozen=True):
    """How the match ended."""

    winners: tuple[Power, ...]
    sentence: str


class State(Value, frozen=True):
    """Everything that is kept of a match; ``turn`` counts turns from 1, set-up is 0."""

    format: int
    stage: Stage
    turn: int
    active: Power
    dice: Dice
    commitment: str
    """Digest of seed and match, published at the start, so that every roll can be verified."""
    legions: tuple[Legion, ...]
    control: Mapping[AreaId, Team]
    """The side that controls an area; areas nobody controls are absent."""
    wounds: Mapping[GeneralId, int]
    provoked: GeneralId | None
    holdings: Mapping[Power, Holding]
    tokens: Mapping[Team, tuple[GeneralId, ...]]
    """The enemy Generals each side has killed."""
    markers: Mapping[Team, int]
    deck: tuple[str, ...]
    aside: tuple[str, ...]
    resets: int
    dissensions: int
    """How many cards must still be revealed before Dissensions is lifted."""
    shown: tuple[GeneralId, ...]
    """Generals that everybody has seen on the map at some time."""
    standing: Mapping[Power, tuple[Order, ...]]
    ending: Ending | None = None


def step_name(turn: int) -> str:
    """What the step is called for which dice are rolled: ``Set-up``, ``Turn 3``."""
    return f"Turn {turn}" if turn else "Set-up"


def production(control: Mapping[AreaId, Team], values: Mapping[AreaId, int], team: Team) -> int:
    """The production points of all areas *team* controls. Rulebook: Production Phase."""
    return sum(values[area] for area, holder in control.items() if holder == team)
