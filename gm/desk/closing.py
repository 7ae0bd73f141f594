"""What the last report of a match tells beside the result: numbers, figures, conduct, the seed."""

from collections.abc import Iterator, Sequence
from typing import Any

from gm.config import Publish
from gm.desk import conduct, press, rolls
from gm.desk.appendix import chance, section
from gm.desk.chronicle import EVERYTHING
from gm.desk.room import Desk
from gm.desk.standing import Standing, stood
from gm.games.game import Counted
from gm.games.vocabulary import Content, Outcome
from gm.records import Step


def last_words(desk: Desk, after: Standing) -> list[Content]:
    """What the last report of a match tells: numbers, figures, conduct, and the seed."""
    steps = desk.store.steps(after.match.name)
    messages = list(press.public(desk, after)) if _is_all_told(after) else []
    return [
        *_numbers(desk, after, steps),
        *_figures(after, steps),
        *press.told(after, messages, "All press of the match"),
        *_conduct(desk, after, steps),
        *_dice(after, steps),
    ]


def _is_all_told(after: Standing) -> bool:
    return after.config.press.published is Publish.ALL


def on_page(desk: Desk, present: Standing) -> list[Content]:
    """What stands at the end of a match's page: messages, and the same once it is over."""
    messages = press.told(present, list(press.public(desk, present)))
    if present.phase is not None:
        return [*messages, section("Fair play", [chance(present)])]
    steps = desk.store.steps(present.match.name)
    return [
        *_numbers(desk, present, steps),
        *messages,
        *_conduct(desk, present, steps),
        *_dice(present, steps),
    ]


def _standing_steps(steps: Sequence[Step]) -> Iterator[tuple[Step, Step]]:
    """The steps that count and are adjudications, each with the one before it."""
    known = {step.number: step for step in steps}
    for step in steps:
        if step.after is not None and step.withdrawn is None and step.ruling is None:
            yield known[step.after], step


def _numbers(desk: Desk, after: Standing, steps: Sequence[Step]) -> list[Content]:
    """Orders sent, phases without orders, letters, by power."""
    game = after.offer.game
    orders = dict.fromkeys((side.id for side in game.sides), 0)
    owed, missed = dict(orders), dict(orders)
    for start, step in _standing_steps(steps):
        before = stood(desk, after.match, start, after.seats, ())
        for power in before.awaiting:
            owed[power] += 1
            sent = step.orders.get(power, ())
            orders[power] += len(sent)
            missed[power] += not sent and bool(_owed(before, power))
    played = [side for side in game.sides if owed[side.id]]
    if not played:
        return []
    rows = [["", "Player", "Orders", "Phases", "Without orders"]]
    rows += [
        [
            side.name,
            (after.seats[side.id].player or "") if side.id in after.seats else "",
            str(orders[side.id]),
            str(owed[side.id]),
            str(missed[side.id]),
        ]
        for side in played
    ]
    return [section("The match in numbers", (), rows)]


def _owed(before: Standing, power: Any) -> list[Any]:
    return [task for task in before.awaiting[power].tasks if not task.optional]


def _figures(after: Standing, steps: Sequence[Step]) -> list[Content]:
    """The figures that the game keeps of its matches, in words."""
    game = after.offer.game
    if not isinstance(game, Counted):
        return []
    codec = game.codec
    tallies = [
        game.count_step(
            codec.load_state(start.state),
            Outcome(codec.load_state(step.state), tuple(map(codec.load_event, step.events))),
        )
        for start, step in _standing_steps(steps)
    ]
    if not tallies:
        return []
    return [
        section(one["heading"], [one["says"]], [one["columns"], *one["rows"]])
        for one in game.statistics(after.state, tallies).get("sections", ())
    ]


def _conduct(desk: Desk, after: Standing, steps: Sequence[Step]) -> list[Content]:
    """The seed, and what the gamemaster did beside the rules."""
    name = after.match.name
    log = desk.store.log_entries(name, EVERYTHING)[::-1]
    submissions = {step.number: desk.store.submissions(name, step.number) for step in steps}
    looks = list(conduct.looks(log))
    told = [chance(after)]
    told += looks or ["The gamemaster looked at no orders before their deadline."]
    names = {str(side.id): side.name for side in after.offer.game.sides}
    told += conduct.entered(steps, submissions, lambda power: names.get(power, power))
    told += conduct.rulings(steps)
    moved = sum(1 for entry in log if entry.what == "extend")
    if moved:
        times = "once" if moved == 1 else f"{moved} times"
        told.append(f"The deadline was moved {times}.")
    return [section("Fair play", told)]


def _dice(after: Standing, steps: Sequence[Step]) -> Iterator[Content]:
    """The rolls that were secret, and how anybody works out any roll of the match."""
    found = list(rolls.all_rolls(after.offer.game, steps))
    secret = [[one.roll.step, one.faces, one.roll.purpose] for one in found if one.roll.secret]
    if secret:
        said = "These were secret while the match went on."
        yield section("Dice told now", [said], [["Step", "Faces", "Rolled for"], *secret])
    recipe = rolls.recipe(after.match, found)
    if recipe:
        said = (
            "These lines of Python work out a die of the match; with the step, the purpose and "
            "the number of another one they work out that. `gm verify` does it for all of them."
        )
        yield section("Checking a roll by hand", [said], [[line] for line in recipe])
