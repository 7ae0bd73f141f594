"""Scenario 2: the draft of unaffiliated generals and the placement of all. Rulebook: 9.2, Q52."""

from collections.abc import Mapping, Sequence

from gm.games.three_kingdoms import generals
from gm.games.three_kingdoms.events import Appeared, Picked
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Pick, Place
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.table import Table
from gm.values import replace


def draft(table: Table) -> None:
    """One general each in turn until all are taken; picks as wished where the quotas allow."""
    quotas = dict(table.scenario.draft)
    while generals.pool(table):
        for nation in table.scenario.draft_order:
            if quotas[nation] == 0:
                continue
            who = _choice(table, nation, quotas)
            quotas[nation] -= 1
            table.waiting = [
                replace(wait, box=nation) if wait.who == who else wait for wait in table.waiting
            ]
            table.tell(Picked(who, nation))


def _choice(table: Table, nation: Side, quotas: Mapping[Side, int]) -> Who:
    pool = [wait.who for wait in generals.pool(table)]
    asked = [one for one in _clauses(table, nation) if isinstance(one, Pick)]
    wishes = [who for one in asked for who in one.who if who in pool]
    left = {**quotas, nation: quotas[nation] - 1}
    for who in (*wishes, *pool):
        others = [table.person(other).faces for other in pool if other != who]
        if nation in table.person(who).faces and is_possible(others, left):
            return who
    raise ValueError("The unaffiliated generals of the data do not fit the quotas of scenario 2.")


def is_possible(faces: Sequence[Sequence[Side]], quotas: Mapping[Side, int]) -> bool:
    """Whether generals with these faces can still be shared out by the quotas (D48)."""
    if not faces:
        return True
    first, rest = faces[0], faces[1:]
    return any(
        quotas.get(face, 0) > 0 and is_possible(rest, {**quotas, face: quotas[face] - 1})
        for face in first
    )


def placement(table: Table) -> None:
    """Wei, Wu and Shu place one general at a time, on own markers, until all stand (D48)."""
    queues = {nation: _queue(table, nation) for nation in table.scenario.draft_order}
    while any(queues.values()):
        for nation, queue in queues.items():
            if queue:
                _place(table, nation, queue.pop(0))


def to_place(table: Table, nation: Side) -> list[Who]:
    """The generals a nation places at the start, highest rank first."""
    found = [
        wait.who for wait in table.waiting if wait.box == nation and generals.is_due(table, wait)
    ]
    return sorted(found, key=lambda who: -table.person(who).rank)


def _queue(table: Table, nation: Side) -> list[Who]:
    due = to_place(table, nation)
    asked = [one.who for one in _clauses(table, nation) if isinstance(one, Place)]
    named = [who for who in dict.fromkeys(asked) if who in due]
    return [*named, *(who for who in due if who not in named)]


def starting_areas(table: Table, nation: Side) -> tuple[Area, ...]:
    """The nation's marked areas: those with fewest of its generals first, then most coins."""
    own = [area for area in table.areas if table.markers.get(area) == nation]
    coins = {area: table.rules.board.areas[area].coins for area in own}
    return tuple(sorted(own, key=lambda area: (len(table.at(area)), -coins[area], area)))


def _place(table: Table, nation: Side, who: Who) -> None:
    areas = starting_areas(table, nation)
    asked = [
        one.area
        for one in _clauses(table, nation)
        if isinstance(one, Place) and one.who == who and one.area in areas
    ]
    area = asked[0] if asked else areas[0]
    units = table.scenario.units_by_rank[table.person(who).rank]
    table.waiting = [wait for wait in table.waiting if wait.who != who]
    table.put(who, nation, area, units)
    table.tell(Appeared(who, nation, area, units, at_birthplace=False))


def _clauses(table: Table, nation: Side) -> tuple[object, ...]:
    power = table.power(nation)
    return table.standing.get(power, ()) if power else ()
