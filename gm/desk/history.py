"""The steps of a match: taking one back, and adjudicating all of them again."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from gm import __version__, deadlines
from gm.desk.announcing import tell_all
from gm.desk.correcting import changed
from gm.desk.post import Dates
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.desk.summary import Summary
from gm.desk.timing import read_late_again
from gm.errors import EXIT_FAILED, UsageError
from gm.games.game import Codec, Game
from gm.games.vocabulary import Outcome, Power
from gm.records import Match, MatchStatus, Plain, Step
from gm.values import replace


def undo(  # noqa: PLR0913 (how far back, until when, by whom)
    desk: Desk,
    now: datetime,
    name: str,
    *,
    who: str,
    until: datetime | None = None,
    to: int | None = None,
) -> Standing:
    """Takes the last step of a match back, or all after step *to*, and tells everybody.

    Steps stay in the store, marked as withdrawn. Orders that came for the phase stand again;
    letters that came since are read again when the same phase comes round. The new deadline is
    *until*, by default the next one of the schedule; the old one where only a correction of the
    position is taken back.

    Raises:
        UsageError: there is no step to take back, or the deadline is past.
    """
    match = desk.match(name)
    gone = _after(desk, name, to)
    with desk.store.transaction():
        for step in gone:
            desk.store.withdraw_step(name, step.number, now)
        present = standing(desk, match)
        kind = present.phase.kind if present.phase else ""
        kept = match.deadline if all(map(is_correction, gone)) else None
        deadline = until or kept or deadlines.next_deadline(present.schedule, kind, now)
        if deadline <= now and deadline != kept:
            shown = deadlines.shown(deadline, present.schedule.zone)
            raise UsageError(f"The new deadline {shown} is past.")
        changed = replace(
            match, status=MatchStatus.RUNNING, deadline=deadline, reminded=None, remaining=None
        )
        desk.store.save_match(changed)
        after = replace(present, match=changed)
        for step in gone:
            if is_correction(step) and step.after == after.step.number:
                _read_for(desk, after, step)
        read_late_again(desk, after)
        tell_all(desk, now, after, _told(gone), dates=Dates.MOVED)
        for step in gone:
            desk.log(now, "undo", f"Step {step.number} ({step.phase}) was taken back.", name, who)
    return after


def _after(desk: Desk, name: str, to: int | None) -> list[Step]:
    """The steps to take back, the last one first."""
    line = [step for step in desk.store.steps(name) if step.withdrawn is None]
    if len(line) < 2:
        raise UsageError(f"The match {name} stands at its first position; nothing can be undone.")
    numbers = [step.number for step in line]
    if to is None:
        to = numbers[-2]
    if to not in numbers[:-1]:
        listed = "; ".join(f"{step.number} ({step.phase})" for step in line[:-1])
        raise UsageError(f"There is no step {to} to go back to; there are {listed}.")
    return [step for step in reversed(line) if step.number > to]


def _read_for(desk: Desk, after: Standing, last: Step) -> None:
    """Lets letters count for the phase that came while a correction stood."""
    known = {one.letter for one in after.submissions}
    for one in desk.store.submissions(last.match, last.number):
        if one.letter is not None and one.letter not in known:
            desk.store.read_again(one.letter, after.step.number)


def redo(desk: Desk, now: datetime, name: str, who: str) -> Standing | None:
    """Goes forward again over the last step that was taken back, if it still comes of the orders.

    The step counts as before, with all that came after it; everybody is told. Gives None if the
    orders have changed since, so that another adjudication is needed: then nothing is done.

    Raises:
        UsageError: no step was taken back from the present position.
    """
    match = desk.match(name)
    present = standing(desk, match)
    gone = desk.store.withdrawn_after(name, present.step.number)
    if not gone:
        raise UsageError(f"Nothing was taken back from the present position of {name}.")
    last = max(gone, key=lambda step: step.withdrawn or step.at)
    if not _still_follows(present, last):
        return None
    with desk.store.transaction():
        desk.store.withdraw_step(name, last.number, None)
        after = standing(desk, match)
        kind = after.phase.kind if after.phase else ""
        is_over = after.phase is None
        changed = replace(
            match,
            status=MatchStatus.OVER if is_over else MatchStatus.RUNNING,
            deadline=None if is_over else deadlines.next_deadline(after.schedule, kind, now),
            reminded=None,
            remaining=None,
        )
        desk.store.save_match(changed)
        after = replace(after, match=changed)
        read_late_again(desk, after)
        tell_all(desk, now, after, _told_again(last), dates=Dates.MOVED)
        desk.log(now, "redo", f"Step {last.number} ({last.phase}) counts again.", name, who)
    return after


def _still_follows(present: Standing, step: Step) -> bool:
    """Whether the orders that stand are those of a step, or a ruling needs none."""
    if step.ruling is not None:
        return True
    dump = present.offer.game.codec.dump
    return all(
        tuple(map(dump, present.checked(side.id).orders)) == tuple(step.orders.get(side.id, ()))
        for side in present.offer.game.sides
    )


def is_correction(step: Step) -> bool:
    """Whether a step is a position corrected by hand."""
    return step.ruling is not None and "changes" in step.ruling


def _told(gone: Sequence[Step]) -> dict[str, Any]:
    """What players read when steps were taken back, the last one first."""
    stand = "The orders that had come for this phase stand as they were and may be changed until "
    first = gone[-1]
    if all(map(is_correction, gone)):
        heading = "The position is as it was before it was corrected"
        told = "The gamemaster has taken back the correction of the position."
        return {"heading": heading, "paragraphs": [told, f"{stand}the deadline."]}
    if len(gone) == 1 and first.ruling is not None:
        told = "The gamemaster has taken back the end of this match."
        heading = f"{first.phase}: the match goes on"
        return {"heading": heading, "paragraphs": [told, f"{stand}the new deadline."]}
    phases = [step.phase for step in reversed(gone)]
    told = (
        f"The gamemaster has taken back the adjudication of {'; '.join(phases)}; "
        f"{'its report no longer counts' if len(gone) == 1 else 'these reports no longer count'}."
    )
    stand = "The orders that had come for that phase stand as they were and may be changed until "
    heading = f"{first.phase}: the result was taken back"
    return {"heading": heading, "paragraphs": [told, f"{stand}the new deadline."]}


def _told_again(step: Step) -> dict[str, Any]:
    """What players read when a step counts again that was taken back."""
    stand = "Orders that had come for what follows stand as they were."
    if is_correction(step):
        heading = "The position is corrected after all"
        told = "The gamemaster lets the correction of the position count again."
        return {"heading": heading, "paragraphs": [told, step.ruling["why"], stand]}
    if step.ruling is not None:
        told = f"The gamemaster lets the end of the match count again: {step.ruling['why']}"
        return {"heading": "The match is over after all", "paragraphs": [told]}
    told = (
        f"The gamemaster lets the result of {step.phase} count again; its report holds as it was "
        "sent."
    )
    heading = f"{step.phase}: the result counts after all"
    return {"heading": heading, "paragraphs": [told, stand]}


def explain(
    desk: Desk, name: str, subject: str, phase: str | None = None
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Why it went as it did for *subject*: phases, each with its sentences.

    They are those in whose name *phase* stands (``Fall 1571`` is the movement, the retreats and
    the adjustments) and that tell anything of *subject*; without *phase* the last such one.

    Raises:
        UsageError: no step is called so, or nothing happened in it to anything of that name.
    """
    game: Game[Any, Any] = desk.offer(desk.match(name)).game
    last = past_step(desk, name, phase)
    told = []
    for step in reversed(_past_steps(desk, name, phase)):
        events = tuple(map(game.codec.load_event, step.events))
        outcome = Outcome(game.codec.load_state(step.state), events)
        if chain := game.explain(outcome, subject):
            told.append((step.phase, chain))
            if not phase:
                break
    if not told:
        where = last.phase if phase == last.phase else f"“{phase}”" if phase else "any phase"
        raise UsageError(
            f"Nothing is told of “{subject}” in {where} of {name}. Name it as the report of that "
            "phase does."
        )
    return tuple(reversed(told))


