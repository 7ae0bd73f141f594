"""The table a phase is played on: a state taken apart, changed piece by piece, and frozen again.

Everything the rules ask of a position is a question to the table; whatever happens is told to it.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from gm.games.three_kingdoms.events import Event, Scored, Source
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Clause, Order
from gm.games.three_kingdoms.roster import Person, Troop, Who
from gm.games.three_kingdoms.rulebook import (
    HAN,
    RED_WEI,
    SHU,
    SHU_WU,
    WEI,
    WU,
    Rulebook,
    Scenario,
)
from gm.games.three_kingdoms.state import Alliance, General, Halt, State, Treasury, Waiting
from gm.games.vocabulary import Power
from gm.values import replace

EAST = (WEI, WU, SHU)


class Asked(Exception):  # noqa: N818  (no error: play stands still until a power has answered)
    """A question came up that a power wants to answer by letter."""

    def __init__(self, halt: Halt) -> None:
        super().__init__(halt.question)
        self.halt = halt


class Table:
    """A position in play. Only the functions of the rules change it."""

    def __init__(self, rules: Rulebook, state: State) -> None:
        self.rules = rules
        self.base = state
        self.scenario: Scenario = rules.scenarios[state.scenario]
        self.turn = state.turn
        self.order = state.order
        self.generals: dict[Who, General] = {general.id: general for general in state.generals}
        self.waiting: list[Waiting] = list(state.waiting)
        self.fallen: set[Who] = set(state.fallen)
        self.markers: dict[Area, Side] = dict(state.markers)
        self.han: set[Area] = set(state.han)
        # In the order of the seats, whatever order a file has kept them in: the events follow it.
        self.treasuries: dict[Side, Treasury] = {
            nation: state.treasuries[nation]
            for seat in self.scenario.seats
            for nation in seat.nations
            if nation in state.treasuries
        }
        self.alliances: dict[Side, Alliance] = {ally.force: ally for ally in state.alliances}
        self.points: dict[Power, int] = dict(state.points)
        self.impulses = state.impulses
        self.rolls = dict(state.rolls)
        self.standing: Mapping[Power, tuple[Any, ...]] = state.standing
        self.dice = state.dice.begun(f"Turn {state.turn}")
        self.forced = list(state.forced)
        self.stamp = state.stamp
        self.events: list[Event] = []
        self.acting: Power | None = None
        self.clauses: tuple[Clause, ...] = ()
        """What the acting seat said about the action in hand."""
        self.answered: dict[Power, tuple[Clause, ...]] = {}
        """Answers given about the battle in hand."""
        self.answers: dict[str, tuple[Order, ...]] = {one.key: one.orders for one in state.answers}
        self.impulse = 0
        self.doing = ""
        """What the purpose of a roll begins with: ``action 3, `` while that is carried out."""

    def clone(self) -> "Table":
        """A second table with the same position, to try things on."""
        other = Table(self.rules, self.base)
        for name in ("generals", "waiting", "fallen", "markers", "han", "treasuries", "alliances"):
            setattr(other, name, copy(getattr(self, name)))
        other.turn, other.order, other.stamp = self.turn, self.order, self.stamp
        other.standing, other.acting, other.clauses = self.standing, self.acting, self.clauses
        return other

    # ---- freezing

    def freeze(self, **changes: Any) -> State:
        """The position as a state, with further *changes* of its fields."""
        return replace(
            self.base,
            turn=self.turn,
            order=self.order,
            points=dict(self.points),
            impulses=self.impulses,
            rolls=dict(self.rolls),
            generals=tuple(sorted(self.generals.values(), key=lambda one: one.entered)),
            waiting=tuple(self.waiting),
            fallen=frozenset(self.fallen),
            markers={area: self.markers[area] for area in self.areas if area in self.markers},
            han=frozenset(self.han),
            treasuries=dict(self.treasuries),
            alliances=tuple(self.alliances.values()),
            standing=dict(self.standing),
            dice=self.dice,
            forced=tuple(self.forced),
            stamp=self.stamp,
            **changes,
        )

    # ---- chance and telling

    def roll(
        self, label: str, purpose: str, count: int = 1, sides: int = 6, *, secret: bool = False
    ) -> tuple[int, ...]:
        """*count* faces for a purpose; faces that a case forced under *label* come first.

        What dice are rolled for begins with what is ``doing``.
        """
        forced = [one for one in self.forced if one[0] == label][:count]
        for one in forced:
            self.forced.remove(one)
        rolled, self.dice = self.dice.roll(
            f"Turn {self.turn}",
            f"{self.doing}{purpose}",
            count - len(forced),
            sides,
            secret=secret,
        )
        return (*(face for _, face in forced), *rolled)

    def area_name(self, area: Area) -> str:
        """The name of an area."""
        return self.rules.board.areas[area].name

    def tell(self, *events: Event) -> None:
        """Adds to what happened."""
        self.events += events

    def score(self, nation: Side | None, points: int, source: Source, what: str | None) -> None:
        """Gives points to a nation; forces score nothing (5.9)."""
        if nation is None or points == 0:
            return
        now = self.treasuries[nation].points + points
        self.treasuries[nation] = replace(self.treasuries[nation], points=now)
        self.tell(Scored(nation, points, source, what, now))

    # ---- the fixed things

    @property
    def areas(self) -> Iterable[Area]:
        """All areas in area order."""
        return self.rules.board.areas

    def person(self, who: Who) -> Person:
        """The printed values of a general."""
        return self.rules.roster[who]

    def entry(self, who: Who) -> int:
        """The turn of appearance printed on the counter used in this scenario."""
        return 0 if who in self.scenario.entry_zero else self.person(who).entry

    # ---- sides

    def master(self, side: Side) -> Side:
        """The nation that commands a side: itself, or the nation a force is allied with."""
        return self.alliances[side].nation if side in self.alliances else side

    def is_nation(self, side: Side) -> bool:
        """Whether the side is a player's nation."""
        return side in self.treasuries

    def nation(self, side: Side) -> Side | None:
        """The nation that points of this side go to; None for a force without an ally."""
        master = self.master(side)
        return master if self.is_nation(master) else None

    def power(self, side: Side) -> Power | None:
        """Who decides for the side; None for a force without an ally."""
        return self.scenario.seat_of(self.master(side))

    def are_one_nation(self) -> bool:
        """Whether Shu and Wu count as one nation this turn. Rulebook: 5.1, 9.1."""
        span = self.scenario.one_nation
        return span is not None and span[0] <= self.turn <= span[1]

    def camp(self, side: Side, area: Area | None = None) -> Side:
        """The nation a side counts as in an area (5.1, D52); a force counts as a nation.

        Forces without an ally that stand in one area are one side there (D59).
        """
        if area is not None and area in self.han and self.master(side) in EAST:
            return HAN
        if side in (SHU, WU) and self.are_one_nation():
            return SHU_WU
        if area is not None and side not in self.treasuries and side not in self.alliances:
            return self._forces_in(area, side)
        return side

    def _forces_in(self, area: Area, side: Side) -> Side:
        here = [
            (one.entered, one.side)
            for one in self.generals.values()
            if one.area == area
            and one.side not in self.treasuries
            and one.side not in self.alliances
        ]
        return min(here)[1] if any(own == side for _, own in here) else side

    def are_friends(self, one: Side, other: Side, area: Area | None = None) -> bool:
        """Whether two sides are one nation or allied (D15, Q4)."""
        return self.camp(self.master(one), area) == self.camp(self.master(other), area)

    # ---- who stands where

    def points_left(self, power: Power) -> int:
        """How many actions a power still has this turn."""
        return sum(one.power == power for one in self.impulses[self.impulse :])

    def at(self, area: Area, camp: Side | None = None) -> tuple[General, ...]:
        """The generals in an area (of one camp), in order of entry."""
        found = [
            one
            for one in self.generals.values()
            if one.area == area and (camp is None or self.camp(one.side, area) == camp)
        ]
        return tuple(sorted(found, key=lambda one: one.entered))

    def camps(self, area: Area) -> tuple[Side, ...]:
        """The camps with generals in an area, the one that came first in front."""
        first: dict[Side, tuple[int, int]] = {}
        for one in self.at(area):
            camp = self.camp(one.side, area)
            first[camp] = min(first.get(camp, (one.since, one.entered)), (one.since, one.entered))
        return tuple(sorted(first, key=lambda camp: first[camp]))

    def enemies(self, area: Area, side: Side) -> tuple[General, ...]:
        """Generals in an area who are enemies of a side there."""
        return tuple(one for one in self.at(area) if not self.are_friends(one.side, side, area))

    def contested(self, area: Area) -> bool:
        """Whether enemies share the area."""
        return any(self.enemies(area, one.side) for one in self.at(area))

    def has_marker(self, area: Area, side: Side) -> bool:
        """Whether the side may use the area's marker as its own."""
        if area in self.han and self.camp(side, area) == HAN:
            return True
        return area in self.markers and self.are_friends(self.markers[area], side, area)

    def has_enemy_marker(self, area: Area, side: Side) -> bool:
        """Whether an enemy's marker lies in the area."""
        if area in self.han and self.camp(side, area) == HAN:
            return False
        if area in self.han:
            return True
        return area in self.markers and not self.are_friends(self.markers[area], side, area)

    def sources(self, side: Side) -> frozenset[Area]:
        """The areas a supply route may start from. Rulebook: 2.3.3, 6.1."""
        return frozenset(
            area
            for area in self.areas
            if self.has_marker(area, side)
            and (
                self.rules.readings.shares_supply
                or area in self.han
                or self.markers[area] == self.master(side)
            )
        )

    def total(self, men: Iterable[Who]) -> int:
        """Troop units and the generals themselves. Rulebook: 2.2.1."""
        return sum(1 + self.generals[who].units for who in men)

    def restraint(self, area: Area, side: Side) -> int:
        """Restraint of a side's camp in an area. Rulebook: 5.1, 5.2 (D15)."""
        wet = self.rules.board.areas[area].yangtze
        useful = Troop.NAVAL if wet else Troop.CAVALRY
        men = [one for one in self.at(area) if self.are_friends(one.side, side, area)]
        special = sum(self.person(one.id).troop is useful for one in men)
        return len(men) + special + int(self.has_marker(area, side))

    def enemy_restraint(self, area: Area, side: Side) -> int:
        """Restraint of the enemies of a side in an area; 0 where none stands."""
        enemies = self.enemies(area, side)
        return self.restraint(area, enemies[0].side) if enemies else 0

    def room(self, area: Area, side: Side) -> bool:
        """Whether a general of the side may be in the area beside those there (5.1)."""
        camps = set(self.camps(area)) | {self.camp(side, area)}
        return len(camps) <= 2

    # ---- changing

    def change(self, who: Who, **changes: Any) -> General:
        """Changes a general and gives him as he is now."""
        self.generals[who] = replace(self.generals[who], **changes)
        return self.generals[who]

    def enter(self, who: Who, area: Area, *, retreated: bool = False) -> None:
        """Brings a general into an area: behind those of his side who are there already."""
        self.stamp += 1
        one = self.generals[who]
        camp = self.camp(one.side, area)
        there = [other.since for other in self.at(area, camp) if other.id != who]
        self.change(
            who,
            area=area,
            entered=self.stamp,
            since=min([self.stamp, *there]),
            retreated=one.retreated or retreated,
        )

    def put(self, who: Who, side: Side, area: Area, units: int) -> None:
        """Puts a general on the map."""
        self.generals[who] = General(who, side, area, units, 0, 0)
        self.enter(who, area)

    def remove(self, who: Who) -> General:
        """Takes a general off the map."""
        return self.generals.pop(who)

    def turn_over(self, who: Who, side: Side) -> None:
        """A general changes sides where he stands and counts as the last to enter (D17)."""
        self.stamp += 1
        self.change(who, side=side, entered=self.stamp, since=self.stamp)

    def force_exists(self, force: Side) -> bool:
        """Whether a force has a general on the map or a successor due. Rulebook: Q7 (5.9)."""
        if force == RED_WEI:
            return True
        return any(one.side == force for one in self.generals.values()) or any(
            one.box == force and one.succeeds for one in self.waiting
        )
