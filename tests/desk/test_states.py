"""A match driven through letters, crashes, undo, corrections and clock jumps, by chance.

Whatever happens, the history replays, follows from the letters as they came, each letter is
answered once each time it is read, calendars show the present deadline, and an archive of the match
verifies and tells nothing of who wrote unsigned messages.
"""

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gm.desk import archive, archived
from gm.desk.chronicle import chronicle
from gm.desk.correcting import correct
from gm.desk.entering import Entered, enter_orders
from gm.desk.history import redo, replay, undo
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.remind import remind
from gm.desk.room import scratch_desk
from gm.desk.rules_of_play import change_settings
from gm.desk.seating import change_seat
from gm.desk.send import send
from gm.desk.timing import Word, extend, pause, resume
from gm.desk.turn import turn
from gm.desk.verify import is_whole, verify
from gm.errors import UsageError
from gm.records import LetterFate, MatchStatus, Seat
from tests.desk.quick import quick_desk
from tests.desk.test_crashes import Killed, killed_at

BEGIN = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
PLAYERS = ("takeda@example.org", "hojo@example.org", "oda@example.org", "fox@example.com")
PIECES = (
    "A Kai - Sagami", "A Kai H", "A South Shinano S A Kai - Sagami", "A Suruga - Totomi",
    "Build A Kai", "A Sagami - Kai", "F Izu H", "F Izu S A Sagami", "A Owari - Mino",
    "F Mikawa S A Owari - Mino", "Everything holds.", "Cancel all orders", "I concede",
    "If A Kai is dislodged it retreats to Suruga", "wait", "ready", "mute Oda", "status",
    "nonsense",
    "Army Kai either holds or moves", "vote end", "withdraw my vote", "1",
    "Press to Oda: A Kai - Sagami. End press", "Press to all:\nlisten\nEnd press",
    "Press to Hojo:\nwithout an end", "Grey press to all:\nWho am I?\nEnd press", "vote draw",
    "absent from 2026-03-09 to 2026-03-12",
)  # fmt: skip
CHANGES = (
    "remove A Kai", "place takeda A Kai", "move A Sagami to Musashi", "owner Kai hojo",
    "owner Kai takeda", "set year=1571",
)  # fmt: skip
LETTERS = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.lists(st.sampled_from(PIECES), min_size=1, max_size=4)),
    min_size=1,
    max_size=4,
)
READING = ("receipt", "late", "refusal")
"""Kinds of mail of which each reading of a player's letter gives one, unless it only asks."""


