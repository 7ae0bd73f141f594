"""Retreats, defeat checks, deaths and successions. Rulebook: 6.5, 6.6, Q34-Q45."""

from collections.abc import Iterable, Sequence

from gm.games.three_kingdoms import choices
from gm.games.three_kingdoms.events import (
    BecameIndependent,
    Cause,
    DefeatChecked,
    Due,
    EscapedOff,
    Killed,
    LostUnits,
    Rebelled,
    Retreated,
    Secluded,
    Source,
    Succeeded,
    SuccessorLost,
)
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.roster import Person, Who
from gm.games.three_kingdoms.rulebook import DONG, Result
from gm.games.three_kingdoms.state import General, Waiting
from gm.games.three_kingdoms.table import Table
from gm.values import replace


def retreat_areas(table: Table, who: Who) -> tuple[Area, ...]:
    """Where a general may retreat: no enemy general, no enemy marker. Rulebook: 6.5 (D29)."""
    one = table.generals[who]
    return tuple(
        area
        for area in table.rules.board.neighbours(one.area)
        if not table.enemies(area, one.side)
        and not table.has_enemy_marker(area, one.side)
        and table.room(area, one.side)
    )


def retreat(table: Table, who: Who, cause: Cause, wish: Area | None = None) -> bool:
    """Takes a general, with his troops, out of the area; False if he cannot leave."""
    origin = table.generals[who].area
    to = choices.retreat_area(table, who, retreat_areas(table, who), wish)
    if to is None:
        return False
    table.enter(who, to, retreated=True)
    table.tell(Retreated(who, origin, to, table.generals[who].units, cause))
    return True


def retreat_all(table: Table, men: Iterable[Who], cause: Cause) -> list[Who]:
    """Everybody retreats who can; those who cannot are given back, to be checked (D31)."""
    return [who for who in men if not retreat(table, who, cause)]


def check(table: Table, who: Who, enemy: Side) -> None:
    """A general's defeat check against the side that beat him. Rulebook: 6.6 (D30, D31)."""
    one = table.generals[who]
    cut_off = not retreat_areas(table, who)
    column = is_unaffiliated(table, one, enemy)
    figures = table.rules.figures
    (die,) = table.roll(f"defeat.{who}", f"defeat check of {table.person(who).name}")
    modifier = figures.cut_off_modifier if cut_off else 0
    chart = figures.unaffiliated if column else figures.loyal
    result = chart[max(1, die + modifier)]
    table.tell(DefeatChecked(who, one.area, column, die, modifier, result))
    match result:
        case Result.KILLED:
            _kill(table, who, enemy)
        case Result.REBELS:
            _rebel(table, who, enemy)
        case Result.SECLUDED:
            _seclude(table, who)
        case Result.RETREATS:
            _lose_rest(table, who)
            if cut_off:
                _escape(table, who)
            else:
                retreat(table, who, Cause.CHECK)


def is_unaffiliated(table: Table, one: General, enemy: Side) -> bool:
    """Whether the unaffiliated column of the chart is used (D30)."""
    person = table.person(one.id)
    if person.faces:
        return any(
            face in turncoat_sides(table, enemy) for face in person.faces if face != one.side
        )
    return person.defects_to is not None and one.side == person.force


def turncoat_sides(table: Table, enemy: Side) -> tuple[Side, ...]:
    """The nations whose colour the victor shows: both of them where two count as one."""
    nation = table.nation(enemy)
    if nation is None:
        return ()
    camp = table.camp(nation)
    return tuple(other for other in table.treasuries if table.camp(other) == camp)


def _kill(table: Table, who: Who, enemy: Side) -> None:
    one = table.generals[who]
    person = table.person(who)
    table.tell(Killed(who, one.side))
    table.score(table.nation(enemy), table.rules.figures.killed[person.rank], Source.KILLED, who)
    bury(table, who, in_battle=True)


def _lose_rest(table: Table, who: Who) -> None:
    """Troops are gone by the time a check is made (Q42); nobody takes them along."""
    one = table.generals[who]
    if one.units:
        table.change(who, units=0)
        table.tell(LostUnits(who, one.units, 0))


