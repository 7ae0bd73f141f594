"""One case of a case file: played, told, and compared with what it expects.

A case without ``orders`` is only a position; with them, even ``{}``, it is adjudicated.

``expect`` may hold: ``legions`` (code -> "area troops General"), ``gone``, ``supply``, ``control``,
``wounds``, ``hands``, ``tokens``, ``markers``, ``production``, ``land``, ``action``, ``active``,
``phase``, ``resets``, ``dissensions``, ``provoked``, ``deck_size``, ``cards`` (those revealed),
``battles`` (a list with any of attacker, defender, dice, rolls, hits, lost, left), ``refused`` (a
text out of each refused order or its reason, one for each), ``notes`` (texts out of the sums),
``winners``, ``dice_left``. What it does not name is not compared.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gm.games.documents import DocumentError, Reader
from gm.games.far_east_war.casefile import LEGION, CaseReader, position_of
from gm.games.far_east_war.choices import merged
from gm.games.far_east_war.events import (
    BattleBegan,
    BattleEnded,
    CardRevealed,
    DiceCounted,
    Event,
    MarkerMoved,
    OrderRefused,
    PartDropped,
    ResultCounted,
    Rolled,
    TroopsLost,
)
from gm.games.far_east_war.legality import check
from gm.games.far_east_war.map import TEAMS, Board, Role
from gm.games.far_east_war.orders import Order
from gm.games.far_east_war.pictures import Scene, result_picture
from gm.games.far_east_war.reading import read
from gm.games.far_east_war.sequence import adjudicate
from gm.games.far_east_war.spelling import by_id, by_name, spell
from gm.games.far_east_war.state import Legion, State
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.telling import sentence
from gm.games.far_east_war.victory import land_areas
from gm.games.vocabulary import Content, Fate, Phase, Power, Problem, ReadText, Trial
from gm.values import Value, replace

_SENTENCE = re.compile(r"(?<=[.;!])\s+")
EXPECTED = (
    "legions", "gone", "supply", "control", "wounds", "hands", "tokens", "markers", "production",
    "land", "action", "active", "phase", "resets", "dissensions", "provoked", "deck_size", "cards",
    "battles", "refused", "notes", "winners", "dice_left",
)  # fmt: skip


class Played(Value, frozen=True):
    """A case after it was played: what came of it, and what was refused and noted before."""

    state: State
    events: tuple[Event, ...]
    refused: tuple[tuple[str, str], ...]
    """Wording and reason of every order, or part of one, that was not followed."""
    notes: tuple[str, ...]


def play_case(board: Board, case: Mapping[str, Any], read_text: ReadText) -> Trial:
    """Plays one case and compares it with what it expects."""
    name = str(case.get("id", "position"))
    try:
        state = position_of(board, case)
        played = _play(board, case, state, read_text)
    except DocumentError as error:
        where = ", ".join(str(step) for step in error.path)
        fault = f"{where}: {error.sentence}" if where else error.sentence
        return Trial(name, (fault,), {"error": fault}, (fault,))
    data = _data(board, played)
    expect = case.get("expect")
    differences = None if expect is None else tuple(_differences(board, case, expect, data))
    return Trial(
        name, tuple(_lines(board, played)), data, differences, _picture(board, state, played)
    )


def _picture(board: Board, before: State, played: Played) -> Callable[[], Content]:
    """The map of the case: the moves and battles over the position after them."""
    scene = Scene(board, "Far East War 1592", Phase("case", "A free position", "Case", "turn"))
    return lambda: result_picture(scene, before, played.state, played.events)


def _play(board: Board, case: Mapping[str, Any], state: State, read_text: ReadText) -> Played:
    top = Reader(case)
    reader = CaseReader(board, top)
    standing = {
        reader.power(entry, text): _orders(entry, read_text)
        for text, entry in _items(top.optional("standing"))
    }
    state = replace(
        state, standing={power: merged((), orders) for power, orders in standing.items()}
    )
    followed: dict[Power, tuple[Order, ...]] = {}
    refused: list[tuple[str, str]] = []
    notes: list[str] = []
    for text, entry in _items(top.optional("orders")):
        power = reader.power(entry, text)
        checked = check(board, state, power, [_orders(entry, read_text)])
        followed[power] = checked.orders
        notes += checked.notes
        refused += [
            (spell(by_name(board), one.order), one.problems[0].reason)
            for one in checked.sheets[0]
            if one.fate is Fate.REFUSED
        ]
    if "orders" not in case:
        return Played(state, (), (), ())
    outcome = adjudicate(board, state, followed)
    for event in outcome.events:
        if isinstance(event, OrderRefused):
            refused.append((spell(by_name(board), event.order), event.reason))
        elif isinstance(event, PartDropped):
            refused.append((event.attacker, event.reason))
    return Played(outcome.state, outcome.events, tuple(refused), tuple(notes))


def _items(read: Reader | None) -> Iterator[tuple[str, Reader]]:
    return iter(()) if read is None else read.items()


def _orders(entry: Reader, read_text: ReadText) -> tuple[Order, ...]:
    lines = entry.value.splitlines() if isinstance(entry.value, str) else entry.texts()
    orders: list[Order] = []
    for line in lines:
        nodes = read_text(line)
        sentences = [line] if not isinstance(nodes, Problem) else _SENTENCE.split(line)
        for sentence_of_line in sentences:
            orders.extend(_sentence(entry, sentence_of_line, read_text))
    return tuple(orders)


def _sentence(entry: Reader, text: str, read_text: ReadText) -> Iterator[Order]:
    nodes = read_text(text)
    if isinstance(nodes, Problem):
        raise entry.wrong(f'"{text}" is not understood: {nodes.reason}')
    for node in nodes:
        yield from read(node)


# What came of it


def _data(board: Board, played: Played) -> dict[str, Any]:
    state, table = played.state, Table.of(board, played.state)
    marker = [event for event in played.events if isinstance(event, MarkerMoved)]
    return {
        "legions": {legion.id: _written(board, legion) for legion in state.legions},
        "supply": {power: holding.supply for power, holding in state.holdings.items()},
        "control": dict(state.control),
        "wounds": dict(state.wounds),
        "hands": {power: sorted(holding.hand) for power, holding in state.holdings.items()},
        "tokens": {team: list(generals) for team, generals in state.tokens.items()},
        "markers": dict(state.markers),
        "production": {team: table.production(team) for team in TEAMS},
        "land": {team: land_areas(board, state.control, team) for team in TEAMS},
        "action": marker[-1].action.value if marker else None,
        "active": state.active,
        "phase": state.stage.value,
        "resets": state.resets,
        "dissensions": state.dissensions,
        "provoked": state.provoked,
        "deck": list(state.deck),
        "deck_size": len(state.deck),
        "cards": [event.card for event in played.events if isinstance(event, CardRevealed)],
        "battles": _battles(played.events),
        "refused": [f"{order}: {reason}" for order, reason in played.refused],
        "notes": list(played.notes),
        "winners": None if state.ending is None else list(state.ending.winners),
        "why": None if state.ending is None else state.ending.sentence,
        "dice_left": len(state.dice.forced),
        "orders": {
            power: [spell(by_id(board), order) for order in orders]
            for power, orders in state.standing.items()
        },
    }


def _written(board: Board, legion: Legion) -> str:
    general = "" if legion.general is None else f" {board.generals[legion.general].short}"
    return f"{legion.at} {legion.troops}{general}"


def _battles(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Each battle: its sides, dice, rolls, Hits and troops lost; attacker first."""
    battles: list[dict[str, Any]] = []
    for event in events:
        match event:
            case BattleBegan():
                battles.append(
                    {
                        "attacker": event.attacker,
                        "defender": event.defender,
                        "dice": [0, 0],
                        "rolls": ["", ""],
                        "hits": [0, 0],
                        "lost": [0, 0],
                        "left": [0, 0],
                    }
                )
            case DiceCounted(role=role, total=total):
                battles[-1]["dice"][_side(role)] = total
            case Rolled(role=role, faces=faces) if battles:
                rolls = battles[-1]["rolls"]
                rolls[_side(role)] = f"{rolls[_side(role)]} {faces}".strip()
            case ResultCounted(role=role, hits=hits):
                battles[-1]["hits"][_side(role)] += hits
            case TroopsLost(legion=legion, count=count) if battles:
                for side, part in enumerate(("attacker", "defender")):
                    if battles[-1][part] == legion:
                        battles[-1]["lost"][side] += count
            case BattleEnded(attacker_troops=first, defender_troops=second):
                battles[-1]["left"] = [first, second]
            case _:
                pass
    return battles


