"""From the small orders of a letter to a plan: entries with their clauses, and what stands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gm.games.three_kingdoms.orders import (
    Action,
    Adviser,
    Ally,
    Always,
    AskMe,
    Assaults,
    Both,
    Cancel,
    Clause,
    Commander,
    Condition,
    Confused,
    ControlWith,
    Defend,
    DefendHow,
    Discord,
    Else,
    Forget,
    HaltIf,
    If,
    KeepOut,
    Lose,
    NeverRetreat,
    Number,
    Order,
    Persuade,
    Pick,
    Place,
    Pursue,
    RetreatTo,
    Stratagems,
    Then,
    Troops,
    Until,
)
from gm.values import Value

BATTLE_CLAUSES = (
    Commander,
    Adviser,
    Stratagems,
    Until,
    NeverRetreat,
    Assaults,
    Lose,
    Pursue,
    RetreatTo,
)
"""Clauses that belong to the action they follow; all others stand."""


class Entry(Value, frozen=True):
    """One action of a plan, what belongs to it, what follows it, and what is tried instead."""

    action: Action
    condition: Condition | None = None
    clauses: tuple[Clause, ...] = ()
    then: "Entry | None" = None
    otherwise: "Entry | None" = None


class Plan(Value, frozen=True):
    """What a power sent for a turn: actions in order, halts, and standing instructions."""

    entries: tuple[Entry, ...]
    halts: tuple[Condition, ...]
    standing: tuple[Clause, ...]
    forgets: bool


@dataclass(slots=True)
class _Draft:
    """An entry while its letter is being read."""

    action: Action
    condition: Condition | None
    clauses: list[Clause]
    then: "_Draft | None" = None
    otherwise: "_Draft | None" = None

    def done(self) -> Entry:
        return Entry(
            self.action,
            self.condition,
            tuple(self.clauses),
            self.then.done() if self.then else None,
            self.otherwise.done() if self.otherwise else None,
        )


def plan_of(orders: Iterable[Order]) -> Plan:
    """The plan that a list of orders spells."""
    reader = _Reader()
    for order in orders:
        reader.take(order)
    entries = [draft for _, draft in sorted(reader.drafts, key=lambda pair: pair[0])]
    return Plan(
        tuple(draft.done() for draft in entries),
        tuple(reader.halts),
        tuple(reader.standing),
        reader.forgets,
    )


class _Reader:
    """Walks the orders and remembers to which entry the next one belongs."""

    def __init__(self) -> None:
        self.drafts: list[tuple[int, _Draft]] = []
        self.halts: list[Condition] = []
        self.standing: list[Clause] = []
        self.forgets = False
        self.now: _Draft | None = None
        self.last: _Draft | None = None
        self.tie: type[Else] | type[Then] | None = None
        self.number: int | None = None
        self.pending: Condition | None = None
        """A condition that stands before its action."""

    def take(self, order: Order) -> None:  # noqa: C901  (one line for each kind of order)
        match order:
            case Number(number):
                self.number, self.now = number, None
            case Else():
                self.tie = Else
            case Then():
                self.tie = Then
            case Always():
                self.now = None
            case If(condition):
                self._if(condition)
            case HaltIf(condition):
                self.halts.append(condition)
            case Forget():
                self.forgets = True
            case Cancel():
                self.drafts, self.halts, self.now = [], [], None
            case _ if isinstance(order, Clause):
                self._clause(order)
            case Confused() | DefendHow() | Persuade():
                return  # refused, or completed by the check
            case _:
                self._action(order)

    def _if(self, condition: Condition) -> None:
        old = self.pending if self.now is None else self.now.condition
        joined = Both(old, condition) if old else condition
        if self.now is None:
            self.pending = joined
        else:
            self.now.condition = joined

    def _clause(self, clause: Clause) -> None:
        if self.now is not None and isinstance(clause, BATTLE_CLAUSES):
            self.now.clauses.append(clause)
        else:
            self.standing.append(clause)
        if isinstance(clause, Defend):
            self.now = None  # what is said after it of battles is said of the defence

    def _action(self, action: Action) -> None:
        draft, free = _Draft(action, self.pending, []), self._is_free()
        if self.tie is Else and self.last is not None:
            self.last.otherwise = draft
        elif self.last is not None and free:
            self.last.then = draft
        else:
            place = self.number if self.number is not None else 1 + self._highest()
            self.drafts.append((place, draft))
        if not free:
            self.last = draft
        self.now, self.tie, self.number, self.pending = draft, None, None, None

    def _is_free(self) -> bool:
        """Whether the next action is the free one after a Persuasion; "then" may only mean next."""
        before = self.last.action if self.last is not None else None
        return self.tie is Then and isinstance(before, Discord | Ally)

    def _highest(self) -> int:
        return max((place for place, _ in self.drafts), default=0)


def key_of(clause: Clause) -> tuple[object, ...]:  # noqa: PLR0911  (one line for each kind)
    """What a standing instruction is about: a later one about the same replaces it."""
    match clause:
        case Defend(_, area):
            return Defend, area
        case RetreatTo(_, who) | KeepOut(who):
            return type(clause), who
        case AskMe(area):
            return AskMe, area
        case Place(who) | Troops(who):
            return type(clause), who
        case ControlWith(who, area):
            return ControlWith, area or who
        case Lose(_, last):
            return Lose, last
        case NeverRetreat(condition) if condition is not None:
            return (NeverRetreat,)
        case Until() | NeverRetreat():
            return (Until,)
        case _:
            return (type(clause),)


def merged(old: Sequence[Clause], plan: Plan) -> tuple[Clause, ...]:
    """The standing instructions after a letter: its own, and older ones about other things."""
    new = {key_of(clause) for clause in plan.standing}
    kept = () if plan.forgets else tuple(one for one in old if key_of(one) not in new)
    return (*kept, *latest(plan.standing))


def latest(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Of the clauses of one letter the last about each thing; wishes for picks are one list."""
    last = {_matter(clause): place for place, clause in enumerate(clauses)}
    return tuple(
        clause
        for place, clause in enumerate(clauses)
        if isinstance(clause, Pick) or last[_matter(clause)] == place
    )


def _matter(clause: Clause) -> tuple[object, ...]:
    """What a clause of a letter is about, its condition counted: another may hold otherwise."""
    condition = clause.condition if isinstance(clause, Defend) else None
    return (*key_of(clause), condition)
