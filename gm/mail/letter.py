"""A letter's bytes to what a person would see in it: who, about what, which text.

Nothing here raises, whatever the bytes, and everything is bounded (see ``gm.mail.mime``). The
letter itself is kept whole elsewhere; this is only how it reads.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from gm.mail import headers as fields
from gm.mail.charsets import text_of
from gm.mail.flowed import unflowed
from gm.mail.headers import Headers
from gm.mail.markup import Converted, text_of_html
from gm.mail.mime import Limit, Part, split
from gm.values import Value, replace

MAX_TEXT = 500_000
"""Characters of text that are read; a letter of orders has a few hundred."""
MAX_CONTENT = 2_000_000
"""Bytes of one part that are read as text; a page has much markup for little text."""
MAX_LINES = 20_000
MAX_REFERENCES = 100
MAX_ATTACHMENTS = 100


class NoteKind(Enum):
    """What a player should be told about how the letter was read."""

    TOO_LONG = "too long"
    TNEF = "winmail.dat"
    ENCRYPTED = "encrypted"
    ATTACHMENT_READ = "attachment read"
    ATTACHMENT_NOT_READ = "attachment not read"
    FORWARDED = "forwarded"
    ONLY_QUOTED = "only quoted"
    TORN = "torn"
    STRUCK_OUT = "struck out"
    SENDER_UNCLEAR = "sender unclear"
    CODE_WORD = "code word"


class Note(Value, frozen=True):
    """One thing about how the letter was read, with the sentence that tells it."""

    kind: NoteKind
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Attachment(Value, frozen=True):
    """A file beside the text; ``text`` is its content if it is plain text, else None."""

    name: str
    media: str
    size: int
    text: str | None = None


class Letter(Value, frozen=True):
    """A letter as a person would see it.

    ``sender`` is the lower-case address of the From field, or None unless that field names exactly
    one address beyond doubt; Reply-To plays no part. ``recipients`` are all addresses it was sent
    or delivered to. ``references`` are the Message-IDs of its thread, the letter it answers last.
    ``date`` is what the sender claims, in UTC: good for showing, never for deciding. ``text`` is
    the whole text with its quotations; ``gm.mail.body`` says which of it the player wrote.
    """

    sender: str | None
    sender_name: str
    subject: str
    message_id: str | None
    references: tuple[str, ...]
    recipients: tuple[str, ...]
    date: datetime | None
    text: str
    attachments: tuple[Attachment, ...]
    notes: tuple[Note, ...]
    headers: Headers
    media: str
    """The kind of the whole, such as ``multipart/report``."""
    limits: frozenset[Limit] = frozenset()


def open_letter(raw: bytes) -> Letter:
    """The letter in *raw*; never raises, and takes bounded time and memory."""
    root, limits = split(raw)
    reading = _Reading()
    text = reading.shortened(reading.text_of(root))
    reading.cut |= bool(limits)
    head = root.headers
    mailbox = fields.one_mailbox(head.all("from"))
    identifiers = fields.message_ids(head.get("message-id"))
    return Letter(
        sender=mailbox[1] if mailbox else None,
        sender_name=mailbox[0][:200] if mailbox else "",
        subject=fields.decoded(head.get("subject"))[:500],
        message_id=identifiers[0] if identifiers else None,
        references=_references(head),
        recipients=_recipients(head),
        date=fields.moment(head.get("date")),
        text=text,
        attachments=tuple(reading.attachments),
        notes=(() if mailbox or "from" not in head else (_SENDER_UNCLEAR,)) + reading.notes(),
        headers=head,
        media=root.media,
        limits=limits,
    )


def _references(head: Headers) -> tuple[str, ...]:
    chain = fields.message_ids(head.get("references"))
    parents = fields.message_ids(head.get("in-reply-to"))
    chain = tuple(item for item in chain if item not in parents[:1]) + parents[:1]
    return tuple(dict.fromkeys(chain))[-MAX_REFERENCES:]


def _recipients(head: Headers) -> tuple[str, ...]:
    names = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
    return fields.addresses(tuple(value for name in names for value in head.all(name)))


@dataclass(slots=True, init=False)
class _Reading:
    """What was found on the way through the parts."""

    attachments: list[Attachment]
    struck_out: bool
    tnef: bool
    encrypted: bool
    forwarded: bool
    cut: bool
    """Something was too long, and its end was left out."""
    left: int
    """Characters that may still be read."""

    def __init__(self) -> None:
        self.attachments = []
        self.struck_out = self.tnef = self.encrypted = self.forwarded = self.cut = False
        self.left = MAX_TEXT

    def shortened(self, text: str) -> str:
        """The text without what goes beyond the lines that are read."""
        lines = text.split("\n", MAX_LINES)
        self.cut |= len(lines) > MAX_LINES
        return "\n".join(lines[:MAX_LINES]).strip("\n")

    def notes(self) -> tuple[Note, ...]:
        """What the player should be told of all this."""
        found = (
            (self.cut, _TOO_LONG),
            (self.struck_out, _STRUCK_OUT),
            (self.tnef, _TNEF),
            (self.encrypted, _ENCRYPTED),
            (self.forwarded, _FORWARDED),
        )
        return tuple(note for is_so, note in found if is_so)

    def text_of(self, part: Part) -> str:
        match part.media:
            case "multipart/alternative":
                return self._alternative(part)
            case "multipart/encrypted" | "application/pkcs7-mime" | "application/x-pkcs7-mime":
                if "signed" not in part.parameters.get("smime-type", ""):
                    self.encrypted = True
                return ""
            case _ if part.children:
                return _joined([self.text_of(child) for child in part.children])
            case media if _is_text(media) and not part.is_attachment:
                return self._leaf(part).text
            case _:
                self._set_beside(part)
                return ""

    def _alternative(self, part: Part) -> str:
        """The plain form, unless the page says more: what the player saw was the page."""
        plain, page = "", Converted("")
        others: list[str] = []
        for child in part.children:
            if child.media == "text/plain" and not child.is_attachment:
                plain = plain or self._leaf(child).text
            elif found := _page_in(child):
                page = self._leaf(found)
                for beside in child.walk():
                    if beside is not found and not beside.children:
                        self._set_beside(beside)
            else:
                others.append(self.text_of(child))
        if _page_is_better(plain, page):
            return page.text
        return plain or page.text or _joined(others)

    def _leaf(self, part: Part) -> Converted:
        content = part.content(MAX_CONTENT)
        self.cut |= len(content) == MAX_CONTENT
        text = text_of(content, part.parameters.get("charset"))
        if part.media == "text/html":
            page = text_of_html(_with_charset_of_page(content, part, text))
            self.struck_out |= page.struck_out
            self.cut |= page.cut
        else:
            if part.parameters.get("format", "").lower() == "flowed":
                text = unflowed(text, delsp=part.parameters.get("delsp", "").lower() == "yes")
            page = Converted(self._without_secrets(text))
        return replace(page, text=self._rationed(page.text))

    def _without_secrets(self, text: str) -> str:
        """The text without a block that is encrypted (PGP), which nobody here can read."""
        start = text.find("-----BEGIN PGP MESSAGE-----")
        end = text.find("-----END PGP MESSAGE-----", start)
        if start < 0 or end < 0:
            return text
        self.encrypted = True
        return text[:start] + text[end + len("-----END PGP MESSAGE-----") :]

    def _rationed(self, text: str) -> str:
        kept = text[: self.left]
        self.cut |= len(kept) < len(text)
        self.left -= len(kept)
        return kept

    def _set_beside(self, part: Part) -> None:
        self.tnef |= part.media in {"application/ms-tnef", "application/vnd.ms-tnef"} or (
            part.file_name.lower() == "winmail.dat"
        )
        self.forwarded |= part.media == "message/rfc822"
        if part.media.endswith("-signature") or len(self.attachments) == MAX_ATTACHMENTS:
            return
        text = None
        if part.media == "text/plain" or (
            part.file_name.lower().endswith(".txt") and part.media == "application/octet-stream"
        ):
            content = part.content(MAX_CONTENT)
            text = self._rationed(text_of(content, part.parameters.get("charset")))
        name = part.file_name or part.media
        self.attachments.append(Attachment(name, part.media, len(part.body), text))


def _is_text(media: str) -> bool:
    return media in {"text/plain", "text/html", "text/enriched", "text/x-plain", "text/markdown"}


def _page_in(part: Part) -> Part | None:
    """The HTML page in a branch of alternatives, such as a page with its pictures."""
    pages = (item for item in part.walk() if item.media == "text/html" and not item.is_attachment)
    return next(pages, None)


def _page_is_better(plain: str, page: Converted) -> bool:
    """Whether the page must be read instead of the plain form beside it.

    It must if the plain form is empty or says that one needs another program, if the player struck
    something out (the plain form keeps it), if bold type became asterisks, and if the program
    broke the plain form's lines at some column, as Gmail does.
    """
    if not page.text.strip():
        return False
    words = plain.split()
    if not words or page.struck_out or (page.emphasis and "*" in plain):
        return True
    if (
        len(words) < 60
        and re.search(r"\bhtml\b", plain, re.IGNORECASE)
        and "html" not in (page.text.lower())
    ):
        return True
    return 60 <= _longest(plain) <= 80 < _longest(page.text) or (
        60 <= _longest(plain) < _longest(page.text)
    )


def _longest(text: str) -> int:
    lines = (line for line in text.split("\n") if not line.startswith(">"))
    return max((len(line) for line in lines), default=0)


def _with_charset_of_page(content: bytes, part: Part, text: str) -> str:
    """The page read again by the charset that it names itself, where its headers name none."""
    if part.parameters.get("charset"):
        return text
    named = re.search(
        rb"<meta[^>]{0,200}charset=[\"']?([\w-]{1,40})", content[:4000], re.IGNORECASE
    )
    return text_of(content, named[1].decode("ascii", "replace")) if named else text


def _joined(texts: list[str]) -> str:
    return "\n\n".join(text.strip("\n") for text in texts if text.strip())


_SENDER_UNCLEAR = Note(
    NoteKind.SENDER_UNCLEAR,
    "The From field of your letter does not name exactly one address beyond doubt.",
)
_TOO_LONG = Note(
    NoteKind.TOO_LONG,
    "Your letter is larger than what is read of a letter; its end was not read. "
    "Please send the orders again in a letter that holds nothing else.",
)
_STRUCK_OUT = Note(
    NoteKind.STRUCK_OUT, "Text that is struck out in your letter was not read as orders."
)
_TNEF = Note(
    NoteKind.TNEF,
    "Your mail program sent a file winmail.dat, which only Outlook can open; it was not read. "
    "Please send the letter as plain text or HTML.",
)
_ENCRYPTED = Note(
    NoteKind.ENCRYPTED,
    "Your letter is encrypted and could not be read. Please send it without encryption.",
)
_FORWARDED = Note(
    NoteKind.FORWARDED,
    "A forwarded letter is attached; it was not read as orders. "
    "Please write the orders that you mean into the letter itself.",
)
