"""Set-up of the scenarios, and the Start Phase. Rulebook: 3.1, 3.2.1, 9.0."""

from collections.abc import Mapping, Sequence

from gm.games.dice import Dice
from gm.games.three_kingdoms import defeat
from gm.games.three_kingdoms.events import BecameJin, HanRemoved, StartRolled
from gm.games.three_kingdoms.map import Side
from gm.games.three_kingdoms.naming import side_name
from gm.games.three_kingdoms.roster import Person, Who
from gm.games.three_kingdoms.rulebook import (
    RED_WEI,
    SHU,
    WEI,
    WU,
    Rulebook,
    Scenario,
)
from gm.games.three_kingdoms.state import (
    Alliance,
    General,
    Impulse,
    State,
    Step,
    Treasury,
    Waiting,
)
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Power
from gm.values import replace

POOLED = Power("alliance")
"""The label of Shu's and Wu's common die where they share one pool of points (9.1)."""
PARTNERS = (Power(WU), Power(SHU))
"""Who share that pool, in the order in which they begin (D47)."""
FIRST_TURN = (WEI, WU, SHU)


def opening(rules: Rulebook, key: str, dice: Dice) -> State:
    """The position of a scenario before its first Start Phase."""
    scenario = rules.scenarios[key]
    generals = tuple(
        General(placed.who, _side(rules, placed.who), placed.area, units, number, number)
        for number, (placed, units) in enumerate(
            ((placed, placed.units) for placed in scenario.generals), start=1
        )
    )
    return State(
        scenario=key,
        turn=scenario.turns[0],
        step=Step.DRAFT if scenario.draft else Step.PLAN,
        order=(),
        points={},
        impulses=(),
        generals=generals,
        waiting=_reserve(rules, scenario, {general.id for general in generals}),
        fallen=frozenset(),
        markers=scenario.markers,
        han=scenario.han,
        treasuries={
            nation: Treasury(scenario.provisions[nation])
            for seat in scenario.seats
            for nation in seat.nations
        },
        alliances=_alliances(scenario, generals),
        standing={},
        dice=dice,
        stamp=len(generals),
    )


def _side(rules: Rulebook, who: Who) -> Side:
    person = rules.roster[who]
    side = person.nation or person.force
    if side is None:
        raise ValueError(f"Scenarios: {who} is unaffiliated and cannot be placed.")
    return side


def _alliances(scenario: Scenario, generals: Sequence[General]) -> tuple[Alliance, ...]:
    held = {
        force: tuple(one.area for one in generals if one.side == force)
        for force in scenario.alliances
    }
    return tuple(
        Alliance(force, nation, held[force], lasting=True)
        for force, nation in scenario.alliances.items()
    )


def _reserve(rules: Rulebook, scenario: Scenario, placed: set[Who]) -> tuple[Waiting, ...]:
    """The generals who have not appeared yet, each in his box. Rulebook: 2.1.6."""
    if scenario.is_anti_dong:
        return _reserve_against_dong(rules, scenario)
    found = []
    for person in rules.roster.people.values():
        if person.id in placed or not _takes_part(person, scenario):
            continue
        box = None if person.faces else person.nation or person.force
        front = rules.roster.fronts.get(person.id)
        after = front if front and _may_live(rules, scenario, front, placed) else None
        if person.is_back and after is None:
            continue
        found.append(Waiting(person.id, person.entry, box, after=after))
    return tuple(found)


def _takes_part(person: Person, scenario: Scenario) -> bool:
    first, last = scenario.turns
    if scenario.draft:
        return person.force is None and min(scenario.draft_turns) <= person.entry <= last
    return first <= person.entry <= last and not (person.optional and not person.is_back)


def _may_live(rules: Rulebook, scenario: Scenario, front: Who, placed: set[Who]) -> bool:
    return front in placed or _takes_part(rules.roster[front], scenario)


def _reserve_against_dong(rules: Rulebook, scenario: Scenario) -> tuple[Waiting, ...]:
    found = []
    for arrival in scenario.arrivals:
        if isinstance(arrival, tuple):
            found.append(Waiting(arrival[1], 1, arrival[0]))
        else:
            found.append(Waiting(arrival.who, 1, rules.roster[arrival.who].force))
    return tuple(found)


# ---- Start Phase


def start_turn(table: Table) -> None:
    """Special rules that begin with the turn, then the dice for order and action points."""
    for who, one in list(table.generals.items()):
        table.generals[who] = replace(one, retreated=False)
    for nation, treasury in table.treasuries.items():
        table.treasuries[nation] = replace(treasury, discords=0, alliances=0)
    if table.turn == table.scenario.jin_turn:
        _overthrow_wei(table)
    if table.scenario.is_anti_dong:
        _start_against_dong(table)
    else:
        _roll(table)
    defeat.uncrowd(table)


