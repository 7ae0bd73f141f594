"""Content to documents: a subject, the whole in plain text, the whole in HTML, and its pictures.

A document ``report`` of the family ``diplomacy`` is made by ``report.subject.j2``,
``report.txt.j2`` and ``report.html.j2`` of ``templates/diplomacy/``; its pictures by the family's
``map.svg.j2``, one for each item of ``content["pictures"]``, a mapping with at least ``name`` and
``geometry`` (a file in ``maps/``). The HTML shows a picture as ``<img src="cid:NAME">``.
"""

import re
from collections.abc import Mapping

from msgspec import field

from gm.games.vocabulary import Content
from gm.rendering.drawing import draw
from gm.rendering.templates import fill
from gm.resources import Folders
from gm.values import Value


class Document(Value, frozen=True):
    """One letter before it is sent; ``pictures`` are SVG by the name the HTML calls them."""

    subject: str
    text: str
    html: str
    pictures: Mapping[str, str] = field(default_factory=dict)


def render(family: str, name: str, content: Content, folders: Folders | None = None) -> Document:
    """The document *name* of *family* (``mail`` for letters that are alike in all games).

    Raises:
        DataError: a template is missing or broken, or the content lacks what it needs.
    """
    stem = f"{family}/{name}"
    return Document(
        subject=" ".join(fill(f"{stem}.subject.j2", content, folders).split()),
        text=_tidy(fill(f"{stem}.txt.j2", content, folders)),
        html=fill(f"{stem}.html.j2", content, folders).strip("\n") + "\n",
        pictures={
            picture["name"]: draw(family, picture, picture["geometry"], folders)
            for picture in content.get("pictures", ())
        },
    )


def _tidy(text: str) -> str:
    """*text* with at most one empty line in a row: parts that say nothing leave no gap."""
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"
