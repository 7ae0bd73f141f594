"""All legal orders of the present phase, for the page on which players put orders together.

Legal are those that the position allows, whatever others do: no more than players can work out
from the position that everybody sees.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from gm.games.diplomacy.adjustments import case_of
from gm.games.diplomacy.choices import (
    builds_for,
    orders_of,
    removals_for,
    retreats_for,
    voyages_of,
)
from gm.games.diplomacy.legality import Position, can_enter, position
from gm.games.diplomacy.orders import (
    Build,
    Convoy,
    Move,
    Order,
    Place,
    Remove,
    Retreat,
    Support,
    Waive,
)
from gm.games.diplomacy.rulebook import Rulebook
from gm.games.diplomacy.state import Stage, State, Unit
from gm.games.diplomacy.teller import Teller
from gm.games.vocabulary import Power


def composing(teller: Teller, rules: Rulebook, state: State) -> list[dict[str, Any]]:
    """The powers that may send something, each with its ``tasks``.

    A task has a ``subject``, the place ``at`` which its unit stands (None for a build or removal),
    what happens ``otherwise``, and its ``options``: ``[kind, of, to, text]`` with the place of the
    other unit and the goal (None where there is none) and the order in standard wording; *kind* is
    move, hold, support, convoy, retreat, disband, build, remove or waive.
    """
    if state.ended is not None:
        return []
    tasks = {
        Stage.MOVEMENT: _movements,
        Stage.RETREATS: _retreats,
        Stage.ADJUSTMENTS: _adjustments,
    }[state.stage]
    powers = (
        {**teller.power(power), "tasks": list(tasks(teller, rules, state, power))}
        for power in teller.board.powers
    )
    return [power for power in powers if power["tasks"]]


def _movements(
    teller: Teller, rules: Rulebook, state: State, power: Power
) -> Iterator[dict[str, Any]]:
    here = position(teller.board, rules, state.units)
    for unit in state.of(power):
        orders = [*orders_of(here, unit), *_landings_helped(here, unit)]
        yield _task(teller, teller.unit(unit), unit.at, "It holds.", orders)


def _landings_helped(here: Position, unit: Unit) -> Iterator[Support]:
    """Supports of moves by convoy."""
    place_of = here.board.province_of
    for place, other in sorted(here.units.items()):
        for move in voyages_of(here, other):
            if place_of[unit.at] not in (place, move.to) and can_enter(here.board, unit, move.to):
                yield Support(unit.name, other.name, move.to)


def _retreats(
    teller: Teller, _rules: Rulebook, state: State, power: Power
) -> Iterator[dict[str, Any]]:
    for beaten in state.beaten_of(power):
        if beaten.retreats:
            yield _task(
                teller,
                teller.unit(beaten.unit),
                beaten.unit.at,
                "It is disbanded.",
                retreats_for(beaten),
            )


def _adjustments(
    teller: Teller, rules: Rulebook, state: State, power: Power
) -> Iterator[dict[str, Any]]:
    change = case_of(teller.board, rules, state, power).change
    builds: list[Order] = [*builds_for(teller.board, rules, state, power), Waive(1)]
    for number in range(1, change + 1):
        if len(builds) > 1:
            yield _task(teller, f"Build {number}", None, "It is not used.", builds)
    for number in range(1, -change + 1):
        otherwise = "The unit farthest from home is removed."
        yield _task(teller, f"Removal {number}", None, otherwise, removals_for(state, power))


def _task(
    teller: Teller, subject: str, at: Place | None, otherwise: str, orders: Iterable[Order]
) -> dict[str, Any]:
    options = [[*_parts(order), teller.spell(order)] for order in orders]
    return {"subject": subject, "at": at, "otherwise": otherwise, "options": options}


def _parts(order: Order) -> list[str | None]:
    kind = type(order).__name__.lower()
    match order:
        case Move(to=to) | Retreat(to=to):
            return [kind, None, to]
        case Support(target=other, to=to) | Convoy(army=other, to=to):
            return [kind, other.at, to]
        case Build(unit=unit) | Remove(unit=unit):
            return [kind, None, unit.at]
        case _:
            return [kind, None, None]
