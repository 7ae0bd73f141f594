"""The choices the rules ask for in the middle of play: as a player said, or by default.

Each function is one choice of the table in handbook.md (P1 to P10): it looks through
the player's clauses, the most special first, and falls back to the default. Forces without an
ally always take the default (P15).
"""

from collections.abc import Sequence

from gm.games.three_kingdoms.army import Army
from gm.games.three_kingdoms.conditions import Scene, holds
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import (
    Adviser,
    Assaults,
    Clause,
    Commander,
    ControlWith,
    Defend,
    KeepOut,
    Lose,
    NeverRetreat,
    Pursue,
    RetreatTo,
    Stance,
    Stratagems,
    Until,
    Use,
)
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.table import Table


def will(table: Table, side: Side) -> tuple[Clause, ...]:
    """What the side's player said, the most special first: answers, this action, standing."""
    power = table.power(side)
    if power is None:
        return ()
    acting = table.clauses if table.acting == power else ()
    standing = sorted(table.standing.get(power, ()), key=_is_general)
    return (*table.answered.get(power, ()), *acting, *standing)


def _is_general(clause: Clause) -> tuple[bool, bool]:
    """Whether an instruction is for everywhere or everybody, and whether it holds always.

    The special ones go before it, and of them those with a condition.
    """
    match clause:
        case Defend(_, area, condition):
            return area is None, condition is None
        case RetreatTo(_, who):
            return not who, False
        case NeverRetreat(condition):
            return condition is None, False
        case Until():
            return True, False
        case ControlWith(_, area):
            return area is None, False
        case _:
            return False, False


def scene(table: Table, own: Army, enemy: Army, *, failures: int = 0, round_: int = 0) -> Scene:
    """The battle as one army's player sees it, for his conditions."""
    return Scene(
        side=table.master(own.side),
        power=table.power(own.side),
        area=own.area,
        total=own.total,
        troops=own.units,
        enemy_total=enemy.total,
        enemy_troops=enemy.units,
        lost=own.lost,
        failures=failures,
        round=round_,
        attacks=own.attacks,
    )


def stance(  # noqa: PLR0913  (all that the choice hangs on)
    table: Table, area: Area, side: Side, *, may_siege: bool, value: int, view: Scene
) -> Stance:
    """P1: field, siege or withdrawal. ``value`` is the siege value at the first assault."""
    for clause in will(table, side):
        if not isinstance(clause, Defend) or clause.area not in (None, area):
            continue
        if clause.condition is not None and not holds(clause.condition, table, view):
            continue
        if clause.stance is not Stance.SIEGE or may_siege:
            return clause.stance
    if may_siege and value >= table.rules.figures.siege_from:
        return Stance.SIEGE
    return Stance.FIELD


def kept_out(table: Table, side: Side, men: Sequence[Who]) -> dict[Who, Area | None]:
    """P2: the generals who leave before the battle, and where each is to go."""
    found: dict[Who, Area | None] = {}
    for clause in will(table, side):
        if isinstance(clause, KeepOut):
            for who in clause.who:
                if who in men:
                    found.setdefault(who, clause.to)
    return found


def commander(table: Table, side: Side, men: Sequence[Who]) -> Who:
    """P3: main commander among the highest-ranked generals (D23)."""
    highest = max(table.person(who).rank for who in men)
    able = [who for who in men if table.person(who).rank == highest]
    for clause in will(table, side):
        if isinstance(clause, Commander):
            for who in clause.who:
                if who in able:
                    return who
    return min(able, key=lambda who: _by_values(table, who))


def _by_values(table: Table, who: Who) -> tuple[int, int, int, str]:
    person = table.person(who)
    return -person.rank, -person.martial, -person.command, who


def adviser(table: Table, side: Side, men: Sequence[Who]) -> Who:
    """P3: adviser, the highest Intellect by default."""
    for clause in will(table, side):
        if isinstance(clause, Adviser):
            for who in clause.who:
                if who in men:
                    return who
    return min(men, key=lambda who: (-table.person(who).intellect, who))


def stratagems(table: Table, side: Side) -> tuple[Use, ...]:
    """P4: the stratagems to use, in order of preference."""
    for clause in will(table, side):
        if isinstance(clause, Stratagems):
            if clause.only:
                return clause.uses
            named = {use.number for use in clause.uses}
            rest = (n for n in table.rules.figures.preference if n not in named)
            return (*clause.uses, *map(Use, rest))
    return tuple(map(Use, table.rules.figures.preference))


def wants_retreat(table: Table, own: Army, enemy: Army, view: Scene) -> bool:
    """P5: whether the army's player gives the battle up before this round."""
    said = False
    for clause in will(table, own.side):
        if isinstance(clause, NeverRetreat) and _is_now(clause, table, view):
            return False
        if isinstance(clause, Until):
            said = True
            if holds(clause.condition, table, view):
                return True
    if said or not own.attacks or table.nation(own.side) is None:
        return False
    return own.units == 0 and own.total < enemy.total


def _is_now(clause: NeverRetreat, table: Table, view: Scene) -> bool:
    return clause.condition is None or holds(clause.condition, table, view)


def wants_siege_ended(table: Table, own: Army, view: Scene) -> bool:
    """P5 and P6: whether the attacker stops after a failed assault."""
    for clause in will(table, own.side):
        if isinstance(clause, Assaults) and view.round > clause.count:
            return True
        if isinstance(clause, Until) and holds(clause.condition, table, view):
            return True
        if isinstance(clause, NeverRetreat) and _is_now(clause, table, view):
            return False
    return False


def loss_order(table: Table, side: Side, *, last: bool = False) -> tuple[Who, ...]:
    """P7: whose units are lost and who is hit first, or ``last``."""
    for clause in will(table, side):
        if isinstance(clause, Lose) and clause.last == last:
            return clause.who
    return ()


def pursues(table: Table, side: Side) -> bool:
    """P8: whether the winner pursues."""
    for clause in will(table, side):
        if isinstance(clause, Pursue):
            return clause.pursue
    return True


def retreat_area(
    table: Table, who: Who, legal: Sequence[Area], wish: Area | None = None
) -> Area | None:
    """P9: where a general retreats; None where no area is open to him."""
    if wish in legal:
        return wish
    side = table.generals[who].side
    for clause in will(table, side):
        match clause:
            case RetreatTo(areas, people) if not people or who in people:
                wanted = areas
            case Until(_, areas):
                wanted = areas
            case _:
                continue
        for area in wanted:
            if area in legal:
                return area
    return min(legal, key=lambda area: _retreat_rank(table, side, area), default=None)


def _retreat_rank(table: Table, side: Side, area: Area) -> tuple[bool, int, bool, bool, str]:
    marked = table.has_marker(area, side)
    own = any(table.are_friends(one.side, side, area) for one in table.at(area))
    coins = table.rules.board.areas[area].coins if marked else 0
    return not marked, -coins, not own, bool(table.at(area)), area


def control_general(table: Table, able: Sequence[Who], best: Who) -> Who:
    """P10: who rolls for control; the best chance by default."""
    for clause in will(table, table.generals[best].side):
        match clause:
            case ControlWith(who, area) if who in able and area in (
                None,
                table.generals[who].area,
            ):
                return who
    return best
