"""What the gamemaster may do by mail to seats, positions and steps: the greater actions.

Each takes what was said and gives a sentence; ``gm.desk.dictation`` finds which is meant.
"""

import re
from datetime import date, datetime, timedelta

from gm import deadlines
from gm.desk import history, timing
from gm.desk.correcting import correct
from gm.desk.ending import conclude
from gm.desk.entering import Entered, enter_orders
from gm.desk.room import Desk
from gm.desk.seating import change_seat
from gm.desk.seats import find_power, made_seat
from gm.desk.standby import remove_substitute, substitutes
from gm.desk.standing import Standing, standing
from gm.errors import UsageError
from gm.records import Seat

Said = tuple[Desk, datetime, str, str]
"""Desk, moment, name of the match, who speaks."""


def undo(said: Said, found: re.Match[str]) -> str:
    """``undo``, ``undo to step 3``."""
    desk, now, name, who = said
    after = history.undo(desk, now, name, who=who, to=int(found[1]) if found[1] else None)
    label = after.phase.label if after.phase else ""
    return f"Taken back; {label} is played again. {_deadline(after)}"


def redo(said: Said, _: re.Match[str]) -> str:
    """``redo``."""
    desk, now, name, who = said
    after = history.redo(desk, now, name, who)
    if after is None:
        raise UsageError(
            "the orders have changed since; answer “adjudicate now” to adjudicate them anew."
        )
    return f"The step counts again; the players are told. {_deadline(after)}"


def enter(said: Said, found: re.Match[str]) -> str:
    """``orders for Takeda: A Kai - Sagami; A Mino H because sent by telephone``."""
    desk, now, name, who = said
    text = "\n".join(part.strip() for part in found[2].split(";"))
    reason = _sentence(found[3])
    wording = enter_orders(desk, now, Entered(name, found[1], text, reason, who))
    return f"Entered; the player is told: {'; '.join(wording)}."


def mend(said: Said, found: re.Match[str]) -> str:
    """``move A Kai to Suruga because my slip``."""
    desk, now, name, who = said
    _, told = correct(desk, now, name, [found[1]], reason=_sentence(found[2]), who=who)
    return f"{' '.join(told)} The players are told."


def seat(said: Said, found: re.Match[str]) -> str:
    """``seat Takeda: ann@example.org Ann``, ``seat Takeda: standby``."""
    desk, now, name, who = said
    present = standing(desk, desk.match(name))
    power = find_power(present.offer.game.sides, found[1])
    if found[2].casefold() == "standby":
        listed = substitutes(desk, present.match.game)
        if not listed:
            raise UsageError("nobody stands by.")
        first = listed[0]
        made = made_seat(name, power, [first.address], player=first.player, zone=first.zone)
        change_seat(desk, now, made, who)
        remove_substitute(desk, now, first.address, who)
    else:
        made = made_seat(name, power, [found[2]], player=found[3] or None)
        change_seat(desk, now, made, who)
    side = present.side(power).name
    return f"{made.addresses[0]} plays {side} now and gets a parcel; all are told."


def vacate(said: Said, found: re.Match[str]) -> str:
    """``vacate Takeda``."""
    desk, now, name, who = said
    present = standing(desk, desk.match(name))
    power = find_power(present.offer.game.sides, found[1])
    change_seat(desk, now, Seat(name, power, ()), who)
    return f"Nobody plays {present.side(power).name} now; all are told."


def absent(said: Said, found: re.Match[str]) -> str:
    """``absence Takeda 2026-05-01 2026-05-07``."""
    desk, now, name, who = said
    present = timing.running(desk, name)
    power = find_power(present.offer.game.sides, found[1])
    try:
        first, last = date.fromisoformat(found[2]), date.fromisoformat(found[3])
    except ValueError as error:
        raise UsageError(f"{error}; write both days like 2026-05-01.") from None
    length = (last - first).days + 1
    if not 1 <= length <= 90:
        raise UsageError("an absence lasts from 1 to 90 days, the first day before the last.")
    days = [first + timedelta(days=number) for number in range(length)]
    after = timing.give_leave(desk, now, name, power, days, who=who)
    return f"Granted. {_deadline(after)}"


def win(said: Said, found: re.Match[str]) -> str:
    """``winner Takeda: all others agreed``."""
    desk, now, name, who = said
    after = conclude(desk, now, name, [found[1]], why=_sentence(found[2]), who=who)
    return f"The match is over; the last report goes out. {after.end.sentence if after.end else ''}"


def abandon(said: Said, found: re.Match[str]) -> str:
    """``end the match: too few players are left``."""
    desk, now, name, who = said
    conclude(desk, now, name, [], why=_sentence(found[1]), who=who)
    return "The match is over, without a winner; the last report goes out."


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _deadline(after: Standing) -> str:
    if after.match.deadline is None:
        return "The match has no deadline now."
    return f"The deadline is {deadlines.shown(after.match.deadline, after.schedule.zone)}."
