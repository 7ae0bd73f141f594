"""Cases of Three Kingdoms: a position, orders in players' words, forced dice, what must come out.

The head of ``tests/games/three_kingdoms/cases/battles.yaml`` describes the form. Everything but
``phase`` may be left out; what a case does not say is as in the scenario's set-up.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gm.games.dice import Dice
from gm.games.game import Checked, Content, Fate, Power, Problem, ReadText, Trial
from gm.games.three_kingdoms import (
    control,
    generals,
    measures,
    persuasion,
    sequence,
    setting,
    start,
    victory,
)
from gm.games.three_kingdoms.checks import check
from gm.games.three_kingdoms.events import GameEnded
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Order
from gm.games.three_kingdoms.pictures import picture
from gm.games.three_kingdoms.plan import plan_of
from gm.games.three_kingdoms.reading import read
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import NATION_NAMES, Rulebook
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import Alliance, Impulse, State, Step, Treasury, Waiting
from gm.games.three_kingdoms.table import Table
from gm.games.three_kingdoms.telling import Teller

STEPS = {
    "draft": Step.DRAFT,
    "placement": Step.PLACEMENT,
    "muster": Step.MUSTER,
    "appearance": Step.MUSTER,
    "production": Step.MUSTER,
}


class _Wrong(Exception):  # noqa: N818  (told as the trial's only difference)
    """A case that says something impossible; the message is a full sentence."""


def trial(game: Any, case: Mapping[str, Any], read_text: ReadText) -> Trial:
    """Plays one case and compares it with what it expects."""
    rules: Rulebook = game.rules
    name = str(case.get("id", "position"))
    try:
        made = _trial(rules, name, _in_usual_words(case), read_text)
    except _Wrong as wrong:
        return Trial(name, (str(wrong),), {"error": str(wrong)}, (str(wrong),))
    trial_, after = made
    if game.geometry is None:
        return trial_
    return replace(trial_, picture=lambda: _picture(game, after))


def _picture(game: Any, after: Table) -> Content:
    """The map after the case, with what moved and where there was fighting."""
    table = Table(game.rules, after.freeze())
    teller = Teller(game.rules, jin=victory.is_jin(table))
    return picture(table, teller, game.geometry, "case", events=after.events)


ALIASES = {"vp": "points", "control": "markers", "last_order": "order"}
"""Other words for fields of a case."""


def _in_usual_words(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """The case with the usual names of its fields, in the position and in what it expects."""
    usual = {ALIASES.get(str(key), str(key)): value for key, value in case.items()}
    if isinstance(usual.get("expect"), Mapping):
        usual["expect"] = {
            ALIASES.get(str(key), str(key)): value for key, value in usual["expect"].items()
        }
    return usual


def _trial(
    rules: Rulebook, name: str, case: Mapping[str, Any], read_text: ReadText
) -> tuple[Trial, Table]:
    table = set_up(rules, case)
    speller = Speller(rules)
    orders, refused, unread = _orders(rules, speller, table, case, read_text)
    if "impulses" not in case and not table.scenario.sequence:
        _take_turns(table, case, orders)
    phase = case.get("phase", "turn" if case.get("orders") else "show")
    values = _values(table, case)
    if phase in {"turn", "plan"}:
        state, events = sequence.proceed(rules, table.freeze(), orders)
        after = Table(rules, state)
        after.events = list(events)
    else:
        after = table
        sequence.hear(after, {power: plan_of(given) for power, given in orders.items()})
        _phases(phase)(after, orders)
        state = after.freeze()
    found = {**_found(after, state), "refused": refused, "unread": unread, "values": values}
    teller = Teller(rules, jin=victory.is_jin(after))
    told = [teller.tell(event) for event in after.events]
    expected = case.get("expect")
    differences = None
    if expected is not None or case.get("values"):
        wanted = {**(expected or {})}
        if case.get("values"):
            wanted["values"] = case["values"]
        differences = tuple(_differences(wanted, found, told, after))
    lines = [*told, *_position_lines(rules, found)]
    return Trial(name, tuple(lines), {**found, "events": told}, differences), after


def _values(table: Table, case: Mapping[str, Any]) -> dict[str, int | str]:
    try:
        return {str(key): measures.measure(table, str(key)) for key in case.get("values", {})}
    except (KeyError, ValueError) as error:
        raise _Wrong(f"Values: {error}") from None


# ---- the position


def set_up(rules: Rulebook, case: Mapping[str, Any]) -> Table:
    """The table that a case describes."""
    key = str(case.get("scenario", next(iter(rules.scenarios))))
    if key not in rules.scenarios:
        raise _Wrong(f'There is no scenario "{key}"; there are {", ".join(rules.scenarios)}.')
    state = start.opening(rules, key, Dice(str(case.get("seed", "case"))))
    state = replace(state, turn=int(case.get("turn", state.turn)))
    state = replace(state, **_dice(case.get("dice", ())))
    if state.step is Step.DRAFT and case.get("phase") not in ("draft", "placement"):
        state = replace(state, step=Step.PLAN)
    if case.get("phase") in STEPS:
        state = replace(state, step=STEPS[str(case["phase"])])
    table = Table(rules, state)
    if case.get("board") == "empty":
        table.generals, table.markers, table.han, table.alliances = {}, {}, set(), {}
    _place_generals(table, case)
    _place_markers(table, case)
    _fill_treasuries(table, case)
    _set_reserve(table, case)
    if case.get("phase") == "appearance":
        generals.set_turn(table)
    table.order = tuple(map(Power, case.get("order", state.order or _seats(table))))
    table.impulses = tuple(_impulses(table, case))
    table.points = {
        power: sum(one.power == power for one in table.impulses) for power in _seats(table)
    }
    table.base = table.freeze()
    return table


def _seats(table: Table) -> tuple[Power, ...]:
    return tuple(seat.id for seat in table.scenario.seats)


def _dice(data: Any) -> dict[str, Any]:
    """Forced dice: faces in order, label -> faces, or a list of ``label faces``."""
    pairs = list(_labelled(data))
    if pairs:
        forced = [(label, face) for label, faces in pairs for face in _faces(faces)]
        return {"forced": tuple(forced)}
    return {"dice": Dice("case", forced=tuple(_faces(data)))}


def _labelled(data: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(data, Mapping):
        yield from ((str(label), faces) for label, faces in data.items())
        return
    for one in data if isinstance(data, list) else ():
        if isinstance(one, Mapping):
            yield from _labelled(one)
        elif isinstance(one, str) and not one.replace(" ", "").isdigit():
            label, _, faces = one.partition(" ")
            yield label, faces


def _faces(data: Any) -> Iterator[int]:
    if isinstance(data, int):
        yield data
    elif isinstance(data, str):
        yield from map(int, data.split())
    else:
        for one in data:
            yield from _faces(one)


def _place_generals(table: Table, case: Mapping[str, Any]) -> None:
    for who in case.get("remove", ()):
        table.generals.pop(_who(table, who), None)
    for area, entry in _entries(table, case.get("generals") or {}):
        words = entry.split()
        who = _who(table, words[0])
        units = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        side = words[words.index("as") + 1] if "as" in words else None
        _put(table, who, area, units, Side(side) if side else None)
        if "retreated" in words:
            table.change(who, retreated=True)


def _entries(table: Table, data: Mapping[str, Any]) -> Iterator[tuple[Area, str]]:
    """Area and ``id units as side`` of each general: listed by area, or area and units by id."""
    for key, value in data.items():
        if isinstance(value, list):
            for entry in value:
                yield _area(table, str(key)), _entry(entry)
        elif isinstance(value, Mapping):
            where = value.get("area", value.get("at"))
            yield _area(table, str(where)), _entry({"id": key, **value})
        else:
            where, *rest = str(value).split()
            yield _area(table, where), " ".join([str(key), *rest])


def _entry(data: Any) -> str:
    if not isinstance(data, Mapping):
        return str(data)
    words = [str(data["id"]), str(data.get("units", data.get("troops", 0)))]
    side = data.get("side", data.get("nation"))
    words += ["as", str(side)] if side else []
    return " ".join([*words, "retreated"] if data.get("retreated") else words)


def _put(table: Table, who: Who, area: Area, units: int, side: Side | None) -> None:
    person = table.person(who)
    table.waiting = [wait for wait in table.waiting if wait.who != who]
    before = table.generals.get(who)
    own = side or (before.side if before else person.nation or person.force)
    if own is None:
        raise _Wrong(f"Say for whom {person.name} stands: {who} 1 as {person.faces[0]}.")
    table.put(who, own, area, units)


def _who(table: Table, name: str) -> Who:
    people = table.rules.roster.people
    if name in people:
        return Who(name)
    found = [who for who, person in people.items() if name in (person.name, person.zh)]
    if not found:
        raise _Wrong(f'There is no general "{name}".')
    return found[0]


def _area(table: Table, name: str) -> Area:
    areas = table.rules.board.areas
    if name in areas:
        return Area(name)
    for area in areas.values():
        if name in (area.name, area.zh, *area.aliases):
            return area.id
    raise _Wrong(f'There is no area "{name}".')


def _place_markers(table: Table, case: Mapping[str, Any]) -> None:
    for nation, areas in (case.get("markers") or {}).items():
        kept = {area: own for area, own in table.markers.items() if own != nation}
        table.markers = kept | {_area(table, area): Side(nation) for area in areas}
    for force, nation in (case.get("alliances") or {}).items():
        lent = persuasion.lend_markers(table, Side(force), Side(nation))
        table.alliances[Side(force)] = Alliance(Side(force), Side(nation), lent)


def _fill_treasuries(table: Table, case: Mapping[str, Any]) -> None:
    for field in ("provisions", "points", "left", "discords"):
        for nation, number in (case.get(field) or {}).items():
            _nation(table, nation)
            own = table.treasuries[Side(nation)]
            table.treasuries[Side(nation)] = replace(own, **{field: number})


def _nation(table: Table, name: str) -> Treasury:
    if Side(name) not in table.treasuries:
        raise _Wrong(f'"{name}" is no nation of this scenario; there are {list(table.treasuries)}.')
    return table.treasuries[Side(name)]


def _set_reserve(table: Table, case: Mapping[str, Any]) -> None:
    for who in map(str, case.get("fallen", ())):
        name = _who(table, who)
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
        listed = [_who(table, str(who)) for who in case["pool"]]
        rest = [wait for wait in table.waiting if wait.who not in listed and wait.box is not None]
        table.waiting = [*rest, *(Waiting(who, table.turn, None) for who in listed)]
    for who, text in (case.get("waiting") or {}).items():
        box, turn = str(text).split()
        name = _who(table, str(who))
        kept = [wait for wait in table.waiting if wait.who != name]
        table.waiting = [*kept, Waiting(name, int(turn), Side(box))]


def _impulses(table: Table, case: Mapping[str, Any]) -> Iterator[Impulse]:
    """Who acts when: as the case says, else a power's actions in the order of its plans."""
    listed = case.get("impulses", ())
    if not listed and table.scenario.sequence:
        for nation in table.scenario.sequence:
            seat = table.scenario.seat_of(nation)
            if seat is not None and seat in case.get("orders", {}):
                yield Impulse(seat, nation)
        return
    for name in listed:
        seat = table.scenario.seat_of(Side(name))
        if name in _seats(table):
            yield Impulse(Power(name))
        elif seat is not None:
            yield Impulse(seat, Side(name))
        else:
            raise _Wrong(f'Impulses: nobody plays "{name}" in this scenario.')


