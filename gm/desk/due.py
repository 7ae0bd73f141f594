"""Whether a match goes on now: its deadline, missing orders, letters unread, and the settings."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import Enum

from gm import deadlines
from gm.config import CatchUp, Missing
from gm.desk.room import Desk
from gm.desk.standing import Standing, owes, standing
from gm.desk.wishes import waits
from gm.games.vocabulary import Power
from gm.records import Match, MatchStatus
from gm.values import Value


class Haste(Enum):
    """How much a match is pressed to go on."""

    DUE = 0
    """As its settings say."""
    ASKED = 1
    """The gamemaster asks for it: missing orders and a deadline long past do not matter."""
    EARLY = 2
    """The gamemaster asks for it before the deadline."""


class Verdict(Enum):
    """What to do with a match now, if it need not wait."""

    GO = "go"
    EXTEND = "extend"


class Hold(Value, frozen=True):
    """The match waits; *is_news* says whether the gamemaster has to hear of it.

    *late* are the powers whose orders it waits for, *what* tells their players what follows.
    """

    reason: str
    is_news: bool = True
    late: tuple[Power, ...] = ()
    what: str = ""


def judge(desk: Desk, now: datetime, before: Standing, haste: Haste) -> Verdict | Hold:
    """Whether a match goes on now, and why not."""
    deadline, calendar = before.match.deadline, before.config.calendar
    if haste is Haste.EARLY or _ends_early(desk, now, before) or _is_asked(desk, before, "now"):
        return Verdict.GO
    if deadline is None or deadlines.is_in_time(now, deadline, inclusive=before.schedule.inclusive):
        return Hold("its deadline has not passed", is_news=False)
    if unread := desk.store.unread(deadline + calendar.grace):
        return Hold(f"{len(unread)} letters that came in time are not read yet (gm read)")
    if haste is Haste.ASKED or _is_asked(desk, before, "due"):
        return Verdict.GO
    return _by_settings(desk, now, before, deadline)


def is_waiting(desk: Desk, now: datetime, present: Standing) -> bool:
    """Whether the deadline has passed and the match waits for the gamemaster."""
    verdict = judge(desk, now, present, Haste.DUE)
    return isinstance(verdict, Hold) and verdict.is_news


def _is_asked(desk: Desk, before: Standing, when: str) -> bool:
    """Whether the gamemaster has answered a digest of this phase with “adjudicate”."""
    return desk.store.fact(f"go {before.match.name}") == f"{before.step.number} {when}"


def _ends_early(desk: Desk, now: datetime, before: Standing) -> bool:
    early, deadline = before.config.calendar.early, before.match.deadline
    if early is None or deadline is None or deadline <= now:
        return False
    return _all_in(desk, before, now - early)


def _by_settings(desk: Desk, now: datetime, before: Standing, deadline: datetime) -> Verdict | Hold:
    """What the settings say of a match whose deadline has passed."""
    name, calendar = before.match.name, before.config.calendar
    advice = f"say gm turn {name}, or gm extend {name}"
    is_long_past = now - deadline > calendar.outage + calendar.grace
    if is_long_past and calendar.catch_up is CatchUp.WAIT and not _waited(desk, before, deadline):
        return Hold(f"its deadline passed long ago, while nothing ran; {advice}")
    late = late_powers(before)
    if not late:
        return Verdict.GO
    names = ", ".join(before.side(power).name for power in late)
    if calendar.extension is not None and not _was_extended(desk, before):
        return Verdict.EXTEND
    if now < deadline + calendar.grace:
        until = deadlines.shown(deadline + calendar.grace, before.schedule.zone)
        return Hold(
            f"orders are missing from {names}; letters count until {until}",
            is_news=False,
            late=tuple(late),
            what=f"The deadline has passed, but letters still count until {until}.",
        )
    if calendar.missing is Missing.WAIT or _is_asked(desk, before, "wait"):
        return Hold(
            f"orders are missing from {names}; {advice}",
            late=tuple(late),
            what="The deadline has passed; the gamemaster decides how long the match waits.",
        )
    return Verdict.GO


def _waited(desk: Desk, before: Standing, deadline: datetime) -> bool:
    """Whether the match waits for orders and not for the service: it was there at the deadline."""
    is_set = before.config.calendar.missing is Missing.WAIT or _is_asked(desk, before, "wait")
    return is_set and desk.store.fact(late_fact(before.match.name)) == str(deadline)


def late_fact(name: str) -> str:
    """The name of the fact that says for which deadline of a match the late players were told."""
    return f"late {name}"


def _was_extended(desk: Desk, before: Standing) -> bool:
    return desk.store.fact(f"extended {before.match.name}") == str(before.step.number)


def late_powers(before: Standing) -> list[Power]:
    """The powers with a player that owe orders and have sent none that count."""
    return [
        power
        for power in before.played
        if not (checked := before.checked(power)).present and owes(checked)
    ]


def may_end_early(desk: Desk, now: datetime) -> Iterator[Match]:
    """Matches that may go on before their deadline: all orders are in, or they are asked to."""
    asked = {name for name, said in desk.store.facts("go ").items() if said.endswith(" now")}
    for match in _perhaps_early(desk, asked):
        if match.status is MatchStatus.OVER or (match.deadline and match.deadline <= now):
            continue
        if match.name in asked or desk.config_of(match).calendar.early is not None:
            present = standing(desk, match)
            if _is_asked(desk, present, "now") or _ends_early(desk, now, present):
                yield match


def _perhaps_early(desk: Desk, asked: set[str]) -> Sequence[Match]:
    """The matches to look at: all if the desk lets phases end early, else those that say so."""
    if desk.config.calendar.early is not None:
        return desk.store.matches()
    found = {match.name: match for match in desk.store.matches_setting("calendar.early")}
    found |= {name: match for name in asked if (match := desk.store.match(name)) is not None}
    return [found[name] for name in sorted(found)]


def _all_in(desk: Desk, present: Standing, since: datetime) -> bool:
    """Whether nobody has owed anything *since* then, nobody waits, and all letters are read."""
    if any(one.received > since for one in present.submissions) or desk.store.unread():
        return False
    if present.step.at > since or waits(desk, present):
        return False
    return not any(owes(present.checked(power)) for power in present.played)
