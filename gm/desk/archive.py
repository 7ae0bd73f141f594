"""A chronicle as a folder of plain text files that git can hold.

The same match gives the same files, byte by byte.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gm import __version__
from gm.desk import digests, rolls
from gm.desk.chronicle import Chronicle, WrittenLetter, chronicle
from gm.desk.record import data_of
from gm.desk.room import Desk
from gm.desk.withhold import shown
from gm.errors import TryAgainError, UsageError, writing
from gm.games.game import Game
from gm.records import MatchStatus, Step
from gm.rendering.templates import fill
from gm.resources import Folders
from gm.values import Value

FORM = 1
"""Goes up when the files change so that an older program cannot read them."""
OWN = ("maps", "grammars")
"""The folders of a desk whose own files a match may be played with."""
PARTS = ("letters", "steps", *OWN)
"""The folders that belong to an archive whole, so that what is in them no more is removed."""


class Archive(Value, frozen=True):
    """The files of an archive, by path, and *remarks*: sentences about what is not in them yet."""

    files: Mapping[str, str]
    remarks: tuple[str, ...]


HIDES = (
    "The game has secrets that last, and the match goes on: letters, orders and events are left "
    "out, and positions are those that everybody may see. Once the match is over, gm export writes "
    "all of them."
)
WITHHELD = (
    "Orders that stay secret while the match goes on are left out; once it is over, gm export "
    "writes all of them."
)
GOES_ON = (
    "The match goes on: its seed, and all that came for the present phase, are left out for now."
)


def assembled(
    desk: Desk, name: str, is_whole: Callable[[Chronicle], bool], *, with_addresses: bool = False
) -> Archive:
    """The archive of a match as others may see it now, with the desk's own maps and grammars.

    *is_whole* is as in ``gm.desk.withhold.shown``.

    Raises:
        UsageError: there is no such match.
        TryAgainError: a map or grammar of the desk's own cannot be read.
    """
    found = chronicle(desk, name)
    told = shown(desk, found, is_whole, with_addresses=with_addresses)
    game = desk.offer(found.match).game
    made = dict(files(told, game, digests.commitment(found.match), desk.folders))
    made |= dict(own_files(desk.folders))
    return Archive(made, tuple(_remarks(told)))


def _remarks(told: Chronicle) -> Iterator[str]:
    if told.hides:
        yield HIDES
    elif told.match.status is not MatchStatus.OVER:
        yield GOES_ON
        if told.withheld:
            yield WITHHELD


def files(
    found: Chronicle, game: Game[Any, Any], commitment: str, folders: Folders | None = None
) -> Iterator[tuple[str, str]]:
    """The files of an archive: path and text. *commitment* is the digest of the seed."""
    about = {
        "name": found.match.name,
        "title": game.title,
        "version": __version__,
        "goes_on": found.match.status is not MatchStatus.OVER,
        "hides": found.hides,
        "withheld": bool(found.withheld),
    }
    yield "README.md", fill("archive/README.md.j2", about, folders).strip() + "\n"
    yield "match.json", _json(_match(found, commitment))
    yield "seats.json", _json([data_of(seat) for seat in found.seats])
    yield "notes.json", _json([data_of(note) for note in found.notes])
    yield "press.json", _json([data_of(message) for message in found.press])
    yield "log.json", _json([data_of(entry) for entry in found.log])
    for letter in found.letters.values():
        yield f"letters/{letter.number:05d}-{letter.power}.txt", written(letter)
    for step in found.steps:
        for name, text in _step(found, game, step):
            yield f"steps/{step.number:03d}/{name}", text


def own_files(folders: Folders) -> Iterator[tuple[str, str]]:
    """The desk's own maps and grammars, without which a match of theirs could not be verified."""
    if folders.overlay is None:
        return
    for part in OWN:
        place = folders.overlay / part
        for file in sorted(place.rglob("*")) if place.is_dir() else ():
            if file.is_file() and not file.name.startswith("."):
                yield f"{part}/{file.relative_to(place).as_posix()}", _text(file)


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TryAgainError(f"The file {file} cannot be read: {error}.") from None


