"""What gm parse tells of a letter: as text, or as one JSON document."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from gm.catalogue import Offer
from gm.games.vocabulary import Checked, CheckedOrder, Fate, Power, Problem
from gm.parsing.pieces import Piece, Sheet, Verdict
from gm.values import Value

WIDTH = 78


class Understood(Value, frozen=True):
    """An order of a piece and what the check says about it."""

    checked: CheckedOrder[Any]
    is_foreign: bool


class Reading(Value, frozen=True):
    """A letter read and checked."""

    offer: Offer
    state: Any
    power: Power
    sheet: Sheet
    of_piece: tuple[tuple[Understood, ...], ...]
    checked: Checked[Any]

    def rows(self) -> Iterator[tuple[Piece, tuple[Understood, ...]]]:
        """The pieces with their orders."""
        yield from zip(self.sheet.pieces, self.of_piece, strict=True)


def _standing(reading: Reading) -> list[str]:
    """The notation of the orders that stand, in the order written.

    An order that replaced an earlier one of the letter takes its place.
    """
    notation = reading.offer.game.notation
    entries = [one for row in reading.of_piece for one in row]
    written = [notation(one.checked.order) for one in entries]
    given = {notation(one.checked.order) for one in entries}
    expanded = [text for text in map(notation, reading.checked.orders) if text not in given]
    heirs = _heirs(entries, written)
    listed: list[str] = []
    used: set[int] = set()
    for number, one in enumerate(entries):
        if one.checked.fate is Fate.REPLACED:
            heir = heirs.get(number)
            if heir is not None and heir not in used:
                used.add(heir)
                listed.append(written[heir])
        elif number not in used and not one.is_foreign:
            if one.checked.order in reading.checked.orders:
                listed.append(written[number])
            else:  # it was for all units, or took others back
                listed += expanded
                expanded = []
    return listed


def _impossible(reading: Reading, listed: Sequence[str]) -> list[str]:
    """Those of the orders *listed* that are refused whatever the others do."""
    notation = reading.offer.game.notation
    refused = {
        notation(one.checked.order)
        for row in reading.of_piece
        for one in row
        if one.checked.fate is Fate.REFUSED
    }
    return [order for order in listed if order in refused]


def _heirs(entries: Sequence[Understood], written: Sequence[str]) -> dict[int, int]:
    """For each order that was replaced the next one for the same unit that stands."""
    found: dict[int, int] = {}
    standing: dict[tuple[str, ...], int] = {}
    for number in reversed(range(len(entries))):
        subject = tuple(written[number].split()[:2])
        if entries[number].checked.fate is not Fate.REPLACED:
            standing[subject] = number
        elif subject in standing:
            found[number] = standing[subject]
    return found


# --- telling


def document(reading: Reading) -> dict[str, Any]:
    """The reading as plain data: the verdict on each piece and the orders that stand."""
    listed = _standing(reading)
    return {
        "orders": listed,
        "impossible": _impossible(reading, listed),
        "verdicts": [_verdict(reading, piece, row) for piece, row in reading.rows()],
    }


def _verdict(reading: Reading, piece: Piece, row: Sequence[Understood]) -> dict[str, Any]:
    foreign = bool(row) and all(one.is_foreign for one in row)
    problems = ([piece.problem] if piece.problem else []) + [
        problem for one in row for problem in one.checked.problems
    ]
    notation = reading.offer.game.notation
    return {
        "text": piece.text,
        "verdict": (Verdict.ASKED if foreign else piece.verdict).value,
        "orders": [notation(one.checked.order) for one in row if not one.is_foreign],
        "why": " ".join(_sentences(problems)) or None,
        "proposals": [proposal for problem in problems for proposal in problem.proposals],
    }


def _sentences(problems: Sequence[Problem]) -> Iterator[str]:
    for problem in problems:
        yield problem.reason
        if problem.hint:
            yield problem.hint


def tell(reading: Reading) -> None:
    """Prints what was understood, asked back and set aside, as a receipt does."""
    game = reading.offer.game
    name = next(side.name for side in game.sides if side.id == reading.power)
    click.echo(f"{game.title}, {game.phase(reading.state).label}, orders of {name}")
    for piece, row in reading.rows():
        click.echo("")
        _tell_piece(reading, piece, row)
    click.echo("")
    listed = _standing(reading)
    impossible = _impossible(reading, listed)
    standing = [order for order in listed if order not in impossible]
    click.echo("Orders that stand:" if standing else "No order stands.")
    for order in standing:
        click.echo(f"  {order}")
    if impossible:
        click.echo("Orders that cannot be followed (the reasons stand above):")
    for order in impossible:
        click.echo(f"  {order}")
    if reading.checked.missing:
        click.echo("Still without orders:")
    for task in reading.checked.missing:
        click.echo(f"  {task.subject}: {task.default}")
    for note in reading.checked.notes:
        click.echo(f"Note: {note}")


def _tell_piece(reading: Reading, piece: Piece, row: Sequence[Understood]) -> None:
    said = _verdict(reading, piece, row)
    first = piece.text.splitlines()[0] if piece.text else ""
    quoted = first if len(first) <= WIDTH else first[: WIDTH - 3] + "..."
    click.echo(f"line {piece.line}: {quoted}")
    click.echo(f"  {LABELS[said['verdict']]}")
    for one in row:
        click.echo(f"    {reading.offer.game.spell(one.checked.order)}")
        if one.checked.fate is Fate.REPLACED:
            click.echo("      Replaced by what is written later.")
    if said["why"]:
        click.echo(f"    {said['why']}")
    for number, proposal in enumerate(said["proposals"], 1):
        click.echo(f"      {number}. {proposal}")


LABELS = {
    Verdict.UNDERSTOOD.value: "understood:",
    Verdict.ASKED.value: "not taken, please answer:",
    Verdict.TALK.value: "set aside as talk",
}
