"""Parse trees of ``grammars/three_kingdoms.lark`` to orders; looks at nothing else.

One tree may give several orders: "strike Xu from Yu with Cao Cao; retreat to Yu" is an action and
a clause. A name of the wrong kind gives the order ``Confused``, which the check refuses.
"""

from collections.abc import Callable, Iterator

from gm.games.three_kingdoms.leaves import (
    CONDITION,
    WrongName,
    area_of,
    areas_of,
    child_of,
    goals_in,
    is_area,
    leaf,
    men_of,
    names_in,
    nation_of,
    nodes,
    number_of,
    texts,
    who_of,
)
from gm.games.three_kingdoms.orders import (
    Adviser,
    Always,
    AskMe,
    Assaults,
    Cancel,
    Commander,
    Compare,
    Condition,
    Confused,
    ControlWith,
    Defend,
    DefendHow,
    Else,
    Fallback,
    Farm,
    Forget,
    HaltIf,
    If,
    KeepOut,
    Lose,
    MusterAuto,
    NeverRetreat,
    Number,
    Order,
    Pass,
    Persuade,
    Pick,
    Place,
    Pursue,
    RetreatTo,
    Sign,
    Stance,
    Stratagems,
    Term,
    Then,
    Troops,
    Until,
    Use,
)
from gm.games.three_kingdoms.reading_actions import ACTIONS, farming, nation_in
from gm.games.three_kingdoms.reading_conditions import (
    RULES,
    condition_in,
    condition_of,
    enemy_term,
    opposite,
    sign_in,
    term_in,
)
from gm.games.vocabulary import Node


def read(tree: Node) -> tuple[Order, ...]:
    """The orders a parse tree spells."""
    try:
        return tuple(_orders(tree))
    except WrongName as wrong:
        is_action = tree.rule in ACTIONS or tree.rule in ("lead_if", "lead_unless", "persuade")
        return (Confused(wrong.name, wrong.wanted, is_action),)


def _orders(node: Node) -> Iterator[Order]:
    if node.rule in ACTIONS:
        yield from ACTIONS[node.rule](node)
    elif node.rule in CLAUSES:
        yield CLAUSES[node.rule](node)
    elif node.rule in SEVERAL:
        yield from SEVERAL[node.rule](node)
    else:
        raise ValueError(f"The grammar has a rule {node.rule} that is not read.")


def _led_if(node: Node) -> Iterator[Order]:
    """A condition in front of its action."""
    condition, action = nodes(node)
    yield from _orders(action)
    found = condition_of(condition)
    yield If(opposite(found) if node.rule == "lead_unless" else found)


def _lasting(node: Node) -> Iterator[Order]:
    """A choice that is said to stay in force."""
    yield Always()
    yield from _orders(next(nodes(node)))


# ---- how an attack is met

_STANCES = {"siege": Stance.SIEGE, "field": Stance.FIELD, "withdraw": Stance.WITHDRAW}


def _defend(node: Node) -> Defend:
    """``DEFEND Yu WITH SIEGE IF enemy_total < 6``, "if attacked in Yu by less than 6, siege"."""
    words = texts(node) or names_in(node)
    stance = next(_STANCES[child.rule] for child in nodes(node) if child.rule in _STANCES)
    conditions = [child for child in nodes(node) if child.rule in RULES]
    by = child_of(node, "by_")
    condition = condition_of(conditions[0]) if conditions else _by(by) if by else None
    return Defend(stance, area_of(words[0]) if words else None, condition)


def _attacked(node: Node) -> Iterator[Order]:
    """What is done when attacked, perhaps with where to, and what otherwise."""
    inner = [child for child in nodes(node) if child.rule not in ("otherwise", "goals")]
    if node.rule == "attacked_leave":
        inner.append(Node("withdraw"))
    yield _defend(Node("defend", (*texts(node), *inner)))
    other = child_of(node, "otherwise")
    if other is not None:
        yield _defend(Node("defend", (*texts(node), *nodes(other))))
    if goals_in(node):
        yield RetreatTo(areas_of(goals_in(node)))


