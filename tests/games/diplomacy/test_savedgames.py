"""Saved games of the package ``diplomacy``: in, out, and where they differ from the rules here.

The files beside ``savedgames/README.md`` were made by that package. Where it is installed, it also
reads what is written here and plays it again.
"""

import copy
import json
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import pytest
import yaml

from gm.catalogue import offer
from gm.games.diplomacy.orders import Hold, IfDislodged, Kind, Move, Place, Support, UnitName
from gm.games.diplomacy.savedgame.notation import order_name, read_order, unit_name
from gm.games.diplomacy.savedgame.pages import read_pages
from gm.games.diplomacy.savedgame.reading import checked_orders
from gm.games.diplomacy.state import Beaten, Season, Stage, State, Tally, Unit, in_order
from gm.games.documents import DocumentError, Reader
from gm.games.interchange import Exchangeable, PlayedMatch, PlayedStep, Ruling
from gm.games.vocabulary import Outcome
from gm.values import replace
from tests.games.diplomacy.test_properties import random_orders

FOLDER = Path(__file__).parent
GAME = offer("classic").game
FORM = GAME.formats["saved-game"]
SAVED = {
    file.stem: json.loads(file.read_text("utf-8"))
    for file in sorted((FOLDER / "savedgames").glob("*.json"))
}
TABLE = yaml.safe_load((FOLDER / "savedgames" / "changed.yaml").read_text("utf-8"))
REAL = [
    json.loads(line) for line in (FOLDER / "cases" / "real.jsonl").read_text("utf-8").splitlines()
]
STAGES = {
    "movement": Stage.MOVEMENT,
    "retreat": Stage.RETREATS,
    "adjustment": Stage.ADJUSTMENTS,
}


def changed(case):
    """The saved game of a case with the values of its ``set`` at the paths there."""
    document = copy.deepcopy(SAVED[case["game"]])
    for path, value in case["set"].items():
        *steps, last = path.split("/")
        here = document
        for step in steps:
            if isinstance(here, list) and not step.isdigit():
                here = next(one for one in here if one["name"] == step)
            else:
                here = here[int(step) if isinstance(here, list) else step]
        key = int(last) if isinstance(here, list) else last
        if value == "MISSING":
            del here[key]
        else:
            here[key] = value
    return document


def sorted_state(state):
    """A position without what no rule depends on: the order of lists, and the time."""
    return {
        "units": {power: sorted(units) for power, units in state["units"].items()},
        "retreats": {
            power: {unit: sorted(places) for unit, places in units.items()}
            for power, units in state["retreats"].items()
        },
        "centers": {power: sorted(places) for power, places in state["centers"].items()},
        "homes": {power: sorted(places) for power, places in state["homes"].items()},
        "influence": {power: sorted(places) for power, places in state["influence"].items()},
        "zobrist_hash": state["zobrist_hash"],
        "note": state["note"],
        "map": state["map"],
        "rules": state["rules"],
        "game_id": state["game_id"],
    }


def as_told(phase):
    """A phase as both programs must tell it; waived builds have a result in one only."""
    return {
        "name": phase["name"],
        "state": sorted_state(phase["state"]),
        "orders": {power: sorted(orders or []) for power, orders in phase["orders"].items()},
        "results": {
            unit: sorted(found) for unit, found in phase["results"].items() if unit != "WAIVE"
        },
        "messages": phase["messages"],
    }


@pytest.mark.parametrize("name", SAVED)
def test_comes_in_and_goes_out_as_it_was(name):
    read = FORM.read(SAVED[name])

    assert read.differences == ()
    written = FORM.write("other", read.match).document
    assert {**written, "phases": None} == {**SAVED[name], "phases": None}
    pairs = zip(written["phases"], SAVED[name]["phases"], strict=True)
    for ours, theirs in pairs:
        assert as_told(ours) == as_told(theirs)


def test_the_games_hold_what_saved_games_can_hold():
    orders = " ".join(
        f"{order};"
        for game in SAVED.values()
        for phase in game["phases"]
        for row in phase["orders"].values()
        for order in row or []
    )
    labels = {
        label
        for game in SAVED.values()
        for phase in game["phases"]
        for found in phase["results"].values()
        for label in found
    }

    for part in (" VIA;", " S ", " C ", " R ", " D;", " B;", "/NC", "/SC", " H;"):
        assert part in orders
    assert labels >= {"", "bounce", "void", "cut", "no convoy", "dislodged", "disband"}


