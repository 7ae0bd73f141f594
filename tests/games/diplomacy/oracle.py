"""A second adjudicator for small positions, written from the definitions and nothing else.

It tries every combination of moves that succeed and keeps those in which each move succeeds
exactly if the definitions say so. It shares with the engine the board and the orders as values,
and no step of its reasoning. What the rule choices mean is said in ``gm.games.diplomacy.rulebook``.
"""

from collections.abc import Iterator
from itertools import product

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Convoy, Kind, Move, Route, Support, UnitName
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.state import Unit

Places = frozenset[str]


def chain(board: Board, start: str, goal: str, seas: set[str]) -> bool:
    """Whether the seas hold a chain from one coast to the other."""
    reached = {sea for sea in seas if sea in board.fleet_borders and touches(board, sea, start)}
    while True:
        more = {sea for sea in seas if any(sea in board.fleet_borders[one] for one in reached)}
        if more <= reached:
            return any(touches(board, sea, goal) for sea in reached)
        reached |= more


def all_ways(board: Board, goal: str, seas: set[str], row: list[str]) -> Iterator[set[str]]:
    """The ways to *goal* that begin with the seas of *row* and pass each sea once."""
    if touches(board, row[-1], goal):
        yield set(row)
    for sea in seas.intersection(board.fleet_borders[row[-1]]).difference(row):
        yield from all_ways(board, goal, seas, [*row, sea])


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

    def __init__(self, board: Board, rules: Rulebook, units: list[Unit], orders: dict) -> None:
        self.board = board
        self.rules = rules
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
        can_sail = self.rules.overseas_move == "always-legal" or chain(
            board, place, goal, self.fleets
        )
        return order.route is not Route.LAND and coastal and can_sail

    def carriers(self, place: str) -> set[str]:
        wanted = (place, self.moves[place])
        return {
            sea for sea, trip in self.convoys.items() if trip == wanted and sea in self.board.seas
        }

    def on_a_way(self, place: str, seas: set[str]) -> set[str]:
        """The *seas* that lie on some way to the goal of the army at *place*."""
        return {
            one
            for sea in seas
            if touches(self.board, sea, place)
            for way in all_ways(self.board, self.moves[place], seas, [sea])
            for one in way
        }

    def goes_by_sea(self, place: str) -> bool:
        board, unit, goal = self.board, self.units[place], self.moves[place]
        if unit.kind is Kind.FLEET or goal not in board.army_borders[place]:
            return unit.kind is Kind.ARMY
        order, carriers = self.orders[place], self.carriers(place)
        if order.route is Route.LAND or not chain(board, place, goal, carriers):
            return False
        asks, rule = order.route is Route.CONVOY, self.rules.adjacent_convoy
        if rule in ("any-ordered", "via-only"):
            return asks or rule == "any-ordered"
        if rule in ("opposite-move", "opposite-unbroken"):
            return self.moves.get(goal) == place
        own = {sea for sea in carriers if self.units[sea].power == unit.power}
        around = carriers if rule == "intent" else self.fleets
        if rule == "intent-any-route":
            return asks or bool(own & self.on_a_way(place, around))
        return asks or any(own & one for one in smallest_chains(board, place, goal, around))

    def can_go(self, place: str, goal: str) -> bool:
        board, unit = self.board, self.units[place]
        if unit.kind is Kind.ARMY:
            return goal in board.army_borders[place]
        return any(board.province_of[near] == goal for near in board.fleet_borders[unit.at])

    def is_meant(self, place: str, name: UnitName) -> bool:
        """Whether a support that names a unit so means the one at *place*."""
        unit = self.units[place]
        if name.kind is not unit.kind and self.rules.wrong_kind == "refused":
            return False
        same_coast = name.at in (unit.at, place)
        return same_coast or unit.kind is Kind.ARMY or self.rules.unit_coast == "ignored"

    def is_matched(self, place: str, order: Support) -> bool:
        target = self.board.province_of[order.target.at]
        if target == place or target not in self.units or not self.is_meant(target, order.target):
            return False
        ordered = self.orders[target]
        if order.to is None:
            if self.rules.illegal_order == "moved" and isinstance(ordered, Move):
                return False
            return target not in self.moves and self.can_go(place, target)
        goal = self.board.province_of[order.to]
        if self.moves.get(target) != goal or goal == place or not self.can_go(place, goal):
            return False
        if ordered.to in (goal, order.to):
            return True
        choice = self.rules.support_coast
        return choice == "ignored" or (choice == "optional" and order.to == goal)

    def aim(self, place: str) -> str:
        order = self.supports[place]
        return self.board.province_of[order.target.at if order.to is None else order.to]

    # --- what follows if exactly *moved* succeed and the convoys *broken* do not count ---

    def dislodged(self, place: str, moved: Places) -> bool:
        entered = any(self.moves[one] == place for one in moved)
        return place in self.units and place not in moved and entered

    def is_carried(self, place: str, moved: Places, broken: Places) -> bool:
        """Whether the convoy of an army that goes by sea stands."""
        carriers = self.carriers(place)
        lost = {sea for sea in carriers if self.dislodged(sea, moved)}
        if self.rules.convoy_routes == "one-broken-stops" and self.on_a_way(place, carriers) & lost:
            return False
        return place not in broken and chain(self.board, place, self.moves[place], carriers - lost)

    def sails(self, place: str, moved: Places, broken: Places) -> bool:
        """Whether a move goes by sea; that of an army whose convoy broke does, or goes nowhere."""
        falls_back = (
            self.moves[place] in self.board.army_borders.get(place, ())
            and self.rules.adjacent_convoy == "opposite-unbroken"
        )
        return place in self.by_sea and (not falls_back or self.is_carried(place, moved, broken))

    def has_way(self, place: str, moved: Places, broken: Places) -> bool:
        return not self.sails(place, moved, broken) or self.is_carried(place, moved, broken)

    def is_given(self, place: str, moved: Places, broken: Places) -> bool:
        """Whether a support stands."""
        for attacker, goal in self.moves.items():
            foreign = self.units[attacker].power != self.units[place].power
            if goal != place or not foreign or not self.has_way(attacker, moved, broken):
                continue
            by_sea = self.sails(attacker, moved, broken)
            needs_entry = attacker == self.aim(place)
            if by_sea and self.rules.cut_from_target == "cut":
                needs_entry = False
            if by_sea and self.is_shielded(attacker, place):
                if self.rules.convoy_cut == "none" or self.rules.convoy_cut_dislodged == "not-cut":
                    continue
                needs_entry = True
            if not needs_entry or attacker in moved:
                return False
        return True

    def is_shielded(self, attacker: str, place: str) -> bool:
        """Rule 5 of The Convoy Order, or the rules of 1982 and 2000 against paradoxes."""
        at_coast = self.units[place].kind is Kind.FLEET and place not in self.board.seas
        water = self.aim(place)
        convoying = {sea for army in self.by_sea for sea in self.carriers(army)}
        choice, paradox = self.rules.convoy_cut, self.rules.paradox
        if not at_coast or water not in convoying:
            return False
        if choice == "any-convoying-fleet" or (choice == "none" and paradox == "1982"):
            return True
        if choice == "own-carrier":
            return water in self.on_a_way(attacker, self.carriers(attacker))
        if paradox != "2000":
            return False
        target = self.board.province_of[self.supports[place].target.at]
        rest = self.carriers(attacker) - {water}
        is_needed = not chain(self.board, attacker, self.moves[attacker], rest)
        return is_needed and water in self.carriers(attacker) and target in self.moves

    def helpers(self, place: str, moved: Places, broken: Places) -> list[Unit]:
        return [
            self.units[helper]
            for helper, order in self.supports.items()
            if self.board.province_of[order.target.at] == place
            and self.is_given(helper, moved, broken)
        ]

    def head_on(self, place: str, moved: Places, broken: Places) -> bool:
        """Whether two units meet on the way."""
        goal = self.moves[place]
        if self.moves.get(goal) != place:
            return False
        if self.rules.convoy_swap:
            return not any(self.sails(one, moved, broken) for one in (place, goal))
        if self.rules.broken_convoy == "meets-head-on":
            return True
        return all(self.has_way(one, moved, broken) for one in (place, goal))

    def presence(self, place: str, moved: Places, broken: Places) -> int:
        """With what strength a move keeps others out of its goal."""
        if not self.has_way(place, moved, broken):
            return 0
        goal = self.moves[place]
        if goal in moved and self.moves[goal] == place and place not in moved:
            met = self.head_on(place, moved, broken)
            if (self.rules.beaten_unit if met else self.rules.beaten_at_sea) == "no-effect":
                return 0
        return 1 + len(self.helpers(place, moved, broken))

    def succeeds(self, place: str, moved: Places, broken: Places) -> bool:
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

    def answers(self, broken: Places = frozenset(), still: Places = frozenset()) -> list[Places]:
        """The sets of moves that can succeed together by the definitions.

        Those of *still* fail whatever the definitions say.
        """
        found = []
        free = [place for place in self.moves if place not in still]
        for bits in product([False, True], repeat=len(free)):
            moved = frozenset(p for p, bit in zip(free, bits, strict=True) if bit)
            if all(self.succeeds(p, moved, broken) == (p in moved) for p in free):
                found.append(moved)
        return found

    def ways(self, moved: Places) -> Places:
        """The moves by sea whose convoy stands."""
        return frozenset(p for p in self.by_sea if self.is_carried(p, moved, frozenset()))
