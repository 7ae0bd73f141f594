"""One side of a battle: who takes part, who was hit, and what stratagems changed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gm.games.three_kingdoms.events import HitsCancelled, LostUnits, Struck
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.naming import side_name
from gm.games.three_kingdoms.roster import Person, Troop, Who
from gm.games.three_kingdoms.table import Table


@dataclass(slots=True)
class Army:
    """The generals of one side who take part; ``struck`` are those hit, in that order."""

    table: Table
    area: Area
    men: list[Who]
    commander: Who
    adviser: Who
    attacks: bool
    struck: list[Who] = field(default_factory=list)
    lost: int = 0
    extra_unit: int = 0
    martial_change: int = 0
    command_change: int = 0
    first_round_bonus: int = 0
    cancelled_hits: int = 0
    no_terrain: bool = False
    may_not_retreat: bool = False
    not_pursued: bool = False
    failures_allowed: int | None = None
    loss_order: tuple[Who, ...] = ()
    spared: tuple[Who, ...] = ()

    @property
    def side(self) -> Side:
        """The commander's side: it gives the army its name and gets the points (D34)."""
        return self.table.generals[self.commander].side

    @property
    def battle(self) -> str:
        """What the fight is called among the dice."""
        return f"battle in {self.table.area_name(self.area)}"

    @property
    def name(self) -> str:
        """The name of the army's side."""
        return side_name(self.table.rules, self.side)

    @property
    def chief(self) -> Person:
        """The main commander's printed values."""
        return self.table.person(self.commander)

    @property
    def units(self) -> int:
        """Troop units of all who take part."""
        return sum(self.table.generals[who].units for who in self.men) + self.extra_unit

    @property
    def total(self) -> int:
        """Troop units and generals. Rulebook: 6.2 (D24)."""
        return self.units + len(self.men)

    @property
    def martial(self) -> int:
        """The commander's Martial with what stratagems changed (not below 0)."""
        return max(0, self.chief.martial + self.martial_change)

    @property
    def command(self) -> int:
        """The commander's Command with what stratagems changed (not below 1)."""
        return max(1, self.chief.command + self.command_change)

    @property
    def terrain(self) -> int:
        """The extra die of cavalry away from the Yangtze and of a navy on it. Rulebook: 6.4."""
        wet = self.table.rules.board.areas[self.area].yangtze
        return int(
            not self.no_terrain and self.chief.troop is (Troop.NAVAL if wet else Troop.CAVALRY)
        )

    @property
    def dice(self) -> int:
        """How many main dice the commander rolls. Rulebook: 6.2 (4)."""
        return min(self.command, self.total) + self.terrain if self.total else 0

    @property
    def shots(self) -> int:
        """Dice before the round: archer one, crossbow two. Rulebook: 6.4."""
        if not self.total:
            return 0
        return {Troop.ARCHER: 1, Troop.CROSSBOW: 2}.get(self.chief.troop, 0)

    def take(self, hits: int) -> None:
        """Applies hits: troop units, then generals, the main commander last. Rulebook: 6.2, Q37."""
        if hits and self.cancelled_hits:
            stopped = min(hits, self.cancelled_hits)
            self.cancelled_hits -= stopped
            hits -= stopped
            self.table.tell(HitsCancelled(self.side, stopped))
        units = min(hits, self.units)
        men = min(hits - units, len(self.men))
        self.lose_units(units)
        for _ in range(men):
            self.strike(self._in_order()[0])
        self.lost += units + men

    def lose_units(self, count: int) -> None:
        """Removes troop units, the extra one first, then in the owner's order (D36)."""
        if count and self.extra_unit:
            gone = min(count, self.extra_unit)
            self.extra_unit -= gone
            count -= gone
            self.table.tell(LostUnits(None, gone, self.extra_unit))
        for who in self._in_order():
            gone = min(count, self.table.generals[who].units)
            self.lose_of(who, gone)
            count -= gone

    def lose_of(self, who: Who, count: int) -> None:
        """Removes troop units of one general."""
        if count:
            left = self.table.generals[who].units - count
            self.table.change(who, units=left)
            self.table.tell(LostUnits(who, count, left))

    def strike(self, who: Who) -> None:
        """A general is hit; he leaves the fight and will be checked (6.6)."""
        self.men.remove(who)
        self.struck.append(who)
        self.table.tell(Struck(who))

    def leave(self, who: Who) -> None:
        """A general takes no further part, unhurt."""
        self.men.remove(who)

    def _in_order(self) -> Sequence[Who]:
        """Whose loss comes first: as the owner said, else lowest rank first (P7)."""
        said = [who for who in self.loss_order if who in self.men and who != self.commander]
        rest = [who for who in self.men if who not in said and who != self.commander]
        rest.sort(key=lambda who: (who in self.spared, self.table.person(who).rank, who))
        last = [self.commander] if self.commander in self.men else []
        return [*said, *rest, *last]
