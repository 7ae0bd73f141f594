"""Whose order is for which unit, and what a sheet of orders comes to: the classic map at hand."""

import pytest

from gm.catalogue import offer
from gm.games.diplomacy.events import OrderRejected, Unfit
from gm.games.diplomacy.legality import position
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
    WithdrawConcession,
)
from gm.games.diplomacy.rulebook import choose
from gm.games.diplomacy.sheet import check
from gm.games.diplomacy.state import Unit

GAME = offer("classic").game
UNITS = {
    "england": "A lon, A wal, F spa/nc, F nth, F eng",
    "france": "A par, F mao, A bur, A gas",
}


def unit_name(text: str) -> UnitName:
    """``A lon``, or ``lon`` without a kind."""
    kind, _, at = text.rpartition(" ")
    return UnitName(Kind(kind) if kind else None, at)


def unit(power: str, text: str) -> Unit:
    name = unit_name(text)
    return Unit(power, name.kind, name.at)


def judge(orders: dict, rules: dict[str, str] | None = None):
    chosen = GAME.rules
    for name, choice in (rules or {}).items():
        chosen = choose(chosen, name, choice)
    units = [unit(power, text) for power, row in UNITS.items() for text in row.split(", ")]
    return check(position(GAME.board, chosen, units), orders)


def hold(text: str) -> Hold:
    return Hold(unit_name(text))


def move(text: str, to: str, route: Route = Route.OPEN) -> Move:
    return Move(unit_name(text), to, route)


def support(text: str, target: str, to: str | None = None) -> Support:
    return Support(unit_name(text), unit_name(target), to)


@pytest.mark.parametrize(
    ("order", "rules", "place", "taken"),
    [
        (hold("A lon"), {}, "lon", hold("A lon")),
        (hold("lon"), {}, "lon", hold("A lon")),
        (hold("F spa/nc"), {}, "spa", hold("F spa/nc")),
        (hold("F spa"), {}, "spa", hold("F spa/nc")),
        (hold("spa"), {}, "spa", hold("F spa/nc")),
        (hold("spa/nc"), {}, "spa", hold("F spa/nc")),
        (hold("F spa/sc"), {}, "spa", hold("F spa/nc")),
        (hold("F spa"), {"unit_coast": "required"}, "spa", hold("F spa/nc")),
        (hold("F lon"), {"wrong_kind": "ignored"}, "lon", hold("A lon")),
        (hold("A spa/nc"), {"wrong_kind": "ignored"}, "spa", hold("F spa/nc")),
        (move("lon", "yor"), {}, "lon", move("A lon", "yor")),
        (move("F spa", "por"), {}, "spa", move("F spa/nc", "por")),
        (move("F lon", "yor"), {"wrong_kind": "ignored"}, "lon", move("A lon", "yor")),
        (support("lon", "A wal"), {}, "lon", support("A lon", "A wal")),
        (support("F spa", "F mao"), {}, "spa", support("F spa/nc", "F mao")),
        (support("F lon", "A wal"), {"wrong_kind": "ignored"}, "lon", support("A lon", "A wal")),
    ],
)
def test_an_order_is_taken_with_the_name_of_its_unit(order, rules, place, taken):
    sheet = judge({"england": [order]}, rules).sheet

    found = {**sheet.moves, **sheet.supports, **sheet.convoys, **sheet.holds}
    assert found.pop(place) == taken
    assert set(found.values()) == {None}


@pytest.mark.parametrize(
    ("order", "rules", "why", "stands"),
    [
        (hold("F lon"), {}, Unfit.WRONG_KIND, unit("england", "A lon")),
        (move("F lon", "yor"), {}, Unfit.WRONG_KIND, unit("england", "A lon")),
        (hold("A spa/nc"), {}, Unfit.WRONG_KIND, unit("england", "F spa/nc")),
        (
            hold("F spa/sc"),
            {"unit_coast": "required"},
            Unfit.WRONG_KIND,
            unit("england", "F spa/nc"),
        ),
        (hold("A par"), {}, Unfit.NOT_YOURS, unit("france", "A par")),
        (hold("par"), {}, Unfit.NOT_YOURS, unit("france", "A par")),
        (support("F mao", "F spa/nc"), {}, Unfit.NOT_YOURS, unit("france", "F mao")),
        (hold("A yor"), {}, Unfit.NO_SUCH_UNIT, None),
        (Convoy(unit_name("F hel"), unit_name("A lon"), "hol"), {}, Unfit.NO_SUCH_UNIT, None),
        (IfDislodged(unit_name("A par"), ("pic",)), {}, Unfit.NOT_YOURS, unit("france", "A par")),
        (IfDislodged(unit_name("A yor"), ("lon",)), {}, Unfit.NO_SUCH_UNIT, None),
        (
            IfDislodged(unit_name("A lon"), ("yor",)),
            {"conditional_retreats": "false"},
            Unfit.WRONG_PHASE,
            None,
        ),
        (Retreat(unit_name("A lon"), "yor"), {}, Unfit.WRONG_PHASE, None),
        (Disband(unit_name("A lon")), {}, Unfit.WRONG_PHASE, None),
        (Build(unit_name("A lon")), {}, Unfit.WRONG_PHASE, None),
        (Remove(unit_name("A lon")), {}, Unfit.WRONG_PHASE, None),
        (Waive(), {}, Unfit.WRONG_PHASE, None),
    ],
)
def test_an_order_for_no_unit_of_its_power_is_handed_back(order, rules, why, stands):
    checked = judge({"england": [order]}, rules)

    assert checked.rejected == [OrderRejected("england", order, why, stands)]
    assert checked.ahead == {}
    assert set(checked.sheet.holds.values()) == {None}


