"""What can never be done, whatever the others do: refused as soon as a letter is read."""

from collections.abc import Iterator
from itertools import pairwise

from gm.games.three_kingdoms.map import Area, Line, Side
from gm.games.three_kingdoms.naming import listed
from gm.games.three_kingdoms.orders import (
    Advance,
    Ally,
    Discord,
    Farm,
    Order,
    Place,
    Step,
    Strike,
    Troops,
)
from gm.games.three_kingdoms.persuasion import colours
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import DONG, NATION_NAMES, SHU, WU
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power

Objection = tuple[str, str | None]
"""Why not, and a hint: full sentences."""


def never(  # noqa: PLR0911  (one line for each kind of order)
    table: Table, power: Power, order: Order
) -> Objection | None:
    """Why an order can never be followed, or None if it may be."""
    match order:
        case Advance(origin, moves):
            return _never_moves(table, power, [(step, origin) for step in moves])
        case Strike(target, groups):
            steps = [
                (Step(who, (*((group.via,) if group.via else ()), target)), group.origin)
                for group in groups
                for who in group.who
            ]
            return _never_moves(table, power, steps)
        case Discord(target, nation):
            return _never_discord(table, power, target, nation)
        case Ally(force, nation):
            return _never_ally(table, power, force, nation)
        case Farm(shares):
            return _never_farm(table, power, shares)
        case Place(who, _) | Troops(who, _):
            return _not_yours_ever(table, power, who)
        case _:
            return None


# ---- moves


def _never_moves(
    table: Table, power: Power, steps: list[tuple[Step, Area | None]]
) -> Objection | None:
    for step, origin in steps:
        objection = _not_yours_ever(table, power, step.who)
        if objection is not None:
            return objection
        start = origin or (
            table.generals[step.who].area
            if step.who in table.generals and len(steps) == 1
            else None
        )
        way = (start, *step.path) if start else step.path
        for one, other in pairwise(way):
            closed = _closed(table, one, other)
            if closed is not None:
                return closed
    return None


def _closed(table: Table, one: Area, other: Area) -> Objection | None:
    board = table.rules.board
    names = board.areas[one].name, board.areas[other].name
    open_to = listed((board.areas[area].name for area in board.neighbours(one)), "or")
    hint = f"From {names[0]} a general can go to {open_to}."
    border = board.borders.get((one, other))
    if border is None:
        return f"{names[0]} and {names[1]} do not touch.", hint
    if border.line is Line.BLACK:
        return f"Nobody crosses the black line between {names[0]} and {names[1]} (5.1).", hint
    return None


def own_colours(table: Table, power: Power, who: Who) -> Iterator[Side]:
    """The nations of a power that a general serves or could ever serve, by force or by name."""
    person = table.person(who)
    nations = table.scenario.nations_of(power)
    partners = (SHU, WU) if set(nations) & {SHU, WU} and table.are_one_nation() else ()
    for nation in (*nations, *partners):
        serves = who in table.generals and table.master(table.generals[who].side) == nation
        ally = person.force is not None and table.rules.roster.forces[person.force].ally == nation
        if (
            serves
            or ally
            or nation in person.faces
            or nation in (person.nation, person.defects_to)
            or (nation == DONG and person.force is not None)
        ):
            yield nation


def _not_yours_ever(table: Table, power: Power, who: Who) -> Objection | None:
    if next(own_colours(table, power, who), None) is not None:
        return None
    return f"{table.person(who).name} is not yours to command.", None


# ---- Persuasion and farming


def _never_discord(
    table: Table, power: Power, target: Who, nation: Side | None
) -> Objection | None:
    person = table.person(target)
    if target not in table.generals:
        able = [*person.faces, *([person.defects_to] if person.defects_to else [])]
    else:
        able = list(colours(table, target))
    own = table.scenario.nations_of(power)
    if not able:
        return (
            f"{person.name} cannot be won by Sowing Discord (4.3.1, Q2).",
            "Only a man who is on both faces of his counter can.",
        )
    if not set(able) & set(own) or (nation is not None and nation not in able):
        names = listed((NATION_NAMES[side] for side in able), "or")
        return (
            f"{person.name} has the colour of {names} on his back; only {names} may try (Q12).",
            None,
        )
    return None


def _never_ally(table: Table, power: Power, force: Side, nation: Side | None) -> Objection | None:
    if force not in table.rules.roster.forces:
        return f"{table.person(Who(force)).name} leads no independent force.", None
    ally = table.rules.roster.forces[force].ally
    own = table.scenario.nations_of(power)
    if DONG in own or (ally in own and nation in (None, ally)):
        return None
    name = table.rules.roster.forces[force].name
    if ally is None:
        return f"Nobody can ally with {name} (Q17).", None
    return f"Only {NATION_NAMES[ally]} may ally with {name} (Q17).", None


def _never_farm(
    table: Table, power: Power, shares: tuple[tuple[Side, int], ...]
) -> Objection | None:
    if not shares:
        return None
    own = table.scenario.nations_of(power)
    if table.scenario.one_nation is not None and set(own) <= {SHU, WU}:
        allowed = sorted(table.rules.figures.farm_shares)
        if sorted(count for _, count in shares) != allowed or {s for s, _ in shares} != {SHU, WU}:
            return (
                "Farming gives one provision to Shu and two to Wu, or the other way round (4.5).",
                "Write FARM Shu 1 Wu 2 or FARM Shu 2 Wu 1.",
            )
        return None
    if len(shares) > 1 or shares[0][0] not in own:
        return "One nation of yours farms at a time (4.5).", None
    return None
