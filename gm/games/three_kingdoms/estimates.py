"""What a plan would cost and how likely it is, as things stand: notes for the receipt."""

from collections.abc import Iterator, Sequence

from gm.games.three_kingdoms import actions, battle, control, movement, persuasion, siege
from gm.games.three_kingdoms.army import Army
from gm.games.three_kingdoms.battle import Clash
from gm.games.three_kingdoms.conditions import Scene
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.orders import (
    Action,
    Advance,
    Ally,
    Discord,
    Farm,
    Order,
    Strike,
    Sweep,
)
from gm.games.three_kingdoms.plan import Entry, plan_of
from gm.games.three_kingdoms.provisions import Bill, can_pay, pay
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import NATION_NAMES
from gm.games.three_kingdoms.state import Alliance, Step
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power
from gm.values import Value, replace

FACES = 6


class Prospect(Value, frozen=True):
    """How an action would begin now.

    ``start`` is the position before it, ``table`` the one with its moves made, ``clash`` the
    battle it would begin, if any, and ``scene`` what its condition looks at.
    """

    start: Table
    table: Table
    clash: Clash | None
    scene: Scene


def prospect(table: Table, power: Power, action: Action) -> Prospect | str:
    """How an action would begin now, or why it could not be done."""
    ready = actions.prepare(table, power, action)
    if isinstance(ready, str):
        return ready
    trial, clash = table.clone(), None
    if isinstance(action, Advance | Strike):
        ways = movement.ways_of(table, action)
        if not isinstance(ways, str):
            movement.move(trial, ways)
            area = actions.battle_area(action)
            origins = tuple(dict.fromkeys(way.origin for way in ways))
            if area is not None:
                clash = battle.clash_in(trial, area, ready.side, origins)
    scene = Scene(table.master(ready.side), power, actions.place_of(action))
    return Prospect(table, trial, clash, scene)


class Rehearsal:
    """A power's actions one after the other, without dice and without anybody else's.

    Moves are made and provisions paid; battles are not fought. ``lucky`` is the position if the
    Persuasion just before succeeds.
    """

    def __init__(self, table: Table, power: Power) -> None:
        self.table = table.clone()
        self.lucky = self.table
        self.power = power

    def try_next(self, action: Action) -> str | None:
        """Why the action could not be done now; if it could, its moves are made."""
        self.lucky = self.table.clone()
        return self._try(self.table, action)

    def try_after_success(self, action: Action) -> str | None:
        """The same for the free action after a successful Persuasion."""
        return self._try(self.lucky, action)

    def _try(self, table: Table, action: Action) -> str | None:
        ready = actions.prepare(table, self.power, action)
        if isinstance(ready, str):
            return ready
        match action:
            case Advance() | Strike():
                self._march(table, action)
            case Discord(target):
                self._count(ready.side, discords=1)
                self.lucky.turn_over(target, ready.side)
            case Ally(force):
                self._count(ready.side, alliances=1)
                lent = persuasion.lend_markers(self.lucky, force, ready.side)
                self.lucky.alliances[force] = Alliance(force, ready.side, lent)
            case _:
                ready.run(table)
        return None

    def _count(self, nation: Side, *, discords: int = 0, alliances: int = 0) -> None:
        """One Sowing Discord and one Alliance for each nation and turn (D06)."""
        for table in (self.table, self.lucky):
            own = table.treasuries[nation]
            table.treasuries[nation] = replace(
                own, discords=own.discords + discords, alliances=own.alliances + alliances
            )

    def _march(self, table: Table, action: Advance | Strike) -> None:
        found = prospect(table, self.power, action)
        ways = movement.ways_of(table, action)
        if isinstance(found, str) or isinstance(ways, str):
            return
        movement.move(table, ways)
        if found.clash is not None and not found.clash.sally:
            pay(table, [bill for bill in battle.bills_of(table, found.clash) if bill.sum])


