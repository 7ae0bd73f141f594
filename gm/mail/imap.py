"""Letters in a mailbox on an IMAP server (the extra ``imap``: ``pip install gm-desk[imap]``).

A letter is fetched without being marked; it is marked, or moved, only when it is settled. Letters
that the gamemaster has read in a mail program are taken all the same.
"""

import contextlib
import imaplib
import re
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from gm.errors import SettingsError, TryAgainError
from gm.mail.headers import moment
from gm.mail.sources import Delivery
from gm.values import Value

if TYPE_CHECKING:
    from imap_tools import BaseMailBox

TAKEN = "GmTaken"
"""The keyword that marks a letter as taken, where no folder for such letters is set."""
LONGEST_IDLE = 29 * 60
"""Seconds; servers may close a connection that idles for half an hour (RFC 2177)."""

_ARRIVED = re.compile(rb'INTERNALDATE "([^"]{10,40})"')


class Security(Enum):
    """How the connection is protected."""

    TLS = "tls"
    """TLS from the first byte; usual on port 993."""
    STARTTLS = "starttls"
    """Plain at first, then TLS; on port 143."""
    NONE = "none"
    """Not at all: only for a server on the same machine."""


class ImapServer(Value, frozen=True):
    """Where and how to connect, with times in seconds.

    ``certificates`` is a file of authorities to trust beside the system's.
    """

    host: str
    user: str
    password: str
    port: int = 993
    security: Security = Security.TLS
    timeout: float = 30.0
    certificates: str | None = None

    def __repr__(self) -> str:
        return f"ImapServer({self.host!r}, {self.port})"  # no password goes into a log


class ImapSource(Value, frozen=True):
    """The letters in one folder.

    With *processed*, a settled letter is moved to that folder, which is made when it is missing;
    without, it stays and gets the marks *seen* and ``GmTaken``; on servers that keep no such marks
    (Exchange) it is moved to a folder ``GmTaken``. Letters older than *since* are left alone: set
    it where a mailbox was in use before.
    """

    server: ImapServer
    folder: str = "INBOX"
    processed: str | None = None
    since: date | None = None

    def letters(self) -> Iterator[Delivery]:
        """The letters not taken yet, oldest first; settle each before asking for the next.

        Raises:
            TryAgainError: the server is away.
            SettingsError: it refuses the login, or there is no such folder.
        """
        with self._mailbox() as mailbox:
            for uid in self._waiting(mailbox):
                with _explained(self.server):
                    fetched = _fetch(mailbox, uid)
                if fetched is None:  # another program moved it meanwhile
                    continue
                raw, arrived = fetched
                yield Delivery(
                    raw=raw,
                    place=f"{self.server.user} on {self.server.host}, {self.folder}: {uid}",
                    arrived=arrived,
                    settle=partial(self._settle, mailbox, uid),
                )

    def wait(self, seconds: float) -> bool:
        """Waits until there is a letter, at most *seconds*; whether it is worth having a look.

        Servers that can tell (IDLE) are listened to; for others this only waits.
        """
        with self._mailbox() as mailbox, _explained(self.server):
            if self._waiting(mailbox):
                return True
            if _can_tell(mailbox):
                return bool(mailbox.idle.wait(timeout=min(seconds, LONGEST_IDLE)))
        time.sleep(seconds)
        return True

    def describe(self) -> str:
        """What was found on a visit, as sentences for the gamemaster; takes nothing."""
        with self._mailbox() as mailbox, _explained(self.server):
            waiting, all_letters = len(self._waiting(mailbox)), len(mailbox.uids("ALL"))
            can_tell, target = _can_tell(mailbox), self._target(mailbox)
        moved = f"Letters are moved to {target} once they are kept. " if target else ""
        return (
            f"{self.server.host} lets {self.server.user} in; {self.folder} holds {all_letters} "
            f"letters, {waiting} of them not taken yet. {moved}"
            + ("It tells when a letter comes." if can_tell else "It must be asked for new letters.")
        )

    @contextlib.contextmanager
    def _mailbox(self) -> Iterator["BaseMailBox"]:
        with _explained(self.server):
            mailbox = _connected(self.server)
        try:
            with _explained(self.server):
                self._select(mailbox)
            yield mailbox
        finally:
            with contextlib.suppress(imaplib.IMAP4.error, OSError):
                mailbox.logout()

    def _select(self, mailbox: "BaseMailBox") -> None:
        known = [folder.name for folder in mailbox.folder.list()]
        if self.folder not in known:
            raise SettingsError(
                f"There is no folder {self.folder} on {self.server.host}; there are: "
                f"{', '.join(known)}."
            )
        mailbox.folder.set(self.folder)
        target = self._target(mailbox)
        if target and target not in known:
            mailbox.folder.create(target)

    def _target(self, mailbox: "BaseMailBox") -> str | None:
        """The folder that letters are moved to; None if they stay where they are."""
        return self.processed or (None if _keeps_marks(mailbox) else TAKEN)

    def _waiting(self, mailbox: "BaseMailBox") -> list[str]:
        criteria = "ALL" if self._target(mailbox) else f"UNKEYWORD {TAKEN}"
        if self.since:
            criteria += f" SINCE {self.since.day}-{_MONTHS[self.since.month - 1]}-{self.since.year}"
        return sorted(mailbox.uids(f"({criteria} UNDELETED)"), key=int)

    def _settle(self, mailbox: "BaseMailBox", uid: str) -> None:
        if mailbox.client.state != "SELECTED":
            raise TryAgainError(
                f"The connection to {self.server.host} is closed; the letter will come again."
            )
        with _explained(self.server):
            if target := self._target(mailbox):
                mailbox.move([uid], target)
            else:
                mailbox.flag([uid], ["\\Seen", TAKEN], value=True)


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _connected(server: ImapServer) -> "BaseMailBox":
    try:
        from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted  # an extra
    except ImportError as error:
        raise SettingsError(
            "Reading a mailbox by IMAP needs an extra package: pip install 'gm-desk[imap]'."
        ) from error
    context = ssl.create_default_context(cafile=server.certificates)
    mailbox: BaseMailBox
    match server.security:
        case Security.TLS:
            mailbox = MailBox(server.host, server.port, server.timeout, ssl_context=context)
        case Security.STARTTLS:
            mailbox = MailBoxStartTls(server.host, server.port, server.timeout, context)
        case Security.NONE:
            mailbox = MailBoxUnencrypted(server.host, server.port, server.timeout)
    try:
        mailbox.login(server.user, server.password, initial_folder=None)
    except BaseException:
        mailbox.client.shutdown()
        raise
    return mailbox


