"""The gamemaster's hand on what was: positions corrected, steps taken back and brought back."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.cli import run
from gm.cli.amend import one_to_a_line
from gm.desk.chronicle import chronicle
from gm.desk.correcting import correct
from gm.desk.entering import Entered, enter_orders
from gm.desk.history import redo, replay, undo
from gm.desk.read import read
from gm.desk.room import Desk
from gm.desk.standing import standing
from gm.desk.turn import turn
from gm.desk.verify import verify
from gm.errors import UsageError
from gm.games.vocabulary import Power
from tests.desk.at_desk import THURSDAY, flowing, handle, orders

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
SOON_AFTER = DEADLINE + timedelta(minutes=5)


def units(desk: Desk, power: str = "takeda") -> list[str]:
    state = standing(desk, desk.match("edo")).state
    return [f"{unit.kind.value} {unit.at}" for unit in state.of(Power(power))]


def holds(desk: Desk) -> bool:
    """Whether all that happened can be replayed, and follows from the letters."""
    return replay(desk, "edo").exit_code == 0 == verify(desk, chronicle(desk, "edo")).exit_code


@pytest.mark.parametrize(
    ("changes", "said", "after"),
    [
        (["move A Kai to Suruga"], "Army Kai of Takeda was moved to Suruga.", ["A ssh", "A sur"]),
        (["move army kai - Suruga"], "Army Kai of Takeda was moved to Suruga.", ["A ssh", "A sur"]),
        (["remove A Kai"], "Army Kai of Takeda was removed.", ["A ssh"]),
        (
            ["place Takeda F Suruga Bay"],
            "Fleet Suruga Bay of Takeda was placed.",
            ["A kai", "A ssh", "F srb"],
        ),
        (["owner Kai: Hojo"], "Kai is controlled by Hojo.", ["A kai", "A ssh"]),
        (["owner Kai nobody"], "Kai is controlled by nobody.", ["A kai", "A ssh"]),
        (["eliminate Takeda"], "Takeda was eliminated: its units were removed.", []),
    ],
)
def test_a_position_is_corrected(
    desk: Desk, changes: list[str], said: str, after: list[str]
) -> None:
    _, told = correct(desk, THURSDAY, "edo", changes, reason="My slip.", who="boss")
    assert told == (said,)
    assert sorted(units(desk)) == after
    assert desk.match("edo").deadline == DEADLINE
    letters = desk.store.outgoing_of("edo", "note")
    assert len(letters) == 3
    assert said in " ".join(letters[0].text.split())
    assert "Reason: My slip." in letters[0].text
    assert holds(desk)
    turn(desk, SOON_AFTER)
    report = desk.store.outgoing("report edo 2 hojo")
    assert report is not None
    flowing = " ".join(report.text.split())
    assert f"The gamemaster corrected the position: {said} My slip." in flowing
    assert holds(desk)


def test_orders_that_stand_after_a_correction_have_the_fingerprint_that_is_told(desk: Desk) -> None:
    enter_orders(desk, THURSDAY, Entered("edo", "takeda", "A Kai - Sagami", "By phone.", "boss"))
    correct(desk, THURSDAY, "edo", ["set year=1571"], reason="My slip.", who="boss")
    (letter,) = (
        one
        for one in desk.store.outgoing_of("edo", "note")
        if one.to == ("takeda@example.org",) and "corrected" in one.text
    )
    turn(desk, SOON_AFTER)
    report = desk.store.outgoing("report edo 2 hojo")
    assert report is not None
    (fingerprint,) = re.findall("Their fingerprint is ([0-9a-f]{32}) now", flowing(letter))
    assert fingerprint in flowing(report)
    assert holds(desk)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("move A Kai to Suruga Bay", "an army cannot stand in a body of water"),
        ("move A Kai to Sagami", "A unit stands in Sagami already"),
        ("remove A Ise", "There is no army in Ise"),
        ("remove F Kai", "cannot stand inland"),
        ("place Takeda A Kai", "A unit stands in Kai already"),
        ("place Godzilla A Mino", "there is no power"),
        ("owner Totomi Bay takeda", "there is no place|has no supply centre"),
        ("teleport A Kai", "is no change of a position"),
        ("set nothing.here=1", "there is no “nothing”"),
        ("set year=spring", "year cannot be 'spring': it is a number"),
        ("set year", "write PATH=VALUE"),
        ("set owners.kai=nobodyx", "“nobodyx” is no power; a centre nobody controls has no owner"),
        ("set owners.qqq=takeda", "“qqq” is no supply centre"),
        ("set units.0.at=nowhere", "“nowhere” is no place on the map"),
        ("set units.0.power=nobodyx", "“nobodyx” is no power"),
    ],
)
def test_what_cannot_be_corrected(desk: Desk, change: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        correct(desk, THURSDAY, "edo", [change], reason="My slip.", who="boss")


def test_any_value_can_be_set(desk: Desk) -> None:
    correct(desk, THURSDAY, "edo", ["set year=1571"], reason="A later start.", who="boss")
    present = standing(desk, desk.match("edo"))
    assert present.phase is not None
    assert present.phase.label == "Spring 1571, movement"
    assert holds(desk)


def test_orders_stand_after_a_correction_as_far_as_they_can(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami\nA South Shinano H")
    deliver("A Sagami - Kai", sender="hojo@example.org")
    handle(desk)
    correct(desk, THURSDAY, "edo", ["remove A Kai"], reason="My slip.", who="boss")
    assert orders(desk) == ["A South Shinano H"]
    assert orders(desk, "hojo") == ["A Sagami - Kai"]
    letters = {one.power: one.text for one in desk.store.outgoing_of("edo", "note")}
    assert "cannot be followed any more" in " ".join(letters["takeda"].split())
    assert "The orders that you have sent stand." in letters["hojo"]


def test_a_correction_is_taken_back_with_what_came_since(desk: Desk, deliver: Deliver) -> None:
    correct(desk, THURSDAY, "edo", ["remove A Kai"], reason="My slip.", who="boss")
    deliver("A South Shinano - Suruga", at="2026-03-05T14:00Z")
    handle(desk, THURSDAY + timedelta(hours=2))
    undo(desk, THURSDAY + timedelta(hours=3), "edo", who="boss")
    assert desk.match("edo").deadline == DEADLINE
    read(desk, THURSDAY + timedelta(hours=3))
    assert orders(desk) == ["A South Shinano - Suruga"]
    assert sorted(units(desk)) == ["A kai", "A ssh"]
    texts = [one.subject for one in desk.store.outgoing_of("edo", "note")]
    assert "[edo] The position is as it was before it was corrected" in texts
    assert holds(desk)


class TestRedo:
    def test_a_step_counts_again(self, desk: Desk, deliver: Deliver) -> None:
        deliver("A Kai - Suruga")
        handle(desk)
        turn(desk, SOON_AFTER)
        deliver("A Suruga - Totomi", at="2026-03-12T12:00Z")
        handle(desk, SOON_AFTER + timedelta(days=2))
        undo(desk, SOON_AFTER + timedelta(days=3), "edo", who="boss")
        assert "A kai" in units(desk)
        after = redo(desk, SOON_AFTER + timedelta(days=3), "edo", "boss")
        assert after is not None
        assert "A sur" in units(desk)
        assert orders(desk) == ["A Suruga - Totomi"]
        assert "the result counts after all" in desk.store.outgoing_of("edo", "note")[-1].subject
        assert holds(desk)

    def test_other_orders_need_another_adjudication(
        self, desk: Desk, folder: Path, deliver: Deliver
    ) -> None:
        deliver("A Kai - Suruga")
        handle(desk)
        turn(desk, SOON_AFTER)
        deliver("A Suruga H\nA South Shinano - Kai", at="2026-03-12T12:00Z")
        handle(desk, SOON_AFTER + timedelta(days=2))
        undo(desk, SOON_AFTER + timedelta(days=3), "edo", who="boss")
        deliver("A South Shinano H\nA Kai - Suruga", at="2026-03-14T12:00Z")
        handle(desk, SOON_AFTER + timedelta(days=4))
        assert redo(desk, SOON_AFTER + timedelta(days=4), "edo", "boss") is None
        assert run(["redo", "edo", "--desk", str(folder), "--at", "2026-03-15T12:00:00Z"]) == 0
        # the letter for Fall 1570 was read again, since Fall comes round again
        assert orders(desk) == ["A Suruga H", "A South Shinano - Kai"]
        assert holds(desk)

    def test_an_end_counts_again(self, desk: Desk) -> None:
        from gm.desk.ending import conclude

        conclude(desk, THURSDAY, "edo", [], why="The match was abandoned.", who="boss")
        undo(desk, THURSDAY, "edo", who="boss")
        after = redo(desk, THURSDAY, "edo", "boss")
        assert after is not None
        assert after.phase is None
        assert desk.match("edo").deadline is None

    def test_there_must_be_something_to_bring_back(self, desk: Desk) -> None:
        with pytest.raises(UsageError, match="Nothing was taken back"):
            redo(desk, THURSDAY, "edo", "boss")


def test_back_to_any_step(desk: Desk) -> None:
    now = SOON_AFTER
    for _ in range(3):
        turn(desk, now, "edo", early=True)
        now += timedelta(hours=1)
    with pytest.raises(UsageError, match=r"There is no step 7 .* 1 \(Spring 1570, movement\)"):
        undo(desk, now, "edo", who="boss", to=7)
    undo(desk, now, "edo", who="boss", to=0)
    present = standing(desk, desk.match("edo"))
    assert present.step.number == 0
    (letter,) = (
        one
        for one in desk.store.outgoing_of("edo", "note")
        if one.power == "oda" and "taken back" in one.subject
    )
    assert "Spring 1570, movement; " in " ".join(letter.text.split())
    assert holds(desk)


def test_words_without_quotes_are_one_order() -> None:
    assert one_to_a_line(("A", "Kai", "-", "Sagami")) == "A Kai - Sagami"
    assert one_to_a_line(("A Kai - Sagami", "A South Shinano H")) == (
        "A Kai - Sagami\nA South Shinano H"
    )


def test_orders_without_quotes_are_entered(desk: Desk, folder: Path) -> None:
    words = ["correct", "edo", "takeda", "A", "Kai", "-", "Sagami", "--reason", "By telephone."]
    assert run([*words, "--desk", str(folder), "--at", "2026-03-05T13:00:00Z"]) == 0
    assert orders(desk) == ["A Kai - Sagami"]


def test_what_cannot_be_entered_is_told_with_what_could(desk: Desk) -> None:
    entered = Entered("edo", "takeda", "A Kai", "By telephone.", "boss")
    with pytest.raises(UsageError, match="cannot be entered"):
        enter_orders(desk, THURSDAY, entered)
