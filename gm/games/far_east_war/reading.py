"""Parse trees of ``grammars/far_east_war.lark`` to orders; looks at nothing else.

An area written beside a legion ("J3 in West Gangwon-Do") becomes a condition that it stands there.
"""

from gm.games.far_east_war.leaves import (
    areas_in,
    find,
    generals_in,
    has,
    legions_in,
    nodes,
    number_in,
    power_in,
)
from gm.games.far_east_war.map import Action, AreaId, GeneralId, LegionId
from gm.games.far_east_war.orders import (
    AREA_OF,
    LED_BY,
    Answer,
    Attack,
    Cancel,
    Choose,
    Condition,
    Deploy,
    Exchange,
    Give,
    If,
    Infight,
    Levy,
    Marker,
    Move,
    Order,
    Plain,
    Question,
    Recruit,
    Regroup,
    Replace,
    Reroll,
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
    bare,
    conditions,
)
from gm.games.far_east_war.reading_conditions import condition_of, is_condition, opposite, places_in
from gm.games.vocabulary import Node
from gm.values import replace

_ACTIONS = {
    "to_production": Action.PRODUCTION_GENERALS,
    "to_recruit": Action.RECRUIT_REGROUP,
    "to_battle": Action.MOVE_BATTLE,
}
_QUESTIONS = {
    "advance": (Question.ADVANCE, True),
    "strike_again": (Question.STRIKE_AGAIN, True),
    "remove_two": (Question.REMOVE_TWO, True),
    "roll_dice": (Question.REMOVE_TWO, False),
    "provoke": (Question.PROVOKE, True),
    "grow": (Question.GROW, True),
    "splash": (Question.SPLASH, True),
    "take_wound": (Question.TAKE_WOUND, True),
}
_REROLLS = {
    "reroll_none": Reroll.NONE,
    "reroll_blanks": Reroll.BLANKS,
    "reroll_steals": Reroll.BLANKS_AND_STEALS,
}


def read(tree: Node) -> tuple[Order, ...]:
    """The orders a parse tree spells."""
    match tree.rule:
        case "if_before_these":
            tests, order = _taken_apart(tree)
            return _guarded([condition_of(one) for one in tests], read(order))
        case "unless_before_these":
            tests, order = _taken_apart(tree)
            return _guarded([opposite(condition_of(one)) for one in tests], read(order))
        case "if_after":
            order, *tests = nodes(tree)
            return _guarded([condition_of(one) for one in tests], read(order))
        case "unless_after":
            order, *tests = nodes(tree)
            return _guarded([opposite(condition_of(one)) for one in tests], read(order))
        case _:
            return _guarded(places_in(tree), _orders(tree))


def _taken_apart(tree: Node) -> tuple[list[Node], Node]:
    """Conditions and the order after them; names that run on after the order belong to it."""
    parts = nodes(tree)
    place = next(at for at, one in enumerate(parts) if not is_condition(one))
    order = parts[place]
    return parts[:place], replace(order, children=order.children + tuple(parts[place + 1 :]))


def _guarded(tests: list[Condition], orders: tuple[Order, ...]) -> tuple[Order, ...]:
    if not tests:
        return orders
    return tuple(If((*tests, *conditions(order)), bare(order)) for order in orders)


def _orders(tree: Node) -> tuple[Order, ...]:
    match tree.rule:
        case "recruit_these":
            return tuple(Recruit(*_placement(one)) for one in find(tree, "placement"))
        case "hidden_these":
            return tuple(StandingHidden(*_placement(one)) for one in find(tree, "placement"))
        case "no_hidden":
            return (StandingHidden(0, None),)
        case "order":
            return _supports(tree)
        case "move":
            to = areas_in(tree)[0]
            return tuple(Move(legion, to) for legion in legions_in(tree))
        case _:
            return (_order(tree),)


def _supports(tree: Node) -> tuple[Order, ...]:
    """Legions that stay, or support a battle: the one named last, or the one ordered before."""
    legions = legions_in(tree)
    if has(tree, "stays"):
        return tuple(Stay(legion) for legion in legions)
    if has(tree, "support_it"):
        return tuple(Support(legion, None) for legion in legions)
    *supports, battle = legions
    return tuple(Support(legion, battle) for legion in supports)


def _placement(node: Node) -> tuple[int, AreaId | None, LegionId | None]:
    areas, legions = areas_in(node), legions_in(node)
    return number_in(node), areas[0] if areas else None, legions[0] if legions else None


def _order(tree: Node) -> Plain:
    for family in (_turn_order, _troop_order, _battle_order, _standing_order, _take_back):
        order = family(tree)
        if order is not None:
            return order
    raise AssertionError(f"No order is read from the rule {tree.rule}.")


