"""Adjudicates matches that are due: the step and all its letters in one transaction."""

import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from gm import deadlines
from gm.config import Named
from gm.desk import votes
from gm.desk.due import Haste, Hold, Verdict, judge, late_powers, may_end_early
from gm.desk.missing import look_after, names_of, tell_late
from gm.desk.reports import Turned, report
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.desk.steps import keep_step
from gm.desk.summary import Summary
from gm.desk.timing import Word, move_deadline
from gm.errors import EXIT_BUG, GmError, TryAgainError, UsageError
from gm.games.vocabulary import Outcome, Power
from gm.records import MatchStatus
from gm.values import Value, replace

if TYPE_CHECKING:
    from gm.rendering.documents import Document


def turn(
    desk: Desk,
    now: datetime,
    name: str | None = None,
    *,
    early: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Adjudicates every running match whose deadline has passed.

    With *name*, that match, even if it waits for the gamemaster (orders are missing, or the
    deadline passed long ago); with *early*, even before its deadline.

    Raises:
        UsageError: the match named is not running, or not due.
        TryAgainError: the store is away; what was not adjudicated stays due.
    """
    summary = Summary("turn", data={"adjudicated": 0})
    haste = Haste.EARLY if early else Haste.DUE if name is None else Haste.ASKED
    if name is None:
        names = [
            match.name for match in (*desk.store.running_until(now), *may_end_early(desk, now))
        ]
    else:
        _require(desk, now, name, early=early)
        names = [name]
    for one in names:
        try:
            _turn_one(desk, now, one, haste, summary)
        except TryAgainError:
            raise
        except GmError as error:
            summary.fail(error.exit_code, f"Match {one} stays as it is: {error}")
            _hold(desk, now, one, f"it could not be adjudicated: {str(error)[:200]}")
        except Exception:  # one broken match never stops the others
            summary.fail(
                EXIT_BUG,
                f"Match {one} stays at its last step. This is a fault of the program:\n"
                f"{traceback.format_exc()}",
            )
            reason = traceback.format_exc(limit=0).strip().splitlines()[-1]
            _hold(desk, now, one, f"it could not be adjudicated: {reason[:200]}")
        progress(summary.data["adjudicated"])
    if not summary.lines:
        summary.say("No match is due.")
    return summary


def _require(desk: Desk, now: datetime, name: str, *, early: bool) -> None:
    match = desk.match(name)
    if match.status is MatchStatus.OVER:
        raise UsageError(f"The match {name} is over.")
    if early or (match.deadline is not None and match.deadline <= now):
        return
    why = "the match is paused"
    if match.deadline is not None:
        shown = deadlines.shown(match.deadline, standing(desk, match).schedule.zone)
        why = f"its deadline is {shown}"
    raise UsageError(
        f"The match {name} is not due; {why}. To adjudicate it all the same: gm turn {name} "
        "--early."
    )


def _turn_one(desk: Desk, now: datetime, name: str, haste: Haste, summary: Summary) -> None:
    with desk.store.transaction():
        match = desk.match(name)
        if match.status is MatchStatus.OVER:
            return
        before = standing(desk, match)
        verdict = judge(desk, now, before, haste)
        if verdict is Verdict.GO:
            done = adjudicate(before)
            after = keep_step(desk, now, before, done.orders, done.outcome)
            dropped = look_after(desk, now, before, after)
            summary.data["adjudicated"] += 1
            summary.add("matches", _as_data(before, after))
            summary.say(_line(before, after))
            for line in dropped:
                summary.say(line)
            settled = votes.settle(desk, now, standing(desk, desk.match(name)))
            if settled.end is not None and after.end is None:
                summary.say(f"{name}: {settled.end.sentence}")
            return
        if verdict is Verdict.EXTEND:
            _extend(desk, now, before)
            summary.say(f"{name}: orders are missing, so its deadline has moved.")
            return
    if isinstance(verdict, Hold):
        if verdict.late:
            tell_late(desk, now, before, verdict.late, verdict.what)
        if verdict.is_news:
            _hold(desk, now, name, verdict.reason)
        summary.add("held", {"match": name, "reason": verdict.reason})
        summary.say(f"{name}: not adjudicated, since {verdict.reason}.")


def _extend(desk: Desk, now: datetime, before: Standing) -> None:
    """Moves the deadline once, since orders are missing."""
    match, extension = before.match, before.config.calendar.extension
    if match.deadline is None or extension is None:
        return
    until = max(
        deadlines.later(match.deadline, extension, before.schedule.zone),
        now + timedelta(hours=1),
    )
    desk.store.set_fact(f"extended {match.name}", str(before.step.number))
    reason = "Orders were missing at the deadline, so it has moved once."
    if before.config.missing.named is Named.EVERYBODY:
        reason = f"{reason} Missing: {names_of(before, late_powers(before))}."
    move_deadline(desk, now, before, until, Word("gm", reason))


def _hold(desk: Desk, now: datetime, name: str, reason: str) -> None:
    """Tells the gamemaster why a match waits, once for each reason and deadline."""
    fact, match = f"held {name}", desk.match(name)
    value = f"{match.deadline} | {reason}"
    if desk.store.fact(fact) == value:
        return
    with desk.store.transaction():
        desk.store.set_fact(fact, value)
        desk.concern(now, f"The match {name} waits, since {reason}.", name)


class Adjudication(Value, frozen=True):
    """What comes of the orders that stand: the orders followed, and the outcome."""

    orders: dict[Power, tuple[Any, ...]]
    outcome: Outcome[Any]


def adjudicate(before: Standing) -> Adjudication:
    """Adjudicates the orders that stand; keeps nothing."""
    game = before.offer.game
    checked = {side.id: before.checked(side.id) for side in game.sides}
    orders = {power: one.orders for power, one in checked.items() if one.present or one.orders}
    return Adjudication(orders, game.adjudicate(before.state, orders))


def preview(desk: Desk, now: datetime, name: str, who: str) -> "Document":
    """What the public report would be if the match were adjudicated now; keeps only a trace.

    Raises:
        UsageError: there is no such match, or it is over.
    """
    before = standing(desk, desk.match(name))
    if before.phase is None:
        raise UsageError(f"The match {name} is over.")
    outcome = adjudicate(before).outcome
    game = before.offer.game
    end = game.end(outcome.state)
    after = replace(
        before, state=outcome.state, end=end, phase=None if end else game.phase(outcome.state)
    )
    with desk.store.transaction():
        detail = f"{before.phase.label} was adjudicated for the gamemaster's eyes."
        desk.log(now, "preview", detail, name, who)
    return report(desk, now, Turned(before, outcome, after), None)


def _line(before: Standing, after: Standing) -> str:
    done = f"{before.match.name}: {before.phase.label if before.phase else ''} adjudicated"
    if after.phase is None:
        return f"{done}; the match is over: {after.end.sentence if after.end else ''}"
    if after.match.deadline is None:
        return f"{done}; now {after.phase.label}, without a deadline."
    when = deadlines.shown(after.match.deadline, after.schedule.zone)
    return f"{done}; now {after.phase.label}, deadline {when}."


def _as_data(before: Standing, after: Standing) -> dict[str, Any]:
    return {
        "match": before.match.name,
        "step": after.step.number,
        "adjudicated": before.phase.label if before.phase else None,
        "phase": after.phase.label if after.phase else None,
        "deadline": after.match.deadline.isoformat() if after.match.deadline else None,
        "present": sorted(after.step.orders),
    }
