"""A door for mail servers: takes letters by LMTP or SMTP (the extra ``intake``).

A letter is answered with "250" only after it was kept; if that fails, the mail server is asked to
come again, and keeps the letter meanwhile.
"""

import contextlib
import logging
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from gm.errors import SettingsError, TryAgainError
from gm.mail.sources import Delivery

if TYPE_CHECKING:
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import Envelope, Session

MAX_RECIPIENTS = 100

_LOG = logging.getLogger(__name__)


class Protocol(Enum):
    """What is spoken at the door."""

    LMTP = "lmtp"
    """For a mail server that hands letters on: Postfix, Exim, OpenSMTPD."""
    SMTP = "smtp"
    """For anybody; put no such door on the open internet without a mail server before it."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where to listen, and for whom letters are taken.

    ``accepts`` says whether an address is one of the desk's; letters for others are refused, so
    that nobody can use the desk to pass mail on. ``max_size`` is in bytes.
    """

    accepts: Callable[[str], bool]
    host: str = "127.0.0.1"
    port: int = 8024
    protocol: Protocol = Protocol.LMTP
    max_size: int = 50_000_000


@contextlib.contextmanager
def listening(door: Door, keep: Callable[[Delivery], None]) -> Iterator[None]:
    """Listens until the end of the block.

    *keep* keeps one letter; it is called in the listener's own thread, never twice at a time, and
    needs a store that was opened there. A :class:`gm.errors.TryAgainError` asks the mail server to
    come again; so does any other error, which is a fault of the program and is logged.

    Raises:
        SettingsError: nobody can listen there, or the extra is not installed.
    """
    try:
        socket.create_server((door.host, door.port)).close()  # a controller would leave debris
        controller = _controller(door, keep)
        controller.start()
    except OSError as error:
        raise SettingsError(
            f"Nobody can listen on {door.host}, port {door.port}: {error.strerror or error}."
        ) from error
    try:
        yield
    finally:
        controller.stop()


def _controller(door: Door, keep: Callable[[Delivery], None]) -> "Controller":
    try:
        from aiosmtpd.controller import Controller  # an extra
        from aiosmtpd.lmtp import LMTP
        from aiosmtpd.smtp import SMTP
    except ImportError as error:
        raise SettingsError(
            "Taking letters in needs an extra package: pip install 'gm-desk[intake]'."
        ) from error
    speaker = LMTP if door.protocol is Protocol.LMTP else SMTP

    class Listener(Controller):
        def factory(self) -> SMTP:
            return speaker(
                self.handler,
                data_size_limit=door.max_size,
                enable_SMTPUTF8=True,
                ident="gm",
                hostname="gm",
            )

    return Listener(_Handler(door, keep), door.host, door.port, ready_timeout=30)


@dataclass(frozen=True, slots=True)
class _Handler:
    """What the protocol calls; the names of its methods are given."""

    door: Door
    keep: Callable[[Delivery], None]

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self, _server: Any, _session: "Session", envelope: "Envelope", address: str, _options: Any
    ) -> str:
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return "452 4.5.3 Too many recipients at once"
        if not self.door.accepts(address):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 (aiosmtpd's name)
        self, _server: Any, session: "Session", envelope: "Envelope"
    ) -> str:
        answer = self._kept(session, envelope)
        if self.door.protocol is Protocol.LMTP:  # one answer for each recipient (RFC 2033)
            return "\r\n".join([answer] * len(envelope.rcpt_tos))
        return answer

    def _kept(self, session: "Session", envelope: "Envelope") -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else str(content).encode()
        sender = (envelope.mail_from or "").strip("<>")
        head = f"Return-Path: <{sender}>\r\n" + "".join(
            f"Delivered-To: {address}\r\n" for address in envelope.rcpt_tos
        )
        place = (
            f"{self.door.protocol.value} from {session.peer[0] if session.peer else 'somewhere'}"
        )
        try:
            self.keep(Delivery(head.encode() + raw, place, datetime.now(UTC)))
        except TryAgainError as error:
            return f"451 4.3.0 Not kept, please try again: {_on_one_line(error)}"
        except Exception:  # a fault of the program must not lose a letter
            _LOG.exception("A letter that came in could not be kept.")
            return "451 4.3.0 Not kept, please try again later"
        return "250 2.0.0 Kept"


def _on_one_line(error: Exception) -> str:
    return " ".join(str(error).split()).encode("ascii", "replace").decode()[:400]