def _side(role: Role) -> int:
    return 0 if role is Role.ATTACKER else 1


def _lines(board: Board, played: Played) -> Iterator[str]:
    yield from played.notes
    for order, reason in played.refused:
        yield f'Refused: "{order}". {reason}'
    for event in played.events:
        if not isinstance(event, OrderRefused | PartDropped):
            said = sentence(board, event)
            if said is not None:
                yield said
    for legion in played.state.legions:
        yield f"{legion.id}: {_written(board, legion)}"
    for power, holding in played.state.holdings.items():
        yield f"{board.names[power].name}: {holding.supply} SP"


# Comparing


def _differences(
    board: Board, case: Mapping[str, Any], expect: Mapping[str, Any], data: Mapping[str, Any]
) -> Iterator[str]:
    top = Reader(expect, ("expect",))
    try:
        top.only(*EXPECTED)
        reader = CaseReader(board, Reader(case))
        for field, entry in top.items():
            yield from _compare(reader, field, entry, data)
    except DocumentError as error:
        yield error.sentence


def _compare(
    reader: CaseReader, field: str, entry: Reader, data: Mapping[str, Any]
) -> Iterator[str]:
    match field:
        case "legions":
            for code, legion in entry.items():
                found = data["legions"].get(code.upper())
                if _parts(reader, legion) != found:
                    yield f"{code}: expected {legion.value}, found {found}"
        case "gone":
            still = [code for code in entry.texts() if code.upper() in data["legions"]]
            yield from (f"{code}: expected to be gone, but it is there" for code in still)
        case "refused" | "notes":
            yield from _compare_texts(field, list(entry.texts()), data[field])
        case "battles":
            yield from _compare_battles(entry, data["battles"])
        case _ if isinstance(entry.value, Mapping):
            yield from _compare_each(reader, field, entry, data[field])
        case _:
            if entry.value != data[field]:
                yield f"{field}: expected {entry.value}, found {data[field]}"


