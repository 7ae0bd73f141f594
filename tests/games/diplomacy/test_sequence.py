"""The year: which phases are played, what is kept secret, and how a match ends."""

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.events import (
    Adjusts,
    Disbanded,
    Eliminated,
    GarrisonReturned,
    MatchEnded,
    PhaseResolved,
    Retreated,
    SentNothing,
)
from gm.games.diplomacy.orders import (
    Build,
    Concede,
    Disband,
    Hold,
    HoldAll,
    IfDislodged,
    Kind,
    Move,
    Remove,
    Support,
    UnitName,
    WithdrawConcession,
)
from gm.games.diplomacy.state import Season, Stage, State, Unit, in_order
from gm.values import replace

SENGOKU = offer("sengoku").game
CLASSIC = offer("classic").game
START = SENGOKU.start("standard", "")
ALL_HOLD = {side.id: [HoldAll()] for side in SENGOKU.sides}


def army(at: str) -> UnitName:
    return UnitName(Kind.ARMY, at)


def of(events, kind):
    return [event for event in events if isinstance(event, kind)]


def stages(events):
    return [(event.season, event.stage) for event in of(events, PhaseResolved)]


def state(units: dict, owners: dict, season=Season.SPRING, stage=Stage.MOVEMENT) -> State:
    placed = [Unit(power, Kind(text[0]), text[2:]) for power, row in units.items() for text in row]
    return State(1571, season, stage, in_order(placed), owners)


MINO = state(
    {"oda": ["A owa", "A mik"], "takeda": ["A min", "A kai"]},
    {"owa": "oda", "mik": "oda", "kai": "takeda", "ssh": "takeda", "min": "takeda"},
)
ATTACK = [Move(army("owa"), "min"), Support(army("mik"), army("owa"), "min")]
DEFENCE = [Hold(army("min")), Hold(army("kai"))]


def test_a_spring_without_beaten_units_goes_straight_to_fall():
    outcome = SENGOKU.adjudicate(START, ALL_HOLD)

    assert SENGOKU.phase(outcome.state).key == "1570-fall-movement"
    assert stages(outcome.events) == [
        (Season.SPRING, Stage.MOVEMENT),
        (Season.SPRING, Stage.RETREATS),
    ]


def test_a_fall_in_which_nothing_changes_needs_no_adjustments():
    fall = SENGOKU.adjudicate(START, ALL_HOLD).state

    outcome = SENGOKU.adjudicate(fall, ALL_HOLD)

    assert SENGOKU.phase(outcome.state).key == "1571-spring-movement"
    assert {event.change for event in of(outcome.events, Adjusts)} == {0}
    assert of(outcome.events, GarrisonReturned) == []


def test_a_beaten_unit_with_a_choice_opens_a_retreat_phase():
    outcome = SENGOKU.adjudicate(MINO, {"oda": ATTACK, "takeda": DEFENCE})

    assert SENGOKU.phase(outcome.state).label == "Spring 1571, retreats"
    (demand,) = SENGOKU.awaiting(outcome.state).values()
    assert demand.summary == "Takeda retreats or disbands Army Mino."
    assert demand.tasks[0].choices == (
        "Army Mino retreats to Echizen",
        "Army Mino retreats to Hida",
        "Army Mino retreats to Ise",
        "Army Mino retreats to Omi",
        "Army Mino retreats to South Shinano",
        "Army Mino retreats to Totomi",
        "Army Mino disbands",
    )


def test_a_retreat_ordered_ahead_is_carried_out_at_once():
    ahead = IfDislodged(army("min"), ("owa", "hid"))

    outcome = SENGOKU.adjudicate(MINO, {"oda": ATTACK, "takeda": [*DEFENCE, ahead]})

    (event,) = of(outcome.events, Retreated)
    assert event.to == "hid"
    assert SENGOKU.phase(outcome.state).label == "Fall 1571, movement"


def test_an_exhausted_list_disbands():
    ahead = IfDislodged(army("min"), ("owa", "kai"))

    outcome = SENGOKU.adjudicate(MINO, {"oda": ATTACK, "takeda": [*DEFENCE, ahead]})

    (event,) = of(outcome.events, Disbanded)
    assert SENGOKU.reason(event) == (
        "Army Mino was disbanded: no space ordered ahead was open (Retreats/Disbandments)."
    )


