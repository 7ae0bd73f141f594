"""What players are told beside reports: a letter to each of them, or a note in the next report."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gm.desk.post import Dates, frame, mail, post
from gm.desk.room import Desk
from gm.desk.standby import observers
from gm.desk.standing import Standing, standing
from gm.errors import UsageError
from gm.games.vocabulary import Power
from gm.records import Note


def tell_all(  # noqa: PLR0913 (what, when, and whether it moves the deadline)
    desk: Desk,
    now: datetime,
    present: Standing,
    content: Mapping[str, Any],
    *,
    template: str = "note",
    dates: Dates = Dates.AS_USUAL,
) -> None:
    """Writes the letter ``templates/mail/TEMPLATE`` to every player and observer of a match."""
    for power, seat in present.seats.items():
        if seat.addresses:
            tell(desk, now, present, power, content, template=template, dates=dates)
    match = present.match.name
    for address in observers(desk, match):
        told = desk.store.outgoing_of(match, template)
        number = sum(one.to == (address,) for one in told) + 1
        key = f"{template} {match} {present.step.number} observer {address} {number}"
        document = mail(desk, template, {**frame(present, None, now), **content})
        post(desk, now, key, document, [address], kind=template, about=present, dates=dates)


def tell(  # noqa: PLR0913 (whom, what, when)
    desk: Desk,
    now: datetime,
    present: Standing,
    power: Power,
    content: Mapping[str, Any],
    *,
    template: str = "note",
    dates: Dates = Dates.AS_USUAL,
) -> None:
    """Writes the letter ``templates/mail/TEMPLATE`` to the player of one power."""
    match = present.match.name
    number = desk.store.count_outgoing(match, power, template) + 1
    key = f"{template} {match} {present.step.number} {power} {number}"
    document = mail(desk, template, {**frame(present, power, now), **content})
    to = present.seats[power].addresses[:1]
    post(desk, now, key, document, to, kind=template, about=present, power=power, dates=dates)


def add_note(desk: Desk, now: datetime, name: str, text: str, who: str) -> None:
    """Adds a note that the next report shows to everybody.

    Raises:
        UsageError: there is nothing in it.
    """
    if not text.strip():
        raise UsageError("There is nothing in this note; write the sentence that all shall read.")
    present = standing(desk, desk.match(name))
    with desk.store.transaction():
        desk.store.add_note(Note(name, present.step.number, text, now, who))
        desk.log(now, "note", text, name, who)
