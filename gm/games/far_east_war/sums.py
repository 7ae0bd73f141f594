"""The sums of a rehearsed turn for the receipt: what is paid, what is left, which dice are rolled.

Rulebook: Turn Overview, Production, Recruit Phase, Move Phase, Declare Battles.
"""

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
from gm.games.far_east_war.generals import Fight, Fighter
from gm.games.far_east_war.map import Role
from gm.games.far_east_war.naming import area_name, count, general_name
from gm.games.far_east_war.orders import Marker, Question
from gm.games.far_east_war.pools import count_dice
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.telling import why_so_many
from gm.games.far_east_war.turn import Turn
from gm.games.game import Power
from gm.values import frozen


@frozen
class _Item:
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
    if turn.lines and state.stage is Stage.TURN:
        notes.append("It crosses the event line: a card is turned over first and may change this.")
    notes.append(_bill(turn, state.holdings[turn.power].supply))
    notes.extend(_forecast(turn, battle) for battle in turn.battles)
    if board.mate(turn.power) is not None:
        notes.extend(_shares(turn))
    return tuple(notes)


def _bill(turn: Turn, supply: int) -> str:
    """Such as "Supply points: 30 - 8 (marker) - 11 (moves) = 11."."""
    sums: dict[str, int] = {}
    for event in turn.table.events:
        item = _item(event, turn.power)
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
    event: Event, power: Power
) -> _Item | None:
    """What an event does to the player's supply points."""
    match event:
        case SupplyGained(whose, amount, _, why) if whose == power:
            return _Item(_GAINS.get(why, "General"), amount)
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


_GAINS = {"production": "production"}


def _forecast(turn: Turn, battle: Battle) -> str:
    """The dice of a declared battle as things stand, and whether the attacker will advance."""
    table = turn.table
    attacker, target = table.legions[battle.attacker], table.legions[battle.target]
    where = f"{attacker.id} attacks {target.id} in {area_name(table.board, target.at)}"
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
    dice = [count_dice(fight, side) for side in (fight.attacker, fight.defender)]
    counted = [one for one in table.events if isinstance(one, DiceCounted)][-2:]
    names = [one.general and general_name(table.board, one.general) for one in (attacker, target)]
    mine, theirs = why_so_many(counted[0], *names), why_so_many(counted[1], *reversed(names))
    advances = turn.will.answer(table, Question.ADVANCE, attacker.id)
    then = "advances if the area is emptied" if advances else "does not advance"
    return f"{where} with {count(dice[0], 'die')} ({mine}) against {dice[1]} ({theirs}); it {then}."


def _shares(turn: Turn) -> list[str]:
    """Who gets what of the production, with four players."""
    return [
        f"{turn.table.board.names[event.power].name} gets {event.amount} SP of the production."
        for event in turn.table.events
        if isinstance(event, SupplyGained) and event.why == "production"
    ]
