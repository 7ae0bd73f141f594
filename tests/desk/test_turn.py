"""Deadlines that pass: what is adjudicated, what waits, what everybody is told."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from gm.desk import steps
from gm.desk.announcing import add_note
from gm.desk.ending import conclude
from gm.desk.entering import Entered, enter_orders
from gm.desk.history import replay, undo
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.remind import remind
from gm.desk.room import Desk
from gm.desk.seating import change_seat
from gm.desk.standing import standing
from gm.desk.timing import Word, extend, pause
from gm.desk.turn import preview, turn
from gm.errors import EXIT_BUG, UsageError
from gm.games.vocabulary import Power
from gm.records import LetterFate, MatchStatus, OutgoingLetter, Seat
from gm.values import replace
from tests.desk.at_desk import flowing, handle, orders

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
SOON_AFTER = DEADLINE + timedelta(minutes=5)


def reports(desk: Desk) -> dict[str | None, OutgoingLetter]:
    return {one.power: one for one in desk.store.outgoing_of("edo", "report")}


def settings(desk: Desk, **changed: str) -> None:
    given = {f"calendar.{name}": value for name, value in changed.items()}
    desk.store.save_match(replace(desk.match("edo"), settings=given))


def test_nothing_before_the_deadline_and_once_after_it(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami\nA South Shinano H")
    handle(desk, DEADLINE - timedelta(hours=1))
    assert turn(desk, DEADLINE - timedelta(seconds=1)).data["adjudicated"] == 0
    assert turn(desk, SOON_AFTER).data["adjudicated"] == 1
    assert turn(desk, SOON_AFTER).data["adjudicated"] == 0
    assert [step.number for step in desk.store.steps("edo")] == [0, 1]
    assert desk.match("edo").deadline == datetime(2026, 3, 18, 0, 0, tzinfo=UTC)


def test_orders_are_secret_until_the_deadline_and_then_in_every_report(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("A Kai - Suruga")
    handle(desk, DEADLINE - timedelta(hours=1))
    for letter in map(desk.store.outgoing, desk.store.waiting(DEADLINE)):
        assert letter is not None
        assert letter.power == "takeda" or "Suruga" not in letter.text.split("THE POSITION")[-1]
    turn(desk, SOON_AFTER)
    found = reports(desk)
    assert set(found) == {"takeda", "hojo", "oda", None}
    for report in found.values():
        assert "Kai - Suruga" in report.text
    assert found["hojo"].to == ("hojo@example.org",)
    assert found[None].to == ("boss@example.org",)


def test_a_clan_without_orders_is_in_civil_disorder_and_the_turn_does_not_wait(
    desk: Desk,
) -> None:
    turn(desk, SOON_AFTER)
    assert "No orders came from" in reports(desk)["takeda"].text


def test_missing_orders_wait_for_the_gamemaster_if_the_desk_says_so(
    desk: Desk, deliver: Deliver
) -> None:
    settings(desk, missing="wait")
    deliver("A Kai - Suruga")
    handle(desk, DEADLINE - timedelta(hours=1))
    for minutes in (5, 10):
        held = turn(desk, DEADLINE + timedelta(minutes=minutes)).data["held"]
        assert "orders are missing from" in held[0]["reason"]
        assert "Takeda" not in held[0]["reason"]
    assert len(desk.store.concerns(0)) == 1
    assert turn(desk, SOON_AFTER, "edo").data["adjudicated"] == 1


def test_a_deadline_that_passed_long_ago_waits(desk: Desk) -> None:
    late = DEADLINE + timedelta(hours=13)
    assert "passed long ago" in turn(desk, late).data["held"][0]["reason"]
    assert desk.store.latest_step("edo").number == 0  # type: ignore[union-attr] (there is one)
    assert turn(desk, late, "edo").data["adjudicated"] == 1
    # the next phase gets its whole length
    assert desk.match("edo").deadline == datetime(2026, 3, 18, 0, 0, tzinfo=UTC)


def test_catching_up_can_be_switched_on(desk: Desk) -> None:
    settings(desk, catch_up="turn")
    assert turn(desk, DEADLINE + timedelta(days=3)).data["adjudicated"] == 1


def test_letters_nobody_has_read_hold_the_turn(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Suruga", at="2026-03-10T23:00Z")
    receive(desk, SOON_AFTER)
    assert "1 letters that came in time" in turn(desk, SOON_AFTER).lines[0]
    read(desk, SOON_AFTER)
    assert turn(desk, SOON_AFTER).data["adjudicated"] == 1


def test_a_match_named_must_be_due_unless_it_is_early(desk: Desk) -> None:
    with pytest.raises(UsageError, match="is not due; its deadline is Tuesday, 10 March 2026"):
        turn(desk, DEADLINE - timedelta(days=1), "edo")
    assert turn(desk, DEADLINE - timedelta(days=5), "edo", early=True).data["adjudicated"] == 1
    # Friday the 6th: the Tuesday after it is far enough
    assert desk.match("edo").deadline == DEADLINE
    with pytest.raises(UsageError, match="no match “nara”"):
        turn(desk, DEADLINE, "nara")
    pause(desk, DEADLINE - timedelta(days=1), "edo", Word("boss"))
    with pytest.raises(UsageError, match="is not due; the match is paused"):
        turn(desk, DEADLINE, "edo")


def test_the_deadline_comes_as_a_calendar_entry_that_later_ones_replace(desk: Desk) -> None:
    extend(desk, DEADLINE - timedelta(days=1), "edo", DEADLINE + timedelta(days=1), Word("boss"))
    entries = [
        dict(line.split(":", 1) for line in str(one.calendar).split("\r\n") if ":" in line)
        for kind in ("welcome", "deadline")
        for one in desk.store.outgoing_of("edo", kind)
        if one.power == "oda"
    ]
    assert [one["DTSTART"] for one in entries] == ["20260311T000000Z", "20260312T000000Z"]
    assert entries[0]["UID"] == entries[1]["UID"]
    assert int(entries[0]["SEQUENCE"]) < int(entries[1]["SEQUENCE"])


def test_a_player_reads_the_deadline_by_the_own_clock_too(desk: Desk) -> None:
    seat = Seat("edo", "takeda", ("takeda@example.org",), "Ann", "Asia/Tokyo")
    change_seat(desk, DEADLINE - timedelta(days=7), seat, "boss")
    turn(desk, SOON_AFTER)
    assert "for you Wednesday, 18 March 2026, 09:00 JST" in reports(desk)["takeda"].text
    assert "for you" not in reports(desk)["oda"].text


def test_a_preview_keeps_nothing_but_a_trace(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Suruga")
    handle(desk, DEADLINE - timedelta(hours=1))
    document = preview(desk, DEADLINE - timedelta(hours=1), "edo", "boss")
    assert "Kai - Suruga" in document.text
    assert desk.store.latest_step("edo").number == 0  # type: ignore[union-attr] (there is one)
    entry = desk.store.log_entries("edo")[0]
    assert (entry.what, entry.who) == ("preview", "boss")


def test_a_fault_of_the_program_leaves_the_match_at_its_last_step(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault of the program")

    monkeypatch.setattr(steps, "write_reports", broken)
    summary = turn(desk, SOON_AFTER)
    assert summary.exit_code == EXIT_BUG
    assert [step.number for step in desk.store.steps("edo")] == [0]
    assert "could not be adjudicated" in desk.store.concerns(0)[0][1].detail
    monkeypatch.undo()
    assert turn(desk, SOON_AFTER).data["adjudicated"] == 1


def test_the_kept_orders_adjudicated_again_give_the_same(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Suruga", at="2026-03-05T12:00Z")
    handle(desk, DEADLINE - timedelta(hours=1))
    turn(desk, SOON_AFTER)
    turn(desk, SOON_AFTER + timedelta(days=7))
    summary = replay(desk, "edo")
    assert summary.exit_code == 0
    assert summary.data == {"match": "edo", "steps": 3, "differences": []}


def test_a_step_that_was_tampered_with_is_found(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Suruga")
    handle(desk, DEADLINE - timedelta(hours=1))
    turn(desk, SOON_AFTER)
    write = desk.store._write
    write("UPDATE steps SET orders = replace(orders, '\"sur\"', '\"mus\"') WHERE number = 1")
    differences = replay(desk, "edo").data["differences"]
    assert any("the order sheets of Takeda give other orders" in one for one in differences)
    assert any("another position comes of its orders" in one for one in differences)


def test_a_concession_alone_counts_though_its_clan_is_absent(desk: Desk, deliver: Deliver) -> None:
    deliver("We concede.")
    handle(desk, DEADLINE - timedelta(hours=1))
    assert not standing(desk, desk.match("edo")).checked(Power("takeda")).present
    turn(desk, SOON_AFTER)
    step = desk.store.latest_step("edo")
    assert step is not None
    assert step.state["conceded"] == ["takeda"]
    assert replay(desk, "edo").exit_code == 0


class TestReminders:
    def test_those_who_owe_orders_are_reminded_once(self, desk: Desk, deliver: Deliver) -> None:
        deliver("A Kai - Sagami\nA South Shinano H")
        deliver("A Sagami H", sender="hojo@example.org")
        handle(desk, DEADLINE - timedelta(hours=30))
        assert remind(desk, DEADLINE - timedelta(hours=25)).data["reminders"] == 0
        assert remind(desk, DEADLINE - timedelta(hours=23)).data["reminders"] == 2
        assert remind(desk, DEADLINE - timedelta(hours=22)).data["reminders"] == 0
        hojo, oda = desk.store.outgoing_of("edo", "reminder")
        assert (hojo.power, oda.power) == ("hojo", "oda")
        assert "Fleet Izu" in hojo.text
        assert "Army Sagami: without an order" not in hojo.text
        assert "23 hours" in hojo.text

    def test_of_reminders_missed_only_the_last_is_written(self, desk: Desk) -> None:
        settings(desk, reminders="[72h, 24h, 6h]")
        assert remind(desk, DEADLINE - timedelta(hours=5)).data["reminders"] == 3
        assert remind(desk, DEADLINE - timedelta(hours=4)).data["reminders"] == 0

    def test_a_new_deadline_reminds_anew(self, desk: Desk) -> None:
        remind(desk, DEADLINE - timedelta(hours=2))
        later = DEADLINE + timedelta(days=2)
        extend(desk, DEADLINE - timedelta(hours=1), "edo", later, Word("boss"))
        assert remind(desk, later - timedelta(hours=25)).data["reminders"] == 0
        assert remind(desk, later - timedelta(hours=24)).data["reminders"] == 3

    def test_the_gamemaster_is_told_of_concerns_once(self, desk: Desk, deliver: Deliver) -> None:
        deliver("hello", sender="fox@example.com")
        handle(desk, DEADLINE - timedelta(days=2))
        assert remind(desk, DEADLINE - timedelta(days=2)).data["concerns"] == 1
        assert remind(desk, DEADLINE - timedelta(days=2)).data["concerns"] == 0
        digests = [
            letter
            for letter in map(desk.store.outgoing, desk.store.waiting(DEADLINE))
            if letter and letter.kind == "digest"
        ]
        assert [one.to for one in digests] == [("boss@example.org",)]
        assert "fox@example.com" in digests[0].text


class TestHand:
    def test_a_later_deadline_lets_late_letters_count(self, desk: Desk, deliver: Deliver) -> None:
        settings(desk, missing="wait")
        deliver("A Kai - Suruga", at="2026-03-11T00:30:00Z")
        handle(desk, DEADLINE + timedelta(hours=1))
        assert orders(desk) == []
        until = DEADLINE + timedelta(days=1)
        extend(desk, DEADLINE + timedelta(hours=2), "edo", until, Word("boss", "A player was ill."))
        handle(desk, DEADLINE + timedelta(hours=3))
        assert orders(desk) == ["A Kai - Suruga"]
        told = desk.store.outgoing_of("edo", "deadline")
        assert {one.power for one in told} == {"takeda", "hojo", "oda"}
        assert "A player was ill." in told[0].text
        assert "Wednesday, 11 March 2026, 20:00 EDT" in told[0].text

    def test_a_deadline_in_the_past_is_refused(self, desk: Desk) -> None:
        with pytest.raises(UsageError, match="is past"):
            extend(desk, DEADLINE, "edo", DEADLINE, Word("boss"))

    def test_a_step_taken_back_stays_in_the_store(self, desk: Desk, deliver: Deliver) -> None:
        deliver("A Kai - Suruga")
        handle(desk, DEADLINE - timedelta(hours=1))
        turn(desk, SOON_AFTER)
        undo(desk, SOON_AFTER + timedelta(hours=1), "edo", who="boss")
        assert [step.withdrawn is None for step in desk.store.steps("edo")] == [True, False]
        now = standing(desk, desk.match("edo"))
        assert now.phase is not None
        assert now.phase.label == "Spring 1570, movement"
        assert now.match.deadline == datetime(2026, 3, 18, 0, 0, tzinfo=UTC)
        assert orders(desk) == ["A Kai - Suruga"]
        notes = desk.store.outgoing_of("edo", "note")
        assert len(notes) == 3
        assert "taken back" in notes[0].text
        with pytest.raises(UsageError, match="nothing can be undone"):
            undo(desk, SOON_AFTER, "edo", who="boss")

    def test_letters_that_came_since_are_read_again(self, desk: Desk, deliver: Deliver) -> None:
        deliver("A Kai - Suruga")
        handle(desk, DEADLINE - timedelta(hours=1))
        turn(desk, SOON_AFTER)
        deliver("A Suruga - Totomi", at="2026-03-12T12:00Z")
        handle(desk, DEADLINE + timedelta(days=2))
        assert orders(desk) == ["A Suruga - Totomi"]
        undo(desk, DEADLINE + timedelta(days=3), "edo", who="boss")
        turn(desk, DEADLINE + timedelta(days=7, minutes=5))
        assert desk.store.latest_step("edo").number == 2  # type: ignore[union-attr] (there is one)
        assert orders(desk) == []
        handle(desk, DEADLINE + timedelta(days=7, minutes=10))
        assert orders(desk) == ["A Suruga - Totomi"]
        assert replay(desk, "edo").exit_code == 0

    def test_orders_entered_by_hand_are_told_and_reported(self, desk: Desk) -> None:
        entered = Entered("edo", "Hojo", "A Sagami - Kai", "Sent by telephone.", "boss")
        wording = enter_orders(desk, DEADLINE - timedelta(days=1), entered)
        assert wording == ["Army Sagami moves to Kai"]
        assert orders(desk, "hojo") == ["A Sagami - Kai"]
        (note,) = desk.store.outgoing_of("edo", "note")
        assert note.to == ("hojo@example.org",)
        assert "Sent by telephone." in note.text
        turn(desk, SOON_AFTER)
        assert "entered orders for Hojo: Sent by telephone." in flowing(reports(desk)["oda"])
        assert replay(desk, "edo").exit_code == 0

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("A Sagami - Suruga Bay", "water"),
            ("A Sagami eats lunch", "cannot be entered"),
            ("A Kai - Sagami", "belongs to Takeda"),
        ],
    )
    def test_only_good_orders_are_entered(self, desk: Desk, text: str, said: str) -> None:
        with pytest.raises(UsageError, match=said):
            enter_orders(desk, DEADLINE, Entered("edo", "hojo", text, "why", "boss"))
        assert orders(desk, "hojo") == []

    def test_a_note_is_in_the_next_report(self, desk: Desk) -> None:
        add_note(desk, DEADLINE - timedelta(days=1), "edo", "Mind the bridge.", "boss")
        turn(desk, SOON_AFTER)
        assert "Mind the bridge." in flowing(reports(desk)["takeda"])
        turn(desk, SOON_AFTER + timedelta(days=7))
        second = desk.store.outgoing("report edo 2 takeda")
        assert second is not None
        assert "Mind the bridge." not in flowing(second)

    def test_a_new_player_gets_the_letter_that_a_match_begins_with(
        self, desk: Desk, deliver: Deliver
    ) -> None:
        seat = Seat("edo", "takeda", ("new@example.org",), "Cleo")
        change_seat(desk, DEADLINE - timedelta(days=1), seat, "boss")
        welcome = next(
            one for one in desk.store.outgoing_of("edo", "welcome") if "new@example.org" in one.to
        )
        assert "You play Takeda" in welcome.text
        deliver("A Kai - Suruga", sender="takeda@example.org")
        deliver("A Kai - Sagami", sender="new@example.org", at="2026-03-05T13:00Z")
        handle(desk, DEADLINE - timedelta(hours=1))
        assert orders(desk) == ["A Kai - Sagami"]
        first = desk.store.letter(1)
        assert first is not None
        assert first.fate is LetterFate.ANSWERED

    def test_the_gamemaster_may_end_a_match(self, desk: Desk, deliver: Deliver) -> None:
        deliver("A Kai - Suruga")
        handle(desk, DEADLINE - timedelta(hours=1))
        conclude(
            desk,
            DEADLINE - timedelta(minutes=1),
            "edo",
            ["Oda"],
            why="All agreed on Oda.",
            who="boss",
        )
        assert desk.match("edo").status is MatchStatus.OVER
        assert desk.match("edo").deadline is None
        assert "All agreed on Oda." in flowing(reports(desk)["hojo"])
        assert replay(desk, "edo").exit_code == 0
        assert turn(desk, SOON_AFTER).data["adjudicated"] == 0
        deliver("A Kai - Sagami", at="2026-03-12T12:00Z")
        handle(desk, DEADLINE + timedelta(days=2))
        answer = desk.store.outgoing("over 2")
        assert answer is not None
        assert "is over" in answer.text
        with pytest.raises(UsageError, match="is over"):
            conclude(desk, DEADLINE, "edo", [], why="Again.", who="boss")
        undo(desk, DEADLINE + timedelta(days=2), "edo", who="boss")
        assert orders(desk) == ["A Kai - Suruga"]

    def test_one_address_for_two_seats_is_refused(self, desk: Desk) -> None:
        with pytest.raises(UsageError, match="could not be told apart"):
            change_seat(desk, DEADLINE, Seat("edo", "takeda", ("oda@example.org",)), "boss")
        with pytest.raises(UsageError, match="cannot play takeda too"):
            change_seat(desk, DEADLINE, Seat("edo", "takeda", ("boss@example.org",)), "boss")
