"""Random but lawful letters through whole matches, and what must hold of every position.

Run by hand for many seeds: ``python -m tests.games.three_kingdoms.matches 300`` plays so many
matches of each scenario and says how they ended; ``matches.txt`` keeps what was run.
"""

import sys
from collections import Counter
from functools import cache
from random import Random

from gm.catalogue import offer
from gm.games.three_kingdoms import demands
from gm.games.three_kingdoms.orders import (
    Advance,
    Ally,
    Always,
    AskMe,
    Assaults,
    Attacking,
    Commander,
    Compare,
    ControlWith,
    Defend,
    Discord,
    HaltIf,
    If,
    KeepOut,
    Lose,
    MusterAuto,
    NeverRetreat,
    Not,
    Outnumbered,
    Pick,
    Place,
    Pursue,
    RetreatTo,
    Sign,
    Stance,
    Stratagems,
    Term,
    Then,
    Troops,
    Until,
    Use,
)
from gm.games.three_kingdoms.orders import Step as Move
from gm.games.three_kingdoms.state import Step
from gm.games.three_kingdoms.table import Table
from gm.parsing.parser import parser_for

SCENARIOS = ("s1", "s1-three", "s2", "s3", "s3-four")
CLAUSES = (
    Until(Compare(Term.LOST, Sign.AT_LEAST, 2)),
    Until(Outnumbered()),
    Until(Compare(Term.TROOPS, Sign.EQUAL, 0)),
    Until(Compare(Term.SIEGE_VALUE, Sign.AT_LEAST, 5)),
    NeverRetreat(),
    NeverRetreat(Not(Attacking())),
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
        return mustering(game, state, power, dice)
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
        if own and dice.random() < 0.2:
            orders.append(dice.choice(personal(game, own, dice)))
    orders += [Always(), dice.choice(STANCES)]
    if dice.random() < 0.15:
        orders.append(AskMe())
    if dice.random() < 0.2:
        orders.append(HaltIf(Compare(Term.POINTS_LEFT, Sign.AT_MOST, 2)))
    if own and dice.random() < 0.2:
        orders.append(KeepOut((dice.choice(own).id,)))
    return orders


def personal(game, own, dice):
    """Choices about one of the power's own generals."""
    one = dice.choice(own)
    near = game.rules.board.neighbours(one.area)
    return [
        Lose((one.id,), last=dice.random() < 0.5),
        Commander((one.id,)),
        RetreatTo((dice.choice(near),), (one.id,)),
        ControlWith(one.id),
        If(Compare(Term.TROOPS, Sign.AT_LEAST, 1, None, one.id)),
    ]


def mustering(game, state, power, dice):
    """Some of the choices of a muster, as the receipt proposes them, and some that are wrong."""
    orders = []
    demand = game.awaiting(state).get(power)
    for task in demand.tasks if demand else ():
        if task.choices and dice.random() < 0.6:
            orders += game_orders(game, dice.choice(task.choices))
    people = list(game.rules.roster.people)
    areas = list(game.rules.board.areas)
    if dice.random() < 0.2:
        orders.append(
            dice.choice(
                [
                    Place(dice.choice(people), dice.choice(areas)),
                    Troops(dice.choice(people), dice.randrange(1, 9)),
                    Pick((dice.choice(people),)),
                    Pick(()),
                    MusterAuto(),
                ]
            )
        )
    return orders


def game_orders(game, text):
    """What a proposal of the game means."""
    return [order for node in parser_of(game.name).read_text(text) for order in game.read(node)]


@cache
def parser_of(name):
    """The parser of a game's orders."""
    game = offer(name).game
    return parser_for(name, game.words(None))


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


def assert_told(game, before, outcome, dice):
    """The report can be told, to whomever it may be, and the state survives the codec."""
    seats = game.rules.scenarios[before.scenario].seats
    report = game.report(before, outcome, dice.choice([None, *(seat.id for seat in seats)]))
    assert all(line["text"] for section in report["sections"] for line in section["lines"])
    assert game.codec.load_state(game.codec.dump(outcome.state)) == outcome.state


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
        if dice.random() < 0.2:
            assert_told(game, last, outcome, dice)
    assert_sound(game, state)
    return last, outcome


def main(count):
    """Plays *count* matches of each scenario and says how they ended."""
    game = offer("three_kingdoms").game
    for scenario in SCENARIOS:
        winners = Counter()
        for seed in range(count):
            _, outcome = play(game, scenario, f"many {seed}")
            winners[" and ".join(game.end(outcome.state).winners)] += 1
        told = ", ".join(f"{who} {times}" for who, times in sorted(winners.items()))
        sys.stdout.write(f"{scenario}: {count} matches ended; won by {told}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
