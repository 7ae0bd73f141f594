"""Reports: every step can be told to every reader, nothing hidden gets out, dice replay."""

import hmac
import json
from hashlib import sha256
from random import Random

import pytest

from gm.catalogue import offer
from gm.games.dice import BOUND
from gm.games.far_east_war.events import Rolled
from gm.games.far_east_war.naming import general_name
from gm.games.far_east_war.orders import STANDING
from gm.games.far_east_war.telling import sentence
from gm.rendering.documents import render


def play(game, letter, seed, steps, form=BOUND):
    """The steps of a random game: state before, outcome."""
    dice, state = Random(seed), game.start("standard", seed, "", form)
    for _ in range(steps):
        sheets = {power: letter(game, state, power, dice) for power in game.board.powers}
        checked = {power: game.check(state, power, [one]) for power, one in sheets.items() if one}
        outcome = game.adjudicate(state, {power: one.orders for power, one in checked.items()})
        yield state, outcome
        state = outcome.state
        if game.end(state) is not None:
            return


GAMES = [offer("far_east_war", rules={"players": players}).game for players in ("2", "4")]


@pytest.mark.parametrize("game", GAMES, ids=["two", "four"])
def test_no_report_tells_what_its_reader_may_not_know(game, letter):
    for before, outcome in play(game, letter, "leaks", 40):
        for reader in (*game.board.powers, None):
            report = json.dumps(game.report(before, outcome, reader))
            state = outcome.state
            assert game.end(state) is not None or "leaks" not in report
            for power in game.board.powers:
                hidden = set(state.holdings[power].hand) - set(state.shown)
                if power == reader or game.phase(before).kind == "setup":
                    continue
                content = json.loads(report)
                own_hand = {card["name"] for card in content["hand"]}
                for general in hidden:
                    name = game.board.generals[general].name
                    told = json.dumps(
                        {k: v for k, v in content.items() if k not in ("hand", "demand")}
                    )
                    legend = game.board.generals[general].legendary
                    assert name in own_hand or legend or f'"{name}"' not in told
                for order in state.standing[power]:
                    if isinstance(order, STANDING) and order not in state.standing.get(reader, ()):
                        assert game.spell(order) not in content["standing"]


@pytest.mark.parametrize("game", GAMES, ids=["two", "four"])
def test_the_choice_of_generals_is_told_to_its_player_only(game, letter):
    before, outcome = next(iter(play(game, letter, "choice", 1)))
    state = outcome.state
    for reader in (*game.board.powers, None):
        lines = "\n".join(
            line
            for section in game.report(before, outcome, reader)["sections"]
            for line in section["lines"]
        )
        for power in game.board.powers:
            for general in state.holdings[power].hand:
                short = game.board.generals[general].short
                if power != reader and short not in game.board.names[power].name:
                    assert short not in lines


@pytest.mark.parametrize("game", GAMES, ids=["two", "four"])
def test_a_position_that_is_only_tried_tells_no_seed(game):
    tried = game.suppose(game.start("standard", "kept"), game.board.powers[0], "other")
    over = game.conclude(tried, [game.board.powers[0]], "It is over.").state
    content = game.position(over, game.board.powers[0])
    assert content["dice"] is None
    assert "seed" not in render("far_east_war", "position", content).text


@pytest.mark.parametrize("game", GAMES, ids=["two", "four"])
def test_the_end_lays_all_hands_open(game):
    state = game.adjudicate(game.start("standard", "kept"), {}).state
    over = game.conclude(state, [game.board.powers[0]], "It is over.").state
    for reader in (None, *game.board.powers):
        during, after = (
            {one["name"]: (one["known"], one["unseen"]) for one in shown["powers"]}
            for shown in (game.position(state, reader), game.position(over, reader))
        )
        for power in game.board.powers:
            name = game.board.names[power].name
            hand = [general_name(game.board, one) for one in state.holdings[power].hand]
            assert hand
            assert after[name] == (hand, 0)
            assert during[name] == ((hand, 0) if power == reader else ([], len(hand)))


@pytest.mark.parametrize("game", GAMES, ids=["two", "four"])
def test_every_step_becomes_a_document(game, letter):
    for number, (before, outcome) in enumerate(play(game, letter, "documents", 30)):
        for event in outcome.events:
            said = sentence(game.board, event)
            assert said is None or said[-1] in '.")!'
        if number % 10 == 0:
            for reader in (game.board.powers[0], None):
                document = render("far_east_war", "report", game.report(before, outcome, reader))
                assert document.subject
                assert "THE POSITION" in document.text
                assert len(document.pictures) == 2
                assert max(map(len, document.text.splitlines())) <= 90
            position = game.position(outcome.state, game.board.powers[0])
            assert render("far_east_war", "position", position).html


def test_every_die_can_be_worked_out_from_the_seed(letter):
    game = GAMES[0]
    faces = "LSCTGB"
    checked = 0
    for before, outcome in play(game, letter, "verify", 60):
        assert before.commitment == sha256(b"\nverify").hexdigest()
        rolled = game.rolls(outcome.state, game.dice_drawn(before))
        battles = [game.faces(one) for one in rolled if one.purpose.startswith("battle in")]
        told = [" ".join(one.faces) for one in outcome.events if isinstance(one, Rolled)]
        assert [one for one in battles if one in told] == told
        for one in rolled:
            if one.purpose.startswith("battle in"):
                for place, face in enumerate(game.faces(one).split()):
                    text = f"\n{one.step}\n{one.purpose}\n{one.first + place}"
                    digest = hmac.new(b"verify", text.encode(), "sha256").digest()
                    assert faces[int.from_bytes(digest, "big") % 6] == face
                    checked += 1
    assert checked > 20
