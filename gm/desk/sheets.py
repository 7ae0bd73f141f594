"""A letter's text to orders that are checked, and what the receipt says about every piece of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gm.desk.room import Desk
from gm.desk.standing import Standing, followed
from gm.games.game import (
    Checked,
    CheckedOrder,
    Content,
    Fate,
    Fault,
    Game,
    Power,
    Problem,
    Task,
)
from gm.parsing.pieces import Piece, Sheet, SheetContext, Verdict

MOST_LINES = 1_000
MOST_CHARACTERS = 60_000
"""A letter of orders has a few dozen lines; what is far beyond is answered, not read."""


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A letter's pieces, and the orders of each piece in the order written."""

    sheet: Sheet
    of_piece: tuple[tuple[Any, ...], ...]

    @property
    def orders(self) -> tuple[Any, ...]:
        """All orders of the letter in the order written."""
        return tuple(order for of_one in self.of_piece for order in of_one)


def read_orders(desk: Desk, standing: Standing, power: Power, text: str) -> ReadSheet:
    """What *text*, written by *power*, says for the present phase."""
    game = standing.offer.game
    sheet = _too_long(text)
    if sheet is None:
        from gm.parsing.proposals import with_proposals  # reminders need no parser
        from gm.parsing.sheet import read_sheet

        parser = desk.parser(standing.offer, game.words(standing.state))
        sheet = read_sheet(parser, text, SheetContext.of(game.sides, power, standing.phase))
        sheet = with_proposals(sheet, parser, game, standing.state, power, in_words=True)
    return ReadSheet(sheet, tuple(_orders(game, piece) for piece in sheet.pieces))


def _orders(game: Game[Any, Any], piece: Piece) -> tuple[Any, ...]:
    if piece.verdict is not Verdict.UNDERSTOOD:
        return ()
    return tuple(order for node in piece.nodes for order in game.read(node))


def _too_long(text: str) -> Sheet | None:
    lines = text.count("\n") + 1
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


@dataclass(frozen=True, slots=True)
class CheckedSheet:
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


def receipt_content(done: CheckedSheet, power: Power) -> dict[str, Any]:
    """What a receipt says about orders: the keys of ``gm.rendering.content.Receipt`` for them."""
    game, checked = done.standing.offer.game, done.checked
    unsent = [
        f"Your message to {message.to or 'everybody'} (line {message.line}) was not passed on: "
        "this match has no press through the gamemaster."
        for message in done.read.sheet.messages
    ]
    return {
        "digest": done.standing.digest(power, checked.orders),
        "key": done.standing.key(power),
        "pieces": _piece_contents(game, done),
        "standing": [spelt(game, order) for order in followed(checked)],
        "missing": task_contents(checked.missing),
        "notes": [*unsent, *checked.notes],
        "present": bool(done.read.orders),
    }


def _piece_contents(game: Game[Any, Any], done: CheckedSheet) -> list[Content]:
    checked = iter(done.own)
    return [
        {
            "text": piece.text,
            "line": piece.line,
            "verdict": piece.verdict.value,
            "orders": [_order_content(game, next(checked)) for _ in orders],
            "problem": problem_content(piece.problem) if piece.problem else None,
        }
        for piece, orders in zip(done.read.sheet.pieces, done.read.of_piece, strict=True)
    ]


def _order_content(game: Game[Any, Any], checked: CheckedOrder[Any]) -> Content:
    return {
        **spelt(game, checked.order),
        "fate": checked.fate.value,
        "problems": list(map(problem_content, checked.problems)),
    }


def spelt(game: Game[Any, Any], order: Any) -> dict[str, Any]:
    """An order for a template: ``gm.rendering.content.Spelt``."""
    return {"wording": game.spell(order), "notation": game.notation(order)}


def problem_content(problem: Problem) -> Content:
    """A problem for a template: ``gm.rendering.content.Said``."""
    return {
        "fault": problem.fault.value,
        "quoted": problem.quoted,
        "reason": problem.reason,
        "hint": problem.hint,
        "proposals": list(problem.proposals),
    }


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
