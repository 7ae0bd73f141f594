"""Case files with slips: what is wrong is said, with where and what to write."""

from pathlib import Path

import pytest

from gm.catalogue import offer
from gm.cli.sandbox import Bench, read_cases
from gm.errors import DataError
from gm.games.diplomacy.orders import Hold, Kind, Move, Support, UnitName
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order

BENCH = Bench({}, "sengoku")
UNITS = {"takeda": ["A kai"]}

SLIPS = {
    "unit": ({"unit": {}}, 'unit: there is no field "unit"; did you mean "units"?'),
    "centers": ({"centers": {}}, 'centers: there is no field "centers"; did you mean "centres"?'),
    "result": (
        {"expect": {"result": {"A kai": ["succeeds"]}}},
        'expect, result: there is no field "result"; did you mean "results"?',
    ),
    "season": ({"season": "monsoon"}, 'season: there is no season "monsoon"; write spring or'),
    "no phases": ({"phase": "sequence", "sequence": []}, "sequence: a phase at least is expected"),
    "in a step": (
        {"phase": "sequence", "sequence": [{"phase": "movement", "order": {}}]},
        'order: there is no field "order"; did you mean "orders"?',
    ),
    "orders by unit": (
        {"orders": {"takeda": {"A kai": "- sag"}}},
        'orders, takeda, A kai: orders are expected in a list, like ["A kai - sag"].',
    ),
}


@pytest.mark.parametrize(("fields", "sentence"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_told_with_its_place(fields, sentence):
    with pytest.raises(DataError) as told:
        BENCH.play({"units": UNITS, **fields}, {}, "case.yaml")

    assert sentence in str(told.value)


def test_a_key_given_twice_in_a_line_is_told(tmp_path: Path):
    file = tmp_path / "cases.jsonl"
    file.write_text('{"units": {}}\n{"units": {"takeda": ["A kai"]}, "units": {}}\n', "utf-8")

    with pytest.raises(DataError, match=r'cases.jsonl, line 2: "units" is given twice\.'):
        list(read_cases(file))


def test_fields_of_other_names_may_stand():
    case = {"units": UNITS, "remark": "none", "expect": {"positions": UNITS, "source": "by hand"}}

    assert BENCH.play(case, {}, "case").differences == ()


def test_maps_phases_powers_and_units_are_known_in_any_case():
    case = {
        "map": "Sengoku",
        "phase": "Movement",
        "season": "Autumn",
        "units": {"TAKEDA": ["army Kai"], "Hōjō": ["Fleet Izu"]},
        "orders": {"Takeda": ["kai -> sag"]},
        "expect": {"results": {"Army Kai": "succeeds"}, "positions": {"takeda": ["A Sagami"]}},
    }

    assert [text for text in BENCH.play(case, {}, "case").differences if "Hojo" not in text] == []


def test_a_sequence_without_expectations_is_shown_and_stops_where_it_does_not_fit():
    case = {
        "phase": "sequence",
        "units": UNITS,
        "centres": {"takeda": ["kai", "ssh"]},
        "sequence": [
            {"phase": "movement", "season": "fall", "year": 1570, "orders": {"takeda": ["kai H"]}},
            {"phase": "movement", "season": "spring", "year": 1571},
        ],
    }

    trial = BENCH.play(case, {}, "case")

    assert trial.differences is None
    assert "  Army Kai held (The Hold Order)." in trial.lines
    assert trial.lines[-1] == "  Not played: the match stands at Fall 1570, adjustments."


def test_a_beaten_unit_is_not_said_to_have_held():
    game = offer("sengoku").game
    kai, sur, sag = (UnitName(Kind.ARMY, at) for at in ("kai", "sur", "sag"))
    units = [Unit("takeda", Kind.ARMY, at) for at in ("kai", "sur")]
    state = State(
        1571,
        Season.SPRING,
        Stage.MOVEMENT,
        in_order([*units, Unit("hojo", Kind.ARMY, "sag")]),
        {},
    )
    outcome = game.adjudicate(
        state, {"takeda": [Move(kai, "sag"), Support(sur, kai, "sag")], "hojo": [Hold(sag)]}
    )

    assert game.explain(outcome, "Army Sagami")[0] == (
        "Army Sagami was dislodged by Army Kai, 1 against 2 (Dislodgements)."
    )
