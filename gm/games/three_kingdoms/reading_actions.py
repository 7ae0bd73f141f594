"""Parse trees of actions to orders: who goes where, and who of them leads."""

from collections.abc import Iterator, Sequence

from gm.games.three_kingdoms.leaves import (
    WrongName,
    area_of,
    child_of,
    is_area,
    is_names,
    leaf,
    men_of,
    names_in,
    nation_of,
    nodes,
    number_of,
    texts,
    who_of,
)
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import (
    Advance,
    Adviser,
    Ally,
    Commander,
    Discord,
    Farm,
    Group,
    Order,
    Pass,
    Step,
    Strike,
    Sweep,
)
from gm.games.three_kingdoms.roster import Who
from gm.games.vocabulary import Node

# ---- Divide and Advance


def _steps(node: Node) -> Iterator[tuple[Area | None, Step]]:
    """The moves of one ``move``: an area in front of the generals is where they leave."""
    names = names_in(node)
    origin = area_of(names[0]) if is_area(names[0]) and len(names) > 1 else None
    people = names[1:] if origin else names
    words = list(texts(node))
    if len(words) == 2:
        origin = area_of(words.pop(0))
    elif origin is None and len(people) > 1 and is_area(people[-1]):
        origin, people = area_of(people[-1]), people[:-1]
    path = [area_of(words[0])]
    for child in nodes(node):
        if child.rule == "onward":
            path.append(area_of(leaf(child)))
        elif child.rule == "via":
            path.insert(0, area_of(leaf(child)))
    for who in men_of(people):
        yield origin, Step(who, tuple(path))


def advance(node: Node) -> Iterator[Order]:
    """``ADVANCE Danyang: Sun Ce - Jiujiang, Zhou Yu - Wu BATTLE Jiujiang``."""
    origin: Area | None = None
    head = names_in(node)
    if head:
        origin = area_of(head[0])
    found = []
    moves = child_of(node, "moves")
    if moves is not None:
        for place, move in enumerate(nodes(moves)):
            if place == 0 and len(head) > 1:
                move = _with_people(move, head[1:])
            found += list(_steps(move))
    else:
        found = list(_steps(_with_people(node, head[1:] if head and is_area(head[0]) else head)))
        for more in (child for child in nodes(node) if child.rule == "move"):
            found += list(_steps(more))
    origin = origin or next((start for start, _ in found if start), None)
    yield _advance(node, origin, [step for _, step in found])


def led_advance(node: Node) -> Iterator[Order]:
    """``Sun Ce moves from Danyang to Jiujiang``; without a verb also several of the kind."""
    stop = child_of(node, "stop")
    if stop is not None:  # who is where, which only a muster takes for an order
        raise WrongName(names_in(stop)[0], "an order for him")
    moves = [child for child in nodes(node) if child.rule == "move"] or [node]
    pairs = [pair for move in moves for pair in _steps(move)]
    origin = next((start for start, _ in pairs if start), None)
    yield _advance(node, origin, [step for _, step in pairs])


def _advance(node: Node, origin: Area | None, steps: Sequence[Step]) -> Advance:
    return Advance(origin, tuple(steps), _battle(node, steps[-1].path[-1] if steps else None))


def _with_people(node: Node, people: Sequence[str]) -> Node:
    rest = tuple(child for child in node.children if not is_names(child))
    own = names_in(node) if node.rule == "move" else ()
    return Node(node.rule, (Node("names", (*people, *own)), *rest))


def _battle(node: Node, last: Area | None) -> Area | None:
    for part in nodes(node):
        inner = next(nodes(part), part) if part.rule == "battle_part" else part
        if inner.rule == "battle":
            return area_of(leaf(inner)) if inner.children else last
        if inner.rule == "no_battle":
            return None
    return None


# ---- Combined Strike


def strike(node: Node) -> Iterator[Order]:
    """``STRIKE Yan FROM Yu: Cao Cao, FROM Ji: Xu Chu``; also "attack Lü Bu in Yan".

    Whom of the enemy a player names does not matter.
    """
    names = names_in(node)
    if node.rule == "strike_at":
        words = texts(node)
        yield from _strike_with(area_of(words[0]), (), node)
    elif node.rule == "led_strike_at":
        yield from _strike_with(area_of(texts(node)[1]), names, node)
    elif node.rule == "led_strike":
        yield from _strike_with(area_of(texts(node)[0]), names, node)
    else:
        yield from _strike_with(area_of(names[0]), names[1:], node)


