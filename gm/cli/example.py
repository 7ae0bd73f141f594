"""A shipped match played again by the clock of its letters.

An example is a folder with ``match.yaml``, ``seats.yaml`` and ``letters.mbox``. Each letter is
received when its line "From ..." says that it was delivered; the jobs that cron would
call run at the reminders and some minutes after each deadline.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from importlib.resources.abc import Traversable
from pathlib import Path

from gm.catalogue import offer
from gm.desk.manage import Plan, new_match
from gm.desk.publish import publish
from gm.desk.read import read
from gm.desk.receive import receive
from gm.desk.remind import remind
from gm.desk.room import Desk, open_desk
from gm.desk.seats import read_seats
from gm.desk.send import send
from gm.desk.setup import make_desk
from gm.desk.standing import standing
from gm.desk.turn import turn
from gm.errors import DataError, UsageError
from gm.mail.sources import Delivery
from gm.records import OutgoingLetter
from gm.resources import Folders, shipped
from gm.strict_yaml import read_yaml
from gm.values import Value

ENVELOPE = re.compile(r"^From (\S+) (\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})\n", re.MULTILINE)
STAMP = "%a %b %d %H:%M:%S %Y"
LAG = timedelta(minutes=5)
"""How long after a deadline cron comes round."""


class Arrival(Value, frozen=True):
    """A letter and when it was delivered."""

    at: datetime
    sender: str
    raw: bytes


class Example(Value, frozen=True):
    """A shipped match: what it is, and its letters in the order of delivery.

    ``power`` is one to try orders with; ``sights`` are papers worth reading, each with a sentence.
    """

    folder: str
    match: str
    game: str
    seed: str
    begins: datetime
    settings: Mapping[str, str]
    power: str
    sights: tuple[tuple[str, str], ...]
    letters: tuple[Arrival, ...]


class Happening(Value, frozen=True):
    """One thing that was done while an example was played.

    ``phase`` is the phase of the match before it, ``arrival`` the letter that came in (None when
    the jobs ran by themselves), ``turned`` says whether the phase was adjudicated, and ``sent``
    are the letters that went out.
    """

    at: datetime
    phase: str
    arrival: Arrival | None
    turned: bool
    sent: tuple[OutgoingLetter, ...]


def names() -> tuple[str, ...]:
    """The examples on offer."""
    return tuple(sorted(one.name for one in shipped("examples").iterdir() if _is_example(one)))


def _is_example(folder: Traversable) -> bool:
    return folder.is_dir() and (folder / "letters.mbox").is_file()


def load(name: str) -> Example:
    """The example *name*.

    Raises:
        UsageError: there is no example of that name.
        DataError: its files are broken.
    """
    if name not in names():
        raise UsageError(f"There is no example “{name}”; there are {', '.join(names())}.")
    folders, place = Folders(), f"{name}/match.yaml"
    facts = read_yaml(folders.read_text("examples", place), place).value
    return Example(
        folder=name,
        match=facts["match"],
        game=facts["game"],
        seed=str(facts["seed"]),
        begins=datetime.fromisoformat(facts["begins"]),
        settings=facts["settings"],
        power=facts["power"],
        sights=tuple((one["paper"], one["what"]) for one in facts["sights"]),
        letters=arrivals(folders.read_bytes("examples", f"{name}/letters.mbox")),
    )


def of_game(game: str) -> Example:
    """The first example of a game.

    Raises:
        UsageError: there is none.
    """
    found = [load(name) for name in names()]
    for example in found:
        if example.game == game:
            return example
    games = ", ".join(sorted({example.game for example in found}))
    raise UsageError(f"There is no example of “{game}”; there are some of {games}.")


def arrivals(mbox: bytes) -> tuple[Arrival, ...]:
    """The letters of an mbox with their times of delivery, oldest first.

    Raises:
        DataError: a line "From ..." holds no time.
    """
    text = mbox.decode("latin-1")
    heads = list(ENVELOPE.finditer(text))
    if not heads or heads[0].start() > 0:
        raise DataError("letters.mbox must begin with a line like “From a@b.c Tue Feb  3 08:12:…”.")
    ends = [head.start() for head in heads[1:]] + [len(text)]
    found = [
        Arrival(
            at=datetime.strptime(head[2], STAMP).replace(tzinfo=UTC),
            sender=head[1],
            raw=_letter(text[head.end() : end]),
        )
        for head, end in zip(heads, ends, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: one.at))


def _letter(text: str) -> bytes:
    """The letter without the empty line after it and the marks before lines like "From"."""
    return re.sub(r"^>(>*From )", r"\1", text.rstrip("\n") + "\n", flags=re.MULTILINE).encode(
        "latin-1"
    )


class _OneLetter(Value, frozen=True):
    """A source that holds one letter, as a mail server's pipe does."""

    arrival: Arrival
    place: str

    def letters(self) -> Iterator[Delivery]:
        yield Delivery(self.arrival.raw, self.place, self.arrival.at)


