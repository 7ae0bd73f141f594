"""Parse trees of one text put together: names without a verb go to the order they are for."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gm.games.vocabulary import Node
from gm.parsing.readings import LoneUnit, Notes
from gm.values import replace


def joined(nodes: Sequence[Node], notes: Notes, kind: str) -> tuple[Node, ...]:
    """The *nodes* of a text in a phase of some *kind*, without any that has no verb of its own.

    Raises:
        LoneUnit: something is named, and no single order is for it.
    """
    joiner = _Joiner(notes)
    for node in nodes:
        joiner.add(node)
    if joiner.waiting and "lone" not in notes.renames.get(kind, {}):
        raise LoneUnit
    return (*joiner.done, *joiner.waiting)


@dataclass(slots=True)
class _Joiner:
    """Takes the nodes of a text one after the other."""

    notes: Notes
    done: list[Node] = field(default_factory=list)
    waiting: list[Node] = field(default_factory=list)
    linked: bool = False
    """Whether "and" stands before the next node."""
    stopped: bool = False
    """Whether a sentence ends before the next node."""
    taken: int = 0
    """How many lone ones the order before has just taken up."""

    def add(self, node: Node) -> None:
        match node.rule:
            case "and_":
                self.linked = True
            case "stop_":
                self.stopped, self.taken = True, 0
            case "lone":
                self._add_lone(node)
                self.linked = False
            case _:
                self._add_order(node)
                self.linked = self.stopped = False
                self.taken = 0

    def _add_lone(self, node: Node) -> None:
        if self.done and not self.waiting and self._takes_up(self.done[-1], node):
            last = self.done[-1]
            self.done[-1] = replace(last, children=last.children + node.children)
            self.taken += 1
        else:
            self.waiting.append(node)
            self.stopped, self.taken = False, 0

    def _add_order(self, node: Node) -> None:
        if node.rule == "told":
            node = _with_subjects(self.waiting, node, fits=len(self.waiting) == 1)
        elif self.waiting:
            fits = self.linked and node.rule == "order"
            node = _with_subjects(self.waiting, node, fits=fits)
        elif node.rule in ("order", "answer") and self.linked and self.taken:
            raise LoneUnit  # those just taken up may be meant for this order as well
        self.done.append(node)
        self.waiting = []

    def _takes_up(self, node: Node, lone: Node) -> bool:
        """Whether an order takes up a lone one after it; a full stop may end that."""
        is_ended = self.stopped and node.rule.endswith("_with_these")
        if not node.rule.endswith("_these") or is_ended:
            return False
        takes = self.notes.takes
        parts = [node, *(child for child in node.children if isinstance(child, Node))]
        kinds = next((takes[part.rule] for part in parts if part.rule in takes), frozenset())
        held = {child.rule for child in lone.children if isinstance(child, Node)}
        return not takes or held <= kinds


def _with_subjects(waiting: Sequence[Node], node: Node, *, fits: bool) -> Node:
    """An order that is also for the lone ones before it ("Kai and Mino hold")."""
    if not fits:
        raise LoneUnit
    subjects = tuple(child for lone in waiting for child in lone.children)
    return Node("order", subjects + node.children)
