"""Sends what waits in the outbox. After a crash a letter may go twice, never not at all."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gm.config import Pictures, secret
from gm.desk.room import Desk
from gm.desk.summary import Summary
from gm.errors import EXIT_TRY_AGAIN, SettingsError, TryAgainError
from gm.mail.postage import Envelope, Fate, Handed, PostOffice, wait_before_attempt
from gm.records import OutgoingLetter

if TYPE_CHECKING:
    from gm.mail.compose import File
    from gm.mail.smtp import SmtpServer

HOLD = timedelta(minutes=10)
"""For how long a letter that one process is sending is left alone by others."""


def send(desk: Desk, now: datetime, progress: Callable[[int], None] = lambda _: None) -> Summary:
    """Sends every letter whose time has come.

    Raises:
        SettingsError: the settings name no place to send to, or the server refuses the login.
    """
    summary = Summary("send", data={"sent": 0, "failed": 0})
    if keys := desk.store.waiting(now):
        try:
            with office(desk) as chosen:
                for key in keys:
                    _send_one(desk, now, chosen, key, summary)
                    progress(summary.data["sent"])
        except TryAgainError as error:
            summary.fail(EXIT_TRY_AGAIN, f"{error} What was not sent stays in the outbox.")
    summary.say(f"Letters sent: {summary.data['sent']}.")
    return summary


@contextmanager
def office(desk: Desk) -> Iterator[PostOffice]:
    """Where the settings say that letters go, open until the end of the block."""
    sink = desk.config.mail.sink
    kind, _, place = sink.partition(":")
    if kind == "maildir" and place:
        from gm.mail.maildir import MaildirOffice  # only the way that is used

        yield MaildirOffice(desk.config.folder / place)
        return
    if kind not in PORTS:
        raise SettingsError(
            f"gm.yaml, mail, sink: “{sink}” is no place to send to; write maildir:PATH, "
            "smtp://HOST:PORT or smtps://HOST:PORT."
        )
    from gm.mail.smtp import post_office  # only the way that is used

    with post_office(_server(desk, sink)) as connected:
        yield connected


PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
"""The ways to reach a mail server, and the ports that are usual for them."""


def _server(desk: Desk, sink: str) -> "SmtpServer":
    from gm.mail.smtp import Security, SmtpServer  # only the way that is used

    ways = {"smtp": Security.STARTTLS, "smtps": Security.TLS, "smtp+plain": Security.NONE}
    mail, folder = desk.config.mail, desk.config.folder
    try:
        parts = urlsplit(sink)
        port = parts.port
    except ValueError:
        raise SettingsError(f"gm.yaml, mail, sink: “{sink}” has no port number.") from None
    if not parts.hostname:
        raise SettingsError(f"gm.yaml, mail, sink: “{sink}” names no host.")
    return SmtpServer(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        security=ways[parts.scheme],
        user=mail.user or None,
        password=secret(mail.password, folder) if mail.password else None,
        certificates=str(folder / mail.certificates) if mail.certificates else None,
    )


def _send_one(desk: Desk, now: datetime, chosen: PostOffice, key: str, summary: Summary) -> None:
    if not desk.store.claim(key, now, HOLD):
        return
    letter = desk.store.outgoing(key)
    if letter is None:
        return
    raw = composed(desk, letter)
    sender = None if letter.answers else desk.config.desk.address
    handed = [chosen.hand_in(Envelope(sender, to, raw)) for to in letter.to]
    with desk.store.transaction():
        _note(desk, now, letter, handed, summary)


def _note(
    desk: Desk, now: datetime, letter: OutgoingLetter, handed: Sequence[Handed], summary: Summary
) -> None:
    """Keeps what became of a letter; a letter that reached one of several is not sent again."""
    failures = [one for one in handed if one.fate is not Fate.HANDED_OVER]
    if len(failures) < len(handed):
        desk.store.mark_sent(letter.key, now)
        desk.log(now, "sent", f"The {letter.kind} “{letter.subject}” was sent.", letter.match)
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
