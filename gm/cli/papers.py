"""The mail of an example as files to read: what went out in each phase, in plain text and HTML."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from gm import deadlines
from gm.cli.example import Happening
from gm.errors import writing
from gm.records import OutgoingLetter

RULE = "=" * 78
ONE_BY_ONE = ("welcome", "report")
"""Kinds of letters that are files of their own."""


def papers(happenings: Iterable[Happening]) -> Mapping[str, str]:
    """All mail that went out: file name -> text.

    One folder for each phase, numbered in the order of play. ``answers.txt`` and
    ``reminders.txt`` hold the letters of their kind one after the other; welcomes, reports and
    notices are files of their own, named after their reader, with their pictures beside them.
    """
    found: dict[str, str] = {}
    number = 1
    for one in happenings:
        folder = f"{number:02d}-{_slug(one.phase)}"
        for letter in one.sent:
            _add(found, folder, letter, one.at)
        number += one.turned
    return found


def write_papers(folder: Path, happenings: Iterable[Happening]) -> None:
    """Writes all mail that went out into *folder*."""
    for name, text in papers(happenings).items():
        path = folder / name
        with writing("file", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def _add(found: dict[str, str], folder: str, letter: OutgoingLetter, at: datetime) -> None:
    if letter.kind in ONE_BY_ONE or letter.kind.startswith("notice-"):
        folder = "00-start" if letter.kind == "welcome" else folder
        name = f"{folder}/{letter.kind}-{letter.power or 'gamemaster'}"
        found[f"{name}.txt"] = f"Subject: {letter.subject}\n\n{letter.text}"
        found[f"{name}.html"] = _with_pictures(found, folder, letter)
        return
    kind = {"reminder": "reminders", "digest": "digests"}.get(letter.kind, "answers")
    name = f"{folder}/{kind}.txt"
    found[name] = found.get(name, "") + (
        f"{RULE}\n"
        f"To: {', '.join(letter.to)}\n"
        f"Sent: {deadlines.wall(at, deadlines.UTC_ZONE)}\n"
        f"Subject: {letter.subject}\n\n"
        f"{letter.text.rstrip()}\n\n"
    )


def _with_pictures(found: dict[str, str], folder: str, letter: OutgoingLetter) -> str:
    """The HTML of a letter with its pictures as files beside it, each kept once."""
    html = letter.html
    for name, svg in letter.pictures.items():
        file = f"{name}.svg"
        if found.setdefault(f"{folder}/{file}", svg) != svg:  # this reader sees another picture
            file = f"{name}-{letter.power or 'gamemaster'}.svg"
            found[f"{folder}/{file}"] = svg
        html = html.replace(f'"cid:{name}"', f'"{file}"')
    return html


def _slug(phase: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", phase.lower()).strip("-")
