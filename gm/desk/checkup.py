"""``gm doctor``: is everything there that the desk needs? Each finding is a sentence.

Nothing is taken, sent or changed here, but for files that are made and removed again.
"""

import importlib.util
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import partial
from pathlib import Path

from gm import config as settings
from gm import deadlines
from gm.config import Config, Signatures, secret
from gm.desk.connections import IMAP, PORTS, desk_source, smtp_server
from gm.desk.room import Desk, desk_with
from gm.desk.standing import standing
from gm.desk.troubles import troubles
from gm.errors import EXIT_OK, EXIT_SETTINGS, EXIT_TRY_AGAIN, GmError, SettingsError
from gm.mail.sources import MaildirSource, MboxSource
from gm.mail.trust import Trust
from gm.records import LetterFate, Match, MatchStatus
from gm.values import Value

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows less: the program is younger."""
LEAST_SPACE = 200_000_000
"""Bytes; with less free on the disk a gamemaster should do something."""
SLOW = timedelta(days=1)


class Grade(Enum):
    """How much a finding matters."""

    GOOD = "ok"
    WARNING = "warning"
    BAD = "FAILS"


class Finding(Value, frozen=True):
    """What was looked at, how it is, and as sentences: what was found, and what to do."""

    about: str
    grade: Grade
    said: str
    exit_code: int = EXIT_OK


def good(about: str, said: str) -> Finding:
    """All is well."""
    return Finding(about, Grade.GOOD, said)


def warning(about: str, said: str) -> Finding:
    """It works, but something is not as it should be."""
    return Finding(about, Grade.WARNING, said)


def bad(about: str, said: str, exit_code: int = EXIT_SETTINGS) -> Finding:
    """It does not work."""
    return Finding(about, Grade.BAD, said, exit_code)


def examine(folder: Path, now: datetime) -> Iterator[Finding]:
    """Every finding about the desk in *folder*; what one check needs was looked at before it."""
    try:
        config = settings.load(folder)
    except GmError as error:
        yield bad("settings", str(error), error.exit_code)
        return
    yield good("settings", f"{folder / settings.FILE} can be read.")
    yield from _all(
        ("addresses", lambda: _addresses(config)),
        ("secrets", lambda: _secrets(config)),
        ("extras", lambda: _extras(config)),
        ("time zones", lambda: _zones(config)),
        ("mail in", lambda: _mail_in(config)),
        ("mail out", lambda: _mail_out(config)),
        ("site", lambda: [_writable("site", config.folder / config.site.folder)]),
        ("trust", lambda: _trust(config)),
    )
    try:
        desk = desk_with(config)
    except GmError as error:
        yield bad("store", str(error), error.exit_code)
        return
    try:
        yield from _all(
            ("store", lambda: _store(desk)),
            ("clock", lambda: _clock(desk, now)),
            ("jobs", lambda: _jobs(desk, now)),
            ("matches", lambda: _matches(desk, now)),
        )
    finally:
        desk.store.close()


def _all(*checks: tuple[str, Callable[[], Iterable[Finding]]]) -> Iterator[Finding]:
    """The findings of each check; one that breaks is a finding itself."""
    for about, check in checks:
        try:
            yield from check()
        except GmError as error:
            yield bad(about, str(error), error.exit_code or EXIT_SETTINGS)
        except OSError as error:
            yield bad(about, f"{error.filename or about}: {error.strerror or error}.")


def _addresses(config: Config) -> Iterator[Finding]:
    own, masters = config.desk.address, config.desk.gamemasters
    if own.endswith("@localhost") or "@" not in own:
        yield warning(
            "addresses",
            f"Players would write to {own}; set desk.address to an address that they can reach.",
        )
    else:
        yield good("addresses", f"Players write to {own}.")
    if not masters:
        yield warning(
            "addresses",
            "Nobody gets notes and digests; set desk.gamemasters to your own address.",
        )
    if own.casefold() in map(str.casefold, masters):
        yield bad(
            "addresses",
            f"{own} is both the desk's address and a gamemaster's: mail from it is taken for the "
            "desk's own. Give the desk an address of its own.",
        )


def _secrets(config: Config) -> Iterator[Finding]:
    mail = config.mail
    named = {"mail.password": mail.password, "mail.source_password": mail.source_password}
    for name, text in named.items():
        if not text:
            continue
        kind, _, place = text.partition(":")
        if not secret(text, config.folder):
            yield bad("secrets", f"{name}: {text} is empty.")
        elif kind == "file" and place:
            yield _private("secrets", config.folder / place, f"The password of {name}")
        elif kind == "env" and place:
            yield good("secrets", f"{name} is in the environment, as {place}.")
        else:
            yield warning(
                "secrets",
                f"{name} stands in gm.yaml itself; better write env:NAME or file:PATH there.",
            )
            yield _private("secrets", config.folder / settings.FILE, "The password in it")


def _private(about: str, path: Path, what: str) -> Finding:
    """Whether a file can be read by its owner (and group) only."""
    if path.stat().st_mode & 0o004:
        return warning(
            about, f"{what}, in {path}, can be read by everybody here; say: chmod o-rwx {path}"
        )
    return good(about, f"{what}, in {path}, is not readable for everybody.")


def _extras(config: Config) -> Iterator[Finding]:
    """Whether the packages are installed that the settings need."""
    needed = [
        ("imap", "imap_tools", config.mail.source.partition(":")[0] in IMAP),
        ("auth", "dkim", config.mail.signatures is Signatures.CHECK),
    ]
    wanted = [("png", "resvg_py", config.mail.pictures is settings.Pictures.PNG)]
    for extra, module, is_used in needed:
        if is_used and importlib.util.find_spec(module) is None:
            yield bad("extras", f"The settings need an extra: pip install 'gm-desk[{extra}]'.")
    for extra, module, is_used in wanted:
        if is_used and importlib.util.find_spec(module) is None:
            yield warning(
                "extras",
                "Pictures in letters would be SVG, which few mail programs show; "
                f"pip install 'gm-desk[{extra}]' makes them PNG.",
            )


def _zones(config: Config) -> Iterator[Finding]:
    for name in ("Europe/Berlin", "America/New_York", "Asia/Tokyo", str(config.desk.zone)):
        try:
            deadlines.read_zone(name)
        except deadlines.ScheduleError as error:
            yield bad("time zones", f"{error} Install the zone data: pip install tzdata.")
            return
    yield good("time zones", f"The zone data is there; yours is {config.desk.zone}.")


def _mail_in(config: Config) -> Iterator[Finding]:
    source = desk_source(config)
    if source is None:
        yield good("mail in", "No mailbox is set; letters come by gm receive --stdin or gm serve.")
    elif isinstance(source, MaildirSource):
        for part in ("new", "cur"):
            if not (source.path / part).is_dir():
                yield bad(
                    "mail in", f"{source.path} is no Maildir: it has no folder {part}. Make it."
                )
                return
        yield _writable("mail in", source.path / "cur")
    elif isinstance(source, MboxSource):
        with source.path.open("rb"):
            yield good("mail in", f"The mbox {source.path} can be read.")
        yield _writable("mail in", source.path.parent)
    else:
        yield good("mail in", source.describe())  # type: ignore[attr-defined]  # IMAP is left


def _mail_out(config: Config) -> Iterator[Finding]:
    kind, _, place = config.mail.sink.partition(":")
    if kind == "maildir" and place:
        yield _writable("mail out", config.folder / place)
        yield warning(
            "mail out",
            f"Mail is put into the folder {place} and goes no further; set mail.sink to your mail "
            "server when the match is to begin.",
        )
        return
    if kind not in PORTS:
        raise SettingsError(
            f"mail.sink: “{config.mail.sink}” is no place to send to; write maildir:PATH, "
            "smtp://HOST:PORT or smtps://HOST:PORT."
        )
    from gm.mail.smtp import describe  # only the way that is used

    server = smtp_server(config)
    if server.user is None and server.security.value != "none":
        yield warning(
            "mail out", "There is no login (mail.user); few mail servers take mail without one."
        )
    yield good("mail out", describe(server))


def _writable(about: str, folder: Path) -> Finding:
    """Whether files can be made in a folder, which may have to be made itself."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=there, prefix=".gm-doctor-"):
            pass
    except OSError as error:
        return bad(about, f"Nothing can be written into {there}: {error.strerror}.")
    return good(about, f"{folder} can be written to.")


