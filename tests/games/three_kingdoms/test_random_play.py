"""Random but lawful letters through whole scenarios, and what must hold of every position."""

import pytest

from gm.catalogue import offer
from gm.games.three_kingdoms import sequence
from gm.games.three_kingdoms.orders import (
    Alive,
    Always,
    AskMe,
    Defend,
    Farm,
    If,
    MusterAuto,
    Number,
    Outnumbered,
    Pass,
    Pick,
    Stance,
)
from gm.games.three_kingdoms.plan import plan_of
from gm.games.three_kingdoms.posing import set_up
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.state import Step
from gm.games.vocabulary import Power
from tests.games.three_kingdoms.matches import SCENARIOS, assert_sound, play


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end_properly(game, scenario, seed):
    last, outcome = play(game, scenario, seed)

    end = game.end(outcome.state)
    assert end is not None
    assert end.winners
    assert game.awaiting(outcome.state) == {}
    assert last.turn <= game.rules.scenarios[scenario].turns[1]


def test_states_and_events_survive_the_codec(game):
    last, outcome = play(game, "s1", "codec")
    codec = game.codec

    for state in (last, outcome.state):
        assert codec.load_state(codec.dump(state)) == state
    for event in outcome.events:
        assert codec.load_event(codec.dump(event)) == event


def test_same_letters_give_the_same_outcome(game):
    assert play(game, "s1", "again") == play(game, "s1", "again")


def test_silence_plays_by_itself_to_the_end(game):
    for scenario in game.scenarios():
        state = game.start(scenario, "silence")
        while game.end(state) is None:
            state = game.adjudicate(state, {}).state
            assert_sound(game, state)


def test_a_view_hides_plans_and_dice(game):
    state = game.start("s1", "secret")
    orders = [Always(), Defend(Stance.SIEGE), AskMe()]
    after = game.adjudicate(state, {"wei": game.check(state, "wei", [orders]).orders}).state

    assert after.standing["wei"]
    assert game.view(after, "alliance").standing.get("wei") is None
    assert game.view(after, "wei").standing["wei"] == after.standing["wei"]
    assert game.view(after, None).dice.seed != after.dice.seed


def test_impulse_mode_asks_before_every_action():
    game = offer("three_kingdoms", rules={"rhythm": "impulse"}).game
    state = game.start("s1", "impulse")
    asked = 0
    while state.turn == 1 and state.step is Step.ANSWER:
        ((power, demand),) = game.awaiting(state).items()
        assert demand.tasks[0].choices
        asked += 1
        state = game.adjudicate(state, {power: [Pass()]}).state

    assert asked == sum(game.start("s1", "impulse").points.values())
    assert state.step is Step.MUSTER


def test_a_condition_may_stand_before_its_action():
    orders = [Number(1), If(Outnumbered()), Farm(), Number(2), Pass(), If(Alive("cao_cao"))]
    plan = plan_of(orders)

    assert [entry.condition for entry in plan.entries] == [Outnumbered(), Alive("cao_cao")]


def test_picks_stay_in_force_only_where_musters_need_no_letter(game):
    rules = game.rules
    start = {"phase": "muster", "turn": 2, "pool": ["chen_deng", "zhang_hong"]}
    for auto, kept in ((True, [Pick((Who("zhang_hong"),))]), (False, [])):
        table = set_up(rules, start)
        table.standing = {
            Power("wei"): (MusterAuto(auto=auto), Pick((Who("chen_deng"), Who("zhang_hong")))),
            Power("alliance"): (Pick(()),),
        }
        sequence.mustered(table)

        assert Who("chen_deng") in table.generals
        assert [one for one in table.standing["wei"] if isinstance(one, Pick)] == kept