def test_a_conquest_ends_with_the_eighteenth_centre():
    end = FORM.read(SAVED["conquest"]).match.steps[-1].outcome.state.ended

    assert end.winners == ("france",)
    assert end.sentence == "France controls 18 supply centres and has won."


def test_a_draw_is_the_gamemasters_ruling_and_keeps_its_messages():
    read = FORM.read(SAVED["draw"])
    last = read.match.steps[-1]

    assert last.ruling == Ruling(
        ("england", "france", "turkey"),
        "The game was ended there in a draw of England, France and Turkey.",
    )
    assert read.remarks == (
        "The 3 messages of the players are kept and go out again with an export.",
    )


def test_stops_where_it_is_told_to():
    match = FORM.read(SAVED["random"], "F1902M").match

    assert GAME.phase(match.steps[-1].outcome.state).label == "Fall 1902, movement"


def test_stops_behind_a_phase_that_a_match_here_passes_over():
    match = FORM.read(SAVED["every-phase"], "S1901R").match

    assert GAME.phase(match.steps[-1].outcome.state).label == "Fall 1901, movement"


@pytest.mark.parametrize("case", TABLE["differences"], ids=lambda case: case["id"])
def test_says_where_the_rules_give_another_result(case):
    assert list(FORM.read(changed(case)).differences) == case["says"]


@pytest.mark.parametrize("case", TABLE["broken"], ids=lambda case: case["id"])
def test_says_what_is_wrong_with_a_file(case):
    with pytest.raises(DocumentError) as error:
        FORM.read(changed(case))

    assert ("/".join(map(str, error.value.path)), error.value.sentence) == (
        case["at"],
        case["says"],
    )


@pytest.mark.parametrize("document", [None, [], "phases", {"map": "standard"}, {"phases": 3}])
def test_knows_a_saved_game_by_its_map_and_phases(document):
    assert not FORM.recognises(document) or document == {"phases": 3}
    with pytest.raises(DocumentError):
        FORM.read(document)


def test_other_boards_have_no_such_form():
    sengoku = offer("sengoku").game

    assert isinstance(sengoku, Exchangeable)
    assert sengoku.formats == {}
    assert not FORM.recognises({**SAVED["draw"], "map": "modern"})


@pytest.mark.parametrize("step", range(3))
def test_whatever_is_cut_out_of_a_file_is_told(step):
    """Any part of a file may be missing or of another kind; it is told, never a crash."""
    chance = Random(step)
    for _ in range(60):
        document = copy.deepcopy(SAVED["draw"])
        here, key = document, "phases"
        while isinstance(here[key], dict | list) and here[key] and chance.random() < 0.8:
            here = here[key]
            key = chance.choice(list(here) if isinstance(here, dict) else range(len(here)))
        here[key] = chance.choice([None, 1, "", "X", [], {}, [1], {"A": 1}, -1e30, True])
        with suppress(DocumentError):
            FORM.write("x", FORM.read(document).match)


# --- real phases ---


def in_capitals(unit):
    return f"{unit[:2]}{unit[2:].upper()}"


def theirs(order, stage):
    """An order of a real phase as saved games write it."""
    for word, letter in (("build ", "B"), ("remove ", "D")):
        if order.startswith(word):
            return f"{in_capitals(order.removeprefix(word))} {letter}"
    if order.startswith("waive"):
        return "WAIVE"
    return order.upper().replace(" - ", " R ") if stage is Stage.RETREATS else order.upper()


def state_of(row):
    def unit(power, name):
        return Unit(power.lower(), Kind(name[0]), Place(name[2:]))

    units = [unit(power, name) for power, names in row["units"].items() for name in names]
    owners = {
        place: power.lower() for power, places in row.get("centres", {}).items() for place in places
    }
    dislodged = [
        Beaten(
            unit=unit(power, name),
            by="italy",
            origin=told["from"],
            by_convoy=False,
            retreats=tuple(sorted(told["retreats"])),
        )
        for power, beaten in row.get("dislodged", {}).items()
        for name, told in beaten.items()
    ]
    return State(
        year=row["year"],
        season=Season(row["season"]),
        stage=STAGES[row["phase"]],
        units=in_order(units),
        owners=dict(sorted(owners.items())),
        dislodged=tuple(dislodged),
        contested=frozenset(row.get("contested", ())),
        tallies=(Tally(0, {}),),
    )


