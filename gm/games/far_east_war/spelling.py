"""Orders to text: the standard wording, and the compact notation with ids for names.

Reading either gives the same order again.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from gm.games.far_east_war.map import AreaId, Board, GeneralId, LegionId
from gm.games.far_east_war.naming import count, listed
from gm.games.far_east_war.orders import (
    AREA_OF,
    LED_BY,
    NEW,
    STANDING_IN,
    Answer,
    Attack,
    Cancel,
    Choose,
    Compare,
    Condition,
    Deploy,
    Exchange,
    Give,
    If,
    Infight,
    Levy,
    Marker,
    Measure,
    Move,
    Order,
    Plain,
    Question,
    Recruit,
    Regroup,
    Replace,
    Resolve,
    Shift,
    StandingAssassinate,
    StandingHeal,
    StandingHidden,
    StandingLend,
    StandingReroll,
    StandingReset,
    StandingShield,
    StandingSplit,
    Stay,
    Support,
    TakeBack,
    Undone,
    Wish,
    Withdraw,
)
from gm.values import Value

_VERBS = {
    Question.ADVANCE: ("advance", "advances"),
    Question.STRIKE_AGAIN: ("strike again", "strikes again"),
    Question.REMOVE_TWO: ("remove two troops", "removes two troops"),
    Question.PROVOKE: ("provoke", "provokes"),
    Question.GROW: ("grow", "grows"),
    Question.SPLASH: ("remove one troop", "removes one troop"),
    Question.TAKE_WOUND: ("take a wound", "takes a wound"),
}


class Spelling(Value, frozen=True):
    """How areas, Generals and cards are written: by name or by id."""

    area: Callable[[AreaId], str]
    general: Callable[[GeneralId], str]
    card: Callable[[str], str]


def by_name(board: Board) -> Spelling:
    """The standard wording."""
    return Spelling(
        lambda area: board.areas[area].name if area in board.areas else area,
        lambda one: board.generals[one].name,
        lambda card: board.cards[card].name,
    )


def by_id(board: Board) -> Spelling:
    """The compact notation: codes for areas, short names for Generals."""
    return Spelling(
        lambda area: board.areas[area].code if area in board.areas else area,
        lambda one: board.generals[one].short,
        lambda card: board.cards[card].name,
    )


def spell(how: Spelling, order: Order) -> str:
    """The order as a text that reads as the same order."""
    if isinstance(order, If):
        tests = " and ".join(_condition(how, one) for one in order.conditions)
        text = _plain(how, order.order)
        proper = text[1].isdigit()  # it begins with a legion's code
        return _named(how, f"If {tests}, {text if proper else text[0].lower() + text[1:]}")
    return _named(how, _plain(how, order))


def _named(how: Spelling, text: str) -> str:
    """The text with legions that are named by General or area in words."""
    text = re.sub(
        f"{LED_BY}([a-z_]+)", lambda one: f"legion of {how.general(GeneralId(one[1]))}", text
    )
    text = re.sub(
        f"{STANDING_IN}([a-z_]+)", lambda one: f"legion in {how.area(AreaId(one[1]))}", text
    )
    text = text.replace(AREA_OF, "area of ")
    return text[:1].upper() + text[1:]


def _plain(how: Spelling, order: Plain) -> str:
    for family in (_turn, _troops, _battle, _standing):
        text = family(how, order)
        if text is not None:
            return text
    raise AssertionError(order)


def _legion(name: LegionId) -> str:
    return "a new legion" if name == NEW else name


def _names(how: Spelling, generals: Iterable[GeneralId]) -> str:
    return listed(how.general(one) for one in generals)


def _turn(  # noqa: C901, PLR0911 (a case for each order)
    how: Spelling, order: Plain
) -> str | None:
    match order:
        case Choose(generals):
            return f"Choose {_names(how, generals)}"
        case Wish(generals):
            names = ", then ".join(how.general(one) for one in generals)
            return f"Legendary: {names}" if generals else "No Legendary"
        case Marker(None, action):
            return f"Move the marker to {'' if action is None else action.label}"
        case Marker(steps, action):
            where = "" if action is None else f" to {action.label}"
            return f"Move the marker {count(steps or 0, 'space')}{where}"
        case Deploy(general, legion):
            return f"Deploy {how.general(general)} on {legion}"
        case Replace(old, new):
            return f"Replace {how.general(old)} with {how.general(new)}"
        case Withdraw(general):
            return f"Withdraw {how.general(general)}"
        case Levy(general, area, to, target):
            then = "" if to is None else f" and move to {how.area(to)}"
            then += "" if target is None else f" and attack {target}"
            return f"Levy {how.general(general)} in {how.area(area)}{then}"
        case Give(amount, to):
            part = "half" if amount is None else f"{amount} SP"
            return f"Give {part} to {to or 'the team-mate'}"
        case Cancel():
            return "Cancel all orders"
        case TakeBack(what, names):
            return _taken_back(how, what, names)
        case _:
            return None


_TAKEN_BACK = {
    Undone.ATTACK: "attack of",
    Undone.ATTACK_ON: "attack on",
    Undone.MOVE: "move of",
    Undone.SUPPORT: "support of",
    Undone.RECRUITS: "recruits for",
    Undone.GENERAL: "deployment of",
    Undone.ALL: "orders for",
}


def _taken_back(how: Spelling, what: Undone, names: Sequence[str]) -> str:
    """An order that takes back another one, such as ``Cancel the attack of K1 on J7``."""
    written = [
        name
        if name.startswith((LED_BY, STANDING_IN, AREA_OF)) or name[1:].isdigit()
        else how.general(GeneralId(name))
        if what in (Undone.GENERAL, Undone.ALL)
        else how.area(AreaId(name))
        for name in names
    ]
    if not written:
        return f"Cancel the {what.value}"
    return f"Cancel the {_TAKEN_BACK[what]} {' on '.join(written)}"


def _placement(how: Spelling, troops: int, area: AreaId | None, legion: LegionId | None) -> str:
    where = "" if area is None else f" in {how.area(area)}"
    if legion == NEW:
        return f"{count(troops, 'troop')}{where} as a new legion"
    return f"{count(troops, 'troop')}{where}{'' if legion is None else f' to {legion}'}"


def _troops(how: Spelling, order: Plain) -> str | None:
    match order:
        case Recruit(troops, area, legion):
            return f"Recruit {_placement(how, troops, area, legion)}"
        case Shift(troops, source, target):
            moved = "all troops" if troops is None else count(troops, "troop")
            return f"Move {moved} from {source} to {_legion(target)}"
        case Regroup(area, sizes, generals):
            parts = [f"{'new' if name == NEW else name} {troops}" for name, troops in sizes]
            parts += [f"{how.general(one)} on {_legion(name)}" for one, name in generals]
            where = "" if area.startswith(AREA_OF) else f" {how.area(area)}"
            return f"Regroup{where}: {', '.join(parts)}"
        case Move(legion, to, via):
            over = "" if via is None else f" via {how.area(via)}"
            return f"Move {legion} to {how.area(to)}{over}"
        case Exchange(first, second):
            return f"Exchange {first} with {second}"
        case _:
            return None


def _battle(  # noqa: PLR0911 (a case for each order)
    how: Spelling, order: Plain
) -> str | None:
    match order:
        case Attack(target, attacker, supports, sail):
            sailing = "" if sail is None else f" sailing to {how.area(sail)}"
            supported = f" supported by {listed(supports)}" if supports else ""
            return f"Attack {target} with {attacker}{sailing}{supported}"
        case Support(legion, battle):
            return f"{legion} supports {battle or 'the attack'}"
        case Stay(legion):
            return f"{legion} stays where it is"
        case Answer(question, yes, None):
            verb = _VERBS[question][0]
            return verb.capitalize() if yes else f"Do not {verb}"
        case Answer(question, yes, legion):
            verb, verbs = _VERBS[question]
            return f"{legion} {verbs}" if yes else f"{legion} does not {verb}"
        case Infight(area, legion, protect):
            by = "" if legion is None else f" with {legion}"
            spared = "" if protect is None else f", protect {protect}"
            return f"Infighting in {how.area(area)}{by}{spared}"
        case Resolve(legions):
            return f"Resolve {', then '.join(legions)}"
        case _:
            return None


def _standing(  # noqa: C901, PLR0911 (a case for each order)
    how: Spelling, order: Plain
) -> str | None:
    match order:
        case StandingAssassinate(generals):
            return f"Assassinate {', then '.join(how.general(one) for one in generals)}"
        case StandingHeal(generals):
            return f"Heal {', then '.join(how.general(one) for one in generals)}"
        case StandingHidden(0, None, None):
            return "Hidden forces: nothing"
        case StandingHidden(troops, area, legion):
            return f"Hidden forces: {_placement(how, troops, area, legion)}"
        case StandingReset(general, legion) if general is not None and legion is not None:
            return f"Reset: deploy {how.general(general)} on {legion}"
        case StandingReset():
            return "Reset: nobody"
        case StandingSplit(amount, to):
            part = "half" if amount is None else f"{amount} SP"
            return f"Split the harvest: {part} to {to or 'the team-mate'}"
        case StandingReroll(policy):
            return f"Reroll: {policy.value}"
        case StandingShield(use, legions):
            with_legions = f" with {listed(legions)}" if legions else " full"
            return f"Shield:{with_legions if use else ' none'}"
        case StandingLend(yes):
            return f"Lend: {'yes' if yes else 'no'}"
        case _:
            return None


def _amount(condition: Condition, what: str) -> str:
    """``at least 1 troop``, ``no wounds``."""
    if condition.compare is Compare.AT_MOST and condition.number == 0:
        return f"no {what}s"
    return f"{condition.compare.value} {count(condition.number, what)}"


def _condition(  # noqa: C901, PLR0911 (a case for each measure)
    how: Spelling, condition: Condition
) -> str:
    subject, compare, number = condition.subject or "", condition.compare, condition.number
    amount = f"{compare.value} {number}"
    is_true = compare is Compare.AT_LEAST
    match condition.measure:
        case Measure.LOST:
            return f"{subject} has lost {_amount(condition, 'troop')}"
        case Measure.TROOPS if number == 0:
            return f"{subject} is gone"
        case Measure.TROOPS if is_true and number == 1:
            return f"{subject} is still there"
        case Measure.TROOPS:
            return f"{subject} has {_amount(condition, 'troop')}"
        case Measure.WOUNDS:
            return f"{how.general(GeneralId(subject))} has {_amount(condition, 'wound')}"
        case Measure.SUPPLY:
            return f"I have {amount} SP"
        case Measure.HOLDS:
            verb = "control" if is_true else "do not control"
            return f"I {verb} {how.area(AreaId(subject))}"
        case Measure.LEGIONS:
            state = "is not empty" if is_true else "is empty"
            return f"{how.area(AreaId(subject))} {state}"
        case Measure.LIVES:
            state = "is alive" if is_true else "is dead"
            return f"{how.general(GeneralId(subject))} {state}"
        case Measure.CARD:
            return f"the card is {'' if is_true else 'not '}{how.card(subject)}"
        case Measure.STANDS:
            verb = "is in" if is_true else "is not in"
            where = "" if condition.place is None else how.area(condition.place)
            return f"{subject} {verb} {where}"
