"""The orders of a power's sheets on their way through the check: which of them still count.

Later orders replace earlier ones, unit by unit. Rule choice: later_orders.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gm.games.diplomacy.map import Board
from gm.games.diplomacy.orders import Cancel, Hold, HoldAll, Order, Place
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.spelling import spell
from gm.games.diplomacy.state import Stage, State, Unit
from gm.games.vocabulary import Fate, Fault, Power, Problem

Subject = tuple[str, Place | str]
"""What an order is for, so that a later one for the same replaces it."""


@dataclass(slots=True)
class Entry:
    """One order of a sheet on its way through the check."""

    order: Order
    sheet: int
    subject: Subject | None = None
    fate: Fate = Fate.STANDS
    problems: list[Problem] = field(default_factory=list)
    counts: bool = False
    """Whether its power has sent orders if this one stands."""
    instead: Order | None = None
    is_overtaken: bool = False
    """Whether its letter has a later order for the same."""

    def refuse(self, problem: Problem, instead: Order | None = None) -> None:
        """The order is not followed; its unit does what is said *instead*."""
        self.fate = Fate.REFUSED
        self.problems.append(problem)
        self.instead = instead


def replace_earlier(
    board: Board, rules: Rulebook, units: Iterable[Unit], entries: Sequence[Entry]
) -> None:
    """Marks what a later order, a cancellation or a later sheet has replaced.

    *units* are those of the power.
    """
    kinds = {board.province_of[unit.at]: unit.kind for unit in units}
    standing: dict[Subject, list[Entry]] = {}
    for number, entry in enumerate(entries):
        if rules.later_orders == "whole-sheet":
            _drop(one for one in entries[:number] if one.sheet < entry.sheet)
        match entry.order:
            case Cancel(None):
                _drop(entries[:number])
            case Cancel(unit) if unit is not None:
                place = board.province_of[unit.at]
                _drop(one for one in entries[:number] if one.subject and one.subject[1] == place)
            case HoldAll(kind) if entry.fate is Fate.STANDS:
                named = {one.subject for one in entries if one.sheet == entry.sheet}
                _drop(
                    one
                    for one in entries[:number]
                    if one.sheet < entry.sheet
                    and one.subject
                    and one.subject[0] == "unit"
                    and one.subject not in named
                    and (kind is None or kinds.get(Place(one.subject[1])) is kind)
                )
            case _ if entry.subject:
                same = standing.setdefault(entry.subject, [])
                for one in same:
                    one.is_overtaken = one.fate is not Fate.REPLACED and one.sheet == entry.sheet
                _drop(same)
                standing[entry.subject] = [entry]
    _note_overtaken(board, entries)


def _note_overtaken(board: Board, entries: Sequence[Entry]) -> None:
    """Tells of each order that has a later one in its letter which of them counts."""
    heirs = {entry.subject: entry for entry in entries if entry.fate is not Fate.REPLACED}
    for entry in entries:
        heir = heirs.get(entry.subject) if entry.is_overtaken else None
        if heir is not None and heir.sheet == entry.sheet and heir.order != entry.order:
            wording = spell(heir.order, board.name)
            reason = f"This letter has a later order for it, which counts: “{wording}”."
            told = Problem(Fault.WARNING, spell(entry.order, board.name), reason)
            entry.problems.append(told)


def _drop(entries: Iterable[Entry]) -> None:
    for entry in entries:
        entry.fate = Fate.REPLACED


def held_by_all(
    board: Board, state: State, power: Power, entries: Sequence[Entry]
) -> tuple[Hold, ...]:
    """What "all units hold" stands for: a hold for every unit without another order."""
    if state.stage is not Stage.MOVEMENT:
        return ()
    standing = [entry.order for entry in entries if entry.fate is Fate.STANDS]
    held = {order.kind for order in standing if isinstance(order, HoldAll)}
    ordered = {entry.subject for entry in entries if entry.fate is not Fate.REPLACED}
    return tuple(
        Hold(unit.name)
        for unit in state.of(power)
        if (unit.kind in held or None in held)
        and ("unit", board.province_of[unit.at]) not in ordered
    )
