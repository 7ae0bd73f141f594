"""How a match is played where it is not played as usual, for players who join: sentences."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from gm.config import Ballots, Config, Dropout, Missing, Motion, Needed, Press, Publish
from gm.deadlines import UTC_ZONE, time_left

DAWN = datetime(2000, 1, 1, tzinfo=UTC_ZONE)
"""Any moment: lengths are told as the time from it to later ones."""
MOTIONS = {
    Motion.DRAW: "a draw",
    Motion.VICTORY: "the victory of a side",
    Motion.END: "an end without a winner",
}


def of_deadlines(config: Config) -> Iterator[str]:
    """What else there is to know of the deadlines of a match with the settings *config*."""
    calendar, missing = config.calendar, config.missing
    if calendar.early is not None:
        yield (
            f"When all orders have been in for {_long(calendar.early)}, a phase ends before its "
            "deadline, unless somebody has written “wait”."
        )
    if calendar.extension is not None:
        moved = _long(calendar.extension)
        yield f"When orders are missing at a deadline, it moves by {moved}, once."
    if calendar.grace:
        yield (
            f"When orders are missing at a deadline, letters still count for "
            f"{_long(calendar.grace)} after it."
        )
    if calendar.missing is Missing.WAIT:
        yield "When orders are missing, the gamemaster decides how long the match waits for them."
    if missing.limit and missing.then is not Dropout.TELL:
        phases = "one phase" if missing.limit == 1 else f"{missing.limit} phases in a row"
        what = {
            Dropout.VACATE: "the seat is given to somebody else",
            Dropout.ELIMINATE: "the seat is lost and its units are removed",
        }[missing.then]
        yield f"When no orders come from a player for {phases}, {what}."
    if calendar.absence:
        days = "one day" if calendar.absence == 1 else f"{calendar.absence} days"
        yield (
            f"Each player may be away for {days} of this match, on which no deadline falls: a line "
            "such as “away from 1 May to 7 May”."
        )


def of_play(config: Config) -> Iterator[str]:
    """What is not as usual about votes and messages in a match with the settings *config*."""
    votes, press = config.votes, config.press
    if not votes.allowed:
        yield "There are no votes on the end of the match."
    elif set(votes.allowed) != set(Motion):
        allowed = " or ".join(MOTIONS[one] for one in votes.allowed)
        yield f"Players may vote on {allowed}."
    if votes.allowed and votes.ballots is Ballots.OPEN:
        yield "Votes are open: each is told to everybody."
    if votes.allowed and votes.needed is Needed.MAJORITY:
        yield "A majority of the players who remain decides a vote."
    yield from _of_press(set(press.kinds))
    if press.kinds and press.closes:
        yield f"In the last {_long(press.closes)} before a deadline no messages are passed on."
    if press.kinds and press.published is Publish.ALL:
        yield "When the match is over, everybody may read all messages, private ones too."


def _of_press(kinds: set[Press]) -> Iterator[str]:
    if not kinds:
        yield "The desk passes no messages on between players."
    elif Press.PRIVATE not in kinds:
        yield "Messages to other players go to all of them only."
    elif Press.PUBLIC not in kinds:
        yield "Messages to other players go to sides that are named, not to all."
    if Press.GREY in kinds:
        yield "A message may leave out who wrote it: “Grey press to all:”."


def _long(length: timedelta) -> str:
    return time_left(DAWN, DAWN + length)
