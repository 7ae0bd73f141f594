"""Chains of fleets over the water: who can be carried, by whom, and what breaks a convoy.

Chains are asked for with the set of seas that hold the fleets in question; bridges join no waters.
Rulebook: The Convoy Order.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Place
from gm.values import Value


class Voyage(Value, frozen=True):
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
    """Those of *fleets* that lie on some way from the one coast to the other.

    A way passes each fleet once; a fleet that is joined with both coasts through one and the same
    other fleet lies beside the way.
    """
    joined = _joined(board, start, fleets) & _joined(board, goal, fleets)
    useful = joined
    for gate in joined:
        rest = joined - {gate}
        useful &= {gate} | _joined(board, start, rest) | _joined(board, goal, rest)
    return useful


def _joined(board: Board, coast: Place, fleets: frozenset[Place]) -> frozenset[Place]:
    """Those of *fleets* that are joined, through each other, with a coast."""
    found = edge = fleets & board.seas_at.get(coast, frozenset())
    while edge:
        near = frozenset().union(*[board.sea_borders[sea] for sea in edge])
        edge = near & fleets - found
        found |= edge
    return found


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
"""How many beginnings of chains are followed; the shipped boards never have more than 400."""


def is_part_of_chain(
    board: Board, start: Place, goal: Place, fleets: frozenset[Place], own: frozenset[Place]
) -> bool:
    """True if one of *own* lies on a chain of *fleets* from which no fleet can be left out.

    In such a chain only the first fleet touches the start, only the last one the goal, and no two
    border each other but those that follow one another. Sets of seas are numbers here, a bit for
    each, since there may be hundreds of chains.
    """
    near, bits = _sea_bits(board)
    free, mine = _sum(bits, fleets), _sum(bits, own)
    at_start, at_goal = _sum(bits, board.seas_at[start]), _sum(bits, board.seas_at[goal])
    waiting = [(sea, sea, 0) for sea in _each(at_start & free)] if own else []
    for _ in range(CHAIN_LIMIT):
        if not waiting:
            break
        chain, last, barred = waiting.pop()
        if not last & at_goal:
            follows = near[last] & free & ~at_start & ~barred
            barred |= near[last]
            waiting += [(chain | sea, sea, barred) for sea in _each(follows)]
        elif chain & mine:
            return True
    return False


@cache
def _sea_bits(board: Board) -> tuple[Mapping[int, int], Mapping[Place, int]]:
    """The bits of the seas that border each sea, and the bit of each."""
    bits = {sea: 1 << number for number, sea in enumerate(sorted(board.seas))}
    return {bits[sea]: _sum(bits, row) for sea, row in board.sea_borders.items()}, bits


def _sum(bits: Mapping[Place, int], seas: Iterable[Place]) -> int:
    return sum(bits[sea] for sea in seas)


def _each(seas: int) -> Iterator[int]:
    """The bits of a set of seas."""
    while seas:
        sea = seas & -seas
        yield sea
        seas ^= sea
