"""What events keep of retreats and adjustments: the order, where it was refused and why."""

import dataclasses

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.adjustments import case_of, return_garrisons, take_control
from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Adjusts,
    Built,
    ControlChanged,
    Disbanded,
    DisbandReason,
    GarrisonReturned,
    Removed,
    Retreated,
    Unfit,
    Waived,
)
from gm.games.diplomacy.orders import (
    Build,
    Disband,
    Hold,
    IfDislodged,
    Kind,
    Place,
    Remove,
    Retreat,
    UnitName,
    Waive,
)
from gm.games.diplomacy.state import Beaten, Season, Stage, State, Unit, in_order
from gm.values import replace

GAME = offer("classic").game
SENGOKU = offer("sengoku").game


def unit(power: str, text: str) -> Unit:
    return Unit(power, Kind(text[0]), Place(text[2:]))


def name(text: str) -> UnitName:
    return UnitName(Kind(text[0]), Place(text[2:]))


def state(stage: Stage, units: dict, owners: dict, dislodged: tuple = ()) -> State:
    placed = [unit(power, text) for power, row in units.items() for text in row]
    return State(1905, Season.FALL, stage, in_order(placed), owners, dislodged)


MARSEILLES = Beaten(unit("france", "A mar"), "italy", Place("pie"), False, ("bur", "gas", "spa"))  # noqa: FBT003 (a field)
BEATEN = state(Stage.RETREATS, {"italy": ["A mar"]}, {}, (MARSEILLES,))


@pytest.mark.parametrize(
    ("order", "event"),
    [
        (
            Retreat(name("A mar"), Place("spa")),
            Retreated(MARSEILLES.unit, Place("spa"), Retreat(name("A mar"), Place("spa"))),
        ),
        (
            IfDislodged(name("A mar"), (Place("pie"), Place("gas"))),
            Retreated(
                MARSEILLES.unit,
                Place("gas"),
                IfDislodged(name("A mar"), (Place("pie"), Place("gas"))),
            ),
        ),
        (
            Disband(name("A mar")),
            Disbanded(MARSEILLES.unit, DisbandReason.ORDERED, Disband(name("A mar"))),
        ),
        (
            Retreat(name("A mar"), Place("pie")),
            Disbanded(
                MARSEILLES.unit,
                DisbandReason.ILLEGAL_ORDER,
                Retreat(name("A mar"), Place("pie")),
                unfit=Unfit.RETREAT_TO_ATTACKER,
            ),
        ),
        (
            IfDislodged(name("A mar"), (Place("lyo"),)),
            Disbanded(
                MARSEILLES.unit,
                DisbandReason.LIST_EXHAUSTED,
                IfDislodged(name("A mar"), (Place("lyo"),)),
                unfit=Unfit.ARMY_TO_SEA,
            ),
        ),
        (
            IfDislodged(name("A mar"), (), disband=True),
            Disbanded(
                MARSEILLES.unit,
                DisbandReason.LIST_EXHAUSTED,
                IfDislodged(name("A mar"), (), disband=True),
            ),
        ),
    ],
)
def test_a_retreat_keeps_the_order_it_came_from(order, event):
    events = GAME.adjudicate(BEATEN, {"france": [order]}).events

    assert [one for one in events if isinstance(one, Retreated | Disbanded)] == [event]


def test_a_collision_keeps_orders_and_the_others():
    gascony = Beaten(unit("spain", "F gas"), "italy", Place("mao"), False, ("bre", "spa/nc"))  # noqa: FBT003 (a field)
    mine, theirs = replace(gascony.unit, power="england"), MARSEILLES.unit
    both = replace(BEATEN, dislodged=(replace(gascony, unit=mine), MARSEILLES))
    orders = {
        "england": [Retreat(name("F gas"), Place("spa/nc"))],
        "france": [Retreat(name("A mar"), Place("spa"))],
    }
    outcome = GAME.adjudicate(both, orders)

    assert [one for one in outcome.events if isinstance(one, Retreated | Disbanded)] == [
        Disbanded(mine, DisbandReason.COLLISION, orders["england"][0], (theirs,)),
        Disbanded(theirs, DisbandReason.COLLISION, orders["france"][0], (mine,)),
    ]
    assert outcome.state.units == BEATEN.units


def adjusted(orders, units, owners, power="france", game=GAME):
    """What becomes of the orders of one power in the adjustments."""
    before = state(Stage.ADJUSTMENTS, {power: units}, dict.fromkeys(owners, power))
    events = game.adjudicate(before, {power: orders}).events
    kinds = Built | Removed | Waived | AdjustmentRefused
    return [one for one in events if isinstance(one, kinds)]


PARIS = Remove(name("A par"))
BREST = Build(name("F bre"))


