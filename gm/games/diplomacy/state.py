"""A position of the Diplomacy family between two deadlines, as one value."""

from collections.abc import Iterable, Mapping
from enum import Enum
from operator import attrgetter

from msgspec import field

from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import IfDislodged, Kind, Place, UnitName
from gm.games.vocabulary import End, Power
from gm.values import Value

FORMAT = 1
"""The number of this form of states; a kept state says which form it has."""


class Unit(Value, frozen=True):
    """An army or a fleet and where it stands (on split coasts: on which coast).

    The power of a garrison is ``neutral``.
    """

    power: Power
    kind: Kind
    at: Place

    @property
    def name(self) -> UnitName:
        """The unit as an order names it."""
        return UnitName(self.kind, self.at)


class Beaten(Value, frozen=True):
    """A dislodged unit that owes a retreat; ``unit.at`` is the space it was beaten in.

    ``origin`` is the province its attacker came from, ``retreats`` are all places it may go to.
    """

    unit: Unit
    by: Power
    origin: Place
    by_convoy: bool
    retreats: tuple[Place, ...]


class Season(Enum):
    """The two seasons of a year. Rulebook: Orders, Dates, Format."""

    SPRING = "spring"
    FALL = "fall"


class Stage(Enum):
    """The kinds of phases."""

    MOVEMENT = "movement"
    RETREATS = "retreats"
    ADJUSTMENTS = "adjustments"


class Tally(Value, frozen=True):
    """How many centres each power controlled at the end of a year (0: at the start)."""

    year: int
    centres: Mapping[Power, int]


class State(Value, frozen=True):
    """A position: the board before the orders of the present phase.

    ``units`` are sorted and hold garrisons too, but no dislodged units. ``owners`` gives the
    power that controls each centre; uncontrolled centres are absent. ``contested`` are the
    provinces closed to retreats. ``ahead`` are retreats ordered ahead that still count, secret
    to their powers like ``conceded``. ``emptied`` are the neutral centres whose garrison was
    beaten at any time (for the rule choice that it never returns then).
    """

    year: int
    season: Season
    stage: Stage
    units: tuple[Unit, ...]
    owners: Mapping[Place, Power]
    dislodged: tuple[Beaten, ...] = ()
    contested: frozenset[Place] = frozenset()
    ahead: Mapping[Power, tuple[IfDislodged, ...]] = field(default_factory=dict)
    conceded: frozenset[Power] = frozenset()
    emptied: frozenset[Place] = frozenset()
    tallies: tuple[Tally, ...] = ()
    ended: End | None = None
    format: int = FORMAT

    def of(self, power: Power) -> tuple[Unit, ...]:
        """The units of a power that stand on the board."""
        return tuple(unit for unit in self.units if unit.power == power)

    def centres_of(self, power: Power) -> tuple[Place, ...]:
        """The centres that a power controls, sorted."""
        return tuple(sorted(place for place, owner in self.owners.items() if owner == power))

    def beaten_of(self, power: Power) -> tuple[Beaten, ...]:
        """The dislodged units of a power."""
        return tuple(beaten for beaten in self.dislodged if beaten.unit.power == power)


def in_order(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units in their fixed order: by power, then by place."""
    return tuple(sorted(units, key=attrgetter("power", "at")))


def first_state(board: Board, year: int, season: Season) -> State:
    """The position before the first order. Rulebook: Starting Positions of Units."""
    units = [
        Unit(power, kind, at)
        for power, founding in board.powers.items()
        for kind, at in founding.units
    ]
    garrisons = [Unit(NEUTRAL, Kind.ARMY, at) for at in board.garrisons]
    owners = {home: power for power, founding in board.powers.items() for home in founding.homes}
    return State(
        year=year,
        season=season,
        stage=Stage.MOVEMENT,
        units=in_order((*units, *garrisons)),
        owners=dict(sorted(owners.items())),
        tallies=(Tally(0, count_centres(board, owners)),),
    )


def count_centres(board: Board, owners: Mapping[Place, Power]) -> dict[Power, int]:
    """How many centres each power of the board controls."""
    counts = dict.fromkeys(board.powers, 0)
    for owner in owners.values():
        counts[owner] += 1
    return counts


def remaining(board: Board, state: State) -> tuple[Power, ...]:
    """The powers that are not eliminated: those with a unit or a centre."""
    alive = {unit.power for unit in state.units} | set(state.owners.values())
    alive |= {beaten.unit.power for beaten in state.dislodged}
    return tuple(power for power in board.powers if power in alive)
