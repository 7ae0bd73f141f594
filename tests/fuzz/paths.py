"""The way from a letter's bytes to what is stored and answered, for fuzzers and for replaying.

Each path takes any bytes and raises if something holds that must not: an exception of the program,
a header that a letter has added, markup of a letter in a page, a secret word in an answer.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from gm.catalogue import offer
from gm.config import Pictures
from gm.desk.handling import handle
from gm.desk.manage import Plan, new_match
from gm.desk.room import Desk, scratch_desk
from gm.desk.send import composed
from gm.desk.turn import turn
from gm.errors import UsageError
from gm.mail.body import read_body
from gm.mail.bounces import failures
from gm.mail.code_words import without_code_words
from gm.mail.letter import MAX_TEXT, open_letter
from gm.mail.manners import automatic, is_spam
from gm.mail.signatures import signature_verdict
from gm.mail.trust import server_verdict
from gm.records import KeptLetter, OutgoingLetter, RawLetter, Seat
from gm.values import replace

Judge = Callable[[bytes], None]

CORPUS = Path(__file__).parent / "corpus"
BEGIN = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
NOW = BEGIN + timedelta(days=1)
PHASES = 6
"""How many phases from the start of a game letters are tried in."""
GAMES = ("sengoku", "far_east_war", "three_kingdoms")
LONGEST = 20_000
"""Bytes of a letter that are tried; longer ones are for the tests of limits."""


def letter(data: bytes) -> None:
    """A letter's bytes, as far as no desk is needed."""
    found, words = without_code_words(open_letter(data))
    body = read_body(found)
    assert len(found.text) <= MAX_TEXT
    assert not re.search(r"[\r\n]", found.subject)
    assert found.sender is None or found.sender.count("@") == 1
    assert len(words) <= 4
    assert len(body.written) <= MAX_TEXT
    automatic(found, ("gm@example.org",))
    is_spam(found)
    failures(data)
    server_verdict(found, "mx.example.org")
    signature_verdict(data, found.sender, lambda _: b"v=DKIM1; k=rsa; p=AAAA")


def whole(data: bytes) -> None:
    """A letter's bytes through the desk, whoever it is from."""
    _judge(_desk(), data)


def of_game(game: str) -> Judge:
    """The text of a player's letter in one of the first phases of a game; one byte says which."""

    def judge(data: bytes) -> None:
        number = data[0] % PHASES if data else 0
        head = (
            f"From: player@{number}.{game.replace('_', '-')}.example.org\n"
            "Message-ID: <f@example.org>\nContent-Type: text/plain; charset=utf-8\n\n"
        )
        done = _judge(_desk(), head.encode() + data[1:])
        assert done.match == f"{game.replace('_', '-')}-{number}"

    return judge


PATHS: dict[str, Judge] = {"letter": letter, "whole": whole} | {
    game: of_game(game) for game in GAMES
}


class _UndoneError(Exception):
    """Takes back what a letter has left in the store."""


def _judge(desk: Desk, raw: bytes) -> KeptLetter:
    """What becomes of a letter; its answers are looked at, and nothing stays of it."""
    with suppress(_UndoneError), desk.store.transaction():
        number, _ = desk.store.keep_letter(RawLetter(None, "d", "p", NOW, "fuzz", raw))
        kept = desk.store.letter(number)
        assert kept is not None
        before = set(desk.store.waiting(NOW + timedelta(days=9)))
        done = handle(desk, NOW, kept)
        desk.store.mark_letter(replace(done, handled=NOW))
        for key in set(desk.store.waiting(NOW + timedelta(days=9))) - before:
            answer = desk.store.outgoing(key)
            assert answer is not None
            require_sound(desk, done, answer)
        raise _UndoneError
    return done


@cache
def _desk() -> Desk:
    """A desk with each game in each of its first phases, and a player with a seat in each."""
    desk = scratch_desk()
    mail = replace(desk.config.mail, pictures=Pictures.SVG)
    own = replace(desk.config.desk, address="gm@example.org")
    desk.config = replace(desk.config, mail=mail, desk=own)
    for game in GAMES:
        for number in range(PHASES):
            _begin(desk, game, number)
    for key in desk.store.waiting(NOW):
        desk.store.mark_sent(key, NOW)
    return desk


def _begin(desk: Desk, game: str, number: int) -> None:
    made = offer(game).game
    scenario = next(iter(made.scenarios()))
    name = f"{game.replace('_', '-')}-{number}"
    domain = f"{number}.{game.replace('_', '-')}.example.org"
    sides = [side.id for side in made.sides]
    known = {"scenario": scenario} if made.rule_choices.get("scenario") == "all" else {}
    if known:
        sides = [side.id for side in offer(game, rules=known).game.sides]
    seats = tuple(
        Seat(name, power, (f"{'player' if not place else power}@{domain}",))
        for place, power in enumerate(sides)
    )
    new_match(desk, BEGIN, Plan(name, game, seats, f"seed {number}"))
    for _ in range(number):
        with suppress(UsageError):
            turn(desk, BEGIN, name, early=True)


FIELDS = {
    "date", "from", "to", "subject", "message-id", "in-reply-to", "references", "auto-submitted",
    "x-auto-response-suppress", "x-gm-desk", "mime-version", "content-type",
    "content-transfer-encoding",
}  # fmt: skip
TAGS = {
    "html", "head", "meta", "title", "style", "body", "table", "tbody", "thead", "tr", "td", "th",
    "div", "p", "span", "h1", "h2", "h3", "h4", "ul", "ol", "li", "a", "b", "strong", "em", "i",
    "br", "hr", "pre", "code", "img", "blockquote", "small", "caption", "svg",
}  # fmt: skip


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}


def require_sound(desk: Desk, kept: KeptLetter, answer: OutgoingLetter) -> None:
    """Whether an answer holds no field and no markup that a letter has put into it."""
    raw = composed(desk, replace(answer, pictures={}))
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
    assert set(_field_names(head)) <= FIELDS, head
    assert all(len(line) < 998 for line in raw.split(b"\r\n"))
    tags = _Tags()
    tags.feed(answer.html)
    assert tags.found <= TAGS, tags.found - TAGS
    assert not any(name.startswith("on") for name in tags.attributes), tags.attributes
    assert kept.sender is None or set(answer.to) <= {kept.sender, *_seat_addresses(desk, kept)}


def _seat_addresses(desk: Desk, kept: KeptLetter) -> set[str]:
    seats = desk.store.seats(kept.match) if kept.match else ()
    return {address for seat in seats for address in seat.addresses}


def _field_names(head: str) -> Iterator[str]:
    for line in head.split("\r\n"):
        if not line.startswith((" ", "\t")):
            yield line.partition(":")[0].lower()
