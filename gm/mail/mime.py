"""A letter's bytes as a tree of parts, within limits of size, number and depth.

In: any bytes. Out: a :class:`Part`, and which limits were reached. Never raises.
"""

import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from gm.mail.headers import Headers, decoded, media_type, split_headers
from gm.values import Value

MAX_BYTES = 25_000_000
"""Bytes of a letter that are looked at; the letter itself is kept whole."""
MAX_PARTS = 500
MAX_DEPTH = 20

_ENVELOPE_LINE = re.compile(rb"(?:>?From [^\n]*\n|\n|\xef\xbb\xbf)+")
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]| \S")
_UU_BEGIN = re.compile(rb"^begin \d{3} [^\n]*\n", re.MULTILINE)


class Limit(Enum):
    """What there was too much of; what lies beyond the limit was not looked at."""

    BYTES = "bytes"
    PARTS = "parts"
    DEPTH = "depth"
    HEADERS = "headers"


class Part(Value, frozen=True):
    """One part of a letter; a multipart has children and no body of its own."""

    headers: Headers
    media: str
    """Such as ``text/plain``, in lower case."""
    parameters: Mapping[str, str]
    body: bytes
    """As it was sent, still in its transfer encoding."""
    children: tuple["Part", ...] = ()

    @property
    def file_name(self) -> str:
        """The name a person would see on the attachment, or an empty text."""
        disposition = media_type(self.headers.get("content-disposition"))[1]
        return decoded(disposition.get("filename") or self.parameters.get("name") or "")[:200]

    @property
    def is_attachment(self) -> bool:
        """Whether this part is a file beside the text rather than text of the letter."""
        kind = media_type(self.headers.get("content-disposition"))[0]
        return kind == "attachment" or bool(self.file_name)

    def content(self, limit: int = MAX_BYTES) -> bytes:
        """At most *limit* bytes of the body, with the transfer encoding undone."""
        encoding = self.headers.get("content-transfer-encoding").strip().lower()
        body = self.body[: limit * 3]
        match encoding:
            case "quoted-printable":
                body = binascii.a2b_qp(body)
            case "base64":
                body = _from_base64(body)
            case "x-uuencode" | "uuencode" | "x-uue":
                body = _from_uuencode(body)
        return body[:limit]

    def walk(self) -> Iterator["Part"]:
        """This part and everything in it, from top to bottom."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class _Budget:
    parts: int = MAX_PARTS
    reached: set[Limit] = field(default_factory=set)


def split(raw: bytes) -> tuple[Part, frozenset[Limit]]:
    """The tree of parts of a letter, and the limits that were reached."""
    budget = _Budget()
    if len(raw) > MAX_BYTES:
        budget.reached.add(Limit.BYTES)
        raw = raw[:MAX_BYTES]
    raw = raw.replace(b"\r\n", b"\n")
    start = _ENVELOPE_LINE.match(raw)
    part = _part(raw[start.end() :] if start else raw, "text/plain", 0, budget)
    return part, frozenset(budget.reached)


def _part(raw: bytes, usual: str, depth: int, budget: _Budget) -> Part:
    headers, body = _head_and_body(raw)
    if headers.cut:
        budget.reached.add(Limit.HEADERS)
    media, parameters = media_type(headers.get("content-type"))
    if not re.fullmatch(r"[^\s/]+/[^\s/]+", media):
        media = usual
    boundary = parameters.get("boundary", "").rstrip()
    if media.startswith("multipart/") and boundary:
        children = _children(body, boundary, media, depth, budget)
        if children:
            return Part(headers, media, parameters, b"", children)
    return Part(headers, media, parameters, body)


def _head_and_body(raw: bytes) -> tuple[Headers, bytes]:
    if raw.startswith(b"\n"):
        return Headers(), raw[1:]
    head, _, body = raw.partition(b"\n\n")
    headers = split_headers(head)
    if not headers.fields:  # a body that nobody put headers above
        return Headers(), raw
    return headers, body


def _children(
    body: bytes, boundary: str, media: str, depth: int, budget: _Budget
) -> tuple[Part, ...]:
    if depth == MAX_DEPTH:
        budget.reached.add(Limit.DEPTH)
        return ()
    usual = "message/rfc822" if media == "multipart/digest" else "text/plain"
    children = []
    for piece in _between(body, boundary.encode("utf-8", "replace")):
        if budget.parts == 0:
            budget.reached.add(Limit.PARTS)
            break
        budget.parts -= 1
        children.append(_part(piece, usual, depth + 1, budget))
    return tuple(children)


def _between(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """What stands between the boundary lines; a missing last boundary is forgiven."""
    mark = re.compile(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*$", re.MULTILINE)
    start: int | None = None
    for found in mark.finditer(body):
        if start is not None:
            yield body[start : found.start() - 1]
        start = found.end() + 1
        if found[1]:
            return
    if start is not None and start < len(body):
        yield body[start:]


def _from_base64(body: bytes) -> bytes:
    """Forgives missing padding, footers pasted below, and text that was never encoded."""
    lines = body.split(b"\n")
    good = [line for line in lines if not _NO_BASE64.search(line)]
    if len(good) * 2 < len(lines):
        return body
    packed = b"".join(b"".join(good).split()).rstrip(b"=")
    packed = packed[: len(packed) - 1] if len(packed) % 4 == 1 else packed
    try:
        return binascii.a2b_base64(packed + b"=" * (-len(packed) % 4))
    except binascii.Error:
        return body


def _from_uuencode(body: bytes) -> bytes:
    begin = _UU_BEGIN.search(body)
    content = bytearray()
    for line in body[begin.end() if begin else 0 :].split(b"\n"):
        if line.strip() in {b"end", b"`", b""}:
            break
        try:
            content += binascii.a2b_uu(line)
        except binascii.Error:
            break
    return bytes(content)
