"""Random but lawful letters, and what must hold of every position they lead to."""

from collections import Counter
from random import Random

import pytest

from gm.games.far_east_war import FarEastWar
from gm.games.far_east_war.map import TEAMS, Effect
from gm.games.far_east_war.options import Option, marker_options, options
from gm.games.far_east_war.orders import (
    NEW,
    Answer,
    Attack,
    Choose,
    Deploy,
    Infight,
    Levy,
    Marker,
    Question,
    Recruit,
    Reroll,
    Resolve,
    Shift,
    StandingHidden,
    StandingLend,
    StandingReroll,
    StandingReset,
    StandingShield,
    StandingSplit,
    Wish,
)
from gm.games.far_east_war.setup import default_choice
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.table import Table


def _letter(game: FarEastWar, state: State, power: str, dice: Random) -> list:
    """The orders of one random letter."""
    if state.stage is Stage.SETUP:
        return _setup(game, state, power, dice)
    if power != state.active:
        return _standing(game, state, power, dice) if dice.random() < 0.3 else []
    if dice.random() < 0.05:
        return []
    table = Table.of(game.board, state)
    marker = dice.choice(marker_options(game.board, table, power)).order
    assert isinstance(marker, Marker)
    orders: list = [marker]
    for option in _sample(options(game.board, state, power, marker.action), dice):
        orders.extend(_varied(game, state, power, option, dice))
    orders += _standing(game, state, power, dice) if dice.random() < 0.3 else []
    return orders


def _sample(found: tuple[Option, ...], dice: Random) -> list[Option]:
    by_kind: dict[type, list[Option]] = {}
    for option in found:
        by_kind.setdefault(type(option.order), []).append(option)
    taken: list[Option] = []
    for group in by_kind.values():
        taken += dice.sample(group, min(len(group), dice.randint(0, 5)))
    return taken


def _varied(game, state, power, option, dice):
    order = option.order
    mine = [one.id for one in state.legions if game.board.team(one.owner) == game.board.team(power)]
    match order:
        case Attack():
            yield Attack(
                order.target,
                order.attacker,
                tuple(dice.sample(mine, min(2, len(mine)))),
                order.sail,
            )
            if dice.random() < 0.4:
                yield Answer(dice.choice(list(Question)), dice.random() < 0.5, order.attacker)
            if dice.random() < 0.2:
                yield Infight(dice.choice(list(game.board.areas)), order.attacker)
            if dice.random() < 0.2:
                yield Resolve((order.target,))
        case Recruit(troops, area, legion):
            yield Recruit(dice.randint(1, troops), area, dice.choice([legion, None]))
            if dice.random() < 0.3 and legion not in (None, NEW):
                yield Shift(1, legion, dice.choice([*mine, NEW]))
        case Levy(general, area):
            enemies = [one.id for one in state.legions if one.id not in mine]
            choice = dice.randint(0, 2)
            borders = game.board.areas[area].borders
            yield Levy(
                general, area,
                dice.choice(borders) if choice == 1 else None,
                dice.choice(enemies) if choice == 2 and enemies else None,
            )  # fmt: skip
        case _:
            yield order


def _standing(game, state, power, dice):
    hand = state.holdings[power].hand
    mine = [one.id for one in state.legions if one.owner == power]
    orders: list = [
        StandingReroll(dice.choice(list(Reroll))),
        StandingShield(dice.random() < 0.7),
        StandingHidden(dice.randint(1, 3), dice.choice(list(game.board.areas))),
        StandingHidden(1, dice.choice(list(game.board.areas)), NEW),
    ]
    if hand and mine:
        orders.append(StandingReset(dice.choice(hand), dice.choice(mine)))
    if game.board.players == 4:
        orders += [StandingSplit(dice.randint(0, 20)), StandingLend(dice.random() < 0.7)]
    return orders


def _setup(game, state, power, dice):
    board = game.board
    orders: list = []
    if dice.random() < 0.9:
        choice = list(default_choice(board, power))
        pool = [one for one in board.selectable(power) if one not in choice]
        weak = [one for one in choice if board.generals[one].health == 3]
        for one in dice.sample(weak, min(len(weak), len(pool), 3)):
            new = dice.choice(pool)
            if board.generals[new].health == 3 and not board.generals[one].leader:
                choice[choice.index(one)] = new
                pool.remove(new)
        orders.append(Choose(tuple(choice)))
        able = [one for one in choice if not board.generals[one].has(Effect.NO_SETUP_DEPLOY)]
        mine = [one.id for one in state.legions if one.owner == power]
        led = dice.sample(mine, board.setup.on_map)
        for general, legion in zip(dice.sample(able, board.setup.on_map), led, strict=True):
            orders.append(Deploy(general, legion))
    if dice.random() < 0.6:
        wishes = dice.sample(board.legendary(power), 2)
        orders.append(Wish(tuple(wishes)))
    return orders


def _assert_sound(game: FarEastWar, state: State) -> None:
    """The invariants of every position."""
    board = game.board
    areas = Counter(legion.at for legion in state.legions)
    assert max(areas.values(), default=0) <= 2
    for area in areas:
        sides = {board.team(legion.owner) for legion in state.legions if legion.at == area}
        assert len(sides) == 1
        assert state.control.get(area) == sides.pop()
    for legion in state.legions:
        led_by = board.generals.get(legion.general)
        cap = 5 if led_by is not None and led_by.has(Effect.LEGION_CAP) else 4
        assert 1 <= legion.troops <= cap
    used = Counter()
    for legion in state.legions:
        used[legion.owner] += legion.troops
    assert all(count <= board.limits.tokens for count in used.values())
    generals = [one.general for one in state.legions if one.general is not None]
    generals += [one for holding in state.holdings.values() for one in holding.hand]
    generals += [one for team in TEAMS for one in state.tokens[team]]
    assert len(set(generals)) == len(generals)
    assert all(0 <= holding.supply <= 60 for holding in state.holdings.values())
    on_map = {one.general for one in state.legions}
    assert all(
        one in on_map and 0 < count < board.generals[one].health
        for one, count in state.wounds.items()
    )
    assert state.provoked is None or state.provoked in on_map
    assert len({legion.id for legion in state.legions}) == len(state.legions)
    for area in board.areas.values():
        if not area.is_land and area.id not in areas:
            assert state.control.get(area.id) == area.home
    if state.stage is Stage.TURN:
        assert (
            len(state.deck) + len(state.aside) + (0 if "reset" in state.deck else 1)
            == len(board.deck) + 1
        )


@pytest.fixture(scope="session")
def letter():
    """Gives the orders of one random letter of a power."""
    return _letter


@pytest.fixture(scope="session")
def assert_sound():
    """Asserts the invariants of a position."""
    return _assert_sound