@pytest.mark.parametrize(
    ("orders", "units", "owners", "events"),
    [
        (
            [PARIS],
            ["A par", "A mar"],
            ["par"],
            [Removed(unit("france", "A par"), PARIS)],
        ),
        (
            [PARIS],
            ["A par"],
            ["par"],
            [AdjustmentRefused("france", PARIS, Unfit.NOTHING_TO_REMOVE, unit("france", "A par"))],
        ),
        (
            [PARIS, PARIS],
            ["A par", "A mar", "A gas"],
            ["par"],
            [
                Removed(unit("france", "A par"), PARIS),
                AdjustmentRefused("france", PARIS, Unfit.REMOVED_ALREADY, unit("france", "A par")),
                Removed(unit("france", "A gas"), None, 1),
            ],
        ),
        (
            [Remove(name("A mar")), PARIS],
            ["A par", "A mar"],
            ["par"],
            [
                Removed(unit("france", "A mar"), Remove(name("A mar"))),
                AdjustmentRefused("france", PARIS, Unfit.TOO_MANY, unit("france", "A par")),
            ],
        ),
        (
            [Remove(name("F mar"))],
            ["A par", "A mar"],
            ["par"],
            [
                AdjustmentRefused(
                    "france", Remove(name("F mar")), Unfit.WRONG_KIND, unit("france", "A mar")
                ),
                Removed(unit("france", "A mar"), None, 0),
            ],
        ),
        (
            [Remove(name("A mun"))],
            ["A par", "A mar"],
            ["par"],
            [
                AdjustmentRefused("france", Remove(name("A mun")), Unfit.NO_SUCH_UNIT),
                Removed(unit("france", "A mar"), None, 0),
            ],
        ),
        ([BREST], ["A par"], ["par", "bre"], [Built(unit("france", "F bre"), BREST)]),
        (
            [BREST, BREST],
            ["A par"],
            ["par", "bre", "mar"],
            [
                Built(unit("france", "F bre"), BREST),
                AdjustmentRefused("france", BREST, Unfit.OCCUPIED),
                Waived("france", 1, ordered=False),
            ],
        ),
        (
            [BREST],
            ["A par", "A gas"],
            ["par", "bre"],
            [AdjustmentRefused("france", BREST, Unfit.NOTHING_TO_BUILD)],
        ),
        (
            [BREST, Build(name("A mar"))],
            ["A par"],
            ["par", "bre"],
            [
                Built(unit("france", "F bre"), BREST),
                AdjustmentRefused("france", Build(name("A mar")), Unfit.NOT_CONTROLLED),
            ],
        ),
        (
            [BREST, Build(name("A mar"))],
            ["A par", "A spa"],
            ["par", "bre", "mar"],
            [
                Built(unit("france", "F bre"), BREST),
                AdjustmentRefused("france", Build(name("A mar")), Unfit.TOO_MANY),
            ],
        ),
        (
            [Build(name("A gas")), Build(name("A bel"))],
            ["A par"],
            ["par", "bre", "bel"],
            [
                AdjustmentRefused("france", Build(name("A gas")), Unfit.NO_CENTRE),
                AdjustmentRefused("france", Build(name("A bel")), Unfit.NOT_HOME),
                Waived("france", 2, ordered=False),
            ],
        ),
        (
            [Build(UnitName(None, Place("bre"))), Build(UnitName(None, Place("par")))],
            ["A gas"],
            ["par", "bre"],
            [
                AdjustmentRefused(
                    "france", Build(UnitName(None, Place("bre"))), Unfit.NO_KIND_NAMED
                ),
                Built(unit("france", "A par"), Build(UnitName(None, Place("par")))),
            ],
        ),
        (
            [Build(name("F par"))],
            ["A gas"],
            ["par", "bre"],
            [
                AdjustmentRefused("france", Build(name("F par")), Unfit.FLEET_INLAND),
                Waived("france", 1, ordered=False),
            ],
        ),
        (
            [Waive(), BREST],
            ["A gas"],
            ["par", "bre"],
            [Waived("france", 1, ordered=True), AdjustmentRefused("france", BREST, Unfit.TOO_MANY)],
        ),
        (
            [BREST, Waive(5)],
            ["A gas"],
            ["par", "bre", "mar"],
            [Built(unit("france", "F bre"), BREST), Waived("france", 1, ordered=True)],
        ),
        (
            [BREST, Waive()],
            ["A gas"],
            ["par", "bre"],
            [
                Built(unit("france", "F bre"), BREST),
                AdjustmentRefused("france", Waive(), Unfit.TOO_MANY),
            ],
        ),
        (
            [Waive()],
            ["A gas", "A spa", "A por"],
            ["par", "bre"],
            [
                AdjustmentRefused("france", Waive(), Unfit.NOTHING_TO_BUILD),
                Removed(unit("france", "A por"), None, 2),
            ],
        ),
        (
            [Hold(name("A gas")), BREST],
            ["A gas"],
            ["par", "bre"],
            [
                AdjustmentRefused("france", Hold(name("A gas")), Unfit.WRONG_PHASE),
                Built(unit("france", "F bre"), BREST),
            ],
        ),
    ],
)
def test_an_adjustment_says_what_became_of_every_order(orders, units, owners, events):
    assert adjusted(orders, units, owners) == events


