"""What was filled in on an order sheet, as pieces with verdicts: understood, or asked back.

A number means the option that the sheet shows; words are read like any order. Nothing is followed
by halves: where one option is not beyond doubt, the line is asked back with those it may mean.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from gm.games.forms import Form, Option, Row
from gm.games.game import Game
from gm.games.vocabulary import Fate, Fault, Node, Power, Problem, Task
from gm.parsing.comparing import compared
from gm.parsing.filling import Entry, Found, Source, bare, find, words
from gm.parsing.folding import fold
from gm.parsing.judging import CANCEL
from gm.parsing.parser import Parser
from gm.parsing.pieces import Piece, Sheet, SheetContext, Verdict
from gm.parsing.readings import Reading
from gm.parsing.sheet import read_sheet
from gm.values import replace

_NUMBERS = re.compile(
    r"(?:(?:no|nr|number|option|choice|numbers|options)[. ]*|#)?(?P<all>\d{1,3}"
    r"(?:(?: ?[,;&+] ?(?:and )?| and | )#?\d{1,3})*)[.) ]*"
)
_EITHER = re.compile(r"(?:either )?#?\d{1,3}(?:(?: ?/ ?|,? or )#?\d{1,3})+[.?) ]*")
_LABELLED = re.compile(r"#?(?P<number>\d{1,3})[.):]? +(?P<label>\D.*)")

MOST_ENTRIES = 100
"""No side has so many rows; further ones are not looked at."""
TOO_MANY = "Too many lines of order sheets are filled in here; this one was not read."
EITHER = "This leaves a choice open. Please choose one."
CHANGED = "The block was changed in a way that leaves more than one option."
MORE_THAN_ONE = "These numbers cannot all be followed; please choose one."
OTHER_ROW = "This stands behind the arrow of {row}, but is an order for {other}."
MISMATCH = "The number {number} and the words beside it are two different options."
OLD = (
    "This number is of an order sheet that is no longer current, so nothing was taken. Please take "
    "the number from the latest sheet, or write the order in words."
)
WHICH = (
    "Your letter does not show of which order sheet this number is. Please answer the letter with "
    "the sheet, or write the order in words."
)


class Numbers(Enum):
    """What the numbers in a letter are worth."""

    COUNT = "count"
    """They are of the sheet for the present position."""
    OLD = "old"
    """They are of an earlier one."""
    UNKNOWN = "unknown"
    """The letter does not tell."""


@dataclass(frozen=True)
class Reader:
    """Reads the letters of one power in one position."""

    parser: Parser
    game: Game[Any, Any]
    state: Any
    power: Power

    @property
    def context(self) -> SheetContext:
        """What verdicts may look at besides the text."""
        phase = self.game.phase(self.state)
        tasks = self.tasks if self.parser.notes.alone else ()
        return SheetContext.of(self.game.sides, self.power, phase, tasks)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """What the power is asked for in the position."""
        demand = self.game.awaiting(self.state).get(self.power)
        return demand.tasks if demand else ()

    def read(self, text: str) -> tuple[Node, ...] | None:
        """The parse trees of an order as we spell it ourselves; None if it has none."""
        kind = self.game.phase(self.state).kind
        nodes: list[Node] = []
        found = self.parser.read(text, kind)
        if isinstance(found, Reading):
            return found.nodes
        for part in text.split("; "):
            found = self.parser.read(part, kind)
            if not isinstance(found, Reading):
                return None
            nodes.extend(found.nodes)
        return tuple(nodes)

    def is_order(self, text: str) -> bool:
        """Whether a text is an order as it stands, without any tolerance."""
        kind = self.game.phase(self.state).kind
        return isinstance(self.parser.exactly(fold(text), kind), tuple)

    def names_something(self, text: str) -> bool:
        """Whether a text names anything on the map or any person of the game."""
        return self.parser.places.search(fold(text)) is not None

    def agree(self, options: Sequence[Sequence[Node]]) -> bool:
        """Whether several orders can be followed together."""
        orders = [order for nodes in options for node in nodes for order in self.game.read(node)]
        (checked,) = self.game.check(self.state, self.power, [orders]).sheets
        return all(one.fate is Fate.STANDS for one in checked)


@dataclass(frozen=True)
class FilledSheet:
    """A letter's order sheet, read: its pieces, and the lines that are left for other readers."""

    pieces: tuple[Piece, ...]
    found: Found

    def rest(self, lines: Sequence[Source]) -> str:
        """The text of *lines* with those of the sheet empty.

        Where something is filled in, quotations are empty too: the player has answered in them.
        """
        is_answered = bool(self.found.entries)
        return "\n".join(
            "" if line.number in self.found.used or (is_answered and not line.is_own) else line.text
            for line in lines
        )


