"""Orders in players' words: what is understood, and that the standard wording reads as itself."""

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as some

from gm.catalogue import offer
from gm.games.three_kingdoms import orders as o
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.reading import CLAUSES, SEVERAL, read
from gm.games.three_kingdoms.reading_actions import ACTIONS
from gm.games.three_kingdoms.roster import Who
from gm.games.vocabulary import Fate, Fault, Phase, Power, Problem
from gm.parsing.folding import fold
from gm.parsing.parser import parser_for
from gm.parsing.pieces import Verdict
from gm.parsing.sheet import SheetContext, read_sheet
from gm.resources import shipped

GAME = offer("three_kingdoms").game
PARSER = parser_for("three_kingdoms", GAME.words(GAME.start("s1", "words")))
WORDING = yaml.safe_load((Path(__file__).parent / "wording.yaml").read_text("utf-8"))
HANDS = yaml.safe_load((Path(__file__).parent / "hands.yaml").read_text("utf-8"))


def orders_of(parser, text):
    nodes = parser.read_text(text)
    if isinstance(nodes, Problem):
        return None
    return [order for node in nodes for order in read(node)]


@pytest.mark.parametrize(("text", "wording"), WORDING, ids=[text for text, _ in WORDING])
def test_is_understood(game, parser, text, wording):
    found = orders_of(parser, text)

    assert (found and [game.spell(order) for order in found]) == wording


@pytest.mark.parametrize("row", HANDS, ids=[f"{row['text'][:50]!a}" for row in HANDS])
def test_every_hand_is_read_or_asked(row):
    phase = Phase("", "", "Turn 1", row.get("kind", "plan"))
    sheet = read_sheet(PARSER, row["text"], SheetContext.of(GAME.sides, Power("wei"), phase))
    orders = [order for node in sheet.nodes for order in read(node)]
    asked = sheet.of(Verdict.ASKED)

    if row.get("ask"):
        assert asked
        assert orders == []
        assert all(piece.problem.reason for piece in asked)
        return
    assert not asked
    if row.get("refused"):
        checked = GAME.check(GAME.start("s1", "hands"), Power("wei"), [orders])
        refused = [one for one in checked.sheets[0] if one.fate is Fate.REFUSED]
        assert refused
        assert all(one.problems[0].proposals or one.problems[0].hint for one in refused)
        return
    assert [GAME.spell(order) for order in orders] == row.get("means", [])


def test_every_idiom_is_used_by_some_hand():
    used = {
        place for row in HANDS for place, _ in PARSER.idioms.steps(fold(row["text"]), PARSER.named)
    }
    idioms = PARSER.idioms
    assert {one.place for one in (*idioms.said, *idioms.asked, *idioms.loose)} == used


areas = some.sampled_from([Area(area) for area in ("A", "G", "H", "J1", "L3", "F1", "K2")])
men = some.sampled_from(
    [Who(who) for who in ("cao_cao", "yan_liang", "yu_jin", "lu_bu", "wei_yan")]
)
several = some.lists(men, min_size=1, max_size=3, unique=True).map(tuple)
nations = some.sampled_from([None, Side("wei"), Side("shu"), Side("wu")])
leaves = some.one_of(
    some.builds(
        o.Compare,
        some.sampled_from(o.Term),
        some.sampled_from(o.Sign),
        some.integers(0, 19),
        some.none() | areas,
    ),
    some.builds(
        o.Compare,
        some.sampled_from([o.Term.TOTAL, o.Term.TROOPS]),
        some.sampled_from(o.Sign),
        some.integers(0, 7),
        some.none(),
        men,
    ),
    some.just(o.Outnumbered()),
    some.just(o.Attacking()),
    some.builds(o.Controls, areas),
    some.builds(o.Present, men, areas),
    some.builds(o.Alive, men),
)
conditions = some.recursive(
    leaves,
    lambda inner: (
        some.builds(o.Not, inner)
        | some.builds(o.Both, inner, inner)
        | some.builds(o.Either, inner, inner)
    ),
    max_leaves=4,
)
uses = some.builds(o.Use, some.integers(1, 14), some.just(()) | several, terrain=some.booleans())
groups = some.builds(o.Group, areas, several, some.none() | areas)
every_order = some.one_of(
    some.builds(
        o.Advance,
        areas,
        some.lists(
            some.builds(o.Step, men, some.lists(areas, min_size=1, max_size=2).map(tuple)),
            min_size=1,
            max_size=3,
        ).map(tuple),
        some.none() | areas,
    ),
    some.builds(
        o.Strike,
        areas,
        some.lists(groups, max_size=2).map(tuple),
        some.booleans(),
        nations,
    ),
    some.builds(o.Discord, men, nations),
    some.builds(o.Ally, some.sampled_from([Side("yuan_shao"), Side("lu_bu")]), nations),
    some.builds(o.Persuade, men, nations),
    some.builds(o.Sweep, areas),
    some.just(o.Farm()),
    some.just(o.Farm(((Side("shu"), 1), (Side("wu"), 2)))),
    some.builds(o.If, conditions),
    some.builds(o.HaltIf, conditions),
    some.builds(
        o.Defend, some.sampled_from(o.Stance), some.none() | areas, some.none() | conditions
    ),
    some.builds(o.KeepOut, several, some.none() | areas),
    some.builds(o.Commander, several),
    some.builds(o.Adviser, several),
    some.builds(o.Stratagems, some.lists(uses, min_size=1, max_size=3).map(tuple), some.booleans()),
    some.builds(o.Until, conditions, some.lists(areas, max_size=2).map(tuple)),
    some.builds(o.Assaults, some.integers(1, 3)),
    some.builds(o.Lose, several, some.booleans()),
    some.builds(o.NeverRetreat, some.none() | conditions),
    some.builds(o.Pursue, some.booleans()),
    some.builds(o.RetreatTo, some.lists(areas, min_size=1, max_size=3).map(tuple), several),
    some.builds(o.ControlWith, men, some.none() | areas),
    some.builds(o.Pick, several, nations),
    some.builds(o.Place, men, areas),
    some.builds(o.Troops, men, some.integers(1, 6)),
    some.builds(o.MusterAuto, some.booleans()),
    some.builds(o.AskMe, some.none() | areas),
    some.sampled_from(
        [o.Pass(), o.Then(), o.Else(), o.Always(), o.Forget(), o.Cancel(), o.NeverRetreat()]
    ),
    some.builds(o.Fallback, some.sampled_from([o.Farm(), o.Pass()])),
)


