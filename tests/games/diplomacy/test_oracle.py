"""The engine against a second adjudicator that tries every combination of successes."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.catalogue import offer
from gm.games.diplomacy.legality import position
from gm.games.diplomacy.movement import resolve
from tests.games.diplomacy.oracle import Oracle
from tests.games.diplomacy.positions import random_knot, random_orders, random_units

GAMES = {name: offer(name).game for name in ("sengoku", "classic")}


def engine(name: str, units, orders):
    game = GAMES[name]
    resolution = resolve(position(game.board, game.rules, units), orders)
    moved = frozenset(start for start, entered in resolution.conflicts.moved.items() if entered)
    return moved, frozenset(resolution.knots.broken)


def compare(name: str, units, orders) -> bool:
    """Compares engine and oracle; true if the position is a paradox."""
    moved, broken = engine(name, units, orders)
    oracle = Oracle(GAMES[name].board, name, units, orders)
    answers = oracle.answers()
    if answers and len({oracle.ways(answer) for answer in answers}) == 1:
        assert not broken
        assert moved == max(answers, key=len)  # units in a circle move
        return False
    # The fallback breaks convoys; then, and only then, the rest follows from the definitions.
    assert name == "classic"
    assert broken
    assert moved in oracle.answers(broken)
    return True


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=1000, deadline=None)
def test_agrees_with_trying_every_combination(name, seed):
    chance = Random(seed)
    board = GAMES[name].board
    units = random_units(board, chance, 8)

    compare(name, units, random_orders(board, units, chance))


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=1000, deadline=None)
def test_agrees_where_convoys_hang_on_their_landings(name, seed):
    compare(name, *random_knot(GAMES[name].board, Random(seed)))


def test_paradoxes_are_among_the_positions():
    board = GAMES["classic"].board

    assert any(compare("classic", *random_knot(board, Random(seed))) for seed in range(400))
