"""Texts that can be read and yet contradict the position: they are asked back, not followed.

In goes what a sentence was read as, with all names in it; out comes the first thing that is wrong:
another turn, a broken number, a legion or General of the wrong side, a name that no order holds and
that does not fit, another price or number of troops, words that may be a boast, a sentence of the
letter that settles the same differently.
"""

import re
from collections.abc import Sequence

from gm.games.far_east_war.allegiance import is_enemy, legion_of, team_of, wrong_side
from gm.games.far_east_war.bills import wrong_price
from gm.games.far_east_war.choices import ABILITY_OF
from gm.games.far_east_war.clashes import clash, overuse
from gm.games.far_east_war.completing import with_codes
from gm.games.far_east_war.counts import open_count, open_placement, wrong_count
from gm.games.far_east_war.entries import Desk
from gm.games.far_east_war.map import TEAMS, Effect, GeneralId, LegionId, Team
from gm.games.far_east_war.naming import area_name, general_name, legion_name
from gm.games.far_east_war.order_ids import strings_of
from gm.games.far_east_war.orders import (
    AREA_OF,
    LED_BY,
    STANDING_IN,
    Answer,
    Attack,
    Compare,
    Condition,
    Deploy,
    Infight,
    Measure,
    Order,
    Question,
    StandingReroll,
    StandingReset,
    StandingShield,
    Support,
    bare,
    conditions,
)
from gm.games.far_east_war.state import Legion, Stage
from gm.games.vocabulary import Doubt, Said


def doubt(desk: Desk, said: Said) -> Doubt | None:
    """What in a text contradicts the position or its letter, if anything does."""
    if not said.orders:
        return _generals_alone(desk, said) or _general_ordered(desk, said)
    orders = [with_codes(desk, order)[0] for order in said.orders]
    return (
        _other_turn(desk, said.text)
        or _odd_number(said.text)
        or wrong_side(desk, orders)
        or _unheld_name(desk, orders, said)
        or wrong_price(desk, orders, said.text)
        or wrong_count(desk, orders, said.text)
        or open_count(desk, orders, said.text)
        or open_placement(desk, orders)
        or _boast(desk, orders, said.text)
        or _at_reset(orders)
        or clash(desk, said.orders, said.letter)
        or overuse(desk, said.orders, said.letter)
    )


def _other_turn(desk: Desk, text: str) -> Doubt | None:
    """Whether an order is said to be for another turn."""
    found = _TURN.match(text)
    if found is None or int(found[1]) == desk.state.turn or desk.state.stage is Stage.SETUP:
        return None
    return Doubt(f"This speaks of turn {found[1]}; orders are due for turn {desk.state.turn}.")


_TURN = re.compile(r"(?:for|in|on|at)? ?(?:my )?turn (?:no\.? ?)?(\d{1,3})\b")
_ODD = re.compile(
    r"(?<![\w-])-(?=\d+ (?:spaces?|steps?|troops?|men|sp)\b)"
    r"|\d[.,]\d+ (?:spaces?|steps?|troops?|men|sp)\b"
)


def _odd_number(text: str) -> Doubt | None:
    """Whether a number is negative or broken."""
    if _ODD.search(text) is None:
        return None
    return Doubt("Only whole numbers from one on can be ordered; please write which is meant.")


def _general_ordered(desk: Desk, said: Said) -> Doubt | None:
    """In one's own turn, talk that tells a General of one's own to do something."""
    table = desk.state
    mine = {*table.holdings[desk.power].hand, *(one.general for one in table.legions)}
    mine = {one for one in mine if one and team_of(desk, one) in (None, _own(desk))}
    named = sorted(ident for ids in said.names for ident in ids & mine)
    if desk.power != table.active or not named or not _TOLD.match(said.text):
        return None
    if len(said.text.split()) > MANY // 2:
        return None
    name = general_name(desk.board, GeneralId(named[0]))
    return Doubt(
        f"This seems to be an order about {name}; please write it out, with the legion that is "
        "meant."
    )


_TOLD = re.compile(
    r"(?:please |now |then |and )*(?:send|bring|call|use|deploy|play|put|place|recall|withdraw|"
    r"replace|march|attach|assign|swap)\b"
)


def _own(desk: Desk) -> Team:
    return desk.board.team(desk.power)


def _generals_alone(desk: Desk, said: Said) -> Doubt | None:
    """At set-up, talk that names Generals and may be part of a choice of them."""
    if desk.state.stage is not Stage.SETUP or said.text.startswith(">"):
        return None
    mine = {*desk.board.selectable(desk.power), *desk.board.legendary(desk.power)}
    named = [ids & mine for ids in said.names if ids & mine]
    words = len(said.text.split())
    tells_where = "legion" in said.text or any(ids & desk.board.areas.keys() for ids in said.names)
    is_short = words <= FEW * len(named) or (tells_where and words <= MANY)
    if not named or not is_short:
        return None
    return Doubt(
        "This names Generals, but does not say whether you choose or place them. Please write "
        "“Choose” with all their names in one sentence, or “Deploy” with a General and a legion."
    )


FEW, MANY = 5, 12
"""Words beside each name of a General, and in all, of what may be no mere talk."""


