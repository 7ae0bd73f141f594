"""Random but lawful letters through whole scenarios, and what must hold of every position."""

from random import Random

import pytest

from gm.catalogue import offer
from gm.games.game import Power
from gm.games.three_kingdoms import demands, sequence
from gm.games.three_kingdoms.orders import (
    Advance,
    Alive,
    Ally,
    Always,
    AskMe,
    Assaults,
    Compare,
    Defend,
    Discord,
    Farm,
    HaltIf,
    If,
    KeepOut,
    MusterAuto,
    NeverRetreat,
    Number,
    Outnumbered,
    Pass,
    Pick,
    Pursue,
    Sign,
    Stance,
    Stratagems,
    Term,
    Then,
    Until,
    Use,
)
from gm.games.three_kingdoms.orders import Step as Move
from gm.games.three_kingdoms.plan import plan_of
from gm.games.three_kingdoms.posing import set_up
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.state import Step
from gm.games.three_kingdoms.table import Table

CLAUSES = (
    Until(Compare(Term.LOST, Sign.AT_LEAST, 2)),
    Until(Outnumbered()),
    NeverRetreat(),
    Assaults(2),
    Pursue(pursue=False),
    Stratagems(()),
    If(Outnumbered()),
)
STANCES = (
    Defend(Stance.SIEGE),
    Defend(Stance.FIELD),
    Defend(Stance.WITHDRAW),
    Defend(Stance.FIELD, None, Compare(Term.ENEMY_TOTAL, Sign.LESS, 4)),
)


def letter(game, state, power, dice):
    if state.step is Step.ANSWER:
        return [dice.choice([Defend(Stance.WITHDRAW), NeverRetreat(), Until(Outnumbered())])]
    if state.step is not Step.PLAN:
        return []
    table = Table(game.rules, state)
    usual = list(demands.usual_actions(table, power))
    own = [
        one
        for one in table.generals.values()
        if table.scenario.seat_of(table.master(one.side)) == power
    ]
    orders = []
    for _ in range(table.points.get(power, 0) + 1):
        action = march(game, dice.choice(own), dice) if own and dice.random() < 0.5 else None
        orders.append(action or dice.choice(usual))
        if isinstance(orders[-1], Ally | Discord):
            orders += [Then(), dice.choice(usual)]
        if dice.random() < 0.3:
            orders.append(dice.choice([*CLAUSES, preference(dice)]))
    orders += [Always(), dice.choice(STANCES)]
    if dice.random() < 0.15:
        orders.append(AskMe())
    if dice.random() < 0.2:
        orders.append(HaltIf(Compare(Term.POINTS_LEFT, Sign.AT_MOST, 2)))
    if own and dice.random() < 0.2:
        orders.append(KeepOut((dice.choice(own).id,)))
    return orders


def preference(dice):
    return Stratagems(tuple(Use(number) for number in dice.sample(range(1, 15), 8)))


def march(game, one, dice):
    path, here = [], one.area
    for _ in range(dice.choice((1, 1, 2))):
        here = dice.choice(game.rules.board.neighbours(here))
        path.append(here)
    return Advance(one.area, (Move(one.id, tuple(path)),), here if dice.random() < 0.6 else None)


def assert_sound(game, state):
    placed = [one.id for one in state.generals]
    waiting = [one.who for one in state.waiting]
    assert len(placed) == len(set(placed))
    assert len(waiting) == len(set(waiting))
    assert not set(placed) & set(waiting)
    assert not state.fallen & {*placed, *waiting}
    for one in state.generals:
        assert 0 <= one.units <= game.rules.roster[one.id].capacity
    for treasury in state.treasuries.values():
        assert 0 <= treasury.provisions <= 19
    if state.step is not Step.ANSWER:
        table = Table(game.rules, state)
        assert all(len(table.camps(area)) <= 2 for area in table.areas)


def play(game, scenario, seed):
    dice = Random(f"{scenario} {seed}")
    state = game.start(scenario, str(seed))
    steps = 0
    while game.end(state) is None:
        steps += 1
        assert steps < 100, "the match does not end"
        assert_sound(game, state)
        demanded = game.awaiting(state)
        assert demanded
        orders = {}
        for power in demanded:
            checked = game.check(state, power, [letter(game, state, power, dice)])
            if dice.random() < 0.95:
                orders[power] = checked.orders
        outcome = game.adjudicate(state, orders)
        last = state
        state = outcome.state
    assert_sound(game, state)
    return last, outcome


@pytest.mark.parametrize("scenario", ["s1", "s1-three", "s2", "s3", "s3-four"])
@pytest.mark.parametrize("seed", range(6))
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