def test_a_retreat_ordered_ahead_waits_for_others_and_may_be_replaced():
    both = state(
        {
            "oda": ["A owa", "A mik"],
            "takeda": ["A min", "A kai"],
            "hojo": ["A sag", "A izu"],
            "uesugi": ["A mus"],
        },
        {},
    )
    orders = {
        "oda": ATTACK,
        "takeda": [
            Hold(army("min")),
            Support(army("kai"), army("sag"), "mus"),
            IfDislodged(army("min"), ("hid",)),
        ],
        "hojo": [Move(army("sag"), "mus"), Hold(army("izu"))],
        "uesugi": [Hold(army("mus"))],
    }

    waiting = SENGOKU.adjudicate(both, orders).state

    assert waiting.stage is Stage.RETREATS
    demands = SENGOKU.awaiting(waiting)
    assert demands["takeda"].tasks[0].optional
    assert demands["takeda"].tasks[0].default == "It goes as ordered ahead."
    assert not demands["uesugi"].tasks[0].optional
    uesugi = [Disband(army("mus"))]
    kept = SENGOKU.adjudicate(waiting, {"uesugi": uesugi})
    replaced = SENGOKU.adjudicate(waiting, {"uesugi": uesugi, "takeda": [Move(army("min"), "omi")]})
    assert [event.to for event in of(kept.events, Retreated)] == ["hid"]
    assert [event.to for event in of(replaced.events, Retreated)] == ["omi"]


def test_a_retreat_ordered_ahead_is_secret():
    ahead = {"takeda": (IfDislodged(army("min"), ("hid",)),)}
    secret = replace(MINO, ahead=ahead, conceded=frozenset({"takeda", "oda"}))

    assert SENGOKU.view(secret, "takeda").ahead == ahead
    assert SENGOKU.view(secret, "takeda").conceded == {"takeda"}
    assert SENGOKU.view(secret, "oda").ahead == {}
    assert SENGOKU.view(secret, None).conceded == frozenset()


def test_units_of_an_absent_clan_hold_and_are_disbanded_when_beaten():
    outcome = SENGOKU.adjudicate(MINO, {"oda": ATTACK})

    assert [event.power for event in of(outcome.events, SentNothing)] == ["takeda"]
    assert [event.unit.at for event in of(outcome.events, Disbanded)] == ["min"]
    assert SENGOKU.phase(outcome.state).label == "Fall 1571, movement"


def test_on_the_classic_board_absent_powers_may_retreat():
    vienna = State(
        1902,
        Season.SPRING,
        Stage.MOVEMENT,
        in_order(
            [
                Unit("austria", Kind.ARMY, "vie"),
                Unit("germany", Kind.ARMY, "boh"),
                Unit("germany", Kind.ARMY, "tyr"),
            ]
        ),
        {"vie": "austria", "ber": "germany", "mun": "germany"},
    )
    attack = [Move(army("boh"), "vie"), Support(army("tyr"), army("boh"), "vie")]

    outcome = CLASSIC.adjudicate(vienna, {"germany": attack})

    assert outcome.state.stage is Stage.RETREATS


YEAR_END = state(
    {"takeda": ["A kai", "A ssh", "A tot"], "hojo": ["F knb"], "oda": ["A owa", "F mik"]},
    {"kai": "takeda", "ssh": "takeda", "izu": "hojo", "owa": "oda", "mik": "oda"},
    season=Season.FALL,
)
TAKEDA_HOLDS = [Hold(army("kai")), Hold(army("ssh")), Hold(army("tot"))]


def test_a_clan_without_a_vacant_centre_opens_no_adjustments():
    outcome = SENGOKU.adjudicate(YEAR_END, {"takeda": TAKEDA_HOLDS})

    cases = {event.power: event.change for event in of(outcome.events, Adjusts)}
    assert cases == {"oda": 0, "takeda": 0, "hojo": 0}
    assert SENGOKU.phase(outcome.state).label == "Spring 1572, movement"


def test_a_clan_that_may_build_is_awaited_and_builds():
    fall = replace(YEAR_END, units=tuple(u for u in YEAR_END.units if u.at != "ssh"))

    outcome = SENGOKU.adjudicate(fall, {"takeda": [Hold(army("kai")), Hold(army("tot"))]})

    assert outcome.state.stage is Stage.ADJUSTMENTS
    (demand,) = SENGOKU.awaiting(outcome.state).values()
    assert demand.summary == "Takeda may place 1 unit in South Shinano."
    built = SENGOKU.adjudicate(outcome.state, {"takeda": [Build(army("ssh"))]})
    assert Unit("takeda", Kind.ARMY, "ssh") in built.state.units
    assert SENGOKU.phase(built.state).label == "Spring 1572, movement"


