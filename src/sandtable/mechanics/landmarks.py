"""Places that matter to a moving unit: objectives, enemies, cover. For computer players."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece

INSIDE = 1.0  # inches inside the edge of cover at which a unit stands well in it


class Landmarks(NamedTuple):
    """Points that a unit may want to go to, nearest first, and the useful ranges of its weapons."""

    goals: Sequence[Point] = ()
    enemies: Sequence[Point] = ()
    shelters: Sequence[Point] = ()
    reaches: Sequence[float] = ()


def nearest_first(here: Point, points: Iterable[Point]) -> list[Point]:
    return sorted(points, key=lambda point: (shapes.span_of(here, point), point))


def nearest_of_each(here: Point, owned: Iterable[tuple[object, Point]]) -> list[Point]:
    """The nearest point of every owner, in order of distance."""
    found: dict[object, Point] = {}
    for owner, point in owned:
        other = found.setdefault(owner, point)
        if shapes.span_of(here, point) < shapes.span_of(here, other):
            found[owner] = point
    return nearest_first(here, found.values())


def shelters(board: FreeTable, kinds: Collection[str], here: Point) -> list[Point]:
    """The nearest point well inside each piece of these kinds."""
    return nearest_first(here, [inside(piece, here) for piece in board.terrain if piece.kind in kinds])


def inside(piece: Piece, here: Point) -> Point:
    """A point inside a piece, on the straight way from here to its middle."""
    middle = middle_of(piece.points)
    if piece.lies_under(shapes.limb(here, here, 0.0)):
        return middle
    low, high = 0.0, shapes.span_of(here, middle)
    far = high
    for _ in range(8):
        inches = (low + high) / 2
        point = shapes.along(here, middle, inches)
        low, high = (low, inches) if piece.lies_under(shapes.limb(point, point, 0.0)) else (inches, high)
    return shapes.along(here, middle, min(high + INSIDE, far))


def middle_of(points: Collection[Point]) -> Point:
    x, y = (fsum(values) / len(points) for values in zip(*points, strict=True))
    return x, y


def is_before(place: Place, point: Point) -> bool:
    """Whether a point lies in front of a unit at a place, not behind it."""
    x, y = shapes.heading(place.facing)
    return (point[0] - place.x) * x + (point[1] - place.y) * y >= 0


def bearings_to(here: Point, *wanted: Sequence[Point]) -> Iterator[int]:
    """Directions that a unit may want to face: to the first of each of these."""
    for points in wanted:
        if points and shapes.span_of(here, points[0]) > shapes.HALF_STEP:
            yield shapes.bearing(here, points[0])
