"""Orders of the Diplomacy family, as values.

An order is what the player wrote, not yet compared with any position: a unit's kind is None where
the player left it out, and places are ids that need not border each other.
"""

from enum import Enum
from typing import Final, NewType

from gm.values import frozen

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


@frozen
class UnitName:
    """A unit as an order names it; ``kind`` is None where the order leaves it out."""

    kind: Kind | None
    at: Place


@frozen
class Hold:
    """The unit holds its position. Rulebook: The Hold Order."""

    unit: UnitName


@frozen
class Move:
    """The unit moves; ``stops`` are the places written between its own and ``to``, in order.

    Only a convoy has stops, the bodies of water it goes over. Rulebook: The Move Order, The Convoy
    Order.
    """

    unit: UnitName
    to: Place
    route: Route = Route.OPEN
    stops: tuple[Place, ...] = ()


@frozen
class Support:
    """The unit supports ``target`` in moving to ``to``, or in holding if ``to`` is None.

    Rulebook: The Support Order.
    """

    unit: UnitName
    target: UnitName
    to: Place | None = None


@frozen
class Convoy:
    """The fleet convoys ``army`` to ``to``. Rulebook: The Convoy Order."""

    unit: UnitName
    army: UnitName
    to: Place


@frozen
class Retreat:
    """The dislodged unit retreats. Rulebook: Retreats/Disbandments."""

    unit: UnitName
    to: Place


@frozen
class Disband:
    """The dislodged unit disbands by choice."""

    unit: UnitName


@frozen
class IfDislodged:
    """A retreat ordered ahead: the first legal of ``places``, else (or at the end) disbanding.

    ``disband`` tells whether the player wrote so at the end of the list.
    """

    unit: UnitName
    places: tuple[Place, ...]
    disband: bool = False


@frozen
class Build:
    """A new unit; ``unit.kind`` is None where the order leaves it out."""

    unit: UnitName


@frozen
class Remove:
    """A unit is taken off the board in the adjustments phase."""

    unit: UnitName


@frozen
class Waive:
    """``count`` builds are not used."""

    count: int = 1


@frozen
class HoldAll:
    """All units of the clan, or those of one kind, hold if the same sheet has no other order.

    ``count`` is how many there are in the player's words ("both"), None if that was not said.
    """

    kind: Kind | None = None
    count: int | None = None


@frozen
class Cancel:
    """Takes back all orders written so far in this phase, or those of one unit."""

    unit: UnitName | None = None


@frozen
class Concede:
    """The clan concedes defeat, until it takes that back. Rulebook: Object of the Game."""


@frozen
class WithdrawConcession:
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
