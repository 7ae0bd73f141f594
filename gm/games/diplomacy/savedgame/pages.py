"""The phases of a saved game, read into values; nothing is compared with the rules here."""

from collections.abc import Mapping, Sequence
from typing import Any

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Order, Place
from gm.games.diplomacy.savedgame.notation import (
    COMPLETED,
    FORMING,
    PhaseKey,
    power_name,
    read_order,
    read_phase,
    read_place,
    read_unit,
)
from gm.games.diplomacy.state import Season, Unit
from gm.games.documents import Reader
from gm.games.vocabulary import Power
from gm.values import Value

LABELS = frozenset(
    {"", "bounce", "no convoy", "cut", "void", "disrupted", "dislodged", "disband", "maybe"}
)


class Page(Value, frozen=True):
    """One phase of a saved game.

    ``key`` is None for the end of the game. ``beaten`` are the dislodged units with the places
    they may retreat to, None where the file does not tell. ``owners`` is None if the file does not
    tell them. ``results`` is empty if there are none. ``at`` is in microseconds since 1970.
    """

    name: str
    key: PhaseKey | None
    units: frozenset[Unit]
    beaten: Mapping[Unit, frozenset[Place] | None]
    owners: Mapping[Place, Power] | None
    orders: Mapping[Power, tuple[Order, ...]]
    results: Mapping[str, frozenset[str]]
    messages: Sequence[Any]
    note: str
    at: int | None
    read: Reader


def read_pages(read: Reader, board: Board, last_season: Season) -> tuple[Page, ...]:
    """All phases of a saved game, in their order.

    Raises:
        DocumentError: something in it cannot be read.
    """
    pages: list[Page] = []
    for item in read.list():
        name = item.field("name")
        if name.value == FORMING and not pages:
            continue
        page = _page(item, board, last_season)
        if page.name in {one.name for one in pages}:
            raise name.wrong(f'the phase "{page.name}" is in the file twice.')
        if pages and pages[-1].key is None:
            raise name.wrong(f'no phase can follow {COMPLETED}; found "{page.name}".')
        pages.append(page)
    if not pages:
        raise read.wrong("the file holds no phase.")
    return tuple(pages)


def _page(read: Reader, board: Board, last_season: Season) -> Page:
    name, state = read.field("name"), read.field("state")
    key = None if name.value == COMPLETED else read_phase(name, last_season)
    inner = state.optional("name")
    if inner is not None and inner.value != name.value:
        raise inner.wrong(f'the position is of "{inner.value}", its phase is "{name.value}".')
    units, beaten = _units(state, board)
    orders = _orders(read, board, key)
    messages, note, at = read.optional("messages"), state.value.get("note"), state.value
    return Page(
        name=name.text(),
        key=key,
        units=units,
        beaten=beaten,
        owners=_owners(state, board),
        orders=orders,
        results=_results(read.optional("results")),
        messages=[one.value for one in messages.list()] if messages else (),
        note=note if isinstance(note, str) else "",
        at=at["timestamp"] if isinstance(at.get("timestamp"), int) else None,
        read=read,
    )


def _powers(read: Reader, board: Board) -> "list[tuple[Power, Reader]]":
    known = {power_name(power): power for power in board.powers}
    found = []
    for name, value in read.items():
        Reader(name, value.path).one_of(list(known), "power of this game")
        found.append((known[name], value))
    return found


def _units(
    state: Reader, board: Board
) -> tuple[frozenset[Unit], dict[Unit, frozenset[Place] | None]]:
    units: dict[Place, Unit] = {}
    beaten: dict[Unit, frozenset[Place] | None] = {}
    for power, listed in _powers(state.field("units"), board):
        for item in listed.list():
            named, is_dislodged = read_unit(item, board)
            assert named.kind is not None
            unit = Unit(power, named.kind, named.at)
            place = board.province_of[named.at]
            if is_dislodged:
                beaten[unit] = None
            elif place in units:
                raise item.wrong(f'two units stand in {place.upper()}: "{item.value}" is one.')
            else:
                units[place] = unit
    retreats = state.optional("retreats")
    for power, listed in _powers(retreats, board) if retreats else ():
        for text, places in listed.items():
            named, _ = read_unit(Reader(text, places.path), board)
            assert named.kind is not None
            unit = Unit(power, named.kind, named.at)
            if unit not in beaten:
                raise places.wrong(f'"{text}" has retreats, but is not among the units as *{text}.')
            beaten[unit] = frozenset(read_place(place, board) for place in places.list())
    return frozenset(units.values()), beaten


def _owners(state: Reader, board: Board) -> dict[Place, Power] | None:
    centres = state.optional("centers")
    if centres is None:
        return None
    owners: dict[Place, Power] = {}
    for power, listed in _powers(centres, board):
        for item in listed.list():
            place = read_place(item, board)
            if place not in board.centres:
                raise item.wrong(f"{item.value} has no supply centre.")
            if place in owners:
                raise item.wrong(f"{item.value} belongs to two powers.")
            owners[place] = power
    return owners


def _orders(read: Reader, board: Board, key: PhaseKey | None) -> dict[Power, tuple[Order, ...]]:
    orders: dict[Power, tuple[Order, ...]] = {}
    written = read.optional("orders")
    for power, listed in _powers(written, board) if written and key else ():
        if key is not None and listed.value is not None:
            orders[power] = tuple(read_order(item, board, key[2]) for item in listed.list())
    return orders


def _results(read: Reader | None) -> dict[str, frozenset[str]]:
    results: dict[str, frozenset[str]] = {}
    for unit, listed in read.items() if read else ():
        found = set()
        for item in listed.list():
            if not isinstance(item.value, str) or item.value not in LABELS:
                known = ", ".join(sorted(LABELS - {""}))
                raise item.wrong(f'"{item.value}" is no result; there are {known}.')
            found.add(item.value)
        results[unit] = frozenset(found)
    return results
