"""The schedule of a match: the rules of its game, with the settings of the desk before them."""

from datetime import time

from gm import deadlines
from gm.config.reading import FILE
from gm.config.settings import CalendarSettings
from gm.errors import SettingsError
from gm.games.vocabulary import Timing
from gm.values import replace


def schedule(calendar: CalendarSettings, timing: Timing) -> deadlines.Schedule:
    """The schedule of a match: what the rules of its game say, and the settings before it.

    Raises:
        SettingsError: a name of a weekday is wrong.
    """
    weekly = deadlines.Weekly(
        deadlines.read_weekday(timing.weekday), deadlines.read_time(timing.time)
    )
    rhythm = calendar.deadline or deadlines.Rhythm(weekly)
    at = None if isinstance(rhythm.rule, deadlines.Hours) else rhythm.rule.at
    kinds: dict[str, deadlines.Rule] = {}
    if isinstance(rhythm.rule, deadlines.Weekly):
        kinds = {kind: deadlines.Days(days, at) for kind, days in timing.days.items()}
    kinds.update((kind, _at(other.rule, at)) for kind, other in calendar.kinds.items())
    try:
        weekdays = frozenset(map(deadlines.read_weekday, calendar.skipped_weekdays))
    except deadlines.ScheduleError as error:
        raise SettingsError(f"{FILE}, calendar, skipped_weekdays: {error}") from None
    return deadlines.Schedule(
        zone=rhythm.zone or calendar.zone or deadlines.read_zone(timing.zone),
        usual=rhythm.rule,
        kinds=kinds,
        skipped_days=frozenset((*calendar.skipped_days, *calendar.absent_days)),
        skipped_weekdays=weekdays,
        shortest=calendar.shortest,
        inclusive=timing.inclusive,
    )


def _at(rule: deadlines.Rule, at: time | None) -> deadlines.Rule:
    """A rule in days ends at the usual time of day unless it names its own."""
    if isinstance(rule, deadlines.Days) and rule.at is None:
        return replace(rule, at=at)
    return rule
