"""What the leaves of a parse tree of Far East War name: legions, areas, Generals, numbers."""

from gm.games.far_east_war.map import AreaId, GeneralId, LegionId
from gm.games.far_east_war.orders import AREA_OF, LED_BY, NEW, STANDING_IN
from gm.games.vocabulary import Node, Power

_NUMBERS = {
    word: number
    for number, words in enumerate(
        (("no", "zero"), ("a", "an", "one"), ("two",), ("three",), ("four",), ("five",), ("six",),
         ("seven",), ("eight",), ("nine",), ("ten",))
    )
    for word in words
}  # fmt: skip


def nodes(tree: Node) -> list[Node]:
    """The parts of a tree that are trees themselves."""
    return [child for child in tree.children if isinstance(child, Node)]


def text_of(node: Node) -> str:
    """The one word of a leaf."""
    return str(node.children[0])


def find(tree: Node, *rules: str) -> list[Node]:
    """The parts of a tree made by these rules."""
    return [node for node in nodes(tree) if node.rule in rules]


def has(tree: Node, rule: str) -> bool:
    """Whether a rule made a part of a tree."""
    return bool(find(tree, rule))


_LEGION_RULES = ("legion", "legion_at", "legion_led", "legion_in", "new")


def legion_of(node: Node) -> LegionId:
    """The legion that a leaf names: by its code, its General or its area."""
    match node.rule:
        case "new":
            return NEW
        case "legion_led":
            return LegionId(LED_BY + generals_in(node)[0])
        case "legion_in":
            return LegionId(STANDING_IN + areas_in(node)[0])
        case _:
            return LegionId(text_of(node).upper())


def legions_in(tree: Node) -> list[LegionId]:
    """The legions that a tree names."""
    return [legion_of(node) for node in find(tree, *_LEGION_RULES)]


def areas_in(tree: Node) -> list[AreaId]:
    """The areas that a tree names."""
    return [
        AreaId(text_of(node) if node.rule == "area" else AREA_OF + text_of(node).upper())
        for node in find(tree, "area", "area_of")
    ]


def generals_in(tree: Node) -> tuple[GeneralId, ...]:
    """The Generals that a tree names."""
    return tuple(GeneralId(text_of(node)) for node in find(tree, "general"))


def power_in(tree: Node) -> Power | None:
    """The player whom an order names."""
    named = [child for child in tree.children if isinstance(child, str)]
    return Power(named[0]) if named else None


def number_in(tree: Node) -> int:
    """The number that a tree names, in figures or in words."""
    text = text_of(find(tree, "number")[0])
    return _NUMBERS[text] if text in _NUMBERS else int(text)
