"""Every setting: one line with its type, its meaning and its default.

The handbook's table of settings and the ``gm.yaml`` that ``gm init`` writes are made from this
module.
"""

import typing
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from zoneinfo import ZoneInfo

from msgspec import field

from gm import deadlines
from gm.config.playing import MissingSettings, PressSettings, VotesSettings
from gm.mail.trust import Trust
from gm.values import Value

UTC_ZONE = ZoneInfo("UTC")


class Missing(Enum):
    """What happens at a deadline when orders are missing."""

    RULES = "rules"
    WAIT = "wait"


class CatchUp(Enum):
    """What happens to a deadline that passed long before the jobs ran."""

    WAIT = "wait"
    TURN = "turn"


class Pictures(Enum):
    """As what pictures go into letters."""

    PNG = "png"
    UPRIGHT = "upright"
    SVG = "svg"


class Offered(Enum):
    """When the archive of a match is offered on the site."""

    NEVER = "never"
    OVER = "over"


class Signatures(Enum):
    """What is done with the signatures (DKIM) of letters."""

    IGNORE = "ignore"
    CHECK = "check"


class DeskSettings(Value, frozen=True):
    """Who runs the desk."""

    name: Annotated[str, "Name of the sender of all mail."] = "The gamemaster"
    address: Annotated[str, "Where players write to."] = "gm@localhost"
    gamemasters: Annotated[
        tuple[str, ...], "Addresses of the people who get notes and digests."
    ] = ()
    store: Annotated[str, "Where everything is kept."] = "sqlite:gm.sqlite"
    zone: Annotated[ZoneInfo, "Time zone of what the gamemaster is shown."] = UTC_ZONE


class MailSettings(Value, frozen=True):
    """Where mail comes from and goes to."""

    source: Annotated[
        str,
        "Where letters come from: maildir:PATH, mbox:PATH, imaps://HOST:PORT/FOLDER, "
        "imap://HOST:PORT/FOLDER (with STARTTLS), imap+plain://HOST:PORT/FOLDER (unprotected: "
        "only for a server on the same machine), or none (only by gm receive --stdin).",
    ] = "maildir:mail/in"
    source_user: Annotated[str, "Login name at the IMAP server; empty: that of mail.user."] = ""
    source_password: Annotated[
        str, "Password there, as env:NAME or file:PATH; empty: that of mail.password."
    ] = ""
    processed: Annotated[
        str,
        "Folder of the IMAP mailbox or the Maildir into which letters are moved once they are "
        "kept; empty: they stay where they are, and are marked.",
    ] = ""
    since: Annotated[
        date | None,
        "Letters that came before this day are left alone, for a mailbox that was in use before; "
        "gm init sets it.",
    ] = None
    sink: Annotated[
        str,
        "Where mail goes: maildir:PATH, smtp://HOST:PORT (with STARTTLS), smtps://HOST:PORT, or "
        "smtp+plain://HOST:PORT (unprotected: only for a server on the same machine).",
    ] = "maildir:mail/out"
    user: Annotated[str, "Login name at the SMTP server; empty for none."] = ""
    password: Annotated[
        str, "Password there; better kept elsewhere: env:NAME or file:PATH says where."
    ] = ""
    largest: Annotated[
        int, "Letters of more bytes are kept, not read, and told to the gamemaster."
    ] = 10_000_000
    pictures: Annotated[
        Pictures,
        "Pictures in letters: png (where the extra “png” is installed), upright (the same for "
        "phones: the halves of a wide map below each other), or svg, which takes no time to draw, "
        "but few mail programs show it.",
    ] = Pictures.PNG
    trust: Annotated[
        Trust,
        "When the sender of a letter is believed: address (always), unless-contradicted (no check "
        "failed), proven (a check succeeded), code-word (never: each seat needs a code word). The "
        "checks are those of mail.trusted_server and mail.signatures.",
    ] = Trust.UNLESS_CONTRADICTED
    trusted_server: Annotated[
        str,
        "Name that your mail server puts first into its Authentication-Results fields; empty: such "
        "fields are not believed.",
    ] = ""
    signatures: Annotated[
        Signatures,
        "Signatures of letters (DKIM): ignore, or check (needs the extra “auth”, and asks the name "
        "service for keys).",
    ] = Signatures.IGNORE
    certificates: Annotated[
        str, "File of authorities to trust beside the system's, for a server of one's own."
    ] = ""


