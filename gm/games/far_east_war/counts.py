"""Numbers of troops that a player writes beside legions, compared with the position."""

import re
from collections.abc import Iterator, Sequence

from gm.games.far_east_war.entries import Desk
from gm.games.far_east_war.map import AreaId
from gm.games.far_east_war.naming import count
from gm.games.far_east_war.orders import (
    Answer,
    Attack,
    Compare,
    Exchange,
    If,
    Measure,
    Move,
    Order,
    Recruit,
    Support,
    bare,
    conditions,
)
from gm.games.vocabulary import Doubt
from gm.values import replace

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_FIGURE = r"(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight)"
_BESIDE = re.compile(
    r"\b(?P<legion>[a-z]\d{1,3})(?:,| \(|,? (?:with|and|of)(?: (?:its|his|her|all))*)? ?"
    rf"{_FIGURE} (?:troops?|men)\b"
)
_HAS = re.compile(
    r"\b(?P<legion>[a-z]\d{1,3}|it|he)(?: still)? (?:has|have|keeps) "
    rf"{_FIGURE}(?: (?:troops?|men))?(?P<left> left)?(?! or (?:more|less|fewer))\b"
)


def wrong_count(desk: Desk, orders: Sequence[Order], folded: str) -> Doubt | None:
    """Troops written beside a legion that moves or fights, which has another number."""
    if not all(isinstance(bare(one), Attack | Move | Exchange | Support) for one in orders):
        return None
    for found in _BESIDE.finditer(folded):
        name, number = found["legion"].upper(), _number(found["number"])
        legion = next((one for one in desk.state.legions if one.id == name), None)
        if legion is not None and legion.troops != number:
            reason = f"This says that {name} has {count(number, 'troop')}; it has {legion.troops}."
            return Doubt(reason, [list(orders)])
    return None


def open_count(desk: Desk, orders: Sequence[Order], folded: str) -> Doubt | None:
    """A condition "has 2 troops" that may mean at least or at most so many.

    What one's own legion has so that it does something is at least that.
    """
    numbers = {_number(found["number"]) for found in _HAS.finditer(folded)}
    if not numbers:
        return None
    own = {one.id for one in desk.state.legions if one.owner == desk.power}
    for place, order in enumerate(orders):
        said = bare(order)
        is_wanted = not isinstance(said, Answer) or said.yes
        for at, test in enumerate(conditions(order)):
            number = test.number + (test.compare is Compare.AT_MOST)
            if test.measure is not Measure.TROOPS or not numbers & {number, test.number}:
                continue
            if is_wanted and test.subject in own and test.compare is Compare.AT_LEAST:
                continue
            stated = next(iter(numbers & {number, test.number}))
            tests = conditions(order)
            variants = [
                If(
                    (*tests[:at], replace(test, compare=how, number=many), *tests[at + 1 :]),
                    said,
                )
                for how, many in _readings(stated, turned="unless" in folded)
            ]
            reason = (
                f"“Has {count(stated, 'troop')}” can mean at least or at most so many; please "
                "write which."
            )
            return Doubt(reason, [[*orders[:place], one, *orders[place + 1 :]] for one in variants])
    return None


def open_placement(desk: Desk, orders: Sequence[Order]) -> Doubt | None:
    """Whether "2 in Right Gyeonggi-Do, 1 to K1 and 1 to K2" means two troops or four."""
    for place, order in enumerate(orders):
        match bare(order):
            case Recruit(int(total), area, None) if area is not None:
                pass
            case _:
                continue
        shares = list(_shares(desk, area, orders[place + 1 :]))
        if len(shares) > 1 and sum(one.troops for one in shares) == total:
            after = orders[place + 1 + len(shares) :]
            placed = [replace(one, area=area) for one in shares]
            reason = (
                f"This can mean {total} troops, placed as it says, or {2 * total}; please write "
                "which."
            )
            return Doubt(reason, [[*orders[:place], *placed, *after], list(orders)])
    return None


def _shares(desk: Desk, area: AreaId, orders: Sequence[Order]) -> Iterator[Recruit]:
    """The recruits for legions in an area, up to the first other order."""
    inside = {one.id for one in desk.state.legions if one.at == area}
    for order in orders:
        match bare(order):
            case Recruit(_, None, legion) as said if legion in inside:
                yield said
            case _:
                return


def _readings(number: int, *, turned: bool) -> tuple[tuple[Compare, int], ...]:
    """At least and at most a number; the opposites where the condition is turned round."""
    if turned:
        return (Compare.AT_LEAST, number + 1), (Compare.AT_MOST, number - 1)
    return (Compare.AT_MOST, number), (Compare.AT_LEAST, number)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS.index(text)
