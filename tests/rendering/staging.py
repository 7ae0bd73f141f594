"""Positions and orders written for the tests of this folder, played by the real game."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from gm.catalogue import Offer, offer
from gm.games.diplomacy.orders import Kind, Place
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order
from gm.games.vocabulary import Outcome, Power
from gm.parsing.parser import parser_for
from gm.values import replace

MATCHES = Path(__file__).parent / "matches"


@cache
def game_of(name: str) -> Offer:
    return offer(name)


def state_of(case: Mapping[str, Any]) -> State:
    """The position of a case: ``units`` as ``A kai`` by power, ``centres`` by power."""
    made = game_of(case["map"])
    season, year = case["turn"].split()
    units = [
        Unit(Power(power), Kind(one[0]), Place(one[2:]))
        for power, listed in case["units"].items()
        for one in listed
    ]
    owners = {Place(at): Power(power) for power, listed in case["centres"].items() for at in listed}
    return replace(
        made.game.start("standard", ""),
        year=int(year),
        season=Season(season.lower()),
        stage=Stage.MOVEMENT,
        units=in_order(units),
        owners=dict(sorted(owners.items())),
    )


def play(case: Mapping[str, Any]) -> list[tuple[State, Outcome[State]]]:
    """The steps of a case: its ``phases`` are orders in players' words, by power."""
    made = game_of(case["map"])
    game, state, steps = made.game, state_of(case), []
    parser = parser_for(made.grammar, game.words(state))
    for phase in case["phases"]:
        orders = {}
        for power, lines in phase.items():
            sheet = [
                order
                for line in lines
                for node in parser.read_text(line)
                for order in game.read(node)
            ]
            orders[Power(power)] = game.check(state, Power(power), [sheet]).orders
        outcome = game.adjudicate(state, orders)
        steps.append((state, outcome))
        state = outcome.state
    return steps


def case(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((MATCHES / f"{name}.yaml").read_text(encoding="utf-8"))
    return data