def read_filled(
    reader: Reader, lines: Sequence[Source], form: Form, numbers: Numbers = Numbers.COUNT
) -> FilledSheet:
    """What is filled in on the order sheet *form* in a letter."""
    found = find(lines, form)
    chooser = _Chooser(reader, form, numbers)
    pieces = [chooser.piece(entry) for entry in found.entries[:MOST_ENTRIES]]
    pieces += [chooser.unread(entry) for entry in found.entries[MOST_ENTRIES:]]
    return FilledSheet(tuple(pieces), found)


def with_pieces(sheet: Sheet, pieces: Sequence[Piece]) -> Sheet:
    """The sheet with more pieces, each at its line; what goes first in it stays first."""
    merged = list(sheet.pieces)
    first = 0
    for place in range(1, len(merged)):
        if merged[place].line < merged[place - 1].line:
            first = place
    for piece in pieces:
        place = len(merged)
        while place > first and merged[place - 1].line > piece.line:
            place -= 1
        merged.insert(place, piece)
    return replace(sheet, pieces=tuple(merged))


def with_cancels(sheet: Sheet, lines: Sequence[int], reader: Reader) -> Sheet:
    """The sheet in which these *lines* take back all orders, in whatever words they say so."""
    nodes = reader.read(CANCEL) or ()
    pieces = (
        Piece(piece.text, piece.line, Verdict.UNDERSTOOD, nodes)
        if nodes and piece.line in lines and piece.verdict is not Verdict.UNDERSTOOD
        else piece
        for piece in sheet.pieces
    )
    return replace(sheet, pieces=tuple(pieces))


