"""Messages between players: passed on as the match allows, never mixed up with orders."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from gm.desk import closing, press
from gm.desk.ending import conclude
from gm.desk.read import read
from gm.desk.room import Desk
from gm.desk.seating import change_seat
from gm.desk.send import composed
from gm.desk.standing import standing
from gm.desk.timing import Word, extend
from gm.desk.turn import turn
from gm.records import OutgoingLetter, Seat
from gm.values import replace
from tests.desk.at_desk import THURSDAY, handle, orders

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)
SOON_AFTER = DEADLINE + timedelta(minutes=5)


def settings(desk: Desk, **changed: str) -> None:
    given = {f"press.{name}": value for name, value in changed.items()}
    desk.store.save_match(replace(desk.match("edo"), settings=given))


def sent(desk: Desk) -> list[OutgoingLetter]:
    return list(desk.store.outgoing_of("edo", "press"))


def told(desk: Desk) -> str:
    """The last receipt, or note, that a player got."""
    letters = [*desk.store.outgoing_of("edo", "receipt"), *desk.store.outgoing_of("edo", "note")]
    return " ".join(max(letters, key=lambda one: one.created).text.split())


def test_a_message_reaches_whom_it_names_and_nobody_else(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to Hojo:\nLet us share Sagami.\nEnd press\nA Kai - Suruga")
    handle(desk)
    (letter,) = sent(desk)
    assert (letter.power, letter.to) == ("hojo", ("hojo@example.org",))
    assert "  | Let us share Sagami.\n" in letter.text
    assert orders(desk) == ["A Kai - Suruga"]
    assert "Your message to Hojo (line 1) was passed on." in told(desk)
    assert "SET ASIDE AS TALK" not in told(desk)


def test_nobody_s_address_is_in_it(desk: Desk, deliver: Deliver) -> None:
    deliver(
        "Press to all:\nHello.\nEnd press", head="Reply-To: spy@example.org\nX-Origin: secret\n"
    )
    handle(desk)
    assert [one.power for one in sent(desk)] == ["hojo", "oda"]
    for letter in sent(desk):
        raw = composed(desk, letter).decode()
        assert "takeda@" not in raw
        assert "shingen@" not in raw
        assert "spy@" not in raw
        assert "secret" not in raw
        assert "<gm@example.org>" in raw


def test_an_order_inside_is_a_message_and_one_after_it_is_an_order(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("Press to Hojo:\nA Kai - Sagami\nwait\nEnd press\nA Kai - Suruga")
    handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]
    assert "A Kai - Sagami\n  | wait" in sent(desk)[0].text
    assert "nothing to wait for" not in told(desk)


def test_without_an_end_mark_it_is_asked_back(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to Hojo:\nI go to Suruga.\nA Kai - Suruga")
    handle(desk)
    assert sent(desk) == []
    assert orders(desk) == []
    assert "has no end mark" in told(desk)


def test_to_all_but_one(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to all but Hojo:\nHush.\nEnd press")
    handle(desk)
    assert [one.power for one in sent(desk)] == ["oda"]


def test_a_name_that_nobody_has(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to Hojo, Godzilla:\nBoo.\nEnd press")
    handle(desk)
    assert sent(desk) == []
    assert "was not passed on: There is no power “godzilla”" in told(desk)


def test_to_the_gamemaster(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to GM:\nPlease have a look.\nEnd press")
    handle(desk)
    assert [one.to for one in sent(desk)] == [("boss@example.org",)]


def test_who_has_no_player_is_said(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to Mori:\nAhoy.\nEnd press")
    handle(desk)
    assert "Nobody plays Mori now." in told(desk)


@pytest.mark.parametrize(
    ("changed", "text", "why"),
    [
        ({"kinds": "[]"}, "Press to all:\nHi.\nEnd press", "no press through the gamemaster"),
        ({"kinds": "[private]"}, "Press to all:\nHi.\nEnd press", "powers that are named"),
        ({"kinds": "[public]"}, "Press to Oda:\nHi.\nEnd press", "to all only"),
        ({}, "Grey press to all:\nHi.\nEnd press", "has the name of its sender"),
        ({"length": "5"}, "Press to all:\nHello.\nEnd press", "it has 6 characters"),
        ({"closes": "7 days"}, "Press to all:\nHi.\nEnd press", "near the deadline"),
        ({}, "Press to all:\n\nEnd press", "there is nothing in it"),
        ({}, "Press to Takeda:\nHi.\nEnd press", "names no other player"),
    ],
)
def test_what_is_not_allowed(
    desk: Desk, deliver: Deliver, changed: dict[str, str], text: str, why: str
) -> None:
    settings(desk, **changed)
    deliver(text)
    handle(desk)
    assert sent(desk) == []
    assert why in told(desk)


def test_so_many_a_day(desk: Desk, deliver: Deliver) -> None:
    settings(desk, daily="1")
    deliver("Press to Oda:\nOne.\nEnd press\nPress to Oda:\nTwo.\nEnd press")
    handle(desk)
    assert len(sent(desk)) == 1
    assert "you have sent one message within 24 hours" in told(desk)


@pytest.mark.parametrize("changed", [{"kinds": "[]"}, {"daily": "0"}, {"closes": "7 days"}])
def test_the_gamemaster_can_always_be_written_to(
    desk: Desk, deliver: Deliver, changed: dict[str, str]
) -> None:
    settings(desk, **changed)
    deliver("Press to the gamemaster:\nMay I have more time?\nEnd press")
    handle(desk)
    assert [one.to for one in sent(desk)] == [("boss@example.org",)]
    assert "was passed on" in told(desk)


def test_newcomers_are_told_how_messages_are_passed_on(desk: Desk) -> None:
    settings(desk, kinds="[public, private, grey]", published="all", closes="12h")
    change_seat(desk, THURSDAY, Seat("edo", "oda", ("new@example.org",)), "boss")
    (welcome,) = (one for one in desk.store.outgoing_of("edo", "welcome")
                  if one.to == ("new@example.org",))  # fmt: skip
    for letter in (welcome.text, welcome.html):
        said = " ".join(letter.split())
        assert "A message may leave out who wrote it" in said
        assert "In the last 12 hours before a deadline no messages are passed on." in said
        assert "When the match is over, everybody may read all messages, private ones too." in said


def test_grey_press_has_no_sender(desk: Desk, deliver: Deliver) -> None:
    settings(desk, kinds="[public, private, grey]")
    deliver("Grey press to Oda:\nBeware of Hojo.\nEnd press")
    handle(desk)
    (letter,) = sent(desk)
    assert "Takeda" not in letter.text + letter.subject + letter.html
    assert "was passed on without your name" in told(desk)


def test_who_mutes_another_reads_no_more_of_him(desk: Desk, deliver: Deliver) -> None:
    deliver("mute Takeda", sender="oda@example.org")
    handle(desk)
    assert "Messages of Takeda are not sent to you any more" in told(desk)
    deliver("Press to all:\nHello.\nEnd press", at="2026-03-05T13:30Z")
    handle(desk, THURSDAY + timedelta(hours=1))
    assert [one.power for one in sent(desk)] == ["hojo"]
    deliver("Unmute Takeda", sender="oda@example.org", at="2026-03-05T14:30Z")
    handle(desk, THURSDAY + timedelta(hours=2))
    assert press.muted(desk, "edo", "oda") == set()


def test_a_letter_read_again_sends_nothing_twice(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to Oda:\nHello.\nEnd press\nA Kai - Suruga", at="2026-03-11T01:00Z")
    handle(desk, DEADLINE + timedelta(hours=2))
    assert len(sent(desk)) == 1
    assert "Your message to Oda (line 1) was passed on." in told(desk)  # late, but no order
    extend(desk, DEADLINE + timedelta(hours=2), "edo", DEADLINE + timedelta(days=1), Word("boss"))
    read(desk, DEADLINE + timedelta(hours=3))
    assert orders(desk) == ["A Kai - Suruga"]
    assert len(sent(desk)) == 1


def test_after_the_end_players_may_still_write(desk: Desk, deliver: Deliver) -> None:
    conclude(desk, THURSDAY, "edo", [], why="The match was abandoned.", who="boss")
    deliver("Press to all:\nThanks to all!\nEnd press", at="2026-03-05T14:00Z")
    handle(desk, THURSDAY + timedelta(hours=2))
    assert len(sent(desk)) == 2


def headings(desk: Desk) -> dict[str, list[str]]:
    now = standing(desk, desk.match("edo"))
    return {one["heading"]: one["paragraphs"] for one in closing.on_page(desk, now)}


def test_public_press_is_published_and_private_press_is_not(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to all:\nHello all.\nEnd press\nPress to Oda:\nHello Oda.\nEnd press")
    handle(desk)
    assert headings(desk)["Press"][1:] == ["Hello all."]
    turn(desk, SOON_AFTER)
    report = desk.store.outgoing("report edo 1 gamemaster")
    assert report is not None
    assert "PRESS SINCE THE LAST REPORT" in report.text
    assert "Hello Oda" not in report.text
    settings(desk, published="nothing")
    assert "Press" not in headings(desk)


def test_all_press_is_published_at_the_end_where_it_is_so_set(desk: Desk, deliver: Deliver) -> None:
    settings(desk, published="all")
    deliver("Press to Oda:\nHello Oda.\nEnd press\nPress to the gamemaster:\nI am ill.\nEnd press")
    handle(desk)
    assert "Press" not in headings(desk)
    change_seat(desk, THURSDAY, Seat("edo", "takeda", ("new@example.org",)), "boss")
    parcel = desk.store.outgoing_of("edo", "welcome")[-1].text
    assert "Hello Oda." in parcel
    assert "I am ill." not in parcel
    conclude(desk, THURSDAY, "edo", [], why="The match was abandoned.", who="boss")
    assert "Hello Oda." in headings(desk)["Press"]
    report = desk.store.outgoing("report edo 1 oda")
    assert report is not None
    assert "ALL PRESS OF THE MATCH" in report.text
    assert "I am ill." not in report.text
    assert "I am ill." not in " ".join(headings(desk)["Press"])


def test_markup_in_a_message_is_only_text(desk: Desk, deliver: Deliver) -> None:
    deliver("Press to Oda:\n<script>alert(1)</script>\nEnd press")
    handle(desk)
    (letter,) = sent(desk)
    assert "<script>" not in letter.html
    assert "&lt;script&gt;" in letter.html
