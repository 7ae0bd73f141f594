"""The events of a step as sections of a report: what was done, and each battle die by die.

In come events in their order, out come plain sections for templates: ``heading``, ``lines`` and,
for a battle, ``battle`` with the dice of both sides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gm.games.far_east_war.events import (
    ActionBegan,
    AdvanceBarred,
    AdvanceDeclined,
    BattleBegan,
    BattleEnded,
    BattleVoid,
    CardRevealed,
    ControlChanged,
    DiceCounted,
    Event,
    GeneralsChosen,
    InfightingBegan,
    LegionAdvanced,
    MatchEnded,
    NoDice,
    ProductionCounted,
    Rerolled,
    ResultCounted,
    Rolled,
)
from gm.games.far_east_war.map import Board, Face, GeneralId, Terrain
from gm.games.far_east_war.naming import area_name, count, general_name, listed
from gm.games.far_east_war.telling import concerns, scored, sentence, why_so_many
from gm.games.vocabulary import Power
from gm.values import replace

_TAIL = (AdvanceBarred, AdvanceDeclined, ControlChanged, LegionAdvanced)
"""What may still be told of a battle after its end."""
DONE = "What was done"
CARD = "The event"
END = "The end of the turn"
SETUP = "Set-up"


@dataclass(slots=True)
class _Section:
    """A section while it is written; ``sides`` are the dice of a battle by legion."""

    heading: str
    lines: list[str] = field(default_factory=list)
    battle: dict[str, Any] | None = None
    is_over: bool = False
    """The battle has been fought; only who holds its area is still to be told."""

    def plain(self) -> dict[str, Any]:
        """The section as content."""
        return {"heading": self.heading, "lines": self.lines, "battle": self.battle}


def sections(board: Board, events: Sequence[Event], reader: Power | None) -> list[dict[str, Any]]:
    """What happened, as far as *reader* may know it."""
    told = [event for event in events if concerns(event) is None]
    return [section.plain() for section in _sections(board, told, reader) if _says(section)]


def private_lines(board: Board, events: Sequence[Event], reader: Power | None) -> list[str]:
    """What only the reader is told: his orders that were not followed."""
    return [
        said
        for event in events
        if reader is not None and concerns(event) == reader
        for said in [sentence(board, event)]
        if said is not None
    ]


def _says(section: _Section) -> bool:
    return bool(section.lines or section.battle)


def _sections(board: Board, events: Sequence[Event], reader: Power | None) -> Iterator[_Section]:
    current = _Section(DONE)
    for event in events:
        fresh = _opened(board, event, current)
        if fresh is not None:
            yield current
            current = fresh
        said = _line(board, event, reader)
        if current.battle is not None and _is_dice(event):
            _add_dice(board, current, event)
        elif said is not None:
            current.lines.append(said)
        if isinstance(event, BattleEnded) and current.battle is not None:
            _tell_silence(current.battle)
            current.is_over = True
    yield current


def _opened(  # noqa: PLR0911 (a case for each event that opens a section)
    board: Board, event: Event, current: _Section
) -> _Section | None:
    """The section that an event begins, if it begins one."""
    match event:
        case BattleBegan():
            return _battle(board, event)
        case InfightingBegan(_, area, first, second):
            return _infighting(board, area_name(board, area), first, second)
        case CardRevealed():
            return _Section(CARD)
        case GeneralsChosen() if current.heading != SETUP:
            return _Section(SETUP)
        case ProductionCounted() | MatchEnded() if current.heading != END:
            return _Section(END)
        case ActionBegan() if current.heading not in (DONE, SETUP):
            return _Section(DONE)
        case BattleVoid() if current.battle is not None:
            return _Section(DONE)
        case _ if current.is_over and not isinstance(event, _TAIL):
            return _Section(DONE)
        case _:
            return None


def _line(board: Board, event: Event, reader: Power | None) -> str | None:
    if isinstance(event, GeneralsChosen) and event.power != reader:
        said = sentence(board, replace(event, generals=(), legendary=None, cost=0)) or ""
        if event.legendary is None:
            return said
        return f"{said.removesuffix('.')}, and a Legendary General for {event.cost} SP."
    return sentence(board, event)


# Battles


def _battle(board: Board, event: BattleBegan) -> _Section:
    where = area_name(board, event.area)
    kind = "Land" if event.terrain is Terrain.LAND else "Sea"
    heading = f"{kind} battle in {where}: {event.attacker} against {event.defender}"
    supports = f", supported by {listed(event.supports)}" if event.supports else ""
    sides = [
        _side(board, event.attacker, "attacks", event.attacker_troops, event.attacker_general),
        _side(board, event.defender, "defends", event.defender_troops, event.defender_general),
    ]
    sides[0]["says"] += supports
    return _Section(heading, battle={"area": event.area, "sides": sides})


def _infighting(board: Board, where: str, first: str, second: str) -> _Section:
    heading = f"Infighting in {where}: {first} against {second}"
    sides = [_side(board, one, "fights", None, None) for one in (first, second)]
    return _Section(heading, battle={"area": where, "sides": sides})


def _side(
    board: Board, legion: str, verb: str, troops: int | None, general: GeneralId | None
) -> dict[str, Any]:
    led = "" if general is None else f" led by {general_name(board, general)}"
    strength = "" if troops is None else f" with {count(troops, 'troop')}"
    return {
        "legion": legion,
        "general": None if general is None else general_name(board, general),
        "says": f"{legion} {verb}{strength}{led}",
        "why": None,
        "rolls": [],
        "scores": [],
        "silent": None,
    }


def _is_dice(event: Event) -> bool:
    return isinstance(event, DiceCounted | Rolled | Rerolled | ResultCounted | NoDice)


def _add_dice(board: Board, section: _Section, event: Event) -> None:
    """Puts dice into the table of the battle."""
    assert section.battle is not None
    sides = {side["legion"]: side for side in section.battle["sides"]}
    match event:
        case NoDice(legion, general):
            sides[legion]["silent"] = f"no dice, because of {general_name(board, general)}"
        case DiceCounted():
            own, enemy = _generals(section.battle["sides"], event.legion)
            why = why_so_many(event, own, enemy)
            sides[event.legion]["why"] = f"{count(event.total, 'die')}: {why}"
        case Rolled(legion, _, faces, first):
            again = "second strike" if sides[legion]["rolls"] else ""
            note = _joined(", ", again, _numbers(first, len(faces)))
            sides[legion]["rolls"].append({"faces": _faces(faces), "note": note})
        case Rerolled(legion, general, positions, faces, first):
            again = listed(str(one) for one in positions)
            rerolled = f"{general_name(board, general)} rerolled {again}"
            note = _joined(": ", rerolled, _numbers(first, len(positions)))
            sides[legion]["rolls"].append({"faces": _faces(faces), "note": note})
        case ResultCounted():
            own, enemy = _generals(section.battle["sides"], event.legion)
            sides[event.legion]["scores"].append(scored(event, own, enemy, unled=enemy is None))
        case _:
            pass


def _tell_silence(battle: dict[str, Any]) -> None:
    """Says of a legion that was gone before its dice were counted why it has none."""
    for side in battle["sides"]:
        if side["why"] is None and side["silent"] is None:
            side["silent"] = "no dice: it was gone before it could roll"


def _generals(sides: Sequence[dict[str, Any]], legion: str) -> tuple[str | None, str | None]:
    """The Generals of a legion and of its enemy in a battle."""
    own = next(side["general"] for side in sides if side["legion"] == legion)
    return own, next(side["general"] for side in sides if side["legion"] != legion)


def _numbers(first: int, drawn: int) -> str:
    """``die 21``, ``dice 19 to 23``; nothing where dice have no numbers."""
    if first == 0:
        return ""
    return f"die {first}" if drawn == 1 else f"dice {first} to {first + drawn - 1}"


def _joined(between: str, *parts: str) -> str:
    """The parts that are not empty."""
    return between.join(part for part in parts if part)


def _faces(letters: str) -> list[dict[str, str]]:
    return [{"letter": letter, "name": Face(letter).label} for letter in letters]