def _trust(config: Config) -> Iterator[Finding]:
    mail = config.mail
    checks = bool(mail.trusted_server) or mail.signatures is Signatures.CHECK
    if mail.trust is Trust.PROVEN and not checks:
        yield bad(
            "trust",
            "mail.trust is proven, but nothing is checked, so no letter would be taken. Set "
            "mail.trusted_server to your mail server's name, or mail.signatures to check.",
        )
    elif mail.trust is Trust.UNLESS_CONTRADICTED and not checks:
        yield warning(
            "trust",
            "Nothing checks whether From fields are true. Set mail.trusted_server to the name in "
            "your mail server's Authentication-Results fields, or give seats code words.",
        )
    else:
        yield good("trust", f"Senders are believed: {mail.trust.value}.")


def _store(desk: Desk) -> Iterator[Finding]:
    with desk.store.transaction():  # waits for other writers, and so tries to write
        pass
    said = desk.store.examine()
    if said:
        yield bad("store", f"The store is damaged: {said}. Take the last good copy of it.")
    else:
        yield good("store", "The store is sound and can be written to.")
    kind, _, place = desk.config.desk.store.partition(":")
    if kind == "sqlite":
        path = desk.config.folder / place
        yield _private("store", path, "The store, with orders and letters")
        free = shutil.disk_usage(path.absolute().parent).free
        if free < LEAST_SPACE:
            yield warning("store", f"Only {free // 1_000_000} MB are free on its disk.")
    if not desk.store.fact("desk"):
        yield bad("store", "The store has no identity; was it made by gm init?")


