"""Lines that say of the orders around them whether they are meant."""

import pytest
import yaml

from gm.parsing.pieces import Verdict
from tests.parsing.samples import SHEETS, sheet, spelt

FRAMES = yaml.safe_load((SHEETS / "frames.yaml").read_text(encoding="utf-8"))
ORDERS = "A Kai - Sagami\nA SSh - Mino\n"
BOTH = ["A Kai - Sagami", "A South Shinano - Mino"]


@pytest.mark.parametrize("line", FRAMES["before"])
def test_nothing_below_is_executed(line: str) -> None:
    found = sheet(f"{line}\n{ORDERS}")
    assert spelt(found) == []
    assert found.of(Verdict.ASKED)


@pytest.mark.parametrize("line", FRAMES["harmless_before"])
def test_introduces_orders(line: str) -> None:
    found = sheet(f"{line}\n{ORDERS}")
    assert spelt(found) == BOTH
    assert not found.of(Verdict.ASKED)


@pytest.mark.parametrize("line", FRAMES["after"])
def test_nothing_above_is_executed(line: str) -> None:
    found = sheet(f"{ORDERS}{line}\n")
    assert spelt(found) == []
    assert found.of(Verdict.ASKED)


@pytest.mark.parametrize("line", FRAMES["after_last"])
def test_takes_back_the_last(line: str) -> None:
    found = sheet(f"{ORDERS}{line}\n")
    assert spelt(found) == BOTH[:1]
    assert found.of(Verdict.ASKED)


@pytest.mark.parametrize("line", FRAMES["harmless_after"])
def test_changes_nothing(line: str) -> None:
    found = sheet(f"{ORDERS}{line}\n")
    assert spelt(found) == BOTH
    assert not found.of(Verdict.ASKED)
