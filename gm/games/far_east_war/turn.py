"""One turn while it is carried out, and how it begins: the turn marker. Rulebook: Turn Overview."""

from collections.abc import Callable
from dataclasses import dataclass, field

from gm.games.far_east_war.battle import Splash, resolve
from gm.games.far_east_war.choices import Will, Wills, all_hold
from gm.games.far_east_war.declaring import Battle
from gm.games.far_east_war.events import ConditionFailed, MarkerMoved, OrderRefused
from gm.games.far_east_war.map import Action, Board
from gm.games.far_east_war.naming import count
from gm.games.far_east_war.orders import Marker, Order, Plain, bare, conditions
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power


@dataclass(slots=True)
class Turn:
    """One turn while it is carried out; a rehearsal leaves out dice and cards."""

    table: Table
    wills: Wills
    power: Power
    rehearsal: bool = False
    lines: int = 0
    """Event lines the marker crossed."""
    battles: list[Battle] = field(default_factory=list)
    splashes: list[Splash] = field(default_factory=list)
    fought: list[Battle] = field(default_factory=list)
    """The battles in the order in which they were, or would be, resolved."""

    @property
    def will(self) -> Will:
        """What the active player wants."""
        return self.wills.of(self.power)

    def orders(self, *kinds: type[Plain]) -> list[Order]:
        """The active player's orders of these kinds, in the order of his letter."""
        return [order for order in self.will.orders if isinstance(bare(order), kinds)]

    def follow(self, order: Order, carry_out: Callable[[Plain], str | None]) -> None:
        """Carries out one order unless its conditions fail; tells why it cannot be followed."""
        if not all_hold(self.table, self.power, order):
            self.table.tell(ConditionFailed(self.power, order))
            return
        reason = carry_out(bare(order))
        if reason is not None:
            self.table.tell(OrderRefused(self.power, order, reason))

    def fight(self, battle: Battle) -> None:
        """Resolves a battle, unless this is a rehearsal."""
        self.fought.append(battle)
        if self.rehearsal:
            return
        splash = resolve(self.table, self.wills, battle)
        if splash is not None:
            self.splashes.append(splash)


def steps_to(board: Board, start: int, action: Action) -> int:
    """How many spaces it is to the next space with this action."""
    spaces = board.rondel.spaces
    return next(
        step for step in range(1, len(spaces)) if spaces[(start + step) % len(spaces)] is action
    )


def cannot_step(table: Table, power: Power, order: Marker) -> str | None:
    """Why the marker cannot be moved like this."""
    board = table.board
    start = table.markers[board.team(power)]
    steps = steps_of(table, power, order)
    if steps not in board.rondel.steps:
        return f"The turn marker moves 1 to {max(board.rondel.steps)} spaces."
    action = board.rondel.spaces[board.rondel.travel(start, steps)[0]]
    if order.action not in (None, action):
        way = f"{count(steps, 'space')} {'leads' if steps == 1 else 'lead'} to {action.label}"
        away = count(steps_to(board, start, order.action), "space")
        return f"{way}; {order.action.label} is {away} away."
    cost = board.rondel.steps[steps]
    if table.supply[power] < cost:
        return f"{count(steps, 'space')} cost {cost} SP, and there are {table.supply[power]}."
    return None


def steps_of(table: Table, power: Power, order: Marker) -> int:
    """The number of spaces an order means."""
    if order.steps is not None or order.action is None:
        return order.steps or 0
    return steps_to(table.board, table.markers[table.board.team(power)], order.action)


def chosen_steps(turn: Turn) -> int:
    """The spaces to move: as ordered, else one."""
    table = turn.table
    ordered = [order for order in turn.orders(Marker) if all_hold(table, turn.power, order)]
    for order in sorted(ordered, key=lambda one: bool(conditions(one)))[-1:]:
        said = bare(order)
        if isinstance(said, Marker):
            reason = cannot_step(table, turn.power, said)
            if reason is None:
                return steps_of(table, turn.power, said)
            table.tell(OrderRefused(turn.power, order, reason))
    return 1


def move_marker(turn: Turn) -> int:
    """Moves the marker and pays for it; gives the number of event lines crossed."""
    table, team = turn.table, turn.table.board.team(turn.power)
    rondel = table.board.rondel
    steps = chosen_steps(turn)
    start = table.markers[team]
    space, lines = rondel.travel(start, steps)
    cost = rondel.steps[steps]
    table.pay(turn.power, cost)
    table.markers[team] = space
    action = rondel.spaces[space]
    table.tell(MarkerMoved(turn.power, team, start, steps, space, action, cost))
    return lines
