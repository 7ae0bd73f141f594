"""Orders of one letter that say two things of the same matter: which of them is meant is asked."""

from collections.abc import Iterator, Sequence

from gm.games.far_east_war.completing import with_codes
from gm.games.far_east_war.entries import Desk
from gm.games.far_east_war.map import LegionId
from gm.games.far_east_war.movement import marches_far
from gm.games.far_east_war.orders import (
    Answer,
    Attack,
    Deploy,
    Exchange,
    Marker,
    Move,
    Order,
    Plain,
    Replace,
    Stay,
    Support,
    Withdraw,
    bare,
    conditions,
)
from gm.games.far_east_war.spelling import by_name, spell
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.turn import steps_of
from gm.games.vocabulary import Doubt, Power

Matter = tuple[str, ...]
"""What an order settles, so that another one would settle it anew."""
MOST = 300
"""In letters of more orders only those of one sentence are compared; no turn has so many."""


def clash(desk: Desk, orders: Sequence[Order], letter: Sequence[Order]) -> Doubt | None:
    """Another order of the *letter* that settles differently what one of *orders* settles.

    Orders with conditions may well be alternatives to each other.
    """
    table = Table.of(desk.board, desk.state)
    settled = [
        (matter, how, order)
        for order, said in _answered(letter if len(letter) <= MOST else orders)
        if not conditions(order)
        for matter, how in _settled(table, desk.power, said)
    ]
    for matter, how, order in settled:
        if not any(order is one for one in orders):
            continue
        for other_matter, other, rival in settled:
            if matter == other_matter and how != other:
                words = spell(by_name(desk.board), rival)
                return Doubt(
                    f"The letter also says “{words}”; please write which is meant.",
                    list(_meant(orders, order, rival)),
                )
    return None


def overuse(desk: Desk, orders: Sequence[Order], letter: Sequence[Order]) -> Doubt | None:
    """Another order of the *letter* for which a legion of *orders* is used a second time.

    A legion moves, attacks or supports, once in a turn. Rulebook: Battle Phase, Declare Battles.
    """
    table = Table.of(desk.board, desk.state)
    used = [
        (legion, use, order)
        for order in (letter if len(letter) <= MOST else orders)
        if not conditions(order)
        for legion, use in _uses(bare(with_codes(desk, order)[0]))
    ]
    for legion, use, order in used:
        if not any(order is one for one in orders):
            continue
        for other_legion, other, rival in used:
            is_same = legion != other_legion or rival is order
            if not is_same and not _go_together(table, legion, use, other):
                words = spell(by_name(desk.board), rival)
                rest = [one for one in orders if one is not rival]
                return Doubt(
                    f"The letter also says “{words}”, and a legion moves, attacks or supports "
                    "only once in a turn; please write which is meant.",
                    [rest, [rival if one is order else one for one in rest]],
                )
    return None


Use = Move | Exchange | Attack | Support
"""What a legion does in an order; in an attack it may also support."""


def _uses(said: Plain) -> Iterator[tuple[LegionId, Use]]:
    match said:
        case Move(legion):
            yield legion, said
        case Exchange(first, second):
            yield first, said
            yield second, said
        case Support(legion):
            yield legion, said
        case Attack(_, attacker, supports):
            yield attacker, said
            for one in supports:
                yield one, Support(one, attacker)
        case _:
            return


def _go_together(table: Table, name: LegionId, use: Use, other: Use) -> bool:
    """Whether a legion may do both: a step before an attack, the same thing said twice."""
    match use, other:
        case (Attack() as attack, Move() as move) | (Move() as move, Attack() as attack):
            legion, target = table.legions.get(name), table.legions.get(attack.target)
            if legion is None or target is None or marches_far(table, legion):
                return True
            areas = table.board.areas
            at_sea = (
                not areas[one].is_land for one in (legion.at, move.to, target.at) if one in areas
            )
            return move.via is None and all(at_sea)
        case (Attack(), Support()) | (Support(), Attack()):
            return False
        case Support(_, one), Support(_, two) if one != two:
            mine = table.legions.get(name)
            attackers = [table.legions.get(battle) for battle in (one, two) if battle is not None]
            own = [led for led in attackers if mine and led and led.owner == mine.owner]
            return len(own) < len(attackers)  # a battle may be named by its target
        case (Move() | Exchange(), Support()) | (Support(), Move() | Exchange()):
            return False
        case _:
            return True  # what else contradicts, ``clash`` finds


def _meant(orders: Sequence[Order], order: Order, rival: Order) -> Iterator[Sequence[Order]]:
    """The sentence with either of two orders, or with both as one where they may be."""
    rest = [one for one in orders if one is not rival]
    yield rest
    yield [rival if one is order else one for one in rest]
    match order, rival:
        case Attack(target, first, supports, sail), Attack(same, second) if target == same:
            both = Attack(target, first, (*supports, second), sail)
            yield [both if one is order else one for one in rest]
        case Move(legion, first, None), Move(_, second, None):
            for to, via in ((second, first), (first, second)):
                yield [Move(legion, to, via) if one is order else one for one in rest]
        case _:
            pass


def _answered(letter: Sequence[Order]) -> Iterator[tuple[Order, Plain]]:
    """The orders, with the attacker whose battle an answer is for."""
    attacker = None
    for order in letter:
        said = bare(order)
        if isinstance(said, Attack):
            attacker = said.attacker
        if isinstance(said, Answer) and said.legion is None and attacker is not None:
            said = Answer(said.question, said.yes, attacker)
        yield order, said


def _settled(  # noqa: C901 (a case for each order)
    table: Table, power: Power, said: Plain
) -> Iterator[tuple[Matter, object]]:
    """What an order settles, and how."""
    match said:
        case Marker():
            yield ("marker",), steps_of(table, power, said)
        case Move(legion, to):
            yield ("place", legion), to
        case Stay(legion):
            yield ("place", legion), None
        case Exchange(first, second):
            yield ("place", first), second
            yield ("place", second), first
        case Attack(target, attacker):
            yield ("battle", attacker), target
            yield ("target", target), attacker
        case Support(legion, battle) if battle is not None:
            yield ("support", legion), battle
        case Deploy(general, legion):
            yield ("general", general), legion
            yield ("leader", legion), general
        case Replace(old, new):
            yield ("general", old), new
        case Withdraw(general):
            yield ("general", general), None
        case Answer(question, yes, legion):
            yield ("answer", question.value, legion or ""), yes
        case _:
            return