@pytest.mark.parametrize("row", REAL, ids=lambda row: row["id"])
def test_a_real_phase_goes_out_with_the_result_that_was_recorded(row):
    state = state_of(row)
    game = offer("classic", rules=row["rule"]).game if "rule" in row else GAME
    form = game.formats["saved-game"]
    sheets = {
        power.lower(): [
            read_order(Reader(theirs(order, state.stage)), GAME.board, state.stage)
            for order in orders
        ]
        for power, orders in row["orders"].items()
    }
    orders = checked_orders(game.board, game.rules, state, sheets)
    outcome = game.adjudicate(state, orders)
    match = PlayedMatch(state, (PlayedStep(state, orders, outcome),), {}, {"id": "real"})
    written = form.write("real", match).document
    first, after = written["phases"][0], written["phases"][-1]

    if row["phase"] != "retreat" or any(one.retreats for one in state.dislodged):
        for power, listed in row["orders"].items():
            wanted = Counter(theirs(order, state.stage) for order in listed) - Counter({"WAIVE": 9})
            assert Counter(first["orders"][power.upper()]) <= wanted
    standing = {
        power: sorted(unit for unit in units if not unit.startswith("*"))
        for power, units in after["state"]["units"].items()
    }
    assert standing == {
        power.upper(): sorted(map(in_capitals, row["after"]["units"].get(power, ())))
        for power in (side.name for side in GAME.sides)
    }
    page = read_pages(Reader(written["phases"]), GAME.board, Season.FALL)[0]
    assert page.units == set(state.units)
    assert set(page.beaten) == {one.unit for one in state.dislodged if one.retreats}


# --- matches of our own ---


def step_of(state, orders):
    handed = checked_orders(GAME.board, GAME.rules, state, orders)
    return PlayedStep(state, handed, GAME.adjudicate(state, handed))


@cache
def own_match(seed, phases=20):
    """A match of random legal play, with retreats ordered ahead."""
    chance, first = Random(seed), GAME.start("standard", "")
    steps, state = [], first
    while len(steps) < phases and state.ended is None:
        steps.append(step_of(state, random_orders(GAME, state, chance)))
        state = steps[-1].outcome.state
    return PlayedMatch(first, tuple(steps), {}, {})


@pytest.mark.parametrize("seed", range(3))
def test_a_match_of_our_own_goes_out_and_comes_back(seed):
    match = own_match(seed)
    written = FORM.write("own", match)
    read = FORM.read(written.document)

    assert read.differences == ()
    assert len(match.steps) == 20
    last, again = match.steps[-1].outcome.state, read.match.steps[-1].outcome.state
    assert (again.units, again.owners) == (last.units, last.owners)


def test_an_order_that_is_impossible_is_left_out_and_told():
    first = GAME.start("standard", "")
    paris = UnitName(Kind.ARMY, Place("par"))
    step = step_of(first, {"france": [Move(paris, Place("lon"))]})
    written = FORM.write("own", PlayedMatch(first, (step,), {}, {}))

    assert written.document["phases"][0]["orders"]["FRANCE"] == []
    assert written.remarks == (
        "S1901M: the order “A PAR - LON” is left out, since saved games hold only orders that are "
        "possible; the unit holds, as it did here.",
    )


def test_a_move_overseas_goes_out_with_its_convoy():
    first = GAME.start("standard", "")
    units = [one for one in first.units if one.at not in ("lon", "lvp")]
    fleet, army = Unit("england", Kind.FLEET, "nth"), Unit("england", Kind.ARMY, "lon")
    state = replace(first, units=in_order([*units, fleet, army]))
    step = step_of(state, {"england": [Move(army.name, Place("bel"))]})
    written = FORM.write("own", PlayedMatch(state, (step,), {}, {}))

    assert written.document["phases"][0]["orders"]["ENGLAND"] == ["A LON - BEL VIA"]


def test_retreats_ordered_ahead_go_out_as_retreats():
    first = GAME.start("standard", "")
    beaten, by = Unit("france", Kind.ARMY, "ruh"), Unit("germany", Kind.ARMY, "mun")
    helper = Unit("germany", Kind.ARMY, "kie")
    state = replace(first, units=in_order([beaten, by, helper]))
    orders = {
        "germany": [
            Move(by.name, Place("ruh")),
            Support(helper.name, by.name, Place("ruh")),
        ],
        "france": [Hold(beaten.name), IfDislodged(beaten.name, (Place("mun"), Place("hol")))],
    }
    step = step_of(state, orders)
    written = FORM.write("own", PlayedMatch(state, (step,), {}, {}))
    retreats = written.document["phases"][1]

    assert retreats["name"] == "S1901R"
    assert retreats["state"]["units"]["FRANCE"] == ["*A RUH"]
    assert retreats["orders"]["FRANCE"] == ["A RUH R HOL"]
    assert retreats["results"] == {"A RUH": []}


