"""Records to the values of a row and back."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from gm.records import (
    KeptLetter,
    LetterFate,
    LogEntry,
    Match,
    MatchStatus,
    Note,
    OutgoingLetter,
    PressMessage,
    RawLetter,
    Step,
    StepHead,
    Submission,
)
from gm.store.database import Row

FORM = "%Y-%m-%dT%H:%M:%S.%fZ"


def moment_text(moment: datetime | None) -> str | None:
    """A moment as UTC text that sorts in the order of time."""
    return None if moment is None else moment.astimezone(UTC).strftime(FORM)


def moment(text: str) -> datetime:
    """The moment that ``moment_text`` wrote."""
    return datetime.fromisoformat(text)


def _maybe(text: str | None) -> datetime | None:
    return None if text is None else moment(text)


def plain(value: Any) -> str:
    """A plain value as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def match_values(match: Match) -> tuple[Any, ...]:
    """The columns of a match in the order of the table."""
    fixed = (
        match.name,
        match.game,
        match.scenario,
        match.seed,
        match.dice_form,
        moment_text(match.created),
    )
    return fixed + changing_values(match)


def changing_values(match: Match) -> tuple[Any, ...]:
    """The columns of a match that change while it is played."""
    return (
        plain(dict(match.rules)),
        plain(dict(match.settings)),
        match.status.value,
        moment_text(match.deadline),
        match.remaining,
        moment_text(match.reminded),
    )


def match_of(row: Row) -> Match:
    """The match in *row*."""
    return Match(
        name=row["name"],
        game=row["game"],
        scenario=row["scenario"],
        seed=row["seed"],
        created=moment(row["created"]),
        rules=json.loads(row["rules"]),
        settings=json.loads(row["settings"]),
        status=MatchStatus(row["status"]),
        deadline=_maybe(row["deadline"]),
        remaining=row["remaining"],
        reminded=_maybe(row["reminded"]),
        dice_form=row["dice_form"],
    )


def letter_of(row: Row) -> KeptLetter:
    """The letter in *row*."""
    raw = RawLetter(
        message_id=row["message_id"] or None,
        digest=row["digest"],
        place=row["place"],
        received=moment(row["received"]),
        source=row["source"],
        content=bytes(row["content"]),
    )
    return KeptLetter(
        number=row["number"],
        raw=raw,
        fate=LetterFate(row["fate"]),
        sender=row["sender"],
        subject=row["subject"],
        match=row["match"],
        power=row["power"],
        text_digest=row["text_digest"],
        reason=row["reason"],
        handled=_maybe(row["handled"]),
        meant=row["meant"],
    )


def step_values(step: Step) -> tuple[Any, ...]:
    """The columns of a step in the order of the table."""
    return (
        step.match,
        step.number,
        step.after,
        step.phase,
        moment_text(step.at),
        moment_text(step.deadline),
        plain({power: list(orders) for power, orders in step.orders.items()}),
        plain(list(step.events)),
        plain(step.state),
        moment_text(step.withdrawn),
        plain(step.ruling),
        step.version,
    )


def step_of(row: Row) -> Step:
    """The step in *row*."""
    return Step(
        match=row["match"],
        number=row["number"],
        after=row["after"],
        phase=row["phase"],
        at=moment(row["at"]),
        deadline=_maybe(row["deadline"]),
        orders={power: tuple(orders) for power, orders in json.loads(row["orders"]).items()},
        events=tuple(json.loads(row["events"])),
        state=json.loads(row["state"]),
        withdrawn=_maybe(row["withdrawn"]),
        ruling=json.loads(row["ruling"]),
        version=row["version"],
    )


def step_head_of(row: Row) -> StepHead:
    """The head of the step in *row*."""
    return StepHead(
        row["number"], row["after"], row["phase"], moment(row["at"]), _maybe(row["withdrawn"])
    )


def submission_values(submission: Submission) -> tuple[Any, ...]:
    """The columns of a submission but its number."""
    return (
        submission.match,
        submission.step,
        submission.power,
        moment_text(submission.received),
        plain(list(submission.orders)),
        submission.digest,
        submission.letter,
        plain(list(submission.pieces)),
        submission.by,
        submission.reason,
    )


def submission_of(row: Row) -> Submission:
    """The submission in *row*."""
    return Submission(
        match=row["match"],
        step=row["step"],
        power=row["power"],
        received=moment(row["received"]),
        orders=tuple(json.loads(row["orders"])),
        digest=row["digest"],
        letter=row["letter"],
        pieces=tuple(json.loads(row["pieces"])),
        by=row["by"],
        reason=row["reason"],
        number=row["number"],
    )


def picture_digest(svg: str) -> str:
    """What a picture is kept by."""
    return sha256(svg.encode("utf-8")).hexdigest()


def outgoing_values(letter: OutgoingLetter) -> tuple[Any, ...]:
    """The columns of an outgoing letter in the order of the table; pictures by their digests."""
    return (
        letter.key,
        letter.message_id,
        letter.kind,
        plain(list(letter.to)),
        letter.subject,
        letter.text,
        letter.html,
        moment_text(letter.created),
        letter.match,
        letter.power,
        plain({name: picture_digest(svg) for name, svg in letter.pictures.items()}),
        letter.calendar,
        letter.reply_to,
        plain(list(letter.references)),
        int(letter.answers),
        moment_text(letter.sent),
        letter.attempts,
        moment_text(letter.next_attempt),
        letter.failure,
        moment_text(letter.given_up),
    )


def outgoing_of(row: Row, picture: Callable[[str], str]) -> OutgoingLetter:
    """The outgoing letter in *row*; *picture* gives the SVG of a digest."""
    return OutgoingLetter(
        key=row["key"],
        message_id=row["message_id"],
        kind=row["kind"],
        to=tuple(json.loads(row["addressees"])),
        subject=row["subject"],
        text=row["text"],
        html=row["html"],
        created=moment(row["created"]),
        match=row["match"],
        power=row["power"],
        pictures={
            name: kept if kept.startswith("<") else picture(kept)
            for name, kept in json.loads(row["pictures"]).items()
        },
        calendar=row["calendar"],
        reply_to=row["reply_to"],
        references=tuple(json.loads(row["thread"])),
        answers=bool(row["answers"]),
        sent=_maybe(row["sent"]),
        attempts=row["attempts"],
        next_attempt=_maybe(row["next_attempt"]),
        failure=row["failure"],
        given_up=_maybe(row["given_up"]),
    )


def note_of(row: Row) -> Note:
    """The note in *row*."""
    return Note(row["match"], row["step"], row["text"], moment(row["at"]), row["author"])


def log_entry_of(row: Row) -> LogEntry:
    """The line of the log in *row*."""
    return LogEntry(moment(row["at"]), row["who"], row["what"], row["match"], row["detail"])


def press_values(message: PressMessage) -> tuple[Any, ...]:
    """The columns of a message in the order of the table, without its number."""
    return (
        message.match,
        message.step,
        message.sender,
        message.kind,
        plain(list(message.readers)),
        message.text,
        moment_text(message.at),
        message.letter,
        message.line,
    )


def press_of(row: Row) -> PressMessage:
    """The message in *row*."""
    return PressMessage(
        match=row["match"],
        step=row["step"],
        sender=row["sender"],
        kind=row["kind"],
        readers=tuple(json.loads(row["readers"])),
        text=row["text"],
        at=moment(row["at"]),
        letter=row["letter"],
        line=row["line"],
        number=row["number"],
    )