def _take_turns(
    table: Table, case: Mapping[str, Any], orders: Mapping[Power, Sequence[Order]]
) -> None:
    """Without ``impulses`` the powers act in turn, as often as each has planned."""
    given = case.get("actions") or {}
    left = {
        power: int(given.get(power, max(1, len(plan_of(orders.get(power, ())).entries))))
        for power in map(Power, case.get("orders") or {})
    }
    impulses = []
    while any(left.values()):
        for power, count in left.items():
            if count:
                impulses.append(Impulse(power))
                left[power] -= 1
    table.impulses = tuple(impulses)
    table.points = {seat: sum(one.power == seat for one in impulses) for seat in _seats(table)}
    table.base = table.freeze()


# ---- orders


def _orders(
    rules: Rulebook,
    speller: Speller,
    table: Table,
    case: Mapping[str, Any],
    read_text: ReadText,
) -> tuple[dict[Power, Sequence[Order]], dict[str, list[str]], dict[str, list[str]]]:
    """Orders to follow, and the texts that were refused or not read, by power."""
    followed: dict[Power, Sequence[Order]] = {}
    refused: dict[str, list[str]] = {}
    unread: dict[str, list[str]] = {}
    standing = case.get("standing") or {}
    for name in dict.fromkeys([*standing, *(case.get("orders") or {})]):
        power = Power(name)
        lines = [*standing.get(name, ()), *(case.get("orders") or {}).get(name, ())]
        sheet: list[Order] = []
        for line in lines:
            nodes = read_text(str(line))
            if isinstance(nodes, Problem):
                unread.setdefault(name, []).append(f"{line}: {nodes.reason}")
                continue
            sheet += [order for node in nodes for order in read(node)]
        checked: Checked[Order] = check(rules, speller, table.freeze(), power, [sheet])
        followed[power] = checked.orders
        for one in checked.sheets[0]:
            if one.fate is Fate.REFUSED:
                reason = one.problems[0].reason
                refused.setdefault(name, []).append(f"{speller.spell(one.order)}: {reason}")
    return followed, refused, unread


