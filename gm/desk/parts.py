"""A letter taken apart: what it asks for, what it answers, what it fills in, and what is left.

The text that is left is what orders are read from, with notes where a line means something only
beside another letter of ours (``gm.desk.noted``); it is kept for those who read the letter again.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from gm.desk import answers, noted, offers
from gm.desk.commands import Command, Supposed, of_subject, take_out, words_of
from gm.desk.completing import Completer
from gm.desk.quoting import lines_of, text_of
from gm.desk.room import Desk
from gm.desk.sheets import too_long
from gm.desk.standing import Standing, stood
from gm.games.forms import Form, form_of, title_of
from gm.games.vocabulary import Power, Problem
from gm.mail.body import Body
from gm.mail.letter import Letter, NoteKind
from gm.parsing.choosing import FilledSheet, Numbers, Reader, read_filled
from gm.parsing.filling import Source
from gm.parsing.pieces import Piece, Verdict
from gm.records import OutgoingLetter
from gm.values import Value, replace

SHEETS_IN = ("welcome", "report", "reminder", "answer")
"""The letters of ours that may hold an order sheet."""
MOST_LINES = 5_000
"""So many lines are looked at, with those of quotations."""
EMPTY_SHEET = "The order sheet in your letter has no line filled in, so nothing was taken from it."


class Parts(Value, frozen=True):
    """What a letter is made of.

    ``text`` is what orders are read from, ``problems`` what is wrong with noted lines of it.
    ``chosen`` are the proposals of receipts that it settles. ``notes`` are sentences for the
    receipt. ``offered`` are the proposals of the receipts that the letter shows.
    """

    commands: tuple[Command, ...]
    supposed: tuple[Supposed, ...]
    text: str
    problems: Mapping[int, Problem]
    chosen: tuple[answers.Settled, ...] = ()
    notes: tuple[str, ...] = ()
    offered: tuple[offers.Offered, ...] = ()


def form_for(now: Standing, power: Power) -> Form:
    """The order sheet of a power for the present phase."""
    demand = now.awaiting.get(power)
    title = title_of(now.match.name, now.step.number, now.phase.label if now.phase else "")
    return form_of(title, demand.tasks if demand else ())


def take_apart(  # noqa: PLR0913 (the letter, whose it is, how its match stands)
    desk: Desk, now: Standing, power: Power, letter: Letter, body: Body, *, meant: bool
) -> Parts:
    """What *letter* of *power* is made of; *meant* as in ``gm.desk.answers.Settler``."""
    game, name = now.offer.game, now.match.name
    sent = _answered(desk, letter, name, power)
    lines = lines_of(body, name, sent)
    whole = text_of(lines)
    if too_long(whole) is not None:
        return Parts((), (), whole, {})
    lines = lines[:MOST_LINES]
    parser = desk.parser(now.offer, game.words(now.state))
    reader = Reader(parser, game, now.state, power)
    subject = "" if sent else of_subject(letter.subject, name)
    asked = take_out(
        lines, words_of(desk.folders), parser.phrases, reader if now.phase else None, subject
    )
    if asked.supposed and not any(line.text for line in asked.lines):
        whole = f"What if:\n{whole}"  # the subject may have said it of the whole letter
    if now.phase is None:
        return Parts(asked.commands, asked.supposed, whole, {})
    open_ = [line for line in asked.lines if line.number not in asked.messages]
    shown = offers.receipts_shown(desk, letter, lines, name, power)
    thread = _Thread(desk, now, power, sent, shown, meant)
    filled = _filled(reader, open_, thread)
    settled = _settled(reader, open_, filled, thread)
    settled = Completer(desk, now, power, reader).completed(settled)
    pieces = [*filled.pieces, *(one.piece for one in settled)]
    meanings = {one.piece.line: one.meaning for one in settled if one.meaning is not None}
    return Parts(
        asked.commands,
        asked.supposed,
        _noted(reader, whole, filled, pieces, meanings),
        {piece.line: piece.problem for piece in pieces if piece.problem is not None},
        tuple(one for one in settled if one.chosen),
        tuple(_notes(open_, filled, pieces)),
        tuple(thread.offered()),
    )


def _answered(desk: Desk, letter: Letter, match: str, power: str) -> OutgoingLetter | None:
    """The letter of ours to this seat that is answered: the last one in the thread."""
    for reference in reversed(letter.references):
        sent = desk.store.outgoing_with_id(reference)
        if sent is not None:
            return sent if (sent.match, sent.power) == (match, power) else None
    return None


class _Thread(Value, frozen=True):
    """What a letter may refer to: the letter of ours that it answers, and the match as it stands.

    ``meant`` is as in ``gm.desk.answers.Settler``.
    """

    desk: Desk
    now: Standing
    power: Power
    sent: OutgoingLetter | None
    shown: frozenset[int]
    meant: bool

    def offered(self) -> Iterator[offers.Offered]:
        """The proposals for the present phase in the receipts that the letter shows."""
        for number in sorted(self.shown):
            found = offers.recall(self.desk, self.now.match.name, self.power, number)
            if found is not None and found.proposals and found.step == self.now.step.number:
                yield found

    def form(self, filled: FilledSheet) -> Form | Numbers:
        """The sheet that was filled in: by its title, or by the letter that is answered.

        Where the letter does not tell, or it is an old one, what its numbers are worth.
        """
        titles = filled.found.titles
        if titles:
            steps = {step for _, step in titles}
            names = {name for name, _ in titles} - {"", self.now.match.name.casefold()}
            return self._form_of(min(steps)) if len(steps) == 1 and not names else Numbers.OLD
        if self.sent is None or self.sent.kind not in SHEETS_IN:
            return Numbers.UNKNOWN
        if self.sent.created >= self.now.step.at:
            return form_for(self.now, self.power)
        report = re.fullmatch(r"report \S+ (\d+) \S+", self.sent.key)
        return self._form_of(int(report[1])) if report else Numbers.OLD

    def _form_of(self, number: int) -> Form | Numbers:
        """The sheet of the position after a step, if that is the present one or stands for it."""
        now = self.now
        if number == now.step.number:
            return form_for(now, self.power)
        step = self.desk.store.step(now.match.name, number) if self.meant else None
        if step is None or step.withdrawn is None or now.phase is None:
            return Numbers.OLD
        past = stood(self.desk, now.match, step, now.seats, ())
        is_same = past.phase is not None and past.phase.label == now.phase.label
        return form_for(past, self.power) if is_same else Numbers.OLD


def _filled(reader: Reader, lines: Sequence[Source], thread: _Thread) -> FilledSheet:
    """What is filled in, with what its numbers are worth."""
    present = form_for(thread.now, thread.power)
    first = read_filled(reader, lines, present, Numbers.COUNT)
    form = thread.form(first) if first.found.entries else present
    if isinstance(form, Numbers):
        return read_filled(reader, lines, present, form)
    return first if form == present else read_filled(reader, lines, form, Numbers.COUNT)


def _settled(
    reader: Reader, lines: Sequence[Source], filled: FilledSheet, thread: _Thread
) -> list[answers.Settled]:
    """The answers to receipts; without any receipt in question, numbers beside orders are none."""
    desk, now, power, shown = thread.desk, thread.now, thread.power, thread.shown
    left = [line for line in lines if line.number not in filled.found.used]
    found = [one for one in answers.answers_in(left) if not _is_label(one, left, reader)]
    if not found or not (shown or offers.has_open(desk, now, power) or _names_one(found)):
        if any(reader.is_order(line.text) for line in left if line.is_own):
            return []
        numbers = [one for one in found if one.text.strip("#(.!) ").isdigit()]
        return [answers.unasked(one) for one in numbers]
    settler = answers.Settler(desk, now, power, reader, shown, thread.meant)
    is_open = any(_is_open(desk, now, power, number) for number in shown)
    return settler.settle_all([one for one in found if one.said or is_open])


def _is_label(answer: answers.Answer, lines: Sequence[Source], reader: Reader) -> bool:
    """Whether a number in a line of its own counts the order in the line below it."""
    if not re.fullmatch(r"\(?\d{1,3}[.):]+", answer.text):
        return False
    below = (line.text for line in lines if line.number == answer.line + 1)
    return any(map(reader.is_order, below))


def _names_one(found: Sequence[answers.Answer]) -> bool:
    return any(one.receipt is not None for one in found)


def _is_open(desk: Desk, now: Standing, power: Power, receipt: int) -> bool:
    offered = offers.recall(desk, now.match.name, power, receipt)
    return offered is not None and bool(offered.proposals)


def _noted(
    reader: Reader,
    whole: str,
    filled: FilledSheet,
    pieces: Sequence[Piece],
    meanings: Mapping[int, str],
) -> str:
    """The letter's own text without the sheet, with what answers and entries mean.

    *meanings* are those of lines that say more, or less, than their piece.
    """
    lines = whole.split("\n")
    for number in filled.found.used:
        if number <= len(lines):
            lines[number - 1] = ""
    for piece in pieces:
        lines += [""] * (piece.line - len(lines))
        meaning = meanings.get(piece.line, _meaning(reader, piece))
        lines[piece.line - 1] = "" if meaning == "" else noted.note(piece.text, meaning)
    return "\n".join(lines).rstrip()


def _meaning(reader: Reader, piece: Piece) -> str | None:
    if piece.verdict is not Verdict.UNDERSTOOD:
        return None
    orders = (order for node in piece.nodes for order in reader.game.read(node))
    return "; ".join(map(reader.game.spell, orders))


def _notes(lines: Sequence[Source], filled: FilledSheet, pieces: Sequence[Piece]) -> list[str]:
    """What is said of a sheet that came back as it was sent, where nothing else was written."""
    found = filled.found
    left = any(line.is_own and line.text and line.number not in found.used for line in lines)
    if found.is_there and not pieces and (found.is_own or not left):
        return [EMPTY_SHEET]
    return []


def without_needless(body: Body, parts: Parts) -> Body:
    """The letter's body without the note that all of it is quoted, where it was answered in."""
    if not (parts.notes or parts.problems or parts.chosen or " [= " in parts.text):
        return body
    notes = tuple(note for note in body.notes if note.kind is not NoteKind.ONLY_QUOTED)
    return replace(body, notes=notes)
