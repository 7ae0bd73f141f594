"""Whole letters through ``gm parse``: what stands in the end, and what is asked back."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from gm.cli.parse import parse
from tests.parsing.samples import cases, made

KINDS = {"retreat": "retreats", "adjustment": "adjustments"}


def parsed(text: str, *options: str) -> dict[str, Any]:
    result = CliRunner().invoke(parse, [*options, "--json"], input=text)
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def _options(power: str, units: str | None, phase: str | None) -> list[str]:
    found = ["--power", power]
    if units:
        found += ["--units", units]
    return found + (["--phase", phase] if phase else [])


@pytest.mark.parametrize("case", cases("letters"), ids=lambda case: case["id"])
def test_letter(case: dict[str, Any]) -> None:
    power = case.get("power", "takeda")
    found = parsed(case["text"], *_options(power, case.get("units"), case.get("kind")))
    assert found["orders"] == case["means"]
    asked = [one for one in found["verdicts"] if one["verdict"] == "asked"]
    assert len(asked) == case["asked"], asked
    assert all(one["why"] and not one["orders"] for one in asked)


@pytest.mark.parametrize(
    "case",
    cases("hands") + cases("more_hands") + cases("players"),
    ids=lambda case: f"{case['text'][:40]!a}",
)
def test_hand(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game = case.get("game", "sengoku")
    monkeypatch.setattr("gm.cli.parse.parser_for", lambda *_: made(game)[1])
    options = _options(case["power"], case.get("units"), case.get("kind"))
    found = parsed(case["text"], "--game", game, *options)
    assert found["orders"] == case["means"]
    asked = [one for one in found["verdicts"] if one["verdict"] == "asked"]
    assert len(asked) == case["asked"], asked


@pytest.mark.parametrize("style", cases("styles"), ids=lambda style: style["id"])
def test_style_of_real_players(style: dict[str, Any]) -> None:
    units = ", ".join(style.get("units", [])) or None
    found = parsed(style["text"], *_options(style["clan"], units, style.get("phase")))
    asked = any(one["verdict"] == "asked" for one in found["verdicts"])
    if found["orders"] != style["means"]:
        assert style.get("also_right") == "ask"
        assert asked
        assert found["orders"] == []
        return
    assert not asked


def test_proposals_are_orders() -> None:
    found = parsed("A Kai - Sagami or Suruga", "--power", "takeda")
    assert found["verdicts"][0]["proposals"] == ["A Kai - Sagami", "A Kai - Suruga"]
    for proposal in found["verdicts"][0]["proposals"]:
        assert parsed(proposal, "--power", "takeda")["orders"] == [proposal]


@pytest.mark.parametrize("case", cases("proposals"), ids=lambda case: case["text"])
def test_proposals_begin_with_what_was_named(case: dict[str, Any]) -> None:
    found = parsed(case["text"], "--power", case.get("power", "takeda"))
    assert found["orders"] == []
    assert found["verdicts"][0]["verdict"] == "asked"
    assert found["verdicts"][0]["proposals"][: len(case["first"])] == case["first"]


def test_a_unit_without_an_understood_order_is_told_what_it_can_do() -> None:
    found = parsed("Army Kai does not move", "--power", "takeda")
    assert "Army Kai holds" in found["verdicts"][0]["proposals"]


def test_people_get_a_receipt() -> None:
    result = CliRunner().invoke(parse, ["--power", "takeda"], input="A Kai - Sagami\nHi!")
    assert result.exit_code == 0
    assert "Army Kai moves to Sagami" in result.stdout
    assert "Army South Shinano" in result.stdout


@pytest.mark.parametrize(
    "text",
    [
        "Takeda Shingen, Lord of Kai and South Shinano",
        "Uesugi attacked Kai from South Shinano last year.",
        "Kai is fond of Sagami, I am told.",
        "The men of Kai and Sagami are friends.",
    ],
)
def test_talk_that_names_places(text: str) -> None:
    (verdict,) = parsed(text, "--power", "takeda")["verdicts"]
    assert verdict["verdict"] == "talk"


@pytest.mark.parametrize("case", cases("routes"), ids=lambda case: case["text"])
def test_route(case: dict[str, Any]) -> None:
    power = case.get("power", "takeda")
    found = parsed(case["text"], *_options(power, case.get("units"), case.get("kind")))
    assert found["orders"] == case["means"]
    assert found["impossible"] == (case["means"] if "why" in case else [])
    if "why" in case:
        assert case["why"].casefold() in found["verdicts"][0]["why"].casefold()
