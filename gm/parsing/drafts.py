"""Pieces in the making, and the sentences with which they are asked back."""

from gm.games.vocabulary import Fault, Problem
from gm.parsing.headings import Heading
from gm.parsing.pieces import Piece, Verdict
from gm.parsing.readings import Reading
from gm.parsing.sentences import Line
from gm.values import Value

REASONS = (
    ("denial", "This says what is not to be done. Please write what the unit should do instead."),
    ("choice", "This leaves a choice open. Please choose one order."),
    ("condition", "This hangs on something else. Orders cannot wait for what others do."),
    ("again", "This refers to orders of another letter. Please write them out."),
    ("report", "This tells what somebody says or plans. Please write only your own orders."),
    ("doubt", "This does not sound decided. Please write it as an order if it is one."),
    ("likewise", "This refers to another order. Please write it out."),
    (
        "foreign",
        "This seems to be in another language. Please write your orders in English.",
    ),
    ("past", "This tells what has happened. Please write what is to be done now."),
)
"""Why a text is not taken for an order, by the section of phrases that it holds."""

QUESTION = "This is a question. Please write it as an order if it is one."
NOBODY = "This says what to do, but not who should do it."
FOREIGN = "This stands under the name of {name}. Please write only your own orders."
OTHER_TURN = "This stands under a heading for {turn}; orders are due for {now}."
BELOW = "A line above says that what stands below it is not meant."
HURRIED = "This is not a plain order, and the letter is too long for a closer look."
REMARK = "The remark beside this order makes it doubtful: “{remark}”."


class Draft(Value, frozen=True):
    """A piece in the making.

    ``takes_back`` says which pieces before it are undone: "last" or "all", or those about the same:
    "corrected" (else the last) or "changed" (else none).
    ``heading`` and ``is_aside`` say what the lines after it are; after one that ``ends_orders``
    nothing counts. ``is_first`` goes before all other pieces of its letter: it takes back the
    letters before.
    """

    piece: Piece
    heading: Heading | None = None
    is_aside: bool = False
    takes_back: str | None = None
    prefix: str | None = None
    is_first: bool = False
    ends_orders: bool = False


def corrected(line: Line, text: str, found: Reading) -> Piece:
    """The piece of a text in which misspelt names were taken for known ones."""
    listed = ", ".join(f"“{one.written}” as {one.meant}" for one in found.corrections)
    warning = Problem(Fault.WARNING, text, f"I read {listed}.") if listed else None
    return Piece(text, line.number, Verdict.UNDERSTOOD, found.nodes, warning)


def prefix_of(folded: str) -> str | None:
    """What a list heading ("Builds:") says of each line below it."""
    return folded.rstrip(" :") + ": " if folded.endswith(":") else None
