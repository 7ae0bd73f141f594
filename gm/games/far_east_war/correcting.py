"""Positions corrected by the gamemaster's hand: legions moved, placed and removed, areas given.

A change is a line such as ``move J7 to West Gangwon-Do``, ``place japan J7 wga 4 Kato`` (a new
legion, or other troops and another General for one that stands), ``remove J7``, ``owner wga japan``
or ``owner wga nobody``. Whatever was changed, the position must be one that a match can have.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from gm.games.documents import DocumentError, Reader
from gm.games.far_east_war.casefile import CaseReader, check_troops, legion_of
from gm.games.far_east_war.map import TEAMS, Board, GeneralId, LegionId
from gm.games.far_east_war.naming import (
    area_name,
    count,
    general_name,
    legion_name,
    listed,
    missing_legion,
    power_name,
)
from gm.games.far_east_war.state import Legion, Stage, State
from gm.games.far_east_war.table import Table
from gm.games.far_east_war.victory import immediate_ending
from gm.games.vocabulary import Power
from gm.values import replace

FORMS = (
    "move LEGION to AREA, place POWER LEGION AREA TROOPS GENERAL (the General may be left out), "
    "remove LEGION, owner AREA POWER, or owner AREA nobody"
)
Change = Callable[[CaseReader, Table, "re.Match[str]"], str]


def corrected(board: Board, state: State, changes: Sequence[str]) -> tuple[State, tuple[str, ...]]:
    """*state* with the changes made in their order, and a sentence about each.

    Raises:
        DocumentError: a change cannot be read, or the position could not come up in a match.
    """
    said: list[str] = []
    for change in changes:
        table = Table.of(board, state)
        said.append(_make(board, table, " ".join(change.split())))
        table.count_control()
        state = table.closed(state.stage, state.ending)
    fault = next(_faults(board, state), None)
    if fault is not None:
        raise DocumentError((), fault)
    return state, tuple(said)


def _make(board: Board, table: Table, change: str) -> str:
    for pattern, make in _CHANGES:
        if found := re.fullmatch(pattern, change, re.IGNORECASE):
            return make(CaseReader(board, Reader({})), table, found)
    raise DocumentError((), f"“{change}” is no change of a position; write {FORMS}.")


def _move(reader: CaseReader, table: Table, found: "re.Match[str]") -> str:
    legion = _standing(table, found["legion"])
    area = reader.area(Reader(found["area"]))
    table.put(replace(legion, at=area))
    return f"{legion.id} was moved to {area_name(table.board, area)}."


def _place(reader: CaseReader, table: Table, found: "re.Match[str]") -> str:
    board = table.board
    power = reader.power(Reader(found["power"]))
    name, entry = LegionId(found["legion"].upper()), Reader(found["rest"])
    legion = legion_of(reader, power, name, entry)
    check_troops(reader, entry, legion)
    old = table.legions.get(name)
    if old is not None and old.general not in (None, legion.general):
        _recall(table, old)
    if legion.general is not None and (old is None or old.general != legion.general):
        _summon(table, legion.general, power)
    table.put(legion)
    table.founded[power] = max(table.founded[power], legion.number)
    return f"{legion_name(board, legion)} of {power_name(board, power)} was placed."


def _remove(_reader: CaseReader, table: Table, found: "re.Match[str]") -> str:
    legion = _standing(table, found["legion"])
    _recall(table, legion)
    del table.legions[legion.id]
    return f"{legion.id} was removed."


def _owner(reader: CaseReader, table: Table, found: "re.Match[str]") -> str:
    area = reader.area(Reader(found["area"]))
    name = area_name(table.board, area)
    inside = [one.id for one in table.standing_in(area)]
    if inside:
        raise DocumentError((), f"Who stands in {name} controls it: {listed(inside)}.")
    if found["power"].lower() == "nobody":
        table.control.pop(area, None)
        return f"{name} is controlled by nobody now."
    team = table.board.team(reader.power(Reader(found["power"])))
    table.control[area] = team
    return f"{name} is controlled by {power_name(table.board, team)} now."


_CHANGES: Sequence[tuple[str, Change]] = (
    (r"move (?P<legion>[a-z]\d+) (?:to )?(?P<area>.+)", _move),
    (r"place (?P<power>\S+) (?P<legion>[a-z]\d+):? (?P<rest>.+)", _place),
    (r"remove (?P<legion>[a-z]\d+)", _remove),
    (r"owner (?P<area>.+) (?P<power>\S+)", _owner),
)


def _standing(table: Table, text: str) -> Legion:
    legion = table.legions.get(LegionId(text.upper()))
    if legion is None:
        raise DocumentError((), missing_legion(LegionId(text.upper())))
    return legion


def _recall(table: Table, legion: Legion) -> None:
    """The General of a legion goes back to his owner's hand, healed."""
    if legion.general is not None:
        table.put(replace(legion, general=None))
        table.to_hand(legion.general, legion.owner)


