"""What the pages of the site are made from: the contents that ``gm.rendering.content`` names."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from gm.config import Offered
from gm.desk import appendix, closing
from gm.desk.post import moment
from gm.desk.reports import told
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.errors import DataError
from gm.games.game import Counted
from gm.games.vocabulary import Content, Outcome
from gm.records import Step, StepHead

Trace = Mapping[str, Any]
"""What a step leaves on the pages of its match: ``orders`` (from how many), ``tally`` (if kept)."""

CALENDAR = "deadline.ics"
"""The file beside a match's page that calendars fetch."""


def _site(desk: Desk) -> dict[str, Any]:
    site = desk.config.site
    return {"club": site.title, "address": site.address or None}


def match_content(
    desk: Desk, present: Standing, heads: Sequence[StepHead], traces: Mapping[str, Trace]
) -> Any:
    """The first page of a match: ``MatchPage``; *traces* are those of its steps by number."""
    game = present.offer.game
    name = present.match.name
    notes = [note.text for note in desk.store.notes(name, present.step.number)]
    return {
        **_site(desk),
        **_named(present),
        "family": present.offer.templates,
        "phase": present.phase.label if present.phase else None,
        "deadline": _deadline(present),
        "players": _players(present),
        "position": game.position(present.state, None),
        "steps": [
            {
                "number": head.number,
                "label": head.phase,
                "at": _instant(head.at, present),
                "says": _says(present, head, traces[str(head.number)]),
            }
            for head in heads
            if head.after is not None
        ],
        "rules": appendix.rule_contents(game),
        "notes": notes,
        "archive": archive_name(desk, present),
        "calendar": CALENDAR if present.match.deadline and present.phase else None,
        "orders_to": desk.config.desk.address,
        "appendix": closing.on_page(desk, present),
        "figures": _figures(present, heads, traces),
    }


def trace(desk: Desk, present: Standing, number: int, after: int) -> Trace:
    """What step *number*, which began from step *after*, leaves on the pages of its match."""
    game = present.offer.game
    happened = _happened(desk, present, number, after)
    tally = (
        game.count_step(happened.before, happened.outcome) if isinstance(game, Counted) else None
    )
    return {"orders": len(happened.step.orders), "tally": tally}


def _figures(
    present: Standing, heads: Sequence[StepHead], traces: Mapping[str, Trace]
) -> Content | None:
    game = present.offer.game
    if not isinstance(game, Counted):
        return None
    counting = [str(head.number) for head in heads if head.after is not None and not head.withdrawn]
    return game.statistics(present.state, [traces[number]["tally"] for number in counting])


class _Happened(NamedTuple):
    """A step, the one it began from with its state, and what came of it."""

    step: Step
    start: Step
    before: Any
    outcome: Outcome[Any]


def _happened(desk: Desk, present: Standing, number: int, after: int) -> _Happened:
    codec, name = present.offer.game.codec, present.match.name
    step, start = desk.store.step(name, number), desk.store.step(name, after)
    if step is None or start is None:
        raise DataError(f"Step {number} of the match {name} is gone; the store is damaged.")
    events = tuple(map(codec.load_event, step.events))
    outcome: Outcome[Any] = Outcome(codec.load_state(step.state), events)
    return _Happened(step, start, codec.load_state(start.state), outcome)


def archive_name(desk: Desk, present: Standing) -> str | None:
    """The file beside the page with the whole match, None where it is not offered."""
    offered = present.end is not None and desk.config.site.archive is Offered.OVER
    return archive_file(present.match.name) if offered else None


def archive_file(match: str) -> str:
    """How the file with a whole match is called."""
    return f"{match}-archive.zip"


def _named(present: Standing) -> dict[str, Any]:
    return {"match": {"name": present.match.name, "game": present.offer.game.title}}


def _says(present: Standing, head: StepHead, trace: Trace) -> str:
    if head.withdrawn is not None:
        return "taken back by the gamemaster"
    return f"orders from {trace['orders']} of {len(present.offer.game.sides)}"


def step_content(
    desk: Desk,
    present: Standing,
    number: int,
    labels: Mapping[int, str],
    mark: Sequence[Any],
) -> Any:
    """The page of one step (``StepPage``); *mark* begins with the steps before and after it."""
    game = present.offer.game
    name = present.match.name
    step, start, before, outcome = _happened(desk, present, number, mark[0])
    notes = [note.text for note in desk.store.notes(name, mark[0])]
    if step.withdrawn is not None:
        notes.insert(0, "The gamemaster has taken this result back; it no longer counts.")
    sections = appendix.of_step(standing(desk, present.match, start), step)
    if step.withdrawn is not None and _is_secret_again(present, before, outcome):
        outcome, sections = Outcome(before, ()), []
    return {
        **_site(desk),
        **_named(present),
        "family": present.offer.templates,
        "number": number,
        "label": step.phase,
        "at": _instant(step.at, present),
        "before": _link(mark[0], labels) if mark[0] else None,
        "after": _link(mark[1], labels) if mark[1] is not None else None,
        "notes": notes,
        "report": game.report(before, told(present, outcome), None),
        "appendix": sections,
    }


def _is_secret_again(present: Standing, before: Any, outcome: Outcome[Any]) -> bool:
    """Whether the match goes on after an end that laid open what a game with secrets hides."""
    game = present.offer.game
    is_end = present.end is None and game.end(outcome.state) is not None
    return is_end and game.view(before, None) != before


def _link(number: int, labels: Mapping[int, str]) -> Content:
    return {"number": number, "label": labels[number]}


def _deadline(present: Standing) -> Content | None:
    """The deadline without the time left, which a page cannot know."""
    at = present.match.deadline if present.phase else None
    return moment(at, present, at) if at else None


def _instant(at: datetime, present: Standing) -> Content:
    made = moment(at, present, at) or {}
    return {**made, "iso": f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"}


def _players(present: Standing) -> list[Content]:
    seats = present.seats
    return [
        {
            "name": side.name,
            "colour": side.colour,
            "player": seats[side.id].player if side.id in seats else None,
        }
        for side in present.offer.game.sides
    ]


def club_match(present: Standing) -> Content:
    """A match in the list of the first page: ``ClubMatch``."""
    return {
        **_named(present),
        "phase": present.phase.label if present.phase else None,
        "deadline": _deadline(present),
        "ended": present.end.sentence if present.end else None,
        "players": _players(present),
    }


def club_content(desk: Desk, matches: Sequence[Content]) -> Any:
    """The first page of the site: ``ClubPage``."""
    return {**_site(desk), "matches": list(matches)}
