"""A letter's text to orders that are checked, and what the receipt says about every piece of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gm.desk.noted import bare as without_note
from gm.desk.noted import read as read_note
from gm.desk.room import Desk
from gm.desk.standing import Standing, followed, instead
from gm.games.game import Game
from gm.games.vocabulary import Checked, CheckedOrder, Content, Fate, Fault, Power, Problem, Task
from gm.parsing.pieces import Piece, Sheet, Verdict
from gm.values import Value, replace

if TYPE_CHECKING:
    from gm.parsing.choosing import Reader
    from gm.parsing.filling import Source

MOST_LINES = 1_000
MOST_CHARACTERS = 60_000
"""A letter of orders has a few dozen lines; what is far beyond is answered, not read."""


class ReadSheet(Value, frozen=True):
    """A letter's pieces, and the orders of each piece in the order written.

    ``takes_back`` says whether it takes back all that was sent before.
    """

    sheet: Sheet
    of_piece: tuple[tuple[Any, ...], ...]
    takes_back: bool = False

    @property
    def orders(self) -> tuple[Any, ...]:
        """All orders of the letter in the order written."""
        return tuple(order for of_one in self.of_piece for order in of_one)


def read_orders(desk: Desk, standing: Standing, power: Power, text: str) -> ReadSheet:
    """What *text*, written by *power*, says for the present phase.

    Commands and suppositions in it are left out; notes in it (``gm.desk.noted``) count.
    """
    game = standing.offer.game
    sheet = too_long(text)
    cancel: tuple[Any, ...] = ()
    if sheet is None:
        from gm.desk.commands import take_out, words_of  # reminders need no parser
        from gm.parsing.choosing import Reader, with_cancels, with_pieces
        from gm.parsing.comparing import compared
        from gm.parsing.judging import CANCEL
        from gm.parsing.proposals import with_proposals
        from gm.parsing.sheet import read_sheet

        parser = desk.parser(standing.offer, game.words(standing.state))
        reader = Reader(parser, game, standing.state, power)
        lines = tuple(map(_own_line, enumerate(text.split("\n"), 1)))
        asked = take_out(lines, words_of(desk.folders), parser.phrases, reader)
        noted = {
            line.number: found
            for line in asked.lines
            if line.number not in asked.messages and (found := read_note(line.text)) is not None
        }
        left = "\n".join("" if line.number in noted else line.text for line in asked.lines)
        sheet = read_sheet(parser, left, reader.context)
        sheet = compared(sheet, parser, game, standing.state, power)
        nodes = reader.read(CANCEL) or ()
        cancel = tuple(order for node in nodes for order in game.read(node))
        sheet = with_cancels(sheet, asked.cancels, reader)
        pieces = [
            _noted_piece(reader, text.split("\n")[line - 1], line, order)
            for line, (_, order) in noted.items()
        ]
        sheet = with_pieces(sheet, pieces)
        sheet = with_proposals(sheet, parser, game, standing.state, power, in_words=True)
    of_piece = tuple(_orders(game, piece) for piece in sheet.pieces)
    takes_back = any(order in cancel for orders in of_piece for order in orders)
    return ReadSheet(sheet, of_piece, takes_back)


def _own_line(line: tuple[int, str]) -> "Source":
    from gm.parsing.filling import Source

    return Source(*line)


def _noted_piece(reader: "Reader", text: str, line: int, order: str | None) -> Piece:
    """The piece of a line whose meaning is noted in it."""
    nodes = reader.read(order) if order is not None else None
    if nodes is None:
        problem = Problem(Fault.AMBIGUOUS, text, "It is not clear what this means.")
        return Piece(text, line, Verdict.ASKED, problem=problem)
    return Piece(text, line, Verdict.UNDERSTOOD, nodes)


def _orders(game: Game[Any, Any], piece: Piece) -> tuple[Any, ...]:
    if piece.verdict is not Verdict.UNDERSTOOD:
        return ()
    return tuple(order for node in piece.nodes for order in game.read(node))


def too_long(text: str) -> Sheet | None:
    """The sheet of a letter that is too long to be read as orders; None for others."""
    lines = sum(1 for line in text.split("\n") if line.strip())
    if lines <= MOST_LINES and len(text) <= MOST_CHARACTERS:
        return None
    problem = Problem(
        Fault.INVALID,
        quoted=text[:80],
        reason=f"The letter has {lines} lines and {len(text)} characters; letters of more than "
        f"{MOST_LINES} lines or {MOST_CHARACTERS} characters are not read as orders.",
        hint="Nothing of it was taken. Send your orders alone, one for each unit.",
    )
    return Sheet((Piece(text[:80], 1, Verdict.ASKED, problem=problem),))


def with_problems(read: ReadSheet, problems: Mapping[int, Problem]) -> ReadSheet:
    """The sheet with what another reader has said about noted lines."""
    pieces = tuple(
        replace(piece, problem=_with_more(problems[piece.line], piece.problem))
        if piece.line in problems and read_note(piece.text) is not None
        else piece
        for piece in read.sheet.pieces
    )
    return replace(read, sheet=replace(read.sheet, pieces=pieces))


def with_doubts(read: ReadSheet, doubt: Callable[[str], Problem | None]) -> ReadSheet:
    """The sheet where talk that *doubt* finds something in is asked back."""
    pieces = tuple(
        replace(piece, verdict=Verdict.ASKED, problem=problem)
        if piece.verdict is Verdict.TALK and (problem := doubt(piece.text)) is not None
        else piece
        for piece in read.sheet.pieces
    )
    return replace(read, sheet=replace(read.sheet, pieces=pieces))


def _with_more(problem: Problem, other: Problem | None) -> Problem:
    """A problem without proposals gets those of the other."""
    proposals = problem.proposals or (other.proposals if other else ())
    return replace(problem, proposals=proposals)


class CheckedSheet(Value, frozen=True):
    """A letter's orders checked together with those sent before.

    ``standing`` is the match with them, ``own`` what the check says about the letter's own orders.
    """

    read: ReadSheet
    standing: Standing
    checked: Checked[Any]
    own: Sequence[CheckedOrder[Any]] = ()

    @property
    def doubts(self) -> int:
        """How many pieces were asked back and how many orders were refused."""
        asked = len(self.read.sheet.of(Verdict.ASKED))
        return asked + sum(1 for one in self.own if one.fate is Fate.REFUSED)


def receipt_content(done: CheckedSheet, power: Power, before: Sequence[Any] = ()) -> dict[str, Any]:
    """What a receipt says about orders: the keys of ``gm.rendering.content.Receipt`` for them.

    *before* are the orders that were followed before the letter.
    """
    game, checked = done.standing.offer.game, done.checked
    return {
        "digest": done.standing.digest(power, checked.orders),
        "key": done.standing.key(power),
        "pieces": _piece_contents(game, done),
        "standing": standing_contents(game, checked),
        "taken_back": [spelt(game, order) for order in _taken_back(done, before)],
        "missing": task_contents(checked.missing),
        "notes": list(checked.notes),
        "present": bool(done.read.orders),
    }


def _taken_back(done: CheckedSheet, before: Sequence[Any]) -> list[Any]:
    """The orders of earlier letters that a letter takes back with all others."""
    if not done.read.takes_back:
        return []
    now = followed(done.checked)
    return [order for order in before if order not in now]


def _piece_contents(game: Game[Any, Any], done: CheckedSheet) -> list[dict[str, Any]]:
    checked = iter(done.own)
    return [
        {
            "text": without_note(piece.text),
            "line": piece.line,
            "verdict": piece.verdict.value,
            "orders": [_order_content(game, next(checked)) for _ in orders],
            "problem": problem_content(piece.problem) if piece.problem else None,
        }
        for piece, orders in zip(done.read.sheet.pieces, done.read.of_piece, strict=True)
        if not _is_message(done.read.sheet, piece)
    ]


def _is_message(sheet: Sheet, piece: Piece) -> bool:
    """Whether a piece stands for a message to other players, which the receipt tells of apart."""
    lines = {message.line for message in sheet.messages}
    return piece.verdict is Verdict.TALK and piece.line in lines


def _order_content(game: Game[Any, Any], checked: CheckedOrder[Any]) -> Content:
    return {
        **spelt(game, checked.order),
        "fate": checked.fate.value,
        "problems": list(map(problem_content, checked.problems)),
    }


def spelt(game: Game[Any, Any], order: Any) -> dict[str, Any]:
    """An order for a template: ``gm.rendering.content.Spelt``."""
    return {"wording": game.spell(order), "notation": game.notation(order)}


def standing_contents(game: Game[Any, Any], checked: Checked[Any]) -> list[dict[str, Any]]:
    """The orders that stand, and what units do instead of refused ones, for a template."""
    rows = [spelt(game, order) for order in followed(checked)]
    for does, order in instead(checked):
        note = f"its order “{game.spell(order)}” is not possible"
        rows.append({**spelt(game, does), "note": note})
    return rows


def problem_content(problem: Problem) -> dict[str, Any]:
    """A problem for a template: ``gm.rendering.content.Said``."""
    return {
        "fault": problem.fault.value,
        "quoted": problem.quoted,
        "reason": problem.reason,
        "hint": problem.hint,
        "proposals": list(problem.proposals),
        "numbers": [],
    }


def number_proposals(
    pieces: Sequence[dict[str, Any]], is_order: Callable[[str], bool]
) -> list[tuple[int, int, str, str]]:
    """Numbers the proposals of a receipt in the order in which it shows them.

    Gives number, line, what is doubtful, and text of each. Only orders that can be read get one.
    """
    listed: list[tuple[int, int, str, str]] = []
    for piece, problem in _shown(pieces):
        if problem["proposals"] and all(map(is_order, problem["proposals"])):
            first = len(listed) + 1
            problem["numbers"] = list(range(first, first + len(problem["proposals"])))
            listed += (
                (number, piece["line"], problem["quoted"] or piece["text"], text)
                for number, text in zip(problem["numbers"], problem["proposals"], strict=True)
            )
    return listed


def _shown(
    pieces: Sequence[dict[str, Any]],
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Pieces and what is wrong in them, as receipts show them: orders by fate, then the rest."""
    for fate in (Fate.STANDS, Fate.REFUSED, Fate.REPLACED):
        for piece in pieces:
            for order in piece["orders"]:
                if order["fate"] == fate.value:
                    yield from ((piece, problem) for problem in order["problems"])
    for piece in pieces:
        if piece["verdict"] == Verdict.ASKED.value and piece["problem"]:
            yield piece, piece["problem"]


def task_contents(tasks: Sequence[Task]) -> list[Content]:
    """Tasks for a template: ``gm.rendering.content.Owed``."""
    return [
        {
            "subject": task.subject,
            "default": task.default,
            "choices": list(task.choices),
            "optional": task.optional,
        }
        for task in tasks
    ]
