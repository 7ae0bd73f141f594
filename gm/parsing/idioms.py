"""Other ways to say the same: turns of phrase that a game's order language does not hold itself.

In goes a folded text that the grammar does not read; out comes the text in the words of the
grammar, or texts to propose to its writer. The idioms lie beside the grammar, in
``grammars/<family>-idioms.txt``; its head explains their form. Nothing is executed on the word of
an idiom alone: what it gives must be read by the grammar from beginning to end.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from gm.errors import DataError
from gm.parsing.lexer import NamesOfKind
from gm.parsing.needs import Wording, wordings_of
from gm.resources import Folders
from gm.values import Value

ROUNDS = 3
"""How often the idioms are gone through: one may open the way for another above it."""
LONGEST = 700
"""Longer texts are no sentence."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_OPEN, _CLOSE = "\ue000", "\ue001"
_MARK = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_HIDDEN = 0xE100
"""Marks are written in letters that no text holds, so that no idiom finds words in them."""
_LINE = re.compile(r"(?P<says>\S.*?)\s+(?P<kind>\?\?=>|\?=>|=>)(?P<means>.*)")
_SUM = re.compile(r"(?P<means>.*?)\s+when (?P<total>\w+) = (?P<one>\w+) \+ (?P<other>\w+)\s*")
_SHORT = re.compile(r"(?P<name>[A-Z]{2,}) = (?P<pattern>.+)")
_WORD = re.compile(r"\b[A-Z]{2,}[2-9]?\b")
_HELD = re.compile(r"\(\?P<(\w+)>")
_EDGE = r"(?:(?<![a-z0-9'])|(?![a-z0-9']))"
_START = re.compile(r"(?<![a-z0-9'])")


class Idiom(Value, frozen=True):
    """A turn of phrase and what it means; ``sums`` are words of which the first is the sum."""

    place: str
    says: Wording
    means: str
    sums: tuple[str, ...] = ()

    def put(self, found: "re.Match[str]") -> str:
        """What stands for a match; the match itself where its numbers do not add up."""
        if self.sums:
            total, *parts = (_number(found[word]) for word in self.sums)
            if total != sum(parts):
                return found.group()
        text = _WORD.sub(lambda word: found[word.group()] or "", self.means)
        before, after = (" " if end == " " else "" for end in (found[0][:1], found[0][-1:]))
        return f"{before}{text}{after}"


class Written(Value, frozen=True):
    """A line of the file: where it stands, its pattern without shorthands, and what it means."""

    place: str
    says: str
    means: str

    @property
    def pattern(self) -> str:
        """The whole pattern: it stands between words."""
        return f"{_EDGE}(?:{self.says}){_EDGE}"

    def idiom(self, says: Wording) -> Idiom:
        """The idiom that *says* what is written here.

        Raises:
            DataError: its meaning names what the pattern does not hold.
        """
        found = _SUM.fullmatch(self.means)
        sums = () if found is None else (found["total"], found["one"], found["other"])
        means = self.means if found is None else found["means"]
        held = _HELD.findall(self.says)
        for word in (*_WORD.findall(means), *sums):
            if word not in held:
                raise DataError(f"{self.place}: {word} is not in the pattern.")
        return Idiom(self.place, says, means.strip(), sums)


@dataclass(frozen=True)
class Idioms:
    """The idioms of one game."""

    said: tuple[Idiom, ...] = ()
    """What means one thing."""
    asked: tuple[Idiom, ...] = ()
    """What is proposed to its writer."""
    loose: tuple[Idiom, ...] = ()
    """What is proposed to its writer even where the grammar can read it."""

    def is_loose(self, folded: str, names: Sequence[NamesOfKind]) -> bool:
        """Whether a text is as likely talk as an order, though it can be read."""
        if not self.loose:
            return False
        marked, _ = _marked(folded.rstrip(" .!,;"), names)
        return any(idiom.says.search(marked) for idiom in self.loose)

    def restated(self, folded: str, names: Sequence[NamesOfKind]) -> str | None:
        """*folded* in the words of the grammar; None where no idiom is found in it."""
        if not self.said or len(folded) > LONGEST:
            return None
        marked, written = _marked(folded.rstrip(" .!,;"), names)
        text = self._applied(marked)
        return None if text == marked else _unmarked(text, written)

    def proposed(self, folded: str, names: Sequence[NamesOfKind]) -> Iterator[str]:
        """What a text may mean that is not to be taken without asking."""
        if not (self.asked or self.loose) or len(folded) > LONGEST:
            return
        marked, written = _marked(folded.rstrip(" .!,;"), names)
        text = self._applied(marked)
        for idiom, base in self._bases(marked, text):
            found = idiom.says.search(base)
            if found is not None:
                for one in idiom.put(found).split(" | "):
                    whole = f"{base[: found.start()]}{one}{base[found.end() :]}"
                    yield _unmarked(self._applied(whole), written)

    def steps(self, folded: str, names: Sequence[NamesOfKind]) -> Iterator[tuple[str, str]]:
        """Where the idioms found in a text stand, and what the text is after each of them."""
        marked, written = _marked(folded.rstrip(" .!,;"), names)
        text = _tidy(marked)
        for place, after in self._changes(text):
            text = after
            yield place, _unmarked(after, written)
        for idiom, base in self._bases(marked, text):
            if idiom.says.search(base):
                yield idiom.place, _unmarked(text, written)

    def _bases(self, marked: str, text: str) -> Iterator[tuple[Idiom, str]]:
        """What is proposed, with the text in which it is looked for: *marked*, or what it means."""
        yield from ((idiom, marked) for idiom in self.loose)
        yield from ((idiom, text) for idiom in self.asked)

    def _applied(self, text: str) -> str:
        text = _tidy(text)
        for _, after in self._changes(text):
            text = after
        return text

    def _changes(self, text: str) -> Iterator[tuple[str, str]]:
        for _ in range(ROUNDS):
            before = text
            for idiom in self.said:
                if not idiom.says.may_find(text):
                    continue
                after = _tidy(idiom.says.compiled.sub(idiom.put, text))
                if after != text:
                    text = after
                    yield idiom.place, text
            if text == before:
                break


