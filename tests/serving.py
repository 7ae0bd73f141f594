"""``gm serve`` as a process of its own, and other waits, for the tests."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gm.cli import run
from tests.mail.dovecot import PASSWORD, Dovecot

PATIENCE = 60.0
"""Seconds after which something that should happen is taken for broken, however slow a machine."""
SEATS = ("takeda", "hojo", "oda")


def until(done: Callable[[], bool], what: str = "") -> None:
    """Waits until something has happened."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"It does not happen. {what}"
        time.sleep(0.05)


def gm(*arguments: str) -> "subprocess.Popen[bytes]":
    """``gm`` with these arguments, as a process in this repository."""
    return subprocess.Popen(
        [sys.executable, "-m", "gm", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )  # fmt: skip


def made_desk(folder: Path, *settings: str) -> Path:
    """A desk with a match of three players; *settings* are lines below ``mail:`` of ``gm.yaml``."""
    assert run(["init", str(folder), "--address", "gm@example.org"]) == 0
    text = (folder / "gm.yaml").read_text("utf-8")
    text = re.sub(r"\n  since: .*", "", text)  # letters of the tests are of any day
    lines = "".join(f"  {line}\n" for line in ("pictures: svg", *settings))
    (folder / "gm.yaml").write_text(text.replace("\nmail:\n", f"\nmail:\n{lines}"), "utf-8")
    seats = [part for power in SEATS for part in ("--seat", f"{power}={power}@example.org")]
    assert run(["new", "edo", "--desk", str(folder), "--game", "sengoku", *seats]) == 0
    return folder


def imap_desk(folder: Path, server: Dovecot) -> Path:
    """Such a desk, whose letters come to the mailbox ``gm`` of an IMAP server."""
    source = f"source: imap+plain://127.0.0.1:{server.port}/INBOX"
    return made_desk(folder, source, "source_user: gm", f"source_password: {PASSWORD}")


@dataclass(frozen=True, slots=True)
class Served:
    """A service that runs: its process, and what it has said so far."""

    process: "subprocess.Popen[bytes]"
    log: Path

    def said(self) -> str:
        return self.log.read_text("utf-8")

    def until_said(self, text: str) -> None:
        until(lambda: text in self.said() or self.process.poll() is not None, text)
        assert text in self.said(), self.said()

    def stop(self) -> int:
        """Stops it as systemd does, and gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """``gm serve`` for the desk in *folder*, ready; ended in the end, however it went."""
    log = folder / f"serve-{len(list(folder.glob('serve-*.log')))}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "gm", "serve", "--desk", str(folder), *options],
            stdout=output, stderr=output,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
        )  # fmt: skip
    served = Served(process, log)
    try:
        served.until_said("Serving the desk")
        yield served
    finally:
        process.kill()
        process.wait(PATIENCE)


def mail_out(folder: Path) -> list[str]:
    """The letters that the desk in *folder* has put into its outgoing Maildir."""
    place = folder / "mail/out/new"
    return [file.read_text("utf-8") for file in place.iterdir()] if place.is_dir() else []
