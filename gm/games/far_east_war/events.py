"""What can happen in Far East War 1592, in the past tense.

An event carries ids and numbers; ``telling.py`` finds the words. Sentences appear only in
``reason`` fields, where a rule says why something could not be done.
"""

from gm.games.far_east_war.map import Action, AreaId, GeneralId, LegionId, Role, Team, Terrain
from gm.games.far_east_war.orders import Order
from gm.games.vocabulary import Power
from gm.values import Value


class GeneralsChosen(Value, frozen=True):
    """A power took its hand at set-up; ``generals`` are empty for those who may not know."""

    power: Power
    generals: tuple[GeneralId, ...]
    legendary: GeneralId | None
    count: int
    cost: int
    by_default: bool


class WishDenied(Value, frozen=True):
    """A power wished for a Legendary General and gets none, for nothing. Rulebook: Game Setup."""

    power: Power
    reason: str


class TurnBegan(Value, frozen=True):
    """A new turn; ``by_default`` tells that no order stood for it.

    ``none_stood`` tells that orders had come all the same.
    """

    turn: int
    power: Power
    by_default: bool
    none_stood: bool = False


class MarkerMoved(Value, frozen=True):
    """The turn marker moved. Rulebook: Turn Overview."""

    power: Power
    team: Team
    start: int
    steps: int
    space: int
    action: Action
    cost: int


class CardRevealed(Value, frozen=True):
    """The marker crossed the event line. Rulebook: Events."""

    card: str
    left: int


class CardWithoutEffect(Value, frozen=True):
    """A card was resolved and changed nothing. Rulebook: Glossary of Event Cards."""

    card: str


class ActionBegan(Value, frozen=True):
    """What the card brought is over; the action of the space begins. Rulebook: Turn Overview."""

    power: Power
    action: Action


class DissensionsLifted(Value, frozen=True):
    """The Generals action is possible again."""


class DeckBuilt(Value, frozen=True):
    """Reset made a new event deck."""

    size: int


class SupplyGained(Value, frozen=True):
    """Supply points came in; what went above the maximum was lost."""

    power: Power
    amount: int
    now: int
    why: str
    lost: int = 0


class SupplyLost(Value, frozen=True):
    """Supply points were taken away."""

    power: Power
    amount: int
    now: int
    why: str


class SupplyStolen(Value, frozen=True):
    """Steal supply results: ``wanted`` is what the dice would have allowed."""

    thief: Power
    victim: Power
    amount: int
    wanted: int


class GeneralDeployed(Value, frozen=True):
    """A General came onto a legion. Generals Phase A."""

    power: Power
    general: GeneralId
    legion: LegionId
    area: AreaId
    cost: int
    now: int


class GeneralReplaced(Value, frozen=True):
    """One General took the place and the wounds of another. Generals Phase B."""

    power: Power
    old: GeneralId
    new: GeneralId
    legion: LegionId
    wounds: int
    cost: int
    now: int


class GeneralWithdrawn(Value, frozen=True):
    """A General went back to the hand. Generals Phase C."""

    power: Power
    general: GeneralId
    legion: LegionId
    cost: int
    now: int


class LegionFounded(Value, frozen=True):
    """A new legion stands on the map."""

    power: Power
    legion: LegionId
    area: AreaId
    troops: int
    why: str


class Recruited(Value, frozen=True):
    """Troops were recruited into a legion. Recruit Phase."""

    power: Power
    area: AreaId
    legion: LegionId
    troops: int
    total: int
    cost: int
    now: int
    """Supply points left."""


class Regrouped(Value, frozen=True):
    """Own legions of an area share their troops anew. Regroup Phase."""

    area: AreaId
    before: tuple[tuple[LegionId, int], ...]
    after: tuple[tuple[LegionId, int], ...]


class GeneralTransferred(Value, frozen=True):
    """A General went to another legion of his area when it regrouped."""

    general: GeneralId
    legion: LegionId


class LegionMoved(Value, frozen=True):
    """A legion moved. Move Phase."""

    legion: LegionId
    start: AreaId
    via: AreaId | None
    to: AreaId
    troops: int
    cost: int
    now: int


class LegionsExchanged(Value, frozen=True):
    """Two legions changed places. Move Phase."""

    first: LegionId
    second: LegionId
    first_to: AreaId
    second_to: AreaId
    cost: int
    now: int


class BattleDeclared(Value, frozen=True):
    """A battle was declared and paid. Declare Battles."""

    attacker: LegionId
    target: LegionId
    area: AreaId
    supports: tuple[LegionId, ...]
    sail: AreaId | None
    cost: int
    now: int
    forced: bool = False


class BattleVoid(Value, frozen=True):
    """A declared battle could not be fought; what was paid stays paid."""

    attacker: LegionId
    target: LegionId
    reason: str


class BattleBegan(Value, frozen=True):
    """One battle is resolved. Resolve Battles."""

    attacker: LegionId
    attacker_general: GeneralId | None
    attacker_troops: int
    defender: LegionId
    defender_general: GeneralId | None
    defender_troops: int
    supports: tuple[LegionId, ...]
    area: AreaId
    terrain: Terrain


class DiceCounted(Value, frozen=True):
    """Why a legion rolls so many dice."""

    legion: LegionId
    role: Role
    troops: int
    supports: int
    extra: int
    lone: int
    reduced: int
    total: int


