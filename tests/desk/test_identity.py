"""Who wrote this? Checks of the mail server, signatures, and code words of seats, end to end."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.config import Signatures
from gm.desk import identity
from gm.desk.manage import Plan, new_match
from gm.desk.post import MOST_ANSWERS, MOST_REFUSALS
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.room import Desk
from gm.errors import EXIT_TRY_AGAIN
from gm.mail import signatures
from gm.mail.trust import Trust
from gm.records import LetterFate, OutgoingLetter, Seat
from gm.values import replace
from tests.desk.at_desk import THURSDAY, handle
from tests.mail.test_trust import signed

Deliver = Callable[..., bytes]
PASSED = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"
FAILED = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n"
WORD = "quixote-77"


def fate(desk: Desk, number: int = 1) -> tuple[LetterFate, str | None]:
    found = desk.store.letter(number)
    assert found is not None
    return found.fate, found.reason


def taken(desk: Desk, power: str = "takeda") -> int:
    return sum(one.power == power for one in desk.store.submissions("edo", 0))


def written(desk: Desk, *kinds: str) -> list[OutgoingLetter]:
    """What was written of these kinds, oldest first."""
    letters = map(desk.store.outgoing, desk.store.waiting(THURSDAY + timedelta(days=99)))
    return [one for one in letters if one is not None and one.kind in kinds]


def concerns(desk: Desk) -> str:
    return "\n".join(entry.detail for _, entry in desk.store.concerns(0))


def asks(desk: Desk, trust: Trust, **others: object) -> None:
    """Sets what the desk asks for."""
    settings = {"trust": trust, "trusted_server": "mx.example.org", **others}
    desk.config = replace(desk.config, mail=replace(desk.config.mail, **settings))  # type: ignore[arg-type]


def give_word(desk: Desk, power: str = "takeda", word: str | None = WORD) -> None:
    seat = next(seat for seat in desk.store.seats("edo") if seat.power == power)
    identity.set_code_word(desk, THURSDAY - timedelta(hours=2), seat, word, "boss")


LEVELS = {
    "address, nothing said": (Trust.ADDRESS, "", True),
    "address, check failed": (Trust.ADDRESS, FAILED, True),
    "unless contradicted, nothing said": (Trust.UNLESS_CONTRADICTED, "", True),
    "unless contradicted, check failed": (Trust.UNLESS_CONTRADICTED, FAILED, False),
    "unless contradicted, somebody else says it failed": (
        Trust.UNLESS_CONTRADICTED,
        FAILED.replace("mx.example.org", "mx.example.com"),
        True,
    ),
    "proven, nothing said": (Trust.PROVEN, "", False),
    "proven, check passed": (Trust.PROVEN, PASSED, True),
    "proven, said by somebody else": (
        Trust.PROVEN,
        PASSED.replace("mx.example.org", "mx.example.com"),
        False,
    ),
    "code word, check passed": (Trust.CODE_WORD, PASSED, False),
}


@pytest.mark.parametrize(("trust", "head", "is_taken"), LEVELS.values(), ids=LEVELS)
def test_levels_of_trust(
    desk: Desk, deliver: Deliver, trust: Trust, head: str, *, is_taken: bool
) -> None:
    asks(desk, trust)
    deliver("Army Kai moves to Sagami", head=head)
    handle(desk)

    assert taken(desk) == is_taken
    if is_taken:
        assert [one.kind for one in written(desk, "receipt", "note")] == ["receipt"]
        return
    assert fate(desk)[0] is LetterFate.ANSWERED
    (note,) = written(desk, "receipt", "note")
    assert note.to == ("takeda@example.org", "shingen@example.net")  # all that are registered
    assert "nothing of it was taken" in " ".join(note.text.split())
    assert "Sagami" not in note.text + concerns(desk)
    assert "Letter 1 has an address of Takeda in edo, but was not taken" in concerns(desk)


def test_a_signature_checked_by_ourselves(
    desk: Desk, deliver: Deliver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks(desk, Trust.PROVEN, trusted_server="", signatures=Signatures.CHECK)
    raw = b"From: takeda@example.org\nSubject: orders\nMessage-ID: <s@example.org>\n\nA Kai H\n"
    record = b"v=DKIM1; k=rsa; p=" + Path("tests/mail/tls/public.txt").read_bytes().strip()
    real = signatures.signature_verdict
    monkeypatch.setattr(
        signatures, "signature_verdict", lambda raw, sender: real(raw, sender, lambda _: record)
    )
    (folder / "mail/in/new/1772712000.M9P1.host").write_bytes(signed(raw))
    deliver("Army Kai moves to Sagami")
    handle(desk)

    assert taken(desk) == 1
    assert {fate(desk, 1)[0], fate(desk, 2)[0]} == {LetterFate.ORDERS, LetterFate.ANSWERED}


def test_a_letter_waits_while_no_key_can_be_looked_up(
    desk: Desk, deliver: Deliver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks(desk, Trust.PROVEN, signatures=Signatures.CHECK)

    def away(*_: object) -> None:
        raise signatures.NameServiceAwayError("The name service does not answer.")

    monkeypatch.setattr(signatures, "signature_verdict", away)
    deliver("Army Kai moves to Sagami")
    deliver("Army Sagami holds", sender="hojo@example.org", head=PASSED)
    receive(desk, THURSDAY)
    summary = read(desk, THURSDAY)

    assert summary.exit_code == EXIT_TRY_AGAIN
    assert (fate(desk, 1)[0], fate(desk, 2)[0]) == (LetterFate.NEW, LetterFate.ORDERS)
    asks(desk, Trust.UNLESS_CONTRADICTED)
    read(desk, THURSDAY)
    assert fate(desk, 1)[0] is LetterFate.ORDERS


def everything_shown(desk: Desk) -> str:
    """All that a person could see: mails, log, what is kept about letters and orders."""
    tables = ("outbox", "log", "submissions", "seats", "facts", "press")
    rows = [row for table in tables for row in desk.store._rows(f"SELECT * FROM {table}")]
    rows += desk.store._rows("SELECT sender, subject, reason, text_digest FROM letters")
    return repr(rows)


def test_a_seat_with_a_code_word_takes_no_letter_without_it(desk: Desk, deliver: Deliver) -> None:
    give_word(desk)
    deliver("Army Kai moves to Sagami")
    deliver("Army Kai moves to Sagami\ncode word: tiger-99")
    deliver("Army Kai moves to Sagami\nCode word: Quixote-77\nArmy South Shinano holds",
            subject="edo, code word: quixote-77", head=FAILED)  # fmt: skip
    deliver("Army Sagami holds", sender="hojo@example.org")  # its seat has none
    asks(desk, Trust.UNLESS_CONTRADICTED)
    handle(desk)

    assert [fate(desk, number)[0] for number in (1, 2, 3, 4)] == [
        LetterFate.ANSWERED, LetterFate.ANSWERED, LetterFate.ORDERS, LetterFate.ORDERS,
    ]  # fmt: skip
    given, first, second, receipt = written(desk, "note", "receipt")[:4]
    assert "has a code word" in given.text
    assert "no code word" in first.text
    assert "not the code word of this seat" in second.text
    assert first.to == ("takeda@example.org", "shingen@example.net")
    assert "Army South Shinano holds" in receipt.text
    shown = everything_shown(desk).casefold()
    assert "quixote" not in shown
    assert "tiger-99" not in shown


def test_press_and_questions_hold_no_code_word(desk: Desk, deliver: Deliver) -> None:
    give_word(desk)
    deliver("Press to Hojo:\nMeet me in Sagami.\nMy code word is quixote-77\nEnd of press\nA Kai H")
    deliver("What if A Kai - Sagami\ncode word: quixote-77")
    deliver("Show my orders\nCode word: quixote-77")
    handle(desk)

    assert [fate(desk, number)[1] for number in (1, 2, 3)] == [None] * 3
    assert "Meet me in Sagami." in "".join(one.text for one in written(desk, "press"))
    assert "quixote" not in everything_shown(desk).casefold()


def test_at_the_level_code_word_each_seat_needs_one(desk: Desk, deliver: Deliver) -> None:
    asks(desk, Trust.CODE_WORD)
    give_word(desk, "hojo")
    deliver("Army Kai holds")
    deliver("Army Sagami holds\ncode word: quixote-77", sender="hojo@example.org")
    handle(desk)

    assert (taken(desk, "takeda"), taken(desk, "hojo")) == (0, 1)
    assert "this seat has none yet" in written(desk, "note")[-1].text


def test_a_match_may_ask_for_more_than_the_desk(desk: Desk, deliver: Deliver) -> None:
    plan = Plan("nara", "sengoku", SECOND, "seed", settings={"mail.trust": "proven"})
    new_match(desk, THURSDAY - timedelta(days=1), plan)
    asks(desk, Trust.ADDRESS)
    deliver("Army Owari holds", subject="nara")
    deliver("Army Kai holds", subject="edo")
    deliver("Army Owari holds", subject="nara", head=PASSED)
    handle(desk)

    assert [fate(desk, number)[0] for number in (1, 2, 3)] == [
        LetterFate.ANSWERED, LetterFate.ORDERS, LetterFate.ORDERS,
    ]  # fmt: skip


def test_a_needless_code_word_is_left_out_and_told(desk: Desk, deliver: Deliver) -> None:
    deliver("Army Kai holds\ncode word: quixote-77")
    handle(desk)

    (receipt,) = written(desk, "receipt")
    assert "your seat has none" in " ".join(receipt.text.split())
    assert "quixote" not in everything_shown(desk)


def test_a_stranger_with_a_code_word(desk: Desk, deliver: Deliver) -> None:
    give_word(desk)
    for _ in range(2):
        deliver("Army Kai moves to Sagami\ncode word: quixote-77", sender="fox@example.com",
                subject="Takeda: Army Kai moves to Sagami")  # fmt: skip
    handle(desk)

    assert taken(desk) == 0
    (refusal,) = written(desk, "refusal")
    assert refusal.to == ("fox@example.com",)
    assert "code word" not in refusal.text
    _, warning = written(desk, "note")
    assert warning.to == ("takeda@example.org", "shingen@example.net")
    assert "fox@example.com" in warning.text
    assert "Letter 1 from fox@example.com held the code word of Takeda in edo" in concerns(desk)
    assert "Sagami" not in warning.text + concerns(desk)
    assert "quixote" not in everything_shown(desk).replace(refusal.text, "")


def test_another_player_with_a_code_word(desk: Desk, deliver: Deliver) -> None:
    give_word(desk)
    deliver("Army Kai moves to Sagami\ncode word: quixote-77", sender="hojo@example.org")
    handle(desk)

    assert taken(desk, "takeda") == 0
    assert "Your code word came from another address" in written(desk, "note")[-1].subject
    assert "held the code word of Takeda in edo" in concerns(desk)


def test_the_answer_goes_to_the_registered_address_whatever_the_letter_says(
    desk: Desk, deliver: Deliver
) -> None:
    deliver("Army Kai holds", head="Reply-To: fox@example.com\nReturn-Path: <fox@example.com>\n"
            "Sender: fox@example.com\nErrors-To: fox@example.com\n"
            "Disposition-Notification-To: fox@example.com\n")  # fmt: skip
    handle(desk)

    assert [one.to for one in written(desk, "receipt")] == [("takeda@example.org",)]
    assert "fox" not in "".join(one.text for one in written(desk, "receipt"))


@pytest.mark.parametrize(
    "head", ["X-Spam-Flag: YES\n", "X-Spam-Status: Yes, score=12.1\n", FAILED], ids=str
)
def test_strangers_whose_letters_look_forged_are_not_answered(
    desk: Desk, deliver: Deliver, head: str
) -> None:
    asks(desk, Trust.UNLESS_CONTRADICTED)
    deliver("Buy now", sender="fox@example.org", head=head)
    handle(desk)

    assert written(desk, "refusal") == []
    assert fate(desk)[0] is LetterFate.SET_ASIDE


@pytest.mark.parametrize("sender", ["f\u00fcchsin@example.com", "\u72d0@example.com"])
def test_strangers_to_whom_no_letter_can_be_sent(desk: Desk, deliver: Deliver, sender: str) -> None:
    deliver("Hello", sender=sender)
    handle(desk)

    assert written(desk, "refusal") == []
    assert fate(desk)[0] is LetterFate.SET_ASIDE
    assert sender in concerns(desk)


def test_spam_marks_do_not_matter_for_players(desk: Desk, deliver: Deliver) -> None:
    deliver("Army Kai holds", head="X-Spam-Flag: YES\n")
    handle(desk)

    assert taken(desk) == 1


def test_a_flood_of_strangers_is_not_answered_with_a_flood(desk: Desk, deliver: Deliver) -> None:
    for number in range(MOST_REFUSALS + 10):
        deliver("Hello", sender=f"fox{number}@example.com")
    handle(desk)

    assert len(written(desk, "refusal")) == MOST_REFUSALS


def test_a_flood_of_concerns_is_told_in_few_digests(desk: Desk, deliver: Deliver) -> None:
    from gm.desk.remind import MOST_CONCERNS, remind

    for number in range(2 * MOST_CONCERNS):
        deliver("Hello", sender=f"fox{number}@example.com")
        if number == 0:
            handle(desk)
            remind(desk, THURSDAY)  # the first goes at once
    for minutes in (5, 10, 29, 31, 40):
        handle(desk, THURSDAY + timedelta(minutes=minutes))
        remind(desk, THURSDAY + timedelta(minutes=minutes))

    first, second = written(desk, "digest")
    assert "fox0@example.com" in first.text
    assert f"And {MOST_CONCERNS - 1} more: gm log shows them all." in second.text


def test_a_machine_that_answers_all_our_letters_is_answered_no_more(
    desk: Desk, deliver: Deliver
) -> None:
    for number in range(MOST_ANSWERS + 5):
        deliver(f"Your letter is number {number} in our queue.")
    handle(desk)

    assert len(written(desk, "receipt")) == MOST_ANSWERS
    assert concerns(desk).count("takeda@example.org had 100 answers within a day") == 1
    deliver("Army Kai holds", at="2026-03-06T14:00Z")
    handle(desk, THURSDAY + timedelta(days=1, hours=1))
    assert len(written(desk, "receipt")) == MOST_ANSWERS + 1


def test_a_forged_word_of_the_gamemaster_is_not_obeyed(desk: Desk, deliver: Deliver) -> None:
    from gm.desk.remind import remind

    remind(desk, datetime(2026, 3, 10, 1, 0, tzinfo=UTC))
    (digest,) = written(desk, "digest")
    asks(desk, Trust.UNLESS_CONTRADICTED)
    answer = f"In-Reply-To: {digest.message_id}\n"
    deliver("pause", sender="boss@example.org", head=answer + FAILED)
    deliver("pause", sender="boss@example.org", head=answer)
    receive(desk, THURSDAY)
    read(desk, THURSDAY, [1])
    assert desk.match("edo").deadline is not None
    read(desk, THURSDAY, [2])
    assert desk.match("edo").deadline is None


# which match

SECOND = (Seat("nara", "oda", ("takeda@example.org",)), Seat("nara", "mori", ("m@example.org",)))


@pytest.fixture
def two(desk: Desk) -> Desk:
    """Takeda's player also plays Oda in the match nara."""
    new_match(desk, THURSDAY - timedelta(days=1), Plan("nara", "sengoku", SECOND, "seed"))
    return desk