def _by(node: Node) -> Condition:
    return Compare(
        enemy_term(term_in(node)), sign_in(node) or Sign.AT_LEAST, number_of(texts(node)[0])
    )


def _led_defends(node: Node) -> Iterator[Order]:
    """Areas with a stance ("Yu stands a siege"), each by itself."""
    for name in names_in(node):
        rest = tuple(child for child in nodes(node) if child.rule != "names")
        yield _defend(Node("defend", (name, *rest)))


def _withdraws(node: Node) -> Iterator[Order]:
    for name in names_in(node):
        yield Defend(Stance.WITHDRAW, area_of(name))


def _keep_out(node: Node) -> KeepOut:
    words = texts(node)
    return KeepOut(men_of(names_in(node)), area_of(words[0]) if words else None)


# ---- battle


def _commander(node: Node) -> Commander:
    return Commander(men_of(names_in(node)))


def _adviser(node: Node) -> Adviser:
    return Adviser(men_of(names_in(node)))


def _stratagems(node: Node) -> Stratagems:
    found = [child for child in nodes(node) if child.rule == "use"]
    first = any(child_of(one, "first") for one in (node, *found))
    return Stratagems(tuple(map(_use, found)), only=not first)


def _use(node: Node) -> Use:
    victims = child_of(node, "victims")
    return Use(
        number_of(leaf(node)),
        men_of(names_in(victims)) if victims else (),
        terrain=child_of(node, "terrain") is not None,
    )


def _until(node: Node) -> Until:
    """Retreat when the condition holds; "when we have three troops" is three or fewer."""
    return Until(condition_in(node, bare=Sign.AT_MOST), areas_of(goals_in(node)))


def _fight_while(node: Node) -> Until:
    return Until(opposite(condition_in(node)), areas_of(goals_in(node)))


def _never_retreat(node: Node) -> NeverRetreat:
    return NeverRetreat(condition_in(node) if node.children else None)


def _losses(node: Node) -> Lose:
    people = [name for child in nodes(node) for name in texts(child)]
    return Lose(men_of(people), last=node.rule in ("spare", "led_spare"))


def _retreat_to(node: Node) -> RetreatTo:
    return RetreatTo(areas_of(goals_in(node)), men_of(names_in(node)))


def _control(node: Node) -> ControlWith:
    """``CONTROL Cao Cao IN Henan``, "control Henan with Cao Cao"."""
    words = (*names_in(node), *texts(node))
    areas = [name for name in words if is_area(name)]
    people = [name for name in words if not is_area(name)]
    if not people:
        raise WrongName(words[0], "a general")
    return ControlWith(who_of(people[0]), area_of(areas[0]) if areas else None)


def _ask_me(node: Node) -> AskMe:
    return AskMe(area_of(leaf(node)) if node.children else None)


def _fallback(node: Node) -> Fallback:
    inner = next(nodes(node), None)
    if inner is None:
        return Fallback(Farm())
    if inner.rule == "farm_often":
        raise WrongName("once", "one action")
    return Fallback(Pass() if inner.rule == "pass_" else farming(inner))


# ---- muster


def _picks(node: Node) -> Iterator[Pick]:
    for wish in nodes(node):
        words = texts(wish)
        yield Pick(men_of(names_in(wish)), nation_of(words[0]) if words else None)


def _places(node: Node) -> Iterator[Place]:
    for spot in nodes(node):
        for who in men_of(names_in(spot)):
            yield Place(who, area_of(texts(spot)[0]))


def _led_places(node: Node) -> Iterator[Place]:
    """Newcomers in front: "Guo Jia appears in Yu", in a muster "Guo Jia - Yu"."""
    for place in [child for child in nodes(node) if child.rule in ("move", "stop")] or [node]:
        for who in men_of(names_in(place)):
            yield Place(who, area_of(texts(place)[-1]))


def _troops(node: Node) -> Iterator[Troops]:
    for gift in nodes(node):
        one, other = texts(gift)
        name, number = (other, one) if gift.rule == "gift_to" else (one, other)
        yield Troops(who_of(name), number_of(number))


