"""Reports and positions as plain content for ``templates/far_east_war/``.

Everything is taken from the reader's view of the state (``views.py``), so that no hand, deck or
instruction of somebody else can get into a letter or onto a page.
"""

from collections import Counter
from typing import Any

from msgspec import to_builtins

from gm.games.dice import COUNTED
from gm.games.far_east_war.demands import awaiting
from gm.games.far_east_war.events import Event
from gm.games.far_east_war.map import TEAMS, Area, Board, General, Team
from gm.games.far_east_war.naming import general_name
from gm.games.far_east_war.pictures import Scene, position_picture, result_picture
from gm.games.far_east_war.prices import prices
from gm.games.far_east_war.spelling import by_name, spell
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.story import private_lines, sections
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.victory import land_areas
from gm.games.far_east_war.views import view
from gm.games.vocabulary import Content, Phase, Power
from gm.values import Value

_END = Phase("end", "The end", "The end", "turn")
_BARS = ("dice on land", "dice at sea", "enemy dice on land", "enemy dice at sea")


class Moment(Value, frozen=True):
    """A state with its phase; *phase* is None when the match is over."""

    state: State
    phase: Phase | None


class Step(Value, frozen=True):
    """One adjudication: the states before and after it, and what happened between them."""

    before: Moment
    after: Moment
    events: tuple[Event, ...]


def report(board: Board, title: str, step: Step, reader: Power | None) -> Content:
    """What happened in a step, and the position after it, as far as *reader* may know it."""
    shown = step.before.phase or _END
    before, after = (view(one.state, reader, board.unused) for one in (step.before, step.after))
    picture = result_picture(Scene(board, title, shown), before, after, step.events)
    content = position(board, title, step.after, reader)
    return {
        **content,
        "pictures": [picture, *content["pictures"]],
        "label": shown.label,
        "sections": sections(board, step.events, reader),
        "private": private_lines(board, step.events, reader),
    }


def position(board: Board, title: str, now: Moment, reader: Power | None) -> Content:
    """How things stand, as far as *reader* may know it."""
    phase = now.phase
    seen = view(now.state, reader, board.unused)
    demands = awaiting(board, seen)
    demand = None if reader is None else demands.get(reader)
    return {
        "title": title,
        "reader": reader,
        "ended": None if seen.ending is None else {"sentence": seen.ending.sentence},
        "now": to_builtins(phase),
        "teams": [_team(board, seen, team) for team in TEAMS],
        "powers": [_power(board, seen, power) for power in board.powers],
        "areas": [_area(board, seen, area) for area in board.areas.values()],
        "generals": _on_map(board, seen),
        "hand": [] if reader is None else _hand(board, seen, reader),
        "standing": _standing(board, seen, reader),
        "rondel": _rondel(board, seen),
        "events": _events(board, seen),
        "dice": _dice(seen),
        "demand": to_builtins(demand),
        "prices": prices(board, seen, reader),
        "pictures": [position_picture(Scene(board, title, phase or _END), seen)],
    }


def _team(board: Board, state: State, team: Team) -> dict[str, Any]:
    table = Table.of(board, state)
    return {
        "name": board.names[team].name,
        "colour": board.names[team].colour,
        "production": table.production(team),
        "land": land_areas(board, state.control, team),
        "killed": [general_name(board, one) for one in state.tokens[team]],
        "marker": board.rondel.spaces[state.markers[team]].label,
    }


def _power(board: Board, state: State, power: Power) -> dict[str, Any]:
    holding = state.holdings[power]
    legions = [one for one in state.legions if one.owner == power]
    troops = sum(one.troops for one in legions)
    return {
        "id": power,
        "name": board.names[power].name,
        "colour": board.names[power].colour,
        "letter": board.setup.prefixes[power],
        "active": power == state.active and state.stage in (Stage.TURN, Stage.ACTION),
        "supply": holding.supply,
        "legions": len(legions),
        "troops": troops,
        "free": board.limits.tokens - troops,
        "known": [general_name(board, one) for one in holding.hand],
        "unseen": holding.unseen,
    }


def _area(board: Board, state: State, area: Area) -> dict[str, Any]:
    holder = state.control.get(area.id)
    return {
        "name": area.name,
        "code": area.code,
        "sea": not area.is_land,
        "holder": None if holder is None else board.names[holder].name,
        "production": area.production,
        "limit": area.recruit_limit,
        "wins": area.wins_for is not None,
        "legions": [
            {
                "id": one.id,
                "troops": one.troops,
                "general": None if one.general is None else general_name(board, one.general),
            }
            for one in state.legions
            if one.at == area.id
        ],
    }


def _on_map(board: Board, state: State) -> list[dict[str, Any]]:
    """The Generals on the map with their wounds."""
    return [
        {
            **_card(board.generals[one.general]),
            "legion": one.id,
            "area": board.areas[one.at].name,
            "power": board.names[one.owner].name,
            "wounds": state.wounds.get(one.general, 0),
            "provoked": one.general == state.provoked,
        }
        for one in state.legions
        if one.general is not None
    ]


def _hand(board: Board, state: State, reader: Power) -> list[dict[str, Any]]:
    if state.stage is Stage.SETUP:
        choice = (*board.selectable(reader), *board.legendary(reader))
        return [_card(board.generals[one]) for one in choice]
    return [_card(board.generals[one]) for one in state.holdings[reader].hand]


def _card(general: General) -> dict[str, Any]:
    return {
        "name": general.name,
        "short": general.short,
        "health": general.health,
        "legendary": general.legendary,
        "bars": _bars(general),
        "text": general.text,
    }


def _bars(general: General) -> str:
    """The dice icons in words: ``+2 dice on land, -1 enemy dice at sea``."""
    bars = general.bars
    values = (bars.land_extra, bars.sea_extra, -bars.land_reduce, -bars.sea_reduce)
    return ", ".join(
        f"{value:+d} {what}" for value, what in zip(values, _BARS, strict=True) if value
    )


def _standing(board: Board, state: State, reader: Power | None) -> list[str]:
    if reader is None:
        return []
    return [spell(by_name(board), order) for order in state.standing.get(reader, ())]


def _rondel(board: Board, state: State) -> list[dict[str, Any]]:
    """The spaces in their order, who stands there, and where the event line runs."""
    size = len(board.rondel.spaces)
    return [
        {
            "action": action.label,
            "markers": [board.names[team].name for team in TEAMS if state.markers[team] == space],
            "line_after": (space, (space + 1) % size) in board.rondel.lines,
        }
        for space, action in enumerate(board.rondel.spaces)
    ]


def _events(board: Board, state: State) -> dict[str, Any]:
    names = {"reset": "Reset"} | {card: one.name for card, one in board.cards.items()}
    return {
        "left": len(state.deck),
        "aside": [
            f"{names[card]} ({number})" if number > 1 else names[card]
            for card, number in sorted(Counter(state.aside).items())
            if card in names
        ],
        "resets": state.resets,
        "resets_to_end": board.goals.resets,
        "dissensions": state.dissensions,
    }


def _dice(state: State) -> dict[str, Any] | None:
    """The digest that commits to the dice; the seed itself only when the match is over.

    None where the position is only tried. ``counted``: faces follow from the number of a die since
    the match began.
    """
    if not state.commitment:
        return None
    is_over = state.stage is Stage.OVER
    return {
        "commitment": state.commitment,
        "counted": state.dice.form == COUNTED,
        "drawn": state.dice.drawn,
        "seed": state.dice.seed if is_over else None,
    }
