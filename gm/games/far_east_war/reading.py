"""Parse trees of ``grammars/far_east_war.lark`` to orders; looks at nothing else.

An area written beside a legion ("J3 in West Gangwon-Do") becomes a condition that it stands there.
"""

from gm.games.far_east_war.map import Action, AreaId, GeneralId, LegionId
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
from gm.games.vocabulary import Node, Power
from gm.values import replace

_NUMBERS = {
    word: number
    for number, words in enumerate(
        (("no", "zero"), ("a", "an", "one"), ("two",), ("three",), ("four",), ("five",), ("six",),
         ("seven",), ("eight",), ("nine",), ("ten",))
    )
    for word in words
}  # fmt: skip
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
            return _guarded([_condition(one) for one in tests], read(order))
        case "unless_before_these":
            tests, order = _taken_apart(tree)
            return _guarded([_opposite(_condition(one)) for one in tests], read(order))
        case "if_after":
            order, *tests = _nodes(tree)
            return _guarded([_condition(one) for one in tests], read(order))
        case "unless_after":
            order, *tests = _nodes(tree)
            return _guarded([_opposite(_condition(one)) for one in tests], read(order))
        case _:
            return _guarded(_places(tree), _orders(tree))


def _taken_apart(tree: Node) -> tuple[list[Node], Node]:
    """Conditions and the order after them; names that run on after the order belong to it."""
    parts = _nodes(tree)
    place = next(at for at, one in enumerate(parts) if not _is_condition(one))
    order = parts[place]
    return parts[:place], replace(order, children=order.children + tuple(parts[place + 1 :]))


def _is_condition(node: Node) -> bool:
    return node.rule in _CONDITIONS


def _guarded(tests: list[Condition], orders: tuple[Order, ...]) -> tuple[Order, ...]:
    if not tests:
        return orders
    return tuple(If((*tests, *conditions(order)), bare(order)) for order in orders)


# Parts of trees


def _nodes(tree: Node) -> list[Node]:
    return [child for child in tree.children if isinstance(child, Node)]


def _text(node: Node) -> str:
    return str(node.children[0])


def _find(tree: Node, *rules: str) -> list[Node]:
    return [node for node in _nodes(tree) if node.rule in rules]


def _has(tree: Node, rule: str) -> bool:
    return bool(_find(tree, rule))


_LEGION_RULES = ("legion", "legion_at", "legion_led", "legion_in", "new")


def _legion(node: Node) -> LegionId:
    match node.rule:
        case "new":
            return NEW
        case "legion_led":
            return LegionId(LED_BY + _generals(node)[0])
        case "legion_in":
            return LegionId(STANDING_IN + _areas(node)[0])
        case _:
            return LegionId(_text(node).upper())


def _legions(tree: Node) -> list[LegionId]:
    return [_legion(node) for node in _find(tree, *_LEGION_RULES)]


def _areas(tree: Node) -> list[AreaId]:
    return [
        AreaId(_text(node) if node.rule == "area" else AREA_OF + _text(node).upper())
        for node in _find(tree, "area", "area_of")
    ]


def _generals(tree: Node) -> tuple[GeneralId, ...]:
    return tuple(GeneralId(_text(node)) for node in _find(tree, "general"))


def _power(tree: Node) -> Power | None:
    """The player whom an order names."""
    named = [child for child in tree.children if isinstance(child, str)]
    return Power(named[0]) if named else None


def _number(tree: Node) -> int:
    text = _text(_find(tree, "number")[0])
    return _NUMBERS[text] if text in _NUMBERS else int(text)


def _places(tree: Node) -> list[Condition]:
    """The conditions that areas beside legions make."""
    found = [
        _stands(_legion(node), AreaId(str(node.children[1]))) for node in _find(tree, "legion_at")
    ]
    if tree.rule == "move_from":
        found.append(_stands(_legions(tree)[0], _areas(tree)[0]))
    return found


