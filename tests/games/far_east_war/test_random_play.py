"""Whole games of random lawful letters end, keep every invariant, and hide every hand.

``GM_RANDOM_GAMES=200 pytest tests/games/far_east_war/test_random_play.py`` plays so many seeds of
each kind; README.md beside this file tells what was run.
"""

import json
import os
from random import Random

import pytest

from gm.catalogue import offer
from gm.games.far_east_war.state import HIDDEN, Stage

GAMES = {
    "two": offer("far_east_war").game,
    "four": offer("far_east_war", rules={"players": "4"}).game,
    "two-lines": offer(
        "far_east_war",
        rules={
            "event_lines": "two",
            "event_mode": "two_step",
            "east_sea": "yes",
            "event_policy": "known_repeated",
        },
    ).game,
    "lenders": offer(
        "far_east_war",
        rules={
            "players": "4",
            "support_consent": "standing",
            "incomplete_generals": "excluded",
            "resets_to_end": "2",
        },
    ).game,
}
MOST_TURNS = 400
SEEDS = range(int(os.environ.get("GM_RANDOM_GAMES", "8")))


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_ends_and_stays_sound(kind, seed, letter, assert_sound):
    game, dice = GAMES[kind], Random(f"{kind} {seed}")
    state = game.start("standard", f"seed {seed}")
    for _ in range(MOST_TURNS):
        if game.end(state) is not None:
            break
        assert set(game.awaiting(state)) == set(game.board.powers)
        orders = {}
        for power in game.board.powers:
            sheet = letter(game, state, power, dice)
            checked = game.check(state, power, [sheet] if sheet else [])
            if checked.present:
                orders[power] = checked.orders
        before, outcome = state, game.adjudicate(state, orders)
        state = outcome.state
        assert state == game.adjudicate(before, orders).state
        assert_sound(game, state)
        if seed % 8 == 0:
            assert_hidden(game, before, outcome)
    assert state.stage is Stage.OVER
    assert game.awaiting(state) == {}


def assert_hidden(game, before, outcome):
    """While it goes on, no report and position names a General whom its reader cannot know."""
    state = outcome.state
    if state.stage is Stage.OVER:
        return
    for reader in (*game.board.powers, None):
        told = [game.report(before, outcome, reader), game.position(state, reader)]
        text = json.dumps(told, default=str)
        for power, holding in state.holdings.items():
            hidden = set(holding.hand) - set(state.shown) if power != reader else ()
            for general in hidden:
                assert game.board.generals[general].name not in text


@pytest.mark.parametrize("kind", ["two", "four"])
def test_no_letters_at_all_still_end_a_game(kind, assert_sound):
    game = GAMES[kind]
    state = game.start("standard", "nobody writes")
    for _ in range(MOST_TURNS):
        if game.end(state) is None:
            state = game.adjudicate(state, {}).state
            assert_sound(game, state)
    assert state.stage is Stage.OVER


@pytest.mark.parametrize("kind", ["two", "four"])
def test_states_orders_and_events_survive_the_codec(kind, letter):
    game, dice = GAMES[kind], Random(kind)
    state = game.start("standard", "codec")
    for _ in range(30):
        sheets = {power: letter(game, state, power, dice) for power in game.board.powers}
        for sheet in sheets.values():
            for order in sheet:
                assert game.codec.load_order(_json(game.codec.dump(order))) == order
        outcome = game.adjudicate(state, {power: sheet for power, sheet in sheets.items() if sheet})
        for event in outcome.events:
            assert game.codec.load_event(_json(game.codec.dump(event))) == event
        state = outcome.state
        assert game.codec.load_state(_json(game.codec.dump(state))) == state
        if game.end(state):
            break


def _json(data):
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("kind", ["two", "four"])
def test_a_view_hides_hands_deck_dice_and_instructions(kind, letter):
    game, dice = GAMES[kind], Random(kind)
    state = game.start("standard", "hidden seed")
    for _ in range(12):
        orders = {power: tuple(letter(game, state, power, dice)) for power in game.board.powers}
        state = game.adjudicate(
            state, {power: sheet for power, sheet in orders.items() if sheet}
        ).state
        for reader in (*game.board.powers, None):
            seen = game.view(state, reader)
            assert seen.dice.seed == HIDDEN
            assert set(seen.deck) == {HIDDEN}
            assert set(seen.standing) <= {reader}
            for power, holding in state.holdings.items():
                known = seen.holdings[power].hand
                if power == reader:
                    assert known == holding.hand
                else:
                    assert set(known) == set(holding.hand) & set(state.shown)
                    assert seen.holdings[power].unseen == len(holding.hand) - len(known)
