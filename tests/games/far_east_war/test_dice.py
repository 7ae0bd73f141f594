"""The dice of played matches: each is bound to what it is rolled for, and rolled once."""

from collections import Counter

import pytest

from gm.catalogue import offer
from gm.games.far_east_war.map import LegionId
from gm.games.far_east_war.orders import Attack
from tests.games.far_east_war.test_reports import play

TWO_STEPS = {"event_mode": "two_step", "event_lines": "two"}
GAMES = {
    "two": offer("far_east_war").game,
    "four": offer("far_east_war", rules={"players": "4"}).game,
    "two steps": offer("far_east_war", rules=TWO_STEPS).game,
}


@pytest.mark.parametrize("kind", GAMES)
def test_no_die_of_a_match_is_rolled_twice(kind, letter):
    game, used = GAMES[kind], Counter()
    for before, outcome in play(game, letter, "once", 60):
        if not used:
            used.update(name for roll in game.rolls(before, 0) for name in numbered(roll))
        rolls = game.rolls(outcome.state, game.dice_drawn(before))
        used.update(name for roll in rolls for name in numbered(roll))
        assert all(roll.recounted("once", "") == roll.faces for roll in rolls)
        assert sum(used.values()) == game.dice_drawn(outcome.state)
    assert set(used.values()) == {1}
    assert len(used) > 40


def numbered(roll):
    """Step, purpose and number of each die of a roll."""
    return [(roll.step, roll.purpose, roll.first + place) for place in range(len(roll.faces))]


CASE = {
    "active": "japan",
    "phase": "action",
    "markers": {"japan": 0},
    "changes": {"japan": {"J5": "Left Gyeonggi-Do 4", "J8": "West Gangwon-Do 2"}},
    "supply": {"japan": 40},
}


def test_one_battle_moves_no_dice_of_another():
    """J8's battle shows the same faces whether J5 has fought before it or not."""
    game = GAMES["two"]
    state = game.pose(CASE, None)
    one, other = (Attack(LegionId(foe), LegionId(own)) for own, foe in (("J8", "K8"), ("J5", "K1")))
    alone, both = rolled(game, state, [one]), rolled(game, state, [other, one])
    assert len(alone) == 2
    assert len(both) == 4
    assert all(both[purpose] == faces for purpose, faces in alone.items())


def rolled(game, state, orders):
    """The faces of everything that is rolled when Japan gives these orders."""
    checked = game.check(state, "japan", [orders])
    assert list(checked.orders) == orders
    after = game.adjudicate(state, {"japan": checked.orders}).state
    return {roll.purpose: roll.faces for roll in game.rolls(after, game.dice_drawn(state))}
