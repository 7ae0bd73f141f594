"""Orders in their standard wording; reading it gives the same order."""

from collections.abc import Iterable

from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.naming import area_name, name_of_id, side_name, who_name
from gm.games.three_kingdoms.orders import (
    Advance,
    Adviser,
    Alive,
    Ally,
    Always,
    AskMe,
    Assaults,
    Attacking,
    Both,
    Cancel,
    Commander,
    Compare,
    Condition,
    Confused,
    Controls,
    ControlWith,
    Defend,
    DefendHow,
    Discord,
    Either,
    Else,
    Fallback,
    Farm,
    Forget,
    Group,
    HaltIf,
    If,
    KeepOut,
    Lose,
    MusterAuto,
    NeverRetreat,
    Not,
    Number,
    Order,
    Outnumbered,
    Pass,
    Persuade,
    Pick,
    Place,
    Present,
    Pursue,
    RetreatTo,
    Stratagems,
    Strike,
    Sweep,
    Then,
    Troops,
    Until,
    Use,
)
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import Rulebook


class Speller:
    """Spells orders with the names of one rulebook."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules

    def spell(self, order: Order) -> str:  # noqa: C901, PLR0911, PLR0912  (one line for each order)
        """The order in its standard wording."""
        match order:
            case Advance():
                return self._advance(order)
            case Strike():
                return self._strike(order)
            case Discord(target, nation):
                return f"PERSUADE DISCORD {self.who(target)}{self._as(nation)}"
            case Ally(force, nation):
                return f"PERSUADE ALLY {side_name(self.rules, force)}{self._as(nation)}"
            case Persuade(target, nation):
                return f"PERSUADE {self.who(target)}{self._as(nation)}"
            case Sweep(area):
                return f"SWEEP {self.area(area)}"
            case Farm(shares):
                parts = (f" {self.side(side)}{f' {n}' if n else ''}" for side, n in shares)
                return "FARM" + "".join(parts)
            case Pass():
                return "PASS"
            case Number(number):
                return f"ACTION {number}"
            case Else():
                return "ELSE"
            case Then():
                return "THEN"
            case If(condition):
                return f"IF {self.condition(condition)}"
            case HaltIf(condition):
                return f"HALT IF {self.condition(condition)}"
            case Always():
                return "STANDING"
            case Forget():
                return "FORGET STANDING INSTRUCTIONS"
            case Cancel():
                return "CANCEL PLAN"
            case Confused(name):
                return name_of_id(self.rules, name)
            case DefendHow(area):
                return f"DEFEND {self.area(area)}"
            case _:
                return self._clause(order)

    def _clause(self, order: Order) -> str:  # noqa: C901, PLR0911, PLR0912  (one line for each order)
        match order:
            case Defend(stance, area, condition):
                where = f" {self.area(area)}" if area else ""
                given = f" IF {self.condition(condition)}" if condition else ""
                return f"DEFEND{where} WITH {stance.value.upper()}{given}"
            case KeepOut(who, to):
                return f"KEEP OUT {self.men(who)}{f' TO {self.area(to)}' if to else ''}"
            case Commander(who):
                return f"COMMANDER {self.men(who)}"
            case Adviser(who):
                return f"ADVISER {self.men(who)}"
            case Stratagems(uses, only):
                if not uses:
                    return "STRATAGEMS NONE"
                listed = ", ".join(map(self._use, uses))
                return f"STRATAGEMS {listed}{'' if only else ' FIRST'}"
            case Until(condition, to):
                where = f" TO {self.areas(to)}" if to else ""
                return f"UNTIL {self.condition(condition)} THEN RETREAT{where}"
            case NeverRetreat(condition):
                given = f" IF {self.condition(condition)}" if condition else ""
                return f"NEVER RETREAT{given}"
            case Assaults(count):
                return f"ASSAULT {count} THEN RETREAT"
            case Lose(who, last):
                return f"LOSE {self.men(who)}{' LAST' if last else ''}"
            case Pursue(pursue):
                return f"PURSUE {'YES' if pursue else 'NO'}"
            case RetreatTo(areas, who):
                people = f" {self.men(who)}" if who else ""
                return f"RETREAT{people} TO {self.areas(areas)}"
            case ControlWith(who, area):
                return f"CONTROL {self.who(who)}{f' IN {self.area(area)}' if area else ''}"
            case Pick(who, nation):
                return f"PICK {self.men(who)}{self._as(nation)}" if who else "PICK NONE"
            case Place(who, area):
                return f"PLACE {self.who(who)} AT {self.area(area)}"
            case Troops(who, units):
                return f"TROOPS {self.who(who)} {units}"
            case MusterAuto(auto):
                return f"MUSTER {'AUTO' if auto else 'ASK'}"
            case AskMe(area):
                return f"ASK ME{f' ON {self.area(area)}' if area else ''}"
            case Fallback(action):
                return f"FALLBACK {self.spell(action)}"
            case _:
                raise TypeError(f"{type(order).__name__} has no wording.")

    # ---- names

    def area(self, area: Area) -> str:
        """An area's name."""
        return area_name(self.rules, area)

    def areas(self, areas: Iterable[Area]) -> str:
        """Areas, one after the other."""
        return ", ".join(map(self.area, areas))

    def who(self, who: Who) -> str:
        """A general's name."""
        return who_name(self.rules, who)

    def men(self, men: Iterable[Who]) -> str:
        """Generals, one after the other."""
        return ", ".join(map(self.who, men))

    def side(self, side: Side) -> str:
        """A nation's name."""
        return side_name(self.rules, side)

    def _as(self, nation: Side | None) -> str:
        return f" AS {self.side(nation)}" if nation else ""

    # ---- actions

    def _advance(self, order: Advance) -> str:
        moves = ", ".join(
            f"{self.who(step.who)} - {' - '.join(map(self.area, step.path))}"
            for step in order.moves
        )
        origin = f"{self.area(order.origin)}: " if order.origin else ""
        fight = f" BATTLE {self.area(order.battle)}" if order.battle else ""
        return f"ADVANCE {origin}{moves}{fight}"

    def _strike(self, order: Strike) -> str:
        groups = ", ".join(map(self._group, order.groups))
        by = f" AS {self.side(order.by)}" if order.by else ""
        fight = "" if order.battle else " NO BATTLE"
        return f"STRIKE {self.area(order.target)}{' ' + groups if groups else ''}{by}{fight}"

    def _group(self, group: Group) -> str:
        men = self.men(group.who) or "everyone"
        if group.origin is None:
            return f"WITH {men}" + (f" VIA {self.area(group.via)}" if group.via else "")
        via = f" VIA {self.area(group.via)}" if group.via else ""
        return f"FROM {self.area(group.origin)}{via}: {men}"

    def _use(self, use: Use) -> str:
        victims = f" ON {self.men(use.on)}" if use.on else ""
        return f"{use.number}{victims}{' TERRAIN' if use.terrain else ''}"

    # ---- conditions

    def condition(self, condition: Condition) -> str:  # noqa: C901, PLR0911  (one line each)
        """A condition as the grammar reads it."""
        match condition:
            case Either(left, right):
                return f"({self.condition(left)} OR {self.condition(right)})"
            case Both(left, right):
                return f"({self.condition(left)} AND {self.condition(right)})"
            case Not(Attacking()):
                return "defending"
            case Attacking():
                return "attacking"
            case Not(inner):
                return f"NOT ({self.condition(inner)})"
            case Controls(area):
                return f"controls({self.area(area)})"
            case Present(who, area):
                return f"present({self.who(who)}, {self.area(area)})"
            case Alive(who):
                return f"alive({self.who(who)})"
            case Outnumbered():
                return "outnumbered"
            case Compare(term, sign, number, area, who):
                place = self.area(area) if area else self.who(who) if who else ""
                where = f"({place})" if place else ""
                return f"{term.value}{where} {sign.value} {number}"
