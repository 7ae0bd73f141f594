"""The steps of a match: taking one back, and adjudicating all of them again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from gm import deadlines
from gm.desk.announcing import tell_all
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.desk.summary import Summary
from gm.desk.timing import read_late_again
from gm.errors import EXIT_FAILED, UsageError
from gm.games.game import Game, Outcome, Power
from gm.records import MatchStatus, Step


def undo(desk: Desk, now: datetime, name: str, who: str, until: datetime | None = None) -> Standing:
    """Takes the last step of a match back and tells everybody.

    The step stays in the store, marked as withdrawn. Orders that came for the phase stand again;
    letters that came since are read again when the same phase comes round. The new deadline is
    *until*, by default the next one of the schedule.

    Raises:
        UsageError: there is no step to take back, or the deadline is past.
    """
    match = desk.match(name)
    last = desk.store.latest_step(name)
    if last is None or last.after is None:
        raise UsageError(f"The match {name} stands at its first position; nothing can be undone.")
    with desk.store.transaction():
        desk.store.withdraw_step(name, last.number, now)
        present = standing(desk, match)
        kind = present.phase.kind if present.phase else ""
        deadline = until or deadlines.next_deadline(present.schedule, kind, now)
        if deadline <= now:
            shown = deadlines.shown(deadline, present.schedule.zone)
            raise UsageError(f"The new deadline {shown} is past.")
        changed = replace(
            match, status=MatchStatus.RUNNING, deadline=deadline, reminded=None, remaining=None
        )
        desk.store.save_match(changed)
        after = replace(present, match=changed)
        read_late_again(desk, after)
        tell_all(desk, now, after, "note", _told(last))
        desk.log(now, "undo", f"Step {last.number} ({last.phase}) was taken back.", name, who)
    return after


def _told(last: Step) -> dict[str, Any]:
    if last.ruling is not None:
        return {
            "heading": f"{last.phase}: the match goes on",
            "paragraphs": [
                "The gamemaster has taken back the end of this match.",
                "The orders that had come for this phase stand as they were and may be changed "
                "until the new deadline.",
            ],
        }
    return {
        "heading": f"{last.phase}: the result was taken back",
        "paragraphs": [
            f"The gamemaster has taken back the adjudication of {last.phase}; its report no longer "
            "counts.",
            "The orders that had come for that phase stand as they were and may be changed until "
            "the new deadline.",
        ],
    }


def explain(desk: Desk, name: str, subject: str, phase: str | None = None) -> Iterator[str]:
    """Why it went as it did for *subject* in the last step, or in the last one called *phase*.

    Raises:
        UsageError: no step is called so, or nothing happened in it to anything of that name.
    """
    game: Game[Any, Any] = desk.offer(desk.match(name)).game
    chosen = past_step(desk, name, phase)
    events = tuple(map(game.codec.load_event, chosen.events))
    chain = game.explain(Outcome(game.codec.load_state(chosen.state), events), subject)
    if not chain:
        raise UsageError(f"Nothing is told of “{subject}” in {chosen.phase} of {name}.")
    yield f"{chosen.phase}:"
    yield from chain


def past_step(desk: Desk, name: str, phase: str | None = None) -> Step:
    """The last step of a match, or the last one in whose name *phase* stands.

    Raises:
        UsageError: there is none.
    """
    steps = [one for one in desk.store.steps(name) if one.after is not None and not one.withdrawn]
    wanted = (phase or "").casefold()
    chosen = next((one for one in reversed(steps) if wanted in one.phase.casefold()), None)
    if chosen is None:
        known = "; ".join(one.phase for one in steps) or "none yet"
        raise UsageError(f"{name} has no past phase “{phase or ''}”. Its phases are: {known}.")
    return chosen


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
            state, found = game.start(match.scenario, match.seed), []
        else:
            before = states[step.after]
            found = list(_sheet_differences(desk, game, before, step))
            outcome = outcome_of(game, before, step)
            state = outcome.state
            if [game.codec.dump(event) for event in outcome.events] != list(step.events):
                found.append("other events come of its orders")
        if game.codec.dump(state) != step.state:
            found.append("another position comes of its orders")
        states[step.number] = game.codec.load_state(step.state)
        summary.data["steps"] += 1
        for difference in found:
            line = f"Step {step.number} ({step.phase}): {difference}."
            summary.fail(EXIT_FAILED, line)
            summary.add("differences", line)
        progress(summary.data["steps"])
    if not summary.data["differences"]:
        summary.say(f"{name}: {summary.data['steps']} steps, all as they were kept.")
    return summary


def outcome_of(game: Game[Any, Any], before: Any, step: Step) -> Outcome[Any]:
    """What comes of the orders of a step, or of the gamemaster's ruling in their place."""
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
