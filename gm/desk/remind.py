"""Reminds players whose orders are missing, and tells the gamemaster what needs a look."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from gm.config import Missing
from gm.desk import sheets, votes
from gm.desk.post import frame, mail, post
from gm.desk.reports import sheet
from gm.desk.room import Desk
from gm.desk.standing import Standing, owes, standing
from gm.desk.status import ANSWERS, match_status
from gm.desk.summary import Summary
from gm.games.vocabulary import Power
from gm.records import LetterFate, Match
from gm.values import replace

DIGEST, DIGEST_AT = "digest", "digest at"
"""The facts that say up to which line of the log the gamemaster was told, and when."""
DIGEST_PAUSE = timedelta(minutes=30)
"""Between two digests of concerns; the first of a flood goes at once."""
MOST_CONCERNS = 50
"""Concerns that one digest tells."""


def remind(desk: Desk, now: datetime, progress: Callable[[int], None] = lambda _: None) -> Summary:
    """Writes the reminders that are due, each once, and the gamemaster's digest."""
    summary = Summary("remind", data={"reminders": 0})
    longest = _longest(desk)
    for match in desk.store.running_until(now + longest):
        moment = due_reminder(desk, match, now)
        if moment is None:
            continue
        with desk.store.transaction():
            reminded = _remind(desk, now, match, moment)
            _tell_gamemaster(desk, now, match, moment)
        summary.data["reminders"] += len(reminded)
        for power in reminded:
            summary.say(f"{match.name}: {power} reminded.")
        progress(summary.data["reminders"])
    told = _digest(desk, now)
    summary.data["concerns"] = told
    if told:
        summary.say(f"The gamemaster is told of {told} concerns.")
    if not summary.lines:
        summary.say("Nobody to remind.")
    return summary


def _longest(desk: Desk) -> timedelta:
    """The longest time before a deadline at which any match may want a reminder."""
    leads = [*desk.config.calendar.reminders]
    for match in desk.store.matches_setting("calendar.reminders"):
        leads += desk.config_of(match).calendar.reminders
    return max(leads, default=timedelta(0))


def due_reminder(desk: Desk, match: Match, now: datetime) -> datetime | None:
    """The moment of the latest reminder that is due and was not written."""
    if match.deadline is None or match.deadline <= now:
        return None
    leads = desk.config_of(match).calendar.reminders
    passed = [match.deadline - lead for lead in leads if match.deadline - lead <= now]
    latest = max(passed, default=None)
    if latest is None or (match.reminded is not None and match.reminded >= latest):
        return None
    return latest


def _remind(desk: Desk, now: datetime, match: Match, moment: datetime) -> list[Power]:
    present = standing(desk, match)
    late = [power for power in present.awaiting if _write(desk, now, present, power, moment)]
    desk.store.save_match(replace(match, reminded=moment))
    return late


def _write(desk: Desk, now: datetime, present: Standing, power: Power, moment: datetime) -> bool:
    seat = present.seats.get(power)
    checked = present.checked(power)
    if seat is None or not seat.addresses or not owes(checked):
        return False
    game = present.offer.game
    content = {
        **frame(present, power, now),
        "summary": present.awaiting[power].summary,
        "standing": sheets.standing_contents(game, checked),
        "missing": [{**task, "choices": []} for task in sheets.task_contents(checked.missing)],
        "sheet": sheet(present, power, [task.subject for task in checked.missing]),
    }
    name = present.match.name
    key = f"reminder {name} {present.step.number} {power} {moment:%Y-%m-%dT%H:%M}"
    document = mail(desk, "reminder", content)
    post(desk, now, key, document, seat.addresses[:1], kind="reminder", about=present, power=power)
    return True


def _tell_gamemaster(desk: Desk, now: datetime, match: Match, moment: datetime) -> None:
    """Writes to the gamemaster how a match stands before its deadline; it can be answered."""
    if not desk.config.desk.gamemasters:
        return
    present = standing(desk, match)
    concerns = _concerns(desk, match, match_status(desk, now, match))
    key = f"digest {match.name} {present.step.number} {moment:%Y-%m-%dT%H:%M}"
    _write_digest(desk, now, key, concerns, present)


