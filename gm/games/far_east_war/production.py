"""The Production/Generals action. Rulebook: Production Phase, Generals Phase.

Every function that carries out an order gives the reason why it cannot, or None when it has.
"""

from dataclasses import dataclass, field

from gm.games.far_east_war.events import (
    GeneralDeployed,
    GeneralReplaced,
    GeneralWithdrawn,
)
from gm.games.far_east_war.map import Effect, GeneralId, LegionId, Team
from gm.games.far_east_war.naming import (
    count,
    first_fault,
    general_name,
    missing_legion,
    power_name,
)
from gm.games.far_east_war.orders import Deploy, Levy, Replace, Withdraw
from gm.games.far_east_war.state import Legion
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import replace


@dataclass(slots=True)
class GeneralsPhase:
    """What has been done in one Generals Phase."""

    acted: set[LegionId] = field(default_factory=set)
    returned: set[GeneralId] = field(default_factory=set)
    deployed: bool = False


def largest_gift(total: int) -> int:
    """What the active player may leave his team-mate: he takes at least half."""
    return total // 2


def collect(table: Table, power: Power, gift: int | None) -> None:
    """Production; with four players *gift* (by default half) goes to the team-mate."""
    total = table.production(table.board.team(power))
    mate = table.board.mate(power)
    given = 0
    if mate is not None:
        most = largest_gift(total)
        given = most if gift is None else min(gift, most)
    table.gain(power, total - given, "production")
    if mate is not None:
        table.gain(mate, given, "production")


def harvest(table: Table, team: Team, decider: Power, gift: int | None) -> None:
    """Production by the event Bountiful Harvest, split freely; by default evenly."""
    total = table.production(team)
    mate = table.board.mate(decider)
    if mate is None:
        table.gain(decider, total, "harvest")
        return
    if gift is None:
        first = table.board.members(team)[0]
        gift = total // 2 if decider == first else total - total // 2
    given = min(gift, total)
    table.gain(decider, total - given, "harvest")
    table.gain(mate, given, "harvest")


def place(table: Table, power: Power, general: GeneralId, legion: Legion) -> None:
    """Puts a General on a legion; Mouri Hidemoto brings two troops along."""
    table.hands[power].remove(general)
    table.put(replace(legion, general=general))
    if general not in table.shown:
        table.shown.append(general)


def muster(table: Table, legion: LegionId, general: GeneralId) -> None:
    """Adds the troops a newly placed General brings. Glossary: Mouri Hidemoto."""
    ability = table.board.generals[general].ability(Effect.PLACED_ADDS_TROOPS)
    if ability is not None:
        cap = table.cap(table.legions[legion])
        table.add_troops(legion, ability.amount, cap, general)


def cannot_play(table: Table, power: Power, general: GeneralId, phase: GeneralsPhase) -> str | None:
    """Why a card cannot be played from the hand now."""
    name = general_name(table.board, general)
    if general in phase.returned:
        return f"{name} came back to the hand this turn and may not be played before the next one."
    if general not in table.hands[power]:
        return f"{name} is not in the hand of {power_name(table.board, power)}."
    return None


def cannot_lead(table: Table, power: Power, name: LegionId) -> str | None:
    """Why no General can be put on a legion."""
    legion = table.legions.get(name)
    if legion is None:
        return missing_legion(name)
    if legion.owner != power:
        return f"{name} is not a legion of {power_name(table.board, power)}."
    if legion.general is not None:
        return f"{name} is already led by {general_name(table.board, legion.general)}."
    return None


def cannot_pay(table: Table, power: Power, cost: int) -> str | None:
    """Why a price cannot be paid."""
    if table.supply[power] >= cost:
        return None
    whose = power_name(table.board, power)
    return f"It costs {cost} SP, and {whose} has {table.supply[power]} left."


def deploy(table: Table, power: Power, order: Deploy, phase: GeneralsPhase) -> str | None:
    """Generals Phase A: once a turn, on a legion without a General."""
    if phase.deployed:
        return "Only one General may be deployed in a turn."
    reason = cannot_play(table, power, order.general, phase)
    reason = reason or cannot_lead(table, power, order.legion)
    if reason is None and order.legion in phase.acted:
        reason = _once(order.legion)
    cost = table.board.costs.deploy
    reason = reason or cannot_pay(table, power, cost)
    if reason is None:
        phase.deployed = True
        phase.acted.add(order.legion)
        put_general(table, power, order, cost)
    return reason


