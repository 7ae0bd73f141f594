"""The store: everything that is kept, over any database that knows SQL."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from gm.records import (
    KeptLetter,
    LetterFate,
    LogEntry,
    Match,
    Note,
    OutgoingLetter,
    PressMessage,
    RawLetter,
    Seat,
    Step,
    StepHead,
    Submission,
)
from gm.store import rows, sql
from gm.store.database import Database, Row
from gm.values import replace

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


class Store:
    """What is kept. Writes that belong together stand in one ``transaction``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All writes inside are kept together or not at all; one may hold others."""
        with self._database.transaction():
            yield

    def close(self) -> None:
        """Ends the work with the store."""
        self._database.close()

    def _rows(self, statement: str, *values: Any) -> list[Row]:
        return self._database.execute(statement, values)

    def _write(self, statement: str, *values: Any) -> list[Row]:
        return self._database.execute(statement, values)

    def examine(self) -> str:
        """What is damaged in the store, as the database says it; empty if it is sound."""
        found = [str(row["quick_check"]) for row in self._rows(sql.EXAMINE)]
        return "" if found == ["ok"] else "; ".join(found[:5])

    # facts about the desk

    def fact(self, name: str) -> str | None:
        """A fact about the desk, such as when the jobs last ran."""
        found = self._rows(sql.GET_FACT, name)
        return found[0]["value"] if found else None

    def facts(self, beginning: str) -> dict[str, str]:
        """The facts whose names begin so, by the rest of the name."""
        found = self._rows(sql.FACTS, f"{beginning}%")
        return {row["name"].removeprefix(beginning): row["value"] for row in found}

    def set_fact(self, name: str, value: str) -> None:
        """Keeps a fact about the desk."""
        self._write(sql.SET_FACT, name, value)

    # matches and seats

    def add_match(self, match: Match) -> None:
        """Keeps a new match; its name must be free."""
        self._write(sql.ADD_MATCH, *rows.match_values(match))

    def save_match(self, match: Match) -> None:
        """Keeps what changes while a match is played: deadline, status, settings."""
        self._write(sql.SAVE_MATCH, *rows.changing_values(match), match.name)

    def match(self, name: str) -> Match | None:
        """The match of that name."""
        found = self._rows(sql.MATCH, name)
        return rows.match_of(found[0]) if found else None

    def matches(self) -> tuple[Match, ...]:
        """All matches by name."""
        return tuple(map(rows.match_of, self._rows(sql.MATCHES)))

    def matches_setting(self, setting: str) -> tuple[Match, ...]:
        """The matches that are not over and have a value of their own for a setting, by name."""
        found = map(rows.match_of, self._rows(sql.MATCHES_SETTING, f"%{setting}%"))
        return tuple(match for match in found if setting in match.settings)

    def outline(self) -> str:
        """A text that changes when a match, a seat, a note or a message does, or with the log.

        It costs three questions, however many matches there are.
        """
        questions = (sql.OUTLINE_OF_MATCHES, sql.OUTLINE_OF_SEATS, sql.OUTLINE_OF_REST)
        return repr([[tuple(row.values()) for row in self._rows(one)] for one in questions])

    def running_until(self, moment: datetime) -> tuple[Match, ...]:
        """Running matches whose deadline is not after *moment*, the earliest first."""
        found = self._rows(sql.RUNNING_UNTIL, rows.moment_text(moment))
        return tuple(map(rows.match_of, found))

    def save_seat(self, seat: Seat) -> None:
        """Keeps a seat, in place of what was known about it."""
        self._write(sql.SAVE_SEAT, seat.match, seat.power, seat.player, seat.zone, seat.code_word)
        self._write(sql.DROP_ADDRESSES, seat.match, seat.power)
        for place, address in enumerate(seat.addresses):
            self._write(sql.ADD_ADDRESS, seat.match, seat.power, place, address.casefold())

    def seats(self, match: str) -> tuple[Seat, ...]:
        """The seats of a match by power."""
        addresses: dict[str, list[str]] = {}
        for row in self._rows(sql.ADDRESSES, match):
            addresses.setdefault(row["power"], []).append(row["address"])
        return tuple(
            Seat(
                match=match,
                power=row["power"],
                addresses=tuple(addresses.get(row["power"], ())),
                player=row["player"],
                zone=row["zone"],
                code_word=row["code_word"],
            )
            for row in self._rows(sql.SEATS, match)
        )

    def seats_of(self, address: str) -> tuple[tuple[str, str], ...]:
        """Match and power of every seat that letters from *address* may speak for."""
        found = self._rows(sql.SEATS_OF, address.casefold())
        return tuple((row["match"], row["power"]) for row in found)

    # letters

    def keep_letter(self, raw: RawLetter) -> tuple[int, bool]:
        """Keeps a letter and gives its number, and whether it is new."""
        key = (raw.message_id or "", raw.digest, raw.place)
        if known := self._rows(sql.LETTER_NUMBER, *key):
            return known[0]["number"], False
        received = rows.moment_text(raw.received)
        self._write(sql.KEEP_LETTER, *key, received, raw.source, raw.content)
        return self._rows(sql.LETTER_NUMBER, *key)[0]["number"], True

    def letter(self, number: int) -> KeptLetter | None:
        """The letter of that number."""
        found = self._rows(sql.LETTER, number)
        return rows.letter_of(found[0]) if found else None

    def unread(self, before: datetime | None = None) -> tuple[int, ...]:
        """The numbers of the letters nobody has looked at, in the order they came.

        With *before*, only of those received before it.
        """
        limit = rows.moment_text(before)
        found = self._rows(sql.UNREAD)
        return tuple(row["number"] for row in found if limit is None or row["received"] < limit)

    def letters_of(self, match: str, fate: LetterFate) -> tuple[int, ...]:
        """The numbers of the letters about a match that this became of."""
        return tuple(row["number"] for row in self._rows(sql.LETTERS_OF, match, fate.value))

    def read_again(self, number: int, meant: int | None = None) -> None:
        """Lets a letter be read once more, for the step *meant* whenever it came."""
        self._write(sql.READ_AGAIN, meant, number)

    def mark_letter(self, letter: KeptLetter) -> None:
        """Keeps what became of a letter."""
        self._write(
            sql.MARK_LETTER,
            letter.fate.value,
            letter.sender,
            letter.subject,
            letter.match,
            letter.power,
            letter.text_digest,
            letter.reason,
            rows.moment_text(letter.handled),
            letter.meant,
            letter.number,
        )

    def same_letter(self, message_id: str, text_digest: str, before: int) -> int | None:
        """The number of an earlier letter of that Message-ID in which the same text was read."""
        found: int | None = self._rows(sql.SAME_TEXT, message_id, text_digest, before)[0]["number"]
        return found

    def letters(self, fate: LetterFate, since: datetime = BEGINNING) -> tuple[KeptLetter, ...]:
        """The letters that this became of, received since then; without their bytes."""
        found = self._rows(sql.LETTERS_WITH_FATE, fate.value, rows.moment_text(since))
        return tuple(map(rows.letter_of, found))

    # steps and submissions

    def add_step(self, step: Step) -> None:
        """Keeps a new step; its number must be free."""
        self._write(sql.ADD_STEP, *rows.step_values(step))

    def steps(self, match: str) -> tuple[Step, ...]:
        """All steps of a match, the withdrawn ones too, by number."""
        return tuple(map(rows.step_of, self._rows(sql.STEPS, match)))

    def step_heads(self, match: str) -> tuple[StepHead, ...]:
        """All steps of a match by number, without what is in them."""
        return tuple(map(rows.step_head_of, self._rows(sql.STEP_HEADS, match)))

    def step(self, match: str, number: int) -> Step | None:
        """One step of a match."""
        found = self._rows(sql.STEP, match, number)
        return rows.step_of(found[0]) if found else None

    def latest_step(self, match: str) -> Step | None:
        """The step whose state is the present position."""
        found = self._rows(sql.LATEST_STEP, match)
        return rows.step_of(found[0]) if found else None

    def withdrawn_after(self, match: str, step: int | None) -> tuple[Step, ...]:
        """The steps that were taken from the state of *step* and then withdrawn."""
        return tuple(map(rows.step_of, self._rows(sql.WITHDRAWN_AFTER, match, step)))

    def next_number(self, match: str) -> int:
        """The number that the next step of a match gets."""
        last = self._rows(sql.LAST_NUMBER, match)[0]["number"]
        return 0 if last is None else int(last) + 1

    def withdraw_step(self, match: str, number: int, at: datetime | None) -> None:
        """Marks a step as withdrawn then, or (None) as standing again."""
        self._write(sql.WITHDRAW_STEP, rows.moment_text(at), match, number)

    def add_submission(self, submission: Submission) -> Submission:
        """Keeps an order sheet and gives it with its number."""
        number = self._write(sql.ADD_SUBMISSION, *rows.submission_values(submission))[0]["number"]
        return replace(submission, number=number)

    def submissions(self, match: str, step: int) -> tuple[Submission, ...]:
        """The order sheets for the phase after a step, oldest first."""
        return tuple(map(rows.submission_of, self._rows(sql.SUBMISSIONS, match, step)))

    # the outbox

    def enqueue(self, letter: OutgoingLetter) -> None:
        """Puts a mail into the outbox, once for each key."""
        for svg in letter.pictures.values():
            self._write(sql.KEEP_PICTURE, rows.picture_digest(svg), svg)
        self._write(sql.ENQUEUE, *rows.outgoing_values(letter))

    def _picture(self, digest: str) -> str:
        return str(self._rows(sql.PICTURE, digest)[0]["svg"])

    def waiting(self, now: datetime) -> tuple[str, ...]:
        """The keys of the mails to send now, oldest first."""
        found = self._rows(sql.WAITING, rows.moment_text(now))
        return tuple(row["key"] for row in found)

    def outgoing(self, key: str) -> OutgoingLetter | None:
        """The mail for that occasion."""
        found = self._rows(sql.OUTGOING, key)
        return rows.outgoing_of(found[0], self._picture) if found else None

    def outgoing_with_id(self, message_id: str) -> OutgoingLetter | None:
        """The mail that was given that Message-ID."""
        found = self._rows(sql.OUTGOING_WITH_ID, message_id)
        return rows.outgoing_of(found[0], self._picture) if found else None

    def outgoing_of(self, match: str, kind: str) -> tuple[OutgoingLetter, ...]:
        """The mails of one kind about a match, sent or not."""
        found = self._rows(sql.OUTGOING_OF, match, kind)
        return tuple(rows.outgoing_of(row, self._picture) for row in found)

    def undelivered(self) -> tuple[OutgoingLetter, ...]:
        """All mails that were not sent yet or came back."""
        return tuple(rows.outgoing_of(row, self._picture) for row in self._rows(sql.TROUBLED))

    def claim(self, key: str, now: datetime, hold: timedelta) -> bool:
        """Takes a mail for sending; nobody else gets it before *hold* is over."""
        until = rows.moment_text(now + hold)
        return bool(self._write(sql.CLAIM, until, key, rows.moment_text(now)))

    def mark_sent(self, key: str, at: datetime) -> None:
        """Keeps that a mail was delivered to the mail server."""
        self._write(sql.MARK_SENT, rows.moment_text(at), key)

    def mark_unsent(
        self, key: str, failure: str, again: datetime, given_up: datetime | None = None
    ) -> None:
        """Keeps why a mail could not be delivered, and when to try again, or that it is over."""
        moments = (rows.moment_text(again), rows.moment_text(given_up))
        self._write(sql.MARK_UNSENT, failure, *moments, key)

    def mark_bounced(self, key: str, failure: str) -> None:
        """Keeps that a mail came back after it was sent."""
        self._write(sql.MARK_BOUNCED, failure, key)

    def count_outgoing(self, match: str, power: str, kind: str) -> int:
        """How many mails of a kind were written to a seat."""
        return int(self._rows(sql.COUNT_OUTGOING, match, power, kind)[0]["number"])

    def count_answers(self, addresses: Sequence[str], since: datetime) -> int:
        """How many answers to letters were written to exactly these addresses since then."""
        values = (rows.plain(list(addresses)), rows.moment_text(since))
        return int(self._rows(sql.COUNT_ANSWERS, *values)[0]["number"])

    def count_to_strangers(self, kind: str, since: datetime) -> int:
        """How many mails of a kind that is about no match were written since then."""
        return int(self._rows(sql.COUNT_KIND, rows.moment_text(since), kind)[0]["number"])

    # press

    def add_press(self, message: PressMessage) -> PressMessage | None:
        """Keeps a message and gives it with its number; None if it is kept already."""
        found = self._write(sql.ADD_PRESS, *rows.press_values(message))
        return replace(message, number=found[0]["number"]) if found else None

    def press(self, match: str) -> tuple[PressMessage, ...]:
        """The messages of a match, oldest first."""
        return tuple(map(rows.press_of, self._rows(sql.PRESS, match)))

    def count_press(self, match: str, sender: str, since: datetime) -> int:
        """How many messages a power has sent after that moment."""
        values = (match, sender, rows.moment_text(since))
        return int(self._rows(sql.COUNT_PRESS, *values)[0]["number"])

    # notes and log

    def add_note(self, note: Note) -> None:
        """Keeps a note of the gamemaster."""
        values = (note.match, note.step, note.text, rows.moment_text(note.at), note.by)
        self._write(sql.ADD_NOTE, *values)

    def notes(self, match: str, step: int | None = None) -> tuple[Note, ...]:
        """The notes on a match, oldest first; with *step*, those written after that step."""
        found = map(rows.note_of, self._rows(sql.NOTES, match))
        return tuple(note for note in found if step is None or note.step == step)

    def log(self, entry: LogEntry) -> None:
        """Adds a line to the log."""
        at = rows.moment_text(entry.at)
        self._write(sql.ADD_LOG, at, entry.who, entry.what, entry.match, entry.detail)

    def concerns(self, after: int) -> tuple[tuple[int, LogEntry], ...]:
        """The lines of the log that are meant for the gamemaster, with number, after one."""
        found = self._rows(sql.CONCERNS, after)
        return tuple((row["number"], rows.log_entry_of(row)) for row in found)

    def log_entries(self, match: str | None = None, limit: int = 1000) -> tuple[LogEntry, ...]:
        """The last lines of the log, the newest first."""
        found = (
            self._rows(sql.LOG, limit) if match is None else self._rows(sql.LOG_OF, match, limit)
        )
        return tuple(map(rows.log_entry_of, found))
