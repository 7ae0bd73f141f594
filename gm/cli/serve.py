"""``gm serve``: the jobs at the right moments, and a door for mail servers, until it is stopped."""

import contextlib
import json
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import click

from gm.cli.options import desk_option, json_option
from gm.errors import EXIT_OK, GmError, UsageError
from gm.values import Value

if TYPE_CHECKING:
    from gm.config import Config
    from gm.desk.room import Desk
    from gm.desk.summary import Summary
    from gm.mail.lmtp import Door, Protocol
    from gm.mail.sources import Delivery

GATHER = 1.0
"""Seconds to wait for more letters after the first, so that one round serves them all."""
REST = 5.0
"""Seconds at least between two rounds, however many letters come."""
LONGEST_WATCH = 25 * 60.0
"""Seconds; an IMAP server may close a connection that idles for half an hour."""
TROUBLE_REST, LONGEST_REST = 20.0, 600.0
"""Seconds before a source that is away is watched again, longer each time: a mail server may lock
out who knocks too often."""


class News(Enum):
    """What wakes the service."""

    LETTER = "letter"
    STOP = "stop"


@click.command()
@click.option(
    "--lmtp", metavar="[HOST:PORT|unix:PATH]", is_flag=False, flag_value="127.0.0.1:8024",
    help="Also take letters by LMTP, from a mail server (default: 127.0.0.1:8024).",
)  # fmt: skip
@click.option(
    "--smtp", metavar="[HOST:PORT|unix:PATH]", is_flag=False, flag_value="127.0.0.1:8025",
    help="Also take letters by SMTP (default: 127.0.0.1:8025).",
)  # fmt: skip
@click.option(
    "--for", "aliases", multiple=True, metavar="ADDRESS",
    help="Take letters to this address too, beside desk.address; may be repeated.",
)  # fmt: skip
@click.option(
    "--every", metavar="LENGTH",
    help="How long at most between two rounds of all jobs (default: 1m; 5m with an IMAP mailbox).",
)  # fmt: skip
@desk_option
@json_option
def serve(  # noqa: PLR0913 (one for each option)
    desk: Path,
    lmtp: str | None,
    smtp: str | None,
    aliases: tuple[str, ...],
    every: str | None,
    *,
    as_json: bool,
) -> int:
    r"""Keep a desk going until it is stopped: all six jobs whenever a letter or a deadline comes.

    A Maildir and an IMAP mailbox are watched, so that letters are answered within seconds; other
    sources are looked at in each round. With --lmtp or --smtp a mail server can hand letters over;
    each is kept before it is acknowledged. SIGTERM or Ctrl-C end it after the job at hand.

    \b
    Example: gm serve --desk /srv/gm
             gm serve --desk /srv/gm --lmtp unix:/run/gm/lmtp
    """
    from gm.config import load
    from gm.mail.lmtp import Protocol

    config = load(desk)
    is_far = config.mail.source.startswith("imap")
    pace = _length(every or ("5m" if is_far else "1m"))
    here = (config.desk.address, *aliases)
    doors = [
        _door(text, protocol, here)
        for protocol, text in ((Protocol.LMTP, lmtp), (Protocol.SMTP, smtp))
        if text is not None
    ]
    service = Service(desk, pace, Log(as_json=as_json))
    with service.stopped_by_signals(), contextlib.ExitStack() as stack:
        from gm.mail.lmtp import listening  # only the way that is used

        for door in doors:
            stack.enter_context(listening(door, service.keeper(door.protocol)))
            service.log.say(f"Listening on {door.place} ({door.protocol.value}).")
        service.run()
    return EXIT_OK


def _length(text: str) -> timedelta:
    from gm import deadlines

    try:
        length = deadlines.read_length(text)
    except deadlines.ScheduleError as error:
        raise UsageError(f"--every: {error}") from None
    if not timedelta(minutes=1) <= length <= timedelta(hours=1):
        raise UsageError("--every: write a length from 1m to 60m.")
    return length


def _door(text: str, protocol: "Protocol", own: Sequence[str]) -> "Door":
    from gm.desk.addressing import is_own
    from gm.mail.lmtp import Door

    def accepts(address: str) -> bool:
        return any(is_own(address, one) for one in own)

    if text.startswith("unix:"):
        return Door(accepts, protocol=protocol, path=Path(text.removeprefix("unix:")))
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise UsageError(f"“{text}” is no place to listen on; write HOST:PORT or unix:PATH.")
    return Door(accepts, host.strip("[]"), int(port), protocol)


class Log(Value, frozen=True):
    """What is printed: a line for each thing that was done, with its moment."""

    as_json: bool = False

    def say(self, line: str, *, trouble: bool = False) -> None:
        """Prints one line of the service itself; *trouble* goes to standard error."""
        if self.as_json:
            self._print({"at": _now_text(), "said": line, "trouble": trouble})
        else:
            click.echo(f"{_now_text()} {line}", err=trouble)

    def tell(self, summary: "Summary") -> None:
        """Prints what a job has done, unless it had nothing to do."""
        counts = [value for value in summary.data.values() if isinstance(value, int)]
        if not any(counts) and not summary.exit_code:
            return
        if self.as_json:
            self._print({"at": _now_text(), **summary.as_data()})
            return
        failures = summary.data.get("failures", [])
        for line in summary.lines:
            click.echo(f"{_now_text()} {summary.job}: {line}", err=line in failures)

    @staticmethod
    def _print(data: Any) -> None:
        click.echo(json.dumps(data, ensure_ascii=False))


