"""A line whose ends move straight: when it comes over a point, and when its ends change from edge to corner."""

from collections.abc import Iterable
from itertools import pairwise
from math import sqrt

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.shapes import Slab

Line = tuple[Point, Point]


def over(first: Line, last: Line, points: Iterable[Point]) -> list[float]:
    """The shares of the move from the first line to the last at which the line comes over one of the points.

    On which hand of the line a point lies is so much times the square of the share, so much times it, and so much.
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
            continue  # always on the same hand: it could only turn away from the line
        for share in _roots(square, linear, before):
            at_x, at_y, to_x, to_y = px - ux * share, py - uy * share, lx + mx * share, ly + my * share
            along = to_x * at_x + to_y * at_y
            if -shapes.TWO_STEPS <= along <= to_x * to_x + to_y * to_y + shapes.TWO_STEPS:
                found.append(share)
    return found


def closest(first: Line, last: Line, points: Iterable[Point]) -> list[float]:
    """The shares of the move at which the line comes nearest to one of the points and turns away from it again."""
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = first, last
    ux, uy, lx, ly = cx - ax, cy - ay, bx - ax, by - ay
    mx, my = dx - bx - ux, dy - by - uy
    square = my * ux - mx * uy
    if abs(square) <= shapes.SLACK:
        return []
    shares = [(my * (x - ax) - mx * (y - ay) + lx * uy - ly * ux) / (2 * square) for x, y in points]
    return [share for share in shares if 0.0 < share < 1.0]


def _roots(a: float, b: float, c: float) -> list[float]:
    """Between 0 and 1."""
    if abs(a) <= 1e-12:
        found = [-c / b] if b else []
    else:
        under = b * b - 4 * a * c
        if under < 0.0:
            return []
        # the root of the greater size first, for the difference of like numbers is worth little
        most = -(b + sqrt(under) if b > 0 else b - sqrt(under)) / 2
        found = [most / a, c / most] if most else [0.0]
    return [share for share in found if 0.0 < share < 1.0]


def _moved(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def changes(still: Slab, moving: Slab, by: Point) -> list[float]:
    """The shares of a straight move at which another part of one slab may come to be nearest to the other.

    That is where a corner of the one comes past the end of an edge of the other.
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
    """When what is at `at`, or so far from there to both sides in two directions, comes to either end of a lane."""
    if abs(step) <= shapes.SLACK:
        return []
    p, q = reach
    offs = {side + p * i + q * j for side in (half, -half) for i in (1, -1) for j in (1, -1)}
    return [share for off in offs if 0.0 < (share := (off - at) / step) < 1.0]


def straight_parts(shares: list[float], lines: list[Line]) -> list[tuple[float, float, Line, Line]]:
    """From where to where both ends move straight, given the lines at every share at which one might turn."""
    kept = [0]
    for i in range(1, len(shares) - 1):
        before, after = kept[-1], i + 1
        share = (shares[i] - shares[before]) / (shares[after] - shares[before])
        ends = zip(lines[before], lines[after], lines[i], strict=True)
        if any(shapes.span_of(_moved(p, q, share), there) > shapes.SLACK for p, q, there in ends):
            kept.append(i)
    kept.append(len(shares) - 1)
    return [(shares[i], shares[j], lines[i], lines[j]) for i, j in pairwise(kept)]
