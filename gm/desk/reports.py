"""The report of a step: for each player what that player may know, for the public the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gm.desk.post import frame, post
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.games.game import Content, Outcome, Power
from gm.rendering.documents import Document, render
from gm.rendering.templates import exists


@dataclass(frozen=True, slots=True)
class Turned:
    """One step of a match: how it stood before, what happened, how it stands now."""

    before: Standing
    outcome: Outcome[Any]
    after: Standing


def report(
    desk: Desk, now: datetime, turned: Turned, reader: Power | None, name: str = "report"
) -> Document:
    """The report of a step as *reader* gets it; *name* is the document of the game's family."""
    before = turned.before
    content: Content = {
        **frame(turned.after, reader, now),
        **before.offer.game.report(before.state, turned.outcome, reader),
        "notes": _notes(desk, before),
    }
    return render(before.offer.templates, name, content, desk.folders)


def _notes(desk: Desk, before: Standing) -> list[str]:
    """What the gamemaster has to say about the step: notes, and orders entered by hand."""
    entered = [
        f"The gamemaster entered orders for {before.side(Power(one.power)).name}: {one.reason}"
        for one in before.submissions
        if one.letter is None
    ]
    written = desk.store.notes(before.match.name, before.step.number)
    return [*(note.text for note in written), *entered]


def write_reports(desk: Desk, now: datetime, turned: Turned) -> None:
    """Puts the reports of a step into the outbox: one for each seat, and the public one."""
    for power, seat in turned.after.seats.items():
        if seat.addresses:
            _write(desk, now, turned, power, seat.addresses[:1])
    if desk.config.desk.gamemasters:
        _write(desk, now, turned, None, desk.config.desk.gamemasters)


def _write(
    desk: Desk, now: datetime, turned: Turned, reader: Power | None, to: Sequence[str]
) -> None:
    after = turned.after
    for name in ("report", *_notices(desk, turned, reader)):
        key = f"{name} {after.match.name} {after.step.number} {reader or 'gamemaster'}"
        document = report(desk, now, turned, reader, name)
        post(desk, now, key, document, to, kind=name, match=after.match.name, power=reader)


def _notices(desk: Desk, turned: Turned, reader: Power | None) -> tuple[str, ...]:
    """The notice that opens a phase of its own kind, where the family has one for players."""
    phase, family = turned.after.phase, turned.after.offer.templates
    if phase is None or reader is None:
        return ()
    name = f"notice-{phase.kind}"
    return (name,) if exists(f"{family}/{name}.txt.j2", desk.folders) else ()
