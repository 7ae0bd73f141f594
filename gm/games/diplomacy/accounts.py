"""The account of one resolved phase, as plain data for the report.

``account`` gives:

key, turn, label, part     which phase, or the year's end
absent       names of the powers that sent nothing
orders       every power that had orders or units: its words, ``rows`` (``teller.order_row``) and
             ``rejected`` (wording, notation, reason)
garrisons    order rows of the garrisons that were attacked
dislodged    unit words with ``by``, ``by_power``, ``retreats`` (names), ``disbanded`` (at once:
             garrisons, units of absent clans) and ``reason``
fates        dislodged units: unit words with ``why``, ``to`` (None: disbanded) and ``reason``
contested    places closed by standoffs: ``name``, ``by``
changes      ``changes.changes``; ``westward`` tells that they go from west to east, not by name
control      centres that changed hands: ``name``, ``before`` (None: nobody), ``now``, ``power``
returned     names of the places whose garrison came back
adjusts      the case of each power: its words, centres, units, ``change``, ``sites``
adjustments  what was built and removed: power words, ``unit``, ``what``, ``reason``
waived       builds not used: ``name``, ``count``, ``ordered``
eliminated   names;  ``ended``: how the match ended, or None
pictures     orders (of movement), result, position
"""

from collections.abc import Iterable, Sequence
from typing import Any

from gm.games.diplomacy.changes import changes
from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Adjusts,
    Built,
    Contested,
    ControlChanged,
    Disbanded,
    Dislodged,
    Eliminated,
    Event,
    GarrisonReturned,
    Held,
    MatchEnded,
    MovementResult,
    OrderRejected,
    Removed,
    Retreated,
    SentNothing,
    Waived,
)
from gm.games.diplomacy.map import NEUTRAL
from gm.games.diplomacy.pictures import pictures_of
from gm.games.diplomacy.scenes import Chapter
from gm.games.diplomacy.teller import Teller, order_row, place_names, unit_words
from gm.games.vocabulary import Power


def account(teller: Teller, chapter: Chapter) -> dict[str, Any]:
    """What happened in one phase."""
    board, events = teller.board, chapter.events
    rows = _order_rows(teller, events)
    disbanded = {it.unit for it in events if isinstance(it, Disbanded)}
    return {
        "key": chapter.key,
        "turn": chapter.turn,
        "label": f"{chapter.turn}, {chapter.part.value}",
        "part": chapter.part.value,
        "absent": [board.power_name(it.power) for it in events if isinstance(it, SentNothing)],
        "orders": list(_by_power(teller, events, rows)),
        "garrisons": rows.get(NEUTRAL, []),
        "dislodged": [
            _beaten(teller, it, disbanded=it.unit in disbanded)
            for it in events
            if isinstance(it, Dislodged)
        ],
        "fates": [_fate(teller, it) for it in events if isinstance(it, Retreated | Disbanded)],
        "contested": [
            {"name": board.name(it.place), "by": [teller.unit(unit) for unit in it.by]}
            for it in events
            if isinstance(it, Contested)
        ],
        "changes": changes(teller, chapter),
        "westward": all(it.lon is not None for it in board.provinces.values()),
        "control": [_control(teller, it) for it in events if isinstance(it, ControlChanged)],
        "returned": place_names(
            board, (it.place for it in events if isinstance(it, GarrisonReturned))
        ),
        "adjusts": [_case(teller, it) for it in events if isinstance(it, Adjusts)],
        "adjustments": [_adjusted(teller, it) for it in events if isinstance(it, Built | Removed)],
        "waived": [
            {"name": board.power_name(it.power), "count": it.count, "ordered": it.ordered}
            for it in events
            if isinstance(it, Waived)
        ],
        "eliminated": [board.power_name(it.power) for it in events if isinstance(it, Eliminated)],
        "ended": next((it.sentence for it in events if isinstance(it, MatchEnded)), None),
        "pictures": pictures_of(teller, chapter) if teller.geometry else [],
    }


def _order_rows(teller: Teller, events: Sequence[Event]) -> dict[Power, list[dict[str, Any]]]:
    """Order rows by power, units by name; of the garrisons only those that were attacked."""
    dislodged = {event.unit: event for event in events if isinstance(event, Dislodged)}
    results = [event for event in events if isinstance(event, MovementResult)]
    rows: dict[Power, list[dict[str, Any]]] = {}
    for event in sorted(results, key=lambda it: teller.board.name(it.unit.at)):
        if event.unit.power == NEUTRAL and isinstance(event, Held) and not event.against:
            continue
        row = order_row(teller, event, dislodged.get(event.unit))
        rows.setdefault(event.unit.power, []).append(row)
    return rows


def _by_power(
    teller: Teller, events: Sequence[Event], rows: dict[Power, list[dict[str, Any]]]
) -> Iterable[dict[str, Any]]:
    for power in teller.board.powers:
        rejected = [
            {
                "wording": teller.spell(event.order),
                "notation": teller.notation(event.order),
                "reason": teller.reason(event),
            }
            for event in events
            if isinstance(event, OrderRejected | AdjustmentRefused) and event.power == power
        ]
        if power in rows or rejected:
            yield {**teller.power(power), "rows": rows.get(power, []), "rejected": rejected}


def _beaten(teller: Teller, event: Dislodged, *, disbanded: bool) -> dict[str, Any]:
    return {
        **unit_words(teller.board, event.unit),
        "by": teller.unit(event.by),
        "by_power": teller.board.power_name(event.by.power),
        "retreats": place_names(teller.board, event.retreats),
        "disbanded": disbanded,
        "reason": teller.reason(event),
    }


def _fate(teller: Teller, event: Retreated | Disbanded) -> dict[str, Any]:
    words = {**unit_words(teller.board, event.unit), "reason": teller.reason(event)}
    if isinstance(event, Retreated):
        return {**words, "to": teller.board.name(event.to), "why": "retreated"}
    return {**words, "to": None, "why": event.why.value}


def _control(teller: Teller, event: ControlChanged) -> dict[str, Any]:
    board = teller.board
    return {
        "name": board.name(event.place),
        "before": board.power_name(event.before) if event.before else None,
        "now": board.power_name(event.now),
        "power": event.now,
    }


def _case(teller: Teller, event: Adjusts) -> dict[str, Any]:
    return {
        **teller.power(event.power),
        "centres": event.centres,
        "units": event.units,
        "change": event.change,
        "sites": place_names(teller.board, event.sites),
    }


def _adjusted(teller: Teller, event: Built | Removed) -> dict[str, Any]:
    return {
        **teller.power(event.unit.power),
        "unit": teller.unit(event.unit),
        "what": "built" if isinstance(event, Built) else "removed",
        "notation": teller.notation(event.order) if event.order else None,
        "reason": teller.reason(event),
    }