class _Groups:
    """Collects who comes from where: "from Yu: Cao Cao" and "with Cao Cao from Yu" alike."""

    def __init__(self, people: Sequence[str]) -> None:
        self.done: list[Group] = []
        self.origin: Area | None = None
        self.via: Area | None = None
        self.people: list[Who] = list(men_of(people))
        self.everyone = False

    def close(self) -> None:
        if self.people or self.origin or self.everyone:
            self.done.append(Group(self.origin, tuple(self.people), self.via))
        self.origin, self.via, self.people, self.everyone = None, None, [], False

    def come_from(self, names: Sequence[str]) -> None:
        area = area_of(names[0])
        if (self.people or self.everyone) and self.origin is None:
            self.origin = area
            if len(names) > 1:
                self.close()
        else:
            self.close()
            self.origin = area
        self.come(names[1:])

    def come(self, names: Sequence[str]) -> None:
        """People; an area among them is where the next ones come from ("Yu Cao Cao")."""
        for name in names:
            if is_area(name):
                self.close()
                self.origin = area_of(name)
            else:
                self.people.append(who_of(name))

    def go_with(self, names: Sequence[str], *, from_elsewhere: bool) -> None:
        if self.origin and self.people and from_elsewhere:
            self.close()
        self.come(names)

    def go_via(self, names: Sequence[str]) -> None:
        self.via = area_of(names[0])
        self.come(names[1:])


def _strike_with(  # noqa: C901  (one line for each kind of part)
    target: Area, people: Sequence[str], node: Node
) -> Iterator[Order]:
    groups, fights, by = _Groups(people), True, None
    roles: list[Order] = []
    parts = [inner for inner in nodes(node) if inner.rule != "names"]
    for place, part in enumerate(parts):
        match part.rule:
            case "from_":
                groups.come_from(names_in(part))
            case "all_from":
                groups.come_from(texts(part))
            case "with_":
                after = parts[place + 1].rule if place + 1 < len(parts) else ""
                groups.go_with(names_in(part), from_elsewhere=after in ("from_", "all_from"))
            case "more":
                groups.come(names_in(part))
            case "everyone":
                groups.everyone = True
            case "via":
                groups.go_via(names_in(part))
            case "as_":
                by = nation_of(texts(part)[0])
            case "chief":
                roles.append(Commander((_last(groups),)))
            case "mind":
                roles.append(Adviser((_last(groups),)))
            case "part":
                fights = child_of(part, "no_battle") is None
    groups.close()
    yield Strike(target, tuple(groups.done), fights, by)
    yield from roles


def _last(groups: _Groups) -> Who:
    """The general named last: he is who "as commander" stands beside."""
    people = [*(who for group in groups.done for who in group.who), *groups.people]
    return people[-1] if people else who_of("wei")


# ---- the other actions


def nation_in(node: Node) -> Side | None:
    """For which nation an order is given, where it says so."""
    found = child_of(node, "as_nation")
    return nation_of(leaf(found)) if found else None


def discord(node: Node) -> Iterator[Order]:
    """``PERSUADE DISCORD Zhao Yun AS Shu``."""
    yield Discord(who_of(leaf(node)), nation_in(node))


def ally(node: Node) -> Iterator[Order]:
    """``PERSUADE ALLY Yuan Shao AS Shu``."""
    yield Ally(Side(who_of(leaf(node))), nation_in(node))


def sweep(node: Node) -> Iterator[Order]:
    """``SWEEP Henan``."""
    yield Sweep(area_of(leaf(node)))


def farm(node: Node) -> Iterator[Order]:
    """``FARM Shu 1 Wu 2``, ``farm twice``."""
    if node.rule == "farm_often":
        yield from [Farm()] * number_of(leaf(node))
        return
    yield farming(node)


def farming(node: Node) -> Farm:
    """One Military Farming."""
    shares = []
    for share in nodes(node):
        name, *number = texts(share)[::-1] if share.rule == "share_of" else texts(share)
        shares.append((nation_of(name), number_of(number[0]) if number else 0))
    return Farm(tuple(shares))


def pass_(_: Node) -> Iterator[Order]:
    """``PASS``."""
    yield Pass()


ACTIONS = {
    "advance": advance,
    "advance_from": advance,
    "led_advance": led_advance,
    "led_plain": led_advance,
    "strike": strike,
    "strike_at": strike,
    "led_strike": strike,
    "led_strike_at": strike,
    "discord": discord,
    "ally": ally,
    "sweep": sweep,
    "farm": farm,
    "farm_often": farm,
    "pass_": pass_,
}
"""What reads the tree of each rule that is an action."""
