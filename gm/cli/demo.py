"""``gm demo``: plays a shipped match from its letters to the site."""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import click

from gm import deadlines
from gm.cli import example as examples
from gm.cli.example import Example, Happening
from gm.cli.options import json_option, print_json
from gm.cli.papers import write_papers

USUAL = "sengoku-1570"
FOLDER = "gm-demo"


@click.command(epilog="Example: gm demo /tmp/sengoku")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--game", help="Play the shipped match of this game, such as far_east_war.")
@click.option("--example", "name", help=f"Which shipped match to play (usually {USUAL}).")
@json_option
def demo(
    folder: Path | None,
    game: str | None,
    name: str | None,
    *,
    as_json: bool,
) -> None:
    """Plays a shipped match end to end: letters in, receipts, adjudication, reports, site.

    Everything is written into FOLDER (by default a new folder gm-demo here), which is an ordinary
    desk afterwards. The jobs run by the clock of the letters, so weeks of play take seconds.
    """
    begun = time.monotonic()
    example = examples.load(name or USUAL) if name or not game else examples.of_game(game)
    place = folder or _free_folder()
    desk = examples.set_up(example, place)
    if not as_json:
        click.echo(f"Playing the match “{example.match}” ({example.folder}) in {place}/\n")
    happenings: list[Happening] = []
    phases: list[Played] = []
    try:
        for phase in _by_phase(examples.play(desk, example), happenings):
            phases.append(phase)
            if not as_json:
                click.echo(_line(phase))
    finally:
        desk.store.close()
    write_papers(place / "papers", happenings)
    sent = Counter(letter.kind for one in happenings for letter in one.sent)
    if as_json:
        print_json(_as_data(place, phases, sent))
        return
    click.echo(_counted(sent, time.monotonic() - begun))
    click.echo(_what_next(example, place, happenings[-1].at))


class Played(NamedTuple):
    """One phase of the match as it was played."""

    name: str
    letters: int
    answers: int
    reports: int
    until: str


def _free_folder() -> Path:
    """``gm-demo`` here, or the first of ``gm-demo-2`` ... that is not a desk yet."""
    place, number = Path(FOLDER), 1
    while (place / "gm.yaml").exists():
        number += 1
        place = Path(f"{FOLDER}-{number}")
    return place


def _by_phase(play: Iterator[Happening], happenings: list[Happening]) -> Iterator[Played]:
    """The phases as they end; everything that happens is added to *happenings*."""
    letters = answers = 0
    for one in play:
        happenings.append(one)
        letters += one.arrival is not None
        if not one.turned:
            answers += sum(letter.answers for letter in one.sent)
            continue
        until = deadlines.wall(one.at, deadlines.UTC_ZONE)
        yield Played(one.phase, letters, answers, len(one.sent), until)
        letters = answers = 0


def _line(phase: Played) -> str:
    return (
        f"  {phase.name:<24} {phase.letters:>3} letters in, {phase.answers:>3} answers; "
        f"adjudicated {phase.until}, {phase.reports} reports out"
    )


def _as_data(place: Path, phases: list[Played], sent: Counter[str]) -> dict[str, object]:
    return {
        "folder": str(place),
        "phases": [phase._asdict() for phase in phases],
        "sent": dict(sent),
        "site": str(place / "site" / "index.html"),
    }


def _counted(sent: Counter[str], seconds: float) -> str:
    mail = ", ".join(f"{number} {kind}" for kind, number in sorted(sent.items()))
    return f"\n{sum(sent.values())} letters went out ({mail}) in {seconds:.0f} seconds.\n"


def _what_next(example: Example, place: Path, now: datetime) -> str:
    lines = [
        "Look at",
        f"  {place}/site/index.html   the site: every turn with its map; open it in a browser",
        f"  {place}/papers/           all mail that went out, one folder for each phase",
        f"  {place}/mail/out/         the same as a mail program gets it (a Maildir)",
        "",
        "Worth reading",
        *(f"  {place}/papers/{paper}\n      {what}" for paper, what in example.sights),
        "",
        "Try next",
        f"  gm status --desk {place} --at {now:%Y-%m-%dT%H:%MZ}",
        f"  gm replay {example.match} --desk {place}",
        f"  gm parse --game {example.game} --power {example.power}   (orders, then Ctrl-D)",
        "  gm init my-desk   and then, from the README: your own match in five minutes",
    ]
    return "\n".join(lines)
