"""``gm map``: the board of a game, or any phase of a match, as SVG or PNG."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from gm.catalogue import Offer, offer
from gm.cli.options import desk_option, json_option, print_json
from gm.errors import UsageError, writing
from gm.games.vocabulary import Content, Outcome
from gm.records import Step
from gm.rendering.drawing import draw
from gm.rendering.fonts import with_fonts
from gm.rendering.phones import for_phones
from gm.rendering.pixels import MAIL_WIDTH, png
from gm.resources import Folders

SHOWN = ("orders", "result", "position")
LOOKS = ("usual", "safe", "print")


@click.command("map")
@click.argument("match", required=False)
@click.option("--game", help="Draw the first position of this game instead of a match.")
@click.option("--phase", help="A phase that is past, such as “Spring 1571” or its key.")
@click.option("--show", type=click.Choice(SHOWN), help="Which picture of the phase (result).")
@click.option("--look", type=click.Choice(LOOKS), default="usual", show_default=True,
              help="“safe” for all eyes, “print” for black and white.")  # fmt: skip
@click.option("--phone", is_flag=True, help="Upright: the two halves below each other.")
@click.option("--png", "as_png", is_flag=True, help="Write PNG instead of SVG.")
@click.option("--width", type=click.IntRange(200, 6000), default=MAIL_WIDTH, show_default=True,
              help="Pixels across, for PNG.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File to write.")
@desk_option
@json_option
def map_command(  # noqa: PLR0913 (a command has that many options)
    *,
    match: str | None,
    game: str | None,
    phase: str | None,
    show: str | None,
    look: str,
    phone: bool,
    as_png: bool,
    width: int,
    out: Path | None,
    desk: Path,
    as_json: bool,
) -> None:
    """Draws the map of MATCH as it stands, or of one of its phases.

    \b
    gm map edo                                 the present position, as SVG
    gm map edo --phase "Spring 1571" --png     what happened then, as PNG
    gm map --game sengoku --look print         the empty start, black and white
    """  # noqa: D301 (click wants the control character)
    if (match is None) == (game is None):
        raise UsageError("Say which match (gm map edo) or which game (gm map --game sengoku).")
    if game is not None:
        made, folders, name = offer(game), Folders(), game
        state = made.game.start(next(iter(made.game.scenarios())), game)
        picture = _last(made.game.position(state, None), show or "position")
    else:
        assert match is not None
        made, folders, picture = _of_match(desk, match, phase, show)
        name = match
    kind = "png" if as_png or (out is not None and out.suffix == ".png") else "svg"
    target = out or Path(f"{name}-{picture['name']}.{kind}")
    drawn = {**picture, "look": look}
    write_picture(made.templates, drawn, target, width=width, phone=phone, folders=folders)
    if as_json:
        print_json({"file": str(target), "picture": picture["name"], "says": picture["alt"]})
    else:
        click.echo(f"{target}: {picture['alt']}")


def write_picture(  # noqa: PLR0913 (each is a choice of the caller)
    family: str,
    picture: Content,
    target: Path,
    *,
    width: int = MAIL_WIDTH,
    phone: bool = False,
    folders: Folders = Folders(),
) -> None:
    """Writes a picture of a report or position to *target*: PNG if it ends so, else SVG.

    For a *phone* it stands upright, the two halves below each other.

    Raises:
        UsageError: PNG was asked for and the extra ``png`` is not installed.
        TryAgainError: the file cannot be written.
    """
    svg = draw(family, picture, picture["geometry"], folders)
    if phone:
        svg = for_phones(svg)
    is_png = target.suffix == ".png"
    drawn = png(svg, width, folders) if is_png else with_fonts(svg, folders).encode()
    with writing("file", target):
        target.write_bytes(drawn)


def _of_match(
    folder: Path, name: str, phase: str | None, show: str | None
) -> tuple[Offer, Folders, Content]:
    from gm.desk.room import open_desk  # only for matches: games need no store

    room = open_desk(folder)
    match = room.match(name)
    made = room.offer(match)
    steps = [step for step in room.store.steps(name) if step.withdrawn is None]
    if phase is None and show in (None, "position"):
        state = made.game.codec.load_state(steps[-1].state)
        return made, room.folders, _last(made.game.position(state, None), "position")
    resolved = list(_resolved(made, steps))
    chosen = resolved[-1:] if phase is None else _named(resolved, phase)
    if not chosen:
        known = "; ".join(one["label"] for one in resolved) or "none yet"
        raise UsageError(f"{name} has no past phase “{phase or ''}”. Its phases are: {known}.")
    return made, room.folders, _last(chosen[0], show or "result")


def _named(resolved: Sequence[Content], phase: str) -> list[Content]:
    """The phases meant by *phase*: a key, a label, or a turn, whose movement comes first."""
    wanted = _plain(phase)
    exact = [it for it in resolved if wanted in (_plain(it["key"]), _plain(it["label"]))]
    return exact or [it for it in resolved if wanted == _plain(it["turn"])]


def _resolved(made: Offer, steps: Sequence[Step]) -> Iterator[Content]:
    """The resolved phases of a match, the oldest first."""
    load = made.game.codec
    states = {step.number: step.state for step in steps}
    for step in steps:
        if step.after is None:
            continue
        before, after = load.load_state(states[step.after]), load.load_state(step.state)
        events = tuple(map(load.load_event, step.events))
        outcome: Outcome[Any] = Outcome(after, events)
        report = made.game.report(before, outcome, None)
        if "resolved" in report:  # a step of the Diplomacy family may resolve several phases
            yield from report["resolved"]
        else:
            phase = made.game.phase(before)
            yield {**report, "key": phase.key, "label": phase.label, "turn": phase.turn}


def _last(content: Content, kind: str) -> Content:
    """The picture of that kind in a report, a position or a resolved phase."""
    found = [picture for picture in content["pictures"] if picture["kind"] == kind]
    if not found:
        kinds = ", ".join(sorted({picture["kind"] for picture in content["pictures"]}))
        raise UsageError(f"There is no picture “{kind}” of this; there is: {kinds or 'none'}.")
    picture: Content = found[-1]
    return picture


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace(",", " ").split())
