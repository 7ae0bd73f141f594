"""Looking at orders: never unseen before the deadline, and always with a line in the log."""

from datetime import datetime
from typing import Any

from gm.desk.history import past_step
from gm.desk.room import Desk
from gm.desk.standing import Standing, followed, standing
from gm.errors import UsageError
from gm.games.vocabulary import Power
from gm.records import MatchStatus, Step

PEEK = "peek"
"""The kind of log lines that say that orders were seen before their time."""


def orders_now(desk: Desk, now: datetime, name: str, who: str, *, peek: bool) -> dict[str, Any]:
    """The orders that stand for the present phase, by power; the log keeps that they were seen.

    Raises:
        UsageError: the match is over; or its deadline has not passed and *peek* is false.
    """
    present = standing(desk, desk.match(name))
    if present.phase is None:
        raise UsageError(f"The match {name} is over; say --phase PHASE for the orders of a phase.")
    deadline = present.match.deadline
    is_due = deadline is not None and deadline + present.config.calendar.grace <= now
    if not is_due and not peek:
        raise UsageError(
            f"The orders for {present.phase.label} are secret until the deadline. To see them "
            f"before: gm orders {name} --peek. The log keeps it, and the last report of the match "
            "tells everybody."
        )
    found = {
        side.id: list(map(present.offer.game.spell, followed(present.checked(side.id))))
        for side in present.offer.game.sides
    }
    when = "after" if is_due else "before"
    detail = f"The orders for {present.phase.label} were shown {when} the deadline."
    with desk.store.transaction():
        desk.log(now, PEEK, detail, name, who)  # a deadline that is past may still be moved
    return _content(present, present.phase.label, found)


def orders_then(desk: Desk, now: datetime, name: str, who: str, phase: str) -> dict[str, Any]:
    """The orders that were adjudicated in the last step called *phase*, by power.

    Raises:
        UsageError: no step is called so.
    """
    match = desk.match(name)
    step = past_step(desk, name, phase)
    present = standing(desk, match)
    game = present.offer.game
    found = {
        side.id: [game.spell(game.codec.load_order(one)) for one in _of(step, side.id)]
        for side in game.sides
    }
    if match.status is not MatchStatus.OVER:
        with desk.store.transaction():
            desk.log(now, "orders", f"The orders of {step.phase} were shown.", name, who)
    return _content(present, step.phase, found)


def _of(step: Step, power: Power) -> tuple[Any, ...]:
    return step.orders.get(power, ())


def _content(present: Standing, phase: str, found: dict[Power, list[str]]) -> dict[str, Any]:
    return {
        "match": present.match.name,
        "phase": phase,
        "orders": [
            {"power": power, "name": present.side(power).name, "orders": orders}
            for power, orders in found.items()
        ],
    }
