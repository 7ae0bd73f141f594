"""What each power owes in a phase, with what happens if it sends nothing."""

from collections.abc import Iterator, Mapping, Sequence

from gm.games.three_kingdoms import actions, control, generals, sequence, setting
from gm.games.three_kingdoms.map import Side
from gm.games.three_kingdoms.orders import (
    Action,
    Ally,
    AskMe,
    Defend,
    Discord,
    Fallback,
    Farm,
    Group,
    NeverRetreat,
    Order,
    Outnumbered,
    Pass,
    Pick,
    Place,
    Stance,
    Strike,
    Sweep,
    Troops,
    Until,
)
from gm.games.three_kingdoms.plan import plan_of
from gm.games.three_kingdoms.rulebook import Rulebook
from gm.games.three_kingdoms.spelling import Speller
from gm.games.three_kingdoms.state import Halt, State, Step
from gm.games.three_kingdoms.table import Table
from gm.games.vocabulary import Demand, Power, Task

MOST_CHOICES = 12
ANSWERS = ("DEFEND WITH FIELD", "DEFEND WITH SIEGE", "DEFEND WITH WITHDRAW", "NEVER RETREAT")


def awaiting(rules: Rulebook, speller: Speller, state: State) -> Mapping[Power, Demand]:
    """What each power owes now; empty when the match is over."""
    table = Table(rules, state)
    found = {}
    for seat in table.scenario.seats:
        demand = _demand(table, speller, seat.id)
        if demand is not None:
            found[seat.id] = demand
    return found


def missing(
    rules: Rulebook, speller: Speller, state: State, power: Power, orders: Sequence[Order]
) -> tuple[Task, ...]:
    """What is still owed after these orders."""
    demand = awaiting(rules, speller, state).get(power)
    if demand is None:
        return ()
    if state.step is Step.PLAN:
        owed = [task for task in demand.tasks if not task.optional]
        return tuple(owed[len(plan_of(orders).entries) :])
    if state.step is Step.MUSTER:
        return tuple(task for task in demand.tasks if not _answered(rules, task, orders))
    if state.step is Step.ANSWER:
        return () if orders else demand.tasks
    return tuple(task for task in demand.tasks if not _answered(rules, task, orders))


def _answered(rules: Rulebook, task: Task, orders: Sequence[Order]) -> bool:
    if task.subject == PICKING:
        return any(isinstance(one, Pick) for one in orders)
    if task.subject == TROOPS:
        return any(isinstance(one, Troops) for one in orders)
    placed = {rules.roster[one.who].name for one in orders if isinstance(one, Place)}
    return task.subject in placed


PICKING = "An unaffiliated general"
TROOPS = "New troop units"


def _demand(  # noqa: PLR0911  (one line for each phase)
    table: Table, speller: Speller, power: Power
) -> Demand | None:
    state = table.base
    match state.step:
        case Step.PLAN:
            return _plan_demand(table, speller, power)
        case Step.ANSWER:
            if state.halt is None or state.halt.power != power:
                return None
            return _answer_demand(table, speller, state.halt)
        case Step.MUSTER:
            return _muster_demand(table, speller, power)
        case Step.DRAFT:
            return _draft_demand(table, speller, power)
        case Step.PLACEMENT:
            return _placement_demand(table, speller, power)
        case Step.OVER:
            return None


def _answer_demand(table: Table, speller: Speller, halt: Halt) -> Demand:
    """About a battle, or about what to do next."""
    if halt.area is not None:
        default = "Your standing instructions decide."
        return Demand(halt.question, (Task("Your answer", default, ANSWERS),))
    choices = tuple(speller.spell(action) for action in usual_actions(table, halt.power))
    default = "Your plan goes on as it is; where there is none, you farm."
    return Demand(halt.question, (Task("Your next action", default, choices[:MOST_CHOICES]),))


# ---- plans


def _plan_demand(table: Table, speller: Speller, power: Power) -> Demand:
    count = table.points.get(power, 0)
    choices = tuple(speller.spell(action) for action in usual_actions(table, power))
    fallback: Action = Farm()
    for clause in table.standing.get(power, ()):
        if isinstance(clause, Fallback):
            fallback = clause.action
    default = "You pass." if isinstance(fallback, Pass) else "You farm (Military Farming)."
    tasks = tuple(
        Task(f"Action {number}", default, choices[:MOST_CHOICES], prefix=f"ACTION {number}")
        for number in range(1, count + 1)
    )
    summary = f"A plan of {count} action{'' if count == 1 else 's'}."
    return Demand(summary, (*tasks, _defence_task(table, speller, power)))


def _defence_task(table: Table, speller: Speller, power: Power) -> Task:
    """The standing instructions that most players want, as something that may be said."""
    areas = dict.fromkeys(
        one.area for one in table.generals.values() if actions.commands(table, power, one.side)
    )
    walled = [area for area in areas if table.markers.get(area) in table.scenario.nations_of(power)]
    ways: list[Order] = [Defend(stance, area) for area in walled[:2] for stance in Stance]
    more: list[Order] = [
        Until(Outnumbered()),
        NeverRetreat(),
        *(AskMe(area) for area in walled[:2]),
    ]
    said = any(isinstance(one, Defend) for one in table.standing.get(power, ()))
    default = (
        "Your standing instructions decide."
        if said
        else "A siege where the walls are worth 4 or more, else the open field."
    )
    choices = tuple(map(speller.spell, [*ways, *more]))
    return Task("When you are attacked", default, choices[:MOST_CHOICES], optional=True)


