"""Where letters come from: an mbox, a Maildir, standard input.

Each source yields deliveries. A delivery is settled (marked as taken at its source) by its owner,
only after the letter is kept; what was not settled comes again. Nothing is ever deleted here.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol, runtime_checkable

from gm.errors import SettingsError, TryAgainError, UsageError
from gm.mail.headers import moment, split_headers
from gm.values import Value

LOOK_EVERY = 2.0
"""Seconds between two looks into a Maildir that is watched; a look is one list of its files."""
MAX_STDIN = 100_000_000
"""Bytes of a letter taken from standard input; a mail server has a lower limit of its own."""


def _nothing_to_do() -> None:
    """What settles a letter from a source that does not remember."""


class Delivery(Value, frozen=True):
    """A letter as it lies at its source.

    ``raw`` is what was found, byte for byte. ``place`` says where, for people and for telling
    letters without Message-ID apart. ``arrived`` is when our own mail server had it, where the
    source knows that; else the moment of reading counts. ``settle`` marks it as taken; call it
    when the letter is kept, never before; calling it twice does no harm.
    """

    raw: bytes
    place: str
    arrived: datetime | None = None
    settle: Callable[[], None] = _nothing_to_do


class Source(Protocol):
    """A place that letters come from."""

    def letters(self) -> Iterator[Delivery]:
        """The letters that were not settled yet, oldest first.

        Raises:
            TryAgainError: the place is locked or away for the moment.
            SettingsError: there is no such place, or it may not be read.
        """
        ...


@runtime_checkable
class WatchedSource(Source, Protocol):
    """A source that can wait for letters."""

    def wait(self, seconds: float) -> bool:
        """Waits until there is a letter, at most *seconds*; whether it is worth having a look.

        Raises:
            TryAgainError: the place is away for the moment.
            SettingsError: there is no such place, or it may not be read.
        """
        ...


class StdinSource(Value, frozen=True):
    """One letter from a stream, as a mail server's pipe hands it over."""

    stream: BinaryIO

    def letters(self) -> Iterator[Delivery]:
        """The letter, unless the stream is empty."""
        raw = self.stream.read(MAX_STDIN + 1)
        if len(raw) > MAX_STDIN:
            raise UsageError(
                f"The letter on standard input is larger than {MAX_STDIN // 1_000_000} MB; "
                "it was not kept. Set a message size limit in the mail server."
            )
        if raw.strip():
            yield Delivery(raw, "standard input")


class MaildirSource(Value, frozen=True):
    """Letters in a Maildir (or one of its folders), which delivery agents may fill meanwhile.

    Without *processed*, a settled letter moves from ``new`` to ``cur`` and gets the mark *seen*;
    then letters that somebody has already read in a mail program are not taken. With *processed*
    (a Maildir++ folder such as ``Processed``) every letter is taken and then moved there. Letters
    that were delivered before *since* are left alone.
    """

    path: Path
    processed: str | None = None
    since: date | None = None

    def letters(self) -> Iterator[Delivery]:
        """The letters not taken yet, oldest first."""
        found = sorted(self._waiting(), key=lambda file: (_delivered(file) or 0, file.name))
        for file in found:
            with contextlib.suppress(FileNotFoundError):  # another program moved it meanwhile
                yield Delivery(
                    raw=file.read_bytes(),
                    place=f"{self.path}: {_base(file.name)}",
                    arrived=_moment_of(file),
                    settle=partial(self._settle, file),
                )

    def wait(self, seconds: float) -> bool:
        """Waits until there is a letter, at most *seconds*; whether there is one."""
        until = time.monotonic() + seconds
        while not self._waiting():
            if time.monotonic() >= until:
                return False
            time.sleep(min(LOOK_EVERY, seconds))
        return True

    def _waiting(self) -> list[Path]:
        try:
            files = [*(self.path / "new").iterdir(), *(self.path / "cur").iterdir()]
        except FileNotFoundError as error:
            raise SettingsError(
                f"{self.path} is no Maildir: it has no folder {Path(error.filename).name}."
            ) from error
        except OSError as error:
            raise SettingsError(f"The Maildir {self.path} cannot be read: {error}.") from error
        letters = [file for file in files if not file.name.startswith(".")]
        if self.since:
            letters = [file for file in letters if not _is_before(file, self.since)]
        if self.processed:
            return letters
        return [file for file in letters if file.parent.name == "new" or "S" not in _flags(file)]

    def _settle(self, file: Path) -> None:
        target = self.path / f".{self.processed}" if self.processed else self.path
        for name in ("new", "cur", "tmp"):
            (target / name).mkdir(parents=True, exist_ok=True)
        current = self._where_now(file)
        if current is None:
            return
        flags = "".join(sorted({*_flags(current), "S"}))
        current.replace(target / "cur" / f"{_base(current.name)}:2,{flags}")

    def _where_now(self, file: Path) -> Path | None:
        """The file, which another program may have renamed by marking it."""
        if file.exists():
            return file
        base = _base(file.name)
        return next(
            (item for item in (self.path / "cur").iterdir() if _base(item.name) == base), None
        )


def _moment_of(file: Path) -> datetime:
    """When a letter was delivered."""
    return datetime.fromtimestamp(_delivered(file) or file.stat().st_mtime, UTC)


def _is_before(file: Path, day: date) -> bool:
    with contextlib.suppress(FileNotFoundError):  # another program moved it meanwhile
        return _moment_of(file).date() < day
    return True


def _base(name: str) -> str:
    return name.partition(":2,")[0]


