"""What the pages of the site are made from: the contents that ``gm.rendering.content`` names."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from gm.desk import appendix
from gm.desk.post import moment
from gm.desk.room import Desk
from gm.desk.standing import Standing, standing
from gm.errors import DataError
from gm.games.game import Content, Outcome
from gm.records import StepHead


def _site(desk: Desk) -> dict[str, Any]:
    site = desk.config.site
    return {"club": site.title, "address": site.address or None}


def match_content(desk: Desk, present: Standing, heads: Sequence[StepHead]) -> Any:
    """The first page of a match: ``MatchPage``."""
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
                "says": _says(desk, present, head),
            }
            for head in heads
            if head.after is not None
        ],
        "rules": [{"name": key, "value": value} for key, value in game.rule_choices.items()],
        "notes": notes,
        "archive": None,
        "calendar": None,
        "orders_to": desk.config.desk.address,
        "appendix": appendix.of_match(present),
    }


def _named(present: Standing) -> dict[str, Any]:
    return {"match": {"name": present.match.name, "game": present.offer.game.title}}


def _says(desk: Desk, present: Standing, head: StepHead) -> str:
    if head.withdrawn is not None:
        return "taken back by the gamemaster"
    step = desk.store.step(present.match.name, head.number)
    sent = len(step.orders) if step else 0
    return f"orders from {sent} of {len(present.offer.game.sides)}"


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
    step = desk.store.step(name, number)
    start = desk.store.step(name, mark[0])
    if step is None or start is None:
        raise DataError(f"Step {number} of the match {name} is gone; the store is damaged.")
    outcome: Outcome[Any] = Outcome(
        game.codec.load_state(step.state), tuple(map(game.codec.load_event, step.events))
    )
    notes = [note.text for note in desk.store.notes(name, start.number)]
    if step.withdrawn is not None:
        notes.insert(0, "The gamemaster has taken this result back; it no longer counts.")
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
        "report": game.report(game.codec.load_state(start.state), outcome, None),
        "appendix": appendix.of_step(standing(desk, present.match, start), step),
    }


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
