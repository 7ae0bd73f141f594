"""Positions corrected by the gamemaster's hand: units placed, removed and moved, centres given.

A change is a line such as ``place takeda A Kai``, ``remove A Kai``, ``move A Kai to Sagami``,
``owner Kai takeda``, ``owner Kai nobody``, ``eliminate oda``.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from gm.games.diplomacy.casefile import Names, names_of, place_in, power_in, unit_in
from gm.games.diplomacy.map import NEUTRAL, Board
from gm.games.diplomacy.orders import ARMY, Kind, Place
from gm.games.diplomacy.state import Stage, State, Tally, Unit, count_centres, in_order
from gm.games.documents import DocumentError, Reader
from gm.values import replace

FORMS = (
    "place POWER UNIT, remove UNIT, move UNIT to PLACE, owner PLACE POWER, owner PLACE nobody, or "
    "eliminate POWER"
)

_UNIT = r"(?:army|fleet|a|f)\.?\s+.+?"


def corrected(board: Board, state: State, changes: Sequence[str]) -> tuple[State, tuple[str, ...]]:
    """*state* with the changes made in their order, and a sentence about each.

    Raises:
        DocumentError: a change cannot be read or made in this position, or no match can have the
            position that comes of it.
    """
    said = []
    for change in changes:
        state, sentence = _changed(board, state, " ".join(change.split()))
        said.append(sentence)
    faults = list(_faults(board, state))
    if faults:
        raise DocumentError((), " ".join(faults))
    if state.stage is Stage.ADJUSTMENTS and state.tallies:  # the year is counted already
        tally = Tally(state.tallies[-1].year, count_centres(board, state.owners))
        state = replace(state, tallies=(*state.tallies[:-1], tally))
    return state, tuple(said)


def _faults(board: Board, state: State) -> Iterator[str]:
    """Sentences about what is impossible in a position, whoever wrote it."""
    for place, owner in state.owners.items():
        if place not in board.centres:
            yield f"“{place}” is no supply centre."
        elif owner not in board.powers:
            yield f"“{owner}” is no power; a centre nobody controls has no owner."
    taken: set[Place] = set()
    for unit in state.units:
        province = board.province_of.get(unit.at)
        if province is None:
            yield f"“{unit.at}” is no place on the map."
        elif province in taken:
            yield f"Two units would stand in {board.name(province)}."
        elif unit.power not in board.powers and unit.power != NEUTRAL:
            yield f"“{unit.power}” is no power."
        elif unit.at not in (board.army_steps if unit.kind is ARMY else board.fleet_steps):
            yield f"{_kind(unit.kind).capitalize()} {board.name(unit.at)} cannot stand there."
        else:
            taken.add(province)


def _changed(board: Board, state: State, change: str) -> tuple[State, str]:
    for pattern, make in _CHANGES:
        if found := re.fullmatch(pattern, change, re.IGNORECASE):
            return make(names_of(board), state, found)
    raise DocumentError((), f"“{change}” is no change of a position; write {FORMS}.")


def _place(names: Names, state: State, found: "re.Match[str]") -> tuple[State, str]:
    power = power_in(names, found["power"], ())
    unit = unit_in(names, power, Reader(found["unit"], ()))
    board = names.board
    place = board.province_of[unit.at]
    if any(board.province_of[one.at] == place for one in state.units):
        raise DocumentError((), f"A unit stands in {board.name(place)} already; remove it first.")
    return _with(state, (*state.units, unit)), f"{_shown(board, unit)} was placed."


def _remove(names: Names, state: State, found: "re.Match[str]") -> tuple[State, str]:
    unit = _unit_at(names, state, found["unit"])
    left = [one for one in state.units if one != unit]
    beaten = tuple(one for one in state.dislodged if one.unit != unit)
    sentence = f"{_shown(names.board, unit)} was removed."
    return replace(_with(state, left), dislodged=beaten), sentence


def _move(names: Names, state: State, found: "re.Match[str]") -> tuple[State, str]:
    unit = _unit_at(names, state, found["unit"])
    text = f"{unit.kind.value} {found['place']}"
    goal = unit_in(names, unit.power, Reader(text, ()))
    board = names.board
    others = [one for one in state.units if one != unit]
    if any(board.province_of[one.at] == board.province_of[goal.at] for one in others):
        raise DocumentError((), f"A unit stands in {board.name(goal.at)} already.")
    beaten = tuple(one for one in state.dislodged if one.unit != unit)
    sentence = f"{_shown(board, unit)} was moved to {board.name(goal.at)}."
    return replace(_with(state, (*others, goal)), dislodged=beaten), sentence


def _owner(names: Names, state: State, found: "re.Match[str]") -> tuple[State, str]:
    board = names.board
    place = place_in(names, Reader(found["place"], ()))
    if place not in board.centres:
        raise DocumentError((), f"{board.name(place)} has no supply centre.")
    owners = {at: power for at, power in state.owners.items() if at != place}
    if found["power"].casefold() in ("nobody", "none", "neutral"):
        return replace(state, owners=owners), f"{board.name(place)} is controlled by nobody."
    owners[place] = power_in(names, found["power"], ())
    sentence = f"{board.name(place)} is controlled by {board.power_name(owners[place])}."
    return replace(state, owners=dict(sorted(owners.items()))), sentence


def _eliminate(names: Names, state: State, found: "re.Match[str]") -> tuple[State, str]:
    power = power_in(names, found["power"], ())
    left = [unit for unit in state.units if unit.power != power]
    owners = {place: owner for place, owner in state.owners.items() if owner != power}
    beaten = tuple(one for one in state.dislodged if one.unit.power != power)
    sentence = f"{names.board.power_name(power)} was eliminated: its units were removed."
    return replace(_with(state, left), owners=owners, dislodged=beaten), sentence


def _unit_at(names: Names, state: State, text: str) -> Unit:
    """The unit that *text* names, standing or dislodged."""
    wanted = unit_in(names, NEUTRAL, Reader(text, ()))
    place = names.board.province_of[wanted.at]
    standing = [*state.units, *(one.unit for one in state.dislodged)]
    for unit in standing:
        if names.board.province_of[unit.at] == place and unit.kind is wanted.kind:
            return unit
    raise DocumentError((), f"There is no {_kind(wanted.kind)} in {names.board.name(place)}.")


def _with(state: State, units: Sequence[Unit]) -> State:
    return replace(state, units=in_order(units))


def _kind(kind: Kind) -> str:
    return "army" if kind is Kind.ARMY else "fleet"


def _shown(board: Board, unit: Unit) -> str:
    whose = "the neutral garrison" if unit.power == NEUTRAL else board.power_name(unit.power)
    return f"{_kind(unit.kind).capitalize()} {board.name(Place(unit.at))} of {whose}"


_CHANGES: tuple[tuple[str, Callable[[Names, State, "re.Match[str]"], tuple[State, str]]], ...] = (
    (rf"place (?P<power>.+?) (?P<unit>{_UNIT})", _place),
    (rf"remove (?P<unit>{_UNIT})", _remove),
    (rf"move (?P<unit>{_UNIT})(?: to | ?-+>? ?)(?P<place>.+)", _move),
    (r"owner (?P<place>.+?)(?: ?[:=] ?| )(?P<power>[^ :=]+)", _owner),
    (r"eliminate (?P<power>.+)", _eliminate),
)
