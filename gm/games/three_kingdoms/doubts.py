"""Texts that can be read and yet contradict the position: they are asked back, not followed."""

import re
from collections.abc import Iterator

from gm.games.three_kingdoms.orders import Advance, Strike
from gm.games.three_kingdoms.rulebook import Rulebook
from gm.games.three_kingdoms.state import General, State
from gm.games.vocabulary import Doubt, Power, Said

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BESIDE = (
    r"(?:'s)?,? ?(?:\(|with |and )?(?:his |her |all |only |just |the )*"
    r"(?P<number>\d{1,2}|"
    + "|".join(_NUMBERS)
    + r") (?:troops?|troop units?|units?|men|soldiers)\b"
)


def doubt(rules: Rulebook, state: State, power: Power, said: Said) -> Doubt | None:
    """What in a text contradicts the position: troops that a general of one's own has not."""
    if not any(isinstance(order, Advance | Strike) for order in said.orders):
        return None
    for general in _led(rules, state, power):
        written = general.id.replace("_", " ")
        if written not in said.text:
            continue
        found = re.search(rf"\b{written}{_BESIDE}", said.text)
        if found is None or _number(found["number"]) in (general.units, general.units + 1):
            continue
        name = rules.roster[general.id].name
        return Doubt(
            f"This says that {name} has {found['number']} troops; he leads {general.units} troop "
            f"units, {general.units + 1} with himself, and all of them go with him (2.2.2).",
            [list(said.orders)],
        )
    return None


def _led(rules: Rulebook, state: State, power: Power) -> Iterator[General]:
    """The generals on the map of the nations that a player leads."""
    nations = rules.scenarios[state.scenario].nations_of(power)
    yield from (one for one in state.generals if one.side in nations)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS.index(text)
