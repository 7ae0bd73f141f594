"""Order sheets that came back: which lines of one were filled in, however a mail program quoted it.

A sheet is ``gm.games.forms.text_of``. Players write behind an arrow, on a line of their own below
one, or delete the options they do not want; they do so in text that their program took for a
quotation, too. What stands there as we sent it says nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gm.games.forms import Form, Option, Row
from gm.parsing.folding import fold
from gm.values import Value

MOST_BELOW = 60
"""So many lines below an arrow are looked at."""
BROKEN_FROM = 60
"""A filled line of at least this many characters may go on in the next one."""

_MARKS = re.compile(r"^(?:[\s\ufeff\u200b]*[>\uff1e|])+")
_SIGN = re.compile(r"=+ ?[>\uff1e]|[⇒➔]")
_SUBJECT = re.compile(r"[\s*_•·-]*(?P<subject>[^=>]{1,80}?)[\s*_]*")
LONGEST = 600
"""Longer lines are no rows of a sheet."""
_TITLE = re.compile(r"order sheet (?:(?P<match>[\w-]+) ?/ ?)?(?P<step>\d{1,6})\b")
_NOTHING = " \t._…-"


class Source(Value, frozen=True):
    """A line of a letter. ``is_own`` is false in what was taken for a quotation."""

    number: int
    text: str
    is_own: bool = True


def sources_of(text: str) -> tuple[Source, ...]:
    """The lines of a text in which only quote marks tell quotations."""
    lines = enumerate(text.split("\n"), 1)
    return tuple(Source(number, line, not _MARKS.match(line)) for number, line in lines)


class Entry(Value, frozen=True):
    """What a player filled in: words for one row, or the options that were left standing.

    ``text`` is what a receipt quotes. ``is_unclear`` says that the block was changed in a way that
    does not tell one option.
    """

    row: Row
    said: str
    line: int
    text: str
    is_own: bool = True
    kept: tuple[Option, ...] = ()
    is_unclear: bool = False


class Found(Value, frozen=True):
    """The entries of a letter, its sheets' titles (match and step), and the lines used up.

    ``is_there`` says whether there is a sheet at all, ``is_own`` whether it stands in the player's
    own text.
    """

    entries: tuple[Entry, ...] = ()
    titles: tuple[tuple[str, int], ...] = ()
    used: frozenset[int] = frozenset()
    is_there: bool = False
    is_own: bool = False


def words(text: str) -> list[str]:
    """The words of a text without marks and breaks: what no mail program changes."""
    return re.findall(r"[^\W_]+", fold(text))


def bare(text: str, row: Row) -> Option | None:
    """The option that *text* is, if it is its number or its short name and nothing else."""
    said = words(text)
    if len(said) == 1 and said[0].isdecimal():
        return row.option(int(said[0][:6]))
    return next((one for one in row.options if words(one.label) == said), None)


def find(lines: Sequence[Source], form: Form) -> Found:
    """What is filled in of *form* in a letter."""
    return _Search(lines, form).found()


@dataclass
class _Search:
    lines: Sequence[Source]
    form: Form
    entries: list[Entry] = field(default_factory=list)
    used: set[int] = field(default_factory=set)

    def found(self) -> Found:
        titles: list[tuple[str, int]] = []
        arrows: list[tuple[int, Row, str]] = []
        for place, line in enumerate(self.lines):
            if _depth(line) > 1:
                continue
            text = _bare_line(line)
            title = _TITLE.match(fold(text)) if "order sheet" in text.casefold() else None
            if title is not None:
                titles.append((title["match"] or "", int(title["step"])))
                self._use_heading(place)
            elif (arrow := self._arrow(text)) is not None:
                arrows.append((place, *arrow))
        for number, (place, row, said) in enumerate(arrows):
            end = arrows[number + 1][0] if number + 1 < len(arrows) else len(self.lines)
            _Region(self, place, min(end, place + MOST_BELOW), row, said).read()
        own_rows = {entry.row.subject for entry in self.entries if entry.is_own}
        return Found(
            entries=tuple(
                entry
                for entry in sorted(self.entries, key=lambda one: one.line)
                if entry.is_own or entry.row.subject not in own_rows
            ),
            titles=tuple(dict.fromkeys(titles)),
            used=frozenset(self.used),
            is_there=bool(arrows),
            is_own=any(self.lines[place].is_own for place, _, _ in arrows),
        )

    def _arrow(self, text: str) -> tuple[Row, str] | None:
        """The row whose line *text* is, and what stands behind its arrow."""
        sign = _SIGN.search(text) if len(text) <= LONGEST else None
        subject = _SUBJECT.fullmatch(text[: sign.start()]) if sign else None
        if sign is None or subject is None:
            return None
        said = text[sign.end() :]
        more = _SIGN.search(said)
        if more is not None and re.search("[;,]", said[: more.start()]):
            return None  # several arrows: orders that run on
        row = self._row(words(subject["subject"]))
        return None if row is None else (row, said.strip().strip(_NOTHING).strip())

    def _row(self, subject: Sequence[str]) -> Row | None:
        """The row of that subject, which may be shortened ("A Kai", "Kai") where one row fits."""
        for fits in (_is_same, _is_short, _is_end):
            rows = [row for row in self.form.rows if fits(subject, words(row.subject))]
            if rows and subject:
                return rows[0] if len(rows) == 1 or fits is _is_same else None
        return None

    def _use_heading(self, place: int) -> None:
        """Uses up a title and what it says about filling in."""
        self.used.add(self.lines[place].number)
        how = words(self.form.how)
        position = 0
        for line in self.lines[place + 1 : place + 12]:
            said = words(_bare_line(line))
            if said and how[position : position + len(said)] != said:
                return
            position += len(said)
            self.used.add(line.number)


@dataclass
class _Region:
    """One arrow and the lines below it, down to the next."""

    search: _Search
    start: int
    end: int
    row: Row
    said: str
    block: list[str] = field(default_factory=list)
    edited: list[Source] = field(default_factory=list)

    def read(self) -> None:
        arrow = self.search.lines[self.start]
        self.search.used.add(arrow.number)
        answers = list(self._below(arrow))
        if self.said:
            shown = f"{self.row.subject} => {self.said}"
            self.search.entries.append(
                Entry(self.row, self.said, arrow.number, shown, arrow.is_own)
            )
        for line in answers:
            text = _bare_line(line).strip()
            shown = f"{self.row.subject} => {text}"
            self.search.entries.append(Entry(self.row, text, line.number, shown, line.is_own))
        if not self.said and not answers:
            self._by_what_is_left(arrow)

    def _below(self, arrow: Source) -> Iterator[Source]:
        """The lines that are answers of their own; what stands there as sent is used up."""
        expected = words(self.row.said)
        starts = set(_starts(self.row.options))
        position = 0
        for place in range(self.start + 1, self.end):
            line = self.search.lines[place]
            if _depth(line) > 1:
                continue
            said = words(_bare_line(line))
            if not said:
                continue
            is_same_hand = line.is_own == arrow.is_own
            # A lone number where an option begins is an answer; elsewhere it is a torn-off end.
            is_number = len(said) == 1 and said[0].isdecimal() and position in starts
            if is_same_hand and not is_number and expected[position : position + len(said)] == said:
                position += len(said)
                self._take(line, said)
            elif self._goes_on(arrow, place, is_same_hand=is_same_hand):
                self.said = f"{self.said} {_bare_line(line).strip()}"
                self.search.used.add(line.number)
            elif is_same_hand and self._options(said) is not None:
                self._take(line, said)
            elif is_same_hand and any(self._options(part) for part in _parts(line.text)):
                self.edited.append(line)
                self.search.used.add(line.number)
            elif said[0].isdecimal() or bare(_bare_line(line), self.row) is not None:
                self.search.used.add(line.number)
                yield line
            elif is_same_hand:
                return

    def _take(self, line: Source, said: Sequence[str]) -> None:
        self.block += said
        self.search.used.add(line.number)

    def _goes_on(self, arrow: Source, place: int, *, is_same_hand: bool) -> bool:
        """Whether a filled line was broken by a mail program and goes on in this one."""
        is_next = place == self.start + 1
        return bool(is_next and is_same_hand and self.said and len(arrow.text) >= BROKEN_FROM)

    def _options(self, said: Sequence[str]) -> tuple[Option, ...] | None:
        """The options that *said* consists of, but for notes at its end; None if of others too."""
        left = list(said)
        for note in map(words, reversed(self.row.notes)):
            if note and left[-len(note) :] == note:
                del left[-len(note) :]
        found: list[Option] = []
        while left:
            for option in self.row.options:
                name = [str(option.number), *words(option.label)]
                if left[: len(name)] == name:
                    found.append(option)
                    del left[: len(name)]
                    break
            else:
                return None
        return tuple(found)

    def _by_what_is_left(self, arrow: Source) -> None:
        """Options that were deleted from the block leave one, or some, or all as they were."""
        left = self._options(self.block)
        shown = f"{self.row.subject} =>"
        is_as_sent = words(self.row.said)[: len(self.block)] == self.block
        if left is None and not is_as_sent and arrow.is_own and not self.edited:
            self.edited.append(arrow)
        if self.edited:
            texts = "; ".join(_bare_line(line).strip() for line in self.edited)
            line = self.edited[0].number
            entry = Entry(self.row, texts, line, f"{shown} {texts}", is_unclear=True)
            self.search.entries.append(entry)
            return
        left = left or ()
        is_cut_off = not arrow.is_own and left == self.row.options[: len(left)]
        if not left or len(left) == len(self.row.options) or (is_cut_off and len(left) > 1):
            return
        texts = "; ".join(f"{one.number} {one.label}" for one in left)
        entry = Entry(
            self.row, texts, arrow.number, f"{shown} {texts}", arrow.is_own, left, len(left) > 1
        )
        self.search.entries.append(entry)


def _starts(options: Sequence[Option]) -> Iterator[int]:
    """Where options begin among the words below an arrow."""
    place = 0
    for option in options:
        yield place
        place += 1 + len(words(option.label))


def _is_same(subject: Sequence[str], whole: Sequence[str]) -> bool:
    return subject == whole


def _is_short(subject: Sequence[str], whole: Sequence[str]) -> bool:
    return len(subject) == len(whole) and all(map(str.startswith, whole, subject))


def _is_end(subject: Sequence[str], whole: Sequence[str]) -> bool:
    return whole[-len(subject) :] == subject


def _parts(text: str) -> list[list[str]]:
    return [part for part in map(words, _MARKS.sub("", text).split(";")) if part]


def _depth(line: Source) -> int:
    found = _MARKS.match(line.text)
    return sum(map(found.group().count, ">\uff1e|")) if found and not line.is_own else 0


def _bare_line(line: Source) -> str:
    """A line without the marks of a quotation."""
    return line.text if line.is_own else _MARKS.sub("", line.text)
