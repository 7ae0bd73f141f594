"""Pauses, early ends, grace, extensions and absences: by command, by setting and by letter."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from gm.desk import wishes
from gm.desk.announcing import add_note
from gm.desk.ending import conclude
from gm.desk.history import redo, replay, undo
from gm.desk.room import Desk
from gm.desk.rules_of_play import change_settings
from gm.desk.seating import change_seat
from gm.desk.standing import standing
from gm.desk.timing import Word, absent_days, extend, give_leave, pause, resume
from gm.desk.turn import turn
from gm.desk.votes import ballots
from gm.desk.wishes import Absence, Patience, VagueAbsence
from gm.errors import EXIT_SETTINGS, SettingsError, UsageError
from gm.games.vocabulary import Power
from gm.records import MatchStatus, OutgoingLetter, Seat
from gm.values import replace
from tests.desk.at_desk import flowing, handle, orders

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
SOON_AFTER = DEADLINE + timedelta(minutes=5)
BOSS = Word("boss")
ALL_ORDERS = {
    "takeda@example.org": "A Kai H\nA South Shinano H",
    "hojo@example.org": "A Sagami H\nF Izu H",
    "oda@example.org": "A Owari H\nF Mikawa H",
}


def settings(desk: Desk, **changed: str) -> None:
    given = {f"calendar.{name}": value for name, value in changed.items()}
    desk.store.save_match(replace(desk.match("edo"), settings=given))


def receipts(desk: Desk) -> list[OutgoingLetter]:
    return list(desk.store.outgoing_of("edo", "receipt"))


class TestPause:
    def test_the_clock_stands_still_and_orders_are_taken(
        self, desk: Desk, deliver: Deliver
    ) -> None:
        pause(desk, DEADLINE - timedelta(days=2), "edo", Word("boss", "We look for a Hojo."))
        assert desk.match("edo").status is MatchStatus.PAUSED
        assert desk.match("edo").remaining == 2 * 86400
        assert turn(desk, SOON_AFTER).data["adjudicated"] == 0
        told = desk.store.outgoing_of("edo", "note")
        assert len(told) == 3
        assert "We look for a Hojo." in told[0].text
        deliver("A Kai - Suruga", at="2026-03-12T12:00Z")
        handle(desk, DEADLINE + timedelta(days=2))
        assert orders(desk) == ["A Kai - Suruga"]

    def test_it_goes_on_with_at_least_the_time_that_was_left(self, desk: Desk) -> None:
        pause(desk, DEADLINE - timedelta(days=4), "edo", BOSS)
        # on Saturday the 14th four days were left: the Tuesday after is too near
        resume(desk, datetime(2026, 3, 14, 12, 0, tzinfo=UTC), "edo", BOSS)
        assert desk.match("edo").deadline == datetime(2026, 3, 25, 0, 0, tzinfo=UTC)
        assert desk.match("edo").status is MatchStatus.RUNNING

    def test_in_a_rhythm_of_days_it_goes_on_at_the_usual_time(self, desk: Desk) -> None:
        settings(desk, deadline="3 days at 20:00")
        pause(desk, DEADLINE - timedelta(days=1), "edo", BOSS)
        resume(desk, datetime(2026, 3, 14, 12, 0, tzinfo=UTC), "edo", BOSS)
        assert desk.match("edo").deadline == datetime(2026, 3, 16, 0, 0, tzinfo=UTC)

    def test_only_what_runs_is_paused_and_only_what_is_paused_goes_on(self, desk: Desk) -> None:
        with pytest.raises(UsageError, match="is not paused"):
            resume(desk, DEADLINE - timedelta(days=1), "edo", BOSS)
        pause(desk, DEADLINE - timedelta(days=1), "edo", BOSS)
        with pytest.raises(UsageError, match="is paused already"):
            pause(desk, DEADLINE, "edo", BOSS)

    def test_a_turn_before_the_end_of_a_pause_leaves_it_paused(self, desk: Desk) -> None:
        pause(desk, DEADLINE - timedelta(days=2), "edo", BOSS)
        turn(desk, DEADLINE - timedelta(days=1), "edo", early=True)
        assert desk.match("edo").deadline is None
        assert desk.match("edo").status is MatchStatus.PAUSED


class TestEarlyEnd:
    """Clans without a player are not waited for."""

    @pytest.fixture(autouse=True)
    def early(self, desk: Desk) -> None:
        settings(desk, early="2h")

    def all_write(self, deliver: Deliver, extra: str = "") -> None:
        for minute, (sender, text) in enumerate(ALL_ORDERS.items()):
            deliver(text + extra, sender=sender, at=f"2026-03-05T12:{minute:02}Z")

    def test_when_all_orders_have_been_in_for_a_while(self, desk: Desk, deliver: Deliver) -> None:
        self.all_write(deliver)
        noon = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
        handle(desk, noon + timedelta(minutes=5))
        assert turn(desk, noon + timedelta(minutes=90)).data["adjudicated"] == 0
        assert turn(desk, noon + timedelta(minutes=123)).data["adjudicated"] == 1
        assert desk.match("edo").deadline == DEADLINE  # the Tuesday after, five days away
        assert turn(desk, noon + timedelta(hours=9)).data["adjudicated"] == 0

    def test_not_when_an_order_is_missing(self, desk: Desk, deliver: Deliver) -> None:
        self.all_write(deliver)
        deliver("Cancel A Owari", sender="oda@example.org", at="2026-03-05T12:30Z")
        handle(desk, datetime(2026, 3, 5, 13, 0, tzinfo=UTC))
        later = datetime(2026, 3, 6, 12, 0, tzinfo=UTC)
        assert turn(desk, later).data["adjudicated"] == 0

    def test_not_while_somebody_waits(self, desk: Desk, deliver: Deliver) -> None:
        self.all_write(deliver)
        deliver("Please wait.", sender="oda@example.org", at="2026-03-05T12:30Z")
        handle(desk, datetime(2026, 3, 5, 13, 0, tzinfo=UTC))
        assert "will not end before its deadline" in flowing(receipts(desk)[-1])
        later = datetime(2026, 3, 6, 12, 0, tzinfo=UTC)
        assert turn(desk, later).data["adjudicated"] == 0
        deliver("Ready!", sender="oda@example.org", at="2026-03-06T12:30Z")
        handle(desk, later + timedelta(hours=1))
        assert turn(desk, later + timedelta(hours=2)).data["adjudicated"] == 1
        assert replay(desk, "edo").exit_code == 0


def test_there_is_nothing_to_wait_for_in_a_match_without_early_ends(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("wait\nA Kai - Suruga")
    handle(desk, DEADLINE - timedelta(days=1))
    assert "nothing to wait for" in flowing(receipts(desk)[0])
    assert orders(desk) == ["A Kai - Suruga"]


class TestMissingOrders:
    def test_in_the_grace_letters_count_and_the_turn_waits_for_them(
        self, desk: Desk, deliver: Deliver
    ) -> None:
        settings(desk, grace="6h")
        assert "letters count until" in turn(desk, SOON_AFTER).data["held"][0]["reason"]
        assert desk.store.concerns(0) == ()
        deliver("A Kai - Suruga", at="2026-03-11T05:00Z")
        deliver("A Sagami - Kai", sender="hojo@example.org", at="2026-03-11T06:00Z")
        handle(desk, DEADLINE + timedelta(hours=6, minutes=1))
        assert orders(desk) == ["A Kai - Suruga"]
        assert orders(desk, "hojo") == []
        assert turn(desk, DEADLINE + timedelta(hours=6, minutes=5)).data["adjudicated"] == 1

    def test_the_deadline_moves_once(self, desk: Desk) -> None:
        settings(desk, extension="2 days")
        assert turn(desk, SOON_AFTER).data["adjudicated"] == 0
        moved = DEADLINE + timedelta(days=2)
        assert desk.match("edo").deadline == moved
        told = desk.store.outgoing_of("edo", "deadline")
        assert len(told) == 3
        assert "Orders were missing at the deadline" in told[0].text
        assert turn(desk, moved - timedelta(hours=1)).data["adjudicated"] == 0
        assert turn(desk, moved + timedelta(minutes=5)).data["adjudicated"] == 1
        # and once in the next phase too
        again = desk.match("edo").deadline
        assert again is not None
        turn(desk, again + timedelta(minutes=5))
        assert desk.match("edo").deadline == again + timedelta(days=2)


class TestAbsence:
    def test_a_player_is_away_within_the_limit(self, desk: Desk, deliver: Deliver) -> None:
        settings(desk, absence="7")
        deliver("I am away from 9 March to 12 March.\nA Kai - Suruga")
        handle(desk, DEADLINE - timedelta(days=5))
        # Tuesday the 10th does not count any more; the first day that does is Friday the 13th
        assert desk.match("edo").deadline == datetime(2026, 3, 14, 0, 0, tzinfo=UTC)
        assert orders(desk) == ["A Kai - Suruga"]
        assert "no deadline falls on these days" in flowing(receipts(desk)[0])
        told = desk.store.outgoing_of("edo", "deadline")
        assert "Takeda is away from 2026-03-09 to 2026-03-12." in flowing(told[0])
        days = absent_days(desk, "edo", Power("takeda"))
        assert days == [date(2026, 3, day) for day in (9, 10, 11, 12)]

    def test_days_without_a_deadline_move_nothing_now_but_later(
        self, desk: Desk, deliver: Deliver
    ) -> None:
        settings(desk, absence="7")
        deliver("Absent from 2026-03-16 to 2026-03-18")
        handle(desk, DEADLINE - timedelta(days=5))
        assert desk.match("edo").deadline == DEADLINE
        assert desk.store.outgoing_of("edo", "deadline") == ()
        turn(desk, SOON_AFTER)
        assert desk.match("edo").deadline == datetime(2026, 3, 25, 0, 0, tzinfo=UTC)

    def test_more_is_for_the_gamemaster(self, desk: Desk, deliver: Deliver) -> None:
        settings(desk, absence="3")
        deliver("Absent from 2026-03-09 to 2026-03-12")
        handle(desk, DEADLINE - timedelta(days=5))
        assert desk.match("edo").deadline == DEADLINE
        assert "for the gamemaster to decide" in flowing(receipts(desk)[0])
        assert "gm absence edo takeda 2026-03-09 2026-03-12" in desk.store.concerns(0)[0][1].detail


TODAY = date(2026, 3, 5)


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("wait", Patience.WAIT),
        ("Please wait!", Patience.WAIT),
        ("Don't adjudicate early.", Patience.WAIT),
        ("Don\u2019t end it early", Patience.WAIT),
        ("I'm ready.", Patience.READY),
        ("no wait", Patience.READY),
        ("please don't wait", Patience.READY),
        ("absent until 2026-03-09", Absence(None, date(2026, 3, 9))),
        ("I will be away from 1 April to 7 April", Absence(date(2026, 4, 1), date(2026, 4, 7))),
        ("on holiday from Dec 24th till Jan 2", Absence(date(2026, 12, 24), date(2027, 1, 2))),
        ("Away from May 1 2026 to 3rd of May 2026", Absence(date(2026, 5, 1), date(2026, 5, 3))),
        ("I'll be away 1 May to 7 May", Absence(date(2026, 5, 1), date(2026, 5, 7))),
        ("on vacation between May 1 and May 7", Absence(date(2026, 5, 1), date(2026, 5, 7))),
        ("I'm travelling until 9 March", Absence(None, date(2026, 3, 9))),
        ("Please wait for me", Patience.WAIT),
        ("No need to wait for me", Patience.READY),
        ("I am away next week", VagueAbsence("I am away next week")),
        ("I will be on holiday soon", VagueAbsence("I will be on holiday soon")),
        ("absent from 31 February to 2 March", VagueAbsence("absent from 31 February to 2 March")),
        ("absent until 1 2 3 March", VagueAbsence("absent until 1 2 3 March")),
    ],
)
def test_lines_that_are_wishes(line: str, wish: wishes.Wish) -> None:
    assert wishes.read_wish(line, TODAY) == wish


@pytest.mark.parametrize(
    "line",
    [
        "Wait, Army Kai moves to Sagami",
        "I cannot wait to see this",
        "Army Kai waits",
        "ready when you are, Shingen",
        "away to the hills until spring",
        "A Kai H",
        "",
    ],
)
def test_lines_that_are_none(line: str) -> None:
    assert wishes.read_wish(line, TODAY) is None


def test_a_wish_leaves_its_line_empty_so_that_others_keep_their_numbers() -> None:
    text, found = wishes.take_out("A Kai H\nwait\nA South Shinano H", TODAY)
    assert text == "A Kai H\n\nA South Shinano H"
    assert found == (Patience.WAIT,)


def test_a_deadline_moved_by_hand_ends_a_pause(desk: Desk) -> None:
    pause(desk, DEADLINE - timedelta(days=2), "edo", BOSS)
    extend(desk, DEADLINE, "edo", DEADLINE + timedelta(days=3), BOSS)
    assert desk.match("edo").status is MatchStatus.RUNNING
    assert desk.match("edo").remaining is None


class TestEntries:
    """The calendar entries of letters: one for each match, and always the present deadline."""

    @staticmethod
    def entries(desk: Desk, power: str = "oda") -> list[tuple[str, str, str]]:
        """UID, status and begin of all entries that a player got, by their sequence."""
        found = []
        for kind in ("welcome", "report", "deadline", "reminder", "note"):
            for one in desk.store.outgoing_of("edo", kind):
                if one.power == power and one.calendar:
                    lines = (
                        line.split(":", 1) for line in one.calendar.split("\r\n") if ":" in line
                    )
                    entry = dict(lines)
                    found.append((int(entry["SEQUENCE"]), entry))
        ordered = [entry for _, entry in sorted(found, key=lambda one: one[0])]
        return [(entry["UID"], entry["STATUS"], entry["DTSTART"]) for entry in ordered]

    def test_they_follow_every_change(self, desk: Desk) -> None:
        at = DEADLINE - timedelta(days=3)
        pause(desk, at, "edo", BOSS)
        resume(desk, at + timedelta(hours=1), "edo", BOSS, DEADLINE + timedelta(days=1))
        turn(desk, at + timedelta(hours=2), "edo", early=True)
        undo(desk, at + timedelta(hours=3), "edo", who="boss", until=DEADLINE)
        redo(desk, at + timedelta(hours=4), "edo", "boss")
        conclude(
            desk, at + timedelta(hours=5), "edo", [], why="The match is abandoned.", who="boss"
        )
        found = self.entries(desk)
        assert {uid for uid, _, _ in found} == {"edo-example.org"}
        shown = [begin if status == "CONFIRMED" else None for _, status, begin in found]
        usual = "20260311T000000Z"
        assert shown == [usual, None, "20260312T000000Z", usual, usual, usual, None]

    def test_changes_at_one_moment_follow_each_other_too(self, desk: Desk) -> None:
        at = DEADLINE - timedelta(days=3)
        pause(desk, at, "edo", BOSS)
        resume(desk, at, "edo", BOSS, DEADLINE + timedelta(days=1))
        extend(desk, at, "edo", DEADLINE + timedelta(days=2), BOSS)
        found = self.entries(desk)
        assert [begin[6:8] for _, status, begin in found if status == "CONFIRMED"] == [
            "11", "12", "13",
        ]  # fmt: skip
        assert [status for _, status, _ in found][1] == "CANCELLED"

    def test_who_leaves_loses_it(self, desk: Desk) -> None:
        change_seat(desk, DEADLINE - timedelta(days=1), Seat("edo", "oda", ()), "boss")
        assert [status for _, status, _ in self.entries(desk)] == ["CONFIRMED", "CANCELLED"]
        (note,) = (one for one in desk.store.outgoing_of("edo", "note") if one.power == "oda")
        assert "Deadline" not in note.text


class TestReadAgain:
    """A letter that is read once more does nothing twice."""

    def test_a_vote_that_was_withdrawn_stays_withdrawn(self, desk: Desk, deliver: Deliver) -> None:
        turn(desk, SOON_AFTER)
        later = SOON_AFTER + timedelta(hours=1)
        deliver("A Kai - Suruga\nVote draw", at=later.isoformat())
        handle(desk, later)
        deliver("Withdraw my vote", at=(later + timedelta(hours=1)).isoformat())
        handle(desk, later + timedelta(hours=1))
        undo(desk, later + timedelta(hours=2), "edo", who="boss")
        turn(desk, later + timedelta(hours=3), "edo", early=True)
        handle(desk, later + timedelta(hours=4))
        assert orders(desk) == ["A Kai - Suruga"]
        assert ballots(desk, standing(desk, desk.match("edo"))) == {}

    def test_days_are_those_of_the_day_when_it_came(self, desk: Desk, deliver: Deliver) -> None:
        settings(desk, absence="10")
        deliver("away until 8 March", at="2026-03-07T12:00Z")
        handle(desk, datetime(2026, 3, 9, 12, 0, tzinfo=UTC))  # the service was down
        assert "to 2026-03-08" in flowing(receipts(desk)[-1])
        assert "2027" not in flowing(receipts(desk)[-1])


def test_absences_and_holidays_do_not_touch_each_other(desk: Desk) -> None:
    give_leave(
        desk, DEADLINE - timedelta(days=5), "edo", Power("oda"), [date(2026, 3, 17)], who="boss"
    )
    change_settings(desk, DEADLINE - timedelta(days=4), "edo",
                    {"calendar.skipped_days": "[2026-03-24]"}, Word("boss"))  # fmt: skip
    plan = standing(desk, desk.match("edo")).schedule
    assert not plan.counts(date(2026, 3, 17))
    assert not plan.counts(date(2026, 3, 24))


def test_a_deadline_that_has_passed_is_not_moved_by_an_absence(desk: Desk) -> None:
    days = [date(2026, 3, 10), date(2026, 3, 11)]
    give_leave(desk, SOON_AFTER, "edo", Power("oda"), days, who="boss")
    assert desk.match("edo").deadline == DEADLINE


def test_a_match_that_waits_for_orders_does_not_claim_that_nothing_ran(desk: Desk) -> None:
    settings(desk, missing="wait")
    for hours in (1, 11, 20, 40):
        said = turn(desk, DEADLINE + timedelta(hours=hours)).lines
        assert said == [
            "edo: not adjudicated, since orders are missing from Oda, Takeda, Hojo; say gm turn "
            "edo, or gm extend edo."
        ]
    assert len(desk.store.concerns(0)) == 1


def test_a_late_letter_for_which_the_match_may_wait(desk: Desk, deliver: Deliver) -> None:
    settings(desk, missing="wait")
    turn(desk, SOON_AFTER)
    later = SOON_AFTER + timedelta(hours=1)
    deliver("A Kai - Suruga\nA South Shinano H", at=later.isoformat())
    handle(desk, later)
    (answer,) = desk.store.outgoing_of("edo", "late")
    assert "adjudicated without it" not in answer.text
    assert "but the phase is not adjudicated yet" in flowing(answer)
    assert "adjudicated yet" in " ".join(answer.html.split())
    told = desk.store.concerns(0)[-1][1].detail
    assert "Letter 1 of Takeda came after the deadline" in told
    assert "Answer “accept 1”" in told
    assert orders(desk) == []


def test_one_that_was_not_there_at_the_deadline_does(desk: Desk) -> None:
    settings(desk, missing="wait")
    said = turn(desk, DEADLINE + timedelta(hours=20)).lines
    assert "its deadline passed long ago, while nothing ran" in said[0]


def test_newcomers_are_told_how_deadlines_are_kept(desk: Desk) -> None:
    settings(desk, early="2h", grace="6h", extension="1 day", absence="10", missing="wait")
    change_seat(desk, DEADLINE, Seat("edo", "oda", ("new@example.org",)), "boss")
    (welcome,) = (one for one in desk.store.outgoing_of("edo", "welcome")
                  if one.to == ("new@example.org",))  # fmt: skip
    said = flowing(welcome)
    assert "When all orders have been in for 2 hours, a phase ends before its deadline" in said
    assert "letters still count for 6 hours after it" in said
    assert "it moves by 1 day, once." in said
    assert "Each player may be away for 10 days of this match" in said
    assert "the gamemaster decides how long the match waits" in said


def test_slips_of_the_gamemaster_are_refused(desk: Desk) -> None:
    week = "[Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday]"
    with pytest.raises(SettingsError, match="No Tuesday counts"):
        change_settings(desk, SOON_AFTER, "edo", {"calendar.skipped_weekdays": week}, Word("boss"))
    assert "calendar.skipped_weekdays" not in desk.match("edo").settings
    with pytest.raises(UsageError, match="more than a year away"):
        extend(desk, SOON_AFTER, "edo", SOON_AFTER + timedelta(days=4000), BOSS)
    with pytest.raises(UsageError, match=r"is Tuesday, 10 March 2026, 20:00 EDT .* already"):
        extend(desk, DEADLINE - timedelta(days=1), "edo", DEADLINE, BOSS)
    with pytest.raises(UsageError, match="are past"):
        give_leave(desk, SOON_AFTER, "edo", Power("oda"), [date(2026, 2, 1)], who="boss")
    with pytest.raises(UsageError, match="nothing in this note"):
        add_note(desk, SOON_AFTER, "edo", " ", "boss")


def test_settings_without_any_deadline_stop_one_match_and_tell_why(desk: Desk) -> None:
    settings(desk, skipped_weekdays="[Tuesday]", kinds="{movement: Tuesday 20:00}")
    done = turn(desk, SOON_AFTER)
    assert done.exit_code == EXIT_SETTINGS
    assert "fault of the program" not in "".join(done.lines)
    told = desk.store.concerns(0)[0][1].detail
    assert told.startswith("The match edo waits, since it could not be adjudicated: No Tuesday")
