"""Chains of fleets over the water: who can be carried, by whom, and what breaks a convoy.

Chains are asked for with the set of seas that hold the fleets in question; bridges join no waters.
Rulebook: The Convoy Order.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Place
from gm.games.values import value


@value
class Voyage:
    """An army's move by sea.

    ``fleets`` are the seas whose fleets have the matching convoy order and can be of use.
    ``falls_back`` tells that the army goes overland if they do not carry it through.
    """

    fleets: frozenset[Place]
    falls_back: bool


def is_linked(board: Board, start: Place, goal: Place, fleets: Collection[Place]) -> bool:
    """True if *fleets* hold a chain from the coast *start* to the coast *goal*."""
    goal_waters = board.seas_at.get(goal, frozenset())
    reached = [sea for sea in board.seas_at.get(start, ()) if sea in fleets]
    seen = set(reached)
    while reached:
        sea = reached.pop()
        if sea in goal_waters:
            return True
        for near in board.sea_borders[sea]:
            if near in fleets and near not in seen:
                seen.add(near)
                reached.append(near)
    return False


def broken_leg(
    board: Board, start: Place, stops: Sequence[Place], goal: Place
) -> tuple[Place, Place] | None:
    """The first two spaces of a way over the water that do not touch, or None."""
    if stops[0] not in board.seas_at.get(start, ()):
        return start, stops[0]
    for one, other in pairwise(stops):
        if other not in board.sea_borders[one]:
            return one, other
    return None if stops[-1] in board.seas_at.get(goal, ()) else (stops[-1], goal)


def useful_fleets(
    board: Board, start: Place, goal: Place, fleets: frozenset[Place]
) -> frozenset[Place]:
    """Those of *fleets* that are joined, through each other, with both coasts."""
    useful: set[Place] = set()
    left = set(fleets)
    while left:
        group = {left.pop()}
        edge = list(group)
        while edge:
            for near in board.sea_borders[edge.pop()]:
                if near in left:
                    left.discard(near)
                    group.add(near)
                    edge.append(near)
        if group & board.seas_at.get(start, frozenset()) and group & board.seas_at.get(
            goal, frozenset()
        ):
            useful |= group
    return frozenset(useful)


def is_part_of_chain(
    board: Board, start: Place, goal: Place, fleets: frozenset[Place], own: frozenset[Place]
) -> bool:
    """True if one of *own* lies on a chain from which no fleet can be left out."""
    return bool(own) and any(
        not own.isdisjoint(chain) for chain in short_chains(board, start, goal, fleets)
    )


def from_the_coast(board: Board, start: Place, fleets: frozenset[Place]) -> tuple[Place, ...]:
    """*fleets* in the order in which a convoy from *start* comes by them."""
    row: list[Place] = []
    edge = sorted(fleets & board.seas_at.get(start, frozenset()))
    while edge:
        row += edge
        near = {sea for one in edge for sea in board.sea_borders[one]}
        edge = sorted(near & fleets - set(row))
    return tuple(row)


CHAIN_LIMIT = 2000
"""How many chains are looked at; no board has a sea on which this could be reached in earnest."""


def short_chains(
    board: Board, start: Place, goal: Place, fleets: frozenset[Place]
) -> Iterator[tuple[Place, ...]]:
    """The chains from which no fleet can be left out, shortest steps first.

    In such a chain only the first fleet touches the start, only the last one the goal, and no two
    border each other but those that follow one another.
    """
    at_start, at_goal = board.seas_at.get(start, frozenset()), board.seas_at.get(goal, frozenset())
    waiting: list[tuple[Place, ...]] = [(sea,) for sea in sorted(at_start & fleets)]
    for _ in range(CHAIN_LIMIT):
        if not waiting:
            return
        chain = waiting.pop()
        if chain[-1] in at_goal:
            yield chain
            continue
        waiting.extend(
            (*chain, near)
            for near in sorted(board.sea_borders[chain[-1]] & fleets - at_start)
            if not board.sea_borders[near].intersection(chain[:-1]) and near not in chain
        )
