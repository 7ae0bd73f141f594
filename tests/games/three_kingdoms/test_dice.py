"""The dice of played matches: each is bound to what it is rolled for, and rolled once."""

from collections import Counter

import pytest

from gm.catalogue import offer
from gm.games.three_kingdoms.events import Drew
from gm.games.three_kingdoms.orders import Advance, Farm
from gm.games.three_kingdoms.orders import Step as Move
from tests.games.three_kingdoms.test_reports import steps


def numbered(roll):
    """Step, purpose and number of each die of a roll."""
    return [(roll.step, roll.purpose, roll.first + place) for place in range(len(roll.faces))]


@pytest.mark.parametrize("rhythm", ["plan", "impulse"])
@pytest.mark.parametrize("scenario", ["s1", "s1-three", "s2", "s3"])
def test_no_die_of_a_match_is_rolled_twice(rhythm, scenario):
    """Play that stops for a question goes on with the same dice, which are told once."""
    game, seed = offer("three_kingdoms", rules={"rhythm": rhythm}).game, "once"
    used, drawn = Counter(), 0
    for before, outcome in steps(game, scenario, seed, 60):
        if used == Counter():
            used.update(one for roll in game.rolls(before, 0) for one in numbered(roll))
            drawn = game.dice_drawn(before)
        rolls = game.rolls(outcome.state, game.dice_drawn(before))
        used.update(one for roll in rolls for one in numbered(roll))
        assert all(roll.recounted(seed, "") == roll.faces for roll in rolls)
        assert sum(len(roll.faces) for roll in rolls) == game.dice_drawn(outcome.state) - drawn
        drawn = game.dice_drawn(outcome.state)
    assert set(used.values()) == {1}
    assert drawn == len(used) > 0


def by_purpose(game, before, orders):
    """The faces of everything that is rolled when these orders are adjudicated."""
    state = game.adjudicate(before, orders).state
    rolls = game.rolls(state, game.dice_drawn(before))
    return {(roll.step, roll.purpose): roll.faces for roll in rolls}


def test_orders_of_one_player_move_no_dice_of_anything_else(game):
    """Liu Bei goes to Qing or not: only the control of Qing is rolled for, or not."""
    state = game.start("s1", "moves")
    quiet = by_purpose(game, state, {"alliance": (Farm(()), Farm(()), Farm(()))})
    going = Advance("H", (Move("liu_bei", ("D",)),))
    moved = by_purpose(game, state, {"alliance": (going, Farm(()), Farm(()))})
    assert set(moved) - set(quiet) == {("Turn 1", "control of Qing")}
    assert all(moved[one] == faces for one, faces in quiet.items() if one in moved)


def test_markers_drawn_are_told_at_the_end_alone(game):
    for before, outcome in steps(game, "s1", "markers", 30):
        rolls = game.rolls(outcome.state, game.dice_drawn(before))
        secret = [roll.purpose for roll in rolls if roll.secret]
        assert bool(secret) == any(isinstance(one, Drew) for one in outcome.events)
        assert all(one.endswith(": stratagems") for one in secret)
        if secret:
            return
    pytest.fail("Nobody drew a marker; choose another seed.")
