"""Answers that no battle of the turn will ask for, and an order of battles that there are not.

The receipt says so. They stay among the orders, since a card may yet put the General on the legion.
"""

from collections.abc import Sequence

from gm.games.far_east_war.choices import ABILITY_OF
from gm.games.far_east_war.entries import Desk, Entry
from gm.games.far_east_war.map import Effect, LegionId
from gm.games.far_east_war.naming import general_name, listed
from gm.games.far_east_war.orders import Answer, Attack, Infight, Levy, Question, Resolve
from gm.games.far_east_war.plans import live
from gm.games.far_east_war.turn import Turn
from gm.games.vocabulary import Fault


def remark_answers(desk: Desk, turn: Turn, entries: Sequence[Entry]) -> None:
    """Remarks on every answer that can change nothing as things stand."""
    standing = live(entries)
    attackers = {one.said.attacker for one in standing if isinstance(one.said, Attack)}
    attackers |= {battle.attacker for battle in turn.fought}
    levies = any(isinstance(one.said, Levy) for one in standing)
    targets = {one.said.target for one in standing if isinstance(one.said, Attack)}
    targets |= {battle.target for battle in turn.fought}
    for entry in standing:
        match entry.said:
            case Resolve(legions):
                _remark_order(
                    desk, entry, [one for one in legions if one not in attackers | targets]
                )
                continue
            case Answer(question, _, legion):
                effect = ABILITY_OF.get(question)
                reason = None if effect is None else _unable(desk, turn, effect, legion)
                in_battle = question is not Question.TAKE_WOUND
            case Infight(_, legion):
                reason = _unable(desk, turn, Effect.INFIGHTING, legion)
                in_battle = True
            case _:
                continue
        if reason is None and in_battle and legion not in attackers and not levies:
            whom = "" if legion is None else f" by {legion}"
            reason = f"No attack{whom} is ordered, so nothing will ask for it."
        if reason is not None:
            desk.remark(entry, Fault.WARNING, reason)


def _remark_order(desk: Desk, entry: Entry, unknown: Sequence[LegionId]) -> None:
    """Remarks on legions without a battle in an order of battles."""
    if unknown:
        reason = f"No battle by or against {listed(unknown, 'or')} is ordered."
        desk.remark(entry, Fault.WARNING, reason)


def _unable(desk: Desk, turn: Turn, effect: Effect, name: LegionId | None) -> str | None:
    """Why a legion cannot do what only one General can do."""
    board = desk.board
    able = next((one for one in board.generals.values() if one.has(effect)), None)
    legion = None if name is None else turn.table.legions.get(name)
    if able is None or (legion is not None and legion.general == able.id):
        return None
    if legion is None:
        return f"Only {able.short} can do that, who leads none of your legions."
    leader = "no General" if legion.general is None else general_name(board, legion.general)
    return f"Only {able.short} can do that, and {legion.id} is led by {leader}."
