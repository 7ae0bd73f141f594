"""Matches that come in from other programs, and go out to them.

Which forms there are, and what they look like, is the game's matter; here whole matches are kept
in the store and taken out of it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from gm import __version__
from gm.catalogue import Offer, offer, offers
from gm.desk import press
from gm.desk.chronicle import publish_digests
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.errors import DataError, UsageError
from gm.games.dice import BOUND
from gm.games.documents import DocumentError, Path
from gm.games.interchange import (
    Exchangeable,
    MatchFormat,
    PlayedMatch,
    PlayedMessage,
    PlayedStep,
    ReadMatch,
    Ruling,
    WrittenMatch,
)
from gm.games.vocabulary import Outcome, Power
from gm.records import IMPORTED, Match, MatchStatus, Step, Submission
from gm.values import Value, replace

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DIFFERENCES_SHOWN = 8
"""How many differences one error names; the first ones tell what the others follow from."""


class Arrival(Value, frozen=True):
    """A match to be taken in: its *name* here, the plain data of the file called *file*.

    *game* is needed only where several games on offer know the document; *until* is the phase at
    which the match is to stop.
    """

    name: str
    file: str
    document: Any
    seed: str
    game: str | None = None
    until: str | None = None


class Arrived(Value, frozen=True):
    """A match as it was taken in, and remarks on what its document held beyond it."""

    match: Standing
    steps: int
    remarks: tuple[str, ...]


def import_match(desk: Desk, now: datetime, arrival: Arrival, who: str) -> Arrived:
    """Takes in a match that another program wrote: all its steps, adjudicated again.

    The match has no players, and while it is not over it is paused. Nothing is kept if anything
    differs from what the document says.

    Raises:
        UsageError: the name is taken, or no game on offer knows the document.
        DataError: the document is broken, or the rules here make something else of the orders.
    """
    desk.require_free(arrival.name)
    made, form = _recognised(desk, arrival)
    try:
        read = form.read(arrival.document, arrival.until)
    except DocumentError as error:
        place = _place(arrival.document, error.path)
        raise DataError(f"{arrival.file}{place}: {error.sentence} Nothing was imported.") from None
    if read.differences:
        raise DataError(_differing(arrival, read))
    with desk.store.transaction():
        kept = _keep(desk, now, arrival, made.name, read.match)
        told = f"{len(read.match.steps)} steps came from {arrival.file}."
        desk.log(now, "import", told, arrival.name, who)
    return Arrived(kept, len(read.match.steps), read.remarks)


def _recognised(desk: Desk, arrival: Arrival) -> tuple[Offer, MatchFormat]:
    """The game on offer, and its form, that know a document."""
    names = offers(desk.folders) if arrival.game is None else (arrival.game,)
    known = [
        (made, form)
        for made in (offer(name, folders=desk.folders) for name in names)
        for form in forms(made).values()
    ]
    found = [(made, form) for made, form in known if form.recognises(arrival.document)]
    if not found:
        whose = arrival.game or "any game on offer"
        asked = " or ".join(form.description for _, form in known) or "nothing"
        raise DataError(
            f"{arrival.file} is no game that can be imported: it is not of a form and a map that "
            f"{whose} knows. What is taken in is {asked}."
        )
    if len(found) > 1:
        several = " or ".join(f"--game {made.name}" for made, _ in found)
        raise UsageError(f"Several games know {arrival.file}; say which one: {several}.")
    return found[0]


def forms(made: Offer) -> Mapping[str, MatchFormat]:
    """The forms of other programs that know the board of a game."""
    return made.game.formats if isinstance(made.game, Exchangeable) else {}


def _place(document: Any, path: Path) -> str:
    """Where in a document something is wrong; what has a name in a list is named by it."""
    said, here = "", document
    for step in path:
        try:
            here = here[step]
        except (LookupError, TypeError):  # what is missing
            here = None
        name = here.get("name") if isinstance(here, Mapping) else None
        said += f", {name}" if isinstance(step, int) and name else f", {step}"
    return said


def _differing(arrival: Arrival, read: ReadMatch[Any]) -> str:
    shown = list(read.differences[:DIFFERENCES_SHOWN])
    if more := len(read.differences) - len(shown):
        shown.append(f"There are {more} more differences.")
    return "\n".join(
        [
            f"{arrival.file} was not imported, since the rules here give another result:",
            *(f"  {sentence}" for sentence in shown),
            "To import what comes before, say --until and the last phase that agrees.",
        ]
    )


def _keep(
    desk: Desk, now: datetime, arrival: Arrival, game: str, played: PlayedMatch[Any]
) -> Standing:
    """Keeps match, steps and order sheets; in the transaction of the caller."""
    moments = _moments(played.steps, now)
    match = Match(
        name=arrival.name,
        game=game,
        scenario=next(iter(offer(game, folders=desk.folders).game.scenarios())),
        seed=arrival.seed,
        created=now,
        rules=played.rules,
        status=MatchStatus.PAUSED,
        dice_form=BOUND,
    )
    desk.store.add_match(match)
    codec = desk.offer(match).game.codec
    first = moments[0] if moments else now
    desk.store.add_step(
        Step(
            match=match.name,
            number=0,
            after=None,
            phase="start",
            at=first,
            deadline=None,
            orders={},
            events=(),
            state=codec.dump(played.first),
            version=__version__,
        )
    )
    for number, (step, at) in enumerate(zip(played.steps, moments, strict=True), 1):
        _keep_step(desk, standing(desk, match), number, step, at)
    desk.store.set_fact(_fact(match.name), json.dumps(dict(played.extras)))
    if standing(desk, match).end is not None:
        match = replace(match, status=MatchStatus.OVER)
        desk.store.save_match(match)
    return standing(desk, match)


def _fact(name: str) -> str:
    """Under which name the store keeps what came with a match beyond it."""
    return f"came with {name}"


def _moments(steps: Sequence[PlayedStep[Any]], now: datetime) -> list[datetime]:
    """When each step was adjudicated: as the document says if that can be, else now."""
    known = [at for step in steps if (at := _moment(step.at)) is not None]
    if len(known) < len(steps) or known != sorted(known) or (known and known[-1] > now):
        return [now for _ in steps]
    return known


def _moment(at: int | None) -> datetime | None:
    """The moment that many microseconds after 1970 began, None if no clock shows it."""
    try:
        return None if at is None else EPOCH + timedelta(microseconds=at)
    except OverflowError:
        return None


def _keep_step(
    desk: Desk, before: Standing, number: int, played: PlayedStep[Any], at: datetime
) -> None:
    codec, name = before.offer.game.codec, before.match.name
    orders: dict[str, tuple[Any, ...]] = {
        power: tuple(map(codec.dump, sheet)) for power, sheet in played.orders.items()
    }
    told: dict[str, str] = {
        power: before.digest(power, sheet) for power, sheet in played.orders.items() if sheet
    }
    for power, sheet in orders.items():
        desk.store.add_submission(
            Submission(
                match=name,
                step=before.step.number,
                power=power,
                received=at,
                orders=sheet,
                digest=told.get(power, ""),
                by=IMPORTED,
                reason="They came with the match from another program.",
            )
        )
    ruling = played.ruling
    desk.store.add_step(
        Step(
            match=name,
            number=number,
            after=before.step.number,
            phase=before.phase.label if before.phase else "",
            at=at,
            deadline=None,
            orders=orders,
            events=tuple(map(codec.dump, played.outcome.events)),
            state=codec.dump(played.outcome.state),
            ruling=ruling and {"winners": list(ruling.winners), "why": ruling.why},
            version=__version__,
        )
    )
    publish_digests(desk, name, number, told)


def export_match(desk: Desk, name: str, form: str) -> WrittenMatch:
    """A match in a form that other programs know.

    Raises:
        UsageError: there is no such match, or no such form of its game.
        DataError: its kept orders no longer give the positions that were kept.
    """
    match = desk.match(name)
    made = desk.offer(match)
    known = forms(made)
    if form not in known:
        there = f"there are {', '.join(known)}" if known else "no other program knows its board"
        raise UsageError(f"A match of {made.game.title} has no form {form}; {there}.")
    steps = {step.number: step for step in desk.store.steps(name)}
    extras = json.loads(desk.store.fact(_fact(name)) or "{}")
    last = desk.store.latest_step(name)
    assert last is not None
    row = _row(steps, last)
    load = made.game.codec.load_state
    played = tuple(_played(made, steps[one.after], one) for one in row if one.after is not None)
    messages = tuple(_messages(desk, match, steps, row))
    whole = PlayedMatch(load(row[0].state), played, match.rules, extras, messages)
    try:
        return known[form].write(name, whole)
    except ValueError as error:
        raise DataError(f"{error}; gm replay {name} tells more.") from None


def _row(steps: Mapping[int, Step], last: Step) -> list[Step]:
    """The steps that led to *last*, the first one first."""
    row = [last]
    while (before := row[-1].after) is not None:
        row.append(steps[before])
    return row[::-1]


def _played(made: Offer, before: Step, step: Step) -> PlayedStep[Any]:
    codec, ruling = made.game.codec, step.ruling
    return PlayedStep(
        before=codec.load_state(before.state),
        orders={
            Power(power): tuple(map(codec.load_order, sheet))
            for power, sheet in step.orders.items()
        },
        outcome=Outcome(codec.load_state(step.state), tuple(map(codec.load_event, step.events))),
        ruling=Ruling(tuple(map(Power, ruling.get("winners", ()))), ruling["why"])
        if ruling
        else None,
        at=_microseconds(step.at),
    )


def _messages(
    desk: Desk, match: Match, steps: Mapping[int, Step], row: Sequence[Step]
) -> Iterator[PlayedMessage]:
    """The messages between players that everybody may read, in the order they were sent."""
    places = {step.number: place for place, step in enumerate(row)}
    for message in press.public(desk, standing(desk, match)):
        number = message.step
        while number not in places:  # it came after a step that was taken back
            number = steps[number].after or 0
        readers = tuple(Power(one) for one in message.readers if one != press.GAMEMASTER)
        if readers or not message.readers:
            sender = None if message.kind == press.GREY else Power(message.sender)
            at = _microseconds(message.at)
            yield PlayedMessage(places[number], sender, readers, message.text, at)


def _microseconds(at: datetime) -> int:
    return int((at - EPOCH) / timedelta(microseconds=1))
