"""One movement phase, ours beside two peers, on the same positions in the same run."""

import pytest

from gm.games.diplomacy.phases import carry_out_moves, move
from tests.benchmarks import prepared

FAMILIES = pytest.mark.parametrize("family", prepared.FAMILIES)


@FAMILIES
def test_ours(benchmark, family):
    cases = [prepared.ours(case) for case in prepared.FAMILIES[family]]
    board, rules = prepared.GAME.board, prepared.GAME.rules

    def run():
        for state, orders in cases:
            move(board, rules, state, orders)

    benchmark.extra_info["phases"] = len(cases)
    benchmark.pedantic(run, rounds=20, warmup_rounds=1)


@FAMILIES
def test_ours_with_checked_orders(benchmark, family):
    cases = [prepared.checked(*prepared.ours(case)) for case in prepared.FAMILIES[family]]

    def run():
        for state, orders in cases:
            carry_out_moves(state, orders)

    benchmark.pedantic(run, rounds=20, warmup_rounds=1)


@FAMILIES
def test_peer_diplomacy(benchmark, family):
    pytest.importorskip("diplomacy")

    def ready():
        return ([prepared.diplomacy_game(case) for case in prepared.FAMILIES[family]],), {}

    def run(games):
        for game in games:
            game.process()

    benchmark.pedantic(run, setup=ready, rounds=5)


@FAMILIES
def test_peer_pydip(benchmark, family):
    pytest.importorskip("pydip")
    from pydip.turn.resolve import resolve_turn

    ready = prepared.Pydip()
    cases = [ready.commands(case) for case in prepared.FAMILIES[family]]

    def run():
        for commands in cases:
            resolve_turn(ready.map, commands)

    benchmark.pedantic(run, rounds=10, warmup_rounds=1)
