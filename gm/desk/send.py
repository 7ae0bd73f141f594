"""Sends what waits in the outbox. After a crash a letter may go twice, never not at all."""

import time
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from gm.config import Pictures
from gm.desk.connections import office
from gm.desk.room import Desk
from gm.desk.summary import Summary
from gm.desk.troubles import note_trouble
from gm.errors import EXIT_BUG, EXIT_TRY_AGAIN, SettingsError, TryAgainError
from gm.mail.postage import Envelope, Fate, Handed, PostOffice, wait_before_attempt
from gm.records import OutgoingLetter

if TYPE_CHECKING:
    from gm.mail.compose import File

HOLD = timedelta(minutes=10)
"""For how long a letter that one process is sending is left alone by others."""


def send(desk: Desk, now: datetime, progress: Callable[[int], None] = lambda _: None) -> Summary:
    """Sends every letter whose time has come.

    Raises:
        SettingsError: the settings name no place to send to, or the server refuses the login.
    """
    summary = Summary("send", data={"sent": 0, "failed": 0})
    if keys := desk.store.waiting(now):
        begun = time.monotonic()
        try:
            with office(desk.config) as chosen:
                for key in keys:
                    # A long queue takes its time, and the hold on a letter begins with its turn.
                    at = now + timedelta(seconds=int(time.monotonic() - begun))
                    if desk.store.claim(key, at, HOLD):
                        _send_one(desk, now, chosen, key, summary)
                    progress(summary.data["sent"])
        except TryAgainError as error:
            note_trouble(desk, now, "send", error)
            summary.fail(EXIT_TRY_AGAIN, f"{error} What was not sent stays in the outbox.")
        except SettingsError as error:
            note_trouble(desk, now, "send", error)
            raise
        else:
            note_trouble(desk, now, "send", None)
    summary.say(f"Letters sent: {summary.data['sent']}.")
    return summary


def _send_one(desk: Desk, now: datetime, chosen: PostOffice, key: str, summary: Summary) -> None:
    letter = desk.store.outgoing(key)
    if letter is None:
        return
    try:
        raw = composed(desk, letter)
    except Exception:  # one letter that cannot be made never stops the others
        _give_up(desk, now, letter, summary)
        return
    sender = None if letter.answers else desk.config.desk.address
    handed = [chosen.hand_in(Envelope(sender, to, raw)) for to in letter.to]
    with desk.store.transaction():
        _note(desk, now, letter, handed, summary)


def _give_up(desk: Desk, now: datetime, letter: OutgoingLetter, summary: Summary) -> None:
    """Keeps that a letter cannot be made; for use where that has just failed."""
    why = traceback.format_exc(limit=0).strip().splitlines()[-1]
    summary.data["failed"] += 1
    summary.fail(EXIT_BUG, f"{letter.key} cannot be made:\n{traceback.format_exc()}")
    with desk.store.transaction():
        desk.store.mark_unsent(letter.key, f"It cannot be made: {why[:200]}", now, given_up=now)
        whom = letter.power or ", ".join(letter.to)
        desk.concern(
            now,
            f"The {letter.kind} “{letter.subject}” did not reach {whom}: it cannot be made "
            f"({why[:200]}).",
            letter.match,
        )


def _note(
    desk: Desk, now: datetime, letter: OutgoingLetter, handed: Sequence[Handed], summary: Summary
) -> None:
    """Keeps what became of a letter; a letter that reached one of several is not sent again."""
    failures = [one for one in handed if one.fate is not Fate.HANDED_OVER]
    if len(failures) < len(handed):
        desk.store.mark_sent(letter.key, now)
        whom = letter.power or ", ".join(letter.to)
        desk.log(
            now, "sent", f"The {letter.kind} “{letter.subject}” was sent to {whom}.", letter.match
        )
        summary.data["sent"] += 1
        summary.add("letters", letter.key)
    if not failures:
        return
    said = failures[0].explanation
    wait = wait_before_attempt(letter.attempts)
    refused = failures[0].fate is Fate.REFUSED
    summary.data["failed"] += 1
    summary.say(f"{letter.key} to {', '.join(letter.to)}: {failures[0].fate.value} ({said})")
    if len(failures) < len(handed):
        desk.store.mark_bounced(letter.key, said)
    elif refused or wait is None:
        desk.store.mark_unsent(letter.key, said, now, given_up=now)
    else:
        desk.store.mark_unsent(letter.key, said, now + wait)
        return
    whom = letter.power or ", ".join(letter.to)
    desk.concern(
        now, f"The {letter.kind} “{letter.subject}” did not reach {whom}: {said}.", letter.match
    )


def composed(desk: Desk, letter: OutgoingLetter) -> bytes:
    """The letter's bytes; the same each time it is sent."""
    from gm.mail.compose import Draft, Mailbox, compose  # only when there is something to send

    return compose(
        Draft(
            message_id=letter.message_id,
            date=letter.created,
            sender=Mailbox(desk.config.desk.address, desk.config.desk.name),
            to=tuple(map(Mailbox, letter.to)),
            subject=letter.subject,
            text=letter.text,
            html=letter.html,
            files=tuple(_picture(desk, name, svg) for name, svg in letter.pictures.items()),
            calendar=letter.calendar,
            parent=letter.reply_to,
            references=letter.references,
            answers=letter.answers,
        )
    )


def _picture(desk: Desk, name: str, svg: str) -> "File":
    """PNG where it can be made, since few mail programs show SVG."""
    from gm.mail.compose import File  # only when there is something to send
    from gm.rendering.phones import for_phones
    from gm.rendering.pixels import MAIL_WIDTH, PHONE_WIDTH, can_make_png, png

    wish = desk.config.mail.pictures
    if wish is not Pictures.SVG and can_make_png():
        upright = wish is Pictures.UPRIGHT
        shown, width = (for_phones(svg), PHONE_WIDTH) if upright else (svg, MAIL_WIDTH)
        return File(name, "image/png", png(shown, width, folders=desk.folders))
    return File(name, "image/svg+xml", svg.encode("utf-8"))
