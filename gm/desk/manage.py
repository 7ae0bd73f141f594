"""The gamemaster's hand: matches, seats, and orders entered for players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from gm import config, deadlines
from gm.desk import appendix, sheets
from gm.desk.announcing import tell
from gm.desk.post import frame, mail, post
from gm.desk.reports import sheet
from gm.desk.room import Desk
from gm.desk.seats import find_power, require_apart
from gm.desk.standing import Standing, standing
from gm.errors import UsageError
from gm.games.game import CheckedOrder, Fate, Power, Side
from gm.parsing.pieces import Verdict
from gm.records import Match, Seat, Step, Submission
from gm.rendering.documents import Document, render


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new match is to be; *first* is its first deadline if it is not the usual one."""

    name: str
    game: str
    seats: tuple[Seat, ...]
    seed: str
    scenario: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    first: datetime | None = None


def new_match(desk: Desk, now: datetime, plan: Plan) -> Standing:
    """Begins a match: first position, deadline, and a letter to every player.

    Raises:
        UsageError: name, game, scenario, seats or deadline make no sense.
        SettingsError: a setting of the match makes no sense.
    """
    desk.require_free(plan.name)
    require_apart(plan.seats, desk.config.desk.gamemasters)
    match = Match(
        name=plan.name,
        game=plan.game,
        scenario="",
        seed=plan.seed,
        created=now,
        rules=plan.rules,
        settings=plan.settings,
    )
    game = desk.offer(match).game
    match = replace(match, scenario=_scenario(game.scenarios(), plan.scenario))
    if game.rule_choices.get("scenario") == "all":  # where the scenario decides who has a seat
        match = replace(match, rules={**match.rules, "scenario": match.scenario})
        game = desk.offer(match).game
        _require_seats(plan.seats, game.sides, match.scenario)
    state = game.start(match.scenario, plan.seed)
    timing = config.schedule(desk.config_of(match).calendar, game.timing)
    kind = game.phase(state).kind
    deadline = plan.first or deadlines.next_deadline(timing, kind, now)
    if deadline <= now:
        raise UsageError(f"The deadline {deadlines.shown(deadline, timing.zone)} is past.")
    step = Step(
        match=plan.name,
        number=0,
        after=None,
        phase="start",
        at=now,
        deadline=None,
        orders={},
        events=(),
        state=game.codec.dump(state),
    )
    with desk.store.transaction():
        desk.store.add_match(replace(match, deadline=deadline))
        for seat in plan.seats:
            desk.store.save_seat(seat)
        desk.store.add_step(step)
        begun = standing(desk, desk.match(plan.name))
        for power in begun.seats:
            _welcome(desk, now, begun, power)
        detail = f"A match of {game.title} began with {len(plan.seats)} players."
        desk.log(now, "new", detail, plan.name)
    return begun


def _require_seats(seats: Sequence[Seat], sides: Sequence[Side], scenario: str) -> None:
    """Refuses players of sides that have no seat in the scenario."""
    known = [side.id for side in sides]
    for seat in seats:
        if seat.power not in known:
            raise UsageError(
                f"Nobody plays {seat.power} in scenario {scenario}; its seats are "
                f"{', '.join(known)}."
            )


def _scenario(known: Mapping[str, str], wanted: str | None) -> str:
    if wanted is None:
        return next(iter(known))
    if wanted not in known:
        raise UsageError(f"There is no scenario “{wanted}”; there are {', '.join(known)}.")
    return wanted


def _welcome(desk: Desk, now: datetime, begun: Standing, power: Power) -> None:
    seat = begun.seats[power]
    if not seat.addresses:
        return
    document = welcome(desk, now, begun, power)
    key = f"welcome {begun.match.name} {power} {','.join(seat.addresses)}"
    post(
        desk, now, key, document, seat.addresses[:1],
        kind="welcome", about=begun, power=power,
    )  # fmt: skip


def welcome(desk: Desk, now: datetime, begun: Standing, power: Power) -> Document:
    """The letter that tells a player all that is needed to play."""
    game, demand = begun.offer.game, begun.awaiting.get(power)
    frames = frame(begun, power, now)
    position = render(
        begun.offer.templates,
        "position",
        {**frames, **game.position(begun.state, power)},
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
                "player": begun.seats[side.id].player if side.id in begun.seats else None,
            }
            for side in game.sides
        ],
        "rules": appendix.rule_contents(game),
        "schedule": deadlines.described(begun.schedule),
        "chance": appendix.chance(begun),
        "sheet": sheet(begun, power),
        "position_text": position.text,
        "position_html": position.html,
        "pictures": [],
    }
    return replace(mail(desk, "welcome", content), pictures=position.pictures)


def change_seat(desk: Desk, now: datetime, seat: Seat, who: str) -> None:
    """Fills a seat anew; the player gets the letter that a match begins with.

    Raises:
        UsageError: an address holds another seat already.
    """
    match = desk.match(seat.match)
    others = [one for one in desk.store.seats(seat.match) if one.power != seat.power]
    require_apart([*others, seat], desk.config.desk.gamemasters)
    with desk.store.transaction():
        desk.store.save_seat(seat)
        desk.log(now, "seat", f"{seat.power}: {', '.join(seat.addresses)}", seat.match, who)
        present = standing(desk, match)
        if present.phase is not None:
            _welcome(desk, now, present, Power(seat.power))


@dataclass(frozen=True, slots=True)
class Entered:
    """Orders that the gamemaster enters for a power, with the reason that the report names."""

    match: str
    power: str
    text: str
    reason: str
    who: str


def enter_orders(desk: Desk, now: datetime, entered: Entered) -> list[str]:
    """Enters orders for a player, who is told; gives the orders in standard wording.

    Raises:
        UsageError: a piece of the text is no order, or an order is not possible.
    """
    present = standing(desk, desk.match(entered.match))
    game = present.offer.game
    power = find_power(game.sides, entered.power)
    sheet = sheets.read_orders(desk, present, power, entered.text)
    for piece in sheet.sheet.pieces:
        if piece.verdict is not Verdict.UNDERSTOOD:
            why = piece.problem.reason if piece.problem else "It holds no order."
            raise UsageError(f"“{piece.text}” cannot be entered: {why}")
    submission = Submission(
        match=entered.match,
        step=present.step.number,
        power=power,
        received=now,
        orders=tuple(map(game.codec.dump, sheet.orders)),
        digest="",
        by=entered.who,
        reason=entered.reason,
    )
    after, place = present.with_sheet(submission)
    checked = after.checked(power)
    for one in checked.sheets[place]:
        if one.fate is Fate.REFUSED:
            raise UsageError(" ".join([game.spell(one.order) + ":", *_reasons(one)]))
    wording = [game.spell(order) for order in sheet.orders]
    with desk.store.transaction():
        digest = after.digest(power, checked.orders)
        desk.store.add_submission(replace(submission, digest=digest))
        if present.seats.get(power) and present.seats[power].addresses:
            paragraphs = [f"Reason: {entered.reason}", *wording]
            content = {"heading": "The gamemaster entered orders for you", "paragraphs": paragraphs}
            tell(desk, now, present, power, "note", content)
        detail = f"{power}: {'; '.join(wording)} ({entered.reason})"
        desk.log(now, "correct", detail, entered.match, entered.who)
    return wording


def _reasons(checked: CheckedOrder[Any]) -> list[str]:
    return [problem.reason for problem in checked.problems]
