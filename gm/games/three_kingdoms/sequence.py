"""The sequence of play: what follows what, and where it stops for a letter. Rulebook: 3.2."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from gm.games.three_kingdoms import (
    actions,
    battle,
    control,
    generals,
    persuasion,
    setting,
    start,
    victory,
)
from gm.games.three_kingdoms.conditions import Scene, holds
from gm.games.three_kingdoms.events import Acted, Event, GameEnded, Halted, NotDone, TurnBegan
from gm.games.three_kingdoms.map import Side
from gm.games.three_kingdoms.orders import (
    Action,
    Advance,
    Ally,
    Clause,
    Discord,
    Fallback,
    Farm,
    MusterAuto,
    Order,
    Pick,
    Place,
    Strike,
    Troops,
)
from gm.games.three_kingdoms.plan import Entry, Plan, merged, plan_of
from gm.games.three_kingdoms.rulebook import DONG, Rulebook
from gm.games.three_kingdoms.state import Answer, Halt, Impulse, State, Step
from gm.games.three_kingdoms.table import Asked, Table
from gm.games.vocabulary import End, Power
from gm.values import replace

Orders = Mapping[Power, Sequence[Order]]


def proceed(
    rules: Rulebook, state: State, orders: Orders, *, by_impulse: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """Carries the match on to the next point where a power must choose.

    ``by_impulse`` asks every power before each of its actions (impulse mode).
    """
    match state.step:
        case Step.DRAFT:
            return _run(rules, state, orders, setting.draft, Step.PLACEMENT)
        case Step.PLACEMENT:
            return _run(rules, state, orders, _placed, Step.PLAN)
        case Step.PLAN:
            plans = {power: tuple(given) for power, given in orders.items()}
            return _turn(rules, replace(state, plans=plans), by_impulse=by_impulse)
        case Step.ANSWER:
            return _resumed(rules, state, orders, by_impulse=by_impulse)
        case Step.MUSTER:
            return _run(rules, state, orders, mustered, Step.PLAN)
        case Step.OVER:
            return state, ()


def _run(
    rules: Rulebook, state: State, orders: Orders, phase: Callable[[Table], None], following: Step
) -> tuple[State, tuple[Event, ...]]:
    table = Table(rules, state)
    hear(table, {power: plan_of(given) for power, given in orders.items()})
    phase(table)
    return table.freeze(step=following), tuple(table.events)


def _placed(table: Table) -> None:
    setting.placement(table)
    _forget_muster(table)
    start.start_turn(table)


def hear(table: Table, plans: Mapping[Power, Plan]) -> None:
    """Takes the standing instructions out of what was sent."""
    table.standing = {
        seat.id: merged(table.standing.get(seat.id, ()), plans[seat.id])
        if seat.id in plans
        else table.standing.get(seat.id, ())
        for seat in table.scenario.seats
    }


# ---- Appearance and Production Phase


def mustered(table: Table) -> None:
    """Appearance Phase, Production Phase, and the Start Phase of the new turn."""
    generals.appearance(table)
    control.produce(table)
    _forget_muster(table)
    start.start_turn(table)


def _forget_muster(table: Table) -> None:
    """Placements, allocations and picks hold for one muster; with MUSTER AUTO wishes go on."""
    table.standing = {
        power: tuple(_kept(table, clauses)) for power, clauses in table.standing.items()
    }


def _kept(table: Table, clauses: Sequence[Clause]) -> Iterator[Clause]:
    waits = {wait.who for wait in table.waiting if wait.box is None}
    for clause in clauses:
        match clause:
            case Place() | Troops():
                continue
            case Pick(who):
                left = tuple(one for one in who if one in waits)
                if left and musters_by_itself(clauses):
                    yield replace(clause, who=left)
            case _:
                yield clause


def musters_by_itself(clauses: Sequence[Clause]) -> bool:
    """Whether the power has said last that its musters need no letter."""
    said = [clause.auto for clause in clauses if isinstance(clause, MusterAuto)]
    return bool(said) and said[-1]


def must_muster(table: Table, power: Power) -> bool:
    """Whether the power has a choice in the muster and has not said it wants none."""
    if musters_by_itself(table.standing.get(power, ())):
        return False
    return has_pick(table, power) or has_placement(table, power) or has_troops(table, power)


def has_pick(table: Table, power: Power) -> bool:
    """Whether an unaffiliated general may be picked."""
    return bool(generals.candidates(table, power))


def has_placement(table: Table, power: Power) -> bool:
    """Whether a newcomer has more than one area to appear in."""
    return any(
        wait.box is not None and len(generals.places_for(table, wait.who, wait.box)) > 1
        for wait in generals.newcomers(table, power)
    )


def has_troops(table: Table, power: Power) -> bool:
    """Whether new troops can go to different generals."""
    for nation in table.scenario.nations_of(power):
        units = control.income(table, nation)[1] + table.treasuries[nation].left
        own = [one for one in table.generals.values() if one.side == nation]
        room = sum(table.person(one.id).capacity - one.units for one in own)
        if len(own) > 1 and 0 < units < room:
            return True
    return False


# ---- the Action Phase and what follows it without a choice


def _turn(rules: Rulebook, state: State, *, by_impulse: bool) -> tuple[State, tuple[Event, ...]]:
    table = Table(rules, state)
    plans = {power: plan_of(orders) for power, orders in state.plans.items()}
    hear(table, plans)
    try:
        _Actions(table, plans, by_impulse=by_impulse).play()
    except Asked as asked:
        told = tuple(table.events)
        table.tell(Halted(asked.halt.power, asked.halt.question))
        snapshot = table.freeze(step=Step.ANSWER, plans={}, answers=(), halt=asked.halt)
        snapshot = replace(snapshot, resume=replace(state, resume=None), told=len(told))
        return snapshot, tuple(table.events[state.told :])
    following = _after_actions(table)
    frozen = table.freeze(step=following, plans={}, answers=(), halt=None, resume=None, told=0)
    ended = next((one for one in table.events if isinstance(one, GameEnded)), None)
    if ended is not None:
        frozen = replace(frozen, ended=_end_of(ended))
    return frozen, tuple(table.events[state.told :])


def _end_of(event: GameEnded) -> End:
    return End(event.winners, event.sentence)


def _resumed(
    rules: Rulebook, state: State, orders: Orders, *, by_impulse: bool
) -> tuple[State, tuple[Event, ...]]:
    """Plays the turn again from its beginning, with one answer more: the dice fall the same."""
    if state.resume is None or state.halt is None:
        raise ValueError("A state that waits for an answer keeps what to resume.")
    given = tuple(orders.get(state.halt.power, ()))
    answer = Answer(state.halt.key, given)
    base = replace(state.resume, answers=(*state.resume.answers, answer), told=state.told)
    return _turn(rules, base, by_impulse=by_impulse)


class _Actions:
    """The Action Phase: plans, walked impulse by impulse."""

    def __init__(self, table: Table, plans: Mapping[Power, Plan], *, by_impulse: bool) -> None:
        self.table = table
        self.by_impulse = by_impulse
        self.left: dict[Power, list[Entry]] = {
            power: list(plan.entries) for power, plan in plans.items()
        }
        self.halts = {power: plan.halts for power, plan in plans.items()}

    def play(self) -> None:
        """Every impulse in turn, until the points are used or the match is over."""
        table = self.table
        for number, impulse in enumerate(table.impulses):
            table.impulse = number
            table.doing = f"action {number + 1}, "
            if victory.immediate_end(table) is not None:
                break
            self._replan(impulse)
            self._act(impulse)
        table.impulse = len(table.impulses)
        table.acting, table.clauses, table.doing = None, (), ""

    def _replan(self, impulse: Impulse) -> None:
        """Asks for a new plan where the player wanted to be asked, or plays by impulse."""
        power = impulse.power
        if self.by_impulse:
            key, question = f"plan.{self.table.impulse}", "It is your turn to act."
        elif power in self.halts and self._halts(power):
            key, question = f"halt.{power}", "What you wanted to be asked about has come to pass."
            del self.halts[power]
        else:
            return
        if key not in self.table.answers:
            raise Asked(Halt(power, key, question))
        plan = plan_of(self.table.answers[key])
        standing = merged(self.table.standing.get(power, ()), plan)
        self.table.standing = {**self.table.standing, power: standing}
        if plan.entries or self.by_impulse:
            self.left[power] = list(plan.entries)

    def _halts(self, power: Power) -> bool:
        scene = Scene(self.table.scenario.nations_of(power)[0], power)
        return any(holds(one, self.table, scene) for one in self.halts[power])

    def _act(self, impulse: Impulse) -> None:
        """The first entry of the plan that can be done; else the fallback."""
        entries = self.left.setdefault(impulse.power, [])
        place = 0
        while place < len(entries):
            if impulse.nation is not None and not _fits(self.table, impulse, entries[place].action):
                place += 1
                continue
            if self._try(impulse, entries.pop(place)):
                return
        self._fall_back(impulse)

    def _try(self, impulse: Impulse, entry: Entry, *, free: bool = False) -> bool:
        table, power = self.table, impulse.power
        now: Entry | None = entry
        while now is not None:
            reason = self._attempt(impulse, now, free=free)
            if reason is None:
                return True
            table.tell(NotDone(power, now.action, reason))
            now = now.otherwise
        return False

    def _attempt(self, impulse: Impulse, entry: Entry, *, free: bool) -> str | None:
        """Does one action, or says why not."""
        table, power = self.table, impulse.power
        table.acting, table.clauses = power, entry.clauses
        ready = actions.prepare(table, power, entry.action, impulse.nation)
        if isinstance(ready, str):
            return ready
        scene = Scene(table.master(ready.side), power, actions.place_of(entry.action))
        if entry.condition is not None and not holds(entry.condition, table, scene):
            return "Its condition did not hold."
        table.tell(Acted(power, ready.side, entry.action, free=free))
        succeeded = ready.run(table)
        if succeeded and entry.then is not None and isinstance(entry.action, Discord | Ally):
            self._try(impulse, entry.then, free=True)
        return None

    def _fall_back(self, impulse: Impulse) -> None:
        table, power = self.table, impulse.power
        table.clauses = ()
        chosen = [one for one in table.standing.get(power, ()) if isinstance(one, Fallback)]
        action: Action = chosen[-1].action if chosen else Farm()
        ready = actions.prepare(table, power, action, impulse.nation)
        if isinstance(ready, str):
            ready = actions.prepare(table, power, Farm(), impulse.nation)
        if not isinstance(ready, str):
            table.tell(Acted(power, ready.side, action, fallback=True))
            ready.run(table)


def _fits(table: Table, impulse: Impulse, action: Action) -> bool:
    """Whether an action is one of the nation whose turn it is (9.3, two players)."""
    nation: Side | None = None
    match action:
        case Advance(_, moves):
            who = [step.who for step in moves]
        case Strike(_, groups, _, by):
            who = [one for group in groups for one in group.who]
            nation = by
        case Discord(_, named) | Ally(_, named):
            who, nation = [], named
        case Farm(shares):
            who, nation = [], shares[0][0] if shares else None
        case _:
            who = []
    known = [table.master(table.generals[one].side) for one in who if one in table.generals]
    if known:
        nation = known[0]
    if nation is None and isinstance(action, Ally) and impulse.nation != DONG:
        nation = table.rules.roster.forces[action.force].ally
    return nation in (None, impulse.nation)


def end_of_action(table: Table) -> None:
    """Enemies who share an area part; then alliances end. Rulebook: 3.2.2, Q4, Q5."""
    table.doing = "end of the Action Phase, "
    _part(table)
    for force, alliance in list(table.alliances.items()):
        if not alliance.lasting:
            persuasion.end_alliance(table, force)
    _part(table)
    table.doing = ""


def _part(table: Table) -> None:
    for area in table.areas:
        if table.contested(area):
            battle.yield_ground(table, area)


def play_actions(table: Table, orders: Orders) -> None:
    """The Action Phase alone, up to the last impulse or the first question."""
    plans = {power: plan_of(given) for power, given in orders.items()}
    try:
        _Actions(table, plans, by_impulse=False).play()
    except Asked as asked:
        table.tell(Halted(asked.halt.power, asked.halt.question))


def control_phase(table: Table) -> bool:
    """The Control Phase; whether the match ends with it."""
    end = victory.immediate_end(table)
    if end is None:
        control.control(table)
        end = victory.two_of_three(table)
    if end is None and table.turn == table.scenario.turns[1]:
        end = victory.final_end(table)
    return finish(table, end)


def finish(table: Table, end: End | None) -> bool:
    """Tells the end of the match, if it has come."""
    if end is not None:
        table.tell(GameEnded(end.winners, end.sentence))
    return end is not None


def _after_actions(table: Table) -> Step:
    """End of the Action Phase, Control and Fate Phase; then the muster, if anyone has a choice."""
    end_of_action(table)
    if control_phase(table):
        return Step.OVER
    generals.fate(table)
    if finish(table, victory.immediate_end(table)):
        return Step.OVER
    table.turn += 1
    table.tell(TurnBegan(table.turn))
    generals.set_turn(table)
    if any(must_muster(table, seat.id) for seat in table.scenario.seats):
        return Step.MUSTER
    mustered(table)
    return Step.PLAN
