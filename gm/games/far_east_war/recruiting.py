"""The Recruit/Regroup action. Rulebook: Recruit Phase, Special recruiting areas, Regroup Phase.

Every function that carries out an order gives the reason why it cannot, or None when it has.
"""

from collections import Counter
from dataclasses import dataclass, field

from gm.games.far_east_war.events import (
    GeneralTransferred,
    LegionGone,
    Recruited,
    Regrouped,
)
from gm.games.far_east_war.map import AreaId, Effect, GeneralId, LegionId
from gm.games.far_east_war.naming import (
    area_name,
    count,
    first_fault,
    general_name,
    missing_legion,
    power_name,
)
from gm.games.far_east_war.orders import NEW, Recruit, Regroup, Shift
from gm.games.far_east_war.production import cannot_pay
from gm.games.far_east_war.state import Legion
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import replace

Plan = list[tuple[LegionId, int]]
"""Troops for each legion; ``NEW`` stands for one to be formed."""


@dataclass(slots=True)
class RecruitPhase:
    """What has been recruited in one action."""

    total: int = 0
    by_area: Counter[AreaId] = field(default_factory=Counter)


def price(table: Table, power: Power, troops: int) -> int:
    """What *troops* cost in one action; Rye Seongryong halves it, rounded up."""
    full = troops * table.board.costs.recruit
    master = table.leading(Effect.HALF_RECRUIT_COST)
    halved = master is not None and master.owner == power
    return (full + 1) // 2 if halved else full


def recruit(table: Table, power: Power, order: Recruit, phase: RecruitPhase) -> str | None:
    """Pays for and places new troops in one area."""
    area = recruiting_area(table, order)
    if area is None:
        return missing_legion(order.legion or NEW)
    reason = _cannot_recruit(table, power, order.troops, area, phase)
    if reason is not None:
        return reason
    plan = _placement(table, power, order, area)
    if isinstance(plan, str):
        return plan
    before = price(table, power, phase.total)
    cost = price(table, power, phase.total + order.troops) - before
    reason = cannot_pay(table, power, cost)
    if reason is not None:
        return reason
    phase.by_area[area] += order.troops
    for name, troops in plan:
        legion = table.number(power, area, 0) if name == NEW else table.legions[name]
        total = legion.troops + troops
        table.put(replace(legion, troops=total))
        paid = price(table, power, phase.total + troops) - price(table, power, phase.total)
        phase.total += troops
        left = table.pay(power, paid)
        table.tell(Recruited(power, area, legion.id, troops, total, paid, left))
    return None


def recruiting_area(table: Table, order: Recruit) -> AreaId | None:
    """The area an order means: named, or that of its legion."""
    if order.area is not None:
        return order.area
    legion = table.legions.get(order.legion or NEW)
    return None if legion is None else legion.at


def _cannot_recruit(
    table: Table, power: Power, troops: int, where: AreaId, phase: RecruitPhase
) -> str | None:
    board = table.board
    area = board.areas[where]
    team = board.team(power)
    used = phase.by_area[area.id]
    done = f", {used} of it used" if used else ""
    limit = board.limits.recruits
    free = table.free_tokens(power)
    return first_fault(
        (troops < 1, "At least one troop must be recruited."),
        (area.recruit_limit == 0, f"{area.name} has no recruit symbol."),
        (
            area.recruit_by not in (None, team),
            f"Only {power_name(board, area.recruit_by or team)} can recruit in {area.name}.",
        ),
        (
            table.control.get(area.id) != team,
            f"{board.names[team].name} does not control {area.name}.",
        ),
        (
            used + troops > area.recruit_limit,
            f"The recruit limit of {area.name} is {area.recruit_limit}{done}.",
        ),
        (
            phase.total + troops > limit,
            f"At most {count(limit, 'troop')} may be recruited in a turn; {phase.total} already "
            "are.",
        ),
        (free < troops, f"Only {count(free, 'troop token')} left to place."),
    )


def _placement(table: Table, power: Power, order: Recruit, area: AreaId) -> Plan | str:
    """Where the new troops go, or why they have no room."""
    limit = table.board.limits
    inside = table.standing_in(area)
    may_form = len(inside) < limit.legions_per_area
    if order.legion == NEW:
        if not may_form:
            return f"{area_name(table.board, area)} already holds two legions."
        if order.troops > limit.troops_per_legion:
            return f"A legion holds at most {limit.troops_per_legion} troops."
        return [(NEW, order.troops)]
    if order.legion is not None:
        return _into(table, power, order, area)
    plan: Plan = []
    left = order.troops
    for legion in inside:
        fits = min(left, table.cap(legion) - legion.troops)
        if legion.owner == power and fits > 0:
            plan.append((legion.id, fits))
            left -= fits
    if left > 0 and may_form and left <= limit.troops_per_legion:
        plan.append((NEW, left))
        left = 0
    if left > 0:
        return f"There is no room for {count(order.troops, 'troop')} in the legions there."
    return plan


