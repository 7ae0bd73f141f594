"""How a match is won. Rulebook: End of Game."""

from collections.abc import Mapping

from gm.games.far_east_war.map import (
    JAPAN,
    KOREA_MING,
    TEAMS,
    AreaId,
    Board,
    GeneralId,
    Team,
    enemy_of,
)
from gm.games.far_east_war.naming import count, listed
from gm.games.far_east_war.state import Ending
from gm.games.vocabulary import Power

Control = Mapping[AreaId, Team]


def land_areas(board: Board, control: Control, team: Team) -> int:
    """The number of land areas a side controls."""
    return sum(
        holder == team and board.areas[area].terrain.value == "land"
        for area, holder in control.items()
    )


def immediate_ending(board: Board, control: Control, active: Power) -> Ending | None:
    """The ending if a side meets one of the Immediate Win Conditions, the active one first."""
    first = board.team(active)
    for team in (first, enemy_of(first)):
        why = _immediate_win(board, control, team)
        if why is not None:
            return Ending(board.members(team), f"{board.names[team].name} {why} and wins at once.")
    return None


def _immediate_win(board: Board, control: Control, team: Team) -> str | None:
    goals = board.goals
    if land_areas(board, control, team) >= goals.land_areas:
        return f"controls {goals.land_areas} land areas"
    if team == JAPAN:
        held = [area for area in goals.japan_areas if control.get(area) == JAPAN]
        if len(held) >= goals.japan_count:
            return f"controls {_names(board, held)}"
    elif all(control.get(area) == KOREA_MING for area in goals.korea_ming_areas):
        return f"controls {_names(board, goals.korea_ming_areas)}"
    return None


def _names(board: Board, areas: tuple[AreaId, ...] | list[AreaId]) -> str:
    return " and ".join(board.areas[area].name for area in areas)


def final_ending(
    board: Board,
    control: Control,
    tokens: Mapping[Team, tuple[GeneralId, ...]],
    production: Mapping[Team, int],
) -> Ending:
    """The ending by land areas, then killed Generals, then production. Victory Conditions.

    A tie in all three is a draw (ruling C13).
    """
    scores = {
        "land area": {team: land_areas(board, control, team) for team in TEAMS},
        "killed General": {team: len(tokens[team]) for team in TEAMS},
        "production point": dict(production),
    }
    tied: list[str] = []
    for what, score in scores.items():
        if score[JAPAN] != score[KOREA_MING]:
            winner = max(TEAMS, key=lambda team: score[team])
            counted = f"with {count(score[winner], what)} to {score[enemy_of(winner)]}"
            even = f" (even in {listed(tied)})" if tied else ""
            return Ending(
                board.members(winner), f"{board.names[winner].name} wins {counted}{even}."
            )
        tied.append(f"{what}s")
    return Ending((), f"The match is a draw: both sides are even in {listed(tied)}.")
