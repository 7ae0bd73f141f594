"""What a power may do now, with prices: for demands, for reports, and for random play.

Every option is an order that ``legality`` finds fit in the present position, taken alone.
"""

from collections.abc import Iterator

from gm.games.far_east_war.declaring import attack_price, cannot_attack
from gm.games.far_east_war.map import Action, Board, Effect
from gm.games.far_east_war.movement import destinations
from gm.games.far_east_war.orders import (
    NEW,
    Attack,
    Deploy,
    Exchange,
    Levy,
    Marker,
    Move,
    Order,
    Recruit,
    Replace,
    Withdraw,
)
from gm.games.far_east_war.production import GeneralsPhase, cannot_levy
from gm.games.far_east_war.provocation import due_attack
from gm.games.far_east_war.recruiting import price
from gm.games.far_east_war.state import Legion, State
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import Value


class Option(Value, frozen=True):
    """An order that is possible now and what it costs in supply points."""

    order: Order
    cost: int


def marker_options(board: Board, table: Table, power: Power) -> tuple[Option, ...]:
    """The spaces the marker can reach."""
    start = table.markers[board.team(power)]
    return tuple(
        Option(Marker(steps, board.rondel.spaces[board.rondel.travel(start, steps)[0]]), cost)
        for steps, cost in sorted(board.rondel.steps.items())
        if cost <= table.supply[power]
    )


def options(board: Board, state: State, power: Power, action: Action) -> tuple[Option, ...]:
    """The orders that are possible on a space of the rondel, each taken alone."""
    table = Table.of(board, state)
    match action:
        case Action.PRODUCTION_GENERALS:
            return tuple(_generals(table, power))
        case Action.RECRUIT_REGROUP:
            return tuple(_recruits(table, power))
        case Action.MOVE_BATTLE:
            due = due_attack(table, power)
            if due is not None:  # it comes first; the two legions do nothing more in this turn
                table.fought.add(due[0].id)
                table.attacked.add(due[1].id)
            return (*_attacks(table, power), *_moves(table, power))


def own_legions(table: Table, power: Power) -> list[Legion]:
    """The legions of a power in the order of their numbers."""
    mine = [legion for legion in table.legions.values() if legion.owner == power]
    return sorted(mine, key=lambda one: one.number)


def _generals(table: Table, power: Power) -> Iterator[Option]:
    if table.dissensions == 0:
        yield from _deployments(table, power)
        yield from _replacements(table, power)


def _deployments(table: Table, power: Power) -> Iterator[Option]:
    cost = table.board.costs.deploy
    for general in table.hands[power]:
        for legion in own_legions(table, power):
            if legion.general is None:
                yield Option(Deploy(general, legion.id), cost)
        if not table.board.generals[general].has(Effect.LEVY_DEPLOY):
            continue
        for area in table.board.areas:
            levy = Levy(general, area)
            if cannot_levy(table, power, levy, GeneralsPhase()) is None:
                yield Option(levy, cost)


def _replacements(table: Table, power: Power) -> Iterator[Option]:
    costs = table.board.costs
    for legion in own_legions(table, power):
        if legion.general is None or legion.general == table.provoked:
            continue
        wounds = table.wounds.get(legion.general, 0)
        yield Option(Withdraw(legion.general), costs.withdraw)
        for general in table.hands[power]:
            if wounds < table.board.generals[general].health:
                yield Option(Replace(legion.general, general), costs.replace)


def _recruits(table: Table, power: Power) -> Iterator[Option]:
    board = table.board
    team = board.team(power)
    for area in board.areas.values():
        lawful = area.recruit_by in (None, team) and table.control.get(area.id) == team
        if not lawful or area.recruit_limit == 0:
            continue
        inside = table.standing_in(area.id)
        most = min(area.recruit_limit, table.free_tokens(power))
        for legion in inside:
            room = min(most, table.cap(legion) - legion.troops)
            if legion.owner == power and room > 0:
                order = Recruit(room, area.id, legion.id)
                yield Option(order, price(table, power, room))
        if len(inside) < board.limits.legions_per_area and most > 0:
            order = Recruit(most, area.id, NEW)
            yield Option(order, price(table, power, most))


def _moves(table: Table, power: Power) -> Iterator[Option]:
    per_troop = table.board.costs.move
    mine = own_legions(table, power)
    for legion in mine:
        for to in () if legion.id in table.fought else destinations(table, legion):
            yield Option(Move(legion.id, to), legion.troops * per_troop)
    for place, first in enumerate(mine):
        for second in mine[place + 1 :]:
            if {first.id, second.id} & table.fought:
                continue
            if second.at in table.area(first).borders:
                cost = (first.troops + second.troops) * per_troop
                yield Option(Exchange(first.id, second.id), cost)


def _attacks(table: Table, power: Power) -> Iterator[Option]:
    """Attacks from the neighbourhood, and those after sailing one sea area."""
    board, team = table.board, table.board.team(power)
    for legion in own_legions(table, power):
        area = table.area(legion)
        for where in area.borders:
            for enemy in table.enemies_in(where, team):
                yield from _priced(table, power, Attack(enemy.id, legion.id))
        for sea in () if area.is_land else area.borders:
            for where in () if board.areas[sea].is_land else board.areas[sea].borders:
                for enemy in table.enemies_in(where, team):
                    if where not in area.borders and not board.areas[where].is_land:
                        yield from _priced(table, power, Attack(enemy.id, legion.id, sail=sea))


def _priced(table: Table, power: Power, order: Attack) -> Iterator[Option]:
    """The attack with its price, if it can be declared."""
    if cannot_attack(table, power, order) is None:
        attacker = table.legions[order.attacker]
        yield Option(order, attack_price(table, attacker, (), sails=order.sail is not None))
