"""From letters in a Maildir to order sheets and receipts: who, which match, in time or late."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from gm.desk.manage import Plan, new_match
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from gm.desk.standing import standing
from gm.desk.turn import turn
from gm.errors import EXIT_BUG
from gm.games.vocabulary import Power
from gm.mail.sources import MaildirSource
from gm.records import KeptLetter, LetterFate, OutgoingLetter, Seat
from tests.desk.at_desk import THURSDAY, handle, orders

Deliver = Callable[..., bytes]
DEADLINE = datetime(2026, 3, 11, 0, 0, tzinfo=UTC)


def kept(desk: Desk, number: int = 1) -> KeptLetter:
    found = desk.store.letter(number)
    assert found is not None
    return found


def answers(desk: Desk) -> list[OutgoingLetter]:
    """What was written as answers to letters, oldest first."""
    waiting = (
        desk.store.outgoing(key) for key in desk.store.waiting(THURSDAY + timedelta(days=99))
    )
    return [letter for letter in waiting if letter is not None and letter.answers]


def test_a_letter_becomes_orders_and_a_receipt(desk: Desk, deliver: Deliver) -> None:
    deliver("Army Kai moves to Sagami\nArmy South Shinano holds", message_id="<q@example.org>")
    handle(desk)
    assert kept(desk).fate is LetterFate.ORDERS
    assert orders(desk) == ["A Kai - Sagami", "A South Shinano H"]
    (receipt,) = answers(desk)
    assert receipt.kind == "receipt"
    assert receipt.to == ("takeda@example.org",)
    assert receipt.reply_to == "<q@example.org>"
    assert "Army Kai moves to Sagami" in receipt.text
    assert "Tuesday, 10 March 2026, 20:00 EDT" in receipt.text
    assert "5 days, 11 hours" in receipt.text
    assert "Thursday, 5 March 2026, 07:00 EST" in receipt.text  # when it was received
    (submission,) = desk.store.submissions("edo", 0)
    assert submission.digest in receipt.text


def test_the_fingerprint_can_be_worked_out_again(desk: Desk, deliver: Deliver) -> None:
    from hashlib import sha256

    deliver("A Kai - Sagami")
    handle(desk)
    (submission,) = desk.store.submissions("edo", 0)
    phase = standing(desk, desk.match("edo")).phase
    assert phase is not None
    (receipt,) = answers(desk)
    key = " ".join(receipt.text.split()).split(", key ")[1][:16]
    lines = f"edo\n{phase.key}\ntakeda\n{key}\nA Kai - Sagami"
    assert submission.digest == sha256(lines.encode()).hexdigest()[:32]


def test_the_keys_of_fingerprints_follow_from_the_seed(desk: Desk, deliver: Deliver) -> None:
    import hmac

    deliver("A Kai - Sagami")
    handle(desk)
    (receipt,) = answers(desk)
    phase = standing(desk, desk.match("edo")).phase
    assert phase is not None
    key = hmac.new(b"seed", f"edo\n{phase.key}\ntakeda".encode(), "sha256").hexdigest()[:16]
    assert f"key {key}" in " ".join(receipt.text.split())


def test_the_receipt_lists_what_is_missing_and_what_a_unit_could_do(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("Army Kai moves to Suruga Bay")
    handle(desk)
    (receipt,) = answers(desk)
    flowing = " ".join(receipt.text.split())
    assert "From Kai an army can go to" in flowing
    assert "Army South Shinano" in flowing
    # an illegal order is an order of its own: the clan is not absent
    now = standing(desk, desk.match("edo"))
    assert now.checked(Power("takeda")).present


def test_later_orders_replace_earlier_ones_unit_by_unit(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami\nA South Shinano H", at="2026-03-05T10:00Z")
    deliver("A Kai - Suruga", at="2026-03-05T11:00Z")
    handle(desk)
    assert sorted(orders(desk)) == ["A Kai - Suruga", "A South Shinano H"]


def test_what_counts_is_when_letters_arrived_not_when_they_were_fetched(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("A Kai - Suruga", at="2026-03-05T11:00Z")
    handle(desk)
    deliver("A Kai - Sagami", at="2026-03-05T10:00Z")
    handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]


def test_the_same_letter_twice_is_one_letter(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami", message_id="<same@example.org>")
    handle(desk)
    deliver("A Kai - Sagami", message_id="<same@example.org>", at="2026-03-05T12:30Z")
    handle(desk)
    assert desk.store.letter(2) is None
    assert len(answers(desk)) == 1


def test_the_same_text_in_another_coding_is_one_letter(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami", message_id="<same@example.org>")
    handle(desk)
    head = "From: takeda@example.org\nSubject: Orders\nMessage-ID: <same@example.org>\n"
    raw = f"{head}Content-Transfer-Encoding: base64\n\nQSBLYWkgLSBTYWdhbWkK\n"
    (desk.config.folder / "mail/in/new/1772712000.M9P1.host").write_bytes(raw.encode())
    handle(desk)
    assert kept(desk, 2).fate is LetterFate.SET_ASIDE
    assert kept(desk, 2).reason == "the same as letter 1"
    assert len(answers(desk)) == 1


@pytest.mark.parametrize("message_id", [None, "<same@example.org>"])
def test_another_text_or_no_id_is_another_letter(
    desk: Desk, deliver: Deliver, message_id: str | None
) -> None:
    deliver("A Kai - Sagami", message_id=message_id)
    deliver("A Kai - Suruga", message_id=message_id, at="2026-03-05T12:10Z")
    handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]
    assert len(answers(desk)) == 2


def test_any_registered_address_speaks_for_the_seat_and_gets_the_answer(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("A Kai - Sagami", sender="Ann <Shingen@Example.NET>")
    handle(desk)
    assert orders(desk) == ["A Kai - Sagami"]
    assert answers(desk)[0].to == ("shingen@example.net",)


def test_a_name_in_the_subject_proves_nothing(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami", sender="fox@example.com", subject="[edo] Takeda Orders")
    handle(desk)
    assert orders(desk) == []
    (refusal,) = answers(desk)
    assert refusal.kind == "refusal"
    assert refusal.match is None
    assert "not registered" in refusal.text
    for secret in ("Takeda", "Kai", "Spring 1570"):
        assert secret not in refusal.text.replace("[edo] Takeda Orders", "")
    assert "fox@example.com, who has no seat here" in desk.store.concerns(0)[0][1].detail


def test_a_stranger_is_answered_once_a_day(desk: Desk, deliver: Deliver) -> None:
    for hour in (10, 11):
        deliver("let me in", sender="fox@example.com", at=f"2026-03-05T{hour}:00Z")
    handle(desk)
    assert [letter.kind for letter in answers(desk)] == ["refusal"]
    assert kept(desk, 2).fate is LetterFate.SET_ASIDE
    deliver("let me in again", sender="fox@example.com", at="2026-03-06T10:00Z")
    handle(desk, THURSDAY + timedelta(days=1))
    assert [letter.kind for letter in answers(desk)] == ["refusal", "refusal"]


def test_orders_for_the_units_of_others_are_refused(desk: Desk, deliver: Deliver) -> None:
    deliver("Army Sagami moves to Kai")  # Hojo's
    handle(desk)
    assert orders(desk) == []
    assert orders(desk, "hojo") == []
    now = standing(desk, desk.match("edo"))
    assert not now.checked(Power("takeda")).present
    assert "Sagami" in answers(desk)[0].text


@pytest.mark.parametrize(
    ("at", "fate", "answer"),
    [
        ("2026-03-10T23:59:59Z", LetterFate.ORDERS, "receipt"),
        ("2026-03-11T00:00:00Z", LetterFate.LATE, "late"),
        ("2026-03-11T00:03:00Z", LetterFate.LATE, "late"),
    ],
)
def test_a_letter_between_deadline_and_turn_is_judged_by_its_arrival(
    desk: Desk, deliver: Deliver, at: str, fate: LetterFate, answer: str
) -> None:
    deliver("A Kai - Sagami", at=at)
    handle(desk, DEADLINE + timedelta(minutes=5))
    assert orders(desk) == (["A Kai - Sagami"] if fate is LetterFate.ORDERS else [])
    assert kept(desk).fate is fate
    assert [letter.kind for letter in answers(desk)] == [answer]


def test_a_late_letter_is_kept_answered_and_never_applied(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami", at="2026-03-11T00:01:00Z")
    turn(desk, DEADLINE + timedelta(minutes=2))
    handle(desk, DEADLINE + timedelta(minutes=5))
    assert kept(desk).fate is LetterFate.LATE
    assert orders(desk) == []
    (late,) = answers(desk)
    assert "Spring 1570" in late.text
    assert "Nothing of it was taken" in late.text
    assert desk.store.concerns(0) == ()


def test_a_letter_that_was_in_time_but_fetched_too_late_is_told_to_the_gamemaster(
    desk: Desk, deliver: Deliver
) -> None:
    turn(desk, DEADLINE + timedelta(minutes=2))
    deliver("A Kai - Sagami", at="2026-03-10T23:00:00Z")
    handle(desk, DEADLINE + timedelta(minutes=5))
    assert kept(desk).fate is LetterFate.LATE
    assert "gm undo edo" in desk.store.concerns(0)[0][1].detail


@pytest.mark.parametrize(
    "date",
    [
        "",
        "Date: next tuesday\n",
        "Date: Tue, 31 Feb 2026 10:00:00 +0000\n",
        "Date: Tue, 03 Mar 2026 10:00:00 -0000\n",
        "Date: Tue, 01 Jul 2031 10:00:00 +0000\n",
    ],
)
def test_the_date_that_the_sender_claims_decides_nothing(
    desk: Desk, deliver: Deliver, date: str
) -> None:
    deliver("A Kai - Sagami", head=date, at="2026-03-05T10:00Z")
    deliver("A Kai - Suruga", at="2026-03-05T11:00Z")
    handle(desk)
    assert orders(desk) == ["A Kai - Suruga"]


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("Auto-Submitted: auto-replied\n", "automatic reply"),
        ("Precedence: auto_reply\n", "automatic reply"),
        ("Return-Path: <>\n", "bounce"),
        ("X-Gm-Desk: gm@example.org\n", "our own letter"),
        ("List-Id: <games.example.org>\n", "mailing list"),
    ],
)
def test_machines_are_not_answered(desk: Desk, deliver: Deliver, head: str, reason: str) -> None:
    deliver("Army Kai moves to Sagami", head=head)
    handle(desk)
    assert kept(desk).fate is LetterFate.SET_ASIDE
    assert kept(desk).reason == reason
    assert orders(desk) == []
    assert answers(desk) == []


def test_a_person_whose_program_suppresses_automatic_answers_is_a_person(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("A Kai - Sagami", head="X-Auto-Response-Suppress: All\n")
    handle(desk)
    assert orders(desk) == ["A Kai - Sagami"]


def test_a_bounce_is_matched_to_what_did_not_arrive(desk: Desk, deliver: Deliver) -> None:
    welcome = desk.store.outgoing_of("edo", "welcome")[0]
    desk.store.mark_sent(welcome.key, THURSDAY)
    deliver(
        "Your message could not be delivered to:\n\n<hojo@example.org>: 550 5.1.1 No such user\n\n"
        f"Message-ID: {welcome.message_id}\n",
        sender="mailer-daemon@example.org",
    )
    handle(desk)
    assert kept(desk).reason == "bounce"
    (concern,) = desk.store.concerns(0)
    assert f"did not reach {welcome.power} in edo" in concern[1].detail
    assert [one.key for one in desk.store.undelivered() if one.sent] == [welcome.key]


def test_a_bounce_that_does_not_say_of_which_letter_is_told_by_its_address(
    desk: Desk, deliver: Deliver
) -> None:
    text = "<{}>: 550 5.1.1 User unknown"
    for address in ("shingen@example.net", "fox@example.com"):
        deliver(
            text.format(address), sender="MAILER-DAEMON@mx.example.org", subject="Undeliverable",
            head=f"X-Failed-Recipients: {address}\n",
        )  # fmt: skip
    handle(desk)
    (concern,) = [entry.detail for _, entry in desk.store.concerns(0)]
    assert "could not deliver a letter to shingen@example.net, of takeda in edo" in concern


def test_letters_of_before_the_desk_are_left_alone(desk: Desk, deliver: Deliver) -> None:
    assert desk.config.mail.since == date(2026, 3, 4)  # when gm init was called
    deliver("Buy our lovely furniture", sender="fox@example.com", at="2026-03-03T23:59Z")
    deliver("A Kai H", at="2026-03-04T00:01Z")
    handle(desk)
    assert kept(desk).sender == "takeda@example.org"
    assert desk.store.letter(2) is None
    assert len(list((desk.config.folder / "mail/in/new").iterdir())) == 1
    receive(desk, THURSDAY, MaildirSource(desk.config.folder / "mail/in"))  # asked for by name
    assert desk.store.letter(2) is not None


@pytest.mark.parametrize(
    ("text", "fate"),
    [
        ("", LetterFate.ANSWERED),
        ("Hello, how are you?", LetterFate.ANSWERED),
        ("Army Kai eats lunch", LetterFate.ANSWERED),
    ],
)
def test_a_letter_without_orders_gets_an_answer_too(
    desk: Desk, deliver: Deliver, text: str, fate: LetterFate
) -> None:
    deliver(text)
    handle(desk)
    assert kept(desk).fate is fate
    assert desk.store.submissions("edo", 0) == ()
    (receipt,) = answers(desk)
    assert "Army Kai" in receipt.text  # what is missing


def test_rubbish_is_kept_and_told_to_the_gamemaster(desk: Desk) -> None:
    rubbish = bytes(range(256)) * 400
    (desk.config.folder / "mail/in/new/1772712000.M1P1.host").write_bytes(rubbish)
    handle(desk)
    assert kept(desk).raw.content == rubbish
    assert kept(desk).fate in (LetterFate.FAILED, LetterFate.SET_ASIDE)
    assert answers(desk) == []


def test_a_letter_of_five_megabytes_is_read(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami\n\n-- \n" + "signature " * 500_000)
    handle(desk)
    assert len(kept(desk).raw.content) > 5_000_000
    assert orders(desk) == ["A Kai - Sagami"]


def test_a_letter_beyond_the_limit_is_kept_and_told(desk: Desk, deliver: Deliver) -> None:
    deliver("x" * 10_000_001)
    handle(desk)
    assert kept(desk).fate is LetterFate.FAILED
    assert "mail.largest" in desk.store.concerns(0)[0][1].detail


def test_ten_thousand_lines_are_answered_not_read(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai - Sagami\n" * 10_000)
    handle(desk)
    assert orders(desk) == []
    (receipt,) = answers(desk)
    assert "10000 lines" in receipt.text
    assert len(receipt.text) < 5_000


def test_one_bad_letter_never_stops_the_others(
    desk: Desk, deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gm.desk import handling as job

    deliver("poison", at="2026-03-05T10:00Z")
    deliver("A Kai - Sagami", at="2026-03-05T11:00Z")
    opened = job.open_letter

    def broken(raw: bytes) -> object:
        if b"poison" in raw:
            raise ZeroDivisionError("a fault of the program")
        return opened(raw)

    monkeypatch.setattr(job, "open_letter", broken)
    receive(desk, THURSDAY)
    summary = read(desk, THURSDAY)
    assert summary.exit_code == EXIT_BUG
    assert kept(desk, 1).fate is LetterFate.FAILED
    assert kept(desk, 1).reason == "ZeroDivisionError: a fault of the program"
    assert kept(desk, 2).fate is LetterFate.ORDERS
    assert "Letter 1 could not be handled" in desk.store.concerns(0)[0][1].detail
    monkeypatch.undo()
    assert read(desk, THURSDAY, [1]).exit_code == 0
    assert kept(desk, 1).fate is LetterFate.ANSWERED


class TestSeveralMatches:
    """Ann plays Takeda in edo and Oda in nara."""

    @pytest.fixture(autouse=True)
    def nara(self, desk: Desk) -> None:
        seats = (Seat("nara", "oda", ("takeda@example.org",)),)
        new_match(desk, THURSDAY, Plan("nara", "sengoku", seats, "seed"))
        new_match(
            desk,
            THURSDAY,
            Plan("kyoto", "sengoku", (Seat("kyoto", "oda", ("x@example.org",)),), "s"),
        )

    def match_of(self, desk: Desk, number: int = 1) -> str | None:
        return kept(desk, number).match

    def test_never_guessed(self, desk: Desk, deliver: Deliver) -> None:
        deliver("Army Owari moves to Mino")
        handle(desk)
        assert self.match_of(desk) is None
        (question,) = answers(desk)
        assert "“edo” or “nara”" in " ".join(question.text.split())
        assert question.match is None

    @pytest.mark.parametrize(
        ("letter", "match"),
        [
            ({"subject": "[nara] orders"}, "nara"),
            ({"subject": "My orders for Nara"}, "nara"),
            ({"subject": "naraside"}, None),
            ({"to": "gm+nara@example.org"}, "nara"),
            ({"to": "gm+nara@example.org", "subject": "[edo] orders"}, None),
            ({"subject": "[edo] for the nara match"}, None),
            ({"subject": "[kyoto] orders"}, None),
        ],
    )
    def test_subject_and_plus_address(
        self, desk: Desk, deliver: Deliver, letter: dict[str, str], match: str | None
    ) -> None:
        deliver("Army Owari moves to Mino", **letter)
        handle(desk)
        assert self.match_of(desk) == match

    def test_the_name_in_the_text(self, desk: Desk, deliver: Deliver) -> None:
        deliver("For nara:\nArmy Owari moves to Mino")
        handle(desk)
        assert self.match_of(desk) == "nara"

    def test_the_thread(self, desk: Desk, deliver: Deliver) -> None:
        (welcome,) = desk.store.outgoing_of("nara", "welcome")
        deliver("Army Owari moves to Mino", head=f"In-Reply-To: {welcome.message_id}\n")
        handle(desk)
        assert self.match_of(desk) == "nara"

    def test_the_thread_of_somebody_else_is_no_proof(self, desk: Desk, deliver: Deliver) -> None:
        hojo = next(one for one in desk.store.outgoing_of("edo", "welcome") if one.power == "hojo")
        deliver("A Sagami - Kai", head=f"In-Reply-To: {hojo.message_id}\n", sender="x@example.org")
        handle(desk)
        assert self.match_of(desk) == "kyoto"


def test_what_a_unit_does_whose_only_order_is_impossible_stands_among_the_orders(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("A Kai - Suruga Bay\nA South Shinano H")
    handle(desk)
    (receipt,) = answers(desk)
    standing_now = receipt.text.split("YOUR ORDERS AS THEY NOW STAND")[1]
    flowing = " ".join(standing_now.split())
    assert "Army South Shinano holds" in flowing
    assert "Army Kai holds (its order “Army Kai moves to Suruga Bay” is not possible)" in flowing


def test_a_letter_that_contradicts_itself_all_along_gets_a_short_receipt(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("\n".join(["A Kai - Sagami", "A Kai - Suruga"] * 499))
    handle(desk)
    (receipt,) = answers(desk)
    assert len(receipt.text.splitlines()) < 80
    assert "Army Kai moves to Sagami (499 times)" in receipt.text
    assert "Army Kai moves to Suruga (498 times)" in receipt.text
    assert orders(desk) == ["A Kai - Suruga"]


def test_many_lines_that_are_not_understood_are_shown_in_part_and_counted(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("\n".join(f"A Kai - Nowhere {number}" for number in range(1, 401)))
    handle(desk)
    (receipt,) = answers(desk)
    assert len(receipt.text.splitlines()) < 700
    flowing = " ".join(receipt.text.split())
    assert "... and 360 more, lines 41 to 400, of the same kind." in flowing


def test_a_clan_whose_only_letter_was_not_understood_is_warned(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("Army Kai does not move")
    handle(desk)
    (receipt,) = answers(desk)
    flowing = " ".join(receipt.text.split())
    assert "If none comes before the deadline, Takeda counts as having sent nothing" in flowing
    assert "those that are dislodged are disbanded" in flowing


def test_a_clan_that_has_sent_one_order_is_not_warned(desk: Desk, deliver: Deliver) -> None:
    deliver("A Kai H\nArmy South Shinano does not move")
    handle(desk)
    (receipt,) = answers(desk)
    assert "having sent nothing" not in " ".join(receipt.text.split())
