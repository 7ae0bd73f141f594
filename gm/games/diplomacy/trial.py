"""Plays one case of a case file and compares what it gives with what the case expects.

The form of cases is described in ``casefile``; expectations are ``expect`` (results, positions,
dislodged, contested, ...) or, in machine-made phases, ``after`` and ``not_ok``. A case may choose
rules of its own (``rules``, ``rule``) and list what other choices give (``rule_choice``).
"""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from gm.games.diplomacy.casefile import (
    Names,
    by_power,
    fold,
    names_of,
    owners_in,
    place_in,
    power_in,
    refuse_slips,
    unit_in,
    units_in,
)
from gm.games.diplomacy.comparison import differences
from gm.games.diplomacy.events import Dislodged, PhaseResolved
from gm.games.diplomacy.findings import Texts, finding, year_end
from gm.games.diplomacy.legality import can_enter
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Order, Place, Support
from gm.games.diplomacy.phases import end_year, ended, move
from gm.games.diplomacy.retreats import Attack, retreats_of
from gm.games.diplomacy.rulebook import Rulebook, choose, knows
from gm.games.diplomacy.sequence import Step, steps
from gm.games.diplomacy.state import Beaten, Season, Stage, State, Unit, in_order
from gm.games.diplomacy.telling import lines_of
from gm.games.diplomacy.victory import winner_by_concession
from gm.games.documents import Reader
from gm.games.vocabulary import Content, Power, Problem, ReadText, Trial
from gm.values import Value, replace

if TYPE_CHECKING:
    from gm.games.diplomacy import Diplomacy

STAGES = {
    "movement": Stage.MOVEMENT,
    "retreat": Stage.RETREATS,
    "retreats": Stage.RETREATS,
    "adjustment": Stage.ADJUSTMENTS,
    "adjustments": Stage.ADJUSTMENTS,
}


def trial(game: "Diplomacy", case: Mapping[str, Any], read_text: ReadText) -> Trial:
    """Plays *case* by the rules of *game*, or those the case chooses.

    Raises:
        DocumentError: the case is broken; it says where and what to write.
    """
    read = Reader(case)
    refuse_slips(read)
    game = dataclasses.replace(game, rules=_rules_of(game.rules, read))
    bench = Bench(game, names_of(game.board), read_text)
    phase = str(case.get("phase", "movement")).lower()
    name = str(case.get("id", "position"))
    match phase:
        case "sequence":
            found, faults = _sequence(bench, read)
        case "control":
            found, faults = _control(bench, read)
        case _ if phase in STAGES:
            found, faults = _phase(bench, read, STAGES[phase])
        case _:
            raise read.field("phase").wrong(
                f'there is no phase "{phase}"; write movement, retreat, adjustment, control '
                "or sequence."
            )
    parts = (case, *case.get("sequence", ()))
    is_expecting = any(key in part for part in parts for key in ("expect", "after"))
    return Trial(
        id=name,
        lines=tuple(lines_of(game.board, case, found)),
        data={"id": name, **found},
        differences=tuple(faults) if is_expecting else None,
        picture=partial(_picture, bench, read, STAGES[phase])
        if phase in STAGES and game.geometry
        else None,
    )


def _picture(bench: "Bench", read: Reader, stage: Stage) -> Content:
    """What the map shows of a single phase: what became of its orders."""
    from gm.games.diplomacy.pictures import phase_picture  # only where a map is asked for

    state = state_of(bench, read, stage)
    texts, _ = bench.orders(read.optional("orders"))
    return phase_picture(bench.game.teller, state, bench.steps(state, texts)[0].events)


def _rules_of(rules: Rulebook, read: Reader) -> Rulebook:
    """The rules a case is played by: what its expectations follow, and what it chooses itself."""
    listed = read.optional("rule_choice")
    for row in listed.list() if listed else ():
        name = row.value.get("issue") or row.value.get("decision")
        choice = row.value.get("expect_follows")
        if choice is not None and knows(str(name), str(choice)):
            rules = choose(rules, str(name), str(choice))
    needed, chosen = read.optional("rule"), read.optional("rules")
    for name, choice in needed.items() if needed else ():
        if knows(name, str(choice.value)):
            rules = choose(rules, name, str(choice.value))
    for name, choice in chosen.items() if chosen else ():
        rules = choose(rules, name, str(choice.value))
    return rules


