"""Battles are declared and paid for. Rulebook: Declare Battles; Glossary of General Cards.

Gives for each attack a ``Battle`` to resolve later, or the reason why it cannot be declared.
"""

from collections.abc import Sequence

from gm.games.far_east_war.events import BattleDeclared, LegionMoved
from gm.games.far_east_war.map import Area, AreaId, Effect, LegionId, Role, Terrain
from gm.games.far_east_war.movement import is_closed, is_full
from gm.games.far_east_war.naming import (
    area_name,
    first_fault,
    general_name,
    missing_legion,
    power_name,
)
from gm.games.far_east_war.orders import Attack, Infight
from gm.games.far_east_war.production import cannot_pay
from gm.games.far_east_war.state import Legion
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power
from gm.values import Value, replace


class Battle(Value, frozen=True):
    """A declared battle; ``infight`` is what Kobayakawa's legion does instead of fighting."""

    attacker: LegionId
    target: LegionId
    supports: tuple[LegionId, ...] = ()
    infight: Infight | None = None
    spared: tuple[LegionId, ...] = ()
    """The two legions that fight each other in the infighting."""


class Declared(Value, frozen=True):
    """A battle that was declared, and what was dropped of the order and why."""

    battle: Battle
    dropped: tuple[str, ...]


class Terms(Value, frozen=True):
    """``lenders`` are the powers whose legions may support; a levy attacks free of charge."""

    lenders: frozenset[Power]
    free: bool = False


def declare(
    table: Table, power: Power, order: Attack, terms: Terms, earlier: Sequence[Battle]
) -> Declared | str:
    """Declares and pays for one attack; a support that is not allowed is dropped alone."""
    reason = cannot_attack(table, power, order)
    if reason is None:
        reason = _is_spared(order.target, earlier)
    if reason is not None:
        return reason
    attacker, target = table.legions[order.attacker], table.legions[order.target]
    supports, dropped = _supports(table, power, order, terms.lenders)
    price = attack_price(table, attacker, supports, sails=order.sail is not None)
    cost = 0 if terms.free else price
    if cannot_pay(table, power, cost) is not None:
        return _too_dear(table, power, attacker, supports, cost)
    if order.sail is not None:
        table.put(replace(attacker, at=order.sail))
        table.tell(
            LegionMoved(
                attacker.id,
                attacker.at,
                None,
                order.sail,
                attacker.troops,
                0,
                table.supply[power],
            )
        )
    left = table.pay(power, cost)
    table.fought |= {attacker.id, *supports}
    table.attacked.add(target.id)
    table.tell(BattleDeclared(attacker.id, target.id, target.at, supports, order.sail, cost, left))
    return Declared(Battle(attacker.id, target.id, supports), dropped)


def _too_dear(
    table: Table, power: Power, attacker: Legion, supports: Sequence[LegionId], cost: int
) -> str:
    """Why an attack cannot be paid, with what each legion costs."""
    parts = [f"{cost - _supporting(table, attacker, supports)} for {attacker.id}"]
    parts += [
        f"{table.legions[one].troops * table.board.costs.support} for {one}"
        for one in supports
        if _supporting(table, attacker, supports)
    ]
    sums = f" ({', '.join(parts)})" if len(parts) > 1 else ""
    whose = power_name(table.board, power)
    return f"It costs {cost} SP{sums}, and {whose} has {table.supply[power]} left."


def cannot_attack(table: Table, power: Power, order: Attack) -> str | None:
    """Why an attack cannot be declared, prices apart."""
    attacker, target = table.legions.get(order.attacker), table.legions.get(order.target)
    if attacker is None:
        return missing_legion(order.attacker)
    if target is None:
        return missing_legion(order.target)
    return (
        first_fault(
            (
                attacker.owner != power,
                f"{attacker.id} is not a legion of {power_name(table.board, power)}.",
            ),
            (table.team(target) == table.team(attacker), f"{target.id} is not an enemy legion."),
            (target.id in table.attacked, f"{target.id} has already been attacked this turn."),
            (
                attacker.id in table.fought,
                f"{attacker.id} already takes part in a battle this turn.",
            ),
            (
                attacker.general is not None and attacker.general == table.provoked,
                f"{attacker.id} is provoked by Non-gae and makes no other attack.",
            ),
        )
        or _cannot_after_move(table, attacker, target)
        or _cannot_reach(table, attacker, target, order.sail)
    )


def _cannot_after_move(table: Table, attacker: Legion, target: Legion) -> str | None:
    """Why a legion that moved this turn may not attack (ruling C09 lists the exceptions)."""
    if attacker.id not in table.moved:
        return None
    if attacker.id in table.marched:
        is_land = table.area(target).is_land
        return None if is_land else f"After its march {attacker.id} can only attack on land."
    return f"{attacker.id} has moved this turn and cannot attack."


def _cannot_reach(
    table: Table, attacker: Legion, target: Legion, sail: AreaId | None
) -> str | None:
    board = table.board
    field = table.area(target)
    if sail is None:
        near = field.id in table.area(attacker).borders
        return None if near else f"{attacker.id} is not adjacent to {field.name}."
    sea = board.areas[sail]
    return first_fault(
        (
            table.area(attacker).terrain is not Terrain.SEA or attacker.id in table.moved,
            f"{attacker.id} did not begin the turn at sea, so it cannot sail before its attack.",
        ),
        (
            sea.terrain is not Terrain.SEA or sail not in table.area(attacker).borders,
            f"{attacker.id} cannot sail to {sea.name}: that is no adjacent sea area.",
        ),
        (
            is_closed(table, attacker, sail),
            f"{attacker.id} cannot sail to {sea.name}: enemy legions lie there.",
        ),
        (
            is_full(table, sail),
            f"{attacker.id} cannot sail to {sea.name}, which already holds two legions.",
        ),
        (
            field.terrain is not Terrain.SEA or sail not in field.borders,
            f"From {sea.name} {attacker.id} can only attack in an adjacent sea area.",
        ),
    )


