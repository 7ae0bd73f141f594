"""The map while a turn is carried out: a state laid open, changed step by step, and closed again.

``Table.of`` opens a state, ``closed`` gives the state after. Every change that players should hear
of is added to ``events``. The notes about the turn (who has moved, who has fought) live only here,
since a turn is never interrupted between two of them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from gm.games.dice import COUNTED, Dice
from gm.games.far_east_war.events import (
    ControlChanged,
    Event,
    GeneralKilled,
    GeneralReturned,
    GeneralWounded,
    LegionFounded,
    LegionGone,
    ProvocationEnded,
    SupplyGained,
    SupplyLost,
    TroopsGained,
    TroopsLost,
)
from gm.games.far_east_war.map import (
    Area,
    AreaId,
    Board,
    Effect,
    General,
    GeneralId,
    LegionId,
    Team,
    Terrain,
    enemy_of,
)
from gm.games.far_east_war.orders import Order
from gm.games.far_east_war.state import (
    FORMAT,
    Ending,
    Holding,
    Legion,
    Stage,
    State,
    production,
    step_name,
)
from gm.games.far_east_war.victory import immediate_ending
from gm.games.vocabulary import Power
from gm.values import replace


class MatchOver(Exception):  # noqa: N818 - it is no error: it carries an ending out of the turn
    """An immediate win condition was met; nothing more is carried out."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.sentence)
        self.ending = ending