class Bench(Value, frozen=True):
    """What playing a case needs."""

    game: "Diplomacy"
    names: Names
    read_text: ReadText

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.board

    def orders(self, read: Reader | None) -> tuple[Texts, dict[str, str]]:
        """The orders of a case by power, with their words; and those that cannot be read."""
        texts: dict[Power, list[tuple[str, Order]]] = {}
        unread: dict[str, str] = {}
        for power, item in by_power(self.names, read):
            if isinstance(item.value, Mapping):
                raise item.wrong('orders are expected in a list, like ["A kai - sag"].')
            text = str(item.value)
            row = texts.setdefault(power, [])
            nodes = self.read_text(text)
            if isinstance(nodes, Problem):
                unread[text] = nodes.reason
                continue
            orders = [order for node in nodes for order in self.game.read(node)]
            row.extend((text, self._as_written(text, order)) for order in orders)
        return texts, unread

    def _as_written(self, text: str, order: Order) -> Order:
        """Cases mean "A lvp S A yor - yor" as the support of a move, which players do not."""
        goal = self.names.places.get(fold(text.rpartition(" - ")[2]))
        if isinstance(order, Support) and order.to is None and goal == order.target.at:
            return replace(order, to=goal)
        return order

    def steps(self, state: State, texts: Texts) -> list[Step]:
        """Carries out the present phase and those that nobody needs."""
        orders = {power: [order for _, order in row] for power, row in texts.items()}
        game = self.game
        return list(steps(game.board, game.rules, game.calendar, state, orders))


def _phase(bench: Bench, read: Reader, stage: Stage) -> tuple[dict[str, Any], list[str]]:
    """A single movement, retreat or adjustment phase."""
    state = state_of(bench, read, stage)
    texts, unread = bench.orders(read.optional("orders"))
    found = finding(bench.board, state, bench.steps(state, texts)[0], texts)
    _mark_unread(found, unread)
    return found, list(differences(bench.names, read, found))


def _mark_unread(found: dict[str, Any], unread: Mapping[str, str]) -> None:
    """An order that cannot be read is as good as an impossible one of the unit it begins with."""
    if not unread:
        return
    found["unread"] = dict(unread)
    for text in unread:
        for unit, words in found["results"].items():
            if text.casefold().startswith(f"{unit} ".casefold()) and words[0] == "succeeds":
                words[0] = "illegal"


def state_of(bench: Bench, read: Reader, stage: Stage) -> State:
    """The state in which the phase of a case begins."""
    game = bench.game
    year = read.optional("year")
    known = _season(read)
    last = game.calendar.seasons[-1] if stage is Stage.ADJUSTMENTS else game.calendar.seasons[0]
    contested = read.optional("contested")
    state = State(
        year=year.number() if year else game.calendar.first_year,
        season=known or last,
        stage=stage,
        units=in_order(units_in(bench.names, read.optional("units"))),
        owners=owners_in(bench.names, read.optional("centres")),
        contested=frozenset(
            bench.board.province_of[place_in(bench.names, item)]
            for item in (contested.list() if contested else ())
        ),
        conceded=_conceded(bench, read),
    )
    if stage is not Stage.RETREATS:
        return state
    return replace(state, dislodged=tuple(_beaten(bench, read, state)))


def _conceded(bench: Bench, read: Reader) -> frozenset[Power]:
    listed = read.optional("conceded")
    return frozenset(
        power_in(bench.names, item.text(), item.path) for item in (listed.list() if listed else ())
    )


def _beaten(bench: Bench, read: Reader, state: State) -> Iterator[Beaten]:
    """The dislodged units of a retreat phase, with the retreats that are open to them."""
    board, rules = bench.board, bench.game.rules
    occupied = {board.province_of[unit.at]: unit for unit in state.units}
    by_sea = _came_by_sea(bench, read.optional("before"))
    for power, item in by_power(bench.names, read.optional("dislodged")):
        row = item if isinstance(item.value, Mapping) else Reader({"unit": item.value}, item.path)
        unit = unit_in(bench.names, power, row.field("unit"))
        start = row.optional("from")
        origin = board.province_of[place_in(bench.names, start)] if start else None
        winner = occupied.get(board.province_of[unit.at])
        is_far = winner is not None and origin is not None and not _borders(board, winner, origin)
        told = bool(row.value.get("by_convoy")) or is_far
        by_convoy = told if by_sea is None else unit in by_sea
        attack = Attack(origin or Place(""), by_convoy)
        closed = state.contested | set(occupied)
        retreats = retreats_of(board, rules, unit, attack, closed)
        by = winner.power if winner else power
        yield Beaten(unit, by, attack.origin, by_convoy, retreats)


