"""A line whose ends move straight: when it crosses a point, and when its ends change from edge to corner."""

from collections.abc import Iterable
from itertools import pairwise
from math import hypot, sqrt

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.shapes import Slab

Line = tuple[Point, Point]


def over(first: Line, last: Line, points: Iterable[Point]) -> list[float]:
    """The shares of the move from the first line to the last at which the line crosses one of the points.

    The side of the line on which a point lies is the sign of a quadratic function of the share.
    """
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = first, last
    ux, uy, lx, ly = cx - ax, cy - ay, bx - ax, by - ay
    mx, my = dx - bx - ux, dy - by - uy
    square, found = my * ux - mx * uy, []
    for x, y in points:
        px, py = x - ax, y - ay
        before = lx * py - ly * px
        linear = mx * py - lx * uy - my * px + ly * ux
        after = square + linear + before
        if (before > 0.0) == (after > 0.0) and (square == 0.0 or (before > 0.0) == (square < 0.0)):
            continue  # the point stays on one side of the line
        for share in _roots(square, linear, before):
            at_x, at_y, to_x, to_y = px - ux * share, py - uy * share, lx + mx * share, ly + my * share
            along = to_x * at_x + to_y * at_y
            if -shapes.TWO_STEPS <= along <= to_x * to_x + to_y * to_y + shapes.TWO_STEPS:
                found.append(share)
    return found


class Fan:
    """The ground under the lines of sight from about one point to about each point of a straight path."""

    def __init__(self, eye: Point, path: Line, rim: float) -> None:
        """`rim`: the ends of a line lie at most so far from the eye and from the path."""
        self._x, self._y = eye
        (ax, ay), (bx, by) = path
        self._sides = [
            (x, y, abs(x), abs(y), rim * hypot(x, y))
            for x, y in ((ax - eye[0], ay - eye[1]), (bx - eye[0], by - eye[1]))
        ]

    def misses(self, x: float, y: float, across: float, up: float) -> bool:
        """Whether a box lies wholly to one side of all the lines; given by its middle and half its size."""
        x, y, lefts, rights = x - self._x, y - self._y, 0, 0
        for dx, dy, run, rise, most in self._sides:
            off, most = dx * y - dy * x, most + across * rise + up * run + shapes.SLACK
            lefts += off > most
            rights += off < -most
        return lefts == 2 or rights == 2


def closest(first: Line, last: Line, points: Iterable[Point]) -> list[float]:
    """The shares of the move at which the line is nearest to one of the points and turns away again."""
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = first, last
    ux, uy, lx, ly = cx - ax, cy - ay, bx - ax, by - ay
    mx, my = dx - bx - ux, dy - by - uy
    square = my * ux - mx * uy
    if abs(square) <= shapes.SLACK:
        return []
    shares = [(my * (x - ax) - mx * (y - ay) + lx * uy - ly * ux) / (2 * square) for x, y in points]
    return [share for share in shares if 0.0 < share < 1.0]


def _roots(a: float, b: float, c: float) -> list[float]:
    """The roots between 0 and 1."""
    if abs(a) <= 1e-12:
        found = [-c / b] if b else []
    else:
        under = b * b - 4 * a * c
        if under < 0.0:
            return []
        # the greater root first: the difference of nearly equal numbers would lose precision
        most = -(b + sqrt(under) if b > 0 else b - sqrt(under)) / 2
        found = [most / a, c / most] if most else [0.0]
    return [share for share in found if 0.0 < share < 1.0]


def _moved(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def changes(still: Slab, moving: Slab, by: Point) -> list[float]:
    """The shares of a straight move at which another part of one slab may become the nearest to the other.

    There a corner of one slab passes the end of an edge of the other.
    """
    x, y, (dx, dy) = moving.x - still.x, moving.y - still.y, by
    found: list[float] = []
    for one, other in ((still, moving), (moving, still)):
        (rx, ry), (sx, sy) = one.right, other.right
        c, s, w, d = rx * sx + ry * sy, rx * sy - ry * sx, other.half_width, other.half_depth
        found += _past(rx * x + ry * y, rx * dx + ry * dy, one.half_width, (c * w, s * d))
        found += _past(rx * y - ry * x, rx * dy - ry * dx, one.half_depth, (s * w, c * d))
    return found


def _past(at: float, step: float, half: float, reach: Point) -> list[float]:
    """The shares at which a point passes an end of a lane. The points are `at` and `reach` to both sides of it."""
    if abs(step) <= shapes.SLACK:
        return []
    p, q = reach
    offs = {side + p * i + q * j for side in (half, -half) for i in (1, -1) for j in (1, -1)}
    return [share for off in offs if 0.0 < (share := (off - at) / step) < 1.0]


def straight_parts(shares: list[float], lines: list[Line]) -> list[tuple[float, float, Line, Line]]:
    """The parts of the move on which both ends move straight, from the lines at every share where one may turn."""
    kept = [0]
    for i in range(1, len(shares) - 1):
        before, after = kept[-1], i + 1
        share = (shares[i] - shares[before]) / (shares[after] - shares[before])
        ends = zip(lines[before], lines[after], lines[i], strict=True)
        if any(shapes.span_of(_moved(p, q, share), there) > shapes.SLACK for p, q, there in ends):
            kept.append(i)
    kept.append(len(shares) - 1)
    return [(shares[i], shares[j], lines[i], lines[j]) for i, j in pairwise(kept)]
