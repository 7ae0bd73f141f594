"""From a match to a saved game: every phase with its position, orders and results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gm.games.diplomacy import sequence
from gm.games.diplomacy.adjustments import cases
from gm.games.diplomacy.events import (
    AdjustmentRefused,
    Built,
    Disbanded,
    Event,
    Moved,
    MovementResult,
    Removed,
    Retreated,
    Unfit,
)
from gm.games.diplomacy.legality import position
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import (
    Build,
    Order,
    Place,
    Remove,
)
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.savedgame.keys import Keys
from gm.games.diplomacy.savedgame.notation import (
    COMPLETED,
    DISLODGED,
    order_name,
    phase_name,
    power_name,
    unit_name,
)
from gm.games.diplomacy.savedgame.orders import followed, retreat_of
from gm.games.diplomacy.savedgame.results import Labels, labels
from gm.games.diplomacy.sequence import Calendar
from gm.games.diplomacy.state import Beaten, Stage, State, Unit
from gm.games.interchange import PlayedMatch, PlayedStep, Ruling
from gm.games.vocabulary import Power
from gm.values import Value, replace

Written = dict[Power, list[str]]
"""The orders of each power in one phase."""


class Table(Value, frozen=True):
    """What a saved game is written with: the game, and how its map and positions are named."""

    board: Board
    rules: Rulebook
    calendar: Calendar
    map_name: str
    keys: Keys


@dataclass(slots=True)
class Writing:
    """A saved game as it grows.

    ``influence`` are the provinces that each power was the last to visit, in the order visited.
    ``passed`` is what happened in a phase that was not written, and is told with the next one.
    ``is_returning`` tells that the match came from a saved game: its orders go out as they came.
    """

    table: Table
    head: Mapping[str, Any]
    messages: Mapping[str, Any]
    influence: dict[Power, list[Place]]
    is_returning: bool = False
    passed: Sequence[Event] = ()
    phases: list[dict[str, Any]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def add(
        self,
        name: str,
        state: State,
        at: int,
        orders: Written | None = None,
        results: Labels | None = None,
    ) -> None:
        """One more phase; *orders* is None for one that is not adjudicated yet."""
        powers = self.table.board.powers
        self.phases.append(
            {
                "name": name,
                "state": {**self._state(name, state, at), **self.head},
                "orders": {
                    power_name(one): None if orders is None else orders.get(one, [])
                    for one in powers
                },
                "results": {unit: list(found) for unit, found in (results or {}).items()},
                "messages": self.messages.get(name, []),
            }
        )

    def _state(self, name: str, state: State, at: int) -> dict[str, Any]:
        table = self.table
        powers = {power: power_name(power) for power in table.board.powers}
        owing = [one for one in state.dislodged if one.retreats]
        winners = state.ended.winners if state.ended and name == COMPLETED else ()
        short = [power_name(one)[:3] for one in winners]
        return {
            "timestamp": at,
            "zobrist_hash": table.keys.of(table.board, state),
            "note": f"Victory by: {', '.join(short)}" if short else "",
            "name": name,
            "units": {shown: _units(state, power, owing) for power, shown in powers.items()},
            "retreats": {
                shown: {unit_name(one.unit): _retreats(one) for one in owing if _is_of(one, power)}
                for power, shown in powers.items()
            },
            "centers": {
                shown: [place.upper() for place in state.centres_of(power)]
                for power, shown in powers.items()
            },
            "homes": {
                shown: [home.upper() for home in table.board.powers[power].homes]
                for power, shown in powers.items()
            },
            "influence": {
                shown: [place.upper() for place in self.influence[power]]
                for power, shown in powers.items()
            },
            "civil_disorder": dict.fromkeys(powers.values(), 0),
            "builds": self._builds(state),
        }

    def _builds(self, state: State) -> dict[str, dict[str, Any]]:
        board, rules = self.table.board, self.table.rules
        shown: dict[str, dict[str, Any]] = {
            power_name(power): {"count": 0, "homes": []} for power in board.powers
        }
        if state.stage is Stage.ADJUSTMENTS and state.ended is None:
            for case in cases(board, rules, state):
                count = min(case.change, len(case.sites)) if case.change > 0 else case.change
                sites = [site.upper() for site in case.sites]
                shown[power_name(case.power)] = {"count": count, "homes": sites}
        return shown

    def visit(self, events: Iterable[Event]) -> None:
        """Notes who was the last to enter which province."""
        for event in events:
            if isinstance(event, Moved | Retreated):
                place = self.table.board.province_of[event.to]
                for visited in self.influence.values():
                    if place in visited:
                        visited.remove(place)
                self.influence[event.unit.power].append(place)


def _units(state: State, power: Power, owing: Sequence[Beaten]) -> list[str]:
    standing = [unit_name(unit) for unit in state.of(power)]
    return standing + [f"{DISLODGED}{unit_name(one.unit)}" for one in owing if _is_of(one, power)]


def _is_of(beaten: Beaten, power: Power) -> bool:
    return beaten.unit.power == power


def _retreats(beaten: Beaten) -> list[str]:
    return [place.upper() for place in beaten.retreats]


def write(table: Table, match: PlayedMatch[State], head: Mapping[str, Any]) -> Writing:
    """The phases of *match*; *head* is what every position says of the game.

    Raises:
        ValueError: the orders of a step no longer give the position that was kept.
    """
    influence = {
        power: [table.board.province_of[unit.at] for unit in match.first.of(power)]
        for power in table.board.powers
    }
    last = match.steps[-1].outcome.state if match.steps else match.first
    name = COMPLETED if last.ended else phase_name(_key(last))
    names = [*(phase_name(_key(step.before)) for step in match.steps), name]
    messages = _messages(names, match)
    writing = Writing(table, head, messages, influence, is_returning=bool(match.extras))
    at = 0
    for step in match.steps:
        at = _add_step(writing, step, max(at + 1, step.at or 0))
    writing.add(name, _cleared(last) if last.ended else last, at + 1)
    return writing


def _messages(names: Sequence[str], match: PlayedMatch[State]) -> dict[str, list[Any]]:
    """The messages of each phase; *names* are those of the phases that were stopped at.

    No two messages of a match have one time, since by that they are told apart.
    """
    found = {name: list(row) for name, row in match.extras.get("messages", {}).items()}
    last = 0
    for message in match.messages:
        phase = names[message.after]
        sender = "SYSTEM" if message.sender is None else power_name(message.sender)
        for reader in map(power_name, message.readers or (EVERYBODY,)):
            last = max(last + 1, message.at)
            found.setdefault(phase, []).append(
                {
                    "sender": sender,
                    "recipient": reader,
                    "time_sent": last,
                    "phase": phase,
                    "message": message.text,
                }
            )
    return found


EVERYBODY = Power("global")
"""How a saved game calls the readers of a message for all."""


def _cleared(state: State) -> State:
    """The last position, in which nobody owes a retreat any more."""
    return replace(state, dislodged=())


def _key(state: State) -> tuple[int, Any, Stage]:
    return state.year, state.season, state.stage


def _add_step(writing: Writing, step: PlayedStep[State], at: int) -> int:
    """Adds the phases of one step; gives the moment of the last one."""
    if step.ruling is not None:  # nothing was adjudicated
        _add_ruling(writing, step, step.ruling, at)
        return at
    table, state = writing.table, step.before
    for carried in sequence.steps(table.board, table.rules, table.calendar, state, step.orders):
        if _is_written(table, state) or "DONT_SKIP_PHASES" in writing.head["rules"]:
            at += bool(writing.phases) and at <= writing.phases[-1]["state"]["timestamp"]
            written, held = _written(writing, state, carried.events)
            before = writing.passed if state.stage is Stage.ADJUSTMENTS else ()
            found = labels(table.board, (*before, *carried.events), held)
            writing.add(phase_name(_key(state)), state, at, written, found)
            writing.passed = ()
        else:
            writing.passed = carried.events
        writing.visit(carried.events)
        state = carried.state
    if (state.units, state.owners) != (step.outcome.state.units, step.outcome.state.owners):
        raise ValueError(
            f"The kept orders of {phase_name(_key(step.before))} no longer give the kept position"
        )
    return at


def _add_ruling(writing: Writing, step: PlayedStep[State], ruling: Ruling, at: int) -> None:
    """Adds the phase in which the match was ended; a corrected position shows in the next one."""
    name = phase_name(_key(step.before))
    if step.outcome.state.ended is not None:
        writing.add(name, step.before, at, {})
    else:
        writing.remarks.append(
            f"{name}: the gamemaster's decision ({ruling.why.rstrip('.')}) shows only in the "
            "position that follows."
        )


def _is_written(table: Table, state: State) -> bool:
    """True for the phases that saved games hold: those in which anybody has something to do."""
    match state.stage:
        case Stage.MOVEMENT:
            return True
        case Stage.RETREATS:
            return any(one.retreats for one in state.dislodged)
        case Stage.ADJUSTMENTS:
            adjusting = cases(table.board, table.rules, state)
            return any(bool(case.sites) or case.change < 0 for case in adjusting)


def _written(
    writing: Writing, state: State, events: Sequence[Event]
) -> tuple[Written, frozenset[Unit]]:
    """The orders of one phase as they were followed, or might have been.

    And the units that hold in a saved game, since it has no place for their orders.
    """
    here = position(writing.table.board, writing.table.rules, state.units)
    found: Written = {power: [] for power in writing.table.board.powers}
    held: set[Unit] = set()
    for event in events:
        order: Order | None
        match event:
            case _ if isinstance(event, MovementResult):
                order = event.order
                if order is not None and not writing.is_returning:
                    order = followed(here, event)
                    if order is None:
                        held.add(event.unit)
                        _remark_on(writing, state, event)
                _add_order(found, event.unit.power, order)
            case Retreated() | Disbanded():
                order = retreat_of(here, state, event)
                _add_order(found, event.unit.power, order)
            case Built(unit, asked) | Removed(unit, Remove() as asked):
                _add_order(found, unit.power, replace(asked, unit=unit.name))
            case AdjustmentRefused(power, Build() | Remove() as asked, Unfit.TOO_MANY):
                _add_order(found, power, asked)
            case _:
                continue
    return found, frozenset(held)


def _add_order(written: Written, power: Power, order: Order | None) -> None:
    text = None if order is None else order_name(order)
    if text is not None:
        written[power].append(text)


def _remark_on(writing: Writing, state: State, event: MovementResult) -> None:
    """Says which order a saved game has no place for."""
    written = event.order and order_name(event.order)
    writing.remarks.append(
        f"{phase_name(_key(state))}: the order “{written}” is left out, since saved games hold "
        "only orders that are possible; the unit holds, as it did here."
    )
