"""The Control Phase and the Production Phase. Rulebook: 3.2.3, 3.2.6."""

from collections.abc import Mapping

from gm.games.three_kingdoms import choices
from gm.games.three_kingdoms.events import (
    ControlRolled,
    MarkerRemoved,
    Produced,
    Reinforced,
    Source,
)
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Troops
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import RED_WEI, WEI
from gm.games.three_kingdoms.state import General
from gm.games.three_kingdoms.table import Table
from gm.values import Value, replace


class Strength(Value, frozen=True):
    """A general's control strength: his rank, the area's colour, his birthplace."""

    rank: int
    colour: int
    birthplace: int

    @property
    def sum(self) -> int:
        """The highest die that succeeds."""
        return self.rank + self.colour + self.birthplace


def strength(table: Table, who: Who, nation: Side, area: Area) -> Strength:
    """Control strength. Rulebook: 3.2.3."""
    person, ground = table.person(who), table.rules.board.areas[area]
    return Strength(
        person.rank,
        ground.bonus if ground.nation == nation else 0,
        table.rules.figures.birthplace if person.birth == ground.province else 0,
    )


def control(table: Table) -> None:
    """Steps 1 to 3 and 5 of the Control Phase."""
    removed = _remove_markers(table)
    for area in table.areas:
        if area not in table.markers and area not in table.han and area not in removed:
            _roll_for(table, area)
    for nation in table.treasuries:
        for area in scoring_areas(table, nation):
            table.score(nation, area_points(table, area), Source.CONTROL, area)
    jin = table.scenario.jin_turn
    red = any(one.side == RED_WEI for one in table.generals.values())
    if jin is not None and table.turn >= jin and red:
        points = table.rules.figures.wei_generals_left
        table.score(WEI, points, Source.WEI_GENERALS_LEFT, None)


def _remove_markers(table: Table) -> set[Area]:
    """Step 1: markers without an own general beside another nation's general go."""
    removed = set()
    for area in table.areas:
        nation = table.markers.get(area)
        if nation is None:
            continue
        here = table.at(area)
        own = any(table.are_friends(one.side, nation, area) for one in here)
        if here and not own:
            del table.markers[area]
            table.han.discard(area)
            removed.add(area)
            table.tell(MarkerRemoved(area, nation))
    return removed


def _roll_for(table: Table, area: Area) -> None:
    """Step 2: one general of a nation who has not retreated rolls (D38)."""
    able = [one for one in table.at(area) if table.is_nation(one.side) and not one.retreated]
    if not able:
        return
    best = max(able, key=lambda one: (strength(table, one.id, one.side, area).sum, -one.entered))
    who = choices.control_general(table, [one.id for one in able], best.id)
    nation = table.generals[who].side
    power = strength(table, who, nation, area)
    (die,) = table.roll(f"control.{area}", f"control of {table.area_name(area)}")
    succeeded = die <= power.sum
    table.tell(
        ControlRolled(area, who, nation, power.rank, power.colour, power.birthplace, die, succeeded)
    )
    if succeeded:
        table.markers[area] = nation


def area_points(table: Table, area: Area) -> int:
    """Points of an area in the Control Phase (scenario 3 burns Luoyang)."""
    coins = table.rules.board.areas[area].coins
    return table.scenario.area_points.get(area, table.rules.figures.points_by_coins[coins])


def scoring_areas(table: Table, nation: Side) -> tuple[Area, ...]:
    """The areas that give a nation points, provisions and troops; none held by a force (9.3)."""
    return tuple(
        area
        for area in table.areas
        if table.markers.get(area) == nation
        and not (
            table.scenario.is_anti_dong
            and any(not table.is_nation(one.side) for one in table.at(area))
        )
    )


# ---- Production Phase


def produce(table: Table) -> None:
    """Provisions and troops for every nation, then the growth of the forces (3.2.6, Q11)."""
    for nation in table.treasuries:
        _produce_for(table, nation)
    for area in table.areas:
        for force in sorted({one.side for one in table.at(area)}):
            if not table.is_nation(force) and force != RED_WEI:
                _grow(table, area, force)


def income(table: Table, nation: Side) -> tuple[int, int]:
    """Provisions and troop units that a nation's areas give."""
    areas = [table.rules.board.areas[area] for area in scoring_areas(table, nation)]
    return sum(area.green for area in areas), sum(area.coins for area in areas)


def _produce_for(table: Table, nation: Side) -> None:
    green, units = income(table, nation)
    treasury = table.treasuries[nation]
    now = min(table.rules.figures.provisions_max, treasury.provisions + green)
    given = allocation(table, nation, units + treasury.left, _wishes(table, nation))
    lost = units + treasury.left - sum(given.values())
    table.treasuries[nation] = replace(treasury, provisions=now, left=0)
    gained = now - treasury.provisions
    table.tell(Produced(nation, gained, now, units, treasury.left, lost))
    for who, count in given.items():
        one = table.change(who, units=table.generals[who].units + count)
        table.tell(Reinforced(who, count, one.units))


def _wishes(table: Table, nation: Side) -> list[tuple[Who, int]]:
    power = table.power(nation)
    clauses = table.standing.get(power, ()) if power else ()
    return [(one.who, one.units) for one in clauses if isinstance(one, Troops)]


def allocation(
    table: Table, nation: Side, units: int, wishes: list[tuple[Who, int]]
) -> Mapping[Who, int]:
    """Who gets new troop units: as wished, the rest ruler first (P13, D45)."""
    own = [one for one in table.generals.values() if one.side == nation]
    room = {one.id: max(0, table.person(one.id).capacity - one.units) for one in own}
    given: dict[Who, int] = {}
    rest = sorted(own, key=lambda one: _troops_rank(table, one))
    wanted = [*wishes, *((one.id, room[one.id]) for one in rest)]
    for who, count in wanted:
        if who not in room:
            continue
        gets = min(count, room[who] - given.get(who, 0), units)
        if gets > 0:
            given[who] = given.get(who, 0) + gets
            units -= gets
    return given


def _troops_rank(table: Table, one: General) -> tuple[int, int, str]:
    person = table.person(one.id)
    return -person.rank, one.units - person.capacity, one.id


def _grow(table: Table, area: Area, force: Side) -> None:
    """One unit for each area a force holds, to its highest-ranked general with room (D46)."""
    able = [
        one
        for one in table.at(area)
        if one.side == force and one.units < table.person(one.id).capacity
    ]
    if not able:
        return
    best = min(able, key=lambda one: (-table.person(one.id).rank, one.id))
    now = table.change(best.id, units=best.units + 1).units
    table.tell(Reinforced(best.id, 1, now, grown=True))
