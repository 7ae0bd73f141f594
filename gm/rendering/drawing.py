"""A picture: what stands and happens on a board, drawn by the map template of its family.

In: plain data (the template says which) and the name of a geometry file. Out: SVG, the same bytes
for the same data on every machine.
"""

import json
from functools import lru_cache

from gm.games.vocabulary import Content
from gm.rendering.boards import board
from gm.rendering.templates import fill
from gm.resources import Folders


def draw(
    family: str,
    picture: Content,
    geometry: str,
    folders: Folders | None = None,
    *,
    shared: bool = False,
) -> str:
    """The SVG of *picture* on the board of ``maps/<geometry>`` by the family's ``map.svg.j2``.

    A *shared* picture stands on a page that holds the shapes of the board itself.

    Raises:
        DataError: geometry or template are missing or broken, or the picture lacks something.
    """
    # The letters of one turn show the same pictures: one that was just drawn is not drawn again.
    return _drawn(family, json.dumps(picture), geometry, folders or Folders(), shared)


@lru_cache(maxsize=8)
def _drawn(family: str, picture: str, geometry: str, folders: Folders, shared: bool) -> str:  # noqa: FBT001 (a key of the cache)
    content = {
        "picture": json.loads(picture),
        "board": board(geometry, folders),
        "shared": shared,
    }
    return fill(f"{family}/map.svg.j2", content, folders)


def draw_board(family: str, geometry: str, folders: Folders | None = None) -> str:
    """The shapes of a board, for a page with *shared* pictures (``board.svg.j2``)."""
    folders = folders or Folders()
    return fill(f"{family}/board.svg.j2", {"board": board(geometry, folders)}, folders)
