"""Warnings beside orders that are followed: what could not be done or would have no effect now."""

from collections.abc import Iterator, Sequence

from gm.games.three_kingdoms import battle, choices
from gm.games.three_kingdoms.battle import Clash
from gm.games.three_kingdoms.completing import usual_against
from gm.games.three_kingdoms.conditions import holds, told
from gm.games.three_kingdoms.estimates import Prospect, Rehearsal, prospect
from gm.games.three_kingdoms.map import Line
from gm.games.three_kingdoms.naming import listed
from gm.games.three_kingdoms.orders import (
    Action,
    Advance,
    Adviser,
    Ally,
    Commander,
    Condition,
    Discord,
    Else,
    If,
    Lose,
    Order,
    RetreatTo,
    Strike,
    Then,
    Until,
)
from gm.games.three_kingdoms.plan import BATTLE_CLAUSES
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import CheckedOrder, Fate, Fault, Power, Problem
from gm.values import replace

LONE_CONDITION = "This condition stands beside no action of the same letter and has no effect."
TRIED = "It is tried when its time comes; if it is still impossible, what follows is tried."
Remark = tuple[str, str | None]


def with_warnings(
    table: Table, speller: Speller, power: Power, row: Sequence[CheckedOrder[Order]]
) -> list[CheckedOrder[Order]]:
    """The orders of a letter, with warnings beside those that would come to nothing now."""
    walk = _Walk(table, speller, power, row)
    return [walk.warned(one) for one in row]


class _Walk:
    """Goes through a letter with a rehearsal of its actions."""

    def __init__(
        self, table: Table, speller: Speller, power: Power, row: Sequence[CheckedOrder[Order]]
    ) -> None:
        self.speller, self.power = speller, power
        self.rehearsal = Rehearsal(table, power)
        self.has_action = any(
            isinstance(one.order, Action) and one.fate is Fate.STANDS for one in row
        )
        self.before: list[Condition] = []
        """Conditions that stand before their action."""
        self.tie: Order | None = None
        self.last: Action | None = None
        self.now: Prospect | str | None = None
        """The action in hand as it would go now, or why it could not; None where none is."""

    def warned(self, one: CheckedOrder[Order]) -> CheckedOrder[Order]:
        if one.fate is not Fate.STANDS:
            return one
        found = list(self._remarks(one.order))
        proposals = tuple(self._proposals(one.order)) if found else ()
        words = self.speller.spell(one.order)
        warnings = [
            Problem(Fault.WARNING, words, reason, hint, proposals) for reason, hint in found
        ]
        return replace(one, problems=(*one.problems, *warnings))

    def _proposals(self, order: Order) -> Iterator[str]:
        if isinstance(order, Strike) and not order.groups and isinstance(self.now, str):
            yield from usual_against(self.rehearsal.table, self.speller, self.power, order.target)

    def _remarks(self, order: Order) -> Iterator[Remark]:
        match order:
            case Then() | Else():
                self.tie = order
            case If(condition) if self.now is None:
                if self.has_action:
                    self.before.append(condition)
                else:
                    yield LONE_CONDITION, None
            case If(condition):
                yield from self._condition(condition)
            case _ if isinstance(order, Action):
                yield from self._action(order)
            case _ if isinstance(order, BATTLE_CLAUSES) and isinstance(self.now, Prospect):
                if self.now.clash is not None:
                    yield from _about_battle(self.now.table, self.now.clash, order)

    def _action(self, action: Action) -> Iterator[Remark]:
        """Why an action could not be done as things stand; alternatives are not looked at."""
        tie, self.tie = self.tie, None
        if isinstance(tie, Else):
            self.now = None
            return
        free = isinstance(tie, Then) and isinstance(self.last, Discord | Ally)
        start = self.rehearsal.lucky if free else self.rehearsal.table
        self.now = prospect(start, self.power, action)
        why = self.rehearsal.try_after_success(action) if free else self.rehearsal.try_next(action)
        self.last = action if not free else self.last
        if why is not None:
            yield f"As things stand this could not be done: {why}", TRIED
        if isinstance(action, Advance) and isinstance(self.now, Prospect) and not self.now.clash:
            yield from _beside_enemies(self.now.table, action)
        for condition in self.before:
            yield from self._condition(condition)
        self.before = []

    def _condition(self, condition: Condition) -> Iterator[Remark]:
        now = self.now
        if not isinstance(now, Prospect) or holds(condition, now.start, now.scene):
            return
        counted = told(condition, now.start, now.scene, self.speller.who, self.speller.area)
        yield (
            f"As things stand its condition does not hold{counted}; then it is not done.",
            "It is looked at when the action's time comes.",
        )


def _beside_enemies(table: Table, action: Advance) -> Iterator[Remark]:
    """Enemies where generals end their way without a battle; the *table* has them there.

    Rulebook: 3.2.2.
    """
    movers = [table.generals[step.who] for step in action.moves]
    sides = {general.area: general.side for general in movers}
    for area, side in sides.items():
        enemies = table.enemies(area, side)
        if enemies:
            there = listed(table.person(one.id).name for one in enemies)
            name, verb = table.rules.board.areas[area].name, "is" if len(enemies) == 1 else "are"
            yield (
                f"No battle is ordered in {name}, where {there} {verb}: who came last and is still "
                "beside enemies when all actions are done has lost, must leave and may be pursued "
                "(3.2.2).",
                f"To fight there, write “BATTLE {name}” behind it.",
            )


def _about_battle(table: Table, clash: Clash, order: Order) -> Iterator[Remark]:
    """What is wrong with a choice for the battle that an action would begin now."""
    own, enemy = clash.attackers, clash.defenders
    if clash.sally:
        own, enemy = enemy, own
    match order:
        case Until(condition):
            army = battle.muster(table, clash.area, own, attacks=not clash.sally)
            other = battle.muster(table, clash.area, enemy, attacks=clash.sally)
            if holds(condition, table, choices.scene(table, army, other, round_=1)):
                yield (
                    "This holds already before the first round: in a field battle you would "
                    "retreat at once, and be pursued.",
                    f"Your troop units there are {army.units} (total {army.total}), the enemy's "
                    f"{other.units} (total {other.total}).",
                )
        case Commander(who):
            yield from _unfit_commander(table, own, who)
        case Adviser(who) | Lose(who):
            yield from _absent(table, own, who)
        case RetreatTo(areas):
            for area in areas:
                border = table.rules.board.borders.get((clash.area, area))
                if border is None or border.line is Line.BLACK:
                    names = table.rules.board.areas
                    yield (
                        f"Nobody can retreat from {names[clash.area].name} to {names[area].name}: "
                        "a retreat goes to an adjacent area (6.5).",
                        None,
                    )


def _unfit_commander(table: Table, own: Sequence[Who], who: Sequence[Who]) -> Iterator[Remark]:
    yield from _absent(table, own, who)
    highest = max(table.person(one).rank for one in own)
    able = [one for one in own if table.person(one).rank == highest]
    if any(one in own for one in who) and not any(one in able for one in who):
        names = listed((table.person(one).name for one in able), "or")
        yield f"The main commander has the highest rank present (6.2, D23): {names}.", None


def _absent(table: Table, own: Sequence[Who], who: Sequence[Who]) -> Iterator[Remark]:
    for one in who:
        if one not in own:
            yield f"{table.person(one).name} would not take part in this battle.", None