def notes(table: Table, power: Power, orders: Sequence[Order]) -> tuple[str, ...]:
    """Costs and odds of what a power has sent."""
    if table.base.step not in (Step.PLAN, Step.ANSWER):
        return ()
    found: list[str] = []
    rehearsal = Rehearsal(table, power)
    entries = plan_of(orders).entries
    for number, entry in enumerate(entries, start=1):
        told = [*_estimate(rehearsal.table, power, entry.action)]
        told += [
            f"if it cannot be done: {note}"
            for one in _instead(entry)
            for note in _estimate(rehearsal.table, power, one)
        ]
        rehearsal.try_next(entry.action)
        if entry.then is not None:
            free = _estimate(rehearsal.lucky, power, entry.then.action)
            told += [f"if it succeeds: {note}" for note in free]
        found += [f"Action {number}: {note}" for note in told]
    return (*found, *_about_points(table, power, len(entries)))


def _about_points(table: Table, power: Power, planned: int) -> Iterator[str]:
    """Whether more is planned than there are action points for; more is allowed (D05)."""
    points = table.points_left(power) if table.base.step is Step.PLAN else planned
    if planned > points:
        kept = f"{planned} actions are planned for {points} action point"
        yield (
            f"{kept}{'' if points == 1 else 's'}: what comes after action {points} is done only "
            "where one before it cannot be."
        )


def _instead(entry: Entry) -> Iterator[Action]:
    """What is tried instead of an entry that cannot be done."""
    now = entry.otherwise
    while now is not None:
        yield now.action
        now = now.otherwise


def _estimate(table: Table, power: Power, action: Action) -> Iterator[str]:
    match action:
        case Advance() | Strike():
            yield from _campaign(table, power, action)
        case Discord(target):
            nation = persuasion.discord_nation(table, power, action)
            if nation in table.treasuries:
                value = table.rules.figures.persuasion[nation]  # type: ignore[index]  # a nation
                yield f"{table.person(target).name} is won on {value} or less, {value} in 6."
        case Ally(force):
            found = persuasion.ally_nation(table, power, action)
            if found in table.treasuries:
                value = persuasion.alliance_value(table, found)  # type: ignore[arg-type]  # a nation
                name = table.rules.roster.forces[force].name
                yield f"the alliance with {name} succeeds on {value} or less, {value} in 6."
        case Sweep(area):
            yield from _sweep(table, power, action, area)
        case Farm():
            yield from _farm(table, power, action)
        case _:
            return


def _sweep(table: Table, power: Power, action: Action, area: Area) -> Iterator[str]:
    found = prospect(table, power, action)
    if isinstance(found, Prospect):
        own = [one.id for one in table.at(area) if actions.commands(table, power, one.side)]
        yield _control_note(table, own, area)


def _farm(table: Table, power: Power, action: Action) -> Iterator[str]:
    trial = table.clone()
    ready = actions.prepare(trial, power, action)
    if isinstance(ready, str):
        return
    ready.run(trial)
    gained = [
        f"{NATION_NAMES[side]} {table.treasuries[side].provisions} to {now.provisions}"
        for side, now in trial.treasuries.items()
        if now != table.treasuries[side]
    ]
    most = table.rules.figures.provisions_max
    yield f"provisions of {', '.join(gained)}." if gained else f"nothing is gained; {most} is most."


def _campaign(table: Table, power: Power, action: Advance | Strike) -> Iterator[str]:
    found = prospect(table, power, action)
    if isinstance(found, str):
        return
    if found.clash is not None:
        yield _battle_note(found.table, found.clash)
        return
    ways = movement.ways_of(table, action)
    for area in dict.fromkeys(way.path[-1] for way in ways if not isinstance(way, str)):
        if area not in found.table.markers and not found.table.contested(area):
            men = [way.who for way in ways if not isinstance(way, str) and way.path[-1] == area]
            yield _control_note(found.table, men, area)


def _battle_note(table: Table, clash: Clash) -> str:
    name = table.rules.board.areas[clash.area].name
    own, enemy = table.total(clash.attackers), table.total(clash.defenders)
    bills = battle.bills_of(table, clash)
    costs = "; ".join(_cost(table, bill) for bill in bills) or "no provisions are paid"
    roles = "you defend, total" if clash.sally else "total"
    totals = f"{enemy} against {own}" if clash.sally else f"{own} against {enemy}"
    note = f"a battle in {name}, {roles} {totals}; {costs}."
    if not can_pay(table, bills):
        note += " That is more than there is."
    return note + _in_the_field(table, clash) + _walls(table, clash, own) + _prize(table, clash)


