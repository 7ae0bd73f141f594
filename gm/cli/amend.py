"""The gamemaster's hand on what was: steps taken back and brought back, orders and positions."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from gm.cli.hand import moment_in, print_deadline
from gm.cli.options import on_desk, print_json, print_summary, who
from gm.errors import EXIT_OK, UsageError

if TYPE_CHECKING:
    from gm.desk.room import Desk


@click.command()
@click.argument("match")
@click.option("--to", metavar="MOMENT", help="The new deadline (default: the schedule's next).")
@click.option("--step", type=int, help="Back to the position after this step (default: one back).")
@on_desk
def undo(  # noqa: PLR0913 (one for each option)
    desk: "Desk", now: datetime, match: str, *, to: str | None, step: int | None, as_json: bool
) -> int:
    r"""Take back the last step of MATCH, or all after a step; they stay, marked as withdrawn.

    The orders that had come for the phase stand again. Letters that came since are read again when
    the same phase comes round. gm redo goes forward again.

    \b
    Examples:
      gm undo edo --to "2026-03-12 20:00"
      gm undo edo --step 4
    """
    from gm.desk import history
    from gm.desk.standing import standing

    until = moment_in(standing(desk, desk.match(match)), to) if to else None
    after = history.undo(desk, now, match, who=who(), until=until, to=step)
    return print_deadline(after, as_json=as_json)


@click.command()
@click.argument("match")
@on_desk
def redo(desk: "Desk", now: datetime, match: str, *, as_json: bool) -> int:
    r"""Go forward again over the last step of MATCH that was taken back.

    If the orders are still the same, the step counts as before. If letters have changed them since,
    the phase is adjudicated anew, and the letters that came for the next one are read again.

    \b
    Example: gm redo edo
    """
    from gm.desk import history
    from gm.desk.read import read
    from gm.desk.turn import turn

    after = history.redo(desk, now, match, who())
    if after is not None:
        return print_deadline(after, as_json=as_json)
    summary = turn(desk, now, match, early=True)
    read_again = read(desk, now)
    summary.lines += read_again.lines if read_again.data["read"] else []
    summary.data["letters_read_again"] = read_again.data["read"]
    return print_summary(summary, as_json=as_json)


@click.command()
@click.argument("match")
@click.argument("power", required=False)
@click.argument("orders", nargs=-1)
@click.option("--place", multiple=True, metavar="“POWER UNIT”", help="Place a unit.")
@click.option("--remove", multiple=True, metavar="UNIT", help="Remove a unit.")
@click.option("--move", multiple=True, metavar="“UNIT to PLACE”", help="Move a unit.")
@click.option("--owner", multiple=True, metavar="“PLACE POWER”", help="Give a centre (or nobody).")
@click.option("--set", "values", multiple=True, metavar="PATH=VALUE", help="Set any value.")
@click.option("--reason", required=True, help="A sentence that players and the report show.")
@on_desk
def correct(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    match: str,
    power: str | None,
    orders: tuple[str, ...],
    *,
    place: tuple[str, ...],
    remove: tuple[str, ...],
    move: tuple[str, ...],
    owner: tuple[str, ...],
    values: tuple[str, ...],
    reason: str,
    as_json: bool,
) -> int:
    r"""Enter ORDERS for POWER in MATCH, or correct the position; the report says so.

    Orders stand in quotes, one in each pair; the player is told. A corrected position is a step of
    its own that everybody is told of; gm undo takes it back.

    \b
    Examples:
      gm correct edo takeda "A Kai - Sagami" --reason "Sent to me by telephone."
      gm correct edo --move "A Kai to Suruga" --owner "Suruga takeda" --reason "My slip."
      gm correct imjin --move "J7 to wga" --place "japan J15 rch 3 Kato" --reason "My slip."
      gm correct imjin --set holdings.japan.supply=29 --reason "I counted wrongly."
    """
    from gm.desk.correcting import correct as correct_position
    from gm.desk.entering import Entered, enter_orders

    changes = [
        *(f"remove {one}" for one in remove),
        *(f"move {one}" for one in move),
        *(f"place {one}" for one in place),
        *(f"owner {one}" for one in owner),
        *(f"set {one}" for one in values),
    ]
    if changes and power is not None:
        raise UsageError(
            "Correct the position, or enter orders for a player, each in a command of its own."
        )
    if changes:
        after, said = correct_position(desk, now, match, changes, reason=reason, who=who())
        if as_json:
            print_json({"match": match, "step": after.step.number, "changes": list(said)})
        else:
            click.echo("\n".join(said))
            click.echo("The players are told; the next report says it too.")
        return EXIT_OK
    if power is None or not orders:
        raise UsageError(
            f'Say whose orders to enter: gm correct {match} POWER "A Kai - Sagami" --reason ..., '
            "or what to change in the position: --place, --remove, --move, --owner or --set."
        )
    text = one_to_a_line(orders)
    wording = enter_orders(desk, now, Entered(match, power, text, reason, who()))
    if as_json:
        print_json({"match": match, "power": power, "orders": wording})
    else:
        click.echo("\n".join(wording))
    return EXIT_OK


def one_to_a_line(orders: tuple[str, ...]) -> str:
    """The orders of a command line; words that came without quotes are one order together."""
    if len(orders) > 1 and all(len(one.split()) < 2 for one in orders):
        return " ".join(orders)
    return "\n".join(orders)


@click.command("set")
@click.argument("match")
@click.argument("changes", nargs=-1, metavar="[SETTING=VALUE]...")
@click.option("--reason", help="A sentence that the players read.")
@on_desk
def set_command(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    match: str,
    changes: tuple[str, ...],
    *,
    reason: str | None,
    as_json: bool,
) -> int:
    r"""Show the settings of MATCH, or change some from now on; the players are told.

    SETTING= without a value gives back the one of gm.yaml.

    \b
    Examples:
      gm set edo
      gm set edo calendar.deadline="10 days at 20:00" --reason "We asked for more time."
    """
    from gm.desk.rules_of_play import change_settings, own_settings
    from gm.desk.timing import Word

    if changes:
        pairs = [change.partition("=") for change in changes]
        for name, sign, _ in pairs:
            if not sign:
                raise UsageError(f"“{name}” sets nothing; write {name}=VALUE.")
        given = {name.strip(): value.strip() or None for name, _, value in pairs}
        change_settings(desk, now, match, given, Word(who(), reason))
    found = list(own_settings(desk, match))
    if as_json:
        print_json({name: {"value": value, "own": own} for name, value, own in found})
        return EXIT_OK
    for name, value, own in found:
        mark = "*" if own else " "
        click.echo(f"{mark} {name}: {value}".rstrip())
    click.echo("* set for this match; the others are those of gm.yaml.")
    return EXIT_OK
