"""What the active player may do and what it costs, in few lines: one for each legion or area."""

from collections.abc import Iterable, Sequence
from typing import Any

from gm.games.far_east_war.map import Action, Board, Effect
from gm.games.far_east_war.movement import marches_far
from gm.games.far_east_war.naming import area_name, count, general_name, listed
from gm.games.far_east_war.options import Option, marker_options, options, own_legions
from gm.games.far_east_war.orders import Attack, Exchange, Marker, Move
from gm.games.far_east_war.production import largest_gift
from gm.games.far_east_war.provocation import due_attack
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power


def prices(board: Board, state: State, reader: Power | None) -> list[dict[str, Any]]:
    """For each space the marker can reach: a heading and lines.

    What might be done with the Generals in a hand is told to nobody but its owner.
    """
    power, table = state.active, Table.of(board, state)
    match state.stage:
        case Stage.ACTION:
            action = board.rondel.spaces[state.markers[board.team(power)]]
            return [_space(table, state, action.label, action, own=power == reader)]
        case Stage.TURN:
            return [
                _space(
                    table,
                    state,
                    _heading(table, power, option),
                    option.order.action,
                    own=power == reader,
                )
                for option in marker_options(board, table, power)
                if isinstance(option.order, Marker) and option.order.action is not None
            ]
        case _:
            return []


def _heading(table: Table, power: Power, option: Option) -> str:
    assert isinstance(option.order, Marker)
    assert option.order.action is not None
    steps = option.order.steps or 0
    price = f", {option.cost} SP" if option.cost else ""
    _, lines = table.board.rondel.travel(table.markers[table.board.team(power)], steps)
    card = ", a card first" if lines else ""
    return f"{option.order.action.label} ({count(steps, 'space')}{price}{card})"


def _space(
    table: Table, state: State, heading: str, action: Action, *, own: bool
) -> dict[str, Any]:
    match action:
        case Action.PRODUCTION_GENERALS:
            of_hand = _generals(table, state.active) if own else [_tariff(table)]
            lines = [_income(table, state.active), *of_hand]
        case Action.RECRUIT_REGROUP:
            lines = _recruiting(table, state.active)
        case Action.MOVE_BATTLE:
            found = options(table.board, state, state.active, action)
            lines = [*_provoked(table, state.active), *_fighting(table, state.active, found)]
            lines = [_fares(table), *lines] if lines else lines
    return {"heading": heading, "lines": lines or ["Nothing is possible there."]}


def _income(table: Table, power: Power) -> str:
    board = table.board
    made = table.production(board.team(power))
    mate = board.mate(power)
    if mate is None:
        return f"Production brings {made} SP."
    most = largest_gift(made)
    return f"Production brings {made} SP, of which up to {most} may go to {board.names[mate].name}."


def _tariff(table: Table) -> str:
    """What may be done with Generals, for those who do not know the hand."""
    costs = table.board.costs
    if table.dissensions > 0:
        return "Dissensions is in force: no Generals action."
    return (
        f"Deploying a General costs {costs.deploy} SP, once a turn; replacing one {costs.replace} "
        f"SP and withdrawing one {costs.withdraw} SP, as often as one can pay."
    )


def _fares(table: Table) -> str:
    costs = table.board.costs
    return (
        f"Each troop costs {costs.move} SP to move, {costs.attack} SP to attack and "
        f"{costs.support} SP to support; a legion does one of these. Up to "
        f"{count(table.board.limits.supports, 'legion')} may support an attack."
    )


def _generals(table: Table, power: Power) -> list[str]:
    board, costs = table.board, table.board.costs
    if table.dissensions > 0:
        return ["Dissensions is in force: no Generals action."]
    mine = own_legions(table, power)
    free = [one.id for one in mine if one.general is None]
    led = [one for one in mine if one.general not in (None, table.provoked)]
    hand = [general_name(board, one) for one in table.hands[power]]
    lines: list[str] = []
    if hand and free:
        lines.append(
            f"Deploy for {costs.deploy} SP: {listed(hand, 'or')}, on {listed(free, 'or')}."
        )
    if any(board.generals[one].has(Effect.LEVY_DEPLOY) for one in table.hands[power]):
        lines.append(f"Levy with a new legion for {costs.deploy} SP: Gwak Jae-woo.")
    if led:
        names = listed((general_name(board, one.general) for one in led if one.general), "or")
        if hand:
            lines.append(f"Replace for {costs.replace} SP: {names}.")
        lines.append(f"Withdraw for {costs.withdraw} SP: {names}.")
    return lines


def _recruiting(table: Table, power: Power) -> list[str]:
    """The areas where troops can be recruited, with the room there is."""
    board, team = table.board, table.board.team(power)
    lines: list[str] = []
    for area in board.areas.values():
        is_own = table.control.get(area.id) == team and area.recruit_by in (None, team)
        if not is_own or area.recruit_limit == 0:
            continue
        inside = table.standing_in(area.id)
        rooms = [
            f"{one.id} has room for {table.cap(one) - one.troops}"
            for one in inside
            if one.owner == power and one.troops < table.cap(one)
        ]
        if len(inside) < board.limits.legions_per_area:
            rooms.append("a new legion is possible")
        if rooms:
            lines.append(f"{area.name}: up to {area.recruit_limit}; {', '.join(rooms)}.")
    half = table.leading(Effect.HALF_RECRUIT_COST)
    is_halved = half is not None and half.owner == power
    price = "half an SP a troop, rounded up" if is_halved else f"{board.costs.recruit} SP a troop"
    limit = board.limits.recruits
    return [f"At most {limit} troops in all, {price}.", *lines]


def _provoked(table: Table, power: Power) -> Iterable[str]:
    """What Non-gae's token forces on the player, or forbids him."""
    board = table.board
    victim = None if table.provoked is None else table.led_by(table.provoked)
    if victim is None or victim.general is None or victim.owner != power:
        return
    name = general_name(board, victim.general)
    due = due_attack(table, power)
    if due is None:
        yield f"{victim.id} makes no attack while Non-gae provokes {name}; it may move or support."
        return
    _, target, cost = due
    where = area_name(board, target.at)
    yield (
        f"{victim.id} must first attack {target.id} in {where} alone for {cost} SP, as Non-gae "
        f"provoked {name}, and does nothing else; {target.id} cannot be attacked again."
    )


def _fighting(table: Table, power: Power, found: Sequence[Option]) -> Iterable[str]:
    """A line for each legion: whom it can attack, where it can go, with whom it can change."""
    board = table.board
    for legion in own_legions(table, power):
        attacks, moves, exchanges = [], [], []
        for option in found:
            match option.order:
                case Attack(target, attacker, _, sail) if attacker == legion.id:
                    over = "" if sail is None else f" (sailing to {area_name(board, sail)})"
                    attacks.append(f"{target}{over}")
                case Move(name, to) if name == legion.id:
                    moves.append(area_name(board, to))
                case Exchange(first, second) if legion.id in (first, second):
                    other = second if first == legion.id else first
                    exchanges.append(f"{other} ({option.cost} SP)")
                case _:
                    pass
        parts = [f"attack {listed(attacks, 'or')}"] if attacks else []
        parts += [f"move to {listed(moves, 'or')}"] if moves else []
        if moves and marches_far(table, legion):
            parts[-1] += " (after one land area it may still attack on land)"
        parts += [f"exchange with {listed(exchanges, 'or')}"] if exchanges else []
        if parts:
            where = area_name(board, legion.at)
            cost = legion.troops * board.costs.move
            yield f"{legion.id} in {where}, {cost} SP: {'; '.join(parts)}."