def test_a_unit_of_another_power_is_not_removed():
    before = state(
        Stage.ADJUSTMENTS,
        {"france": ["A par", "A mar"], "italy": ["A tus"]},
        {"par": "france", "rom": "italy"},
    )
    tuscany = Remove(name("A tus"))
    events = GAME.adjudicate(before, {"france": [tuscany]}).events

    assert AdjustmentRefused("france", tuscany, Unfit.NOT_YOURS, unit("italy", "A tus")) in events


def test_all_orders_are_refused_where_the_rules_say_so():
    game = dataclasses.replace(GAME, rules=replace(GAME.rules, too_many="all-refused"))
    marseilles = Build(name("A mar"))

    assert adjusted([BREST, marseilles], ["A gas"], ["bre", "mar"], game=game) == [
        AdjustmentRefused("france", BREST, Unfit.TOO_MANY),
        AdjustmentRefused("france", marseilles, Unfit.TOO_MANY),
        Waived("france", 1, ordered=False),
    ]
    assert adjusted([BREST], ["A gas"], ["bre", "mar"], game=game) == [
        Built(unit("france", "F bre"), BREST)
    ]


def test_a_waived_number_counts_as_so_many_orders():
    game = dataclasses.replace(GAME, rules=replace(GAME.rules, too_many="all-refused"))

    assert adjusted([BREST, Waive(2)], ["A gas"], ["bre", "mar", "par"], game=game) == [
        AdjustmentRefused("france", BREST, Unfit.TOO_MANY),
        AdjustmentRefused("france", Waive(2), Unfit.TOO_MANY),
        Waived("france", 2, ordered=False),
    ]
    assert adjusted([BREST, Waive(1)], ["A gas"], ["bre", "mar", "par"], game=game) == [
        Built(unit("france", "F bre"), BREST),
        Waived("france", 1, ordered=True),
    ]


def test_a_power_that_has_nothing_to_adjust_waives_nothing():
    assert adjusted([Waive()], ["A gas"], ["bre"]) == [
        AdjustmentRefused("france", Waive(), Unfit.NOTHING_TO_BUILD)
    ]


FALL = {
    "france": ["A par", "A bre", "A mar", "A bel"],
    "italy": ["A rom"],
}
OWNERS = {"par": "france", "bre": "france", "mar": "france", "rom": "italy", "bel": "italy"}


def test_a_centre_changes_hands_when_a_unit_stands_there_after_the_fall():
    before = state(Stage.RETREATS, FALL, {**OWNERS, "hol": "italy"})
    after, changes = take_control(GAME.board, before)

    assert changes == (ControlChanged(Place("bel"), "italy", "france", unit("france", "A bel")),)
    assert after.owners == {**OWNERS, "bel": "france", "hol": "italy"}
    assert after.tallies[-1].year == 1905
    assert after.tallies[-1].centres["france"] == 4


@pytest.mark.parametrize(
    ("builds", "sites"),
    [("home-centres", ()), ("any-controlled-centre", ("hol",))],
)
def test_where_a_power_may_build_is_told(builds, sites):
    rules = replace(GAME.rules, builds=builds)
    owners = {**OWNERS, "bel": "france", "hol": "france"}
    before = state(Stage.ADJUSTMENTS, FALL, owners)

    assert case_of(GAME.board, rules, before, "france") == Adjusts("france", 5, 4, 1, sites)


@pytest.mark.parametrize(
    ("rule", "emptied", "returned"),
    [
        ("controlled", (), ["min", "mus"]),
        ("controlled", ("min",), ["min", "mus"]),
        ("entered", ("min",), ["mus"]),
        ("entered", (), ["min", "mus"]),
    ],
)
def test_garrisons_come_back_where_nobody_is_and_nobody_controls(rule, emptied, returned):
    """All neutral centres but two are taken; in one of the others a unit stands."""
    board = SENGOKU.board
    left = {"min", "mus"}
    owners = {place: "oda" for place in board.garrisons if place not in left}
    rules = replace(SENGOKU.rules, garrison_occupied=rule)
    before = replace(state(Stage.RETREATS, {"oda": ["A owa"]}, owners), emptied=frozenset(emptied))
    after, events = return_garrisons(board, rules, before)

    assert events == tuple(map(GarrisonReturned, returned))
    assert [one.at for one in after.units if one.power == "neutral"] == returned
    held = replace(before, units=in_order([*before.units, unit("takeda", "A mus")]))
    _, events = return_garrisons(board, rules, held)
    assert events == tuple(GarrisonReturned(place) for place in returned if place != "mus")


def test_a_power_without_a_vacant_centre_has_nothing_to_build():
    before = state(
        Stage.RETREATS,
        {"france": ["A par"], "italy": ["A bre", "A rom", "A nap"]},
        {"par": "france", "bre": "france", "rom": "italy", "nap": "italy"},
        (replace(MARSEILLES, retreats=("gas",)),),
    )
    events = GAME.adjudicate(before, {"france": [Disband(name("A mar"))]}).events

    assert [one for one in events if isinstance(one, Adjusts)] == [
        Adjusts("france", 1, 1, 0, ()),
        Adjusts("italy", 3, 3, 0, ()),
    ]
