"""The data files against what the rulebook prints: counts, links, and single values."""

from collections import Counter

import pytest

from gm.games.three_kingdoms.map import Area, Line, Side
from gm.games.three_kingdoms.roster import Kind, Troop, Who


@pytest.fixture(scope="module")
def board(game):
    return game.rules.board


@pytest.fixture(scope="module")
def people(game):
    return game.rules.roster.people


def test_thirteen_provinces_make_27_areas_with_63_borders(board):
    assert (len(board.provinces), len(board.areas), len(board.borders) // 2) == (13, 27, 63)


def test_borders_lead_both_ways_and_the_river_runs_between_river_areas(board):
    for (one, other), border in board.borders.items():
        assert board.borders[other, one] == border
        if border.yangtze and border.line is not Line.BLACK:
            assert board.areas[one].yangtze
            assert board.areas[other].yangtze


def test_every_area_can_be_reached(board):
    assert all(board.nearest(Area("A"), {area}) == area for area in board.areas)


def test_coins_are_one_to_three_and_capitals_as_printed(board):
    assert all(1 <= area.coins <= 3 for area in board.areas.values())
    assert {area.capital: area.name for area in board.areas.values() if area.capital} == {
        "wei": "Henan",
        "shu": "Shu",
        "wu": "Danyang",
    }


def test_names_stand_for_one_thing_each(board, people):
    names = [
        name.casefold()
        for area in board.areas.values()
        for name in (area.name, area.zh, *area.aliases)
    ]
    people_names = [name for person in people.values() for name in (person.name, person.zh)]

    assert len(names) == len(set(names))
    assert len(people_names) == len(set(people_names))


def test_generals_have_values_within_the_printed_limits(people):
    assert len(people) > 100
    for person in people.values():
        assert person.rank in (1, 2, 3)
        weak = person.intellect if person.kind is Kind.MARTIAL else person.martial
        assert weak == 1
        assert person.command + (person.troop in (Troop.CAVALRY, Troop.NAVAL)) <= 7
        assert not person.reverse or people[person.reverse].entry >= person.entry


@pytest.mark.parametrize(("nation", "count"), [("wei", 3), ("shu", 2), ("wu", 2)])
def test_each_turn_brings_loyal_generals(people, nation, count):
    entries = Counter(
        person.entry
        for person in people.values()
        if person.nation == nation and not person.is_back and person.entry > 0
    )

    assert entries == dict.fromkeys(range(1, 13), count)


def test_two_unaffiliated_generals_a_turn_one_of_them_for_wei(people):
    for turn in range(2, 13):
        pair = [one for one in people.values() if one.faces and one.entry == turn]
        assert len(pair) == 2
        assert any("wei" in one.faces for one in pair)


@pytest.mark.parametrize(
    ("nation", "forces"),
    [
        ("shu", {"yuan_shao", "li_jue", "zhang_yang"}),
        ("wu", {"zhang_lu", "lu_bu", "ma_teng", "gongsun_zan"}),
        ("wei", {"liu_biao", "liu_zhang", "liu_yao", "yuan_shu"}),
    ],
)
def test_alliances_are_those_of_q17(game, nation, forces):
    allied = {force for force, one in game.rules.roster.forces.items() if one.ally == nation}

    assert allied == forces


@pytest.mark.parametrize(
    ("who", "values"),
    [
        ("cao_cao", (3, 1, 6, Troop.CAVALRY)),
        ("sun_ce", (4, 1, 4, Troop.NONE)),
        ("xun_yu", (1, 4, 2, Troop.NONE)),
    ],
)
def test_generals_of_the_examples_are_as_printed(people, who, values):
    one = people[Who(who)]

    assert (one.martial, one.intellect, one.command, one.troop) == values


def test_persuasion_values_are_the_action_markers(game):
    assert game.rules.figures.persuasion == {"wei": 2, "shu": 4, "wu": 3}


def test_stratagems_are_on_seven_markers_the_odd_ones_against_the_enemy(game):
    figures = game.rules.figures

    assert sorted(n for pair in figures.markers for n in pair) == list(range(1, 15))
    assert all(one.hurts == (n % 2 == 1) for n, one in figures.stratagems.items())
    assert sorted(figures.preference) == list(range(1, 15))


def test_fate_is_deadlier_every_turn(game):
    assert game.rules.figures.fate[3][4] == 1
    assert game.rules.figures.fate[1] == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6}


def test_scenario_one_starts_as_the_questions_say(game):
    placed = {one.who: one.area for one in game.rules.scenarios["s1"].generals}

    assert (placed["li_jue"], placed["liu_bei"], placed["lu_bu"]) == ("F2", "H", "E")


def test_optional_generals_come_by_rule_choice():
    from gm.catalogue import offer

    rules = offer("three_kingdoms", rules={"optional_generals": "yes"}).game.rules
    placed = {one.who for one in rules.scenarios["s1"].generals}

    assert {"zhang_ji", "gao_shun", "gongsun_du"} <= placed


def test_a_scenario_may_be_chosen_and_brings_its_seats():
    from gm.catalogue import offer

    chosen = offer("three_kingdoms", rules={"scenario": "s2"}).game

    assert list(chosen.scenarios()) == ["s2"]
    assert {side.id for side in chosen.sides} == {"wei", "shu", "wu"}


def test_red_and_jin_generals_of_wei(people):
    assert people[Who("chen_tai")].red
    assert not people[Who("sima_yi")].red
    assert people[Who("sima_yi")].nation == Side("wei")
