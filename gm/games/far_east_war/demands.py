"""What each power owes, and what it may do: one letter carries a whole turn.

Nobody waits for the player whose turn it is not; he may always send standing instructions.
"""

from collections.abc import Iterator, Mapping, Sequence

from gm.games.far_east_war.map import Action, Board, Effect
from gm.games.far_east_war.naming import count, listed
from gm.games.far_east_war.options import Option, marker_options, options, own_legions
from gm.games.far_east_war.orders import (
    Choose,
    Deploy,
    Marker,
    Order,
    Recruit,
    Reroll,
    StandingAssassinate,
    StandingHeal,
    StandingHidden,
    StandingLend,
    StandingReroll,
    StandingReset,
    StandingShield,
    StandingSplit,
    Wish,
    bare,
)
from gm.games.far_east_war.production import place
from gm.games.far_east_war.sequence import ORDERS_OF, action_now
from gm.games.far_east_war.setup import FOUR_HEALTH, default_choice, default_placement
from gm.games.far_east_war.spelling import by_name, spell
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Demand, Power, Task

MOST_CHOICES = 12


def awaiting(board: Board, state: State) -> Mapping[Power, Demand]:
    """What each power owes now."""
    match state.stage:
        case Stage.OVER:
            return {}
        case Stage.SETUP:
            return {power: _setup_demand(board, state, power) for power in board.powers}
        case Stage.TURN | Stage.ACTION:
            return {power: _turn_demand(board, state, power) for power in board.powers}


def missing_tasks(
    board: Board, state: State, power: Power, orders: Sequence[Order]
) -> tuple[Task, ...]:
    """The tasks that *orders* leave open."""
    said = [bare(order) for order in orders]
    match state.stage:
        case Stage.SETUP:
            return _setup_tasks(board, state, power, said)
        case Stage.TURN if power == state.active and not any(
            isinstance(one, Marker) for one in said
        ):
            return (_marker_task(board, state, power),)
        case _:
            return ()


def _setup_demand(board: Board, state: State, power: Power) -> Demand:
    setup = board.setup
    name = board.names[power].name
    summary = (
        f"{name} chooses {count(setup.chosen, 'General')}{_limits(board, power)}, may wish for a "
        f"Legendary General ({board.costs.legendary} SP), and places "
        f"{count(setup.on_map, 'General')} on the map."
    )
    mate = board.mate(power)
    if mate is not None:
        summary += f" The team-mate is {board.names[mate].name}; only one of a team gets a Legend."
    return Demand(summary, _setup_tasks(board, state, power, ()))


def _limits(board: Board, power: Power) -> str:
    """What the choice of Generals must keep to."""
    if board.setup.leader_compulsory:
        names = listed(
            one.name for one in board.generals.values() if one.leader and one.faction == power
        )
        return f", {names} among them"
    most = board.setup.max_four_health
    return "" if most is None else f", at most {most} of them with {FOUR_HEALTH} Health Points"


def _setup_tasks(
    board: Board, state: State, power: Power, said: Sequence[object]
) -> tuple[Task, ...]:
    how = by_name(board)
    chosen = [one.generals for one in said if isinstance(one, Choose)]
    placed = [one for one in said if isinstance(one, Deploy)]
    tasks: list[Task] = []
    default = default_choice(board, power)
    if not chosen:
        names = listed(board.generals[one].name for one in default)
        choice = spell(how, Choose(default))
        tasks.append(Task("Choice of Generals", f"You get {names}.", (choice,)))
    if len(placed) < board.setup.on_map:
        table = Table.of(board, state)
        table.hands[power] = list(chosen[-1] if chosen else default)
        left = tuple(_placements_left(table, power, placed))
        default_way = (
            "The first General of your choice who may be placed goes on your first legion without "
            "one."
            if len(left) == 1
            else f"The first {count(len(left), 'General')} of your choice who may be placed go on "
            "your first legions without one."
        )
        tasks.append(
            Task(
                f"Placing {count(board.setup.on_map, 'General')}",
                default_way,
                tuple(spell(how, one) for one in left),
            )
        )
    if not any(isinstance(one, Wish) for one in said):
        wishes = tuple(spell(how, Wish((one,))) for one in board.legendary(power))
        none = (spell(how, Wish(())),)
        tasks.append(Task("Legendary General", "You take none.", wishes + none, optional=True))
    return tuple(tasks)