def _write_digest(
    desk: Desk, now: datetime, key: str, concerns: Sequence[str], about: Standing | None
) -> None:
    """Writes *concerns* to the gamemaster; those of a match with how it stands, to be answered."""
    content = {
        "gm": desk.config.desk.name,
        "address": desk.config.desk.address,
        "about": about.match.name if about else None,
        "matches": [_shown(desk, now, about)] if about and about.phase else [],
        "concerns": list(concerns),
        "answers": ANSWERS if about else (),
    }
    to = desk.config.desk.gamemasters
    post(desk, now, key, mail(desk, "digest", content), to, kind="digest", about=about)


def _shown(desk: Desk, now: datetime, present: Standing) -> dict[str, Any]:
    """How a match stands, for a digest."""
    frames = frame(present, None, now)
    return {
        "match": frames["match"],
        "phase": frames["phase"],
        "deadline": frames["deadline"],
        "votes": votes.told(desk, present),
        "seats": [
            {
                "power_name": seat["name"],
                "player": seat["player"],
                "state": ", ".join([seat["state"], *seat["missing"][:6]]),
                "awaited": bool(seat["missing"]) and bool(seat["addresses"]),
            }
            for seat in match_status(desk, now, present.match)["seats"]
        ],
    }


def _concerns(desk: Desk, match: Match, found: dict[str, Any]) -> list[str]:
    """What is missing, doubtful or undelivered in a match."""
    late = [seat["name"] for seat in found["seats"] if seat["missing"] and seat["addresses"]]
    concerns = [f"Missing: {', '.join(late)}. {_question(desk, match)}"] if late else []
    concerns += (
        f"Letter {number} of {seat['name']} holds something doubtful."
        for seat in found["seats"]
        for number in seat["doubtful"]
    )
    concerns += (f"Letter {number} of {power} is late." for number, power in _late(desk, match))
    concerns += (
        f"“{one.subject}” did not reach {one.power}: {one.failure}."
        for one in desk.store.undelivered()
        if one.match == match.name and one.failure
    )
    return concerns


def _question(desk: Desk, match: Match) -> str:
    """What happens at the deadline if orders are still missing then, and what can be answered."""
    calendar = desk.config_of(match).calendar
    if calendar.missing is Missing.WAIT:
        return "If they are still missing at the deadline, the match waits for you."
    first = "the deadline moves once" if calendar.extension is not None else None
    then = "the phase is adjudicated without them, as the rules say"
    what = f"{first}, and then {then}" if first else then
    return f"If they are still missing at the deadline, {what}; answer “wait” to be asked then."


def _late(desk: Desk, match: Match) -> Iterator[tuple[int, str]]:
    """Number and power of the letters that are late for the present phase."""
    step = desk.store.latest_step(match.name)
    for number in desk.store.letters_of(match.name, LetterFate.LATE):
        letter = desk.store.letter(number)
        if letter is not None and step is not None and letter.raw.received >= step.at:
            yield number, letter.power or ""


def _digest(desk: Desk, now: datetime) -> int:
    """Writes the concerns since the last digest to the gamemaster; says how many they are."""
    told = int(desk.store.fact(DIGEST) or 0)
    concerns = desk.store.concerns(told)
    if not concerns or not desk.config.desk.gamemasters:
        return 0
    before = desk.store.fact(DIGEST_AT)
    if before and now - datetime.fromisoformat(before) < DIGEST_PAUSE:
        return 0  # what comes in a flood is told together
    of_matches: dict[str | None, list[str]] = {}
    for _, entry in concerns:
        of_matches.setdefault(entry.match, []).append(entry.detail)
    last = concerns[-1][0]
    with desk.store.transaction():
        for name, lines in of_matches.items():
            if len(lines) > MOST_CONCERNS:
                more = len(lines) - MOST_CONCERNS
                lines[MOST_CONCERNS:] = [f"And {more} more: gm log shows them all."]
            match = desk.store.match(name) if name else None
            about = standing(desk, match) if match else None
            _write_digest(desk, now, f"digest {last} {name or 'desk'}", lines, about)
        desk.store.set_fact(DIGEST, str(last))
        desk.store.set_fact(DIGEST_AT, now.isoformat())
    return len(concerns)
