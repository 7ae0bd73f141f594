"""What a phase changed on the board, place by place: the picture told without seeing it."""

from collections.abc import Iterable
from typing import Any

from gm.games.diplomacy.events import (
    Built,
    Disbanded,
    DisbandReason,
    Dislodged,
    GarrisonReturned,
    Moved,
    Removed,
    Retreated,
)
from gm.games.diplomacy.orders import Place
from gm.games.diplomacy.scenes import Chapter
from gm.games.diplomacy.state import Unit
from gm.games.diplomacy.teller import Teller, unit_words


def changes(teller: Teller, chapter: Chapter) -> list[dict[str, Any]]:
    """The places whose occupant changed, from west to east (by name without degrees).

    ``came`` is the unit that stands there now, with ``origin`` (the place it came from, None if it
    is new) and ``way``: moved, retreated, built or returned. ``gone`` is the unit that stood there
    before, with ``way``: left, dislodged, disbanded or removed. Either is None where nobody is
    meant.
    """
    board = teller.board
    came = {board.province_of[it["at"]]: it for it in _arrivals(teller, chapter)}
    gone = {board.province_of[it["at"]]: it for it in _departures(teller, chapter)}
    places = sorted(
        {*came, *gone}, key=lambda place: (board.provinces[place].lon or 0.0, board.name(place))
    )
    return [
        {"name": board.name(place), "came": came.get(place), "gone": gone.get(place)}
        for place in places
    ]


def _arrivals(teller: Teller, chapter: Chapter) -> Iterable[dict[str, Any]]:
    for event in chapter.events:
        match event:
            case Moved(unit=unit, to=to):
                yield _arrival(teller, unit, to, "moved")
            case Retreated(unit=unit, to=to):
                yield _arrival(teller, unit, to, "retreated")
            case Built(unit=unit):
                yield {**unit_words(teller.board, unit), "origin": None, "way": "built"}
            case GarrisonReturned(place=place):
                garrison = next(unit for unit in chapter.after.units if unit.at == place)
                yield {**unit_words(teller.board, garrison), "origin": None, "way": "returned"}


def _arrival(teller: Teller, unit: Unit, to: Place, way: str) -> dict[str, Any]:
    words = unit_words(teller.board, Unit(unit.power, unit.kind, to))
    return {**words, "origin": teller.board.name(unit.at), "way": way}


def _departures(teller: Teller, chapter: Chapter) -> Iterable[dict[str, Any]]:
    """Who no longer stands where it stood; dislodged units even where nobody came.

    A unit that has nowhere to go is told of once, when it is dislodged.
    """
    struck = {
        event.unit
        for event in chapter.events
        if (isinstance(event, Disbanded) and event.why is not DisbandReason.NO_RETREAT)
        or (isinstance(event, Dislodged) and not event.retreats)
    }
    removed = {event.unit for event in chapter.events if isinstance(event, Removed)}
    left = {event.unit for event in chapter.events if isinstance(event, Moved | Retreated)}
    for unit in (*chapter.before.beaten, *chapter.before.units):
        ways = {
            "disbanded": unit in struck,
            "removed": unit in removed,
            "dislodged": unit in chapter.after.beaten and unit not in chapter.before.beaten,
            "left": unit in left and unit not in chapter.before.beaten,
        }
        way = next((way for way, applies in ways.items() if applies), None)
        if way:
            yield {**unit_words(teller.board, unit), "way": way}
