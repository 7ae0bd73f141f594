"""Letters in the shapes of real mail programs, each with the text that must come out."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from gm.mail.body import Role, order_text, read_body
from gm.mail.letter import open_letter
from gm.mail.manners import automatic

LETTERS = sorted(Path(__file__).parent.joinpath("letters").glob("*.eml"))
OWN_ADDRESSES = ("gm@example.org",)


def expected_of(path: Path) -> dict[str, Any]:
    expected = yaml.safe_load(path.with_suffix(".yaml").read_text("utf-8"))
    assert isinstance(expected, dict)
    return expected


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_letter_reads_as_expected(path: Path) -> None:
    letter = open_letter(path.read_bytes())
    body = read_body(letter)
    found = {
        "text": order_text(letter),
        "quoted": list(body.quoted),
        "signature": list(body.of(Role.SIGNATURE)),
        "footer": list(body.of(Role.FOOTER)),
        "notes": sorted(note.kind.value for note in body.notes),
        "sender": letter.sender,
        "sender name": letter.sender_name,
        "subject": letter.subject,
        "message id": letter.message_id,
        "references": list(letter.references),
        "recipients": list(letter.recipients),
        "date": letter.date and letter.date.isoformat(),
        "attachments": [attachment.name for attachment in letter.attachments],
        "automatic": (kind := automatic(letter, OWN_ADDRESSES)) and kind.value,
    }
    expected = {"notes": [], "automatic": None, **expected_of(path)}
    expected.pop("about")

    assert {key: found[key] for key in expected} == expected


def test_corpus_is_large_and_each_letter_says_what_it_is_about() -> None:
    assert len(LETTERS) >= 60
    assert all(expected_of(path)["about"] for path in LETTERS)
