"""What makes a desk trustworthy: looking at orders leaves a trace, and history can be verified."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.options import (
    Progress,
    clock_option,
    desk_option,
    json_option,
    on_desk,
    print_json,
    print_summary,
    who,
)
from gm.errors import EXIT_OK, UsageError

if TYPE_CHECKING:
    from gm.desk.room import Desk


@click.command()
@click.argument("match")
@click.option("--phase", help="A phase that is past, such as “Spring 1571”.")
@click.option("--peek", is_flag=True, help="Before the deadline; the last report tells everybody.")
@on_desk
def orders(  # noqa: PLR0913 (one for each option)
    desk: "Desk", now: datetime, match: str, *, phase: str | None, peek: bool, as_json: bool
) -> int:
    r"""Show the orders for the present phase of MATCH, or those of a past one.

    Before the deadline they are secret: --peek shows them all the same, the log keeps that you
    looked, and the last report of the match tells everybody.

    \b
    Example: gm orders edo --phase "Spring 1571"
    """
    from gm.desk.orders import orders_now, orders_then

    if phase is None:
        found = orders_now(desk, now, match, who(), peek=peek)
    else:
        found = orders_then(desk, now, match, who(), phase)
    if as_json:
        print_json(found)
        return EXIT_OK
    click.echo(f"{match}, {found['phase']}:")
    for one in found["orders"]:
        click.echo(f"{one['name']}:" if one["orders"] else f"{one['name']}: none")
        for order in one["orders"]:
            click.echo(f"  {order}")
    return EXIT_OK


@click.command()
@click.argument("match", required=False)
@click.option(
    "--archive", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
    help="Verify an archive that gm export wrote; needs no desk.",
)  # fmt: skip
@desk_option
@json_option
@clock_option
def verify(
    match: str | None, archive: Path | None, desk: Path, moment: str | None, *, as_json: bool
) -> int:
    r"""Check that the published history of MATCH is what its letters produce.

    Every letter is read anew as it came, every step adjudicated anew, every fingerprint, every die
    and the digest of the seed worked out anew. Ends with code 1 if anything differs, and says which
    gm made the step. An archive has the words of letters and not the letters, so only the desk can
    compare the two.

    \b
    Examples:
      gm verify edo
      gm verify --archive edo-archive
    """
    from gm.cli.options import clock
    from gm.desk import archived
    from gm.desk.chronicle import chronicle
    from gm.desk.room import open_desk, scratch_desk
    from gm.desk.verify import verify as job

    clock(moment)
    if (match is None) == (archive is None):
        raise UsageError("Say what to verify: gm verify MATCH, or gm verify --archive FOLDER.")
    with Progress("steps") as progress:
        if archive is not None:
            summary = job(scratch_desk(archive), archived.read(archive), progress)
        else:
            opened = open_desk(desk)
            try:
                found = chronicle(opened, str(match))
                summary = job(opened, found, progress, opened.store.letter)
            finally:
                opened.store.close()
    return print_summary(summary, as_json=as_json)