def _flags(file: Path) -> str:
    return file.name.partition(":2,")[2]


def _delivered(file: Path) -> float | None:
    """When a letter was delivered, as seconds: the first number of its file name says so."""
    first = file.name.partition(".")[0]
    return float(first) if first.isdecimal() and 9 <= len(first) <= 11 else None


_ENVELOPE = re.compile(rb"From [^\n]*\d{1,2}:\d{2}[^\n]*\d{4}")
# Fields that mail programs rewrite in place when somebody looks into the mbox.
_MARKS_OF_READERS = re.compile(
    rb"^(?:Status|X-Status|X-Keywords|X-UID|X-IMAP(?:base)?|X-Mozilla-\w+|Content-Length|Lines):"
    rb"[^\n]*\n",
    re.MULTILINE | re.IGNORECASE,
)


class MboxSource(Value, frozen=True):
    """Letters in an mbox file that a mail server appends to; the file itself is never changed.

    What was taken is remembered in a file beside it (*memory*, by default the mbox's name with
    ``.taken``): one line for each letter, its digest, written through to the disk on settling.
    *patience* is for how many seconds a lock of another program is waited for. Letters that our
    own mail server had before *since* are left alone.
    """

    path: Path
    memory: Path | None = None
    patience: float = 10.0
    since: date | None = None

    def letters(self) -> Iterator[Delivery]:
        """The letters not taken yet, in the order of the file."""
        taken = self._taken()
        with self._open() as file:
            with _locked(file, self.path, self.patience):
                places = list(_places(file))
            for start, end in places:
                file.seek(start)
                raw = file.read(end - start)
                digest = _digest(raw)
                arrived = _arrived(raw)
                if digest in taken or not raw.strip():
                    continue
                if self.since and arrived and arrived.date() < self.since:
                    continue
                yield Delivery(
                    raw=raw,
                    place=f"{self.path}: {digest[:16]}",
                    arrived=arrived,
                    settle=partial(self._remember, digest),
                )

    def _open(self) -> BinaryIO:
        try:
            return self.path.open("rb")
        except OSError as error:
            raise SettingsError(
                f"The mbox {self.path} cannot be read: {error.strerror}."
            ) from error

    @property
    def _memory(self) -> Path:
        return self.memory or self.path.with_name(self.path.name + ".taken")

    def _taken(self) -> frozenset[str]:
        try:
            lines = self._memory.read_text("ascii", "replace").split("\n")
        except FileNotFoundError:
            return frozenset()
        except OSError as error:
            raise SettingsError(f"{self._memory} cannot be read: {error.strerror}.") from error
        return frozenset(line for line in lines if len(line) == 64)

    def _remember(self, digest: str) -> None:
        try:
            with self._memory.open("ab") as file:
                # A line torn by a crash before this one must not spoil it.
                file.write(b"\n" + digest.encode("ascii") + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise SettingsError(
                f"It cannot be written to {self._memory} which letters were taken: "
                f"{error.strerror}. Name another file for it in gm.yaml."
            ) from error


def _places(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """Start and end of each letter, without its envelope line."""
    start: int | None = None
    place, after_empty = 0, True
    for line in file:
        if after_empty and line.startswith(b"From ") and _ENVELOPE.match(line):
            if start is not None:
                yield start, place
            start = place + len(line)
        elif start is None and line.strip():
            start = place  # a file that holds one letter without an envelope line
        after_empty = not line.strip()
        place += len(line)
    if start is not None:
        yield start, place


def _digest(raw: bytes) -> str:
    """A digest that stays the same when a mail program marks the letter as read."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    head = _MARKS_OF_READERS.sub(b"", head + b"\n")
    return hashlib.sha256(head.rstrip() + b"\n\n" + body.rstrip()).hexdigest()


def _arrived(raw: bytes) -> datetime | None:
    """When our own server had the letter: the topmost Received field is its own."""
    received = split_headers(raw.partition(b"\n\n")[0][:20_000]).get("received")
    found = moment(received.rpartition(";")[2]) if ";" in received else None
    return found if found and found <= datetime.now(UTC) else None


@contextlib.contextmanager
def _locked(file: BinaryIO, path: Path, patience: float) -> Iterator[None]:
    """Holds the locks that delivery agents respect: fcntl, and a ``.lock`` file where allowed."""
    deadline = time.monotonic() + patience
    dot_lock = path.with_name(path.name + ".lock")
    holds_dot_lock = False
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            holds_dot_lock = _take_dot_lock(dot_lock)
            break
        except (BlockingIOError, FileExistsError) as error:
            fcntl.lockf(file, fcntl.LOCK_UN)
            if time.monotonic() >= deadline:
                raise TryAgainError(
                    f"The mbox {path} is locked by another program; it is read next time."
                ) from error
            time.sleep(0.05)
    try:
        yield
    finally:
        fcntl.lockf(file, fcntl.LOCK_UN)
        if holds_dot_lock:
            dot_lock.unlink(missing_ok=True)


def _take_dot_lock(dot_lock: Path) -> bool:
    """Whether the lock file was made; in a folder that we may not write to, fcntl must do.

    A lock older than ten minutes was left by a program that died; it is broken, as delivery agents
    do it.
    """
    with contextlib.suppress(FileNotFoundError):
        if time.time() - dot_lock.stat().st_mtime > 600:
            dot_lock.unlink()
    try:
        os.close(os.open(dot_lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    except (PermissionError, OSError) as error:
        if isinstance(error, FileExistsError):
            raise
        return False
    return True
