"""The page of a match's figures: plots with the same figures in words."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from gm.games.vocabulary import Content
from gm.rendering.charts import bar_chart, grid_chart, line_chart


class Section(TypedDict):
    """A heading, a sentence, a plot or none, and a table that says all of it in words.

    ``plot`` has a ``kind``: ``lines`` (years, rows with name, colour and counts, goal, unit),
    ``bars`` (rows with name, colour and bars of label, part and whole), or ``grid`` (names,
    cells). ``columns`` head the ``rows`` of the table.
    """

    heading: str
    says: str
    plot: Mapping[str, Any] | None
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def drawn(section: Section) -> Content:
    """The section with the measures of its plot as ``chart``."""
    plot = section["plot"] or {"kind": None}
    chart: dict[str, Any] | None = None
    match plot["kind"]:
        case "lines":
            chart = line_chart(plot["years"], plot["rows"], plot["goal"], plot["unit"])
        case "bars":
            chart = bar_chart(plot["rows"])
        case "grid":
            chart = grid_chart(plot["names"], plot["cells"])
    return {**section, "kind": plot["kind"], "chart": chart}
