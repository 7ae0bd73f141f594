"""Chains of reasons, from a unit back to what it hung on."""

from gm.catalogue import offer
from gm.games.diplomacy.orders import Hold, Kind, Move, Support, UnitName
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order

SENGOKU = offer("sengoku").game


def army(at: str) -> UnitName:
    return UnitName(Kind.ARMY, at)


def outcome(units: dict, orders: dict):
    placed = [Unit(power, Kind(text[0]), text[2:]) for power, row in units.items() for text in row]
    state = State(1571, Season.SPRING, Stage.MOVEMENT, in_order(placed), {})
    return SENGOKU.adjudicate(state, orders)


UNITS = {"takeda": ["A kai"], "hojo": ["A sag", "A shs"], "uesugi": ["A hit"], "oda": ["A sur"]}
ORDERS = {
    "takeda": [Move(army("kai"), "sag")],
    "hojo": [Move(army("sag"), "shs"), Move(army("shs"), "hit")],
    "uesugi": [Hold(army("hit"))],
    "oda": [Support(army("sur"), army("kai"), "sag")],
}


def test_a_column_is_explained_from_its_head():
    alone = {**ORDERS, "oda": [Hold(army("sur"))]}

    assert SENGOKU.explain(outcome(UNITS, alone), "Army Kai") == (
        "Army Kai did not enter Sagami: Army Sagami could not leave, as Army Shimosa ahead of it "
        "failed, 1 against 1 (Simple Standoffs).",
        "Army Sagami did not enter Shimosa: Army Shimosa could not leave, and is of the same side "
        "(Self Dislodgment Prohibited).",
        "Army Shimosa did not enter Hitachi: Army Hitachi stayed there, 1 against 1 "
        "(Simple Standoffs).",
        "Army Hitachi held, attacked by Army Shimosa, 1 against 1 (The Hold Order).",
    )


def test_supports_are_part_of_the_chain():
    chain = SENGOKU.explain(outcome(UNITS, ORDERS), "kai")

    assert chain[0].startswith("Army Kai moved to Sagami")
    assert chain[1] == "Army Suruga supported Army Kai moving to Sagami (Effect of Support)."
    assert any(sentence.startswith("Army Sagami was dislodged") for sentence in chain)


def test_a_cut_support_leads_to_the_unit_that_cut_it():
    units = {**UNITS, "asakura": ["A tot"]}
    orders = {**ORDERS, "asakura": [Move(army("tot"), "sur")]}

    chain = SENGOKU.explain(outcome(units, orders), "A Kai")

    cut = "Army Suruga did not support Army Kai moving to Sagami: Army Totomi attacked it"
    assert any(sentence.startswith(cut) for sentence in chain)
    assert any(sentence.startswith("Army Totomi did not enter Suruga") for sentence in chain)


def test_a_unit_that_is_not_there_has_no_chain():
    assert SENGOKU.explain(outcome(UNITS, ORDERS), "Army Nowhere") == ()
    assert SENGOKU.explain(outcome(UNITS, ORDERS), "Army Omi") == ()
