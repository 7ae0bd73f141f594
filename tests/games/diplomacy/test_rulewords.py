"""What players are told of a match's rule choices."""

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.rulebook import CHOICES
from gm.games.diplomacy.rulewords import OF_COASTS, SENTENCES

UNSAID = {"time_zone", "unit_names"}
"""The schedule tells the one; the other has no choice that a player would ask about."""


def test_every_choice_has_its_sentence():
    assert {field: set(choices) for field, choices in SENTENCES.items()} == {
        field: set(choices) for field, choices in CHOICES.items() if field not in UNSAID
    }
    for choices in SENTENCES.values():
        assert all(text[0].isupper() and text.endswith(".") for text in choices.values())


def test_only_what_matters_on_the_board_is_said():
    sengoku, classic = offer("sengoku").game.rule_words(), offer("classic").game.rule_words()

    assert not OF_COASTS & sengoku.keys()
    assert classic.keys() >= OF_COASTS
    assert "garrison_occupied" in sengoku
    assert "garrison_occupied" not in classic
    assert "paradox" not in sengoku
    assert "paradox" in classic


@pytest.mark.parametrize("name", ["sengoku", "classic"])
def test_words_name_no_field(name: str):
    for text in offer(name).game.rule_words().values():
        assert "_" not in text
