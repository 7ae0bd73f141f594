"""The year as a table of phases, and which of them nobody needs."""

from collections.abc import Callable, Iterator, Mapping

from gm.games.diplomacy.adjustments import cases, has_choice
from gm.games.diplomacy.events import Event, PhaseResolved
from gm.games.diplomacy.map import Board
from gm.games.diplomacy.phases import (
    Done,
    build,
    end_year,
    ended,
    hear_concessions,
    move,
    retreat,
)
from gm.games.diplomacy.retreats import is_needed
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.sheet import AllOrders
from gm.games.diplomacy.state import Season, Stage, State
from gm.games.diplomacy.victory import winner_by_concession
from gm.games.documents import Reader
from gm.games.vocabulary import Outcome, Phase
from gm.values import Value, replace

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Calendar(Value, frozen=True):
    """When the game begins, which seasons a year has, and how its deadlines run by default."""

    first_year: int
    seasons: tuple[Season, ...]
    weekday: str
    time: str
    days: Mapping[str, int]


def read_calendar(top: Reader) -> Calendar:
    """The calendar of a map file. Rulebook: Orders, Dates, Format.

    Raises:
        DocumentError: a field is missing or wrong.
    """
    dates, timing = top.field("calendar"), top.field("timing")
    names = [season.value for season in Season]
    days = {name: item.number() for name, item in timing.field("days").items()}
    for stage in (Stage.RETREATS, Stage.ADJUSTMENTS):
        if stage.value not in days:
            raise timing.field("days").wrong(f'the days for "{stage.value}" are missing.')
    return Calendar(
        first_year=dates.field("start_year").number(),
        seasons=tuple(
            Season(item.one_of(names, "season")) for item in dates.field("seasons").list()
        ),
        weekday=timing.field("weekday").one_of(WEEKDAYS, "day of the week"),
        time=timing.field("time").text(),
        days=days,
    )


def phase_of(state: State) -> Phase:
    """Where a position stands, for people and as a stable key."""
    turn = f"{state.season.value.capitalize()} {state.year}"
    return Phase(
        key=f"{state.year}-{state.season.value}-{state.stage.value}",
        label=f"{turn}, {state.stage.value}",
        turn=turn,
        kind=state.stage.value,
    )


class PhaseRule(Value, frozen=True):
    """One line of the sequence of play."""

    carry_out: Callable[[Board, Rulebook, State, AllOrders], Done]
    is_needed: Callable[[Board, Rulebook, State], bool]
    """Whether anybody has a choice in it; if not, it is carried out without orders."""


SEQUENCE: Mapping[Stage, PhaseRule] = {
    Stage.MOVEMENT: PhaseRule(move, lambda _board, _rules, _state: True),
    Stage.RETREATS: PhaseRule(retreat, lambda _board, _rules, state: is_needed(state)),
    Stage.ADJUSTMENTS: PhaseRule(
        build,
        lambda board, rules, state: any(map(has_choice, cases(board, rules, state))),
    ),
}
"""The phases in their order; retreats belong to every season, adjustments to the last one."""


class Step(Value, frozen=True):
    """One phase as it was carried out; ``events`` begin with ``PhaseResolved``.

    ``after`` is the state when the phase was done, ``state`` that in which the next one begins;
    between them, after the last retreats of a year, lies the year's end (``year_end``).
    """

    after: State
    state: State
    events: tuple[Event, ...]
    year_end: tuple[Event, ...] = ()


def steps(
    board: Board, rules: Rulebook, calendar: Calendar, state: State, orders: AllOrders
) -> Iterator[Step]:
    """Carries out the present phase, and those that follow as long as nobody has a choice."""
    state = hear_concessions(state, orders)
    step = _step(board, rules, calendar, state, orders)
    yield step
    while step.state.ended is None and not SEQUENCE[step.state.stage].is_needed(
        board, rules, step.state
    ):
        step = _step(board, rules, calendar, step.state, {})
        yield step


def _step(
    board: Board, rules: Rulebook, calendar: Calendar, state: State, orders: AllOrders
) -> Step:
    resolved = PhaseResolved(state.year, state.season, state.stage)
    after, events = SEQUENCE[state.stage].carry_out(board, rules, state, orders)
    events = (resolved, *events)
    is_last_season = state.season is calendar.seasons[-1]
    match state.stage:
        case Stage.MOVEMENT:
            return Step(after, replace(after, stage=Stage.RETREATS), events)
        case Stage.RETREATS if is_last_season:
            ended_year, year_end = end_year(board, rules, after)
            return Step(after, replace(ended_year, stage=Stage.ADJUSTMENTS), events, year_end)
        case Stage.RETREATS:
            following = calendar.seasons[calendar.seasons.index(state.season) + 1]
            return Step(after, replace(after, season=following, stage=Stage.MOVEMENT), events)
        case Stage.ADJUSTMENTS:
            spring = replace(
                after,
                year=state.year + 1,
                season=calendar.seasons[0],
                stage=Stage.MOVEMENT,
            )
            return Step(after, spring, events)


def adjudicate(
    board: Board, rules: Rulebook, calendar: Calendar, state: State, orders: AllOrders
) -> Outcome[State]:
    """Carries the match on to the next phase in which somebody has a choice, or to its end."""
    events: list[Event] = []
    for step in steps(board, rules, calendar, state, orders):
        events += (*step.events, *step.year_end)
        state = step.state
    is_open_fall = state.stage is Stage.RETREATS and state.season is calendar.seasons[-1]
    won = None if state.ended or is_open_fall else winner_by_concession(board, state)
    if won is not None:
        state = ended(state, won)
        events.append(won)
    return Outcome(state, tuple(events))
