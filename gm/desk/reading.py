"""Which orders a letter holds: the one way from a letter's text to orders, for desk and check."""

from typing import Any

from gm.desk import sheets
from gm.desk.chronicle import WrittenLetter
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.desk.wishes import take_out
from gm.games.vocabulary import Power
from gm.parsing.phrases import load_phrases


def sheet_of(
    desk: Desk, present: Standing, power: Power, letter: WrittenLetter
) -> sheets.ReadSheet:
    """What *letter* of *power* says for the phase of *present*."""
    day = letter.received.astimezone(present.schedule.zone).date()
    text, _ = take_out(letter.text, day, load_phrases(desk.folders))
    return sheets.read_orders(desk, present, power, text)


def orders_in(
    desk: Desk, present: Standing, power: Power, letter: WrittenLetter
) -> tuple[Any, ...]:
    """The orders that *letter* of *power* holds for the phase of *present*."""
    return sheet_of(desk, present, power, letter).orders
