"""Why it went as it did for a legion or a General: the sentences of a step that name them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm.games.far_east_war.events import BattleBegan, DiceCounted, Event, ResultCounted
from gm.games.far_east_war.map import Board
from gm.games.far_east_war.naming import area_name, count, general_name
from gm.games.far_east_war.telling import concerns, scored, sentence, why_so_many


def said_of(board: Board, events: Iterable[Event], subject: str) -> tuple[str, ...]:
    """The sentences of public events in which a name stands as a word of its own.

    A General is also told of where his legion fights, with whose abilities count.
    """
    name = re.compile(rf"(?<!\w){re.escape(subject)}(?!\w)", re.IGNORECASE)
    told = _explained(board, (event for event in events if concerns(event) is None))
    return tuple(one for one in told if name.search(one))


def _explained(board: Board, events: Iterable[Event]) -> Iterator[str]:
    """A sentence about each event; in battles with the names of the two Generals."""
    led: dict[str, str | None] = {}
    for event in events:
        match event:
            case BattleBegan():
                generals = (event.attacker_general, event.defender_general)
                names = [one and general_name(board, one) for one in generals]
                led = dict(zip((event.attacker, event.defender), names, strict=True))
                yield _clash(board, event, names)
            case DiceCounted() | ResultCounted() if event.legion in led:
                own, enemy = led[event.legion], _other(led, event.legion)
                if isinstance(event, DiceCounted):
                    why = why_so_many(event, own, enemy)
                    yield f"{event.legion} has {count(event.total, 'die')}: {why}."
                else:
                    score = scored(event, own, enemy, unled=enemy is None)
                    yield f"{event.legion} scores {score}."
            case _:
                said = sentence(board, event)
                if said is not None:
                    yield said


def _clash(board: Board, event: BattleBegan, names: Sequence[str | None]) -> str:
    """Who fights whom: ``K1 (3 troops, Non-gae) fights J5 (2 troops) in ...``."""
    sides = zip(
        (event.attacker, event.defender),
        (event.attacker_troops, event.defender_troops),
        names,
        strict=True,
    )
    one, other = (
        f"{legion} ({count(troops, 'troop')}{f', {name}' if name else ''})"
        for legion, troops, name in sides
    )
    return f"{one} fights {other} in {area_name(board, event.area)}."


def _other(led: Mapping[str, str | None], legion: str) -> str | None:
    """The General of the enemy in a battle."""
    return next(name for one, name in led.items() if one != legion)
