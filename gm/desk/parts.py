"""A letter taken apart: what it asks for, what it answers, what it fills in, and what is left.

The text that is left is what orders are read from, with notes where a line means something only
beside another letter of ours (``gm.desk.noted``); it is kept for those who read the letter again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gm.desk import answers, noted
from gm.desk.commands import Command, Supposed, of_subject, take_out, words_of
from gm.desk.quoting import lines_of, text_of
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.games.forms import Form, form_of, title_of
from gm.games.game import Power, Problem
from gm.mail.body import Body
from gm.mail.letter import Letter, NoteKind
from gm.parsing.choosing import FilledSheet, Numbers, Reader, read_filled
from gm.parsing.filling import Source
from gm.parsing.pieces import Piece, Verdict
from gm.records import OutgoingLetter

SHEETS_IN = ("welcome", "report", "reminder", "answer")
"""The letters of ours that may hold an order sheet."""
EMPTY_SHEET = "The order sheet in your letter has no line filled in, so nothing was taken from it."


@dataclass(frozen=True, slots=True)
class Parts:
    """What a letter is made of.

    ``text`` is what orders are read from, ``problems`` what is wrong with noted lines of it.
    ``chosen`` are the proposals of receipts that it settles. ``notes`` are sentences for the
    receipt.
    """

    commands: tuple[Command, ...]
    supposed: tuple[Supposed, ...]
    text: str
    problems: Mapping[int, Problem]
    chosen: tuple[answers.Settled, ...] = ()
    notes: tuple[str, ...] = ()


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
    parser = desk.parser(now.offer, game.words(now.state))
    reader = Reader(parser, game, now.state, power)
    is_order = reader.is_order if now.phase else _never
    subject = "" if sent else of_subject(letter.subject, name)
    asked = take_out(lines, words_of(desk.folders), parser.phrases, is_order, subject)
    whole = text_of(lines)
    if asked.supposed and not any(line.text for line in asked.lines):
        whole = f"What if:\n{whole}"  # the subject may have said it of the whole letter
    if now.phase is None:
        return Parts(asked.commands, asked.supposed, whole, {})
    open_ = [line for line in asked.lines if line.number not in asked.messages]
    shown = answers.receipts_shown(desk, letter, lines, name, power)
    filled = _filled(reader, open_, form_for(now, power), now, sent)
    settled = _settled(desk, now, power, reader, open_, filled, shown, meant=meant)
    pieces = [*filled.pieces, *(one.piece for one in settled)]
    return Parts(
        asked.commands,
        asked.supposed,
        _noted(reader, whole, filled, pieces),
        {piece.line: piece.problem for piece in pieces if piece.problem is not None},
        tuple(one for one in settled if one.chosen),
        tuple(_notes(open_, filled, pieces)),
    )


def _never(_: str) -> bool:
    return False


def _answered(desk: Desk, letter: Letter, match: str, power: str) -> OutgoingLetter | None:
    """The letter of ours to this seat that is answered: the last one in the thread."""
    for reference in reversed(letter.references):
        sent = desk.store.outgoing_with_id(reference)
        if sent is not None:
            return sent if (sent.match, sent.power) == (match, power) else None
    return None


def _filled(
    reader: Reader,
    lines: Sequence[Source],
    form: Form,
    now: Standing,
    sent: OutgoingLetter | None,
) -> FilledSheet:
    """What is filled in, with what its numbers are worth."""
    first = read_filled(reader, lines, form, Numbers.COUNT)
    numbers = _worth(first, now, sent)
    return first if numbers is Numbers.COUNT else read_filled(reader, lines, form, numbers)


def _worth(filled: FilledSheet, now: Standing, sent: OutgoingLetter | None) -> Numbers:
    """Whether the numbers are of the present sheet: by its title, or by the letter answered."""
    titles = filled.found.titles
    if titles:
        present = (now.match.name.casefold(), now.step.number)
        is_present = all(step == present[1] and name in ("", present[0]) for name, step in titles)
        return Numbers.COUNT if is_present else Numbers.OLD
    if sent is not None and sent.kind in SHEETS_IN:
        return Numbers.COUNT if sent.created >= now.step.at else Numbers.OLD
    return Numbers.UNKNOWN


def _settled(  # noqa: PLR0913, PLR0917 (the letter, and what is known of it)
    desk: Desk,
    now: Standing,
    power: Power,
    reader: Reader,
    lines: Sequence[Source],
    filled: FilledSheet,
    shown: frozenset[int],
    *,
    meant: bool,
) -> list[answers.Settled]:
    """The answers to receipts; without any receipt in question, numbers are no answers."""
    left = [line for line in lines if line.number not in filled.found.used]
    found = list(answers.answers_in(left))
    if not found or not (shown or answers.has_open(desk, now, power) or _names_one(found)):
        return []
    settler = answers.Settler(desk, now, power, reader, shown, meant)
    is_open = bool(shown) and any(_is_open(desk, now, power, number) for number in shown)
    return [settler.settle(one) for one in found if one.said or is_open]


def _names_one(found: Sequence[answers.Answer]) -> bool:
    return any(one.receipt is not None for one in found)


def _is_open(desk: Desk, now: Standing, power: Power, receipt: int) -> bool:
    offered = answers.recall(desk, now.match.name, power, receipt)
    return offered is not None and bool(offered.proposals)


def _noted(reader: Reader, whole: str, filled: FilledSheet, pieces: Sequence[Piece]) -> str:
    """The letter's own text without the sheet, with what answers and entries mean."""
    lines = whole.split("\n")
    for number in filled.found.used:
        if number <= len(lines):
            lines[number - 1] = ""
    for piece in pieces:
        lines += [""] * (piece.line - len(lines))
        lines[piece.line - 1] = noted.note(piece.text, _meaning(reader, piece))
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
