"""Players who send nothing: who is told, and what becomes of those who do so for long."""

from collections.abc import Sequence
from datetime import datetime

from gm.config import Dropout, Named
from gm.desk.announcing import tell
from gm.desk.correcting import correct
from gm.desk.due import late_fact
from gm.desk.room import Desk
from gm.desk.seating import change_seat
from gm.desk.standby import suggestion
from gm.desk.standing import Standing, stood
from gm.errors import UsageError
from gm.games.vocabulary import Power
from gm.records import Seat, Step


def names_of(present: Standing, powers: Sequence[Power]) -> str:
    """The powers for people: ``Oda and Hojo``."""
    names = [present.side(power).name for power in powers]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


def tell_late(
    desk: Desk, now: datetime, before: Standing, late: Sequence[Power], what: str
) -> None:
    """Tells, once for each deadline, whose orders are missing; *what* says what follows.

    Each late player hears of his own; the others hear whose, if the match is set so.
    """
    name = before.match.name
    fact, value = late_fact(name), str(before.match.deadline)
    if desk.store.fact(fact) == value:
        return
    named = before.config.missing.named is Named.EVERYBODY
    with desk.store.transaction():
        desk.store.set_fact(fact, value)
        for power, seat in before.seats.items():
            if not seat.addresses or not (named or power in late):
                continue
            heading = "Your orders are late" if power in late else "Orders are late"
            told = f"Orders are missing from {names_of(before, late)}." if named else (
                "Your orders are missing."
            )  # fmt: skip
            content = {"heading": heading, "paragraphs": [told, what]}
            tell(desk, now, before, power, content)


def look_after(desk: Desk, now: datetime, before: Standing, after: Standing) -> list[str]:
    """What becomes of players who sent nothing for a phase now adjudicated, for its report line.

    In the transaction of the caller.
    """
    limit = before.config.missing.limit
    if not limit:
        return []
    done = []
    for power in before.played:
        if _owed(before, power) and not after.step.orders.get(power):
            streak = missed(desk, after, power)
            if streak and streak % limit == 0:
                done.append(_drop(desk, now, after, power, streak))
    return done


def missed(desk: Desk, after: Standing, power: Power) -> int:
    """In how many phases in a row the present player of a power owed orders and sent none."""
    name = after.match.name
    known = {step.number: step for step in desk.store.steps(name)}
    begun = int(desk.store.fact(f"seated {name} {power}") or 0)
    count = 0
    step: Step | None = after.step
    while step is not None and step.after is not None and step.number > begun:
        start = known[step.after]
        if step.ruling is None:
            before = stood(desk, after.match, start, after.seats, ())
            if _owed(before, power):
                if step.orders.get(power):
                    break
                count += 1
        step = start
    return count


def _owed(before: Standing, power: Power) -> bool:
    demand = before.awaiting.get(power)
    return demand is not None and any(not task.optional for task in demand.tasks)


def _drop(desk: Desk, now: datetime, after: Standing, power: Power, streak: int) -> str:
    """Tells the gamemaster, and frees the seat if the match is set so."""
    name, side = after.match.name, after.side(power).name
    then = after.config.missing.then
    long = "one phase" if streak == 1 else f"{streak} phases in a row"
    told = f"{side} in {name} has sent no orders for {long}."
    if then is Dropout.TELL or after.phase is None:
        desk.concern(now, f"{told} {suggestion(desk, after, power)}", name)
        return told
    why = f"No orders came for {long}."
    if then is Dropout.ELIMINATE:
        try:
            reason = f"{side} sent no orders for {long}."
            correct(desk, now, name, [f"eliminate {power}"], reason=reason, who="desk")
        except UsageError as error:
            told = f"{told} It could not be eliminated: {error}"
        else:
            change_seat(desk, now, Seat(name, power, ()), "desk", why, tells_others=False)
            done = f"{told} The power was eliminated."
            desk.concern(now, done, name)
            return done
    change_seat(desk, now, Seat(name, power, ()), "desk", why)
    done = f"{told} The seat is free now."
    desk.concern(now, f"{done} {suggestion(desk, after, power)}", name)
    return done