# ---- the phases that can be played alone

Phase = Callable[[Table, Mapping[Power, Sequence[Order]]], object]


def _phases(name: str) -> Phase:
    phases: dict[str, Phase] = {
        "show": lambda _table, _orders: None,
        "start": lambda table, _: start.start_turn(table),
        "action": sequence.play_actions,
        "actions": sequence.play_actions,
        "end_of_action": lambda table, _: sequence.end_of_action(table),
        "control": lambda table, _: sequence.control_phase(table),
        "fate": lambda table, _: generals.fate(table),
        "appearance": lambda table, _: generals.appearance(table),
        "production": lambda table, _: control.produce(table),
        "muster": lambda table, _: sequence.mustered(table),
        "draft": lambda table, _: setting.draft(table),
        "placement": lambda table, _: setting.placement(table),
        "end": lambda table, _: sequence.finish(table, victory.final_end(table)),
    }
    if name not in phases:
        raise _Wrong(f'There is no phase "{name}"; there are turn, {", ".join(phases)}.')
    return phases[name]


# ---- what came out


def _found(table: Table, state: State) -> dict[str, Any]:
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
)
_WHOLE = ("order", "impulses", "winners", "turn", "step", "retreated")


def _differences(
    wanted: Mapping[str, Any], found: Mapping[str, Any], told: Sequence[str], table: Table
) -> Iterator[str]:
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


