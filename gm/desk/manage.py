"""The gamemaster's hand: matches, seats, and orders entered for players."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import field

from gm import __version__, config, deadlines
from gm.desk.room import Desk
from gm.desk.seating import write_welcome
from gm.desk.seats import require_apart
from gm.desk.standing import Standing, standing
from gm.errors import UsageError
from gm.games.dice import BOUND
from gm.games.vocabulary import Side
from gm.records import Match, Seat, Step
from gm.values import Value, replace


class Plan(Value, frozen=True):
    """What a new match is to be; *first* is its first deadline if it is not the usual one."""

    name: str
    game: str
    seats: tuple[Seat, ...]
    seed: str
    scenario: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    first: datetime | None = None


def new_match(desk: Desk, now: datetime, plan: Plan) -> Standing:
    """Begins a match: first position, deadline, and a letter to every player.

    Raises:
        UsageError: name, game, scenario, seats or deadline make no sense.
        SettingsError: a setting of the match makes no sense.
    """
    desk.require_free(plan.name)
    require_apart(plan.seats, desk.config.desk.gamemasters)
    match = Match(
        name=plan.name,
        game=plan.game,
        scenario="",
        seed=plan.seed,
        created=now,
        rules=plan.rules,
        settings=plan.settings,
        dice_form=BOUND,
    )
    game = desk.offer(match).game
    match = replace(match, scenario=_scenario(game.scenarios(), plan.scenario))
    if game.rule_choices.get("scenario") == "all":  # where the scenario decides who has a seat
        match = replace(match, rules={**match.rules, "scenario": match.scenario})
        game = desk.offer(match).game
        _require_seats(plan.seats, game.sides, match.scenario)
    state = game.start(match.scenario, plan.seed, plan.name)
    timing = config.schedule(desk.config_of(match).calendar, game.timing)
    kind = game.phase(state).kind
    deadline = plan.first or deadlines.next_deadline(timing, kind, now)
    if deadline <= now:
        raise UsageError(f"The deadline {deadlines.shown(deadline, timing.zone)} is past.")
    step = Step(
        match=plan.name,
        number=0,
        after=None,
        phase="start",
        at=now,
        deadline=None,
        orders={},
        events=(),
        state=game.codec.dump(state),
        version=__version__,
    )
    with desk.store.transaction():
        desk.store.add_match(replace(match, deadline=deadline))
        for seat in plan.seats:
            desk.store.save_seat(seat)
        desk.store.add_step(step)
        begun = standing(desk, desk.match(plan.name))
        for power in begun.seats:
            write_welcome(desk, now, begun, power)
        detail = f"A match of {game.title} began with {len(plan.seats)} players."
        desk.log(now, "new", detail, plan.name)
    return begun


def _require_seats(seats: Sequence[Seat], sides: Sequence[Side], scenario: str) -> None:
    """Refuses players of sides that have no seat in the scenario."""
    known = [side.id for side in sides]
    for seat in seats:
        if seat.power not in known:
            raise UsageError(
                f"Nobody plays {seat.power} in scenario {scenario}; its seats are "
                f"{', '.join(known)}."
            )


def _scenario(known: Mapping[str, str], wanted: str | None) -> str:
    if wanted is None:
        return next(iter(known))
    if wanted not in known:
        raise UsageError(f"There is no scenario “{wanted}”; there are {', '.join(known)}.")
    return wanted
