"""A second adjudicator for small positions, written from the definitions and nothing else.

It tries every combination of moves that succeed and keeps those in which each move succeeds
exactly if the definitions say so. It shares with the engine the board and the orders as values,
and no step of its reasoning. Rules: those of the shipped maps (``sengoku`` or ``classic``).
"""

from itertools import product

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Convoy, Kind, Move, Route, Support
from gm.games.diplomacy.state import Unit


def chain(board: Board, start: str, goal: str, seas: set[str]) -> bool:
    """Whether the seas hold a chain from one coast to the other."""
    reached = {sea for sea in seas if sea in board.fleet_borders and touches(board, sea, start)}
    while True:
        more = {sea for sea in seas if any(sea in board.fleet_borders[one] for one in reached)}
        if more <= reached:
            return any(touches(board, sea, goal) for sea in reached)
        reached |= more


def touches(board: Board, sea: str, coast: str) -> bool:
    return any(board.province_of[near] == coast for near in board.fleet_borders[sea])


def smallest_chains(board: Board, start: str, goal: str, seas: set[str]) -> list[set[str]]:
    """The sets of seas that hold a chain and none of which can be left out."""
    found: list[set[str]] = []
    for bits in product([False, True], repeat=len(seas)):
        some = {sea for sea, bit in zip(sorted(seas), bits, strict=True) if bit}
        if chain(board, start, goal, some) and not any(
            chain(board, start, goal, some - {sea}) for sea in some
        ):
            found.append(some)
    return found


