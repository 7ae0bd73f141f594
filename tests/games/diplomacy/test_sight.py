"""What is settled and told at sight is what the closer look finds."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.catalogue import offer
from gm.games.diplomacy import movement
from gm.games.diplomacy.phases import move
from gm.games.diplomacy.rulebook import CHOICES, choose
from gm.games.diplomacy.state import Season, Stage, State, in_order
from tests.games.diplomacy.positions import random_knot, random_orders, random_units
from tests.games.diplomacy.test_cases import BENCH, CASES, play

GAMES = {name: offer(name).game for name in ("sengoku", "classic")}
OPEN = [
    "adjacent_convoy",
    "beaten_at_sea",
    "beaten_unit",
    "broken_convoy",
    "convoy_cut",
    "convoy_cut_dislodged",
    "convoy_routes",
    "convoy_swap",
    "cut_from_target",
    "illegal_order",
    "paradox",
    "rotation",
]


def position_of(board, chance):
    """A state, and the orders of each power."""
    if chance.random() < 0.3:
        units, orders = random_knot(board, chance)
    else:
        units = random_units(board, chance, chance.choice([8, 16, 30]))
        orders = random_orders(board, units, chance)
    sheets: dict = {}
    for unit in units:
        order = orders.get(board.province_of[unit.at])
        if order is not None:
            sheets.setdefault(unit.power, []).append(order)
    return State(1570, Season.SPRING, Stage.MOVEMENT, in_order(units), {}), sheets


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=600, deadline=None)
def test_a_closer_look_finds_the_same(game, seed):
    chance = Random(seed)
    rules = game.rules
    for field in chance.sample(OPEN, chance.randint(0, 3)):
        rules = choose(rules, field, chance.choice(CHOICES[field]))
    state, sheets = position_of(game.board, chance)

    at_sight = move(game.board, rules, state, sheets)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(movement, "settle_at_sight", lambda *_: {})
        looked_at = move(game.board, rules, state, sheets)

    assert at_sight == looked_at


@pytest.mark.parametrize("case", [one for one in CASES if one.values[0].get("phase") == "movement"])
def test_a_closer_look_gives_what_the_case_expects(case, monkeypatch):
    monkeypatch.setattr(movement, "settle_at_sight", lambda *_: {})

    assert play(BENCH, case) == ()
