"""Orders as they are to be followed, or why they cannot be: for the classic map at hand."""

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.events import Unfit
from gm.games.diplomacy.legality import completed, names, position
from gm.games.diplomacy.orders import Convoy, Hold, Kind, Move, Route, Support, UnitName
from gm.games.diplomacy.rulebook import choose
from gm.games.diplomacy.state import Unit

GAME = offer("classic").game
UNITS = "A lon, F nth, F eng, A par, F stp/nc, F por, F mao, A rom, F con, F tri, F gas, F ion"
LAND, BY_CONVOY = Route.LAND, Route.CONVOY


def unit_name(text: str) -> UnitName:
    """``A lon``, or ``lon`` without a kind."""
    kind, _, at = text.rpartition(" ")
    return UnitName(Kind(kind) if kind else None, at)


def here(**rules: str):
    chosen = GAME.rules
    for name, choice in rules.items():
        chosen = choose(chosen, name, choice)
    named = [unit_name(text) for text in UNITS.split(", ")]
    return position(GAME.board, chosen, [Unit("england", it.kind, it.at) for it in named])


def judge(order, rules: dict[str, str]):
    place = here(**rules)
    return completed(place, place.units[GAME.board.province_of[order.unit.at]], order)


def move(unit: str, to: str, route: Route = Route.OPEN, stops: str = "") -> Move:
    return Move(unit_name(unit), to, route, tuple(stops.split()))


@pytest.mark.parametrize(
    ("order", "followed"),
    [
        (move("A lon", "yor"), move("A lon", "yor")),
        (move("lon", "yor"), move("A lon", "yor")),
        (move("F lon", "yor"), move("F lon", "yor")),  # whose kind it names was asked before
        (move("A par", "bre", LAND), move("A par", "bre", LAND)),
        (move("par", "bre", LAND), move("A par", "bre", LAND)),
        (move("A lon", "bel"), move("A lon", "bel")),
        (move("lon", "bel", BY_CONVOY), move("A lon", "bel", BY_CONVOY)),
        (move("A lon", "bel", BY_CONVOY, "nth"), move("A lon", "bel", BY_CONVOY)),
        (move("A lon", "bel", Route.OPEN, "eng nth"), move("A lon", "bel")),
        (move("A lon", "por", BY_CONVOY, "eng mao"), move("A lon", "por", BY_CONVOY)),
        (move("A lon", "spa/nc"), move("A lon", "spa")),  # an army needs no coast
        (move("F stp", "nwy"), move("F stp/nc", "nwy")),
        (move("F por", "spa/sc"), move("F por", "spa/sc")),
        (move("F mao", "spa/nc"), move("F mao", "spa/nc")),
        (move("F con", "bul/ec"), move("F con", "bul/ec")),
        (Hold(unit_name("A lon")), Hold(unit_name("A lon"))),
        (Hold(unit_name("lon")), Hold(unit_name("A lon"))),
        (Hold(unit_name("F lon")), Hold(unit_name("A lon"))),
        (move("A lon", "lon"), Unfit.OWN_SPACE),
        (move("A lon", "lon", BY_CONVOY, "nth"), Unfit.OWN_SPACE),
        (move("F nth", "bel", Route.OPEN, "eng"), Unfit.ROUTE_OF_FLEET),
        (move("A lon", "bel", LAND, "nth"), Unfit.ROUTE_OVER_LAND),
        (move("A lon", "bel", BY_CONVOY, "yor"), Unfit.ROUTE_OVER_LAND),
        (move("A lon", "por", BY_CONVOY, "nth mao"), Unfit.ROUTE_BROKEN),
        (move("A lon", "bel", BY_CONVOY, "eng mao"), Unfit.ROUTE_BROKEN),
        (move("A lon", "nwy", BY_CONVOY, "nth nwg"), Unfit.NO_FLEET_ON_ROUTE),
        (move("A lon", "nth"), Unfit.ARMY_TO_SEA),
        (move("A lon", "par"), Unfit.NOT_ADJACENT),
        (move("A par", "lon"), Unfit.NOT_ADJACENT),
        (move("A par", "bud"), Unfit.NOT_ADJACENT),
        (move("A lon", "bel", LAND), Unfit.NOT_BY_LAND),
        (move("A lon", "tun"), Unfit.NO_FLEETS),
        (move("F nth", "par"), Unfit.FLEET_INLAND),
        (move("F nth", "bre"), Unfit.NOT_ADJACENT),
        (move("F nth", "spa"), Unfit.NOT_ADJACENT),
        (move("F nth", "spa/nc"), Unfit.NOT_ADJACENT),
        (move("F mao", "spa"), Unfit.NO_COAST_NAMED),
        (move("F con", "bul"), Unfit.NO_COAST_NAMED),
        (move("F ion", "bul/ec"), Unfit.NOT_ADJACENT),
    ],
)
def test_moves_and_holds(order, followed):
    assert judge(order, {}) == followed


