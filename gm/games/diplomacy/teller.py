"""What reports and pictures need of the game: its names, wordings, and a word for each result."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gm.games.diplomacy.events import (
    CircleStopped,
    ConvoyDisrupted,
    Convoyed,
    ConvoyKnotted,
    ConvoyLost,
    Dislodged,
    Event,
    Held,
    KnotStopped,
    MetHeadOn,
    Moved,
    MovementResult,
    NoConvoy,
    NotFollowed,
    Repelled,
    StoodOff,
    StoppedByOwn,
    SupportCut,
    Supported,
    Unmatched,
)
from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import Kind, Order, Place
from gm.games.diplomacy.state import Unit
from gm.games.vocabulary import Power

KIND_WORDS = {Kind.ARMY: "army", Kind.FLEET: "fleet"}

RESULT_WORDS: Mapping[type[Any], tuple[str, str]] = {
    Moved: ("succeeds", ""),
    StoodOff: ("fails", "stood off"),
    Repelled: ("fails", "repelled"),
    MetHeadOn: ("fails", "met head on"),
    StoppedByOwn: ("fails", "own unit in the way"),
    NoConvoy: ("fails", "no convoy"),
    ConvoyDisrupted: ("fails", "convoy broken"),
    ConvoyKnotted: ("fails", "convoy knotted"),
    KnotStopped: ("fails", "in a knot of convoys"),
    CircleStopped: ("fails", "in a circle"),
    Held: ("holds", ""),
    Supported: ("given", ""),
    SupportCut: ("cut", "cut"),
    Convoyed: ("given", ""),
    ConvoyLost: ("fails", "convoy broken"),
    Unmatched: ("void", "no effect"),
    NotFollowed: ("impossible", "not possible"),
}
"""Movement result -> what became of the order, and the word for it in the compact notation."""

OUTMATCHED = "a stronger one entered"
"""The word for an attack on a space that a rival got into; nobody enters where all stand off."""


@dataclass(frozen=True, slots=True, eq=False)
class Teller:
    """What reports need of a game of the family.

    ``spell`` and ``notation`` word an order, ``reason`` says in a sentence why an event happened.
    ``geometry`` is the file the pictures are drawn by, None for a board without one; ``victory``
    is the number of centres that wins.
    """

    title: str
    board: Board
    geometry: str | None
    victory: int
    spell: Callable[[Order], str]
    notation: Callable[[Order], str]
    reason: Callable[[Event], str]

    def unit(self, unit: Unit) -> str:
        """``Army Kai``."""
        return unit_name(self.board, unit)

    def power(self, power: Power) -> dict[str, Any]:
        """A power for people: ``id``, ``name``, ``letter``, ``colour``."""
        return power_words(self.board, power)


def unit_name(board: Board, unit: Unit) -> str:
    """A unit as people name it: ``Army Kai``."""
    return f"{KIND_WORDS[unit.kind].capitalize()} {board.name(unit.at)}"


def power_words(board: Board, power: Power) -> dict[str, Any]:
    """A power for people: ``id``, ``name``, ``colour`` and ``letter``, which no other has."""
    if power == NEUTRAL:
        colour = board.colours[str(NEUTRAL)]
        return {"id": power, "name": board.power_name(power), "letter": "N", "colour": colour}
    side = board.powers[power].side
    others = [other.side.name for other in board.powers.values() if other.side.id != power]
    starts = (side.name[:length] for length in range(1, len(side.name)))
    unlike = (start for start in starts if not any(it.startswith(start) for it in others))
    letter = next(unlike, side.name)
    return {"id": power, "name": side.name, "letter": letter, "colour": side.colour}


def unit_words(board: Board, unit: Unit) -> dict[str, Any]:
    """A unit for people: ``unit`` (``Army Kai``), ``at``, ``place``, ``kind`` and its power."""
    return {
        "unit": unit_name(board, unit),
        "at": unit.at,
        "place": board.name(unit.at),
        "kind": KIND_WORDS[unit.kind],
        "power": unit.power,
        "power_name": board.power_name(unit.power),
    }


def place_names(board: Board, places: Iterable[Place]) -> list[str]:
    """The names of places, sorted."""
    return sorted(board.name(place) for place in places)


def order_row(teller: Teller, event: MovementResult, dislodged: Dislodged | None) -> dict[str, Any]:
    """One unit's order and what became of it.

    ``result`` is succeeds, fails, holds, given, cut, void, impossible, or none without an order;
    ``word`` says in short why it failed; ``reason`` says it in a sentence; ``plain`` is true where
    that only repeats the order, as nobody stood against it. ``to`` is where the unit went, None if
    it stayed.
    """
    state, word = RESULT_WORDS[type(event)]
    if isinstance(event, StoodOff) and event.won:
        word = OUTMATCHED
    order = event.order
    return {
        "id": order_id(event.unit),
        "at": event.unit.at,
        "to": event.to if isinstance(event, Moved) else None,
        "kind": KIND_WORDS[event.unit.kind],
        "unit": teller.unit(event.unit),
        "wording": None if order is None else teller.spell(order),
        "notation": None if order is None else teller.notation(order),
        "result": "none" if order is None else state,
        "word": word,
        "reason": teller.reason(dislodged if dislodged and isinstance(event, Held) else event),
        "plain": _is_plain(event) and not dislodged,
        "dislodged": dislodged is not None,
    }


def order_id(unit: Unit) -> str:
    """A name for a unit's order within its phase, fit for HTML."""
    return f"{unit.power}-{unit.at}".replace("/", "-")


def _is_plain(event: MovementResult) -> bool:
    match event:
        case Moved():
            return event.over is None and not event.route and not event.ring
        case Held():
            return event.by is None
        case Supported():
            return event.despite is None
        case Convoyed():
            return True
        case _:
            return False
