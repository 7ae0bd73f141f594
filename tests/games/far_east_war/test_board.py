"""The map document: consistent, complete by the rulebook, refused with a sentence when broken."""

import copy
from collections import Counter, deque
from pathlib import Path

import pytest
import yaml

from gm.catalogue import offer
from gm.games.documents import DocumentError
from gm.games.far_east_war import FarEastWar
from gm.games.far_east_war.loading import CHOICES
from gm.games.far_east_war.map import JAPAN, KOREA_MING, Action, Effect, Face
from gm.games.far_east_war.rulewords import SENTENCES

GAME = offer("far_east_war").game
FOUR = offer("far_east_war", rules={"players": "4"}).game
BOARD, DATA = GAME.board, GAME.document
EXAMPLES = yaml.safe_load((Path(__file__).parent / "examples.yaml").read_text())["examples"]
LAND = {area.id for area in BOARD.areas.values() if area.is_land}
SEA = set(BOARD.areas) - LAND


def reachable(start, inside):
    seen, todo = {start}, deque([start])
    while todo:
        for other in BOARD.areas[todo.popleft()].borders:
            if other in inside and other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def test_sixteen_land_areas_and_seven_seas():
    halves = {
        "Gyeonggi": ("Left", "Right"), "Hwanghae": ("Left", "Right"),
        "Chungcheong": ("Left", "Right"), "Jeolla": ("Left", "Right"),
        "Gyeongsang": ("Left", "Right"), "Gangwon": ("West", "East"),
        "Pyeongan": ("West", "East"), "Hamgyeong": ("South", "North"),
    }  # fmt: skip
    assert {BOARD.areas[area].name for area in LAND} == {
        f"{half} {province}-Do" for province, both in halves.items() for half in both
    }
    assert {BOARD.areas[area].name for area in SEA} == {
        "East Tsushima Strait", "West Tsushima Strait", "West Korea Bay", "Daetong Bay",
        "Gyeonggi Bay", "Yellow Sea", "East China Sea",
    }  # fmt: skip
    assert reachable("rgy", LAND) == LAND
    assert reachable("wkb", SEA) == SEA


def test_borders_that_the_worked_examples_force():
    for item in DATA["map"]["attested_borders"]:
        first, second = item["pair"]
        assert second in BOARD.areas[first].borders, item["why"]
    for item in DATA["map"]["attested_non_borders"]:
        first, second = item["pair"]
        assert second not in BOARD.areas[first].borders, item["why"]
    for route in DATA["map"]["attested_two_step_sea_routes"]:
        middle = set(BOARD.areas[route["from"]].borders) & set(BOARD.areas[route["to"]].borders)
        assert middle & SEA, route["why"]


def test_special_recruiting_areas_and_limits():
    homes = {area.id: area.home for area in BOARD.areas.values() if area.home is not None}
    assert homes == {"ets": JAPAN, "wts": JAPAN, "wkb": KOREA_MING, "dtb": KOREA_MING}
    for area, home in homes.items():
        assert BOARD.areas[area].recruit_by == BOARD.areas[area].owner == home
        assert BOARD.areas[area].recruit_limit > 0
    for area, limit in EXAMPLES["recruit"]["stated_limits"].items():
        assert BOARD.areas[area].recruit_limit == limit


@pytest.mark.parametrize("game", [GAME, FOUR], ids=["two", "four"])
def test_set_up_totals(game):
    key = "2p" if game is GAME else "4p"
    for power, total in DATA["setup"][key]["totals"].items():
        rows = game.board.setup.legions[power]
        assert (sum(troops for _, troops in rows), len(rows)) == (total["troops"], total["legions"])
    state = game.start("standard", "totals")
    assert Counter(state.control[area] for area in LAND) == {JAPAN: 8, KOREA_MING: 8}
    assert all(state.control.get(area.id) == area.owner for area in BOARD.areas.values())