WHICH: dict[str, tuple[dict[str, str], str | None]] = {
    "nothing says it": ({}, None),
    "the subject": ({"subject": "Orders for nara"}, "nara"),
    "the subject in brackets": ({"subject": "Re: [nara] Spring 1570"}, "nara"),
    "the address": ({"to": "gm+nara@example.org"}, "nara"),
    "the address with capitals": ({"to": "GM+Nara@Example.org"}, "nara"),
    "both names": ({"subject": "Orders for nara and edo"}, None),
    "address and subject differ": ({"to": "gm+nara@example.org", "subject": "[edo]"}, None),
    "a match of others": ({"subject": "[kyoto] orders"}, None),
    "a name of a power": ({"subject": "Oda"}, None),
    "a part of a word": ({"subject": "edoardo"}, None),
    "the text": ({"text": "For nara, please:\nArmy Mino holds"}, "nara"),
}


@pytest.mark.parametrize(("how", "match"), WHICH.values(), ids=WHICH)
def test_which_match_is_never_guessed(
    two: Desk, deliver: Deliver, how: dict[str, str], match: str | None
) -> None:
    new_match(two, THURSDAY, Plan("kyoto", "sengoku", (Seat("kyoto", "oda", ("k@e.org",)),), "s"))
    deliver(**{"text": "Army Owari holds", **how})
    handle(two)

    kept = two.store.letter(1)
    assert kept is not None
    assert kept.match == match
    if match is None:
        (refusal,) = written(two, "refusal")
        assert "“edo” or “nara”" in " ".join(refusal.text.split())
        assert two.store.submissions("edo", 0) == two.store.submissions("nara", 0) == ()


