"""What the map draws never hides a name, a value or another counter, however crowded it is."""

from itertools import combinations

import pytest

from gm.catalogue import offer
from gm.rendering.boards import board
from gm.resources import Folders

GAME = offer("far_east_war", rules={"east_sea": "yes"}).game
BOARD = board("far_east_war-geometry.json", Folders())
LONGEST = max((one.short or one.name for one in GAME.board.generals.values()), key=len)
SLACK = 1.5
"""How many pixels outlines may share."""
EDGE = 3
"""The width of the frame of the map."""


def _around(x, y, width, height):
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _counters(area, generals):
    """The boxes of two legions: templates/far_east_war/counters.svg.j2, macro legion."""
    base = area.slots[0]
    step = -23 if area.label.y > base[1] else 23
    for place, (general, wounds) in enumerate(generals):
        wide = len(general) * 6.3 + 12 + wounds * 8 if general else 0
        yield _around(base[0], base[1] + step * place, 52 + wide, 20)


def _name(area):
    label = area.label
    return _around(label.x, label.y, label.width, label.height)


def _values(area):
    """The box of production, recruit limit and star: macro values of the same file."""
    label, here = area.label, GAME.board.areas[area.id]
    shown = sum(map(bool, (here.production, here.recruit_limit, here.wins_for)))
    below = label.y > area.slots[0][1]
    y = label.y + (label.height / 2 + 12 if below else -label.height / 2 - 12)
    return _around(label.x, y, shown * 20 - 3, 17)


def _overlap(one, other):
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > SLACK
        and min(one[3], other[3]) - max(one[1], other[1]) > SLACK
    )


AREAS = [area for area in BOARD.areas.values() if area.id in GAME.board.areas]


@pytest.mark.parametrize("crowded", AREAS, ids=lambda area: area.id)
def test_counters_names_and_values_never_collide(crowded):
    boxes = []
    for area in AREAS:
        generals = [(LONGEST, 3), (LONGEST, 3)] if area is crowded else [("", 0), ("", 0)]
        boxes += [(f"legion in {area.id}", box) for box in _counters(area, generals)]
        boxes += [(f"name of {area.id}", _name(area)), (f"values of {area.id}", _values(area))]
    hidden = [
        (one[0], other[0]) for one, other in combinations(boxes, 2) if _overlap(one[1], other[1])
    ]
    assert hidden == []


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.id)
def test_nothing_lies_off_the_map_or_under_its_panels(area):
    rows = GAME.board.players
    title, legend, rondel = (BOARD.furniture[one] for one in ("title", "legend", "rondel"))
    panels = [
        (title[0], title[1], title[0] + 474, title[1] + 156 + rows * 24),
        (legend[0], 186 + rows * 24, legend[0] + 282, 186 + rows * 24 + 178),
        (rondel[0], rondel[1], rondel[0] + 290, rondel[1] + 390),
    ]
    drawn = [*_counters(area, [(LONGEST, 3), (LONGEST, 3)]), _name(area), _values(area)]
    for box in drawn:
        assert box[0] >= EDGE
        assert box[2] <= BOARD.width - EDGE
        assert box[1] >= EDGE
        assert box[3] <= BOARD.height - EDGE
        assert not any(_overlap(box, panel) for panel in panels)
