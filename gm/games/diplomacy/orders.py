"""Orders of the Diplomacy family, as values.

An order is what the player wrote, not yet compared with any position: a unit's kind is None where
the player left it out, and places are ids that need not border each other.
"""

from enum import Enum
from typing import Final, NewType

from gm.values import Value

Place = NewType("Place", str)
"""The id of a province (``kai``) or, on maps with split coasts, of a coast (``stp/nc``)."""


class Kind(Enum):
    """The two kinds of units."""

    ARMY = "A"
    FLEET = "F"


ARMY: Final = Kind.ARMY
FLEET: Final = Kind.FLEET


class Route(Enum):
    """What a move order says about its way."""

    OPEN = "open"
    """Nothing: the rules decide."""
    CONVOY = "convoy"
    """"by convoy" or "via"; a bare sea route (``A NAG-SUS-BUN``) is mere information."""
    LAND = "land"
    """"by land"."""


class UnitName(Value, frozen=True):
    """A unit as an order names it; ``kind`` is None where the order leaves it out."""

    kind: Kind | None
    at: Place


class Hold(Value, frozen=True):
    """The unit holds its position. Rulebook: The Hold Order."""

    unit: UnitName


class Move(Value, frozen=True):
    """The unit moves; ``stops`` are the places written between its own and ``to``, in order.

    Only a convoy has stops, the bodies of water it goes over. Rulebook: The Move Order, The Convoy
    Order.
    """

    unit: UnitName
    to: Place
    route: Route = Route.OPEN
    stops: tuple[Place, ...] = ()


class Support(Value, frozen=True):
    """The unit supports ``target`` in moving to ``to``, or in holding if ``to`` is None.

    Rulebook: The Support Order.
    """

    unit: UnitName
    target: UnitName
    to: Place | None = None


class Convoy(Value, frozen=True):
    """The fleet convoys ``army`` to ``to``. Rulebook: The Convoy Order."""

    unit: UnitName
    army: UnitName
    to: Place


class Retreat(Value, frozen=True):
    """The dislodged unit retreats. Rulebook: Retreats/Disbandments."""

    unit: UnitName
    to: Place


class Disband(Value, frozen=True):
    """The dislodged unit disbands by choice."""

    unit: UnitName


class IfDislodged(Value, frozen=True):
    """A retreat ordered ahead: the first legal of ``places``, else (or at the end) disbanding.

    ``disband`` tells whether the player wrote so at the end of the list.
    """

    unit: UnitName
    places: tuple[Place, ...]
    disband: bool = False


class Build(Value, frozen=True):
    """A new unit; ``unit.kind`` is None where the order leaves it out."""

    unit: UnitName


class Remove(Value, frozen=True):
    """A unit is taken off the board in the adjustments phase."""

    unit: UnitName


class Waive(Value, frozen=True):
    """``count`` builds are not used."""

    count: int = 1


class HoldAll(Value, frozen=True):
    """All units of the clan, or those of one kind, hold if the same sheet has no other order.

    ``count`` is how many there are in the player's words ("both"), None if that was not said.
    """

    kind: Kind | None = None
    count: int | None = None


class Cancel(Value, frozen=True):
    """Takes back all orders written so far in this phase, or those of one unit."""

    unit: UnitName | None = None


class Concede(Value, frozen=True):
    """The clan concedes defeat, until it takes that back. Rulebook: Object of the Game."""


class WithdrawConcession(Value, frozen=True):
    """The clan takes its concession back."""


Order = (
    Hold
    | Move
    | Support
    | Convoy
    | Retreat
    | Disband
    | IfDislodged
    | Build
    | Remove
    | Waive
    | HoldAll
    | Cancel
    | Concede
    | WithdrawConcession
)
