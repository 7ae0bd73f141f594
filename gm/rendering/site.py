"""Pages of the site: from plain content to {path: text}, whole files that need no server.

Each page carries its style and script with their hashes in its content security policy, so that
nothing else can run or be fetched; the one file they share holds the fonts. The keys of the
contents are in ``gm.rendering.content``.
"""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from gm.games.vocabulary import Content
from gm.rendering.boards import Point, board
from gm.rendering.charts import line_chart
from gm.rendering.drawing import draw, draw_board
from gm.rendering.figures import drawn
from gm.rendering.fonts import font_css
from gm.rendering.site_content import ClubPage, MatchPage, StepPage
from gm.rendering.templates import exists, fill
from gm.resources import Folders

Pages = Mapping[str, str]


def index_page(content: ClubPage, folders: Folders | None = None) -> Pages:
    """The first page of the site, and the fonts that all pages share."""
    folders = folders or Folders()
    page = _page("site/index.html.j2", {**content, "root": "", "family": None}, folders)
    return {"index.html": page, "fonts.css": font_css(folders) + "\n"}


def match_pages(content: MatchPage, folders: Folders | None = None) -> Pages:
    """A match's first page, its rules, the page for writing orders, and its feed.

    The pages of its steps are made by ``step_page``.
    """
    folders = folders or Folders()
    family, name, position = content["family"], content["match"]["name"], content["position"]
    own: dict[str, Any] = {
        **content,
        "root": "../",
        "chart": _chart(position),
        "has_composer": bool(position.get("composer"))
        and exists(f"{family}/composer.js.j2", folders),
        "points": _points(position["pictures"], folders),
        "has_rules": exists(f"{family}/rules.html.j2", folders),
        **_drawn(family, position["pictures"], folders),
        "text": _text(family, "position", position, folders),
        "figures": [drawn(one) for one in (content.get("figures") or {}).get("sections", ())],
    }
    pages = {
        f"{name}/index.html": _page("site/match.html.j2", own, folders),
        f"{name}/feed.xml": fill("site/feed.xml.j2", own, folders).strip() + "\n",
    }
    if own["has_composer"]:
        pages[f"{name}/orders.html"] = _page("site/orders.html.j2", own, folders, "composer.js.j2")
    if own["figures"]:
        pages[f"{name}/figures.html"] = _page("site/figures.html.j2", own, folders)
    if own["has_rules"]:
        pages[f"{name}/rules.html"] = _page("site/rules.html.j2", own, folders)
    return pages


def step_page(content: StepPage, folders: Folders | None = None) -> Pages:
    """The page of one step; its cost does not depend on how long the match is."""
    folders = folders or Folders()
    family, report = content["family"], content["report"]
    phases = report.get("resolved", ())
    pictures = [picture for phase in phases for picture in phase["pictures"]]
    own: dict[str, Any] = {
        **content,
        "root": "../",
        **_drawn(family, pictures or report["pictures"], folders),
        "text": _text(family, "report", report, folders),
    }
    return {step_path(content): _page("site/step.html.j2", own, folders)}


def step_path(content: StepPage) -> str:
    """Where the page of a step lies: ``edo/007.html``."""
    return f"{content['match']['name']}/{content['number']:03d}.html"


def _drawn(family: str, pictures: Any, folders: Folders) -> dict[str, Any]:
    """``drawn`` gives the SVG of each picture by name; ``shapes`` is what they share, or None."""
    shared = exists(f"{family}/board.svg.j2", folders)
    geometries = sorted({picture["geometry"] for picture in pictures})
    return {
        "drawn": {
            picture["name"]: draw(family, picture, picture["geometry"], folders, shared=shared)
            for picture in pictures
        },
        "pictures": pictures,
        "shapes": "".join(draw_board(family, geometry, folders) for geometry in geometries)
        if shared
        else None,
    }


def _text(family: str, document: str, content: Content, folders: Folders) -> str | None:
    """The document in plain text, for families whose pages have no templates of their own."""
    own = {"report": "step", "position": "standing"}[document]
    if exists(f"{family}/{own}.html.j2", folders):
        return None
    return fill(f"{family}/{document}.txt.j2", content, folders)


def _chart(position: Content) -> dict[str, Any] | None:
    table = position.get("table")
    if table is None or len(table["years"]) < 2:
        return None
    years = ["start" if year == 0 else str(year) for year in table["years"]]
    return line_chart(years, table["rows"], table["victory"])


def _points(pictures: Sequence[Content], folders: Folders) -> dict[str, Point]:
    """Where units are drawn, by place: for what the composer sketches."""
    geometry = next((picture["geometry"] for picture in pictures), None)
    if geometry is None:
        return {}
    shown = board(geometry, folders)
    return {place: shown.unit(place) for place in (*shown.areas, *shown.coasts)}


def _page(
    template: str, content: Mapping[str, Any], folders: Folders, more: str | None = None
) -> str:
    """A page with its style and script; *more* is a further script of the family."""
    family = content["family"]
    style = fill("site/style.css.j2", {}, folders)
    if family and exists(f"{family}/style.svg.j2", folders):
        style += fill(f"{family}/style.svg.j2", {}, folders)
    script = fill("site/script.js.j2", {}, folders)
    if more is not None:
        script += fill(f"{family}/{more}", {}, folders)
    html = fill(template, {**content, "style": style, "script": script}, folders)
    return _with_policy(html.strip() + "\n")


def _with_policy(html: str) -> str:
    """*html* with the hashes of its styles and scripts in place of ``STYLES`` and ``SCRIPTS``."""
    styles = " ".join(
        sorted({_hash(text) for text in re.findall(r"<style>(.*?)</style>", html, re.DOTALL)})
    )
    scripts = " ".join(
        sorted({_hash(text) for text in re.findall(r"<script>(.*?)</script>", html, re.DOTALL)})
    )
    return html.replace("STYLES", styles, 1).replace("SCRIPTS", scripts, 1)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
