"""What the map template of the family draws (``templates/diplomacy/map.svg.j2``), as plain data.

For each resolved phase: the orders as they were written, what became of them, and the position
after.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from gm.games.diplomacy.events import (
    Built,
    Contested,
    Convoyed,
    ConvoyLost,
    Disbanded,
    Event,
    Moved,
    MovementResult,
    NotFollowed,
    Removed,
    Retreated,
)
from gm.games.diplomacy.map import NEUTRAL, Board, Terrain
from gm.games.diplomacy.orders import Convoy, Hold, Kind, Move, Place, Retreat, Support
from gm.games.diplomacy.scenes import Chapter, Part, Scene, chapters, scene_of
from gm.games.diplomacy.sequence import phase_of
from gm.games.diplomacy.state import State, Unit
from gm.games.diplomacy.teller import KIND_WORDS, RESULT_WORDS, Teller, order_id
from gm.games.vocabulary import Power

AFTER = {
    Part.MOVEMENT: "after the moves",
    Part.RETREATS: "after the retreats",
    Part.YEAR_END: "at the year's end",
    Part.ADJUSTMENTS: "after the adjustments",
}


def pictures_of(teller: Teller, chapter: Chapter) -> list[dict[str, Any]]:
    """The pictures of a resolved phase: orders (of movement), result, position.

    The year's end moves nobody and has a position only.
    """
    position = position_picture(teller, chapter.after, chapter.key, chapter.turn)
    if chapter.part is Part.YEAR_END:
        return [position]
    result = result_picture(teller, chapter)
    if chapter.part is Part.MOVEMENT:
        return [orders_picture(teller, chapter), result, position]
    return [result, position]


def phase_picture(teller: Teller, before: State, events: Sequence[Event]) -> dict[str, Any]:
    """The result of the first phase that *events* resolve, or the position if nothing happened."""
    for chapter in chapters(before, events):
        return result_picture(teller, chapter)
    phase = phase_of(before)
    return position_picture(teller, scene_of(before), phase.key, phase.turn)


def orders_picture(teller: Teller, chapter: Chapter) -> dict[str, Any]:
    """The orders of a movement phase, before anything happened."""
    return {
        **_frame(teller, chapter.before, chapter.turn),
        "name": f"{chapter.key}-orders",
        "kind": "orders",
        "subtitle": f"{teller.title}: the orders",
        "alt": f"Map of {teller.title}: the orders of {chapter.turn}.",
        "units": [_unit(teller, unit, "stands") for unit in chapter.before.units],
        "orders": [{**order, "result": "ordered"} for order in _orders(teller, chapter)],
        "standoffs": [],
    }


def result_picture(teller: Teller, chapter: Chapter) -> dict[str, Any]:
    """What a phase brought about."""
    what = AFTER[chapter.part]
    return {
        **_frame(teller, chapter.after, chapter.turn),
        "name": f"{chapter.key}-result",
        "kind": "result",
        "subtitle": f"{teller.title}: {what}",
        "alt": f"Map of {teller.title}: {chapter.turn}, {what}.",
        "units": list(_units_after(teller, chapter)),
        "orders": [*_orders(teller, chapter), *_retreats(teller, chapter.events)],
        "standoffs": [event.place for event in chapter.events if isinstance(event, Contested)],
    }


def position_picture(teller: Teller, scene: Scene, key: str, turn: str) -> dict[str, Any]:
    """How things stand; *key* and *turn* are those of the phase."""
    standing = [_unit(teller, unit, "stands") for unit in scene.units]
    return {
        **_frame(teller, scene, turn),
        "name": f"{key}-position",
        "kind": "position",
        "subtitle": f"{teller.title}: the position",
        "alt": f"Map of {teller.title}: the position, {turn}.",
        "units": standing + [_unit(teller, unit, "beaten") for unit in scene.beaten],
        "orders": [],
        "standoffs": [],
    }


def _frame(teller: Teller, scene: Scene, turn: str) -> dict[str, Any]:
    board = teller.board
    return {
        "geometry": teller.geometry,
        "title": turn,
        "look": "usual",
        "powers": [
            {
                **teller.power(power),
                "centres": sum(owner == power for owner in scene.owners.values()),
                "units": len(scene.of(power)),
            }
            for power in board.powers
        ],
        "neutral": teller.power(NEUTRAL) if board.garrisons else None,
        "centres": [
            {"at": place, "owner": _owner(board, scene, place)} for place in sorted(board.centres)
        ],
        "present": {
            board.province_of[unit.at]: unit.power
            for unit in scene.units
            if unit.power != NEUTRAL and _is_bare_land(board, unit.at)
        },
    }


def _owner(board: Board, scene: Scene, place: Place) -> Power | None:
    """The power that controls a centre, neutral where a garrison belongs, None for a free one."""
    if place in scene.owners:
        return scene.owners[place]
    return NEUTRAL if place in board.garrisons else None


def _is_bare_land(board: Board, at: Place) -> bool:
    province = board.provinces[board.province_of[at]]
    return province.terrain is not Terrain.SEA and province.centre is None


def _units_after(teller: Teller, chapter: Chapter) -> Iterable[dict[str, Any]]:
    events = chapter.events
    built = {event.unit for event in events if isinstance(event, Built)}
    for unit in chapter.after.units:
        yield _unit(teller, unit, "built" if unit in built else "stands")
    for event in events:
        match event:
            case Moved(unit=unit):
                yield _unit(teller, unit, "gone")
            case Removed(unit=unit):
                yield _unit(teller, unit, "removed")
            case Disbanded(unit=unit):
                yield _unit(teller, unit, "disbanded")
            case Retreated(unit=unit):
                yield _unit(teller, unit, "beaten")
    for unit in chapter.after.beaten:
        yield _unit(teller, unit, "beaten")


def _unit(teller: Teller, unit: Unit, state: str) -> dict[str, Any]:
    return {
        "power": unit.power,
        "kind": KIND_WORDS[unit.kind],
        "at": unit.at,
        "state": state,
        "label": f"{teller.unit(unit)} ({teller.board.power_name(unit.power)})",
    }


def _orders(teller: Teller, chapter: Chapter) -> Iterable[dict[str, Any]]:
    """The orders of a movement phase as marks, with their results."""
    results = [event for event in chapter.events if isinstance(event, MovementResult)]
    marks = Marks(teller.board, results)
    for event in results:
        drawn = marks.mark(event)
        if drawn is not None and event.order is not None:
            yield {
                "id": order_id(event.unit),
                "power": event.unit.power,
                "at": event.unit.at,
                "label": f"{teller.spell(event.order)}: {teller.reason(event)}",
                "result": RESULT_WORDS[type(event)][0],
                "via": [],
                **drawn,
            }


class Marks:
    """The lines that show the orders of one movement phase.

    Supports and convoys name provinces; their lines end where the units really stand and go.
    """

    def __init__(self, board: Board, results: Sequence[MovementResult]) -> None:
        self._board = board
        self._at = {board.province_of[event.unit.at]: event.unit.at for event in results}
        self._goals: dict[Place, Place] = {}
        self._ways: dict[Place, tuple[Place, ...]] = {}
        for event in results:
            if isinstance(event.order, Move) and not isinstance(event, NotFollowed):
                self._goals[event.unit.at] = event.order.to
                self._ways[event.unit.at] = self._way(event, event.order.to, results)

    def mark(self, event: MovementResult) -> dict[str, Any] | None:
        """The mark of one order, without what all have; None where nothing is drawn."""
        if isinstance(event, NotFollowed):
            return {"kind": "illegal"}
        match event.order:
            case Hold():
                return {"kind": "hold"}
            case Move(to=to):
                return {"kind": "move", "to": to, "via": list(self._ways[event.unit.at])}
            case Support(target=target, to=to):
                return {"kind": "support", **self._partner(target.at, to)}
            case Convoy(army=army, to=to):
                stands = self._stands(army.at)
                carries = event.unit.at in self._ways.get(stands, ())
                return {"kind": "convoy", "carries": carries, **self._partner(army.at, to)}
        return None

    def _partner(self, at: Place, to: Place | None) -> dict[str, Place | None]:
        """Where the other unit stands and goes, to the coast where the order says the same."""
        stands = self._stands(at)
        goal = self._goals.get(stands)
        if to is None or goal is None:
            return {"of": stands, "to": to}
        same = self._board.province_of[goal] == self._board.province_of[to]
        return {"of": stands, "to": goal if same else to}

    def _stands(self, at: Place) -> Place:
        return self._at.get(self._board.province_of[at], at)

    def _way(
        self, event: MovementResult, goal: Place, results: Sequence[MovementResult]
    ) -> tuple[Place, ...]:
        """The shortest way over the fleets that offered this convoy; empty by land."""
        if event.unit.kind is Kind.FLEET or (isinstance(event, Moved) and not event.route):
            return ()
        board, start = self._board, event.unit.at
        fleets = {event.unit.at for event in results if _offers(board, event, start, goal)}
        ways: list[tuple[Place, ...]] = [
            (sea,) for sea in sorted(board.seas_at.get(start, frozenset()) & fleets)
        ]
        for way in ways:
            if way[-1] in board.seas_at.get(board.province_of[goal], ()):
                return way
            near = board.sea_borders[way[-1]] & fleets - set(way)
            ways += [(*way, sea) for sea in sorted(near)]
        return ()


def _offers(board: Board, event: MovementResult, start: Place, goal: Place) -> bool:
    if not isinstance(event, Convoyed | ConvoyLost):
        return False
    province = board.province_of
    return province[event.army.at] == province[start] and province[event.order.to] == province[goal]


def _retreats(teller: Teller, events: Iterable[Event]) -> Iterable[dict[str, Any]]:
    for event in events:
        match event:
            case Retreated(unit, to):
                yield _retreat(teller, event, unit, to, "succeeds")
            case Disbanded(unit, _, Retreat(to=to)):
                yield _retreat(teller, event, unit, to, "fails")


def _retreat(
    teller: Teller, event: Retreated | Disbanded, unit: Unit, to: Place, result: str
) -> dict[str, Any]:
    return {
        "id": order_id(unit),
        "power": unit.power,
        "at": unit.at,
        "label": teller.reason(event),
        "result": result,
        "kind": "retreat",
        "to": to,
    }