@dataclass(frozen=True)
class _Chooser:
    reader: Reader
    form: Form
    numbers: Numbers

    def piece(self, entry: Entry) -> Piece:
        """The verdict on one entry."""
        if entry.is_unclear:
            return self._asked(entry, CHANGED, [one.order for one in entry.kept])
        if entry.kept:
            return self._chosen(entry, entry.kept)
        said = " ".join(entry.said.split())
        return self._by_number(entry, said) or self._in_words(entry, said)

    # --- numbers

    def unread(self, entry: Entry) -> Piece:
        """An entry beyond all that a sheet can hold, asked back unread."""
        return self._asked(entry, TOO_MANY, ())

    def _by_number(self, entry: Entry, said: str) -> Piece | None:
        numbers = [int(one) for one in re.findall(r"\d+", said[:200])]
        if _NUMBERS.fullmatch(said.casefold()):
            return self._numbered(entry, numbers)
        if _EITHER.fullmatch(said.casefold()):
            named = [entry.row.option(number) for number in numbers]
            return self._asked(entry, EITHER, [one.order for one in named if one is not None])
        if (option := bare(said, entry.row)) is not None:
            return self._understood(entry, [option])
        if (labelled := _LABELLED.fullmatch(said)) is not None:
            return self._labelled(entry, int(labelled["number"]), labelled["label"])
        return None

    def _numbered(self, entry: Entry, numbers: Sequence[int]) -> Piece:
        options = [entry.row.option(number) for number in dict.fromkeys(numbers)]
        known = [option for option in options if option is not None]
        if len(known) < len(options):
            last = len(entry.row.options)
            reason = f"The order sheet has the numbers 1 to {last} for {entry.row.subject}."
            return self._asked(entry, reason, [one.order for one in known])
        return self._chosen(entry, known)

    def _chosen(self, entry: Entry, options: Sequence[Option]) -> Piece:
        orders = [option.order for option in options]
        if self.numbers is Numbers.OLD:
            return self._asked(entry, OLD, ())
        if self.numbers is Numbers.UNKNOWN:
            return self._asked(entry, WHICH, orders)
        return self._understood(entry, options)

    def _understood(self, entry: Entry, options: Sequence[Option]) -> Piece:
        read = [self.reader.read(option.order) or () for option in options]
        if len(options) > 1 and not self.reader.agree(read):
            return self._asked(entry, MORE_THAN_ONE, [option.order for option in options])
        nodes = tuple(node for one in read for node in one)
        # Some rows are places in a plan ("Action 2"), which is part of the order.
        return self._made(entry, (*self._place(entry.row), *nodes))

    def _labelled(self, entry: Entry, number: int, label: str) -> Piece:
        option = entry.row.option(number)
        if option is None:
            return self._in_words(entry, label)
        if words(label) in (words(option.label), words(option.order)):
            return self._chosen(entry, [option])
        other = bare(label, entry.row)
        proposals = [option.order, *([other.order] if other else [])]
        return self._asked(entry, MISMATCH.format(number=number), proposals)

    def _place(self, row: Row) -> tuple[Node, ...]:
        return self.reader.read(row.prefix) or () if row.prefix else ()

    # --- words

    def _in_words(self, entry: Entry, said: str) -> Piece:
        asked: Piece | None = None
        for text in (said, f"{entry.row.subject} {said}", f"{entry.row.subject} - {said}"):
            pieces = [piece for piece in self._read(text) if piece.verdict is not Verdict.TALK]
            if pieces and all(piece.verdict is Verdict.UNDERSTOOD for piece in pieces):
                nodes = tuple(node for piece in pieces for node in piece.nodes)
                if (other := self._other_row(entry.row, nodes)) is not None:
                    reason = OTHER_ROW.format(row=entry.row.subject, other=other)
                    return self._asked(entry, reason, [said])
                place = () if text.startswith(entry.row.subject) else self._place(entry.row)
                return replace(self._made(entry, (*place, *nodes)), problem=pieces[0].problem)
            asked = asked or next((one for one in pieces if one.problem is not None), None)
        if asked is not None and asked.problem is not None:
            return Piece(entry.text, entry.line, Verdict.ASKED, problem=asked.problem)
        reason = f"I do not understand “{said}” behind the arrow of {entry.row.subject}."
        return self._asked(entry, reason, [one.order for one in entry.row.options])

    def _read(self, text: str) -> tuple[Piece, ...]:
        reader = self.reader
        sheet = read_sheet(reader.parser, text, reader.context)
        return compared(sheet, reader.parser, reader.game, reader.state, reader.power).pieces

    def _other_row(self, row: Row, nodes: Sequence[Node]) -> str | None:
        """The subject of another row that an order names, where this row's is not named."""
        game = self.reader.game
        spelt = [game.spell(order) for node in nodes for order in game.read(node)]
        (checked,) = game.check(
            self.reader.state,
            self.reader.power,
            [[order for node in nodes for order in game.read(node)]],
        ).sheets
        spelt += [game.spell(one.order) for one in checked]
        if any(text.startswith(row.subject) for text in spelt):
            return None
        subjects = (one.subject for one in self.form.rows if one.subject != row.subject)
        return next((one for one in subjects if any(t.startswith(one) for t in spelt)), None)

    # --- pieces

    def _made(self, entry: Entry, nodes: Sequence[Node]) -> Piece:
        if not nodes:
            reason = f"The order behind the arrow of {entry.row.subject} cannot be read."
            return self._asked(entry, reason, ())
        return Piece(entry.text, entry.line, Verdict.UNDERSTOOD, tuple(nodes))

    def _asked(self, entry: Entry, reason: str, proposals: Sequence[str]) -> Piece:
        problem = Problem(Fault.AMBIGUOUS, entry.text, reason, proposals=tuple(proposals))
        return Piece(entry.text, entry.line, Verdict.ASKED, problem=problem)
