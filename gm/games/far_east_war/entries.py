"""Orders on their way through the check, and the desk that remarks on them."""

from dataclasses import dataclass, field

from gm.games.far_east_war.map import Board
from gm.games.far_east_war.orders import Order, Plain, bare
from gm.games.far_east_war.spelling import by_name, spell
from gm.games.far_east_war.state import State
from gm.games.vocabulary import Fate, Fault, Power, Problem
from gm.values import Value


@dataclass(slots=True)
class Entry:
    """One order on its way through the check."""

    sheet: int
    order: Order
    fate: Fate = Fate.STANDS
    problems: list[Problem] = field(default_factory=list)

    @property
    def said(self) -> Plain:
        """The order without its conditions."""
        return bare(self.order)


class Desk(Value, frozen=True):
    """What the check of one power looks at."""

    board: Board
    state: State
    power: Power

    def refuse(self, entry: Entry, reason: str, hint: str | None = None) -> None:
        """Takes an order out, and says why."""
        entry.fate = Fate.REFUSED
        self.remark(entry, Fault.ILLEGAL, reason, hint)

    def remark(self, entry: Entry, fault: Fault, reason: str, hint: str | None = None) -> None:
        """Says something about an order."""
        text = spell(by_name(self.board), entry.order)
        entry.problems.append(Problem(fault, text, reason, hint))
