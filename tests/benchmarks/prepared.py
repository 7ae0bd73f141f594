"""The benchmark positions, made ready for each engine."""

import json
from pathlib import Path
from typing import Any

from gm.catalogue import offer
from gm.games.diplomacy.legality import position
from gm.games.diplomacy.orders import Convoy, Hold, Kind, Move, Support, UnitName
from gm.games.diplomacy.sheet import check
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order

FAMILIES = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))
GAME = offer("classic").game


def unit_name(text: str) -> UnitName:
    return UnitName(Kind(text[0]), text[2:].lower())


def read(text: str):
    """An order in the notation of the file, such as ``A BUD S A VIE - TRI``."""
    words = text.removesuffix(" VIA").split(" ")
    unit, rest = unit_name(" ".join(words[:2])), words[2:]
    match rest:
        case ["H"]:
            return Hold(unit)
        case ["-", goal]:
            return Move(unit, goal.lower())
        case ["S", kind, place]:
            return Support(unit, unit_name(f"{kind} {place}"))
        case ["S", kind, place, "-", goal]:
            return Support(unit, unit_name(f"{kind} {place}"), goal.lower())
        case ["C", kind, place, "-", goal]:
            return Convoy(unit, unit_name(f"{kind} {place}"), goal.lower())
    raise ValueError(text)


def ours(case: dict[str, Any]):
    """State and orders by power."""
    units = [
        Unit(power.lower(), Kind(text[0]), text[2:].lower())
        for power, row in case["units"].items()
        for text in row
    ]
    state = State(1901, Season.SPRING, Stage.MOVEMENT, in_order(units), {})
    return state, {power.lower(): [read(t) for t in row] for power, row in case["orders"].items()}


def checked(state: State, orders: dict[str, Any]):
    """State and orders as the adjudication takes them: each order legal and for a unit."""
    return state, check(position(GAME.board, GAME.rules, state.units), orders)


def diplomacy_game(case: dict[str, Any]):
    """A game of the package ``diplomacy`` with units and orders set."""
    from diplomacy import Game

    game = Game()
    game.clear_units()
    for power, units in case["units"].items():
        game.set_units(power, units)
    for power, orders in case["orders"].items():
        game.set_orders(power, orders)
    return game


COASTS = {"nc": "North", "sc": "South", "ec": "North"}
NAMES = {
    "Eastern Mediterranean": "Eastern Mediterranean Sea",
    "Western Mediterranean": "Western Mediterranean Sea",
}


class Pydip:
    """Positions as the package ``pydip`` wants them: map, players and commands."""

    def __init__(self) -> None:
        from pydip.map.predefined import vanilla_dip

        self.map = vanilla_dip.generate_map()

    def place(self, kind: Kind, at: str) -> str:
        """The name of a place, a fleet's coast being a place of its own."""
        board = GAME.board
        name = board.provinces[board.province_of[at]].name
        name = NAMES.get(name, name)
        if kind is Kind.ARMY or board.province_of[at] in board.seas:
            return name
        return f"{name} {COASTS[at[-2:]]} Coast" if "/" in at else f"{name} Coast"

    def commands(self, case: dict[str, Any]):
        """All units with a command; what it does not take becomes a hold."""
        from pydip.player.player import Player
        from pydip.player.unit import UnitTypes

        kinds = {Kind.ARMY: UnitTypes.TROOP, Kind.FLEET: UnitTypes.FLEET}
        players, units, owners = {}, {}, {}
        for power, row in case["units"].items():
            named = [unit_name(text) for text in row]
            setup = [
                {"territory_name": self.place(one.kind, one.at), "unit_type": kinds[one.kind]}
                for one in named
            ]
            players[power] = Player(power, self.map, setup)
            for one, unit in zip(named, players[power].units, strict=True):
                units[one.at], owners[one.at] = unit, players[power]
        orders = {o.unit.at: o for row in case["orders"].values() for o in map(read, row)}
        return [self._command(owners[at], units, at, orders.get(at)) for at in units]

    def _command(self, player, units, at: str, order):
        from pydip.player.command import command as make

        unit = units[at]
        try:
            match order:
                case Move(name, to):
                    if name.kind is Kind.ARMY and to not in GAME.board.army_borders[at]:
                        return make.ConvoyMoveCommand(player, unit, self.place(name.kind, to))
                    return make.MoveCommand(player, unit, self.place(name.kind, to))
                case Support(_, target, to):
                    goal = self.place(target.kind, to or target.at)
                    return make.SupportCommand(player, unit, units[target.at], goal)
                case Convoy(_, army, to):
                    goal = self.place(army.kind, to)
                    return make.ConvoyTransportCommand(player, unit, units[army.at], goal)
        except (AssertionError, KeyError):
            pass
        return make.HoldCommand(player, unit)