def _clock(desk: Desk, now: datetime) -> Iterator[Finding]:
    entries = desk.store.log_entries(limit=1)
    if now < EARLIEST:
        yield bad("clock", f"This machine thinks that it is {now:%Y-%m-%d}; set its clock.")
    elif entries and entries[0].at > now + timedelta(minutes=5):
        yield bad(
            "clock",
            f"This machine's clock shows {now:%Y-%m-%d %H:%M} UTC, but the log already has a line "
            f"of {entries[0].at:%Y-%m-%d %H:%M}; set the clock, for deadlines go by it.",
        )
    else:
        shown = deadlines.shown(now, desk.config.desk.zone)
        yield good("clock", f"It is {shown}; compare with your watch.")


def _jobs(desk: Desk, now: datetime) -> Iterator[Finding]:
    """What the jobs have met with so far."""
    for one in troubles(desk):
        yield bad("jobs", f"{one['meaning']}, since {one['since']}: {one['said']}", EXIT_TRY_AGAIN)
    waiting = desk.store.unread(now - SLOW)
    if waiting:
        yield warning(
            "jobs", f"{len(waiting)} letters have waited to be read for a day: do the jobs run?"
        )
    unsent = [one for one in desk.store.undelivered() if not one.sent and not one.given_up]
    old = [one for one in unsent if one.created < now - SLOW]
    if old:
        yield warning("jobs", f"{len(old)} mails wait since more than a day: gm status shows why.")
    failed = desk.store.letters(LetterFate.FAILED, now - timedelta(days=14))
    if failed:
        numbers = ", ".join(str(letter.number) for letter in failed[:10])
        yield warning("jobs", f"Letters that could not be read, have a look: {numbers}.")


def _matches(desk: Desk, now: datetime) -> Iterator[Finding]:
    for match in desk.store.matches():
        yield from _all((f"match {match.name}", partial(_match, desk, match, now)))


def _match(desk: Desk, match: Match, now: datetime) -> Iterator[Finding]:
    about = f"match {match.name}"
    present = standing(desk, match)
    game = present.offer.game
    if match.status is MatchStatus.OVER:
        yield good(about, f"{game.title}, over; its files are sound.")
        return
    desk.parser(present.offer, game.words(present.state))
    for seat in present.seats.values():
        if seat.zone:
            deadlines.read_zone(seat.zone)
        if not seat.addresses:
            yield warning(about, f"Nobody plays {seat.power}: gm seat {match.name} {seat.power}.")
        elif present.config.mail.trust is Trust.CODE_WORD and not seat.code_word:
            yield bad(
                about,
                f"{seat.power} has no code word, so none of its letters is taken: "
                f"gm seat {match.name} {seat.power} --code-word",
            )
    outage = present.config.calendar.outage
    if match.deadline and now - match.deadline > outage:
        shown = deadlines.shown(match.deadline, present.schedule.zone)
        yield warning(about, f"Its deadline was {shown}: gm turn {match.name}, or gm extend.")
    label = present.phase.label if present.phase else ""
    yield good(about, f"{game.title}, {label}: map, grammar, position and seats are sound.")


def exit_code(findings: Iterable[Finding]) -> int:
    """0 if nothing fails; else the code of what fails, settings before what may pass."""
    codes = [one.exit_code for one in findings if one.grade is Grade.BAD]
    return max(codes, default=EXIT_OK)