def put_general(table: Table, power: Power, order: Deploy, cost: int) -> None:
    """Deploys a General for a price, after all has been checked."""
    legion = table.legions[order.legion]
    place(table, power, order.general, legion)
    left = table.pay(power, cost)
    table.tell(GeneralDeployed(power, order.general, legion.id, legion.at, cost, left))
    muster(table, legion.id, order.general)


def _once(name: LegionId) -> str:
    return f"Only one General may be deployed, replaced or withdrawn for {name} in a turn."


def _cannot_take(
    table: Table, power: Power, general: GeneralId, phase: GeneralsPhase
) -> str | None:
    name = general_name(table.board, general)
    legion = table.led_by(general)
    if legion is None:
        return f"{name} is not on the map."
    if legion.owner != power:
        return f"{name} does not belong to {power_name(table.board, power)}."
    if general == table.provoked:
        return f"{name} is provoked by Non-gae and can be neither replaced nor withdrawn."
    return _once(legion.id) if legion.id in phase.acted else None


def replace_general(table: Table, power: Power, order: Replace, phase: GeneralsPhase) -> str | None:
    """Generals Phase B: the newcomer inherits the wounds, the old one returns healed."""
    reason = _cannot_take(table, power, order.old, phase)
    reason = reason or cannot_play(table, power, order.new, phase)
    wounds = table.wounds.get(order.old, 0)
    newcomer = table.board.generals[order.new]
    if reason is None and wounds >= newcomer.health:
        reason = f"The {count(wounds, 'wound')} he would inherit would kill {newcomer.short}."
    cost = table.board.costs.replace
    reason = reason or cannot_pay(table, power, cost)
    legion = table.led_by(order.old)
    if reason is not None or legion is None:
        return reason
    phase.acted.add(legion.id)
    phase.returned.add(order.old)
    left = table.pay(power, cost)
    table.to_hand(order.old, power)
    place(table, power, order.new, legion)
    if wounds:
        table.wounds[order.new] = wounds
    table.tell(GeneralReplaced(power, order.old, order.new, legion.id, wounds, cost, left))
    muster(table, legion.id, order.new)
    table.shrink(legion.id)
    return None


def withdraw(table: Table, power: Power, order: Withdraw, phase: GeneralsPhase) -> str | None:
    """Generals Phase C: back to the hand, healed."""
    cost = table.board.costs.withdraw
    reason = _cannot_take(table, power, order.general, phase) or cannot_pay(table, power, cost)
    legion = table.led_by(order.general)
    if reason is not None or legion is None:
        return reason
    phase.acted.add(legion.id)
    phase.returned.add(order.general)
    left = table.pay(power, cost)
    table.put(replace(legion, general=None))
    table.to_hand(order.general, power)
    table.tell(GeneralWithdrawn(power, order.general, legion.id, cost, left))
    table.shrink(legion.id)
    return None


def cannot_levy(table: Table, power: Power, order: Levy, phase: GeneralsPhase) -> str | None:
    """Why Gwak Jae-woo cannot raise a legion there. Glossary: Gwak Jae-woo."""
    board = table.board
    ability = board.generals[order.general].ability(Effect.LEVY_DEPLOY)
    area = board.areas[order.area]
    troops = 0 if ability is None else ability.amount
    crowded = len(table.standing_in(area.id)) >= board.limits.legions_per_area
    return (
        first_fault(
            (ability is None, f"{general_name(board, order.general)} cannot raise a legion."),
            (phase.deployed, "Only one General may be deployed in a turn."),
        )
        or cannot_play(table, power, order.general, phase)
        or first_fault(
            (
                not area.is_land or table.control.get(area.id) != board.team(power),
                f"{area.name} is not a land area under one's own control.",
            ),
            (crowded, f"{area.name} already holds two legions."),
            (table.free_tokens(power) < troops, "There are not enough free troop tokens."),
        )
        or cannot_pay(table, power, board.costs.deploy)
    )


def levy(table: Table, power: Power, order: Levy, phase: GeneralsPhase) -> Legion:
    """Raises the new legion under Gwak Jae-woo, after all has been checked."""
    ability = table.board.generals[order.general].ability(Effect.LEVY_DEPLOY)
    troops = 0 if ability is None else ability.amount
    legion = table.found(power, order.area, troops, order.general)
    phase.deployed = True
    phase.acted.add(legion.id)
    put_general(table, power, Deploy(order.general, legion.id), table.board.costs.deploy)
    return table.legions[legion.id]
