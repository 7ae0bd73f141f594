"""How the desk stands, for its gamemaster: never what the orders are."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from gm import deadlines
from gm.desk import votes
from gm.desk.room import Desk
from gm.desk.standing import Standing, owes, standing
from gm.desk.troubles import troubles
from gm.games.vocabulary import Power
from gm.records import LetterFate, Match, Submission

RECENT = timedelta(days=14)
"""How far back letters with trouble are shown."""


ANSWERS = (
    "extend 24h, or extend to 2026-03-12 20:00",
    "adjudicate (at the deadline, even if orders are missing), or adjudicate now",
    "wait (at the deadline the match waits for you if orders are missing)",
    "accept 12 (lets the late letter 12 count)",
    "pause, or resume",
    "note: and a sentence for the next report",
    "undo, undo to step 3, or redo",
    "orders for POWER: ORDERS because REASON",
    "move UNIT to PLACE because REASON (place, remove, owner and set too, as in gm correct)",
    "seat POWER: ADDRESS NAME, or seat POWER: standby, or vacate POWER",
    "absence POWER 2026-05-01 2026-05-07",
    "winner POWER: SENTENCE, or end the match: SENTENCE",
    "status",
)
"""What a digest says can be answered."""


def desk_status(desk: Desk, now: datetime, name: str | None = None) -> dict[str, Any]:
    """How all matches stand, or the one of that *name*, and what has gone wrong."""
    matches = desk.store.matches() if name is None else (desk.match(name),)
    return {
        "matches": [match_status(desk, now, match) for match in matches],
        "letters": [
            {
                "number": letter.number,
                "sender": letter.sender,
                "subject": letter.subject,
                "match": letter.match,
                "fate": letter.fate.value,
                "reason": letter.reason,
            }
            for fate in (LetterFate.NEW, LetterFate.FAILED)
            for letter in desk.store.letters(fate, now - RECENT)
            if name is None or letter.match == name
        ],
        "mail": [
            {
                "key": letter.key,
                "kind": letter.kind,
                "match": letter.match,
                "power": letter.power,
                "to": list(letter.to),
                "subject": letter.subject,
                "attempts": letter.attempts,
                "failure": letter.failure,
                "sent": letter.sent.isoformat() if letter.sent else None,
                "given_up": letter.given_up is not None,
                "next_attempt": letter.next_attempt.isoformat() if letter.next_attempt else None,
            }
            for letter in desk.store.undelivered()
            if name is None or letter.match == name
            if letter.created >= now - RECENT or not (letter.sent or letter.given_up)
        ],
        "troubles": troubles(desk) if name is None else [],
    }


def match_status(desk: Desk, now: datetime, match: Match) -> dict[str, Any]:
    """How one match stands: phase, deadline, and what each power has sent."""
    present = standing(desk, match)
    deadline = match.deadline
    zone = present.schedule.zone
    return {
        "match": match.name,
        "game": present.offer.game.title,
        "status": match.status.value,
        "phase": present.phase.label if present.phase else None,
        "end": present.end.sentence if present.end else None,
        "deadline": deadline.isoformat() if deadline else None,
        "deadline_shown": deadlines.shown(deadline, zone) if deadline else None,
        "left": deadlines.time_left(now, deadline) if deadline else None,
        "waits": _why_held(desk, match),
        "votes": votes.told(desk, present) if present.phase else [],
        "seats": [_seat(present, side.id) for side in present.offer.game.sides],
    }


def _why_held(desk: Desk, match: Match) -> str | None:
    held = desk.store.fact(f"held {match.name}") or ""
    at, _, reason = held.partition(" | ")
    return reason if at == str(match.deadline) else None


def _seat(present: Standing, power: Power) -> dict[str, Any]:
    seat, side = present.seats.get(power), present.side(power)
    sheets = [one for one in present.submissions if one.power == power]
    state, missing = _state(present, power)
    return {
        "power": power,
        "name": side.name,
        "player": seat.player if seat else None,
        "addresses": list(seat.addresses) if seat else [],
        "sheets": len(sheets),
        "doubtful": [one.letter for one in sheets if _is_doubtful(one)],
        "last": sheets[-1].received.isoformat() if sheets else None,
        "state": state,
        "missing": missing,
        "awaited": power in present.awaiting and bool(seat and seat.addresses),
    }


def _is_doubtful(submission: Submission) -> bool:
    return any(piece["verdict"] == "asked" for piece in submission.pieces)


def _state(present: Standing, power: Power) -> tuple[str, list[str]]:
    if power not in present.awaiting:
        return "nothing to send", []
    checked = present.checked(power)
    missing = [task.subject for task in checked.missing if not task.optional]
    if not checked.present:
        free = ", ".join(task.subject for task in checked.missing[:2] if task.optional)
        owed = f"nothing owed, open: {free}" if free else "nothing owed"
        return ("no orders" if missing else f"nothing sent, {owed}"), missing
    return (f"missing: {len(missing)}" if owes(checked) else "all orders in"), missing


def lines(found: dict[str, Any]) -> Iterator[str]:
    """What ``desk_status`` found, for people."""
    if not found["matches"]:
        yield "No match yet: gm new MATCH --game sengoku --seats seats.yaml"
    for match in found["matches"]:
        yield from _match_lines(match)
    yield from trouble_lines(found)


def trouble_lines(found: dict[str, Any]) -> Iterator[str]:
    """Letters, mail and other things that need a look, for people."""
    for letter in found["letters"]:
        reason = f": {letter['reason']}" if letter["reason"] else ""
        sender = letter["sender"] or "unknown"
        yield f"Letter {letter['number']} from {sender}, {letter['fate']}{reason}"
    yield from map(_mail_line, found["mail"])
    for trouble in found["troubles"]:
        yield f"{trouble['meaning']}, since {trouble['since']}: {trouble['said']}"


def _mail_line(mail: dict[str, Any]) -> str:
    """What became of a mail that did not simply arrive."""
    whom = f"{mail['power']} in {mail['match']}" if mail["power"] else ", ".join(mail["to"])
    named = f"The {mail['kind']} “{mail['subject']}”"
    if not mail["failure"]:
        tried = f" (attempt {mail['attempts']} was interrupted)" if mail["attempts"] else ""
        return f"{named} to {whom} waits to be sent{tried}."
    if mail["sent"] or mail["given_up"]:
        return f"{named} did not reach {whom}: {mail['failure']}"
    return (
        f"{named} has not reached {whom} yet: {mail['failure']} (attempts: {mail['attempts']}, "
        f"the next after {mail['next_attempt']})"
    )


def _match_lines(match: dict[str, Any]) -> Iterator[str]:
    yield f"{match['match']} ({match['game']}), {match['status']}"
    if match["end"]:
        yield f"  {match['end']}"
        return
    left = f", {match['left']} left" if match["left"] else ""
    yield f"  {match['phase']}, deadline {match['deadline_shown'] or 'none'}{left}"
    if match["waits"]:
        yield f"  waits, since {match['waits']}"
    for vote in match["votes"]:
        yield f"  {vote}"
    width = max((len(seat["name"]) for seat in match["seats"]), default=0)
    for seat in match["seats"]:
        player = seat["player"] or ", ".join(seat["addresses"]) or "nobody"
        missing = f" ({', '.join(seat['missing'])})" if 0 < len(seat["missing"]) <= 6 else ""
        yield f"  {seat['name']:<{width}}  {seat['state']}{missing}  [{player}]"