class CalendarSettings(Value, frozen=True):
    """When deadlines fall; what is left out is as the rulebook of the game says."""

    zone: Annotated[ZoneInfo | None, "Time zone of the deadlines."] = None
    deadline: Annotated[
        deadlines.Rhythm | None,
        "Rhythm: “Tuesday 20:00”, “3 days”, “3 days at 20:00”, “48 hours”; a zone may follow.",
    ] = None
    kinds: Annotated[
        Mapping[str, deadlines.Rhythm],
        "Other rhythms by kind of phase, such as {retreats: 2 days}.",
    ] = field(default_factory=dict)
    skipped_days: Annotated[
        tuple[date, ...], "Days without deadlines: [2026-12-24, 2026-12-25]."
    ] = ()
    absent_days: Annotated[
        tuple[date, ...],
        "Days without deadlines since a player is away: kept for each match as absences are "
        "granted.",
    ] = ()
    skipped_weekdays: Annotated[
        tuple[str, ...], "Weekdays without deadlines: [Saturday, Sunday]."
    ] = ()
    shortest: Annotated[timedelta, "A weekly deadline nearer than this falls a week later."] = (
        timedelta(days=2)
    )
    reminders: Annotated[
        tuple[timedelta, ...], "How long before the deadline those who owe orders are reminded."
    ] = (timedelta(hours=24),)
    missing: Annotated[
        Missing,
        "Orders missing at the deadline: rules (the rulebook's civil disorder) or wait (for the "
        "gamemaster to say gm turn or gm extend).",
    ] = Missing.RULES
    grace: Annotated[
        timedelta,
        "When orders are missing at the deadline, letters still count for so long before the "
        "phase is adjudicated.",
    ] = timedelta(0)
    extension: Annotated[
        timedelta | None,
        "When orders are missing at the deadline, it moves by so much, once in a phase, and "
        "everybody is told; empty: never.",
    ] = None
    early: Annotated[
        timedelta | None,
        "When all orders have been in for so long, the phase ends before its deadline, unless a "
        "player has said wait; empty: never.",
    ] = None
    absence: Annotated[
        int,
        "For how many days in a match a player may be away by a line such as “absent from "
        "2026-05-01 to 2026-05-07”: no deadline falls on them. More is asked of the gamemaster.",
    ] = 0
    outage: Annotated[
        timedelta, "A deadline is long past when the jobs run this long after it."
    ] = timedelta(hours=12)
    catch_up: Annotated[
        CatchUp, "Deadlines long past: wait (for the gamemaster) or turn (adjudicate)."
    ] = CatchUp.WAIT


class SiteSettings(Value, frozen=True):
    """The site with positions and reports of all matches."""

    title: Annotated[str, "Name of the site, at the head of its pages."] = "Games by mail"
    folder: Annotated[str, "Where gm publish writes it; relative to gm.yaml."] = "site"
    address: Annotated[
        str, "Where people see it (https://...), for links in mail; empty: none."
    ] = ""
    archive: Annotated[
        Offered,
        "Whether the site offers the archive of a match: never, or over (once it has ended). It "
        "holds the texts of all letters, without addresses, code words and private press.",
    ] = Offered.NEVER


class Config(Value, frozen=True):
    """All settings of a desk; *folder* is where its ``gm.yaml`` lies."""

    folder: Path = Path()
    desk: DeskSettings = DeskSettings()
    mail: MailSettings = MailSettings()
    calendar: CalendarSettings = CalendarSettings()
    missing: MissingSettings = field(default_factory=MissingSettings)
    votes: VotesSettings = field(default_factory=VotesSettings)
    press: PressSettings = field(default_factory=PressSettings)
    site: SiteSettings = SiteSettings()


class Setting(NamedTuple):
    """One line of the table of settings."""

    name: str
    default: str
    meaning: str


def table(config: Config | None = None) -> Iterator[Setting]:
    """Every setting with its default as it is written in ``gm.yaml``, and its meaning.

    With *config*, the values of that in place of the defaults.
    """
    for section, kind in sections().items():
        hints = typing.get_type_hints(kind, include_extras=True)
        values = kind() if config is None else getattr(config, section)
        for name in kind.__struct_fields__:
            meaning = hints[name].__metadata__[0]
            yield Setting(f"{section}.{name}", written(getattr(values, name)), meaning)


def sections() -> dict[str, type[Value]]:
    """The sections of ``gm.yaml`` with the classes of their settings."""
    hints = typing.get_type_hints(Config)
    return {name: hints[name] for name in Config.__struct_fields__ if name != "folder"}


def written(value: Any) -> str:
    """A value as it stands in ``gm.yaml``; nothing for one that is left out."""
    match value:
        case Enum():
            text = str(value.value)
        case ZoneInfo():
            text = value.key
        case timedelta():
            text = _written_length(value)
        case tuple():
            text = f"[{', '.join(map(written, value))}]"
        case Mapping():
            items = (f"{key}: {written(item)}" for key, item in value.items())
            text = f"{{{', '.join(items)}}}"
        case deadlines.Rhythm():
            text = _written_rhythm(value)
        case None:
            text = ""
        case _:
            text = str(value) or '""'
    return text


def _written_rhythm(rhythm: deadlines.Rhythm) -> str:
    zone = f" {rhythm.zone.key}" if rhythm.zone else ""
    match rhythm.rule:
        case deadlines.Weekly(weekday, at):
            return f"{deadlines.WEEKDAYS[weekday]} {at:%H:%M}{zone}"
        case deadlines.Days(days, None):
            return f"{days} days"
        case deadlines.Days(days, at):
            return f"{days} days at {at:%H:%M}{zone}"
        case deadlines.Hours(hours):
            return f"{hours} hours"


def _written_length(length: timedelta) -> str:
    minutes = int(length.total_seconds()) // 60
    for size, unit in ((1440, "d"), (60, "h")):
        if minutes and minutes % size == 0 and (unit == "h" or minutes > 1440):
            return f"{minutes // size}{unit}"
    return f"{minutes}m"


def example(given: Mapping[str, str]) -> str:
    """A ``gm.yaml`` with every setting explained; those not in *given* are commented out."""
    lines = ["# Settings of this desk. A line that begins with # shows the default."]
    section = ""
    for name, default, meaning in table():
        part, _, key = name.partition(".")
        if part != section:
            lines += ["", f"{part}:"]
            section = part
        lines.append(f"  # {meaning}")
        mark, value = ("", given[name]) if name in given else ("# ", default)
        lines.append(f"  {mark}{key}: {value}".rstrip())
    return "\n".join(lines) + "\n"