@pytest.mark.parametrize(
    ("order", "rules", "followed"),
    [
        (move("A lon", "spa/nc"), {"army_coast": "fails"}, Unfit.COAST_OUT_OF_REACH),
        (move("A lon", "spa"), {"army_coast": "fails"}, move("A lon", "spa")),
        (move("A lon", "tun"), {"overseas_move": "always-legal"}, move("A lon", "tun")),
        (move("A lon", "par"), {"overseas_move": "always-legal"}, Unfit.NOT_ADJACENT),
        (move("F mao", "spa"), {"missing_coast": "first"}, move("F mao", "spa/nc")),
        (move("F mao", "spa"), {"only_coast": "fails"}, Unfit.NO_COAST_NAMED),
        (move("F gas", "spa"), {}, move("F gas", "spa/nc")),
        (move("F gas", "spa"), {"missing_coast": "first"}, move("F gas", "spa/nc")),
        (move("F gas", "spa"), {"only_coast": "fails"}, Unfit.NO_COAST_NAMED),
        (move("F gas", "spa/sc"), {}, Unfit.COAST_OUT_OF_REACH),
        (move("F gas", "spa/sc"), {"wrong_coast": "corrected"}, move("F gas", "spa/nc")),
        (move("F ion", "spa/sc"), {"wrong_coast": "corrected"}, Unfit.NOT_ADJACENT),
    ],
)
def test_moves_under_other_rule_choices(order, rules, followed):
    assert judge(order, rules) == followed


def support(unit: str, target: str, to: str | None = None) -> Support:
    return Support(unit_name(unit), unit_name(target), to)


def convoy(unit: str, army: str, to: str) -> Convoy:
    return Convoy(unit_name(unit), unit_name(army), to)


@pytest.mark.parametrize(
    ("order", "followed"),
    [
        (support("F eng", "A lon"), support("F eng", "A lon")),
        (support("eng", "A lon"), support("F eng", "A lon")),
        (support("F eng", "lon"), support("F eng", "A lon")),
        (support("F eng", "lon", "wal"), support("F eng", "A lon", "wal")),
        (support("F eng", "F lon"), support("F eng", "F lon")),  # who is meant is asked elsewhere
        (support("F eng", "A wal"), support("F eng", "A wal")),
        (support("F eng", "wal"), support("F eng", "wal")),
        (support("eng", "A lon", "wal"), support("F eng", "A lon", "wal")),
        (support("F por", "F mao", "spa/nc"), support("F por", "F mao", "spa/nc")),
        (support("F gas", "F mao", "spa/sc"), support("F gas", "F mao", "spa/sc")),
        (support("F con", "A bul"), support("F con", "A bul")),
        (support("F eng", "F eng"), Unfit.SUPPORTS_ITSELF),
        (support("F eng", "F eng", "wal"), Unfit.SUPPORTS_ITSELF),
        (support("F eng", "A lon", "lon"), Unfit.SUPPORTS_NO_MOVE),
        (support("F eng", "A lon", "yor"), Unfit.SUPPORT_OUT_OF_REACH),
        (support("F eng", "A par"), Unfit.SUPPORT_OUT_OF_REACH),
        (support("A par", "F eng"), Unfit.SUPPORT_OUT_OF_REACH),
        (support("A lon", "F nth", "bel"), Unfit.SUPPORT_OUT_OF_REACH),
        (convoy("F nth", "A lon", "bel"), convoy("F nth", "A lon", "bel")),
        (convoy("nth", "A lon", "bel"), convoy("F nth", "A lon", "bel")),
        (convoy("F nth", "lon", "bel"), convoy("F nth", "A lon", "bel")),
        (convoy("F nth", "A yor", "bel"), convoy("F nth", "A yor", "bel")),  # nobody is there
        (convoy("F nth", "A lon", "tun"), convoy("F nth", "A lon", "tun")),
        (convoy("A lon", "A yor", "bel"), Unfit.CONVOY_BY_ARMY),
        (convoy("F por", "A lon", "bel"), Unfit.CONVOY_ON_COAST),
        (convoy("F ion", "F tri", "tun"), Unfit.CONVOY_OF_FLEET),
        (convoy("F ion", "tri", "tun"), Unfit.CONVOY_OF_FLEET),
        (convoy("F ion", "A tri", "tun"), Unfit.CONVOY_OF_FLEET),
        (convoy("F ion", "F apu", "tun"), Unfit.CONVOY_OF_FLEET),
        (convoy("F nth", "A lon", "lon"), Unfit.CONVOY_NOT_TO_COAST),
        (convoy("F nth", "A lon", "mun"), Unfit.CONVOY_NOT_TO_COAST),
        (convoy("F nth", "A lon", "nwg"), Unfit.CONVOY_NOT_TO_COAST),
        (convoy("F eng", "A par", "lon"), Unfit.CONVOY_NOT_TO_COAST),
    ],
)
def test_supports_and_convoys(order, followed):
    assert judge(order, {}) == followed


@pytest.mark.parametrize(
    ("name", "unit", "rules", "meant"),
    [
        ("F stp/nc", "F stp/nc", {}, True),
        ("F stp", "F stp/nc", {}, True),
        ("stp", "F stp/nc", {}, True),
        ("F stp/sc", "F stp/nc", {}, True),
        ("F stp/sc", "F stp/nc", {"unit_coast": "required"}, False),
        ("F stp", "F stp/nc", {"unit_coast": "required"}, True),
        ("F stp/nc", "F stp/nc", {"unit_coast": "required"}, True),
        ("A stp/nc", "A stp", {"unit_coast": "required"}, True),
        ("A stp", "F stp/nc", {}, False),
        ("A stp", "F stp/nc", {"wrong_kind": "ignored"}, True),
        ("A stp/sc", "F stp/nc", {"wrong_kind": "ignored", "unit_coast": "required"}, False),
        ("F lon", "A lon", {"wrong_kind": "ignored"}, True),
        ("F wal", "A lon", {"wrong_kind": "ignored"}, False),
        ("A wal", "A lon", {}, False),
    ],
)
def test_which_unit_a_name_means(name, unit, rules, meant):
    place, it = here(**rules), unit_name(unit)
    stands = Unit("england", it.kind, it.at)

    assert names(place.board, place.rules, stands, unit_name(name)) is meant
