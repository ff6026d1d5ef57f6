"""The way of a unit that follows another along a course with bends."""

from itertools import pairwise

from sandtable.board import shapes
from sandtable.server.scene import Point, Spot

Course = tuple[Point | Spot | None, ...]


def along(course: Course, start: Spot | None, end: Spot) -> tuple[Spot, ...]:
    """From one place to another round the bends of the course that lie between them. Without a start, from its own."""
    points = [place[:2] for place in course if place is not None]
    low, high = position(points, start[:2]) if start else -1.0, position(points, end[:2])
    inches, bends = 0.0, list[Point]()
    for n, point in enumerate(points):
        inches += shapes.span_of(points[n - 1], point) if n else 0.0
        if low < inches < high:
            bends.append(point)
    return (*((start,) if start else ()), *((x, y, end[2]) for x, y in bends), end)


def position(points: list[Point], point: Point) -> float:
    """How far along a course its nearest point to another lies."""
    gone, best = 0.0, (float("inf"), 0.0)
    for a, b in pairwise(points):
        at = shapes.foot(a, b, point)
        best = min(best, (shapes.span_of(point, shapes.along(a, b, at)), gone + at))
        gone += shapes.span_of(a, b)
    return best[1]
