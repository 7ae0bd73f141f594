"""The words of a case: its fields, and names and numbers as people write them.

Names may be ids or as printed, in English or Chinese. What cannot be is told in a full sentence
that names the field and proposes what may have been meant.
"""

from collections.abc import Mapping
from typing import Any

from gm.games.documents import nearest
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import HAN, RED_WEI
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power

ALIASES = {
    "vp": "points",
    "control": "markers",
    "last_order": "order",
    "units": "generals",
    "dead": "fallen",
    "rule_choices": "rules",
    "reserve": "waiting",
}
"""Other words for fields of a case."""

ABOUT = ("id", "map", "game", "rulebook", "why", "note", "title", "source", "rule", "section")
"""What a case says of itself."""
POSITION = (
    *("scenario", "turn", "seed", "board", "generals", "remove", "fallen", "pool", "waiting"),
    *("markers", "han", "alliances", "provisions", "points", "left", "discords", "order"),
)
FIELDS = (
    *POSITION,
    *("impulses", "actions", "phase", "orders", "standing", "dice", "rules", "values", "expect"),
)
"""What a case may hold."""


class WrongCase(Exception):  # noqa: N818  (told as the trial's only difference)
    """A case that says something impossible; the message is a full sentence."""


def in_usual_words(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """The case with the usual names of its fields, in the position and in what it expects.

    Raises:
        WrongCase: it has a field that means nothing.
    """
    usual = {ALIASES.get(str(key), str(key)): value for key, value in case.items()}
    for key in usual:
        if key not in (*ABOUT, *FIELDS):
            hint = nearest(key, FIELDS) or f"; there are {', '.join(FIELDS)}."
            raise WrongCase(f'A case has no field "{key}"{hint}')
    if isinstance(usual.get("expect"), Mapping):
        usual["expect"] = {
            ALIASES.get(str(key), str(key)): value for key, value in usual["expect"].items()
        }
    return usual


# ---- names and numbers


def who_of(table: Table, name: str) -> Who:
    """The general of a case's name.

    Raises:
        WrongCase: there is none.
    """
    people = table.rules.roster.people
    plain = name.strip()
    if plain in people:
        return Who(plain)
    for who, person in people.items():
        if plain.casefold() in (person.name.casefold(), person.zh, who.replace("_", " ")):
            return who
    known = {spelling: who for who, one in people.items() for spelling in (who, one.name)}
    raise WrongCase(f'There is no general "{plain}"{nearest(plain, known) or "."}')


def area_of(table: Table, name: str) -> Area:
    """The area of a case's name.

    Raises:
        WrongCase: there is none.
    """
    areas = table.rules.board.areas
    plain = str(name).strip()
    if plain in areas:
        return Area(plain)
    for area in areas.values():
        if plain.casefold() in {one.casefold() for one in (area.name, area.zh, *area.aliases)}:
            return area.id
    known = {one: str(area.id) for area in areas.values() for one in (area.name, *area.aliases)}
    raise WrongCase(f'There is no area "{plain}"{nearest(plain, known) or "."}')


def side_of(table: Table, name: str) -> Side:
    """The nation or force of a case's name.

    Raises:
        WrongCase: there is none.
    """
    sides = [*table.treasuries, *table.rules.roster.forces, HAN, RED_WEI]
    plain = str(name).strip().casefold().replace(" ", "_")
    if plain not in sides:
        raise WrongCase(
            f'There is no nation or force "{name}" in this scenario'
            f"{nearest(plain, sides) or '.'} There are {', '.join(sides)}."
        )
    return Side(plain)


def nation_of(table: Table, name: str, field: str) -> Side:
    """A nation that is played in the scenario.

    Raises:
        WrongCase: it is not.
    """
    if name not in table.treasuries:
        raise WrongCase(
            f'{field}: "{name}" is no nation of this scenario; there are '
            f"{', '.join(table.treasuries)}."
        )
    return Side(name)


def power_of(table: Table, name: str, field: str) -> Power:
    """A seat of the scenario, by its own name or by that of a nation it plays.

    Raises:
        WrongCase: it has no such seat.
    """
    seats = [str(seat.id) for seat in table.scenario.seats]
    if name not in seats and (seat := table.scenario.seat_of(Side(name))) is not None:
        return seat
    if name not in seats:
        raise WrongCase(
            f'{field}: "{name}" has no seat in scenario {table.scenario.id}; there are '
            f"{', '.join(seats)}."
        )
    return Power(name)


def number_of(value: Any, field: str) -> int:
    """A whole number of a case.

    Raises:
        WrongCase: it is something else.
    """
    if isinstance(value, bool) or not str(value).lstrip("-").isdigit():
        raise WrongCase(f"{field}: a whole number is expected, not {value!r}.")
    return int(value)


def mapping_of(value: Any, field: str) -> Mapping[str, Any]:
    """A mapping of a case, empty if it is left out.

    Raises:
        WrongCase: it is something else.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise WrongCase(f"{field}: fields with values are expected, not {value!r}.")
    return {str(key): item for key, item in value.items()}


def list_of(value: Any) -> list[Any]:
    """A list of a case; a single value is a list of one, nothing an empty one."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]
