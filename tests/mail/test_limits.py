"""Letters made to hurt: read within limits, and the player is told what was not read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.mail import letter as letters
from gm.mail.body import read_body
from gm.mail.bounces import failures
from gm.mail.letter import MAX_LINES, MAX_TEXT, NoteKind, open_letter
from gm.mail.manners import automatic
from gm.mail.mime import MAX_PARTS, Limit
from tests.mail.test_letters import LETTERS

HEAD = b"From: takeda@example.org\nSubject: Sengoku\n"
PAGE = HEAD + b"Content-Type: text/html\n\n"
MULTIPART = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n"
BASE64 = HEAD + b"Content-Transfer-Encoding: base64\n\n"


def nested(depth: int, *, alike: bool) -> bytes:
    names = ("b" if alike else f"b{number}" for number in range(depth))
    heads = (f"Content-Type: multipart/mixed; boundary={name}\n\n--{name}\n" for name in names)
    return HEAD + "".join(heads).encode() + b"\nArmy Kai holds\n"


TOO_MUCH = {
    "50 MB of lines": (HEAD + b"\n" + b"Army Kai holds\n" * 3_500_000, Limit.BYTES),
    "50 MB in one line": (HEAD + b"\n" + b"x" * 50_000_000, Limit.BYTES),
    "50 MB of base64": (BASE64 + b"QUFB\n" * 10_000_000, Limit.BYTES),
    "50 MB attached": (
        MULTIPART + b"--b\nContent-Type: application/pdf\n\n" + b"QUFB\n" * 10_000_000,
        Limit.BYTES,
    ),
    "10,000 parts": (MULTIPART + b"--b\nContent-Type: text/plain\n\nhold\n" * 10_000, Limit.PARTS),
    "10,000 empty parts": (MULTIPART + b"--b\n" * 10_000, Limit.PARTS),
    "3,000 deep": (nested(3000, alike=False), Limit.DEPTH),
    "3,000 deep, all named alike": (nested(3000, alike=True), Limit.PARTS),
    "a flood of fields": (HEAD + b"X-Flood: y\n" * 500_000 + b"\nArmy Kai holds", Limit.HEADERS),
    "one endless field": (HEAD + b"X-Flood: " + b"y " * 5_000_000 + b"\n\nhold", Limit.HEADERS),
    "more text than is read": (HEAD + b"\n" + b"x" * (MAX_TEXT + 1), None),
    "more lines than are read": (HEAD + b"\n" + b"hold\n" * (MAX_LINES + 1), None),
    "more tags than are read": (PAGE + b"<p>hold</p>" * 60_000, None),
}


@pytest.mark.parametrize(("raw", "limit"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_too_much_is_read_in_part_and_reported(raw: bytes, limit: Limit | None) -> None:
    letter = open_letter(raw)

    assert limit is None or limit in letter.limits
    assert len(letter.text) <= MAX_TEXT
    assert letter.text.count("\n") < MAX_LINES
    assert NoteKind.TOO_LONG in {note.kind for note in read_body(letter).notes}
    assert letter.sender == "takeda@example.org"


AWKWARD = {
    "angles": PAGE + b"<" * 100_000,
    "unclosed comments": PAGE + b"<!--" * 100_000,
    "unclosed tags": PAGE + b"<a " * 100_000,
    "unclosed quotes": PAGE + b"<a '\"" * 100_000,
    "unclosed elements": PAGE + b"<div><b><i></b>" * 20_000,
    "quotations in quotations": PAGE + b"<blockquote>x" * 20_000,
    "ampersands": PAGE + b"&am" * 100_000,
    "rules": HEAD + b"\n" + b"--\n" * 20_000,
    "underscores": HEAD + b"\n" + b"______\n\n" * 10_000,
    "labels": HEAD + b"\n" + b"From: x\nSent: y\n" * 8_000,
    "half attributions": HEAD + b"\n" + b"On 2.3.2026 18:04 wrote takeda@example.org\n" * 8_000,
    "disclaimers": HEAD + b"\n" + b"CONFIDENTIAL\n" * 15_000,
    "blanks": PAGE + b" " * 500_000,
    "false boundaries": MULTIPART + b"--bx\n" * 200_000,
    "brackets in From": b"From: " + b"<" * 50_000 + b"\n\nx",
    "quotes in From": b"From: " + b'"\\' * 50_000 + b"\n\nx",
    "encoded words": b"Subject: " + b"=?utf-8?b?" * 50_000 + b"\n\nx",
    "parameters": HEAD + b"Content-Type: text/plain" + b'; a="\\' * 50_000 + b"\n\nx",
    "flowing lines": HEAD + b"Content-Type: text/plain; format=flowed\n\n" + b"a \n" * 100_000,
}


@pytest.mark.parametrize("raw", AWKWARD.values(), ids=AWKWARD)
def test_awkward_letters_are_read_in_time_that_grows_with_their_length_only(raw: bytes) -> None:
    letter = open_letter(raw)

    assert len(read_body(letter).written) <= MAX_TEXT
    failures(raw)
    automatic(letter)


def test_ten_thousand_order_lines_are_read_whole() -> None:
    raw = HEAD + b"\n" + b"Army South Shinano supports Army Omi\n" * 10_000

    body = read_body(open_letter(raw))

    assert body.written.count("\n") == 9_999
    assert body.notes == ()


def test_parts_within_the_limit_are_all_read() -> None:
    raw = MULTIPART + b"--b\nContent-Type: text/plain\n\nhold\n" * MAX_PARTS + b"--b--\n"

    assert open_letter(raw).text.count("hold") == MAX_PARTS


def check(raw: bytes) -> None:
    letter = open_letter(raw)
    body = read_body(letter)
    assert len(letter.text) <= MAX_TEXT
    assert "\0" not in letter.text
    assert "\n" not in letter.subject
    assert letter.sender is None or letter.sender.count("@") == 1
    assert body.lines or not letter.text
    automatic(letter)
    failures(raw)


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_any_bytes_are_a_letter(raw: bytes) -> None:
    check(raw)


FRAGMENTS = st.sampled_from(
    [
        b"From: takeda@example.org\n",
        b"Content-Type: multipart/mixed; boundary=b\n",
        b"\n",
        b"--b\n",
        b"--b--\n",
        b"Content-Type: text/html; charset=utf-16\n",
        b"<blockquote>",
        b"</p",
        b"<s>",
        b">",
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Transfer-Encoding: x-uuencode\n",
        b"=?utf-8?q?=",
        b"?=",
        b"\xff\xfe",
        b"\x1b$B",
        b"> ",
        b"-- \n",
        b"On 2.3.2026 18:04 x wrote:\n",
        b"Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-7\n",
        b" \n",
        b"+AA-",
        b"Content-Type: message/delivery-status\n",
        b"Final-Recipient: rfc822; x@y\n",
        b"\r",
        b"\x00",
        b"Content-Disposition: attachment; filename*0*=utf-8''%ff; filename*1=x\n",
        b"begin 644 x\n",
        b"-----BEGIN PGP SIGNED MESSAGE-----\n",
        b"Date: 99999999999999 99 9\n",
        b"Army Kai holds\n",
    ]
)


@settings(deadline=None)
@given(st.lists(FRAGMENTS, max_size=40).map(b"".join))
def test_any_fragments_of_letters_are_a_letter(raw: bytes) -> None:
    check(raw)


@settings(deadline=None)
@given(
    path=st.sampled_from(LETTERS),
    cuts=st.lists(
        st.tuples(st.integers(0, 3000), st.integers(0, 40), st.binary(max_size=8)), max_size=6
    ),
)
def test_damaged_letters_are_letters(path: object, cuts: list[tuple[int, int, bytes]]) -> None:
    assert hasattr(path, "read_bytes")
    raw = path.read_bytes()
    for place, length, put in cuts:
        raw = raw[:place] + put + raw[place + length :]
    check(raw)


def test_limits_are_far_above_what_letters_of_orders_have() -> None:
    assert letters.MAX_TEXT >= 100 * 2_000
    assert letters.MAX_LINES >= 10_000
