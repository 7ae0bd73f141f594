"""What the fuzzer has found so far, once more: each letter that took a new way through the program.

``python -m tests.fuzz.run`` looks for more (it needs atheris, which no other part needs).
"""

from base64 import b64decode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.paths import CORPUS, PATHS


@pytest.mark.parametrize("name", PATHS)
def test_the_kept_letters_of_a_path(name: str) -> None:
    letters = [b64decode(line) for line in (CORPUS / f"{name}.txt").read_text("ascii").split()]

    assert len(letters) > 20
    for raw in letters:
        PATHS[name](raw)


WORDS = st.sampled_from(
    [
        "Army", "Kai", "moves to", "Sagami", "supports", "holds", "not", "if", "either", "or",
        "all", "code word:", "press to", "everybody", "help", "status", "cancel", "what if", "1",
        "recruit", "march", "attack", "Beijing", "3 troops", "曹操", "-", ">", ":", ";", "\n",
        "\r\n", "<b>", "<script>alert(1)</script>", "&", "&amp;", '"', "'", "“", "”", "\0",
        "\u202e", "\u200b", "=?utf-8?q?a?=", "{{ 7*7 }}", "{% raw %}", "$(", "\\", "/",
    ]
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name in PATHS if name != "letter"])
@settings(deadline=None, max_examples=40)
@given(words=st.lists(WORDS, max_size=30), phase=st.binary(min_size=1, max_size=1))
def test_any_words_in_any_phase_get_a_sound_answer(
    name: str, words: list[str], phase: bytes
) -> None:
    head = b"From: player@0.sengoku.example.org\nSubject: x" if name == "whole" else phase
    PATHS[name](head + " ".join(words).encode("utf-8", "surrogatepass"))
