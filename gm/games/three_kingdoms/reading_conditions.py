"""Parse trees of conditions to values.

"We have three troops" means another thing in another place: at least three where the fight goes on
*while* we have them, at most three where it ends *when* we have them left.
"""

from gm.games.three_kingdoms.leaves import (
    area_of,
    child_of,
    is_area,
    leaf,
    nodes,
    number_of,
    texts,
    who_of,
)
from gm.games.three_kingdoms.orders import (
    Alive,
    Attacking,
    Both,
    Compare,
    Condition,
    Controls,
    Either,
    Not,
    Outnumbered,
    Present,
    Sign,
    Term,
)
from gm.games.vocabulary import Node

RULES = frozenset(
    [
        "both",
        "condition",
        "not_",
        "compare",
        "we_have",
        "enemy_has",
        "he_has",
        "we_lost",
        "rounds",
        "failed",
        "needs",
        "outnumbered",
        "attacking",
        "defending",
        "controls",
        "present",
        "present_call",
        "absent",
        "alive",
        "alive_call",
        "dead",
        "empty",
    ]
)
"""The rules of the grammar that spell a condition."""

SIGNS = {
    "less": Sign.LESS,
    "at_most": Sign.AT_MOST,
    "equal": Sign.EQUAL,
    "at_least": Sign.AT_LEAST,
    "more": Sign.MORE,
}
_ENEMY_TERMS = {Term.TROOPS: Term.ENEMY_TROOPS, Term.TOTAL: Term.ENEMY_TOTAL}


def condition_in(node: Node, *, bare: Sign = Sign.AT_LEAST) -> Condition:
    """The condition that stands in a node; ``bare`` is meant where own troops have no sign."""
    return condition_of(next(one for one in nodes(node) if one.rule in RULES), bare=bare)


def condition_of(  # noqa: C901, PLR0911, PLR0912  (one line for each rule)
    node: Node, *, bare: Sign = Sign.AT_LEAST
) -> Condition:
    """The condition that a node spells."""
    match node.rule:
        case "both":
            return _joined(node, Both, bare)
        case "condition":
            return _joined(node, Either, bare)
        case "not_":
            return Not(condition_of(next(nodes(node)), bare=bare))
        case "compare" | "we_have" | "enemy_has" | "we_lost" | "he_has":
            return _compare(node, bare)
        case "rounds":
            return Compare(Term.ROUND, Sign.MORE, number_of(leaf(node)))
        case "failed":
            return Compare(Term.FAILURES, Sign.AT_LEAST, number_of(leaf(node)))
        case "needs":
            return Compare(Term.SIEGE_VALUE, Sign.AT_LEAST, number_of(leaf(node)))
        case "outnumbered":
            return Outnumbered()
        case "attacking":
            return Attacking()
        case "defending":
            return Not(Attacking())
        case "controls":
            return Controls(area_of(leaf(node)))
        case "present" | "present_call":
            return Present(who_of(leaf(node)), area_of(leaf(node, 1)))
        case "absent":
            return Not(Present(who_of(leaf(node)), area_of(leaf(node, 1))))
        case "alive" | "alive_call":
            return Alive(who_of(leaf(node)))
        case "dead":
            return Not(Alive(who_of(leaf(node))))
        case "empty":
            return Compare(Term.ENEMY_TOTAL, Sign.EQUAL, 0, area_of(leaf(node)))
        case _:
            raise ValueError(f"The grammar has a condition {node.rule} that is not read.")


def _joined(node: Node, kind: type[Both] | type[Either], bare: Sign) -> Condition:
    parts = [condition_of(child, bare=bare) for child in nodes(node)]
    found = parts[0]
    for part in parts[1:]:
        found = kind(found, part)
    return found


def sign_in(node: Node) -> Sign | None:
    """The comparison in a node, before or after its number."""
    found = child_of(node, "sign") or child_of(node, "post_sign")
    inside = [*(nodes(found) if found else ()), *nodes(node)]
    return next((SIGNS[one.rule] for one in inside if one.rule in SIGNS), None)


def term_in(node: Node) -> Term | None:
    """What is counted in a node."""
    words = {term.value: term for term in Term}
    found = child_of(node, "term") or child_of(node, "counted")
    inside = [*(nodes(found) if found else ()), *nodes(node)]
    return next((words[one.rule] for one in inside if one.rule in words), None)


def enemy_term(term: Term | None) -> Term:
    """The same of the enemy; without a term his total."""
    return _ENEMY_TERMS.get(term or Term.TOTAL, Term.ENEMY_TOTAL)


def _compare(node: Node, bare: Sign) -> Condition:
    sign, term = sign_in(node), term_in(node)
    words = list(texts(node))
    inside = child_of(node, "area")
    place = leaf(inside) if inside else None
    number = next(number_of(word) for word in words if _is_number(word))
    rest = [word for word in words if not _is_number(word)]
    match node.rule:
        case "we_have":
            term = term or Term.TOTAL
            sign = sign or (bare if number else Sign.EQUAL)
            place = rest[0] if rest else None
        case "enemy_has":
            term = enemy_term(term)
            place = rest[0] if rest else None
        case "he_has":
            term = term or Term.TOTAL
            return _of(term, sign, number, str(who_of(rest[0])))
        case "we_lost":
            term, sign = Term.LOST, sign or Sign.AT_LEAST
    return _of(term, sign, number, place)


def _is_number(word: str) -> bool:
    try:
        number_of(word)
    except KeyError:
        return False
    return True


def _of(term: Term | None, sign: Sign | None, number: int, place: str | None) -> Compare:
    if term is None or sign is None:
        raise ValueError("The grammar has a comparison that is not read.")
    if place is None or is_area(place):
        return Compare(term, sign, number, area_of(place) if place else None)
    return Compare(term, sign, number, None, who_of(place))


_OPPOSITES = {
    Sign.LESS: Sign.AT_LEAST,
    Sign.AT_LEAST: Sign.LESS,
    Sign.MORE: Sign.AT_MOST,
    Sign.AT_MOST: Sign.MORE,
}


def opposite(condition: Condition) -> Condition:
    """A condition that holds when the other does not."""
    match condition:
        case Compare(term, sign, number, area, who) if sign in _OPPOSITES:
            return Compare(term, _OPPOSITES[sign], number, area, who)
        case Not(inner):
            return inner
        case _:
            return Not(condition)
