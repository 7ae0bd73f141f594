"""What a letter leaves to be understood is filled in: whose answer it is, which legion is meant.

In goes an order as written; after ``complete`` it names every legion by its code.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gm.games.far_east_war.choices import ABILITY_OF, holds
from gm.games.far_east_war.entries import Desk, Entry
from gm.games.far_east_war.map import AreaId, Effect, GeneralId, LegionId
from gm.games.far_east_war.naming import (
    area_name,
    general_name,
    legion_name,
    listed,
    missing_legion,
    power_name,
)
from gm.games.far_east_war.orders import (
    AREA_OF,
    LED_BY,
    STANDING_IN,
    Answer,
    Attack,
    Compare,
    Condition,
    Give,
    If,
    Infight,
    Measure,
    Move,
    Order,
    Plain,
    Question,
    Recruit,
    StandingAssassinate,
    StandingHeal,
    StandingHidden,
    StandingReset,
    StandingSplit,
    Stay,
    Support,
    conditions,
)
from gm.games.far_east_war.state import Legion
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Fate
from gm.values import Value, replace

_CARD_OF: Mapping[type[Plain], Condition] = {
    kind: Condition(Measure.CARD, card, Compare.AT_LEAST, 1)
    for kind, card in (
        (StandingAssassinate, "assassinations"),
        (StandingHeal, "medical_officers"),
        (StandingHidden, "hidden_forces"),
        (StandingReset, "reset"),
        (StandingSplit, "bountiful_harvest"),
    )
}
"""The card for which a standing instruction is kept anyway."""


def complete(desk: Desk, entry: Entry, entries: Sequence[Entry]) -> None:
    """Fills in what the letter and the position tell; refuses what names no single legion."""
    _name_legions(desk, entry)
    if entry.fate is Fate.STANDS:
        _fill_in(desk, entry, entries)
        _drop_start(desk, entry)
        _drop_mate(desk, entry)
        _drop_known(desk, entry, entries)


def _name_legions(desk: Desk, entry: Entry) -> None:
    """Puts codes in the place of legions, and ids of areas, that are named by one another."""
    entry.order, reasons = with_codes(desk, entry.order)
    if reasons:
        desk.refuse(entry, reasons[0])


def with_codes(desk: Desk, order: Order) -> tuple[Order, list[str]]:
    """An order with codes in the place of legions, and why some names stand for no single one."""
    reasons: list[str] = []

    def named(text: str) -> str:
        found = _meant(desk, text)
        if isinstance(found, str):
            reasons.append(found)
            return text
        return found.at if text.startswith(AREA_OF) else found.id

    return _renamed(order, named), reasons


def _renamed(value: Any, named: Callable[[str], str]) -> Any:
    """An order, or a part of one, with other names for the legions that have no code yet."""
    if isinstance(value, str):
        return named(value) if value.startswith((LED_BY, STANDING_IN, AREA_OF)) else value
    if isinstance(value, tuple):
        return tuple(_renamed(one, named) for one in value)
    if isinstance(value, Value):
        parts = {name: getattr(value, name) for name in value.__struct_fields__}
        return replace(value, **{name: _renamed(part, named) for name, part in parts.items()})
    return value


def _meant(desk: Desk, text: str) -> Legion | str:
    """The legion that is named, that a General leads, or that stands alone in an area.

    If there is none, a sentence says so.
    """
    board, legions = desk.board, desk.state.legions
    if text.startswith(AREA_OF):
        name = text.removeprefix(AREA_OF)
        return next((one for one in legions if one.id == name), None) or missing_legion(
            LegionId(name)
        )
    if text.startswith(LED_BY):
        general = GeneralId(text.removeprefix(LED_BY))
        led = [one for one in legions if one.general == general]
        return led[0] if led else f"{general_name(board, general)} leads no legion now."
    area = AreaId(text.removeprefix(STANDING_IN))
    inside = [one for one in legions if one.at == area]
    if len(inside) == 1:
        return inside[0]
    where = area_name(board, area)
    if not inside:
        return f"No legion stands in {where}."
    names = listed(legion_name(board, one) for one in inside)
    return f"Two legions stand in {where}: {names}. Please write the code of the one you mean."


def _fill_in(desk: Desk, entry: Entry, entries: Sequence[Entry]) -> None:
    said = entry.said
    match said:
        case Answer(_, _, None) | Infight(_, None, _):
            legion = _attacker_meant(desk, entry, entries)
            if legion is not None:
                _change(entry, replace(said, legion=legion))
        case Support(_, None):
            legion = _attacker_before(entry, entries)
            if legion is None:
                desk.refuse(entry, "No attack is ordered before it in the same letter.")
            _change(entry, replace(said, battle=legion))
        case Stay(legion):
            attacks = [
                one
                for one in entries
                if isinstance(one.said, Attack) and one.said.attacker == legion
            ]
            if any(one.sheet == entry.sheet for one in attacks):
                _change(entry, Answer(Question.ADVANCE, yes=False, legion=legion))
            elif any(one.fate is Fate.STANDS for one in attacks):
                reason = f"An earlier letter orders an attack by {legion}."
                hint = (
                    f"Write “{legion} does not advance” if that is meant; to take the attack back, "
                    f"write “Cancel the attack of {legion}”."
                )
                desk.refuse(entry, reason, hint)
        case Recruit(_, None, legion):
            found = _standing(desk, legion)
            if found is not None:
                _change(entry, replace(said, area=found.at))
        case _:
            pass


def _drop_start(desk: Desk, entry: Entry) -> None:
    """Leaves out the area a legion starts from, which is none on its way ("from where it is")."""
    match entry.said:
        case Attack(attacker=legion, sail=area) as said if _stands_in(desk, legion, area):
            _change(entry, replace(said, sail=None))
        case Move(legion=legion, via=area) as said if _stands_in(desk, legion, area):
            _change(entry, replace(said, via=None))
        case _:
            pass


def _drop_mate(desk: Desk, entry: Entry) -> None:
    """Takes the name of the team-mate as said; refuses any other."""
    said = entry.said
    if not isinstance(said, Give | StandingSplit) or said.to is None:
        return
    if said.to in (desk.board.mate(desk.power), desk.board.team(desk.power)):
        _change(entry, replace(said, to=None))
    elif said.to == desk.power:
        desk.refuse(entry, "This names yourself; please write what the team-mate gets.")
    else:
        desk.refuse(entry, f"{power_name(desk.board, said.to)} is not your team-mate.")


def _stands_in(desk: Desk, name: LegionId, area: AreaId | None) -> bool:
    legion = _standing(desk, name)
    return area is not None and legion is not None and legion.at == area


def _standing(desk: Desk, name: LegionId | None) -> Legion | None:
    return next((one for one in desk.state.legions if one.id == name), None)


def _change(entry: Entry, order: Plain) -> None:
    tests = conditions(entry.order)
    entry.order = If(tests, order) if tests else order


def _attacker_meant(desk: Desk, entry: Entry, entries: Sequence[Entry]) -> LegionId | None:
    """Whose battle an answer is for, if it does not say so.

    What only one General can do is for his legion; else it is for the own legion that the condition
    names, by its General or its code, or else for the last attack. A condition on an enemy legion
    is for the attack on it.
    """
    able = _led_by_able(desk, entry.said)
    if able is not None:
        return able
    named = {test.subject for test in conditions(entry.order)}
    named |= {one.id for one in desk.state.legions if one.general in named}
    own = [one.id for one in desk.state.legions if one.id in named and one.owner == desk.power]
    attacks = [
        one.said
        for one in entries
        if one.sheet == entry.sheet and isinstance(one.said, Attack) and one.said.target in named
    ]
    if own:
        return own[0]
    return attacks[0].attacker if attacks else _attacker_before(entry, entries)


def _led_by_able(desk: Desk, said: Plain) -> LegionId | None:
    """The own legion whose General has the ability that an answer is about."""
    match said:
        case Infight():
            effect: Effect | None = Effect.INFIGHTING
        case Answer(question):
            effect = ABILITY_OF.get(question)
        case _:
            effect = None
    legion = None if effect is None else Table.of(desk.board, desk.state).leading(effect)
    return legion.id if legion is not None and legion.owner == desk.power else None


def _attacker_before(entry: Entry, entries: Sequence[Entry]) -> LegionId | None:
    """The attacker of the attack that the same letter ordered just before."""
    found: LegionId | None = None
    for one in entries:
        if one is entry:
            return found
        if one.sheet == entry.sheet and isinstance(one.said, Attack):
            found = one.said.attacker
    return found


def _drop_known(desk: Desk, entry: Entry, entries: Sequence[Entry]) -> None:
    """Takes "J3 in West Gangwon-Do" as true or as a slip, unless the legion is to move before."""
    table = Table.of(desk.board, desk.state)
    moving = {one.said.legion for one in entries if isinstance(one.said, Move)}
    kept: list[Condition] = []
    for test in conditions(entry.order):
        if test == _CARD_OF.get(type(entry.said)):
            continue  # "if the card is Assassinations, assassinate Kato"
        is_place = test.measure is Measure.STANDS
        if is_place and holds(table, desk.power, test):
            continue
        if is_place and test.subject not in moving:
            desk.refuse(entry, _elsewhere(table, test))
        kept.append(test)
    entry.order = If(tuple(kept), entry.said) if kept else entry.said


def _elsewhere(table: Table, test: Condition) -> str:
    legion = table.legions.get(LegionId(test.subject or ""))
    if legion is None:
        return f"There is no legion {test.subject} on the map."
    return f"{legion.id} stands in {area_name(table.board, legion.at)}."
