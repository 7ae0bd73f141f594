"""A deadline as a calendar entry (RFC 5545) that later ones with the same UID replace."""

import re
from datetime import UTC, datetime, timedelta

from gm.values import Value


class Entry(Value, frozen=True):
    """One entry. ``uid`` stays the same for all changes of a deadline; ``sequence`` grows."""

    uid: str
    sequence: int
    starts: datetime
    written: datetime
    title: str
    text: str = ""
    cancelled: bool = False
    remind: timedelta = timedelta(hours=24)


def calendar_text(entry: Entry) -> str:
    """The entry as a calendar of its own, with an alarm before it; lines end in CRLF."""
    lines = (
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//gm-desk//gm//EN", "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{_escaped(entry.uid)}",
        f"SEQUENCE:{entry.sequence}",
        f"DTSTAMP:{_moment(entry.written)}",
        f"DTSTART:{_moment(entry.starts)}",
        f"SUMMARY:{_escaped(entry.title)}",
        f"DESCRIPTION:{_escaped(entry.text)}",
        f"STATUS:{'CANCELLED' if entry.cancelled else 'CONFIRMED'}",
        "TRANSP:TRANSPARENT",
        *(() if entry.cancelled else _alarm(entry)),
        "END:VEVENT", "END:VCALENDAR",
    )  # fmt: skip
    return "".join(_folded(line) + "\r\n" for line in lines)


def _alarm(entry: Entry) -> tuple[str, ...]:
    return (
        "BEGIN:VALARM", "ACTION:DISPLAY",
        f"DESCRIPTION:{_escaped(entry.title)}",
        f"TRIGGER:-PT{int(entry.remind.total_seconds()) // 60}M",
        "END:VALARM",
    )  # fmt: skip


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    text = re.sub(r"([\\;,])", r"\\\1", text.replace("\r\n", "\n").replace("\r", "\n"))
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", " ", text).replace("\n", "\\n")


def _folded(line: str) -> str:
    """*line* in pieces of at most 75 bytes, none of which splits a character."""
    pieces, piece = [], ""
    for mark in line:
        if len((piece + mark).encode()) > 74:
            pieces.append(piece)
            piece = ""
        piece += mark
    return "\r\n ".join([*pieces, piece])
