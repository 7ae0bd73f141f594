"""A document and its addresses to the bytes of a letter.

Out come pure ASCII bytes with CRLF line ends: the same draft gives the same bytes, so that a letter
sent twice after a crash is the same letter. Nothing in a draft can add a header field.
"""

import base64
import hashlib
import quopri
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime

from gm.mail.manners import DESK_FIELD
from gm.values import Value

MAX_SIZE = 500_000
"""Bytes of a finished letter; pictures that would make it larger are left out."""

_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@]{1,64}@[^\s<>()\[\],;:\\\"@]{1,255}")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}@[!-;=?-~]{1,250}>")
_PLAIN_WORDS = re.compile(r"[A-Za-z0-9 '._+-]*")


class Mailbox(Value, frozen=True):
    """An address, with the name of its owner where that is known."""

    address: str
    name: str = ""


class File(Value, frozen=True):
    """Something beside the text: a picture that the HTML calls ``cid:NAME``, or an attachment."""

    name: str
    media: str
    """Such as ``image/png``, ``image/svg+xml``, ``text/calendar``."""
    content: bytes


class Draft(Value, frozen=True):
    """All that a letter is made of.

    ``message_id`` is fixed by the caller. ``parent`` is the Message-ID of the letter that this one
    answers or follows, ``references`` the thread before it. ``answers`` tells whether a letter
    caused this one (a receipt) or not (a report). ``calendar`` is an iCalendar text
    (``gm.mail.calendar``).
    """

    message_id: str
    date: datetime
    sender: Mailbox
    to: tuple[Mailbox, ...]
    subject: str
    text: str
    html: str | None = None
    files: tuple[File, ...] = ()
    calendar: str | None = None
    parent: str | None = None
    references: tuple[str, ...] = ()
    reply_to: Mailbox | None = None
    answers: bool = False


class _Part(Value, frozen=True):
    fields: tuple[str, ...]
    body: bytes

    def as_bytes(self) -> bytes:
        head = "".join(f"{field}\r\n" for field in self.fields).encode("ascii")
        return head + b"\r\n" + self.body


def compose(draft: Draft) -> bytes:
    """The letter's bytes: at most 500 kB, plain text first, HTML beside it, then files.

    Raises:
        ValueError: an address or the Message-ID is malformed, or the date has no zone.
    """
    for kept in _with_fewer_files(draft.files):
        missing = tuple(file for file in draft.files if file not in kept)
        content = _content(draft, kept, missing)
        raw = _Part((*_head(draft), *content.fields), content.body).as_bytes()
        if len(raw) <= MAX_SIZE or not kept:
            return raw
    raise AssertionError("the last attempt is without files")


def _with_fewer_files(files: tuple[File, ...]) -> Iterable[tuple[File, ...]]:
    """All files, then without the largest, and so on down to none."""
    yield files
    by_size = sorted(files, key=lambda file: len(file.content), reverse=True)
    for number in range(1, len(files) + 1):
        yield tuple(file for file in files if file not in by_size[:number])


def _head(draft: Draft) -> tuple[str, ...]:
    if not _MESSAGE_ID.fullmatch(draft.message_id):
        raise ValueError(f"{draft.message_id!r} is no Message-ID.")
    if draft.date.tzinfo is None:
        raise ValueError("The date of a letter needs a time zone.")
    thread = _thread(draft)
    fields = [
        f"Date: {format_datetime(draft.date.astimezone(UTC).replace(microsecond=0))}",
        f"From: {_mailbox(draft.sender)}",
        _folded("To", ", ".join(_mailbox(mailbox) for mailbox in draft.to), ", "),
        f"Subject: {_text(draft.subject, 'Subject')}",
        f"Message-ID: {draft.message_id}",
    ]
    if draft.parent in thread:
        fields.append(f"In-Reply-To: {draft.parent}")
    if thread:
        fields.append(_folded("References", " ".join(thread), " "))
    if draft.reply_to:
        fields.append(f"Reply-To: {_mailbox(draft.reply_to)}")
    return (
        *fields,
        f"Auto-Submitted: {'auto-replied' if draft.answers else 'auto-generated'}",
        "X-Auto-Response-Suppress: All",
        f"{DESK_FIELD}: {_address(draft.sender.address)}",
        "MIME-Version: 1.0",
    )


def _thread(draft: Draft) -> tuple[str, ...]:
    """The well-formed Message-IDs of the thread: its first and its latest, the parent last."""
    chain = [*draft.references, *([draft.parent] if draft.parent else [])]
    sound = list(dict.fromkeys(item for item in reversed(chain) if _MESSAGE_ID.fullmatch(item)))
    sound.reverse()
    return tuple(sound if len(sound) <= 12 else [sound[0], *sound[-11:]])


def _folded(name: str, value: str, between: str) -> str:
    """A field with one item in a line, for lists that may be long."""
    return f"{name}: " + f"{between.rstrip()}\r\n ".join(value.split(between))


