"""What a phase gave, as plain data in the words of case files.

Words of a movement: succeeds, fails, illegal, cut, unmatched, no-convoy, disrupted; dislodged is
added. Only a bare ``succeeds`` is success.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm.games.diplomacy.casefile import case_name, notation_of, sorted_units
from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Adjusts,
    Built,
    Contested,
    ControlChanged,
    ConvoyDisrupted,
    Convoyed,
    ConvoyKnotted,
    ConvoyLost,
    Disbanded,
    DisbandReason,
    Dislodged,
    Eliminated,
    Event,
    GarrisonReturned,
    Held,
    MatchEnded,
    Moved,
    MovementResult,
    NoConvoy,
    NotFollowed,
    OrderRejected,
    Removed,
    Retreated,
    SupportCut,
    Supported,
    Unmatched,
    Waived,
)
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Build, Order, Remove, Retreat
from gm.games.diplomacy.phases import fitting
from gm.games.diplomacy.reasons import reason, told
from gm.games.diplomacy.sequence import Step
from gm.games.diplomacy.state import Stage, State
from gm.games.vocabulary import Power

Texts = Mapping[Power, Sequence[tuple[str, Order]]]
"""The orders of each power with the words of the case."""

WORDS: Mapping[type[Any], tuple[str, ...]] = {
    Moved: ("succeeds",),
    Held: ("succeeds",),
    Supported: ("succeeds",),
    Convoyed: ("succeeds",),
    SupportCut: ("cut",),
    Unmatched: ("unmatched",),
    NotFollowed: ("illegal",),
    ConvoyLost: ("disrupted",),
    NoConvoy: ("fails", "no-convoy"),
    ConvoyDisrupted: ("fails", "disrupted"),
    ConvoyKnotted: ("fails", "disrupted"),
}
"""Movement result -> its words; all others are plain failures."""

RETREAT_WORDS: Mapping[DisbandReason, tuple[str, ...]] = {
    DisbandReason.ILLEGAL_ORDER: ("illegal", "disbanded"),
    DisbandReason.COLLISION: ("fails", "disbanded"),
    DisbandReason.ORDERED: ("succeeds", "disbanded"),
}


def finding(board: Board, before: State, step: Step, texts: Texts) -> dict[str, Any]:
    """What one phase gave; *before* is the state in which it began."""
    match before.stage:
        case Stage.MOVEMENT:
            found = _movement(board, step, texts)
        case Stage.RETREATS:
            found = _retreats(board, before, step, texts)
        case Stage.ADJUSTMENTS:
            found = {"results": _adjustments(board, step, texts)}
    return found | {
        "positions": sorted_units(board, step.after.units),
        "reasons": _reasons(board, step.events),
    }


def _movement(board: Board, step: Step, texts: Texts) -> dict[str, Any]:
    dislodged = {event.unit: event for event in step.events if isinstance(event, Dislodged)}
    owing = {beaten.unit for beaten in step.after.dislodged}
    results: dict[str, list[str]] = {}
    for event in step.events:
        if isinstance(event, MovementResult):
            words = WORDS.get(type(event), ("fails",))
            if isinstance(event, ConvoyLost) and isinstance(event.because, NoConvoy):
                words = ("succeeds",)  # it did its part; the army had no convoy
            is_beaten = event.unit in dislodged
            if is_beaten and isinstance(event, Held):
                words = ("fails",)
            added = ["dislodged"] if is_beaten else []
            results[notation_of(event.unit)] = [*words, *added]
    return {
        "results": results,
        "dislodged": _dislodged(board, [dislodged[unit] for unit in dislodged if unit in owing]),
        "disbanded": sorted_units(
            board, (event.unit for event in step.events if isinstance(event, Disbanded))
        ),
        "contested": sorted(event.place for event in step.events if isinstance(event, Contested)),
        "rejected": _rejected(board, step.events, texts),
    }


def _dislodged(board: Board, events: Iterable[Dislodged]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        row: dict[str, Any] = {
            "unit": notation_of(event.unit),
            "from": board.province_of[event.by.at],
        }
        if event.by_convoy:
            row["by_convoy"] = True
        row["retreats"] = list(event.retreats)
        found.setdefault(case_name(board, event.unit.power), []).append(row)
    return found


def _rejected(board: Board, events: Iterable[Event], texts: Texts) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, OrderRejected):
            text = next(text for text, order in texts.get(event.power, ()) if order is event.order)
            found.setdefault(case_name(board, event.power), []).append(text)
    return found


def _retreats(board: Board, before: State, step: Step, texts: Texts) -> dict[str, Any]:
    results: dict[str, list[str]] = {}
    sent = {
        (power, board.province_of[order.unit.at])
        for power, row in texts.items()
        for order in (fitting(before, written) for _, written in row)
        if isinstance(order, Retreat)
    }
    for event in step.events:
        if isinstance(event, Retreated):
            results[notation_of(event.unit)] = ["succeeds"]
        elif isinstance(event, Disbanded):
            why, where = event.why, (event.unit.power, board.province_of[event.unit.at])
            if why is DisbandReason.NO_RETREAT and where in sent:  # there was none that is legal
                why = DisbandReason.ILLEGAL_ORDER
            results[notation_of(event.unit)] = [*RETREAT_WORDS.get(why, ("disbanded",))]
    options = {notation_of(one.unit): list(one.retreats) for one in before.dislodged}
    gone = [event.unit for event in step.events if isinstance(event, Disbanded)]
    return {
        "results": results,
        "retreat_options": options,
        "disbanded": sorted_units(board, gone),
    }


def _adjustments(board: Board, step: Step, texts: Texts) -> dict[str, list[list[str]]]:
    """For each power its orders in the order written, then removals that nobody ordered."""
    results: dict[str, list[list[str]]] = {}
    for power in board.powers:
        mine = [event for event in step.events if _is_of(event, power)]
        written = [
            [text, "fails" if isinstance(event, AdjustmentRefused) else "succeeds"]
            for (text, _), event in zip(texts.get(power, ()), mine, strict=False)
        ]
        default = [
            [notation_of(event.unit), "removed by default"]
            for event in mine
            if isinstance(event, Removed) and event.order is None
        ]
        if written or default:
            results[case_name(board, power)] = written + default
    return results


def _is_of(event: Event, power: Power) -> bool:
    match event:
        case Built() | Removed():
            return event.unit.power == power
        case AdjustmentRefused() | Waived(ordered=True):
            return event.power == power
        case _:
            return False


def _reasons(board: Board, events: Iterable[Event]) -> dict[str, list[str]]:
    """The sentences about each unit, and about orders and powers under their wording or name."""
    found: dict[str, list[str]] = {}
    for event in told(events):
        match event:
            case Waived() | Eliminated():
                key = case_name(board, event.power)
            case OrderRejected() | AdjustmentRefused():
                order = event.order
                at = order.unit.at if isinstance(order, Build | Remove) else ""
                key = f"{case_name(board, event.power)} {at}".strip()
            case _:
                unit = getattr(event, "unit", None)
                if unit is None:
                    continue
                key = notation_of(unit)
        found.setdefault(key, []).append(reason(board, event))
    return found


def _without_centre(state: State, events: Sequence[Event]) -> set[Power]:
    """The powers that lost their last centre, or have units but no centre."""
    lost = {event.before for event in events if isinstance(event, ControlChanged) and event.before}
    bare = {event.power for event in events if isinstance(event, Adjusts) and not event.centres}
    return (lost | bare) - set(state.owners.values())


def year_end(board: Board, state: State, events: Sequence[Event]) -> dict[str, Any]:
    """What the end of a year gave: control, garrisons, adjustments due, and the end."""
    centres: dict[str, list[str]] = {}
    for place, owner in state.owners.items():
        centres.setdefault(case_name(board, owner), []).append(str(place))
    cases = [event for event in events if isinstance(event, Adjusts)]
    winners = [
        case_name(board, winner)
        for event in events
        if isinstance(event, MatchEnded)
        for winner in event.winners
    ]
    return {
        "centres": {name: sorted(places) for name, places in sorted(centres.items())},
        "garrisons_back": [event.place for event in events if isinstance(event, GarrisonReturned)],
        "adjust": {case_name(board, one.power): one.change for one in cases if one.change},
        "eliminated": sorted(case_name(board, power) for power in _without_centre(state, events)),
        "winner": winners[0] if winners else None,
        "changes": [
            reason(board, event)
            for event in events
            if isinstance(event, ControlChanged | GarrisonReturned | Adjusts | MatchEnded)
        ],
    }
