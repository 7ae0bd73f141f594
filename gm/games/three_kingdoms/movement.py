"""Movement: what a Divide and Advance or a Combined Strike may move. Rulebook: 5.0."""

from collections import Counter
from collections.abc import Sequence

from gm.games.three_kingdoms.events import Moved
from gm.games.three_kingdoms.map import Area, Line, Side
from gm.games.three_kingdoms.orders import Advance, Strike
from gm.games.three_kingdoms.roster import Troop, Who
from gm.games.three_kingdoms.table import Table
from gm.values import Value


class Way(Value, frozen=True):
    """A general's way: where he stands and the one or two areas he goes through."""

    who: Who
    origin: Area
    path: tuple[Area, ...]

    @property
    def hops(self) -> tuple[tuple[Area, Area], ...]:
        """The borders crossed."""
        return tuple(zip((self.origin, *self.path), self.path, strict=False))


def ways_of(table: Table, action: Advance | Strike) -> tuple[Way, ...] | str:
    """The ways an action spells, or a sentence about a general who is not where it says."""
    ways: list[Way] = []
    if isinstance(action, Advance):
        wanted = [(step.who, action.origin, step.path) for step in action.moves]
    else:
        wanted = [
            (who, group.origin, (*((group.via,) if group.via else ()), action.target))
            for group in action.groups
            for who in group.who
        ]
    for who, origin, path in wanted:
        person = table.person(who)
        if who not in table.generals:
            return f"{person.name} is not on the map."
        here = table.generals[who].area
        if origin is not None and here != origin:
            names = table.rules.board.areas
            return f"{person.name} is in {names[here].name}, not in {names[origin].name}."
        if any(way.who == who for way in ways):
            return f"{person.name} is named twice."
        ways.append(Way(who, here, path))
    return tuple(ways)


def objection(table: Table, ways: Sequence[Way], *, together: bool) -> str | None:
    """Why these moves may not be made, as a sentence; None if they may.

    ``together`` for a Divide and Advance, whose generals leave one area. Rulebook: 5.1, 5.2.
    """
    origins = {way.origin for way in ways}
    if together and len(origins) > 1:
        return "A Divide and Advance moves generals out of one area only (4.1)."
    return (
        _ways_closed(table, ways)
        or _borders_full(table, ways)
        or _restrained(table, ways)
        or _too_many_nations(table, ways)
    )


def _name(table: Table, area: Area) -> str:
    return table.rules.board.areas[area].name


def _ways_closed(table: Table, ways: Sequence[Way]) -> str | None:
    board = table.rules.board
    for way in ways:
        side = table.generals[way.who].side
        name = table.person(way.who).name
        for one, other in way.hops:
            border = board.borders.get((one, other))
            if border is None:
                return f"{_name(table, one)} and {_name(table, other)} do not touch."
            if border.line is Line.BLACK:
                return (
                    f"The border between {_name(table, one)} and {_name(table, other)} is a black "
                    "line, which nobody crosses (5.1)."
                )
        if len(way.path) > 2:
            return f"{name} may move one further area at most (Q21)."
        if len(way.path) == 2 and (
            not table.has_marker(way.path[0], side) or table.enemies(way.path[0], side)
        ):
            return (
                f"{name} may go on from {_name(table, way.path[0])} only if it has his side's "
                "control marker and no enemy general (5.1)."
            )
        if closed := _closed_to_outsiders(table, side, way.path):
            return closed
    return None


def _closed_to_outsiders(table: Table, side: Side, path: Sequence[Area]) -> str | None:
    """Scenario 3: other independent forces stay in the red areas of the north (9.3)."""
    ally = table.alliances.get(side)
    if not table.scenario.is_anti_dong or ally is None or side in table.scenario.alliances:
        return None
    for area in path:
        ground = table.rules.board.areas[area]
        if (
            ground.colour not in table.scenario.entry_colours
            or ground.province not in table.scenario.entry_provinces
        ):
            return (
                f"An allied force may enter only red areas of the north, not {ground.name} (9.3)."
            )
    return None


def _borders_full(table: Table, ways: Sequence[Way]) -> str | None:
    board = table.rules.board
    crossings = Counter(hop for way in ways for hop in way.hops)
    for (one, other), count in crossings.items():
        naval = any(
            (one, other) in way.hops and table.person(way.who).troop is Troop.NAVAL for way in ways
        )
        limit = board.crossing_limit(one, other, naval=naval)
        if count > limit:
            return (
                f"{count} generals cannot go from {_name(table, one)} to {_name(table, other)} "
                f"in one action; {limit} may (5.1, 5.2)."
            )
    return None


def _restrained(table: Table, ways: Sequence[Way]) -> str | None:
    for origin in sorted({way.origin for way in ways}):
        leaving = [way for way in ways if way.origin == origin]
        side = table.generals[leaving[0].who].side
        if not table.enemies(origin, side):
            continue
        own, enemy = table.restraint(origin, side), table.enemy_restraint(origin, side)
        if len(leaving) > own - enemy:
            return (
                f"Restraint in {_name(table, origin)} is {own} against {enemy}: "
                f"{max(0, own - enemy)} of the generals there may leave (5.1)."
            )
    return None


def _too_many_nations(table: Table, ways: Sequence[Way]) -> str | None:
    last = {way.who: way.path[-1] for way in ways}
    for area in sorted(set(last.values())):
        camps = {
            table.camp(one.side, area)
            for one in table.generals.values()
            if last.get(one.id, one.area) == area
        }
        if len(camps) > 2:
            return f"{_name(table, area)} would hold generals of three nations (5.1)."
    return None


def move(table: Table, ways: Sequence[Way]) -> None:
    """Makes the moves, in the order given; troops go with their general. Rulebook: 2.2.2."""
    for way in ways:
        table.enter(way.who, way.path[-1])
        one = table.generals[way.who]
        table.tell(Moved(way.who, one.side, (way.origin, *way.path), one.units))
