"""Conditions of orders, from parse trees."""

from gm.games.far_east_war.leaves import (
    areas_in,
    find,
    generals_in,
    legion_of,
    legions_in,
    number_in,
    text_of,
)
from gm.games.far_east_war.map import AreaId, LegionId
from gm.games.far_east_war.orders import Compare, Condition, Measure
from gm.games.vocabulary import Node
from gm.values import replace

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


def is_condition(node: Node) -> bool:
    """Whether a tree is a condition."""
    return node.rule in _CONDITIONS


def places_in(tree: Node) -> list[Condition]:
    """The conditions that areas beside legions make."""
    found = [
        _stands(legion_of(node), AreaId(str(node.children[1]))) for node in find(tree, "legion_at")
    ]
    if tree.rule == "move_from":
        found.append(_stands(legions_in(tree)[0], areas_in(tree)[0]))
    return found


def _stands(legion: LegionId, area: AreaId) -> Condition:
    return Condition(Measure.STANDS, legion, Compare.AT_LEAST, 1, area)


def condition_of(node: Node) -> Condition:
    """A condition; those without a number say that something is, or is not, at all."""
    measure = _CONDITIONS[node.rule]
    legions, generals, areas = legions_in(node), generals_in(node), areas_in(node)
    cards = [_CARDS[text_of(one)[:4]] for one in find(node, "card")]
    subject = next(iter([*legions, *generals, *areas, *cards]), None)
    place = areas[0] if measure is Measure.STANDS else None
    amounts = find(node, "amount", "more", "at_most", "fewer")
    if amounts:
        compare, number = _amount(amounts[0])
        return Condition(measure, subject, compare, number)
    if node.rule == "is_down_to":
        return Condition(measure, subject, Compare.AT_MOST, number_in(node))
    if node.rule in _NONE_OF:
        return Condition(measure, subject, Compare.AT_MOST, 0, place)
    return Condition(measure, subject, Compare.AT_LEAST, 1, place)


def _amount(node: Node) -> tuple[Compare, int]:
    number = number_in(node)
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


def opposite(condition: Condition) -> Condition:
    """The condition that holds where this one does not."""
    if condition.compare is Compare.AT_LEAST:
        return replace(condition, compare=Compare.AT_MOST, number=condition.number - 1)
    return replace(condition, compare=Compare.AT_LEAST, number=condition.number + 1)
