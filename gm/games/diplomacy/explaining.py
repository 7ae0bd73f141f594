"""Why something became of a unit: its own result, then those of the units it hung on.

In go the events of one phase, out come sentences; each unit is told of once.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from gm.games.diplomacy.casefile import UNIT, fold, names_of
from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Built,
    CircleStopped,
    ConvoyDisrupted,
    ConvoyKnotted,
    ConvoyLost,
    Disbanded,
    Dislodged,
    Event,
    Held,
    KnotStopped,
    MetHeadOn,
    Moved,
    MovementResult,
    Removed,
    Repelled,
    Retreated,
    StoodOff,
    StoppedByOwn,
    SupportCut,
)
from gm.games.diplomacy.faults import listing, unit_name
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Build, Kind, Place, Remove, Support
from gm.games.diplomacy.reasons import reason, told
from gm.games.diplomacy.spelling import KINDS
from gm.games.diplomacy.state import Unit

_GARRISON = re.compile(r"\s*(?:the\s+)?garrison\s+(?:of\s+)?(.+?)\s*", re.IGNORECASE)
_ORDER = re.compile(r"(?P<unit>.+?)\s*(?:\s-+>?|-+>|→|=>)\s*\S.*")
"""An order to move, of which the unit is meant."""


def explain(board: Board, events: Sequence[Event], subject: str) -> tuple[str, ...]:
    """The chain for the unit that *subject* names, empty if none does.

    It may be written ``Army Kai``, ``kai`` or ``garrison of Mino``, after where the unit stood,
    also with its move (``A Kai - Sagami``). Where a unit of another kind stood there, that is said
    first.

    The unit's own sentences come first, then the supports it had or lost, then the units that
    caused its result, each with theirs.
    """
    moved = _ORDER.fullmatch(subject)
    subject = moved["unit"] if moved else subject
    named = UNIT.fullmatch(subject) or _GARRISON.fullmatch(subject)
    written = named[named.re.groups] if named else subject
    place = names_of(board).places.get(fold(written))
    if place is None:
        return ()
    listed = tuple(told(events))
    province = board.province_of[place]
    chain = dict.fromkeys(_chain(board, listed, province))
    kind = UNIT.fullmatch(subject)
    if chain and kind is not None:
        other = _of_other_kind(board, listed, province, Kind(kind[1][0].upper()))
        return (*other, *chain)
    return tuple(chain)


def _of_other_kind(
    board: Board, events: Iterable[Event], place: Place, kind: Kind
) -> tuple[str, ...]:
    """The sentence that no unit of a *kind* stood in a province, but another did."""
    units = {unit.at: unit for event in _about(board, events, place) if (unit := _subject(event))}
    if not units or any(unit.kind is kind for unit in units.values()):
        return ()
    there = listing([unit_name(board, unit) for unit in units.values()])
    word = KINDS[kind].lower()
    return (f"There was no {word} in {board.name(place)}, but {there}:",)


def _subject(event: Event) -> Unit | None:
    """The unit of which an event tells, if it is one that stood there."""
    unit = getattr(event, "unit", None)
    return unit if isinstance(unit, Unit) else None


def _chain(board: Board, events: Sequence[Event], first: Place) -> Iterator[str]:
    waiting = [first]
    told: set[Place] = set()
    while waiting:
        place = waiting.pop(0)
        if place in told:
            continue
        told.add(place)
        for event in _about(board, events, place):
            yield reason(board, event)
            waiting += [board.province_of[unit.at] for unit in causes(event)]
        for event in _supports_of(board, events, place):
            yield reason(board, event)
            if isinstance(event, SupportCut):
                waiting.append(board.province_of[event.by.at])


def _about(board: Board, events: Iterable[Event], place: Place) -> Iterator[Event]:
    """What happened to the unit that stood in a province."""
    for event in events:
        match event:
            case Dislodged() | Disbanded() | Retreated() | Built() | Removed():
                if board.province_of[event.unit.at] == place:
                    yield event
            case AdjustmentRefused(order=Build(unit) | Remove(unit)):
                if board.province_of[unit.at] == place:
                    yield event
            case _ if isinstance(event, MovementResult):
                if board.province_of[event.unit.at] == place:
                    yield event


def _supports_of(board: Board, events: Iterable[Event], place: Place) -> Iterator[MovementResult]:
    """The supports that others were ordered to give the unit in a province."""
    for event in events:
        if not isinstance(event, MovementResult) or not isinstance(event.order, Support):
            continue
        if board.province_of[event.order.target.at] == place:
            yield event


def causes(event: Event) -> tuple[Unit, ...]:
    """The units on which a result hung."""
    match event:
        case Repelled(by=by, because=because) | StoppedByOwn(by=by, because=because):
            return (by,) if because is None or because == by else (by, because)
        case (
            ConvoyKnotted(knot=units)
            | KnotStopped(knot=units)
            | CircleStopped(ring=units)
            | Moved(ring=units)
        ) if units:
            return units
        case ConvoyDisrupted(fleet=fleet, by=by):
            return (fleet, by)
        case ConvoyLost():
            return (event.by or event.army,)
        case (
            StoodOff(by=unit)
            | MetHeadOn(by=unit)
            | SupportCut(by=unit)
            | Dislodged(by=unit)
            | Moved(over=unit)
            | Held(by=unit)
        ) if unit is not None:
            return (unit,)
        case _:
            return ()
