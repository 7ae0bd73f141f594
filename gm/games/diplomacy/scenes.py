"""The board after each phase that one adjudication resolved, told from its events alone.

In: the position before and the events. Out: for each phase its events and the scenes before and
after them. An adjudication may resolve several phases (moves, retreats that nobody had to choose,
the year's end); reports and pictures show each by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from gm.games.diplomacy.events import (
    Adjusts,
    Built,
    ControlChanged,
    Disbanded,
    Dislodged,
    Eliminated,
    Event,
    GarrisonReturned,
    MatchEnded,
    Moved,
    PhaseResolved,
    Removed,
    Retreated,
)
from gm.games.diplomacy.map import NEUTRAL
from gm.games.diplomacy.orders import Kind, Place
from gm.games.diplomacy.state import Season, State, Unit, in_order
from gm.games.vocabulary import Power
from gm.values import Value, replace


class Scene(Value, frozen=True):
    """What stands on the board: units, dislodged units that wait, and who controls what."""

    units: tuple[Unit, ...]
    beaten: tuple[Unit, ...]
    owners: Mapping[Place, Power]

    def of(self, power: Power) -> tuple[Unit, ...]:
        """The units of a power, dislodged ones too."""
        return tuple(unit for unit in (*self.units, *self.beaten) if unit.power == power)


class Part(Enum):
    """What a chapter tells of: a phase, or the year's end that follows the last retreats."""

    MOVEMENT = "movement"
    RETREATS = "retreats"
    YEAR_END = "year's end"
    ADJUSTMENTS = "adjustments"


YEAR_END = ControlChanged | GarrisonReturned | Adjusts | Eliminated | MatchEnded
"""The events that belong to the year's end when they follow retreats."""


class Chapter(Value, frozen=True):
    """One resolved phase: when, the scene before, what happened, the scene after."""

    year: int
    season: Season
    part: Part
    before: Scene
    events: tuple[Event, ...]
    after: Scene

    @property
    def key(self) -> str:
        """The phase as in ``Phase.key``; the year's end has a key of its own."""
        part = self.part.value.replace("'s ", "-")
        return f"{self.year}-{self.season.value}-{part}"

    @property
    def turn(self) -> str:
        """The season and year as people write them."""
        return f"{self.season.value.capitalize()} {self.year}"


def scene_of(state: State) -> Scene:
    """The scene of a position."""
    return Scene(state.units, tuple(item.unit for item in state.dislodged), state.owners)


def chapters(before: State, events: Sequence[Event]) -> tuple[Chapter, ...]:
    """The phases that *events* resolved, in order."""
    told: list[Chapter] = []
    scene = scene_of(before)
    for opening, part, happened in _by_part(before, events):
        after = _changed(scene, happened)
        told.append(Chapter(opening.year, opening.season, part, scene, tuple(happened), after))
        scene = after
    return tuple(told)


def _by_part(
    before: State, events: Sequence[Event]
) -> Iterable[tuple[PhaseResolved, Part, Sequence[Event]]]:
    """The events by phase and year's end, without phases in which nothing happened.

    A match that the gamemaster ends has no phase resolved; its end belongs to the present one.
    """
    opening = PhaseResolved(before.year, before.season, before.stage)
    parts: list[tuple[PhaseResolved, Part, list[Event]]] = [
        (opening, Part(opening.stage.value), [])
    ]
    for event in events:
        if isinstance(event, PhaseResolved):
            opening = event
            parts.append((opening, Part(event.stage.value), []))
        elif isinstance(event, YEAR_END) and len(parts) > 1 and parts[-1][1] is Part.RETREATS:
            parts.append((opening, Part.YEAR_END, [event]))
        else:
            parts[-1][2].append(event)
    return [part for part in parts if part[2]]


def _changed(scene: Scene, events: Sequence[Event]) -> Scene:
    """The scene after *events*: moves are simultaneous, everything else follows one by one."""
    dislodged = [event.unit for event in events if isinstance(event, Dislodged)]
    went = {event.unit: event.to for event in events if isinstance(event, Moved)}
    standing = [
        replace(unit, at=went.get(unit, unit.at)) for unit in scene.units if unit not in dislodged
    ]
    scene = Scene(
        in_order(standing),
        (*scene.beaten, *dislodged),
        scene.owners,
    )
    for event in events:
        scene = _after(scene, event)
    return scene


def _after(scene: Scene, event: Event) -> Scene:
    units, beaten, owners = scene.units, scene.beaten, scene.owners
    match event:
        case Retreated(unit, to, _):
            units = (*units, replace(unit, at=to))
            beaten = _without(beaten, unit)
        case Disbanded(unit):
            beaten = _without(beaten, unit)
        case ControlChanged(place, _, now):
            owners = {**owners, place: now}
        case GarrisonReturned(place):
            units = (*units, Unit(NEUTRAL, Kind.ARMY, place))
        case Built(unit):
            units = (*units, unit)
        case Removed(unit):
            units = _without(units, unit)
    return Scene(in_order(units), beaten, owners)


def _without(units: Sequence[Unit], gone: Unit) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if unit != gone)
