"""Headings of letters: whose orders follow, and for which turn."""

import re
from dataclasses import dataclass

from gm.parsing.folding import fold
from gm.parsing.phrases import Phrases
from gm.parsing.pieces import SheetContext
from gm.values import Value

_YEAR = r"(?:[12]\d{3}|'\d{2}|\d{3})"
_SHORT = rf"(?:[ ,.']*{_YEAR}|\d\d(?=[mrab]? ?(?::|$)))[mrab]?\b"
"""What may follow the letter of a season: the year, and the letter of a phase ("S1570M", "F70")."""
_NUMBERED = r"\bturn [1-9]\d?\b"
_SAME_SEASON = {"autumn": "fall", "f": "fall", "s": "spring", "w": "winter"}
_BETWEEN = {"summer", "winter"}
"""Seasons that players name retreats and builds by, whatever the rulebook calls them."""


class Heading(Value, frozen=True):
    """What a heading says: *foreign* names another side, *other_turn* another turn.

    ``rest`` is what follows the heading in its line, folded.
    """

    rest: str
    named: bool
    foreign: str | None = None
    other_turn: str | None = None

    @property
    def concerns_writer(self) -> bool:
        """Whether what follows are the writer's own orders for the present turn."""
        return self.foreign is None and self.other_turn is None


@dataclass(frozen=True)
class Headings:
    """Recognises headings in the letters of one side during one phase."""

    context: SheetContext
    pattern: "re.Pattern[str]"
    own: "re.Pattern[str]"
    others: "re.Pattern[str]"
    to_writer: "re.Pattern[str]"
    season: "re.Pattern[str]"

    @classmethod
    def of(cls, phrases: Phrases, context: SheetContext) -> "Headings":
        """The headings that a writer in *context* may use."""
        words = "|".join([*phrases.sections["heading"]])
        seasons = "|".join(phrases.sections["season"])
        own, others = _names(context.own), _names(context.others)
        own_short = _beginnings(context.own, context.others)
        short = f"(?:{own_short}|{_beginnings(context.others, context.own)})(?=:)"
        whole = "|".join(re.findall(r"[a-z]{2,}", seasons))
        season = rf"(?:{whole})(?=[ ,']*{_YEAR}\b|\b)"
        token = (
            rf"(?:{_NUMBERED}|{short}|(?:{own}|{others}|{words})(?:'s|')?(?![a-z0-9])"
            rf"|[sfw]{_SHORT}|(?:{seasons})[ ,.']*{_YEAR}\b|{season}(?![a-z0-9])"
            rf"|{_YEAR}(?![a-z0-9]))"
        )
        return cls(
            context=context,
            pattern=re.compile(rf"\W*(?:{token}[\s,.:;()/&=+#'\"-]*)+"),
            own=re.compile(rf"\b(?:{own})\b|\b(?:{own_short})(?=:)"),
            others=re.compile(rf"\b(?:{others})\b|\b{short}"),
            to_writer=re.compile(rf"(?:dear|hi|hello|hey|to:?) (?:{own})\b"),
            season=re.compile(
                rf"\b(?:({seasons})\b|([sfw])(?={_SHORT}))"
                rf"|(?:\b|(?<=\b[sfw]))({_YEAR}|(?<=\b[sfw])\d\d)[mrab]?\b"
            ),
        )

    def without_own_brackets(self, text: str) -> str:
        """A text without the writer's own name in brackets ("Army Kozuke (Uesugi) holds")."""
        if "(" not in text:
            return text
        return re.sub(
            r"\(([^()]{2,30})\)",
            lambda found: " " if self.own.fullmatch(fold(found[1])) else found[0],
            text,
        )

    def of_line(self, folded: str) -> Heading | None:
        """The heading that a folded line is or begins with, or None."""
        found = self.pattern.match(folded)
        if found is None:
            return None
        words = found.group()
        own, other = self.own.search(words), self.others.search(words)
        turn = self.season.search(words) or (self._turn and re.search(_NUMBERED, words))
        rest = folded[found.end() :]
        ends = (
            not rest or words.rstrip()[-1:] in (":", "-", ".", ",", ")") or bool(turn) or bool(own)
        )
        named = bool(own or other or turn) or not rest
        if not ends or not named:
            return None
        is_foreign = other is not None and (own is None or other.start() < own.start())
        return Heading(
            rest=rest,
            named=bool(own or other or turn),
            foreign=other.group() if other and is_foreign else None,
            other_turn=self._other_turn(words),
        )

    @property
    def _turn(self) -> str:
        """The present turn ("turn 4"), where turns have numbers."""
        found = re.search(_NUMBERED, fold(self.context.turn))
        return found.group() if found else ""

    def _other_turn(self, words: str) -> str | None:
        """The turn that a heading names, if it is not the present one."""
        turn = fold(self.context.turn)
        if not turn:
            return None
        if self._turn and set(re.findall(_NUMBERED, words)) - {self._turn}:
            return words.strip(" ,.:;-")
        for found in self.season.finditer(words):
            season, letter, year = found.groups()
            if year and not any(part.endswith(year.strip("'")) for part in turn.split()):
                return words.strip(" ,.:;-")
            name = season or letter
            if not name:
                continue
            name = _SAME_SEASON.get(name, name)
            between = name in _BETWEEN and self.context.kind not in ("", "movement")
            if name not in turn.split() and not between:
                return words.strip(" ,.:;-")
        return None


def _names(names: tuple[str, ...]) -> str:
    folded = sorted({re.escape(fold(name)) for name in names if name}, key=len, reverse=True)
    return "|".join(folded) or "(?!)"


def _beginnings(names: tuple[str, ...], others: tuple[str, ...]) -> str:
    """The first three letters of names, as headings have them (``UES:``), if of one side only."""
    short = {fold(name)[:3] for name in names if len(name) > 3}
    foreign = {fold(name)[:3] for name in others}
    return _names(tuple(one for one in short - foreign if one.isalpha()))
