"""Letters that are no letters: each gets its verdicts, and the time they take stays in bounds."""

import random

from gm.parsing.pieces import Verdict
from tests.parsing.samples import made, sheet, spelt


def test_ten_thousand_orders() -> None:
    lines = ["Army Kai moves to Sagami", "A SSh S A Omi - Mino"] * 5_000
    found = sheet("\n".join(lines))
    assert len(found.of(Verdict.UNDERSTOOD)) == 10_000


def test_five_megabytes_of_one_line() -> None:
    found = sheet("Army Kai moves to Sagami and " * 180_000)
    assert spelt(found) == []
    assert found.of(Verdict.ASKED)


def test_many_misspelt_lines_are_asked_back_without_much_ado() -> None:
    found = sheet("\n".join(f"A Kxi - Sogbmi {number}" for number in range(3_000)))
    assert len(found.of(Verdict.ASKED)) == 3_000


def test_binary_rubbish() -> None:
    made("sengoku")
    rubbish = random.Random(1).randbytes(200_000).decode("latin-1")
    assert spelt(sheet(rubbish)) == []


def test_one_letter_does_not_tire_the_parser_for_the_next() -> None:
    sheet("\n".join(f"A Kxi - Sogbmi {number}" for number in range(400)))
    assert spelt(sheet("A Kai - Sagammi")) == ["A Kai - Sagami"]


def test_jumbled_words_of_a_game_with_idioms_are_not_searched_for_ever() -> None:
    lines = [f"J5 K1 move Kato with the sea and {number} troops" for number in range(500)]
    found = sheet("\n".join(lines), power="japan", kind="turn", game="far_east_war")
    assert spelt(found, "far_east_war") == []
    assert len(found.pieces) == 500
