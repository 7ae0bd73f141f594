"""Names in orders: every short form of every map, also those that are English words."""

from collections.abc import Iterator

import pytest

from gm.parsing.folding import key
from gm.parsing.pieces import Verdict
from tests.parsing.samples import made, sheet

PLAIN = {"sengoku": ("takeda", "kai", "omi"), "classic": ("england", "lon", "par")}
"""A power, and two places whose ids are no English words, for each map."""

WORDINGS = (
    "A {plain} - {form}",
    "A {form} H",
    "A {plain} S A {form} - {other}",
    "A {plain} S A {other} - {form}",
    "F {plain} C A {other} - {form}",
    "Army {plain} moves to {form}",
    "Army {form} holds",
    "{form} - {plain}",
    "Army {plain} supports Army {other} moving to {form}",
)

AFTER_A_VERB = frozenset(
    {"not", "both", "east", "west", "eastern", "western", "mid", "nor", "port"}
)
"""What may follow a verb without being a place."""


def _forms(game: str) -> Iterator[tuple[str, str]]:
    _, parser = made(game)
    names = parser.names["province"]
    _, *plain = PLAIN[game]
    for form, ident in names.forms.items():
        if ident not in plain and names.ident(form.replace(" ", "")) == ident:
            yield form, ident


@pytest.mark.parametrize("game", PLAIN)
def test_every_form_of_a_name_is_read_or_asked_about_with_proposals(game: str) -> None:
    power, plain, other = PLAIN[game]
    _, parser = made(game)
    for form, ident in _forms(game):
        for wording in WORDINGS:
            text = wording.format(plain=plain, other=other, form=form)
            (piece,) = sheet(text, power=power, game=game).pieces
            if ident.startswith("?"):
                assert piece.verdict is Verdict.ASKED, text
                assert piece.problem, text
                names = [parser.names["province"].printed[one] for one in ident[1:].split("|")]
                assert all(name in piece.problem.reason for name in names), text
            else:
                assert piece.verdict is Verdict.UNDERSTOOD, text
                assert f"'{ident}'" in str(piece.nodes), text


@pytest.mark.parametrize("game", PLAIN)
def test_ids_that_are_english_words_are_read_after_a_verb(game: str) -> None:
    power, plain, _ = PLAIN[game]
    _, parser = made(game)
    names = parser.names["province"]
    for form in (names.exact.keys() & names.english) - AFTER_A_VERB:
        for verb in ("attacks", "enters", "moves into"):
            text = f"Army {plain} {verb} {form}"
            (piece,) = sheet(text, power=power, game=game).pieces
            assert piece.verdict is Verdict.UNDERSTOOD, text
            assert f"'{names.exact[form]}'" in str(piece.nodes), text


@pytest.mark.parametrize("text", ["F Ech - Not", "A Ech - Set", "A Ech S A Bit - San"])
def test_an_unclear_name_beside_an_english_word_is_asked_about(text: str) -> None:
    (piece,) = sheet(text, power="uesugi").pieces
    assert piece.verdict is Verdict.ASKED
    assert piece.problem
    assert piece.problem.reason == "“ech” can be Echigo or Echizen."
    assert len(piece.problem.proposals) == 2


@pytest.mark.parametrize(
    "text",
    ["A Kai - not Sagami", "Army Kai attacks not", "Army Kai moves not", "A Kai to not move"],
)
def test_a_denial_beside_a_name_stays_one(text: str) -> None:
    (piece,) = sheet(text).pieces
    assert piece.verdict is Verdict.ASKED
    assert piece.problem
    assert piece.problem.reason.startswith("This says what is not to be done.")


def _slips(name: str) -> Iterator[str]:
    """A name with a letter left out, written twice, or swapped with the next."""
    for place in range(len(name)):
        yield name[:place] + name[place + 1 :]
        yield name[:place] + name[place] + name[place:]
        yield name[:place] + name[place : place + 2][::-1] + name[place + 2 :]


@pytest.mark.parametrize("game", PLAIN)
def test_a_slip_in_a_short_name_is_never_taken_for_another(game: str) -> None:
    _, parser = made(game)
    names = parser.names["province"]
    short = {key(name): ident for ident, name in names.printed.items() if len(name) <= 5}
    for name, ident in short.items():
        for slip in _slips(name):
            if slip in names.squeezed:  # it is a name itself
                continue
            found = names.resolve(slip)
            assert not found.sure or found.ids[0] == ident, slip
