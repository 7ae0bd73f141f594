"""A new desk, a new match."""

import secrets
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gm.cli.options import (
    clock,
    clock_option,
    json_option,
    on_desk,
    pairs_of,
    print_json,
)
from gm.errors import EXIT_OK, UsageError

if TYPE_CHECKING:
    from gm.desk.room import Desk


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path, file_okay=False))
@click.option("--address", default="gm@localhost", help="Where players will write to.")
@click.option("--gamemaster", multiple=True, help="Who gets notes and digests; may be repeated.")
@click.option("--name", default="The gamemaster", help="Name of the sender of all mail.")
@json_option
@clock_option
def init(  # noqa: PLR0913 (one for each option)
    folder: Path,
    address: str,
    gamemaster: tuple[str, ...],
    name: str,
    moment: str | None,
    *,
    as_json: bool,
) -> int:
    r"""Make a new desk in FOLDER: gm.yaml with every setting explained, the store, mail folders.

    \b
    Example: gm init desk --address gm@example.org --gamemaster me@example.org
    """
    from gm.desk.setup import make_desk

    given = {"desk.name": name, "desk.address": address}
    if gamemaster:
        given["desk.gamemasters"] = f"[{', '.join(gamemaster)}]"
    path = make_desk(folder, clock(moment), given, secrets.token_hex(16))
    if as_json:
        print_json({"desk": str(folder), "settings": str(path)})
    else:
        click.echo(f"A desk was made in {folder}; its settings are in {path}.")
        click.echo("Next: gm new MATCH --game sengoku --seats seats.yaml (gm new --help says how).")
    return EXIT_OK


@click.command()
@click.argument("match")
@click.option("--game", required=True, help="The game, such as sengoku.")
@click.option(
    "--seats", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="YAML file of seats: a line “takeda: player@example.org” for each power.",
)  # fmt: skip
@click.option("--seat", multiple=True, metavar="POWER=ADDRESS", help="One seat; may be repeated.")
@click.option("--scenario", help="One of the game's scenarios (default: its usual one).")
@click.option("--deadline", help="Rhythm of this match, such as “Tuesday 20:00 Europe/Paris”.")
@click.option("--first", metavar="MOMENT", help="First deadline, such as “2026-03-10 20:00”.")
@click.option("--rule", multiple=True, metavar="NAME=CHOICE", help="A rule choice of this match.")
@click.option(
    "--set", "settings", multiple=True, metavar="SETTING=VALUE",
    help="A setting of gm.yaml for this match, such as calendar.missing=wait.",
)  # fmt: skip
@click.option("--seed", help="Where all chance comes from (default: made up and kept).")
@on_desk
def new(desk: "Desk", now: datetime, match: str, *, as_json: bool, **options: Any) -> int:
    r"""Begin MATCH and write to its players.

    \b
    Example:
      gm new edo --game sengoku --seats seats.yaml
      gm new edo --game sengoku --seat takeda=ann@example.org --seat oda=bob@example.org
    """
    from gm import deadlines
    from gm.desk.digests import SHORT_SEED
    from gm.desk.manage import new_match

    begun = new_match(desk, now, _plan(desk, match, **options))
    deadline = begun.match.deadline
    shown = deadlines.shown(deadline, begun.schedule.zone) if deadline else "none"
    vacant = [side.id for side in begun.offer.game.sides if side.id not in begun.seats]
    if as_json:
        print_json(
            {
                "match": match,
                "phase": begun.phase.label if begun.phase else None,
                "deadline": deadline.isoformat() if deadline else None,
                "seats": sorted(begun.seats),
                "vacant": vacant,
            }
        )
        return EXIT_OK
    click.echo(f"The match {match} has begun: {begun.phase.label if begun.phase else ''}.")
    click.echo(f"First deadline: {shown}.")
    if begun.schedule.zone.key in ("EST", "MST", "HST"):
        click.echo(f"Mind: {begun.schedule.zone.key} knows no summer time; did you want a region?")
    if len(begun.match.seed) < SHORT_SEED:
        click.echo(
            f"Mind: a seed of fewer than {SHORT_SEED} characters can be found from the digest that "
            "players are told; leave --seed out to have one made up."
        )
    if vacant:
        click.echo(f"Without a player: {', '.join(vacant)}. Fill a seat: gm seat {match} POWER ...")
    click.echo("Letters to the players wait in the outbox: gm send.")
    return EXIT_OK


def _plan(desk: "Desk", match: str, **options: Any) -> Any:
    from gm import config
    from gm.catalogue import offer
    from gm.deadlines import ScheduleError, read_moment
    from gm.desk.manage import Plan
    from gm.desk.seats import find_power, made_seat, read_seats

    rules = pairs_of(options["rule"], "--rule")
    where = f"settings of match {match}"
    given = pairs_of(options["settings"], "--set", may_lack=True)
    config.override(desk.config, {name: value or None for name, value in given.items()}, where)
    settings = {name: value for name, value in given.items() if value}
    if options["deadline"]:
        settings["calendar.deadline"] = options["deadline"]
    game = offer(options["game"], folders=desk.folders, rules=rules).game
    seats = {}
    if options["file"]:
        text = options["file"].read_text("utf-8")
        seats = {
            one.power: one for one in read_seats(text, str(options["file"]), match, game.sides)
        }
    for name, address in pairs_of(options["seat"], "--seat").items():
        power = find_power(game.sides, name)
        seats[power] = made_seat(match, power, [one.strip() for one in address.split(",")])
    if not seats:
        raise UsageError("A match needs players: say --seats FILE, or --seat POWER=ADDRESS.")
    timing = config.schedule(config.override(desk.config, settings, where).calendar, game.timing)
    try:
        first = read_moment(options["first"], timing.zone) if options["first"] else None
    except ScheduleError as error:
        raise UsageError(f"--first: {error}") from None
    return Plan(
        name=match,
        game=options["game"],
        seats=tuple(seats.values()),
        seed=options["seed"] or f"{match} {secrets.token_hex(16)}",  # no other match has it
        scenario=options["scenario"],
        rules=rules,
        settings=settings,
        first=first,
    )
