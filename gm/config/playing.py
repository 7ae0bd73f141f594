"""Settings of how players play together: votes, press, and what becomes of who sends nothing."""

from datetime import timedelta
from enum import Enum
from typing import Annotated

from gm.values import Value


class Motion(Enum):
    """What players may vote on."""

    DRAW = "draw"
    VICTORY = "victory"
    END = "end"


class Ballots(Enum):
    """Whether votes are told to others."""

    SECRET = "secret"
    OPEN = "open"


class Needed(Enum):
    """How many votes decide."""

    ALL = "all"
    MAJORITY = "majority"


class Press(Enum):
    """What messages between players are passed on."""

    PUBLIC = "public"
    PRIVATE = "private"
    GREY = "grey"


class Publish(Enum):
    """Which messages others may read on the site and in the last report."""

    NOTHING = "nothing"
    PUBLIC = "public"
    ALL = "all"


class Dropout(Enum):
    """What becomes of a player who sends nothing for long."""

    TELL = "tell"
    VACATE = "vacate"
    ELIMINATE = "eliminate"


class Named(Enum):
    """Who hears which players sent nothing."""

    EVERYBODY = "everybody"
    GAMEMASTER = "gamemaster"


class VotesSettings(Value, frozen=True):
    """How players agree on the end of a match."""

    allowed: Annotated[
        tuple[Motion, ...],
        "What players may vote on: draw, victory (of a power), end (without a winner); []: none.",
    ] = (Motion.DRAW, Motion.VICTORY, Motion.END)
    ballots: Annotated[
        Ballots, "Votes are secret (only a result is told), or open (each is told to everybody)."
    ] = Ballots.SECRET
    needed: Annotated[
        Needed, "Votes that decide, of the players who are not eliminated: all, or majority."
    ] = Needed.ALL


class PressSettings(Value, frozen=True):
    """Messages that the desk passes on between players."""

    kinds: Annotated[
        tuple[Press, ...],
        "What is passed on: public (to all), private (to powers that are named), grey (without the "
        "name of its sender); []: nothing.",
    ] = (Press.PUBLIC, Press.PRIVATE)
    length: Annotated[int, "Characters of the longest message."] = 5000
    daily: Annotated[int, "Messages that a player may send within 24 hours."] = 20
    closes: Annotated[
        timedelta, "So long before the deadline, messages are not passed on any more."
    ] = timedelta(0)
    published: Annotated[
        Publish,
        "What others may read on the site: nothing, public (public messages), all (public "
        "messages, and every message when the match is over).",
    ] = Publish.PUBLIC


class MissingSettings(Value, frozen=True):
    """What becomes of players who send nothing."""

    limit: Annotated[
        int,
        "After so many phases in a row in which a player owed orders and sent none, the gamemaster "
        "is told, with those who stand by; 0: never.",
    ] = 2
    then: Annotated[
        Dropout,
        "What the desk does then: tell (nothing more), vacate (the seat is free, its power in "
        "civil disorder until somebody takes it), eliminate (its units are removed too).",
    ] = Dropout.TELL
    named: Annotated[
        Named,
        "Who hears whose orders a match waits for after its deadline: everybody (and reports say "
        "who sent nothing), or gamemaster (and each late player of his own).",
    ] = Named.EVERYBODY
