"""Phrases of plain English by what they do to an order: read from ``grammars/phrases.txt``."""

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from gm.errors import DataError
from gm.parsing.needs import Wordings, wordings_of
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
    def _patterns(self) -> dict[str, Wordings]:
        written = [
            (f"grammars/{FILE}, section [{section}]", phrase)
            for section, phrases in self.sections.items()
            for phrase in phrases
        ]
        made = iter(wordings_of("phrases", written))
        return {
            section: Wordings(tuple(islice(made, len(phrases))))
            for section, phrases in self.sections.items()
        }

    def pattern(self, section: str) -> Wordings:
        """What finds any phrase of a section.

        Raises:
            DataError: the file has no such section, or a phrase is no regular expression.
        """
        if section not in self._patterns:
            raise DataError(f"grammars/{FILE}: the section [{section}] is missing.")
        return self._patterns[section]

    def text(self, section: str) -> str:
        """A pattern for any phrase of a section, to be made part of another.

        Raises:
            DataError: the file has no such section.
        """
        if section not in self.sections:
            raise DataError(f"grammars/{FILE}: the section [{section}] is missing.")
        return "|".join(f"(?:{phrase})" for phrase in self.sections[section])


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