def _placements_left(table: Table, power: Power, placed: Sequence[Deploy]) -> Iterator[Deploy]:
    """What is done without an order for the Generals still to be placed."""
    for one in placed:
        if one.general in table.hands[power] and one.legion in table.legions:
            place(table, power, one.general, table.legions[one.legion])
    for _ in range(table.board.setup.on_map - len(placed)):
        one = default_placement(table, power)
        place(table, power, one.general, table.legions[one.legion])
        yield one


def _turn_demand(board: Board, state: State, power: Power) -> Demand:
    name = board.names[power].name
    if power != state.active:
        whose = board.names[state.active].name
        summary = f"It is the turn of {whose}. {name} may send standing instructions."
        return Demand(summary, (_standing_task(board, state, power),))
    if state.stage is Stage.ACTION:
        action = action_now(Table.of(board, state), power)
        summary = f"{name} stands on {action.label} and sends the orders for it."
        return Demand(summary, (_action_task(board, state, power, action, 0),))
    table = Table.of(board, state)
    waits = board.options.event_mode == "two_step"
    then = ", after the card where one comes" if waits else ""
    summary = f"{name} moves the marker and sends the orders for the space it reaches{then}."
    reach = marker_options(board, table, power)
    tasks = [_marker_task(board, state, power)]
    for option in reach:
        marker = option.order
        if isinstance(marker, Marker) and marker.action is not None and marker.steps is not None:
            _, lines = board.rondel.travel(table.markers[board.team(power)], marker.steps)
            if waits and lines:
                continue
            tasks.append(_action_task(board, state, power, marker.action, marker.steps))
    return Demand(summary, (*tasks, _standing_task(board, state, power)))


def _marker_task(board: Board, state: State, power: Power) -> Task:
    reach = marker_options(board, Table.of(board, state), power)
    first = reach[0].order
    action = first.action if isinstance(first, Marker) else None
    where = "" if action is None else f" to {action.label}"
    return Task("Turn marker", f"It moves 1 space{where}.", _choices(board, reach))


def _action_task(board: Board, state: State, power: Power, action: Action, steps: int) -> Task:
    after = f" after {count(steps, 'space')}" if steps else ""
    default = "Production is collected." if action is Action.PRODUCTION_GENERALS else "Nothing."
    found = options(board, state, power, action)
    kinds = ORDERS_OF[action]
    # One example of each kind first, so that every kind of order is seen.
    seen: dict[type, Option] = {}
    for option in found:
        seen.setdefault(type(option.order), option)
    first = [seen[kind] for kind in kinds if kind in seen]
    rest = [option for option in found if option not in first]
    return Task(f"{action.label}{after}", default, _choices(board, (*first, *rest)), optional=True)


def _choices(board: Board, found: Sequence[Option]) -> tuple[str, ...]:
    how = by_name(board)
    return tuple(spell(how, option.order) for option in found[:MOST_CHOICES])


def _standing_task(board: Board, state: State, power: Power) -> Task:
    how = by_name(board)
    choices = tuple(spell(how, order) for order in _standing(board, state, power))
    return Task("Standing instructions", "They stay as they are.", choices, optional=True)


def _standing(board: Board, state: State, power: Power) -> Iterator[Order]:
    """Examples of the standing instructions that may matter to a power."""
    table = Table.of(board, state)
    team = board.team(power)
    led = [one for one in state.legions if one.general is not None]
    enemies = [one.general for one in led if board.team(one.owner) != team and one.general]
    own = [one.general for one in led if board.team(one.owner) == team and one.general]
    if enemies:
        yield StandingAssassinate(tuple(enemies[:2]))
    if own:
        yield StandingHeal(tuple(own[:2]))
    found = options(board, state, power, Action.RECRUIT_REGROUP)
    recruits = [one.order for one in found if isinstance(one.order, Recruit)]
    if recruits:
        yield StandingHidden(1, recruits[0].area)
    hand = table.hands[power]
    free = [one.id for one in own_legions(table, power) if one.general is None]
    if hand and free:
        yield StandingReset(hand[0], free[0])
    yield StandingReset(None, None)
    mine = {board.generals[one] for one in (*hand, *own)}
    if any(one.has(Effect.REROLL) for one in mine):
        yield from (StandingReroll(policy) for policy in Reroll)
    if any(one.has(Effect.REDIRECT_LOSSES) for one in mine):
        yield from (StandingShield(use) for use in (True, False))
    if board.mate(power) is not None:
        yield StandingSplit(None)
        if board.options.support_consent == "standing":
            yield from (StandingLend(yes) for yes in (True, False))
