"""A match as files for others: an archive that verifies anywhere."""

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.options import on_desk, print_json, who
from gm.errors import EXIT_OK, writing

if TYPE_CHECKING:
    from gm.desk.room import Desk

FORMATS = ("archive", "saved-game")
"""What can be written; the first is the usual one."""


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
    if form == "archive":
        return _archive(desk, now, match, output, with_addresses=with_addresses, as_json=as_json)
    return _foreign(desk, now, match, form, output or Path(f"{match}.json"), as_json=as_json)


def _archive(  # noqa: PLR0913 (what to write, where, and how to tell it)
    desk: "Desk",
    now: datetime,
    match: str,
    output: Path | None,
    *,
    with_addresses: bool,
    as_json: bool,
) -> int:
    from gm.desk import archive
    from gm.desk.verify import is_whole

    folder = output or Path(f"{match}-archive")
    made = archive.assembled(desk, match, is_whole(desk), with_addresses=with_addresses)
    changed = archive.write(folder, made.files, match)
    number = len(made.files)
    with desk.store.transaction():
        desk.log(now, "export", f"An archive of {number} files was written.", match, who())
    if as_json:
        print_json(
            {"match": match, "folder": str(folder), "files": number, "changed": changed,
             "remarks": list(made.remarks)}
        )  # fmt: skip
    else:
        click.echo(f"{match}: {number} files in {folder}, {changed} of them new or changed.")
        for remark in made.remarks:
            click.echo(remark)
        click.echo(f"To check it anywhere: gm verify --archive {folder}")
    return EXIT_OK


def _foreign(  # noqa: PLR0913 (what to write, where, and how to tell it)
    desk: "Desk", now: datetime, match: str, form: str, file: Path, *, as_json: bool
) -> int:
    """Writes a match in the form of another program."""
    from gm.desk.interchange import export_match

    written = export_match(desk, match, form)
    with writing("file", file):
        file.write_text(json.dumps(written.document, ensure_ascii=False) + "\n", "utf-8")
    with desk.store.transaction():
        desk.log(now, "export", f"It was written as a {form}.", match, who())
    if as_json:
        print_json({"match": match, "file": str(file), "remarks": list(written.remarks)})
    else:
        click.echo(f"{match}: written to {file} as a {form}.")
        for remark in written.remarks:
            click.echo(remark)
    return EXIT_OK