def _compare_each(
    reader: CaseReader, field: str, entry: Reader, data: Mapping[str, Any]
) -> Iterator[str]:
    for key, value in entry.items():
        found = data.get(_key(reader, field, key, value))
        wanted = _value(reader, field, value)
        if (found or None) != (wanted or None):
            yield f"{field} of {key}: expected {wanted}, found {found}"


def _parts(reader: CaseReader, entry: Reader) -> str:
    """A legion as expected, in the form of ``_written``."""
    found = LEGION.fullmatch(str(entry.value))
    if found is None:
        raise entry.wrong(f'"{entry.value}" is no legion; write it like "rgy 4 Yi Sunsin".')
    general = found["general"]
    led = "" if general is None else f" {_short(reader, entry, general)}"
    return f"{reader.area(entry, found['area'])} {found['troops']}{led}"


def _short(reader: CaseReader, entry: Reader, text: str) -> str:
    return reader.board.generals[reader.general(entry, text)].short


def _key(reader: CaseReader, field: str, key: str, entry: Reader) -> str:
    match field:
        case "control":
            return reader.area(entry, key)
        case "wounds":
            return reader.general(entry, key)
        case "supply" | "hands":
            return reader.power(entry, key)
        case _:
            return reader.team(entry, key)


def _value(reader: CaseReader, field: str, entry: Reader) -> Any:
    if field in ("hands", "tokens"):
        generals = [reader.general(item) for item in entry.list()]
        return sorted(generals) if field == "hands" else generals
    if field == "control":
        return None if entry.value in (None, "nobody") else reader.team(entry, str(entry.value))
    return entry.value


def _compare_texts(field: str, wanted: list[str], found: list[str]) -> Iterator[str]:
    """Every wanted text is part of one found; for refusals every found one must be wanted."""
    left = list(found)
    for text in wanted:
        hit = next((one for one in left if text.lower() in one.lower()), None)
        if hit is None:
            yield f"{field}: expected “{text}”, found {left}"
        else:
            left.remove(hit)
    if field == "refused":
        yield from (f"refused, but not expected: {one}" for one in left)


def _compare_battles(entry: Reader, found: list[dict[str, Any]]) -> Iterator[str]:
    wanted = [item.mapping() for item in entry.list()]
    if len(wanted) != len(found):
        yield f"battles: expected {len(wanted)}, found {len(found)}"
    for number, (one, other) in enumerate(zip(wanted, found, strict=False), start=1):
        for key, value in one.items():
            if other.get(key) != value:
                yield f"battle {number}, {key}: expected {value}, found {other.get(key)}"
