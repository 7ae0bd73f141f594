"""Charts of small whole numbers, worked out for a template: lines, bars, and a grid.

Drawn by own templates instead of a plotting library: they are a dozen lines each, take the colours
of the page in light and dark, and a library would bring megabytes and pictures whose bytes differ
between versions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from gm.rendering.curves import short

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 34, 120, 14, 28
LINE_HEIGHT = 15


BAR, GAP, NAMES = 16, 4, 130
"""Height of a bar, the gap below it, and the room for names beside bars and grids."""
BAR_LABEL, FULL = 190, 400
"""The room for what is said of a bar, and the length of one that is full."""
CELL = 46


def line_chart(
    years: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    goal: int | None = None,
    unit: str = "",
) -> dict[str, Any]:
    """A chart of *rows* (name, letter, colour, counts) over *years*.

    ``lines`` have ``path``, ``dots`` and ``label_y``; labels at the right never overlap. ``goal``
    is a level drawn across if it fits; *unit* is what the numbers are of (``%``).
    """
    highest: int = max(4, *(count for row in rows for count in row["counts"]))
    top = highest + 1

    def x(index: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(len(years) - 1, 1)

    def y(count: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * count / top

    lines = []
    for row in rows:
        dots = [(x(index), y(count)) for index, count in enumerate(row["counts"])]
        path = "M" + "L".join(f"{short(px)} {short(py)}" for px, py in dots)
        lines.append({**row, "dots": dots, "path": path, "end": dots[-1]})
    step = 1 if top <= 8 else 2 if top <= 16 else 5 if top <= 40 else 20
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "lines": _labelled(lines),
        "years": [{"x": x(index), "label": year} for index, year in enumerate(years)],
        "levels": [{"y": y(level), "label": level} for level in range(0, top + 1, step)],
        "goal": y(goal) if goal is not None and goal <= top else None,
        "unit": unit,
    }


def bar_chart(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A chart of *rows* (name, colour, ``bars``: label, part, whole), one group of bars a row.

    Each bar is as long as its part of the whole; one of nothing is not drawn.
    """
    groups, y = [], float(GAP)
    for row in rows:
        bars = []
        for bar in row["bars"]:
            share = bar["part"] / bar["whole"] if bar["whole"] else None
            says = f"{bar['part']} of {bar['whole']} {bar['label']}" if bar["whole"] else "none"
            length = None if share is None else FULL * share
            bars.append({"y": y, "length": length, "says": says})
            y += BAR + GAP
        groups.append({**row, "bars": bars, "y": bars[0]["y"]})
        y += 2 * GAP
    width = NAMES + FULL + BAR_LABEL
    return {"width": width, "height": y, "left": NAMES, "full": FULL, "bar": BAR, "groups": groups}


def grid_chart(names: Sequence[str], cells: Sequence[Sequence[int]]) -> dict[str, Any]:
    """A grid of counts, a row and a column for each name; ``shade`` is 0 to 1 of the highest."""
    highest = max(max(row) for row in cells) or 1
    squares = [
        {
            "x": NAMES + CELL * column,
            "y": NAMES + CELL * row,
            "count": count,
            "shade": count / highest,
            "own": row == column,
        }
        for row, counts in enumerate(cells)
        for column, count in enumerate(counts)
    ]
    size = NAMES + CELL * len(names)
    places = [{"name": name, "at": NAMES + CELL * index} for index, name in enumerate(names)]
    return {"size": size, "cell": CELL, "left": NAMES, "names": places, "squares": squares}


def _labelled(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Labels beside the ends of their lines, pushed apart, the highest line first."""
    ordered = sorted(lines, key=lambda line: (line["end"][1], line["name"]))
    room = HEIGHT - BOTTOM - LINE_HEIGHT * (len(ordered) - 1)
    lowest = float(TOP)
    for line in ordered:
        line["label_y"] = max(lowest, min(line["end"][1], room))
        lowest = line["label_y"] + LINE_HEIGHT
        room += LINE_HEIGHT
    return lines
