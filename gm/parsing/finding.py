"""Words and names found anywhere in a text, with the patterns that the lexer has made already.

One joint pattern would find them faster, but takes longer to make than a short letter to read; so
it is made only once a text after text has been searched.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

OFTEN = 50
"""After so many searches one joint pattern is worth its making."""

_START = re.compile(r"(?<![a-z0-9'])")


@dataclass(frozen=True)
class Finder:
    """Finds, in folded text, whatever fits one of several patterns at the beginning of a word.

    ``pattern_of`` gives the compiled pattern of each of the ``names``; the first that fits wins.
    """

    names: Sequence[str]
    pattern_of: Callable[[str], "re.Pattern[str]"]
    _uses: list[int] = field(default_factory=lambda: [0], repr=False, compare=False)

    def match(self, text: str, start: int = 0) -> "re.Match[str] | None":
        """What begins at *start*, where a word must begin."""
        if self._is_often():
            return self._joint.match(text, start)
        return self._at(text, start) if _START.match(text, start) else None

    def fullmatch(self, text: str) -> "re.Match[str] | None":
        """The whole *text*, if it is one of what is looked for."""
        found = (self.pattern_of(name).fullmatch(text) for name in self.names)
        return next((one for one in found if one), None) if _START.match(text) else None

    def search(self, text: str) -> "re.Match[str] | None":
        """The first that is found."""
        return next(self.finditer(text), None)

    def finditer(self, text: str) -> Iterator["re.Match[str]"]:
        """All that is found, none overlapping another."""
        if self._is_often():
            yield from self._joint.finditer(text)
            return
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
        for name in self.names:
            found = self.pattern_of(name).match(text, start)
            if found is not None and found.end() > start:
                return found
        return None

    def _is_often(self) -> bool:
        self._uses[0] += 1
        return self._uses[0] > OFTEN

    @cached_property
    def _joint(self) -> "re.Pattern[str]":
        joined = "|".join(self.pattern_of(name).pattern for name in self.names)
        return re.compile(rf"(?<![a-z0-9'])(?:{joined or '(?!)'})")