def _summon(table: Table, general: GeneralId, power: Power) -> None:
    """Takes a General for the map out of the hand of *power*, or back from the dead."""
    leads = table.led_by(general)
    if leads is not None:
        name = general_name(table.board, general)
        raise DocumentError((), f"{name} leads {leads.id}; place that without him first.")
    for tokens in table.tokens.values():
        if general in tokens:
            tokens.remove(general)
            table.hands[power].append(general)
    if general not in table.hands[power]:
        whose = power_name(table.board, power)
        raise DocumentError(
            (), f"{general_name(table.board, general)} is not among the Generals of {whose}."
        )
    table.hands[power].remove(general)
    if general not in table.shown:
        table.shown.append(general)


# What no match can have


def _faults(board: Board, state: State) -> Iterator[str]:
    """Sentences about what is impossible in a position."""
    table = Table.of(board, state)
    yield from _legion_faults(board, table)
    yield from _general_faults(board, table)
    yield from _count_faults(board, table)
    if state.stage is not Stage.OVER:
        ending = immediate_ending(board, table.control, state.active)
        if ending is not None:
            yield f"{ending.sentence} End the match with gm conclude if that is right."


def _legion_faults(board: Board, table: Table) -> Iterator[str]:
    for area in board.areas:
        inside = table.standing_in(area)
        sides = {table.team(one) for one in inside}
        if len(sides) > 1 or len(inside) > board.limits.legions_per_area:
            codes = ", ".join(one.id for one in inside)
            yield f"{area_name(board, area)} would hold {codes}: too many legions, or both sides."
        if sides and table.control.get(area) not in sides:
            yield f"Who stands in {area_name(board, area)} controls it: {inside[0].id}."
    for legion in table.legions.values():
        if legion.at not in board.areas:
            yield f"There is no area “{legion.at}” for {legion.id}."
        elif not 1 <= legion.troops <= table.cap(legion):
            most = count(table.cap(legion), "troop")
            yield f"{legion.id} would have {legion.troops}; a legion has 1 to {most}."


def _count_faults(board: Board, table: Table) -> Iterator[str]:
    """What is wrong with supply, tokens, markers and control."""
    most, spaces = board.limits.supply, len(board.rondel.spaces) - 1
    for power in board.powers:
        name = power_name(board, power)
        if not 0 <= table.supply[power] <= most:
            yield f"{name} would have {table.supply[power]} SP; there are 0 to {most}."
        if table.free_tokens(power) < 0:
            yield f"{name} would have more troops than tokens."
    for team in TEAMS:
        if not 0 <= table.markers.get(team, -1) <= spaces:
            yield f"The marker of {power_name(board, team)} stands on a space from 0 to {spaces}."
    for area, team in table.control.items():
        if area not in board.areas:
            yield f"There is no area “{area}” to control."
        elif team not in TEAMS:
            yield f"“{team}” is no side; {area_name(board, area)} is held by {' or '.join(TEAMS)}."


def _general_faults(board: Board, table: Table) -> Iterator[str]:
    led = [one.general for one in table.legions.values() if one.general is not None]
    hands = [one for hand in table.hands.values() for one in hand]
    dead = [one for tokens in table.tokens.values() for one in tokens]
    for general, times in Counter([*led, *hands, *dead]).items():
        if general not in board.generals:
            yield f"There is no General “{general}”."
        elif times > 1:
            yield f"{general_name(board, general)} would be in two places."
    for general, wounds in table.wounds.items():
        if general not in led:
            yield f"“{general}” leads no legion and can have no wounds."
        elif not 0 <= wounds < board.generals[general].health:
            most = board.generals[general].health - 1
            name = general_name(board, general)
            yield f"{name} would have {wounds} wounds; alive he has 0 to {most}."
