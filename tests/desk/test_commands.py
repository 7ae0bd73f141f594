"""What letters ask for beside orders: recognised, answered to their sender alone, never orders."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from gm.desk import whatif
from gm.desk.commands import words_of
from gm.desk.room import Desk
from gm.desk.turn import turn
from gm.records import LetterFate, OutgoingLetter
from gm.resources import Folders
from tests.desk.at_desk import THURSDAY, flowing, handle, orders

Deliver = Callable[..., bytes]
AFTER = datetime(2026, 3, 11, 1, 0, tzinfo=UTC)
WORDINGS = yaml.safe_load((Path(__file__).parent / "commands.yaml").read_text(encoding="utf-8"))
LINES = [(kind, line) for kind, lines in WORDINGS.items() for line in lines]
WORDS = words_of(Folders())


def by_kind(desk: Desk, now: datetime = THURSDAY) -> dict[str, OutgoingLetter]:
    """Reads what came, and gives what was written since, by kind."""
    return {letter.kind: letter for letter in handle(desk, now)}


@pytest.mark.parametrize(("kind", "line"), LINES)
def test_wordings(kind: str, line: str) -> None:
    command = WORDS.command(line)
    if kind == "cancel":
        assert WORDS.cancels(line)
        assert command is None
    elif kind == "none":
        assert command is None or line.startswith("I vote with my feet")
        assert not WORDS.cancels(line)
    else:
        assert command is not None
        assert command.ask.value == kind


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("help", "COMMANDS, EACH IN A LINE OF ITS OWN"),
        ("status", "The match stands at Spring 1570, movement."),
        ("what are my orders?", "Army Kai moves to Sagami"),
        ("map", "Takeda: Army Kai, Army South Shinano"),
        ("order sheet", "ORDER SHEET edo/0 (Spring 1570, movement)"),
        ("history", "Nothing has been adjudicated yet."),
    ],
)
def test_a_letter_that_only_asks_is_answered_and_leaves_orders_alone(
    desk: Desk, deliver: Deliver, line: str, said: str
) -> None:
    deliver("A Kai - Sagami", at="2026-03-05T11:00Z")
    handle(desk)
    deliver(f"Dear GM,\n\n{line}\n\nThanks, Ann", at="2026-03-05T12:00Z")
    found = by_kind(desk)
    assert list(found) == ["answer"]
    answer = found["answer"]
    assert said in " ".join(answer.text.split(" " * 4))
    assert answer.to == ("takeda@example.org",)
    assert answer.power == "takeda"
    assert orders(desk) == ["A Kai - Sagami"]
    assert len(desk.store.submissions("edo", 0)) == 1
    kept = desk.store.letter(2)
    assert kept is not None
    assert kept.fate is LetterFate.ANSWERED


def test_the_fingerprint_is_that_of_the_lines_told(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami\nA South Shinano H\nshow my orders")
    found = by_kind(desk)
    text = found["answer"].text
    lines = text.partition("key, orders.\n")[2].partition("\n\n")[0].split("\n")
    told = "\n".join(line.strip() for line in lines)
    assert told.startswith("edo\n1570-spring-movement\ntakeda\n")
    digest = sha256(told.encode()).hexdigest()[:32]
    assert f"Fingerprint of these orders: {digest}" in text
    assert digest in found["receipt"].text


def test_the_subject_may_ask(desk: Desk, deliver: Deliver) -> None:
    deliver("", subject="[edo] Map, please")
    (answer,) = by_kind(desk).values()
    assert "THE POSITION" in answer.text
    assert list(answer.pictures) == ["1570-spring-movement-position"]
    assert "cid:1570-spring-movement-position" in answer.html


def test_a_letter_may_hold_orders_and_questions(desk: Desk, deliver: Deliver) -> None:
    deliver("status\nA Kai - Sagami\nwhat are my orders?\nA South Shinano H")
    found = by_kind(desk)
    assert sorted(found) == ["answer", "receipt"]
    assert orders(desk) == ["A Kai - Sagami", "A South Shinano H"]
    assert "All your orders are here" in flowing(found["answer"])
    assert "Army South Shinano holds" in found["answer"].text
    assert "SET ASIDE AS TALK" not in found["receipt"].text


def test_what_is_taken_back_and_what_stands_is_told(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami\nA South Shinano H", at="2026-03-05T11:00Z")
    handle(desk)
    deliver("Please withdraw all my orders for this turn.", at="2026-03-05T12:00Z")
    (receipt,) = by_kind(desk).values()
    assert orders(desk) == []
    taken = receipt.text.partition("TAKEN BACK")[2]
    assert "  Army Kai moves to Sagami\n  Army South Shinano holds\n" in taken
    assert "No order of yours stands now." in taken


def test_questions_are_answered_after_the_deadline_too(desk: Desk, deliver: Deliver) -> None:
    deliver("status", at="2026-03-11T01:00Z")
    found = by_kind(desk, AFTER)
    assert list(found) == ["answer"]
    assert "it has passed, and the phase will be adjudicated soon" in flowing(found["answer"])


def test_a_past_turn_is_told_again_to_its_reader(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami", at="2026-03-05T11:00Z")
    handle(desk)
    turn(desk, AFTER, "edo")
    deliver("history\nhistory Spring 1570\nhistory Fall 1999", at="2026-03-11T02:00Z")
    found = by_kind(desk, AFTER + timedelta(hours=2))
    text = found["answer"].text
    assert "Spring 1570, movement: Tuesday, 10 March 2026, 21:00 EDT" in " ".join(text.split())
    assert "Army Kai moves to Sagami: fails" in text
    assert "There is no turn “fall 1999” in this match." in text
    assert text.count("-- \n") == 1  # the report inside has no closing of its own
    assert "Match edo, for Takeda" in text
    assert [name[:2] for name in found["answer"].pictures] == ["1-", "1-"]


def test_different_pictures_in_one_letter_have_different_names(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("map\nwhat if: A Kai - Sagami\n\nwhat if: A Kai - Suruga")
    answer = by_kind(desk)["answer"]
    results = {name: svg for name, svg in answer.pictures.items() if "result" in name}
    assert list(results) == ["1570-spring-movement-result", "1570-spring-movement-result-3"]
    assert len(set(results.values())) == 2
    assert all(f"cid:{name}" in answer.html for name in answer.pictures)


def test_commands_in_a_message_to_others_are_none(desk: Desk, deliver: Deliver) -> None:
    deliver("press to Hojo\nhelp\nwhat if: A Kai - Sagami\nend press\nA Kai - Suruga")
    found = by_kind(desk)
    assert "answer" not in found
    assert orders(desk) == ["A Kai - Suruga"]


def test_many_commands_are_answered_once_each(desk: Desk, deliver: Deliver) -> None:
    deliver("\n".join(["status"] * 300 + ["what if: A Kai - Sagami\n"] * 50))
    (answer,) = by_kind(desk).values()
    assert answer.text.count("HOW THE MATCH STANDS") == 1
    assert answer.text.count("WHAT IF: ") == 4


@pytest.mark.parametrize(
    ("text", "headings", "expected"),
    [
        ("status and map", ["HOW THE MATCH STANDS", "THE POSITION"], []),
        ("Please send me the map and my orders.", ["THE POSITION", "YOUR ORDERS FOR"], []),
        ("Status? Also: A Kai - Sagami.", ["HOW THE MATCH STANDS"], ["A Kai - Sagami"]),
        ("A Kai - Sagami. Send me the map, please!", ["THE POSITION"], ["A Kai - Sagami"]),
        ("Hello. Help!", ["HOW TO WRITE TO THE GAMEMASTER"], []),
    ],
)
def test_several_things_in_one_line(
    desk: Desk, deliver: Deliver, text: str, headings: list[str], expected: list[str]
) -> None:
    deliver(text)
    answer = by_kind(desk)["answer"]
    assert [line for line in headings if line not in answer.text] == []
    assert orders(desk) == expected


def test_an_idle_what_if_is_talk(desk: Desk, deliver: Deliver) -> None:
    deliver("What if we made peace for once?\n\nA Kai - Sagami")
    assert list(by_kind(desk)) == ["receipt"]
    assert orders(desk) == ["A Kai - Sagami"]


# --- what if


SUPPOSITION = """A Kai - Suruga

