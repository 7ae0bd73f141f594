"""What a battle costs in army provisions. Rulebook: 6.1."""

from collections.abc import Mapping, Sequence

from gm.games.three_kingdoms.events import Paid
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.table import Table
from gm.values import Value, replace


class Bill(Value, frozen=True):
    """What one nation owes for a battle: for its troops, and for the route."""

    nation: Side
    troops: int
    route: int = 0

    @property
    def sum(self) -> int:
        """The provisions owed."""
        return self.troops + self.route


def for_troops(table: Table, total: int) -> int:
    """One provision for every 30,000 troops or part of it, at least one (D18)."""
    figures = table.rules.figures
    return max(figures.least_payment, -(-total // figures.per_troops))


def by_nation(table: Table, men: Sequence[Who]) -> Mapping[Side, list[Who]]:
    """The generals of a side by the nation that pays for them; forces pay nothing (Q15)."""
    found: dict[Side, list[Who]] = {}
    for who in men:
        side = table.generals[who].side
        if table.is_nation(side):
            found.setdefault(side, []).append(who)
    return found


def defender_bills(table: Table, men: Sequence[Who]) -> tuple[Bill, ...]:
    """What the defender owes for the generals who take part."""
    return tuple(
        Bill(nation, for_troops(table, table.total(own)))
        for nation, own in by_nation(table, men).items()
    )


def attacker_bills(
    table: Table, area: Area, men: Sequence[Who], commander: Who, origins: Sequence[Area]
) -> tuple[Bill, ...]:
    """What the attacker owes; the commander's nation also pays the route (edge case 11).

    ``origins`` are where the movers came from: the route's start for a side without any marker.
    """
    bills = []
    for nation, own in by_nation(table, men).items():
        leads = table.generals[commander].side == nation
        route = route_cost(table, area, nation, origins) if leads else 0
        bills.append(Bill(nation, for_troops(table, table.total(own)), route))
    return tuple(bills)


def route_cost(table: Table, area: Area, side: Side, origins: Sequence[Area]) -> int:
    """The cheapest supply route to a battle from an area with an own marker (D19)."""
    figures = table.rules.figures
    sources = table.sources(side) or frozenset(origins) or frozenset({area})
    cost = table.rules.board.route_cost(
        area,
        sources,
        whites=figures.whites_per_point,
        brown=figures.brown_border,
        river=figures.yangtze_route,
    )
    return cost or 0


def can_pay(table: Table, bills: Sequence[Bill]) -> bool:
    """Whether every nation has what it owes."""
    return all(table.treasuries[bill.nation].provisions >= bill.sum for bill in bills)


def pay(table: Table, bills: Sequence[Bill]) -> None:
    """Takes the provisions; who has too few pays what he has (D20)."""
    for bill in bills:
        treasury = table.treasuries[bill.nation]
        paid = min(treasury.provisions, bill.sum)
        now = treasury.provisions - paid
        table.treasuries[bill.nation] = replace(treasury, provisions=now)
        table.tell(Paid(bill.nation, bill.troops, bill.route, paid, now))