def _led_troops(node: Node) -> Iterator[Troops]:
    """Generals in front: "Cao Cao gets 3 troops and Xun Yu 1"."""
    first, *others = names_in(node)
    if others:
        raise WrongName(others[0], "a number of troops")
    words = (first, *texts(node))
    for name, number in zip(words[::2], words[1::2], strict=True):
        yield Troops(who_of(name), number_of(number))


def _bare(node: Node) -> Iterator[Order]:
    """A stance alone, which only the answer to a question about a battle may be."""
    raise WrongName(next(nodes(node)).rule, "an area that is defended so")
    yield


def _standing_stance(node: Node) -> Iterator[Order]:
    """A stance for always, everywhere or in one area."""
    yield Always()
    yield _defend(node)


def _answer_leave(node: Node) -> Iterator[Order]:
    """Whoever is asked how he fights and says "withdraw to Qing" leaves."""
    yield Defend(Stance.WITHDRAW)
    yield _retreat_to(node)


def _hanging(_: Node) -> Iterator[Order]:
    """A condition on a choice that can have none: it must not fall to the action beside it."""
    raise WrongName(CONDITION, "no condition")
    yield


SEVERAL: dict[str, Callable[[Node], Iterator[Order]]] = {
    "lead_if": _led_if,
    "lead_unless": _led_if,
    "lasting": _lasting,
    "bare": _bare,
    "standing_stance": _standing_stance,
    "hanging": _hanging,
    "answer_leave": _answer_leave,
    "attacked": _attacked,
    "attacked_leave": _attacked,
    "roles": lambda node: (CLAUSES[role.rule](role) for role in nodes(node)),
    "led_defend": _led_defends,
    "led_withdraw": _withdraws,
    "pick": _picks,
    "place": _places,
    "led_place": _led_places,
    "troops": _troops,
    "led_troops": _led_troops,
}
"""What reads the tree of each rule that may spell several orders."""

CLAUSES: dict[str, Callable[[Node], Order]] = {
    "persuade": lambda node: Persuade(who_of(leaf(node)), nation_in(node)),
    "number": lambda node: Number(number_of(leaf(node))),
    "then_": lambda _: Then(),
    "then_only": lambda _: Then(),
    "else_": lambda _: Else(),
    "if_": lambda node: If(condition_in(node)),
    "unless_": lambda node: If(opposite(condition_in(node))),
    "halt_if": lambda node: HaltIf(condition_in(node)),
    "always": lambda _: Always(),
    "forget": lambda _: Forget(),
    "cancel": lambda _: Cancel(),
    "defend": _defend,
    "defend_in": _defend,
    "defend_how": lambda node: DefendHow(area_of(leaf(node))),
    "leave_if_attacked": lambda node: Defend(Stance.WITHDRAW, area_of(leaf(node))),
    "keep_out": _keep_out,
    "led_keep_out": _keep_out,
    "commander": _commander,
    "leads": _commander,
    "adviser": _adviser,
    "advises": _adviser,
    "stratagems": _stratagems,
    "no_stratagems": lambda _: Stratagems(()),
    "until": _until,
    "until_led": _until,
    "retreat_if": _until,
    "fight_while": _fight_while,
    "rounds_at_most": lambda node: Until(Compare(Term.ROUND, Sign.MORE, number_of(leaf(node)))),
    "never_retreat": _never_retreat,
    "assaults": lambda node: Assaults(number_of(leaf(node))),
    "lose": _losses,
    "led_lose": _losses,
    "spare": _losses,
    "led_spare": _losses,
    "pursue": lambda _: Pursue(pursue=True),
    "no_pursuit": lambda _: Pursue(pursue=False),
    "retreat_to": _retreat_to,
    "beaten_to": _retreat_to,
    "led_retreat": _retreat_to,
    "control_with": _control,
    "led_control": _control,
    "no_pick": lambda _: Pick(()),
    "muster_auto": lambda _: MusterAuto(auto=True),
    "muster_ask": lambda _: MusterAuto(auto=False),
    "ask_me": _ask_me,
    "fallback": _fallback,
}
"""What reads the tree of each rule that spells one order."""
