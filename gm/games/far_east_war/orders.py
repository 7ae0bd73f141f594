"""Orders of Far East War 1592, as values.

An order is what the player wrote, not yet compared with any position: parts that the player left
out are None, and ids need not fit each other.
"""

from enum import Enum

from gm.games.far_east_war.map import Action, AreaId, GeneralId, LegionId
from gm.games.vocabulary import Power
from gm.values import Value

NEW = LegionId("new")
"""Stands for a legion that is yet to be formed."""
LED_BY = "@led by "
STANDING_IN = "@standing in "
AREA_OF = "@area of "
"""A legion that is named by its General or its area, and an area that is named by its legion, are
an id after these words; the check of the orders puts what is meant in their place."""


class Choose(Value, frozen=True):
    """Takes these Generals at set-up. Rulebook: Game Setup."""

    generals: tuple[GeneralId, ...]


class Wish(Value, frozen=True):
    """Wants one Legendary General at set-up: the first of the list that is still free."""

    generals: tuple[GeneralId, ...]


class Marker(Value, frozen=True):
    """Moves the turn marker; ``steps`` or ``action`` may be left out, not both."""

    steps: int | None
    action: Action | None = None


class Deploy(Value, frozen=True):
    """Puts a General from the hand on a legion, also at set-up. Generals Phase A."""

    general: GeneralId
    legion: LegionId


class Replace(Value, frozen=True):
    """Puts ``new`` in the place of ``old``, with his wounds. Generals Phase B."""

    old: GeneralId
    new: GeneralId


class Withdraw(Value, frozen=True):
    """Takes a General back to the hand. Generals Phase C."""

    general: GeneralId


class Levy(Value, frozen=True):
    """Deploys Gwak Jae-woo with a new legion that may move to ``to`` or attack ``target``."""

    general: GeneralId
    area: AreaId
    to: AreaId | None = None
    target: LegionId | None = None


class Give(Value, frozen=True):
    """Leaves so much of this turn's production, or half of it, to the team-mate.

    Rulebook: 4 Player Game. ``to`` is whom the letter names, if it names him.
    """

    amount: int | None
    to: Power | None = None


class Recruit(Value, frozen=True):
    """New troops in an area; without a legion they fill the own legions there. Recruit Phase.

    Without an area they are for the area of the legion.
    """

    troops: int
    area: AreaId | None
    legion: LegionId | None = None


class Shift(Value, frozen=True):
    """Moves troops from one legion to another of its area (or to a new one). Regroup Phase.

    Without a number all troops of the legion join the other.
    """

    troops: int | None
    source: LegionId
    target: LegionId


class Regroup(Value, frozen=True):
    """The troops of all own legions in an area after regrouping, and where Generals go."""

    area: AreaId
    sizes: tuple[tuple[LegionId, int], ...]
    generals: tuple[tuple[GeneralId, LegionId], ...] = ()


class Move(Value, frozen=True):
    """The legion moves, over ``via`` where it goes two areas. Move Phase."""

    legion: LegionId
    to: AreaId
    via: AreaId | None = None


class Exchange(Value, frozen=True):
    """Two legions in adjacent areas change places. Move Phase."""

    first: LegionId
    second: LegionId


class Attack(Value, frozen=True):
    """Declares a battle; ``sail`` is the sea area it first moves to. Declare Battles."""

    target: LegionId
    attacker: LegionId
    supports: tuple[LegionId, ...] = ()
    sail: AreaId | None = None


class Stay(Value, frozen=True):
    """The legion does not move; after its battle it does not advance."""

    legion: LegionId


class Support(Value, frozen=True):
    """The legion supports a battle ordered beside it, named by attacker or target.

    Without a name it is the battle that the same letter ordered last.
    """

    legion: LegionId
    battle: LegionId | None


class Question(Enum):
    """A yes-or-no choice of the attacker that comes up in or after a battle."""

    ADVANCE = "advance"
    """Move into the emptied area. Battle Results."""
    STRIKE_AGAIN = "strike_again"
    """Fukushima's second strike."""
    REMOVE_TWO = "remove_two"
    """Ginchiyo removes two troops instead of rolling."""
    PROVOKE = "provoke"
    """Non-gae places her token."""
    GROW = "grow"
    """Liu Ting adds troops to his legion."""
    SPLASH = "splash"
    """Tzu Cheng-shiun removes a troop of the other legion."""
    TAKE_WOUND = "take_wound"
    """Yi Eokgi takes a wound for two troops."""


class Answer(Value, frozen=True):
    """The answer to a question for one own legion, or for all of them where it is None."""

    question: Question
    yes: bool
    legion: LegionId | None = None


class Infight(Value, frozen=True):
    """Kobayakawa's legion lets the two enemy legions of an area fight each other instead.

    ``protect`` is the one of the two that no other battle of the turn aims at.
    """

    area: AreaId
    legion: LegionId | None = None
    protect: LegionId | None = None


