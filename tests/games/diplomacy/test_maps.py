"""The shipped boards are whole, and say what the rulebook says."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.map import NEUTRAL, Board, Terrain
from gm.games.diplomacy.orders import Kind

SENGOKU: Board = offer("sengoku").game.board
CLASSIC: Board = offer("classic").game.board
BOARDS = pytest.mark.parametrize("board", [SENGOKU, CLASSIC], ids=["sengoku", "classic"])

CLANS = {
    "Shimazu": ("light green", {("A", "Satsuma"), ("F", "Osumi")}),
    "Mori": ("light blue", {("F", "Nagato"), ("A", "Iwami")}),
    "Chosokabe": ("light purple", {("F", "Iyo"), ("F", "Tosa")}),
    "Asakura": ("orange", {("F", "Echizen"), ("A", "Omi")}),
    "Oda": ("red", {("A", "Owari"), ("F", "Mikawa")}),
    "Uesugi": ("dark blue", {("F", "Echigo"), ("A", "Kozuke")}),
    "Takeda": ("dark green", {("A", "Kai"), ("A", "South Shinano")}),
    "Hojo": ("dark purple", {("A", "Sagami"), ("F", "Izu")}),
}
TYPES = {
    Terrain.SEA: "Kanto Bay, Suo Sea, Korea Strait, Toyama Bay, North Pacific Ocean, Suruga Bay, "
    "South Sea of Japan, Atsumi Bay",
    Terrain.COAST: "Izumo, Tango, Owari, Totomi, Mutsu, Hyuga, Iwami, Nagato, Hoki, Bizen, Izu, "
    "Sagami, Kazusa, Mikawa, Iyo, Tosa, Suo, Aki, Bitchu, Sanuki, Echigo, Sado, Chikuzen, Iga, "
    "Echizen, Satsuma, Osumi",
    Terrain.INLAND: "Tamba, Mino, Kai",
}
BRIDGES = ["Bitchu-Sanuki", "Echigo-Sado", "Nagato-Chikuzen", "Mikawa-Iga", "Iyo-Suo"]
MOVES = [
    ("F", "Hoki", "Izumo", True), ("F", "Izumo", "Hoki", True), ("F", "Hoki", "Bizen", False),
    ("A", "Hoki", "Bizen", True), ("A", "Kai", "Sagami", True), ("A", "Sagami", "Kazusa", True),
    ("A", "Izu", "Sagami", True), ("A", "Sagami", "Kasuzu", True), ("A", "Omi", "Mino", True),
    ("A", "South Shinano", "Mino", True), ("A", "S. Shinano", "Mino", True),
    ("A", "Owari", "Mino", True), ("F", "Owari", "Mino", False),
    ("F", "Mikawa", "Atsumi Bay", True), ("F", "Owari", "Atsumi Bay", True),
    ("A", "Owari", "Atsumi Bay", False), ("F", "Tosa", "Iyo", True), ("F", "Iyo", "Suo", True),
    ("A", "Iwami", "Suo", True), ("F", "Nagato", "Suo", True), ("A", "Iwami", "Nagato", True),
    ("F", "Nagato", "South Sea of Japan", True), ("A", "Iwami", "Aki", True),
    ("F", "Izu", "Suruga Bay", True), ("A", "Izu", "Suruga Bay", False),
]  # fmt: skip


def folded(text: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    for mark in ".'\u2019":
        plain = plain.replace(mark, "")
    return " ".join(plain.replace("-", " ").lower().split())


def known(board: Board) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for key, province in board.provinces.items():
        for name in (key, province.name, *province.aliases):
            names.setdefault(folded(name), set()).add(key)
    return names


def parts(nodes: Collection[str], borders: Mapping[str, Collection[str]]) -> list[set[str]]:
    left, found = set(nodes), []
    while left:
        edge, part = [left.pop()], set()
        while edge:
            here = edge.pop()
            part.add(here)
            near = left & set(borders.get(here, ()))
            left -= near
            edge += near
        found.append(part)
    return sorted(found, key=len, reverse=True)


def of(board: Board, terrain: Terrain) -> set[str]:
    return {key for key, province in board.provinces.items() if province.terrain is terrain}


@BOARDS
def test_every_folded_name_means_one_province(board):
    assert {name: ids for name, ids in known(board).items() if len(ids) > 1} == {}
    for name, places in board.ambiguous.items():
        assert folded(name) not in known(board)
        assert len(places) > 1


@BOARDS
def test_borders_are_symmetric_and_fit_the_terrain(board):
    land = of(board, Terrain.COAST) | of(board, Terrain.INLAND)
    for table, allowed in (
        (board.army_borders, land),
        (board.fleet_borders, set(board.province_of)),
    ):
        for place, near in table.items():
            assert place in allowed
            assert near <= allowed
            assert place not in near
            for other in near:
                assert place in table[other]
    assert not of(board, Terrain.INLAND) & set(board.fleet_borders)
    assert set(board.army_borders) == land


@BOARDS
def test_every_coast_and_sea_touches_water(board):
    seas = of(board, Terrain.SEA)
    for coast in of(board, Terrain.COAST):
        assert board.seas_at[coast]
    for sea in seas:
        assert board.fleet_borders[sea]
    assert len(parts(set(board.fleet_borders), board.fleet_borders)) == 1


@BOARDS
def test_coasts_that_touch_share_water(board):
    seas = of(board, Terrain.SEA)
    for place, near in board.fleet_borders.items():
        for other in near:
            if board.province_of[place] not in seas and board.province_of[other] not in seas:
                assert board.fleet_borders[place] & board.fleet_borders[other] & seas


@BOARDS
def test_homes_and_first_units_stand_on_own_centres(board):
    for power, founding in board.powers.items():
        owned = {key for key, province in board.provinces.items() if province.centre == power}
        assert {board.province_of[at] for _, at in founding.units} == owned == set(founding.homes)


def test_sengoku_has_the_numbers_of_the_rulebook():
    centres = Counter(
        province.centre if province.centre in {"neutral", "open"} else "home"
        for province in SENGOKU.provinces.values()
        if province.centre
    )

    assert centres == {"home": 16, "neutral": 7, "open": 14}
    assert len(SENGOKU.centres) == 37
    assert {t: len(of(SENGOKU, t)) for t in Terrain} == {
        Terrain.SEA: 26, Terrain.COAST: 45, Terrain.INLAND: 12,
    }  # fmt: skip
    assert SENGOKU.victory_centres == 25
    assert not SENGOKU.shares_draws  # "There are no draws or shared victories allowed."


def test_sengoku_has_the_clans_of_the_rulebook():
    found = {
        founding.side.name: (
            founding.colour_name,
            {(kind.value, SENGOKU.name(at)) for kind, at in founding.units},
        )
        for founding in SENGOKU.powers.values()
    }

    assert found == CLANS
    assert list(found) == list(CLANS)


def test_sengoku_garrisons_are_the_seven_neutral_centres():
    white = {key for key, item in SENGOKU.provinces.items() if item.centre == NEUTRAL}

    assert set(SENGOKU.garrisons) == white
    assert len(white) == 7


@pytest.mark.parametrize(
    ("terrain", "name"), [(kind, name) for kind, row in TYPES.items() for name in row.split(", ")]
)
def test_sengoku_terrain_is_what_the_rulebook_says(terrain, name):
    (key,) = known(SENGOKU)[folded(name)]

    assert SENGOKU.provinces[key].terrain is terrain
    assert SENGOKU.provinces[key].name == name


def test_sengoku_bridges_are_the_five_of_the_rulebook():
    named = {
        frozenset(next(iter(known(SENGOKU)[folded(n)])) for n in b.split("-")) for b in BRIDGES
    }

    assert set(SENGOKU.bridges) == named


@pytest.mark.parametrize(("kind", "start", "goal", "is_possible"), MOVES)
def test_sengoku_moves_are_what_the_rulebook_says(kind, start, goal, is_possible):
    (start_id,), (goal_id,) = known(SENGOKU)[folded(start)], known(SENGOKU)[folded(goal)]

    assert SENGOKU.reaches(Kind(kind), start_id, goal_id) is is_possible


def test_sengoku_islands_hold_together_by_bridges_alone():
    land = of(SENGOKU, Terrain.COAST) | of(SENGOKU, Terrain.INLAND)
    dry = {
        place: [other for other in near if frozenset((place, other)) not in SENGOKU.bridges]
        for place, near in SENGOKU.army_borders.items()
    }

    assert len(parts(land, SENGOKU.army_borders)) == 1
    assert [len(part) for part in parts(land, dry)] == [45, 7, 4, 1]


def test_sengoku_neighbours_by_land_lie_near_each_other():
    for place, near in SENGOKU.army_borders.items():
        for other in near:
            a, b = SENGOKU.provinces[place], SENGOKU.provinces[other]
            assert ((a.lon - b.lon) ** 2 + (a.lat - b.lat) ** 2) ** 0.5 < 3.2
    spots = {(p.lon, p.lat) for p in SENGOKU.provinces.values()}
    assert len(spots) == len(SENGOKU.provinces)


@pytest.mark.parametrize(
    ("start", "goal"), [("iyo", "bun"), ("awa", "kii"), ("har", "omi"), ("har", "yas")]
)
def test_sengoku_drops_the_borders_of_other_editions(start, goal):
    assert goal not in SENGOKU.army_borders[start]
    assert goal not in SENGOKU.fleet_borders.get(start, ())


def test_classic_has_the_numbers_that_all_copies_agree_on():
    assert {t: len(of(CLASSIC, t)) for t in Terrain} == {
        Terrain.SEA: 19, Terrain.COAST: 42, Terrain.INLAND: 14,
    }  # fmt: skip
    assert len(CLASSIC.centres) == 34
    assert sum(province.centre == "open" for province in CLASSIC.provinces.values()) == 12
    assert [len(founding.homes) for founding in CLASSIC.powers.values()] == [3, 3, 3, 3, 3, 4, 3]
    assert CLASSIC.victory_centres == 18
    assert CLASSIC.shares_draws


def test_classic_splits_three_coasts():
    split = {key: sorted(item.coasts) for key, item in CLASSIC.provinces.items() if item.coasts}

    assert split == {
        "stp": ["stp/nc", "stp/sc"],
        "spa": ["spa/nc", "spa/sc"],
        "bul": ["bul/ec", "bul/sc"],
    }


ARMY = "gal-ukr lvn-war nwy-stp fin-nwy pie-ven tus-ven lvp-yor edi-lvp wal-yor syr-arm smy-arm "
ARMY += "apu-rom kie-den den-swe con-bul con-smy gas-mar"
FLEET = "con-smy con-bul/ec con-bul/sc bla-con aeg-con kie-bal kie-hel mao-spa/nc mao-spa/sc "
FLEET += "nwy-stp/nc bot-stp/sc tus-tys por-spa/nc por-spa/sc mao-nao swe-bal den-bal"
NOT_FLEET = "rom-ven apu-rom tus-ven pie-ven ank-smy arm-smy arm-syr edi-lvp lvp-yor wal-yor "
NOT_FLEET += "gas-mar fin-nwy spa/nc-lyo spa/sc-gas bul/ec-aeg bul/sc-bla bar-stp/sc mao-lyo "
NOT_FLEET += "adr-aeg bal-stp/sc bal-fin hel-ska"


@pytest.mark.parametrize("pair", ARMY.split())
def test_classic_has_the_land_borders_that_bad_copies_lack(pair):
    start, goal = pair.split("-")

    assert goal in CLASSIC.army_borders[start]


@pytest.mark.parametrize("pair", FLEET.split())
def test_classic_has_the_sea_borders_that_bad_copies_lack(pair):
    start, goal = pair.split("-")

    assert goal in CLASSIC.fleet_borders[start]


@pytest.mark.parametrize("pair", NOT_FLEET.split())
def test_classic_lacks_the_sea_borders_that_bad_copies_have(pair):
    start, goal = pair.split("-")

    assert goal not in CLASSIC.fleet_borders[start]