def past_step(desk: Desk, name: str, phase: str | None = None) -> Step:
    """The last step of a match, or the last one in whose name *phase* stands.

    Raises:
        UsageError: there is none.
    """
    fitting = _past_steps(desk, name, phase)
    if not fitting:
        known = "; ".join(one.phase for one in _past_steps(desk, name)) or "none yet"
        raise UsageError(f"{name} has no past phase “{phase or ''}”. Its phases are: {known}.")
    return fitting[-1]


def _past_steps(desk: Desk, name: str, phase: str | None = None) -> list[Step]:
    """The steps of a match in whose name the words of *phase* stand, in any case, or all."""
    wanted = re.compile(rf"(?<!\w){re.escape((phase or '').strip())}(?!\w)", re.IGNORECASE)
    return [
        one
        for one in desk.store.steps(name)
        if one.after is not None and not one.withdrawn and (not phase or wanted.search(one.phase))
    ]


def replay(desk: Desk, name: str, progress: Callable[[int], None] = lambda _: None) -> Summary:
    """Adjudicates the kept orders again from the first step and compares.

    Also checks that the orders of each step are what the kept order sheets give.
    """
    match = desk.match(name)
    game: Game[Any, Any] = desk.offer(match).game
    summary = Summary("replay", data={"match": name, "steps": 0, "differences": []})
    states: dict[int, Any] = {}
    for step in desk.store.steps(name):
        if step.after is None:
            state, found = first_state(game, match), []
        else:
            before = states[step.after]
            found = list(_sheet_differences(desk, game, before, step))
            outcome = outcome_of(game, before, step)
            state = outcome.state
            if not same_events(game, step, outcome):
                found.append("other events come of its orders")
        if not same_state(game, step, state):
            found.append("another position comes of its orders")
        states[step.number] = game.codec.load_state(step.state)
        summary.data["steps"] += 1
        for difference in found:
            line = f"Step {step.number} ({step.phase}): {difference}{versions(step)}."
            summary.fail(EXIT_FAILED, line)
            summary.add("differences", line)
        progress(summary.data["steps"])
    if not summary.data["differences"]:
        summary.say(f"{name}: {summary.data['steps']} steps, all as they were kept.")
    return summary


