"""A letter's text to orders that are checked, and what the receipt says about every piece of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gm.desk.room import Desk
from gm.desk.standing import Standing
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
from gm.parsing.sheet import read_sheet

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
        parser = desk.parser(standing.offer, game.words(standing.state))
        sheet = read_sheet(parser, text, SheetContext.of(game.sides, power, standing.phase))
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
