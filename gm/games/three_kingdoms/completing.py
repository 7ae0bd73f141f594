"""Orders completed with what the position tells, or refused with proposals.

A player may leave out who goes where only one answer is possible: "attack Yan from Yu" is for all
his generals in Yu, if the border lets them all through. What leaves a choice is refused, and the
choices are proposed.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from gm.games.three_kingdoms import actions, demands
from gm.games.three_kingdoms.estimates import Rehearsal
from gm.games.three_kingdoms.leaves import CONDITION
from gm.games.three_kingdoms.legality import Objection
from gm.games.three_kingdoms.map import Area
from gm.games.three_kingdoms.naming import listed, name_of_id
from gm.games.three_kingdoms.orders import (
    Action,
    Ally,
    Confused,
    Defend,
    DefendHow,
    Discord,
    Group,
    Order,
    Persuade,
    Stance,
    Strike,
    Then,
)
from gm.games.three_kingdoms.roster import Troop, Who
from gm.games.three_kingdoms.rulebook import Rulebook
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Fault, Power, Problem
from gm.values import replace

STANCES = {stance.value: stance for stance in Stance}
FORM = "An attack is written like “attack Yan from Yu with Cao Cao and Xun Yu”."
MOST = 6
"""How many proposals are made."""


def completed(
    table: Table, speller: Speller, power: Power, orders: Sequence[Order]
) -> list[tuple[Order, Problem | None]]:
    """The orders of a letter completed, each with why it is unfinished, if it is."""
    rehearsal = Rehearsal(table, power)
    done: list[tuple[Order, Problem | None]] = []
    after = False
    for order in (_persuasion(table.rules, order) for order in orders):
        now = rehearsal.lucky if after else rehearsal.table
        found, problem = _completed(now, speller, power, order)
        done.append((found, problem))
        if isinstance(found, Action):
            if problem is None:
                _ = rehearsal.try_after_success(found) if after else rehearsal.try_next(found)
            after = False
        after = after or isinstance(found, Then)
    return done


def _persuasion(rules: Rulebook, order: Order) -> Order:
    """An order to persuade somebody is an Alliance where the name is a force's."""
    if not isinstance(order, Persuade):
        return order
    person = rules.roster[order.target]
    if person.force is not None and person.defects_to is None:
        return Ally(person.force, order.nation)
    return Discord(order.target, order.nation)


def _completed(
    table: Table, speller: Speller, power: Power, order: Order
) -> tuple[Order, Problem | None]:
    words = speller.spell(order)
    match order:
        case Confused(name, wanted):
            return order, _confusion(table, speller, power, name, wanted)
        case DefendHow(area):
            reason = f"Say how {speller.area(area)} is to be defended."
            hint = "Behind the walls, in the open field, or not at all."
            ways = tuple(speller.spell(Defend(stance, area)) for stance in Stance)
            return order, Problem(Fault.INVALID, words, reason, hint, ways)
        case Strike(target, groups) if any(not group.who for group in groups):
            named = _named(table, power, order)
            if isinstance(named, Strike):
                return named, None
            reason, way_out = named
            proposals = (
                *_filled_otherwise(table, speller, power, order),
                *usual_against(table, speller, power, target),
            )
            unique = tuple(dict.fromkeys(proposals))[:MOST]
            return order, Problem(Fault.INVALID, words, reason, way_out, unique)
        case Strike(target, groups) if any(
            _fights_here(table, power, one, target) for one in groups
        ):
            goers = (one for one in groups if not _fights_here(table, power, one, target))
            return replace(order, groups=tuple(goers)), None
        case _:
            return order, None


def _fights_here(table: Table, power: Power, group: Group, target: Area) -> bool:
    """Whether a group is in the area already: it fights on the spot, without moving (D13)."""
    return group.origin in (None, target) and all(
        who in table.generals
        and table.generals[who].area == target
        and actions.commands(table, power, table.generals[who].side)
        for who in group.who
    )


