"""Code words: found in whatever form a player writes them, taken out of all that is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.mail.code_words import MOST, fault, hashed, is_word, without_code_words
from gm.mail.letter import open_letter


def letter(text: str, subject: str = "orders") -> bytes:
    head = f"From: takeda@example.org\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8"
    return f"{head}\n\n{text}\n".encode()


SAID = {
    "as documented": ("code word: sakura-77", "sakura-77", ""),
    "with a capital and a stop": ("Code word: Sakura-77.", "Sakura-77", ""),
    "in one word": ("codeword: sakura-77", "sakura-77", ""),
    "with a dash": ("Code-Word = sakura-77", "sakura-77", ""),
    "as a sentence": ("My code word is sakura-77.", "sakura-77", ""),
    "in quotes": ("code word: “sakura-77”", "sakura-77", ""),
    "in bold": ("*Code word:* sakura-77", "sakura-77", ""),
    "as a password": ("Password: sakura-77", "sakura-77", ""),
    "as they stand in our description": ("code word: <sakura-77>", "sakura-77", ""),
    "before orders on its line": ("code word: sakura-77. Army Kai holds", "sakura-77",
                                  "Army Kai holds"),
    "in another script": ("code word\uff1a桜の花が咲く", "桜の花が咲く", ""),
    "in a quotation": ("> code word: sakura-77", "sakura-77", ">"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "word", "left"), SAID.values(), ids=SAID)
def test_a_code_word_is_found_and_taken_out(text: str, word: str, left: str) -> None:
    found, words = without_code_words(open_letter(letter(text)))

    assert words == (word,)
    assert found.text.strip() == left


TALK = ("What is my code word?", "I forgot the code word, sorry.", "The code word of the day")


@pytest.mark.parametrize("text", TALK)
def test_talk_about_code_words_stays(text: str) -> None:
    found, words = without_code_words(open_letter(letter(text)))

    assert words == ()
    assert found.text.strip() == text


def test_subject_and_attached_text_are_freed_too() -> None:
    raw = (
        b"From: takeda@example.org\nSubject: =?utf-8?q?=5Bedo=5D_orders=2C_code_word=3A_sakura-77?="
        b"\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n"
        b"Content-Disposition: attachment; filename=orders.txt\n\ncode word: tiger-12\nA Kai H\n"
        b"--b--\n"
    )

    found, words = without_code_words(open_letter(raw))

    assert found.subject == "[edo] orders"
    assert words == ("sakura-77", "tiger-12")
    assert "tiger" not in str(found.attachments[0].text)


def test_a_letter_full_of_guesses_has_few_of_them_tried() -> None:
    guesses = "\n".join(f"code word: guess{number}" for number in range(1000))

    found, words = without_code_words(open_letter(letter(guesses)))

    assert len(words) == MOST
    assert "guess" not in found.text


def test_only_a_salted_hash_is_kept() -> None:
    kept = hashed("sakura-77")

    assert "sakura" not in kept
    assert kept.startswith("scrypt$16384$8$1$")
    assert kept != hashed("sakura-77")
    assert is_word("sakura-77", kept)
    assert is_word("Sakura-77", kept)  # a phone makes the first letter large
    assert not is_word("sakura-78", kept)
    assert not is_word("", kept)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("tiger", "6 to 64"),
        ("x" * 65, "6 to 64"),
        ("two words", "one word"),
        ("sakura-", "ends with a letter"),
        ("sakura\n77", "one word"),
        ("sakura-77", None),
        ("桜の花が咲く", None),
    ],
)
def test_what_can_be_a_code_word(word: str, said: str | None) -> None:
    why = fault(word)
    assert said in why if said and why else why is None


@given(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9.-]{4,30}[A-Za-z0-9]", fullmatch=True))
def test_every_allowed_word_is_found_again_as_documented(word: str) -> None:
    assert fault(word) is None
    found, words = without_code_words(
        open_letter(letter(f"A Kai H\ncode word: {word}\nA Sagami H"))
    )

    assert words == (word,)
    assert word not in found.text or word.casefold() in "a kai h\n\na sagami h"