class Resolve(Value, frozen=True):
    """The battles are resolved in this order; each is named by its attacker or its target."""

    legions: tuple[LegionId, ...]


class Measure(Enum):
    """What a condition looks at."""

    LOST = "lost"
    """Troops the legion has lost since the turn began."""
    TROOPS = "troops"
    """Troops the legion has; none when it is gone."""
    WOUNDS = "wounds"
    """Wounds of a General."""
    SUPPLY = "supply"
    """Supply points of the player."""
    HOLDS = "holds"
    """1 where the player's side controls the area, else 0."""
    LEGIONS = "legions"
    """Enemy legions in the area."""
    STANDS = "stands"
    """1 where the legion stands in the area ``place``, else 0."""
    LIVES = "lives"
    """1 while a General has not been killed, else 0."""
    CARD = "card"
    """1 where this event card has been turned over in the turn, else 0."""


class Compare(Enum):
    """How a condition compares."""

    AT_LEAST = "at least"
    AT_MOST = "at most"


class Condition(Value, frozen=True):
    """A test of the position at the moment the order's turn comes.

    ``subject`` is a legion, a General, an area or an event card, or None where supply points are
    measured.
    """

    measure: Measure
    subject: str | None
    compare: Compare
    number: int
    place: AreaId | None = None


class Reroll(Enum):
    """Which of his dice Xing Jie rolls again."""

    NONE = "none"
    BLANKS = "blanks"
    BLANKS_AND_STEALS = "blanks and steals"


class StandingReroll(Value, frozen=True):
    """Standing instruction for Xing Jie's rerolls."""

    policy: Reroll


class StandingShield(Value, frozen=True):
    """Standing instruction for Princess Rong-Chang: whether, and with which legions, she shields.

    An empty tuple of legions means all that may be used.
    """

    use: bool
    legions: tuple[LegionId, ...] = ()


class StandingAssassinate(Value, frozen=True):
    """Standing instruction for Assassinations: the first of these that can be wounded."""

    generals: tuple[GeneralId, ...]


class StandingHeal(Value, frozen=True):
    """Standing instruction for Medical Officers: the first of these that is wounded."""

    generals: tuple[GeneralId, ...]


class StandingHidden(Value, frozen=True):
    """Standing instruction for Hidden forces: recruit so many troops in this area."""

    troops: int
    area: AreaId | None
    legion: LegionId | None = None


class StandingReset(Value, frozen=True):
    """Standing instruction for Reset: deploy this General on this legion, or nobody."""

    general: GeneralId | None
    legion: LegionId | None


class StandingSplit(Value, frozen=True):
    """Standing instruction for Bountiful Harvest: so much, or half, of it to the team-mate."""

    amount: int | None
    to: Power | None = None


class StandingLend(Value, frozen=True):
    """Standing instruction for the team-mate's battles: whether he may use one's legions."""

    yes: bool


class Cancel(Value, frozen=True):
    """Takes back all orders sent so far for this turn (standing instructions stay)."""


class Undone(Enum):
    """Which orders one takes back."""

    ATTACK = "attack"
    """Attacks by a legion, and on another where two are named."""
    ATTACK_ON = "attack_on"
    """Attacks on a legion."""
    MOVE = "move"
    """Moves and exchanges of a legion."""
    SUPPORT = "support"
    """Supports of a legion, also those ordered with their attack."""
    RECRUITS = "recruits"
    """Recruits in an area or for a legion."""
    GENERAL = "general"
    """What happens with a General."""
    ALL = "all"
    """All of these for a legion or General; a battle only where the legion attacks."""


class TakeBack(Value, frozen=True):
    """Takes back the orders of one kind, sent so far for this turn, that name all of ``names``."""

    what: Undone
    names: tuple[str, ...] = ()


Standing = (
    StandingReroll
    | StandingShield
    | StandingAssassinate
    | StandingHeal
    | StandingHidden
    | StandingReset
    | StandingSplit
    | StandingLend
)
Plain = (
    Choose
    | Wish
    | Marker
    | Deploy
    | Replace
    | Withdraw
    | Levy
    | Give
    | Recruit
    | Shift
    | Regroup
    | Move
    | Exchange
    | Stay
    | Attack
    | Support
    | Answer
    | Infight
    | Resolve
    | Cancel
    | TakeBack
    | Standing
)


class If(Value, frozen=True):
    """An order that counts only if all conditions hold when its turn comes."""

    conditions: tuple[Condition, ...]
    order: Plain


Order = Plain | If
STANDING = (
    StandingReroll,
    StandingShield,
    StandingAssassinate,
    StandingHeal,
    StandingHidden,
    StandingReset,
    StandingSplit,
    StandingLend,
)


def bare(order: Order) -> Plain:
    """The order without its conditions."""
    return order.order if isinstance(order, If) else order


def conditions(order: Order) -> tuple[Condition, ...]:
    """The conditions of an order; none for most."""
    return order.conditions if isinstance(order, If) else ()
