"""What is settled and told at sight is what the closer look finds, however far it looks ahead."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.games.diplomacy import conflicts, movement
from gm.games.diplomacy.phases import move
from gm.games.diplomacy.rulebook import CHOICES, choose
from gm.games.diplomacy.state import Season, Stage, State, in_order
from tests.games.diplomacy.positions import (
    DECIDE_MOVES,
    GAMES,
    random_exchange,
    random_knot,
    random_orders,
    random_units,
)
from tests.games.diplomacy.test_cases import ALTERNATIVES, BENCH, CASES, play

OPEN = [*DECIDE_MOVES, "rotation"]
MOVEMENTS = [one for one in CASES if one.values[0].get("phase") == "movement"]
OTHER_MOVEMENTS = [one for one in ALTERNATIVES if one.values[0].get("phase") == "movement"]


def position_of(board, chance):
    """A state, and the orders of each power."""
    kind = chance.random()
    if kind < 0.3:
        units, orders = random_knot(board, chance)
    elif kind < 0.6:
        units, orders = random_exchange(board, chance)
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
        patch.setattr(conflicts, "DEPTH", chance.randint(0, 2))
        step_by_step = move(game.board, rules, state, sheets)

    assert at_sight == looked_at == step_by_step


@pytest.mark.parametrize("depth", [0, conflicts.DEPTH])
@pytest.mark.parametrize("case", MOVEMENTS)
def test_a_closer_look_gives_what_the_case_expects(case, depth, monkeypatch):
    monkeypatch.setattr(movement, "settle_at_sight", lambda *_: {})
    monkeypatch.setattr(conflicts, "DEPTH", depth)

    assert play(BENCH, case) == ()


@pytest.mark.parametrize(("case", "name", "choice"), OTHER_MOVEMENTS)
def test_step_by_step_the_other_rule_choice_gives_the_other_result(case, name, choice, monkeypatch):
    monkeypatch.setattr(movement, "settle_at_sight", lambda *_: {})
    monkeypatch.setattr(conflicts, "DEPTH", 0)

    assert play(BENCH, {**case, "rules": {**case.get("rules", {}), name: choice}}) == ()
