"""What a player's orders are found to be, whatever the others do."""

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.orders import (
    Build,
    Cancel,
    Concede,
    Convoy,
    Disband,
    Hold,
    HoldAll,
    IfDislodged,
    Kind,
    Move,
    Remove,
    Retreat,
    Route,
    Support,
    UnitName,
    Waive,
)
from gm.games.diplomacy.state import Beaten, Season, Stage, State, Unit, in_order
from gm.games.vocabulary import Fate, Fault

SENGOKU = offer("sengoku").game
START = SENGOKU.start("standard", "")


def army(at: str) -> UnitName:
    return UnitName(Kind.ARMY, at)


def fleet(at: str) -> UnitName:
    return UnitName(Kind.FLEET, at)


def check(power, *sheets, state=START, game=SENGOKU):
    return game.check(state, power, sheets)


def only(checked):
    ((one,),) = checked.sheets
    return one


def test_an_order_that_can_be_followed_stands():
    checked = check("takeda", [Move(army("kai"), "sag")])

    assert only(checked).fate is Fate.STANDS
    assert checked.orders == (Move(army("kai"), "sag"),)
    assert checked.present


def test_the_kind_of_the_unit_is_filled_in():
    checked = check("takeda", [Move(UnitName(None, "kai"), "sag")])

    assert only(checked).order == Move(army("kai"), "sag")


def test_units_without_orders_are_named_with_what_they_may_do():
    checked = check("takeda", [Move(army("kai"), "sag")])

    (task,) = checked.missing
    assert task.subject == "Army South Shinano"
    assert task.default == "It holds."
    assert "Army South Shinano moves to Mino" in task.choices


def test_an_impossible_order_is_refused_with_what_the_unit_can_do_and_is_handed_on():
    checked = check("takeda", [Move(army("kai"), "srb")])

    (problem,) = only(checked).problems
    assert only(checked).fate is Fate.REFUSED
    assert problem.fault is Fault.ILLEGAL
    assert problem.reason == "An army cannot enter a body of water."
    assert problem.hint == (
        "Army Kai holds. From Kai an army can go to Musashi, North Shinano, Sagami, "
        "South Shinano or Suruga."
    )
    assert checked.orders == (Move(army("kai"), "srb"),)
    assert checked.present


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Move(army("owa"), "min"), "The unit in Owari belongs to Oda."),
        (Move(army("min"), "omi"), "The army in Mino is a neutral garrison."),
        (Move(army("aki"), "bin"), "There is no unit in Aki."),
        (Move(fleet("kai"), "sag"), "The unit in Kai is an army."),
    ],
)
def test_orders_for_no_own_unit_are_refused_and_do_not_count_as_sent(order, reason):
    checked = check("takeda", [order])

    (problem,) = only(checked).problems
    assert problem.reason == reason
    assert problem.hint == "Your units are Army Kai and Army South Shinano."
    assert not checked.present


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Move(army("kai"), "kai"), "A unit cannot move to the space in which it stands."),
        (Move(army("kai"), "omi"), "Kai does not border Omi."),
        (Support(army("kai"), army("kai")), "A unit cannot support itself."),
        (Support(army("kai"), army("omi"), "min"), "The unit itself could not move to Mino."),
        (Convoy(army("kai"), army("sag"), "kaz"), "Only fleets convoy."),
    ],
)
def test_why_an_order_is_not_possible(order, reason):
    assert only(check("takeda", [order])).problems[0].reason == reason


def test_a_move_overseas_without_fleets_is_refused():
    problem = only(check("mori", [Move(army("iwa"), "san")])).problems[0]

    assert problem.reason == (
        "Sanuki does not border Iwami, and no chain of fleets lies between them."
    )


def test_a_later_sheet_replaces_orders_unit_by_unit():
    first = [Move(army("kai"), "sag"), Hold(army("ssh"))]
    checked = check("takeda", first, [Move(army("kai"), "sur")])

    fates = [[one.fate for one in sheet] for sheet in checked.sheets]
    assert fates == [[Fate.REPLACED, Fate.STANDS], [Fate.STANDS]]
    assert checked.orders == (Hold(army("ssh")), Move(army("kai"), "sur"))


def test_two_orders_for_a_unit_in_one_letter_are_remarked_on():
    checked = check("takeda", [Move(army("kai"), "sag"), Move(army("kai"), "sur")])

    (sheet,) = checked.sheets
    assert [one.fate for one in sheet] == [Fate.REPLACED, Fate.STANDS]
    assert sheet[0].problems[0].fault is Fault.WARNING
    assert sheet[0].problems[0].reason.endswith("which counts: “Army Kai moves to Suruga”.")
    assert sheet[1].problems == ()


def test_the_same_order_twice_is_no_remark():
    checked = check("takeda", [Hold(army("kai")), Hold(army("kai"))])

    assert checked.sheets[0][1].problems == ()


def test_cancelling_all_orders_takes_back_presence():
    checked = check("takeda", [Move(army("kai"), "sag")], [Cancel()])

    assert checked.orders == ()
    assert not checked.present


