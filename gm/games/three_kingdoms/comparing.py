"""What came out of a case, and where it is not what the case expects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm.games.documents import nearest
from gm.games.three_kingdoms.case_words import WrongCase, area_of, list_of, mapping_of, who_of
from gm.games.three_kingdoms.events import GameEnded
from gm.games.three_kingdoms.map import Side
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import NATION_NAMES, Rulebook
from gm.games.three_kingdoms.state import State
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Content


def found_in(table: Table, state: State) -> dict[str, Any]:
    """What a case may compare, as plain data."""
    ending = next((one for one in table.events if isinstance(one, GameEnded)), None)
    placed = {one.id: f"{one.area} {one.units}" for one in state.generals}
    waiting = {
        wait.who: f"{wait.box or 'pool'} {wait.turn}"
        for wait in state.waiting
        if wait.who not in placed
    }
    return {
        "generals": placed,
        "sides": {one.id: str(one.side) for one in state.generals},
        "retreated": sorted(one.id for one in state.generals if one.retreated),
        "fallen": sorted(state.fallen),
        "waiting": waiting,
        "markers": dict(state.markers),
        "provisions": {nation: own.provisions for nation, own in state.treasuries.items()},
        "points": {nation: own.points for nation, own in state.treasuries.items()},
        "left": {nation: own.left for nation, own in state.treasuries.items()},
        "order": list(state.order),
        "action_points": dict(state.points),
        "impulses": [one.nation or one.power for one in state.impulses],
        "alliances": {one.force: str(one.nation) for one in state.alliances},
        "winners": list(ending.winners) if ending else [],
        "why": ending.sentence if ending else "",
        "turn": state.turn,
        "step": state.step.value,
        "forced_dice_left": len(table.forced) + len(table.dice.forced),
    }


_PARTS = (
    "provisions",
    "points",
    "left",
    "markers",
    "sides",
    "alliances",
    "values",
    "action_points",
    "waiting",
)
_WHOLE = ("order", "impulses", "winners", "turn", "step", "retreated", "fallen")
_OTHERS = ("generals", "refused", "told", "not_told")
EXPECTED = (*_OTHERS, *_PARTS, *_WHOLE)
"""What a case may expect."""


def differences(
    wanted: Mapping[str, Any], found: Mapping[str, Any], told: Sequence[str], table: Table
) -> Iterator[str]:
    """Where a case's expectations were not met, one sentence each."""
    for power, lines in found["unread"].items():
        yield from (f"orders of {power}: not understood: {line}" for line in lines)
    for name, value in wanted.items():
        yield from _difference(name, value, found, told, table)
    if "refused" not in wanted:
        for power, lines in found["refused"].items():
            yield from (f"orders of {power}: refused: {line}" for line in lines)
    if found["forced_dice_left"]:
        left = [*table.forced, *table.dice.forced]
        yield f"dice: {found['forced_dice_left']} forced faces were not rolled: {left}"


def _difference(  # noqa: C901  (one line for each kind of expectation)
    name: str, value: Any, found: Mapping[str, Any], told: Sequence[str], table: Table
) -> Iterator[str]:
    """Where one expectation of a case was not met."""
    if name == "generals":
        yield from _general_differences(table, mapping_of(value, "expect, generals"), found)
    elif name in _PARTS:
        yield from _part_differences(table, name, mapping_of(value, f"expect, {name}"), found)
    elif name == "refused":
        yield from _refused_differences(mapping_of(value, "expect, refused"), found["refused"])
    elif name in {"told", "not_told"}:
        for words in map(str, list_of(value)):
            if any(words in sentence for sentence in told) != (name == "told"):
                yield f'{name}: "{words}"'
    elif name in ("retreated", "fallen"):
        people = sorted(who_of(table, str(who)) for who in list_of(value))
        if people != found[name]:
            yield f"{name}: expected {people}, found {found[name]}"
    elif name not in _WHOLE:
        hint = nearest(name, EXPECTED) or f"; there are {', '.join(EXPECTED)}."
        yield f'expect: there is nothing called "{name}" to compare{hint}'
    elif value != found[name]:
        yield f"{name}: expected {value}, found {found[name]}"


def _general_differences(
    table: Table, wanted: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[str]:
    """``G 2`` (area, troop units), ``G``, ``dead``, ``wei 5`` or ``pool 5`` (the reserve)."""
    for name, value in wanted.items():
        who, text = who_of(table, name), _expected_place(value)
        now = found["generals"].get(who)
        if now is None:
            now = found["waiting"].get(who, "dead" if who in found["fallen"] else "nowhere")
            expected = "dead" if text in ("killed", "fallen") else text
        else:
            expected, now = _on_the_map(table, text, now)
        if expected != now:
            yield f"generals, {who}: expected {text}, found {now}"


def _on_the_map(table: Table, text: str, now: str) -> tuple[str, str]:
    """Expected and found place of a general on the map, with units where they are expected."""
    place, _, units = text.rpartition(" ")
    if not place or not units.isdigit():
        return _known_area(table, text), now.split()[0]
    return f"{_known_area(table, place)} {units}", now


def _expected_place(value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    units = value.get("units", value.get("troops"))
    place = str(value.get("area", value.get("at", "")))
    return place if units is None else f"{place} {units}"


def _known_area(table: Table, name: str) -> str:
    try:
        return area_of(table, name)
    except WrongCase:
        return name


def _part_differences(
    table: Table, name: str, wanted: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[str]:
    for key, value in wanted.items():
        place = key
        if name == "markers":
            place = area_of(table, key)
        elif name in ("sides", "waiting"):
            place = who_of(table, key)
        now = found[name].get(place)
        if value != now and not (value in (None, "none") and now is None):
            yield f"{name}, {key}: expected {value}, found {now}"


def _refused_differences(
    wanted: Mapping[str, Any], found: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    for power in dict.fromkeys([*wanted, *found]):
        lines = list(found.get(power, ()))
        for words in map(str, list_of(wanted.get(power))):
            hit = next((line for line in lines if words in line), None)
            if hit is None:
                yield f'refused, {power}: nothing refused says "{words}"; refused: {lines}'
            else:
                lines.remove(hit)
        for line in lines:
            yield f"refused, {power}: also refused: {line}"


def position_lines(rules: Rulebook, found: Content) -> Iterator[str]:
    """The position after a case, for people."""
    by_area: dict[str, list[str]] = {}
    for who, text in found["generals"].items():
        area, units = text.split()
        by_area.setdefault(area, []).append(f"{rules.roster[Who(who)].name} {units}")
    for area in rules.board.areas.values():
        marker = found["markers"].get(area.id)
        if area.id in by_area or marker:
            name = f" [{NATION_NAMES.get(Side(marker), marker)}]" if marker else ""
            yield f"{area.name} ({area.id}){name}: {', '.join(by_area.get(area.id, ['-']))}"
    for nation in found["points"]:
        yield (
            f"{NATION_NAMES[Side(nation)]}: {found['points'][nation]} points, "
            f"{found['provisions'][nation]} provisions"
        )
    for power, lines in found["refused"].items():
        yield from (f"Refused ({power}): {line}" for line in lines)
    for power, lines in found["unread"].items():
        yield from (f"Not understood ({power}): {line}" for line in lines)
    if found["forced_dice_left"]:
        yield f"Forced dice that were not rolled: {found['forced_dice_left']}."
