"""The folder that ``gm.desk.archive`` wrote, read as a chronicle."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gm.desk.archive import FORM
from gm.desk.chronicle import Chronicle, WrittenLetter
from gm.desk.record import record_of
from gm.errors import DataError, UsageError
from gm.games.dice import COUNTED
from gm.records import LogEntry, Match, Note, PressMessage, Seat, Step, Submission
from gm.values import Value, replace


def read(folder: Path) -> Chronicle:
    """The chronicle that an archive holds.

    Raises:
        UsageError: the folder holds no archive, or one without letters.
        DataError: a file of it is broken.
    """
    if not (folder / "match.json").is_file():
        raise UsageError(f"There is no archive in {folder}: it has no match.json.")
    reader = _Reader(folder)
    head = reader.table("match.json", ("form", "commitment", "keys"))
    if head["form"] != FORM:
        raise DataError(f"{folder / 'match.json'}: this program reads archives of form {FORM}.")
    if head.get("hides"):
        raise UsageError(
            f"The archive {folder} was written while the match went on, and the game has secrets "
            "that last: letters and orders are not in it yet, so there is nothing to verify. "
            "Verify it when the match is over."
        )
    steps = tuple(reader.steps())
    about = {step.number: data for step, data in steps}
    return Chronicle(
        match=reader.record(Match, "match.json", {"dice_form": COUNTED, **head}),
        seats=tuple(reader.records(Seat, "seats.json")),
        steps=tuple(step for step, _ in steps),
        submissions={
            number: tuple(reader.records(Submission, f"steps/{number:03d}/sheets.json"))
            for number in about
        },
        letters={letter.number: letter for letter in reader.letters()},
        published={number: data["fingerprints"] for number, data in about.items()},
        reports={
            number: text
            for number in about
            if (text := reader.text(f"steps/{number:03d}/report.txt")) is not None
        },
        welcome=str(head["commitment"]) if head.get("commitment_was_told") else None,
        notes=tuple(reader.records(Note, "notes.json")),
        log=tuple(reader.records(LogEntry, "log.json")),
        press=tuple(reader.records(PressMessage, "press.json")),
        keys=head["keys"],
        withheld={number: tuple(data["withheld"]) for number, data in about.items()},
    )


class _Reader(Value, frozen=True):
    folder: Path

    def text(self, name: str) -> str | None:
        """What a file of the archive says; None if there is none."""
        place = self.folder / name
        try:
            return place.read_bytes().decode("utf-8", "surrogatepass") if place.is_file() else None
        except (OSError, ValueError) as error:
            raise DataError(f"The file {place} cannot be read: {error}.") from None

    def json(self, name: str) -> Any:
        """The data in a file of the archive."""
        text = self.text(name)
        if text is None:
            raise DataError(f"The file {self.folder / name} is missing.")
        try:
            return json.loads(text)
        except ValueError as error:
            raise DataError(f"The file {self.folder / name} cannot be read: {error}.") from None

    def table(self, name: str, wanted: tuple[str, ...]) -> dict[str, Any]:
        """The table in a file, which has the names *wanted*."""
        data = self.json(name)
        if not isinstance(data, dict):
            raise DataError(f"The file {self.folder / name} holds no table of names and values.")
        for one in wanted:
            if one not in data:
                raise DataError(f"The file {self.folder / name} has no “{one}”.")
        return data

    def record(self, kind: type[Any], name: str, data: Any) -> Any:
        """The record of that kind that a file holds."""
        try:
            return record_of(kind, data)
        except (KeyError, TypeError, ValueError) as error:
            where = self.folder / name
            raise DataError(f"The file {where} holds no {kind.__name__}: {error!r}.") from None

    def records(self, kind: type[Any], name: str) -> Iterator[Any]:
        """The records of a list."""
        listed = self.json(name)
        if not isinstance(listed, list):
            raise DataError(f"The file {self.folder / name} holds no list.")
        for data in listed:
            yield self.record(kind, name, data)

    def steps(self) -> Iterator[tuple[Step, dict[str, Any]]]:
        """The steps, each with all that its file says of it."""
        for place in sorted((self.folder / "steps").glob("*/step.json")):
            inside = place.parent.relative_to(self.folder).as_posix()
            about = self.table(f"{inside}/step.json", ("fingerprints", "withheld"))
            about.setdefault("version", None)  # not kept by older programs
            for name in ("state", "events", "orders"):
                about[name] = self.json(f"{inside}/{name}.json")
            yield self.record(Step, f"{inside}/step.json", about), about

    def letters(self) -> Iterator[WrittenLetter]:
        """The letters by number."""
        for place in sorted((self.folder / "letters").glob("*.txt")):
            name = place.relative_to(self.folder).as_posix()
            head, _, body = (self.text(name) or "").partition("\n\n")
            parts = (line.partition(":") for line in head.split("\n"))
            said = {key: value.strip() for key, _, value in parts}
            number = said.get("Letter", "")
            data = {
                "number": int(number) if number.isdecimal() else None,
                "power": said.get("Seat"),
                "received": said.get("Received", ""),
                "fate": said.get("Became"),
                "reason": said.get("Remark") or None,
                "subject": said.get("Subject", ""),
                "text": "",
                "digest": said.get("SHA-256", ""),
            }
            letter: WrittenLetter = self.record(WrittenLetter, name, data)
            yield replace(letter, text=body.removesuffix("\n"))
