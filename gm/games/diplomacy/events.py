"""What can happen in a match of the Diplomacy family, in the past tense and with its cause.

Units are named as they stood when the phase began. Strengths are those of the rulebook's Effect of
Support: 1 and each support that stood. ``order`` is the order as it was followed: with the kind of
the unit and, for a fleet, the coast it meant; None where nothing was ordered. The sentences that
people read are in ``reasons``.
"""

from enum import Enum

from gm.games.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    IfDislodged,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Support,
)
from gm.games.diplomacy.state import Season, Stage, Unit
from gm.games.vocabulary import Power
from gm.values import Value


class PhaseResolved(Value, frozen=True):
    """The events that follow, up to the next one of these, belong to this phase."""

    year: int
    season: Season
    stage: Stage


class SentNothing(Value, frozen=True):
    """The power was absent: its units held and gave no support. Rulebook: Civil Disorder."""

    power: Power


class Unfit(Enum):
    """Why an order was not followed, whatever the others did."""

    NO_SUCH_UNIT = "no-such-unit"
    WRONG_KIND = "wrong-kind"
    NOT_YOURS = "not-yours"
    OWN_SPACE = "own-space"
    ARMY_TO_SEA = "army-to-sea"
    FLEET_INLAND = "fleet-inland"
    NOT_ADJACENT = "not-adjacent"
    NO_FLEETS = "no-fleets"
    NO_COAST_NAMED = "no-coast-named"
    COAST_OUT_OF_REACH = "coast-out-of-reach"
    NOT_BY_LAND = "not-by-land"
    ROUTE_OF_FLEET = "route-of-fleet"
    ROUTE_OVER_LAND = "route-over-land"
    ROUTE_BROKEN = "route-broken"
    NO_FLEET_ON_ROUTE = "no-fleet-on-route"
    ROUTE_OF_RETREAT = "route-of-retreat"
    SUPPORTS_ITSELF = "supports-itself"
    SUPPORTS_NO_MOVE = "supports-no-move"
    SUPPORT_OUT_OF_REACH = "support-out-of-reach"
    CONVOY_BY_ARMY = "convoy-by-army"
    CONVOY_ON_COAST = "convoy-on-coast"
    CONVOY_OF_FLEET = "convoy-of-fleet"
    CONVOY_NOT_TO_COAST = "convoy-not-to-coast"
    NOT_DISLODGED = "not-dislodged"
    RETREAT_CLOSED = "retreat-closed"
    RETREAT_TO_ATTACKER = "retreat-to-attacker"
    NOT_CONTROLLED = "not-controlled"
    NO_CENTRE = "no-centre"
    NOT_HOME = "not-home"
    OCCUPIED = "occupied"
    NO_KIND_NAMED = "no-kind-named"
    TOO_MANY = "too-many"
    NOTHING_TO_BUILD = "nothing-to-build"
    NOTHING_TO_REMOVE = "nothing-to-remove"
    REMOVED_ALREADY = "removed-already"
    WRONG_PHASE = "wrong-phase"


class OrderRejected(Value, frozen=True):
    """An order that named no unit of its power, or was none for this phase.

    ``unit`` is the one that stands where the order says.
    """

    power: Power
    order: Order
    why: Unfit
    unit: Unit | None = None


# --- Movement: one of these for every unit on the board ---


class Moved(Value, frozen=True):
    """The unit entered ``to``; ``against`` is the strongest that opposed it (0: nobody).

    ``route`` are the spaces of the fleets that could carry it and were not dislodged, as it comes
    by them (empty by land); ``ring`` the units of a circular movement, this one first.
    Rulebook: The Move Order.
    """

    unit: Unit
    order: Move
    to: Place
    strength: int
    against: int = 0
    over: Unit | None = None
    route: tuple[Place, ...] = ()
    ring: tuple[Unit, ...] = ()


class StoodOff(Value, frozen=True):
    """Another attack on the same space was as strong or stronger.

    ``won`` tells that the other got in. ``garrison`` is the unit in the space if it was not
    dislodged.
    Rulebook: Simple Standoffs, Beleaguered Garrison, Self Standoffs.
    """

    unit: Unit
    order: Move
    to: Place
    strength: int
    by: Unit
    against: int
    won: bool = False
    garrison: Unit | None = None


