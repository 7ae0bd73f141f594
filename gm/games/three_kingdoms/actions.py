"""The five kinds of action: may this be done, and doing it. Rulebook: 4.0."""

from collections.abc import Callable, Sequence

from gm.games.three_kingdoms import battle, movement, persuasion, provisions
from gm.games.three_kingdoms.events import Farmed, Swept
from gm.games.three_kingdoms.map import Area, Side
from gm.games.three_kingdoms.movement import Way
from gm.games.three_kingdoms.orders import (
    Action,
    Advance,
    Ally,
    Discord,
    Farm,
    Pass,
    Strike,
    Sweep,
)
from gm.games.three_kingdoms.rulebook import HAN, SHU, WU
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power
from gm.values import Value, replace


class Ready(Value, frozen=True):
    """An action that may be done: for which side, and how to do it.

    ``run`` says whether it succeeded (a Persuasion may fail; the rest succeeds).
    """

    side: Side
    run: Callable[[Table], bool]


def prepare(table: Table, power: Power, action: Action, nation: Side | None = None) -> Ready | str:
    """The action made ready, or a sentence saying why it cannot be done now.

    ``nation`` is the one that must act where the sequence fixes it (9.3).
    """
    ready = _prepare(table, power, action, nation)
    if isinstance(ready, Ready) and nation is not None and table.master(ready.side) != nation:
        return "It is the turn of another nation of yours."
    return ready


def _prepare(  # noqa: PLR0911  (one line for each kind of action)
    table: Table, power: Power, action: Action, nation: Side | None
) -> Ready | str:
    match action:
        case Advance() | Strike():
            return _campaign(table, power, action)
        case Discord():
            found = persuasion.discord_nation(table, power, action)
            if found not in table.treasuries:
                return found
            side = Side(found)
            return Ready(side, lambda t: persuasion.sow_discord(t, action.target, side))
        case Ally():
            found = persuasion.ally_nation(table, power, action)
            if found not in table.treasuries:
                return found
            ally = Side(found)
            return Ready(ally, lambda t: persuasion.seek_alliance(t, action.force, ally))
        case Sweep(area):
            return _sweep(table, power, area)
        case Farm(shares):
            return _farm(table, power, shares, nation)
        case Pass():
            return Ready(nation or table.scenario.nations_of(power)[0], lambda _: True)


def commands(table: Table, power: Power, side: Side) -> bool:
    """Whether a power may give a side's generals orders (with its partner's: 9.1)."""
    owner = table.power(side)
    if owner == power:
        return True
    own = table.scenario.nations_of(power)
    master = table.master(side)
    return bool({master, *own} <= {SHU, WU} and own and table.are_one_nation())


def place_of(action: Action) -> Area | None:
    """The area that a condition on an action is about when it names none."""
    match action:
        case Advance(_, _, area):
            return area
        case Strike(target):
            return target
        case Sweep(area):
            return area
        case _:
            return None


def battle_area(action: Advance | Strike) -> Area | None:
    """Where the action is to bring a battle about."""
    if isinstance(action, Advance):
        return action.battle
    return action.target if action.battle else None


# ---- Divide and Advance, Combined Strike


def _campaign(table: Table, power: Power, action: Advance | Strike) -> Ready | str:
    ways = movement.ways_of(table, action)
    if isinstance(ways, str):
        return ways
    side = _leader(table, power, action, ways)
    if side not in table.treasuries and side not in table.rules.roster.forces:
        return side
    objection = movement.objection(table, ways, together=isinstance(action, Advance))
    if objection:
        return objection
    area = action.battle if isinstance(action, Advance) else action.target
    fights = area is not None and (isinstance(action, Advance) or action.battle)
    origins = tuple(dict.fromkeys(way.origin for way in ways))
    trial = table.clone()
    movement.move(trial, ways)
    if area is not None and fights:
        problem = _battle_objection(trial, action, area, Side(side), origins)
        if problem:
            return problem
    elif not ways:
        return "Nobody moves and no battle is ordered, so there is nothing to do."

    def run(played: Table) -> bool:
        movement.move(played, ways)
        if area is not None and fights:
            clash = battle.clash_in(played, area, Side(side), origins)
            if clash is not None:
                battle.fight(played, clash)
        return True

    return Ready(Side(side), run)


