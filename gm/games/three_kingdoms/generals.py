"""Fate and appearance: how generals leave and enter history. Rulebook: 3.2.4, 3.2.5."""

from collections.abc import Sequence

from gm.games.three_kingdoms import defeat
from gm.games.three_kingdoms.events import (
    Appeared,
    FateRolled,
    Picked,
    PickRefused,
    Waits,
)
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import Clause, Pick, Place
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import DONG, WEI, Placed
from gm.games.three_kingdoms.state import General, Waiting
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power
from gm.values import replace

# ---- Fate Phase


def deadly(table: Table, who: Who) -> int:
    """The highest die a general dies on this turn; 0: he does not roll (D39)."""
    return table.rules.figures.fate.get(table.entry(who), {}).get(table.turn, 0)


def fate(table: Table) -> None:
    """Every general on the map rolls, area by area, in order of entry."""
    rolling = [one.id for area in table.areas for one in table.at(area)]
    for who in rolling:
        worst = deadly(table, who)
        if worst == 0:
            continue
        (die,) = table.roll(f"fate.{who}", f"fate of {table.person(who).name}")
        one = table.generals[who]
        table.tell(FateRolled(who, one.area, die, worst, die <= worst))
        if die <= worst:
            defeat.bury(table, who, in_battle=False)
            _leave_troops(table, one)


def _leave_troops(table: Table, one: General) -> None:
    """Troops of the dead wait for the Production Phase, or go to comrades of the same force."""
    if table.is_nation(one.side):
        treasury = table.treasuries[one.side]
        table.treasuries[one.side] = replace(treasury, left=treasury.left + one.units)
        return
    comrades = [other for other in table.at(one.area) if other.side == one.side]
    if any(table.person(one.id).reverse == other.id for other in comrades):
        return  # the successor has taken them over
    units = one.units
    for other in sorted(comrades, key=lambda man: -table.person(man.id).rank):
        gets = min(units, table.person(other.id).capacity - other.units)
        table.change(other.id, units=other.units + gets)
        units -= gets


# ---- Appearance Phase


def set_turn(table: Table) -> None:
    """What is due when the turn marker moves: forces that are gone send their men elsewhere."""
    table.waiting = [_rebooked(table, wait) for wait in table.waiting]


def _rebooked(table: Table, wait: Waiting) -> Waiting:
    """A man of a force that is gone joins the nation on his back (Q6, Q44, D42)."""
    person = table.person(wait.who)
    if wait.box is None or table.is_nation(wait.box) or wait.turn > table.turn:
        return wait
    if table.force_exists(wait.box):
        return wait
    if person.defects_to in table.treasuries:
        return replace(wait, box=person.defects_to, rejoins=False)
    return wait


def is_due(table: Table, wait: Waiting) -> bool:
    """Whether a waiting general may come now: his turn is here and his front is gone (D44)."""
    return wait.turn <= table.turn and (wait.after is None or not _lives(table, wait.after))


def _lives(table: Table, front: Who) -> bool:
    return front in table.generals or any(wait.who == front for wait in table.waiting)


def pool(table: Table) -> tuple[Waiting, ...]:
    """The unaffiliated generals who can be picked now."""
    return tuple(wait for wait in table.waiting if wait.box is None and is_due(table, wait))


def faces_for(table: Table, wait: Waiting, nations: Sequence[Side]) -> tuple[Side, ...]:
    """The nations of a power that this general can join."""
    able = (wait.only,) if wait.only else table.person(wait.who).faces
    return tuple(nation for nation in able if nation in nations)


def candidates(table: Table, power: Power) -> tuple[Waiting, ...]:
    """The unaffiliated generals a power may pick."""
    nations = table.scenario.nations_of(power)
    return tuple(wait for wait in pool(table) if faces_for(table, wait, nations))


def newcomers(table: Table, power: Power) -> tuple[Waiting, ...]:
    """The generals a power places now, before any pick."""
    nations = table.scenario.nations_of(power)
    return tuple(wait for wait in table.waiting if wait.box in nations and is_due(table, wait))


def appearance(table: Table) -> None:
    """Picks and placements, the seat that acted last first; then the forces' arrivals."""
    powers = tuple(reversed(table.order))
    for place, power in enumerate(powers):
        _pick(table, power, later=powers[place + 1 :])
        for wait in newcomers(table, power):
            _appear(table, power, wait)
    arrivals = [
        wait
        for wait in table.waiting
        if wait.box is not None and not table.is_nation(wait.box) and is_due(table, wait)
    ]
    for wait in sorted(arrivals, key=lambda one: not one.succeeds):
        _arrive(table, wait)


def clauses_of(table: Table, power: Power) -> tuple[Clause, ...]:
    """The standing instructions of a power."""
    return table.standing.get(power, ())