def _mailbox(mailbox: Mailbox) -> str:
    address = _address(mailbox.address)
    name = _without_controls(mailbox.name)
    if not name:
        return address
    if _PLAIN_WORDS.fullmatch(name):
        return f'"{name}" <{address}>'
    return f"{_encoded(name, len('Reply-To: '))} <{address}>"


def _address(address: str) -> str:
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"{address!r} is no mail address.")
    local, _, domain = address.rpartition("@")
    try:
        local.encode("ascii")
        return f"{local}@{domain.encode('idna').decode('ascii')}"
    except UnicodeError as error:
        raise ValueError(f"{address!r} cannot be written in plain letters.") from error


def can_be_written_to(address: str) -> bool:
    """Whether a letter to *address* can be made: foreign letters may stand in its domain only."""
    try:
        _address(address)
    except ValueError:
        return False
    return True


def _text(value: str, name: str) -> str:
    value = _without_controls(value)
    if value.isascii() and len(value) < 900 and "=?" not in value:
        return value
    return _encoded(value[:900], len(name) + 2)


def _encoded(value: str, indent: int) -> str:
    header = Header(value, "utf-8", maxlinelen=76, header_name="x" * indent)
    return header.encode(linesep="\r\n")


def _without_controls(value: str) -> str:
    """*value* on one line: line ends and other control characters could begin a new field."""
    printable = "".join(mark if mark.isprintable() else " " for mark in value)
    return " ".join(printable.encode("utf-8", "replace").decode("utf-8").split())


def _content(draft: Draft, files: tuple[File, ...], missing: tuple[File, ...]) -> _Part:
    note = "".join(
        f"\n(The picture “{file.name}” is left out: it is too large for a letter.)\n"
        for file in missing
    )
    plain = _text_part(draft.text + note, "plain")
    html = draft.html
    inline = tuple(file for file in files if html and _is_shown(file, html))
    body = plain
    if html:
        page = _text_part(html, "html")
        if inline:
            pictures = [_file_part(file, inline=True) for file in inline]
            page = _multipart("related", [page, *pictures], draft)
        body = _multipart("alternative", [plain, page], draft)
    beside = [_file_part(file, inline=False) for file in files if file not in inline]
    if draft.calendar:
        beside.append(_calendar_part(draft.calendar))
    return _multipart("mixed", [body, *beside], draft) if beside else body


def _is_shown(file: File, html: str) -> bool:
    return bool(re.search(rf"cid:{re.escape(file.name)}(?![\w.@-])", html))


def _text_part(text: str, kind: str) -> _Part:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"
    content = lines.encode("utf-8", "replace")
    simple = lines.isascii() and not re.search(r"[^\n]{200}|^From |\0| $", lines, re.MULTILINE)
    charset = "us-ascii" if content.isascii() else "utf-8"
    head = f'Content-Type: text/{kind}; charset="{charset}"'
    if simple:
        return _Part((head, "Content-Transfer-Encoding: 7bit"), content.replace(b"\n", b"\r\n"))
    packed = quopri.encodestring(content).replace(b"\r\n", b"\n")
    packed = re.sub(rb"^From ", b"=46rom ", packed, flags=re.MULTILINE).replace(b"\n", b"\r\n")
    return _Part((head, "Content-Transfer-Encoding: quoted-printable"), packed)


def _file_part(file: File, *, inline: bool) -> _Part:
    name = re.sub(r"[^A-Za-z0-9._-]", "-", file.name)
    media = (
        file.media if re.fullmatch(r"[\w.+-]+/[\w.+-]+", file.media) else "application/octet-stream"
    )
    ending = {"image/png": ".png", "image/svg+xml": ".svg"}.get(media, "")
    shown = name if name.endswith(ending) else name + ending
    fields = [
        f'Content-Type: {media}; name="{shown}"',
        "Content-Transfer-Encoding: base64",
        f'Content-Disposition: {"inline" if inline else "attachment"}; filename="{shown}"',
    ]
    if inline:
        fields.append(f"Content-ID: <{name}>")
    return _Part(tuple(fields), base64.encodebytes(file.content).replace(b"\n", b"\r\n"))


def _calendar_part(calendar: str) -> _Part:
    content = base64.encodebytes(calendar.encode("utf-8")).replace(b"\n", b"\r\n")
    fields = (
        'Content-Type: text/calendar; charset="utf-8"; method=PUBLISH; name="deadline.ics"',
        "Content-Transfer-Encoding: base64",
        'Content-Disposition: attachment; filename="deadline.ics"',
    )
    return _Part(fields, content)


def _multipart(kind: str, parts: list[_Part], draft: Draft) -> _Part:
    name = hashlib.sha256(f"{draft.message_id} {kind}".encode()).hexdigest()[:24]
    boundary = f"=_{kind}_{name}"
    body = b"".join(
        b"--" + boundary.encode() + b"\r\n" + part.as_bytes() + b"\r\n" for part in parts
    )
    head = f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"'
    return _Part((head,), body + b"--" + boundary.encode() + b"--\r\n")