class Repelled(Value, frozen=True):
    """The unit in the space stayed there: ``by`` was not beaten.

    ``uncounted`` are supports that do not help against their own power's unit. If ``by`` was
    ordered to move and could not, ``because`` is the unit at the head of that column, whose own
    result says why. Rulebook: Simple Standoffs (unsupported), Dislodgements (supported).
    """

    unit: Unit
    order: Move
    to: Place
    strength: int
    by: Unit
    against: int
    uncounted: tuple[Unit, ...] = ()
    because: Unit | None = None


class MetHeadOn(Value, frozen=True):
    """Each was ordered into the other's space, and the other was as strong or stronger."""

    unit: Unit
    order: Move
    to: Place
    strength: int
    by: Unit
    against: int


class StoppedByOwn(Value, frozen=True):
    """A unit of the same power did not leave the space. Rulebook: Self Dislodgment Prohibited."""

    unit: Unit
    order: Move
    to: Place
    strength: int
    by: Unit
    because: Unit | None = None


class NoConvoy(Value, frozen=True):
    """No complete chain of fleets was ordered to carry it. Rulebook: The Convoy Order (1)."""

    unit: Unit
    order: Move
    to: Place


class ConvoyDisrupted(Value, frozen=True):
    """``fleet`` was dislodged by ``by``, and no route was left. Rulebook: The Convoy Order (3).

    ``others`` are the other fleets of its routes that were dislodged, each with its winner.
    """

    unit: Unit
    order: Move
    to: Place
    fleet: Unit
    by: Unit
    others: tuple[tuple[Unit, Unit], ...] = ()


class ConvoyKnotted(Value, frozen=True):
    """The convoy hung on its own landing; ``knot`` are the units concerned."""

    unit: Unit
    order: Move
    to: Place
    knot: tuple[Unit, ...]


class KnotStopped(Value, frozen=True):
    """The move failed with the convoys it hung on; ``knot`` are the units concerned.

    Rulebook: The Convoy Order. Only by the rule choice that stops all moves of a knot.
    """

    unit: Unit
    order: Move
    to: Place
    knot: tuple[Unit, ...]


class CircleStopped(Value, frozen=True):
    """The move was one of three or more in a circle; ``ring`` are its units, this one first.

    Rulebook: The Move Order. Only by the rule choice that no units move in a circle.
    """

    unit: Unit
    order: Move
    to: Place
    ring: tuple[Unit, ...]


class Held(Value, frozen=True):
    """The unit stayed as ordered, or for want of an order.

    ``against`` is the strongest attack on it (0: none). ``rival`` made another as strong, where
    both were stronger than the unit. Rulebook: The Hold Order, Beleaguered Garrison.
    """

    unit: Unit
    order: Hold | None
    strength: int
    against: int = 0
    by: Unit | None = None
    rival: Unit | None = None


class Supported(Value, frozen=True):
    """The support stood. ``target`` is the unit that had it. Rulebook: Effect of Support.

    ``despite`` attacked the supporter without cutting the support. Rulebook: Cutting Support.
    """

    unit: Unit
    order: Support
    target: Unit
    despite: Unit | None = None


class SupportCut(Value, frozen=True):
    """The supporter was attacked, or ``dislodged``, by ``by``. Rulebook: Cutting Support."""

    unit: Unit
    order: Support
    by: Unit
    dislodged: bool


class Convoyed(Value, frozen=True):
    """The fleet offered its part of a convoy that the army had ordered too."""

    unit: Unit
    order: Convoy
    army: Unit


class ConvoyLost(Value, frozen=True):
    """The fleet's part of a convoy came to nothing: it was dislodged, or the convoy broke.

    ``by`` dislodged the fleet; None if something else broke the convoy: ``because``.
    """

    unit: Unit
    order: Convoy
    army: Unit
    by: Unit | None
    because: NoConvoy | ConvoyDisrupted | ConvoyKnotted | None = None


class Unmatched(Value, frozen=True):
    """The support or convoy was for something the other unit was not ordered to do.

    ``partner`` is the unit named, None if there is none; ``did`` its order, None if it has none.
    Rulebook: The Support Order, The Convoy Order (1).
    """

    unit: Unit
    order: Support | Convoy
    partner: Unit | None
    did: Order | None


class NotFollowed(Value, frozen=True):
    """The order was illegal; the unit remained in position. Rulebook: Orders, Dates, Format."""

    unit: Unit
    order: Order
    why: Unfit


