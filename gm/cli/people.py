"""People beside the players: who stands by to take a seat, and who watches."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from gm.cli.options import on_desk, print_json, who
from gm.errors import EXIT_OK, UsageError

if TYPE_CHECKING:
    from gm.desk.room import Desk

ACTIONS = click.Choice(("list", "add", "remove"))


@click.command()
@click.argument("action", type=ACTIONS, default="list")
@click.argument("address", required=False)
@click.option("--player", help="Name of the player.")
@click.option("--zone", help="The player's own time zone, such as Asia/Tokyo.")
@click.option("--game", multiple=True, help="Only for this game; may be repeated.")
@on_desk
def standby(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    action: str,
    address: str | None,
    *,
    player: str | None,
    zone: str | None,
    game: tuple[str, ...],
    as_json: bool,
) -> int:
    r"""List who stands by to take a seat, add somebody, or remove somebody.

    When a player sends nothing for long, you are told who stands by; gm seat --standby seats the
    first.

    \b
    Examples:
      gm standby add ann@example.org --player Ann --game sengoku
      gm standby list
    """
    from gm.desk import standby as people
    from gm.desk.record import data_of
    from gm.desk.seats import made_seat
    from gm.games.vocabulary import Power

    if action != "list" and address is None:
        raise UsageError(f"Say whose: gm standby {action} ADDRESS.")
    if action == "add":
        seat = made_seat("", Power(""), [address], player=player, zone=zone)
        one = people.Substitute(seat.addresses[0], seat.player, seat.zone, game, now)
        people.add_substitute(desk, now, one, who())
    elif action == "remove":
        people.remove_substitute(desk, now, str(address), who())
    listed = people.substitutes(desk)
    if as_json:
        print_json([data_of(one) for one in listed])
        return EXIT_OK
    if not listed:
        click.echo("Nobody stands by: gm standby add ADDRESS.")
    for one in listed:
        games = f", for {', '.join(one.games)}" if one.games else ""
        click.echo(f"{one.address}{f' ({one.player})' if one.player else ''}{games}, "
                   f"since {one.since:%Y-%m-%d}")  # fmt: skip
    return EXIT_OK


@click.command()
@click.argument("match")
@click.argument("action", type=ACTIONS, default="list")
@click.argument("address", required=False)
@on_desk
def observers(  # noqa: PLR0913 (one for each option)
    desk: "Desk", now: datetime, match: str, action: str, address: str | None, *, as_json: bool
) -> int:
    r"""List who gets the public reports of MATCH without playing, add or remove somebody.

    \b
    Example: gm observers edo add friend@example.org
    """
    from gm.desk import standby as people

    desk.match(match)
    if action != "list" and address is None:
        raise UsageError(f"Say whose: gm observers {match} {action} ADDRESS.")
    if action == "add":
        people.add_observer(desk, now, match, str(address), who())
    elif action == "remove":
        people.remove_observer(desk, now, match, str(address), who())
    listed = people.observers(desk, match)
    if as_json:
        print_json(listed)
        return EXIT_OK
    click.echo("\n".join(listed) or f"Nobody watches {match}.")
    return EXIT_OK
