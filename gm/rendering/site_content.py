"""What the pages of ``templates/site/`` are made from: the keys of their content, with types.

Plain data throughout, as in ``gm.rendering.content``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from gm.rendering.content import Match, Moment, Section


class Instant(Moment):
    """A moment of the site: ``iso`` is ``2026-02-11T01:00:00Z``."""

    iso: str


class PageLink(TypedDict):
    """A step's page: ``number`` of the step, ``label`` of its phase."""

    number: int
    label: str


class StepLink(PageLink):
    """A step in lists and feeds; ``at`` is when it was adjudicated, ``says`` a few words."""

    at: Instant
    says: str


class SitePlayer(TypedDict):
    """A side and who plays it."""

    name: str
    colour: str
    player: str | None


class Site(TypedDict):
    """What every page holds: the club's name, and the site's address if it has one."""

    club: str
    address: str | None


class StepPage(Site):
    """The page of one step.

    ``report`` is ``Game.report`` for the public; ``family`` names the templates. ``before`` and
    ``after`` are the steps next to it. ``notes`` are the GM's, ``appendix`` sections at its end.
    """

    match: Match
    family: str
    number: int
    label: str
    at: Instant
    before: PageLink | None
    after: PageLink | None
    notes: Sequence[str]
    report: Mapping[str, Any]
    appendix: Sequence[Section]


class MatchPage(Site):
    """The first page of a match, its rules page and its feed.

    ``position`` is ``Game.position`` for the public. ``steps`` are all, oldest first. ``rules`` are
    the rule choices as in ``Welcome``. ``archive`` and ``calendar`` are file names beside
    the page, None if there are none. ``orders_to`` is where orders are mailed. ``appendix`` are
    sections at its end. ``figures`` is ``Counted.statistics``, for games that keep figures.
    """

    match: Match
    family: str
    deadline: Moment | None
    players: Sequence[SitePlayer]
    position: Mapping[str, Any]
    steps: Sequence[StepLink]
    rules: Sequence[Mapping[str, str | None]]
    notes: Sequence[str]
    archive: str | None
    calendar: str | None
    orders_to: str
    appendix: Sequence[Section]
    figures: NotRequired[Mapping[str, Any] | None]


class ClubMatch(TypedDict):
    """A match in the list: ``phase`` is None when it is over, ``ended`` then says how."""

    match: Match
    phase: str | None
    deadline: Moment | None
    ended: str | None
    players: Sequence[SitePlayer]


class ClubPage(Site):
    """The first page of the site."""

    matches: Sequence[ClubMatch]
