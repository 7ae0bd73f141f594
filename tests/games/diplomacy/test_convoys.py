"""Chains of fleets on the classic board: what can be checked with the map at hand."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.catalogue import offer
from gm.games.diplomacy.convoys import (
    broken_leg,
    from_the_coast,
    is_linked,
    is_part_of_chain,
    useful_fleets,
)

BOARD = offer("classic").game.board
BOARDS = {name: offer(name).game.board for name in ("classic", "sengoku")}


def seas(text: str) -> frozenset:
    return frozenset(text.split())


@pytest.mark.parametrize(
    ("start", "goal", "fleets", "linked"),
    [
        ("lon", "bel", "nth", True),
        ("lon", "bel", "eng", True),
        ("lon", "bel", "", False),
        ("lon", "bel", "iri", False),
        ("lon", "nwy", "eng", False),
        ("lon", "nwy", "eng nth", True),
        ("lon", "tun", "eng mao wes", True),
        ("lon", "tun", "eng wes", False),
        ("lon", "tun", "mao wes", False),
        ("lon", "tun", "eng mao", False),
        ("lon", "tun", "eng iri mao nao wes", True),
        ("par", "lon", "eng", False),
        ("lon", "par", "eng", False),
    ],
)
def test_who_can_be_carried(start, goal, fleets, linked):
    assert is_linked(BOARD, start, goal, seas(fleets)) is linked


@pytest.mark.parametrize(
    ("start", "goal", "fleets", "useful"),
    [
        ("lon", "bel", "nth eng bla", "nth eng"),
        ("lon", "nwy", "nth", "nth"),
        ("lon", "nwy", "nth ska bla", "nth ska"),
        ("lon", "nwy", "eng bar", ""),
        ("lon", "tun", "eng mao wes adr", "eng mao wes"),
        ("lon", "tun", "eng mao", ""),
        ("par", "tun", "eng mao wes", ""),
        ("lon", "par", "eng mao wes", ""),
        ("gre", "ank", "aeg bla", ""),
        ("con", "bul", "aeg bla", "aeg bla"),  # two ways that have nothing to do with each other
        ("con", "bul", "aeg bla ion", "aeg bla"),
        ("lon", "bel", "eng iri", "eng"),  # joined with both coasts, but through the Channel alone
        ("lon", "bel", "eng iri mao", "eng"),
        ("lon", "bel", "eng nth iri", "eng nth"),
        ("lon", "nwy", "nth nwg", "nth nwg"),  # a detour is a way
        ("nap", "tri", "ion adr aeg eas", "ion adr"),
        ("pic", "hol", "eng iri nao nwg nth", "eng iri nao nwg nth"),
    ],
)
def test_which_fleets_are_joined_with_both_coasts(start, goal, fleets, useful):
    assert useful_fleets(BOARD, start, goal, seas(fleets)) == seas(useful)


@pytest.mark.parametrize(
    ("start", "fleets", "row"),
    [
        ("lon", "wes mao eng", ("eng", "mao", "wes")),
        ("lon", "nth eng", ("eng", "nth")),
        ("lon", "mao wes", ()),
        ("bre", "wes mao eng nth", ("eng", "mao", "nth", "wes")),
        ("par", "eng", ()),
    ],
)
def test_in_which_order_a_convoy_comes_by(start, fleets, row):
    assert from_the_coast(BOARD, start, seas(fleets)) == row


@pytest.mark.parametrize(
    ("start", "goal", "fleets", "own", "needed"),
    [
        ("lon", "bel", "nth", "nth", True),
        ("lon", "bel", "nth eng", "eng", True),
        ("lon", "bel", "nth eng", "", False),
        ("lon", "bel", "nth", "eng", False),
        ("lon", "nwy", "eng nth", "eng", False),  # the North Sea touches London itself
        ("lon", "nwy", "nth ska", "ska", False),  # and Norway too
        ("edi", "swe", "nth ska", "ska", True),
        ("edi", "swe", "nwg nth ska", "nwg", False),  # two that touch the start are one too many
        ("lon", "tun", "eng mao wes", "mao", True),
        ("lon", "tun", "eng iri mao wes", "iri", False),  # the Channel borders the ocean itself
        ("wal", "tun", "eng iri mao wes", "iri", True),
        ("nap", "smy", "ion aeg eas", "aeg", True),
        ("nap", "smy", "ion aeg eas", "eas", True),
        ("nap", "smy", "aeg eas", "eas", False),
        ("nap", "tri", "ion adr", "adr", True),
        ("hol", "pic", "nth nwg nao iri eng", "nao", False),  # the North Sea borders the Channel
        ("hol", "pic", "hel nth eng", "hel", False),
    ],
)
def test_who_has_part_in_a_chain_that_needs_all_its_fleets(start, goal, fleets, own, needed):
    assert is_part_of_chain(BOARD, start, goal, seas(fleets), seas(own)) is needed


@pytest.mark.parametrize(
    ("start", "stops", "goal", "leg"),
    [
        ("lon", ("nth",), "nwy", None),
        ("lon", ("eng", "mao", "wes"), "tun", None),
        ("lon", ("mao", "wes"), "tun", ("lon", "mao")),
        ("lon", ("eng", "wes"), "tun", ("eng", "wes")),
        ("lon", ("eng", "mao", "wes", "aeg"), "tun", ("wes", "aeg")),
        ("lon", ("eng", "mao"), "tun", ("mao", "tun")),
        ("par", ("eng",), "lon", ("par", "eng")),
        ("lon", ("eng",), "par", ("eng", "par")),
        ("lon", ("nth",), "tun", ("nth", "tun")),
    ],
)
def test_where_a_way_over_the_water_breaks(start, stops, goal, leg):
    assert broken_leg(BOARD, start, stops, goal) == leg


def ways(board, goal: str, fleets: frozenset, row: tuple) -> Iterator[tuple]:
    """All ways that begin with *row* and pass each fleet once."""
    if goal in board.shores[row[-1]]:
        yield row
    for sea in fleets & board.sea_borders[row[-1]] - set(row):
        yield from ways(board, goal, fleets, (*row, sea))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_chains_are_those_found_by_following_all_ways(board, seed):
    chance = Random(seed)
    start, goal = chance.sample(sorted(board.seas_at), 2)
    area = sorted(board.seas_at[start])
    for sea in area:
        area += sorted(board.sea_borders[sea].difference(area))
    fleets = frozenset(chance.sample(area[:10], chance.randint(1, min(7, len(area)))))
    own = frozenset(chance.sample(sorted(fleets), 1))

    found = [
        frozenset(way)
        for first in fleets & board.seas_at[start]
        for way in ways(board, goal, fleets, (first,))
    ]
    smallest = [way for way in found if not any(other < way for other in found)]

    assert is_linked(board, start, goal, fleets) is bool(found)
    assert useful_fleets(board, start, goal, fleets) == frozenset().union(*found)
    assert is_part_of_chain(board, start, goal, fleets, own) is any(own & way for way in smallest)