def _borders(board: Board, winner: Unit, origin: Place) -> bool:
    return can_enter(board, winner, origin) or origin in board.influence.get(winner.at, ())


def _came_by_sea(bench: Bench, before: Reader | None) -> set[Unit] | None:
    """The units that were dislodged by a landing in the phase *before*, if it is known."""
    if before is None:
        return None
    texts, _ = bench.orders(before.optional("orders"))
    orders = {power: [order for _, order in row] for power, row in texts.items()}
    began = replace(state_of(bench, before, Stage.MOVEMENT), stage=Stage.MOVEMENT)
    _, events = move(bench.board, bench.game.rules, began, orders)
    return {event.unit for event in events if isinstance(event, Dislodged) and event.by_convoy}


def _control(bench: Bench, read: Reader) -> tuple[dict[str, Any], list[str]]:
    """The end of a year from the position after the Fall, complete with retreats."""
    board, rules = bench.board, bench.game.rules
    state = replace(state_of(bench, read, Stage.MOVEMENT), season=bench.game.calendar.seasons[-1])
    after, events = end_year(board, rules, state)
    is_over = after.ended is not None or not after.conceded
    won = None if is_over else winner_by_concession(board, after)
    if won is not None:
        after, events = ended(after, won), (*events, won)
    found = {**year_end(board, after, events), "reasons": {}}
    return found, list(differences(bench.names, read, found))


def _sequence(bench: Bench, read: Reader) -> tuple[dict[str, Any], list[str]]:
    """Several phases in a row; those that nobody needs are not listed."""
    listed = list(read.field("sequence").list())
    if not listed:
        raise read.field("sequence").wrong("a phase at least is expected here.")
    first = listed[0]
    state = state_of(bench, Reader({**first.value, **read.value}), STAGES[_phase_name(first)])
    state = replace(
        state,
        tallies=(),
        season=_season(first) or bench.game.calendar.seasons[-1],
        year=first.value.get("year", state.year),
    )
    faults: list[str] = []
    rows: list[Content] = []
    course = _Course(bench, state, state)
    for number, item in enumerate(listed, 1):
        texts, unread = bench.orders(item.optional("orders"))
        step = course.step_for(item, texts)
        if step is None:
            stands = f"the match stands at {bench.game.phase(course.last).label}"
            faults.append(f"phase {number}: {stands}.")
            rows.append({"phase": _phase_name(item), "not_played": f"Not played: {stands}."})
            break
        found = finding(bench.board, course.before, step, texts)
        _mark_unread(found, unread)
        ending = next((one for one in (step, *course.waiting) if one.year_end), None)
        if ending is not None:
            found["after_fall"] = year_end(bench.board, ending.state, ending.year_end)
        label = bench.game.phase(course.before).label
        rows.append({"phase": _phase_name(item), "label": label, **found})
        faults += [f"phase {number}, {text}" for text in differences(bench.names, item, found)]
        course.before = step.state
    return {"sequence": rows}, faults


def _phase_name(item: Reader) -> str:
    name = item.field("phase").text().lower()
    if name not in STAGES:
        raise item.field("phase").wrong(
            f'there is no phase "{name}"; write movement, retreat or adjustment.'
        )
    return name


def _season(item: Reader) -> Season | None:
    """The season that a case or a phase of it names; in winter others hold the adjustments."""
    season = item.optional("season")
    if season is None:
        return None
    named = {one.value: one for one in Season}
    other = {"autumn": Season.FALL, "winter": Season.FALL}
    known = (named | other).get(str(season.value).lower())
    if known is None:
        raise season.wrong(f'there is no season "{season.value}"; write {" or ".join(named)}.')
    return known


@dataclass(slots=True)
class _Course:
    """Where a sequence stands: the state before the next phase, what waits after it, the end."""

    bench: Bench
    before: State
    last: State
    waiting: list[Step] = field(default_factory=list)

    def step_for(self, item: Reader, texts: Texts) -> Step | None:
        """The step that a listed phase asks for: one carried out already, or a new one."""
        wanted = (STAGES[_phase_name(item)], item.value.get("year", self.before.year))
        while self.waiting:
            step = self.waiting.pop(0)
            if _stage_of(step) == wanted:
                return step
            self.before = step.state
        if (self.last.stage, self.last.year) != wanted:
            return None
        self.before = self.last
        done = self.bench.steps(self.last, texts)
        self.waiting, self.last = done[1:], done[-1].state
        return done[0]


def _stage_of(step: Step) -> tuple[Stage, int]:
    return next(
        (event.stage, event.year) for event in step.events if isinstance(event, PhaseResolved)
    )
