"""What a case expects beside what was found: every difference in a line.

Positions, dislodged units with their retreats, and closed spaces are compared strictly wherever
the case gives results for every unit; units under ``lenient`` by the board only.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from gm.games.diplomacy.casefile import Names, by_power, case_name, notation_of, place_in, unit_in
from gm.games.diplomacy.map import NEUTRAL
from gm.games.documents import Reader

Found = Mapping[str, Any]


def differences(names: Names, read: Reader, found: Found) -> Iterator[str]:
    """The differences between what *read* (a case, or a phase of one) expects and *found*."""
    expect = read.optional("expect") or read.optional("after")
    if expect is None:
        return
    yield from _positions(names, expect, found)
    yield from _words(names, read, expect, found)
    is_whole = "results" in expect.value or "after" in read.value
    if "contested" in found:
        yield from _beaten(names, expect, found)
        if is_whole or "contested" in expect.value:
            yield from _same("contested", _places(names, expect.optional("contested")), found)
        if is_whole or "disbanded" in expect.value:
            yield from _units("disbanded", names, expect.optional("disbanded"), found["disbanded"])
    yield from _others(names, read, expect, found)
    yield from _reasons(expect, found)
    fall = expect.optional("after_fall") or (expect if "centres" in found else None)
    if fall is not None:
        yield from _year_end(names, fall, found.get("after_fall", found))


def _positions(names: Names, expect: Reader, found: Found) -> Iterator[str]:
    listed = expect.optional("positions") or expect.optional("units")
    if listed is None or "positions" not in found:
        return
    have = found["positions"]
    if (
        "positions" in expect.value
        and "results" not in expect.value
        and NEUTRAL not in listed.value
    ):
        have = {name: units for name, units in have.items() if name != NEUTRAL}
    yield from _units("positions", names, listed, have)


def _units(
    title: str, names: Names, listed: Reader | None, found: Mapping[str, list[str]]
) -> Iterator[str]:
    wanted: dict[str, set[str]] = {}
    for power, item in by_power(names, listed):
        unit = unit_in(names, power, item)
        wanted.setdefault(case_name(names.board, power), set()).add(notation_of(unit))
    for name in sorted({*wanted, *found}):
        want, have = wanted.get(name, set()), set(found.get(name, ()))
        if want != have:
            yield f"{title}, {name}: expected {_row(want)}, found {_row(have)}"


def _row(items: Any) -> str:
    return ", ".join(sorted(map(str, items))) or "nothing"


def _words(names: Names, read: Reader, expect: Reader, found: Found) -> Iterator[str]:
    results = found.get("results", {})
    lenient = {
        _unit_key(names, item)
        for source in (read, expect)
        if (listed := source.optional("lenient")) is not None
        for item in listed.list()
    }
    if "after" in read.value and "contested" in found:
        listed = read.optional("not_ok")
        given = {_unit_key(names, Reader(key, item.path)): item.value for key, item in
                 (listed.items() if listed else ())}  # fmt: skip
        wanted = {unit: given.get(unit, ["succeeds"]) for unit in results}
    elif (words := expect.optional("results")) is not None:
        wanted = {
            _unit_key(names, Reader(key, item.path)): _word_list(item.value)
            for key, item in words.items()
        }
    else:
        return
    for unit, want in wanted.items():
        have = results.get(unit)
        if unit not in lenient and have != want:
            yield f"results, {unit}: expected {_result(want)}, found {_result(have)}"


def _unit_key(names: Names, item: Reader) -> str:
    """A unit as results name it, or the name of a power (whose adjustments they are)."""
    text = str(item.value)
    if text[:2].upper() in ("A ", "F ") or " " in text:
        return notation_of(unit_in(names, next(iter(names.board.powers)), item))
    return (
        case_name(names.board, names.powers[text.casefold()])
        if text.casefold() in names.powers
        else text
    )


def _word_list(words: Any) -> Any:
    """The words of a result, also where a case writes them in a row: ``fails, dislodged``."""
    return words.replace(",", " ").split() if isinstance(words, str) else words


def _result(words: Any) -> str:
    if words is None:
        return "nothing"
    return "; ".join(" ".join(map(str, w)) if isinstance(w, list) else str(w) for w in words)


def _beaten(names: Names, expect: Reader, found: Found) -> Iterator[str]:
    """Dislodged units; where they came from and may go is compared if the case says it."""
    wanted: dict[str, dict[str, Reader]] = {}
    for power, item in by_power(names, expect.optional("dislodged")):
        row = item if isinstance(item.value, Mapping) else Reader({"unit": item.value}, item.path)
        unit = notation_of(unit_in(names, power, row.field("unit")))
        wanted.setdefault(case_name(names.board, power), {})[unit] = row
    have = {name: {row["unit"]: row for row in rows} for name, rows in found["dislodged"].items()}
    for name in sorted({*wanted, *have}):
        want, had = wanted.get(name, {}), have.get(name, {})
        if set(want) != set(had):
            yield f"dislodged, {name}: expected {_row(want)}, found {_row(had)}"
            continue
        for unit, row in want.items():
            yield from _beaten_row(names, unit, row, had[unit])


def _beaten_row(names: Names, unit: str, row: Reader, found: Found) -> Iterator[str]:
    start, retreats = row.optional("from"), row.value.get("retreats")
    if start is not None:
        origin = names.board.province_of[place_in(names, start)]
        if origin != found["from"]:
            yield f"dislodged, {unit}: expected from {origin}, found from {found['from']}"
    if retreats is not None:
        want = {place_in(names, item) for item in row.field("retreats").list()}
        if want != set(found["retreats"]):
            yield (
                f"dislodged, {unit}: expected retreats {_row(want)}, "
                f"found {_row(found['retreats'])}"
            )


def _places(names: Names, listed: Reader | None) -> list[str]:
    return sorted(str(place_in(names, item)) for item in (listed.list() if listed else ()))


def _same(title: str, want: list[str], found: Found) -> Iterator[str]:
    if set(want) != set(found[title]):
        yield f"{title}: expected {_row(want)}, found {_row(found[title])}"


def _others(names: Names, read: Reader, expect: Reader, found: Found) -> Iterator[str]:
    options = expect.optional("retreat_options")
    for unit, places in options.items() if options else ():
        key = _unit_key(names, Reader(unit, places.path))
        want = {place_in(names, item) for item in places.list()}
        have = set(found.get("retreat_options", {}).get(key, ()))
        if want != have:
            yield f"retreat options, {key}: expected {_row(want)}, found {_row(have)}"
    rejected = expect.optional("rejected")
    for power, item in by_power(names, rejected):
        if item.value not in found.get("rejected", {}).get(case_name(names.board, power), ()):
            yield f"rejected: “{item.value}” was not"
    defaults = read.optional("default_removals")
    for item in defaults.list() if defaults else ():
        rows = [row for rows in found.get("results", {}).values() for row in rows]
        if [item.value, "removed by default"] not in rows:
            yield f"default removals: {item.value} was not removed"


def _reasons(expect: Reader, found: Found) -> Iterator[str]:
    listed = expect.optional("reasons")
    for unit, item in listed.items() if listed else ():
        have = found["reasons"].get(unit, [])
        if item.text() not in have:
            yield f"reasons, {unit}: expected “{item.value}”, found “{' '.join(have)}”"


def _year_end(names: Names, expect: Reader, found: Found) -> Iterator[str]:
    wanted: dict[str, set[str]] = {}
    for power, item in by_power(names, expect.optional("centres")):
        wanted.setdefault(case_name(names.board, power), set()).add(str(place_in(names, item)))
    for name in sorted({*wanted, *found["centres"]}):
        want, have = wanted.get(name, set()), set(found["centres"].get(name, ()))
        if want != have:
            yield f"centres, {name}: expected {_row(want)}, found {_row(have)}"
    if "garrisons_back" in expect.value:
        yield from _same("garrisons_back", _places(names, expect.optional("garrisons_back")), found)
    if expect.value.get("winner") != found["winner"]:
        yield f"winner: expected {expect.value.get('winner')}, found {found['winner']}"
    if found["winner"] is not None:
        return
    adjust = expect.value.get("adjust")
    if adjust is not None and adjust != found["adjust"]:
        yield f"adjust: expected {adjust}, found {found['adjust']}"
    if sorted(expect.value.get("eliminated", ())) != sorted(found["eliminated"]):
        yield (
            f"eliminated: expected {_row(expect.value.get('eliminated', ()))}, "
            f"found {_row(found['eliminated'])}"
        )
