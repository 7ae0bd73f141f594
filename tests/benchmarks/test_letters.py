"""Letters from bytes to text and on to stored orders, and where the time goes on the way.

To text: beside what the standard library needs to open the same letters.
"""

import cProfile
import pstats
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gm.cli.example import load, set_up
from gm.desk.manage import Plan, new_match
from gm.desk.read import read
from gm.desk.receive import receive
from gm.mail.body import read_body
from gm.mail.letter import open_letter
from gm.mail.sources import MaildirSource
from gm.records import Seat

RAWS = [
    path.read_bytes()
    for path in sorted(Path(__file__).parents[1].joinpath("mail", "letters").glob("*.eml"))
]


def test_letters_to_what_the_player_wrote(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["letters"] = len(RAWS)
    benchmark(lambda: [read_body(open_letter(raw)) for raw in RAWS])


def test_letters_opened_by_the_standard_library(benchmark: BenchmarkFixture) -> None:
    def text_of(raw: bytes) -> object:
        try:
            body = message_from_bytes(raw, policy=policy.default).get_body(("plain", "html"))
            return body and body.get_content()
        except (AttributeError, LookupError, UnicodeError, ValueError):
            return None  # it raises on some of them

    benchmark.extra_info["letters"] = len(RAWS)
    benchmark(lambda: [text_of(raw) for raw in RAWS])


LETTERS = 120
"""Letters of a round: those that players sent for the first phase of the shipped match, again."""


class Post:
    """A desk on the disk with many matches like the shipped one, whose players send letters."""

    def __init__(self, name: str, folder: Path) -> None:
        example = load(name)
        self.folder = folder / "desk"
        self.desk = set_up(example, self.folder)
        for part in ("new", "cur", "tmp"):
            (self.folder / "mail/in" / part).mkdir(parents=True, exist_ok=True)
        match = self.desk.match(example.match)
        assert match.deadline is not None
        self.arrival = self.now = match.deadline - timedelta(days=1)
        letters = [one.raw for one in example.letters if one.at < match.deadline]
        self.letters = []
        for number in range(LETTERS // len(letters) + 1):
            seats = tuple(
                Seat(f"m{number}", seat.power, (f"{number}.{seat.addresses[0]}",))
                for seat in self.desk.store.seats(match.name)
            )
            new_match(
                self.desk,
                example.begins,
                Plan(f"m{number}", match.game, seats, "s", rules=match.rules),
            )
            self.letters += [_for_match(raw, number, match.name) for raw in letters]
        self.count = 0

    def deliver(self) -> None:
        """Lays new letters into the Maildir, a few for each match."""
        for raw in self.letters[:LETTERS]:
            self.count += 1
            raw = re.sub(rb"(?m)^Message-ID:.*$", b"Message-ID: <%d@example.org>" % self.count, raw)
            place = (
                self.folder / "mail/in/new" / f"{int(self.arrival.timestamp())}.M{self.count}P1.h"
            )
            place.write_bytes(raw)

    def receive(self) -> None:
        receive(self.desk, self.now, MaildirSource(self.folder / "mail/in"))

    def read(self) -> None:
        found = read(self.desk, self.now)
        assert sum(": orders" in line for line in found.lines) > LETTERS * 0.8, found.lines


def _for_match(raw: bytes, number: int, name: str) -> bytes:
    """A letter as the player of the same seat in another match would write it."""
    sender = re.search(rb"(?m)^From:[^\n]*?([\w.+-]+@[\w.-]+)", raw)
    assert sender is not None
    raw = raw.replace(sender[1], b"%d." % number + sender[1])
    return raw.replace(name.encode(), b"m%d" % number)


@pytest.fixture(params=["sengoku-1570", "far-east-war-1592", "three-kingdoms"])
def post(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Post]:
    made = Post(request.param, tmp_path)
    made.deliver()
    made.receive()
    made.read()  # parsers and templates are made
    yield made
    made.desk.store.close()


def test_from_bytes_to_stored_submission(benchmark: BenchmarkFixture, post: Post) -> None:
    """Kept, read, checked, stored and answered, each letter in transactions of its own."""

    spent: list[float] = []

    def work() -> None:
        begun = process_time()
        post.receive()
        post.read()
        spent.append(process_time() - begun)

    benchmark.extra_info["letters"] = LETTERS
    benchmark.pedantic(work, setup=post.deliver, rounds=3)
    benchmark.extra_info["letters per second"] = round(LETTERS / benchmark.stats.stats.median)
    benchmark.extra_info["letters per second of one core"] = round(LETTERS / min(spent))
    benchmark.extra_info["where the time goes"] = shares(post)


def test_kept_only(benchmark: BenchmarkFixture, post: Post) -> None:
    """From the Maildir into the store, written through to the disk, and marked."""
    benchmark.extra_info["letters"] = LETTERS
    benchmark.pedantic(post.receive, setup=post.deliver, rounds=3)


def shares(post: Post) -> dict[str, int]:
    """The share of each part of the program in reading letters, in percent of its own time."""
    post.deliver()
    profile = cProfile.Profile()
    profile.runcall(lambda: (post.receive(), post.read()))
    spent: Counter[str] = Counter()
    for (file, _, function), (_, _, own, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if file == "~":  # built in: charged to who called it
            for (caller, _, _), (_, _, part, _) in callers.items():
                spent[_part_of(caller, function)] += part
        else:
            spent[_part_of(file, function)] += own
    whole = spent.total()
    return {part: round(100 * time / whole) for part, time in spent.most_common(8)}


def _part_of(file: str, function: str) -> str:
    if "sqlite3" in function:
        return "database"
    if found := re.search(r"/gm/(mail|parsing|games/\w+|rendering|store|desk)/", file):
        return found[1]
    if found := re.search(r"site-packages/(\w+)", file):
        return found[1]
    return "templates" if file == "<template>" else "standard library"
