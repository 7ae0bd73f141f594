"""Orders that take back one order: the attack on a legion, a march, a support, recruits.

``Cancel`` takes back all orders of the turn, ``TakeBack`` those of one kind for what it names.
"""

from collections.abc import Sequence

from gm.games.far_east_war.completing import with_codes
from gm.games.far_east_war.entries import Desk, Entry
from gm.games.far_east_war.map import AreaId, GeneralId
from gm.games.far_east_war.naming import area_name, general_name, listed
from gm.games.far_east_war.order_ids import strings_of
from gm.games.far_east_war.orders import (
    STANDING_IN,
    Attack,
    Deploy,
    Exchange,
    If,
    Levy,
    Move,
    Plain,
    Recruit,
    Replace,
    Stay,
    Support,
    TakeBack,
    Undone,
    Withdraw,
    bare,
    conditions,
)
from gm.games.vocabulary import Fate
from gm.values import replace

_KINDS: dict[Undone, tuple[type[Plain], ...]] = {
    Undone.ATTACK: (Attack,),
    Undone.ATTACK_ON: (Attack,),
    Undone.MOVE: (Move, Exchange),
    Undone.SUPPORT: (Support,),
    Undone.RECRUITS: (Recruit,),
    Undone.GENERAL: (Deploy, Replace, Withdraw, Levy),
    Undone.ALL: (Attack, Move, Exchange, Support, Stay, Deploy, Replace, Withdraw, Levy),
}
_CALLED = {
    Undone.ATTACK: "attack",
    Undone.ATTACK_ON: "attack",
    Undone.MOVE: "move",
    Undone.SUPPORT: "support",
    Undone.RECRUITS: "recruiting",
    Undone.GENERAL: "order",
    Undone.ALL: "order",
}


def take_back(desk: Desk, entry: Entry, earlier: Sequence[Entry]) -> None:
    """Takes back what an order says of those *earlier* that stand; refuses it if there is none.

    A support that was ordered with its attack is left out of it.
    """
    order, reasons = with_codes(desk, entry.order)
    entry.order, said = order, bare(order)
    assert isinstance(said, TakeBack)
    if reasons:
        desk.refuse(entry, reasons[0])
        return
    taken = [one for one in earlier if _is_meant(desk, said, one)]
    if said.what is Undone.ATTACK and not said.names and len(taken) > 1:
        attacks = listed(
            f"{_coded(desk, one).attacker} on {_coded(desk, one).target}" for one in taken
        )
        desk.refuse(entry, f"Several attacks are ordered: {attacks}. Please write which is meant.")
        return
    for one in taken:
        one.fate = Fate.REPLACED
    helped = [one for one in earlier if one.fate is Fate.STANDS and _lose_support(desk, said, one)]
    if not taken and not helped:
        desk.refuse(entry, f"No {_CALLED[said.what]}{_about(desk, said)} is ordered.")


def _is_meant(desk: Desk, said: TakeBack, one: Entry) -> bool:
    if not isinstance(one.said, _KINDS[said.what]):
        return False
    order = bare(with_codes(desk, one.order)[0])
    own: str | None = None
    named: set[str]
    match order:
        case Attack(target, attacker):
            own, named = attacker, {attacker, target}
        case Recruit():
            named = {*strings_of(order), *_area_of_legion(desk, order)}
        case Support(legion) | Stay(legion) | Move(legion):
            own, named = legion, {legion}
        case _:
            named = {*strings_of(order)}
    if said.what is Undone.ALL and own is not None:  # also by the name of its General
        named = {own, *(str(one.general) for one in desk.state.legions if one.id == own)}
    return all(name in named for name in said.names)


def _area_of_legion(desk: Desk, said: Recruit) -> list[AreaId]:
    return [one.at for one in desk.state.legions if one.id == said.legion]


def _lose_support(desk: Desk, said: TakeBack, one: Entry) -> bool:
    """Leaves a legion out of the supports of an attack; whether it was one of them."""
    order = with_codes(desk, one.order)[0]
    attack = bare(order)
    if said.what is not Undone.SUPPORT or not isinstance(attack, Attack):
        return False
    supports = tuple(legion for legion in attack.supports if legion not in said.names)
    if supports == attack.supports:
        return False
    left, tests = replace(attack, supports=supports), conditions(order)
    one.order = If(tests, left) if tests else left
    return True


def _coded(desk: Desk, one: Entry) -> Attack:
    order = bare(with_codes(desk, one.order)[0])
    assert isinstance(order, Attack)
    return order


def _about(desk: Desk, said: TakeBack) -> str:
    """What an order that takes back names, in words."""
    board = desk.board
    names = [
        area_name(board, AreaId(name))
        if name in board.areas
        else general_name(board, GeneralId(name))
        if name in board.generals
        else name.removeprefix(STANDING_IN)
        for name in said.names
    ]
    return f" for {listed(names)}" if names else ""
