"""What the player wrote in a letter, set apart from quoted letters, signatures and footers.

The original is kept, and every line keeps its place and gets a role, so that a receipt can show
what was taken for a quotation. Text below a quote mark is not gone: people answer inline.
"""

import re
from dataclasses import dataclass
from enum import Enum
from itertools import groupby, islice

from gm.mail import languages
from gm.mail.letter import Attachment, Letter, Note, NoteKind
from gm.values import Value, replace

_QUOTE_MARK = re.compile(r"[\s\ufeff\u200b]{0,3}[>\uff1e]")
_UNDERSCORES = re.compile(r"\s*_{5,}\s*|\s*-{20,}\s*|\s*={20,}\s*")
_PGP_HEAD = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_TAIL = "-----BEGIN PGP SIGNATURE-----"
_PGP_END = "-----END PGP SIGNATURE-----"
_WRAP_COLUMN = 66
"""A quoted line of at least this many characters may have lost its end to the next line."""
_WIDEST = 80
"""No wider than this was the line, without its quote marks, before it lost its end."""
_ANSWER = re.compile(r"\s\S+\s|(?<!\d)\w ?(?:[-=>:\u2010-\u2015]|[\u2190-\u21ff])+ ?\w|\s.*[.!?]$")
"""Three words, an arrow, two that end a sentence: written by hand, not torn off; no time of day."""


class Role(Enum):
    """Who a line is from, and what for."""

    WRITTEN = "written"
    QUOTED = "quoted"
    ATTRIBUTION = "attribution"
    SIGNATURE = "signature"
    FOOTER = "footer"


class Line(Value, frozen=True):
    """One line of a letter's text, as it stands there, and its role."""

    text: str
    role: Role


class Body(Value, frozen=True):
    """A letter's text by lines, what the player wrote of it, and what a receipt should say."""

    lines: tuple[Line, ...]
    written: str
    notes: tuple[Note, ...]

    def of(self, *roles: Role) -> tuple[str, ...]:
        """The lines that say something and have one of the *roles*."""
        return tuple(
            line.text for line in self.lines if line.role in roles and line.text.strip("> \t\xa0")
        )

    @property
    def quoted(self) -> tuple[str, ...]:
        """The lines that were taken for a quotation, with the line above it that says whose."""
        return self.of(Role.QUOTED, Role.ATTRIBUTION)


def order_text(letter: Letter) -> str:
    """The text that the player wrote: no quotes, no signature, no footer."""
    return read_body(letter).written


def read_body(letter: Letter) -> Body:
    """The letter's text with a role for each line.

    If the player wrote nothing and one plain text file is attached, that file is the text; a note
    says so. The notes are those of the letter and what was found here.
    """
    lines = set_apart(letter.text)
    written = _written(lines)
    notes = list(letter.notes)
    if _has_forwarded(lines) and not any(n.kind is NoteKind.FORWARDED for n in notes):
        notes.append(_FORWARDED_BELOW)
    texts = [item for item in letter.attachments if item.text and item.text.strip()]
    if not written and len(texts) == 1:
        attached = set_apart(texts[0].text or "")
        return Body(attached, _written(attached), (*notes, _read_instead(texts[0])))
    if letter.attachments and not _are_only_pictures(letter.attachments):
        notes.append(_not_read(letter.attachments))
    if not written and any(line.role is Role.QUOTED for line in lines):
        notes.append(_ONLY_QUOTED)
    if torn := _torn_off(lines):
        notes.append(_torn(torn))
    return Body(lines, written, tuple(notes))


def set_apart(text: str) -> tuple[Line, ...]:
    """Every line of *text* with its role."""
    lines = _without_armour(text.split("\n"))
    roles = _Roles([Line(line, Role.WRITTEN) for line in lines])
    roles.mark_quotes()
    roles.mark_attributions()
    roles.mark_headed_letters()
    roles.mark_signature()
    roles.mark_footers()
    return tuple(roles.lines)


