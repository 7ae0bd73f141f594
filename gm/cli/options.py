"""Options that many commands share, and how they print: for people, or one JSON document."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

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


def print_json(data: Any) -> None:
    """Prints *data* as one JSON document."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
