"""The command line: options in, one job called, its summary printed."""

import click

from gm import __version__


@click.group()
@click.version_option(__version__, prog_name="gm")
def main() -> None:
    """A gamemaster for play-by-email wargames."""
