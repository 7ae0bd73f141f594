"""Seats as a gamemaster writes them: powers by any of their names, addresses, players."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from gm.deadlines import ScheduleError, read_zone
from gm.errors import UsageError
from gm.games.vocabulary import Power, Side
from gm.mail.compose import can_be_written_to
from gm.records import Seat
from gm.strict_yaml import Document, read_yaml

ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+")
FIELDS = ("addresses", "player", "zone")


def find_power(sides: Sequence[Side], name: str) -> Power:
    """The power that *name* (id, name or alias, in any case) means.

    Raises:
        UsageError: none of them.
    """
    wanted = name.strip().casefold()
    names = {
        known.casefold(): side.id for side in sides for known in (*side.aliases, side.name, side.id)
    }
    if wanted in names:
        return names[wanted]
    near = get_close_matches(wanted, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(s.id for s in sides)}."
    raise UsageError(f"There is no power “{name}” in this game; {hint}")


def read_seats(text: str, name: str, match: str, sides: Sequence[Side]) -> tuple[Seat, ...]:
    """The seats in a YAML text: ``takeda: address``, a list, or addresses, player and zone.

    Raises:
        UsageError: a power, address or zone in it is wrong.
        DataError: it is no YAML.
    """
    document = read_yaml(text, name)
    if not isinstance(document.value, dict):
        raise UsageError(f"{name}: here must stand lines like “takeda: player@example.org”.")
    return tuple(_seat(document, key, match, sides) for key in document.value)


def _seat(document: Document, key: str, match: str, sides: Sequence[Side]) -> Seat:
    where, value = document.at(key), document.value[key]
    fields: Mapping[str, Any] = value if isinstance(value, dict) else {"addresses": value}
    for field in fields:
        if field not in FIELDS:
            raise UsageError(
                f"{document.at(key, field)}: a seat has {', '.join(FIELDS)}, not “{field}”."
            )
    listed = fields.get("addresses") or []
    try:
        return made_seat(
            match,
            find_power(sides, key),
            listed if isinstance(listed, list) else [listed],
            player=fields.get("player"),
            zone=fields.get("zone"),
        )
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None


def made_seat(
    match: str,
    power: Power,
    addresses: Sequence[Any],
    *,
    player: Any = None,
    zone: Any = None,
) -> Seat:
    """A seat whose addresses and zone were looked at.

    Raises:
        UsageError: one of them is wrong.
    """
    for address in addresses:
        if not ADDRESS.fullmatch(str(address)):
            raise UsageError(f"“{address}” is no mail address.")
        if not can_be_written_to(str(address)):
            raise UsageError(
                f"No letter can be sent to “{address}”: what stands before the @ must be plain "
                "letters, digits and signs, without quotes or brackets."
            )
    if zone is not None:
        try:
            read_zone(str(zone))
        except ScheduleError as error:
            raise UsageError(str(error)) from None
    return Seat(
        match=match,
        power=power,
        addresses=tuple(dict.fromkeys(str(address).casefold() for address in addresses)),
        player=None if player is None else " ".join(str(player).split())[:80],
        zone=None if zone is None else str(zone),
    )


def require_apart(seats: Sequence[Seat], gamemasters: Sequence[str]) -> None:
    """Refuses addresses that hold two seats of a match, and a gamemaster who plays too.

    Raises:
        UsageError: there is such an address.
    """
    holders: dict[str, str] = {}
    for seat in seats:
        for address in seat.addresses:
            if address in holders:
                raise UsageError(
                    f"The address {address} is given for {holders[address]} and for {seat.power}; "
                    "a letter from it could not be told apart."
                )
            if address in map(str.casefold, gamemasters):
                raise UsageError(
                    f"{address} is a gamemaster of this desk and cannot play {seat.power} too."
                )
            holders[address] = seat.power
