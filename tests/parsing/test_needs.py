"""A pattern finds nothing in a text without the words that it is said to need."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.desk.commands import words_of
from gm.errors import DataError
from gm.parsing.folding import fold
from gm.parsing.needs import Wording, wordings_of
from gm.resources import Folders
from tests.parsing.samples import made

GAMES = ("sengoku", "far_east_war", "three_kingdoms")
PARSERS = [made(game)[1] for game in GAMES]
BOOKS = {
    "phrases": [
        wording
        for section in PARSERS[0].phrases.sections
        for wording in PARSERS[0].phrases.pattern(section).wordings
    ],
    "commands": [wording for _, wording in words_of(Folders()).asks],
    **{
        f"idioms of {game}": [
            idiom.says
            for idiom in (*parser.idioms.said, *parser.idioms.asked, *parser.idioms.loose)
        ]
        for game, parser in zip(GAMES, PARSERS, strict=True)
    },
    **{
        f"terminals of {game}": list(parser.lark.parser.lexer.wordings.values())
        for game, parser in zip(GAMES, PARSERS, strict=True)
    },
}


@pytest.fixture(scope="module", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.mark.parametrize("book", BOOKS)
def test_every_wording_finds_what_its_pattern_finds(book: str):
    """In texts that its pattern gives, and in those of all patterns beside it."""
    texts = [fold(text) for one in BOOKS[book] for text in _examples(one.text)]

    for wording in BOOKS[book]:
        pattern = re.compile(wording.text)
        for text in texts:
            found = pattern.search(text)
            if found is None:
                continue
            assert wording.may_find(text), (wording, text)
            assert not found.group() or wording.may_begin(found.group()[0]), (wording, text)


def _examples(pattern: str) -> list[str]:
    """Texts made of the words in a pattern."""
    words = re.findall(r"[a-z']+", re.sub(r"\\.|\?P<\w+>|\[[^]]*\]", " ", pattern))
    return [" ".join(words[start : start + 6]) for start in range(0, len(words), 3)]


WORDS = st.text(alphabet="ab ", max_size=6)
PATTERNS = st.recursive(
    st.sampled_from(["a", "b", "ab", "aab", "bab", "[ab]", r"\b", "(?!b)", "(?<=a)", "^", "$"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["?", "*", "+", "{2}", "{0,2}"])).map(
            lambda one: f"(?:{one[0]}){one[1]}"
        ),
        inner.map(lambda one: f"(?P<NAME>{one})" if "NAME" not in one else one),
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(pattern=PATTERNS, texts=st.lists(WORDS, min_size=1, max_size=10))
def test_no_find_is_missed(pattern: str, texts: list[str]):
    try:
        whole = re.compile(pattern)
    except re.error:  # a name twice
        return
    (wording,) = wordings_of("test", [("here", pattern)])

    for text in texts:
        for found in whole.finditer(text):
            assert wording.may_find(text)
            assert not found.group() or wording.may_begin(found.group()[0])
        assert (wording.search(text) is None) == (whole.search(text) is None)
        assert (wording.fullmatch(text) is None) == (whole.fullmatch(text) is None)


@pytest.mark.parametrize(
    ("pattern", "needs", "begins"),
    [
        ("moves?", [("move",)], "m"),
        (r"(?:i |we )?moves to\b", [("moves to",)], "imw"),
        ("maybe|perhaps", [("maybe", "perhaps")], "mp"),
        ("(?:very )*(?:big|small) army", [(" army",), ("big", "small")], "bsv"),
        ("(?:an army)+|fleet", [("an army", "fleet")], "af"),
        ("(?:an army)+ (?:goes? to|moves) ~", [("an army",), ("goe", "moves"), (" ~",)], "a"),
        ("a|f", [], "af"),
        ("[^a]rmy", [("rmy",)], ""),
        (".*", [], ""),
        ("(?!not )hold", [("hold",)], "h"),
    ],
)
def test_what_a_pattern_needs(pattern: str, needs: list[tuple[str, ...]], begins: str):
    assert wordings_of("test", [("here", pattern)]) == [Wording(pattern, tuple(needs), begins)]


def test_a_broken_pattern_is_told_with_its_place():
    with pytest.raises(DataError, match=r"phrases\.txt, line 7: missing \)"):
        wordings_of("test", [("phrases.txt, line 7", "(")])
