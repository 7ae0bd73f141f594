"""The tests that mutants of the adjudicator have to survive: see README.md.

Not part of the default run: everything here is tested elsewhere, one case at a time.
"""

import pytest

from tests.games.diplomacy import test_oracle as oracle
from tests.games.diplomacy import test_sight as sight
from tests.mutation.held import GROUPS, cases, of_group


@pytest.mark.parametrize("group", GROUPS)
def test_cases(group):
    for case in of_group(group):
        assert cases.play(cases.BENCH, case) == (), case["id"]


def test_rule_choices():
    for row in cases.ALTERNATIVES:
        cases.test_gives_the_other_result_under_the_other_rule_choice(*row.values)
    for row in cases.SAME:
        cases.test_gives_the_same_board_under_a_rule_choice_that_changes_nothing(*row.values)
    for row in cases.UNDER_SENGOKU:
        cases.test_gives_what_the_sengoku_rulebook_gives_on_the_classic_board(*row.values)


@pytest.mark.parametrize("name", oracle.GAMES)
def test_oracle(name):
    board = oracle.GAMES[name].board
    for seed in range(150):
        chance = oracle.Random(seed)
        units = oracle.random_units(board, chance, 8)
        oracle.compare(name, units, oracle.random_orders(board, units, chance))
        oracle.compare(name, *oracle.random_knot(board, oracle.Random(seed)))


@pytest.mark.parametrize("game", sight.GAMES.values(), ids=sight.GAMES)
def test_at_sight(game):
    same = sight.test_a_closer_look_finds_the_same.hypothesis.inner_test
    for seed in range(120):
        same(game, seed)