@contextlib.contextmanager
def _explained(server: ImapServer) -> Iterator[None]:
    """Says in a sentence what failed, and whether to try again or to change the settings."""
    where = f"The mail server {server.host}, port {server.port},"
    try:
        yield
    except ssl.SSLError as error:
        raise SettingsError(
            f"{where} cannot prove who it is ({error.reason or error}). "
            "Check the host name and the setting for TLS."
        ) from error
    except (imaplib.IMAP4.abort, OSError) as error:
        raise TryAgainError(f"{where} cannot be reached: {error}") from error
    except imaplib.IMAP4.error as error:
        raise SettingsError(f"{where} refuses what was asked: {_said(error)}") from error
    except _imap_tools_errors() as error:
        said = _said(error)
        if "LOGIN" in said.upper() or "AUTHENTICATION" in said.upper():
            raise SettingsError(f"{where} refuses the login of {server.user}.") from error
        raise TryAgainError(f"{where} does not do what was asked: {said}") from error


def _imap_tools_errors() -> type[Exception]:
    try:
        from imap_tools.errors import ImapToolsError  # an extra
    except ImportError:
        return imaplib.IMAP4.error
    found: type[Exception] = ImapToolsError
    return found


def _said(error: Exception) -> str:
    first = error.args[0] if error.args else error
    return first.decode("utf-8", "replace") if isinstance(first, bytes) else str(error)


def _can_tell(mailbox: "BaseMailBox") -> bool:
    """Whether the server tells of new letters by itself; some say so only after the login."""
    _, answer = mailbox.client.capability()
    return b"IDLE" in b" ".join(answer).upper().split()


def _keeps_marks(mailbox: "BaseMailBox") -> bool:
    """Whether the server keeps marks of our own making, as most do (RFC 3501, PERMANENTFLAGS)."""
    said = mailbox.client.untagged_responses.get("PERMANENTFLAGS")
    if not said:
        return True  # a server that says nothing keeps all
    flags = b" ".join(item for item in said if isinstance(item, bytes)).upper()
    return b"\\*" in flags or TAKEN.upper().encode() in flags


def _fetch(mailbox: "BaseMailBox", uid: str) -> tuple[bytes, datetime | None] | None:
    """The letter byte for byte, and when the server got it."""
    status, items = mailbox.client.uid("FETCH", uid, "(BODY.PEEK[] INTERNALDATE)")
    raw = next((item[1] for item in items if isinstance(item, tuple)), None)
    if status != "OK" or raw is None:
        return None
    about = b" ".join(item[0] if isinstance(item, tuple) else item or b"" for item in items)
    found = _ARRIVED.search(about)
    when = (
        moment(found[1].decode("ascii", "replace").replace("-", " ", 2).strip()) if found else None
    )
    return bytes(raw), when.astimezone(UTC) if when else None
