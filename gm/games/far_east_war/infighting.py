"""Kobayakawa Takakage's infighting: two enemy legions of one area fight each other. Digest 7.5."""

from gm.games.far_east_war.declaring import Battle
from gm.games.far_east_war.events import InfightingBegan
from gm.games.far_east_war.generals import Fight, Fighter
from gm.games.far_east_war.map import Effect, Face, Role, Terrain
from gm.games.far_east_war.pools import Roll, roll_dice
from gm.games.far_east_war.table import Table


def can_infight(table: Table, battle: Battle) -> bool:
    """Whether the General is still there and both legions still stand in the named area."""
    attacker = table.legions[battle.attacker]
    general = table.general(attacker)
    if battle.infight is None or general is None or not general.has(Effect.INFIGHTING):
        return False
    legions = [table.legions.get(name) for name in battle.spared]
    return all(one is not None and one.at == battle.infight.area for one in legions)


def fight_each_other(table: Table, battle: Battle) -> None:
    """Each rolls a die for each troop; Hits and General hits fall at once, nothing else counts."""
    first, second = (table.legions[name] for name in battle.spared)
    area = table.area(first)
    table.tell(InfightingBegan(battle.attacker, area.id, first.id, second.id))
    fight = Fight(
        table=table,
        area=area.id,
        terrain=area.terrain,
        supports=0,
        attacker=Fighter.of(first, Role.ATTACKER),
        defender=Fighter.of(second, Role.DEFENDER),
        kind="infighting",
    )
    sides = (fight.attacker, fight.defender)
    rolls = [
        roll_dice(fight, side, legion.troops)
        for side, legion in zip(sides, (first, second), strict=True)
    ]
    for side, roll in zip(sides, rolls, strict=True):
        foe = fight.foe(side)
        victim = fight.general_now(foe)
        if victim is not None:
            table.wound(victim, roll.count(Face.GENERAL_HIT), "dice")
        table.take_troops(foe.legion, _hits(roll, fight.terrain), "hits")
    table.bury([fight.general_now(side) for side in sides])
    table.clear_fallen([side.legion for side in sides])


def _hits(roll: Roll, terrain: Terrain) -> int:
    own = Face.LAND_HIT if terrain is Terrain.LAND else Face.SEA_HIT
    return roll.count(own) + roll.count(Face.CANNON)
