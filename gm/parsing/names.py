"""Spellings to ids: one pattern for all names of a kind, and which name a misspelt word is near.

A spelling stands for its name in any case, with or without accents, dots, hyphens and apostrophes;
so does a unique beginning of three letters or more, and the initials of a name of several words.
Names as printed (the first spelling of an id that is not the id itself) go before other spellings.
A spelling that fits several ids has the id ``?one|other``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from gm.parsing.folding import key
from gm.parsing.nearness import is_short_for, nearness
from gm.values import Value

SURE = 0.7
"""How near a misspelt word must be to the one name it stands for (1 is equal)."""
MARGIN = 0.12
"""How much nearer it must be than to any other name."""
SHORT = 4
"""Names of so many letters or less stand for a misspelt word only if no other name is likely."""
LIKELY = 0.6
"""How near a name must be to be proposed."""

GAP = r"(?:\.? ?|[-\/'])"
"""What may stand between the words of a name: blank, dot, hyphen, stroke, or nothing."""
AFTER = r"(?:\.(?= ?[-:,]))?(?![a-z0-9]|'t(?![a-z]))"
CLOSE = (
    r"(?:(?<=[-(\/])|(?<=- )|(?<=\b[sc]a )|(?<=\b[sc]f )|(?<=(?<!')\b[afscrm] )|(?<=\bto )"
    r"|(?<=\bmv )|(?<=\bmov )|(?<=\barmy )|(?<=\bfleet )|(?<=\barmy in )|(?<=\bfleet in )"
    r"|(?<=\barmy at )|(?<=\bfleet at )|^(?=[a-z]+ ?-)"
    r"|(?:^|(?<=[,;.] ))(?!(?:not|both|nor|in|on|up|so|as|at|is|are|was|has|had|have|no|or|and|but"
    r"|for|you|who|how|get|got|go|next|set|try|use|if|out|off|due|way)\b)"
    r"(?=[a-z]+(?: ?- ?| to )[a-z]{3})"
    r"|^(?!not (?:hold|stand)(?:$| )|both (?:h|holds?|stands?|std)(?![a-z]))"
    r"(?=[a-z]+ (?:h|holds?|stands?|std|s|supports|m|moves|c|convoys"
    r"|r|retreats|d|disbands)(?![a-z])))"
)
"""Where a name that is also an English word ("not", "set") counts as a name."""
AFTER_VERB = (
    r"(?:(?<=\battack )|(?<=\battacks )|(?<=\benters )|(?<=\binvades )|(?<=\btakes )|(?<=\bmoves )"
    r"|(?<=\bcaptures )|(?<=\bsupports )|(?<=\bconvoy )|(?<=\bconvoys )|(?<=\binto )|(?<=\bonto )"
    r"|(?<=\bvia )|(?<=\bthrough )|(?<=\bto the )|(?<=\binto the )|(?<=- the ))"
    r"(?!(?:not|both|east|west|eastern|western|mid|nor|port|in|on|up|so|as|at)\b)"
)
"""Where it does as well if the map has it as written and it is no word that may follow a verb."""


class Match(Value, frozen=True):
    """What a misspelt word may stand for: ids, nearest first; sure when only the first is near."""

    ids: tuple[str, ...]
    sure: bool


MOST_SEEN = 5_000
"""Unknown words whose likeness to names is remembered."""


@dataclass(frozen=True)
class Names:
    """The names of one kind.

    ``english`` are words that count as a name only where nothing else can be meant; so do names of
    one or two letters, unless all spellings are *strong*.
    """

    spellings: Mapping[str, str]
    english: frozenset[str] = frozenset()
    strong: bool = False
    _seen: dict[str, Match] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def exact(self) -> Mapping[str, str]:
        """Every spelling, words apart by one blank -> id."""
        found = {key(spelling): ident for spelling, ident in self.spellings.items()}
        apart = {  # "San'in" is written with its apostrophe too
            key(spelling.replace("'", " ")): ident
            for spelling, ident in self.spellings.items()
            if "'" in spelling
        }
        return apart | found

    @cached_property
    def printed(self) -> Mapping[str, str]:
        """Every id -> the name as printed."""
        names: dict[str, str] = {}
        for spelling, ident in self.spellings.items():
            if not ident.startswith("?") and spelling != ident:
                names.setdefault(ident, spelling)
        return {ident: ident for ident in self.spellings.values() if ident[:1] != "?"} | names

    @cached_property
    def forms(self) -> Mapping[str, str]:
        """Every form a name may be written in, words apart by one blank -> id."""
        names = {key(name): ident for ident, name in self.printed.items()}
        shortened = _unique(_short_forms(self.exact)) | _unique(_short_forms(names))
        initials = _unique(_initials(names))
        usable = {form: ident for form, ident in shortened.items() if form not in self.english}
        few = {form: ident for form, ident in initials.items() if form not in self.english}
        turned = _unique(_turned(names))
        return few | usable | turned | dict(self.exact)

    @cached_property
    def squeezed(self) -> Mapping[str, str]:
        """The same without blanks: what the text of a token is looked up in."""
        loose = {form.replace(" ", ""): ident for form, ident in self.forms.items()}
        return loose | {form: ident for form, ident in self.forms.items() if " " not in form}

    def pattern(self) -> str:
        """A regular expression for folded text that matches all forms, the longest first."""
        weak = {form for form in self.forms if form in self.english or len(form) < 3}
        if self.strong:
            weak -= set(self.exact)
        strong = _alternation(form for form in self.forms if form not in weak)
        parts = [strong]
        if weak:
            parts += [f"{CLOSE}{_alternation(weak)}"]
            parts += [f"{AFTER_VERB}{_alternation(weak & set(self.exact))}"]
        return f"(?:{'|'.join(parts)}){AFTER}"

    def ident(self, text: str) -> str:
        """The id that a matched *text* stands for (``?one|other`` if it fits several)."""
        return self.squeezed[text.translate(_NO_GAPS)]

    def resolve(self, text: str) -> Match:
        """What the unknown word or words *text* may stand for."""
        word = key(text)
        found = self._seen.get(word)
        if found is None:
            if len(self._seen) >= MOST_SEEN:  # a service that runs for months must not grow
                self._seen.clear()
            found = self._seen[word] = self._resolve(word)
        return found

    def _resolve(self, word: str) -> Match:
        if len(word) < 3 or len(word) > 40 or word in self.english:
            return Match((), sure=False)
        shortened = tuple(
            ident for ident, name in self.printed.items() if is_short_for(word, key(name))
        )
        scores = {**dict.fromkeys(self._joined_initials(word), LIKELY), **self._scores(word)}
        near = tuple(sorted(scores, key=lambda ident: -scores[ident]))
        if len(near) > 1 and self._is_short(near[0]):
            return Match(_first(shortened, near), sure=False)
        if len(shortened) == 1:
            slip = 1 - 1.1 / len(word)  # one slip in a short word is as likely as a short form
            own = scores.get(shortened[0], 0.0)
            sure = all(
                scores[ident] < SURE + MARGIN and (scores[ident] <= own or scores[ident] < slip)
                for ident in near
                if ident not in shortened
            )
            return Match(_first(shortened, near), sure=sure)
        if shortened:
            return Match(_first(shortened, near), sure=False)
        if not near:
            return Match((), sure=False)
        best = scores[near[0]]
        second = scores[near[1]] if len(near) > 1 else 0.0
        ahead = min(MARGIN, 1.9 / len(word))  # in a long name two slips are ahead enough
        return Match(near, sure=len(word) > 3 and best >= SURE and best - second >= ahead)

    def _is_short(self, ident: str) -> bool:
        return len(key(self.printed[ident]).replace(" ", "")) <= SHORT

    def _joined_initials(self, word: str) -> Iterator[str]:
        """The ids that *word* may name by an initial run into a word: ``isea``, "Inland Sea"."""
        for ident, name in self.printed.items():
            first, _, rest = key(name).partition(" ")
            if rest and first[0] + rest.replace(" ", "") == word:
                yield ident

    def _scores(self, word: str) -> Mapping[str, float]:
        """How near *word* is to each id of which some spelling is likely."""
        scores: dict[str, float] = {}
        for form, ident in self.exact.items():
            if abs(len(form) - len(word)) > max(len(form), len(word)) // 2 or len(form) < 3:
                continue
            score = nearness(word, form)
            if score >= (LIKELY if form.count(" ") == word.count(" ") else SURE + MARGIN):
                for one in ident.removeprefix("?").split("|"):
                    scores[one] = max(score, scores.get(one, 0.0))
        return scores


_NO_GAPS = str.maketrans("", "", " .'-/")


def _first(ids: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return (*ids, *(ident for ident in others if ident not in ids))


def _unique(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Form -> its id, or ``?one|other`` where it fits several; parts of one (``stp/nc``) do not."""
    found: dict[str, dict[str, None]] = {}
    for form, ident in pairs:
        ids = found.setdefault(form, {})
        ids.update(dict.fromkeys(ident.removeprefix("?").split("|")))
        for part in [one for one in ids if one.partition("/")[0] in ids and "/" in one]:
            del ids[part]
    return {
        form: next(iter(ids)) if len(ids) == 1 else "?" + "|".join(ids)
        for form, ids in found.items()
    }


