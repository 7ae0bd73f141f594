"""The sums of a rehearsed turn for the receipt: what is paid, what is left, which dice are rolled.

Rulebook: Turn Overview, Production, Recruit Phase, Move Phase, Declare Battles.
"""

from collections.abc import Collection

from gm.games.far_east_war.declaring import Battle
from gm.games.far_east_war.events import (
    BattleDeclared,
    DiceCounted,
    Event,
    GeneralDeployed,
    GeneralReplaced,
    GeneralWithdrawn,
    LegionMoved,
    LegionsExchanged,
    MarkerMoved,
    MatchEnded,
    Recruited,
    SupplyGained,
)
from gm.games.far_east_war.generals import Fight, Fighter, ability_of
from gm.games.far_east_war.map import Board, Effect, GeneralId, LegionId, Role
from gm.games.far_east_war.naming import area_name, count, general_name
from gm.games.far_east_war.orders import Answer, Marker, Question, bare, conditions
from gm.games.far_east_war.pools import count_dice
from gm.games.far_east_war.sequence import is_asked_after_card
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.telling import why_so_many
from gm.games.far_east_war.turn import Turn
from gm.games.vocabulary import Power
from gm.values import Value


class _Item(Value, frozen=True):
    """One line of the bill: what it is for, and supply points, those paid below zero."""

    what: str
    amount: int


def notes_on(state: State, turn: Turn) -> tuple[str, ...]:
    """Sentences about the whole turn as it was rehearsed."""
    board = turn.table.board
    notes: list[str] = []
    for event in turn.table.events:
        if isinstance(event, MarkerMoved):
            how = count(event.steps, "space")
            default = "" if turn.orders(Marker) else " (no order moves it further)"
            notes.append(f"The marker moves {how} to {event.action.label}{default}.")
        if isinstance(event, MatchEnded):
            notes.append(f"If nothing comes between: {event.sentence}")
    if is_asked_after_card(turn):
        notes.append(
            "It crosses the event line: a card is turned over, and then the orders for the space "
            "are asked for."
        )
    elif turn.lines and state.stage is Stage.TURN:
        notes.append("It crosses the event line: a card is turned over first and may change this.")
    notes.append(_bill(turn, state.holdings[turn.power].supply))
    forced = _forced(turn)
    notes.extend(_forecast(turn, battle, forced) for battle in turn.fought)
    if board.mate(turn.power) is not None:
        notes.extend(_shares(turn))
    return tuple(notes)


def _bill(turn: Turn, supply: int) -> str:
    """Such as "Supply points: 30 - 8 (marker) - 11 (moves) = 11."."""
    sums: dict[str, int] = {}
    for event in turn.table.events:
        item = _item(turn.table.board, event, turn.power)
        if item is not None and item.amount:
            sums[item.what] = sums.get(item.what, 0) + item.amount
    if not sums:
        return f"Supply points: {supply}; nothing is spent."
    parts = [
        f" {'+' if amount > 0 else '-'} {abs(amount)} ({what})" for what, amount in sums.items()
    ]
    left = turn.table.supply[turn.power]
    lost = supply + sum(sums.values()) - left
    surplus = f" ({lost} above the maximum are lost)" if lost else ""
    return f"Supply points: {supply}{''.join(parts)} = {left}{surplus}."


def _item(  # noqa: PLR0911 (a case for each event that has a price)
    board: Board, event: Event, power: Power
) -> _Item | None:
    """What an event does to the player's supply points."""
    match event:
        case SupplyGained(whose, amount, _, why) if whose == power:
            return _Item(_source(board, why), amount)
        case MarkerMoved(cost=cost):
            return _Item("marker", -cost)
        case Recruited(cost=cost):
            return _Item("recruiting", -cost)
        case LegionMoved(cost=cost) | LegionsExchanged(cost=cost):
            return _Item("moves", -cost)
        case BattleDeclared(cost=cost):
            return _Item("battles", -cost)
        case GeneralDeployed(cost=cost) | GeneralReplaced(cost=cost) | GeneralWithdrawn(cost=cost):
            return _Item("Generals", -cost)
        case _:
            return None


def _source(board: Board, why: str) -> str:
    """Where supply points come from: production, or a General."""
    return general_name(board, GeneralId(why)) if why in board.generals else why


def _forced(turn: Turn) -> set[LegionId]:
    """The legions that must attack because their General is provoked."""
    return {
        event.attacker
        for event in turn.table.events
        if isinstance(event, BattleDeclared) and event.forced
    }


def _forecast(turn: Turn, battle: Battle, forced: Collection[LegionId]) -> str:
    """The dice of a declared battle as things stand, and whether the attacker will advance."""
    table = turn.table
    attacker, target = table.legions[battle.attacker], table.legions[battle.target]
    verb = "must first attack" if attacker.id in forced else "attacks"
    where = f"{attacker.id} {verb} {target.id} in {area_name(table.board, target.at)}"
    if battle.infight is not None:
        area = area_name(table.board, battle.infight.area)
        return f"{where}, but lets {' and '.join(battle.spared)} in {area} fight each other."
    fight = Fight(
        table=table,
        area=target.at,
        terrain=table.area(target).terrain,
        supports=len(battle.supports),
        attacker=Fighter.of(attacker, Role.ATTACKER),
        defender=Fighter.of(target, Role.DEFENDER),
    )
    return f"{where} {_dice(turn, fight)}; it {_advance(turn, attacker.id)}."


def _dice(turn: Turn, fight: Fight) -> str:
    """Who rolls how many dice in a battle, and why; or who rolls none."""
    table = fight.table
    attacker, defender = fight.attacker, fight.defender
    removal = ability_of(fight, attacker, Effect.REPLACE_ROLL_REMOVE)
    removes = removal is not None and turn.will.answer(table, Question.REMOVE_TWO, attacker.legion)
    silent = ability_of(fight, attacker, Effect.ENEMY_ROLLS_NO_DICE) is not None
    first = ability_of(fight, attacker, Effect.ROLL_FIRST) is not None
    mine, why = _pool(fight, attacker)
    theirs, why_theirs = _pool(fight, defender)
    own = f"with {count(mine, 'die')} ({why})"
    if removal is not None and removes:
        own = f"without dice, removing {count(removal.amount, 'troop')} instead,"
    if silent:
        return f"{own} against none"
    order = ", counted after its own roll was applied" if first else ""
    return f"{own} against {theirs} ({why_theirs}{order})"


def _pool(fight: Fight, side: Fighter) -> tuple[int, str]:
    """The dice of one side, and why so many."""
    dice = count_dice(fight, side)
    counted = [one for one in fight.table.events if isinstance(one, DiceCounted)][-1]
    generals = [fight.general_now(one) for one in (side, fight.foe(side))]
    names = [None if one is None else general_name(fight.table.board, one) for one in generals]
    return dice, why_so_many(counted, *names)


def _advance(turn: Turn, legion: LegionId) -> str:
    """Whether a legion will move into an emptied area."""
    hangs = any(
        isinstance(said := bare(order), Answer)
        and said.question is Question.ADVANCE
        and said.legion in (None, legion)
        and conditions(order)
        for order in turn.will.orders
    )
    if hangs:
        return "advances or not as your condition says"
    advances = turn.will.answer(turn.table, Question.ADVANCE, legion)
    return "advances if the area is emptied" if advances else "does not advance"


def _shares(turn: Turn) -> list[str]:
    """Who gets what of the production, with four players."""
    return [
        f"{turn.table.board.names[event.power].name} gets {event.amount} SP of the production."
        for event in turn.table.events
        if isinstance(event, SupplyGained) and event.why == "production"
    ]
