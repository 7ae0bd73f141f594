"""Cases as people write them: powers, units and orders of a position, in any usual spelling.

A case is plain data: ``map``, ``phase`` (movement, retreat, adjustment, control, sequence),
``units`` and, as the phase needs them, ``orders``, ``centres``, ``dislodged``, ``contested``,
``before``, ``conceded``, ``sequence``. Powers and places go by id, name or alias, in any case.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

from gm.games.diplomacy.map import NEUTRAL, Board, Terrain, spellings_of
from gm.games.diplomacy.orders import Kind, Place
from gm.games.diplomacy.state import Unit
from gm.games.documents import Path, Reader, nearest
from gm.games.vocabulary import Power
from gm.values import Value

UNIT = re.compile(r"\s*(a|army|f|fleet)\.?\s+(.+?)\s*", re.IGNORECASE)


@lru_cache(maxsize=4096)
def fold(spelling: str) -> str:
    """A spelling for comparing: no case, no macrons, no dots or apostrophes, single blanks."""
    plain = "".join(c for c in normalize("NFD", spelling) if not combining(c)).casefold()
    return " ".join(re.sub(r"[.'\u2019]", "", plain).replace("-", " ").split())


class Names(Value, frozen=True):
    """Folded spellings of the powers and places of a board."""

    board: Board
    powers: Mapping[str, Power]
    places: Mapping[str, Place]


@lru_cache(maxsize=8)
def names_of(board: Board) -> Names:
    """The spellings that cases may use on a board."""
    powers = {
        fold(spelling): power
        for power, founding in board.powers.items()
        for spelling in (power, founding.side.name, *founding.side.aliases)
    }
    places = {
        fold(spelling): Place(meant)
        for spelling, meant in spellings_of(board).items()
        if not meant.startswith("?")
    }
    return Names(board, powers | {"neutral": NEUTRAL, "neutrals": NEUTRAL}, places)


FIELDS = (
    "phase", "units", "orders", "dislodged", "contested", "centres", "conceded", "season", "year",
    "rule", "rules", "rule_choice", "expect", "after", "before", "sequence", "lenient", "not_ok",
)  # fmt: skip
"""What the fields of a case are called that mean something to the game."""

EXPECTED = (
    "results", "positions", "units", "dislodged", "disbanded", "contested", "rejected",
    "retreat_options", "after_fall", "centres", "garrisons_back", "adjust", "eliminated",
    "winner", "reasons", "lenient",
)  # fmt: skip
"""What its expectations are called."""


def refuse_slips(read: Reader) -> None:
    """Refuses fields that are all but called like one that means something; others may stand.

    Raises:
        DocumentError: a name is misspelt, so that it would be read by nobody.
    """
    _refuse_slips(read, FIELDS)
    for name in ("expect", "after"):
        inner = read.optional(name)
        if inner is not None:
            _refuse_slips(inner, EXPECTED)
    for step in read.field("sequence").list() if read.optional("sequence") else ():
        refuse_slips(step)


def _refuse_slips(read: Reader, known: tuple[str, ...]) -> None:
    from difflib import get_close_matches  # only for fields of other names

    for name, item in read.items():
        near = () if name in known else get_close_matches(name, known, n=1, cutoff=0.8)
        if near:
            raise item.wrong(f'there is no field "{name}"; did you mean "{near[0]}"?')


def power_in(names: Names, text: str, path: Path) -> Power:
    """The power that a case names."""
    found = names.powers.get(fold(text))
    if found is None:
        known = {names.board.power_name(power): str(power) for power in names.board.powers}
        raise Reader(text, path).wrong(f'there is no power "{text}"{nearest(text, known) or "."}')
    return found


def place_in(names: Names, read: Reader) -> Place:
    """The place that a case names."""
    text = str(read.value)
    found = names.places.get(fold(text))
    if found is None:
        known = {province.name: str(key) for key, province in names.board.provinces.items()}
        raise read.wrong(f'there is no place "{text}"{nearest(text, known) or "."}')
    return found


def unit_in(names: Names, power: Power, read: Reader) -> Unit:
    """The unit that a case names, such as ``A kai`` or ``Fleet Suruga Bay``."""
    match = UNIT.fullmatch(str(read.value))
    if match is None:
        raise read.wrong(f'"{read.value}" is no unit; write it like "A kai" or "F izu".')
    kind = Kind(match[1][0].upper())
    place = place_in(names, Reader(match[2], read.path))
    province = names.board.provinces[names.board.province_of[place]]
    if kind is Kind.ARMY:
        if province.terrain is Terrain.SEA:
            raise read.wrong(f'"{read.value}": an army cannot stand in a body of water.')
        return Unit(power, kind, province.id)
    if province.terrain is Terrain.INLAND:
        raise read.wrong(f'"{read.value}": a fleet cannot stand inland.')
    if province.coasts and place == province.id:
        coasts = " or ".join(province.coasts)
        raise read.wrong(f'"{read.value}" needs a coast: write {coasts}.')
    return Unit(power, kind, place)


def by_power(names: Names, read: Reader | None) -> Iterator[tuple[Power, Reader]]:
    """The powers of a mapping with the items of what they hold, a list or one thing."""
    for key, value in read.items() if read else ():
        power = power_in(names, key, value.path)
        if value.value is None:
            continue
        if isinstance(value.value, str):
            yield power, value
        elif isinstance(value.value, Mapping):
            for name, item in value.items():
                inner = item.value if isinstance(item.value, Mapping) else {}
                yield power, Reader({"unit": name, **inner}, item.path)
        else:
            for item in value.list():
                yield power, item


def units_in(names: Names, read: Reader | None) -> tuple[Unit, ...]:
    """The units of a case; refuses two in one province."""
    units: dict[Place, Unit] = {}
    for power, item in by_power(names, read):
        unit = unit_in(names, power, item)
        place = names.board.province_of[unit.at]
        if place in units:
            raise item.wrong(f"there are two units in {names.board.name(place)}.")
        units[place] = unit
    return tuple(units.values())


def owners_in(names: Names, read: Reader | None) -> dict[Place, Power]:
    """The centres of a case by their owner."""
    owners: dict[Place, Power] = {}
    for power, item in by_power(names, read):
        place = place_in(names, item)
        if place not in names.board.centres:
            raise item.wrong(f"{names.board.name(place)} has no supply centre.")
        owners[place] = power
    return dict(sorted(owners.items()))


def notation_of(unit: Unit) -> str:
    """A unit as case files write it: ``A kai``."""
    return f"{unit.kind.value} {unit.at}"


def sorted_units(board: Board, units: Any) -> dict[str, list[str]]:
    """Units by the names of their powers, as case files list them."""
    found: dict[str, list[str]] = {}
    for unit in sorted(units, key=lambda unit: unit.at):
        found.setdefault(case_name(board, unit.power), []).append(notation_of(unit))
    return dict(sorted(found.items()))


def case_name(board: Board, power: Power) -> str:
    """A power as case files name it: ``Takeda``, ``neutral``."""
    return str(power) if power == NEUTRAL else board.power_name(power)
