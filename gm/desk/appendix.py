"""What stands at the end of reports beside what the rules say: fingerprints, statistics, press.

Each section is plain data (``gm.rendering.content.Section``) with a heading, sentences and a table.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gm.desk import digests, rolls
from gm.desk.standing import Standing
from gm.games.game import Game, RuleWording
from gm.games.vocabulary import Content
from gm.records import Step


def section(
    heading: str, paragraphs: Sequence[str] = (), rows: Sequence[Sequence[Any]] = ()
) -> Content:
    """A section; the cells of *rows* stand in columns, also in plain text."""
    cells = [[str(cell) for cell in row] for row in rows]
    columns = list(zip(*cells, strict=True))
    widths = [max(map(len, column)) for column in columns]
    pads = [str.rjust if _is_numeric(column[1:]) else str.ljust for column in columns]
    lines = ["  ".join(_padded(row, pads, widths)).rstrip() for row in cells]
    return {"heading": heading, "paragraphs": list(paragraphs), "rows": cells, "lines": lines}


def _is_numeric(cells: Sequence[str]) -> bool:
    """Whether a column holds numbers, beside its head."""
    return bool(cells) and all(cell.rstrip("%").isdecimal() for cell in cells)


def _padded(
    row: Sequence[str], pads: Sequence[Callable[[str, int], str]], widths: Sequence[int]
) -> list[str]:
    return [pad(cell, width) for cell, pad, width in zip(row, pads, widths, strict=True)]


def of_step(before: Standing, step: Step) -> list[Content]:
    """What stands at the end of the public report of *step*, begun from *before*."""
    return [*dice(before, step), *fingerprints(before, step)]


def dice(before: Standing, step: Step) -> list[Content]:
    """What was rolled in *step*, each roll with its purpose; a section for each turn."""
    game = before.offer.game
    found = rolls.rolls_of(game, before.step, step)
    if not found:
        return []
    is_over = game.end(game.codec.load_state(step.state)) is not None
    return [
        _dice_of(
            before.match.name,
            turn,
            [one for one in found if one.roll.step == turn],
            is_over=is_over,
        )
        for turn in dict.fromkeys(one.roll.step for one in found)
    ]


def _dice_of(match: str, turn: str, shown: Sequence[rolls.Shown], *, is_over: bool) -> Content:
    said = (
        f"Each die follows from the seed of the match, its name ({match}), the step ({turn}), the "
        "words beside it, and its place among the faces. The seed is told when the match is over; "
        "then anybody can work out any die."
    )
    rows = rolls.rows(shown, is_over=is_over)
    return section(f"The dice of {turn}", [said], [["Faces", "Rolled for"], *rows])


def fingerprints(before: Standing, step: Step) -> list[Content]:
    """The fingerprints of the orders that were adjudicated in *step*, begun from *before*."""
    load = before.offer.game.codec.load_order
    rows = [
        [side.name, before.digest(side.id, list(map(load, step.orders[side.id])))]
        for side in before.offer.game.sides
        if step.orders.get(side.id)
    ]
    if not rows:
        return []
    said = (
        "If yours is the one of your last receipt, nobody has changed your orders since; orders "
        "that the gamemaster enters for you change it."
    )
    return [section("Fingerprints of the orders", [said], rows)]


def rule_contents(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """The rule choices for a template: in sentences (``says``) where the game has words for them.

    Choices that do not matter in such a game are left out.
    """
    words = game.rule_words() if isinstance(game, RuleWording) else None
    return [
        {"name": name, "value": value, "says": None if words is None else words[name]}
        for name, value in game.rule_choices.items()
        if words is None or name in words
    ]


def chance(standing: Standing) -> str:
    """What is told of the seed of a match: its digest at first, all of it when it is over."""
    match = standing.match
    digest, what = digests.commitment(match), digests.committed(match)
    if standing.phase is not None:
        return (
            "All chance of this match, and the keys of all fingerprints, come from a seed that was "
            f"fixed before the first order. The SHA-256 of {what} is {digest}; the seed itself is "
            "told when the match is over, so that anybody can check every die and every "
            "fingerprint."
        )
    return (
        f"The seed of this match was {match.seed}; the SHA-256 of {what}, {digest}, was told "
        "before the first order. All chance of the match and the keys of all fingerprints come "
        "from it."
    )