def test_rondel_and_die():
    assert Counter(BOARD.rondel.spaces) == dict.fromkeys(Action, 2)
    for one in EXAMPLES["rondel"]:
        space, lines = BOARD.rondel.travel(one["from"], one["steps"])
        assert (space, BOARD.rondel.spaces[space].value, bool(lines)) == (
            one["to"],
            one["action"],
            one["event"],
        )
        assert BOARD.rondel.steps[one["steps"]] == one["cost"]
    assert Counter(BOARD.die) == dict.fromkeys(Face, 1)


def test_thirty_four_generals():
    nations = Counter(general.nation for general in BOARD.generals.values())
    assert nations == {"japan": 12, "ming": 9, "korea": 9, "legend": 4}
    strong = {general.id for general in BOARD.generals.values() if general.health == 4}
    assert strong == {
        "kato", "konishi", "shimazu", "li_rusong", "xing_jie", "yi_sunsin", "rye_seongryong",
        "qi_jiguang",
    }  # fmt: skip
    assert {one.id for one in BOARD.generals.values() if one.has(Effect.NO_SETUP_DEPLOY)} == {
        "ginchiyo", "gwak_jaewoo", "qi_jiguang", "sanada", "nurhaci", "gaspard",
    }  # fmt: skip
    for power, members in DATA["four_player_lists"].items():
        assert set(FOUR.board.selectable(power)) == set(members)
        assert sum(FOUR.board.generals[one].leader for one in members) == 1
    used = {ability.effect for general in BOARD.generals.values() for ability in general.abilities}
    assert used == set(Effect)


@pytest.mark.parametrize("policy", DATA["events"]["deck_policies"])
def test_eighteen_event_cards(policy):
    board = offer("far_east_war", rules={"event_policy": policy}).game.board
    assert len(board.deck) + 1 == 18
    assert "reset" not in board.deck


@pytest.mark.parametrize("players", ["2", "4"])
def test_reset_lies_in_the_bottom_three(players):
    game = offer("far_east_war", rules={"players": players}).game
    for seed in range(40):
        state = game.start("standard", str(seed))
        assert len(state.deck) == game.board.setup.deck_size
        assert state.deck.index("reset") >= len(state.deck) - 3
        assert sorted([*state.deck, *state.aside]) == sorted([*game.board.deck, "reset"])


def test_sources_cover_what_is_reconstructed():
    patterns = [pattern.split(".") for pattern in DATA["sources"]["reconstructed"]]
    for pattern in patterns:
        assert list(_walk(DATA, pattern)), pattern


def _walk(node, parts):
    if not parts:
        yield node
    elif isinstance(node, dict):
        for key in node if parts[0] == "*" else [key for key in node if str(key) == parts[0]]:
            yield from _walk(node[key], parts[1:])
    elif isinstance(node, list):
        for place, item in enumerate(node):
            if parts[0] in ("*", str(place)):
                yield from _walk(item, parts[1:])


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("areas", "rgy", "borders"), ["gyb"], 'does not list "'),
        (("areas", "rgy", "borders"), ["seoul"], '"seoul" is not known here'),
        (("areas", "rgy", "production"), "four", "is not a number from 0 up"),
        (("areas", "rgy", "kind"), "lake", '"lake" is not known here'),
        (("rules", "event_lines"), "three", '"three" is not known here'),
        (("die", "index", "1"), "moon", '"moon" is not known here'),
    ],
)
def test_a_broken_copy_is_refused(path, value, sentence):
    document = copy.deepcopy(DATA)
    node = document
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    with pytest.raises(DocumentError, match=sentence):
        FarEastWar.from_document(document)


def test_an_unknown_rule_is_refused():
    with pytest.raises(DocumentError, match="did you mean"):
        FarEastWar.from_document(DATA, {"event_line": "two"})


def test_every_rule_choice_has_a_sentence():
    choices = CHOICES | {"event_policy": tuple(DATA["events"]["deck_policies"])}
    assert set(SENTENCES) == set(choices) == set(DATA["rules"])
    for name, offered in choices.items():
        assert set(SENTENCES[name]) == set(offered)


def test_sentences_that_mean_nothing_with_two_players_are_left_out():
    assert "support_consent" not in GAME.rule_words()
    assert "support_consent" in FOUR.rule_words()
