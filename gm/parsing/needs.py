"""What a text must hold for a pattern to find anything in it, told without compiling the pattern.

Compiling all patterns of the order language takes far longer than reading a letter, and most find
nothing in it. So the words without which a pattern finds nothing, and the letters that it can
begin with, are worked out once and kept (``gm.prepared``); a pattern is compiled when a text has
what it needs.
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gm import prepared
from gm.errors import DataError

WORKINGS = b"3"
"""Changes with what is worked out here, so that nothing worked out otherwise is used."""
MOST_GROUPS = 4
"""So many groups of words are looked for at most; those that few texts hold come first."""
MOST_LETTERS = 200
"""A pattern that can begin with more letters than that can begin with any."""


@dataclass(frozen=True)
class Wording:
    """A pattern that is compiled when a text holds what it ``needs``: a word of each group.

    What it finds begins with one of the letters ``begins``, if any, or is empty.
    """

    text: str
    needs: tuple[tuple[str, ...], ...] = ()
    begins: str = ""

    @cached_property
    def compiled(self) -> "re.Pattern[str]":
        """The pattern."""
        return re.compile(self.text)

    def may_find(self, text: str) -> bool:
        """Whether a text holds what the pattern needs."""
        for words in self.needs:
            for word in words:
                if word in text:
                    break
            else:
                return False
        return True

    def may_begin(self, letter: str) -> bool:
        """Whether anything that the pattern finds can begin with a letter."""
        return not self.begins or letter in self.begins

    def search(self, text: str) -> "re.Match[str] | None":
        """What the pattern finds in a text."""
        return self.compiled.search(text) if self.may_find(text) else None

    def match(self, text: str, start: int = 0) -> "re.Match[str] | None":
        """What the pattern finds at *start*."""
        return self.compiled.match(text, start) if self.may_find(text) else None

    def fullmatch(self, text: str) -> "re.Match[str] | None":
        """The whole text, if it fits."""
        return self.compiled.fullmatch(text) if self.may_find(text) else None


@dataclass(frozen=True)
class Wordings:
    """Several patterns of which any will do: the first that fits counts."""

    wordings: tuple[Wording, ...]

    def search(self, text: str) -> "re.Match[str] | None":
        """What the first pattern that finds anything finds in a text."""
        return next(filter(None, (one.search(text) for one in self.wordings)), None)

    def fullmatch(self, text: str) -> "re.Match[str] | None":
        """The whole text, if one of the patterns fits it."""
        return next(filter(None, (one.fullmatch(text) for one in self.wordings)), None)


def wordings_of(name: str, written: Sequence[tuple[str, str]]) -> list[Wording]:
    """The wordings of patterns, each given with the place where it is *written*.

    What they need is kept under *name*. They find the same in a text as the patterns do; letters
    are small, as in folded texts.

    Raises:
        DataError: one of them is no regular expression.
    """
    patterns = [pattern for _, pattern in written]
    called = f"{name}.{prepared.digest(WORKINGS, *map(str.encode, patterns))}.needs"
    known = _kept(called)
    if known is None:
        for place, pattern in written:
            try:
                re.compile(pattern)
            except re.error as error:
                raise DataError(f"{place}: {error}.") from error
        known = [_worked_out(pattern) for pattern in patterns]
        prepared.keep(called, json.dumps(known).encode())
    return [
        Wording(pattern, tuple(map(tuple, groups)), letters)
        for pattern, (groups, letters) in zip(patterns, known, strict=True)
    ]


Known = tuple[list[list[str]], str]
"""The groups of words that a pattern needs, and the letters with which it can begin."""


def _kept(called: str) -> list[Known] | None:
    kept = prepared.find(called)
    try:
        return json.loads(kept) if kept is not None else None
    except ValueError:  # cut short, as by a full disk
        return None


def _worked_out(pattern: str) -> Known:
    operations = _parsed(pattern)
    groups = {tuple(sorted(group)) for group in _groups(operations)}
    telling = sorted(groups, key=_telling, reverse=True)[:MOST_GROUPS]
    return [list(group) for group in telling], "".join(sorted(_letters(operations)))


# --- patterns taken apart

Parsed = Any
"""What the standard library makes of a pattern before it compiles it: operations in sequence."""


def _parsed(pattern: str) -> Parsed:
    from re import _parser  # has no public name; Lark uses it too

    return _parser.parse(pattern)


ANYWHERE = frozenset({"AT", "ASSERT", "ASSERT_NOT"})
"""Operations that take up no letters."""


Group = frozenset[str]
"""Words of which a text must hold one."""


def _groups(operations: Parsed) -> Iterator[Group]:
    """What a text must hold in which anything fits all *operations*."""
    literal = ""
    for operation, value in operations:
        name = str(operation)
        if name == "LITERAL":
            literal += chr(value)
            continue
        if name in ANYWHERE:
            continue
        if len(literal) > 1:
            yield frozenset({literal})
        literal = ""
        parts = _parts(name, value)
        if len(parts) == 1:
            yield from _groups(parts[0])
        elif parts:
            one_of_each = [max(_groups(part), key=_telling, default=None) for part in parts]
            known = [group for group in one_of_each if group is not None]
            if len(known) == len(parts):
                yield frozenset[str]().union(*known)
    if len(literal) > 1:
        yield frozenset({literal})


def _telling(group: Collection[str]) -> tuple[bool, int, int]:
    """Greater for a group that fewer texts hold: of plain letters, of long words, of few."""
    return all(word.isascii() for word in group), min(map(len, group)), -len(group)


def _parts(name: str, value: Any) -> list[Parsed]:
    """The parts of an operation of which at least one must fit; none if nothing must."""
    match name, value:
        case "BRANCH", (_, parts):
            return list(parts)
        case "SUBPATTERN", (_, added, removed, part) if not (added or removed):
            return [part]
        case "ATOMIC_GROUP", part:
            return [part]
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT", (least, _, part) if least:
            return [part]
        case _:
            return []


def _letters(operations: Parsed) -> Collection[str]:
    """The letters that what fits *operations* can begin with; none if that may be any."""
    letters = _first(operations)[0]
    return () if letters is None or len(letters) > MOST_LETTERS else letters


def _first(operations: Parsed) -> tuple[set[str] | None, bool]:
    """The letters that *operations* can begin with (None for any), and whether they fit nothing."""
    letters: set[str] = set()
    for operation, value in operations:
        name = str(operation)
        if name in ANYWHERE:
            continue
        begins, is_empty = _first_of(name, value)
        if begins is None:
            return None, is_empty
        letters |= begins
        if not is_empty:
            return letters, False
    return letters, True


def _first_of(name: str, value: Any) -> tuple[set[str] | None, bool]:
    match name, value:
        case "LITERAL", letter:
            return {chr(letter)}, False
        case "IN", items:
            return _set(items), False
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT", (least, _, part):
            begins, is_empty = _first(part)
            return begins, is_empty or not least
        case _:
            found = [_first(part) for part in _parts(name, value)]
            if not found or any(begins is None for begins, _ in found):
                return None, False
            letters = {letter for begins, _ in found for letter in begins or ()}
            return letters, any(is_empty for _, is_empty in found)


def _set(items: Any) -> set[str] | None:
    """The letters of a set, None where they are not listed."""
    letters: set[str] = set()
    for operation, value in items:
        match str(operation), value:
            case "LITERAL", letter:
                letters.add(chr(letter))
            case "RANGE", (low, high) if high - low <= MOST_LETTERS:
                letters |= {chr(letter) for letter in range(low, high + 1)}
            case _:
                return None
    return letters
