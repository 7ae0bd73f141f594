"""Markup and line ends that people write: never markup in a page, never a field of a letter."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gm.config import Pictures
from gm.desk.announcing import add_note
from gm.desk.ending import conclude
from gm.desk.entering import Entered, enter_orders
from gm.desk.publish import publish
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from gm.desk.send import send
from gm.desk.timing import Word, extend
from gm.desk.turn import turn
from gm.mail.mime import split
from gm.values import replace
from tests.desk.at_desk import THURSDAY
from tests.fuzz.paths import FIELDS

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
MARKUP = '<xss onx="1">\'"&lt;/p>{{ 7*7 }}</title></style></svg>]]>'
FOLDED = "Hello\r\nBcc: everybody@example.com\r\n\r\n<xss onx=1>"


class Elements(HTMLParser):
    """The names of all elements and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {tag, *(name for name, _ in attrs)}


@pytest.fixture
def played(desk: Desk, deliver: Deliver) -> Path:
    """A match in which everybody writes markup wherever something can be written."""
    mail = replace(desk.config.mail, pictures=Pictures.SVG)
    site = replace(desk.config.site, title=f"Games {MARKUP}")
    own = replace(desk.config.desk, name=f"GM {FOLDED}")
    desk.config = replace(desk.config, mail=mail, site=site, desk=own)
    for seat in desk.store.seats("edo"):
        desk.store.save_seat(replace(seat, player=f"{seat.power} {MARKUP} {FOLDED}"))
    for text in (
        f"Army Kai moves to {MARKUP}", f"{MARKUP}\nA Kai - Sagami\n{FOLDED}", MARKUP,
        f"Press to all:\n{MARKUP}\n{FOLDED}\nEnd of press\nA Kai - Sagami",
        f"To Hojo: {MARKUP}", f"absent from {MARKUP} to 2026-05-01", f"what if {MARKUP}",
    ):  # fmt: skip
        deliver(text, subject=f"{MARKUP} edo")
    encoded = "=?utf-8?q?Hello=0D=0ABcc:_everybody@example.com=0D=0A=0D=0A<xss_onx=3D1>?="
    deliver("Army Kai holds", subject=encoded, head=f"References: <a@b>\n <c{MARKUP}@d>\n")
    for sender in ("fox@example.com", "takeda@example.org"):
        deliver(MARKUP, sender=f'"{MARKUP[:12]}" <{sender}>', subject=encoded)
    receive(desk, THURSDAY)
    read(desk, THURSDAY)
    add_note(desk, THURSDAY, "edo", f"{MARKUP} {FOLDED}", "boss")
    entered = Entered("edo", "hojo", "A Sagami H", f"{MARKUP} {FOLDED}", MARKUP)
    enter_orders(desk, THURSDAY, entered)
    extend(desk, THURSDAY, "edo", DEADLINE + timedelta(hours=1), Word(MARKUP, f"{MARKUP}{FOLDED}"))
    turn(desk, DEADLINE + timedelta(hours=2))
    conclude(desk, DEADLINE + timedelta(hours=3), "edo", (), why=f"{MARKUP} {FOLDED}", who="boss")
    send(desk, DEADLINE + timedelta(hours=4))
    publish(desk, DEADLINE + timedelta(hours=4))
    return desk.config.folder


def mails(folder: Path) -> Iterator[bytes]:
    for file in (folder / "mail/out/new").iterdir():
        yield file.read_bytes()


def test_no_page_holds_markup_that_somebody_wrote(played: Path) -> None:
    pages = [path for path in (played / "site").rglob("*") if path.suffix in {".html", ".svg"}]
    assert len(pages) > 4
    found = "".join(path.read_text("utf-8") for path in pages)
    assert "&lt;xss" in found  # it is shown as what it is
    assert "{{ 7*7 }}" in found
    for path in pages:
        names = Elements(path.read_text("utf-8")).names
        assert not {"xss", "onx"} & names, path


def test_no_letter_holds_markup_or_fields_that_somebody_wrote(played: Path) -> None:
    found = list(mails(played))
    assert len(found) > 15
    for raw in found:
        root, limits = split(raw)
        assert not limits
        names = {name for name, _ in root.headers.fields}
        assert names <= FIELDS | {"return-path", "delivered-to"}, names
        assert root.headers.get("from").endswith("<gm@example.org>")
        for part in root.walk():
            if part.media in {"text/html", "image/svg+xml"}:
                names = Elements(part.content().decode("utf-8")).names
                assert not {"xss", "onx"} & names
            assert {name for name, _ in part.headers.fields} <= FIELDS | {
                "content-disposition", "content-id", "return-path", "delivered-to",
            }  # fmt: skip
        assert "everybody@example.com" not in root.headers.get("bcc")


def test_calendar_entries_hold_no_fields_that_somebody_wrote(played: Path) -> None:
    calendars = [
        part.content().decode("utf-8")
        for raw in mails(played)
        for part in split(raw)[0].walk()
        if part.media == "text/calendar"
    ]
    assert calendars
    for text in calendars:
        lines = re.sub(r"\r\n[ \t]", "", text).split("\r\n")
        assert all(re.match(r"[A-Z-]+[:;]", line) for line in lines if line)
        assert not any(line.startswith(("BCC", "Bcc")) for line in lines)
