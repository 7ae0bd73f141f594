"""HTML of a letter to text: lines as the player saw them, quotation marked with ``>``.

A scanner of our own, because it must stay linear in time on any input, know what mail programs
mean by their classes, and leave out what was struck out or hidden.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Flag, auto
from html import unescape
from itertools import islice

from gm.values import Value

_VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
}  # fmt: skip
_UNSEEN = {
    "head", "style", "script", "title", "select", "textarea", "object", "svg", "noscript", "xml",
    "template", "iframe", "button",
}  # fmt: skip
_RAW_TEXT = {"style", "script", "title", "textarea", "xml", "iframe"}
_STRUCK = {"s", "strike", "del"}
_BLOCKS = {
    "address", "article", "aside", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "html", "li", "main", "nav", "ol", "p",
    "pre", "section", "table", "tbody", "thead", "tr", "ul", "blockquote",
}  # fmt: skip
_SPACED = {"p", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "hr"}
_EMPHASIS = {"b", "strong", "i", "em"}
# Containers in which some programs put the letter that is answered, with no blockquote in them.
_QUOTE_NAMES = re.compile(
    r"\b(yahoo_quoted|tutanota_quote|zmail_extra|gmail_quote_attribution|OutlookMessageHeader|"
    r"mail-editor-reference-message-container|cite_box|ReadMsgBody)\b|^quote$"
)
_SIGNATURE_NAMES = re.compile(
    r"\b(gmail_signature|moz-signature|moz-txt-sig|protonmail_signature_block(?!-proton)|"
    r"AppleMailSignature|ms-outlook-mobile-signature|yahoo-signature|signature-text)\b"
)
_ATTRIBUTE = re.compile(r"""([^\s=>"'/]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
MAX_TOKENS = 150_000
"""Tags and texts of a page that are looked at; a page of orders has a few thousand."""
_MAX_DEPTH = 2000
_MAX_ATTRIBUTES = 4000


class _Effect(Flag):
    NONE = 0
    UNSEEN = auto()
    QUOTED = auto()
    STRUCK = auto()
    PREFORMATTED = auto()


class Converted(Value, frozen=True):
    """The text of a page, and what the page had in it that plain text cannot show."""

    text: str
    struck_out: bool = False
    """Something was struck out; it is not in the text."""
    emphasis: bool = False
    cut: bool = False
    """The page has more than is looked at; its end was left out."""


class _Tag(Value, frozen=True):
    name: str
    attributes: Mapping[str, str]
    closes: bool = False


def text_of_html(html: str) -> Converted:
    """The visible text of *html*; quoted letters get ``>`` marks, what is struck out is dropped."""
    page = _Page()
    tokens = _tokens(html)
    for token in islice(tokens, MAX_TOKENS):
        if isinstance(token, str):
            page.write(unescape(token))
        elif token.closes:
            page.close(token.name)
        else:
            page.open(token)
    cut = next(tokens, None) is not None
    return Converted(page.finished(), page.struck_out, page.emphasis, cut)


@dataclass(slots=True)
class _Page:
    """What was written so far and which elements are open."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    opened: list[tuple[str, _Effect]] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    effects: Counter[_Effect] = field(default_factory=Counter)
    struck_out: bool = False
    emphasis: bool = False

    def open(self, tag: _Tag) -> None:
        if tag.name == "body":
            self._close_until(0)
        if tag.name == "br":
            self._end_line(always=True)
        elif tag.name in {"td", "th"}:
            self.line.append(" ")
        elif tag.name in _BLOCKS or tag.name == "hr":
            self._break(spaced=_is_spaced(tag))
        self.emphasis |= tag.name in _EMPHASIS
        if tag.name in _VOID or len(self.opened) >= _MAX_DEPTH:
            return
        self._push(tag)

    def _push(self, tag: _Tag) -> None:
        effect = _effect(tag)
        if _SIGNATURE_NAMES.search(_names_of(tag)) and not self.effects[_Effect.UNSEEN]:
            self._break(spaced=False)
            self._put("-- ")
        self.opened.append((tag.name, effect))
        self.names[tag.name] += 1
        self.effects.update(effect)

    def close(self, name: str) -> None:
        if self.names[name]:
            place = len(self.opened) - 1
            while self.opened[place][0] != name:
                place -= 1
            if name in _BLOCKS:
                self._end_line(always=False)
            self._close_until(place)
            if name in _SPACED and name != "p":
                self._break(spaced=True)
        elif name == "p":
            self._end_line(always=False)

    def _close_until(self, place: int) -> None:
        for name, effect in reversed(self.opened[place:]):
            self.names[name] -= 1
            self.effects.subtract(effect)
        del self.opened[place:]

    def write(self, text: str) -> None:
        if self.effects[_Effect.UNSEEN]:
            return
        if self.effects[_Effect.STRUCK]:
            self.struck_out |= not text.isspace()
            return
        if not self.effects[_Effect.PREFORMATTED]:
            self.line.append(re.sub(r"[ \t\r\n\f]+", " ", text))
            return
        first, *others = text.replace("\r\n", "\n").split("\n")
        self.line.append(first)
        for other in others:
            self._end_line(always=True)
            self.line.append(other)

    def _end_line(self, *, always: bool) -> None:
        text = "".join(self.line)
        if not self.effects[_Effect.PREFORMATTED]:
            text = re.sub(r" {2,}", " ", text).strip(" ")
        self.line.clear()
        if text or always:
            self._put(text)

    def _put(self, text: str) -> None:
        depth = min(self.effects[_Effect.QUOTED], 20)
        self.lines.append(f"{'>' * depth} {text}" if depth else text)

    def _break(self, *, spaced: bool) -> None:
        self._end_line(always=False)
        if spaced and self.lines and self.lines[-1].strip("> "):
            self._put("")

    def finished(self) -> str:
        self._end_line(always=False)
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip("\n")


def _is_spaced(tag: _Tag) -> bool:
    """Whether a person sees an empty line above this block; Word's paragraphs have none."""
    without = tag.attributes.get("class", "").startswith("Mso") or re.search(
        r"margin(-top)?\s*:\s*0", tag.attributes.get("style", "")
    )
    return tag.name in _SPACED and not without


def _names_of(tag: _Tag) -> str:
    return " ".join(tag.attributes.get(key, "") for key in ("class", "id"))


def _effect(tag: _Tag) -> _Effect:
    style = tag.attributes.get("style", "").replace(" ", "").lower()
    effect = _Effect.NONE
    if tag.name in _UNSEEN or re.search(r"display:none|visibility:hidden|mso-hide:all", style):
        effect |= _Effect.UNSEEN
    if tag.name in _STRUCK or "line-through" in style:
        effect |= _Effect.STRUCK
    if tag.name == "pre" or "white-space:pre" in style:
        effect |= _Effect.PREFORMATTED
    if _is_quotation(tag, style):
        effect |= _Effect.QUOTED
    return effect


def _is_quotation(tag: _Tag, style: str) -> bool:
    if tag.name == "blockquote":
        # Gmail's and Outlook's "indent" button makes a blockquote too, without type or border.
        indented = re.search(r"border:(none|0)", style) and "margin" in style
        return not (indented and "cite" not in tag.attributes.get("type", ""))
    named = _names_of(tag) + " " + tag.attributes.get("name", "")
    return tag.name == "div" and bool(_QUOTE_NAMES.search(named.strip()))


def _tokens(html: str) -> Iterator[_Tag | str]:
    """Tags and the text between them; comments and declarations are dropped."""
    place, quotes_left = 0, {'"', "'"}
    while (start := html.find("<", place)) >= 0:
        if start > place:
            yield html[place:start]
        if html.startswith("<!--", start):
            end = html.find("-->", start + 4)
            if end < 0:
                return
            place = end + 3
            continue
        if not re.match(r"</?[a-zA-Z]|<[!?]", html[start : start + 3]):
            yield "<"
            place = start + 1
            continue
        end = _tag_end(html, start, quotes_left)
        tag = _tag(html[start + 1 : end])
        place = end + 1
        if tag:
            yield tag
            if tag.name in _RAW_TEXT and not tag.closes:
                closing = re.compile(rf"</{tag.name}", re.IGNORECASE).search(html, place)
                place = closing.start() if closing else len(html)
    if place < len(html):
        yield html[place:]


def _tag_end(html: str, start: int, quotes_left: set[str]) -> int:
    """Where the tag's ``>`` is, outside quoted attribute values where these are closed."""
    place = start + 1
    while found := re.compile("[>\"']").search(html, place):
        mark = found[0]
        if mark == ">":
            return found.start()
        place = found.end()
        if mark in quotes_left and html[found.start() - 1] in "= \n\t":
            closing = html.find(mark, place)
            if closing < 0:
                quotes_left.discard(mark)  # none further on, for this tag and all after it
            else:
                place = closing + 1
    return len(html)


def _tag(inside: str) -> _Tag | None:
    found = re.match(r"(/?)([a-zA-Z][a-zA-Z0-9:]{0,40})", inside)
    if not found:
        return None
    if found[1]:
        return _Tag(found[2].lower(), {}, closes=True)
    attributes: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(inside[found.end() : _MAX_ATTRIBUTES]):
        attributes.setdefault(name.lower(), unescape(double or single or bare))
    return _Tag(found[2].lower(), attributes)
