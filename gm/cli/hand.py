"""The gamemaster's hand: seats, deadlines, notes, orders entered, steps taken back."""

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.options import on_desk, print_json, who
from gm.errors import EXIT_OK, UsageError

if TYPE_CHECKING:
    from gm.desk.room import Desk
    from gm.desk.standing import Standing
    from gm.records import Match, Seat


@click.command()
@click.argument("match")
@click.argument("power", required=False)
@click.option("--address", multiple=True, help="Letters may come from it; the first gets the mail.")
@click.option("--player", help="Name of the player, as everybody sees it.")
@click.option("--zone", help="The player's own time zone, such as Asia/Tokyo.")
@click.option("--vacate", is_flag=True, help="Nobody plays this power any more.")
@click.option("--standby", is_flag=True, help="Seat who stands by for longest (gm standby).")
@click.option(
    "--code-word", "asks_word", is_flag=True,
    help="Every letter must hold a code word; it is asked for, or read from standard input.",
)  # fmt: skip
@click.option(
    "--code-word-file", "word_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The same, with the word that stands in this file.",
)  # fmt: skip
@click.option("--no-code-word", is_flag=True, help="No code word is needed any more.")
@on_desk
def seat(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    match: str,
    power: str | None,
    *,
    address: tuple[str, ...],
    player: str | None,
    zone: str | None,
    vacate: bool,
    standby: bool,
    asks_word: bool,
    word_file: Path | None,
    no_code_word: bool,
    as_json: bool,
) -> int:
    r"""Show the seats of MATCH, or fill the seat of POWER anew; the player gets a letter.

    \b
    Example: gm seat edo takeda --address new@example.org
             gm seat edo takeda --code-word
    """
    from gm.desk.identity import set_code_word
    from gm.desk.seating import change_seat
    from gm.desk.seats import find_power, made_seat
    from gm.records import Seat
    from gm.values import replace

    found = desk.match(match)
    seats = {one.power: one for one in desk.store.seats(match)}
    if standby and (power is None or address or vacate):
        raise UsageError(f"Say which seat: gm seat {match} POWER --standby.")
    if standby:
        address, player, zone = _substitute(desk, now, found, seats)
    if power is None and (asks_word or word_file or no_code_word):
        raise UsageError("Say whose code word it is: gm seat MATCH POWER --code-word.")
    if power is not None and (address or player or zone or vacate):
        chosen = find_power(desk.offer(found).game.sides, power)
        known = seats.get(chosen)
        if not vacate and not address and known is None:
            raise UsageError(f"{power} has no player yet: say --address ADDRESS.")
        kept = known.addresses if known else ()
        made = made_seat(match, chosen, () if vacate else address or kept)
        if known and not vacate:
            made = replace(made, player=known.player if not address else None, zone=known.zone)
        looked_at = made_seat(match, chosen, made.addresses, player=player, zone=zone)
        is_same = known is not None and bool({*known.addresses} & {*made.addresses})
        made = replace(
            looked_at,
            player=looked_at.player or made.player,
            zone=looked_at.zone or made.zone,
            code_word=known.code_word if known and is_same else None,
        )
        change_seat(desk, now, made, who())
        seats[chosen] = made
        if known and known.code_word and not made.code_word and made.addresses:
            click.echo(f"The code word went with the old player; a new one: gm seat {match} "
                       f"{power} --code-word", err=True)  # fmt: skip
    elif power is not None and not (asks_word or word_file or no_code_word):
        raise UsageError(f"Say what changes: gm seat {match} {power} --address ADDRESS.")
    if power is not None and (asks_word or word_file or no_code_word):
        chosen = find_power(desk.offer(found).game.sides, power)
        word = None if no_code_word else _code_word(word_file)
        held = seats.get(chosen, Seat(match, chosen, ()))
        seats[chosen] = set_code_word(desk, now, held, word, who())
    return _print_seats(desk, found, seats, as_json=as_json)


