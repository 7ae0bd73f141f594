"""What a plan would cost and how likely it is, as things stand: notes for the receipt."""

from collections.abc import Iterator, Sequence

from gm.games.game import Power
from gm.games.three_kingdoms import actions, battle, control, movement, persuasion, siege
from gm.games.three_kingdoms.battle import Clash
from gm.games.three_kingdoms.orders import Action, Advance, Ally, Discord, Order, Strike
from gm.games.three_kingdoms.plan import Entry, plan_of
from gm.games.three_kingdoms.provisions import Bill
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.rulebook import NATION_NAMES
from gm.games.three_kingdoms.state import Alliance, Step
from gm.games.three_kingdoms.table import Table


class Rehearsal:
    """A power's actions one after the other, without dice and without anybody else's.

    ``lucky`` is the position if the Persuasion just before succeeds.
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
                ways = movement.ways_of(table, action)
                if not isinstance(ways, str):
                    movement.move(table, ways)
            case Discord(target):
                self.lucky.turn_over(target, ready.side)
            case Ally(force):
                lent = persuasion.lend_markers(self.lucky, force, ready.side)
                self.lucky.alliances[force] = Alliance(force, ready.side, lent)
            case _:
                ready.run(table)
        return None


def notes(table: Table, power: Power, orders: Sequence[Order]) -> tuple[str, ...]:
    """Costs and odds of what a power has sent."""
    if table.base.step not in (Step.PLAN, Step.ANSWER):
        return ()
    found: list[str] = []
    rehearsal = Rehearsal(table, power)
    for number, entry in enumerate(plan_of(orders).entries, start=1):
        told = [*_estimate(rehearsal.table, power, entry.action)]
        told += [note for one in _instead(entry) for note in _estimate(rehearsal.table, power, one)]
        rehearsal.try_next(entry.action)
        if entry.then is not None:
            told += [*_estimate(rehearsal.lucky, power, entry.then.action)]
        found += [f"Action {number}: {note}" for note in told]
    return tuple(found)


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
        case _:
            return


def _campaign(table: Table, power: Power, action: Advance | Strike) -> Iterator[str]:
    if isinstance(actions.prepare(table, power, action), str):
        return
    ways = movement.ways_of(table, action)
    if isinstance(ways, str):
        return
    trial = table.clone()
    movement.move(trial, ways)
    area = action.battle if isinstance(action, Advance) else action.target
    fights = area is not None and (isinstance(action, Advance) or action.battle)
    side = trial.generals[ways[0].who].side if ways else None
    if area is not None and side is None:
        here = [one.side for one in trial.at(area) if actions.commands(trial, power, one.side)]
        side = here[0] if here else None
    if area is None or side is None:
        return
    clash = battle.clash_in(trial, area, side, [way.origin for way in ways]) if fights else None
    if clash is not None:
        yield _battle_note(trial, clash)
    elif ways and area not in trial.markers:
        yield _control_note(trial, [way.who for way in ways if way.path[-1] == area], area)


def _battle_note(table: Table, clash: Clash) -> str:
    name = table.rules.board.areas[clash.area].name
    own, enemy = table.total(clash.attackers), table.total(clash.defenders)
    bills = battle.bills_of(table, clash)
    costs = "; ".join(_cost(table, bill) for bill in bills) or "no provisions are paid"
    note = f"a battle in {name}, total {own} against {enemy}; {costs}."
    defender = table.generals[clash.defenders[0]].side
    if table.has_marker(clash.area, defender) and not clash.sally and table.nation(defender):
        value = siege.siege_value(table, clash.area, clash.defenders, max(0, own - 1))
        note += f" If they stand a siege, the first assault needs more than {value}."
    return note


def _cost(table: Table, bill: Bill) -> str:
    have = table.treasuries[bill.nation].provisions
    route = f" + {bill.route} for the route" if bill.route else ""
    return (
        f"{NATION_NAMES[bill.nation]} pays {bill.troops} for its troops{route} = {bill.sum} of "
        f"{have} provisions"
    )


def _control_note(table: Table, men: Sequence[Who], area: object) -> str:
    best = 0
    name = ""
    for who in men:
        one = table.generals[who]
        if table.is_nation(one.side):
            strength = control.strength(table, who, one.side, one.area).sum
            if strength > best:
                best, name = strength, table.person(who).name
    where = table.rules.board.areas[area].name  # type: ignore[index]  # an area of the board
    if not best:
        return f"an allied force cannot control {where}."
    chance = "always" if best >= 6 else f"{best} in 6"
    return f"if {name} stays in {where}, he controls it on {best} or less ({chance})."
