"""Options that many commands share, and how they print: for people, or one JSON document."""

import getpass
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gm.errors import UsageError

if TYPE_CHECKING:
    from gm.desk.summary import Summary

Function = TypeVar("Function", bound=Callable[..., Any])


def desk_option(function: Function) -> Function:
    """Adds ``--desk DIR``: the folder of the ``gm.yaml`` to work with (here, if left out)."""
    return click.option(
        "--desk",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path(),
        metavar="DIR",
        help="Folder of the gm.yaml to work with (default: the current folder).",
    )(function)


def json_option(function: Function) -> Function:
    """Adds ``--json``: prints one JSON document instead of text for people."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON document instead of text."
    )(function)


def clock_option(function: Function) -> Function:
    """Adds ``--at MOMENT``: acts as if it were then, for rehearsals."""
    return click.option(
        "--at",
        "moment",
        metavar="MOMENT",
        help="Act as if it were then, such as 2026-03-10T20:00:00Z (for rehearsals).",
    )(function)


def on_desk(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--desk``, ``--json`` and ``--at``; the function gets desk, as_json and now."""

    @desk_option
    @json_option
    @clock_option
    @wraps(function)
    def command(*arguments: Any, desk: Path, moment: str | None, **options: Any) -> Any:
        from gm.desk.room import open_desk  # only when a desk is needed

        now = clock(moment)
        opened = open_desk(desk)
        try:
            return function(*arguments, desk=opened, now=now, **options)
        finally:
            opened.store.close()

    return command


def clock(moment: str | None) -> datetime:
    """Now, or the moment that somebody wants it to be.

    Raises:
        UsageError: *moment* is none, or has no zone.
    """
    if moment is None:
        return datetime.now(UTC)
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise UsageError(f"“{moment}” is no moment; write it like 2026-03-10T20:00:00Z.")
    return at.astimezone(UTC)


def who() -> str:
    """Who is at the keyboard, for the log."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "gm"


def print_json(data: Any) -> None:
    """Prints *data* as one JSON document."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_summary(summary: "Summary", *, as_json: bool) -> int:
    """Prints what a job did, failures on standard error; gives the exit code."""
    if as_json:
        print_json(summary.as_data())
        return summary.exit_code
    failures = summary.data.get("failures", [])
    for line in summary.lines:
        click.echo(line, err=line in failures)
    return summary.exit_code


class Progress:
    """Shows on a terminal how far a long piece of work has come; silent elsewhere."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shows = sys.stderr.isatty()
        self._shown = False

    def __call__(self, done: int) -> None:
        """Shows that so many are done."""
        if self._shows:
            click.echo(f"\r{self._what}: {done}", nl=False, err=True)
            self._shown = True

    def __enter__(self) -> "Progress":
        """Begins."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ends the line that shows it."""
        if self._shown:
            click.echo("", err=True)


def pairs_of(items: tuple[str, ...], option: str, *, may_lack: bool = False) -> dict[str, str]:
    """What an *option* was given as ``NAME=VALUE``, each as name and value.

    Where values *may_lack*, ``NAME=`` has an empty one.

    Raises:
        UsageError: one is written otherwise.
    """
    pairs = {}
    for item in items:
        name, sign, value = item.partition("=")
        if not sign or not name.strip() or not (value.strip() or may_lack):
            raise UsageError(f"{option}: “{item}” must be written NAME=VALUE.")
        pairs[name.strip()] = value.strip()
    return pairs