def _start_against_dong(table: Table) -> None:
    """Scenario 3: fixed numbers of actions in a fixed sequence (D51)."""
    if table.turn == table.scenario.turns[1] and table.han:
        table.tell(HanRemoved(tuple(area for area in table.areas if area in table.han)))
        table.han.clear()
    table.impulses = tuple(
        Impulse(power, nation)
        for nation in table.scenario.sequence
        if (power := table.scenario.seat_of(nation)) is not None
    )
    powers = [impulse.power for impulse in table.impulses]
    table.order = tuple(dict.fromkeys(powers))
    table.points = {power: powers.count(power) for power in table.order}


def _overthrow_wei(table: Table) -> None:
    """Wei becomes Jin; its red generals stay where they are as enemies. Rulebook: 9.2, Q50-Q55."""
    red = [
        one.id for one in table.generals.values() if one.side == WEI and table.person(one.id).red
    ]
    for who in red:
        table.change(who, side=RED_WEI, since=0)
    table.waiting = [
        wait for wait in table.waiting if wait.box != WEI or not table.person(wait.who).red
    ]
    table.tell(BecameJin(tuple(red)))


def _roll(table: Table) -> None:
    scenario = table.scenario
    seats = [seat.id for seat in scenario.seats]
    rollers = [Power(WEI), POOLED] if scenario.shared_points else seats
    dice = {
        power: table.roll(f"start.{power}", f"order and actions of {_name(table, power)}")[0]
        for power in rollers
    }
    bonus = {power: _emperor_bonus(table, power) for power in rollers}
    rolls = {power: dice[power] + bonus[power] for power in rollers}
    previous = tuple(dict.fromkeys(_roller(scenario, power) for power in table.order))
    order = turn_order(rolls, previous)
    table.rolls = dice
    table.impulses = _impulses(scenario, order, action_points(rolls, three=len(rollers) == 3))
    table.order = tuple(
        seat
        for power in order
        for seat in (PARTNERS if power == POOLED and scenario.shared_points else (power,))
    )
    table.points = {
        seat: sum(impulse.power == seat for impulse in table.impulses) for seat in seats
    }
    table.tell(
        StartRolled(
            table.turn,
            tuple((power, dice[power], bonus[power]) for power in rollers),
            table.order,
            tuple(table.points.items()),
        )
    )


def _name(table: Table, power: Power) -> str:
    return "Shu and Wu" if power == POOLED else side_name(table.rules, Side(power))


def _roller(scenario: Scenario, power: Power) -> Power:
    return POOLED if scenario.shared_points and power in PARTNERS else power


def _emperor_bonus(table: Table, power: Power) -> int:
    """Ride with the Emperor: +1 for the holder of Henan, from turn 2 on. Rulebook: 9.1 (D03)."""
    area = table.scenario.emperor
    if area is None or area not in table.markers or table.turn == table.scenario.turns[0]:
        return 0
    holder = table.scenario.seat_of(table.markers[area])
    return int(holder is not None and _roller(table.scenario, holder) == power)


def turn_order(rolls: Mapping[Power, int], previous: Sequence[Power]) -> tuple[Power, ...]:
    """Highest first; equal dice: who acted later last turn; first turn Wei, Wu, Shu (D04)."""
    if previous:
        rank = {power: -place for place, power in enumerate(previous)}
    else:
        rank = {Power(nation): place for place, nation in enumerate(FIRST_TURN)}
    return tuple(sorted(rolls, key=lambda power: (-rolls[power], rank.get(power, len(rank)))))


def action_points(rolls: Mapping[Power, int], *, three: bool) -> Mapping[Power, int]:
    """The smaller die for both; of three the smallest, Wei one more. Rulebook: 3.2.1, Q3."""
    least = min(rolls.values())
    return {power: least + int(three and power == Power(WEI)) for power in rolls}


def _impulses(
    scenario: Scenario, order: Sequence[Power], points: Mapping[Power, int]
) -> tuple[Impulse, ...]:
    """Whose action follows whose. With three seats Wei acts once before the order (9.2)."""
    left, powers = dict(points), []
    if len(order) == 3:
        powers.append(Power(WEI))
        left[Power(WEI)] -= 1
    while any(left.values()):
        for power in order:
            if left[power]:
                left[power] -= 1
                powers.append(power)
    if not scenario.shared_points:
        return tuple(map(Impulse, powers))
    partners = list(PARTNERS)
    seats = []
    for power in powers:
        if power == POOLED:
            seats.append(partners[0])
            partners.reverse()
        else:
            seats.append(power)
    return tuple(map(Impulse, seats))