class Oracle:
    """One position with its orders."""

    def __init__(self, board: Board, edition: str, units: list[Unit], orders: dict) -> None:
        self.board = board
        self.sengoku = edition == "sengoku"
        self.units = {board.province_of[unit.at]: unit for unit in units}
        self.fleets = {place for place in self.units if place in board.seas}
        self.orders = {place: orders.get(place) for place in self.units}
        self.moves = {
            place: board.province_of[order.to]
            for place, order in self.orders.items()
            if isinstance(order, Move) and self.is_legal_move(place, order)
        }
        self.convoys = {
            place: (board.province_of[order.army.at], board.province_of[order.to])
            for place, order in self.orders.items()
            if isinstance(order, Convoy)
        }
        self.by_sea = {place for place in self.moves if self.goes_by_sea(place)}
        self.supports = {
            place: order
            for place, order in self.orders.items()
            if isinstance(order, Support) and self.is_matched(place, order)
        }

    def is_legal_move(self, place: str, order: Move) -> bool:
        board, unit, goal = self.board, self.units[place], self.board.province_of[order.to]
        if unit.kind is Kind.FLEET:
            return order.to in board.fleet_borders[unit.at]
        if goal in board.seas or goal == place:
            return False
        if goal in board.army_borders[place]:
            return True
        coastal = all(any(touches(board, sea, end) for sea in board.seas) for end in (place, goal))
        return order.route is not Route.LAND and coastal and chain(board, place, goal, self.fleets)

    def carriers(self, place: str) -> set[str]:
        wanted = (place, self.moves[place])
        return {
            sea for sea, trip in self.convoys.items() if trip == wanted and sea in self.board.seas
        }

    def goes_by_sea(self, place: str) -> bool:
        board, unit, goal = self.board, self.units[place], self.moves[place]
        if unit.kind is Kind.FLEET:
            return False
        if goal not in board.army_borders[place]:
            return True
        order, carriers = self.orders[place], self.carriers(place)
        if order.route is Route.LAND or not chain(board, place, goal, carriers):
            return False
        own = {sea for sea in carriers if self.units[sea].power == unit.power}
        around = carriers if self.sengoku else self.fleets
        in_use = [set(c) & own for c in smallest_chains(board, place, goal, around)]
        return order.route is Route.CONVOY or any(in_use)

    def can_go(self, place: str, goal: str) -> bool:
        board, unit = self.board, self.units[place]
        if unit.kind is Kind.ARMY:
            return goal in board.army_borders[place]
        return any(board.province_of[near] == goal for near in board.fleet_borders[unit.at])

    def is_matched(self, place: str, order: Support) -> bool:
        target = self.board.province_of[order.target.at]
        if target == place or target not in self.units:
            return False
        if order.to is None:
            return target not in self.moves and self.can_go(place, target)
        goal = self.board.province_of[order.to]
        if self.moves.get(target) != goal or goal == place or not self.can_go(place, goal):
            return False
        named, meant = order.to, self.orders[target].to
        return named in (meant, goal)

    def aim(self, place: str) -> str:
        order = self.supports[place]
        return self.board.province_of[order.target.at if order.to is None else order.to]

    # --- what follows if exactly *moved* succeed ---

    def dislodged(self, place: str, moved: frozenset[str]) -> bool:
        entered = any(self.moves[one] == place for one in moved)
        return place in self.units and place not in moved and entered

    def has_way(self, place: str, moved: frozenset[str], broken: frozenset[str]) -> bool:
        if place not in self.by_sea:
            return True
        afloat = {sea for sea in self.carriers(place) if not self.dislodged(sea, moved)}
        return place not in broken and chain(self.board, place, self.moves[place], afloat)

    def is_given(self, place: str, moved: frozenset[str], broken: frozenset[str]) -> bool:
        """Whether a support stands."""
        for attacker, goal in self.moves.items():
            foreign = self.units[attacker].power != self.units[place].power
            if goal != place or not foreign or not self.has_way(attacker, moved, broken):
                continue
            if self.is_shielded(place) and attacker in self.by_sea:
                continue
            if attacker != self.aim(place) or attacker in moved:
                return False
        return True

    def is_shielded(self, place: str) -> bool:
        """Rule 5: a coastal fleet supporting into water that holds a convoying fleet."""
        at_coast = self.units[place].kind is Kind.FLEET and place not in self.board.seas
        carriers = {sea for army in self.by_sea for sea in self.carriers(army)}
        return self.sengoku and at_coast and self.aim(place) in carriers

    def helpers(self, place: str, moved: frozenset[str], broken: frozenset[str]) -> list[Unit]:
        return [
            self.units[helper]
            for helper, order in self.supports.items()
            if self.board.province_of[order.target.at] == place
            and self.is_given(helper, moved, broken)
        ]

    def head_on(self, place: str, moved: frozenset[str], broken: frozenset[str]) -> bool:
        goal = self.moves[place]
        if self.moves.get(goal) != place:
            return False
        if self.sengoku:
            return all(self.has_way(one, moved, broken) for one in (place, goal))
        return place not in self.by_sea and goal not in self.by_sea

    def presence(self, place: str, moved: frozenset[str], broken: frozenset[str]) -> int:
        if not self.has_way(place, moved, broken):
            return 0
        if self.head_on(place, moved, broken) and self.moves[place] in moved:
            return 0
        return 1 + len(self.helpers(place, moved, broken))

    def succeeds(self, place: str, moved: frozenset[str], broken: frozenset[str]) -> bool:
        if not self.has_way(place, moved, broken):
            return False
        goal, power = self.moves[place], self.units[place].power
        helpers = self.helpers(place, moved, broken)
        there = self.units.get(goal)
        strength, hold = 1 + len(helpers), 0
        head_on = self.head_on(place, moved, broken)
        if there is not None and (head_on or goal not in moved):
            strength = 1 + sum(one.power != there.power for one in helpers)
            if there.power == power:
                return False
            if goal not in self.moves or head_on:
                hold = 1 + len(self.helpers(goal, moved, broken))
            else:
                hold = 1
        rivals = [
            self.presence(one, moved, broken)
            for one, other in self.moves.items()
            if other == goal and one != place
        ]
        return all(strength > other for other in (hold, *rivals))

    def answers(self, broken: frozenset[str] = frozenset()) -> list[frozenset[str]]:
        """The sets of moves that can succeed together by the definitions."""
        found = []
        for bits in product([False, True], repeat=len(self.moves)):
            moved = frozenset(p for p, bit in zip(self.moves, bits, strict=True) if bit)
            if all(self.succeeds(p, moved, broken) == (p in moved) for p in self.moves):
                found.append(moved)
        return found

    def ways(self, moved: frozenset[str]) -> frozenset[str]:
        """The moves by sea whose convoy stands."""
        return frozenset(p for p in self.by_sea if self.has_way(p, moved, frozenset()))