def test_a_match_ended_by_the_gamemaster_goes_out_as_a_draw():
    first = GAME.start("standard", "")
    outcome = GAME.conclude(first, ["france", "italy"], "All agreed.")
    step = PlayedStep(first, {}, outcome, Ruling(("france", "italy"), "All agreed."))
    phases = FORM.write("own", PlayedMatch(first, (step,), {}, {})).document["phases"]

    assert [phase["name"] for phase in phases] == ["S1901M", "COMPLETED"]
    assert phases[1]["state"]["note"] == "Victory by: FRA, ITA"


def test_a_corrected_position_shows_in_the_next_phase_and_is_told():
    first = GAME.start("standard", "")
    moved = replace(first, units=first.units[1:])
    step = PlayedStep(first, {}, Outcome(moved, ()), Ruling((), "A slip of the store."))
    written = FORM.write("own", PlayedMatch(first, (step,), {}, {}))

    assert len(written.document["phases"]) == 1
    gone = unit_name(first.units[0])
    assert gone not in written.document["phases"][0]["state"]["units"]["AUSTRIA"]
    assert written.remarks == (
        "S1901M: the gamemaster's decision (A slip of the store) shows only in the position that "
        "follows.",
    )


def test_a_step_that_no_longer_follows_from_its_orders_is_not_written():
    first = GAME.start("standard", "")
    step = step_of(first, {})
    wrong = replace(step.outcome.state, units=first.units[1:])
    broken = replace(step, outcome=Outcome(wrong, step.outcome.events))

    with pytest.raises(ValueError, match="The kept orders of S1901M no longer give"):
        FORM.write("own", PlayedMatch(first, (broken,), {}, {}))


@pytest.mark.parametrize(
    ("stage", "text"),
    [
        (Stage.MOVEMENT, "A PAR H"),
        (Stage.MOVEMENT, "F STP/SC - BOT"),
        (Stage.MOVEMENT, "F MAO - SPA/NC"),
        (Stage.MOVEMENT, "A LON - BEL VIA"),
        (Stage.MOVEMENT, "A MAR S A PAR"),
        (Stage.MOVEMENT, "F WES S F MAO - SPA/SC"),
        (Stage.MOVEMENT, "F NTH C A LON - BEL"),
        (Stage.RETREATS, "F BUL/EC R CON"),
        (Stage.RETREATS, "A PAR D"),
        (Stage.ADJUSTMENTS, "F STP/NC B"),
        (Stage.ADJUSTMENTS, "A PAR D"),
    ],
)
def test_orders_are_read_as_they_are_written(stage, text):
    assert order_name(read_order(Reader(text), GAME.board, stage)) == text


# --- the package itself, where it is installed ---


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(2))
def test_the_package_plays_a_match_of_our_own_to_the_same_results(seed):
    export = pytest.importorskip("diplomacy.utils.export")
    document = json.loads(json.dumps(FORM.write("own", own_match(seed)).document))
    game = export.from_saved_game_format(document)

    assert export.is_valid_saved_game(document)
    again = export.to_saved_game_format(game)
    for ours, theirs_too in zip(document["phases"], again["phases"], strict=True):
        assert {**as_told(ours), "state": None} == {**as_told(theirs_too), "state": None}
    for phase in document["phases"][:-1]:
        assert results_of(document, phase) == {
            unit: sorted(found) for unit, found in phase["results"].items()
        }


def results_of(document, phase):
    """The results that the package gives to the orders of a phase."""
    engine = pytest.importorskip("diplomacy")
    data = pytest.importorskip("diplomacy.utils.game_phase_data")
    game = engine.Game(rules=["SOLITAIRE", *document["rules"]])
    game.set_phase_data(data.GamePhaseData.from_dict(phase))
    game.dislodged = {unit: "" for power in game.powers.values() for unit in power.retreats}
    game.clear_orders()
    for power, orders in phase["orders"].items():
        game.set_orders(power, orders)
    results = game.process().results
    return {
        unit: sorted(str(one) for one in found)
        for unit, found in results.items()
        if unit != "WAIVE"
    }
