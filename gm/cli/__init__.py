"""The command line: options in, one job called, its summary printed.

Each command lives in a module of its own that is imported only when the command is called, so
that ``gm --help`` and the quick commands stay quick.
"""

import gc
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

import click

from gm import __version__
from gm.errors import EXIT_BUG, EXIT_OK, EXIT_USAGE, GmError

EXIT_STOPPED = 130
"""What a shell reports for a program stopped by Ctrl-C."""


SELDOM = 50_000
"""So many new objects before garbage is looked for: what starting up makes stays to the end."""


class Entry(NamedTuple):
    """Where a command is (``module:function``) and its line in the list of commands."""

    target: str
    summary: str


COMMANDS: Mapping[str, Mapping[str, Entry]] = {
    "See it work": {
        "demo": Entry("gm.cli.demo:demo", "Play the example match from letters to site."),
        "parse": Entry("gm.cli.parse:parse", "Read orders and say what was understood."),
        "sandbox": Entry("gm.cli.sandbox:sandbox", "Adjudicate a free position."),
        "map": Entry("gm.cli.map:map_command", "Draw the map of a game or of a match."),
    },
    "Set up": {
        "init": Entry("gm.cli.setup:init", "Make a new desk: settings and store."),
        "new": Entry("gm.cli.setup:new", "Begin a match and write to its players."),
        "import": Entry("gm.cli.intake:import_command", "Take in a match of another program."),
        "seat": Entry("gm.cli.hand:seat", "Show, fill or change the seats of a match."),
        "standby": Entry("gm.cli.people:standby", "Who stands by to take a seat."),
        "observers": Entry("gm.cli.people:observers", "Who gets the public reports of a match."),
    },
    "The six jobs": {
        "receive": Entry("gm.cli.jobs:receive", "Fetch letters and keep them."),
        "read": Entry("gm.cli.jobs:read", "Read kept letters and write receipts."),
        "remind": Entry("gm.cli.jobs:remind", "Remind players whose orders are missing."),
        "turn": Entry("gm.cli.jobs:turn", "Adjudicate the matches that are due."),
        "send": Entry("gm.cli.jobs:send", "Send the mail that waits in the outbox."),
        "publish": Entry("gm.cli.jobs:publish", "Write the site."),
        "tick": Entry("gm.cli.jobs:tick", "All six in their order: what cron calls."),
        "serve": Entry("gm.cli.serve:serve", "All six whenever there is work, until stopped."),
    },
    "Look": {
        "doctor": Entry("gm.cli.doctor:doctor", "Try all that the desk needs, say what fails."),
        "status": Entry("gm.cli.look:status", "Phase, deadline, who has sent what, trouble."),
        "log": Entry("gm.cli.look:log", "Everything that was done, by whom and when."),
        "explain": Entry("gm.cli.look:explain", "Why it went as it did for a unit."),
        "orders": Entry("gm.cli.trust:orders", "The orders of a phase; early looks leave a trace."),
        "verify": Entry("gm.cli.trust:verify", "Check that the history follows from the letters."),
        "export": Entry("gm.cli.export:export", "Write a match as files for others."),
        "replay": Entry("gm.cli.look:replay", "Adjudicate the kept orders again and compare."),
    },
    "The gamemaster's hand": {
        "extend": Entry("gm.cli.hand:extend", "Move the deadline of a match."),
        "pause": Entry("gm.cli.hand:pause", "Stop the clock of a match."),
        "resume": Entry("gm.cli.hand:resume", "Let a paused match go on."),
        "absence": Entry("gm.cli.hand:absence", "Grant a player to be away for some days."),
        "undo": Entry("gm.cli.amend:undo", "Withdraw the last step of a match, or several."),
        "redo": Entry("gm.cli.amend:redo", "Go forward again over a step taken back."),
        "correct": Entry("gm.cli.amend:correct", "Enter orders for a player, or mend a position."),
        "set": Entry("gm.cli.amend:set_command", "Show or change the settings of a match."),
        "note": Entry("gm.cli.hand:note", "Add a note that the next report shows."),
        "conclude": Entry("gm.cli.hand:conclude", "End a match by your word."),
    },
}


class LazyGroup(click.Group):
    """A group of commands that imports a command only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's)
        """All commands by name."""
        return [name for entries in COMMANDS.values() for name in entries]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's)
        """The command *cmd_name*, imported now, or None if there is none of that name."""
        for entries in COMMANDS.values():
            if cmd_name in entries:
                module, _, function = entries[cmd_name].target.partition(":")
                command: click.Command = getattr(import_module(module), function)
                # Docstrings with a backslash are raw; click wants the character that it stands for.
                command.help = (command.help or "").replace("\\b\n", "\b\n")
                return command
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command called, or an error that proposes the names nearest to it."""
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            from difflib import get_close_matches  # only when it is needed

            near = get_close_matches(args[0], self.list_commands(ctx), n=2, cutoff=0.7)
            proposal = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"There is no command “{args[0]}”.{proposal} See: gm --help.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's)
        """Writes the list of commands without importing any."""
        for heading, entries in COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, entry.summary) for name, entry in entries.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gm")
def group() -> None:
    """A gamemaster for play-by-email wargames.

    Orders come in by mail, are answered with receipts, adjudicated at the deadline, and go out as
    reports and as a site. See it: gm demo. Each command explains itself: gm COMMAND --help.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit code; errors become one line on standard error."""
    try:
        result = group.main(
            args=None if arguments is None else list(arguments),
            prog_name="gm",
            standalone_mode=False,
        )
    except GmError as error:
        click.echo(f"gm: {error}", err=True)
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return EXIT_USAGE
    except click.Abort:
        click.echo("gm: stopped.", err=True)
        return EXIT_STOPPED
    except BrokenPipeError:
        return EXIT_OK
    except Exception:  # the edge of the program: a bug ends with its traceback
        import traceback  # only when it is needed

        traceback.print_exc()
        click.echo("gm: this is a fault of the program; see above.", err=True)
        return EXIT_BUG
    return result if isinstance(result, int) else EXIT_OK


def main() -> None:
    """Runs the command line of this process and ends it with the exit code."""
    gc.set_threshold(SELDOM)
    sys.exit(run())
