"""When a match goes on: deadlines moved, matches paused, players away."""

import json
from datetime import date, datetime, timedelta

from gm import deadlines
from gm.desk.announcing import tell, tell_all
from gm.desk.conduct import BY_VOTE
from gm.desk.post import Dates, moment
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.errors import UsageError
from gm.games.vocabulary import Power
from gm.records import LetterFate, MatchStatus
from gm.values import Value, replace

FARTHEST = timedelta(days=366)
"""Deadlines are moved no farther than that; what is farther is a slip of the pen."""
ABSENT = "calendar.absent_days"


class Word(Value, frozen=True):
    """Who decides something, and the sentence that the players read about it."""

    who: str
    reason: str | None = None


def running(desk: Desk, name: str) -> Standing:
    """How a match stands that is not over.

    Raises:
        UsageError: there is no such match, or it is over.
    """
    present = standing(desk, desk.match(name))
    if present.phase is None:
        raise UsageError(f"The match {name} is over.")
    return present


def extend(desk: Desk, now: datetime, name: str, until: datetime, word: Word) -> Standing:
    """Moves the deadline of the present phase and tells everybody.

    Letters that came in between, and were answered as late, are read again.

    Raises:
        UsageError: the match is over, or the new deadline is past.
    """
    present = running(desk, name)
    shown = deadlines.shown(until, present.schedule.zone)
    if until <= now:
        raise UsageError(f"The new deadline {shown} is past.")
    if until > now + FARTHEST:
        raise UsageError(f"{shown} is more than a year away; write a nearer deadline.")
    if until == present.match.deadline:
        raise UsageError(f"The deadline is {shown} already.")
    with desk.store.transaction():
        return move_deadline(desk, now, present, until, word)


def move_deadline(
    desk: Desk, now: datetime, present: Standing, until: datetime, word: Word
) -> Standing:
    """Keeps the new deadline, tells everybody, and lets late letters be read again."""
    changed = replace(
        present.match, deadline=until, reminded=None, remaining=None, status=MatchStatus.RUNNING
    )
    after = replace(present, match=changed)
    desk.store.save_match(changed)
    read_late_again(desk, after)
    earlier = present.match.deadline
    content = {
        "before": moment(earlier, after, now) if earlier else None,
        "reason": word.reason,
    }
    tell_all(desk, now, after, content, template="deadline")
    label = present.phase.label if present.phase else ""
    detail = f"Deadline of {label}: {deadlines.shown(until, present.schedule.zone)}."
    desk.log(now, "extend", f"{detail} {word.reason or ''}".strip(), changed.name, word.who)
    return after


def read_late_again(desk: Desk, present: Standing) -> None:
    """Lets letters be read again that were late for the present phase and now are not."""
    deadline = present.match.deadline
    for number in desk.store.letters_of(present.match.name, LetterFate.LATE):
        letter = desk.store.letter(number)
        if letter is None or letter.raw.received < present.step.at:
            continue
        if deadline is None or letter.raw.received < deadline:
            desk.store.read_again(number)


def pause(desk: Desk, now: datetime, name: str, word: Word) -> Standing:
    """Stops the clock of a match; letters are taken as before.

    Raises:
        UsageError: the match is over, or has no deadline to stop.
    """
    present = running(desk, name)
    deadline = present.match.deadline
    if deadline is None:
        raise UsageError(f"The match {name} has no deadline; it is paused already.")
    left = max(timedelta(0), deadline - now)
    changed = replace(
        present.match,
        status=MatchStatus.PAUSED,
        deadline=None,
        remaining=int(left.total_seconds()),
    )
    after = replace(present, match=changed)
    with desk.store.transaction():
        desk.store.save_match(changed)
        told = [
            "The clock of this match stands still."
            if word.who == BY_VOTE
            else "The gamemaster has stopped the clock of this match.",
            *([word.reason] if word.reason else []),
            "Orders are taken as before; a letter will tell the new deadline.",
        ]
        content = {"heading": "The match is paused", "paragraphs": told}
        tell_all(desk, now, after, content, dates=Dates.MOVED)
        desk.log(now, "pause", word.reason or "", name, word.who)
    return after


def resume(
    desk: Desk, now: datetime, name: str, word: Word, until: datetime | None = None
) -> Standing:
    """Lets a paused match go on: until *until*, or with at least the time that was left.

    Raises:
        UsageError: the match is not paused, or the new deadline is past.
    """
    present = running(desk, name)
    if present.match.status is not MatchStatus.PAUSED:
        raise UsageError(f"The match {name} is not paused.")
    if until is not None:
        return extend(desk, now, name, until, word)
    left = timedelta(seconds=present.match.remaining or 0)
    kind = present.phase.kind if present.phase else ""
    deadline = deadlines.resumed(present.schedule, kind, now, left)
    return extend(desk, now, name, deadline, word)


def absent_days(desk: Desk, name: str, power: Power) -> list[date]:
    """The days for which a player of a match is or was away, as far as they were granted."""
    kept = desk.store.fact(f"absent {name} {power}")
    return [date.fromisoformat(day) for day in json.loads(kept or "[]")]


def give_leave(  # noqa: PLR0913 (to whom, when, by whose word)
    desk: Desk, now: datetime, name: str, power: Power, days: list[date], *, who: str
) -> Standing:
    """Grants a player to be away, by the gamemaster's word; the player is told.

    Raises:
        UsageError: there is no such match, it is over, or the days are past.
    """
    present = running(desk, name)
    if days[-1] < now.astimezone(present.schedule.zone).date():
        raise UsageError(f"The days from {days[0]} to {days[-1]} are past.")
    with desk.store.transaction():
        after = grant_absence(desk, now, present, power, days)
        seat = after.seats.get(power)
        if seat is not None and seat.addresses:
            told = f"The gamemaster grants that you are away from {days[0]} to {days[-1]}."
            paragraphs = [told, "No deadline of this match falls on these days."]
            content = {"heading": "You are away", "paragraphs": paragraphs}
            tell(desk, now, after, power, content)
        detail = f"{power} is away from {days[0]} to {days[-1]}."
        desk.log(now, "absence", detail, name, who)
    return after


def grant_absence(
    desk: Desk, now: datetime, present: Standing, power: Power, days: list[date]
) -> Standing:
    """No deadline of the match falls on *days*; one that does is moved. In a transaction."""
    name = present.match.name
    mine = sorted({*absent_days(desk, name, power), *days})
    desk.store.set_fact(f"absent {name} {power}", json.dumps([day.isoformat() for day in mine]))
    away = sorted({*present.config.calendar.absent_days, *days})
    listed = f"[{', '.join(day.isoformat() for day in away)}]"
    match = replace(present.match, settings={**present.match.settings, ABSENT: listed})
    desk.store.save_match(match)
    after = standing(desk, match)
    deadline = match.deadline
    if deadline is None or deadline <= now or after.phase is None:
        return after
    if after.schedule.counts(deadline.astimezone(after.schedule.zone).date()):
        return after
    until = deadlines.put_off(after.schedule, deadline)
    reason = f"{after.side(power).name} is away from {days[0]} to {days[-1]}."
    return move_deadline(desk, now, after, until, Word(power, reason))
