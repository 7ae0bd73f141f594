"""A new step of a match, kept with the next deadline and all its reports."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from gm import __version__, deadlines
from gm.desk.chronicle import publish_digests
from gm.desk.reports import Turned, write_reports
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.games.vocabulary import Outcome, Power
from gm.records import MatchStatus, Plain, Step
from gm.values import replace


def keep_step(  # noqa: PLR0913 (all that a step is made of)
    desk: Desk,
    now: datetime,
    before: Standing,
    orders: Mapping[Power, Sequence[Any]],
    outcome: Outcome[Any],
    *,
    ruling: Plain = None,
) -> Standing:
    """Keeps what came of *orders*, or of the gamemaster's *ruling*; gives how the match stands.

    In the transaction of the caller.
    """
    game, store, match = before.offer.game, desk.store, before.match
    end = game.end(outcome.state)
    step = Step(
        match=match.name,
        number=store.next_number(match.name),
        after=before.step.number,
        phase=before.phase.label if before.phase else "",
        at=now,
        deadline=match.deadline,
        orders={power: tuple(map(game.codec.dump, sheet)) for power, sheet in orders.items()},
        events=tuple(map(game.codec.dump, outcome.events)),
        state=game.codec.dump(outcome.state),
        ruling=ruling,
        version=__version__,
    )
    store.add_step(step)
    told: dict[str, str] = {
        power: before.digest(power, sheet) for power, sheet in orders.items() if sheet
    }
    publish_digests(desk, match.name, step.number, told)
    changed = replace(
        match,
        status=MatchStatus.OVER if end else match.status,
        deadline=None if end else next_deadline(before, game.phase(outcome.state).kind, now),
        reminded=None,
    )
    store.save_match(changed)
    _read_again(desk, step)
    after = standing(desk, changed)
    desk.log(now, "turn", f"Step {step.number}: {step.phase} adjudicated.", match.name)
    write_reports(desk, now, Turned(before, outcome, after))
    return after


def next_deadline(before: Standing, kind: str, now: datetime) -> datetime | None:
    """The deadline of a phase of *kind* that follows *before*; none while the match is paused."""
    if before.match.status is MatchStatus.PAUSED:
        return None
    start = deadlines.start_of_phase(before.match.deadline, now)
    deadline = deadlines.next_deadline(before.schedule, kind, start)
    return deadline if deadline > now else deadlines.next_deadline(before.schedule, kind, now)


def _read_again(desk: Desk, step: Step) -> None:
    """Letters written for the phase after a step that was taken back count for it once more."""
    for old in desk.store.withdrawn_after(step.match, step.after):
        if old.phase == step.phase:
            for submission in desk.store.submissions(step.match, old.number):
                if submission.letter is not None:
                    desk.store.read_again(submission.letter, step.number)
