"""A door for mail servers: takes letters by LMTP or SMTP (the extra ``intake``).

A letter is answered with "250" only after it was kept; if that fails, the mail server is asked to
come again, and keeps the letter meanwhile.
"""

import asyncio
import contextlib
import hashlib
import logging
import socket
import weakref
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm.errors import SettingsError, TryAgainError
from gm.mail.sources import Delivery
from gm.values import Value

if TYPE_CHECKING:
    from aiosmtpd.controller import BaseThreadedController
    from aiosmtpd.smtp import SMTP, Envelope, Session

MAX_RECIPIENTS = 100
LONGEST_LINE = 2**20
"""Bytes; RFC 5321 allows a thousand, but programs send more, and no letter is refused for it."""

_LOG = logging.getLogger(__name__)


class Protocol(Enum):
    """What is spoken at the door."""

    LMTP = "lmtp"
    """For a mail server that hands letters on: Postfix, Exim, OpenSMTPD."""
    SMTP = "smtp"
    """For anybody; put no such door on the open internet without a mail server before it."""


class Door(Value, frozen=True):
    """Where to listen, and for whom letters are taken.

    ``accepts`` says whether an address is one of the desk's; letters for others are refused, so
    that nobody can use the desk to pass mail on. ``max_size`` is in bytes. With *path* it listens
    on that socket in the file system, open to owner and group, instead of on a port.
    """

    accepts: Callable[[str], bool]
    host: str = "127.0.0.1"
    port: int = 8024
    protocol: Protocol = Protocol.LMTP
    max_size: int = 50_000_000
    path: Path | None = None

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"the socket {self.path}" if self.path else f"{self.host}, port {self.port}"


@contextlib.contextmanager
def listening(door: Door, keep: Callable[[Delivery], None]) -> Iterator[None]:
    """Listens until the end of the block.

    *keep* keeps one letter; it is called in the listener's own thread, never twice at a time, and
    needs a store that was opened there. A :class:`gm.errors.TryAgainError` asks the mail server to
    come again; so does any other error, which is a fault of the program and is logged.

    Raises:
        SettingsError: nobody can listen there, or the extra is not installed.
    """
    speakers: weakref.WeakSet[SMTP] = weakref.WeakSet()
    try:
        _require_free(door)
        controller = _controller(door, keep, speakers)
        controller.start()
    except OSError as error:
        raise SettingsError(
            f"Nobody can listen on {door.place}: {error.strerror or error}."
        ) from error
    if door.path:
        door.path.chmod(0o660)
    try:
        yield
    finally:
        ending = asyncio.run_coroutine_threadsafe(_hang_up(speakers), controller.loop)
        with contextlib.suppress(TimeoutError):
            ending.result(10)
        controller.stop()
        if door.path:
            door.path.unlink(missing_ok=True)


async def _hang_up(speakers: "weakref.WeakSet[SMTP]") -> None:
    """Ends all talks. A letter is kept and answered in one go, so none is left between the two."""
    for speaker in list(speakers):
        if speaker.transport is not None:
            speaker.transport.close()
    await asyncio.sleep(0)
    talks = asyncio.all_tasks() - {asyncio.current_task()}
    for talk in talks:
        talk.cancel()
    await asyncio.gather(*talks, return_exceptions=True)


def _require_free(door: Door) -> None:
    """Looks before the controller does, which would leave debris; removes a dead socket."""
    if door.path is None:
        family = socket.AF_INET6 if ":" in door.host else socket.AF_INET
        socket.create_server((door.host, door.port), family=family).close()
        return
    if not door.path.is_socket():
        return  # whatever else lies there, listening will fail
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(door.path))
        except ConnectionRefusedError:  # left by a program that was killed
            door.path.unlink()
        else:
            raise OSError("another program listens there")


def _controller(
    door: Door, keep: Callable[[Delivery], None], speakers: "weakref.WeakSet[SMTP]"
) -> "BaseThreadedController":
    try:
        from aiosmtpd.controller import Controller, UnixSocketController  # an extra
        from aiosmtpd.lmtp import LMTP
        from aiosmtpd.smtp import SMTP
    except ImportError as error:
        raise SettingsError(
            "Taking letters in needs an extra package: pip install 'gm-desk[intake]'."
        ) from error

    class LmtpSpeaker(LMTP):
        line_length_limit = LONGEST_LINE

    class SmtpSpeaker(SMTP):
        line_length_limit = LONGEST_LINE

    speaker = LmtpSpeaker if door.protocol is Protocol.LMTP else SmtpSpeaker
    handler = _Handler(door, keep)

    def speak() -> SMTP:
        made = speaker(
            handler,
            data_size_limit=door.max_size,
            enable_SMTPUTF8=True,
            ident="gm",
            hostname="gm",
        )
        speakers.add(made)
        return made

    class AtPort(Controller):
        def factory(self) -> SMTP:
            return speak()

    class AtSocket(UnixSocketController):
        def factory(self) -> SMTP:
            return speak()

    if door.path:
        return AtSocket(handler, door.path, ready_timeout=30)
    return AtPort(handler, door.host, door.port, ready_timeout=30)


class _Handler(Value, frozen=True):
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
        whole = head.encode("utf-8", "replace") + raw
        peer = session.peer[0] if session.peer else "a socket"
        # A letter handed over again after a lost answer is the same, to the byte.
        place = f"{self.door.protocol.value} from {peer}: {hashlib.sha256(whole).hexdigest()[:24]}"
        try:
            self.keep(Delivery(whole, place, datetime.now(UTC)))
        except TryAgainError as error:
            return f"451 4.3.0 Not kept, please try again: {_on_one_line(error)}"
        except Exception:  # a fault of the program must not lose a letter
            _LOG.exception("A letter that came in could not be kept.")
            return "451 4.3.0 Not kept, please try again later"
        return "250 2.0.0 Kept"


def _on_one_line(error: Exception) -> str:
    return " ".join(str(error).split()).encode("ascii", "replace").decode()[:400]
