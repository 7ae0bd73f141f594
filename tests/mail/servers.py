"""Real servers on loopback for the tests of connections."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

TLS = Path(__file__).parent / "tls"
CERTIFICATE = str(TLS / "certificate.pem")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    assert isinstance(port, int)
    return port


def tls_context() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE, TLS / "key.pem")
    return context


class Letterbox:
    """Keeps what is handed in, and refuses some recipients."""

    def __init__(self) -> None:
        self.envelopes: list[tuple[str | None, list[str], bytes]] = []

    async def handle_RCPT(  # noqa: N802  (the name that aiosmtpd calls)
        self, _server: Any, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        match address.partition("@")[0]:
            case "nobody":
                return "550 5.1.1 No such user"
            case "later":
                return "451 4.2.1 Mailbox busy, try later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 (aiosmtpd's name)
        self, _server: Any, _session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        if b"Subject: spam" in envelope.content:
            return "554 5.7.1 Looks like spam"
        if b"Subject: hang up" in envelope.content:
            return "421 4.3.0 Going down"
        self.envelopes.append((envelope.mail_from, list(envelope.rcpt_tos), envelope.content))
        return "250 Kept"


def check_login(
    _server: Any, _session: Session, _envelope: Envelope, _mechanism: str, login: Any
) -> AuthResult:
    good = LoginPassword(b"gm", b"secret")
    return AuthResult(success=isinstance(login, LoginPassword) and login == good, handled=False)


@contextmanager
def smtp_server(letterbox: Letterbox, **settings: Any) -> Iterator[int]:
    """A running SMTP server; gives its port."""
    port = free_port()
    controller = Controller(
        letterbox, hostname="127.0.0.1", port=port, ready_timeout=30, **settings
    )
    controller.start()
    try:
        yield port
    finally:
        controller.stop()
