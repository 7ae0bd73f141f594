"""Replies to receipts and order sheets: from letters in a Maildir to orders that stand."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.desk import archive, archived
from gm.desk.chronicle import chronicle
from gm.desk.history import undo
from gm.desk.read import read
from gm.desk.room import Desk
from gm.desk.standing import standing
from gm.desk.status import match_status
from gm.desk.turn import turn
from gm.desk.verify import verify
from gm.records import LetterFate, OutgoingLetter
from tests.desk.at_desk import THURSDAY, flowing, handle, orders
from tests.desk.replies import STYLES, filled, quoting, reply

Deliver = Callable[..., bytes]
NOON = "2026-03-05T12:00Z"
LATER = "2026-03-05T12:30Z"
DOUBTFUL = "Army Kai moves to Sagami or Suruga\nArmy South Shinano does not move"


def welcome(desk: Desk) -> OutgoingLetter:
    (found,) = (one for one in desk.store.outgoing_of("edo", "welcome") if one.power == "takeda")
    return found


@pytest.fixture
def receipt(desk: Desk, deliver: Deliver) -> OutgoingLetter:
    """The receipt for two doubtful lines: numbers 1 and 2 for the first, 3 to 8 for the second."""
    deliver(DOUBTFUL, at=NOON)
    (found,) = handle(desk)
    return found


def test_a_receipt_numbers_its_proposals_once_through(receipt: OutgoingLetter) -> None:
    assert "receipt 1" in receipt.subject
    for line in (
        "  Line 1: “Army Kai moves to Sagami or Suruga”",
        "        1. Army Kai moves to Sagami",
        "        2. Army Kai moves to Suruga",
        "  Line 2: “Army South Shinano does not move”",
        "        3. Army South Shinano moves to Hida",
    ):
        assert line in receipt.text.split("\n")
    assert "<b>3.</b> Army South Shinano moves to Hida" in receipt.html


@pytest.mark.parametrize("style", STYLES)
def test_a_number_settles_a_line_however_the_receipt_is_quoted(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter, style: str
) -> None:
    reply(deliver, receipt, quoting(STYLES[style], receipt.text, "2"), at=LATER)
    (answer,) = handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]
    assert "“2” answers receipt 1: Army Kai moves to Suruga." in flowing(answer)
    assert "NOT UNDERSTOOD" not in answer.text


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("1", ["A Kai - Sagami"]),
        ("1.", ["A Kai - Sagami"]),
        ("#2", ["A Kai - Suruga"]),
        ("(2)", ["A Kai - Suruga"]),
        ("number 2, please", ["A Kai - Suruga"]),
        ("I choose 2.", ["A Kai - Suruga"]),
        ("The answer is 2", ["A Kai - Suruga"]),
        ("Let's go with number two", ["A Kai - Suruga"]),
        ("2 is what I meant", ["A Kai - Suruga"]),
        ("1 and 4", ["A Kai - Sagami", "A South Shinano - Kai"]),
        ("1, 4", ["A Kai - Sagami", "A South Shinano - Kai"]),
        ("1\n4", ["A Kai - Sagami", "A South Shinano - Kai"]),
        ("line 1: 2", ["A Kai - Suruga"]),
        ("Line 2: 3, line 1: 1", ["A South Shinano - Hida", "A Kai - Sagami"]),
        ("1: b", ["A Kai - Suruga"]),
        ("2: b", ["A South Shinano - Kai"]),
        ("line 2: b", ["A South Shinano - Kai"]),
        ("receipt 1: 2", ["A Kai - Suruga"]),
        ("A Kai - Suruga", ["A Kai - Suruga"]),
        ("1. Army Kai moves to Suruga", ["A Kai - Suruga"]),
        ("Hello,\n\n2\n\nThanks!", ["A Kai - Suruga"]),
        ("2\n\nThanks, and have a nice day\nAnn of Takeda", ["A Kai - Suruga"]),
        ("1)\nA Kai - Musashi\n2)\nA South Shinano H", ["A Kai - Musashi", "A South Shinano H"]),
    ],
)
def test_what_an_answer_may_look_like(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter, said: str, expected: list[str]
) -> None:
    reply(deliver, receipt, said, at=LATER)
    handle(desk)
    assert orders(desk) == expected


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("9", "Receipt 1 has no number 9. Receipt 1 has the numbers 1 to 8."),
        ("1 and 2", "The numbers 1 and 2 are all for “Army Kai moves to Sagami or Suruga”"),
        ("1 or 2", "Please answer with the numbers."),
        ("not 1", "Please answer with the numbers."),
        ("1?", "Please answer with the numbers."),
        ("1-3", "Please answer with the numbers."),
        ("yes", "Please answer with the numbers."),
        ("the first one", "Please answer with the numbers."),
        ("I meant the first", "Please answer with the numbers."),
        ("line 2: 1", "The number 1 is for line 1; line 2 has 3, 4, 5, 6, 7, 8."),
        ("b", "It is not clear which proposal “b” is."),
        ("receipt 7: 1", "There is no receipt 7 of yours with proposals."),
        ("Sagami", "If this answers receipt 1, please reply with the number alone."),
        ("line 1: Sagami", "If this answers receipt 1, please reply with the number alone."),
        ("1, thanks and see you", "If this answers receipt 1, please reply with the number alone."),
        ("Option A", "If this answers receipt 1, please reply with the number alone."),
        ("1\n2", "The numbers 1 and 2 are all for “Army Kai moves to Sagami or Suruga”"),
        ("1 and 3\n\n2", "The numbers 1 and 2 are all for “Army Kai moves to Sagami or Suruga”"),
    ],
)
def test_what_is_not_clear_is_asked_back_whole(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter, said: str, sentence: str
) -> None:
    reply(deliver, receipt, said, at=LATER)
    (answer,) = handle(desk)
    assert orders(desk) == []
    assert sentence in flowing(answer)


@pytest.mark.parametrize("said", ["1", "2.", "#3", "Hello,\n\n1\n\nThanks!"])
def test_a_number_that_answers_nothing_is_told_so(desk: Desk, deliver: Deliver, said: str) -> None:
    deliver(said, subject="edo")
    (answer,) = handle(desk)
    assert orders(desk) == []
    assert "There is nothing to answer by a number: no receipt has asked you" in flowing(answer)


@pytest.mark.parametrize("said", ["1\nA Kai - Musashi", "A Kai - Musashi\n1", "page 1"])
def test_numbers_beside_orders_answer_nothing(desk: Desk, deliver: Deliver, said: str) -> None:
    deliver(said, subject="edo")
    (answer,) = handle(desk)
    assert "nothing to answer" not in flowing(answer)


@pytest.mark.usefixtures("receipt")
def test_a_number_without_its_receipt_is_asked_about(desk: Desk, deliver: Deliver) -> None:
    deliver("1", subject="edo", at=LATER)
    (answer,) = handle(desk)
    assert orders(desk) == []
    assert "does not show which receipt this answers" in flowing(answer)


def test_numbers_for_one_unit_that_exclude_each_other_are_asked_back(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("Army Kai moves to Sagami or Suruga\nMaybe Army Kai holds", at=NOON)
    (receipt,) = handle(desk)
    assert "        3. Army Kai holds" in receipt.text
    reply(deliver, receipt, "1 and 3", at=LATER)
    (answer,) = handle(desk)
    assert orders(desk) == []
    assert "These numbers cannot all be followed; please leave one out." in flowing(answer)


def test_the_status_tells_which_questions_are_open(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter
) -> None:
    reply(deliver, receipt, "1\nstatus", at=LATER)
    answer = next(one for one in handle(desk) if one.kind == "answer")
    assert "Receipt 1 asked about “Army South Shinano does not move”." in flowing(answer)
    assert "“Army Kai moves to Sagami or Suruga”" not in flowing(answer)


def test_the_subject_or_the_quotation_shows_the_receipt_too(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter
) -> None:
    deliver("1", subject=f"RE: {receipt.subject}", at=LATER)
    handle(desk)
    assert orders(desk) == ["A Kai - Sagami"]
    quoted = receipt.text.replace("\n", "\n> ")
    deliver(f"2\n\n> {quoted}", subject="edo", at="2026-03-05T12:40Z")
    handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]


def test_a_number_where_no_receipt_asks_anything_is_talk(desk: Desk, deliver: Deliver) -> None:
    deliver("1\nA Kai - Suruga", at=NOON)
    (answer,) = handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]
    assert "NOT UNDERSTOOD" not in answer.text


def test_the_receipt_of_another_seat_does_not_count(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter
) -> None:
    head = f"In-Reply-To: {receipt.message_id}\n"
    deliver("1", subject="edo", sender="hojo@example.org", head=head, at=LATER)
    handle(desk)
    assert orders(desk) == []
    assert orders(desk, "hojo") == []


def test_a_number_of_a_phase_that_is_over_is_answered_with_a_sentence(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter
) -> None:
    turn(desk, datetime(2026, 3, 11, 1, 0, tzinfo=UTC), "edo")
    reply(deliver, receipt, "1", at="2026-03-11T02:00Z")
    answers = handle(desk, datetime(2026, 3, 11, 3, 0, tzinfo=UTC))
    assert orders(desk) == []
    assert "Receipt 1 was about Spring 1570, movement, which is over" in flowing(answers[-1])


def test_an_answer_counts_again_when_a_step_is_taken_back(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter
) -> None:
    reply(deliver, receipt, "2", at=LATER)
    handle(desk)
    turn(desk, datetime(2026, 3, 11, 1, 0, tzinfo=UTC), "edo")
    undo(desk, datetime(2026, 3, 11, 2, 0, tzinfo=UTC), "edo", who="gm")
    assert orders(desk) == ["A Kai - Suruga"]


def test_sheets_count_again_when_their_phase_comes_round_again(
    desk: Desk, deliver: Deliver
) -> None:
    turn(desk, datetime(2026, 3, 11, 1, 0, tzinfo=UTC), "edo")
    (report,) = (one for one in desk.store.outgoing_of("edo", "report") if one.power == "takeda")
    assert "ORDER SHEET edo/1 (Fall 1570, movement)" in report.text
    later = datetime(2026, 3, 11, 3, 0, tzinfo=UTC)
    text = filled(report.text, {"Army Kai": "3"})
    reply(deliver, report, "> " + text.replace("\n", "\n> "), at="2026-03-11T02:00Z")
    handle(desk, later)
    assert orders(desk) == ["A Kai - Sagami"]
    undo(desk, later, "edo", who="gm")
    turn(desk, later + timedelta(hours=1), "edo", early=True)
    read(desk, later + timedelta(hours=2))
    present = standing(desk, desk.match("edo"))
    assert (present.step.number, present.phase and present.phase.label) == (
        2,
        "Fall 1570, movement",
    )
    assert orders(desk) == ["A Kai - Sagami"]


def test_a_settled_line_is_no_longer_doubtful_to_the_gamemaster(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("A Kai - Sagami\nArmy South Shinano does not move", at=NOON)
    (receipt,) = handle(desk)

    def doubtful() -> list[int]:
        seats = match_status(desk, THURSDAY, desk.match("edo"))["seats"]
        return next(seat["doubtful"] for seat in seats if seat["power"] == "takeda")

    assert doubtful() == [1]
    reply(deliver, receipt, "2", at=LATER)
    handle(desk)
    assert doubtful() == []
    assert orders(desk) == ["A Kai - Sagami", "A South Shinano - Kai"]


# --- order sheets


@pytest.mark.parametrize("style", STYLES)
def test_a_sheet_is_filled_in_inside_the_quotation(
    desk: Desk, deliver: Deliver, style: str
) -> None:
    sheet = filled(welcome(desk).text, {"Army Kai": "3"})
    reply(deliver, welcome(desk), quoting(STYLES[style], sheet, ""), at=NOON)
    (answer,) = handle(desk)
    assert orders(desk) == ["A Kai - Sagami"]
    assert "NOT UNDERSTOOD" not in answer.text
    assert "taken for a quotation" not in flowing(answer)


@pytest.mark.parametrize("style", STYLES)
def test_a_sheet_that_comes_back_empty_orders_nothing_and_is_told(
    desk: Desk, deliver: Deliver, style: str
) -> None:
    reply(deliver, welcome(desk), quoting(STYLES[style], welcome(desk).text, ""), at=NOON)
    (answer,) = handle(desk)
    assert orders(desk) == []
    assert desk.store.submissions("edo", 0) == ()
    assert "The order sheet in your letter has no line filled in" in flowing(answer)
    assert "NOT UNDERSTOOD" not in answer.text


@pytest.mark.parametrize("style", [one for one in STYLES if STYLES[one]["mark"]])
def test_a_line_below_a_quoted_arrow_answers_it(desk: Desk, deliver: Deliver, style: str) -> None:
    marked = quoting(STYLES[style], welcome(desk).text, "")
    mark = STYLES[style]["mark"]
    text = marked.replace(f"{mark}Army Kai =>\n", f"{mark}Army Kai =>\n\nSagami\n\n")
    assert text != marked
    reply(deliver, welcome(desk), text, at=NOON)
    handle(desk)
    assert orders(desk) == ["A Kai - Sagami"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"Army Kai": "3"}, ["A Kai - Sagami"]),
        (
            {"Army Kai": "3.", "Army South Shinano": "#1"},
            ["A Kai - Sagami", "A South Shinano - Hida"],
        ),
        ({"Army Kai": "Sagami"}, ["A Kai - Sagami"]),
        ({"Army Kai": "3 Sagami"}, ["A Kai - Sagami"]),
        ({"Army Kai": "moves to Sagami"}, ["A Kai - Sagami"]),
        ({"Army Kai": "- Sagami"}, ["A Kai - Sagami"]),
        ({"Army Kai": "Army Kai moves to Sagami"}, ["A Kai - Sagami"]),
        ({"Army Kai": "hold"}, ["A Kai H"]),
        ({"Army Kai": "S A South Shinano - Suruga"}, ["A Kai S A South Shinano - Suruga"]),
        ({"Army Kai": "____"}, []),
        ({"Army Kai": "3 or 5"}, []),
        ({"Army Kai": "3 and 5"}, []),
        ({"Army Kai": "99"}, []),
        ({"Army Kai": "not Sagami"}, []),
        ({"Army Kai": "3 Suruga"}, []),
        ({"Army Kai": "Army South Shinano moves to Suruga"}, []),
    ],
)
def test_what_may_stand_behind_an_arrow(
    desk: Desk, deliver: Deliver, said: dict[str, str], expected: list[str]
) -> None:
    text = filled(welcome(desk).text, said)
    reply(deliver, welcome(desk), "> " + text.replace("\n", "\n> "), at=NOON)
    (answer,) = handle(desk)
    assert orders(desk) == expected
    is_asked = not expected and said["Army Kai"].strip("_") != ""
    assert ("NOT UNDERSTOOD" in answer.text) == is_asked


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ("    3 Sagami", ["A Kai - Sagami"]),
        ("    1 Musashi", ["A Kai - Musashi"]),
        ("    3", ["A Kai - Sagami"]),
        ("    Sagami", ["A Kai - Sagami"]),
        ("    3 Sagami; 5 Suruga", []),
        ("    2 Sagami", []),
    ],
)
def test_the_option_that_is_left_standing_counts(
    desk: Desk, deliver: Deliver, left: str, expected: list[str]
) -> None:
    sheet = welcome(desk).text.partition("ORDER SHEET")[2].partition("WHO PLAYS")[0]
    head, _, options = f"ORDER SHEET{sheet}".partition("Army Kai =>\n")
    _, subject, rest = options.partition("Army South Shinano =>")
    text = f"{head}Army Kai =>\n{left}\n{subject}{rest}"
    reply(deliver, welcome(desk), text, at=NOON)
    (answer,) = handle(desk)
    assert orders(desk) == expected
    assert ("NOT UNDERSTOOD" in answer.text) == (not expected)


def test_numbers_of_an_old_sheet_are_not_taken(desk: Desk, deliver: Deliver) -> None:
    turn(desk, datetime(2026, 3, 11, 1, 0, tzinfo=UTC), "edo")
    later = datetime(2026, 3, 11, 3, 0, tzinfo=UTC)
    text = filled(welcome(desk).text, {"Army Kai": "3"})
    reply(deliver, welcome(desk), "> " + text.replace("\n", "\n> "), at="2026-03-11T02:00Z")
    answers = handle(desk, later)
    assert orders(desk) == []
    assert "an order sheet that is no longer current" in flowing(answers[-1])
    deliver("Army Kai => 3", subject="edo", at="2026-03-11T02:10Z")
    answers = handle(desk, later)
    assert orders(desk) == []
    assert "does not show of which order sheet" in flowing(answers[-1])
    deliver("Army Kai => Sagami", subject="edo", at="2026-03-11T02:20Z")
    handle(desk, later)
    assert orders(desk) == ["A Kai - Sagami"]


def test_what_is_written_anew_goes_before_what_is_quoted(desk: Desk, deliver: Deliver) -> None:
    text = filled(welcome(desk).text, {"Army Kai": "3", "Army South Shinano": "1"})
    reply(deliver, welcome(desk), "Army Kai => 5\n\n> " + text.replace("\n", "\n> "), at=NOON)
    handle(desk)
    assert orders(desk) == ["A Kai - Suruga", "A South Shinano - Hida"]


def test_the_text_that_is_kept_says_what_answers_mean(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter
) -> None:
    reply(deliver, receipt, "Hello\n1 and 3", at=LATER)
    handle(desk)
    kept = desk.store.letter(2)
    assert kept is not None
    assert kept.fate is LetterFate.ORDERS
    expected = "1 and 3 [= Army Kai moves to Sagami; Army South Shinano moves to Hida]"
    assert desk.store.fact("text 2") == f"Hello\n{expected}"
    assert json.loads(desk.store.fact("receipt edo takeda 1") or "")["proposals"][0][3] == (
        "Army Kai moves to Sagami"
    )


# --- pages: programs that write HTML only, with our page quoted or just below

PAGES = {
    "gmail": '<div>{answer}</div><div class="gmail_quote"><div>On Thu, The gamemaster &lt;'
    'gm@example.org&gt; wrote:<br></div><blockquote class="gmail_quote">{page}</blockquote></div>',
    "outlook": "<p>{answer}</p><div><p><b>From:</b> The gamemaster &lt;gm@example.org&gt;<br>"
    "<b>Sent:</b> Thursday, March 5, 2026 8:00 AM<br><b>To:</b> takeda@example.org<br>"
    "<b>Subject:</b> letter</p></div>{page}",
    "apple": '<div>{answer}</div><blockquote type="cite">{page}</blockquote>',
    "nothing between": "<p>{answer}</p><br>{page}",
}


def page_of(letter: OutgoingLetter) -> str:
    return letter.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]


def reply_in_html(folder: Path, to: OutgoingLetter, page: str) -> None:
    head = (
        "From: takeda@example.org", "To: gm@example.org", f"Subject: Re: {to.subject}",
        "Message-ID: <page@example.org>", f"In-Reply-To: {to.message_id}",
        "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: 8bit",
    )  # fmt: skip
    seconds = int(datetime.fromisoformat(LATER).timestamp())
    raw = "\n".join(head) + f"\n\n<html><body>{page}</body></html>\n"
    (folder / "mail/in/new" / f"{seconds}.M99P1.host").write_bytes(raw.encode())


@pytest.mark.parametrize("style", PAGES)
def test_a_number_above_our_page(
    desk: Desk, folder: Path, receipt: OutgoingLetter, style: str
) -> None:
    page = PAGES[style].format(answer="2", page=page_of(receipt))
    reply_in_html(folder, receipt, page)
    (answer,) = handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]
    assert "NOT UNDERSTOOD" not in answer.text


@pytest.mark.parametrize("style", PAGES)
def test_a_sheet_is_filled_in_inside_our_page(desk: Desk, folder: Path, style: str) -> None:
    sheet = page_of(welcome(desk)).replace("Army Kai =&gt;", "Army Kai =&gt; 3", 1)
    reply_in_html(folder, welcome(desk), PAGES[style].format(answer="", page=sheet))
    (answer,) = handle(desk)
    assert orders(desk) == ["A Kai - Sagami"]
    assert "NOT UNDERSTOOD" not in answer.text


def test_letters_with_answers_sheets_and_suppositions_verify(
    desk: Desk, deliver: Deliver, receipt: OutgoingLetter, tmp_path: Path
) -> None:
    quoted = filled(welcome(desk).text, {"Army South Shinano": "1"}).replace("\n", "\n> ")
    reply(deliver, receipt, "2", at="2026-03-05T12:10Z")
    reply(deliver, welcome(desk), f"> {quoted}", at="2026-03-05T12:20Z")
    deliver("A Kai - Sagami", subject="[edo] what if", at="2026-03-05T12:30Z")
    deliver("What if:\nA Kai - Sagami", subject="edo", at="2026-03-05T12:40Z")
    reply(deliver, receipt, "99", at="2026-03-05T12:50Z")
    handle(desk)
    assert orders(desk) == ["A Kai - Suruga", "A South Shinano - Hida"]
    turn(desk, datetime(2026, 3, 11, 1, 0, tzinfo=UTC), "edo")
    found = chronicle(desk, "edo")
    assert verify(desk, found).data["differences"] == []
    archive.write(tmp_path / "archive", dict(archive.assembled(desk, "edo", bool).files), "edo")
    assert verify(desk, archived.read(tmp_path / "archive")).data["differences"] == []
