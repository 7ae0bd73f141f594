"""Forms in which a text is tried: brackets opened, polite openings and tails cut off."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gm.games.vocabulary import Node
from gm.parsing.comparing import named_in
from gm.parsing.drafts import REASONS
from gm.parsing.folding import fold
from gm.parsing.likeness import unglued
from gm.parsing.parser import Parser
from gm.parsing.sentences import brackets_in, without_smileys

_TAIL = re.compile(
    r"[,;(]| - | (?=because |since |so that |in order to |to (?!be )[a-z]{3,9} "
    r"|as (?:agreed|discussed|promised|planned))|(?<=[.!]) "
)
_UNIT = r"(?: (?:the|my|our|a|f|army|fleet|in|at))* $"
_ANOTHER = re.compile(rf"\b(?:and|while|then|as|so)(?: (?:let|have|move|send))?{_UNIT}")
_HELPED = re.compile(rf"\b(?:with|using|(?:support|help|aid|backing) (?:of|from|by)){_UNIT}")
_TOLD = re.compile(r"(?:to|follows?|takes|fills|will|shall|must|should)\b|-")


@dataclass(frozen=True)
class Forms:
    """The forms of texts in the language of one grammar."""

    parser: Parser
    own: frozenset[frozenset[str]] = frozenset()
    """Where the writer's units are: a tail that tells one of them what to do is none."""

    @cached_property
    def _openings(self) -> "re.Pattern[str]":
        openings = self.parser.phrases.text("opening")
        links = self.parser.phrases.text("link")
        return re.compile(rf"(?:(?:{openings}) ?[,:;.!-]+ ?|(?:{links})(?: ?[,:;.!-]+ ?| ))")

    def attempts(self, text: str) -> Iterator[tuple[str, bool]]:
        """Folded forms of a text and whether remarks in brackets were dropped from them."""
        bracketed = any(mark in text for mark in "([{")
        for drop in (False, True) if bracketed else (False,):
            opened = self._brackets(text, drop=drop) if bracketed else text
            opened = unglued(self.parser, opened)
            for form in self._without_openings(fold(without_smileys(opened))):
                yield form, drop
                if form.startswith("- "):  # an arrow for a bullet
                    yield form[2:], drop

    def _without_openings(self, folded: str) -> Iterator[str]:
        yield folded
        rest = folded
        for _ in range(4):
            found = self._openings.match(rest)
            if found is None or not found.group() or self._is_order(found.group()):
                break
            rest = rest[found.end() :]
            yield rest
        cut = self._without_tail(rest)
        if cut is not None:
            yield cut

    def _is_order(self, opening: str) -> bool:
        """Whether what looks like the number of an order is one in itself ("Move 2.")."""
        words = opening.strip(" ,:;.!-")
        return any(map(str.isdigit, words)) and isinstance(self.parser.exactly(words), tuple)

    def _without_tail(self, folded: str) -> str | None:
        """The text before a tail that changes nothing in it ("..., good luck everyone")."""
        for mark in _TAIL.finditer(folded):
            tail = folded[mark.end() :].strip(" .!")
            before = folded[: mark.start()]
            is_apart = mark.group() != " "
            if self.is_tail(tail) and not self.doubt(tail) and not self._tells(tail):
                return before if is_apart or not self._reaches(before, tail) else None
        return None

    def _tells(self, tail: str) -> bool:
        """Whether a tail gives a unit of the writer an order ("to cut Izu and Kai supports")."""
        for found in self.parser.places.finditer(tail) if self.own else ():
            if not self.own.intersection(named_in(self.parser, found.group())):
                continue
            before, after = tail[: found.start()], tail[found.end() :].lstrip()
            told = _TOLD.match(after) or self.parser.verbs.match(after)
            if _HELPED.search(before) or (told and _ANOTHER.search(before)):
                return True
        return False

    def _reaches(self, before: str, tail: str) -> bool:
        """Whether a tail may name the goal of what stands before it."""
        if not self.parser.notes.reaches or not self.parser.places.search(tail):
            return False
        nodes = self.parser.exactly(before)
        return isinstance(nodes, tuple) and any(map(self._has_goal, nodes))

    def _has_goal(self, node: Node) -> bool:
        parts = (part for part in node.children if isinstance(part, Node))
        return node.rule in self.parser.notes.reaches or any(map(self._has_goal, parts))

    def is_tail(self, folded: str) -> bool:
        """Whether a text may follow an order and changes nothing in it."""
        return self.parser.phrases.pattern("tail").fullmatch(folded) is not None

    def _brackets(self, text: str, *, drop: bool) -> str:
        """The text with brackets opened, but for remarks in them if *drop*."""
        parts, last = [], 0
        for start, end, inside in brackets_in(text):
            kept = f" {inside} " if not drop or self.is_part(fold(inside)) else " "
            parts += [text[last:start], kept]
            last = end
        return "".join([*parts, text[last:]])

    def is_part(self, inside: str) -> bool:
        """Whether what stands in brackets belongs to the order ("A(Kai)", "(via convoy)")."""
        return bool(
            self.parser.places.fullmatch(inside)
            or self.parser.things.fullmatch(inside)
            or self.parser.verbs.fullmatch(inside)
        )

    def doubt(self, folded: str) -> str | None:
        """Why a text cannot be an order as it stands, or None."""
        for section, reason in REASONS:
            if section not in ("past", "report") and self.parser.phrases.pattern(section).search(
                folded
            ):
                return reason
        return None