def test_cancelling_one_order_leaves_the_others():
    checked = check("takeda", [Move(army("kai"), "sag"), Hold(army("ssh"))], [Cancel(army("kai"))])

    assert checked.orders == (Hold(army("ssh")),)


def test_all_units_hold_stands_for_those_without_another_order_in_the_sheet():
    earlier = [Move(army("ssh"), "min")]
    checked = check("takeda", earlier, [HoldAll(), Move(army("kai"), "sag")])

    assert set(checked.orders) == {Move(army("kai"), "sag"), Hold(army("ssh"))}
    assert checked.present


def test_a_whole_sheet_replaces_all_before_it_where_the_rules_say_so():
    game = offer("sengoku", rules={"later_orders": "whole-sheet"}).game
    first = [Move(army("kai"), "sag"), Hold(army("ssh"))]

    checked = check("takeda", first, [Move(army("kai"), "sur")], game=game)

    assert checked.orders == (Move(army("kai"), "sur"),)


def test_support_for_an_impossible_move_is_read_as_written_with_a_warning():
    checked = check("takeda", [Support(army("ssh"), army("kai"), "min")])

    assert only(checked).fate is Fate.STANDS
    (problem,) = only(checked).problems
    assert problem.fault is Fault.WARNING
    assert "Kai does not border Mino" in problem.reason


def test_support_for_a_unit_that_is_not_there_is_warned_of():
    (problem,) = only(check("takeda", [Support(army("ssh"), army("tot"))])).problems

    assert problem.reason == "It will have no effect: there is no unit in Totomi."


@pytest.mark.parametrize(
    ("power", "start", "goal", "reason"),
    [
        ("takeda", "kai", "sag", "Kai has no coast, so it cannot be convoyed: it goes by land."),
        ("takeda", "kai", "nsh", "Kai and North Shinano have no coast, so it cannot be convoyed"),
        ("mori", "iwa", "aki", "No fleets lie so that they could convoy it: it goes by land."),
    ],
)
def test_a_convoy_that_cannot_be_is_told(power: str, start: str, goal: str, reason: str):
    checked = only(check(power, [Move(army(start), goal, Route.CONVOY)]))

    assert checked.fate is Fate.STANDS
    (problem,) = checked.problems
    assert problem.fault is Fault.WARNING
    assert problem.reason.startswith(reason)


def test_supports_that_do_not_fit_own_orders_are_noted():
    orders = [Move(army("kai"), "mus"), Support(army("ssh"), army("kai"), "sur")]

    (note,) = check("takeda", orders).notes

    assert "Army Kai moves to Musashi" in note


def test_a_retreat_ordered_ahead_counts_as_orders():
    checked = check("takeda", [IfDislodged(army("kai"), ("mus", "sur"), disband=True)])

    assert only(checked).fate is Fate.STANDS
    assert checked.present


@pytest.mark.parametrize("order", [Build(army("kai")), Retreat(army("kai"), "sur"), Waive()])
def test_orders_of_another_phase_are_refused(order):
    checked = check("takeda", [order])

    assert only(checked).fate is Fate.REFUSED
    assert not checked.present


def test_a_concession_is_kept_but_is_no_order():
    checked = check("takeda", [Concede()])

    assert checked.orders == (Concede(),)
    assert not checked.present


RETREATING = State(
    year=1571,
    season=Season.SPRING,
    stage=Stage.RETREATS,
    units=in_order([Unit("oda", Kind.ARMY, "min"), Unit("asakura", Kind.ARMY, "omi")]),
    owners={"kai": "takeda"},
    dislodged=(
        Beaten(
            unit=Unit("takeda", Kind.ARMY, "min"),
            by="oda",
            origin="owa",
            by_convoy=False,
            retreats=("hid", "ise", "ssh", "tot"),
        ),
    ),
)


def test_a_move_is_read_as_a_retreat_while_retreats_are_due():
    checked = check("takeda", [Move(army("min"), "hid")], state=RETREATING)

    assert checked.orders == (Retreat(army("min"), "hid"),)
    assert checked.missing == ()


def test_an_impossible_retreat_is_refused_with_the_open_spaces():
    (problem,) = only(check("takeda", [Retreat(army("min"), "owa")], state=RETREATING)).problems

    assert problem.reason == "A unit may not retreat to the space its attacker came from."
    assert problem.hint == (
        "Army Mino can retreat to Hida, Ise, South Shinano or Totomi; "
        "without a possible order it is disbanded."
    )


def test_a_retreat_into_an_occupied_space_is_refused():
    (problem,) = only(check("takeda", [Retreat(army("min"), "omi")], state=RETREATING)).problems

    assert problem.reason == "That space is occupied, or was left vacant by a standoff."


def test_the_winner_in_the_space_is_not_the_beaten_unit():
    checked = check("oda", [Move(army("min"), "omi")], state=RETREATING)

    assert only(checked).problems[0].reason == "No unit of that side was dislodged in Mino."


