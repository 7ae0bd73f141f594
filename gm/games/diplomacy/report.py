"""State and events to report content: plain data in the order in which it is told.

``report`` tells what happened since a position, ``position`` how things stand. Both give plain
data (strings, numbers, lists, mappings, None); the templates of the family choose the words:

title        the game's name
reader       the power the report is for, None for the public
resolved     the phases that were resolved, oldest first (``accounts``); empty in a position
sides        every power: id, name, letter, colour, ``units`` and ``centres`` (names),
             ``eliminated``
garrisons    where neutral armies stand (names)
dislodged    units that wait for their retreat: unit words, ``by``, ``retreats`` (names)
bridges      the bridges of the board (``Iyo and Suo``)
table        centres over the years: ``years`` (0 is the start) and for each power ``counts`` and
             ``now``; ``victory`` is what wins
now          the present phase: key, label, turn, kind; None after the end
adjusts      after a Fall the case of each power, of which ``mine`` is the reader's; else empty
demand       what the reader owes: summary, tasks; None where nothing is owed
demands      what every power owes: its words and ``summary``
ended        ``winners`` (names) and ``sentence``; None while the match goes on
composer     in a position only: all legal orders (``composing``)
pictures     those to be shown with the text (the first result and the position); each resolved
             phase holds all of its own
"""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from gm.games.diplomacy.accounts import account
from gm.games.diplomacy.map import NEUTRAL
from gm.games.diplomacy.pictures import position_picture
from gm.games.diplomacy.scenes import Scene, chapters, scene_of
from gm.games.diplomacy.sequence import phase_of
from gm.games.diplomacy.state import State
from gm.games.diplomacy.teller import Teller, place_names, unit_words
from gm.games.vocabulary import Content, Demand, Outcome, Power

Demands = Mapping[Power, Demand]


def report(
    teller: Teller, before: State, outcome: Outcome[State], reader: Power | None, demands: Demands
) -> Content:
    """What happened since *before*, as *reader* is told it; *demands* are those of the outcome."""
    resolved = [account(teller, chapter) for chapter in chapters(before, outcome.events)]
    pictures = [picture for phase in resolved for picture in phase["pictures"]]
    adjusts = [case for phase in resolved for case in phase["adjusts"]]
    return {
        **position(teller, outcome.state, reader, demands),
        "resolved": resolved,
        "adjusts": adjusts,
        "mine": next((case for case in adjusts if case["id"] == reader), None),
        "pictures": [it for it in pictures if it["kind"] == "result"][:1] + pictures[-1:],
    }


def position(
    teller: Teller, state: State, reader: Power | None, demands: Demands
) -> dict[str, Any]:
    """How things stand in *state*, as *reader* is told it."""
    board, scene, phase = teller.board, scene_of(state), phase_of(state)
    picture = position_picture(teller, scene, phase.key, phase.turn)
    return {
        "title": teller.title,
        "reader": reader,
        "resolved": [],
        "sides": [_side(teller, scene, power) for power in board.powers],
        "garrisons": place_names(board, (unit.at for unit in scene.of(NEUTRAL))),
        "dislodged": [
            {
                **unit_words(board, beaten.unit),
                "by": board.power_name(beaten.by),
                "retreats": place_names(board, beaten.retreats),
            }
            for beaten in state.dislodged
        ],
        "bridges": sorted(" and ".join(place_names(board, bridge)) for bridge in board.bridges),
        "table": _table(teller, state),
        "now": None if state.ended else to_builtins(phase),
        "adjusts": [],
        "mine": None,
        "demand": to_builtins(demands.get(reader)) if reader is not None else None,
        "demands": [
            {**teller.power(power), "summary": demands[power].summary}
            for power in board.powers
            if power in demands
        ],
        "ended": _ended(teller, state),
        "pictures": [picture] if teller.geometry else [],
    }


def _side(teller: Teller, scene: Scene, power: Power) -> dict[str, Any]:
    units = sorted(scene.units, key=lambda unit: teller.board.name(unit.at))
    centres = place_names(
        teller.board, (place for place, owner in scene.owners.items() if owner == power)
    )
    return {
        **teller.power(power),
        "units": [teller.unit(unit) for unit in units if unit.power == power],
        "centres": centres,
        "eliminated": not centres and not scene.of(power),
    }


def _table(teller: Teller, state: State) -> dict[str, Any]:
    owners = list(state.owners.values())
    return {
        "years": [tally.year for tally in state.tallies],
        "rows": [
            {
                **teller.power(power),
                "counts": [tally.centres[power] for tally in state.tallies],
                "now": owners.count(power),
            }
            for power in teller.board.powers
        ],
        "victory": teller.victory,
    }


def _ended(teller: Teller, state: State) -> dict[str, Any] | None:
    if state.ended is None:
        return None
    return {
        "winners": [teller.board.power_name(power) for power in state.ended.winners],
        "sentence": state.ended.sentence,
    }
