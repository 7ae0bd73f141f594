"""Looking at a desk: status, log, explain, replay."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from gm.cli.options import Progress, on_desk, print_json, print_summary
from gm.errors import EXIT_OK

if TYPE_CHECKING:
    from gm.desk.room import Desk


@click.command()
@click.argument("match", required=False)
@click.option("--full", is_flag=True, help="Every seat of every match, not a line for each match.")
@on_desk
def status(desk: "Desk", now: datetime, match: str | None, *, full: bool, as_json: bool) -> int:
    r"""Phase, deadline, who has sent what, doubtful letters, undelivered mail.

    Of several matches a line each, the most urgent first; of MATCH, or of the only one, every seat.
    What the orders are is not shown.

    \b
    Example: gm status edo
    """
    from gm.desk.status import desk_status, lines, trouble_lines

    found = desk_status(desk, now, match)
    if as_json:
        print_json(found)
    elif len(found["matches"]) > 1 and not full:
        _print_dashboard(found["matches"], now)
        for line in trouble_lines(found):
            click.echo(line)
    else:
        for line in lines(found):
            click.echo(line)
    return EXIT_OK


def _print_dashboard(matches: list[dict[str, Any]], now: datetime) -> None:
    """Prints a line for each match, in colour on a terminal."""
    from gm.desk.dashboard import Urgency, lines, rows

    colours = {Urgency.NOW: "red", Urgency.SOON: "yellow", Urgency.OVER: "bright_black"}
    for line, urgency in lines(rows(matches, now)):
        is_head = urgency is None
        colour = None if urgency is None else colours.get(urgency)
        click.echo(click.style(line, fg=colour, bold=is_head or urgency is Urgency.NOW))


@click.command()
@click.argument("match", required=False)
@click.option("--limit", default=50, show_default=True, help="How many lines, the newest.")
@on_desk
def log(desk: "Desk", now: datetime, match: str | None, *, limit: int, as_json: bool) -> int:  # noqa: ARG001 (on_desk's)
    r"""Everything that was done, by whom and when, oldest first.

    \b
    Example: gm log edo --limit 200
    """
    from gm.deadlines import shown

    if match is not None:
        desk.match(match)
    entries = desk.store.log_entries(match, limit)[::-1]
    if as_json:
        print_json([_entry(one) for one in entries])
        return EXIT_OK
    for one in entries:
        where = f" {one.match}" if one.match and match is None else ""
        click.echo(
            f"{shown(one.at, desk.config.desk.zone)}  {one.who}{where}  {one.what}: {one.detail}"
        )
    return EXIT_OK


def _entry(one: Any) -> dict[str, Any]:
    return {
        "at": one.at.isoformat(),
        "who": one.who,
        "what": one.what,
        "match": one.match,
        "detail": one.detail,
    }


@click.command()
@click.argument("match")
@click.argument("unit")
@click.option(
    "--phase",
    help="A phase that is past, such as “Fall 1571, movement”, or several: “Fall 1571” for all "
    "three (default: the last that tells of UNIT).",
)
@on_desk
def explain(  # noqa: PLR0913 (options come by name)
    desk: "Desk",
    now: datetime,  # noqa: ARG001 (on_desk's)
    match: str,
    unit: str,
    *,
    phase: str | None,
    as_json: bool,
) -> int:
    r"""Why it went as it did for UNIT in a past phase of MATCH.

    \b
    Example: gm explain edo "Army Kai" --phase "Spring 1571"
    """
    from gm.desk import history

    told = history.explain(desk, match, unit, phase)
    if as_json:
        print_json([{"phase": one, "reasons": chain} for one, chain in told])
        return EXIT_OK
    for one, chain in told:
        click.echo("\n".join((f"{one}:", *(f"  {sentence}" for sentence in chain))))
    return EXIT_OK


@click.command()
@click.argument("match")
@on_desk
def replay(desk: "Desk", now: datetime, match: str, *, as_json: bool) -> int:  # noqa: ARG001 (on_desk's)
    r"""Adjudicate the kept orders of MATCH again from its first step, and compare.

    Ends with code 1 if anything differs.

    \b
    Example: gm replay edo
    """
    from gm.desk import history

    with Progress("steps") as progress:
        summary = history.replay(desk, match, progress)
    return print_summary(summary, as_json=as_json)