def _boast(desk: Desk, orders: Sequence[Order], text: str) -> Doubt | None:
    """Whether "Japan advances!" may be talk: a side is named, and no legion."""
    names = [name for side in desk.board.names.values() for name in (side.name, *side.aliases)]
    side = next((one for one in names if text.startswith(f"{one.lower()} ")), None)
    for order in orders:
        match bare(order):
            case Answer(_, _, None) if side is not None:
                return Doubt(
                    f"This says it of {side}, not of a legion; please write it of the legion "
                    "that is meant.",
                    [list(orders)],
                )
            case _:
                pass
    return None


def _at_reset(orders: Sequence[Order]) -> Doubt | None:
    """Whether a General is to be deployed by the card Reset, or in the action after it."""
    for order in orders:
        said = bare(order)
        if isinstance(said, Deploy) and _RESET in conditions(order):
            reason = (
                "Reset itself lets you deploy a General, and so may the action after it; please "
                "write which is meant."
            )
            return Doubt(reason, [[StandingReset(said.general, said.legion)]])
    return None


_RESET = Condition(Measure.CARD, "reset", Compare.AT_LEAST, 1)


# Names


def _unheld_name(desk: Desk, orders: Sequence[Order], said: Said) -> Doubt | None:
    """A name in the text that no order holds, and that does not say what is so anyway."""
    held = {
        text.removeprefix(start)
        for order in (*said.orders, *orders)
        for text in strings_of(order)
        for start in (AREA_OF, LED_BY, STANDING_IN, "")
    }
    legions = [one for one in desk.state.legions if one.id in held or one.general in held]
    for written in said.names:
        ids = written | {one.upper() for one in written}
        if ids & held or ids & {*desk.board.powers, *TEAMS}:
            continue
        is_so = any(_fits(desk, ident, legions, orders) for ident in ids)
        if not is_so and not any(_is_supported(desk, ident, orders, said.letter) for ident in ids):
            return Doubt(_unread(desk, sorted(written)), [list(orders)])
    return None


def _fits(desk: Desk, ident: str, legions: Sequence[Legion], orders: Sequence[Order]) -> bool:
    """Whether a name says of the legions ordered what is so."""
    if ident in desk.board.areas:
        return any(one.at == ident for one in legions) or _is_advanced_into(desk, ident, orders)
    if ident in desk.board.generals:
        general = GeneralId(ident)
        return any(one.general == ident for one in legions) or _may_use(desk, general, orders)
    if any(
        isinstance(said := bare(order), Answer) and said.question is Question.PROVOKE
        for order in orders
    ):
        legions = [*legions, *(one for one in desk.state.legions if is_enemy(desk, one))]
    return any(one.id == ident for one in legions)


def _is_supported(desk: Desk, ident: str, orders: Sequence[Order], letter: Sequence[Order]) -> bool:
    """Whether "J6 supports J5 against K1" names the attacker of an attack on K1."""
    battles = {said.battle for order in orders if isinstance(said := bare(order), Support)}
    attacks = [
        said
        for order in letter
        if isinstance(said := bare(with_codes(desk, order)[0]), Attack)
        and (said.attacker == ident or said.target in battles)
    ]
    if not battles or legion_of(desk, LegionId(ident)) is None:
        return False
    return all(one.attacker == ident and one.target in battles for one in attacks)


def _is_advanced_into(desk: Desk, area: str, orders: Sequence[Order]) -> bool:
    """Whether "does not advance into ..." names an area into which a legion could advance."""
    answers = [said for order in orders if isinstance(said := bare(order), Answer)]
    enemies = any(one.at == area and is_enemy(desk, one) for one in desk.state.legions)
    return enemies and any(
        one.question is Question.ADVANCE
        and one.legion is not None
        and (legion := legion_of(desk, one.legion)) is not None
        and area in desk.board.areas[legion.at].borders
        for one in answers
    )


def _may_use(desk: Desk, general: GeneralId, orders: Sequence[Order]) -> bool:
    """Whether a General has the ability that an order asks for, or is the one it is used on."""
    card = desk.board.generals[general]
    is_own = card.team in (None, desk.board.team(desk.power))
    for order in orders:
        match bare(order):
            case Answer(question) if question in ABILITY_OF:
                if question is Question.PROVOKE and not is_own and not card.has(Effect.PROVOKE):
                    return True
                if is_own and card.has(ABILITY_OF[question]):
                    return True
            case Infight() if is_own and card.has(Effect.INFIGHTING):
                return True
            case StandingReroll() if is_own and card.has(Effect.REROLL):
                return True
            case StandingShield() if is_own and card.has(Effect.REDIRECT_LOSSES):
                return True
            case _:
                pass
    return False


def _unread(desk: Desk, ids: Sequence[str]) -> str:
    board = desk.board
    for ident in ids:
        if ident in board.areas:
            inside = [legion_name(board, one) for one in desk.state.legions if one.at == ident]
            there = f" There stand: {'; '.join(inside)}." if inside else ""
            name = next(one.name for one in board.areas.values() if one.id == ident)
            return f"This names {name}, which does not go with the rest of it.{there}"
        if ident in board.generals:
            led = next((one for one in desk.state.legions if one.general == ident), None)
            where = "is not on the map" if led is None else f"leads {led.id}"
            if team_of(desk, GeneralId(ident)) not in (None, board.team(desk.power)):
                where = "is none of your Generals"
            name = general_name(board, GeneralId(ident))
            return f"This names {name}, which does not go with the rest of it: {name} {where}."
    code = LegionId(ids[0].upper())
    legion = legion_of(desk, code)
    if legion is None:
        return f"There is no legion {code} on the map."
    where = area_name(board, legion.at)
    return f"This names {code}, which does not go with the rest of it: {code} stands in {where}."
