"""Figures of a match, counted by hand: a clan helps another in Spring and attacks it in Fall."""

from typing import Any

from gm.games.diplomacy.statistics import RECENT, _broken
from tests.rendering.staging import game_of, play

CASE: dict[str, Any] = {
    "map": "sengoku",
    "turn": "Spring 1573",
    "units": {"takeda": ["A kai", "A ssh"], "asakura": ["A omi"], "hojo": ["A sag"]},
    "centres": {"takeda": ["kai"], "asakura": ["omi"], "hojo": ["sag"]},
    "phases": [
        {
            "takeda": [
                "Army South Shinano supports Army Omi moving to Mino",
                "Army Kai moves to Sagami",
            ],
            "asakura": ["Army Omi moves to Mino"],
            "hojo": ["Army Sagami holds"],
        },
        {
            "takeda": ["Army South Shinano moves to Mino", "Army Kai moves to Musashi"],
            "asakura": ["Army Mino holds"],
        },
    ],
}


def tallies() -> list[Any]:
    game: Any = game_of("sengoku").game
    return [game.count_step(before, outcome) for before, outcome in play(CASE)]


def figures() -> dict[str, Any]:
    game: Any = game_of("sengoku").game
    sections = game.statistics(play(CASE)[-1][1].state, tallies())["sections"]
    return {section["heading"]: section for section in sections}


def test_moves_and_supports_are_counted() -> None:
    rows = {row[0]: row[1:] for row in figures()["How well the orders went"]["rows"]}

    assert rows["Takeda"] == ["1 of 3 (33%)", "1 of 1 (100%)", "0"]
    assert rows["Asakura"] == ["1 of 1 (100%)", "none ordered", "0"]
    assert rows["Hojo"] == ["none ordered", "none ordered", "1"]


def test_support_given_to_others_is_counted() -> None:
    assert figures()["Support given to others"]["rows"] == [["Takeda", "Asakura", "1"]]


def test_an_attack_on_the_helped_is_a_stab() -> None:
    assert figures()["Support withdrawn"]["rows"] == [
        ["Fall 1573", "Takeda", "Asakura", "South Shinano to Mino", "Spring 1573"]
    ]


def test_a_support_long_ago_is_forgotten() -> None:
    helped = {"turn": "first", "given": [["a", "b", True]], "attacks": []}
    quiet = {"turn": "quiet", "given": [], "attacks": []}
    attack = {"turn": "last", "given": [], "attacks": [["a", "b", "Kai", "Sagami"]]}

    assert len(list(_broken([helped, *[quiet] * (RECENT - 1), attack]))) == 1
    assert list(_broken([helped, *[quiet] * RECENT, attack])) == []
