"""Writes the site from the steps of all matches: beside, then renamed; only what has changed."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from gm.desk import pages
from gm.desk.post import deadline_entry
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.desk.summary import Summary
from gm.errors import writing
from gm.records import Match, StepHead

FORM = "6"
"""Goes up when the contents of the pages change, so that all are written again."""


def publish(
    desk: Desk,
    now: datetime,
    folder: Path | None = None,
    *,
    everything: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Writes the pages that have changed into *folder*, by default the one of the settings.

    With *everything*, all pages. A page that is there already as it should be is left alone.

    Raises:
        TryAgainError: the folder cannot be written to now.
    """
    site = (folder or desk.config.folder / desk.config.site.folder).resolve()
    summary = Summary("publish", data={"pages": 0, "folder": str(site)})
    fact = f"published {sha256(repr((FORM, str(site))).encode()).hexdigest()[:16]}"
    known = {} if everything else json.loads(desk.store.fact(fact) or "{}")
    seen = _seen(desk)
    if desk.store.fact(f"{fact} seen") == seen and _is_there(site, known):
        summary.say(f"Pages written: 0, in {site}.")
        return summary
    marks = dict(known)
    for match in desk.store.matches():
        heads = desk.store.step_heads(match.name)
        mark = _mark(desk, match, heads)
        first = site / match.name / "index.html"
        if known.get(match.name, {}).get("match") == mark and first.is_file():
            continue
        kept = known.get(match.name, {})
        traces = _traces(desk, match, heads, kept.get("traces", {}))
        for path, text in _pages(desk, match, heads, {**kept, "traces": traces}, site):
            summary.data["pages"] += _write(site / path, text.encode("utf-8"))
            progress(summary.data["pages"])
        _write_beside(desk, now, standing(desk, match), site / match.name)
        marks[match.name] = {
            "match": mark,
            "steps": _step_marks(heads),
            "traces": traces,
            "club": pages.club_match(standing(desk, match)),
        }
    if marks != known or not (site / "index.html").is_file():
        from gm.rendering.site import index_page  # only when something has changed

        content = pages.club_content(desk, [marks[name]["club"] for name in sorted(marks)])
        for path, text in index_page(content, desk.folders).items():
            summary.data["pages"] += _write(site / path, text.encode("utf-8"))
        with desk.store.transaction():
            desk.store.set_fact(fact, json.dumps(marks))
            desk.log(now, "publish", f"{summary.data['pages']} pages of the site were written.")
    if marks == known:
        with desk.store.transaction():
            desk.store.set_fact(f"{fact} seen", seen)
    summary.say(f"Pages written: {summary.data['pages']}, in {site}.")
    return summary


def _seen(desk: Desk) -> str:
    """A digest that changes with everything that a page may say."""
    said = (desk.store.outline(), desk.config)
    return sha256(repr(said).encode()).hexdigest()[:16]


def _is_there(site: Path, known: Mapping[str, Any]) -> bool:
    """Whether the first page of the site and those of all its matches are there."""
    return all((site / name / "index.html").is_file() for name in ("", *known))


def _mark(desk: Desk, match: Match, heads: Sequence[StepHead]) -> str:
    """A digest of all that the pages of a match say."""
    last = heads[-1].number if heads else 0
    notes = [
        note.text for number in range(last + 1) for note in desk.store.notes(match.name, number)
    ]
    seats = [(seat.power, seat.player) for seat in desk.store.seats(match.name)]
    config = desk.config
    said = (
        match.deadline,
        match.status,
        sorted(match.settings.items()),
        [(head.number, head.withdrawn) for head in heads],
        notes,
        len(desk.store.press(match.name)),
        seats,
        (config.site, config.desk.address),
    )
    return sha256(repr(said).encode()).hexdigest()[:16]


def _step_marks(heads: Sequence[StepHead]) -> dict[str, list[Any]]:
    """For each step what its page says of its neighbours."""
    standing_ones = [head.number for head in heads if head.withdrawn is None]
    marks = {}
    for head in heads:
        if head.after is None:
            continue
        after = next((number for number in standing_ones if number > head.number), None)
        marks[str(head.number)] = [head.after, after, head.withdrawn is not None]
    return marks


def _traces(
    desk: Desk, match: Match, heads: Sequence[StepHead], known: Mapping[str, pages.Trace]
) -> dict[str, pages.Trace]:
    """What each step leaves on the pages of its match; worked out once and kept."""
    present = standing(desk, match)
    return {
        str(head.number): known.get(str(head.number))
        or pages.trace(desk, present, head.number, head.after)
        for head in heads
        if head.after is not None
    }


def _pages(
    desk: Desk, match: Match, heads: Sequence[StepHead], known: Mapping[str, Any], site: Path
) -> Iterator[tuple[str, str]]:
    """The pages of a match that may have changed; *known* is what was kept of them before."""
    from gm.rendering.site import match_pages, step_page  # only when something has changed

    present = standing(desk, match)
    yield from match_pages(
        pages.match_content(desk, present, heads, known["traces"]), desk.folders
    ).items()
    done = known.get("steps", {})
    labels = {head.number: head.phase for head in heads}
    for number, mark in _step_marks(heads).items():
        page = site / match.name / f"{int(number):03d}.html"
        if done.get(number) != mark or not page.is_file():
            content = pages.step_content(desk, present, int(number), labels, mark)
            yield from step_page(content, desk.folders).items()


def _write_beside(desk: Desk, now: datetime, present: Standing, folder: Path) -> None:
    """What lies beside the pages: the deadline for calendars, and the archive when it is over.

    When the end is taken back the archive goes: it holds the seed and all orders.
    """
    entry, archived = deadline_entry(desk, now, present), pages.archive_name(desk, present)
    if entry is not None:
        _write(folder / pages.CALENDAR, entry.encode())
    else:
        with writing("folder", folder):
            (folder / pages.CALENDAR).unlink(missing_ok=True)
    if archived is not None:
        from gm.desk import archive  # only for a match that is over

        made = archive.assembled(desk, present.match.name, lambda _: True)  # all orders are told
        _write(folder / archived, archive.packed(made.files, present.match.name))
    else:
        with writing("folder", folder):
            (folder / pages.archive_file(present.match.name)).unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> int:
    """Writes a file beside its place and renames it; 1 if it was not there as it should be."""
    with writing("page", path):
        if path.is_file() and path.read_bytes() == content:
            return 0
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_bytes(content)
        beside.replace(path)
    return 1
