"""The gamemaster's digest before a deadline, and what its answers do."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from gm.desk.remind import remind
from gm.desk.room import Desk
from gm.desk.standing import standing
from gm.desk.turn import turn
from gm.records import LetterFate, MatchStatus, OutgoingLetter
from gm.values import replace
from tests.desk.at_desk import handle, orders

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
EVENING = DEADLINE - timedelta(hours=23)
SOON_AFTER = DEADLINE + timedelta(minutes=5)


def digest(desk: Desk) -> OutgoingLetter:
    (found,) = desk.store.outgoing_of("edo", "digest")
    return found


@pytest.fixture
def answer(desk: Desk, deliver: Deliver) -> Callable[..., str]:
    """Answers the digest as the gamemaster does; gives what comes back."""
    remind(desk, EVENING)

    def answered(text: str, *, at: datetime = EVENING, sender: str = "boss@example.org") -> str:
        head = f"In-Reply-To: {digest(desk).message_id}\n"
        deliver(text, sender=sender, at=at.isoformat(), head=head)
        handle(desk, at)
        number = max(one.number for fate in LetterFate for one in desk.store.letters(fate))
        done = desk.store.outgoing(f"done {number}")
        return " ".join(done.text.split()) if done else ""

    return answered


def test_the_digest_says_who_is_awaited_and_what_is_doubtful(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Suruga\nArmy South Shinano eats lunch")
    handle(desk, EVENING - timedelta(hours=2))
    remind(desk, EVENING)
    remind(desk, EVENING + timedelta(hours=1))
    found = digest(desk)
    assert found.to == ("boss@example.org",)
    said = " ".join(found.text.split())
    assert "Missing: Oda, Takeda, Hojo." in said
    assert "Letter 1 of Takeda holds something doubtful." in said
    assert "Takeda (Ann): waiting: missing: 1, Army South Shinano" in said
    assert "Suruga" not in said  # not what the orders are
    assert "extend 24h" in said


def test_extend(desk: Desk, answer: Callable[..., str]) -> None:
    assert "12 March 2026, 20:00 EDT" not in answer("Extend 24h!")
    assert desk.match("edo").deadline == DEADLINE + timedelta(days=1)
    assert "Thursday, 12 March 2026, 20:00 EDT" in answer("extend to 2026-03-12 20:00")
    assert len(desk.store.outgoing_of("edo", "deadline")) == 6


def test_adjudicate_even_if_orders_are_missing(desk: Desk, answer: Callable[..., str]) -> None:
    desk.store.save_match(replace(desk.match("edo"), settings={"calendar.missing": "wait"}))
    assert "at its deadline, even if orders are missing" in answer("adjudicate")
    assert turn(desk, DEADLINE - timedelta(hours=1)).data["adjudicated"] == 0
    assert turn(desk, SOON_AFTER).data["adjudicated"] == 1
    # the word was for that phase only
    assert turn(desk, SOON_AFTER + timedelta(days=7)).data["adjudicated"] == 0


def test_adjudicate_now(desk: Desk, answer: Callable[..., str]) -> None:
    assert "by the next turn of the desk" in answer("adjudicate now")
    assert turn(desk, EVENING + timedelta(minutes=5)).data["adjudicated"] == 1
    assert turn(desk, EVENING + timedelta(minutes=10)).data["adjudicated"] == 0


def test_accept_a_late_letter(desk: Desk, answer: Callable[..., str], deliver: Deliver) -> None:
    desk.store.save_match(replace(desk.match("edo"), settings={"calendar.missing": "wait"}))
    deliver("A Kai - Suruga", at="2026-03-11T00:30Z")
    handle(desk, DEADLINE + timedelta(hours=1))
    assert orders(desk) == []
    assert "Letter 1 counts" in answer("accept 1", at=DEADLINE + timedelta(hours=2))
    handle(desk, DEADLINE + timedelta(hours=3))
    assert orders(desk) == ["A Kai - Suruga"]
    assert "is not late, but: orders" in answer("accept 1", at=DEADLINE + timedelta(hours=4))
    assert "There is no letter 77" in answer("accept 77", at=DEADLINE + timedelta(hours=5))


def test_several_lines_and_what_is_not_understood(desk: Desk, answer: Callable[..., str]) -> None:
    said = answer("extend soon\nnote: The map has a new print.\npause\nmake tea")
    assert "The match is paused" in said
    assert "The next report will say it." in said
    assert said.startswith("Not all of it was done")
    assert "“make tea” was not understood. What can be said: extend 24h" in said
    assert "“extend soon” was not done: “soon” is no length of time" in said
    assert desk.match("edo").status is MatchStatus.PAUSED
    assert [note.text for note in desk.store.notes("edo")] == ["The map has a new print."]
    assert "answer “resume” instead" in answer("extend 24h", at=EVENING + timedelta(minutes=5))
    assert "The deadline is" in answer("resume", at=EVENING + timedelta(hours=1))


def test_what_concerns_a_match_is_told_apart_and_can_be_answered(
    desk: Desk, deliver: Deliver
) -> None:
    desk.concern(EVENING, "The disk is nearly full.")
    deliver("away from 2026-03-09 to 2026-03-11", at=EVENING.isoformat())
    handle(desk, EVENING)
    remind(desk, EVENING)
    told = {one.subject: one for one in map(desk.store.outgoing, desk.store.waiting(EVENING))
            if one is not None and one.kind == "digest"}  # fmt: skip
    assert "Desk: 1 thing to look at" in told
    (asked,) = (one for one in told.values() if "asks to be away" in one.text)
    assert asked.subject == "[edo] Desk: 1 thing to look at"
    wanted = "absence Takeda 2026-03-09 2026-03-11"
    assert f"answer “{wanted}”" in " ".join(asked.text.split())
    head = f"In-Reply-To: {asked.message_id}\n"
    deliver(wanted, sender="boss@example.org", at=EVENING.isoformat(), head=head)
    handle(desk, EVENING)
    assert desk.match("edo").deadline == DEADLINE + timedelta(days=2)


def test_what_was_not_done_is_not_called_done(answer: Callable[..., str]) -> None:
    assert answer("make tea").startswith("Nothing was done")
    assert answer("undo", at=EVENING + timedelta(minutes=5)).startswith("Nothing was done")
    assert answer("pause", at=EVENING + timedelta(minutes=9)).startswith("Done as you say")
    said = answer("adjudicate", at=EVENING + timedelta(minutes=12))
    assert "“adjudicate” was not done: The match is paused and has no deadline" in said


def test_status(answer: Callable[..., str]) -> None:
    said = answer("status")
    assert "Spring 1570, movement, deadline Tuesday, 10 March 2026" in said


def test_status_is_a_line_for_each_side(desk: Desk, answer: Callable[..., str]) -> None:
    answer("status")
    (note,) = desk.store.outgoing_of("edo", "note")
    assert any(line.startswith("Hojo ") for line in note.text.split("\n"))


def test_a_deadline_that_stays_is_told_to_nobody(desk: Desk, answer: Callable[..., str]) -> None:
    assert "“extend 0h” was not done: The deadline is Tuesday" in answer("extend 0h")
    assert desk.store.outgoing_of("edo", "deadline") == ()


def test_nobody_else_and_no_other_letter_commands(
    desk: Desk, answer: Callable[..., str], deliver: Deliver
) -> None:
    assert answer("extend 24h", sender="fox@example.com") == ""
    assert answer("extend 24h", sender="oda@example.org") == ""
    deliver("extend 24h", sender="boss@example.org", at=EVENING.isoformat())
    handle(desk, EVENING)
    assert desk.match("edo").deadline == DEADLINE


class TestGreaterActions:
    def test_steps_taken_back_and_brought_back(
        self, desk: Desk, answer: Callable[..., str]
    ) -> None:
        turn(desk, EVENING, "edo", early=True)
        assert "Taken back; Spring 1570, movement is played again." in answer("undo")
        assert "The step counts again" in answer("redo", at=EVENING + timedelta(minutes=5))
        present = standing(desk, desk.match("edo"))
        assert present.step.number == 1
        said = answer("undo to step 0", at=EVENING + timedelta(minutes=9))
        assert "Spring 1570, movement is played again" in said
        said = answer("undo to step 7", at=EVENING + timedelta(minutes=12))
        assert "“undo to step 7” was not done: The match edo stands at its first position" in said

    def test_orders_and_positions(self, desk: Desk, answer: Callable[..., str]) -> None:
        said = answer(
            "orders for Takeda: A Kai - Suruga; A South Shinano H because they came by telephone\n"
            "move A Sagami to Musashi because it was my slip\n"
            "orders for Takeda: A Kai because I say so"
        )
        assert "Entered; the player is told: Army Kai moves to Suruga; Army South Shinano" in said
        assert "“move A Sagami to Musashi because it was my slip” was not done" in said
        assert "A unit stands in Musashi already" in said
        assert "“orders for Takeda: A Kai because I say so” was not done" in said
        assert orders(desk) == ["A Kai - Suruga", "A South Shinano H"]
        done = answer("Remove F Izu because of a mistake.", at=EVENING + timedelta(minutes=5))
        assert "Fleet Izu of Hojo was removed." in done

    def test_seats(self, desk: Desk, answer: Callable[..., str]) -> None:
        said = answer(
            "vacate Oda\nseat Hojo: new@example.org Nel\nseat Takeda: standby\n"
            "absence Hojo 2026-03-09 to 2026-03-12"
        )
        assert "Nobody plays Oda now" in said
        assert "new@example.org plays Hojo now and gets a parcel" in said
        assert "“seat Takeda: standby” was not done: nobody stands by." in said
        assert "Granted. The deadline is Friday, 13 March 2026" in said
        notes = [one.text for one in desk.store.outgoing_of("edo", "note") if one.power == "hojo"]
        assert "grants that you are away from 2026-03-09 to 2026-03-12" in " ".join(
            notes[-1].split()
        )
        seats = {one.power: (one.addresses, one.player) for one in desk.store.seats("edo")}
        assert seats["oda"] == ((), None)
        assert seats["hojo"] == (("new@example.org",), "Nel")

    @pytest.mark.parametrize(
        ("line", "end"),
        [
            ("winner Takeda: all others agreed", "Takeda has won. All others agreed."),
            ("end the match: too few are left.", "Too few are left."),
        ],
    )
    def test_the_end(self, desk: Desk, answer: Callable[..., str], line: str, end: str) -> None:
        assert "The match is over" in answer(line)
        found = standing(desk, desk.match("edo")).end
        assert found is not None
        assert found.sentence == end

    def test_a_reason_goes_to_the_players(self, desk: Desk, answer: Callable[..., str]) -> None:
        answer("extend 24h because two players are at a fair")
        told = desk.store.outgoing_of("edo", "deadline")
        assert "Two players are at a fair." in told[0].text
