"""Prices that a player writes beside his orders, compared with what these cost."""

import re
from collections.abc import Iterator, Sequence

from gm.games.far_east_war.declaring import attack_price
from gm.games.far_east_war.entries import Desk
from gm.games.far_east_war.map import LegionId
from gm.games.far_east_war.naming import listed
from gm.games.far_east_war.orders import (
    Attack,
    Deploy,
    Exchange,
    Give,
    Levy,
    Marker,
    Measure,
    Move,
    Order,
    Recruit,
    Replace,
    StandingHidden,
    StandingReset,
    StandingSplit,
    Support,
    Wish,
    Withdraw,
    bare,
    conditions,
)
from gm.games.far_east_war.recruiting import price
from gm.games.far_east_war.state import Stage
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.turn import steps_of
from gm.games.vocabulary import Doubt

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIGURE = r"(?P<{}>\d{{1,3}}|zero|" + "|".join(_NUMBERS[1:]) + ")"
_EACH = r"(?! (?:each|apiece|per|a|an|for (?:each|every))\b)"
_AMOUNT = re.compile(
    rf"\b{_FIGURE.format('sp')} ?(?:sp|supply points?|supplies|supply)\b{_EACH}"
    r"|\b(?:pay|pays|paying|costs?|costing|price|spend|spending)(?: is)?:? "
    r"(?:me |us |only |just |the )*"
    rf"{_FIGURE.format('bare')}\b(?! (?:spaces?|steps?|troops?|men|legions?))(?! ?/)"
)
_OWNED = re.compile(
    r"\b(?:have|has|had|own|got|of|from|out of|leaves?|leaving|keep|with)(?: me| us)?"
    r"(?: with)?(?: still| only| just)? $"
)
_LEFT = re.compile(r" (?:left|remaining|remain|now|in hand|over|afterwards|before|after)\b")
"""Where an amount is no price, but what somebody has."""
_OWN_SHARE = re.compile(
    rf"\b(?:keeps?|takes?) {_FIGURE.format('kept')}\b(?! (?:spaces?|steps?))"
    rf"|\b{_FIGURE.format('mine')}(?: sp)? (?:for|to) (?:me|myself)\b"
)
_FREE = re.compile(r"\b(?:free of charge|for free|for nothing|without (?:paying|cost))\b")


def wrong_price(desk: Desk, orders: Sequence[Order], folded: str) -> Doubt | None:
    """A price in the text that is neither that of an order nor of several together."""
    written = [
        _number(one["sp"] or one["bare"])
        for one in _AMOUNT.finditer(folded)
        if not _OWNED.search(folded[: one.start()]) and not _LEFT.match(folded[one.end() :])
    ]
    written += [0] if _FREE.search(folded) else []
    made = Table.of(desk.board, desk.state).production(desk.board.team(desk.power))
    for order in orders:
        if isinstance(said := bare(order), Give) and said.amount is not None:
            own = [_number(one["kept"] or one["mine"]) for one in _OWN_SHARE.finditer(folded)]
            wrong = [one for one in own if one + said.amount != made]
            if wrong:
                reason = f"Production brings {made} SP, and {wrong[0]} + {said.amount} is not that."
                return Doubt(reason, [list(orders)])
    others = set(_other_amounts(desk, orders))
    written = [one for one in written if one not in others]
    if not written:
        return None
    prices = [_price(desk, order, orders) for order in orders]
    known = [one for one in prices if one is not None]
    if not known or None in prices:
        return None
    sums = {
        sum(known[start:end])
        for start in range(len(known))
        for end in range(start + 1, len(known) + 1)
    }
    sums |= _of_recruits(desk, orders) | set(_of_legions(desk, orders))
    wrong = [one for one in written if one not in sums]
    if not wrong:
        return None
    total = sum(known)
    each = f" ({' + '.join(map(str, known))})" if len(known) > 1 else ""
    stated = listed(f"{one} SP" for one in wrong)
    return Doubt(f"This says {stated}, but it costs {total} SP{each}.", [list(orders)])


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS.index("no" if text == "zero" else text)


def _other_amounts(desk: Desk, orders: Sequence[Order]) -> Iterator[int]:
    """Supply points that orders speak of themselves, and that are no prices."""
    made = Table.of(desk.board, desk.state).production(desk.board.team(desk.power))
    for order in orders:
        for test in conditions(order):
            if test.measure is Measure.SUPPLY:
                yield from (test.number - 1, test.number, test.number + 1)
        match bare(order):
            case Give(int(amount)) | StandingSplit(int(amount)):
                yield from (amount, made - amount, made)
            case _:
                pass


def _price(  # noqa: C901, PLR0911 (a case for each order that has a price)
    desk: Desk, order: Order, orders: Sequence[Order]
) -> int | None:
    """What an order costs as things stand; None where that is not known."""
    table, costs = Table.of(desk.board, desk.state), desk.board.costs
    match bare(order):
        case Marker() as said:
            return desk.board.rondel.steps.get(steps_of(table, desk.power, said))
        case Deploy():
            return 0 if desk.state.stage is Stage.SETUP else costs.deploy
        case Levy():
            return costs.deploy
        case Replace():
            return costs.replace
        case Withdraw():
            return costs.withdraw
        case Wish():
            return costs.legendary
        case StandingReset():
            return costs.reset_deploy
        case Recruit(troops) | StandingHidden(troops):
            return price(table, desk.power, troops)
        case Move(legion):
            return _troops(table, legion, costs.move)
        case Exchange(first, second):
            parts = [_troops(table, one, costs.move) for one in (first, second)]
            return None if None in parts else sum(one for one in parts if one is not None)
        case Attack() as said:
            return _attack(table, said, orders)
        case _:
            return 0


def _troops(table: Table, name: LegionId, each: int) -> int | None:
    legion = table.legions.get(name)
    return None if legion is None else legion.troops * each


def _attack(table: Table, said: Attack, orders: Sequence[Order]) -> int | None:
    """What an attack costs with the supports that the other orders add."""
    more = [
        one.legion
        for order in orders
        if isinstance(one := bare(order), Support)
        and one.battle in (None, said.attacker, said.target)
    ]
    legions = [table.legions.get(one) for one in (said.attacker, *said.supports, *more)]
    if None in legions:
        return None
    supports = (*said.supports, *more)
    attacker = table.legions[said.attacker]
    return attack_price(table, attacker, supports, sails=said.sail is not None)


def _of_legions(desk: Desk, orders: Sequence[Order]) -> Iterator[int]:
    """What each legion of an attack costs."""
    table, costs = Table.of(desk.board, desk.state), desk.board.costs
    for order in orders:
        if isinstance(said := bare(order), Attack):
            yield from (
                table.legions[one].troops * costs.support
                for one in (said.attacker, *said.supports)
                if one in table.legions
            )


def _of_recruits(desk: Desk, orders: Sequence[Order]) -> set[int]:
    """What all recruits cost together, where that is less than the sum of each."""
    troops = sum(said.troops for order in orders if isinstance(said := bare(order), Recruit))
    return {price(Table.of(desk.board, desk.state), desk.power, troops)} if troops else set()