def _print_seats(desk: "Desk", found: "Match", seats: dict[str, "Seat"], *, as_json: bool) -> int:
    if as_json:
        print_json(
            [
                {
                    "power": one.power,
                    "addresses": list(one.addresses),
                    "player": one.player,
                    "code_word": one.code_word is not None,
                }
                for one in seats.values()
            ]
        )
        return EXIT_OK
    for side in desk.offer(found).game.sides:
        one = seats.get(side.id)
        addresses = ", ".join(one.addresses) if one and one.addresses else "nobody"
        player = f" ({one.player})" if one and one.player else ""
        secured = ", with a code word" if one and one.code_word else ""
        click.echo(f"{side.name}: {addresses}{player}{secured}")
    return EXIT_OK


def _code_word(file: Path | None) -> str:
    """The code word from a file, a hidden prompt, or the first line of standard input."""
    if file is not None:
        return file.read_text("utf-8").strip()
    if sys.stdin.isatty():
        word: str = click.prompt("Code word", hide_input=True, confirmation_prompt="Once more")
        return word.strip()
    return sys.stdin.readline().strip()


def _substitute(
    desk: "Desk", now: datetime, match: "Match", seats: dict[str, "Seat"]
) -> tuple[tuple[str, ...], str | None, str | None]:
    """Address, player and zone of who stands by for longest and has no seat in the match."""
    from gm.desk.standby import remove_substitute, substitutes

    taken = {one for seat in seats.values() for one in seat.addresses}
    free = [one for one in substitutes(desk, match.game) if one.address not in taken]
    if not free:
        raise UsageError(f"Nobody stands by for {match.game}: gm standby add ADDRESS.")
    remove_substitute(desk, now, free[0].address, who())
    return (free[0].address,), free[0].player, free[0].zone


@click.command()
@click.argument("match")
@click.argument("by", required=False, metavar="[LENGTH]")
@click.option("--to", metavar="MOMENT", help="The new deadline, such as “2026-03-12 20:00”.")
@click.option("--reason", help="A sentence that the players read.")
@on_desk
def extend(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    match: str,
    by: str | None,
    *,
    to: str | None,
    reason: str | None,
    as_json: bool,
) -> int:
    r"""Move the deadline of MATCH by LENGTH (24h, 3 days), or to a moment; players are told.

    \b
    Example: gm extend edo 24h --reason "Two players are at a fair."
    """
    from gm.desk import timing

    if (by is None) == (to is None):
        raise UsageError(f"Say by how long or until when: gm extend {match} 24h, or --to MOMENT.")
    present = timing.running(desk, match)
    until = moment_in(present, to) if to else _later(present, str(by))
    after = timing.extend(desk, now, match, until, timing.Word(who(), reason))
    return print_deadline(after, as_json=as_json)


def moment_in(present: "Standing", text: str) -> datetime:
    """The moment that *text* names, in the zone of a match unless it says another."""
    from gm import deadlines

    try:
        return deadlines.read_moment(text, present.schedule.zone)
    except deadlines.ScheduleError as error:
        raise UsageError(str(error)) from None


def _later(present: "Standing", length: str) -> datetime:
    from gm import deadlines

    try:
        added = deadlines.read_length(length)
    except deadlines.ScheduleError as error:
        raise UsageError(str(error)) from None
    deadline = present.match.deadline
    if deadline is None:
        name = present.match.name
        raise UsageError(
            f"The match {name} is paused, so it has no deadline to move by {length}. Let it go on "
            f"with gm resume {name}, or name the new deadline: gm extend {name} --to MOMENT."
        )
    return deadlines.later(deadline, added, present.schedule.zone)


def print_deadline(after: "Standing", *, as_json: bool) -> int:
    """Prints the present phase of a match and its deadline."""
    from gm import deadlines

    deadline = after.match.deadline
    label = after.phase.label if after.phase else "over"
    if as_json:
        print_json(
            {
                "match": after.match.name,
                "phase": label,
                "deadline": deadline.isoformat() if deadline else None,
            }
        )
    else:
        shown = deadlines.shown(deadline, after.schedule.zone) if deadline else "none"
        when = f", deadline {shown}" if after.phase else ""
        click.echo(f"{after.match.name}: {label}{when}.")
    return EXIT_OK


