"""The year as a table of phases, and which of them nobody needs."""

from collections.abc import Mapping
from dataclasses import dataclass

from gm.games.diplomacy.state import Season, Stage, State
from gm.games.documents import Reader
from gm.games.game import Phase

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class Calendar:
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