def _match(found: Chronicle, commitment: str) -> dict[str, Any]:
    welcome = "".join((found.welcome or "").split())
    return {
        "form": FORM,
        "version": __version__,
        "commitment": commitment,
        "commitment_was_told": commitment in welcome,
        "hides": found.hides,
        "keys": {phase: dict(keys) for phase, keys in found.keys.items()},
        **data_of(found.match),
        "reminded": None,
    }


def _step(found: Chronicle, game: Game[Any, Any], step: Step) -> Iterator[tuple[str, str]]:
    data = data_of(step)
    apart = {name: data.pop(name) for name in ("state", "events", "orders")}
    data["fingerprints"] = dict(found.published.get(step.number, {}))
    data["withheld"] = list(found.withheld.get(step.number, ()))
    yield "step.json", _json(data)
    yield "state.json", _json(apart["state"])
    if step.number in found.reports:
        yield "report.txt", found.reports[step.number]
    if found.hides:
        return
    before = next((one for one in found.steps if one.number == step.after), None)
    if rolled := rolls.rolls_of(game, before, step):
        yield "dice.txt", rolls.plain_text(rolled)
    yield "events.json", _json(apart["events"])
    yield "orders.json", _json(apart["orders"])
    yield "orders.txt", "\n".join(_orders(game, step)) + "\n"
    sheets = found.submissions.get(step.number, ())
    yield "sheets.json", _json([data_of(one) for one in sheets])


def _orders(game: Game[Any, Any], step: Step) -> Iterator[str]:
    yield step.phase
    for side in game.sides:
        orders = step.orders.get(side.id, ())
        yield f"\n{side.name}:" if orders else f"\n{side.name}: none"
        yield from (f"  {game.spell(game.codec.load_order(one))}" for one in orders)


def written(letter: WrittenLetter) -> str:
    """A letter as a file: lines of what it is, an empty line, and its text."""
    head = {
        "Letter": str(letter.number),
        "Seat": letter.power,
        "Received": letter.received.isoformat(),
        "Became": letter.fate.value,
        "Remark": letter.reason or "",
        "Subject": letter.subject,
        "SHA-256": letter.digest,
    }
    lines = [f"{name}: {value}".rstrip() for name, value in head.items()]
    return "\n".join(lines) + f"\n\n{letter.text}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def packed(made: Mapping[str, str], name: str) -> bytes:
    """An archive as one file (ZIP) with a folder *name* in it; the same bytes each time."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as whole:
        for path, text in made.items():
            entry = zipfile.ZipInfo(f"{name}/{path}")  # of 1980, the earliest a ZIP can tell
            entry.compress_type = zipfile.ZIP_DEFLATED
            whole.writestr(entry, text.encode("utf-8", "surrogatepass"))
    return stream.getvalue()


def write(folder: Path, made: Mapping[str, str], name: str) -> int:
    """Writes an archive into *folder*; gives the number of files that were not so before.

    Files that do not belong to the archive any more are removed from its own folders.

    Raises:
        UsageError: something else is in the folder.
        TryAgainError: it cannot be written.
    """
    _require_own(folder, name)
    changed = 0
    with writing("archive", folder):
        for path, text in made.items():
            place = folder / path
            content = text.encode("utf-8", "surrogatepass")
            if place.is_file() and place.read_bytes() == content:
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            changed += 1
        for part in PARTS:
            for place in sorted((folder / part).rglob("*")):
                if place.is_file() and place.relative_to(folder).as_posix() not in made:
                    place.unlink()
                    changed += 1
    return changed


def _require_own(folder: Path, name: str) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; name a folder for the archive.")
    if not folder.exists() or not any(one.name != ".git" for one in folder.iterdir()):
        return
    file = folder / "match.json"
    try:
        kept = json.loads(file.read_text("utf-8")) if file.is_file() else None
    except ValueError:
        kept = None
    if not isinstance(kept, dict) or kept.get("name") != name:
        raise UsageError(
            f"{folder} holds other files than an archive of the match {name}; name an empty "
            "folder, or one that gm export has written for this match."
        )