def load_idioms(family: str, folders: Folders) -> Idioms:
    """The idioms of a grammar; none where it has no such file.

    Raises:
        DataError: a line is neither an idiom nor a shorthand, or its pattern is none.
    """
    name = f"{family}-idioms.txt"
    if folders.find("grammars", name) is None:
        return Idioms()
    short: dict[str, str] = {}
    lists: dict[str, list[Written]] = {"=>": [], "?=>": [], "??=>": []}
    for number, raw in enumerate(folders.read_text("grammars", name).splitlines(), 1):
        line, place = raw.strip(), f"grammars/{name}, line {number}"
        if not line or line.startswith("#"):
            continue
        shorthand, found = _SHORT.fullmatch(line), _LINE.fullmatch(line)
        if shorthand is not None:
            short[shorthand["name"]] = _with(short, shorthand["pattern"], held=False)
        elif found is not None:
            says = _with(short, found["says"], held=True)
            lists[found["kind"]].append(Written(place, says, found["means"]))
        else:
            raise DataError(f"{place}: write PATTERN => TEXT.")
    written = [one for some in lists.values() for one in some]
    wordings = wordings_of(f"{family}-idioms", [(one.place, one.pattern) for one in written])
    made = [one.idiom(wording) for one, wording in zip(written, wordings, strict=True)]
    firsts = list(accumulate(map(len, lists.values()), initial=0))
    return Idioms(*(tuple(made[start:end]) for start, end in pairwise(firsts)))


def _with(short: Mapping[str, str], pattern: str, *, held: bool) -> str:
    """A pattern of the file as a regular expression.

    Its own brackets hold nothing; the shorthands in it are *held* for the meaning, the second of a
    kind as LEGION2. ``<kind>`` is any name of a kind, ``<kind:id>`` one name.
    """
    quiet = re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)
    named = re.sub(r"<([a-z_]+)(?::([a-z_]+))?>", _name_pattern, quiet)
    seen: Counter[str] = Counter()

    def written(word: "re.Match[str]") -> str:
        name = word.group()
        if name not in short:
            return name
        seen[name] += 1
        called = name if seen[name] == 1 else f"{name}{seen[name]}"
        return f"(?P<{called}>{short[name]})" if held else f"(?:{short[name]})"

    return re.sub(r"\b[A-Z]{2,}\b", written, named)


def _name_pattern(name: "re.Match[str]") -> str:
    ident = _hidden(name[2]) if name[2] else f"[^{_CLOSE}{_hidden(' ')}]+"
    return (
        f"(?:{_OPEN}[^{_CLOSE}]*{_hidden(f' {name[1]}=')}{ident}{_hidden(' ')}[^{_CLOSE}]*{_CLOSE})"
    )


def _hidden(text: str) -> str:
    return "".join(chr(_HIDDEN + ord(letter)) for letter in text)


def _shown(text: str) -> str:
    return "".join(chr(ord(letter) - _HIDDEN) for letter in text)


def _number(text: str | None) -> int:
    word = (text or "").strip()
    if word.isdigit():
        return int(word)
    return NUMBERS.index(word) if word in NUMBERS else 1


def _tidy(text: str) -> str:
    """The text without the blanks and commas that an idiom may leave."""
    bare = re.sub(r"\s+", " ", text)
    bare = re.sub(r" (?=[,;.])", "", bare)
    bare = re.sub(r",(?=[,;.])|(?<=[;.:]),", "", bare)
    return bare.strip(" ,;")


def _marked(folded: str, names: Sequence[NamesOfKind]) -> tuple[str, list[str]]:
    """The text with a mark for each name in it, and the names as written.

    What stands for several names is left as it is: it may be an everyday word ("left").
    """
    parts: list[str] = []
    written: list[str] = []
    end = 0
    for start in _START.finditer(folded):
        if start.start() < end:
            continue
        found = {
            one.kind: match
            for one in names
            if (match := one.wording.match(folded, start.start()))
            and match.group()
            and not one.names.ident(match.group()).startswith("?")
        }
        furthest = max((match.end() for match in found.values()), default=0)
        if furthest <= start.start():
            continue
        ids = " ".join(
            f"{one.kind}={one.names.ident(found[one.kind].group())}"
            for one in names
            if one.kind in found and found[one.kind].end() == furthest
        )
        mark = _hidden(f"{len(written)} {ids} ")
        parts += [folded[end : start.start()], f"{_OPEN}{mark}{_CLOSE}"]
        written.append(folded[start.start() : furthest])
        end = furthest
    return "".join((*parts, folded[end:])), written


def _unmarked(text: str, written: Sequence[str]) -> str:
    return _MARK.sub(lambda mark: written[int(_shown(mark[1]).split()[0])], text)
