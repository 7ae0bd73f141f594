"""Chains of reasons, from a unit back to what it hung on."""

from gm.catalogue import offer
from gm.games.diplomacy.orders import Build, Convoy, Hold, Kind, Move, Remove, Support, UnitName
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order

SENGOKU = offer("sengoku").game
CLASSIC = offer("classic").game


def army(at: str) -> UnitName:
    return UnitName(Kind.ARMY, at)


def fleet(at: str) -> UnitName:
    return UnitName(Kind.FLEET, at)


def outcome(units: dict, orders: dict, game=SENGOKU):
    placed = [Unit(power, Kind(text[0]), text[2:]) for power, row in units.items() for text in row]
    state = State(1571, Season.SPRING, Stage.MOVEMENT, in_order(placed), {})
    return game.adjudicate(state, orders)


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


def test_a_unit_of_another_kind_is_named_first():
    found = outcome(UNITS, ORDERS)

    first, *chain = SENGOKU.explain(found, "Fleet Kai")
    assert first == "There was no fleet in Kai, but Army Kai:"
    assert tuple(chain) == SENGOKU.explain(found, "Army Kai") == SENGOKU.explain(found, "kai")


def test_a_move_names_its_unit():
    found = outcome(UNITS, ORDERS)

    assert SENGOKU.explain(found, "A Kai - Sagami") == SENGOKU.explain(found, "Army Kai")
    assert SENGOKU.explain(found, "kai->sag") == SENGOKU.explain(found, "Army Kai")


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


def test_a_knot_of_convoys_is_explained_from_each_of_its_units():
    units = {"england": ["F lon", "F wal"], "france": ["A bre", "F eng", "A gas"]}
    orders = {
        "england": [Move(fleet("wal"), "eng"), Support(fleet("lon"), fleet("wal"), "eng")],
        "france": [
            Move(army("bre"), "lon"),
            Convoy(fleet("eng"), army("bre"), "lon"),
            Move(army("gas"), "bre"),
        ],
    }
    happened = outcome(units, orders, CLASSIC)
    knot = (
        "Army Brest did not sail to London: its convoy hung on its own landing, in a knot with "
        "Fleet London and Fleet Wales, and such convoys fail (The Convoy Order).",
        "Fleet London supported Fleet Wales moving to English Channel (Effect of Support).",
        "Fleet Wales moved to English Channel, 2 against Fleet English Channel's 1 "
        "(Dislodgements).",
        "Fleet English Channel did not convoy Army Brest to London: Fleet Wales dislodged it "
        "(The Convoy Order).",
        "Fleet English Channel was dislodged by Fleet Wales, 1 against 2 (Dislodgements).",
    )

    assert CLASSIC.explain(happened, "Army Brest") == knot
    assert CLASSIC.explain(happened, "gas") == (
        "Army Gascony did not enter Brest: Army Brest could not leave, and is of the same side "
        "(Self Dislodgment Prohibited).",
        *knot,
    )
    assert set(CLASSIC.explain(happened, "F eng")) == set(knot[1:])


def test_a_carrier_is_led_to_where_its_convoy_broke():
    units = {"england": ["A lon", "F nth", "F nwg", "F bar"], "russia": ["F nao", "F nwy"]}
    orders = {
        "england": [
            Move(army("lon"), "stp"),
            *(Convoy(fleet(sea), army("lon"), "stp") for sea in ("nth", "nwg", "bar")),
        ],
        "russia": [Move(fleet("nao"), "nwg"), Support(fleet("nwy"), fleet("nao"), "nwg")],
    }

    assert CLASSIC.explain(outcome(units, orders, CLASSIC), "F nth") == (
        "Fleet North Sea did not convoy Army London to St. Petersburg: Fleet Norwegian Sea was "
        "dislodged by Fleet North Atlantic Ocean (The Convoy Order).",
        "Army London did not sail to St. Petersburg: Fleet Norwegian Sea was dislodged by Fleet "
        "North Atlantic Ocean (The Convoy Order).",
        "Fleet Norwegian Sea did not convoy Army London to St. Petersburg: Fleet North Atlantic "
        "Ocean dislodged it (The Convoy Order).",
        "Fleet Norwegian Sea was dislodged by Fleet North Atlantic Ocean, 1 against 2 "
        "(Dislodgements).",
        "Fleet North Atlantic Ocean moved to Norwegian Sea, 2 against Fleet Norwegian Sea's 1 "
        "(Dislodgements).",
        "Fleet Norway supported Fleet North Atlantic Ocean moving to Norwegian Sea "
        "(Effect of Support).",
    )


def test_a_fleet_in_a_chain_with_a_gap_convoyed_nobody():
    units = {"england": ["A lon", "F nth", "F nwg", "F bar"]}
    orders = {
        "england": [
            Move(army("lon"), "stp"),
            *(Convoy(fleet(sea), army("lon"), "stp") for sea in ("nth", "nwg")),
        ],
    }

    assert CLASSIC.explain(outcome(units, orders, CLASSIC), "F nth") == (
        "Fleet North Sea did not convoy Army London to St. Petersburg: the chain of fleets "
        "ordered to was not complete (The Convoy Order).",
        "Army London did not sail to St. Petersburg: no complete chain of fleets was ordered "
        "to carry it (The Convoy Order).",
    )


def test_a_unit_that_is_not_there_has_no_chain():
    assert SENGOKU.explain(outcome(UNITS, ORDERS), "Army Nowhere") == ()
    assert SENGOKU.explain(outcome(UNITS, ORDERS), "Army Omi") == ()


def test_a_garrison_is_named_as_reports_name_it():
    held = ("The garrison of Mino held, attacked by Army Omi, 1 against 1 (The Hold Order).",)
    happened = outcome(
        {"asakura": ["A omi"], "neutral": ["A min"]}, {"asakura": [Move(army("omi"), "min")]}
    )

    for name in ("the garrison of Mino", "Garrison Mino", "garrison of min", "Mino"):
        assert SENGOKU.explain(happened, name)[: len(held)] == held, name


def test_builds_and_removals_are_explained():
    placed = [Unit("takeda", Kind.ARMY, "sur"), Unit("hojo", Kind.ARMY, "mus")]
    placed += [Unit("hojo", Kind.FLEET, "knb"), Unit("hojo", Kind.ARMY, "sag")]
    owners = {"kai": "takeda", "ssh": "takeda", "kaz": "hojo"}
    state = State(1571, Season.FALL, Stage.ADJUSTMENTS, in_order(placed), owners)
    orders = {
        "takeda": [Build(army("kai")), Build(army("sag"))],
        "hojo": [Remove(army("mus"))],
    }
    happened = SENGOKU.adjudicate(state, orders)

    def told(subject: str) -> str:
        return " ".join(SENGOKU.explain(happened, subject))

    assert told("Army Kai") == "Army Kai was placed (Gaining and Losing Units)."
    assert told("Army Musashi") == "Army Musashi was removed (Gaining and Losing Units)."
    assert "“Build Army Sagami” was not followed" in told("sagami")
    assert told("F Kanto Bay").startswith("Fleet Kanto Bay was removed by default: ")