def first_state(game: Game[Any, Any], match: Match) -> Any:
    """The first position of a match, as it follows from its scenario, name and seed."""
    return game.start(match.scenario, match.seed, match.name, match.dice_form)


def same_state(game: Game[Any, Any], step: Step, state: Any) -> bool:
    """Whether the state that was kept of a step is *state*."""
    return _is_same(game.codec, game.codec.load_state, step.state, state)


def same_events(game: Game[Any, Any], step: Step, outcome: Outcome[Any]) -> bool:
    """Whether the events that were kept of a step are those of *outcome*."""
    kept, made = step.events, outcome.events
    load = game.codec.load_event
    return len(kept) == len(made) and all(
        _is_same(game.codec, load, one, other, may_lack=True)
        for one, other in zip(kept, made, strict=True)
    )


def _is_same(
    codec: Codec, load: Callable[[Any], Any], kept: Plain, made: Any, *, may_lack: bool = False
) -> bool:
    """Whether plain data is what *made* gives, but for fields that came after it was kept.

    These hold what they do by default; where data *may lack* them, whatever they hold.
    """
    plain = codec.dump(made)
    if kept == plain:
        return True
    try:
        known = codec.dump(load(kept))
        if may_lack:
            known = {**plain, **{name: known[name] for name in kept}}
        return bool(known == plain)
    except (AttributeError, KeyError, TypeError, ValueError):  # it is no such value at all
        return False


def versions(step: Step) -> str:
    """Which gm made a step and which one reads it, for a difference that was found."""
    made = "a gm that did not say which" if step.version is None else f"gm {step.version}"
    return f" (made by {made}, read by gm {__version__})"


def outcome_of(game: Game[Any, Any], before: Any, step: Step) -> Outcome[Any]:
    """What comes of the orders of a step, or of the gamemaster's ruling in their place."""
    if step.ruling is not None and is_correction(step):
        return Outcome(changed(game, before, step.ruling["changes"])[0], ())
    if step.ruling is not None:
        return game.conclude(before, step.ruling["winners"], step.ruling["why"])
    orders = {
        Power(power): tuple(map(game.codec.load_order, orders))
        for power, orders in step.orders.items()
    }
    return game.adjudicate(before, orders)


def _sheet_differences(desk: Desk, game: Game[Any, Any], before: Any, step: Step) -> Iterator[str]:
    """Where the orders of a step are not what the order sheets that came before it give."""
    if step.withdrawn is not None or step.ruling is not None:
        return  # further sheets came for its phase, or they did not matter
    kept = desk.store.submissions(step.match, step.after or 0)
    for side in game.sides:
        sheets = [
            list(map(game.codec.load_order, one.orders)) for one in kept if one.power == side.id
        ]
        checked = game.check(before, side.id, sheets)
        orders = tuple(map(game.codec.dump, checked.orders))
        if orders != step.orders.get(side.id, ()):
            yield f"the order sheets of {side.name} give other orders"
