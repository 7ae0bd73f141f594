"""Parse trees of ``grammars/three_kingdoms.lark`` to orders; looks at nothing else.

One tree may give several orders: "strike Xu from Yu with Cao Cao; retreat to Yu" is an action and
a clause. A name of the wrong kind gives the order ``Confused``, which the check refuses.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from gm.games.game import Node
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import (
    Action,
    Advance,
    Adviser,
    Alive,
    Ally,
    Always,
    AskMe,
    Assaults,
    Both,
    Cancel,
    Commander,
    Compare,
    Condition,
    Confused,
    Controls,
    ControlWith,
    Defend,
    Discord,
    Either,
    Else,
    Fallback,
    Farm,
    Forget,
    Group,
    HaltIf,
    If,
    KeepOut,
    Lose,
    MusterAuto,
    NeverRetreat,
    Not,
    Number,
    Order,
    Outnumbered,
    Pass,
    Persuade,
    Pick,
    Place,
    Present,
    Pursue,
    RetreatTo,
    Sign,
    Stance,
    Step,
    Stratagems,
    Strike,
    Sweep,
    Term,
    Then,
    Troops,
    Until,
    Use,
)
from gm.games.three_kingdoms.roster import Who

_AREA = re.compile(r"[A-M]\d?")
_NATIONS = {
    "wei": "wei",
    "jin": "wei",
    "shu": "shu",
    "wu": "wu",
    "dong_zhuo": "dong",
}
_NUMBERS = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    )
} | {"once": 1, "twice": 2, "none": 0}


class _Wrong(Exception):  # noqa: N818  (caught at once and turned into an order)
    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(name)
        self.name, self.wanted = name, wanted


def read(tree: Node) -> tuple[Order, ...]:
    """The orders a parse tree spells."""
    try:
        return tuple(_orders(tree))
    except _Wrong as wrong:
        return (Confused(wrong.name, wrong.wanted),)


# ---- names and numbers


def _is_area(name: str) -> bool:
    return _AREA.fullmatch(name.split("/")[0]) is not None


def _area(name: str) -> Area:
    if not _is_area(name):
        raise _Wrong(name, "an area")
    return Area(name.split("/")[0])


def _who(name: str) -> Who:
    if _is_area(name) or name in ("wei", "jin", "shu", "wu"):
        raise _Wrong(name, "a general")
    return Who(name)


def _nation(name: str) -> Side:
    plain = name.split("/")[-1]
    if plain not in _NATIONS:
        raise _Wrong(name, "a nation")
    return Side(_NATIONS[plain])


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text]


def _leaf(node: Node, place: int = 0) -> str:
    child = node.children[place]
    if isinstance(child, Node):
        raise TypeError(f"{node.rule} holds {child.rule} where a word should be.")
    return child


def _nodes(node: Node) -> Iterator[Node]:
    return (child for child in node.children if isinstance(child, Node))


def _texts(node: Node) -> tuple[str, ...]:
    return tuple(child for child in node.children if isinstance(child, str))


def _child(node: Node, rule: str) -> Node | None:
    return next((child for child in _nodes(node) if child.rule == rule), None)


def _names(node: Node) -> tuple[str, ...]:
    found = _child(node, "names")
    return _texts(found) if found else ()


def _men(names: Iterable[str]) -> tuple[Who, ...]:
    return tuple(_who(name) for name in names)


def _areas(names: Iterable[str]) -> tuple[Area, ...]:
    return tuple(_area(name) for name in names)


# ---- orders


def _orders(node: Node) -> Iterator[Order]:
    if node.rule in _ACTIONS:
        yield _ACTIONS[node.rule](node)
    elif node.rule in _CLAUSES:
        yield _CLAUSES[node.rule](node)
    elif node.rule == "troops":
        yield from _troops(node)
    elif node.rule == "pick":
        yield from _picks(node)
    elif node.rule == "lead_if":
        condition, action = _nodes(node)
        yield from _orders(action)
        yield If(_condition(condition))
    else:
        raise ValueError(f"The grammar has a rule {node.rule} that is not read.")


# ---- actions


def _steps(node: Node) -> Iterator[tuple[Area | None, Step]]:
    """The moves of one ``move``: an area in front of the generals is where they leave."""
    names = _names(node)
    origin = _area(names[0]) if _is_area(names[0]) and len(names) > 1 else None
    people = names[1:] if origin else names
    texts = list(_texts(node))
    if len(texts) == 2:
        origin = _area(texts.pop(0))
    path = [_area(texts[0])]
    for child in _nodes(node):
        if child.rule == "onward":
            path.append(_area(_leaf(child)))
        elif child.rule == "via":
            path.insert(0, _area(_leaf(child)))
    for who in _men(people):
        yield origin, Step(who, tuple(path))


def _advance(node: Node) -> Action:
    origin: Area | None = None
    head = _names(node)
    if head:
        origin = _area(head[0])
    found = []
    moves = _child(node, "moves")
    if moves is not None:
        for place, move in enumerate(_nodes(moves)):
            if place == 0 and len(head) > 1:
                move = _with_people(move, head[1:])
            found += list(_steps(move))
    else:
        found = list(_steps(_with_people(node, head[1:] if head and _is_area(head[0]) else head)))
    origin = origin or next((start for start, _ in found if start), None)
    steps = tuple(step for _, step in found)
    return Advance(origin, steps, _battle(node, steps[-1].path[-1] if steps else None))


def _with_people(node: Node, people: Sequence[str]) -> Node:
    rest = tuple(child for child in node.children if not _is_names(child))
    own = _names(node) if node.rule == "move" else ()
    return Node(node.rule, (Node("names", (*people, *own)), *rest))


def _is_names(child: "Node | str") -> bool:
    return isinstance(child, Node) and child.rule == "names"


def _led_advance(node: Node) -> Action:
    pairs = list(_steps(node))
    steps = tuple(step for _, step in pairs)
    origin = next((start for start, _ in pairs if start), None)
    return Advance(origin, steps, _battle(node, steps[-1].path[-1] if steps else None))


def _battle(node: Node, last: Area | None) -> Area | None:
    for part in _nodes(node):
        inner = next(_nodes(part), part) if part.rule == "battle_part" else part
        if inner.rule == "battle":
            return _area(_leaf(inner)) if inner.children else last
        if inner.rule == "no_battle":
            return None
    return None


def _strike(node: Node) -> Action:
    names = _names(node)
    return _strike_with(_area(names[0]), names[1:], node)


def _strike_at(node: Node) -> Action:
    """For attacks on somebody in an area: whom of the enemy a player names does not matter."""
    parts = [child for child in node.children if not _is_names(child) and isinstance(child, Node)]
    return _strike_with(_area(_texts(node)[0]), (), Node(node.rule, tuple(parts)))


def _led_strike(node: Node) -> Action:
    return _strike_with(_area(_texts(node)[0]), _names(node), node)


class _Groups:
    """Collects who comes from where: "from Yu: Cao Cao" and "with Cao Cao from Yu" alike."""

    def __init__(self, people: Sequence[str]) -> None:
        self.done: list[Group] = []
        self.origin: Area | None = None
        self.via: Area | None = None
        self.people: list[Who] = list(_men(people))

    def close(self) -> None:
        if self.people or self.origin:
            self.done.append(Group(self.origin, tuple(self.people), self.via))
        self.origin, self.via, self.people = None, None, []

    def come_from(self, names: Sequence[str]) -> None:
        area = _area(names[0])
        if self.people and self.origin is None:
            self.origin = area
            if len(names) > 1:
                self.close()
        else:
            self.close()
            self.origin = area
        self.people += _men(names[1:])

    def go_via(self, names: Sequence[str]) -> None:
        self.via = _area(names[0])
        self.people += _men(names[1:])


def _strike_with(target: Area, people: Sequence[str], node: Node) -> Action:
    groups, fights, by = _Groups(people), True, None
    for part in (inner for inner in _nodes(node) if inner.rule != "names"):
        match part.rule:
            case "from_":
                groups.come_from(_names(part))
            case "with_":
                if groups.origin and groups.people:
                    groups.close()
                groups.people += _men(_names(part))
            case "via":
                groups.go_via(_names(part))
            case "as_":
                by = _nation(_texts(part)[0])
            case "part":
                fights = _child(part, "no_battle") is None
    groups.close()
    return Strike(target, tuple(groups.done), fights, by)


def _as(node: Node) -> Side | None:
    found = _child(node, "as_nation")
    return _nation(_leaf(found)) if found else None


def _ally(node: Node) -> Action:
    return Ally(Side(_who(_leaf(node))), _as(node))


def _farm(node: Node) -> Farm:
    shares = []
    for share in _nodes(node):
        name, *number = _texts(share)
        shares.append((_nation(name), _number(number[0]) if number else 0))
    return Farm(tuple(shares))


_ACTIONS: dict[str, Callable[[Node], Action]] = {
    "advance": _advance,
    "advance_from": _advance,
    "led_advance": _led_advance,
    "strike": _strike,
    "strike_at": _strike_at,
    "led_strike": _led_strike,
    "discord": lambda node: Discord(_who(_leaf(node)), _as(node)),
    "ally": _ally,
    "sweep": lambda node: Sweep(_area(_leaf(node))),
    "farm": _farm,
    "pass_": lambda _: Pass(),
}


# ---- conditions


def _condition(node: Node) -> Condition:  # noqa: PLR0911  (one line for each rule)
    match node.rule:
        case "both":
            return _joined(node, Both)
        case "condition":
            return _joined(node, Either)
        case "not_":
            return Not(_condition(next(_nodes(node))))
        case "compare" | "we_have" | "enemy_has" | "we_lost":
            return _compare(node)
        case "outnumbered":
            return Outnumbered()
        case "controls":
            return Controls(_area(_leaf(node)))
        case "present" | "present_call":
            return Present(_who(_leaf(node)), _area(_leaf(node, 1)))
        case "alive" | "alive_call":
            return Alive(_who(_leaf(node)))
        case "dead":
            return Not(Alive(_who(_leaf(node))))
        case _:
            raise ValueError(f"The grammar has a condition {node.rule} that is not read.")


def _joined(node: Node, kind: type[Both] | type[Either]) -> Condition:
    parts = [_condition(child) for child in _nodes(node)]
    found = parts[0]
    for part in parts[1:]:
        found = kind(found, part)
    return found


_SIGNS = {
    "less": Sign.LESS,
    "at_most": Sign.AT_MOST,
    "equal": Sign.EQUAL,
    "at_least": Sign.AT_LEAST,
    "more": Sign.MORE,
}
_ENEMY_TERMS = {Term.TROOPS: Term.ENEMY_TROOPS, Term.TOTAL: Term.ENEMY_TOTAL}


def _compare(node: Node) -> Condition:
    sign = next((_SIGNS[child.rule] for child in _nodes(node) if child.rule in _SIGNS), None)
    words = {term.value: term for term in Term}
    term = next((words[child.rule] for child in _nodes(node) if child.rule in words), None)
    area = _child(node, "area")
    match node.rule:
        case "we_have":
            term = term or Term.TOTAL
        case "enemy_has":
            term = _ENEMY_TERMS[term or Term.TOTAL]
        case "we_lost":
            term, sign = Term.LOST, sign or Sign.AT_LEAST
    if term is None or sign is None:
        raise ValueError(f"The grammar has a comparison {node.rule} that is not read.")
    return Compare(term, sign, _number(_texts(node)[0]), _area(_leaf(area)) if area else None)


# ---- clauses

_STANCES = {"siege": Stance.SIEGE, "field": Stance.FIELD, "withdraw": Stance.WITHDRAW}


def _stance(node: Node) -> Defend:
    texts = _texts(node)
    stance = next(_STANCES[child.rule] for child in _nodes(node) if child.rule in _STANCES)
    rest = [child for child in _nodes(node) if child.rule not in _STANCES]
    return Defend(stance, _area(texts[0]) if texts else None, _condition(rest[0]) if rest else None)


def _keep_out(node: Node) -> KeepOut:
    texts = _texts(node)
    return KeepOut(_men(_names(node)), _area(texts[0]) if texts else None)


def _stratagems(node: Node) -> Stratagems:
    uses = tuple(_use(child) for child in _nodes(node) if child.rule == "use")
    return Stratagems(uses, only=_child(node, "first") is None)


def _use(node: Node) -> Use:
    victims = _child(node, "victims")
    return Use(
        _number(_leaf(node)),
        _men(_names(victims)) if victims else (),
        terrain=_child(node, "terrain") is not None,
    )


def _until(node: Node) -> Until:
    condition = next(child for child in _nodes(node) if child.rule != "names")
    return Until(_condition(condition), _areas(_names(node)))


def _fight_while(node: Node) -> Until:
    found = _until(node)
    return Until(_opposite(found.condition), found.to)


_OPPOSITES = {
    Sign.LESS: Sign.AT_LEAST,
    Sign.AT_LEAST: Sign.LESS,
    Sign.MORE: Sign.AT_MOST,
    Sign.AT_MOST: Sign.MORE,
}


def _opposite(condition: Condition) -> Condition:
    match condition:
        case Compare(term, sign, number, area) if sign in _OPPOSITES:
            return Compare(term, _OPPOSITES[sign], number, area)
        case Not(inner):
            return inner
        case _:
            return Not(condition)


def _retreat_to(node: Node) -> RetreatTo:
    groups = [_texts(child) for child in _nodes(node)]
    return RetreatTo(_areas(groups[-1]), _men(groups[0]) if len(groups) > 1 else ())


def _picks(node: Node) -> Iterator[Pick]:
    for wish in _nodes(node):
        texts = _texts(wish)
        yield Pick(_men(_names(wish)), _nation(texts[0]) if texts else None)


def _troops(node: Node) -> Iterator[Troops]:
    for gift in _nodes(node):
        one, other = _texts(gift)
        name, number = (other, one) if gift.rule == "gift_to" else (one, other)
        yield Troops(_who(name), _number(number))


def _fallback(node: Node) -> Fallback:
    inner = next(_nodes(node))
    return Fallback(Pass() if inner.rule == "pass_" else _farm(inner))


_CLAUSES: dict[str, Callable[[Node], Order]] = {
    "persuade": lambda node: Persuade(_who(_leaf(node)), _as(node)),
    "number": lambda node: Number(_number(_leaf(node))),
    "then_": lambda _: Then(),
    "then_only": lambda _: Then(),
    "else_": lambda _: Else(),
    "if_": lambda node: If(_condition(next(_nodes(node)))),
    "halt_if": lambda node: HaltIf(_condition(next(_nodes(node)))),
    "always": lambda _: Always(),
    "forget": lambda _: Forget(),
    "cancel": lambda _: Cancel(),
    "defend": _stance,
    "attacked": _stance,
    "leave_if_attacked": lambda node: Defend(Stance.WITHDRAW, _area(_leaf(node))),
    "keep_out": _keep_out,
    "commander": lambda node: Commander(_men(_names(node))),
    "adviser": lambda node: Adviser(_men(_names(node))),
    "stratagems": _stratagems,
    "no_stratagems": lambda _: Stratagems(()),
    "until": _until,
    "fight_while": _fight_while,
    "retreat_if": _until,
    "never_retreat": lambda _: NeverRetreat(),
    "assaults": lambda node: Assaults(_number(_leaf(node))),
    "lose": lambda node: Lose(_men(_names(node))),
    "pursue": lambda _: Pursue(pursue=True),
    "no_pursuit": lambda _: Pursue(pursue=False),
    "retreat_to": _retreat_to,
    "control_with": lambda node: ControlWith(_who(_leaf(node))),
    "no_pick": lambda _: Pick(()),
    "place": lambda node: Place(_who(_leaf(node)), _area(_leaf(node, 1))),
    "muster_auto": lambda _: MusterAuto(auto=True),
    "muster_ask": lambda _: MusterAuto(auto=False),
    "ask_me": lambda node: AskMe(_area(_leaf(node)) if node.children else None),
    "fallback": _fallback,
}