def _is_spared(target: LegionId, earlier: Sequence[Battle]) -> str | None:
    """Why a legion is out of bounds because of infighting (ruling C30)."""
    aimed = {battle.target for battle in earlier if battle.infight is None}
    for battle in earlier:
        if battle.infight is None or target not in battle.spared:
            continue
        others = [one for one in battle.spared if one != target]
        if target == battle.infight.protect or aimed & set(others):
            return f"{target} is one of the two legions that fight each other and is left alone."
    return None


def attack_price(
    table: Table, attacker: Legion, supports: Sequence[LegionId], *, sails: bool
) -> int:
    """What an attack costs with these supports."""
    costs = table.board.costs
    price = attacker.troops * costs.attack + _supporting(table, attacker, supports)
    return price + (attacker.troops * costs.sail if sails else 0)


def _supporting(table: Table, attacker: Legion, supports: Sequence[LegionId]) -> int:
    """What the supports of an attack cost; nothing for some Generals."""
    general = table.general(attacker)
    if general is not None and general.has(Effect.FREE_SUPPORT):
        return 0
    return sum(table.legions[one].troops for one in supports) * table.board.costs.support


def _supports(
    table: Table, power: Power, order: Attack, lenders: frozenset[Power]
) -> tuple[tuple[LegionId, ...], tuple[str, ...]]:
    taken: list[LegionId] = []
    dropped: list[str] = []
    for name in order.supports:
        reason = _cannot_support(table, power, order, name, lenders)
        if reason is None and name in taken:
            reason = f"{name} can support a battle only once."
        if reason is None and len(taken) >= table.board.limits.supports:
            reason = "At most two legions may support a battle."
        if reason is None:
            taken.append(name)
        else:
            dropped.append(f"{name} does not support: {reason}")
    return tuple(taken), tuple(dropped)


def _cannot_support(
    table: Table, power: Power, order: Attack, name: LegionId, lenders: frozenset[Power]
) -> str | None:
    legion, target = table.legions.get(name), table.legions[order.target]
    attacker = table.legions[order.attacker]
    if legion is None:
        return missing_legion(name)
    field = table.area(target)
    mine = table.board.team(power) == table.team(legion)
    return _denied(table, attacker, target) or first_fault(
        (not mine, f"{name} is an enemy legion."),
        (mine and legion.owner not in lenders, f"{name} is not lent by its player."),
        (name == attacker.id, f"{name} is the attacker."),
        (name in table.fought, f"{name} already takes part in a battle this turn."),
        (name in table.moved, f"{name} has moved this turn."),
        (field.id not in table.area(legion).borders, f"{name} is not adjacent to {field.name}."),
        (
            _is_land_to_sea(table.area(legion), field),
            f"{name} is on land and cannot support a sea battle.",
        ),
    )


def _is_land_to_sea(start: Area, field: Area) -> bool:
    return start.is_land and not field.is_land


def _denied(table: Table, attacker: Legion, target: Legion) -> str | None:
    """Why no legion at all may support: Suh san dae-sa attacks, or Qi Jiguang defends."""
    terrain = table.area(target).terrain
    for legion, role, effect in (
        (attacker, Role.ATTACKER, Effect.NO_OWN_SUPPORT),
        (target, Role.DEFENDER, Effect.DENY_ENEMY_SUPPORT),
    ):
        general = table.general(legion)
        ability = None if general is None else general.ability(effect)
        if general is not None and ability is not None and ability.acts(role, terrain):
            return f"{general_name(table.board, general.id)} allows no support in this battle."
    return None


def with_infighting(
    table: Table, battle: Battle, infight: Infight, others: Sequence[Battle]
) -> Battle | str:
    """The battle with Kobayakawa's infighting ordered instead, or why that is not possible."""
    board = table.board
    legion = table.legions[battle.attacker]
    general = table.general(legion)
    able = general is not None and general.has(Effect.INFIGHTING)
    enemies = [one.id for one in table.enemies_in(infight.area, table.team(legion))]
    where = area_name(board, infight.area)
    targets = {one.target for one in others if one.infight is None}
    aimed = [one for one in enemies if one in targets]
    reason = first_fault(
        (not able, f"{legion.id} is not led by a General who can stir up infighting."),
        (
            infight.area not in table.area(legion).borders,
            f"{where} is not adjacent to {legion.id}.",
        ),
        (len(enemies) != 2, f"There are not two enemy legions in {where}."),
        (len(aimed) > 1, f"Both legions in {where} are already attacked this turn."),
        (
            infight.protect is not None and infight.protect not in enemies,
            f"{infight.protect} does not stand in {where}.",
        ),
        (
            infight.protect in aimed,
            f"{infight.protect} is to be left alone and yet is attacked this turn.",
        ),
    )
    if reason is not None:
        return reason
    return replace(battle, infight=infight, spared=tuple(enemies))
