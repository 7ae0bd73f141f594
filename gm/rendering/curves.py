"""Lines of orders on a map: bent arrows and waves through fleets, as SVG path data.

Pure geometry in pixels, y down. How a line looks is the template's matter.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from gm.rendering.boards import Point
from gm.values import Value


class Curve(Value, frozen=True):
    """A quadratic curve from ``start`` to ``end``."""

    start: Point
    control: Point
    end: Point

    @property
    def path(self) -> str:
        """The curve as SVG path data."""
        (x, y), (cx, cy), (ex, ey) = self.start, self.control, self.end
        return f"M{short(x)} {short(y)}Q{short(cx)} {short(cy)} {short(ex)} {short(ey)}"

    @property
    def angle(self) -> float:
        """The direction at the end, in degrees clockwise from the right."""
        return _direction(self.control, self.end)

    @property
    def length(self) -> float:
        """The length in pixels."""
        points = [self.at(step / 24) for step in range(25)]
        return sum(math.dist(one, other) for one, other in pairwise(points))

    def at(self, t: float) -> Point:
        """The point at *t* between 0 (start) and 1 (end)."""
        return _between(
            _between(self.start, self.control, t), _between(self.control, self.end, t), t
        )

    def trimmed(self, start: float, end: float) -> "Curve":
        """The curve without *start* and *end* pixels at its ends; a short one keeps its middle."""
        length = max(self.length, 1.0)
        first, last = min(0.4, start / length), max(0.6, 1 - end / length)
        upto = Curve(self.start, _between(self.start, self.control, last), self.at(last))
        t = first / last
        return Curve(upto.at(t), _between(upto.control, upto.end, t), upto.end)


class Wave(Value, frozen=True):
    """A smooth line through several points, such as an army's way over fleets."""

    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """The line as SVG path data."""
        first, *rest = self.points
        return f"M{_pair(first)}L{' '.join(map(_pair, rest))}"

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    @property
    def angle(self) -> float:
        """The direction at the end, in degrees clockwise from the right."""
        return _direction(self.points[max(-4, -len(self.points))], self.points[-1])

    def at(self, t: float) -> Point:
        """The point at *t* between 0 (start) and 1 (end), measured along the line."""
        wanted = t * sum(math.dist(one, other) for one, other in pairwise(self.points))
        for one, other in pairwise(self.points):
            step = math.dist(one, other)
            if wanted <= step:
                return _between(one, other, wanted / (step or 1))
            wanted -= step
        return self.end

    def trimmed(self, start: float, end: float) -> "Wave":
        """The line without *start* and *end* pixels at its ends."""
        return Wave(_shortened(_shortened(self.points, start)[::-1], end)[::-1])


def bent(start: Point, end: Point, bend: float = 0.1) -> Curve:
    """A curve that leaves the straight way by *bend*: an exchange shows as two lines.

    A short one is bent more, so that its middle lies at least eight pixels aside; 0 is straight.
    """
    (x, y), (ex, ey) = start, end
    distance = math.dist(start, end)
    if bend and distance:
        bend = math.copysign(min(max(abs(bend), 16 / distance), 0.35), bend)
    control = ((x + ex) / 2 - (ey - y) * bend, (y + ey) / 2 + (ex - x) * bend)
    return Curve(start, control, end)


def toward(start: Point, goal: Point, distance: float) -> Point:
    """The point *distance* pixels from *start* on the straight way to *goal*."""
    whole = math.dist(start, goal)
    return start if whole == 0 else _between(start, goal, distance / whole)


def wave(points: Sequence[Point], steps: int = 14) -> Wave:
    """A smooth line through *points* (Catmull and Rom's)."""
    ends = [points[0], *points, points[-1]]
    line: list[Point] = []
    for before, one, other, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        pull = (one[0] + (other[0] - before[0]) / 6, one[1] + (other[1] - before[1]) / 6)
        push = (other[0] - (after[0] - one[0]) / 6, other[1] - (after[1] - one[1]) / 6)
        line += [_cubic(one, pull, push, other, step / steps) for step in range(steps)]
    return Wave((*line, points[-1]))


def short(number: float) -> str:
    """*number* with at most one decimal, as short as it can be written."""
    text = f"{number:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _cubic(one: Point, pull: Point, push: Point, other: Point, t: float) -> Point:
    first, second, third = _between(one, pull, t), _between(pull, push, t), _between(push, other, t)
    return _between(_between(first, second, t), _between(second, third, t), t)


def _between(one: Point, other: Point, t: float) -> Point:
    return (one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t)


def _direction(one: Point, other: Point) -> float:
    return round(math.degrees(math.atan2(other[1] - one[1], other[0] - one[0])), 1)


def _pair(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"


def _shortened(points: Sequence[Point], distance: float) -> tuple[Point, ...]:
    gone = 0.0
    for index, (one, other) in enumerate(pairwise(points)):
        step = math.dist(one, other)
        if gone + step > distance:
            return (_between(one, other, (distance - gone) / step), *points[index + 1 :])
        gone += step
    return tuple(points[-2:])
