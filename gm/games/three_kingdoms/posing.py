"""The position that a case describes, its forced dice, and who acts when."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gm.games.dice import dice_of
from gm.games.three_kingdoms import generals, persuasion, start
from gm.games.three_kingdoms.case_words import (
    WrongCase,
    area_of,
    in_usual_words,
    list_of,
    mapping_of,
    nation_of,
    number_of,
    power_of,
    side_of,
    who_of,
)
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import HAN, Rulebook
from gm.games.three_kingdoms.state import Alliance, Impulse, State, Step, Waiting
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power
from gm.values import replace

STEPS = {
    "draft": Step.DRAFT,
    "placement": Step.PLACEMENT,
    "muster": Step.MUSTER,
    "appearance": Step.MUSTER,
    "production": Step.MUSTER,
}

_ENTRY = re.compile(
    r"(?P<who>.+?)(?:\s*[:,]?\s+(?P<units>\d+)(?:\s+(?:troops?|units?))?)?"
    r"(?:\s+(?:as|for)\s+(?P<side>\S+))?(?P<retreated>\s+retreated)?\s*"
)
_LABELS = re.compile(
    r"start\.\w+|persuade\.\w+|stratagem\.\d+|duel\.\d+\.\w+|(?:shots|main)\.(?:att|def)"
    r"|assault\.\d+|pursuit\.(?:shots|main)|(?:defeat|fate)\.\w+|control\.\w+"
)
LABELS = (
    "start.<seat>, persuade.<nation>, stratagem.<n>, duel.<k>.<general>, shots.att, shots.def, "
    "main.att, main.def, assault.<k>, pursuit.shots, pursuit.main, defeat.<general>, "
    "control.<area>, fate.<general>"
)


# ---- the position


def set_up(rules: Rulebook, case: Mapping[str, Any]) -> Table:
    """The table that a case describes.

    Raises:
        WrongCase: it describes none.
    """
    key = str(case.get("scenario", next(iter(rules.scenarios))))
    if key not in rules.scenarios:
        raise WrongCase(f'There is no scenario "{key}"; there are {", ".join(rules.scenarios)}.')
    state = start.opening(rules, key, dice_of(str(case.get("seed", "case")), "case"))
    state = replace(state, turn=number_of(case.get("turn", state.turn), "turn"))
    state = _in_phase(state, case)
    table = Table(rules, state)
    if case.get("board") not in (None, "empty"):
        raise WrongCase('board: write "empty", or leave it out for the set-up of the scenario.')
    if case.get("board") == "empty":
        table.generals, table.markers, table.han, table.alliances = {}, {}, set(), {}
    table.forced, faces = _dice(table, case.get("dice"))
    table.dice = replace(dice_of("case", "case"), forced=faces) if faces else table.dice
    _place_generals(table, case)
    _place_markers(table, case)
    _fill_treasuries(table, case)
    _set_reserve(table, case)
    if case.get("phase") == "appearance":
        generals.set_turn(table)
    listed = list_of(case.get("order", state.order or seats(table)))
    table.order = tuple(power_of(table, str(name), "order") for name in listed)
    table.impulses = tuple(_impulses(table, case))
    table.points = {
        power: sum(one.power == power for one in table.impulses) for power in seats(table)
    }
    table.base = table.freeze()
    return table


POINTS = 3
"""Action points of every seat in a position that orders are only tried in."""


def pose(rules: Rulebook, case: Mapping[str, Any]) -> State:
    """The state that a case describes, to try orders in.

    Raises:
        WrongCase: it describes none.
    """
    usual = dict(in_usual_words(case))
    if usual.get("phase") not in STEPS:
        known = ("plan", *STEPS)
        if usual.get("phase") not in (None, "plan", "turn", "actions"):
            raise WrongCase(f'There is no phase "{usual["phase"]}"; there are {", ".join(known)}.')
        usual["phase"] = "plan"
    key = str(usual.get("scenario", next(iter(rules.scenarios))))
    if "impulses" not in usual and key in rules.scenarios and not rules.scenarios[key].sequence:
        usual["impulses"] = [str(seat.id) for seat in rules.scenarios[key].seats] * POINTS
    return set_up(rules, usual).freeze()


def _in_phase(state: State, case: Mapping[str, Any]) -> State:
    if state.step is Step.DRAFT and case.get("phase") not in ("draft", "placement"):
        state = replace(state, step=Step.PLAN)
    if case.get("phase") in STEPS:
        state = replace(state, step=STEPS[str(case["phase"])])
    return state


def seats(table: Table) -> tuple[Power, ...]:
    """The seats of the case's scenario."""
    return tuple(seat.id for seat in table.scenario.seats)