What if:
A South Shinano - Mino
Hojo: A Sagami - Suruga
assume A Omi - Mino
Oda:
  A Owari - Mino
  F Mikawa H
end

A South Shinano H
"""


def test_what_if_is_tried_and_kept_nowhere(desk: Desk, deliver: Deliver) -> None:
    deliver(SUPPOSITION)
    found = by_kind(desk)
    assert orders(desk) == ["A Kai - Suruga", "A South Shinano H"]
    assert orders(desk, "hojo") == []
    text = flowing(found["answer"])
    assert "nothing of it is kept, no order was changed, and nobody else is told" in text
    assert "Takeda (your orders): A Kai - Suruga; A South Shinano - Mino." in text
    assert "Hojo (assumed): A Sagami - Suruga." in text
    assert "Asakura (assumed): A Omi - Mino." in text
    assert "Oda (assumed): A Owari - Mino; F Mikawa H." in text
    assert "Army Kai did not enter Suruga: stood off by Army Sagami" in text
    assert "1570-spring-movement-result" in found["answer"].pictures
    assert {one.power for one in desk.store.submissions("edo", 0)} == {"takeda"}
    assert all(letter.to == ("takeda@example.org",) for letter in found.values())


@pytest.mark.parametrize("heading", ["what if:", "What if", "WHAT IF ...", "Please, what if:"])
def test_nothing_below_what_if_is_an_order(desk: Desk, deliver: Deliver, heading: str) -> None:
    deliver(f"{heading}\n\nA Kai - Sagami\n\nA South Shinano - Mino\n\nThanks")
    found = by_kind(desk)
    assert list(found) == ["answer"]
    assert orders(desk) == []
    assert "A Kai - Sagami; A South Shinano - Mino" in flowing(found["answer"])


def test_a_question_among_orders_takes_none_of_them(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Suruga\nWhat if Hojo attacks Suruga?\nA South Shinano H")
    assert "answer" in by_kind(desk)
    assert orders(desk) == ["A Kai - Suruga", "A South Shinano H"]


def test_a_colon_reaches_to_the_end_of_the_paragraph(desk: Desk, deliver: Deliver) -> None:
    deliver("what if: A Kai - Sagami\nA South Shinano - Mino\n\nA Kai H")
    found = by_kind(desk)
    assert orders(desk) == ["A Kai H"]
    assert "A Kai - Sagami; A South Shinano - Mino" in flowing(found["answer"])


def test_headings_and_dividers_do_not_end_what_is_only_tried(desk: Desk, deliver: Deliver) -> None:
    deliver(
        "What if:\n\nMy orders:\nA Kai - Suruga\n\n---\n\nHojo's orders:\nA Sagami - Suruga\n"
        "End\n\nMy orders:\nA South Shinano H"
    )
    found = by_kind(desk)
    assert orders(desk) == ["A South Shinano H"]
    text = flowing(found["answer"])
    assert "Takeda (your orders): A South Shinano H; A Kai - Suruga." in text
    assert "Hojo (assumed): A Sagami - Suruga." in text


def test_the_subject_may_suppose_for_the_whole_letter(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami", subject="[edo] What if")
    found = by_kind(desk)
    assert list(found) == ["answer"]
    assert orders(desk) == []


def test_what_if_in_one_line_ends_with_its_paragraph(desk: Desk, deliver: Deliver) -> None:
    deliver("What if Army Kai moves to Sagami?\nHojo: A Sagami - Kai\n\nA Kai H")
    found = by_kind(desk)
    assert orders(desk) == ["A Kai H"]
    assert "A Kai - Sagami" in flowing(found["answer"])
    assert "Hojo (assumed): A Sagami - Kai." in flowing(found["answer"])


def test_what_cannot_be_tried_is_told(desk: Desk, deliver: Deliver) -> None:
    deliver("what if:\nA Kai - Sagami or Suruga\nHojo: A Sagami - Osaka Bay\nOda: F Kai - Sagami")
    text = flowing(by_kind(desk)["answer"])
    assert "Left out: “A Kai - Sagami or Suruga”. This leaves a choice open." in text
    assert "Not possible for Hojo: Army Sagami moves to Osaka Bay." in text
    assert "Not possible for Oda" in text


def test_a_fault_in_what_is_tried_costs_no_order(
    desk: Desk, deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no such position")

    monkeypatch.setattr(whatif, "_report", broken)
    deliver("A Kai - Sagami\n\nWhat if:\nA Kai H")
    found = by_kind(desk)
    assert orders(desk) == ["A Kai - Sagami"]
    assert "This could not be tried" in found["answer"].text
    assert any("could not be tried" in entry.detail for _, entry in desk.store.concerns(0))
