"""The six jobs, and all of them in their order."""

import sys
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.options import Progress, on_desk, print_json, print_summary, who
from gm.errors import EXIT_OK, EXIT_TRY_AGAIN, GmError, UsageError

if TYPE_CHECKING:
    from gm.desk.room import Desk
    from gm.desk.summary import Summary


@click.command()
@click.argument("source", required=False)
@click.option("--stdin", is_flag=True, help="Take one letter from standard input.")
@on_desk
def receive(desk: "Desk", now: datetime, source: str | None, *, stdin: bool, as_json: bool) -> int:
    r"""Fetch letters from SOURCE (maildir:PATH, mbox:PATH; default: the desk's own) and keep them.

    Nothing is read here; each letter is marked at its source once it is kept.

    \b
    Example: gm receive mbox:/var/mail/gm
    Behind a mail server: "|gm receive --stdin --desk /srv/gm"
    """
    from gm.desk import receive as job
    from gm.desk.connections import source_named

    if stdin and source:
        raise UsageError("Say either SOURCE or --stdin, not both.")
    chosen = source_named(source, desk.config, Path()) if source else None
    if stdin:
        chosen = job.standard_input(sys.stdin.buffer)
    with Progress("letters") as progress:
        summary = job.receive(desk, now, chosen, progress)
    if stdin and not as_json and summary.exit_code == EXIT_OK:
        return EXIT_OK  # what a mail server's pipe prints may be sent back to the player
    return print_summary(summary, as_json=as_json)


@click.command()
@click.option(
    "--again", "numbers", multiple=True, type=int, metavar="NUMBER",
    help="Read this letter once more; may be given more than once.",
)  # fmt: skip
@on_desk
def read(desk: "Desk", now: datetime, numbers: tuple[int, ...], *, as_json: bool) -> int:
    r"""Read kept letters: orders are checked and stored, every letter is answered.

    \b
    Example: gm read
    """
    from gm.desk import read as job

    with Progress("letters") as progress:
        summary = job.read(desk, now, numbers or None, progress)
    return print_summary(summary, as_json=as_json)


@click.command()
@on_desk
def remind(desk: "Desk", now: datetime, *, as_json: bool) -> int:
    r"""Write reminders to players whose orders are missing, and the gamemaster's digest.

    \b
    Example: gm remind
    """
    from gm.desk import remind as job

    with Progress("reminders") as progress:
        summary = job.remind(desk, now, progress)
    return print_summary(summary, as_json=as_json)


@click.command()
@click.argument("match", required=False)
@click.option("--early", is_flag=True, help="Adjudicate MATCH before its deadline.")
@click.option("--preview", is_flag=True, help="Only show what would come of it; the log says so.")
@on_desk
def turn(  # noqa: PLR0913 (one for each option)
    desk: "Desk", now: datetime, match: str | None, *, early: bool, preview: bool, as_json: bool
) -> int:
    r"""Adjudicate the matches whose deadline has passed, or MATCH that waits for you.

    \b
    Example: gm turn edo --preview
    """
    from gm.desk import turn as job

    if match is None and (early or preview):
        raise UsageError("Name the match: gm turn MATCH --early, or gm turn MATCH --preview.")
    if preview and match is not None:
        document = job.preview(desk, now, match, who())
        if as_json:
            print_json({"job": "turn", "preview": match, "text": document.text})
        else:
            click.echo(document.text)
        return EXIT_OK
    with Progress("matches") as progress:
        summary = job.turn(desk, now, match, early=early, progress=progress)
    return print_summary(summary, as_json=as_json)


@click.command()
@on_desk
def send(desk: "Desk", now: datetime, *, as_json: bool) -> int:
    r"""Send the mail that waits in the outbox.

    \b
    Example: gm send
    """
    from gm.desk import send as job

    with Progress("letters") as progress:
        summary = job.send(desk, now, progress)
    return print_summary(summary, as_json=as_json)


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--all", "everything", is_flag=True, help="Write every page again.")
@on_desk
def publish(
    desk: "Desk", now: datetime, folder: Path | None, *, everything: bool, as_json: bool
) -> int:
    r"""Write the site into FOLDER (default: site.folder); only what has changed.

    \b
    Example: gm publish /srv/www/games
    """
    from gm.desk import publish as job

    with Progress("matches") as progress:
        summary = job.publish(desk, now, folder, everything=everything, progress=progress)
    return print_summary(summary, as_json=as_json)


@click.command()
@on_desk
def tick(desk: "Desk", now: datetime, *, as_json: bool) -> int:
    r"""Do all six jobs in their order: what cron calls.

    \b
    Example for cron, every five minutes:
      */5 * * * * gm tick --desk /srv/gm
    """
    summaries = list(ticked(desk, now))
    if as_json:
        print_json({"jobs": [summary.as_data() for summary in summaries]})
        return max(summary.exit_code for summary in summaries)
    return max(print_summary(summary, as_json=False) for summary in summaries)


def ticked(desk: "Desk", now: datetime) -> Iterator["Summary"]:
    """Does the six jobs; one that cannot be done now does not keep the others from it."""
    from gm.desk import publish, read, receive, remind, send, turn
    from gm.desk.summary import Summary

    jobs = (
        ("receive", partial(receive.receive, desk, now)),
        ("read", partial(read.read, desk, now)),
        ("remind", partial(remind.remind, desk, now)),
        ("turn", partial(turn.turn, desk, now)),
        ("send", partial(send.send, desk, now)),
        ("publish", partial(publish.publish, desk, now)),
    )
    fetched = True
    for name, job in jobs:
        if name == "turn" and not fetched:
            continue  # letters may be waiting where they cannot be fetched now
        try:
            yield job()
        except GmError as error:
            fetched = fetched and name != "receive"
            summary = Summary(name)
            summary.fail(error.exit_code or EXIT_TRY_AGAIN, f"gm: {error}")
            yield summary
