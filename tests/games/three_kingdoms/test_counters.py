"""Every general on the map can be read: no counter covers another, a name, coins or a marker."""

from itertools import combinations

from gm.games.three_kingdoms.map import Area
from gm.rendering.boards import board
from gm.resources import Folders

WIDTH, HEIGHT = 47, 30
"""A counter, as templates/three_kingdoms/counters.svg.j2 draws it."""
MARKER = 25
"""How far a control marker reaches beyond the name of its area."""


def overlap(one, other):
    return all(one[side] < other[side + 2] and other[side] < one[side + 2] for side in (0, 1))


def counter(at):
    return (at[0] - WIDTH / 2, at[1] - HEIGHT / 2, at[0] + WIDTH / 2, at[1] + HEIGHT / 2)


def name_of(area, coins):
    """The room of a name with its coins before it and a marker behind it."""
    label = area.label
    left = label.x - label.width / 2 - 6 - coins * 9.5
    return left, label.y - 10, label.x + label.width / 2 + MARKER, label.y + 10


def test_a_dozen_counters_in_every_area_leave_all_to_be_read(game):
    shown = board(game.geometry, Folders())
    counters = [counter(at) for area in shown.areas.values() for at in area.slots]
    names = [
        name_of(area, game.rules.board.areas[Area(key)].coins) for key, area in shown.areas.items()
    ]

    assert all(len(area.slots) == 12 for area in shown.areas.values())
    assert not [pair for pair in combinations(counters, 2) if overlap(*pair)]
    assert not [(one, name) for one in counters for name in names if overlap(one, name)]


def test_the_first_counter_stands_where_moves_begin_and_end(game):
    shown = board(game.geometry, Folders())

    assert all(area.unit == area.slots[0] for area in shown.areas.values())
