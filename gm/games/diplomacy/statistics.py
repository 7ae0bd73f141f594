"""Figures of a match: what one step adds to them, and what they say together.

``count_step`` makes a small tally of plain data of each step; ``statistics`` adds tallies up. So a
page of figures costs the same however long the match is. Words as they are used here:

support given     an order to support another power's unit, whether it came to anything or not
attack            a move, or support to a move, into a province where another power's unit stands
                  or whose centre it controls
stab              an attack on a power that the attacker gave support to in one of the two movement
                  phases before
accuracy          how many of the moves ordered took place, and of the supports ordered stood
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gm.games.diplomacy.events import (
    ConvoyLost,
    Event,
    Moved,
    MovementResult,
    NotFollowed,
    SentNothing,
    SupportCut,
    Supported,
    Unmatched,
)
from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import Move, Place, Support
from gm.games.diplomacy.scenes import Chapter, Part, Scene, chapters
from gm.games.diplomacy.state import State, Unit
from gm.games.diplomacy.teller import Teller
from gm.games.vocabulary import Content, Power

RECENT = 2
"""Movement phases for which a support given is remembered: one game year."""


def count_step(board: Board, before: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The tallies of the movement phases that one step resolved; plain data.

    ``turn``; by power ``moves`` (ordered, made), ``supports`` (ordered, stood) and ``absent``;
    ``given`` lists ``[giver, receiver, stood]``; ``attacks`` lists ``[attacker, victim, order's
    unit, province]``.
    """
    return [
        _tally(board, chapter)
        for chapter in chapters(before, events)
        if chapter.part is Part.MOVEMENT
    ]


def _tally(board: Board, chapter: Chapter) -> dict[str, Any]:
    results = [event for event in chapter.events if isinstance(event, MovementResult)]
    mine = [event for event in results if event.unit.power != NEUTRAL]
    return {
        "turn": chapter.turn,
        "moves": _rates((it.unit.power, isinstance(it, Moved)) for it in mine if _is(it, Move)),
        "supports": _rates(
            (it.unit.power, isinstance(it, Supported)) for it in mine if _is(it, Support)
        ),
        "absent": [it.power for it in chapter.events if isinstance(it, SentNothing)],
        "given": [list(given) for given in _given(mine)],
        "attacks": [list(attack) for attack in _attacks(board, chapter.before, mine)],
    }


def _is(result: MovementResult, kind: type[Move | Support]) -> bool:
    return isinstance(result.order, kind)


def _rates(done: Iterable[tuple[Power, bool]]) -> dict[Power, list[int]]:
    rates: dict[Power, list[int]] = {}
    for power, well in done:
        rate = rates.setdefault(power, [0, 0])
        rate[0] += 1
        rate[1] += well
    return rates


def _given(results: Sequence[MovementResult]) -> Iterator[tuple[Power, Power, bool]]:
    """Supports given to other powers, and whether they stood."""
    standing = {it.unit.at: it.unit for it in results}
    for result in results:
        if isinstance(result.order, Support):
            helped = _helped(result, standing)
            if helped is not None and helped.power not in {result.unit.power, NEUTRAL}:
                yield result.unit.power, helped.power, isinstance(result, Supported)


def _helped(result: MovementResult, standing: Mapping[Place, Unit]) -> Unit | None:
    """The unit that a support was for, if there is one."""
    match result:
        case Supported():
            return result.target
        case Unmatched():
            return result.partner
        case SupportCut() | NotFollowed() if isinstance(result.order, Support):
            return standing.get(result.order.target.at)
    return None


def _attacks(
    board: Board, scene: Scene, results: Sequence[MovementResult]
) -> Iterator[tuple[Power, Power, str, str]]:
    """Who attacked whom, with which unit, where: each attacker and victim once for a unit."""
    there = {board.province_of[unit.at]: unit.power for unit in scene.units}
    for result in results:
        to = _goal(result)
        if to is None:
            continue
        province = board.province_of[to]
        victims = {there.get(province), scene.owners.get(province)}
        for victim in sorted(one for one in victims if one not in {None, result.unit.power}):
            if victim != NEUTRAL and victim is not None:
                yield result.unit.power, victim, board.name(result.unit.at), board.name(province)


def _goal(result: MovementResult) -> Place | None:
    """Where a unit attacked, or helped another power's attack to go."""
    order = result.order
    if isinstance(result, NotFollowed | ConvoyLost):
        return None
    if isinstance(order, Move):
        return order.to
    if isinstance(order, Support) and isinstance(result, Supported | SupportCut):
        return order.to
    return None


# --- All together ---


