"""A match as files for others: an archive that verifies anywhere."""

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gm.cli.options import on_desk, print_json, who
from gm.errors import EXIT_OK, writing
from gm.values import Value

if TYPE_CHECKING:
    from gm.desk.room import Desk

FORMATS = ("archive", "saved-game")
"""What can be written; the first is the usual one."""


class Written(Value, frozen=True):
    """What was written, as data and in lines for people."""

    data: dict[str, Any]
    lines: tuple[str, ...]


@click.command()
@click.argument("match")
@click.option("--format", "form", type=click.Choice(FORMATS), default=FORMATS[0], show_default=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="PATH",
    help="Where to write it: a folder for an archive (default: MATCH-archive), a file for a saved "
    "game (default: MATCH.json).",
)  # fmt: skip
@click.option("--with-addresses", is_flag=True, help="Archive: leave mail addresses in it.")
@on_desk
def export(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    match: str,
    *,
    form: str,
    output: Path | None,
    with_addresses: bool,
    as_json: bool,
) -> int:
    r"""Write MATCH as files for others.

    An archive is a folder of plain text that git can hold: letters, orders, events, positions and
    reports, step by step. gm verify --archive checks it on any machine, without this desk. Code
    words and private press are never in it, addresses only with --with-addresses; while the match
    goes on, nothing of the present phase is.

    \b
    Example: gm export edo -o edo-archive
    """
    written = (
        _archive(desk, now, match, output, with_addresses=with_addresses)
        if form == "archive"
        else _foreign(desk, now, match, form, output or Path(f"{match}.json"))
    )
    if as_json:
        print_json({"match": match, **written.data})
    for line in () if as_json else written.lines:
        click.echo(line)
    return EXIT_OK


def _archive(
    desk: "Desk", now: datetime, match: str, output: Path | None, *, with_addresses: bool
) -> Written:
    from gm.desk import archive
    from gm.desk.verify import is_whole

    folder = output or Path(f"{match}-archive")
    made = archive.assembled(desk, match, is_whole(desk), with_addresses=with_addresses)
    changed = archive.write(folder, made.files, match)
    number, remarks = len(made.files), made.remarks
    with desk.store.transaction():
        desk.log(now, "export", f"An archive of {number} files was written.", match, who())
    return Written(
        {"folder": str(folder), "files": number, "changed": changed, "remarks": list(remarks)},
        (
            f"{match}: {number} files in {folder}, {changed} of them new or changed.",
            *remarks,
            f"To check it anywhere: gm verify --archive {folder}",
        ),
    )


def _foreign(desk: "Desk", now: datetime, match: str, form: str, file: Path) -> Written:
    """Writes a match in the form of another program."""
    from gm.desk.interchange import export_match

    made = export_match(desk, match, form)
    with writing("file", file):
        file.write_text(json.dumps(made.document, ensure_ascii=False) + "\n", "utf-8")
    with desk.store.transaction():
        desk.log(now, "export", f"It was written as a {form}.", match, who())
    return Written(
        {"file": str(file), "remarks": list(made.remarks)},
        (f"{match}: written to {file} as a {form}.", *made.remarks),
    )
