"""Chains of fleets on the classic board: what can be checked with the map at hand."""

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.convoys import (
    broken_leg,
    from_the_coast,
    is_linked,
    is_part_of_chain,
    useful_fleets,
)

BOARD = offer("classic").game.board


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
    ],
)
def test_where_a_way_over_the_water_breaks(start, stops, goal, leg):
    assert broken_leg(BOARD, start, stops, goal) == leg