@pytest.mark.parametrize(
    ("orders", "absent"),
    [
        ({}, ("england", "france")),
        ({"england": []}, ("england", "france")),
        ({"england": [hold("A lon")]}, ("france",)),
        ({"france": [hold("par")], "england": [hold("A lon")]}, ()),
        ({"england": [HoldAll()]}, ("france",)),
        ({"england": [IfDislodged(unit_name("A lon"), ("yor",))]}, ("france",)),
        ({"england": [hold("A par")]}, ("england", "france")),
        ({"england": [hold("A yor")]}, ("england", "france")),
        ({"england": [Concede()]}, ("england", "france")),
        ({"england": [WithdrawConcession()]}, ("england", "france")),
        ({"england": [Cancel()]}, ("england", "france")),
        ({"england": [Waive()]}, ("england", "france")),
        ({"england": [hold("A yor"), Waive(), hold("lon")]}, ("france",)),
        ({"england": [hold("A lon")], "italy": [HoldAll()]}, ("france",)),
    ],
)
def test_who_sent_nothing(orders, absent):
    """A power without units, such as Italy here, is not missed."""
    assert set(judge(orders).absent) == set(absent)


def test_the_later_of_two_orders_for_a_unit_stands():
    orders = [hold("spa"), move("F spa/nc", "por"), move("lon", "yor"), hold("A lon")]

    sheet = judge({"england": orders}).sheet

    assert sheet.moves == {"spa": move("F spa/nc", "por")}
    assert sheet.holds["lon"] == hold("A lon")


@pytest.mark.parametrize(
    ("order", "rules", "aim", "target"),
    [
        (support("A bur", "A par"), {}, "par", "par"),
        (support("A bur", "A par", "pic"), {}, "pic", "par"),
        (support("A bur", "A pic"), {}, "pic", None),
        (support("A bur", "F par"), {}, "par", None),
        (support("A bur", "F par"), {"wrong_kind": "ignored"}, "par", "par"),
        (support("A gas", "F spa/nc"), {}, "spa", "spa"),
        (support("A gas", "F spa"), {}, "spa", "spa"),
        (support("A gas", "F spa/sc"), {}, "spa", "spa"),
        (support("A gas", "F spa/sc"), {"unit_coast": "required"}, "spa", None),
        (support("A gas", "A spa"), {}, "spa", None),
        (support("A gas", "spa", "mar"), {}, "mar", "spa"),
        (support("F mao", "F eng", "bre"), {}, "bre", "eng"),
        (support("F mao", "F gas", "spa/nc"), {}, "spa", None),
    ],
)
def test_whom_a_support_helps_where(order, rules, aim, target):
    sheet = judge({"france": [order]}, rules).sheet

    assert list(sheet.aims.values()) == [aim]
    assert list(sheet.targets.values()) == [target] * (target is not None)


def test_what_a_sheet_comes_to():
    """The Channel cannot go to Paris; Wales may need a convoy, the others do not."""
    convoy = Convoy(unit_name("F nth"), unit_name("A wal"), "bel")
    beyond = move("F eng", "par")

    sheet = judge(
        {
            "england": [
                move("A lon", "yor"),
                move("A wal", "bel"),
                convoy,
                beyond,
                hold("F spa/nc"),
            ],
            "france": [move("A par", "pic"), move("A bur", "pic"), move("F mao", "spa/sc")],
        }
    ).sheet

    assert list(sheet.places) == ["bur", "eng", "gas", "lon", "mao", "nth", "par", "spa", "wal"]
    assert sheet.goals == {
        "bur": "pic",
        "lon": "yor",
        "mao": "spa",
        "par": "pic",
        "wal": "bel",
    }
    assert sheet.attackers == {
        "pic": ["bur", "par"],
        "yor": ["lon"],
        "spa": ["mao"],
        "bel": ["wal"],
    }
    assert sheet.overseas == ["wal"]
    assert sheet.convoys == {"nth": convoy}
    assert sheet.holds == {"gas": None, "spa": hold("F spa/nc")}
    assert sheet.faulty == {"eng": (beyond, Unfit.FLEET_INLAND)}
