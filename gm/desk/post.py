"""Documents to letters in the outbox, each for one occasion and never twice."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gm import deadlines
from gm.desk.room import Desk
from gm.desk.standing import Standing
from gm.games.game import Mannered
from gm.games.vocabulary import Content, Power
from gm.records import OutgoingLetter
from gm.values import Value

if TYPE_CHECKING:
    from gm.rendering.documents import Document


class Thread(Value, frozen=True):
    """The letter that is answered: its Message-ID, and those before it."""

    message_id: str | None = None
    references: tuple[str, ...] = ()


def moment(
    at: datetime | None, standing: Standing, now: datetime, power: Power | None = None
) -> Content | None:
    """A moment for a template (``gm.rendering.content.Moment``), as *power*'s player reads it."""
    if at is None:
        return None
    zone = standing.schedule.zone
    seat = standing.seats.get(power) if power is not None else None
    own = seat.zone if seat is not None and seat.zone != zone.key else None
    return {
        "local": deadlines.wall(at, zone),
        "zone": zone.key,
        "utc": deadlines.wall(at, deadlines.UTC_ZONE),
        "left": deadlines.time_left(now, at) if at > now else None,
        "own": deadlines.wall(at, deadlines.read_zone(own)) if own else None,
    }


def frame(standing: Standing, power: Power | None, now: datetime) -> dict[str, Any]:
    """What every letter about a match holds: ``gm.rendering.content.Frame``."""
    config, phase = standing.config, standing.phase
    seat = None
    if power is not None:
        player = standing.seats[power].player if power in standing.seats else None
        seat = {"power": power, "power_name": standing.side(power).name, "player": player}
    site = config.site.address.rstrip("/")
    return {
        "match": {"name": standing.match.name, "game": standing.offer.game.title},
        "seat": seat,
        "manners": manners(standing),
        "phase": phase.label if phase else None,
        "turn": phase.turn if phase else None,
        "deadline": moment(standing.match.deadline if phase else None, standing, now, power),
        "address": config.desk.address,
        "gm": config.desk.name,
        "site": f"{site}/{standing.match.name}/" if site else None,
    }


def manners(standing: Standing) -> Mapping[str, str] | None:
    """How orders are written and changed, where the game says it in its own words."""
    game = standing.offer.game
    return game.manners(standing.state) if isinstance(game, Mannered) else None


MOST_ANSWERS = 100
"""Answers that one address gets in a day: more than any player needs, and an end to a loop with a
machine that does not say that it is one."""
MOST_REFUSALS = 50
"""Strangers who are answered in a day; a flood of forged letters must not become one of ours."""
DAY = timedelta(days=1)

ANNOUNCING = ("welcome", "report", "deadline", "reminder")
"""The letters that carry the deadline as a calendar entry, which later ones replace."""


class Dates(Enum):
    """What a letter does to the calendar entry of its match."""

    AS_USUAL = 0
    """It carries the deadline if it is one of those that announce it."""
    MOVED = 1
    """It tells that the deadline has moved, or that there is none now."""
    GONE = 2
    """Its reader has nothing to do with the deadline any more."""


def deadline_entry(
    desk: Desk, now: datetime, about: Standing, power: str | None = None
) -> str | None:
    """The deadline of a match as a calendar entry, for letters to *power* or for all.

    A match has one entry, for its next deadline; later ones replace earlier ones, also where a
    phase ended early or a step was taken back. None while there is no deadline.
    """
    if about.match.deadline is None or about.phase is None:
        return None
    return _entry(
        desk, now, about, power, what=f"{about.phase.label} due", deadline=about.match.deadline
    )


def _cancelled(desk: Desk, now: datetime, about: Standing, power: str | None) -> str:
    """The entry that takes the deadline out of calendars."""
    return _entry(desk, now, about, power, what="no deadline now", deadline=None)


def _entry(  # noqa: PLR0913 (whose entry, what it says)
    desk: Desk,
    now: datetime,
    about: Standing,
    power: str | None,
    *,
    what: str,
    deadline: datetime | None,
) -> str:
    from gm.mail.calendar import Entry, calendar_text  # only when a deadline is announced

    match = about.match
    whose = f", {about.side(Power(power)).name}" if power else ""
    return calendar_text(
        Entry(
            uid=f"{match.name}-{_domain(desk)}",
            sequence=_sequence(desk, now, about, deadline),
            starts=deadline or match.deadline or now,
            written=now,
            title=f"{about.offer.game.title} ({match.name}{whose}): {what}",
            text=f"Orders to {desk.config.desk.address} before this moment." if deadline else "",
            cancelled=deadline is None,
        )
    )


