"""A grammar that knows the names of one map: text in the order language to parse trees.

A game plugs in with two things. Its grammar ``grammars/<family>.lark`` imports shared words from
``words.lark``, begins at the rule ``start``, and uses a terminal for each kind of name
(``PROVINCE``), made here from the game's ``words(state)``. Its ``reading.py`` has a case for every
rule name. Words that must leave no trace begin with ``_``. Some rules are known here: ``lone`` is
something named without a verb, ``and_`` the word that may join it to the ``order`` after it,
``stop_`` what ends a sentence, ``told`` an order without its subject, which a lone one before it
is; a rule ending in ``_these`` takes up the lone ones after it, one ending in ``_with_these`` only
those of its sentence; and comments of the grammar (see
``words.lark``) say how terminals are called in questions, what makes a text look like an order, and
which rules mean something else in some kinds of phases.

Texts are folded first (``gm.parsing.folding``); lines, sentences, comments, headings and talk are
the matter of ``gm.parsing.sheet``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from lark import Lark, Tree
from lark.exceptions import LarkError, UnexpectedInput

from gm.errors import DataError
from gm.games.vocabulary import Fault, Node, Problem
from gm.parsing.finding import Finder
from gm.parsing.folding import fold
from gm.parsing.idioms import Idioms, load_idioms
from gm.parsing.joining import joined
from gm.parsing.lexer import NamesOfKind, SeveralNames
from gm.parsing.mending import mend
from gm.parsing.names import Names
from gm.parsing.phrases import Phrases, load_phrases
from gm.parsing.readings import LoneUnit, LooseWords, Notes, Reading
from gm.parsing.tables import lark_for
from gm.resources import Folders

LONGEST = 2000
"""Longer texts are no single order; they are asked back unread."""
MOST_KNOWN = 2000
"""How many texts are remembered with what they gave; broken lines are tried more than once."""
SPARE_SECOND = 200
"""After so many doubtful texts only exact spellings are read, so that rubbish costs little time."""
MOST_RESTATED = 300
"""So many texts of a letter are looked at for idioms; a letter that is meant has far fewer."""


@dataclass(frozen=True)
class Parser:
    """Reads the orders of one game with the names of one map."""

    lark: Lark
    names: Mapping[str, Names]
    notes: Notes
    phrases: Phrases
    idioms: Idioms = field(default_factory=Idioms)
    _doubtful: list[int] = field(default_factory=lambda: [0], repr=False, compare=False)
    _restated: list[int] = field(default_factory=lambda: [0], repr=False, compare=False)
    _known: dict[tuple[str, str], tuple[Node, ...] | Exception] = field(
        default_factory=dict, repr=False, compare=False
    )

    def read_text(self, text: str) -> tuple[Node, ...] | Problem:
        """The parse trees of one line or sentence; several orders may run on in it."""
        found = self.read(text)
        return found if isinstance(found, Problem) else found.nodes

    def read(self, text: str, kind: str = "") -> Reading | Problem:
        """The same in a phase of some *kind*, with the misspelt names that were accepted."""
        folded = fold(text)
        if not folded or len(folded) > LONGEST:
            return Problem(
                Fault.INVALID, text[:80], "This is too long, or too short, for an order."
            )
        nodes = self.exactly(folded, kind)
        if not isinstance(nodes, tuple) and "(" in folded and "brackets" not in self.notes.keeps:
            folded = fold(folded.replace("(", " ").replace(")", " "))
            nodes = self.exactly(folded, kind)
        return Reading(nodes) if isinstance(nodes, tuple) else mend(self, text, folded, kind, nodes)

    def exactly(self, folded: str, kind: str = "") -> tuple[Node, ...] | Exception:
        """The parse trees of folded text without any tolerance for misspelt names."""
        known = self._known.get((folded, kind))
        if known is None:
            known = self._parsed(folded, kind)
            if self._restated[0] <= MOST_RESTATED:  # else it was not looked at for idioms
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[folded, kind] = known
        return known

    def _parsed(self, folded: str, kind: str) -> tuple[Node, ...] | Exception:
        """The parse trees of a text as it stands, else of what its idioms mean."""
        found = self._spelt(folded, kind)
        for short, long in self.notes.longs.items() if not isinstance(found, tuple) else ():
            written = re.sub(rf"(?<=[a-z0-9.]) {short} (?=[a-z])", f" {long} ", folded)
            again = self._spelt(written, kind) if written != folded else found
            found = again if isinstance(again, tuple) else found
        if not isinstance(found, tuple) and self._may_restate():
            restated = self.idioms.restated(folded, self.named)
            again = found if restated is None else self._spelt(restated, kind)
            found = again if isinstance(again, tuple) else found
        if isinstance(found, tuple) and self.idioms.is_loose(folded, self.named):
            return LooseWords()
        return found

    def proposed(self, folded: str, kind: str = "") -> Iterator[str]:
        """Texts that can be read, for one that its idioms forbid to take without asking."""
        if not self._may_restate():
            return
        for text in self.idioms.proposed(folded, self.named):
            if isinstance(self._spelt(text, kind), tuple):
                yield text

    def _spelt(self, folded: str, kind: str) -> tuple[Node, ...] | Exception:
        try:
            tree = self.lark.parse(folded)
            return self._renamed(
                joined([_node(child) for child in tree.children], self.notes, kind), kind
            )
        except (UnexpectedInput, SeveralNames, LoneUnit) as error:
            return error.with_traceback(None)

    def _renamed(self, nodes: Sequence[Node], kind: str) -> tuple[Node, ...]:
        """The nodes as they are called in phases of a *kind*."""
        renames = self.notes.renames.get(kind, {})
        return tuple(_renamed(node, renames) for node in nodes) if renames else tuple(nodes)

    @cached_property
    def verbs(self) -> Finder:
        """Finds words in folded text that tell units what to do."""
        return self._finder(self.notes.verbs)

    @cached_property
    def things(self) -> Finder:
        """Finds words in folded text for what is told to do something ("army")."""
        return self._finder(self.notes.things)

    @cached_property
    def places(self) -> Finder:
        """Finds names of every kind in folded text."""
        return self._finder([kind.upper() for kind in self.names])

    @cached_property
    def hints(self) -> "re.Pattern[str]":
        """Finds what the game knows only in orders, such as codes of units."""
        return re.compile(rf"(?<![a-z0-9'])(?:{self.notes.hints or '(?!)'})(?![a-z0-9'])")

    def marked(self, folded: str) -> str:
        """A text with ``~kind`` in place of each name ("both to ~province")."""
        for kind, finder in self._finders:
            folded = finder.sub(f"~{kind}", folded)
        return folded

    @cached_property
    def _finders(self) -> tuple[tuple[str, Finder], ...]:
        return tuple((kind, self._finder([kind.upper()])) for kind in self.names)

    @cached_property
    def named(self) -> tuple[NamesOfKind, ...]:
        """The names of each kind."""
        return tuple(NamesOfKind(kind, one) for kind, one in self.names.items())

    def _finder(self, terminals: Sequence[str]) -> Finder:
        known = self.lark.parser.lexer.wordings
        return Finder([known[name] for name in terminals if name in known])

    def is_patient(self) -> bool:
        """Whether there is still time for near misses; counts one doubtful text."""
        self._doubtful[0] += 1
        return self._doubtful[0] <= SPARE_SECOND

    def _may_restate(self) -> bool:
        """Whether there is still time for idioms; counts one text that needs them."""
        self._restated[0] += bool(self.idioms.said or self.idioms.asked)
        return self._restated[0] <= MOST_RESTATED

    def renewed(self) -> "Parser":
        """The same parser with fresh patience, for another letter."""
        return replace(self, _doubtful=[0], _restated=[0])


def _renamed(node: Node, renames: Mapping[str, str]) -> Node:
    children = tuple(
        _renamed(child, renames) if isinstance(child, Node) else child for child in node.children
    )
    return Node(renames.get(node.rule, node.rule), children)


def _node(tree: Any) -> Node:
    return Node(
        str(tree.data),
        tuple([_node(one) if isinstance(one, Tree) else str(one) for one in tree.children]),
    )


def parser_for(
    offer_grammar: str,
    words: Mapping[str, Mapping[str, str]],
    folders: Folders = Folders(),
) -> Parser:
    """The parser of a grammar for the names in *words* (kind -> spelling -> id).

    Raises:
        DataError: the grammar is broken, or names a kind of names that the game does not have.
    """
    text = folders.read_text("grammars", f"{offer_grammar}.lark")
    shared = folders.read_text("grammars", "words.lark")
    phrases = load_phrases(folders)
    notes = _notes(shared + "\n" + text)
    idioms = load_idioms(offer_grammar, folders)
    names = {
        kind: Names(spellings, phrases.english, strong=kind.upper() in notes.strong)
        for kind, spellings in words.items()
    }
    terminals = {kind.upper(): NamesOfKind(kind, one) for kind, one in names.items()}
    try:
        lark = lark_for(offer_grammar, text, shared, terminals)
    except LarkError as error:
        raise DataError(f"grammars/{offer_grammar}.lark: {error}") from error
    known = frozenset(str(one.name) for one in lark.terminals)
    return Parser(lark, names, notes.of(known), phrases, idioms)


_NOTE = re.compile(
    r"^// (says \w+|verbs|units|strong|keeps|follows|reaches|alone|long|in \w+|why \w+|hints"
    r"|takes \w+): (.+)$",
    re.MULTILINE,
)


def _notes(grammar: str) -> Notes:
    says: dict[str, str] = {}
    verbs: list[str] = []
    things: list[str] = []
    renames: dict[str, dict[str, str]] = {}
    sets: dict[str, list[str]] = {
        "strong": [],
        "keeps": [],
        "follows": [],
        "reaches": [],
        "alone": [],
        "hints": [],
    }
    reasons: dict[str, str] = {}
    takes: dict[str, frozenset[str]] = {}
    longs: dict[str, str] = {}
    for subject, text in _NOTE.findall(grammar):
        word, _, name = subject.partition(" ")
        match word:
            case "says":
                says[name] = text
            case "verbs":
                verbs += text.split()
            case "units":
                things += text.split()
            case "strong" | "keeps" | "follows" | "reaches" | "alone":
                sets[word] += text.split()
            case "long":
                longs.update(_pairs(text))
            case "hints":
                sets[word].append(text.strip())
            case "takes":
                takes[name] = frozenset(text.split())
            case "why":
                reasons[name] = text.strip()
            case _:
                renames.setdefault(name, {}).update(_pairs(text))
    strong, keeps = frozenset(sets["strong"]), frozenset(sets["keeps"])
    hints = "|".join(f"(?:{one})" for one in sets["hints"])
    follows = frozenset(sets["follows"])
    return Notes(
        says,
        tuple(verbs),
        tuple(things),
        renames,
        strong,
        keeps,
        reasons=reasons,
        takes=takes,
        hints=hints,
        follows=follows,
        reaches=frozenset(sets["reaches"]),
        alone=frozenset(sets["alone"]),
        longs=longs,
    )


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for pair in text.split(","):
        left, _, right = pair.partition("=")
        yield left.strip(), right.strip()
