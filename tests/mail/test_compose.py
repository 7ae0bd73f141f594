"""Letters out: read back with the standard library's parser, which is not ours."""

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.mail.body import order_text
from gm.mail.compose import MAX_SIZE, Draft, File, Mailbox, compose
from gm.mail.letter import open_letter
from gm.mail.manners import Automatic, automatic
from gm.values import replace

DRAFT = Draft(
    message_id="<receipt-12@gm.example.org>",
    date=datetime(2026, 3, 2, 18, 4, tzinfo=UTC),
    sender=Mailbox("gm@example.org", "Sengoku desk"),
    to=(Mailbox("takeda@example.org", "Takeda, lord of Kai"),),
    subject="Receipt: Spring 1570",
    text="Army Kai moves to Sagami.\n",
    html="<p>Army Kai moves to Sagami.</p>\n",
)


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return message


def test_receipt_answers_in_the_thread() -> None:
    draft = replace(
        DRAFT,
        answers=True,
        parent="<orders@example.org>",
        references=("<report-1@gm.example.org>", "<orders@example.org>"),
    )

    message = parsed(compose(draft))

    assert message["Message-ID"] == "<receipt-12@gm.example.org>"
    assert message["In-Reply-To"] == "<orders@example.org>"
    assert message["References"] == "<report-1@gm.example.org> <orders@example.org>"
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["From"] == "Sengoku desk <gm@example.org>"
    assert message["To"].addresses[0].addr_spec == "takeda@example.org"
    assert message["To"].addresses[0].display_name == "Takeda, lord of Kai"
    assert message["Date"].datetime == DRAFT.date


def test_report_is_generated_and_has_text_first_and_html_beside_it() -> None:
    message = parsed(compose(DRAFT))

    assert message["Auto-Submitted"] == "auto-generated"
    assert message["In-Reply-To"] is None
    assert message.get_content_type() == "multipart/alternative"
    plain, page = message.iter_parts()
    assert plain.get_content().replace("\r\n", "\n") == DRAFT.text
    assert page.get_content().replace("\r\n", "\n") == DRAFT.html


def test_pictures_stand_in_the_page_or_beside_it() -> None:
    html = '<p>Map:</p><img src="cid:map" alt="The map">'
    files = (
        File("map", "image/png", b"\x89PNG"),
        File("map-large", "image/svg+xml", b"<svg/>"),
    )

    message = parsed(compose(replace(DRAFT, html=html, files=files)))

    assert message.get_content_type() == "multipart/mixed"
    alternative, beside = message.iter_parts()
    _, related = alternative.iter_parts()
    assert related.get_content_type() == "multipart/related"
    _, picture = related.iter_parts()
    assert picture["Content-ID"] == "<map>"
    assert picture.get_content() == b"\x89PNG"
    assert beside.get_filename() == "map-large.svg"
    assert beside["Content-Disposition"].content_disposition == "attachment"
    assert beside.get_content() == b"<svg/>"


def test_letter_that_would_be_too_large_goes_without_its_largest_picture() -> None:
    files = (
        File("large", "image/png", b"x" * MAX_SIZE),
        File("small", "image/png", b"y" * 1000),
    )

    raw = compose(replace(DRAFT, files=files))

    assert len(raw) <= MAX_SIZE
    message = parsed(raw)
    assert [part.get_filename() for part in message.iter_attachments()] == ["small.png"]
    body = message.get_body(("plain",))
    assert body is not None
    assert "(The picture “large” is left out: it is too large for a letter.)" in body.get_content()


def test_calendar_entry_is_attached() -> None:
    message = parsed(compose(replace(DRAFT, calendar="BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")))

    entry = next(iter(message.iter_attachments()))
    assert entry.get_content_type() == "text/calendar"
    assert entry.get_filename() == "deadline.ics"
    assert "BEGIN:VCALENDAR" in entry.get_content()


def test_same_draft_gives_the_same_bytes() -> None:
    files = (File("map", "image/png", b"x"),)
    assert compose(replace(DRAFT, files=files)) == compose(replace(DRAFT, files=files))


def test_our_own_letter_is_known_when_it_comes_back() -> None:
    letter = open_letter(compose(DRAFT))

    assert automatic(letter) is Automatic.OWN
    assert order_text(letter) == "Army Kai moves to Sagami."


@pytest.mark.parametrize(
    "draft",
    [
        replace(DRAFT, message_id="<a@b>\r\nBcc: hojo@example.org"),
        replace(DRAFT, message_id="no-brackets@example.org"),
        replace(DRAFT, to=(Mailbox("takeda@example.org\nBcc: hojo@example.org"),)),
        replace(DRAFT, to=(Mailbox("takeda@example.org, hojo@example.org"),)),
        replace(DRAFT, to=(Mailbox("takéda@example.org"),)),
        replace(DRAFT, date=DRAFT.date.replace(tzinfo=None)),
    ],
)
def test_malformed_drafts_are_refused(draft: Draft) -> None:
    with pytest.raises(ValueError, match=r"\."):
        compose(draft)


def test_malformed_threads_of_others_are_left_out() -> None:
    draft = replace(
        DRAFT, parent="<bad id@example.org>\r\nBcc: x", references=("nothing", "<good@example.org>")
    )

    message = parsed(compose(draft))

    assert message["References"] == "<good@example.org>"
    assert message["In-Reply-To"] is None


def test_long_threads_keep_their_first_and_latest_letters() -> None:
    references = tuple(f"<{number}@example.org>" for number in range(500))

    message = parsed(compose(replace(DRAFT, parent="<500@example.org>", references=references)))

    assert message["References"].split() == [
        "<0@example.org>",
        *(f"<{number}@example.org>" for number in range(490, 501)),
    ]


def test_foreign_domain_is_written_in_plain_letters() -> None:
    message = parsed(compose(replace(DRAFT, to=(Mailbox("takeda@köln.example"),))))

    assert message["To"] == "takeda@xn--kln-sna.example"


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=300)


@settings(deadline=None)
@given(subject=words, name=words, text=words)
def test_no_text_can_add_a_field_and_all_text_arrives(subject: str, name: str, text: str) -> None:
    draft = replace(
        DRAFT, subject=subject, sender=Mailbox("gm@example.org", name), text=text, html=None
    )

    raw = compose(draft)
    letter = open_letter(raw)

    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert [key for key, _ in letter.headers.fields] == [
        "date", "from", "to", "subject", "message-id", "auto-submitted",
        "x-auto-response-suppress", "x-gm-desk", "mime-version", "content-type",
        "content-transfer-encoding",
    ]  # fmt: skip
    assert letter.sender == "gm@example.org"
    expected = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    assert letter.text == expected.removeprefix("\ufeff").strip("\n")