def _short_forms(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Beginnings of names, also with the first word cut to its first letter."""
    for name, ident in names.items():
        yield from ((form, ident) for form in _beginnings(name))
        first, _, rest = name.partition(" ")
        if rest and len(first) > 1:
            yield from (
                (f"{first[0]} {form}", ident) for form in _beginnings(rest) if len(form) > 3
            )


def _beginnings(name: str) -> Iterator[str]:
    """Beginnings of at least three letters whose last word is whole or has three letters."""
    for length in range(3, len(name) + 1):
        form = name[:length]
        last = form.rpartition(" ")[2]
        if last and (len(last) >= 3 or length == len(name)):
            yield form


_WATERS = frozenset({"bay", "sea", "strait", "straits", "channel", "gulf", "ocean"})


_SIDES = frozenset({"north", "south", "east", "west", "northern", "southern"})


def _turned(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Names with the word for what they are in front: ``bay of suruga``, "Suruga Bay".

    A direction may stand behind the name instead: ``shinano south``.
    """
    for name, ident in names.items():
        side, _, stem = name.partition(" ")
        if stem and side in _SIDES:
            yield f"{stem} {side}", ident
        rest, _, last = name.rpartition(" ")
        if rest and last in _WATERS and " of " not in name:
            yield f"{last} of {rest}", ident


def _initials(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, ident in names.items():
        if " " in name:
            yield "".join(word[0] for word in name.split()), ident


def _alternation(forms: Iterable[str]) -> str:
    """A pattern that matches any of *forms*, the longest first, made letter by letter."""
    trie: dict[str, dict] = {}  # type: ignore[type-arg]  # a tree of itself
    for form in sorted(forms):
        node = trie
        for letter in form:
            node = node.setdefault(letter, {})
        node[""] = {}
    return _written(trie)


def _written(trie: Mapping[str, Mapping]) -> str:  # type: ignore[type-arg]  # a tree of itself
    """The pattern of a letter tree; an end inside of it makes what follows optional."""
    branches = [
        (GAP if letter == " " else letter) + _written(rest)
        for letter, rest in sorted(trie.items(), reverse=True)
        if letter
    ]
    if not branches:
        return ""
    joined = branches[0] if len(branches) == 1 and "" not in trie else f"(?:{'|'.join(branches)})"
    return f"{joined}?" if "" in trie else joined
