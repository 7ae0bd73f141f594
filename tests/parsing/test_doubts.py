"""Orders among words of doubt: whatever the order and whatever the words, nothing is executed."""

import pytest
import yaml

from tests.parsing.samples import SHEETS, sheet, spelt

DOUBTS = yaml.safe_load((SHEETS / "doubts.yaml").read_text(encoding="utf-8"))
ORDERS = (
    "A Kai - Sagami",
    "Army Kai moves to Sagami",
    "Kai holds",
    "A SSh S A Kai",
    "Both armies hold",
    "Move Kai to Sagami",
    "Kai-Sag, SSh-Kai",
    "A Kai - Sagami supported by A SSh",
)


@pytest.mark.parametrize("before", DOUBTS["before"])
def test_doubt_before_an_order(before: str) -> None:
    for order in ORDERS:
        for text in (f"{before}{order}", f"{before}{order[0].lower()}{order[1:]}"):
            assert spelt(sheet(text)) == [], text


@pytest.mark.parametrize("after", DOUBTS["after"])
def test_doubt_after_an_order(after: str) -> None:
    for order in ORDERS:
        text = f"{order}{after}"
        assert spelt(sheet(text)) == [], text