@click.command()
@click.argument("match")
@click.option("--reason", help="A sentence that the players read.")
@on_desk
def pause(desk: "Desk", now: datetime, match: str, *, reason: str | None, as_json: bool) -> int:
    r"""Stop the clock of MATCH; orders are taken as before, and players are told.

    \b
    Example: gm pause edo --reason "We look for a new Hojo."
    """
    from gm.desk import timing

    after = timing.pause(desk, now, match, timing.Word(who(), reason))
    return print_deadline(after, as_json=as_json)


@click.command()
@click.argument("match")
@click.option("--to", metavar="MOMENT", help="The new deadline (default: the schedule's next).")
@click.option("--reason", help="A sentence that the players read.")
@on_desk
def resume(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    match: str,
    *,
    to: str | None,
    reason: str | None,
    as_json: bool,
) -> int:
    r"""Let MATCH go on after a pause, with at least the time that was left; players are told.

    \b
    Example: gm resume edo
    """
    from gm.desk import timing

    until = moment_in(timing.running(desk, match), to) if to else None
    after = timing.resume(desk, now, match, timing.Word(who(), reason), until)
    return print_deadline(after, as_json=as_json)


@click.command()
@click.argument("match")
@click.argument("power")
@click.argument("first", metavar="FIRST-DAY")
@click.argument("last", metavar="LAST-DAY")
@on_desk
def absence(  # noqa: PLR0913 (one for each argument)
    desk: "Desk", now: datetime, match: str, *, power: str, first: str, last: str, as_json: bool
) -> int:
    r"""Grant the player of POWER to be away: no deadline of MATCH falls on these days.

    \b
    Example: gm absence edo takeda 2026-05-01 2026-05-07
    """
    from datetime import date, timedelta

    from gm.desk import timing
    from gm.desk.seats import find_power

    try:
        begin, end = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError:
        raise UsageError("Write both days like 2026-05-01.") from None
    if not 0 <= (end - begin).days < 90:
        raise UsageError("An absence lasts from 1 to 90 days, the first day before the last.")
    present = timing.running(desk, match)
    chosen = find_power(present.offer.game.sides, power)
    days = [begin + timedelta(days=number) for number in range((end - begin).days + 1)]
    after = timing.give_leave(desk, now, match, chosen, days, who=who())
    return print_deadline(after, as_json=as_json)


@click.command()
@click.argument("match")
@click.argument("text")
@on_desk
def note(desk: "Desk", now: datetime, match: str, text: str, *, as_json: bool) -> int:
    r"""Add a note to MATCH that the next report shows to everybody.

    \b
    Example: gm note edo "The map has a new print; nothing in it has moved."
    """
    from gm.desk.announcing import add_note

    add_note(desk, now, match, text, who())
    if as_json:
        print_json({"match": match, "note": text})
    else:
        click.echo(f"The next report of {match} will say it.")
    return EXIT_OK


@click.command()
@click.argument("match")
@click.option("--winner", multiple=True, metavar="POWER", help="Who has won; nobody if left out.")
@click.option("--why", required=True, metavar="SENTENCE", help="What everybody is told.")
@on_desk
def conclude(  # noqa: PLR0913 (one for each option)
    desk: "Desk",
    now: datetime,
    match: str,
    *,
    winner: tuple[str, ...],
    why: str,
    as_json: bool,
) -> int:
    r"""End MATCH by your word: an agreed draw, a match abandoned; everybody gets the last report.

    \b
    Example: gm conclude edo --winner mori --why "All others have agreed that Mori has won."
    """
    from gm.desk.ending import conclude as job

    after = job(desk, now, match, winner, why=why, who=who())
    sentence = after.end.sentence if after.end else why
    if as_json:
        print_json({"match": match, "winners": list(winner), "end": sentence})
    else:
        click.echo(f"{match} is over: {sentence}")
    return EXIT_OK
