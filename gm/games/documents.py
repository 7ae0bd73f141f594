"""Reading the plain data of a map file: what it must hold, and a full sentence where it does not.

A document is what YAML gives: mappings, lists and plain values. A ``Reader`` walks it and knows
where in it it stands, so that an error can name the place; the one who read the file adds the
line.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gm.values import Value

Path = tuple[str | int, ...]
"""Where in a document something stands: keys of mappings and indexes of lists from the top."""


class DocumentError(Exception):
    """A document is wrong at ``path``; ``sentence`` says what is wrong and what to write."""

    def __init__(self, path: Path, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path
        self.sentence = sentence


def nearest(word: str, known: Mapping[str, str] | Collection[str]) -> str:
    """The tail of a sentence that proposes the known spelling nearest to *word*, or nothing.

    With a mapping (spelling -> id) the id is proposed, which is what the document must hold.
    """
    from difflib import get_close_matches  # only where an error is told

    spellings = {str(spelling).casefold(): spelling for spelling in known}
    found = get_close_matches(word.casefold(), spellings, n=1, cutoff=0.6)
    if not found:
        return ""
    spelling = spellings[found[0]]
    meant = known[spelling] if isinstance(known, Mapping) else spelling
    return (
        f'; did you mean "{meant}"?'
        if meant == spelling
        else f'; did you mean "{meant}" ({spelling})?'
    )


class Reader(Value, frozen=True):
    """A value of a document and where it stands."""

    value: Any
    path: Path = ()

    def wrong(self, sentence: str) -> DocumentError:
        """The error that says *sentence* of this place."""
        return DocumentError(self.path, sentence)

    def field(self, name: str) -> "Reader":
        """The field *name* of a mapping; an error if it is missing."""
        found = self.optional(name)
        if found is None:
            raise self.wrong(f'the field "{name}" is missing.')
        return found

    def optional(self, name: str) -> "Reader | None":
        """The field *name* of a mapping, or None."""
        value = self.mapping().get(name)
        return None if value is None else Reader(value, (*self.path, name))

    def only(self, *names: str) -> None:
        """Refuses fields other than *names*, which would be read by nobody."""
        for name in self.mapping():
            if name not in names:
                raise DocumentError(
                    (*self.path, name),
                    f'there is no field "{name}"{nearest(str(name), names) or "."}',
                )

    def mapping(self) -> Mapping[str, Any]:
        """The value as a mapping."""
        if not isinstance(self.value, Mapping):
            raise self.wrong("fields with values are expected here.")
        return self.value

    def items(self) -> Iterator[tuple[str, "Reader"]]:
        """The keys of a mapping with what they hold."""
        for key, value in self.mapping().items():
            yield str(key), Reader(value, (*self.path, key))

    def list(self) -> "Iterator[Reader]":
        """The items of a list."""
        if not isinstance(self.value, list | tuple):
            raise self.wrong("a list is expected here.")
        for index, value in enumerate(self.value):
            yield Reader(value, (*self.path, index))

    def text(self) -> str:
        """The value as text."""
        if not isinstance(self.value, str) or not self.value:
            raise self.wrong(f"text is expected here, not {self.value!r}.")
        return self.value

    def texts(self) -> tuple[str, ...]:
        """The value as a list of texts."""
        return tuple(item.text() for item in self.list())

    def number(self) -> int:
        """The value as a whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong(f"a whole number is expected here, not {self.value!r}.")
        return self.value

    def one_of(self, known: Mapping[str, str] | Collection[str], what: str) -> str:
        """The value as one of the ids *known*; *what* names their kind for people."""
        ids = set(known.values()) if isinstance(known, Mapping) else known
        if self.value not in ids:
            raise self.wrong(f'"{self.value}" is no {what}{nearest(str(self.value), known) or "."}')
        return str(self.value)
