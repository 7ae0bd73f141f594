"""Whether a condition of a plan or of a standing instruction holds."""

from collections.abc import Callable

from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import (
    Alive,
    Attacking,
    Both,
    Compare,
    Condition,
    Controls,
    Either,
    Not,
    Outnumbered,
    Present,
    Sign,
    Term,
)
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power
from gm.values import Value


class Scene(Value, frozen=True):
    """What a condition can look at: the asking side, and the battle in hand as its side sees it."""

    side: Side
    power: Power | None
    area: Area | None = None
    total: int | None = None
    troops: int | None = None
    enemy_total: int | None = None
    enemy_troops: int | None = None
    lost: int = 0
    failures: int = 0
    round: int = 0
    siege_value: int = 0
    attacks: bool = False


def holds(condition: Condition, table: Table, scene: Scene) -> bool:  # noqa: C901, PLR0911  (one line each)
    """Whether the condition holds now."""
    match condition:
        case Not(inner):
            return not holds(inner, table, scene)
        case Both(left, right):
            return holds(left, table, scene) and holds(right, table, scene)
        case Either(left, right):
            return holds(left, table, scene) or holds(right, table, scene)
        case Controls(area):
            return table.has_marker(area, scene.side)
        case Present(who, area):
            return who in table.generals and table.generals[who].area == area
        case Alive(who):
            return who in table.generals
        case Attacking():
            return scene.attacks
        case Outnumbered():
            return _count(Term.TOTAL, None, table, scene) < _count(
                Term.ENEMY_TOTAL, None, table, scene
            )
        case Compare(term, sign, number, _, who) if who is not None:
            return _compare(_count_of(who, term, table), sign, number)
        case Compare(term, sign, number, area):
            return _compare(_count(term, area, table, scene), sign, number)


def told(
    condition: Condition,
    table: Table,
    scene: Scene,
    name_of: Callable[[Who], str],
    area_name: Callable[[Area], str],
) -> str:
    """What a comparison counts now, in brackets for a sentence; nothing for other conditions."""
    match condition:
        case Compare(term, _, _, area, who):
            what = f"({name_of(who)})" if who else f"({area_name(area)})" if area else ""
            number = _count_of(who, term, table) if who else _count(term, area, table, scene)
            return f" ({term.value}{what} is {number})"
        case Not(inner):
            return told(inner, table, scene, name_of, area_name)
        case Both(left, right):
            first = right if holds(left, table, scene) else left
            return told(first, table, scene, name_of, area_name)
        case _:
            return ""


def _count_of(who: Who, term: Term, table: Table) -> int:
    """A general's troop units, or those and himself; 0 when he is not on the map."""
    one = table.generals.get(who)
    if one is None:
        return 0
    return one.units + 1 if term is Term.TOTAL else one.units


def _compare(found: int, sign: Sign, number: int) -> bool:
    match sign:
        case Sign.LESS:
            return found < number
        case Sign.AT_MOST:
            return found <= number
        case Sign.EQUAL:
            return found == number
        case Sign.AT_LEAST:
            return found >= number
        case Sign.MORE:
            return found > number


def _count(  # noqa: C901, PLR0911  (one line for each term)
    term: Term, area: Area | None, table: Table, scene: Scene
) -> int:
    here = area or scene.area
    in_battle = area is None or area == scene.area
    own = (
        []
        if here is None
        else [one for one in table.at(here) if table.are_friends(one.side, scene.side, here)]
    )
    enemies = [] if here is None else table.enemies(here, scene.side)
    counted = {
        Term.TOTAL: scene.total,
        Term.TROOPS: scene.troops,
        Term.ENEMY_TOTAL: scene.enemy_total,
        Term.ENEMY_TROOPS: scene.enemy_troops,
    }.get(term)
    if in_battle and counted is not None:
        return counted
    match term:
        case Term.TOTAL:
            return sum(1 + one.units for one in own)
        case Term.TROOPS:
            return sum(one.units for one in own)
        case Term.ENEMY_TOTAL:
            return sum(1 + one.units for one in enemies)
        case Term.ENEMY_TROOPS:
            return sum(one.units for one in enemies)
        case Term.LOST:
            return scene.lost
        case Term.FAILURES:
            return scene.failures
        case Term.ROUND:
            return scene.round
        case Term.SIEGE_VALUE:
            return scene.siege_value
        case Term.PROVISIONS:
            return table.treasuries[scene.side].provisions if scene.side in table.treasuries else 0
        case Term.POINTS_LEFT:
            return table.points_left(scene.power) if scene.power else 0