def _stands(legion: LegionId, area: AreaId) -> Condition:
    return Condition(Measure.STANDS, legion, Compare.AT_LEAST, 1, area)


# Orders


def _orders(tree: Node) -> tuple[Order, ...]:
    match tree.rule:
        case "recruit_these":
            return tuple(Recruit(*_placement(one)) for one in _find(tree, "placement"))
        case "hidden_these":
            return tuple(StandingHidden(*_placement(one)) for one in _find(tree, "placement"))
        case "no_hidden":
            return (StandingHidden(0, None),)
        case "order":
            return _supports(tree)
        case "move":
            to = _areas(tree)[0]
            return tuple(Move(legion, to) for legion in _legions(tree))
        case _:
            return (_order(tree),)


def _supports(tree: Node) -> tuple[Order, ...]:
    """Legions that stay, or support a battle: the one named last, or the one ordered before."""
    legions = _legions(tree)
    if _has(tree, "stays"):
        return tuple(Stay(legion) for legion in legions)
    if _has(tree, "support_it"):
        return tuple(Support(legion, None) for legion in legions)
    *supports, battle = legions
    return tuple(Support(legion, battle) for legion in supports)


def _placement(node: Node) -> tuple[int, AreaId | None, LegionId | None]:
    areas, legions = _areas(node), _legions(node)
    return _number(node), areas[0] if areas else None, legions[0] if legions else None


def _order(tree: Node) -> Plain:
    for family in (_turn_order, _troop_order, _battle_order, _standing_order, _take_back):
        order = family(tree)
        if order is not None:
            return order
    raise AssertionError(f"No order is read from the rule {tree.rule}.")


def _turn_order(tree: Node) -> Plain | None:  # noqa: C901, PLR0911 (a case for each rule)
    generals, legions, areas = _generals(tree), _legions(tree), _areas(tree)
    match tree.rule:
        case "marker":
            return Marker(_number(tree), _action(tree))
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
            return Give(_number(tree), _power(tree))
        case "give_half":
            return Give(None, _power(tree))
        case "cancel":
            return Cancel()
        case _:
            return None


LEVIER = GeneralId("gwak_jaewoo")
"""The General who is meant where a levy names none."""


def _action(tree: Node) -> Action | None:
    return next((_ACTIONS[one.rule] for one in _nodes(tree) if one.rule in _ACTIONS), None)


def _troop_order(tree: Node) -> Plain | None:  # noqa: PLR0911 (a case for each rule)
    legions, areas = _legions(tree), _areas(tree)
    match tree.rule:
        case "shift" | "shift_by":
            return Shift(_number(tree), legions[0], legions[1])
        case "shift_to":
            return Shift(_number(tree), legions[1], legions[0])
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
    for node in _nodes(tree):
        match node.rule:
            case "size" | "size_new":
                sizes.append((_legions(node)[0], _number(node)))
            case "leads" | "leads_new":
                leads.append((_generals(node)[0], _legions(node)[0]))
    areas = _areas(tree)
    area = areas[0] if areas else AreaId(AREA_OF + sizes[0][0])
    return Regroup(area, tuple(sizes), tuple(leads))


def _battle_order(tree: Node) -> Plain | None:
    legions = _legions(tree)
    match tree.rule:
        case "attack_with_these":
            return Attack(legions[0], legions[1], tuple(legions[2:]), _sail(tree))
        case "attacks_with_these" | "sails_with_these":
            return Attack(legions[1], legions[0], tuple(legions[2:]), _sail(tree))
        case "resolve_these":
            return Resolve(tuple(legions))
        case "infight" | "infight_by":
            spared = [legion for one in _find(tree, "protect") for legion in _legions(one)]
            return Infight(
                _areas(tree)[0],
                legions[0] if legions else None,
                spared[0] if spared else None,
            )
        case "answer" | "answer_with":
            question = _nodes(_find(tree, "question")[0])[0]
            asked, yes = _QUESTIONS[question.rule]
            return Answer(asked, yes != _has(tree, "not_"), legions[0] if legions else None)
        case _:
            return None


