"""What the map template draws: areas with markers and generals, borders, moves and battles."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from gm.games.three_kingdoms.events import BattleBegan, Event, Moved, Retreated
from gm.games.three_kingdoms.map import Side
from gm.games.three_kingdoms.rulebook import RED_WEI
from gm.games.three_kingdoms.state import State, Step
from gm.games.three_kingdoms.table import Table
from gm.games.three_kingdoms.telling import Teller

COLOURS = {"wei": "#C0392B", "shu": "#2E7D32", "wu": "#1F5FA8", "dong": "#2B2B2B"}
JIN_COLOUR, RED_COLOUR = "#E67E22", "#8B1A1A"


def colour_of(table: Table, side: Side, *, jin: bool) -> str:
    """The colour of a side's counters."""
    if side == "wei" and jin:
        return JIN_COLOUR
    if side == RED_WEI:
        return RED_COLOUR
    return COLOURS.get(side) or table.rules.roster.forces[side].colour


def picture(
    table: Table, teller: Teller, geometry: str, name: str, *, events: Sequence[Event] = ()
) -> dict[str, Any]:
    """The picture of a position, with the moves and battles of *events* if there are any."""
    state = table.base
    years = table.rules.figures.years.get(state.turn, "")
    kind = "result" if events else "position"
    title = f"Turn {state.turn}" if state.step is not Step.OVER else "The end"
    return {
        "name": name,
        "kind": kind,
        "look": "usual",
        "geometry": geometry,
        "title": title,
        "subtitle": f"{table.scenario.title}, {years}",
        "alt": _alt(table, teller, state),
        "nations": [
            {
                "id": nation,
                "name": teller.side(nation),
                "colour": colour_of(table, nation, jin=teller.jin),
                "points": treasury.points,
                "provisions": treasury.provisions,
                "areas": sum(own == nation for own in table.markers.values()),
            }
            for nation, treasury in table.treasuries.items()
        ],
        "areas": {area: _area(table, teller, area) for area in table.areas},
        "borders": {
            f"{one} {other}": {"line": border.line.value, "yangtze": border.yangtze}
            for (one, other), border in table.rules.board.borders.items()
        },
        "moves": list(_moves(table, teller, events)),
        "battles": sorted({one.area for one in events if isinstance(one, BattleBegan)}),
    }


def _area(table: Table, teller: Teller, area: Any) -> dict[str, Any]:
    ground = table.rules.board.areas[area]
    marker = table.markers.get(area)
    return {
        "name": ground.name,
        "colour": table.rules.board.colours[ground.colour],
        "green": ground.green,
        "gold": ground.gold,
        "yangtze": ground.yangtze,
        "capital": ground.capital is not None,
        "han": area in table.han,
        "marker": colour_of(table, marker, jin=teller.jin) if marker else None,
        "marker_name": teller.side(marker) if marker else None,
        "generals": [
            {
                "id": one.id,
                "name": teller.who(one.id),
                "rank": table.person(one.id).rank,
                "units": one.units,
                "side": teller.side(one.side),
                "colour": colour_of(table, one.side, jin=teller.jin),
                "retreated": one.retreated,
            }
            for one in table.at(area)
        ],
    }


def _moves(table: Table, teller: Teller, events: Sequence[Event]) -> Any:
    for event in events:
        match event:
            case Moved(_, side, path):
                for one, other in pairwise(path):
                    yield {
                        "from": one,
                        "to": other,
                        "colour": colour_of(table, side, jin=teller.jin),
                        "retreat": False,
                    }
            case Retreated(who, origin, to):
                colour = "#777777"
                if who in table.generals:
                    colour = colour_of(table, table.generals[who].side, jin=teller.jin)
                yield {"from": origin, "to": to, "colour": colour, "retreat": True}
            case _:
                continue


def _alt(table: Table, teller: Teller, state: State) -> str:
    held = []
    for nation in table.treasuries:
        own = [
            table.rules.board.areas[area].name
            for area, marker in table.markers.items()
            if marker == nation
        ]
        held.append(f"{teller.side(nation)} controls {', '.join(own) or 'nothing'}")
    return f"Map of turn {state.turn}: {'; '.join(held)}."