class Matches(RuleBasedStateMachine):
    """One match, and all that may happen to it."""

    made: ClassVar[Path]

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="states-")) / "desk"
        shutil.copytree(self.made, self.folder)
        self.now = BEGIN
        self.number = 0
        self.desk = quick_desk(self.folder)
        kinds = {"press.kinds": "[public, private, grey]"}
        change_settings(self.desk, self.now, "edo", kinds, Word("boss"))

    def teardown(self) -> None:
        self.work()
        self.now += timedelta(minutes=11)
        send(self.desk, self.now)
        self.check()
        self.desk.store.close()
        shutil.rmtree(self.folder.parent)

    # --- what may happen

    @rule(letters=LETTERS, again=st.booleans())
    def post(self, letters: list[tuple[str, list[str]]], *, again: bool) -> None:
        """Letters come in, perhaps delivered twice."""
        for sender, pieces in letters:
            self.now += timedelta(minutes=1)
            self.number += 1
            raw = (
                f"From: {sender}\nTo: gm@example.org\nSubject: edo\n"
                f"Message-ID: <{self.number}@x>\n\n" + "\n".join(pieces)
            )
            for copy in range(2 if again else 1):
                name = f"{int(self.now.timestamp())}.M{self.number}P{copy}.host"
                (self.folder / "mail/in/new" / name).write_text(raw, "utf-8")

    @rule(letters=LETTERS, more=LETTERS)
    def turn_of_play(
        self,
        letters: list[tuple[str, list[str]]],
        more: list[tuple[str, list[str]]],
    ) -> None:
        """Letters before and after the deadline, with the jobs between."""
        self.post(letters=letters, again=False)
        self.work()
        deadline = self.desk.match("edo").deadline
        self.now = max(self.now, deadline or self.now)
        self.post(letters=more, again=False)
        self.work()

    @rule(hours=st.sampled_from((1, 5, 20, 60, 170)))
    def later(self, hours: int) -> None:
        """Time goes by, and nothing runs."""
        self.now += timedelta(hours=hours)

    @rule()
    def tick(self) -> None:
        """The jobs run."""
        self.work()

    @rule(place=st.integers(1, 60))
    def crash(self, place: int) -> None:
        """The jobs are killed before one of their writes, and run again later."""
        killed_at(self.desk, place)
        try:
            self.work()
        except Killed:
            pass
        finally:
            self.desk.store._database._connection.close()  # type: ignore[attr-defined] (SQLite's)
            self.desk = quick_desk(self.folder)
        self.now += timedelta(minutes=11)
        self.work()

    def by_hand(self, action: Callable[..., object], *given: Any, **named: Any) -> None:
        try:
            action(self.desk, self.now, "edo", *given, **named)
        except UsageError:
            return  # it cannot be done now, and nothing of it is

    @rule()
    def adjudicate(self) -> None:
        """The gamemaster does not wait."""
        self.work()
        if self.desk.match("edo").status is not MatchStatus.OVER:
            turn(self.desk, self.now, "edo", early=True)

    @rule()
    def take_back(self) -> None:
        """The gamemaster takes a step back."""
        self.by_hand(undo, who="boss")

    @rule()
    def bring_back(self) -> None:
        """The gamemaster goes forward again."""
        self.by_hand(redo, "boss")

    @rule(change=st.sampled_from(CHANGES))
    def mend(self, change: str) -> None:
        """The gamemaster corrects the position."""
        self.by_hand(correct, [change], reason="By chance.", who="boss")

    @rule(hours=st.sampled_from((1, 48)))
    def put_off(self, hours: int) -> None:
        """The gamemaster moves the deadline."""
        self.by_hand(extend, self.now + timedelta(hours=hours), Word("boss"))

    @rule()
    def stop_or_go(self) -> None:
        """The gamemaster stops the clock, or lets it run again."""
        is_paused = self.desk.match("edo").status is MatchStatus.PAUSED
        self.by_hand(resume if is_paused else pause, Word("boss"))

    @rule(power=st.sampled_from(("oda", "hojo")), address=st.sampled_from(("new", "other", "")))
    def reseat(self, power: str, address: str) -> None:
        """A seat is freed, or somebody else takes it."""
        self.now += timedelta(minutes=1)
        addresses = (f"{address}.{power}@example.org",) if address else ()
        with suppress(UsageError):
            change_seat(self.desk, self.now, Seat("edo", power, addresses), "boss")

    @precondition(lambda self: self.desk.match("edo").status is not MatchStatus.OVER)
    @rule(order=st.sampled_from(PIECES[:10]))
    def enter(self, order: str) -> None:
        """The gamemaster enters an order."""
        try:
            enter_orders(self.desk, self.now, Entered("edo", "takeda", order, "By phone.", "boss"))
        except UsageError:
            return

    def work(self) -> None:
        """What cron does."""
        desk, now = self.desk, self.now
        receive(desk, now)
        assert read(desk, now).exit_code == 0
        remind(desk, now)
        assert turn(desk, now).exit_code == 0
        send(desk, now)

    # --- what always holds

    @invariant()
    def has_one_line_of_steps(self) -> None:
        """Each step that counts follows the one before it."""
        line = [one for one in self.desk.store.step_heads("edo") if one.withdrawn is None]
        assert [one.after for one in line] == [None, *(one.number for one in line[:-1])]

    def check(self) -> None:
        """The history holds, and every letter was answered."""
        assert replay(self.desk, "edo").data["differences"] == []
        found, letter = chronicle(self.desk, "edo"), self.desk.store.letter
        assert verify(self.desk, found, raw=letter).data["differences"] == []
        self.check_archive()
        self.check_calendars()
        assert self.desk.store.unread() == ()
        assert self.desk.store.letters(LetterFate.FAILED) == ()
        assert self.desk.store.waiting(self.now) == ()
        readings, answers, others = Counter(self.readings()), Counter(), Counter()
        for row in self.desk.store._rows("SELECT kind, reply_to FROM outbox WHERE answers = 1"):
            (answers if row["kind"] in READING else others)[row["reply_to"]] += 1
        for number, message in self.of_players().items():
            assert readings[number] >= 1
            assert answers[message] <= readings[number], f"letter {number} was answered too often"
            assert answers[message] + others[message] >= 1, f"letter {number} was not answered"
            if not others[message]:
                assert answers[message] == readings[number], f"letter {number}"

    def check_archive(self) -> None:
        """An archive holds what verifies, and nothing about unsigned messages but their words."""
        whole = archive.assembled(self.desk, "edo", is_whole(self.desk))
        made, folder = whole.files, self.folder.parent / "archive"
        archive.write(folder, dict(made), "edo")
        if archive.HIDES in whole.remarks:  # a concession may hide all that could be verified
            assert not any(name.startswith("letters/") for name in made)
            return
        assert verify(scratch_desk(), archived.read(folder)).data["differences"] == []
        if any(one.kind == "grey" for one in self.desk.store.press("edo")):
            told = json.loads(made["press.json"])
            hidden = {"letter": 0, "line": 0, "number": None}
            assert all(one[name] == value for one in told for name, value in hidden.items())
            assert not any("ress" in text for name, text in made.items() if "letters/" in name)

    def check_calendars(self) -> None:
        """The last entry of a player is for the present deadline, or cancelled without one."""
        match = self.desk.match("edo")
        rows = self.desk.store._rows(
            "SELECT power, calendar FROM outbox WHERE calendar IS NOT NULL ORDER BY rowid"
        )
        last: dict[str, tuple[int, str]] = {}
        for row in rows:
            lines = [line for line in row["calendar"].split("\r\n") if ":" in line]
            entry = dict(line.split(":", 1) for line in lines)
            shown = entry["DTSTART"] if entry["STATUS"] == "CONFIRMED" else ""
            number, before = last.get(row["power"], (-1, ""))
            assert int(entry["SEQUENCE"]) >= number
            assert int(entry["SEQUENCE"]) > number or shown == before
            last[row["power"]] = (int(entry["SEQUENCE"]), shown)
        deadline = match.deadline and f"{match.deadline.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        for seat in self.desk.store.seats("edo"):
            if seat.addresses:
                assert last[seat.power][1] == (deadline or "")

    def readings(self) -> list[int]:
        """The number of the letter, for each time that one was read."""
        found = self.desk.store.log_entries(None, 10**6)
        return [int(one.detail.split()[1]) for one in found if one.what == "read"]

    def of_players(self) -> dict[int, str]:
        """The letters of players, with their Message-IDs; copies of the same are one letter."""
        rows = self.desk.store._rows("SELECT number, message_id, power FROM letters")
        return {row["number"]: row["message_id"] for row in rows if row["power"]}


def test_whatever_happens(made: Path) -> None:
    Matches.made = made
    run = settings(
        max_examples=6,
        stateful_step_count=12,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    run_state_machine_as_test(Matches, settings=run)


@pytest.fixture(autouse=True)
def _quiet_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures in mail take most of the time, and nothing here is about them."""
    from gm.rendering import pixels

    monkeypatch.setattr(pixels, "can_make_png", lambda: False)
