"""Messages of players to players, passed on as the match allows; nobody's address is in them.

A message is kept with the letter and line it stood in, so that a letter that is read again sends
nothing twice. What cannot be passed on is said to its sender, with the reason.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from gm.config import Press, Publish
from gm.desk.appendix import section
from gm.desk.post import frame, mail, moment, post
from gm.desk.room import Desk
from gm.desk.seats import find_power
from gm.desk.standing import Standing
from gm.errors import UsageError
from gm.games.vocabulary import Content, Power
from gm.parsing.messages import begins, ends, whole
from gm.parsing.phrases import Phrases
from gm.parsing.pieces import Message
from gm.parsing.sentences import lines_of
from gm.records import PressMessage
from gm.values import Value

CUT = "[a message to other players]"
MARK = "Press:"
"""What begins a message that is cut, whoever it was to."""
GAMEMASTER = "gm"
"""The reader that is no power."""
GREY = "grey"
"""Whom to mute for messages without the name of their sender."""
DAY = timedelta(hours=24)

_ALL = re.compile(
    r"(?:(?:all|everybody|everyone|every one|the world|world)"
    r"(?: (?:the )?(?:players?|powers?|clans?|sides|others|of you))?)?"
)
_BUT = re.compile(r"(.*?)\s*\b(?:but|except(?: for)?|without|save)\b\s*(.+)")
_PARTS = re.compile(r"\s*(?:,|;|/|&|\+|\band\b)\s*")


class Sender(Value, frozen=True):
    """Who sends a message, in which letter, and when that came."""

    power: Power
    letter: int
    received: datetime


def deliver(
    desk: Desk, now: datetime, present: Standing, sender: Sender, messages: Sequence[Message]
) -> list[str]:
    """Passes the messages of a letter on; a sentence about each, for the receipt.

    In the transaction of the letter.
    """
    return [_deliver(desk, now, present, sender, message) for message in messages]


def _deliver(desk: Desk, now: datetime, present: Standing, sender: Sender, message: Message) -> str:
    try:
        readers = _readers(present, sender.power, message.to)
        if readers == (GAMEMASTER,) and not message.is_grey:
            _require_text(present, message)  # whom a player may always write to
        else:
            _require(desk, present, sender, message, is_public=not readers)
    except UsageError as error:
        whom = message.to or "everybody"
        return f"Your message to {whom} (line {message.line}) was not passed on: {error}"
    kept = desk.store.add_press(
        PressMessage(
            match=present.match.name,
            step=present.step.number,
            sender=sender.power,
            kind=_kind(message, readers).value,
            readers=readers,
            text=message.text,
            at=sender.received,
            letter=sender.letter,
            line=message.line,
        )
    )
    names = _names(present, readers)
    if kept is None:
        return f"Your message to {names} (line {message.line}) was passed on before."
    _send(desk, now, present, kept)
    hidden = " without your name" if message.is_grey else ""
    vacant = [
        present.side(Power(one)).name
        for one in readers
        if one != GAMEMASTER and not _address(present, one)
    ]
    nobody = f" Nobody plays {' and '.join(vacant)} now." if vacant else ""
    return f"Your message to {names} (line {message.line}) was passed on{hidden}.{nobody}"


def _kind(message: Message, readers: Sequence[str]) -> Press:
    if message.is_grey:
        return Press.GREY
    return Press.PRIVATE if readers else Press.PUBLIC


def _readers(present: Standing, sender: Power, to: str) -> tuple[str, ...]:
    """The powers that are meant, in their order; none means everybody.

    Raises:
        UsageError: a name is none of a power, or only the sender is named.
    """
    said = " ".join(to.casefold().split()).strip(" .:")
    if _ALL.fullmatch(said):
        return ()
    sides = present.offer.game.sides
    but = _BUT.fullmatch(said)
    if but and _ALL.fullmatch(but[1]):
        left_out = {find_power(sides, part) for part in _PARTS.split(but[2]) if part}
        found = [side.id for side in sides if side.id not in left_out]
    else:
        found = [_reader(present, part) for part in _PARTS.split(said) if part]
    order = [*(side.id for side in sides), Power(GAMEMASTER)]
    readers = tuple(one for one in order if one in found and one != sender)
    if not readers:
        raise UsageError("it names no other player. Name powers, or write “Press to all:”.")
    return readers


def _reader(present: Standing, name: str) -> Power:
    if re.fullmatch(r"(?:the )?(?:gm|game ?master|desk)", name):
        return Power(GAMEMASTER)
    return find_power(present.offer.game.sides, name)


def _require(
    desk: Desk, present: Standing, sender: Sender, message: Message, *, is_public: bool
) -> None:
    """Refuses what the match does not allow."""
    rules, deadline = present.config.press, present.match.deadline
    if not rules.kinds:
        raise UsageError("this match has no press through the gamemaster.")
    if message.is_grey and Press.GREY not in rules.kinds:
        raise UsageError("in this match a message has the name of its sender.")
    if is_public and Press.PUBLIC not in rules.kinds:
        raise UsageError("in this match messages go to powers that are named, not to all.")
    if not is_public and Press.PRIVATE not in rules.kinds:
        raise UsageError("in this match messages go to all only; write “Press to all:”.")
    _require_text(present, message)
    if deadline and rules.closes and deadline - rules.closes <= sender.received < deadline:
        raise UsageError("so near the deadline no messages are passed on any more.")
    since = sender.received - DAY
    if desk.store.count_press(present.match.name, sender.power, since) >= rules.daily:
        many = "one message" if rules.daily == 1 else f"{rules.daily} messages"
        raise UsageError(f"you have sent {many} within 24 hours, and more are not passed on.")


def _require_text(present: Standing, message: Message) -> None:
    """Refuses a message that is empty or too long."""
    longest = present.config.press.length
    if not message.text.strip():
        raise UsageError("there is nothing in it.")
    if len(message.text) > longest:
        raise UsageError(
            f"it has {len(message.text)} characters; the longest message has {longest}."
        )


def _names(present: Standing, readers: Sequence[str]) -> str:
    """The readers for people: ``Oda and Hojo``."""
    names = [
        "the gamemaster" if one == GAMEMASTER else present.side(Power(one)).name for one in readers
    ]
    if not names:
        return "everybody"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _address(present: Standing, power: str) -> tuple[str, ...]:
    seat = present.seats.get(Power(power))
    return seat.addresses[:1] if seat else ()


def _send(desk: Desk, now: datetime, present: Standing, message: PressMessage) -> None:
    """Writes a message to each of its readers."""
    everybody = [side.id for side in present.offer.game.sides]
    for reader in message.readers or everybody:
        is_gamemaster = reader == GAMEMASTER
        to = desk.config.desk.gamemasters if is_gamemaster else _address(present, reader)
        if not to or reader == message.sender or _is_muted(desk, message, reader):
            continue
        power = None if is_gamemaster else Power(reader)
        content = {
            **frame(present, power, now),
            "sender": _sender(present, message),
            "readers": _names(present, message.readers),
            "lines": message.text.split("\n"),
            "written": moment(message.at, present, now, power),
        }
        key = f"press {present.match.name} {message.number} {reader}"
        post(
            desk, now, key, mail(desk, "press", content), to,
            kind="press", about=present, power=power,
        )  # fmt: skip


def _sender(present: Standing, message: PressMessage) -> str | None:
    """The sender for people; None if the message is not signed."""
    return None if message.kind == GREY else present.side(Power(message.sender)).name


# --- who does not want to read whom


def muted(desk: Desk, match: str, reader: str) -> set[str]:
    """The powers whose messages a player does not want."""
    return set(json.loads(desk.store.fact(f"muted {match} {reader}") or "[]"))


def forget_mutes(desk: Desk, match: str, reader: str) -> None:
    """Lets all messages come again to a power that has a new player."""
    desk.store.set_fact(f"muted {match} {reader}", "[]")


def _is_muted(desk: Desk, message: PressMessage, reader: str) -> bool:
    sender = GREY if message.kind == GREY else message.sender
    return sender in muted(desk, message.match, reader)


def mute(desk: Desk, present: Standing, reader: Power, name: str, *, on: bool) -> str:
    """Stops (or, with *on* false, lets come again) the messages of *name*; says so."""
    try:
        is_grey = re.fullmatch(r"gr[ea]y|anonymous|unsigned", name.casefold().strip()) is not None
        whom = GREY if is_grey else find_power(present.offer.game.sides, name)
    except UsageError as error:
        return str(error)
    if whom == reader:
        return "You cannot mute yourself."
    kept = muted(desk, present.match.name, reader)
    kept = kept | {whom} if on else kept - {whom}
    desk.store.set_fact(f"muted {present.match.name} {reader}", json.dumps(sorted(kept)))
    shown = "that are not signed" if whom == GREY else f"of {present.side(Power(whom)).name}"
    if on:
        return (
            f"Messages {shown} are not sent to you any more; nobody is told. “Unmute "
            f"{name.strip()}” lets them come again."
        )
    return f"Messages {shown} are sent to you again."


# --- what others may read


def public(desk: Desk, present: Standing) -> Iterator[PressMessage]:
    """The messages that everybody may read now."""
    published = present.config.press.published
    for message in desk.store.press(present.match.name):
        if may_all_read(message, published, is_over=present.phase is None):
            yield message


def is_for_gamemaster(message: PressMessage) -> bool:
    """Whether a message is to the gamemaster alone."""
    return tuple(message.readers) == (GAMEMASTER,)


def may_all_read(message: PressMessage, published: Publish, *, is_over: bool) -> bool:
    """Whether everybody may read a message, by the setting ``press.published``.

    What was written to the gamemaster alone is no message to players; nobody else ever reads it.
    """
    if is_for_gamemaster(message):
        return False
    match published:
        case Publish.NOTHING:
            return False
        case Publish.PUBLIC:
            return not message.readers
        case Publish.ALL:
            return is_over or not message.readers


def told(
    present: Standing, messages: Sequence[PressMessage], heading: str = "Press"
) -> list[Content]:
    """A section with messages, for reports and pages."""
    if not messages:
        return []
    paragraphs = []
    for message in messages:
        at = moment(message.at, present, message.at) or {}
        head = f"{_sender(present, message) or 'Unsigned'} to {_names(present, message.readers)}"
        paragraphs.append(f"{head} ({at['local']}):")
        paragraphs += [line for line in message.text.split("\n") if line.strip()]
    return [section(heading, paragraphs)]


def of_step(desk: Desk, before: Standing, reader: Power | None) -> list[Content]:
    """What everybody could read since the last step, for the report to *reader*."""
    messages = [
        message
        for message in public(desk, before)
        if message.step == before.step.number
        and (reader is None or not _is_muted(desk, message, reader))
    ]
    return told(before, messages, "Press since the last report")


def without_press(phrases: Phrases, text: str) -> str:
    """*text* with a mark where messages stood, but neither their words nor their readers.

    A message without an end mark is cut to the end of the text, as it is when orders are read.
    """
    kept: list[str] = []
    is_inside = has_press = False
    for line in lines_of(text):
        if is_inside and ends(phrases, line):
            is_inside = False
        if whole(phrases, line) is not None:
            has_press, is_inside = True, False
            kept.append(f"{MARK} {CUT}. End press")
            continue
        begun = begins(phrases, line) is not None
        if is_inside and not begun:
            continue
        if begun:
            is_inside = has_press = True
            kept += [MARK, CUT]
        else:
            kept.append(line.text)
    return "\n".join(kept) if has_press else text
