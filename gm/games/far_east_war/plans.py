"""Which of a player's orders still stand when several letters came: the later ones count.

A letter that moves the marker and gives other orders begins the turn's plan anew; any other adds to
the plan, and takes the place of what was ordered before for the same legion or General.
"""

from collections.abc import Iterable, Iterator, Sequence

from gm.games.far_east_war.entries import Desk, Entry
from gm.games.far_east_war.orders import (
    STANDING,
    Answer,
    Attack,
    Cancel,
    Choose,
    Deploy,
    Exchange,
    Give,
    Infight,
    Levy,
    Marker,
    Move,
    Plain,
    Regroup,
    Replace,
    Resolve,
    Stay,
    Support,
    TakeBack,
    Wish,
    Withdraw,
    conditions,
)
from gm.games.far_east_war.state import Stage
from gm.games.far_east_war.takebacks import take_back
from gm.games.vocabulary import Fate

Matter = tuple[str, ...]
"""What an order settles, so that a later one for the same matter settles it anew."""


def live(entries: Sequence[Entry]) -> list[Entry]:
    """The orders that stand."""
    return [one for one in entries if one.fate is Fate.STANDS]


def replace_older(desk: Desk, entries: Sequence[Entry]) -> None:
    """Plans, marker orders, standing instructions and choices of set-up replace older ones.

    A marker order alone replaces the one before it. A standing instruction replaces those of its
    kind from earlier letters, and so do the choices of set-up.
    """
    for place, entry in enumerate(entries):
        said = entry.said
        earlier = live(entries[:place])
        if isinstance(said, Cancel | TakeBack) and conditions(entry.order):
            continue  # refused as a whole
        if isinstance(said, Cancel):
            _retire(one for one in earlier if not isinstance(one.said, STANDING))
            continue
        if isinstance(said, TakeBack):
            take_back(desk, entry, earlier)
            continue
        if isinstance(said, Choose | Wish | Deploy):
            _retire(one for one in earlier if one.order == entry.order)
        older = [one for one in earlier if one.sheet < entry.sheet]
        if isinstance(said, Marker):
            if _is_plan(entry, entries):
                _retire(one for one in older if not isinstance(one.said, STANDING))
            if not conditions(entry.order):
                _retire(
                    one
                    for one in earlier
                    if isinstance(one.said, Marker) and not conditions(one.order)
                )
        elif isinstance(said, STANDING) or desk.state.stage is Stage.SETUP:
            _retire(one for one in older if _same_choice(one.said, said))


def replace_same(entries: Sequence[Entry]) -> None:
    """An order of a later letter replaces those of earlier ones for the same legion or General.

    Orders that hang on conditions may be alternatives to each other, and an answer with a condition
    is an exception from one without; these stand beside each other.
    """
    for entry in live(entries):
        matters = set(_matters(entry.said))
        for one in live(entries):
            if one.sheet >= entry.sheet or not matters & set(_matters(one.said)):
                continue
            tested = isinstance(entry.said, Answer | Infight) or conditions(one.order)
            if not (conditions(entry.order) and tested):
                one.fate = Fate.REPLACED


def _matters(said: Plain) -> Iterator[Matter]:  # noqa: C901 (a case for each kind of order)
    """What an order of the turn settles."""
    match said:
        case Move(legion) | Stay(legion):
            yield "place", legion
        case Exchange(first, second):
            yield "place", first
            yield "place", second
        case Attack(_, attacker):
            yield "attack", attacker
        case Support(legion):
            yield "support", legion
        case Deploy() | Levy():
            yield ("deploy",)
        case Replace(general) | Withdraw(general):
            yield "general", general
        case Regroup(area):
            yield "regroup", area
        case Give():
            yield ("give",)
        case Resolve():
            yield ("resolve",)
        case Answer(question, _, legion):
            yield "answer", question.value, legion or ""
        case Infight(_, legion):
            yield "infight", legion or ""
        case _:
            return


def _is_plan(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether the letter of a marker order gives orders for the space as well."""
    return any(
        one.sheet == entry.sheet and not isinstance(one.said, (*STANDING, Marker, TakeBack))
        for one in entries
    )


def _same_choice(older: Plain, newer: Plain) -> bool:
    """Whether a later instruction or choice takes the place of an earlier one of its kind.

    At set-up a placement only replaces those of the same General or on the same legion.
    """
    if isinstance(older, Deploy) and isinstance(newer, Deploy):
        return older.general == newer.general or older.legion == newer.legion
    return type(older) is type(newer)


def _retire(entries: Iterable[Entry]) -> None:
    for entry in entries:
        entry.fate = Fate.REPLACED