def _place_generals(table: Table, case: Mapping[str, Any]) -> None:
    for who in list_of(case.get("remove")):
        table.generals.pop(who_of(table, str(who)), None)
    for area, entry in _entries(table, mapping_of(case.get("generals"), "generals")):
        found = _ENTRY.fullmatch(entry)
        if found is None:
            raise WrongCase(f'generals: "{entry}" is not understood; write "cao_cao 3 as wei".')
        who = who_of(table, found["who"])
        side = side_of(table, found["side"]) if found["side"] else None
        _put(table, who, area, int(found["units"] or 0), side)
        if found["retreated"]:
            table.change(who, retreated=True)


def _entries(table: Table, data: Mapping[str, Any]) -> Iterator[tuple[Area, str]]:
    """Area and ``id units as side`` of each general: listed by area, or area and units by id."""
    for key, value in data.items():
        if isinstance(value, list):
            for entry in value:
                yield area_of(table, key), _entry(entry)
        elif isinstance(value, Mapping):
            where = value.get("area", value.get("at"))
            yield area_of(table, str(where)), _entry({"id": key, **value})
        elif _is_area(table, key):
            yield area_of(table, key), str(value)
        else:
            where, units = re.fullmatch(r"(.+?)[\s,:]*(\d*)\s*", str(value)).groups()  # type: ignore[union-attr]  # fits everything
            yield area_of(table, where), f"{key} {units}".strip()


def _is_area(table: Table, name: str) -> bool:
    try:
        area_of(table, name)
    except WrongCase:
        return False
    return True


def _entry(data: Any) -> str:
    if not isinstance(data, Mapping):
        return str(data)
    name = data.get("id", data.get("general", data.get("name")))
    if name is None:
        raise WrongCase(f'generals: {dict(data)} does not say who stands there; give an "id".')
    words = [str(name), str(data.get("units", data.get("troops", 0)))]
    side = data.get("side", data.get("nation"))
    words += ["as", str(side)] if side else []
    return " ".join([*words, "retreated"] if data.get("retreated") else words)


def _put(table: Table, who: Who, area: Area, units: int, side: Side | None) -> None:
    person = table.person(who)
    table.waiting = [wait for wait in table.waiting if wait.who != who]
    before = table.generals.get(who)
    own = side or (before.side if before else person.nation or person.force)
    if own is None:
        raise WrongCase(f"Say for whom {person.name} stands: {who} 1 as {person.faces[0]}.")
    if units > person.capacity:
        raise WrongCase(
            f"{person.name} leads {person.capacity} troop units at most (2.2.1), not {units}."
        )
    table.put(who, own, area, units)


def _place_markers(table: Table, case: Mapping[str, Any]) -> None:
    for key, value in mapping_of(case.get("markers"), "markers").items():
        if key in (*table.treasuries, HAN):
            _mark(table, Side(key), [area_of(table, str(one)) for one in list_of(value)])
        elif value in (None, "none"):
            table.markers.pop(area_of(table, key), None)
        else:
            table.markers[area_of(table, key)] = nation_of(table, str(value), "markers")
    if "han" in case:
        table.han = {area_of(table, str(one)) for one in list_of(case["han"])}
    for force, nation in mapping_of(case.get("alliances"), "alliances").items():
        side, ally = side_of(table, force), nation_of(table, str(nation), "alliances")
        lent = persuasion.lend_markers(table, side, ally)
        table.alliances[side] = Alliance(side, ally, lent)


def _mark(table: Table, nation: Side, areas: Collection[Area]) -> None:
    if nation == HAN:
        table.han = set(areas)
        return
    kept = {area: own for area, own in table.markers.items() if own != nation}
    table.markers = kept | dict.fromkeys(areas, nation)