def statistics(teller: Teller, state: State, tallies: Sequence[Mapping[str, Any]]) -> Content:
    """Sections with plots and the same figures in words (``gm.rendering.figures.Section``)."""
    sections = [
        _progress(teller, state),
        _accuracy(teller, tallies),
        _alliances(teller, tallies),
        _stabs(teller, tallies),
    ]
    return {"sections": [section for section in sections if section is not None]}


def _progress(teller: Teller, state: State) -> Content | None:
    """How near each power is to winning alone, in per cent of the centres that it takes."""
    if len(state.tallies) < 2:
        return None
    years = ["start" if one.year == 0 else str(one.year) for one in state.tallies]
    rows = [
        {
            **teller.power(power),
            "counts": [round(100 * one.centres[power] / teller.victory) for one in state.tallies],
        }
        for power in teller.board.powers
    ]
    return {
        "heading": "On the way to victory",
        "says": f"Of the {teller.victory} centres that win, each has so many in a hundred.",
        "plot": {"kind": "lines", "years": years, "rows": rows, "goal": 100, "unit": "%"},
        "columns": ["", *years],
        "rows": [[row["name"], *(f"{count}%" for count in row["counts"])] for row in rows],
    }


def _accuracy(teller: Teller, tallies: Sequence[Mapping[str, Any]]) -> Content | None:
    rows = []
    for power in teller.board.powers:
        moves, made = _sum(tallies, "moves", power)
        supports, stood = _sum(tallies, "supports", power)
        absent = sum(power in tally["absent"] for tally in tallies)
        if moves or supports or absent:
            rows.append(
                {
                    **teller.power(power),
                    "bars": [
                        {"label": "moves made", "part": made, "whole": moves},
                        {"label": "supports that stood", "part": stood, "whole": supports},
                    ],
                    "absent": absent,
                }
            )
    if not rows:
        return None
    return {
        "heading": "How well the orders went",
        "says": "Moves that took place and supports that stood, of those that were ordered.",
        "plot": {"kind": "bars", "rows": rows},
        "columns": ["", "Moves made", "Supports that stood", "Turns without orders"],
        "rows": [[row["name"], *map(_of, row["bars"]), str(row["absent"])] for row in rows],
    }


def _sum(tallies: Sequence[Mapping[str, Any]], name: str, power: Power) -> tuple[int, int]:
    rates = [tally[name].get(power, (0, 0)) for tally in tallies]
    return sum(rate[0] for rate in rates), sum(rate[1] for rate in rates)


def _of(bar: Mapping[str, Any]) -> str:
    if not bar["whole"]:
        return "none ordered"
    return f"{bar['part']} of {bar['whole']} ({round(100 * bar['part'] / bar['whole'])}%)"


def _alliances(teller: Teller, tallies: Sequence[Mapping[str, Any]]) -> Content | None:
    """Who gave whom support, and how often."""
    given: Counter[tuple[Power, Power]] = Counter()
    for tally in tallies:
        given.update((giver, receiver) for giver, receiver, _ in tally["given"])
    if not given:
        return None
    seen = {power for pair in given for power in pair}
    powers = [power for power in teller.board.powers if power in seen]
    names = [teller.board.power_name(power) for power in powers]
    cells = [[given[giver, receiver] for receiver in powers] for giver in powers]
    return {
        "heading": "Support given to others",
        "says": "Each row is a giver, each column a receiver.",
        "plot": {"kind": "grid", "names": names, "cells": cells},
        "columns": ["Giver", "Receiver", "Supports given"],
        "rows": [
            [teller.board.power_name(giver), teller.board.power_name(receiver), str(count)]
            for (giver, receiver), count in given.most_common()
        ],
    }


def _stabs(teller: Teller, tallies: Sequence[Mapping[str, Any]]) -> Content | None:
    name = teller.board.power_name
    rows = [
        [turn, name(attacker), name(victim), f"{unit} to {province}", since]
        for turn, attacker, victim, unit, province, since in _broken(tallies)
    ]
    if not rows:
        return None
    return {
        "heading": "Support withdrawn",
        "says": "Attacks on a power that the attacker had given support to within a year.",
        "plot": None,
        "columns": ["Turn", "Attacker", "Attacked", "How", "Last support"],
        "rows": rows,
    }


def _broken(
    tallies: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[str, Power, Power, str, str, str]]:
    """Stabs in order: turn, attacker, victim, unit, province, turn of the last support."""
    helped: dict[tuple[Power, Power], int] = {}
    for index, tally in enumerate(tallies):
        for attacker, victim, unit, province in tally["attacks"]:
            last = helped.get((attacker, victim))
            if last is not None and index - last <= RECENT:
                yield tally["turn"], attacker, victim, unit, province, tallies[last]["turn"]
        for giver, receiver, _ in tally["given"]:
            helped[giver, receiver] = index
