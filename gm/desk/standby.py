"""People beside the players: those who stand by to take a seat, and those who only watch."""

import json
from collections.abc import Sequence
from datetime import datetime

from gm.desk.post import frame, mail, post
from gm.desk.record import data_of, record_of
from gm.desk.room import Desk
from gm.desk.seats import ADDRESS
from gm.desk.standing import Standing, standing
from gm.errors import UsageError
from gm.values import Value

STANDBY = "standby"
"""The fact that holds who stands by."""


class Substitute(Value, frozen=True):
    """Somebody who would take a seat; *games* are those wanted, none of them means any."""

    address: str
    player: str | None
    zone: str | None
    games: tuple[str, ...]
    since: datetime


def substitutes(desk: Desk, game: str | None = None) -> list[Substitute]:
    """Who stands by, for longest first; with *game*, who would play that."""
    kept = json.loads(desk.store.fact(STANDBY) or "[]")
    found: list[Substitute] = [record_of(Substitute, one) for one in kept]
    return [one for one in found if game is None or not one.games or game in one.games]


def add_substitute(desk: Desk, now: datetime, one: Substitute, who: str) -> None:
    """Puts somebody on the list, or changes what is known of who is on it.

    Raises:
        UsageError: the address is none, or that of a gamemaster.
    """
    if not ADDRESS.fullmatch(one.address):
        raise UsageError(f"“{one.address}” is no mail address.")
    if one.address.casefold() in map(str.casefold, desk.config.desk.gamemasters):
        raise UsageError(f"{one.address} is a gamemaster of this desk and cannot play too.")
    kept = [other for other in substitutes(desk) if other.address != one.address]
    with desk.store.transaction():
        _keep(desk, [*kept, one])
        desk.log(now, STANDBY, f"{one.address} stands by.", None, who)


def remove_substitute(desk: Desk, now: datetime, address: str, who: str) -> None:
    """Takes somebody off the list.

    Raises:
        UsageError: nobody on it has that address.
    """
    listed = substitutes(desk)
    kept = [one for one in listed if one.address != address.casefold()]
    if len(kept) == len(listed):
        raise UsageError(f"Nobody with the address {address} stands by.")
    with desk.store.transaction():
        _keep(desk, kept)
        desk.log(now, STANDBY, f"{address} stands by no more.", None, who)


def _keep(desk: Desk, listed: Sequence[Substitute]) -> None:
    desk.store.set_fact(STANDBY, json.dumps([data_of(one) for one in listed]))


def suggestion(desk: Desk, present: Standing, power: str) -> str:
    """Who could take a seat, and how to give it, for the gamemaster."""
    name = present.match.name
    listed = substitutes(desk, present.match.game)
    if not listed:
        return f"Nobody stands by. To seat somebody: gm seat {name} {power} --address ADDRESS."
    people = "; ".join(f"{one.player} ({one.address})" if one.player else one.address
                       for one in listed[:5])  # fmt: skip
    return f"Standing by: {people}. To seat the first: gm seat {name} {power} --standby."


# --- who only watches


def observers(desk: Desk, match: str) -> list[str]:
    """The addresses to which the public reports of a match go."""
    kept: list[str] = json.loads(desk.store.fact(f"observers {match}") or "[]")
    return kept


def add_observer(desk: Desk, now: datetime, name: str, address: str, who: str) -> None:
    """Lets somebody have the public reports of a match, who is told.

    Raises:
        UsageError: the address is none, or that of a player of the match.
    """
    present = standing(desk, desk.match(name))
    folded = address.casefold()
    if not ADDRESS.fullmatch(folded):
        raise UsageError(f"“{address}” is no mail address.")
    if any(folded in seat.addresses for seat in present.seats.values()):
        raise UsageError(f"{address} plays in {name} and gets the reports already.")
    listed = observers(desk, name)
    if folded in listed:
        raise UsageError(f"{address} watches {name} already.")
    with desk.store.transaction():
        desk.store.set_fact(f"observers {name}", json.dumps([*listed, folded]))
        paragraphs = [
            f"You watch the match {name} ({present.offer.game.title}): from now on its public "
            "reports come to this address.",
            "Whoever wants no more of them writes to the gamemaster.",
        ]
        content = {**frame(present, None, now), "heading": f"You watch {name}",
                   "paragraphs": paragraphs}  # fmt: skip
        key = f"observer {name} {folded} {now.isoformat()}"
        post(desk, now, key, mail(desk, "note", content), [folded], kind="observer", about=present)
        desk.log(now, "observer", f"{folded} watches.", name, who)


def remove_observer(desk: Desk, now: datetime, name: str, address: str, who: str) -> None:
    """Ends that somebody gets the public reports of a match.

    Raises:
        UsageError: nobody with that address does.
    """
    listed = observers(desk, desk.match(name).name)
    folded = address.casefold()
    if folded not in listed:
        raise UsageError(f"{address} does not watch {name}.")
    with desk.store.transaction():
        left = [one for one in listed if one != folded]
        desk.store.set_fact(f"observers {name}", json.dumps(left))
        desk.log(now, "observer", f"{folded} watches no more.", name, who)