class NoDice(Value, frozen=True):
    """A legion does not roll, because of a General's ability."""

    legion: LegionId
    general: GeneralId


class Rolled(Value, frozen=True):
    """Dice were rolled; ``first`` is the number of the first of them since the match began.

    It is 0 where faces do not follow from that number (``gm.games.dice.BOUND``).
    """

    legion: LegionId
    role: Role
    faces: str
    first: int


class Rerolled(Value, frozen=True):
    """Some dice were rolled again; ``positions`` count from 1, ``faces`` is the whole after it."""

    legion: LegionId
    general: GeneralId
    positions: tuple[int, ...]
    faces: str
    first: int


class ResultCounted(Value, frozen=True):
    """What a roll scored, and what the other side cancelled of it."""

    legion: LegionId
    role: Role
    hits: int
    by_badge: int
    blocked: int
    """Land faces that did not count against Gim Si-min."""
    cancelled: int
    general_hits: int
    general_hits_ignored: int
    steals: int
    wounds_by_badge: int = 0
    steals_by_badge: int = 0


class TroopsLost(Value, frozen=True):
    """Troops were removed from a legion."""

    legion: LegionId
    count: int
    left: int
    why: str


class TroopsGained(Value, frozen=True):
    """Troops were added to a legion by an ability."""

    legion: LegionId
    count: int
    now: int
    why: str


class LegionGone(Value, frozen=True):
    """A legion was eliminated or dissolved."""

    legion: LegionId
    area: AreaId
    owner: Power


class GeneralWounded(Value, frozen=True):
    """A General took wounds (fewer than would kill him, or just as many)."""

    general: GeneralId
    wounds: int
    total: int
    health: int
    why: str


class GeneralHealed(Value, frozen=True):
    """A General lost a wound from his record."""

    general: GeneralId
    total: int


class GeneralKilled(Value, frozen=True):
    """A General died; his token goes to the other side."""

    general: GeneralId
    token_to: Team


class GeneralReturned(Value, frozen=True):
    """A General whose legion was eliminated went back to his owner's hand, healed."""

    general: GeneralId
    power: Power


class GeneralProvoked(Value, frozen=True):
    """Non-gae's token lies on a General now."""

    general: GeneralId


class ProvocationEnded(Value, frozen=True):
    """Non-gae's token was taken off."""

    general: GeneralId


class LegionAdvanced(Value, frozen=True):
    """The attacking legion moved into the emptied area, free of charge. Battle Results."""

    legion: LegionId
    start: AreaId
    to: AreaId


class AdvanceDeclined(Value, frozen=True):
    """The attacking legion might have moved in, but stayed by its player's wish."""

    legion: LegionId
    area: AreaId


class AdvanceBarred(Value, frozen=True):
    """The target is gone, but another legion still holds its area. Rulebook: Battle Results."""

    legion: LegionId
    area: AreaId
    by: tuple[LegionId, ...]


class BattleEnded(Value, frozen=True):
    """The end of one battle: troops that are left on both sides."""

    attacker: LegionId
    attacker_troops: int
    defender: LegionId
    defender_troops: int


class InfightingBegan(Value, frozen=True):
    """Two legions of one side fight each other instead of the declared battle."""

    legion: LegionId
    area: AreaId
    first: LegionId
    second: LegionId


class ControlChanged(Value, frozen=True):
    """An area changed hands; None is nobody."""

    area: AreaId
    old: Team | None
    new: Team | None


class OrderRefused(Value, frozen=True):
    """An order was not followed when its turn came."""

    power: Power
    order: Order
    reason: str


class PartDropped(Value, frozen=True):
    """A support, or infighting, was left out of an attack that was declared all the same."""

    power: Power
    attacker: LegionId
    reason: str


class ConditionFailed(Value, frozen=True):
    """An order was left out because its condition did not hold."""

    power: Power
    order: Order


class ProductionCounted(Value, frozen=True):
    """Both sides' production points at the end of a turn."""

    japan: int
    korea_ming: int


class MatchEnded(Value, frozen=True):
    """The match is over."""

    winners: tuple[Power, ...]
    sentence: str


Event = (
    GeneralsChosen
    | WishDenied
    | TurnBegan
    | MarkerMoved
    | CardRevealed
    | CardWithoutEffect
    | ActionBegan
    | DissensionsLifted
    | DeckBuilt
    | SupplyGained
    | SupplyLost
    | SupplyStolen
    | GeneralDeployed
    | GeneralReplaced
    | GeneralWithdrawn
    | LegionFounded
    | Recruited
    | Regrouped
    | GeneralTransferred
    | LegionMoved
    | LegionsExchanged
    | BattleDeclared
    | BattleVoid
    | BattleBegan
    | DiceCounted
    | NoDice
    | Rolled
    | Rerolled
    | ResultCounted
    | TroopsLost
    | TroopsGained
    | LegionGone
    | GeneralWounded
    | GeneralHealed
    | GeneralKilled
    | GeneralReturned
    | GeneralProvoked
    | ProvocationEnded
    | LegionAdvanced
    | AdvanceDeclined
    | AdvanceBarred
    | BattleEnded
    | InfightingBegan
    | ControlChanged
    | OrderRefused
    | PartDropped
    | ConditionFailed
    | ProductionCounted
    | MatchEnded
)
