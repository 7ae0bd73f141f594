"""Messages to other players in a letter: where they begin and end, and what becomes of the rest."""

import pytest

from gm.parsing.phrases import load_phrases
from gm.parsing.pieces import Message, Verdict
from gm.parsing.sheet import SheetContext, read_sheet
from gm.resources import Folders
from tests.parsing.samples import made


def read(text: str) -> tuple[list[Message], list[str], list[str]]:
    """The messages of a letter, its lines that are orders, and those that are asked back."""
    sheet = read_sheet(made("sengoku")[1], text, SheetContext())
    return (
        list(sheet.messages),
        [one.text for one in sheet.of(Verdict.UNDERSTOOD)],
        [one.text for one in sheet.of(Verdict.ASKED)],
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Press to all:\nHello.\nEnd press", Message("all", "Hello.", 1)),
        ("PRESS\nHello.\nEND PRESS", Message("", "Hello.", 1)),
        ("Press to Oda, Mori:\nHi.\n\nBye.\nEnd press", Message("oda, mori", "Hi.\n\nBye.", 1)),
        ("Press to Oda: Hello.\nend press", Message("oda", "Hello.", 1)),
        ("Press to Oda: Hello. End press", Message("oda", "Hello.", 1)),
        ("Grey press to all:\nHa!\nEnd press", Message("all", "Ha!", 1, is_grey=True)),
        ("Message to Oda\nA Kai - Sagami\nEnd message", Message("oda", "A Kai - Sagami", 1)),
    ],
)  # fmt: skip
def test_what_is_a_message(text: str, message: Message) -> None:
    assert read(f"{text}\nA Kai H") == ([message], ["A Kai H"], [])


@pytest.mark.parametrize(
    "text",
    [
        "Press to Oda:\nI shall move A Kai - Sagami.\nA Kai H",
        "Press to Oda: I shall move.\nA Kai H",
        "Press to Oda:\nA Kai - Sagami",
    ],
)
def test_what_has_no_end_mark_is_asked_back_with_all_that_follows(text: str) -> None:
    assert read(text) == ([], [], [text])


def test_a_second_message_never_gets_the_first_one_s_reader() -> None:
    messages, orders, asked = read(
        "Press to Oda:\nfor Oda alone\nPress to Hojo:\nfor Hojo alone\nEnd press\nA Kai H"
    )
    assert messages == [Message("hojo", "for Hojo alone", 3)]
    assert (orders, asked) == (["A Kai H"], ["Press to Oda:\nfor Oda alone"])


@pytest.mark.parametrize(
    "line", ["Message to GM: thanks", "note: all is well", "The press is free"]
)
def test_what_begins_no_message(line: str) -> None:
    assert read(f"{line}\nA Kai H") == ([], ["A Kai H"], [])


def test_the_phrases_lie_in_a_file() -> None:
    assert load_phrases(Folders()).sections["pressline"]
