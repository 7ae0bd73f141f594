"""Bytes of a letter to text, whatever charset they claim and whether the claim is true or not."""

import codecs
import re

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# What mail programs write, and the codec that reads what they mean (a superset of the name).
_MEANT = {
    "": "cp1252",
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "utf8mb4": "utf-8",
    "utf-8-mac": "utf-8",
    "x-utf-8": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
    "unicode-1-1-utf-7": "utf-7",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
}
# Python calls these encodings too, but no letter is written in them; some are slow or warn.
_NO_CHARSETS = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs"}
# In these a byte of 0x80 or more never stands alone, or plain ASCII bytes mean something else.
_MULTI_BYTE = {
    "big5", "big5hkscs", "cp932", "cp949", "cp950", "euc_jp", "gb18030", "hz", "iso2022_jp",
    "iso2022_jp_ext", "iso2022_kr", "johab", "utf-16", "utf-16-be", "utf-16-le", "utf-32",
    "utf-32-be", "utf-32-le", "utf-7",
}  # fmt: skip
_SHIFTS_TO_JAPANESE = re.compile(rb"\x1b\$[@B]|\x1b\([IJ]")


def text_of(content: bytes, claimed: str | None) -> str:
    """*content* as text, lines ending in a line feed; never raises.

    The order of belief: a byte order mark, the shifts of ISO-2022-JP, a multi-byte charset that is
    claimed and fits, UTF-8 that fits (programs claim Latin-1 and send UTF-8), the claim,
    Windows-1252, Latin-1.
    """
    if not claimed and content.isascii() and b"\x1b" not in content:
        return _tidy(content.decode("ascii"))
    for mark, codec in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return _tidy(content.decode(codec, "replace"))
    codec = _codec(claimed)
    if codec in {"cp1252", "utf-8"} and _SHIFTS_TO_JAPANESE.search(content):
        codec = "iso2022_jp_ext"
    order = [codec, "utf-8"] if codec in _MULTI_BYTE else ["utf-8", codec]
    for candidate in (*order, "cp1252"):
        try:
            return _tidy(content.decode(candidate))
        except (UnicodeError, ValueError):
            continue
    if codec in _MULTI_BYTE:
        return _tidy(content.decode(codec, "replace"))
    return _tidy(content.decode("latin-1"))


def _codec(claimed: str | None) -> str:
    """The codec for a charset name as mail programs write it; Windows-1252 for unknown ones."""
    name = (claimed or "").strip(" \t\"'").lower()
    try:
        codec = codecs.lookup(_MEANT.get(name, name)).name
        b"".decode(codec)
    except (LookupError, ValueError, UnicodeError):
        return "cp1252"
    return "cp1252" if codec.replace("-", "_") in _NO_CHARSETS else codec


def _tidy(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\x00", "").removeprefix("\ufeff")
