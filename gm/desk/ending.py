"""Ends of a match beside the rules: by the gamemaster's word, or by a vote."""

from collections.abc import Sequence
from datetime import datetime

from gm.desk.conduct import BY_VOTE
from gm.desk.room import Desk
from gm.desk.seats import find_power
from gm.desk.standing import Standing, standing
from gm.desk.steps import keep_step
from gm.errors import UsageError


def conclude(  # noqa: PLR0913 (who wins, why, by whose word)
    desk: Desk, now: datetime, name: str, winners: Sequence[str], *, why: str, who: str
) -> Standing:
    """Ends a match by the gamemaster's word, or by a vote; everybody gets the last report.

    An agreed draw of which the gamemaster names the winner, a match abandoned (no winner).

    Raises:
        UsageError: the match is over, or a winner is no power of it.
    """
    present = standing(desk, desk.match(name))
    if present.phase is None:
        raise UsageError(f"The match {name} is over.")
    game = present.offer.game
    powers = [find_power(game.sides, winner) for winner in winners]
    named = [side.name for side in game.sides if side.id in powers]
    if any(name not in why for name in named):
        why = f"{' and '.join(named)} {'has' if len(named) == 1 else 'have'} won. {why}"
    outcome = game.conclude(present.state, powers, why)
    with desk.store.transaction():
        ruling = {"winners": powers, "why": why, **({"by": who} if who == BY_VOTE else {})}
        after = keep_step(desk, now, present, {}, outcome, ruling=ruling)
        desk.log(now, "conclude", why, name, who)
    return after
