"""The engine against a second adjudicator that tries every combination of successes."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gm.games.diplomacy.legality import position
from gm.games.diplomacy.movement import resolve
from gm.games.diplomacy.outcomes import Outcomes
from gm.games.diplomacy.rulebook import CHOICES, Rulebook
from gm.games.diplomacy.sheet import sheet_of
from gm.values import replace
from tests.games.diplomacy.oracle import Oracle
from tests.games.diplomacy.positions import (
    DECIDE_MOVES,
    GAMES,
    misname,
    random_exchange,
    random_knot,
    random_orders,
    random_units,
)


def random_rules(rules: Rulebook, chance: Random) -> Rulebook:
    """*rules* with other choices at some points."""
    changed = {}
    for name in DECIDE_MOVES:
        choice = chance.choice(CHOICES[name])
        if chance.random() < 0.6:
            changed[name] = choice == "true" if CHOICES[name] == ("true", "false") else choice
    return replace(rules, **changed)


def compare(name: str, units, orders, rules: Rulebook | None = None) -> bool:
    """Compares engine and oracle; true if the position is a paradox."""
    game = GAMES[name]
    rules = rules or game.rules
    resolution = resolve(sheet_of(position(game.board, rules, units), orders))
    moved = frozenset(start for start, entered in resolution.conflicts.moved.items() if entered)
    broken = resolution.knots.broken
    oracle = Oracle(game.board, rules, units, orders)
    answers = oracle.answers()
    if answers and len({oracle.ways(answer) for answer in answers}) == 1:
        assert not broken
        assert moved == max(answers, key=len)  # units in a circle move
        return False
    # The fallback breaks convoys; then, and only then, the rest follows from the definitions.
    assert rules.convoy_cut == "none" or rules != game.rules
    assert broken
    still = {one for knot in broken.values() for one in knot} if rules.paradox == "all-hold" else ()
    assert moved in oracle.answers(frozenset(broken), frozenset(still))
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


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=600, deadline=None)
def test_agrees_under_every_rule_choice(name, seed):
    chance = Random(seed)
    board = GAMES[name].board
    rules = random_rules(GAMES[name].rules, chance)
    kind = chance.random()
    if kind < 0.3:
        units, orders = random_knot(board, chance)
    elif kind < 0.6:
        units, orders = random_exchange(board, chance)
    else:
        units = random_units(board, chance, 8)
        orders = random_orders(board, units, chance)

    compare(name, units, misname(board, orders, chance), rules)


def results(name: str, units, orders, rules: Rulebook) -> dict:
    """What became of each unit, by its province."""
    board = GAMES[name].board
    here = position(board, rules, units)
    found = Outcomes(resolve(sheet_of(here, orders))).results()
    return {board.province_of[one.unit.at]: one for one in found}


def area(name: str, units, orders, steps: int) -> set[str]:
    """The provinces of units and their goals, and those that many steps around."""
    board = GAMES[name].board
    found = {board.province_of[unit.at] for unit in units}
    found |= {
        board.province_of[order.to]
        for order in orders.values()
        if hasattr(order, "to") and order.to
    }
    for _ in range(steps):
        around = (board.army_borders, board.fleet_borders, board.seas_at)
        places = found | {coast for one in found for coast in board.provinces[one].coasts}
        found |= {
            board.province_of[near] for row in around for at in places for near in row.get(at, ())
        }
    return found


def compare_apart(name: str, seed: int) -> bool:
    """Compares positions that do not touch with each of them alone; false if they touch."""
    chance = Random(seed)
    board, rules = GAMES[name].board, random_rules(GAMES[name].rules, chance)
    apart, alone = [], {}
    for _ in range(4):
        units, orders = random_knot(board, chance)
        wide = area(name, units, orders, 1)
        if all(wide.isdisjoint(area(name, *other, 0)) for other in apart):
            apart.append((units, orders))
            alone.update(results(name, units, orders, rules))
    together = [unit for units, _ in apart for unit in units]
    ordered = {place: order for _, orders in apart for place, order in orders.items()}
    assert results(name, together, ordered, rules) == alone
    return len(apart) > 1


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_knots_that_do_not_touch_are_judged_as_if_alone(name, seed):
    assume(compare_apart(name, seed))


def test_paradoxes_are_among_the_positions():
    board = GAMES["classic"].board

    assert any(compare("classic", *random_knot(board, Random(seed))) for seed in range(400))