def _sequence(desk: Desk, now: datetime, about: Standing, deadline: datetime | None) -> int:
    """The number of a calendar entry: it grows with each change, and stays where nothing changes.

    It is about the seconds since the match began, so that it never falls behind what was sent.
    """
    match = about.match
    fact, says = f"entry {match.name}", f"{about.step.number} {deadline}"
    last, _, kept = (desk.store.fact(fact) or "-1 ").partition(" ")
    if kept == says:
        return int(last)
    number = max(int((now - match.created).total_seconds()), int(last) + 1)
    desk.store.set_fact(fact, f"{number} {says}")
    return number


def _calendar(  # noqa: PLR0913 (a letter, its reader, its match)
    desk: Desk, now: datetime, about: Standing, power: str | None, *, kind: str, dates: Dates
) -> str | None:
    """The calendar entry that goes with a letter, if one does."""
    if dates is Dates.GONE:
        return _cancelled(desk, now, about, power)
    if dates is Dates.AS_USUAL and kind not in ANNOUNCING:
        return None
    entry = deadline_entry(desk, now, about, power)
    if entry is None and kind != "welcome":
        return _cancelled(desk, now, about, power)
    return entry


def _domain(desk: Desk) -> str:
    return desk.config.desk.address.rpartition("@")[2] or "localhost"


def message_id(desk: Desk, key: str) -> str:
    """The Message-ID of the letter for an occasion; fixed, so that a second delivery shows."""
    secret = desk.store.fact("desk") or ""
    return f"<{sha256(f'{secret} {key}'.encode()).hexdigest()[:24]}@{_domain(desk)}>"


def post(  # noqa: PLR0913 (a letter has that many sides)
    desk: Desk,
    now: datetime,
    key: str,
    document: "Document",
    to: Sequence[str],
    *,
    kind: str,
    about: Standing | None = None,
    power: str | None = None,
    thread: Thread | None = None,
    dates: Dates = Dates.AS_USUAL,
) -> None:
    """Puts a document into the outbox, unless there is a letter for this occasion already.

    *about* is the match that it is about, for the player of *power*. *thread* is the letter that it
    answers; without one it begins a thread of its own.
    """
    if thread is not None and not _may_answer(desk, now, to):
        return
    answered = thread or Thread()
    chain = [*answered.references, *([answered.message_id] if answered.message_id else [])]
    desk.store.enqueue(
        OutgoingLetter(
            key=key,
            message_id=message_id(desk, key),
            kind=kind,
            to=tuple(to),
            subject=document.subject,
            text=document.text,
            html=document.html,
            created=now,
            match=about.match.name if about else None,
            power=power,
            pictures=document.pictures,
            calendar=_calendar(desk, now, about, power, kind=kind, dates=dates) if about else None,
            reply_to=answered.message_id,
            references=tuple(chain),
            answers=thread is not None,
        )
    )


def _may_answer(desk: Desk, now: datetime, to: Sequence[str]) -> bool:
    """Whether these addresses have not had too many answers today; once, the gamemaster is told."""
    if desk.store.count_answers(to, now - DAY) < MOST_ANSWERS:
        return True
    fact, today = f"many answers {', '.join(to)}", f"{now:%Y-%m-%d}"
    if desk.store.fact(fact) != today:
        desk.store.set_fact(fact, today)
        desk.concern(
            now,
            f"{', '.join(to)} had {MOST_ANSWERS} answers within a day, so letters from there are "
            "read, but not answered for now. It may be a machine that answers each of our letters.",
        )
    return False


def may_refuse(desk: Desk, now: datetime) -> bool:
    """Whether one more stranger may be answered today."""
    return desk.store.count_to_strangers("refusal", now - DAY) < MOST_REFUSALS


def receipt_number(letter: OutgoingLetter) -> int | None:
    """The number of a receipt, which its key ends with; None for other mail."""
    number = letter.key.rpartition(" ")[2]
    return int(number) if letter.kind == "receipt" and number.isdecimal() else None


def mail(desk: Desk, name: str, content: Mapping[str, Any]) -> "Document":
    """The document ``templates/mail/NAME`` filled with *content*."""
    from gm.rendering.documents import render  # only when there is something to write

    return render("mail", name, content, desk.folders)
