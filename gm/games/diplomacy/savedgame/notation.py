"""How saved games write places, units, orders and phases, and back.

The form is that of the Python package ``diplomacy`` (1.1.2): ids in capitals (``F STP/NC``),
orders such as ``A LON - BEL VIA``, ``F NTH C A LON - BEL``, ``A MUN R BER``, ``F KIE B`` and
``WAIVE``, phases such as ``S1901M``, ``F1901R``, ``W1901A`` and ``COMPLETED``. A dislodged unit
has a star before it.
"""

import re

from gm.games.diplomacy.legality import unit_of
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Kind,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Route,
    Support,
    UnitName,
    Waive,
)
from gm.games.diplomacy.state import Season, Stage, Unit
from gm.games.documents import Reader, nearest
from gm.games.vocabulary import Power

COMPLETED = "COMPLETED"
"""The name of the phase after the last one."""
FORMING = "FORMING"
"""The name of the time before the first one."""
DISLODGED = "*"
"""What stands before a dislodged unit."""

PhaseKey = tuple[int, Season, Stage]

PHASE = re.compile(r"([SF])(\d{4})([MR])|W(\d{4})A")
LETTERS = {"S": Season.SPRING, "F": Season.FALL, "M": Stage.MOVEMENT, "R": Stage.RETREATS}


def phase_name(key: PhaseKey) -> str:
    """The name of a phase: ``S1901M``, ``F1901R``, ``W1901A``."""
    year, season, stage = key
    if stage is Stage.ADJUSTMENTS:
        return f"W{year}A"
    return f"{season.name[0]}{year}{stage.name[0]}"


def read_phase(read: Reader, last_season: Season) -> PhaseKey:
    """The phase of that name.

    Raises:
        DocumentError: it is none.
    """
    found = PHASE.fullmatch(read.text())
    if found is None:
        raise read.wrong(
            f'"{read.value}" is no phase; phases are written S1901M, F1901R, W1901A or {COMPLETED}.'
        )
    season, year, stage, winter = found.groups()
    if winter:
        return int(winter), last_season, Stage.ADJUSTMENTS
    return int(year), Season[LETTERS[season].name], Stage[LETTERS[stage].name]


def power_name(power: Power) -> str:
    """The name of a power: ``AUSTRIA``."""
    return power.upper()


def unit_name(unit: Unit | UnitName) -> str:
    """A unit: ``F STP/NC``."""
    kind = f"{unit.kind.value} " if unit.kind else ""
    return f"{kind}{unit.at.upper()}"


def order_name(order: Order) -> str | None:
    """An order as saved games write it, None for those they do not know."""
    told, unit = _told(order), unit_of(order)
    return None if told is None or unit is None else f"{unit_name(unit)} {told}"


def _told(order: Order) -> str | None:  # noqa: PLR0911 (one for each kind of order)
    """What the unit of an order is told."""
    match order:
        case Hold():
            return "H"
        case Move(to=to, route=route):
            return f"- {to.upper()} VIA" if route is Route.CONVOY else f"- {to.upper()}"
        case Support(target=target, to=to):
            return f"S {unit_name(target)}" + (f" - {to.upper()}" if to else "")
        case Convoy(army=army, to=to):
            return f"C {unit_name(army)} - {to.upper()}"
        case Retreat(to=to):
            return f"R {to.upper()}"
        case Disband() | Remove():
            return "D"
        case Build():
            return "B"
        case _:
            return None


def read_place(read: Reader, board: Board, word: str | None = None) -> Place:
    """The place that *word*, or the text itself, names.

    Raises:
        DocumentError: the board has none of that name.
    """
    word = read.text() if word is None else word
    place = Place(word.lower())
    if place not in board.province_of:
        known = [one.upper() for one in board.province_of]
        raise read.wrong(f'"{word}" is no place of the board{nearest(word, known) or "."}')
    return place


def read_unit(read: Reader, board: Board) -> tuple[UnitName, bool]:
    """The unit that a text names, and whether it is dislodged.

    Raises:
        DocumentError: it names none.
    """
    text = read.text()
    is_dislodged = text.startswith(DISLODGED)
    words = text.removeprefix(DISLODGED).split()
    if len(words) != 2 or words[0] not in KINDS:
        raise read.wrong(f'"{text}" is no unit; units are written A PAR or F STP/NC.')
    return UnitName(Kind(words[0]), read_place(read, board, words[1])), is_dislodged


def read_order(read: Reader, board: Board, stage: Stage) -> Order:
    """The order that a text spells in a phase of that kind.

    Raises:
        DocumentError: it spells none.
    """
    text = read.text()
    order = _read_words(read, board, stage, text.upper().split())
    if order is None:
        forms = {
            Stage.MOVEMENT: "A PAR H, A PAR - BUR, A LON - BEL VIA, A MAR S A PAR - BUR or "
            "F NTH C A LON - BEL",
            Stage.RETREATS: "A PAR R GAS or A PAR D",
            Stage.ADJUSTMENTS: "A PAR B, A PAR D or WAIVE",
        }
        kind = stage.value.removesuffix("s")
        raise read.wrong(f'"{text}" is no {kind} order; it may be written {forms[stage]}.')
    return order


def _read_words(read: Reader, board: Board, stage: Stage, words: list[str]) -> Order | None:
    if stage is Stage.ADJUSTMENTS and words == ["WAIVE"]:
        return Waive()
    if len(words) < 3 or words[0] not in KINDS:
        return None
    unit = UnitName(Kind(words[0]), read_place(read, board, words[1]))
    told = [word for word in words[2:] if word in WORDS]
    places = [read_place(read, board, word) for word in words[2:] if word not in WORDS]
    match stage:
        case Stage.MOVEMENT:
            return _movement(unit, told, places)
        case Stage.RETREATS:
            return _retreat(unit, told, places)
        case Stage.ADJUSTMENTS:
            return _adjustment(unit, told, places)


KINDS = ("A", "F")
WORDS = frozenset({*KINDS, "H", "-", "S", "C", "VIA", "R", "D", "B"})
"""All words of orders that name no place."""


def _movement(  # noqa: PLR0911 (one for each form)
    unit: UnitName, told: list[str], places: list[Place]
) -> Order | None:
    match told, places:
        case ["H"], []:
            return Hold(unit)
        case ["-"], [to]:
            return Move(unit, to)
        case ["-", "VIA"], [to]:
            return Move(unit, to, Route.CONVOY)
        case ["S", "A" | "F" as kind] | ["S", "A" | "F" as kind, "H"], [target]:
            return Support(unit, UnitName(Kind(kind), target))
        case ["S", "A" | "F" as kind, "-"], [target, to]:
            return Support(unit, UnitName(Kind(kind), target), to)
        case ["C", "A", "-"], [army, to]:
            return Convoy(unit, UnitName(Kind.ARMY, army), to)
        case _:
            return None


def _retreat(unit: UnitName, told: list[str], places: list[Place]) -> Order | None:
    match told, places:
        case ["R"], [to]:
            return Retreat(unit, to)
        case ["D"], []:
            return Disband(unit)
        case _:
            return None


def _adjustment(unit: UnitName, told: list[str], places: list[Place]) -> Order | None:
    match told, places:
        case ["D"], []:
            return Remove(unit)
        case ["B"], []:
            return Build(unit)
        case _:
            return None
