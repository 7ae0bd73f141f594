"""The dice of played matches: each is bound to what it is rolled for, and rolled once."""

import json
from collections import Counter
from hashlib import sha256

import pytest

from gm.catalogue import offer
from gm.games.dice import COUNTED
from gm.games.far_east_war.events import Rolled
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


def test_matches_begun_before_number_their_dice(letter):
    """Form 1: die number n is told, and follows from the seed and n alone."""
    game, checked = GAMES["two"], 0
    for before, outcome in play(game, letter, "verify", 60, COUNTED):
        assert before.commitment == sha256(b"verify").hexdigest()
        assert game.rolls(outcome.state, game.dice_drawn(before)) == ()
        for event in outcome.events:
            if isinstance(event, Rolled):
                numbers = range(event.first, event.first + len(event.faces))
                assert event.faces == "".join(map(counted_face, numbers))
                told = f"dice {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else "die "
                assert told in json.dumps(game.report(before, outcome, None)["sections"])
                checked += len(event.faces)
    assert checked > 20


def counted_face(number):
    """As the handbook tells it of older matches."""
    digest = sha256(f"verify:{number - 1}:0".encode()).digest()
    return "LSCTGB"[int.from_bytes(digest[:8], "big") % 6]
