"""The sequence of play. Rulebook: Turn Overview, End of Game.

``ACTIONS`` is the table of what each space of the rondel does, step by step; no step calls the
next. ``adjudicate`` walks it for one turn; ``rehearse`` walks the same steps without dice and
cards, which is how costs are worked out before the deadline.
"""

from collections.abc import Callable, Mapping, Sequence

from gm.games.far_east_war.actions import (
    after_battles,
    declare_battles,
    generals_phase,
    move_phase,
    production_phase,
    provoked_attack,
    recruit_and_regroup,
    resolve_battles,
)
from gm.games.far_east_war.cards import reveal
from gm.games.far_east_war.choices import Will, Wills, merged
from gm.games.far_east_war.events import (
    ActionBegan,
    MatchEnded,
    OrderRefused,
    ProductionCounted,
    TurnBegan,
)
from gm.games.far_east_war.map import JAPAN, KOREA_MING, TEAMS, Action, Board
from gm.games.far_east_war.orders import (
    Attack,
    Deploy,
    Exchange,
    Give,
    Levy,
    Move,
    Order,
    Plain,
    Recruit,
    Regroup,
    Replace,
    Shift,
    Support,
    Withdraw,
)
from gm.games.far_east_war.setup import set_up
from gm.games.far_east_war.state import Ending, Stage, State
from gm.games.far_east_war.table import MatchOver, Table
from gm.games.far_east_war.turn import Turn, move_marker
from gm.games.far_east_war.victory import final_ending
from gm.games.vocabulary import Outcome, Power

Step = Callable[[Turn], None]

ACTIONS: Mapping[Action, tuple[Step, ...]] = {
    Action.PRODUCTION_GENERALS: (production_phase, generals_phase),
    Action.RECRUIT_REGROUP: (recruit_and_regroup,),
    Action.MOVE_BATTLE: (
        provoked_attack,
        move_phase,
        declare_battles,
        resolve_battles,
        after_battles,
    ),
}

ORDERS_OF: Mapping[Action, tuple[type[Plain], ...]] = {
    Action.PRODUCTION_GENERALS: (Deploy, Replace, Withdraw, Levy, Give),
    Action.RECRUIT_REGROUP: (Recruit, Shift, Regroup),
    Action.MOVE_BATTLE: (Move, Exchange, Attack, Support),
}


def take_action(turn: Turn) -> None:
    """Carries out the action of the space the marker stands on."""
    table = turn.table
    action = action_now(table, turn.power)
    table.tell(ActionBegan(turn.power, action))
    for other, kinds in ORDERS_OF.items():
        for order in turn.orders(*kinds):
            if other is not action:
                reason = f"It belongs to {other.label}, and the marker stands on {action.label}."
                table.tell(OrderRefused(turn.power, order, reason))
    for step in ACTIONS[action]:
        step(turn)


def action_now(table: Table, power: Power) -> Action:
    """The action of the space on which the power's marker stands."""
    return table.board.rondel.spaces[table.markers[table.board.team(power)]]


def adjudicate(
    board: Board, state: State, orders: Mapping[Power, Sequence[Order]]
) -> Outcome[State]:
    """Carries the match on to the next letter that is owed."""
    table = Table.of(board, state)
    for power in board.powers:
        table.standing[power] = merged(table.standing.get(power, ()), orders.get(power, ()))
    if state.stage is Stage.OVER:
        return Outcome(state, ())
    if state.stage is Stage.SETUP:
        set_up(table, orders)
        table.turn = 1
        return Outcome(table.closed(Stage.TURN), tuple(table.events))
    return _play(table, state.stage, orders)


def _play(table: Table, stage: Stage, orders: Mapping[Power, Sequence[Order]]) -> Outcome[State]:
    wills = Wills(
        {
            power: Will(power, tuple(orders.get(power, ())), table.standing.get(power, ()))
            for power in table.board.powers
        }
    )
    turn = Turn(table, wills, table.active)
    try:
        if stage is Stage.TURN:
            silent = not turn.will.orders
            came = table.active in orders
            table.tell(TurnBegan(table.turn, table.active, silent, silent and came))
            turn.lines = move_marker(turn)
            for _ in range(turn.lines):
                reveal(table, wills)
            if is_asked_after_card(turn):
                return Outcome(table.closed(Stage.ACTION), tuple(table.events))
        take_action(turn)
    except MatchOver as over:
        return _over(table, over.ending)
    return _turn_end(table)


def _turn_end(table: Table) -> Outcome[State]:
    """The next player's turn, or the end after the last Reset."""
    board = table.board
    made = {team: table.production(team) for team in TEAMS}
    table.tell(ProductionCounted(made[JAPAN], made[KOREA_MING]))
    if table.resets >= board.goals.resets:
        tokens = {team: tuple(generals) for team, generals in table.tokens.items()}
        return _over(table, final_ending(board, table.control, tokens, made))
    place = board.powers.index(table.active)
    table.active = board.powers[(place + 1) % len(board.powers)]
    table.turn += 1
    return Outcome(table.closed(Stage.TURN), tuple(table.events))


def _over(table: Table, ending: Ending) -> Outcome[State]:
    table.tell(MatchEnded(ending.winners, ending.sentence))
    return Outcome(table.closed(Stage.OVER, ending), tuple(table.events))


def rehearse(board: Board, state: State, power: Power, orders: Sequence[Order]) -> Turn:
    """The turn without its card and its dice, as far as the player may count on it."""
    table = Table.of(board, state)
    standing = merged(table.standing.get(power, ()), orders)
    wills = Wills(
        {one: Will(one, (), table.standing.get(one, ())) for one in board.powers}
        | {power: Will(power, tuple(orders), standing)}
    )
    turn = Turn(table, wills, power, rehearsal=True)
    try:
        if state.stage is Stage.TURN:
            turn.lines = move_marker(turn)
        if not is_asked_after_card(turn):
            take_action(turn)
    except MatchOver as over:
        table.tell(MatchEnded(over.ending.winners, over.ending.sentence))
    return turn


def is_asked_after_card(turn: Turn) -> bool:
    """Whether the orders for the space are asked for once the card is known."""
    return turn.lines > 0 and turn.table.board.options.event_mode == "two_step"
