"""Orders that the gamemaster enters for a player: told to the player, and in the report."""

from datetime import datetime
from typing import Any

from gm.desk import sheets
from gm.desk.announcing import tell
from gm.desk.room import Desk
from gm.desk.seats import find_power
from gm.desk.standing import standing
from gm.errors import UsageError
from gm.games.vocabulary import CheckedOrder, Fate
from gm.parsing.pieces import Verdict
from gm.records import Submission
from gm.values import Value, replace


class Entered(Value, frozen=True):
    """Orders that the gamemaster enters for a power, with the reason that the report names."""

    match: str
    power: str
    text: str
    reason: str
    who: str


def enter_orders(desk: Desk, now: datetime, entered: Entered) -> list[str]:
    """Enters orders for a player, who is told; gives the orders in standard wording.

    Raises:
        UsageError: a piece of the text is no order, or an order is not possible.
    """
    present = standing(desk, desk.match(entered.match))
    game = present.offer.game
    power = find_power(game.sides, entered.power)
    sheet = sheets.read_orders(desk, present, power, entered.text)
    for piece in sheet.sheet.pieces:
        if piece.verdict is not Verdict.UNDERSTOOD:
            why = piece.problem.reason if piece.problem else "It holds no order."
            raise UsageError(f"“{piece.text}” cannot be entered: {why}")
    submission = Submission(
        match=entered.match,
        step=present.step.number,
        power=power,
        received=now,
        orders=tuple(map(game.codec.dump, sheet.orders)),
        digest="",
        by=entered.who,
        reason=entered.reason,
    )
    after, place = present.with_sheet(submission)
    checked = after.checked(power)
    for one in checked.sheets[place]:
        if one.fate is Fate.REFUSED:
            raise UsageError(" ".join([game.spell(one.order) + ":", *_reasons(one)]))
    wording = [game.spell(order) for order in sheet.orders]
    with desk.store.transaction():
        digest = after.digest(power, checked.orders)
        desk.store.add_submission(replace(submission, digest=digest))
        if present.seats.get(power) and present.seats[power].addresses:
            paragraphs = [f"Reason: {entered.reason}", *wording]
            content = {"heading": "The gamemaster entered orders for you", "paragraphs": paragraphs}
            tell(desk, now, present, power, content)
        detail = f"{power}: {'; '.join(wording)} ({entered.reason})"
        desk.log(now, "correct", detail, entered.match, entered.who)
    return wording


def _reasons(checked: CheckedOrder[Any]) -> list[str]:
    return [problem.reason for problem in checked.problems]