@dataclass(slots=True)
class Table:
    """See the module; the fields up to ``standing`` are those of ``State``."""

    board: Board
    turn: int
    active: Power
    dice: Dice
    commitment: str
    legions: dict[LegionId, Legion]
    control: dict[AreaId, Team]
    wounds: dict[GeneralId, int]
    provoked: GeneralId | None
    supply: dict[Power, int]
    hands: dict[Power, list[GeneralId]]
    founded: dict[Power, int]
    tokens: dict[Team, list[GeneralId]]
    markers: dict[Team, int]
    deck: list[str]
    aside: list[str]
    resets: int
    dissensions: int
    shown: list[GeneralId]
    standing: dict[Power, tuple[Order, ...]]
    events: list[Event] = field(default_factory=list)
    moved: set[LegionId] = field(default_factory=set)
    marched: set[LegionId] = field(default_factory=set)
    """Legions that may still attack on land after Li Ru-song's march of one area."""
    fought: set[LegionId] = field(default_factory=set)
    attacked: set[LegionId] = field(default_factory=set)
    struck_again: bool = False
    lost: Counter[LegionId] = field(default_factory=Counter)
    """Troops each legion has lost since the turn began."""

    @classmethod
    def of(cls, board: Board, state: State) -> "Table":
        """*state* laid open."""
        holdings = state.holdings
        return cls(
            board=board,
            turn=state.turn,
            active=state.active,
            dice=state.dice.begun(step_name(state.turn)),
            commitment=state.commitment,
            legions={legion.id: legion for legion in state.legions},
            control=dict(state.control),
            wounds=dict(state.wounds),
            provoked=state.provoked,
            supply={power: holdings[power].supply for power in board.powers},
            hands={power: list(holdings[power].hand) for power in board.powers},
            founded={power: holdings[power].founded for power in board.powers},
            tokens={team: list(generals) for team, generals in state.tokens.items()},
            markers=dict(state.markers),
            deck=list(state.deck),
            aside=list(state.aside),
            resets=state.resets,
            dissensions=state.dissensions,
            shown=list(state.shown),
            standing=dict(state.standing),
        )

    def closed(self, stage: Stage, ending: Ending | None = None) -> State:
        """The state the table shows now."""
        order = {power: place for place, power in enumerate(self.board.powers)}
        legions = sorted(self.legions.values(), key=lambda one: (order[one.owner], one.number))
        return State(
            format=FORMAT,
            stage=stage,
            turn=self.turn,
            active=self.active,
            dice=self.dice,
            commitment=self.commitment,
            legions=tuple(legions),
            control={area: self.control[area] for area in self.board.areas if area in self.control},
            wounds={general: count for general, count in self.wounds.items() if count},
            provoked=self.provoked,
            holdings={
                power: Holding(
                    supply=self.supply[power],
                    hand=tuple(self.hands[power]),
                    founded=self.founded[power],
                )
                for power in self.board.powers
            },
            tokens={team: tuple(generals) for team, generals in self.tokens.items()},
            markers=dict(self.markers),
            deck=tuple(self.deck),
            aside=tuple(self.aside),
            resets=self.resets,
            dissensions=self.dissensions,
            shown=tuple(self.shown),
            standing=dict(self.standing),
            ending=ending,
        )

    # What stands where

    def area(self, legion: Legion) -> Area:
        """The area a legion stands in."""
        return self.board.areas[legion.at]

    def team(self, legion: Legion) -> Team:
        """The side a legion fights for."""
        return self.board.team(legion.owner)

    def general(self, legion: Legion) -> General | None:
        """The General who leads a legion."""
        return None if legion.general is None else self.board.generals[legion.general]

    def standing_in(self, area: AreaId) -> list[Legion]:
        """The legions in an area, in the order of their numbers."""
        inside = [legion for legion in self.legions.values() if legion.at == area]
        return inside if len(inside) < 2 else sorted(inside, key=lambda one: (one.number, one.id))

    def enemies_in(self, area: AreaId, team: Team) -> list[Legion]:
        """The legions in an area that fight against *team*."""
        return [legion for legion in self.standing_in(area) if self.team(legion) != team]

    def led_by(self, general: GeneralId) -> Legion | None:
        """The legion a General leads."""
        return next((one for one in self.legions.values() if one.general == general), None)

    def leading(self, effect: Effect) -> Legion | None:
        """The legion whose General has an ability with this effect."""
        return next(
            (
                legion
                for legion in self.legions.values()
                if (general := self.general(legion)) is not None and general.has(effect)
            ),
            None,
        )

    def cap(self, legion: Legion) -> int:
        """How many troops a legion may hold: 4, or 5 under Mouri Hidemoto."""
        general = self.general(legion)
        ability = general.ability(Effect.LEGION_CAP) if general is not None else None
        return self.board.limits.troops_per_legion if ability is None else ability.amount

    def free_tokens(self, power: Power) -> int:
        """Troop tokens of *power* that are not on the map."""
        used = sum(legion.troops for legion in self.legions.values() if legion.owner == power)
        return self.board.limits.tokens - used

    def production(self, team: Team) -> int:
        """The production points of a side."""
        values = {area.id: area.production for area in self.board.areas.values()}
        return production(self.control, values, team)

    # Changes

    @property
    def step(self) -> str:
        """What the step is called for which dice are rolled."""
        return step_name(self.turn)

    def next_number(self) -> int:
        """The number of the next die, 0 where faces do not follow from it."""
        return self.dice.drawn + 1 if self.dice.form == COUNTED else 0

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Rolls *count* battle dice for a purpose; gives their faces as numbers from 1."""
        faces, self.dice = self.dice.roll(self.step, purpose, count, len(self.board.die))
        return faces

    def tell(self, event: Event) -> None:
        """Adds an event."""
        self.events.append(event)

    def pay(self, power: Power, cost: int) -> int:
        """Takes a price that *power* can afford; gives what is left."""
        self.supply[power] -= cost
        return self.supply[power]

    def gain(self, power: Power, amount: int, why: str) -> None:
        """Adds supply points; what goes above the maximum is lost."""
        full = self.supply[power] + amount
        self.supply[power] = min(self.board.limits.supply, full)
        lost = full - self.supply[power]
        self.tell(SupplyGained(power, amount, self.supply[power], why, lost))

    def lose_supply(self, power: Power, amount: int, why: str) -> None:
        """Takes supply points away, down to none."""
        taken = min(amount, self.supply[power])
        self.supply[power] -= taken
        self.tell(SupplyLost(power, taken, self.supply[power], why))

    def put(self, legion: Legion) -> None:
        """Records a legion as it is now."""
        self.legions[legion.id] = legion

    def found(self, power: Power, area: AreaId, troops: int, why: str) -> Legion:
        """A new legion with the next free number."""
        legion = self.number(power, area, troops)
        self.tell(LegionFounded(power, legion.id, area, troops, why))
        return legion

    def number(self, power: Power, area: AreaId, troops: int) -> Legion:
        """A new legion without an event of its own."""
        self.founded[power] += 1
        name = LegionId(f"{self.board.setup.prefixes[power]}{self.founded[power]}")
        legion = Legion(name, power, area, troops)
        self.put(legion)
        return legion

    def add_troops(self, name: LegionId, count: int, cap: int, why: str) -> int:
        """Adds up to *count* troops as far as *cap* and free tokens allow; gives how many."""
        legion = self.legions[name]
        added = max(0, min(count, cap - legion.troops, self.free_tokens(legion.owner)))
        if added:
            self.put(replace(legion, troops=legion.troops + added))
            self.tell(TroopsGained(name, added, legion.troops + added, why))
        return added

    def take_troops(self, name: LegionId, count: int, why: str) -> int:
        """Removes up to *count* troops (the legion may be left with none); gives how many."""
        legion = self.legions[name]
        taken = min(count, legion.troops)
        if taken > 0:
            self.put(replace(legion, troops=legion.troops - taken))
            self.lost[name] += taken
            self.tell(TroopsLost(name, taken, legion.troops - taken, why))
        return taken

    def clear_fallen(self, names: Iterable[LegionId]) -> None:
        """Takes legions without troops off the map; their Generals return to hand, healed."""
        for name in names:
            legion = self.legions.get(name)
            if legion is None or legion.troops > 0:
                continue
            del self.legions[name]
            self.tell(LegionGone(name, legion.at, legion.owner))
            if legion.general is not None:
                self.to_hand(legion.general, legion.owner)
                self.tell(GeneralReturned(legion.general, legion.owner))

    def wound(self, general: GeneralId, count: int, why: str) -> None:
        """Records wounds up to death; ``bury`` sees to those who have as many."""
        before, health = self.wounds.get(general, 0), self.board.generals[general].health
        total = min(before + count, health)
        if total > before:
            self.wounds[general] = total
            self.tell(GeneralWounded(general, total - before, total, health, why))

    def bury(self, generals: Iterable[GeneralId | None]) -> tuple[GeneralId, ...]:
        """Kills those of *generals* whose wounds have reached their health; gives them."""
        dead = [
            one
            for one in generals
            if one is not None and self.wounds.get(one, 0) >= self.board.generals[one].health
        ]
        for general in dead:
            self._kill(general)
        return tuple(dead)

    def _kill(self, general: GeneralId) -> None:
        legion = self.led_by(general)
        if legion is None:
            return
        self.put(replace(legion, general=None))
        token_to = enemy_of(self.team(legion))
        self.tokens[token_to].append(general)
        self.tell(GeneralKilled(general, token_to))
        victim = self.provoked
        self.off_map(general)
        ability = self.board.generals[general].ability(Effect.PROVOKE)
        if ability is not None and victim is not None and victim != general:
            self.wound(victim, ability.death_wounds, "revenge")
            self.bury([victim])
        self.shrink(legion.id)

    def off_map(self, general: GeneralId) -> None:
        """Forgets wounds and provocation of a General who leaves the map in any way."""
        self.wounds.pop(general, None)
        provoker = self.board.generals[general].has(Effect.PROVOKE)
        if self.provoked is not None and (general == self.provoked or provoker):
            self.tell(ProvocationEnded(self.provoked))
            self.provoked = None

    def to_hand(self, general: GeneralId, power: Power) -> None:
        """Takes a General who has left his legion back to the hand, healed."""
        self.off_map(general)
        self.hands[power].append(general)

    def shrink(self, name: LegionId) -> None:
        """Drops a legion to what it may hold, once Mouri Hidemoto has left it."""
        legion = self.legions[name]
        if legion.troops > self.cap(legion):
            self.take_troops(name, legion.troops - self.cap(legion), "limit")

    def settle(self) -> None:
        """Brings control up to date and looks for an immediate win.

        Raises:
            MatchOver: an immediate win condition holds.
        """
        self.count_control()
        ending = immediate_ending(self.board, self.control, self.active)
        if ending is not None:
            raise MatchOver(ending)

    def count_control(self) -> None:
        """Gives each area to the side that stands in it; a sea without legions falls home."""
        present = {legion.at: self.team(legion) for legion in self.legions.values()}
        for area in self.board.areas.values():
            old = self.control.get(area.id)
            absent = area.home if area.terrain is Terrain.SEA else old
            new = present.get(area.id, absent)
            if new != old:
                self.tell(ControlChanged(area.id, old, new))
                if new is None:
                    del self.control[area.id]
                else:
                    self.control[area.id] = new
