"""Removals that nobody ordered: how far a unit is from home. Rulebook: Civil Disorder."""

from collections.abc import Iterable, Mapping, Sequence
from unicodedata import combining, normalize

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Kind, Place
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.state import State, Unit
from gm.games.vocabulary import Power

NO_WAY = 10_000
"""Farther than any way on any board."""


def farthest_first(
    board: Board, rules: Rulebook, state: State, power: Power, units: Sequence[Unit]
) -> list[tuple[Unit, int | None]]:
    """Units of a power as they come off: farthest from home, fleet before army, then by name.

    Each with its distance, None if it has no way home.
    """
    homes = state.centres_of(power) if rules.removal_home == "owned" else board.powers[power].homes
    ways = {kind: distances(board, rules, kind, homes) for kind in Kind}
    far = {unit: ways[unit.kind].get(unit.at, NO_WAY) for unit in units}
    ranked = sorted(
        units,
        key=lambda unit: (
            -far[unit],
            unit.kind is Kind.ARMY,
            fold(board.name(board.province_of[unit.at])),
        ),
    )
    return [(unit, far[unit] if far[unit] < NO_WAY else None) for unit in ranked]


def fold(name: str) -> str:
    """A name for comparing: without regard to case and macrons."""
    return "".join(c for c in normalize("NFD", name).casefold() if not combining(c))


def distances(
    board: Board, rules: Rulebook, kind: Kind, homes: Iterable[Place]
) -> Mapping[Place, int]:
    """How many spaces are entered on the shortest way from each place to the nearest home.

    On the empty board; bridges and bodies of water count one. Rule choices: removal_distance,
    removal_no_route.
    """
    homes = [at for home in homes for at in (home, *board.provinces[home].coasts)]
    if rules.removal_distance == "any-border":
        return _spread(board, homes, (board.army_borders, board.fleet_borders))
    if kind is Kind.FLEET:
        found = _spread(
            board, [at for at in homes if at in board.fleet_borders], (board.fleet_borders,)
        )
    elif rules.removal_distance == "overland":
        found = _spread(board, homes, (board.army_borders,))
    else:
        by_water = (board.seas_at, board.sea_borders, board.shores)
        found = _spread(board, homes, (board.army_borders, *by_water))
    if rules.removal_no_route == "any-border":
        anyhow = _spread(board, homes, (board.army_borders, board.fleet_borders))
        return {**anyhow, **found}
    return found


def _spread(
    board: Board, homes: Iterable[Place], tables: Sequence[Mapping[Place, frozenset[Place]]]
) -> dict[Place, int]:
    """Breadth first from the homes; where tables of provinces and locations meet, both count."""
    found = dict.fromkeys(homes, 0)
    edge = list(found)
    step = 0
    while edge:
        step += 1
        reached = {near for at in edge for table in tables for near in table.get(at, ())}
        if len(tables) > 1:
            provinces = {board.province_of[at] for at in reached}
            coasts = {coast for place in provinces for coast in board.provinces[place].coasts}
            reached = provinces | coasts
        edge = sorted(at for at in reached if at not in found)
        found.update(dict.fromkeys(edge, step))
    return found
