"""Keeps letters without looking into them; each is settled at its source once it is kept."""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import BinaryIO

from gm.desk.connections import desk_source
from gm.desk.room import Desk
from gm.desk.summary import Summary
from gm.desk.troubles import note_trouble
from gm.errors import SettingsError, TryAgainError
from gm.mail.headers import message_ids, split_headers
from gm.mail.sources import Delivery, Source, StdinSource
from gm.records import RawLetter

HEAD = 100_000
"""Bytes at the start of a letter in which its Message-ID is looked for."""


def standard_input(stream: BinaryIO) -> Source:
    """The source that holds one letter: all of *stream*."""
    return StdinSource(stream)


def receive(
    desk: Desk,
    now: datetime,
    source: Source | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Keeps all letters that *source* (by default the desk's own) holds.

    Raises:
        TryAgainError: source or store are away; what was kept before stays kept.
    """
    summary = Summary("receive", data={"kept": 0, "known": 0})
    try:
        _receive(desk, now, source, summary, progress)
    except (TryAgainError, SettingsError) as error:
        if source is None:
            note_trouble(desk, now, "receive", error)
        raise
    if source is None:
        note_trouble(desk, now, "receive", None)
    return summary


def _receive(
    desk: Desk,
    now: datetime,
    source: Source | None,
    summary: Summary,
    progress: Callable[[int], None],
) -> None:
    chosen = source or desk_source(desk.config)
    if chosen is None:
        summary.say("No mailbox is set; letters come by gm receive --stdin.")
        return
    for delivery in chosen.letters():
        number, is_new = keep(desk, now, delivery)
        delivery.settle()
        summary.data["kept" if is_new else "known"] += 1
        if is_new:
            summary.add("letters", number)
        progress(summary.data["kept"] + summary.data["known"])
    kept, known = summary.data["kept"], summary.data["known"]
    summary.say(f"Letters kept: {kept}" + (f"; known already: {known}." if known else "."))


def keep(desk: Desk, now: datetime, delivery: Delivery) -> tuple[int, bool]:
    """Keeps one letter and gives its number, and whether it is new."""
    raw = raw_letter(now, delivery)
    with desk.store.transaction():
        number, is_new = desk.store.keep_letter(raw)
        if is_new:
            desk.log(now, "letter", f"Letter {number} came in from {delivery.place}.")
    return number, is_new


def raw_letter(now: datetime, delivery: Delivery) -> RawLetter:
    """The letter with what tells it apart from others: Message-ID and a digest of its body.

    A letter without Message-ID is told apart by its place, since only its source can know whether
    it is the same again.
    """
    head, body = _halves(delivery.raw)
    identifiers = message_ids(split_headers(head[:HEAD]).get("message-id"))
    return RawLetter(
        message_id=identifiers[0] if identifiers else None,
        digest=sha256(body.replace(b"\r\n", b"\n").strip()).hexdigest(),
        place="" if identifiers else _own_place(now, delivery),
        received=min(delivery.arrived or now, now),
        source=delivery.place,
        content=delivery.raw,
    )


def _own_place(now: datetime, delivery: Delivery) -> str:
    """Where the letter lay; a stream has no places, so each of its letters is another."""
    if not delivery.place.startswith("standard input"):
        return delivery.place
    return f"{delivery.place}, {now.isoformat()}, {sha256(delivery.raw).hexdigest()}"


def _halves(raw: bytes) -> tuple[bytes, bytes]:
    ends = [(raw.find(mark), len(mark)) for mark in (b"\n\n", b"\r\n\r\n")]
    found = [(place, length) for place, length in ends if place >= 0]
    if not found:
        return raw, b""
    place, length = min(found)
    return raw[:place], raw[place + length :]