def _fill_treasuries(table: Table, case: Mapping[str, Any]) -> None:
    for field in ("provisions", "points", "left", "discords"):
        for name, number in mapping_of(case.get(field), field).items():
            nation = nation_of(table, name, field)
            own = table.treasuries[nation]
            table.treasuries[nation] = replace(own, **{field: number_of(number, field)})


def _set_reserve(table: Table, case: Mapping[str, Any]) -> None:
    for who in map(str, list_of(case.get("fallen"))):
        name = who_of(table, who)
        table.fallen.add(name)
        table.generals.pop(name, None)
        table.waiting = [
            replace(wait, succeeds=wait.box in table.rules.roster.forces)
            if wait.after == name
            else wait
            for wait in table.waiting
            if wait.who != name
        ]
    if "pool" in case:
        listed = [who_of(table, str(who)) for who in list_of(case["pool"])]
        rest = [wait for wait in table.waiting if wait.who not in listed and wait.box is not None]
        table.waiting = [*rest, *(Waiting(who, table.turn, None) for who in listed)]
    for who, text in mapping_of(case.get("waiting"), "waiting").items():
        box, _, turn = str(text).partition(" ")
        if not turn.isdigit():
            raise WrongCase(f'waiting, {who}: write whom he joins and when, such as "wei 3".')
        name = who_of(table, who)
        kept = [wait for wait in table.waiting if wait.who != name]
        where = None if box == "pool" else side_of(table, box)
        table.waiting = [*kept, Waiting(name, int(turn), where)]


# ---- who acts when


def _impulses(table: Table, case: Mapping[str, Any]) -> Iterator[Impulse]:
    """Who acts when: as the case says, else a power's actions in the order of its plans."""
    listed = list_of(case.get("impulses"))
    if not listed and table.scenario.sequence:
        for nation in table.scenario.sequence:
            seat = table.scenario.seat_of(nation)
            if seat is not None and seat in (case.get("orders") or {}):
                yield Impulse(seat, nation)
        return
    for name in map(str, listed):
        seat = table.scenario.seat_of(Side(name))
        if name in seats(table):
            yield Impulse(Power(name))
        elif seat is not None:
            yield Impulse(seat, Side(name))
        else:
            raise WrongCase(f'impulses: nobody plays "{name}" in this scenario.')


# ---- dice


def _dice(table: Table, data: Any) -> tuple[list[tuple[str, int]], tuple[int, ...]]:
    """Forced dice: with labels, and those without, in the order rolled."""
    pairs = list(_labelled(data))
    if pairs:
        return [
            (_label(table, label), face) for label, faces in pairs for face in _faces(faces)
        ], ()
    return [], tuple(_faces(data if data is not None else ()))


def _labelled(data: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(data, Mapping):
        for label, faces in data.items():
            whole = f"{before}.{label}" if before else str(label)
            if isinstance(faces, Mapping):
                yield from _labelled(faces, whole)
            else:
                yield whole, faces
        return
    for one in data if isinstance(data, list) else ():
        if isinstance(one, Mapping):
            yield from _labelled(one)
        elif isinstance(one, str) and not one.replace(" ", "").isdigit():
            label, _, faces = one.partition(" ")
            yield label, faces


def _label(table: Table, label: str) -> str:
    """A label with ids for the names in it."""
    kind, _, rest = label.partition(".")
    if kind in ("defeat", "fate"):
        rest = who_of(table, rest)
    elif kind == "control":
        rest = area_of(table, rest)
    elif kind == "duel":
        number, _, name = rest.partition(".")
        rest = f"{number}.{who_of(table, name)}"
    found = f"{kind}.{rest}"
    if _LABELS.fullmatch(found) is None:
        raise WrongCase(f'dice: no die is called "{label}"; there are {LABELS}.')
    return found


def _faces(data: Any) -> Iterator[int]:
    if isinstance(data, str) and data.replace(" ", "").replace(",", "").isdigit():
        yield from map(int, data.replace(",", " ").split())
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _faces(one)
    elif isinstance(data, int) and not isinstance(data, bool):
        if data < 1:
            raise WrongCase(f"dice: a die does not show {data}.")
        yield data
    else:
        raise WrongCase(f"dice: numbers are expected, not {data!r}.")
