"""Non-gae's token: the attack a provoked General must make. Glossary: Non-gae; digest 7.1."""

from gm.games.far_east_war.declaring import Battle
from gm.games.far_east_war.events import BattleDeclared
from gm.games.far_east_war.map import Effect
from gm.games.far_east_war.state import Legion
from gm.games.far_east_war.table import Table
from gm.games.vocabulary import Power


def due_attack(table: Table, power: Power) -> tuple[Legion, Legion, int] | None:
    """The legion that must attack, Non-gae's legion, and the price, if *power* can pay it."""
    victim = None if table.provoked is None else table.led_by(table.provoked)
    target = table.leading(Effect.PROVOKE)
    if victim is None or target is None or victim.owner != power:
        return None
    cost = victim.troops * table.board.costs.attack
    if target.at not in table.area(victim).borders or table.supply[power] < cost:
        return None
    return victim, target, cost


def forced_attack(table: Table, power: Power) -> Battle | None:
    """The attack on Non-gae's legion that *power* must make now, declared and paid for."""
    due = due_attack(table, power)
    if due is None:
        return None
    victim, target, cost = due
    left = table.pay(power, cost)
    table.fought.add(victim.id)
    table.attacked.add(target.id)
    table.tell(BattleDeclared(victim.id, target.id, target.at, (), None, cost, left, forced=True))
    return Battle(victim.id, target.id)