def _sail(tree: Node) -> AreaId | None:
    found = [area for one in _find(tree, "sail") for area in _areas(one)]
    return found[0] if found else None


def _standing_order(tree: Node) -> Plain | None:  # noqa: PLR0911 (a case for each rule)
    generals, legions = _generals(tree), _legions(tree)
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
            return StandingSplit(_number(tree), _power(tree))
        case "split_half":
            return StandingSplit(None, _power(tree))
        case "reroll":
            return StandingReroll(_REROLLS[_nodes(tree)[0].rule])
        case "shield_these" | "no_shield" | "full_shield":
            return StandingShield(tree.rule != "no_shield", tuple(legions))
        case "lend" | "no_lend":
            return StandingLend(tree.rule == "lend")
        case _:
            return None


# Conditions

_CONDITIONS = {
    "has_lost": Measure.LOST,
    "has_lost_none": Measure.LOST,
    "has_troops": Measure.TROOPS,
    "is_down_to": Measure.TROOPS,
    "is_gone": Measure.TROOPS,
    "is_alive": Measure.TROOPS,
    "is_at": Measure.STANDS,
    "is_not_at": Measure.STANDS,
    "has_wounds": Measure.WOUNDS,
    "has_supply": Measure.SUPPLY,
    "holds": Measure.HOLDS,
    "holds_not": Measure.HOLDS,
    "is_empty": Measure.LEGIONS,
    "is_not_empty": Measure.LEGIONS,
    "is_dead": Measure.LIVES,
    "lives": Measure.LIVES,
    "card_is": Measure.CARD,
    "card_is_not": Measure.CARD,
}
_NONE_OF = (
    "has_lost_none", "is_gone", "is_not_at", "holds_not", "is_empty", "is_dead", "card_is_not",
)  # fmt: skip
_CARDS = {
    "boun": "bountiful_harvest",
    "harv": "bountiful_harvest",
    "diss": "dissensions",
    "assa": "assassinations",
    "plag": "plague",
    "medi": "medical_officers",
    "hidd": "hidden_forces",
    "rese": "reset",
    "blan": "blank",
    "no e": "blank",
}
"""Event cards by how their names begin."""


def _condition(node: Node) -> Condition:
    """A condition; those without a number say that something is, or is not, at all."""
    measure = _CONDITIONS[node.rule]
    legions, generals, areas = _legions(node), _generals(node), _areas(node)
    cards = [_CARDS[_text(one)[:4]] for one in _find(node, "card")]
    subject = next(iter([*legions, *generals, *areas, *cards]), None)
    place = areas[0] if measure is Measure.STANDS else None
    amounts = _find(node, "amount", "more", "at_most", "fewer")
    if amounts:
        compare, number = _amount(amounts[0])
        return Condition(measure, subject, compare, number)
    if node.rule == "is_down_to":
        return Condition(measure, subject, Compare.AT_MOST, _number(node))
    if node.rule in _NONE_OF:
        return Condition(measure, subject, Compare.AT_MOST, 0, place)
    return Condition(measure, subject, Compare.AT_LEAST, 1, place)


def _amount(node: Node) -> tuple[Compare, int]:
    number = _number(node)
    match node.rule:
        case "more":
            return Compare.AT_LEAST, number + 1
        case "at_most":
            return Compare.AT_MOST, number
        case "fewer":
            return Compare.AT_MOST, number - 1
        case _ if number == 0:
            return Compare.AT_MOST, 0
        case _:
            return Compare.AT_LEAST, number


def _opposite(condition: Condition) -> Condition:
    if condition.compare is Compare.AT_LEAST:
        return replace(condition, compare=Compare.AT_MOST, number=condition.number - 1)
    return replace(condition, compare=Compare.AT_LEAST, number=condition.number + 1)


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
    generals = [f"{LED_BY}{one}" if is_of_legion else one for one in _generals(tree)]
    return TakeBack(what, (*_legions(tree), *_areas(tree), *generals))
