"""Line charts of small whole numbers over the years, worked out for a template.

Drawn by an own template instead of a plotting library: the only chart needed is one of a dozen
lines, and a library would bring megabytes and pictures whose bytes differ between versions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from gm.rendering.curves import short

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 34, 120, 14, 28
LINE_HEIGHT = 15


def line_chart(
    years: Sequence[str], rows: Sequence[Mapping[str, Any]], goal: int | None = None
) -> dict[str, Any]:
    """A chart of *rows* (name, letter, colour, counts) over *years*.

    ``lines`` have ``path``, ``dots`` and ``label_y``; labels at the right never overlap. ``goal``
    is a level drawn across if it fits.
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
    step = 1 if top <= 8 else 2 if top <= 16 else 5
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
    }


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