@given(every_order)
@settings(max_examples=300, deadline=None)
def test_standard_wording_reads_as_itself(order):
    assert orders_of(PARSER, GAME.spell(order)) == [order]


@given(every_order)
@settings(max_examples=100, deadline=None)
def test_orders_survive_the_codec(order):
    assert GAME.codec.load_order(GAME.codec.dump(order)) == order


def test_every_rule_of_the_grammar_that_makes_an_order_is_read():
    text = (shipped("grammars") / "three_kingdoms.lark").read_text(encoding="utf-8")
    listed = re.findall(r"^_(?:action|tie|clause): (.+(?:\n +\| .+)*)", text, re.MULTILINE)
    rules = {name for line in listed for name in re.findall(r"[a-z_]+", line)}
    aliases = set(re.findall(r"-> ([a-z]+_[a-z_]+)", text))

    assert rules | {one for one in aliases if one.startswith("led_")} <= {
        *ACTIONS,
        *CLAUSES,
        *SEVERAL,
    }


def test_a_letter_is_read_line_by_line(game, parser):
    state = game.start("s1", "letter")
    text = """Dear GM,

ACTION 1: attack Jiujiang from Yuzhou with Cao Cao
  fight on while we have more than 2 troops, else retreat to Yuzhou
ACTION 2: FARM

Good luck everybody
"""
    sheet = read_sheet(parser, text, SheetContext.of(game.sides, "wei", game.phase(state)))
    orders = [order for node in sheet.nodes for order in game.read(node)]

    assert [game.spell(order) for order in orders] == [
        "ACTION 1",
        "STRIKE Jiujiang FROM Yu: Cao Cao",
        "UNTIL troops <= 2 THEN RETREAT TO Yu",
        "ACTION 2",
        "FARM",
    ]


def sheet_of(parser, *lines):
    return [order for line in lines for order in orders_of(parser, line)]


def test_a_later_plan_takes_the_place_of_an_earlier_one(game, parser):
    state = game.start("s1", "later")
    first = sheet_of(parser, "SWEEP Henan", "DEFEND Yu WITH SIEGE")
    second = sheet_of(parser, "FARM")
    checked = game.check(state, "wei", [first, second])

    assert [one.fate for one in checked.sheets[0]] == [Fate.REPLACED, Fate.STANDS]
    assert [game.spell(order) for order in checked.orders] == ["DEFEND Yu WITH SIEGE", "FARM"]
    assert checked.present


def test_standing_instructions_about_the_same_are_replaced(game, parser):
    state = game.start("s1", "standing")
    first = sheet_of(parser, "DEFEND Yu WITH SIEGE", "DEFEND Xu WITH FIELD")
    second = sheet_of(parser, "DEFEND Yu WITH WITHDRAW")
    checked = game.check(state, "wei", [first, second])

    assert [game.spell(order) for order in checked.orders] == [
        "DEFEND Xu WITH FIELD",
        "DEFEND Yu WITH WITHDRAW",
    ]


def test_receipts_work_out_costs_and_odds(game, parser):
    state = game.start("s1", "costs")
    orders = sheet_of(
        parser,
        "STRIKE Jiujiang FROM Yu: Cao Cao, Xiahou Dun",
        "PERSUADE ALLY Liu Biao",
        "THEN",
        "STRIKE Nanyang FROM Nanjun: Liu Biao",
        "ADVANCE Yu: Xun Yu - Henan",
    )
    notes = game.check(state, "wei", [orders]).notes

    assert "Action 1: a battle in Jiujiang, total 5 against 3" in notes[0]
    assert "Wei pays 2 for its troops = 2 of 5 provisions" in notes[0]
    assert "succeeds on 2 or less, 2 in 6" in notes[1]


def test_what_cannot_be_done_now_is_a_warning_and_what_never_can_is_refused(game, parser):
    state = game.start("s1", "warning")
    orders = sheet_of(
        parser, "STRIKE Henan FROM Yan: Cao Cao", "STRIKE Xu FROM Yu: Guan Yu", "SWEEP Cao Cao"
    )
    checked = game.check(state, "wei", [orders]).sheets[0]

    assert [one.fate for one in checked] == [Fate.STANDS, Fate.REFUSED, Fate.REFUSED]
    assert [one.problems[0].fault for one in checked] == [
        Fault.WARNING,
        Fault.ILLEGAL,
        Fault.INVALID,
    ]
    assert "Cao Cao is in Yu, not in Yan" in checked[0].problems[0].reason


def test_a_side_without_a_seat_owes_nothing(game):
    state = game.start("s1", "seats")

    assert set(game.awaiting(state)) == {"wei", "alliance"}
    assert game.check(state, "dong", [[o.Farm()]]).orders == ()
