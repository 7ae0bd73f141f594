"""The mailbox and the mail server that the settings name."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from gm.config import Config, secret
from gm.errors import SettingsError
from gm.mail.postage import PostOffice
from gm.mail.sources import MaildirSource, MboxSource, Source

if TYPE_CHECKING:
    from gm.mail.smtp import SmtpServer

IMAP = {"imaps": 993, "imap": 143, "imap+plain": 143}
"""The ways to reach a mailbox on a server, and the ports that are usual for them."""


def desk_source(config: Config) -> Source | None:
    """The source that the settings name, without letters older than ``mail.since``.

    Raises:
        SettingsError: they name none.
    """
    return source_named(config.mail.source, config, config.folder, config.mail.since)


def source_named(
    url: str, config: Config, folder: Path, since: date | None = None
) -> Source | None:
    """The source that a setting or an argument names; None for ``none``.

    Paths are relative to *folder*; logins at a server are those of *config*. Letters that came
    before *since* are left alone.

    Raises:
        SettingsError: it names none.
    """
    kind, _, place = url.partition(":")
    match kind:
        case "none":
            return None
        case "maildir" if place:
            return MaildirSource(folder / place, config.mail.processed or None, since)
        case "mbox" if place:
            return MboxSource(folder / place, since=since)
        case _ if kind in IMAP:
            return _mailbox(url, config, since)
        case _:
            raise SettingsError(
                f"“{url}” names no mailbox; write maildir:PATH, mbox:PATH, imaps://HOST/FOLDER "
                "or none."
            )


def _mailbox(url: str, config: Config, since: date | None) -> Source:
    from gm.mail.imap import ImapServer, ImapSource, Security  # only the way that is used

    ways = {"imaps": Security.TLS, "imap": Security.STARTTLS, "imap+plain": Security.NONE}
    mail = config.mail
    host, port = _host_and_port(url, "source", IMAP)
    parts = urlsplit(url)
    password = mail.source_password or mail.password
    server = ImapServer(
        host=host,
        user=mail.source_user or mail.user,
        password=secret(password, config.folder) if password else "",
        port=port,
        security=ways[parts.scheme],
        certificates=str(config.folder / mail.certificates) if mail.certificates else None,
    )
    return ImapSource(
        server,
        folder=unquote(parts.path.strip("/")) or "INBOX",
        processed=mail.processed or None,
        since=since,
    )


@contextmanager
def office(config: Config) -> Iterator[PostOffice]:
    """Where the settings say that letters go, open until the end of the block."""
    sink = config.mail.sink
    kind, _, place = sink.partition(":")
    if kind == "maildir" and place:
        from gm.mail.maildir import MaildirOffice  # only the way that is used

        yield MaildirOffice(config.folder / place)
        return
    if kind not in PORTS:
        raise SettingsError(
            f"gm.yaml, mail, sink: “{sink}” is no place to send to; write maildir:PATH, "
            "smtp://HOST:PORT or smtps://HOST:PORT."
        )
    from gm.mail.smtp import post_office  # only the way that is used

    with post_office(smtp_server(config)) as connected:
        yield connected


PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
"""The ways to reach a mail server, and the ports that are usual for them."""


def smtp_server(config: Config) -> "SmtpServer":
    """The mail server that ``mail.sink`` names, with its login.

    Raises:
        SettingsError: it names none, or the password cannot be found.
    """
    from gm.mail.smtp import Security, SmtpServer  # only the way that is used

    ways = {"smtp": Security.STARTTLS, "smtps": Security.TLS, "smtp+plain": Security.NONE}
    mail, folder, sink = config.mail, config.folder, config.mail.sink
    host, port = _host_and_port(sink, "sink", PORTS)
    return SmtpServer(
        host=host,
        port=port,
        security=ways[urlsplit(sink).scheme],
        user=mail.user or None,
        password=secret(mail.password, folder) if mail.password else None,
        certificates=str(folder / mail.certificates) if mail.certificates else None,
    )


def _host_and_port(url: str, setting: str, usual: Mapping[str, int]) -> tuple[str, int]:
    """Where a server is; *usual* are the ports of the ways to reach it.

    Raises:
        SettingsError: *url* does not say where.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise SettingsError(f"gm.yaml, mail, {setting}: “{url}” has no port number.") from None
    if not parts.hostname:
        raise SettingsError(f"gm.yaml, mail, {setting}: “{url}” names no host.")
    return parts.hostname, port or usual[parts.scheme]