def test_disbanding_by_choice_stands():
    assert check("takeda", [Disband(army("min"))], state=RETREATING).missing == ()


ADJUSTING = State(
    year=1571,
    season=Season.FALL,
    stage=Stage.ADJUSTMENTS,
    units=in_order(
        [
            Unit("takeda", Kind.ARMY, "kai"),
            Unit("oda", Kind.ARMY, "owa"),
            Unit("oda", Kind.FLEET, "atb"),
        ]
    ),
    owners={"kai": "takeda", "ssh": "takeda", "tot": "takeda", "owa": "oda"},
)


def test_builds_beyond_the_number_are_refused_the_later_ones_first():
    orders = [Build(army("ssh")), Build(fleet("tot")), Build(army("kai"))]
    checked = check("takeda", orders, state=ADJUSTING)

    assert [one.fate for one in checked.sheets[0]] == [Fate.STANDS, Fate.STANDS, Fate.REFUSED]
    assert checked.missing == ()


def test_a_build_inland_needs_no_kind_but_one_at_the_coast_does():
    ssh = check("takeda", [Build(UnitName(None, "ssh"))], state=ADJUSTING)
    tot = check("takeda", [Build(UnitName(None, "tot"))], state=ADJUSTING)

    assert only(ssh).order == Build(army("ssh"))
    assert only(tot).problems[0].reason == ("It does not say whether an army or a fleet is meant.")


def test_what_is_left_to_build_is_named():
    (task,) = check("takeda", [Build(army("ssh"))], state=ADJUSTING).missing

    assert task.subject == "1 unit to place"
    assert task.optional
    assert task.choices == ("Build Army Totomi", "Build Fleet Totomi")


def test_a_waived_build_is_not_missing():
    checked = check("takeda", [Build(army("ssh")), Waive()], state=ADJUSTING)

    assert checked.missing == ()


def test_removing_by_any_word_stands():
    checked = check("oda", [Disband(fleet("atb"))], state=ADJUSTING)

    assert checked.orders == (Remove(fleet("atb")),)
    assert checked.missing == ()


def test_what_must_be_removed_is_named():
    (task,) = check("oda", state=ADJUSTING).missing

    assert task.subject == "1 unit to remove"
    assert not task.optional


@pytest.mark.parametrize(
    ("power", "order", "held"),
    [
        ("takeda", HoldAll(Kind.ARMY), (Hold(army("kai")), Hold(army("ssh")))),
        ("takeda", HoldAll(Kind.ARMY, 2), (Hold(army("kai")), Hold(army("ssh")))),
        ("hojo", HoldAll(Kind.ARMY), (Hold(army("sag")),)),
        ("hojo", HoldAll(Kind.FLEET), (Hold(fleet("izu")),)),
        ("hojo", HoldAll(None, 2), (Hold(fleet("izu")), Hold(army("sag")))),
    ],
)
def test_an_order_for_all_of_a_kind_holds_each_of_them(power, order, held):
    checked = check(power, [order])

    assert only(checked).fate is Fate.STANDS
    assert set(checked.orders) == set(held)
    assert checked.present


@pytest.mark.parametrize(
    ("power", "order", "reason"),
    [
        ("hojo", HoldAll(Kind.ARMY, 2), "Hojo has 1 army, not 2."),
        ("takeda", HoldAll(Kind.FLEET), "Takeda has no fleets on the board."),
        ("takeda", HoldAll(None, 3), "Takeda has 2 units, not 3."),
    ],
)
def test_an_order_for_all_is_refused_if_they_are_not_as_many(power, order, reason):
    checked = check(power, [order])

    assert only(checked).fate is Fate.REFUSED
    assert only(checked).problems[0].reason == reason
    assert checked.orders == ()


def test_a_letter_that_holds_one_kind_replaces_earlier_orders_of_that_kind_only():
    earlier = [Move(army("sag"), "kai"), Move(fleet("izu"), "srb")]
    checked = check("hojo", earlier, [HoldAll(Kind.FLEET)])

    assert [one.fate for one in checked.sheets[0]] == [Fate.STANDS, Fate.REPLACED]
    assert set(checked.orders) == {Move(army("sag"), "kai"), Hold(fleet("izu"))}


def test_what_a_unit_does_instead_of_an_impossible_order_is_told():
    checked = check("takeda", [Move(army("kai"), "srb")])

    assert only(checked).fate is Fate.REFUSED
    assert only(checked).instead == Hold(army("kai"))


def test_of_many_orders_for_a_unit_each_says_which_one_counts():
    moves = [Move(army("kai"), to) for to in ("sag", "sur", "sag", "sur")]
    checked = check("takeda", moves)

    (sheet,) = checked.sheets
    assert [one.fate for one in sheet] == [Fate.REPLACED] * 3 + [Fate.STANDS]
    told = [[problem.reason for problem in one.problems] for one in sheet]
    reason = "This letter has a later order for it, which counts: “Army Kai moves to Suruga”."
    assert told == [[reason], [], [reason], []]