def _difference(
    name: str, value: Any, found: Mapping[str, Any], told: Sequence[str], table: Table
) -> Iterator[str]:
    """Where one expectation of a case was not met."""
    if name == "generals":
        yield from _general_differences(table, value, found)
    elif name in _PARTS:
        yield from _part_differences(table, name, value, found)
    elif name == "refused":
        yield from _refused_differences(value, found["refused"])
    elif name in {"told", "not_told"}:
        for words in value:
            if any(words in sentence for sentence in told) != (name == "told"):
                yield f'{name}: "{words}"'
    elif name not in _WHOLE:
        yield f'expect: there is nothing called "{name}" to compare'
    elif value != found[name]:
        yield f"{name}: expected {value}, found {found[name]}"


def _general_differences(
    table: Table, wanted: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[str]:
    """``G 2`` (area, troop units), ``G``, ``killed``, ``wei 5`` or ``pool 5`` (the reserve)."""
    for name, value in wanted.items():
        who, text = _who(table, str(name)), _expected_place(value)
        now = found["generals"].get(who)
        if now is None:
            now = found["waiting"].get(who, "dead" if who in found["fallen"] else "nowhere")
        first = text.split()[0]
        expected = text
        if found["generals"].get(who) is not None and first not in ("dead", "pool"):
            known = _known_area(table, first)
            expected = f"{known} {text.split()[1]}" if " " in text else known
            now = now if " " in text else now.split()[0]
        if expected != now:
            yield f"generals, {who}: expected {text}, found {now}"


def _expected_place(value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    units = value.get("units", value.get("troops"))
    place = str(value.get("area", value.get("at", "")))
    return place if units is None else f"{place} {units}"


def _known_area(table: Table, name: str) -> str:
    try:
        return _area(table, name)
    except _Wrong:
        return name


def _part_differences(
    table: Table, name: str, wanted: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[str]:
    for key, value in wanted.items():
        place = _area(table, str(key)) if name == "markers" else str(key)
        now = found[name].get(place)
        if value != now and not (value in (None, "none") and now is None):
            yield f"{name}, {key}: expected {value}, found {now}"


def _refused_differences(
    wanted: Mapping[str, Any], found: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    for power in dict.fromkeys([*wanted, *found]):
        lines = list(found.get(power, ()))
        for words in wanted.get(power, ()):
            hit = next((line for line in lines if words in line), None)
            if hit is None:
                yield f'refused, {power}: nothing refused says "{words}"; refused: {lines}'
            else:
                lines.remove(hit)
        for line in lines:
            yield f"refused, {power}: also refused: {line}"


def _position_lines(rules: Rulebook, found: Content) -> Iterator[str]:
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