def _rebel(table: Table, who: Who, enemy: Side) -> None:
    one = table.generals[who]
    person = table.person(who)
    backs = (*(face for face in person.faces if face != one.side), person.defects_to)
    new = next((side for side in turncoat_sides(table, enemy) if side in backs), None)
    table.tell(Rebelled(who, one.side, new))
    if new is not None:
        _lose_rest(table, who)
        table.turn_over(who, new)
        return
    table.remove(who)
    table.waiting.append(Waiting(who, table.turn + 1, person.force, rejoins=True))


def _seclude(table: Table, who: Who) -> None:
    table.remove(who)
    table.tell(Secluded(who))
    table.waiting.append(Waiting(who, table.turn + 1, None, only=table.person(who).defects_to))


def _escape(table: Table, who: Who) -> None:
    """A cut-off general gets away alone: to the nearest own area, or to the reserve (D31)."""
    one = table.generals[who]
    friends = {
        area
        for area in table.areas
        if area != one.area
        and not table.enemies(area, one.side)
        and table.room(area, one.side)
        and (
            table.has_marker(area, one.side)
            or any(table.are_friends(other.side, one.side, area) for other in table.at(area))
        )
    }
    to = table.rules.board.nearest(one.area, friends)
    table.tell(EscapedOff(who, to))
    if to is not None:
        table.enter(who, to, retreated=True)
        return
    table.remove(who)
    alone = not table.is_nation(one.side)
    table.waiting.append(Waiting(who, table.turn + 1, one.side, succeeds=alone))


def uncrowd(table: Table) -> None:
    """No area holds three nations (5.1): where sides part, who came last leaves (D57)."""
    for area in table.areas:
        while len(camps := table.camps(area)) > 2:
            for one in table.at(area, camps[-1]):
                if not retreat(table, one.id, Cause.CROWDED):
                    _escape(table, one.id)


def bury(table: Table, who: Who, *, in_battle: bool) -> None:
    """Takes a dead general off the map and brings on his successor (5.9, Q34-Q41)."""
    one = table.remove(who)
    person = table.person(who)
    table.fallen.add(who)
    if one.side == DONG and who == "dong_zhuo":
        _lu_bu_leaves(table)
    if person.reverse is None or person.reverse in table.fallen:
        return
    back = table.person(person.reverse)
    if back.rank == 3 and person.rank == 3 and _same_force(person, back):
        _succeed_at_once(table, one, back, in_battle=in_battle)
        return
    turn = max(table.turn + 1, table.entry(back.id))
    table.waiting = [
        replace(wait, turn=turn, succeeds=wait.box is not None and not table.is_nation(wait.box))
        if wait.who == back.id
        else wait
        for wait in table.waiting
    ]
    box = next((wait.box for wait in table.waiting if wait.who == back.id), None)
    if box is not None and turn <= table.scenario.turns[1]:
        table.tell(Due(back.id, box, turn))


def _same_force(person: Person, back: Person) -> bool:
    if person.nation == DONG and back.nation == DONG:
        return True
    return person.force is not None and person.force == back.force


def _succeed_at_once(table: Table, dead: General, back: Person, *, in_battle: bool) -> None:
    table.waiting = [wait for wait in table.waiting if wait.who != back.id]
    units = 0 if in_battle else min(dead.units, back.capacity)
    table.put(back.id, dead.side, dead.area, units)
    table.change(back.id, entered=dead.entered, since=dead.since)
    if in_battle and not retreat(table, back.id, Cause.SUCCESSION):
        table.remove(back.id)
        table.fallen.add(back.id)
        table.tell(SuccessorLost(back.id))
        return
    table.tell(Succeeded(back.id, dead.id, table.generals[back.id].area))


def _lu_bu_leaves(table: Table) -> None:
    """Scenario 3: Lü Bu becomes independent when Dong Zhuo dies (9.3)."""
    lu_bu = Who("lu_bu")
    if lu_bu in table.generals and table.generals[lu_bu].side == DONG:
        set_independent(table, lu_bu)


def set_independent(table: Table, who: Who) -> None:
    """A general of Dong Zhuo becomes a force of his own. Rulebook: 9.3."""
    force = table.person(who).force
    if force is not None:
        table.turn_over(who, force)
        table.tell(BecameIndependent(who, force))


def checks(table: Table, men: Sequence[Who], enemy: Side) -> None:
    """The defeat checks of one side after a battle, in the order given."""
    for who in men:
        check(table, who, enemy)
