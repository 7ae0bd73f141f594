"""Phrases of plain English by what they do to an order: read from ``grammars/phrases.txt``."""

import re
from dataclasses import dataclass
from functools import cached_property

from gm.errors import DataError
from gm.resources import Folders

FILE = "phrases.txt"


@dataclass(frozen=True)
class Phrases:
    """The sections of the file, each a list of regular expressions for folded text."""

    sections: dict[str, tuple[str, ...]]

    @cached_property
    def english(self) -> frozenset[str]:
        """English words that are names only where nothing else can be meant."""
        return frozenset(" ".join(self.sections["english"]).split())

    @cached_property
    def _patterns(self) -> dict[str, "re.Pattern[str]"]:
        return {}

    def pattern(self, section: str) -> "re.Pattern[str]":
        """One pattern that finds any phrase of a section.

        Raises:
            DataError: the file has no such section, or a phrase is no regular expression.
        """
        if section not in self._patterns:
            try:
                joined = "|".join(f"(?:{phrase})" for phrase in self.sections[section])
                self._patterns[section] = re.compile(joined)
            except KeyError:
                raise DataError(f"grammars/{FILE}: the section [{section}] is missing.") from None
            except re.error as error:
                raise DataError(f"grammars/{FILE}, section [{section}]: {error}.") from error
        return self._patterns[section]


def load_phrases(folders: Folders, file: str = FILE) -> Phrases:
    """The phrases of the program in a *file* of grammars/, or those that lie beside ``gm.yaml``."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for raw in folders.read_text("grammars", file).splitlines():
        line = raw.strip()
        if line.startswith("[") and line.endswith("]") and line[1:-1].isalpha():
            current = sections.setdefault(line[1:-1], [])
        elif line and not line.startswith("#"):
            current.append(line)
    return Phrases({name: tuple(lines) for name, lines in sections.items()})
