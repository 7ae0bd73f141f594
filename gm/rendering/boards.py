"""Boards as they are drawn: the geometry file of a map, made ready for templates.

In: ``maps/<game>-geometry.json`` (polygons and lines in tenths of a pixel, points in pixels). Out:
a ``Board`` whose shapes are SVG paths. What stands on the board is no matter of this module.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from gm.errors import DataError
from gm.resources import Folders
from gm.values import Value

FORMAT = "game-map-geometry/1"

Point = tuple[float, float]


class Label(Value, frozen=True):
    """A name on the board: its lines, the middle of the block they make, and the block's size."""

    lines: tuple[str, ...]
    x: float
    y: float
    size: float
    width: float
    height: float


class Area(Value, frozen=True):
    """One area of the board.

    ``unit``, ``dislodged`` and ``centre`` are where a unit, a beaten unit beside its attacker and
    the supply centre are drawn; ``slots`` are places for many counters; ``tone`` numbers the
    colours of waters so that neighbours differ.
    """

    id: str
    name: str
    kind: str
    path: str
    unit: Point
    dislodged: Point | None
    centre: Point | None
    label: Label
    slots: tuple[Point, ...]
    tone: int


class Bridge(Value, frozen=True):
    """A link between two areas that is drawn as a line of its own."""

    pair: tuple[str, str]
    ends: tuple[Point, Point]


class Board(Value, frozen=True):
    """All that is drawn of an empty board.

    ``lines`` are paths by kind (``coast``, ``land``, ``sea``), ``edges`` the single borders by the
    two areas they part (``A B``, in the order of the file), ``north`` is where north points in
    degrees clockwise from up, ``furniture`` says where ``title``, ``legend`` and ``compass`` have
    room, ``coasts`` where a fleet on one of several coasts is drawn.
    """

    width: float
    height: float
    north: float
    areas: Mapping[str, Area]
    lines: Mapping[str, str]
    edges: Mapping[str, str]
    bridges: tuple[Bridge, ...]
    scenery: str
    lakes: str
    rivers: str
    scenery_labels: Sequence[Mapping[str, Any]]
    coasts: Mapping[str, Point]
    furniture: Mapping[str, Point]

    def area(self, place: str) -> Area:
        """The area of a place, which may be one coast of it (``stp/nc``)."""
        return self.areas[place.partition("/")[0]]

    def unit(self, place: str) -> Point:
        """Where a unit in *place* is drawn."""
        return self.coasts.get(place) or self.area(place).unit

    def beaten(self, place: str) -> Point:
        """Where a dislodged unit is drawn, beside the unit that now stands there."""
        x, y = self.unit(place)
        return self.area(place).dislodged or (x + 24, y - 14)


@cache
def board(geometry: str, folders: Folders) -> Board:
    """The board of ``maps/<geometry>``.

    Raises:
        DataError: there is no such file, or it is no geometry file.
    """
    try:
        data = json.loads(folders.read_text("maps", geometry))
    except json.JSONDecodeError as fault:
        raise DataError(f"maps/{geometry}, line {fault.lineno}: this is no JSON.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DataError(f"maps/{geometry}: the file must begin with format {FORMAT!r}.")
    try:
        return _board(data)
    except (KeyError, TypeError, IndexError) as fault:
        raise DataError(f"maps/{geometry}: something is missing: {fault}.") from None


def _board(data: Mapping[str, Any]) -> Board:
    canvas, scenery = data["canvas"], data["scenery"]
    tones = _tones(data)
    return Board(
        width=canvas["width"],
        height=canvas["height"],
        north=data.get("projection", {}).get("north_deg", 0),
        areas={key: _area(key, it, tones.get(key, 0)) for key, it in data["provinces"].items()},
        lines=_lines(data["borders"]),
        edges=_edges(data["borders"]),
        bridges=tuple(_bridge(item) for item in data.get("bridges", ())),
        scenery=path(map(ring, _rings(scenery["land"]))),
        lakes=path(map(ring, scenery.get("lakes", ()))),
        rivers=path(map(ring, scenery.get("rivers", ())), closed=False),
        scenery_labels=scenery.get("labels", ()),
        coasts={key: _point(it) for key, it in data.get("coasts", {}).items()},
        furniture={key: _point(it) for key, it in data.get("furniture", {}).items()},
    )


def _area(id_: str, item: Mapping[str, Any], tone: int) -> Area:
    label = item["label"]
    return Area(
        id=id_,
        name=item["name"],
        kind=item["kind"],
        path=path(map(ring, _rings(item["polygons"]))),
        unit=_point(item["unit"]),
        dislodged=_point(item["dislodged"]) if item.get("dislodged") else None,
        centre=_point(item["sc"]) if item.get("sc") else None,
        label=Label(
            tuple(label["lines"]), label["x"], label["y"], label["size"], label["w"], label["h"]
        ),
        slots=tuple(map(_point, item.get("slots", ()))),
        tone=tone,
    )


def _lines(borders: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    kinds: dict[str, list[list[Point]]] = {}
    for border in borders:
        kinds.setdefault(border["kind"], []).append(ring(border["line"]))
    return {kind: path(lines, closed=False) for kind, lines in kinds.items()}


def _edges(borders: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    pairs: dict[str, list[list[Point]]] = {}
    for border in borders:
        if len(border["between"]) == 2:
            pairs.setdefault(" ".join(border["between"]), []).append(ring(border["line"]))
    return {pair: path(lines, closed=False) for pair, lines in pairs.items()}


def _bridge(item: Mapping[str, Any]) -> Bridge:
    (one, other), (start, end) = item["pair"], item["line"]
    return Bridge((one, other), (_point(start), _point(end)))


def _rings(polygons: Iterable[Iterable[Sequence[int]]]) -> Iterable[Sequence[int]]:
    return (one for polygon in polygons for one in polygon)


def _point(pair: Sequence[float]) -> Point:
    return (float(pair[0]), float(pair[1]))


def ring(flat: Sequence[int]) -> list[Point]:
    """The points of a flat list of tenths of a pixel."""
    return [(flat[i] / 10, flat[i + 1] / 10) for i in range(0, len(flat), 2)]


def path(rings: Iterable[Sequence[Point]], *, closed: bool = True) -> str:
    """SVG path data: one absolute start for each ring, then steps in tenths of a pixel."""
    return "".join(_subpath(points) + ("z" if closed else "") for points in rings)


def _subpath(points: Sequence[Point]) -> str:
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = (f"{(x - px) / 10:g} {(y - py) / 10:g}" for (px, py), (x, y) in pairwise(tenths))
    return f"M{points[0][0]:g} {points[0][1]:g}l{' '.join(steps)}"


def _tones(data: Mapping[str, Any]) -> Mapping[str, int]:
    """Four tones for the waters so that no two that touch have the same."""
    seas = [key for key, item in data["provinces"].items() if item["kind"] == "sea"]
    touching: dict[str, set[str]] = {key: set() for key in seas}
    for border in data["borders"]:
        one, other = (*border["between"], None, None)[:2]  # a rim has fewer than two sides
        if border["kind"] == "sea" and one in touching and other in touching:
            touching[one].add(other)
            touching[other].add(one)
    tones: dict[str, int] = {}
    for id_ in sorted(seas, key=lambda it: (-len(touching[it]), it)):
        taken = {tones.get(other) for other in touching[id_]}
        tones[id_] = next((tone for tone in range(4) if tone not in taken), 0)
    return tones