def test_a_clan_that_must_remove_all_its_units_is_out_without_being_asked():
    fall = replace(
        YEAR_END,
        units=in_order((*YEAR_END.units, Unit("takeda", Kind.ARMY, "izu"))),
        owners={**YEAR_END.owners, "tot": "takeda"},
    )

    outcome = SENGOKU.adjudicate(fall, {"takeda": TAKEDA_HOLDS})

    assert [event.power for event in of(outcome.events, Eliminated)] == ["hojo"]
    assert outcome.state.of("hojo") == ()
    assert SENGOKU.phase(outcome.state).label == "Spring 1572, movement"


def test_a_clan_with_a_centre_and_no_unit_is_not_awaited_and_not_absent():
    bare = replace(YEAR_END, units=tuple(u for u in YEAR_END.units if u.power != "hojo"))

    assert set(SENGOKU.awaiting(bare)) == {"takeda", "oda"}
    outcome = SENGOKU.adjudicate(bare, {"takeda": TAKEDA_HOLDS})
    assert [event.power for event in of(outcome.events, SentNothing)] == ["oda"]
    assert of(outcome.events, Eliminated) == []


def test_the_last_but_one_concession_ends_the_match():
    conceding = {side.id: [HoldAll(), Concede()] for side in SENGOKU.sides if side.id != "mori"}

    outcome = SENGOKU.adjudicate(START, {**ALL_HOLD, **conceding})

    (ended,) = of(outcome.events, MatchEnded)
    assert ended.winners == ("mori",)
    assert SENGOKU.end(outcome.state).winners == ("mori",)
    assert SENGOKU.awaiting(outcome.state) == {}


def test_a_concession_taken_back_does_not_count():
    conceding = {side.id: [Concede()] for side in SENGOKU.sides if side.id != "mori"}
    conceding["oda"] = [Concede(), WithdrawConcession()]

    outcome = SENGOKU.adjudicate(START, conceding)

    assert outcome.state.ended is None
    assert "oda" not in outcome.state.conceded


def test_where_all_concede_the_gamemaster_names_the_winner():
    outcome = SENGOKU.adjudicate(START, {side.id: [Concede()] for side in SENGOKU.sides})

    assert outcome.state.ended is None
    named = SENGOKU.conclude(outcome.state, ["hojo"], "The players agreed to a draw.")
    assert SENGOKU.end(named.state).winners == ("hojo",)


@pytest.mark.parametrize(("count", "is_won"), [(24, False), (25, True)])
def test_twenty_five_centres_win_after_the_fall(count, is_won):
    centres = sorted(SENGOKU.board.centres - {"owa", "mik", "kai"})[: count - 1]
    fall = state(
        {"takeda": ["A kai"], "oda": ["A owa"]},
        {**dict.fromkeys(centres, "takeda"), "owa": "oda", "mik": "oda"},
        season=Season.FALL,
    )

    outcome = SENGOKU.adjudicate(fall, {"takeda": [Hold(army("kai"))]})

    assert (outcome.state.ended is not None) is is_won


def test_no_victory_in_spring():
    centres = sorted(SENGOKU.board.centres - {"owa"})
    spring = state(
        {"takeda": ["A kai"], "oda": ["A owa"]},
        {**dict.fromkeys(centres, "takeda"), "owa": "oda"},
    )

    outcome = SENGOKU.adjudicate(spring, {"takeda": [Hold(army("kai"))]})

    assert outcome.state.ended is None


def test_centres_are_counted_over_the_years():
    fall = SENGOKU.adjudicate(START, ALL_HOLD).state
    spring = SENGOKU.adjudicate(fall, ALL_HOLD).state

    assert [(tally.year, tally.centres["oda"]) for tally in spring.tallies] == [(0, 2), (1570, 2)]


def test_removals_that_were_ordered_come_first():
    fall = state(
        {"oda": ["A owa", "F atb"], "takeda": ["A mik"]},
        {"owa": "oda", "mik": "oda", "kai": "takeda"},
        season=Season.FALL,
    )
    due = SENGOKU.adjudicate(fall, {"oda": [HoldAll()], "takeda": [HoldAll()]}).state

    outcome = SENGOKU.adjudicate(due, {"oda": [Remove(army("owa"))]})

    assert [unit.at for unit in outcome.state.of("oda")] == ["atb"]
