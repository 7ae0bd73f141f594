"""Picks, placements and new troops: what of them can be followed, and whether the sums are right.

A muster's orders may also be sent ahead, with a plan; then only what can never be is refused.
"""

from collections.abc import Iterator, Sequence

from gm.games.three_kingdoms import demands, generals, setting
from gm.games.three_kingdoms.legality import Objection
from gm.games.three_kingdoms.map import Area
from gm.games.three_kingdoms.naming import listed
from gm.games.three_kingdoms.orders import Order, Pick, Place, Troops
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import NATION_NAMES
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import Step
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power


def objection(table: Table, power: Power, order: Order) -> Objection | None:
    """Why an order for this muster cannot be followed, or None."""
    step = table.base.step
    match order:
        case Pick(who) if who and step in (Step.MUSTER, Step.DRAFT):
            return _unfit_pick(table, power, who)
        case Place(who, area) if step in (Step.MUSTER, Step.PLACEMENT):
            return _unfit_place(table, power, who, area)
        case Troops(who) if step is Step.MUSTER and who in table.generals:
            if table.generals[who].side not in table.scenario.nations_of(power):
                return f"{table.person(who).name} does not serve you now.", None
    return None


def proposals(table: Table, speller: Speller, power: Power, order: Order) -> tuple[str, ...]:
    """What could be sent instead of an order that cannot be followed."""
    match order:
        case Pick() if table.base.step in (Step.MUSTER, Step.DRAFT):
            able = generals.candidates(table, power)
            return tuple(speller.spell(Pick((wait.who,))) for wait in able)
        case Place(who):
            return tuple(speller.spell(Place(who, area)) for area in _places(table, power, who))
        case _:
            return ()


def _unfit_pick(table: Table, power: Power, who: Sequence[Who]) -> Objection | None:
    able = [wait.who for wait in generals.candidates(table, power)]
    for one in who:
        if one not in able:
            name = table.person(one).name
            names = listed((table.person(wait).name for wait in able), "or")
            hint = f"You may pick {names}." if able else "You can pick nobody now."
            return f"{name} cannot be picked by you now (3.2.5).", hint
    return None


def _unfit_place(table: Table, power: Power, who: Who, area: Area) -> Objection | None:
    places = _places(table, power, who)
    if area in places:
        return None
    name = table.person(who).name
    if not places:
        if who in table.generals:
            return f"{name} is on the map already.", None
        return f"{name} does not appear now.", None
    names = listed((table.rules.board.areas[one].name for one in places), "or")
    where = table.rules.board.areas[area].name
    return f"{name} cannot appear in {where} (3.2.5, Q10).", f"He can appear in {names}."


def _places(table: Table, power: Power, who: Who) -> tuple[Area, ...]:
    """Where a general of a power may be placed now, if he comes."""
    nations = table.scenario.nations_of(power)
    if table.base.step is Step.PLACEMENT:
        due = [one for one in nations if who in setting.to_place(table, one)]
        return tuple(area for one in due for area in setting.starting_areas(table, one))
    due = [
        nation
        for wait in (*generals.newcomers(table, power), *generals.candidates(table, power))
        if wait.who == who
        for nation in ((wait.box,) if wait.box else generals.faces_for(table, wait, nations))
    ]
    places = (area for nation in due for area, _ in generals.places_for(table, who, nation))
    return tuple(dict.fromkeys(places))


def notes(table: Table, power: Power, orders: Sequence[Order]) -> tuple[str, ...]:
    """What new troops there are, and whether what is asked for goes beyond them."""
    if table.base.step is not Step.MUSTER:
        return ()
    return tuple(_notes(table, power, orders))


def _notes(table: Table, power: Power, orders: Sequence[Order]) -> Iterator[str]:
    wishes: dict[Who, int] = {}
    for one in orders:
        if isinstance(one, Troops):
            wishes[one.who] = one.units
    newcomers = {wait.who: wait.box for wait in generals.newcomers(table, power)}
    for nation in table.scenario.nations_of(power):
        units = demands.new_units(table, nation)
        asked = {
            who: count
            for who, count in wishes.items()
            if (table.generals[who].side if who in table.generals else newcomers.get(who)) == nation
        }
        if not asked:
            continue
        name, wanted = NATION_NAMES[nation], sum(asked.values())
        if wanted > units:
            yield (
                f"{name} has {units} new troop units, and {wanted} are given out; who is named "
                "first gets his first."
            )
        elif wanted < units:
            yield f"{name} has {units} new troop units; the other {units - wanted} go by default."
        for who, count in asked.items():
            person = table.person(who)
            has = table.generals[who].units if who in table.generals else 0
            if has + count > person.capacity:
                yield (
                    f"{person.name} leads {has} and can lead {person.capacity} troop units at most "
                    f"(2.2.1), so he takes {max(0, person.capacity - has)} of {count}."
                )
