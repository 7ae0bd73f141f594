"""Names and numbers in parse trees, taken for what an order needs there."""

import re
from collections.abc import Iterable, Iterator

from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Who
from gm.games.vocabulary import Node

CONDITION = "condition"
"""What stands in place of a name where a condition is out of place."""
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
} | {"once": 1, "twice": 2, "thrice": 3, "none": 0, "no": 0}


class WrongName(Exception):  # noqa: N818  (caught at once and turned into an order)
    """A name stands where an order needs another kind of name: ``wanted`` says which."""

    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(name)
        self.name, self.wanted = name, wanted


def is_area(name: str) -> bool:
    """Whether a name can be an area's ("Shu" and "Wu" are nations too)."""
    return _AREA.fullmatch(name.split("/")[0]) is not None


def area_of(name: str) -> Area:
    """The area of that name.

    Raises:
        WrongName: it is something else's name.
    """
    if not is_area(name):
        raise WrongName(name, "an area")
    return Area(name.split("/")[0])


def who_of(name: str) -> Who:
    """The general of that name.

    Raises:
        WrongName: it is something else's name.
    """
    if is_area(name) or name in ("wei", "jin", "shu", "wu"):
        raise WrongName(name, "a general")
    return Who(name)


def nation_of(name: str) -> Side:
    """The nation of that name.

    Raises:
        WrongName: it is something else's name.
    """
    plain = name.split("/")[-1]
    if plain not in _NATIONS:
        raise WrongName(name, "a nation")
    return Side(_NATIONS[plain])


def number_of(text: str) -> int:
    """The number that digits or a word stand for ("2", "two", "twice", "two times", "x2")."""
    word = text.replace(" times", "").strip("x ")
    return int(word) if word.isdigit() else _NUMBERS[word]


def men_of(names: Iterable[str]) -> tuple[Who, ...]:
    """The generals of these names."""
    return tuple(who_of(name) for name in names)


def areas_of(names: Iterable[str]) -> tuple[Area, ...]:
    """The areas of these names."""
    return tuple(area_of(name) for name in names)


# ---- parts of trees


def leaf(node: Node, place: int = 0) -> str:
    """The word at a place of a node."""
    child = node.children[place]
    if isinstance(child, Node):
        raise TypeError(f"{node.rule} holds {child.rule} where a word should be.")
    return child


def nodes(node: Node) -> Iterator[Node]:
    """The nodes in a node."""
    return (child for child in node.children if isinstance(child, Node))


def texts(node: Node) -> tuple[str, ...]:
    """The words in a node."""
    return tuple(child for child in node.children if isinstance(child, str))


def child_of(node: Node, rule: str) -> Node | None:
    """The first node of a rule in a node."""
    return next((child for child in nodes(node) if child.rule == rule), None)


def names_in(node: Node) -> tuple[str, ...]:
    """The names of the first list of names in a node."""
    found = child_of(node, "names")
    return texts(found) if found else ()


def goals_in(node: Node) -> tuple[str, ...]:
    """The areas to retreat to, in order of preference, that stand in a node."""
    found = child_of(node, "goals")
    return texts(found) if found else ()


def is_names(child: "Node | str") -> bool:
    """Whether a part of a node is a list of names."""
    return isinstance(child, Node) and child.rule == "names"
