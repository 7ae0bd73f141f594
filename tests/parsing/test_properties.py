"""What must hold for every order: its words and its notation read back as the same order."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

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
    Order,
    Place,
    Remove,
    Retreat,
    Route,
    Support,
    UnitName,
    Waive,
    WithdrawConcession,
)
from gm.games.vocabulary import Problem
from tests.parsing.samples import made, sheet


def places_of(name: str) -> list[Place]:
    _, parser = made(name)
    return sorted({Place(one) for one in parser.names["province"].printed})


@st.composite
def orders(draw: Any) -> tuple[str, Order]:
    name = draw(st.sampled_from(["sengoku", "classic"]))
    place = st.sampled_from(places_of(name))
    kind = st.sampled_from([Kind.ARMY, Kind.FLEET, None])
    unit = st.builds(UnitName, kind, place)
    to_or_hold = st.one_of(st.none(), place)
    order = st.one_of(
        st.builds(Hold, unit),
        st.builds(
            Move, unit, place, st.sampled_from(Route), st.lists(place, max_size=3).map(tuple)
        ),
        st.builds(Support, unit, unit, to_or_hold).filter(lambda one: one.target.at != one.to),
        st.builds(Convoy, unit, unit, place),
        st.builds(Retreat, unit, place),
        st.builds(Disband, unit),
        st.builds(IfDislodged, unit, st.lists(place, max_size=4).map(tuple), st.booleans()).filter(
            lambda one: one.places or one.disband
        ),
        st.builds(Build, unit),
        st.builds(Remove, unit),
        st.builds(Waive, st.integers(1, 99)),
        st.builds(HoldAll, kind, st.one_of(st.none(), st.integers(2, 99))),
        st.builds(Cancel, st.one_of(st.none(), unit)),
        st.just(Concede()),
        st.just(WithdrawConcession()),
    )
    return name, draw(order)


@given(orders())
@settings(max_examples=400, deadline=None)
def test_words_and_notation_give_the_same_order(given_order: tuple[str, Order]) -> None:
    name, order = given_order
    game, parser = made(name)
    for text in (game.spell(order), game.notation(order)):
        nodes = parser.read_text(text)
        assert not isinstance(nodes, Problem), (text, nodes)
        assert [one for node in nodes for one in game.read(node)] == [order], text


@given(orders())
@settings(max_examples=200, deadline=None)
def test_a_letter_of_one_order_gives_that_order(given_order: tuple[str, Order]) -> None:
    name, order = given_order
    game, _ = made(name)
    power = str(game.sides[0].id)
    for text in (game.spell(order), game.notation(order).lower()):
        found = sheet(f"Hello,\n\n{text}\n\nThanks", power=power, game=name)
        assert [one for node in found.nodes for one in game.read(node)] == [order], text


@given(st.lists(orders(), min_size=2, max_size=4), st.sampled_from(["\n", "; ", ". ", ", "]))
@settings(max_examples=150, deadline=None)
def test_orders_may_stand_together(several: list[tuple[str, Order]], between: str) -> None:
    name = several[0][0]
    game, parser = made(name)
    lists = (
        IfDislodged,
        Build,
        Remove,
        Disband,
        Cancel,
        HoldAll,
        Waive,
        Concede,
        WithdrawConcession,
    )
    chosen = [order for of, order in several if of == name and not isinstance(order, lists)]
    found = sheet(between.join(map(game.notation, chosen)), power=str(game.sides[0].id), game=name)
    assert [one for node in found.nodes for one in game.read(node)] == chosen
    assert parser.is_patient()


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_no_text_is_too_odd(text: str) -> None:
    found = sheet(text)
    lines = text.splitlines()
    assert all(1 <= piece.line <= max(1, len(lines) + 1) for piece in found.pieces)


TEXT = """A F army fleet Kai Sagami Omi Mino Suo Sea not set - , . ; ( ) S C H to moves supports
holds or if and R Hojo Takeda D build ? please no 1 Shinano Shimo xyz"""
WORDS = st.sampled_from(sorted(set(TEXT.split())))


@given(st.lists(WORDS, max_size=14).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_every_understood_piece_can_be_read(text: str) -> None:
    game, _ = made("sengoku")
    for kind in ("movement", "retreats", "adjustments"):
        found = sheet(text, kind=kind)
        for node in found.nodes:
            assert game.read(node)
