"""A letter's text as lines and sentences: bullets, numbers, remarks and full stops."""

import re
from collections.abc import Iterator
from html import unescape

from gm.parsing.folding import INVISIBLE
from gm.values import Value

_LINES = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BULLET = re.compile(
    r"(?:[*•●○◦▪▫■□◆◇∙·‧⁃★☆✓✔☐☑➤►▶‣][ \t]*|[o§][ \t]{2,}"  # noqa: RUF001  # what letters hold
    r"|#?\(?\d{1,3}(?:\.\)|[.):/])(?!\d)[ \t]*|#\d{1,3}[ \t]+|\d{1,2}[ \t]+[-–—][ \t]+(?=[A-Za-z])"  # noqa: RUF001  # what letters hold
    r"|[①-⑳❶-❿➀-➓][ \t]*"  # what letters hold
    r"|\(?[a-hA-H]\)[ \t]+|\(?[ivx]{1,4}[.)][ \t]+|\[[ xX]?\][ \t]*)"
)
_UNTICKED = re.compile(r"[-*+•\s]{0,3}(?:\[ ?\]|☐)[ \t]*(?=\S)")
_NUMBER = re.compile(
    r"(?:^|(?<=[\s,;]))\(?([1-9]\d?)[.)]{1,2}(?!\d)[ \t]*(?=[A-Za-z]|\d{1,2} [a-z])"
)
_SIGN = re.compile(r"[-\u2013\u2014+]{1,3}[ \t]*(?=[^\s>])")
_STOP = re.compile(
    r"(?<=;)(?!\s*(?i:(?:and )?"
    r"(?:from|with(?! (?:kind|best|warm|many|love))|via|supported by|together with)\b))\s*"
    r"|(?<=[.!?…])[\"')\]]*(?:\s+(?![-\u2013\u2014>=:\u2192])|$)(?<!\b[nNsSeEwWaAfF]\.\s)(?<!\b[sS]t\.\s)(?<!\be\.g\.\s)(?<!\bi\.e\.\s)"
    r"(?<!\b[dDmMjJ]r\.\s)|(?<=[a-z]{3}[.!?])(?=[A-Z])"
)
_REMARK = re.compile(r"(?<![:\w])//.*$|(?:^|(?<=\s))#(?!\d).*$|<!--.*?(?:-->|$)")
_BRACKET = re.compile(r"\(([^()\[\]]{0,400})\)|\[([^()\[\]]{0,400})\]|\{([^{}]{0,400})\}")
_TAG = re.compile(
    r"</?(?:a|b|blockquote|br|cite|code|div|em|font|h[1-6]|hr|i|li|ol|p|pre|s|span|"
    r"strong|table|tbody|td|th|tr|tt|u|ul)(?: [^<>]{0,300}=[^<>]{0,300})? ?/?>",
    re.IGNORECASE,
)
_OPENED = re.compile(r"<blockquote\b", re.IGNORECASE)
_CLOSED = re.compile(r"</blockquote\b", re.IGNORECASE)
_ENTITY = re.compile(r"&nbsp;")
_ODD = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]")
_SMILEY = re.compile(r"(?:(?<=\s)|^|(?<=[.!?]))[:;=8xX]['-]?[)(DPpOo|\\/]+(?=\s|$|[.!?])|<3|\^\^")


class Line(Value, frozen=True):
    """A line of a letter; *number* counts from 1."""

    number: int
    text: str


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text however they end, without invisible characters and tags of HTML.

    What stands between tags of a quotation is quoted as if each line began with ``>``.
    """
    depth = 0
    for number, raw in enumerate(_LINES.split(text), 1):
        line = raw.translate(INVISIBLE).strip()
        if "<" in line or "&" in line:
            opened = len(_OPENED.findall(line))
            is_quoted = depth > 0 or opened > 0
            depth = max(0, depth + opened - len(_CLOSED.findall(line)))
            line = unescape(_ENTITY.sub(" ", _TAG.sub(" ", line))).strip()
        else:
            is_quoted = depth > 0
        yield Line(number, f"> {line}" if is_quoted and line else line)


def without_bullet(text: str, *, signs: bool) -> str:
    """A line without the mark or number of a list; *signs* tells whether + and - mean something."""
    while (found := _BULLET.match(text)) and found.end() < len(text):
        text = text[found.end() :]
    if not signs and (found := _SIGN.match(text)):
        text = text[found.end() :]
    return text


def items_of(text: str) -> tuple[str, ...]:
    """The items of a numbered list that was written in one line, without their numbers.

    Only numbers that count up from the first one make a list; what stands before it is an item too.
    """
    marks: list[re.Match[str]] = []
    for found in _NUMBER.finditer(text):
        number = int(found.group(1))
        if number == (int(marks[-1].group(1)) + 1 if marks else 1):
            marks.append(found)
    if len(marks) < 2:
        return (text,)
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    items = [text[mark.end() : end] for mark, end in zip(marks, ends, strict=True)]
    parts = (part.strip(" ,;") for part in (text[: marks[0].start()], *items))
    return tuple(part for part in parts if part)


def is_unticked(text: str) -> bool:
    """Whether a line begins with an empty box, as in a list of things that are ticked when done."""
    return _UNTICKED.match(text) is not None


def starts_item(text: str) -> bool:
    """Whether a line begins an item of a list, so that it cannot go on with the line before."""
    return bool(_BULLET.match(text) or _SIGN.match(text))


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a line; full stops of short words ("S. Shinano") do not end one.

    Nor does a semicolon before what cannot stand alone ("...; from Kai: ...").
    """
    parts: list[str] = []
    start = 0
    for stop in _STOP.finditer(text):
        if stop.start() > start:
            parts.append(text[start : stop.end()].strip())
            start = stop.end()
    parts.append(text[start:].strip())
    return tuple(part for part in parts if part.strip(" .;,!"))


def without_remark(text: str) -> tuple[str, str]:
    """A line without what follows ``//`` or ``#``, and that remark."""
    found = _REMARK.search(text)
    if found is None:
        return text, ""
    return text[: found.start()].rstrip(), found.group().lstrip("/#<!- ")


def is_rubbish(text: str) -> bool:
    """Whether a line is no text at all: data of a program, not words."""
    odd = len(_ODD.findall(text))
    return odd > 2 and odd * 20 > len(text)


def without_smileys(text: str) -> str:
    """A line without the faces that people draw with punctuation."""
    return _SMILEY.sub(" ", text)


def brackets_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Where brackets begin and end in a text, and what stands in them."""
    for found in _BRACKET.finditer(text):
        yield (
            found.start(),
            found.end(),
            next(group for group in found.groups() if group is not None),
        )
