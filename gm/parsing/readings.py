"""What reading a text gives, and what mending one needs of a parser."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import field

from gm.games.vocabulary import Node
from gm.parsing.names import Names
from gm.values import Value, replace


class Notes(Value, frozen=True):
    """What a grammar's comments say (see ``grammars/words.lark``)."""

    says: Mapping[str, str]
    verbs: tuple[str, ...]
    things: tuple[str, ...]
    renames: Mapping[str, Mapping[str, str]]
    strong: frozenset[str] = frozenset()
    keeps: frozenset[str] = frozenset()
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why a text is not taken, in the words of the game, by section of phrases."""
    takes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Which lone ones a rule ending in ``_these`` takes up; all, where nothing is said."""
    hints: str = ""
    """A pattern for what only orders hold, such as codes of units."""
    follows: frozenset[str] = frozenset()
    """Rules that go on from the order before them."""

    longs: Mapping[str, str] = field(default_factory=dict)
    """Short words that may also begin a name, written out ("S Sea of Japan")."""
    reaches: frozenset[str] = frozenset()
    """Rules whose order may have a goal in words after it ("supports Kai to gain Suruga")."""
    alone: frozenset[str] = frozenset()
    """Words for kinds of things of which "my army" names the only one."""

    def of(self, terminals: frozenset[str]) -> "Notes":
        """The same without words of the shared grammar that this game's grammar does not use."""
        says = {name: word for name, word in self.says.items() if name in terminals}
        verbs = tuple(name for name in self.verbs if name in terminals)
        return replace(self, says=says, verbs=verbs)


class Correction(Value, frozen=True):
    """A misspelt name that was close to one known name only."""

    written: str
    meant: str


class Reading(Value, frozen=True):
    """Parse trees of a text, and the misspelt names that were taken for known ones."""

    nodes: tuple[Node, ...]
    corrections: tuple[Correction, ...] = ()


class LoneUnit(Exception):  # noqa: N818  # caught at once and turned into a question
    """Something is named without being told what to do."""


class LooseWords(Exception):  # noqa: N818  # turned into a question
    """A text can be read as an order, and is as likely talk."""


class Exact(Protocol):
    """A parser without tolerance."""

    @property
    def names(self) -> Mapping[str, Names]:
        """The names of each kind."""

    @property
    def notes(self) -> Notes:
        """What the grammar's comments say."""

    def exactly(self, folded: str, kind: str = "") -> tuple[Node, ...] | Exception:
        """The parse trees of folded text, or why it has none."""

    def is_patient(self) -> bool:
        """Whether there is still time for near misses."""
