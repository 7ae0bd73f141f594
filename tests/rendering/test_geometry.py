"""What is drawn is the board: every border, bridge and centre of the map file, and no other."""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from gm.games.diplomacy.map import Board, Terrain
from gm.rendering.boards import board
from gm.resources import Folders
from tests.rendering.staging import game_of

Edge = frozenset[tuple[int, int]]

SHORTEST = 12.0
"""Pixels: a shorter border cannot be seen."""

GAMES = ["sengoku", "classic"]


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


def drawing(name: str) -> dict[str, Any]:
    geometry = game_of(name).geometry
    assert geometry is not None
    data: dict[str, Any] = json.loads(Folders().read_text("maps", geometry))
    return data


def rules(name: str) -> Board:
    found: Board = game_of(name).game.board
    return found


def rings(data: dict[str, Any]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    for place, item in data["provinces"].items():
        for polygon in item["polygons"]:
            for flat in polygon:
                yield place, list(zip(flat[::2], flat[1::2], strict=True))


def edges(ring: list[tuple[int, int]]) -> Iterator[Edge]:
    return (frozenset(pair) for pair in pairwise([*ring, ring[0]]))


def owners_of_edges(data: dict[str, Any]) -> dict[Edge, set[str]]:
    """Every edge of every polygon with the areas that have it: two make a border."""
    owners: dict[Edge, set[str]] = defaultdict(set)
    for place, ring in rings(data):
        for edge in edges(ring):
            owners[edge].add(place)
    return owners


def drawn_borders(data: dict[str, Any]) -> dict[frozenset[str], float]:
    lengths: Counter[frozenset[str]] = Counter()
    for edge, owners in owners_of_edges(data).items():
        if len(owners) == 2:
            one, other = edge
            lengths[frozenset(owners)] += math.dist(one, other) / 10
    return dict(lengths)


def test_all_provinces_are_drawn_with_their_names(name: str) -> None:
    provinces = rules(name).provinces

    assert {key: item["name"] for key, item in drawing(name)["provinces"].items()} == {
        str(key): province.name for key, province in provinces.items()
    }


def test_armies_can_go_where_lands_touch_and_over_bridges(name: str) -> None:
    made, data = rules(name), drawing(name)
    seas = set(map(str, made.seas))
    allowed = {frozenset((str(a), str(b))) for a, near in made.army_borders.items() for b in near}

    touching = {pair for pair in drawn_borders(data) if not pair & seas}

    assert touching == allowed - {frozenset(map(str, pair)) for pair in made.bridges}


def test_fleets_can_go_where_waters_and_coasts_touch_and_over_bridges(name: str) -> None:
    made, data = rules(name), drawing(name)
    seas = set(map(str, made.seas))
    allowed = {
        frozenset((str(made.province_of[a]), str(made.province_of[b])))
        for a, near in made.fleet_borders.items()
        for b in near
    }
    corners: dict[tuple[int, int], set[str]] = defaultdict(set)
    for place, ring in rings(data):
        for corner in ring:
            corners[corner].add(place)
    ends: dict[frozenset[str], set[str]] = defaultdict(set)
    for edge, owners in owners_of_edges(data).items():
        for corner in edge:
            ends[frozenset(owners)] |= corners[corner]

    touching = {pair for pair in drawn_borders(data) if pair & seas or ends[pair] & seas}

    assert touching == allowed - {frozenset(map(str, pair)) for pair in made.bridges}


def test_no_gaps_no_overlaps(name: str) -> None:
    data = drawing(name)
    width, height = data["canvas"]["width"] * 10, data["canvas"]["height"] * 10
    scenery = {
        edge
        for polygon in data["scenery"]["land"]
        for flat in polygon
        for edge in edges(list(zip(flat[::2], flat[1::2], strict=True)))
    }

    def on_the_rim(edge: Edge) -> bool:
        (x, y), (ex, ey) = edge
        return x == ex in (0, width) or y == ey in (0, height)

    lonely = [
        (sorted(owners), sorted(edge))
        for edge, owners in owners_of_edges(data).items()
        if len(owners) > 2 or (len(owners) == 1 and edge not in scenery and not on_the_rim(edge))
    ]

    assert lonely == []


def test_borders_are_long_enough_to_be_seen(name: str) -> None:
    assert {
        tuple(sorted(pair)): length
        for pair, length in drawn_borders(drawing(name)).items()
        if length < SHORTEST
    } == {}


def test_bridges_and_centres_are_those_of_the_board(name: str) -> None:
    made, shown = rules(name), board(f"{name}-geometry.json", Folders())

    assert {frozenset(bridge.pair) for bridge in shown.bridges} == {
        frozenset(map(str, pair)) for pair in made.bridges
    }
    assert {key for key, area in shown.areas.items() if area.centre} == set(map(str, made.centres))
    assert {key for key, area in shown.areas.items() if area.kind == "sea"} == {
        str(key) for key, item in made.provinces.items() if item.terrain is Terrain.SEA
    }


Box = tuple[str, float, float, float, float]


def boxes(name: str) -> list[Box]:
    """What always stands on the board: names, units, centres, title, legend."""
    shown = board(f"{name}-geometry.json", Folders())
    found: list[Box] = []
    for key, area in shown.areas.items():
        found.append(_box(f"{key} unit", area.unit, 36, 26))
        if area.centre:
            found.append(_box(f"{key} centre", area.centre, 14, 14))
        label = area.label
        found.append(_box(f"{key} name", (label.x, label.y), label.width - 4, label.height - 2))
    title, legend = shown.furniture["title"], shown.furniture["legend"]
    found.append(("title", title[0], title[1], title[0] + 474, title[1] + 196))
    found.append(("legend", legend[0], legend[1], legend[0] + 540, legend[1] + 134))
    return found


def _box(name: str, middle: tuple[float, float], width: float, height: float) -> Box:
    (x, y) = middle
    return (name, x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def test_names_units_and_centres_never_collide(name: str) -> None:
    placed = boxes(name)

    overlaps = [
        (one[0], other[0])
        for index, one in enumerate(placed)
        for other in placed[index + 1 :]
        if one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]
    ]

    assert overlaps == []


def test_nothing_lies_off_the_picture(name: str) -> None:
    shown = board(f"{name}-geometry.json", Folders())

    assert [
        box[0]
        for box in boxes(name)
        if box[1] < 0 or box[2] < 0 or box[3] > shown.width or box[4] > shown.height
    ] == []


def test_a_dislodged_unit_hides_no_name(name: str) -> None:
    shown = board(f"{name}-geometry.json", Folders())
    names = [box for box in boxes(name) if box[0].endswith("name")]

    hidden = []
    for key in shown.areas:
        (x, y) = shown.beaten(key)
        hidden += [
            (key, box[0])
            for box in names
            if box[1] < x + 15 and x - 15 < box[3] and box[2] < y + 11 and y - 11 < box[4]
        ]

    assert hidden == []
