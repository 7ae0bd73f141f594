"""Order sheets of all games in random positions: a number gives its order, no number none."""

import random
import textwrap
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.catalogue import offer
from gm.games.forms import ARROW, Form, form_of, text_of, title_of
from gm.games.vocabulary import Fate, Power
from gm.parsing.choosing import Numbers, Reader, read_filled
from gm.parsing.filling import Source, find
from gm.parsing.parser import parser_for
from gm.parsing.pieces import Verdict

GAMES = ("sengoku", "classic", "far_east_war", "three_kingdoms")
SLOW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def game_of(name: str) -> Any:
    return offer(name)


@cache
def parser_of(name: str) -> Any:
    made = game_of(name)
    scenario = next(iter(made.game.scenarios()))
    return parser_for(made.grammar, made.game.words(made.game.start(scenario, "")))


def reader_of(name: str, state: Any, power: Power) -> Reader:
    return Reader(parser_of(name), game_of(name).game, state, power)


def form_in(name: str, state: Any, power: Power) -> Form:
    game = game_of(name).game
    title = title_of("edo", 0, game.phase(state).label)
    return form_of(title, game.awaiting(state)[power].tasks)


def read_option(reader: Reader, order: str) -> list[Any]:
    nodes = reader.read(order)
    assert nodes is not None
    return [one for node in nodes for one in reader.game.read(node)]


@cache
def position(name: str, seed: int, steps: int) -> Any:
    """The position after random options of every sheet were followed for some steps."""
    game, chance = game_of(name).game, random.Random(seed)
    state = game.start(next(iter(game.scenarios())), f"seed {seed}")
    for _ in range(steps):
        if game.end(state) is not None:
            break
        orders = {}
        for power in game.awaiting(state):
            reader, form = reader_of(name, state, power), form_in(name, state, power)
            sheet = [
                order
                for row in form.rows
                if row.options and chance.random() < 0.8
                for order in read_option(reader, chance.choice(row.options).order)
            ]
            orders[power] = game.check(state, power, [sheet]).orders
        state = game.adjudicate(state, orders).state
    return state


def sources(text: str, mark: str, width: int) -> list[Source]:
    """The lines of a sheet as a mail program gives them back; lines to fill in are not broken."""
    lines = []
    for line in text.split("\n"):
        keeps = ARROW in line or len(line) <= width
        indent = line[: len(line) - len(line.lstrip())]
        lines += [line] if keeps else textwrap.wrap(line, width, initial_indent=indent)
    return [Source(number, mark + line, not mark) for number, line in enumerate(lines, 1)]


MARKS = st.sampled_from(["", "> ", ">"])
positions = st.tuples(
    st.sampled_from(GAMES), st.integers(min_value=0, max_value=5), st.integers(0, 5)
)


@SLOW
@given(where=positions, width=st.integers(40, 90), mark=MARKS)
def test_a_sheet_that_comes_back_as_it_was_sent_orders_nothing(
    where: tuple[str, int, int], width: int, mark: str
) -> None:
    name, state = where[0], position(*where)
    for power in game_of(name).game.awaiting(state):
        form = form_in(name, state, power)
        found = find(sources(text_of(form), mark, width), form)
        assert found.is_there
        assert found.entries == ()
        assert found.titles == (("edo", 0),)


@SLOW
@given(where=positions, data=st.data())
def test_every_number_gives_its_option_and_no_other(
    where: tuple[str, int, int], data: st.DataObject
) -> None:
    name, state = where[0], position(*where)
    game = game_of(name).game
    for power in game.awaiting(state):
        reader, form = reader_of(name, state, power), form_in(name, state, power)
        row = data.draw(st.sampled_from(form.rows))
        option = data.draw(st.sampled_from(row.options))
        by = data.draw(st.sampled_from([str(option.number), option.label, option.order]))
        mark, width = data.draw(MARKS), data.draw(st.integers(50, 90))
        text = text_of(form).replace(f"{row.subject} {ARROW}\n", f"{row.subject} {ARROW} {by}\n")
        filled = read_filled(reader, sources(text, mark, width), form)
        (piece,) = filled.pieces
        assert piece.verdict is Verdict.UNDERSTOOD, (row.subject, by, piece)
        given_orders = [order for node in piece.nodes for order in game.read(node)]
        expected = read_option(reader, option.order)
        assert given_orders[-len(expected) :] == expected
        place = given_orders[: -len(expected)]
        assert bool(place) == bool(row.prefix)
        if name in ("sengoku", "classic"):  # elsewhere an order may hang on another of the sheet
            (checked,) = game.check(state, power, [given_orders]).sheets
            assert all(one.fate is Fate.STANDS for one in checked)


@pytest.mark.parametrize("name", GAMES)
def test_numbers_beyond_the_sheet_and_of_other_sheets_are_asked_back(name: str) -> None:
    state = position(name, 0, 0)
    for power in game_of(name).game.awaiting(state):
        reader, form = reader_of(name, state, power), form_in(name, state, power)
        row = form.rows[0]
        beyond = [Source(1, f"{row.subject} {ARROW} {len(row.options) + 1}")]
        (piece,) = read_filled(reader, beyond, form).pieces
        assert piece.verdict is Verdict.ASKED
        for numbers in (Numbers.OLD, Numbers.UNKNOWN):
            one = [Source(1, f"{row.subject} {ARROW} 1")]
            (piece,) = read_filled(reader, one, form, numbers).pieces
            assert piece.verdict is Verdict.ASKED
            assert piece.nodes == ()
