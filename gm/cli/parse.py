"""``gm parse``: reads orders and says what was understood; needs no desk."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from gm.catalogue import Offer, offer, place, read_yaml
from gm.cli.options import json_option, pairs_of, print_json
from gm.cli.parsed import Reading, Understood, document, tell
from gm.desk.commands import Asked, take_out, words_of
from gm.errors import DataError, UsageError
from gm.games.documents import DocumentError, nearest
from gm.games.forms import form_of
from gm.games.game import Posable, Turnwise
from gm.games.vocabulary import CheckedOrder, Fate, Fault, Power, Problem
from gm.parsing.choosing import Reader, read_filled, with_cancels, with_pieces
from gm.parsing.comparing import compared
from gm.parsing.filling import Source, sources_of
from gm.parsing.folding import fold
from gm.parsing.parser import parser_for
from gm.parsing.pieces import Piece, Verdict
from gm.parsing.proposals import with_proposals
from gm.parsing.sheet import read_sheet
from gm.resources import Folders

DISLODGED = re.compile(r"\s*\((?:dislodged|beaten)(?: from (?P<origin>[^)]*))?\)", re.IGNORECASE)


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option("--game", "game_name", default="sengoku", help="The game, such as sengoku.")
@click.option("--power", "power_name", required=True, help="Who writes, such as mori.")
@click.option(
    "--phase",
    help="movement, retreats or adjustments; turn in Far East War, plan or muster in Three "
    "Kingdoms; the start's, if left out.",
)
@click.option("--units", help='The writer\'s units, such as "A Kai, F Izu".')
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A position in the form of a case file (units by power, phase, ...).",
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=CHOICE",
    help="A rule choice, as of gm new; may be repeated.",
)
@json_option
def parse(  # noqa: PLR0913  # one argument for each option
    file: Path | None,
    *,
    game_name: str,
    power_name: str,
    phase: str | None,
    units: str | None,
    position: Path | None,
    rules: tuple[str, ...],
    as_json: bool,
) -> None:
    r"""Reads orders from FILE or standard input and says what was understood.

    Each line or sentence is understood, asked back with proposals, or set aside as talk. Without
    other word the position is the start of the game.

    \b
    Example:
      echo "Army Kai moves to Sagami" | gm parse --game sengoku --power takeda
      gm parse --power takeda --phase retreats --units "A Mino (dislodged from Ise)" orders.txt
      gm parse --game far_east_war --rule players=4 --power kato --phase turn orders.txt
    """
    chosen = offer(game_name, rules=pairs_of(rules, "--rule"))
    power = _power(chosen, power_name)
    state = _state(chosen, power, phase=phase, units=units, position=position)
    reading = _read(chosen, state, power, _text(file))
    if as_json:
        print_json(document(reading))
    else:
        tell(reading)


def _power(chosen: Offer, name: str) -> Power:
    """The power that a name, id or alias stands for.

    Raises:
        UsageError: there is no such power.
    """
    known = {
        fold(spelling): side.id
        for side in chosen.game.sides
        for spelling in (side.id, side.name, *side.aliases)
    }
    found = known.get(fold(name))
    if found is None:
        names = ", ".join(side.name for side in chosen.game.sides)
        raise UsageError(
            f'There is no "{name}" in {chosen.game.title}{nearest(name, known) or "."} '
            f"There are {names}."
        )
    return found


def _text(file: Path | None) -> str:
    """What is to be read, whatever its encoding.

    Raises:
        UsageError: the file cannot be read.
    """
    try:
        content = sys.stdin.buffer.read() if file in (None, Path("-")) else file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


# --- the position


def _state(
    chosen: Offer, power: Power, *, phase: str | None, units: str | None, position: Path | None
) -> Any:
    """The position in which the orders are read.

    Raises:
        UsageError: the game has no free positions.
        DataError: the position is broken.
    """
    game = chosen.game
    start = game.start(next(iter(game.scenarios())), "")
    if phase is None and units is None and position is None:
        return start
    if not isinstance(game, Posable):
        raise UsageError(f"{game.title} is read at its start only; leave the position out.")
    case: dict[str, Any] = {}
    lines: Mapping[tuple[str | int, ...], int] = {}
    label = "The position"
    if position is not None:
        case, lines, label = _case(position)
    if phase is not None:
        case["phase"] = phase
    if isinstance(game, Turnwise):
        case = dict(game.on_turn(case, power))
    if units is not None:
        case |= _with_units(case, power, units)
    try:
        return game.pose(case, None if "units" in case and position is not None else start)
    except DocumentError as error:
        if position is None:
            raise UsageError(f"The position: {error.sentence}") from None
        raise DataError(f"{label}{place(case, error.path, lines)}: {error.sentence}") from None


def _case(position: Path) -> tuple[dict[str, Any], Mapping[tuple[str | int, ...], int], str]:
    try:
        document, lines = read_yaml(position.read_bytes(), str(position))
    except OSError as error:
        raise UsageError(f"{position} cannot be read: {error.strerror}.") from None
    if isinstance(document, list) and len(document) == 1:
        document = document[0]
    if not isinstance(document, dict):
        raise DataError(f"{position}: one position is expected, with units by power.")
    return document, lines, str(position)


def _with_units(case: Mapping[str, Any], power: Power, units: str) -> dict[str, Any]:
    """The units of one power, standing and dislodged, as parts of a case."""
    standing: list[str] = []
    beaten: list[dict[str, str]] = []
    for part in re.split(r"[,;]\s*(?![^()]*\))", units):
        found = DISLODGED.search(part)
        if found is None:
            standing += [part.strip()] if part.strip() else []
        else:
            unit = {"unit": part[: found.start()].strip()}
            beaten.append(unit | ({"from": found["origin"]} if found["origin"] else {}))
    parts = {"units": {**(case.get("units") or {}), str(power): standing}}
    if beaten:
        parts["dislodged"] = {**(case.get("dislodged") or {}), str(power): beaten}
    return parts


# --- reading and checking


def _read(chosen: Offer, state: Any, power: Power, text: str) -> Reading:
    game = chosen.game
    parser = parser_for(chosen.grammar, game.words(state), Folders())
    reader = Reader(parser, game, state, power)
    lines = sources_of(text)
    asked = take_out(lines, words_of(Folders()), parser.phrases, reader)
    fillable = [line for line in asked.lines if line.number not in asked.messages]
    filled = read_filled(reader, fillable, form_of("", reader.tasks))
    sheet = read_sheet(parser, filled.rest(asked.lines), reader.context)
    sheet = compared(sheet, parser, game, state, power)
    sheet = with_cancels(sheet, asked.cancels, reader)
    sheet = with_pieces(sheet, filled.pieces)
    sheet = with_proposals(sheet, parser, game, state, power)
    sheet = with_pieces(sheet, tuple(_for_desk(lines, asked)))
    orders = [
        [order for node in piece.nodes for order in game.read(node)] for piece in sheet.pieces
    ]
    checked = game.check(state, power, [[order for row in orders for order in row]])
    entries = iter(checked.sheets[0])
    of_piece = tuple(
        tuple(_understood(chosen, state, power, next(entries)) for _ in row) for row in orders
    )
    return Reading(chosen, state, power, sheet, of_piece, checked)


def _for_desk(lines: Sequence[Source], asked: Asked) -> Iterator[Piece]:
    """Pieces for what a desk would answer or try, and what is therefore no order."""
    commands = {command.line for command in asked.commands}
    supposed = {line.number for one in asked.supposed for line in one.lines}
    for line in lines:
        if line.text.strip() and line.number in commands | supposed:
            reason = COMMAND if line.number in commands else SUPPOSED
            problem = Problem(Fault.WARNING, line.text, reason)
            yield Piece(line.text.strip(), line.number, Verdict.TALK, problem=problem)


COMMAND = "This asks the desk for something, which it answers by mail; it is no order."
SUPPOSED = "This stands under “what if”: the desk tries it and tells the result; it is no order."


def _understood(chosen: Offer, state: Any, power: Power, checked: CheckedOrder[Any]) -> Understood:
    """An order with whether another power could give it: then it is not the writer's to give."""
    if checked.fate is not Fate.REFUSED:
        return Understood(checked, is_foreign=False)
    others = (side.id for side in chosen.game.sides if side.id != power)
    is_foreign = any(
        chosen.game.check(state, other, [[checked.order]]).sheets[0][0].fate is Fate.STANDS
        for other in others
    )
    return Understood(checked, is_foreign)
