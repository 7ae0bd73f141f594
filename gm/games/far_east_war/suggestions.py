"""What a player may have meant by a text that cannot be read, as orders that can be followed.

In goes what the reader makes of the text, and the text itself; out come orders, the likeliest
first. Nothing of this is executed: the player is asked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from gm.games.far_east_war.legality import check
from gm.games.far_east_war.map import Action, Board
from gm.games.far_east_war.options import Option, marker_options, options
from gm.games.far_east_war.order_ids import strings_of
from gm.games.far_east_war.orders import (
    Attack,
    Choose,
    Deploy,
    Exchange,
    Levy,
    Marker,
    Move,
    Order,
    Plain,
    Recruit,
    Regroup,
    Replace,
    Wish,
    Withdraw,
    bare,
)
from gm.games.far_east_war.sequence import ORDERS_OF
from gm.games.far_east_war.setup import cannot_choose
from gm.games.far_east_war.state import Stage, State
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.words import words
from gm.games.vocabulary import Fate, Power
from gm.values import replace

_CODE = re.compile(r"(?<![a-z0-9'])[a-z][0-9]{1,3}(?![a-z0-9'])")
_VERBS: Mapping[type[Plain], str] = {
    Attack: r"attack|battle|fight|strike|assault|support|against",
    Move: r"move|march|sail|go(?:es)?|send|bring|retreat|advance|land",
    Exchange: r"exchange|swap|change|trade|switch",
    Recruit: r"recruit|reinforce|fill|raise|add|troops?|men|strengthen",
    Deploy: r"deploy|place|put|play|lead",
    Replace: r"replace|instead|swap",
    Withdraw: r"withdraw|recall|back|return|hand",
    Levy: r"levy|levies|raise",
    Marker: r"marker|rondel|spaces?|steps?",
}
"""Words by which a kind of order is known."""


def suggestions(
    board: Board, state: State, power: Power, meant: Sequence[Sequence[Order]], folded: str
) -> Iterator[Sequence[Order]]:
    """What was meant, best what can be followed; else possible orders like the text."""
    meant = [orders for orders in meant if orders and all(map(_is_whole, orders))]
    possible = [orders for orders in meant if _can_be(board, state, power, orders)]
    choices = list(_of_setup(board, state, power, folded))
    if possible or meant:
        yield from possible or meant
    elif choices:
        yield from ((one,) for one in choices)
    elif state.stage is Stage.SETUP:  # orders of a turn, written before its time
        turn = replace(state, stage=Stage.TURN, active=power)
        yield from ((option.order,) for option in _like(board, turn, power, folded))
    elif state.stage is not Stage.OVER and power == state.active:
        yield from ((option.order,) for option in _like(board, state, power, folded))


def _is_whole(order: Order) -> bool:
    """Whether an order says anything; a text that breaks off may leave an empty one."""
    said = bare(order)
    return not isinstance(said, Regroup) or bool(said.sizes or said.generals)


def _of_setup(board: Board, state: State, power: Power, folded: str) -> Iterator[Order]:
    """Choices and placements of set-up that a text may mean by its names."""
    if state.stage is not Stage.SETUP:
        return
    named = _named(board, folded)
    generals = tuple(one for one in board.selectable(power) if one in named)
    legends = tuple(one for one in board.legendary(power) if one in named)
    legions = [one.id for one in state.legions if one.owner == power and {one.id, one.at} & named]
    if cannot_choose(board, power, generals) is None:
        yield Choose(generals)
    if legends:
        yield Wish(legends)
    for general in generals if legions else ():
        for legion in legions:
            yield Deploy(general, legion)


def _can_be(board: Board, state: State, power: Power, orders: Sequence[Order]) -> bool:
    """Whether orders can be followed now, on the space where the marker may stand then."""
    moments = [state]
    if state.stage is Stage.TURN and power == state.active:
        team = board.team(power)
        for action in Action:
            if any(isinstance(bare(order), ORDERS_OF[action]) for order in orders):
                place = board.rondel.spaces.index(action)
                markers = {**state.markers, team: place}
                moments.append(replace(state, stage=Stage.ACTION, markers=markers))
    return any(
        all(one.fate is not Fate.REFUSED for one in check(board, moment, power, [orders]).sheets[0])
        for moment in moments
    )


def _like(board: Board, state: State, power: Power, folded: str) -> list[Option]:
    """The possible orders that share most with a text."""
    table = Table.of(board, state)
    found = list(marker_options(board, table, power)) if state.stage is Stage.TURN else []
    for action in Action:
        found += options(board, state, power, action)
    named = _named(board, folded)
    kinds = {kind for kind, verb in _VERBS.items() if re.search(rf"\b(?:{verb})\b", folded)}
    wanted = [one for one in found if type(one.order) in kinds] or found
    scored = [(_shared(one.order, named), place, one) for place, one in enumerate(wanted)]
    best = max((score for score, _, _ in scored), default=(0, 0))
    if best[0] == 0:
        return [one for one in found if isinstance(one.order, Marker)] if Marker in kinds else []
    near = [each for each in scored if each[0][0] == best[0]]
    near.sort(key=lambda each: (-each[0][1], each[1]))
    return [one for _, _, one in near]


def _shared(order: Order, named: frozenset[str]) -> tuple[int, int]:
    """How many of the names an order holds, and how few others."""
    held = set(strings_of(order))
    return len(held & named), -len(held - named)


def _named(board: Board, folded: str) -> frozenset[str]:
    """The legions, areas and Generals that a text names."""
    found = {code.upper() for code in _CODE.findall(folded)}
    text = _bare(folded)
    names = words(board)
    for kind in ("area", "general"):
        for spelling, ident in names[kind].items():
            if f" {_bare(spelling)} " in f" {text} ":
                found |= set(ident.removeprefix("?").split("|"))
    return frozenset(found)


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9]+", " ", text.lower()).split())
