"""A Dovecot on loopback for the tests: started as an ordinary user or as root, in a folder."""

import grp
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mail.servers import CERTIFICATE, TLS, free_port

PROGRAM = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin:/usr/local/sbin")
PASSWORD = "secret"

SETTINGS = """
protocols = imap
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
disable_plaintext_auth = no
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{key}
listen = 127.0.0.1
mail_location = maildir:{folder}/mail/%u
first_valid_uid = 1
first_valid_gid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/home
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service auth {{
  chroot =
}}
"""


@dataclass(frozen=True, slots=True)
class Dovecot:
    """A running server, where every user exists and has the same password."""

    port: int
    tls_port: int
    folder: Path

    def mailbox(self, user: str) -> "Mailbox":
        """The INBOX of *user*, empty at first."""
        mailbox = Mailbox(self.folder / "mail" / user)
        for name in ("new", "cur", "tmp"):
            (mailbox.path / name).mkdir(parents=True)
        _hand_over(mailbox.path)
        return mailbox


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A user's Maildir."""

    path: Path

    def deliver(self, name: str, raw: bytes) -> None:
        """Puts a letter into the INBOX as a delivery agent does."""
        waiting = self.path / "tmp" / name
        waiting.write_bytes(raw)
        _hand_over(waiting)
        waiting.rename(self.path / "new" / name)


def _hand_over(path: Path) -> None:
    """Makes *path* and all in it the property of the server's user."""
    if os.geteuid() == 0:
        _, _, uid, gid = _account()
        for place in (path, *path.rglob("*")):
            os.chown(place, uid, gid)


def _account() -> tuple[str, str, int, int]:
    """User and group that the server's processes run as; Dovecot reads no mail as root."""
    uid = os.geteuid() or pwd.getpwnam("nobody").pw_uid
    entry = pwd.getpwuid(uid)
    return entry.pw_name, grp.getgrgid(entry.pw_gid).gr_name, uid, entry.pw_gid


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """A server; where it is not installed the test is skipped, but fails in the automatic run."""
    if PROGRAM is None:
        message = "Dovecot is not installed: apt-get install dovecot-imapd"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    # Not in pytest's own folder, which Dovecot's user may not enter.
    with TemporaryDirectory() as folder, _started(PROGRAM, Path(folder)) as server:
        yield server


@contextmanager
def _started(program: str, folder: Path) -> Iterator[Dovecot]:
    user, group, uid, gid = _account()
    server = Dovecot(free_port(), free_port(), folder)
    for name in ("run", "state", "home", "mail"):
        (folder / name).mkdir()
    settings = folder / "dovecot.conf"
    settings.write_text(
        SETTINGS.format(
            folder=folder, user=user, group=group, uid=uid, gid=gid, port=server.port,
            tls_port=server.tls_port, password=PASSWORD, certificate=CERTIFICATE,
            key=TLS / "key.pem",
        )
    )  # fmt: skip
    _hand_over(folder)
    with subprocess.Popen([program, "-F", "-c", str(settings)]) as process:
        try:
            _until_open(server.port)
            yield server
        finally:
            process.terminate()


def _until_open(port: int) -> None:
    for _ in range(500):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError("Dovecot does not listen.")
