"""What was rolled in a step, as it is told to players and checked: for reports, archive, verify."""

from collections.abc import Iterator, Sequence
from typing import Any

from gm.games.dice import BOUND, Roll
from gm.games.game import Game, Rolling
from gm.records import Match, Step
from gm.values import Value

UNTOLD = "told at the end"
"""What stands for the faces of a secret roll while the match goes on."""


class Shown(Value, frozen=True):
    """A roll with its faces in words."""

    roll: Roll
    faces: str


def rolls_of(game: Game[Any, Any], before: Step | None, step: Step) -> tuple[Shown, ...]:
    """What was rolled in *step*, which was adjudicated from *before* (None for the start)."""
    if not isinstance(game, Rolling):
        return ()
    load = game.codec.load_state
    drawn = 0 if before is None else game.dice_drawn(load(before.state))
    return tuple(Shown(roll, game.faces(roll)) for roll in game.rolls(load(step.state), drawn))


def all_rolls(game: Game[Any, Any], steps: Sequence[Step]) -> Iterator[Shown]:
    """What was rolled in all steps that were not taken back."""
    known = {step.number: step for step in steps}
    for step in steps:
        if step.withdrawn is None:
            yield from rolls_of(game, known.get(-1 if step.after is None else step.after), step)


def rows(shown: Sequence[Shown], *, is_over: bool) -> list[list[str]]:
    """Rolls for a table: faces, and what they were rolled for."""
    return [
        [UNTOLD if one.roll.secret and not is_over else one.faces, one.roll.purpose]
        for one in shown
    ]


def plain_text(shown: Sequence[Shown]) -> str:
    """Rolls for a file of the archive: step, purpose and faces, a line each."""
    return "".join(f"{one.roll.step} | {one.roll.purpose} | {one.faces}\n" for one in shown)


def recipe(match: Match, rolls: Sequence[Shown]) -> list[str]:
    """How anybody works a die out: some lines of Python for the last roll of the match."""
    found = [one for one in rolls if not one.roll.mixes]
    if match.dice_form != BOUND or not found:
        return []
    roll = found[-1].roll
    return [
        "import hmac",
        f"seed = {match.seed!r}",
        f"match = {match.name!r}",
        f"step = {roll.step!r}",
        f"purpose = {roll.purpose!r}",
        f"number = {roll.first}",
        'text = f"{match}\\n{step}\\n{purpose}\\n{number}"',
        'digest = hmac.new(seed.encode(), text.encode(), "sha256").digest()',
        f'print(int.from_bytes(digest, "big") % {roll.sides} + 1)',
    ]
