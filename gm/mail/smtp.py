"""Hands letters to a mail server, over one connection for many letters."""

import contextlib
import smtplib
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from gm.errors import SettingsError, TryAgainError
from gm.mail.postage import Envelope, Fate, Handed, PostOffice
from gm.values import Value


class Security(Enum):
    """How the connection is protected."""

    STARTTLS = "starttls"
    """Plain at first, then TLS; usual on port 587."""
    TLS = "tls"
    """TLS from the first byte; usual on port 465."""
    NONE = "none"
    """Not at all: only for a server on the same machine."""


class SmtpServer(Value, frozen=True):
    """Where and how to connect, with times in seconds.

    ``certificates`` is a file of authorities to trust beside the system's, for a server whose
    certificate is of its own making.
    """

    host: str
    port: int = 587
    security: Security = Security.STARTTLS
    user: str | None = None
    password: str | None = None
    timeout: float = 30.0
    certificates: str | None = None

    def __repr__(self) -> str:
        return f"SmtpServer({self.host!r}, {self.port})"  # no password goes into a log


@contextlib.contextmanager
def post_office(server: SmtpServer) -> Iterator[PostOffice]:
    """A connection to hand letters in, ready and logged in; closed at the end.

    Raises:
        TryAgainError: the server is away or asks to come back later.
        SettingsError: it refuses the login or the protection of the connection.
    """
    connection = _connected(server)
    try:
        yield _Connection(connection, server)
    finally:
        with contextlib.suppress(smtplib.SMTPException, OSError):
            connection.quit()


def send(server: SmtpServer, envelope: Envelope) -> Handed:
    """Hands in one letter over a connection of its own."""
    with post_office(server) as office:
        return office.hand_in(envelope)


def describe(server: SmtpServer) -> str:
    """What was found on a visit, as a sentence for the gamemaster; nothing is sent."""
    with post_office(server):
        login = f" and lets {server.user} in" if server.user else ""
        return f"The mail server {server.host}, port {server.port}, answers{login}."


def _connected(server: SmtpServer) -> smtplib.SMTP:
    where = f"The mail server {server.host}, port {server.port},"
    try:
        return _opened(server)
    except ssl.SSLError as error:
        raise SettingsError(
            f"{where} cannot prove who it is ({error.reason or error}). "
            "Check the host name and the setting for TLS."
        ) from error
    except smtplib.SMTPAuthenticationError as error:
        if error.smtp_code < 500:
            raise TryAgainError(f"{where} takes no login for the moment: {_said(error)}") from error
        raise SettingsError(
            f"{where} refuses the login of {server.user}: {_said(error)}"
        ) from error
    except smtplib.SMTPNotSupportedError as error:
        raise SettingsError(f"{where} cannot do what the settings ask for: {error}") from error
    except (smtplib.SMTPException, OSError) as error:
        raise TryAgainError(f"{where} cannot be reached: {error}") from error


def _opened(server: SmtpServer) -> smtplib.SMTP:
    context = ssl.create_default_context(cafile=server.certificates)
    if server.security is Security.TLS:
        connection: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=server.timeout, context=context
        )
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=server.timeout)
    try:
        if server.security is Security.STARTTLS:
            connection.starttls(context=context)
        if server.user is not None:
            connection.login(server.user, server.password or "")
    except BaseException:
        connection.close()
        raise
    return connection


@dataclass(slots=True)
class _Connection:
    connection: smtplib.SMTP
    server: SmtpServer

    def hand_in(self, envelope: Envelope) -> Handed:
        try:
            self.connection.sendmail(envelope.sender or "", [envelope.recipient], envelope.raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            return _judged(code, _decoded(said))
        except smtplib.SMTPResponseException as error:
            return _judged(error.smtp_code, _said(error))
        except smtplib.SMTPNotSupportedError as error:
            return Handed(Fate.REFUSED, str(error))
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            raise TryAgainError(
                f"The connection to the mail server {self.server.host} broke: {error}"
            ) from error
        except UnicodeEncodeError:
            return Handed(Fate.REFUSED, f"The address {envelope.recipient} has foreign letters.")
        return Handed(Fate.HANDED_OVER)


def _judged(code: int, said: str) -> Handed:
    """Codes of 4xx are for now, those of 5xx for good (RFC 5321)."""
    return Handed(Fate.REFUSED if code >= 500 else Fate.POSTPONED, f"{code} {said}")


def _said(error: smtplib.SMTPResponseException) -> str:
    return _decoded(error.smtp_error)


def _decoded(said: bytes | str) -> str:
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else said