def _prize(table: Table, clash: Clash) -> str:
    """The odds of the control roll after a victory, where nobody has a marker. Rulebook: 3.2.3."""
    if clash.sally or clash.area in table.markers or clash.area in table.han:
        return ""
    best, name = _best_for_control(table, clash.attackers, clash.area)
    if not best:
        return ""
    where = table.rules.board.areas[clash.area].name
    return f" If you win and {name} stays, he controls {where} on {best} or less ({_odds(best)})."


def _in_the_field(table: Table, clash: Clash) -> str:
    """Dice and what hits in the first round, without stratagems. Rulebook: 6.2, 6.4."""
    sides = [
        battle.muster(table, clash.area, men, attacks=attacks)
        for men, attacks in ((clash.attackers, True), (clash.defenders, False))
    ]
    if clash.sally:
        sides.reverse()
    own, enemy = sides
    figures = table.rules.figures

    def hits_on(one: Army, other: Army) -> str:
        needed = max(1, figures.hit_on - max(0, one.martial - other.martial))
        on = f"{needed} to 6" if needed < FACES else "6"
        shots = f" and {one.shots} by bow on 6" if one.shots else ""
        dice = f"{one.dice} {'die' if one.dice == 1 else 'dice'}"
        return f"{one.chief.name} rolls {dice}, hitting on {on}{shots}"

    minds = [table.person(one.adviser).intellect for one in sides]
    drawn = ""
    if minds[0] != minds[1]:
        who = "you draw" if minds[0] > minds[1] else "the enemy draws"
        drawn = f"; {who} {abs(minds[0] - minds[1])} stratagems"
    return f" In the field {hits_on(own, enemy)}; {hits_on(enemy, own)}{drawn}."


def _walls(table: Table, clash: Clash, own: int) -> str:
    """What a siege would need, where the defender may choose one. Rulebook: 6.3."""
    defender = table.generals[clash.defenders[0]].side
    if not table.has_marker(clash.area, defender) or clash.sally or not table.nation(defender):
        return ""
    if not sum(table.generals[who].units for who in clash.attackers):
        return " If they stand a siege, you have no troop unit for an assault."
    value = siege.siege_value(table, clash.area, clash.defenders, max(0, own - 1))
    able = min(FACES, max(0, FACES - value))
    if not able:
        chance = "which no die can show"
    elif able == FACES:
        chance = "which every die shows"
    else:
        chance = f"{able} in 6"
    return f" If they stand a siege, the first assault needs more than {value}, {chance}."


def _cost(table: Table, bill: Bill) -> str:
    have = table.treasuries[bill.nation].provisions
    route = f" + {bill.route} for the route" if bill.route else ""
    return (
        f"{NATION_NAMES[bill.nation]} pays {bill.troops} for its troops{route} = {bill.sum} of "
        f"{have} provisions"
    )


def _control_note(table: Table, men: Sequence[Who], area: Area) -> str:
    """The odds of the control roll of those who go there. Rulebook: 3.2.3."""
    best, name = _best_for_control(table, men, area)
    where = table.rules.board.areas[area].name
    if not best:
        return f"an allied force cannot control {where}."
    return f"if {name} stays in {where}, he controls it on {best} or less ({_odds(best)})."


def _best_for_control(table: Table, men: Sequence[Who], area: Area) -> tuple[int, str]:
    """The highest control strength among the generals of nations, and whose it is; 0: nobody's."""
    best, name = 0, ""
    for who in men:
        side = table.generals[who].side
        if table.is_nation(side):
            strength = control.strength(table, who, side, area).sum
            if strength > best:
                best, name = strength, table.person(who).name
    return best, name


def _odds(value: int) -> str:
    return "always" if value >= FACES else f"{value} in 6"
