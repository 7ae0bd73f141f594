"""Many matches at a glance: a table with a line for each, the most urgent first."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, NamedTuple

SOON = timedelta(hours=24)
HEADS = ("Match", "Game", "Phase", "Deadline", "Left", "Orders", "Missing", "To look at")
LONGEST = 34
"""Characters of the widest cell; what is longer is cut, and gm status MATCH shows it."""


class Urgency(Enum):
    """How soon the gamemaster should look at a match."""

    NOW = 0
    """It waits for the gamemaster, or its deadline is past."""
    SOON = 1
    """Orders are missing and the deadline is near, or something is doubtful."""
    CALM = 2
    OVER = 3


class Row(NamedTuple):
    """A line of the table: its cells, and how urgent it is."""

    urgency: Urgency
    cells: tuple[str, ...]


def rows(matches: Sequence[Mapping[str, Any]], now: datetime) -> list[Row]:
    """A row for each match (``gm.desk.status.match_status``), the most urgent first."""
    made = [(_row(match, now), match["deadline"] or "9999") for match in matches]
    made.sort(key=lambda one: (one[0].urgency.value, one[1], one[0].cells))
    return [row for row, _ in made]


def _row(match: Mapping[str, Any], now: datetime) -> Row:
    awaited = [seat for seat in match["seats"] if seat["awaited"]]
    late = [seat["name"] for seat in awaited if seat["missing"]]
    if match["end"]:
        cells = (match["match"], match["game"], match["end"], "", "", "", "", "")
        return Row(Urgency.OVER, cells)
    concerns = list(_concerns(match))
    cells = (
        match["match"],
        match["game"],
        match["phase"],
        _short(match["deadline_shown"]) or match["status"],
        match["left"] or "",
        f"{len(awaited) - len(late)}/{len(awaited)}",
        ", ".join(late),
        "; ".join(concerns),
    )
    return Row(_urgency(match, now, is_late=bool(late), is_doubtful=bool(concerns)), cells)


def _concerns(match: Mapping[str, Any]) -> Iterator[str]:
    if match["waits"]:
        yield "waits for you"
    doubtful = [number for seat in match["seats"] for number in seat["doubtful"]]
    if doubtful:
        yield f"doubtful: {', '.join(map(str, doubtful))}"
    vacant = [seat["name"] for seat in match["seats"] if not seat["addresses"]]
    if vacant and len(vacant) < len(match["seats"]):
        yield f"free: {len(vacant)}"


def _urgency(
    match: Mapping[str, Any], now: datetime, *, is_late: bool, is_doubtful: bool
) -> Urgency:
    if match["waits"]:
        return Urgency.NOW
    if match["deadline"] is None:
        return Urgency.CALM
    left = datetime.fromisoformat(match["deadline"]) - now
    if left <= timedelta(0):
        return Urgency.NOW
    return Urgency.SOON if left < SOON and (is_late or is_doubtful) else Urgency.CALM


def _short(shown: str | None) -> str:
    """``Tuesday, 10 March 2026, 20:00 EDT (...)`` as ``Tue 10 Mar 20:00 EDT``."""
    if shown is None:
        return ""
    weekday, day, time = shown.partition(" (")[0].split(", ")
    number, month, _ = day.split()
    return f"{weekday[:3]} {number} {month[:3]} {time}"


def lines(made: Sequence[Row]) -> Iterator[tuple[str, Urgency | None]]:
    """The table in columns of plain text, each line with its urgency; the head has none."""
    cells = [HEADS, *(tuple(map(_cut, row.cells)) for row in made)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    urgencies: list[Urgency | None] = [None, *(row.urgency for row in made)]
    for line, urgency in zip(cells, urgencies, strict=True):
        yield "  ".join(map(str.ljust, line, widths)).rstrip(), urgency


def _cut(cell: str) -> str:
    return cell if len(cell) <= LONGEST else f"{cell[: LONGEST - 1]}…"