def _confusion(table: Table, speller: Speller, power: Power, name: str, wanted: str) -> Problem:
    printed = name_of_id(table.rules, name)
    reason = f"“{printed}” stands where {wanted} is needed."
    if name == CONDITION:
        reason = (
            "A condition can be put on an action, a retreat, a defence or NEVER RETREAT, but not "
            "on this choice."
        )
        return Problem(Fault.INVALID, printed, reason, "Write the choice without it.")
    if name in STANCES:
        ways = (Defend(STANCES[name], area) for area in (None, *table.markers))
        own = [one for one in ways if one.area is None or _holds(table, power, one.area)]
        return Problem(Fault.INVALID, printed, reason, None, tuple(map(speller.spell, own[:MOST])))
    who = Who(name)
    if wanted == "an order for him":
        usual = demands.usual_actions(table, power)
        his = (speller.spell(one) for one in usual if printed in speller.spell(one))
        return Problem(Fault.INVALID, printed, reason, None, tuple(islice(his, MOST)))
    if wanted != "an area" or who not in table.generals:
        return Problem(Fault.INVALID, printed, reason, FORM)
    area = table.generals[who].area
    hint = f"{printed} is in {speller.area(area)}."
    proposals = tuple(usual_against(table, speller, power, area))[:MOST]
    return Problem(Fault.INVALID, printed, reason, hint, proposals)


def _holds(table: Table, power: Power, area: Area) -> bool:
    return table.markers.get(area) in table.scenario.nations_of(power)


def usual_against(table: Table, speller: Speller, power: Power, target: Area) -> Iterator[str]:
    """Combined Strikes on an area that could be made now, or marches into it where nobody is."""
    for action in demands.usual_actions(table, power):
        if isinstance(action, Strike) and action.target == target:
            yield speller.spell(action)
    if not table.at(target):
        for origin in table.rules.board.neighbours(target):
            men = tuple(_able(table, power, origin))
            if men:
                yield speller.spell(Strike(target, (Group(origin, men[:1]),)))


def _able(table: Table, power: Power, origin: Area) -> Iterator[Who]:
    """The generals in an area whom a power commands, those of one side."""
    own = [one for one in table.at(origin) if actions.commands(table, power, one.side)]
    yield from (one.id for one in own if table.camp(one.side) == table.camp(own[0].side))


def _named(table: Table, power: Power, order: Strike) -> Strike | Objection:
    """The strike with everybody named, or why that leaves a choice."""
    groups = []
    for group in order.groups:
        if group.who:
            groups.append(group)
            continue
        if group.origin is None:
            return "Say which generals go.", "Name them, or the area they leave."
        men = tuple(_able(table, power, group.origin))
        name = table.rules.board.areas[group.origin].name
        if not men:
            return f"You have no general in {name}.", None
        limit = _limit(table, group, order.target, men)
        if limit and len(men) > limit:
            people = listed(table.person(who).name for who in men)
            where = table.rules.board.areas[group.via or order.target].name
            return (
                f"{people} are in {name}, and {limit} may go to {where} in one action (5.1, 5.2).",
                "Name those who go.",
            )
        groups.append(replace(group, who=men))
    return replace(order, groups=tuple(groups))


def _limit(table: Table, group: Group, target: Area, men: Sequence[Who]) -> int:
    naval = any(table.person(who).troop is Troop.NAVAL for who in men)
    origin = group.origin or target
    return table.rules.board.crossing_limit(origin, group.via or target, naval=naval)


def _filled_otherwise(table: Table, speller: Speller, power: Power, order: Strike) -> Iterator[str]:
    """The strike with those named who may cross, in each way they can be chosen."""
    open_groups = [group for group in order.groups if not group.who and group.origin]
    if len(open_groups) != 1:
        return
    (group,) = open_groups
    men = tuple(_able(table, power, group.origin or order.target))
    limit = _limit(table, group, order.target, men)
    for chosen in combinations(men, min(limit, len(men))) if limit and men else ():
        groups = tuple(replace(one, who=chosen) if one is group else one for one in order.groups)
        filled = replace(order, groups=groups)
        if not isinstance(actions.prepare(table, power, filled), str):
            yield speller.spell(filled)
