"""What the map template draws (``templates/far_east_war/map.svg.j2``), as plain data.

Two pictures: ``result`` shows the turn's moves, attacks and supports over the position after it,
``position`` only how things stand.
"""

from collections.abc import Sequence
from typing import Any

from gm.games.far_east_war.events import (
    BattleDeclared,
    BattleEnded,
    CardRevealed,
    ControlChanged,
    Event,
    LegionAdvanced,
    LegionMoved,
    LegionsExchanged,
)
from gm.games.far_east_war.map import TEAMS, Board, LegionId, Team
from gm.games.far_east_war.naming import general_name
from gm.games.far_east_war.state import Legion, State
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.victory import land_areas
from gm.games.vocabulary import Phase
from gm.values import Value

GEOMETRY = "far_east_war-geometry.json"


class Scene(Value, frozen=True):
    """What a picture is of: the board, the title of the game, and the phase."""

    board: Board
    title: str
    phase: Phase


def position_picture(scene: Scene, state: State) -> dict[str, Any]:
    """How things stand."""
    phase = scene.phase
    return {
        **_frame(scene.board, state, phase),
        "name": f"{phase.key}-position",
        "kind": "position",
        "subtitle": f"{scene.title}: the position",
        "alt": f"Map of {scene.title}: the position, {phase.label}.",
        "moves": [],
        "attacks": [],
        "taken": [],
        "revealed": [],
    }


def result_picture(
    scene: Scene, before: State, after: State, events: Sequence[Event]
) -> dict[str, Any]:
    """What the turn of the phase brought about, over the position after it."""
    phase = scene.phase
    return {
        **_frame(scene.board, after, phase),
        "name": f"{phase.key}-result",
        "kind": "result",
        "subtitle": f"{scene.title}: after the turn",
        "alt": f"Map of {scene.title}: {phase.label}, moves and battles, and the position after.",
        **_arrows(before, events),
        "revealed": [
            scene.board.cards[event.card].name
            for event in events
            if isinstance(event, CardRevealed)
        ],
    }


def _frame(board: Board, state: State, phase: Phase) -> dict[str, Any]:
    table = Table.of(board, state)
    return {
        "geometry": GEOMETRY,
        "title": phase.label,
        "look": "usual",
        "teams": [_team(board, state, table, team) for team in TEAMS],
        "powers": [
            {
                "id": power,
                "name": board.names[power].name,
                "colour": board.names[power].colour,
                "letter": board.setup.prefixes[power],
                "supply": state.holdings[power].supply,
                "troops": sum(one.troops for one in state.legions if one.owner == power),
            }
            for power in board.powers
        ],
        "areas": {
            area.id: {
                "holder": state.control.get(area.id),
                "production": area.production,
                "limit": area.recruit_limit,
                "wins": area.wins_for is not None,
            }
            for area in board.areas.values()
        },
        "legions": [_legion(board, state, one) for one in state.legions],
        "rondel": [
            {
                "label": action.label,
                "teams": [team for team in TEAMS if state.markers[team] == space],
            }
            for space, action in enumerate(board.rondel.spaces)
        ],
        "lines": sorted(list(edge) for edge in board.rondel.lines),
        "cards": len(state.deck),
        "dissensions": state.dissensions,
        "resets": f"{state.resets} of {board.goals.resets}",
    }


def _team(board: Board, state: State, table: Table, team: Team) -> dict[str, Any]:
    return {
        "id": team,
        "name": board.names[team].name,
        "colour": board.names[team].colour,
        "production": table.production(team),
        "land": land_areas(board, state.control, team),
        "killed": len(state.tokens[team]),
    }


def _legion(board: Board, state: State, legion: Legion) -> dict[str, Any]:
    general = legion.general
    wounds = 0 if general is None else state.wounds.get(general, 0)
    return {
        "id": legion.id,
        "at": legion.at,
        "power": legion.owner,
        "troops": legion.troops,
        "general": None if general is None else general_name(board, general),
        "wounds": wounds,
        "provoked": general is not None and general == state.provoked,
    }


def _arrows(before: State, events: Sequence[Event]) -> dict[str, Any]:
    """Moves, attacks with their supports, and areas that changed hands."""
    at = {legion.id: legion.at for legion in before.legions}
    owner = {legion.id: legion.owner for legion in before.legions}
    moves: list[dict[str, Any]] = []
    attacks: dict[LegionId, dict[str, Any]] = {}
    taken: list[str] = []
    for event in events:
        match event:
            case LegionMoved(legion, start, _, to):
                moves.append({"from": start, "to": to, "power": owner.get(legion)})
                at[legion] = to
            case LegionsExchanged(first, second, first_to, second_to):
                for one, to in ((first, first_to), (second, second_to)):
                    moves.append({"from": at.get(one, to), "to": to, "power": owner.get(one)})
                    at[one] = to
            case BattleDeclared(attacker, _, area, supports):
                attacks[attacker] = {
                    "from": at.get(attacker, area),
                    "to": area,
                    "power": owner.get(attacker),
                    "supports": [at[one] for one in supports if one in at],
                    "won": False,
                    "fought": False,
                }
            case BattleEnded(attacker, left, _, others) if attacker in attacks:
                attacks[attacker].update(fought=True, won=left > 0 and others == 0)
            case LegionAdvanced(legion, _, to):
                at[legion] = to
            case ControlChanged(area, _, new) if new is not None:
                taken.append(area)
            case _:
                pass
    return {"moves": moves, "attacks": list(attacks.values()), "taken": sorted(set(taken))}
