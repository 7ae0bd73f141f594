"""Texts that can be read and yet contradict the position: they are asked back, not followed.

In goes what a sentence was read as, with all names in it; out comes what is wrong, in this order:
legions of the wrong side, names that no order holds and that do not fit, prices that are others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from gm.games.far_east_war.bills import wrong_price
from gm.games.far_east_war.choices import ABILITY_OF
from gm.games.far_east_war.clashes import clash
from gm.games.far_east_war.completing import with_codes
from gm.games.far_east_war.counts import open_count, wrong_count
from gm.games.far_east_war.entries import Desk
from gm.games.far_east_war.map import TEAMS, Effect, GeneralId, LegionId, Team
from gm.games.far_east_war.naming import area_name, general_name, legion_name, power_name
from gm.games.far_east_war.orders import (
    AREA_OF,
    LED_BY,
    STANDING_IN,
    Answer,
    Attack,
    Compare,
    Condition,
    Deploy,
    Exchange,
    Give,
    Infight,
    Levy,
    Measure,
    Move,
    Order,
    Plain,
    Question,
    Recruit,
    Regroup,
    Replace,
    Shift,
    StandingAssassinate,
    StandingHeal,
    StandingReroll,
    StandingReset,
    StandingShield,
    StandingSplit,
    Stay,
    Support,
    Withdraw,
    bare,
    conditions,
)
from gm.games.far_east_war.state import Legion, Stage
from gm.games.game import Doubt, Said


def doubt(desk: Desk, said: Said) -> Doubt | None:
    """What in a text contradicts the position or its letter, if anything does."""
    if not said.orders:
        return _generals_alone(desk, said)
    orders = [with_codes(desk, order)[0] for order in said.orders]
    return (
        _wrong_side(desk, orders)
        or _unheld_name(desk, orders, said)
        or wrong_price(desk, orders, said.text)
        or wrong_count(desk, orders, said.text)
        or open_count(desk, orders, said.text)
        or _boast(desk, orders, said.text)
        or _at_reset(orders)
        or clash(desk, said.orders, said.letter)
    )


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


# Sides


def _wrong_side(desk: Desk, orders: Sequence[Order]) -> Doubt | None:
    mates = (None, desk.board.mate(desk.power), desk.board.team(desk.power), desk.power)
    for place, order in enumerate(orders):
        said = bare(order)
        if isinstance(said, Give | StandingSplit) and said.to not in mates:
            found: Doubt | None = Doubt(
                f"{power_name(desk.board, said.to or '')} is not your team-mate."
            )
        elif isinstance(said, Attack):
            found = _wrong_attack(desk, said)
        else:
            found = _wrong_general(desk, said) or next(
                (
                    Doubt(f"{_whose(desk, legion)} and takes no orders from you.")
                    for name in _acting(said)
                    if (legion := _legion(desk, name)) is not None and _is_enemy(desk, legion)
                ),
                None,
            )
        if found is not None:
            others = orders[:place], orders[place + 1 :]
            meant = [(*others[0], *one, *others[1]) for one in found.meant]
            return replace(found, meant=meant)
    return None


def _wrong_attack(desk: Desk, said: Attack) -> Doubt | None:
    attacker, target = _legion(desk, said.attacker), _legion(desk, said.target)
    if attacker is not None and _is_enemy(desk, attacker):
        turned = target is not None and not _is_enemy(desk, target) and not said.supports
        meant = [[Attack(said.attacker, said.target)]] if turned else []
        return Doubt(f"{_whose(desk, attacker)} and takes no orders from you.", meant)
    if target is not None and not _is_enemy(desk, target):
        return Doubt(f"{_whose(desk, target)}; only enemy legions can be attacked.")
    if said.attacker in said.supports:
        others = tuple(one for one in said.supports if one != said.attacker)
        reason = f"{said.attacker} attacks and cannot support itself."
        return Doubt(reason, [[replace(said, supports=others)]])
    for name in said.supports:
        helper = _legion(desk, name)
        if helper is not None and _is_enemy(desk, helper):
            own = tuple(
                one
                for one in said.supports
                if (legion := _legion(desk, one)) is None or not _is_enemy(desk, legion)
            )
            reason = (
                f"{_whose(desk, helper)} and cannot support {said.attacker}. A legion attacks one "
                "target in a turn."
            )
            meant = [[replace(said, supports=own)], [replace(said, target=name, supports=own)]]
            return Doubt(reason, meant)
    return None


def _wrong_general(desk: Desk, said: Plain) -> Doubt | None:
    """A General of the enemy among those to be ordered, or an own one to be wounded."""
    match said:
        case Deploy(general) | Withdraw(general) | Levy(general):
            mine: tuple[GeneralId, ...] = (general,)
        case Replace(old, new):
            mine = (old, new)
        case StandingHeal(generals):
            mine = generals
        case StandingReset(general) if general is not None:
            mine = (general,)
        case StandingAssassinate(generals):
            own = [one for one in generals if _team_of(desk, one) == desk.board.team(desk.power)]
            if own:
                name = general_name(desk.board, own[0])
                return Doubt(f"{name} is your own General; Assassinations wound one of the enemy.")
            return None
        case _:
            return None
    for one in mine:
        if _team_of(desk, one) not in (None, desk.board.team(desk.power)):
            return Doubt(f"{general_name(desk.board, one)} is none of your Generals.")
    return None


def _team_of(desk: Desk, general: GeneralId) -> Team | None:
    return desk.board.generals[general].team


def _acting(said: Plain) -> Iterator[LegionId]:
    """The legions that an order tells to do something, apart from attacks."""
    match said:
        case Move(legion) | Stay(legion) | Support(legion) | Deploy(_, legion):
            yield legion
        case Exchange(first, second) | Shift(_, first, second):
            yield from (first, second)
        case Recruit(_, _, legion) | Answer(_, _, legion) | Infight(_, legion):
            yield from () if legion is None else (legion,)
        case Regroup(_, sizes):
            yield from (legion for legion, _ in sizes)
        case StandingReset(_, legion) if legion is not None:
            yield legion
        case _:
            return


def _legion(desk: Desk, name: LegionId) -> Legion | None:
    return next((one for one in desk.state.legions if one.id == name), None)


def _is_enemy(desk: Desk, legion: Legion) -> bool:
    return desk.board.team(legion.owner) != desk.board.team(desk.power)


def _whose(desk: Desk, legion: Legion) -> str:
    if legion.owner == desk.power:
        return f"{legion.id} is your own legion"
    return f"{legion.id} is a legion of {power_name(desk.board, legion.owner)}"


# Names


def _unheld_name(desk: Desk, orders: Sequence[Order], said: Said) -> Doubt | None:
    """A name in the text that no order holds, and that does not say what is so anyway."""
    held = {
        text.removeprefix(start)
        for order in (*said.orders, *orders)
        for text in _strings(order)
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
        legions = [*legions, *(one for one in desk.state.legions if _is_enemy(desk, one))]
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
    if not battles or _legion(desk, LegionId(ident)) is None:
        return False
    return all(one.attacker == ident and one.target in battles for one in attacks)


def _is_advanced_into(desk: Desk, area: str, orders: Sequence[Order]) -> bool:
    """Whether "does not advance into ..." names an area into which a legion could advance."""
    answers = [said for order in orders if isinstance(said := bare(order), Answer)]
    enemies = any(one.at == area and _is_enemy(desk, one) for one in desk.state.legions)
    return enemies and any(
        one.question is Question.ADVANCE
        and one.legion is not None
        and (legion := _legion(desk, one.legion)) is not None
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
            if _team_of(desk, GeneralId(ident)) not in (None, board.team(desk.power)):
                where = "is none of your Generals"
            name = general_name(board, GeneralId(ident))
            return f"This names {name}, which does not go with the rest of it: {name} {where}."
    code = LegionId(ids[0].upper())
    legion = _legion(desk, code)
    if legion is None:
        return f"There is no legion {code} on the map."
    where = area_name(board, legion.at)
    return f"This names {code}, which does not go with the rest of it: {code} stands in {where}."


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _strings(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from _strings(getattr(value, part.name))