def _into(table: Table, power: Power, order: Recruit, area: AreaId) -> Plan | str:
    name = order.legion or NEW
    legion = table.legions.get(name)
    if legion is None:
        return missing_legion(name)
    if legion.owner != power or legion.at != area:
        where = area_name(table.board, area)
        return f"{name} is not a legion of {power_name(table.board, power)} in {where}."
    if legion.troops + order.troops > table.cap(legion):
        return f"{name} has {legion.troops} of at most {count(table.cap(legion), 'troop')}."
    return [(name, order.troops)]


def shift(table: Table, power: Power, order: Shift, phase: RecruitPhase) -> str | None:
    """Regroup Phase, said as a transfer from one legion to another."""
    source = table.legions.get(order.source)
    if source is None:
        return missing_legion(order.source)
    if order.target != NEW and order.target not in table.legions:
        return missing_legion(order.target)
    sizes = {
        legion.id: legion.troops for legion in table.standing_in(source.at) if legion.owner == power
    }
    if order.source not in sizes or order.target not in {*sizes, NEW}:
        return "Troops are only moved between one's own legions of one area."
    troops = source.troops if order.troops is None else order.troops
    sizes[order.source] -= troops
    sizes[order.target] = sizes.get(order.target, 0) + troops
    generals: tuple[tuple[GeneralId, LegionId], ...] = ()
    if sizes[order.source] == 0 and source.general is not None:
        generals = ((source.general, order.target),)
    return regroup(table, power, Regroup(source.at, tuple(sizes.items()), generals), phase)


def regroup(table: Table, power: Power, order: Regroup, phase: RecruitPhase) -> str | None:
    """Shares the troops of all own legions in an area anew."""
    inside = {
        legion.id: legion for legion in table.standing_in(order.area) if legion.owner == power
    }
    sizes = {name: legion.troops for name, legion in inside.items()} | dict(order.sizes)
    leaders = _leaders(inside, order)
    reason = _cannot_regroup(table, order, phase, inside, sizes)
    reason = reason or _cannot_be_led(table, order, sizes, leaders, inside)
    if reason is not None:
        return reason
    _carry_out(table, power, order, sizes, leaders)
    return None


def _leaders(inside: dict[LegionId, Legion], order: Regroup) -> dict[GeneralId, LegionId]:
    stay = {one.general: name for name, one in inside.items() if one.general is not None}
    return stay | dict(order.generals)


def _cannot_regroup(
    table: Table,
    order: Regroup,
    phase: RecruitPhase,
    inside: dict[LegionId, Legion],
    sizes: dict[LegionId, int],
) -> str | None:
    where = area_name(table.board, order.area)
    if not phase.by_area[order.area]:
        return f"No troop was recruited in {where} this turn, so its legions cannot regroup."
    strange = [name for name in sizes if name != NEW and name not in inside]
    if strange:
        return f"{strange[0]} is not one of the own legions in {where}."
    if sum(sizes.values()) != sum(legion.troops for legion in inside.values()):
        have = sum(legion.troops for legion in inside.values())
        return f"The own legions in {where} have {count(have, 'troop')} in all, no more, no less."
    if any(troops < 0 for troops in sizes.values()):
        return "A legion cannot give more troops than it has."
    others = len(table.standing_in(order.area)) - len(inside)
    left = sum(troops > 0 for troops in sizes.values())
    if others + left > table.board.limits.legions_per_area:
        return f"{where} would hold more than two legions."
    return None


def _cannot_be_led(
    table: Table,
    order: Regroup,
    sizes: dict[LegionId, int],
    leaders: dict[GeneralId, LegionId],
    inside: dict[LegionId, Legion],
) -> str | None:
    board = table.board
    present = {one.general for one in inside.values()}
    for general, name in leaders.items():
        short = general_name(board, general)
        if general not in present:
            return f"{short} does not lead a legion in {area_name(board, order.area)}."
        if not sizes.get(name):
            return f"{short} must stay with a legion that has at least one troop."
    if len(set(leaders.values())) < len(leaders):
        return "Two Generals cannot lead one legion."
    for name, troops in sizes.items():
        cap = board.limits.troops_per_legion
        for general, led in leaders.items():
            ability = board.generals[general].ability(Effect.LEGION_CAP)
            if led == name and ability is not None:
                cap = ability.amount
        if troops > cap:
            return f"A legion holds at most {count(cap, 'troop')}."
    return None


def _carry_out(
    table: Table,
    power: Power,
    order: Regroup,
    sizes: dict[LegionId, int],
    leaders: dict[GeneralId, LegionId],
) -> None:
    inside = [one for one in table.standing_in(order.area) if one.owner == power]
    before = tuple((one.id, one.troops) for one in inside)
    led_before = {one.general: one.id for one in inside if one.general is not None}
    fresh = table.number(power, order.area, 0).id if sizes.get(NEW) else NEW
    led = {name: general for general, name in leaders.items()}
    after: Plan = []
    for name, troops in sizes.items():
        real = fresh if name == NEW else name
        if troops:
            after.append((real, troops))
            legion = Legion(real, power, order.area, troops, led.get(name))
            table.put(legion)
        elif real in table.legions:
            del table.legions[real]
            table.tell(LegionGone(real, order.area, power))
    table.tell(Regrouped(order.area, before, tuple(after)))
    for general, name in leaders.items():
        real = fresh if name == NEW else name
        if led_before.get(general) != real:
            table.tell(GeneralTransferred(general, real))
