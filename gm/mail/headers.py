"""The fields above a letter: found in any bytes, decoded, never raising.

Fields are split by hand and within limits, because the parser of the standard library raises on
malformed addresses and differs between versions of Python in what it takes for an address.
"""

import binascii
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import unquote_to_bytes

from gm.mail.charsets import text_of
from gm.values import Value

MAX_BLOCK = 128 * 1024
"""Bytes of a header block that are read; what follows in it is ignored."""
MAX_FIELDS = 1000
MAX_VALUE = 16 * 1024

_NAME = re.compile(rb"([!-9;-~]{1,100})[ \t]*:[ \t]*")
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bq])\?([^?]*)\?=", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"(\?=)[ \t\n]+(?==\?[^?\s]{1,60}\?[bqBQ]\?)")
_PARAMETER = re.compile(r';\s*([^\s=;"]{1,60})\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))')
_MESSAGE_ID = re.compile(r"<([^<>\s]{1,990})>")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"@]{1,64}@[^\s<>()\[\],;:\\\"@]{1,255}")
_LISTED_ADDRESS = re.compile(r"[^\s<>()\[\],;:\\\"'@=]{1,64}@[^\s<>()\[\],;:\\\"'@=]{1,255}")
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_COMMENT = r"\([^()]*\)"
_ONE_MAILBOX = re.compile(
    rf"\s*(?:(?P<bare>{_ADDRESS.pattern})|"
    rf'(?P<name>(?:{_QUOTED}|{_COMMENT}|[^<>()\\",;:])*)<\s*(?P<angled>{_ADDRESS.pattern})\s*>)'
    rf"\s*(?:{_COMMENT})?\s*"
)


class Headers(Value, frozen=True):
    """Fields in their order: lower-case name, value unfolded and as text, not yet decoded."""

    fields: tuple[tuple[str, str], ...] = ()
    cut: bool = False
    """Whether fields were left out because there were too many."""

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of the field *name*."""
        return tuple(value for key, value in self.fields if key == name)

    def get(self, name: str) -> str:
        """The first value of the field *name*, or an empty text."""
        return next(iter(self.all(name)), "")

    def __contains__(self, name: object) -> bool:
        return any(key == name for key, _ in self.fields)


def split_headers(block: bytes) -> Headers:
    """The fields of a header block; lines that are no field are passed over."""
    fields: list[tuple[str, str]] = []
    for name, value in _unfolded(block[:MAX_BLOCK]):
        if len(fields) == MAX_FIELDS:
            return Headers(tuple(fields), cut=True)
        fields.append((name, text_of(value[:MAX_VALUE], None).strip()))
    return Headers(tuple(fields), cut=len(block) > MAX_BLOCK)


def _unfolded(block: bytes) -> Iterator[tuple[str, bytes]]:
    name, value = "", bytearray()
    for line in block.split(b"\n"):
        line = line.removesuffix(b"\r")
        if line[:1] in {b" ", b"\t"}:
            if len(value) < MAX_VALUE:
                value += b" " + line.strip()
            continue
        if name:
            yield name, bytes(value)
        found = _NAME.match(line)
        name = found[1].decode("ascii").lower() if found else ""
        value = bytearray(line[found.end() :] if found else b"")
    if name:
        yield name, bytes(value)


def decoded(value: str) -> str:
    """A header value with its encoded words (RFC 2047) read and its blanks made single."""
    value = _BETWEEN_WORDS.sub(r"\1", value[:MAX_VALUE])
    pieces: list[str] = []
    end, waiting, charset = 0, b"", ""
    for word in _ENCODED_WORD.finditer(value):
        between = value[end : word.start()]
        word_charset = word[1].partition("*")[0]
        if waiting and (between or word_charset.lower() != charset.lower()):
            pieces.append(text_of(waiting, charset))
            waiting = b""
        pieces.append(between)
        # A character may be split between two words, so bytes are joined before they are read.
        waiting, charset, end = waiting + _word_bytes(word[2], word[3]), word_charset, word.end()
    pieces.append(text_of(waiting, charset) if waiting else "")
    pieces.append(value[end:])
    return " ".join("".join(pieces).split())


def _word_bytes(encoding: str, payload: str) -> bytes:
    content = payload.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(content, header=True)
    try:
        return binascii.a2b_base64(content + b"==")
    except binascii.Error:
        return content


def media_type(value: str) -> tuple[str, Mapping[str, str]]:
    """A Content-Type or Content-Disposition as its lower-case kind and its parameters."""
    kind = value.partition(";")[0].strip().lower()
    plain: dict[str, str] = {}
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for found in _PARAMETER.finditer(value[:MAX_VALUE]):
        name, text = found[1].lower(), found[3] or ""
        text = re.sub(r"\\(.)", r"\1", found[2]) if found[2] is not None else text.strip()
        stem, star, rest = name.partition("*")
        if not star:
            plain.setdefault(name, text)
            continue
        number = rest.rstrip("*")
        encoded = not rest or rest.endswith("*")
        place = int(number) if number.isdecimal() and len(number) < 4 else 0
        pieces.setdefault(stem, {})[place] = (text, encoded)
    return kind, plain | {stem: _continued(parts) for stem, parts in pieces.items()}


def _continued(parts: Mapping[int, tuple[str, bool]]) -> str:
    """A parameter in pieces and with its charset (RFC 2231) as one text."""
    content, charset = b"", ""
    for place in sorted(parts):
        text, encoded = parts[place]
        if encoded and place == 0 and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        content += unquote_to_bytes(text) if encoded else text.encode("utf-8", "replace")
    return text_of(content, charset)


def one_mailbox(values: tuple[str, ...]) -> tuple[str, str] | None:
    """Name and lower-case address, if there is one field holding one mailbox without oddities.

    Anything that programs read in different ways (two addresses, an address within the name that
    is not the address, groups, stray brackets) is no mailbox: it could be meant to deceive.
    """
    if len(values) != 1:
        return None
    found = _ONE_MAILBOX.fullmatch(values[0][:2000])
    if not found:
        return None
    address = (found["bare"] or found["angled"]).lower()
    raw_name = found["name"] or ""
    unquoted = re.sub(_QUOTED, "", raw_name)
    if "@" in unquoted and unquoted.strip().lower() != address:
        return None
    return decoded(re.sub(r'\\(.)|"', r"\1", raw_name)), address


def addresses(values: tuple[str, ...]) -> tuple[str, ...]:
    """Every lower-case address in the fields, for finding where a letter was sent to."""
    found = (item.lower() for value in values for item in _LISTED_ADDRESS.findall(value))
    return tuple(dict.fromkeys(found))


def message_ids(value: str) -> tuple[str, ...]:
    """Every ``<id>`` in a field, in its order."""
    return tuple(f"<{found}>" for found in _MESSAGE_ID.findall(value))


def moment(value: str) -> datetime | None:
    """A date field in UTC; None if it is missing or no date. A missing zone is taken for UTC."""
    try:
        found = parsedate_to_datetime(value[:200])
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
