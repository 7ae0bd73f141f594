"""What hangs on an action that is refused: it is refused with it, and never given to another.

A condition, a choice for a battle, the free action after a Persuasion: all belong to the action
beside them. An ELSE is another matter: what it names takes the place of the refused action.
"""

from collections.abc import Sequence

from gm.games.three_kingdoms.orders import (
    Action,
    Ally,
    Always,
    Cancel,
    Confused,
    Discord,
    Else,
    Forget,
    If,
    Number,
    Order,
    Then,
)
from gm.games.three_kingdoms.plan import BATTLE_CLAUSES, key_of, latest, plan_of
from gm.games.three_kingdoms.spelling import Speller
from gm.games.vocabulary import CheckedOrder, Fate, Fault, Problem
from gm.values import replace

BELONGS = "This belongs to the action beside it, which is not followed."
REPLACES = "The action before it is not followed, so what stands here takes its place."
AFTER_PERSUASION = "This was to follow a Persuasion that is not followed."

Row = Sequence[CheckedOrder[Order]]


def without_orphans(speller: Speller, row: Row) -> list[CheckedOrder[Order]]:
    """The orders of a letter; what belongs to a refused action is refused as well."""
    walk = _Walk(speller)
    for one in row:
        walk.take(one)
    return walk.done


class _Walk:
    """Goes through a letter and remembers whether the action in hand is refused."""

    def __init__(self, speller: Speller) -> None:
        self.speller = speller
        self.done: list[CheckedOrder[Order]] = []
        self.refused = False
        self.has_action = False
        self.persuasion = False
        """The refused action is a Persuasion."""
        self.after = False
        """The next action is the free one after it."""
        self.waiting: list[int] = []
        """Conditions that stand before their action."""

    def take(self, one: CheckedOrder[Order]) -> None:
        match one.order:
            case Number() | Always() | Forget() | Cancel():
                self.refused, self.has_action, self.waiting = False, False, []
                self.persuasion = False
            case If() if not self.has_action and not self.refused:
                self.waiting.append(len(self.done))
            case If() if self.refused:
                one = self._out(one, BELONGS)
            case Else() if self.refused:
                one = self._out(one, REPLACES)
            case Then() if self.persuasion:
                self.after = True
                one = self._out(one, AFTER_PERSUASION)
            case _ if isinstance(one.order, Action) or _is_action(one.order):
                one = self._action(one)
            case _ if self.refused and isinstance(one.order, BATTLE_CLAUSES):
                one = self._out(one, BELONGS)
        self.done.append(one)

    def _action(self, one: CheckedOrder[Order]) -> CheckedOrder[Order]:
        if self.after:
            one = self._out(one, AFTER_PERSUASION)
        self.refused = one.fate is Fate.REFUSED
        self.persuasion = self.refused and isinstance(one.order, Discord | Ally)
        if self.refused:
            for place in self.waiting:
                self.done[place] = self._out(self.done[place], BELONGS)
        self.has_action, self.after, self.waiting = not self.refused, False, []
        return one

    def _out(self, one: CheckedOrder[Order], reason: str) -> CheckedOrder[Order]:
        if one.fate is not Fate.STANDS:
            return one
        problem = Problem(Fault.ILLEGAL, self.speller.spell(one.order), reason)
        return replace(one, fate=Fate.REFUSED, problems=(*one.problems, problem))


def _is_action(order: Order) -> bool:
    return isinstance(order, Confused) and order.is_action


def standing_places(sheet: Row) -> dict[int, tuple[object, ...]]:
    """Which orders of a sheet are standing instructions, and what each is about."""
    found: dict[int, tuple[object, ...]] = {}
    before: list[Order] = []
    for place, one in enumerate(sheet):
        if one.fate is not Fate.STANDS:
            continue
        count = len(plan_of(before).standing)
        before.append(one.order)
        now = plan_of(before).standing
        if len(now) > count:
            found[place] = key_of(now[-1])
    return found


def with_replaced(row: Row) -> list[CheckedOrder[Order]]:
    """Marks the standing instructions that later ones of the same letter replace."""
    places = standing_places(row)
    clauses = [row[place].order for place in places]
    kept = latest(clauses)  # type: ignore[arg-type]  # standing instructions are clauses
    return [
        replace(one, fate=Fate.REPLACED)
        if place in places and not any(one.order is clause for clause in kept)
        else one
        for place, one in enumerate(row)
    ]
