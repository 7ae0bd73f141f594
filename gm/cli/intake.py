"""``gm import``: matches that other programs wrote."""

import json
import secrets
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gm.cli.options import on_desk, print_json, who
from gm.errors import EXIT_OK, DataError, UsageError

if TYPE_CHECKING:
    from gm.desk.interchange import Arrived
    from gm.desk.room import Desk


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--match", required=True, help="What the match is called here.")
@click.option("--until", metavar="PHASE", help="Stop at this phase, such as F1905M.")
@click.option("--line", type=click.IntRange(1), help="Which game of a file of one on each line.")
@click.option("--game", help="The game, if several on offer know the file.")
@on_desk
def import_command(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    file: Path,
    *,
    match: str,
    until: str | None,
    line: int | None,
    game: str | None,
    as_json: bool,
) -> int:
    r"""Take in a match that another program wrote: FILE is a saved game.

    That is the JSON of the Python package “diplomacy” (to_saved_game_format), on the standard map.
    Every phase is adjudicated again, so that gm map, gm explain, gm replay and gm publish work on
    it; if the rules here give another result anywhere, the phase and the units are named and
    nothing is kept. A match that is not over is paused and has no players.

    \b
    Example: gm import game.json --match replayed
             gm import game.json --match what-if --until F1905M
    """
    from gm.desk.interchange import Arrival, import_match

    arrival = Arrival(
        name=match,
        file=file.name,
        document=read_games(file, line),
        seed=secrets.token_hex(16),
        game=game,
        until=until,
    )
    arrived = import_match(desk, now, arrival, who())
    _tell(arrived, as_json=as_json)
    return EXIT_OK


def read_games(file: Path, line: int | None) -> Any:
    """The plain data of a JSON file, or of one line of a file with a document on each.

    Raises:
        UsageError: the file holds several documents, or has no such line.
        DataError: it is no JSON.
    """
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        raise DataError(f"{file.name} is no text in UTF-8.") from None
    lines = [one for one in text.splitlines() if one.strip()]
    if line is not None:
        if line > len(lines):
            raise UsageError(f"{file.name} has {len(lines)} games; there is no line {line}.")
        return _json(lines[line - 1], f"{file.name}, line {line}")
    if len(lines) > 1 and _is_json(lines[0]):
        raise UsageError(f"{file.name} holds {len(lines)} games; say --line and which of them.")
    return _json(text, file.name)


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        fault = error.msg.removesuffix(" at")
        place = f"line {error.lineno}, column {error.colno}"
        raise DataError(f"{where} is no JSON: {fault} at {place}.") from None
    except RecursionError:
        raise DataError(f"{where} is nested too deeply to be a saved game.") from None


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _tell(arrived: "Arrived", *, as_json: bool) -> None:
    present = arrived.match
    name, phase, end = present.match.name, present.phase, present.end
    if as_json:
        print_json(
            {
                "match": name,
                "game": present.match.game,
                "steps": arrived.steps,
                "phase": phase.label if phase else None,
                "end": end.sentence if end else None,
                "remarks": list(arrived.remarks),
            }
        )
        return
    steps = f"{arrived.steps} step{'' if arrived.steps == 1 else 's'}"
    click.echo(f"The match {name} was imported: {steps} adjudicated again, all as in the file.")
    if phase:
        click.echo(f"It stands at {phase.label}, paused and without players. To play on:")
        click.echo(f"  gm seat {name} POWER --address ADDRESS   (for each player)")
        click.echo(f"  gm resume {name}")
    elif end:
        click.echo(f"It is over: {end.sentence}")
    for remark in arrived.remarks:
        click.echo(remark)