def _leader(
    table: Table, power: Power, action: Advance | Strike, ways: Sequence[Way]
) -> Side | str:
    """The side that acts, or why these generals may not act together."""
    sides = [table.generals[way.who].side for way in ways]
    for way, side in zip(ways, sides, strict=True):
        if not commands(table, power, side):
            return f"{table.person(way.who).name} is not yours to command."
    if not sides:
        return _leader_on_the_spot(table, power, action)
    if len({table.camp(side) for side in sides}) > 1:
        return "Own generals and those of an ally cannot act together (Q18)."
    return sides[0]


def _leader_on_the_spot(table: Table, power: Power, action: Advance | Strike) -> Side | str:
    if isinstance(action, Advance):
        return "A Divide and Advance moves at least one general."
    name = table.rules.board.areas[action.target].name
    here = [one.side for one in table.at(action.target) if commands(table, power, one.side)]
    here = [side for side in here if action.by in (None, side)]
    contested = [side for side in here if table.enemies(action.target, side)]
    if not here:
        return f"You have no general in {name}, and no one is ordered to go there."
    if not contested:
        return f"There is no enemy general in {name} to fight."
    return contested[0]


def _battle_objection(
    trial: Table, action: Advance | Strike, area: Area, side: Side, origins: Sequence[Area]
) -> str | None:
    """Why the battle of this action could not be fought; ``trial`` has the moves made."""
    name = trial.rules.board.areas[area].name
    if isinstance(action, Advance):
        entered = {step.path[-1] for step in action.moves}
        if area not in entered and area not in origins:
            return f"A Divide and Advance fights where generals go or left, not in {name} (4.1)."
    clash = battle.clash_in(trial, area, side, origins)
    if clash is None:
        return None if origins else f"There is no enemy general in {name} to fight."
    bills = battle.bills_of(trial, clash)
    moves_only = trial.rules.readings.moves_unpaid and bool(origins) and not clash.sally
    if moves_only or provisions.can_pay(trial, bills):
        return None
    owed = sum(bill.sum for bill in bills)
    if clash.sally:
        return f"The attacker in {name} has not the provisions for a battle (6.0)."
    return f"A battle in {name} would cost {owed} provisions, more than you have (6.1)."


# ---- Sweep


def _sweep(table: Table, power: Power, area: Area) -> Ready | str:
    name = table.rules.board.areas[area].name
    own = [one.side for one in table.at(area) if commands(table, power, one.side)]
    if not own:
        return f"You have no general in {name} (4.4)."
    side = own[0]
    if table.enemies(area, side):
        return f"There is an enemy general in {name} (4.4)."
    if not table.has_enemy_marker(area, side):
        return f"There is no enemy control marker in {name} (4.4)."

    def run(played: Table) -> bool:
        played.han.discard(area)
        marker = played.markers.pop(area, HAN)
        played.tell(Swept(area, marker, side))
        return True

    return Ready(side, run)


# ---- Military Farming


def _farm(
    table: Table, power: Power, shares: Sequence[tuple[Side, int]], nation: Side | None
) -> Ready | str:
    figures = table.rules.figures
    nations = table.scenario.nations_of(power)
    if table.scenario.one_nation is not None and set(nations) <= {SHU, WU}:
        given = dict(shares) or _even_shares(table)
        allowed = sorted(figures.farm_shares)
        if set(given) - {SHU, WU} or sorted(given.values()) != allowed:
            return "Farming gives one provision to Shu and two to Wu, or the other way round (4.5)."
        wanted = {side: given[side] for side in (SHU, WU)}
    else:
        side = nation or (shares[0][0] if shares else nations[0])
        if side not in nations:
            return "You cannot farm for another nation."
        wanted = {side: figures.farm}

    def run(played: Table) -> bool:
        for side, gained in wanted.items():
            add_provisions(played, side, gained)
        return True

    return Ready(next(iter(wanted)) if nation is None else nation, run)


def _even_shares(table: Table) -> dict[Side, int]:
    """Two for the nation that has less (Wu where they are equal)."""
    shu, wu = table.treasuries[SHU].provisions, table.treasuries[WU].provisions
    low, high = sorted(table.rules.figures.farm_shares)
    return {SHU: high, WU: low} if shu < wu else {SHU: low, WU: high}


def add_provisions(table: Table, nation: Side, gained: int) -> None:
    """Moves the provisions marker; 19 is the end of the track."""
    treasury = table.treasuries[nation]
    now = min(table.rules.figures.provisions_max, treasury.provisions + gained)
    table.treasuries[nation] = replace(treasury, provisions=now)
    table.tell(Farmed(nation, now - treasury.provisions, now))