@dataclass(slots=True)
class _Roles:
    """The lines, and passes over them that give roles; each looks only at lines still written."""

    lines: list[Line]

    def _mark(self, start: int, end: int, role: Role) -> None:
        for place in range(start, min(end, len(self.lines))):
            if self.lines[place].role is Role.WRITTEN:
                self.lines[place] = replace(self.lines[place], role=role)

    def _is_written(self, place: int) -> bool:
        return place < len(self.lines) and self.lines[place].role is Role.WRITTEN

    def _is_marked(self, place: int) -> bool:
        return 0 <= place < len(self.lines) and bool(_QUOTE_MARK.match(self.lines[place].text))

    def _next_full(self, place: int) -> int:
        """The next line from *place* on that is not empty, or the end."""
        while place < len(self.lines) and not self.lines[place].text.strip():
            place += 1
        return place

    def mark_quotes(self) -> None:
        """Lines with a quote mark, and the torn-off ends of such lines."""
        for place, line in enumerate(self.lines):
            if not self._is_marked(place):
                continue
            if self._is_escaped_from(place):
                self.lines[place] = Line(line.text.lstrip()[1:], Role.WRITTEN)
                continue
            self._mark(place, place + 1, Role.QUOTED)
            if self._loses_its_end(place):
                self._mark(place + 1, place + 2, Role.QUOTED)

    def _is_escaped_from(self, place: int) -> bool:
        """Mail servers write ``>From`` for a line that begins with From; alone it is no quote."""
        text = self.lines[place].text
        return text.startswith(">From ") and not (
            self._is_marked(place - 1) or self._is_marked(place + 1)
        )

    def _loses_its_end(self, place: int) -> bool:
        """Old programs break a long quoted line and leave its last word without a mark."""
        if not self._is_marked(place + 2) or self._is_marked(place + 1):
            return False
        line, tail = self.lines[place].text, self.lines[place + 1].text.strip()
        bare = line.lstrip("> \t\xa0\uff1e")
        is_whole = len(bare) + 1 + len(tail) > _WIDEST or _ANSWER.search(tail)
        return len(line) >= _WRAP_COLUMN and bool(tail) and not is_whole

    def mark_attributions(self) -> None:
        """``On Monday ... wrote:``; where no quote marks follow, all below it is the old letter."""
        for place in range(len(self.lines)):
            if not self._is_written(place):
                continue
            length = self._attribution_length(place)
            if not length:
                continue
            below = self._next_full(place + length)
            self._mark(place, place + length, Role.ATTRIBUTION)
            if not self._is_marked(below):
                self._mark(below, len(self.lines), Role.QUOTED)
                return

    def _attribution_length(self, place: int) -> int:
        """How many lines from *place* on are an attribution: none, one, two or three."""
        first = self.lines[place].text.strip()
        if not first:
            return 0
        followed = self._is_marked(self._next_full(place + 1))
        if followed and languages.may_be_attribution(first):
            return 1
        for length in (1, 2, 3):
            if length > 1 and not languages.may_begin_attribution(first):
                return 0
            taken = self.lines[place : place + length]
            if len(taken) < length or not all(self._is_open(line) for line in taken):
                return 0
            if languages.is_attribution(" ".join(line.text.strip() for line in taken)):
                return length
        return 0

    @staticmethod
    def _is_open(line: Line) -> bool:
        return line.role is Role.WRITTEN and bool(line.text.strip())

    def mark_headed_letters(self) -> None:
        """Outlook's From, Sent, To and Subject, rules above old letters, forwarded letters."""
        for place in range(len(self.lines)):
            if not self._is_written(place) or not self._heads_letter(place):
                continue
            start = place
            if place and _UNDERSCORES.fullmatch(self.lines[place - 1].text):
                start = place - 1
            body = self._next_full(self._below_labels(place))
            self._mark(start, body, Role.ATTRIBUTION)
            if not self._is_marked(body):
                self._mark(body, len(self.lines), Role.QUOTED)
                return

    def _heads_letter(self, place: int) -> bool:
        text = self.lines[place].text
        if languages.is_rule_above_letter(text) or languages.is_rule_above_forwarded(text):
            return True
        if not languages.labels_at(text) & {0, 1}:
            return False
        found: set[int] = set()
        for line in self.lines[place : place + 6]:
            labels = languages.labels_at(line.text)
            if not labels and line.text.strip():
                break
            found |= labels
        return {0, 3} <= found and bool(found & {1, 2})

    def _below_labels(self, place: int) -> int:
        """The first line below a block of labels or below the rule over it."""
        below = place + 1
        for nearby in range(place + 1, min(place + 12, len(self.lines))):
            if languages.labels_at(self.lines[nearby].text):
                below = nearby + 1
        return below

    def mark_signature(self) -> None:
        """From ``-- `` down to the next quotation; ``--`` alone only near the end."""
        first = self._next_full(0)
        for start, end in self._stretches():
            for place in range(start, end):
                text = self.lines[place].text
                if not text.startswith("--") or text.rstrip("\xa0 ") != "--":
                    continue
                if text == "--" and (place == first or self._is_much(place + 1, end)):
                    continue  # a divider of the player's own
                self._mark(place, end, Role.SIGNATURE)
                break

    def _stretches(self) -> list[tuple[int, int]]:
        """Start and end of each run of lines that are still the player's."""
        runs, start = [], 0
        for is_written, run in groupby(self.lines, lambda line: line.role is Role.WRITTEN):
            end = start + sum(1 for _ in run)
            if is_written:
                runs.append((start, end))
            start = end
        return runs

    def _is_much(self, start: int, end: int) -> bool:
        """Whether there are more lines than a signature has."""
        full = (place for place in range(start, end) if self.lines[place].text.strip())
        return sum(1 for _ in islice(full, 7)) > 6

    def mark_footers(self) -> None:
        """Devices, disclaimers, and what mailing lists add below a rule."""
        for start, end in self._stretches():
            for place in range(start, end):
                text = self.lines[place].text
                if not text or not self._is_written(place):
                    continue
                if languages.is_device_line(text):
                    self._mark(place, place + 1, Role.FOOTER)
                elif languages.begins_disclaimer(text):
                    self._mark(place, self._end_of_paragraph(place), Role.FOOTER)
                elif _UNDERSCORES.fullmatch(text) and self._is_list_footer(place, end):
                    self._mark(place, end, Role.FOOTER)
                    break

    def _is_list_footer(self, place: int, end: int) -> bool:
        below = self.lines[place + 1 : min(end, place + 12)]
        return languages.is_list_footer("\n".join(line.text for line in below))

    def _end_of_paragraph(self, place: int) -> int:
        while place < len(self.lines) and self.lines[place].text.strip():
            place += 1
        return place


