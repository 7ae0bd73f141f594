"""The board of a game of the Diplomacy family: provinces, coasts, borders, bridges, powers.

Everything that belongs to the map, and not to a position, is worked out once, when the board is
read from a map file (``loading``).

Two kinds of places: a *province* (``stp``), of which a board has so many and in which one unit
stands, and a *location* (``stp``, ``stp/nc``), which is what a unit's position and a fleet's
border name. They differ only where a province has split coasts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from gm.games.diplomacy.orders import Kind, Place
from gm.games.vocabulary import Power, Side
from gm.values import Value

NEUTRAL = Power("neutral")
"""Whose the garrisons are: no power, but written like one."""

Borders = Mapping[Place, frozenset[Place]]
Steps = Mapping[Place, Mapping[Place, Place]]


class Terrain(Enum):
    """What may stand in a province. Rulebook: the three types of territories."""

    SEA = "sea"
    """Only fleets."""
    COAST = "coast"
    """Armies and fleets."""
    INLAND = "inland"
    """Only armies."""


COAST_NAMES = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
OPEN = "open"
"""The ``centre`` of a province whose supply centre nobody owns at the start."""


class Province(Value, frozen=True):
    """A space of the board.

    ``centre`` is None without a supply centre, else ``open``, ``neutral`` (garrisoned) or the
    power whose home it is. ``coasts`` are the locations of split coasts, with their names.
    ``lon`` and ``lat`` are degrees, where the map has them.
    """

    id: Place
    name: str
    terrain: Terrain
    centre: str | None
    coasts: Mapping[Place, str]
    aliases: tuple[str, ...]
    lon: float | None = None
    lat: float | None = None


class Founding(Value, frozen=True):
    """A power as the board sets it up: its home centres and its first units."""

    side: Side
    homes: tuple[Place, ...]
    units: tuple[tuple[Kind, Place], ...]
    colour_name: str


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything that a map file says of the board, and what follows from it.

    ``army_borders`` joins provinces, ``fleet_borders`` locations. ``province_of`` gives the
    province of every location; ``army_steps`` and ``fleet_steps`` put it beside the
    borders, sorted.
    ``influence`` gives the provinces that a fleet at a location can move into, on whatever coast.
    ``shores`` gives the provinces with a coast on a sea, ``seas_at`` the seas that a coastal
    province touches.
    """

    provinces: Mapping[Place, Province]
    powers: Mapping[Power, Founding]
    garrisons: tuple[Place, ...]
    ambiguous: Mapping[str, tuple[Place, ...]]
    bridges: frozenset[frozenset[Place]]
    army_borders: Borders
    fleet_borders: Borders
    army_steps: Steps
    fleet_steps: Steps
    province_of: Mapping[Place, Place]
    influence: Borders
    seas: frozenset[Place]
    shores: Borders
    seas_at: Borders
    sea_borders: Borders
    centres: frozenset[Place]
    colours: Mapping[str, str]
    victory_centres: int
    shares_draws: bool

    def name(self, place: Place) -> str:
        """The name of a province or a coast for people (``South Shinano``)."""
        province = self.provinces[self.province_of[place]]
        return province.coasts.get(place, province.name)

    def power_name(self, power: Power) -> str:
        """The name of a power for people; the garrisons' is ``Neutral``."""
        return self.powers[power].side.name if power in self.powers else "Neutral"

    def reaches(self, kind: Kind, start: Place, goal: Place) -> bool:
        """True if such a unit could move from one location to the other without a convoy.

        *goal* may name a province with split coasts; then any coast will do for a fleet.
        """
        if kind is Kind.ARMY:
            return self.province_of[goal] in self.army_borders.get(self.province_of[start], ())
        if goal in self.fleet_borders.get(start, ()):
            return True
        return goal in self.provinces and goal in self.influence.get(start, ())

    def coasts_towards(self, start: Place, goal: Place) -> tuple[Place, ...]:
        """The locations of the province *goal* that a fleet at *start* borders."""
        return tuple(
            sorted(
                near
                for near in self.fleet_borders.get(start, ())
                if self.province_of[near] == self.province_of[goal]
            )
        )


def spellings_of(board: Board) -> Mapping[str, str]:
    """Every spelling of every location -> its id; a spelling of several is ``?one|other``."""
    words: dict[str, str] = {}
    for province in board.provinces.values():
        for spelling in (province.id, province.name, *province.aliases):
            words[spelling] = str(province.id)
        for coast in province.coasts:
            words |= {spelling: str(coast) for spelling in _coast_spellings(province, coast)}
    for name, places in board.ambiguous.items():
        words[name] = "?" + "|".join(places)
    return words


def _coast_spellings(province: Province, coast: Place) -> Iterable[str]:
    short = coast.rpartition("/")[2]
    long = COAST_NAMES[short]
    for spelling in (province.id, province.name, *province.aliases):
        yield from (f"{spelling}/{short}", f"{spelling} {short}", f"{spelling}({short})")
        yield from (f"{spelling} ({short})", f"{spelling} {long}", f"{spelling} ({long})")
