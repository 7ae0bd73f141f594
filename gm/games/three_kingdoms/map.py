"""The board: 27 areas, the borders between them, and whom each area is easy to control for."""

import heapq
from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any, NewType

from gm.values import Value

Area = NewType("Area", str)
"""The id of an area: a province letter (``G``) or a letter and a number (``F1``)."""

Side = NewType("Side", str)
"""The id of a nation (``wei``) or of an independent force (``yuan_shao``)."""


class Line(Enum):
    """The three kinds of border. Rulebook: 2.1, 5.1."""

    WHITE = "white"
    """A plain: two generals may cross in one action."""
    BROWN = "brown"
    """Mountains: one general."""
    BLACK = "black"
    """An obstacle: nobody."""


class Ground(Value, frozen=True):
    """One area. ``green`` coins are provisions; green and gold together are its ``coins``."""

    id: Area
    name: str
    zh: str
    aliases: tuple[str, ...]
    province: str
    colour: str
    nation: Side
    bonus: int
    green: int
    gold: int
    yangtze: bool
    yellow: bool
    capital: Side | None

    @property
    def coins(self) -> int:
        """Troops gained, defence value and (by the table) points. Rulebook: 2.1."""
        return self.green + self.gold


class Border(Value, frozen=True):
    """How two areas touch; ``yangtze`` when the river runs along or across the border."""

    line: Line
    yangtze: bool


class Board(Value, frozen=True):
    """The map with its borders in both directions and the limits for crossing them."""

    areas: Mapping[Area, Ground]
    provinces: Mapping[str, str]
    provinces_zh: Mapping[str, str]
    borders: Mapping[tuple[Area, Area], Border]
    limits: Mapping[Line, int]
    naval_limit: int
    colours: Mapping[str, str]

    def neighbours(self, area: Area) -> tuple[Area, ...]:
        """The areas that can be reached over a white or brown line, in area order."""
        return tuple(
            other
            for other in self.areas
            if (border := self.borders.get((area, other))) and border.line is not Line.BLACK
        )

    def crossing_limit(self, one: Area, other: Area, *, naval: bool) -> int:
        """How many generals may cross in one action. Rulebook: 5.1, 5.2, Q22.

        ``naval`` says whether a naval general is among them.
        """
        border = self.borders.get((one, other))
        if border is None:
            return 0
        limit = self.limits[border.line]
        return max(limit, self.naval_limit) if naval and border.yangtze and limit else limit

    def home(self, province: str) -> tuple[Area, ...]:
        """The areas of a province: the birthplace of a general born there (D41)."""
        return tuple(area.id for area in self.areas.values() if area.province == province)

    def nearest(self, start: Area, wanted: Collection[Area]) -> Area | None:
        """The nearest area of *wanted* by number of borders crossed; ties by area order."""
        seen, ring = {start}, [start]
        while ring:
            found = [area for area in self.areas if area in ring and area in wanted]
            if found:
                return found[0]
            ring = [other for area in ring for other in self.neighbours(area) if other not in seen]
            seen.update(ring)
        return None

    def route_cost(
        self, battle: Area, sources: Collection[Area], *, whites: int, brown: int, river: int
    ) -> int | None:
        """Provisions lost on the cheapest way from one of *sources*. Rulebook: 6.1, Q24 (D19).

        One for every *whites* white borders, *brown* for each brown one, *river* once if the
        Yangtze flows over any of them. None where no way exists.
        """
        done: set[tuple[Area, int, bool]] = set()
        heap: list[tuple[int, int, bool, Area]] = [(0, 0, False, battle)]
        while heap:
            cost, white, wet, here = heapq.heappop(heap)
            if here in sources:
                return cost
            if (here, white, wet) in done:
                continue
            done.add((here, white, wet))
            for other in self.neighbours(here):
                border = self.borders[here, other]
                step, count = brown, white
                if border.line is Line.WHITE:
                    step, count = divmod(white + 1, whites)
                toll = river if border.yangtze and not wet else 0
                heapq.heappush(heap, (cost + step + toll, count, wet or border.yangtze, other))
        return None


def board_from(document: Mapping[str, Any]) -> Board:
    """The board that a map document describes.

    Raises:
        ValueError: the document contradicts itself; the message is a full sentence.
    """
    colours = document["colours"]
    areas = {
        Area(key): _ground(Area(key), data, colours) for key, data in document["areas"].items()
    }
    borders: dict[tuple[Area, Area], Border] = {}
    for one, other, line, river, *_ in document["borders"]:
        for end in (one, other):
            if end not in areas:
                raise ValueError(f"Map, borders: {one}-{other}: there is no area {end}.")
        if (one, other) in borders:
            raise ValueError(f"Map, borders: {one}-{other} is listed twice.")
        borders[one, other] = borders[other, one] = Border(Line(line), river)
    rules = document["border_rules"]
    return Board(
        areas=areas,
        provinces={key: data["name"] for key, data in document["provinces"].items()},
        provinces_zh={key: data["zh"] for key, data in document["provinces"].items()},
        borders=borders,
        limits={Line(key): count for key, count in rules["generals_per_border"].items()},
        naval_limit=rules["with_naval_general_over_yangtze"],
        colours={key: data["hex"] for key, data in colours.items()},
    )


def _ground(key: Area, data: Mapping[str, Any], colours: Mapping[str, Any]) -> Ground:
    if data["colour"] not in colours:
        raise ValueError(f"Map, areas, {key}: there is no colour {data['colour']}.")
    colour = colours[data["colour"]]
    green, gold = data["coins"]
    return Ground(
        id=key,
        name=data["name"],
        zh=data["zh"],
        aliases=tuple(data["aliases"]),
        province=data["province"],
        colour=data["colour"],
        nation=Side(colour["nation"]),
        bonus=colour["control_bonus"],
        green=green,
        gold=gold,
        yangtze=data["yangtze"],
        yellow=data["yellow"],
        capital=Side(data["capital"]) if "capital" in data else None,
    )
