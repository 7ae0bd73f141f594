"""The report of a step: for each player what that player may know, for the public the rest."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from gm.config import Named
from gm.desk import appendix, closing, press
from gm.desk.post import frame, post
from gm.desk.room import Desk
from gm.desk.standby import observers
from gm.desk.standing import Standing
from gm.games.absences import Reticent
from gm.games.forms import form_of, text_of, title_of
from gm.games.vocabulary import Content, Outcome, Power
from gm.values import Value

if TYPE_CHECKING:
    from gm.rendering.documents import Document


class Turned(Value, frozen=True):
    """One step of a match: how it stood before, what happened, how it stands now."""

    before: Standing
    outcome: Outcome[Any]
    after: Standing


def report(
    desk: Desk, now: datetime, turned: Turned, reader: Power | None, *, is_letter: bool = True
) -> "Document":
    """The report of a step as *reader* gets it, with the order sheet for what comes next.

    If it *is_letter* no more but part of one, it has no sheet, deadline and closing.
    """
    from gm.rendering.documents import render  # only when there is something to write

    before = turned.before
    content: Content = {
        **(frame(turned.after, reader, now) if is_letter else about(turned.after, reader)),
        **before.offer.game.report(before.state, told(before, turned.outcome), reader),
        "notes": _notes(desk, before),
        "sheet": sheet(turned.after, reader) if reader and is_letter else None,
        "appendix": _appendix(desk, turned, reader),
    }
    return render(before.offer.templates, "report", content, desk.folders)


def told(before: Standing, outcome: Outcome[Any]) -> Outcome[Any]:
    """What happened, as far as all hear of it: by ``missing.named``, not who sent nothing."""
    game = before.offer.game
    if before.config.missing.named is Named.GAMEMASTER and isinstance(game, Reticent):
        return game.without_absences(outcome)
    return outcome


def about(now: Standing, reader: Power | None) -> dict[str, Any]:
    """What a report says about match and reader where it is no letter of its own."""
    seat = {"power": reader, "power_name": now.side(reader).name} if reader else None
    return {
        "match": {"name": now.match.name, "game": now.offer.game.title},
        "seat": {**seat, "player": None} if seat else None,
        "phase": now.phase.label if now.phase else None,
        "turn": now.phase.turn if now.phase else None,
        "deadline": None,
        "site": None,
    }


def sheet(now: Standing, power: Power, subjects: Sequence[str] | None = None) -> Content | None:
    """The order sheet of a power for a template: ``gm.rendering.content.OrderSheet``.

    With *subjects*, only their rows, if there are any.
    """
    demand = now.awaiting.get(power)
    if demand is None or now.phase is None:
        return None
    chosen = [task for task in demand.tasks if subjects is None or task.subject in subjects]
    title = title_of(now.match.name, now.step.number, now.phase.label)
    form = form_of(title, chosen or demand.tasks)
    return {"summary": demand.summary, "text": text_of(form).rstrip()}


def _appendix(desk: Desk, turned: Turned, reader: Power | None) -> list[Content]:
    step = turned.after.step
    if step is turned.before.step:  # only a preview
        return []
    told = [*press.of_step(desk, turned.before, reader), *appendix.of_step(turned.before, step)]
    if turned.after.phase is None:
        told += closing.last_words(desk, turned.after)
    return told


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
    for address in observers(desk, turned.after.match.name):
        _write(desk, now, turned, None, [address], whose=f"observer {address}")


def _write(  # noqa: PLR0913 (which report, to whom)
    desk: Desk,
    now: datetime,
    turned: Turned,
    reader: Power | None,
    to: Sequence[str],
    *,
    whose: str = "gamemaster",
) -> None:
    match, number = turned.after.match.name, turned.after.step.number
    document = report(desk, now, turned, reader)
    key = f"report {match} {number} {reader or whose}"
    post(desk, now, key, document, to, kind="report", about=turned.after, power=reader)