def _now_text() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True)
class Service:
    """The desk in *folder*, served until a signal stops it.

    ``news`` carries what should wake it; a queue of this kind can be written to from a signal
    handler, too. ``looked`` is set after each round, for the watcher.
    """

    folder: Path
    pace: timedelta
    log: Log
    news: "SimpleQueue[News]" = field(default_factory=SimpleQueue)
    looked: threading.Event = field(default_factory=threading.Event)
    stopped: bool = False
    _desk: "Desk | None" = None
    _settings: tuple[int, int] = (0, 0)
    _refused: tuple[int, int] = (0, 0)

    @contextlib.contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Lets SIGTERM and SIGINT end the service; the second one ends it at once."""

        def stop(number: int, _frame: object) -> None:
            self.stopped = True
            self.news.put(News.STOP)
            signal.signal(number, signal.SIG_DFL)

        before = {one: signal.signal(one, stop) for one in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def keeper(self, protocol: "Protocol") -> Callable[["Delivery"], None]:
        """Keeps letters that come in by *protocol*; for the thread of a listener."""
        from gm.desk.receive import keep
        from gm.desk.room import open_desk

        def kept(delivery: "Delivery") -> None:
            desk = open_desk(self.folder)
            try:
                number, is_new = keep(desk, datetime.now(UTC), delivery)
            finally:
                desk.store.close()
            known = "" if is_new else ", known already"
            size = f"{len(delivery.raw) / 1000:.1f} kB"
            self.log.say(f"{protocol.value}: letter {number} kept ({size}{known}).")
            self.news.put(News.LETTER)

        return kept

    def run(self) -> None:
        """Does rounds of all jobs until the service is stopped."""
        self._desk_now()
        self.log.say(f"Serving the desk in {self.folder.resolve()}.")
        watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
        watcher.start()
        while not self.stopped:
            begun = time.monotonic()
            self._round()
            self.looked.set()
            self._wait(begun + REST)
        if self._desk is not None:
            self._desk.store.close()
        self.log.say("Stopped.")

    def _round(self) -> None:
        """All jobs once; whatever goes wrong, the next round comes."""
        from gm.cli.jobs import ticked

        try:
            for summary in ticked(self._desk_now(), datetime.now(UTC)):
                self.log.tell(summary)
                if self.stopped:
                    return
        except GmError as error:
            self.log.say(f"{error}", trouble=True)
        except Exception:  # a fault of the program must not end the service
            self.log.say(f"This is a fault of the program:\n{traceback.format_exc()}", trouble=True)

    def _desk_now(self) -> "Desk":
        """The desk, opened anew when its settings have changed."""
        from gm.config import FILE, load
        from gm.desk.room import desk_with

        if self._desk is None:
            self._settings = _mark(self.folder / FILE)
            self._desk = desk_with(load(self.folder))
            return self._desk
        mark = _mark(self.folder / FILE)
        if mark in {self._settings, self._refused}:
            return self._desk
        try:
            fresh = desk_with(load(self.folder))
        except GmError as error:
            self._refused = mark
            self.log.say(f"{error} The settings stay as they were.", trouble=True)
            return self._desk
        self._desk.store.close()
        self._desk, self._settings = fresh, mark
        self.log.say("The settings were read anew.")
        return fresh

    def _desk_config(self) -> "Config":
        assert self._desk is not None, "the watcher starts after the desk was opened"
        return self._desk.config

    def _wait(self, earliest: float) -> None:
        """Waits for news, the next deadline, or the end of the pace; then for more letters."""
        if not self._next(time.monotonic() + self._pause()):
            return
        until = max(earliest, time.monotonic() + GATHER)
        while self._next(until):
            pass

    def _next(self, until: float) -> bool:
        """Whether news came before *until* and the service goes on."""
        if self.stopped:
            return False
        try:
            return self.news.get(timeout=max(until - time.monotonic(), 0.01)) is News.LETTER
        except Empty:
            return False

    def _pause(self) -> float:
        """Seconds to the next round, if no letter comes."""
        now = datetime.now(UTC)
        until = now + self.pace
        if self._desk is not None:
            with contextlib.suppress(GmError):
                for match in self._desk.store.running_until(until):
                    if match.deadline is not None and match.deadline > now:
                        until = match.deadline + timedelta(milliseconds=100)
                        break
        return max((until - now).total_seconds(), 0.01)

    def _watch(self) -> None:
        """Tells of letters at the desk's source as they come; the job says what is wrong there."""
        from gm.desk.connections import desk_source
        from gm.mail.sources import WatchedSource

        rest = TROUBLE_REST
        while not self.stopped:
            config = self._desk_config()
            try:
                source = desk_source(config)
                if isinstance(source, WatchedSource):
                    if source.wait(LONGEST_WATCH):
                        self.looked.clear()
                        self.news.put(News.LETTER)
                        self.looked.wait()
                    rest = TROUBLE_REST
                    continue
            except (GmError, OSError):
                rest = min(rest * 2, LONGEST_REST)  # the round that comes says what is wrong
            time.sleep(rest)


def _mark(path: Path) -> tuple[int, int]:
    """What changes when somebody edits a file."""
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_mtime_ns, found.st_size
    return 0, 0
