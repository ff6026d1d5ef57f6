"""Terrain laid by a program: outlines that look grown, courses that wind, lines and squares on the table.

The same name at the same place always looks the same.
"""

from collections.abc import Iterator
from math import cos, hypot, pi, sin

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.course import Course
from sandtable.board.place import Point
from sandtable.board.shapes import Polygon
from sandtable.board.terrain import Area, Piece

CORNERS = 14
WAVES = ((2, 0.09), (3, 0.07), (5, 0.04))  # so many bulges round an outline, and how deep the deepest are
BEND = 6.0  # inches between the bends of a course
SWAY = 0.9  # inches to either side


def chances(*about: object) -> Iterator[float]:
    """Numbers from 0 to 1 that depend on nothing but what they are about."""
    from hashlib import blake2b  # noqa: PLC0415  # slow to import

    number = 0
    while True:
        for one in blake2b(repr((about, number)).encode(), digest_size=32).digest():
            yield one / 255
        number += 1


def grown(name: str, middle: Point, radius: float, size: Point) -> Polygon:
    """A rough disc on a table of that size."""
    given = chances(name, middle)
    waves = [(count, depth * next(given), 2 * pi * next(given)) for count, depth in WAVES]
    points = []
    for number in range(CORNERS):
        turn = 2 * pi * (number + 0.4 * next(given) - 0.2) / CORNERS
        bulge = 1 + sum(depth * sin(count * turn + phase) for count, depth, phase in waves)
        points.append((middle[0] + radius * bulge * sin(turn), middle[1] + radius * bulge * cos(turn)))
    return laid_on(points, size)


def winding(name: str, a: Point, b: Point, size: Point) -> Polygon:
    """A course from a to b that sways to either side, and ends at its ends."""
    given, length = chances(name, a, b), shapes.span_of(a, b)
    across = ((b[1] - a[1]) / length, (a[0] - b[0]) / length)
    bends = max(round(length / BEND), 1)
    middle = []
    for number in range(1, bends):
        x, y = shapes.along(a, b, length * number / bends)
        sway = SWAY * (2 * next(given) - 1)
        middle.append((x + sway * across[0], y + sway * across[1]))
    return laid_on([a, *middle, b], size)


def laid_on(points: list[Point], size: Point) -> Polygon:
    """The points on the table and its lattice, none twice."""
    found: list[Point] = []
    for x, y in points:
        x, y = min(max(x, 0.0), size[0]), min(max(y, 0.0), size[1])
        point = shapes.to_lattice(x), shapes.to_lattice(y)
        if not found or hypot(point[0] - found[-1][0], point[1] - found[-1][1]) > shapes.TWO_STEPS:
            found.append(point)
    if len(found) > 1 and found[0] == found[-1]:
        found.pop()
    return tuple(found)


def straight(middle: Point, bearing: int, inches: float, size: Point) -> Polygon:
    """A straight line through a point, as far as the table goes."""
    return laid_on([shapes.ahead(middle, bearing, inches / 2), shapes.ahead(middle, bearing + 180, inches / 2)], size)


def squares(middle: Point, side: float, count: int, size: Point) -> Iterator[Polygon]:
    """So many squares side by side in two rows about a point, all on the table."""
    across = side * ((count + 1) // 2)
    x = min(max(middle[0] - across / 2, 0.0), size[0] - across)
    y = min(max(middle[1] - side, 0.0), size[1] - 2 * side)
    for number in range(count):
        place = shapes.place_at((x + side * (number // 2 + 0.5), y + side * (number % 2 + 0.5)))
        yield laid_on([*shapes.corners_of(shapes.footprint(place, Base(side, side)))], size)


def overlap(piece: Piece, other: Piece) -> bool:
    """Whether two pieces lie on each other, judged at every inch of their outlines and in their middles."""
    if not shapes.near([(other.box, other)], piece.box):
        return False
    return any(map(other.covers, samples(piece))) or any(map(piece.covers, samples(other)))


def samples(piece: Piece) -> Iterator[Point]:
    course = Course(piece.points + piece.points[:1] if isinstance(piece, Area) else piece.points)
    yield from (course.at(float(inch)) for inch in range(int(course.length) + 1))
    yield sum(x for x, _ in piece.points) / len(piece.points), sum(y for _, y in piece.points) / len(piece.points)
