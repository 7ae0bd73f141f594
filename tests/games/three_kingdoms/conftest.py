import pytest

from gm.catalogue import offer
from gm.parsing.parser import parser_for


@pytest.fixture(scope="session")
def game():
    return offer("three_kingdoms").game


@pytest.fixture(scope="session")
def parser(game):
    return parser_for("three_kingdoms", game.words(game.start("s1", "words")))