def test_the_thread_says_which_match(two: Desk, deliver: Deliver) -> None:
    ours = next(one for one in written(two, "welcome") if (one.match, one.power) == ("nara", "oda"))
    deliver("Army Owari holds", subject="Re: hello", head=f"References: {ours.message_id}\n")
    deliver("Army Owari holds", subject="Re: [edo]", head=f"In-Reply-To: {ours.message_id}\n")
    handle(two)

    first, second = two.store.letter(1), two.store.letter(2)
    assert first is not None
    assert second is not None
    assert (first.match, first.power) == ("nara", "oda")
    assert second.match is None  # thread and subject contradict each other


def test_a_letter_from_somebody_elses_thread_is_for_the_senders_own_seat(
    desk: Desk, deliver: Deliver
) -> None:
    ours = next(one for one in written(desk, "welcome") if one.power == "hojo")
    deliver("Army Kai holds", head=f"In-Reply-To: {ours.message_id}\n")
    handle(desk)

    kept = desk.store.letter(1)
    assert kept is not None
    assert kept.power == "takeda"


def test_the_only_match_that_goes_on_is_meant(two: Desk, deliver: Deliver) -> None:
    from gm.desk.ending import conclude

    conclude(two, THURSDAY, "nara", (), why="We agreed to stop.", who="boss")
    deliver("Army Kai holds")
    deliver("Thanks for nara!", subject="nara")
    handle(two)

    first, second = two.store.letter(1), two.store.letter(2)
    assert first is not None
    assert second is not None
    assert (first.match, second.match) == ("edo", "nara")
