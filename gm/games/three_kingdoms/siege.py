"""Sieges: the value of the walls, the assaults, and the fall of a city. Rulebook: 6.3."""

from collections.abc import Sequence
from enum import Enum

from gm.games.three_kingdoms import choices
from gm.games.three_kingdoms.army import Army
from gm.games.three_kingdoms.events import Assaulted, Cause, Failed
from gm.games.three_kingdoms.map import Area
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.table import Table
from gm.values import replace

MOST_REDUCTION = 3


class SiegeEnd(Enum):
    """How a siege ended."""

    FALLEN = "fallen"
    GIVEN_UP = "given_up"
    FAILED = "failed"
    NO_UNITS = "no_units"


CAUSES = {
    SiegeEnd.GIVEN_UP: Cause.DECLARED,
    SiegeEnd.FAILED: Cause.FAILURES,
    SiegeEnd.NO_UNITS: Cause.NO_UNITS,
}


def siege_skill(table: Table, men: Sequence[Who]) -> int:
    """The highest Martial of martial generals and Intellect of strategists."""
    return max(table.person(who).siege_skill for who in men)


def reduction(total: int) -> int:
    """One for every 30,000 troops of the attacker, three at most."""
    return min(MOST_REDUCTION, total // 3)


def siege_value(table: Table, area: Area, defenders: Sequence[Who], attacker_total: int) -> int:
    """The siege value (守城値). Rulebook: 6.3."""
    defence = table.rules.board.areas[area].coins
    return siege_skill(table, defenders) + defence - reduction(attacker_total)


def besiege(table: Table, attacker: Army, defender: Army) -> SiegeEnd:
    """Assault after assault until the city falls, three have failed, or the attacker stops."""
    area, limit = attacker.area, table.rules.figures.assaults
    for number in range(1, limit + 1):
        if number > 1 and _stops(table, attacker, defender, number):
            return SiegeEnd.GIVEN_UP
        if attacker.units == 0:
            return SiegeEnd.NO_UNITS
        attacker.lose_units(1)
        attacker.lost += 1
        value = siege_value(table, area, defender.men, attacker.total)
        (die,) = table.roll(
            f"assault.{number}", f"siege of {table.area_name(area)}, assault {number}"
        )
        table.tell(
            Assaulted(
                number,
                attacker.total,
                siege_skill(table, defender.men),
                table.rules.board.areas[area].coins,
                reduction(attacker.total),
                value,
                die,
                die > value,
            )
        )
        if die > value:
            _fall(defender)
            return SiegeEnd.FALLEN
        table.tell(Failed(number, limit))
    return SiegeEnd.FAILED


def _stops(table: Table, attacker: Army, defender: Army, number: int) -> bool:
    next_value = siege_value(table, attacker.area, defender.men, max(0, attacker.total - 1))
    view = choices.scene(table, attacker, defender, failures=number - 1, round_=number)
    return choices.wants_siege_ended(table, attacker, replace(view, siege_value=next_value))


def _fall(defender: Army) -> None:
    """All troop units are gone and every general will be checked. Rulebook: Q30."""
    defender.lose_units(defender.units)
    for who in list(defender.men):
        defender.strike(who)