def _written(lines: tuple[Line, ...]) -> str:
    text = "\n".join(line.text.rstrip() for line in lines if line.role is Role.WRITTEN)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _without_armour(lines: list[str]) -> list[str]:
    """The lines of a letter signed in its text (PGP) without the frame of the signature."""
    if not {_PGP_HEAD, _PGP_TAIL} <= set(lines):
        return lines
    head, tail = lines.index(_PGP_HEAD), lines.index(_PGP_TAIL)
    body = head + 1
    while body < tail and re.match(r"[A-Z]\w+: ", lines[body]):
        body += 1
    end = lines.index(_PGP_END) + 1 if _PGP_END in lines[tail:] else len(lines)
    if not head < body <= tail < end:
        return lines
    signed = [line.removeprefix("- ") for line in lines[body:tail]]
    return [*lines[:head], *signed, *lines[end:]]


def _has_forwarded(lines: tuple[Line, ...]) -> bool:
    return any(
        line.role is Role.ATTRIBUTION and languages.is_rule_above_forwarded(line.text)
        for line in lines
    )


def _are_only_pictures(attachments: tuple[Attachment, ...]) -> bool:
    return all(
        item.media.startswith(("image/", "message/", "multipart/"))
        or item.media == "text/calendar"
        or item.name.lower() == "winmail.dat"
        or item.media.endswith("tnef")
        for item in attachments
    )


def _torn_off(lines: tuple[Line, ...]) -> list[str]:
    """The lines without a mark that were taken for ends of the quoted lines above them."""
    marked = [bool(_QUOTE_MARK.match(line.text)) for line in lines]
    return [
        line.text.strip()
        for place, line in enumerate(lines[1:-1], 1)
        if line.role is Role.QUOTED and line.text.strip()
        if marked[place - 1] and marked[place + 1] and not marked[place]
    ]


def _torn(ends: list[str]) -> Note:
    named = ", ".join(f"“{end[:40]}”" for end in ends[:3]) + (" and others" * (len(ends) > 3))
    return Note(
        NoteKind.TORN,
        f"Between quoted lines, {named} looks like the end of the line above it and was not read. "
        "If you wrote it as an order, please send it below the quotation.",
    )


def _read_instead(attachment: Attachment) -> Note:
    return Note(
        NoteKind.ATTACHMENT_READ,
        f'Your letter had no text of its own, so the attached file "{attachment.name}" was read.',
    )


def _not_read(attachments: tuple[Attachment, ...]) -> Note:
    names = ", ".join(f'"{item.name}"' for item in attachments[:5])
    more = " and others" if len(attachments) > 5 else ""
    return Note(
        NoteKind.ATTACHMENT_NOT_READ,
        f"Attached files are not read as orders: {names}{more}. "
        "Orders belong into the text of the letter.",
    )


_FORWARDED_BELOW = Note(
    NoteKind.FORWARDED,
    "The forwarded letter in yours was not read as orders. "
    "Please write the orders that you mean above it, as your own text.",
)
_ONLY_QUOTED = Note(
    NoteKind.ONLY_QUOTED,
    "Everything in your letter was taken for a quotation of an older letter, so nothing was read. "
    "If you meant it as your orders, please send them again without quote marks.",
)
