"""Idioms: what stands for what, what is only proposed, and files that are broken."""

import pytest

from gm.errors import DataError
from gm.parsing.folding import fold
from gm.parsing.idioms import load_idioms
from gm.parsing.lexer import NamesOfKind
from gm.parsing.names import Names
from gm.parsing.sentences import sentences_of
from gm.resources import Folders
from tests.parsing.samples import cases, made

NAMES = (
    NamesOfKind("area", Names({"North Wood": "nwo", "South Wood": "swo"})),
    NamesOfKind("general", Names({"Wood": "wood", "Stone": "stone"})),
)
FILE = """
# A comment.
AREA = <area>
NUMBER = [0-9]|one|two|three
PIECE = (the )?[a-z][0-9]
please =>
PIECE goes on to AREA => move PIECE to AREA
PIECE (and|with) PIECE swap => swap PIECE with PIECE2
<general:wood> wins => cheer
NUMBER men, NUMBER here and NUMBER there => NUMBER2, NUMBER3 when NUMBER = NUMBER2 + NUMBER3
PIECE takes AREA ?=> move PIECE to AREA | attack AREA with PIECE
"""


def _idioms(folder, text):
    (folder / "grammars").mkdir()
    (folder / "grammars" / "wood-idioms.txt").write_text(text)
    return load_idioms("wood", Folders(folder))


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("please k1 goes on to north wood.", "move k1 to north wood"),
        ("k1 and k2 swap", "swap k1 with k2"),
        ("wood wins", "cheer"),
        ("stone wins", None),
        ("three men, two here and one there", "two, one"),
        ("three men, two here and two there", None),
        ("k1 takes north wood", None),
        ("northwards", None),
    ],
)
def test_what_stands_for_what(tmp_path, said, means):
    assert _idioms(tmp_path, FILE).restated(said, NAMES) == means


def test_what_is_only_proposed(tmp_path):
    proposed = list(_idioms(tmp_path, FILE).proposed("please, k1 takes north wood", NAMES))
    assert proposed == ["move k1 to north wood", "attack north wood with k1"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("go on", r"line 2: write PATTERN => TEXT\."),
        ("go (on => go", "line 2: "),
        ("go => go to AREA", r"line 2: AREA is not in the pattern\."),
    ],
)
def test_a_broken_line_is_named(tmp_path, line, fault):
    with pytest.raises(DataError, match=fault):
        _idioms(tmp_path, f"\n{line}").restated("go", NAMES)


def test_a_grammar_may_have_no_idioms(tmp_path):
    assert load_idioms("diplomacy", Folders(tmp_path)).restated("army kai holds", ()) is None


def test_every_idiom_of_the_family_is_used_by_some_letter():
    _, parser = made("sengoku")
    texts = (
        text
        for name in ("hands", "more_hands", "players", "wordings")
        for case in cases(name)
        if case.get("game", "sengoku") == "sengoku"
        for line in case["text"].splitlines()
        for text in (line, *sentences_of(line))
    )
    used = {place for text in texts for place, _ in parser.idioms.steps(fold(text), parser.named)}
    idioms = parser.idioms
    assert {one.place for one in (*idioms.said, *idioms.asked, *idioms.loose)} <= used