def set_up(example: Example, folder: Path) -> Desk:
    """A new desk for *example* in *folder*, with its match begun.

    Raises:
        UsageError: there is a desk in that folder already.
        TryAgainError: the folder cannot be written.
    """
    make_desk(folder, example.begins, example.settings, identity=example.folder)
    desk, place = open_desk(folder), f"{example.folder}/seats.yaml"
    text = Folders().read_text("examples", place)
    sides = offer(example.game, folders=desk.folders).game.sides
    seats = read_seats(text, place, example.match, sides)
    new_match(desk, example.begins, Plan(example.match, example.game, seats, example.seed))
    return desk


def play(desk: Desk, example: Example) -> Iterator[Happening]:
    """Plays the match: welcomes, then letter by letter and deadline by deadline.

    It ends with the first turn after the last letter, or with the match.
    """
    waiting, now = deque(example.letters), example.begins
    yield Happening(now, _phase(desk, example.match), None, turned=False, sent=_sent(desk, now))
    while (alarm := _next_alarm(desk, example.match, now)) is not None:
        if waiting and waiting[0].at <= alarm:
            arrival = waiting.popleft()
            now = arrival.at
            yield _letter_came(desk, example, arrival)
        else:
            now = alarm
            happening = _jobs_ran(desk, example, now)
            yield happening
            if happening.turned and not waiting:
                return


def _next_alarm(desk: Desk, name: str, now: datetime) -> datetime | None:
    """When the jobs run next by themselves; None when the match is over."""
    match = desk.match(name)
    if match.deadline is None:
        return None
    leads = desk.config_of(match).calendar.reminders
    moments = [*(match.deadline - lead for lead in leads), match.deadline + LAG]
    return min(moment for moment in moments if moment > now or moment > match.deadline)


def _letter_came(desk: Desk, example: Example, arrival: Arrival) -> Happening:
    """What a mail server calls for each letter: receive and read; and the answer is sent."""
    phase = _phase(desk, example.match)
    place = f"{example.folder}/letters.mbox, {arrival.at:%Y-%m-%d %H:%M}"
    receive(desk, arrival.at, _OneLetter(arrival, place))
    read(desk, arrival.at)
    return Happening(arrival.at, phase, arrival, turned=False, sent=_sent(desk, arrival.at))


def _jobs_ran(desk: Desk, example: Example, now: datetime) -> Happening:
    """What cron calls: the six jobs in their order."""
    phase = _phase(desk, example.match)
    receive(desk, now)
    read(desk, now)
    remind(desk, now)
    due = desk.match(example.match).deadline
    done = turn(desk, now)
    turned = bool(done.data["adjudicated"])
    if due is not None and due <= now and not turned:
        raise DataError(f"The example {example.folder} stops at {phase}: {' '.join(done.lines)}")
    sent = _sent(desk, now)
    publish(desk, now)
    return Happening(now, phase, None, turned=turned, sent=sent)


def _phase(desk: Desk, name: str) -> str:
    phase = standing(desk, desk.match(name)).phase
    return phase.label if phase else "the end"


def _sent(desk: Desk, now: datetime) -> tuple[OutgoingLetter, ...]:
    found = (desk.store.outgoing(key) for key in send(desk, now).data.get("letters", ()))
    return tuple(letter for letter in found if letter is not None)
