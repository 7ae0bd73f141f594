"""Reads HTML the strict way: what it says, what it would fetch, and what is wrong with it."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "input", "hr"}
SILENT = {"style", "script", "title", "head"}


@dataclass
class Page(HTMLParser):
    """A page: its text, its ids, its links, what it fetches, and its faults."""

    text: str = ""
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    handlers: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @classmethod
    def of(cls, html: str) -> "Page":
        page = cls()
        page.feed(html)
        page.close()
        page.faults += [f"<{tag}> is never closed" for tag in page.open]
        page.faults += [f"the id {one} is there twice" for one in _twice(page.ids)]
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> in line {self.getpos()[0]} closes {self.open[-1:]}")
        elif self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not SILENT & set(self.open):
            self.text += f" {data}"

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and tag == "a" and value:
                self.links.append(value)
            if name in ("src", "srcset", "poster", "data") and value and "://" in value:
                self.fetched.append(value)
            if name == "href" and tag == "link" and value and "://" in value:
                self.fetched.append(value)
            if name.startswith("on") or (name == "href" and str(value).startswith("javascript")):
                self.handlers.append(f"{tag} {name}")


def _twice(items: list[str]) -> list[str]:
    return sorted({item for item in items if items.count(item) > 1})