def _turn_order(tree: Node) -> Plain | None:  # noqa: C901, PLR0911 (a case for each rule)
    generals, legions, areas = generals_in(tree), legions_in(tree), areas_in(tree)
    match tree.rule:
        case "marker":
            return Marker(number_in(tree), _action(tree))
        case "marker_to":
            return Marker(None, _action(tree))
        case "choose_these":
            return Choose(generals)
        case "wish_these" | "no_wish":
            return Wish(generals)
        case "deploy":
            return Deploy(generals[0], legions[0])
        case "replace_":
            return Replace(generals[0], generals[1])
        case "withdraw":
            return Withdraw(generals[0])
        case "levy" | "levy_move" | "levy_attack":
            return Levy(
                generals[0] if generals else LEVIER,
                areas[0],
                areas[1] if tree.rule == "levy_move" else None,
                legions[0] if legions else None,
            )
        case "give":
            return Give(number_in(tree), power_in(tree))
        case "give_half":
            return Give(None, power_in(tree))
        case "cancel":
            return Cancel()
        case _:
            return None


LEVIER = GeneralId("gwak_jaewoo")
"""The General who is meant where a levy names none."""


def _action(tree: Node) -> Action | None:
    return next((_ACTIONS[one.rule] for one in nodes(tree) if one.rule in _ACTIONS), None)


def _troop_order(tree: Node) -> Plain | None:  # noqa: PLR0911 (a case for each rule)
    legions, areas = legions_in(tree), areas_in(tree)
    match tree.rule:
        case "shift" | "shift_by":
            return Shift(number_in(tree), legions[0], legions[1])
        case "shift_to":
            return Shift(number_in(tree), legions[1], legions[0])
        case "shift_all":
            return Shift(None, legions[0], legions[1])
        case "regroup_these":
            return _regroup(tree)
        case "move_from":
            return Move(legions[0], areas[1])
        case "move_via":
            return Move(legions[0], areas[1], areas[0])
        case "move_to_via":
            return Move(legions[0], areas[0], areas[1])
        case "exchange":
            return Exchange(legions[0], legions[1])
        case _:
            return None


def _regroup(tree: Node) -> Regroup:
    sizes: list[tuple[LegionId, int]] = []
    leads: list[tuple[GeneralId, LegionId]] = []
    for node in nodes(tree):
        match node.rule:
            case "size" | "size_new":
                sizes.append((legions_in(node)[0], number_in(node)))
            case "leads" | "leads_new":
                leads.append((generals_in(node)[0], legions_in(node)[0]))
    areas = areas_in(tree)
    area = areas[0] if areas else AreaId(AREA_OF + sizes[0][0])
    return Regroup(area, tuple(sizes), tuple(leads))


def _battle_order(tree: Node) -> Plain | None:
    legions = legions_in(tree)
    match tree.rule:
        case "attack_with_these":
            return Attack(legions[0], legions[1], tuple(legions[2:]), _sail(tree))
        case "attacks_with_these" | "sails_with_these":
            return Attack(legions[1], legions[0], tuple(legions[2:]), _sail(tree))
        case "resolve_these":
            return Resolve(tuple(legions))
        case "infight" | "infight_by":
            spared = [legion for one in find(tree, "protect") for legion in legions_in(one)]
            return Infight(
                areas_in(tree)[0],
                legions[0] if legions else None,
                spared[0] if spared else None,
            )
        case "answer" | "answer_with":
            question = nodes(find(tree, "question")[0])[0]
            asked, yes = _QUESTIONS[question.rule]
            return Answer(asked, yes != has(tree, "not_"), legions[0] if legions else None)
        case _:
            return None


def _sail(tree: Node) -> AreaId | None:
    found = [area for one in find(tree, "sail") for area in areas_in(one)]
    return found[0] if found else None


def _standing_order(tree: Node) -> Plain | None:  # noqa: PLR0911 (a case for each rule)
    generals, legions = generals_in(tree), legions_in(tree)
    match tree.rule:
        case "assassinate_these":
            return StandingAssassinate(generals)
        case "heal_these":
            return StandingHeal(generals)
        case "deploy_reset":
            return StandingReset(generals[0], legions[0])
        case "no_reset":
            return StandingReset(None, None)
        case "split":
            return StandingSplit(number_in(tree), power_in(tree))
        case "split_half":
            return StandingSplit(None, power_in(tree))
        case "reroll":
            return StandingReroll(_REROLLS[nodes(tree)[0].rule])
        case "shield_these" | "no_shield" | "full_shield":
            return StandingShield(tree.rule != "no_shield", tuple(legions))
        case "lend" | "no_lend":
            return StandingLend(tree.rule == "lend")
        case _:
            return None


# Orders that take back another

_UNDONE = {
    "take_back_attack": Undone.ATTACK,
    "take_back_attack_on": Undone.ATTACK_ON,
    "take_back_move": Undone.MOVE,
    "take_back_support": Undone.SUPPORT,
    "take_back_recruits": Undone.RECRUITS,
    "take_back_general": Undone.GENERAL,
    "take_back_all": Undone.ALL,
}


def _take_back(tree: Node) -> Plain | None:
    what = _UNDONE.get(tree.rule)
    if what is None:
        return None
    is_of_legion = what not in (Undone.GENERAL, Undone.ALL)  # the legion that a General leads
    generals = [f"{LED_BY}{one}" if is_of_legion else one for one in generals_in(tree)]
    return TakeBack(what, (*legions_in(tree), *areas_in(tree), *generals))
