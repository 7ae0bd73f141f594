"""Who plays what: the welcome, a seat filled anew, and the parcel that its new player gets."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from gm import deadlines
from gm.desk import appendix, press, sheets, terms, votes, wishes
from gm.desk.announcing import tell
from gm.desk.chronicle import latest_outcome
from gm.desk.post import Dates, frame, mail, moment, post
from gm.desk.reports import Turned, report, sheet
from gm.desk.room import Desk
from gm.desk.seats import require_apart
from gm.desk.standing import Standing, followed, standing
from gm.games.vocabulary import Content, Power
from gm.records import Seat
from gm.rendering.documents import Document, render
from gm.values import replace

if TYPE_CHECKING:
    from gm.records import Step


def write_welcome(
    desk: Desk, now: datetime, present: Standing, power: Power, *, is_parcel: bool = False
) -> None:
    """Writes the letter with all that a player needs, if the seat has one."""
    seat = present.seats[power]
    if not seat.addresses:
        return
    document = welcome(desk, now, present, power, is_parcel=is_parcel)
    key = f"welcome {present.match.name} {power} {','.join(seat.addresses)}"
    if is_parcel:
        key = f"{key} {present.step.number} {now.isoformat()}"
    post(
        desk, now, key, document, seat.addresses[:1],
        kind="welcome", about=present, power=power,
    )  # fmt: skip


def welcome(
    desk: Desk, now: datetime, present: Standing, power: Power, *, is_parcel: bool = False
) -> Document:
    """The letter that tells a player all that is needed to play.

    As a parcel, for who takes a power over: what happened before too, the last report, the press
    that the power may see, and the orders that are here already.
    """
    game, demand = present.offer.game, present.awaiting.get(power)
    frames = frame(present, power, now)
    position = render(
        present.offer.templates,
        "position",
        {**frames, **game.position(present.state, power)},
        desk.folders,
    )
    content = {
        **frames,
        "summary": demand.summary if demand else "Nothing is to be sent now.",
        "tasks": sheets.task_contents(demand.tasks if demand else ()),
        "powers": [
            {
                "id": side.id,
                "name": side.name,
                "colour": side.colour,
                "player": present.seats[side.id].player if side.id in present.seats else None,
            }
            for side in game.sides
        ],
        "rules": appendix.rule_contents(game),
        "schedule": [
            *deadlines.described(present.schedule, present.offer.game.timing.names),
            *terms.of_deadlines(present.config),
        ],
        "terms": list(terms.of_play(present.config)),
        "chance": appendix.chance(present),
        "sheet": sheet(present, power),
        "position_text": position.text,
        "position_html": position.html,
        "pictures": [],
        "parcel": _parcel(desk, now, present, power) if is_parcel else None,
    }
    return replace(mail(desk, "welcome", content), pictures=position.pictures)


def _parcel(desk: Desk, now: datetime, present: Standing, power: Power) -> Content:
    """What who takes a power over has to know of what was: ``gm.rendering.content.Parcel``."""
    steps = [one for one in desk.store.steps(present.match.name) if one.withdrawn is None]
    messages = [
        message
        for message in desk.store.press(present.match.name)
        if not message.readers or power in message.readers or message.sender == power
        if not press.is_for_gamemaster(message)
    ]
    return {
        "orders": [
            sheets.spelt(present.offer.game, order) for order in followed(present.checked(power))
        ],
        "history": [_line(present, step) for step in steps if step.after is not None],
        "report": _last_report(desk, now, present, power, steps),
        "press": press.told(present, messages),
    }


def _line(present: Standing, step: "Step") -> str:
    at = moment(step.at, present, step.at) or {}
    return f"{step.phase}: {at['local']}"


def _last_report(
    desk: Desk, now: datetime, present: Standing, power: Power, steps: Sequence["Step"]
) -> str | None:
    """The report of the last step as the power gets it."""
    last = steps[-1]
    before = next((one for one in steps if one.number == last.after), None)
    if before is None:
        return None
    outcome = latest_outcome(present)
    turned = Turned(standing(desk, present.match, before), outcome, present)
    return report(desk, now, turned, power, is_letter=False).text


def change_seat(  # noqa: PLR0913 (whose seat, by whose word, and who is told)
    desk: Desk,
    now: datetime,
    seat: Seat,
    who: str,
    why: str | None = None,
    *,
    tells_others: bool = True,
) -> None:
    """Fills a seat anew, or frees it; old and new player are told, and all others.

    A new player gets the parcel; one who only writes from another address, a welcome there. *why*
    is a sentence for who leaves. What the old player wished for himself (a vote, to wait, not to
    read somebody) does not bind the new one; orders stand until they are changed.

    Raises:
        UsageError: an address holds another seat already, or is a gamemaster's.
    """
    match = desk.match(seat.match)
    present = standing(desk, match)
    power = Power(seat.power)
    old = present.seats.get(power)
    others = [one for one in present.seats.values() if one.power != seat.power]
    require_apart([*others, seat], desk.config.desk.gamemasters)
    gone = old is not None and bool(old.addresses) and not {*old.addresses} & {*seat.addresses}
    is_new = bool(seat.addresses) and (old is None or not old.addresses or gone)
    with desk.store.transaction():
        if old is not None and gone and present.phase is not None:
            told = _gone(present, power, is_replaced=is_new)
            _tell_gone(desk, now, present, power, [*([why] if why else []), told])
        desk.store.save_seat(seat)
        desk.log(now, "seat", f"{seat.power}: {', '.join(seat.addresses)}", seat.match, who)
        after = standing(desk, match)
        if is_new or gone:
            desk.store.set_fact(f"seated {match.name} {power}", str(present.step.number))
            _forget(desk, present, power)
        if present.phase is None:
            return
        if old is None or {*old.addresses} != {*seat.addresses}:
            write_welcome(desk, now, after, power, is_parcel=is_new)
        if (is_new or gone) and tells_others:
            _tell_others(desk, now, after, power)
        agreed = votes.agreed(desk, after) if gone and not is_new else None
        if agreed is not None:
            desk.concern(
                now,
                f"With the seat of {after.side(power).name} free, all who still vote in "
                f"{match.name} agree on {agreed.spelt(after)}: the match ends so with the next "
                "adjudication, unless somebody takes the seat or withdraws a vote before.",
                match.name,
            )


def _forget(desk: Desk, present: Standing, power: Power) -> None:
    """Drops what the old player of a power wished."""
    votes.forget(desk, present, power)
    press.forget_mutes(desk, present.match.name, power)
    wishes.forget_wait(desk, present, power)


def _gone(present: Standing, power: Power, *, is_replaced: bool) -> str:
    name = present.side(power).name
    if is_replaced:
        return f"Somebody else plays {name} from now on."
    return f"You do not play {name} any more; nobody does for now."


def _tell_gone(
    desk: Desk, now: datetime, present: Standing, power: Power, told: Sequence[str]
) -> None:
    """Tells who played a power that it is so no more."""
    name = present.side(power).name
    thanks = "Letters from your address are not taken for it any more. Thank you for playing."
    content = {"heading": f"You leave {name}", "paragraphs": [*told, thanks], "deadline": None}
    tell(desk, now, present, power, content, dates=Dates.GONE)


def _tell_others(desk: Desk, now: datetime, after: Standing, power: Power) -> None:
    """Tells the other players who plays a power now."""
    seat, name = after.seats[power], after.side(power).name
    if seat.addresses:
        whom = seat.player or "A new player"
        heading, told = f"{name} has a new player", f"{whom} plays {name} from now on."
    else:
        heading = f"Nobody plays {name} now"
        told = f"Until somebody takes {name}, it does what the rules say of a power without orders."
    content: dict[str, Any] = {"heading": heading, "paragraphs": [told]}
    for other, one in after.seats.items():
        if other != power and one.addresses:
            tell(desk, now, after, other, content)
