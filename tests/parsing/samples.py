"""Parsers for the tests of the order language, made once."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from gm.catalogue import offer
from gm.games.game import Game
from gm.games.vocabulary import Phase, Power
from gm.parsing.parser import Parser, parser_for
from gm.parsing.pieces import Sheet, SheetContext
from gm.parsing.sheet import read_sheet

SHEETS = Path(__file__).parent / "sheets"


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a data file of this folder."""
    loaded = yaml.safe_load((SHEETS / f"{name}.yaml").read_text(encoding="utf-8"))
    return loaded["styles"] if isinstance(loaded, dict) else loaded


@cache
def made(name: str) -> tuple[Game[Any, Any], Parser]:
    """A game and its parser."""
    chosen = offer(name)
    game = chosen.game
    state = game.start(next(iter(game.scenarios())), "")
    return game, parser_for(chosen.grammar, game.words(state))


def sheet(
    text: str, *, power: str = "takeda", kind: str = "movement", game: str = "sengoku"
) -> Sheet:
    """The verdicts on a letter that *power* writes in the first spring."""
    rules, parser = made(game)
    turn = rules.phase(rules.start(next(iter(rules.scenarios())), "")).turn
    context = SheetContext.of(rules.sides, Power(power), Phase("", "", turn, kind))
    return read_sheet(parser, text, context)


def spelt(found: Sheet, game: str = "sengoku") -> list[str]:
    """The orders of a sheet in compact notation, in the order written."""
    rules, _ = made(game)
    return [rules.notation(order) for node in found.nodes for order in rules.read(node)]
