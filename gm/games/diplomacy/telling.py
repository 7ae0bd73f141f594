"""What a trial gave, as lines for people: orders with their reasons, and the board after."""

from collections.abc import Iterator, Mapping
from typing import Any

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Place


def lines_of(board: Board, case: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    """The account of one case."""
    title = ": ".join(str(case[key]) for key in ("id", "title") if key in case)
    if title:
        yield title
    if "sequence" in found:
        for step in found["sequence"]:
            yield f"  {step.get('label', step['phase'].capitalize())}"
            yield from _phase(board, step)
    else:
        yield from _phase(board, found)


def _phase(board: Board, found: Mapping[str, Any]) -> Iterator[str]:
    for sentences in found.get("reasons", {}).values():
        yield from (f"  {text}" for text in sentences)
    if "not_played" in found:
        yield f"  {found['not_played']}"
    for text, why in found.get("unread", {}).items():
        yield f"  “{text}” could not be read: {why}"
    for name, rows in found.get("dislodged", {}).items():
        for row in rows:
            unit, retreats = _named(board, row["unit"]), ", ".join(map(board.name, row["retreats"]))
            if retreats:
                yield f"  {name} owes a retreat of {unit}: to {retreats}."
            else:
                yield f"  {name} loses {unit}, which has nowhere to retreat to."
    if found.get("contested"):
        yield f"  Closed to retreats: {', '.join(map(board.name, found['contested']))}."
    ending = found.get("after_fall", found)
    yield from (f"  {text}" for text in ending.get("changes", ()))
    if "positions" in found:
        yield "  The board after it:"
        for name, units in found["positions"].items():
            yield f"    {name}: {', '.join(_named(board, unit) for unit in units)}"


def _named(board: Board, unit: str) -> str:
    kind, _, at = unit.partition(" ")
    return f"{kind} {board.name(Place(at))}"
