"""What holds in every position, tried by random legal play on both boards."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.catalogue import offer
from gm.games.diplomacy.choices import builds_for, orders_of, removals_for, retreats_for
from gm.games.diplomacy.events import Built, Disbanded, GarrisonReturned, MovementResult, Removed
from gm.games.diplomacy.legality import position
from gm.games.diplomacy.orders import IfDislodged, Place
from gm.games.diplomacy.state import Stage
from gm.games.vocabulary import Fate

GAMES = {name: offer(name).game for name in ("sengoku", "classic")}
BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def random_orders(game, state, chance):
    """Legal orders for most powers; now and then a power sends nothing."""
    here = position(game.board, game.rules, state.units)
    orders = {}
    for power in game.awaiting(state):
        if chance.random() < 0.05:
            continue
        match state.stage:
            case Stage.MOVEMENT:
                row = [chance.choice(list(orders_of(here, unit))) for unit in state.of(power)]
                if chance.random() < 0.3:
                    unit = chance.choice(state.of(power))
                    places = [Place(at) for at in chance.sample(sorted(game.board.provinces), 3)]
                    row.append(IfDislodged(unit.name, tuple(places)))
            case Stage.RETREATS:
                row = [chance.choice(list(retreats_for(one))) for one in state.beaten_of(power)]
            case Stage.ADJUSTMENTS:
                builds = list(builds_for(game.board, game.rules, state, power))
                choices = builds or list(removals_for(state, power))
                row = chance.sample(choices, min(len(choices), chance.randint(1, 4)))
        orders[power] = row
    return orders


def play(game, chance, phases):
    """A match of random legal play: state, orders and outcome of each phase."""
    state = game.start("standard", "")
    for _ in range(phases):
        if state.ended is not None:
            return
        orders = random_orders(game, state, chance)
        outcome = game.adjudicate(state, orders)
        yield state, orders, outcome
        state = outcome.state


def census(state):
    return Counter((unit.power, unit.kind) for unit in state.units) + Counter(
        (beaten.unit.power, beaten.unit.kind) for beaten in state.dislodged
    )


@BOTH
@pytest.mark.parametrize("seed", range(2))
def test_fifty_years_of_random_play_end_without_a_crash(game, seed):
    first = game.start("standard", "").year
    last = None
    for state, _, outcome in play(game, Random(seed), 400):
        if state.year >= first + 50:
            break
        last = outcome.state
        assert last.ended is not None or game.awaiting(last)
    assert last.year >= first + 50 or last.ended is not None


@BOTH
@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_nothing_is_lost_or_doubled(game, seed):
    for before, _, outcome in play(game, Random(seed), 12):
        events, after = outcome.events, outcome.state
        gone = [event.unit for event in events if isinstance(event, Disbanded | Removed)]
        come = [event.unit for event in events if isinstance(event, Built)]
        returned = sum(isinstance(event, GarrisonReturned) for event in events)
        expected = census(before)
        expected.subtract((unit.power, unit.kind) for unit in gone)
        expected.update((unit.power, unit.kind) for unit in come)
        for key, count in census(after).items():
            bonus = returned if key[0] == "neutral" else 0
            assert count == expected[key] + bonus
        places = [game.board.province_of[unit.at] for unit in after.units]
        assert len(places) == len(set(places))


@BOTH
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_every_unit_gets_exactly_one_result(game, seed):
    for before, _, outcome in play(game, Random(seed), 8):
        if before.stage is Stage.MOVEMENT:
            told = [one.unit for one in outcome.events if isinstance(one, MovementResult)]
            assert sorted(map(repr, told)) == sorted(map(repr, before.units))


@BOTH
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_the_order_of_powers_and_of_orders_for_units_does_not_matter(game, seed):
    chance = Random(seed)
    for before, orders, outcome in play(game, chance, 8):
        powers = list(orders)
        chance.shuffle(powers)
        mixed = {power: list(orders[power]) for power in powers}
        if before.stage is not Stage.ADJUSTMENTS:  # where the order written counts
            for row in mixed.values():
                chance.shuffle(row)
        assert game.adjudicate(before, mixed) == outcome


@BOTH
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_values_survive_the_codec(game, seed):
    codec = game.codec
    for _, orders, outcome in play(game, Random(seed), 8):
        assert codec.load_state(codec.dump(outcome.state)) == outcome.state
        for event in outcome.events:
            assert codec.load_event(codec.dump(event)) == event
        for order in (one for row in orders.values() for one in row):
            assert codec.load_order(codec.dump(order)) == order


@BOTH
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_every_event_has_a_sentence(game, seed):
    for _, _, outcome in play(game, Random(seed), 8):
        for event in outcome.events:
            sentence = game.reason(event)
            assert sentence[0].isupper() or sentence[0] == "“"
            assert sentence.endswith(".")


@BOTH
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_every_legal_order_passes_the_check_and_the_choices_offered_are_legal(game, seed):
    for before, _, _ in play(game, Random(seed), 6):
        if before.stage is not Stage.MOVEMENT:
            continue
        here = position(game.board, game.rules, before.units)
        for power in game.awaiting(before):
            for unit in before.of(power):
                sheets = [[order] for order in orders_of(here, unit)]
                checked = game.check(before, power, sheets)
                fates = {one.fate for sheet in checked.sheets for one in sheet}
                assert fates <= {Fate.STANDS, Fate.REPLACED}