def _pick(table: Table, power: Power, later: Sequence[Power]) -> None:
    """At most one unaffiliated general, one always kept for Wei. Rulebook: Q8 (D40)."""
    able = {wait.who: wait for wait in candidates(table, power)}
    asked = [one for one in clauses_of(table, power) if isinstance(one, Pick)]
    if any(not one.who for one in asked):
        return
    named = [(who, one.nation) for one in asked for who in one.who]
    for who, nation in [*named, *((who, None) for who in able)]:
        if who not in able:
            continue
        if _taken_from_wei(table, who, later):
            if (who, nation) in named:
                reason = "Wei has still to pick, and nobody else would be left for it (Q8)."
                table.tell(PickRefused(power, who, reason))
            continue
        faces = faces_for(table, able[who], table.scenario.nations_of(power))
        joins = nation if nation in faces else faces[0]
        table.waiting = [
            replace(wait, box=joins, only=None, turn=table.turn) if wait.who == who else wait
            for wait in table.waiting
        ]
        table.tell(Picked(who, joins))
        return


def _taken_from_wei(table: Table, who: Who, later: Sequence[Power]) -> bool:
    if table.scenario.seat_of(WEI) not in later:
        return False
    fitting = [wait.who for wait in pool(table) if faces_for(table, wait, (WEI,))]
    return fitting == [who]


def places_for(table: Table, who: Who, nation: Side) -> tuple[tuple[Area, int], ...]:
    """Where a newcomer may appear, with the units he brings there, best first (P12).

    Birthplace with one troop unit, even beside an enemy; or without, at an own marker or
    general. Rulebook: 3.2.5, Q10 (D41).
    """
    home = table.rules.board.home(table.person(who).birth)
    found = [
        (area, 1 if area in home else 0)
        for area in table.areas
        if table.room(area, nation) and (area in home or _is_own(table, area, nation))
    ]
    if nation == DONG:  # only in an area controlled by Dong Zhuo (9.3)
        found = [place for place in found if table.markers.get(place[0]) == DONG]
    return tuple(sorted(found, key=lambda place: _place_rank(table, nation, *place)))


def _is_own(table: Table, area: Area, nation: Side) -> bool:
    return table.markers.get(area) == nation or any(one.side == nation for one in table.at(area))


def _place_rank(table: Table, nation: Side, area: Area, units: int) -> tuple[int, int, str]:
    ground = table.rules.board.areas[area]
    if table.enemies(area, nation):
        return 5, -ground.coins, area
    if units:
        return 1, -ground.coins, area
    if ground.capital == nation:
        return 2, 0, area
    if table.markers.get(area) == nation:
        return 3, -ground.coins, area
    return 4, -ground.coins, area


def _appear(table: Table, power: Power, wait: Waiting) -> None:
    nation = wait.box
    if nation is None:
        return
    places = dict(places_for(table, wait.who, nation))
    if not places:
        table.tell(Waits(wait.who, nation))
        return
    asked = [
        one.area
        for one in clauses_of(table, power)
        if isinstance(one, Place) and one.who == wait.who
    ]
    area = next((area for area in asked if area in places), next(iter(places)))
    _bring(table, wait, nation, area, places[area])


def _bring(table: Table, wait: Waiting, side: Side, area: Area, units: int) -> None:
    table.waiting = [
        other for other in table.waiting if other is not wait and other.who != wait.who
    ]
    table.put(wait.who, side, area, units)
    table.tell(Appeared(wait.who, side, area, units, units > 0))


def _arrive(table: Table, wait: Waiting) -> None:
    """A force's general comes: a successor at his birthplace, others beside the ruler (D42)."""
    force = wait.box
    if force is None:
        return
    for placed in table.scenario.arrivals:
        if isinstance(placed, Placed) and placed.who == wait.who:
            _bring(table, wait, force, placed.area, placed.units)
            return
    home = table.rules.board.home(table.person(wait.who).birth)
    own = sorted(
        (one for one in table.generals.values() if one.side == force),
        key=lambda one: (-table.person(one.id).rank, one.entered),
    )
    beside = list(dict.fromkeys(one.area for one in own))
    born = sorted(home, key=lambda area: _home_rank(table, area, force, beside))
    wanted = [*born, *beside] if wait.succeeds else beside
    for area in wanted:
        if table.room(area, force):
            _bring(table, wait, force, area, 1 if area in home else 0)
            return
    if not wait.rejoins:
        table.tell(Waits(wait.who, force))


def _home_rank(
    table: Table, area: Area, force: Side, beside: Sequence[Area]
) -> tuple[bool, bool, int, str]:
    coins = table.rules.board.areas[area].coins
    return area not in beside, bool(table.enemies(area, force)), -coins, area
