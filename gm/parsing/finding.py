"""Words and names found anywhere in a text, with the wordings that the lexer has."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gm.parsing.needs import Wording

_START = re.compile(r"(?<![a-z0-9'])")


@dataclass(frozen=True)
class Finder:
    """Finds, in folded text, whatever fits one of several wordings at the beginning of a word.

    The first that fits wins.
    """

    wordings: Sequence[Wording]
    _likely: dict[str, list[Wording]] = field(default_factory=dict, repr=False, compare=False)

    def match(self, text: str, start: int = 0) -> "re.Match[str] | None":
        """What begins at *start*, where a word must begin."""
        return self._at(text, start) if _START.match(text, start) else None

    def fullmatch(self, text: str) -> "re.Match[str] | None":
        """The whole *text*, if it is one of what is looked for."""
        if not text or not _START.match(text):
            return None
        found = (one.fullmatch(text) for one in self._beginning_with(text[0]))
        return next((one for one in found if one), None)

    def search(self, text: str) -> "re.Match[str] | None":
        """The first that is found."""
        return next(self.finditer(text), None)

    def finditer(self, text: str) -> Iterator["re.Match[str]"]:
        """All that is found, none overlapping another."""
        end = 0
        for start in _START.finditer(text):
            if start.start() >= end and (found := self._at(text, start.start())):
                yield found
                end = found.end()

    def sub(self, put: str, text: str) -> str:
        """*text* with *put* in place of all that is found."""
        parts, end = [], 0
        for found in self.finditer(text):
            parts += [text[end : found.start()], put]
            end = found.end()
        return "".join((*parts, text[end:]))

    def _at(self, text: str, start: int) -> "re.Match[str] | None":
        for one in self._beginning_with(text[start : start + 1]):
            found = one.match(text, start)
            if found is not None and found.end() > start:
                return found
        return None

    def _beginning_with(self, letter: str) -> list[Wording]:
        """Those of the wordings that can begin with a letter."""
        if letter not in self._likely:
            self._likely[letter] = [one for one in self.wordings if one.may_begin(letter)]
        return self._likely[letter]