MoveFailed = (
    StoodOff
    | Repelled
    | MetHeadOn
    | StoppedByOwn
    | NoConvoy
    | ConvoyDisrupted
    | ConvoyKnotted
    | KnotStopped
    | CircleStopped
)
"""The ways in which a legal move can fail."""

MovementResult = (
    Moved
    | MoveFailed
    | Held
    | Supported
    | SupportCut
    | Convoyed
    | ConvoyLost
    | Unmatched
    | NotFollowed
)
"""What became of one unit's order in a movement phase."""


# --- Movement: what follows from it ---


class Dislodged(Value, frozen=True):
    """The unit was beaten by ``by``; it may go to ``retreats``. Rulebook: Dislodgements."""

    unit: Unit
    by: Unit
    strength: int
    against: int
    by_convoy: bool
    retreats: tuple[Place, ...]


class Contested(Value, frozen=True):
    """``place`` ended vacant after a standoff of ``by``: no retreat goes there."""

    place: Place
    by: tuple[Unit, ...]


class DisbandReason(Enum):
    """Why a dislodged unit was taken off the board."""

    ORDERED = "ordered"
    NO_ORDER = "no-order"
    NO_RETREAT = "no-retreat"
    ILLEGAL_ORDER = "illegal-order"
    COLLISION = "collision"
    ABSENT = "absent"
    GARRISON = "garrison"
    LIST_EXHAUSTED = "list-exhausted"


class Disbanded(Value, frozen=True):
    """A dislodged unit was taken off the board.

    ``others`` are the units that were ordered to the same space; ``unfit`` says why an illegal
    retreat order was none. Rulebook: Retreats/Disbandments.
    """

    unit: Unit
    why: DisbandReason
    order: Retreat | Disband | IfDislodged | Order | None = None
    others: tuple[Unit, ...] = ()
    unfit: Unfit | None = None


class Retreated(Value, frozen=True):
    """A dislodged unit went to ``to``; ``ahead`` is the order that answered ahead, if one did."""

    unit: Unit
    to: Place
    order: Retreat | IfDislodged


# --- The year's end and adjustments ---


class ControlChanged(Value, frozen=True):
    """A centre changed hands; ``before`` is None if nobody controlled it."""

    place: Place
    before: Power | None
    now: Power
    unit: Unit


class GarrisonReturned(Value, frozen=True):
    """A neutral centre that nobody took got its garrison back."""

    place: Place


class Adjusts(Value, frozen=True):
    """A power's case in the adjustments: ``change`` units more (+) or fewer (-).

    ``sites`` are the vacant centres it may build in.
    """

    power: Power
    centres: int
    units: int
    change: int
    sites: tuple[Place, ...]


class Built(Value, frozen=True):
    """A new unit was placed. Rulebook: Gaining and Losing Units."""

    unit: Unit
    order: Build


class Removed(Value, frozen=True):
    """A unit was taken off the board; ``order`` is None if nobody ordered which.

    ``distance`` from home is told for removals that nobody ordered; None: it has no way home.
    """

    unit: Unit
    order: Remove | None
    distance: int | None = None


class Waived(Value, frozen=True):
    """``count`` builds were not used; ``ordered`` tells whether by order."""

    power: Power
    count: int
    ordered: bool


class AdjustmentRefused(Value, frozen=True):
    """A build or removal that was not possible; ``unit`` stands where a removal says."""

    power: Power
    order: Order
    why: Unfit
    unit: Unit | None = None


class Eliminated(Value, frozen=True):
    """The power has neither centre nor unit left."""

    power: Power


class EndReason(Enum):
    """How a match can end."""

    CENTRES = "centres"
    CONCESSION = "concession"
    LAST = "last"
    AGREED_DRAW = "agreed-draw"
    GAMEMASTER = "gamemaster"


class MatchEnded(Value, frozen=True):
    """The match is over. Rulebook: Object of the Game."""

    winners: tuple[Power, ...]
    why: EndReason
    sentence: str


Event = (
    PhaseResolved
    | SentNothing
    | OrderRejected
    | MovementResult
    | Dislodged
    | Contested
    | Disbanded
    | Retreated
    | ControlChanged
    | GarrisonReturned
    | Adjusts
    | Built
    | Removed
    | Waived
    | AdjustmentRefused
    | Eliminated
    | MatchEnded
)