def usual_actions(table: Table, power: Power) -> Iterator[Action]:
    """Actions a power could do now, the most usual first."""
    candidates = [
        *_strikes(table, power),
        *(Sweep(area) for area in table.areas),
        *_persuasions(table, power),
        Farm(),
    ]
    for action in candidates:
        if not isinstance(actions.prepare(table, power, action), str):
            yield action
    yield Pass()


def _strikes(table: Table, power: Power) -> Iterator[Action]:
    for target in table.areas:
        if any(actions.commands(table, power, one.side) for one in table.at(target)):
            if table.contested(target):
                yield Strike(target, ())
            continue
        if not table.at(target):
            continue
        groups = []
        for origin in table.rules.board.neighbours(target):
            own = [one for one in table.at(origin) if actions.commands(table, power, one.side)]
            limit = table.rules.board.crossing_limit(origin, target, naval=False)
            if own and limit:
                groups.append(Group(origin, tuple(one.id for one in own[:limit])))
        if groups:
            yield Strike(target, tuple(groups))
            if len(groups) > 1:
                yield from (Strike(target, (group,)) for group in groups)


def _persuasions(table: Table, power: Power) -> Iterator[Action]:
    for one in table.generals.values():
        yield Discord(one.id)
    for force in table.rules.roster.forces:
        yield Ally(force)
    del power


# ---- muster


def _muster_demand(table: Table, speller: Speller, power: Power) -> Demand | None:
    if not sequence.must_muster(table, power):
        return None
    tasks = [*_pick_task(table, speller, power), *_place_tasks(table, speller, power)]
    if sequence.has_troops(table, power):
        tasks.append(_troops_task(table, speller, power))
    return Demand("Picks, placements and new troops.", tuple(tasks))


def _pick_task(table: Table, speller: Speller, power: Power) -> list[Task]:
    able = [wait.who for wait in generals.candidates(table, power)]
    if not able:
        return []
    choices = tuple(speller.spell(Pick((who,))) for who in able)
    name = table.person(able[0]).name
    labels = tuple(table.person(who).name for who in able)
    default = f"{name} is picked, if he is still there."
    return [Task(PICKING, default, choices, optional=True, labels=labels)]


def _place_tasks(table: Table, speller: Speller, power: Power) -> Iterator[Task]:
    for wait in generals.newcomers(table, power):
        if wait.box is None:
            continue
        places = generals.places_for(table, wait.who, wait.box)
        if len(places) > 1:
            name = table.person(wait.who).name
            default = f"He appears in {table.rules.board.areas[places[0][0]].name}."
            open_ = [area for area, _ in places][:MOST_CHOICES]
            choices = tuple(speller.spell(Place(wait.who, area)) for area in open_)
            yield Task(name, default, choices, labels=tuple(map(speller.area, open_)))


def new_units(table: Table, nation: Side) -> int:
    """The troop units a nation gets in this muster, with those of its dead. Rulebook: 3.2.6."""
    return control.income(table, nation)[1] + table.treasuries[nation].left


def _troops_task(table: Table, speller: Speller, power: Power) -> Task:
    parts: list[str] = []
    choices: list[str] = []
    for nation in table.scenario.nations_of(power):
        units = new_units(table, nation)
        given = control.allocation(table, nation, units, [])
        parts += [f"{table.person(who).name} {count}" for who, count in given.items()]
        choices += [speller.spell(Troops(who, count)) for who, count in given.items()]
    default = f"They go to {', '.join(parts)}."
    return Task(TROOPS, default, tuple(choices), labels=tuple(parts))


# ---- setting up scenario 2


def _draft_demand(table: Table, speller: Speller, power: Power) -> Demand:
    able = [wait.who for wait in generals.candidates(table, power)]
    quota = sum(table.scenario.draft[nation] for nation in table.scenario.nations_of(power))
    choices = tuple(speller.spell(Pick((who,))) for who in able)
    labels = tuple(table.person(who).name for who in able)
    default = "The first of the list who can be had, each time."
    return Demand(
        f"Your wishes for {quota} unaffiliated generals, in order of preference.",
        (Task(PICKING, default, choices, labels=labels),),
    )


def _placement_demand(table: Table, speller: Speller, power: Power) -> Demand:
    tasks = []
    for nation in table.scenario.nations_of(power):
        areas = setting.starting_areas(table, nation)
        for who in setting.to_place(table, nation):
            choices = tuple(speller.spell(Place(who, area)) for area in areas)
            default = "He stands where you have fewest generals then."
            labels = tuple(map(speller.area, areas))
            tasks.append(Task(table.person(who).name, default, choices, labels=labels))
    return Demand("Where your generals stand at the start.", tuple(tasks))
