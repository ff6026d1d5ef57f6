"""The course of a road, measured along its bends, and bases that stand on it one behind another."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Polygon, Slab

STEP = 0.01  # of the lattice


class Leg(Struct, frozen=True, gc=False):
    """A straight part of a course, with its start and end in inches along the course."""

    start: float
    end: float
    a: Point
    b: Point


class Course(Struct, frozen=True, dict=True, cache_hash=True):
    """The centre line of a road, from its first point to its last."""

    points: Polygon

    def __post_init__(self) -> None:
        if len(self.points) < 2:
            raise ValueError(f"a course needs at least 2 points, not {len(self.points)}")
        for a, b in pairwise(self.points):
            if a == b:
                raise ValueError(f"a course has the point {a} twice in a row")

    @cached_property
    def legs(self) -> tuple[Leg, ...]:
        legs, start = [], 0.0
        for a, b in pairwise(self.points):
            end = start + shapes.span_of(a, b)
            legs.append(Leg(start, end, a, b))
            start = end
        return tuple(legs)

    @property
    def length(self) -> float:
        return self.legs[-1].end

    @cached_property
    def back(self) -> "Course":
        """The same road in the other direction."""
        return Course(self.points[::-1])

    def at(self, inches: float) -> Point:
        """The point so far along; beyond an end, that end."""
        leg = self._leg(inches)
        return shapes.along(leg.a, leg.b, min(max(inches, leg.start), leg.end) - leg.start)

    def heading(self, inches: float, *, backwards: bool = False) -> int:
        """The direction of travel there, in whole degrees; at a bend, the direction after it."""
        if backwards:
            return self.back.heading(self.length - inches)
        leg = self._leg(inches)
        return shapes.bearing(leg.a, leg.b)

    def nearest(self, point: Point) -> tuple[float, float]:
        """The position along the course that is nearest to a point, and its distance from the point."""
        offs = [(shapes.foot(leg.a, leg.b, point), leg) for leg in self.legs]
        off, inches = min((shapes.span_of(point, shapes.along(leg.a, leg.b, at)), leg.start + at) for at, leg in offs)
        return inches, off

    def part(self, low: float, high: float) -> list[Point]:
        """The course between two positions, in the direction from the first to the second."""
        if shapes.less(high, low):
            return self.part(high, low)[::-1]
        bends = [leg.b for leg in self.legs[:-1] if shapes.less(low, leg.end) and shapes.less(leg.end, high)]
        return [self.at(low), *bends, self.at(high)]

    def _leg(self, inches: float) -> Leg:
        begun = [leg for leg in self.legs if not shapes.less(inches, leg.start)]
        return begun[-1] if begun else self.legs[0]


def in_file(course: Course, lead: float, bases: Sequence[Base], *, backwards: bool) -> list[Place] | None:
    """Bases nose to tail along a road, the first with its middle at `lead`; None if the road is too short.

    Each base faces along the road. It stands as close behind the one before as the lattice allows without an overlap,
    so that round a bend they touch by their corners.
    """
    if backwards:
        return in_file(course.back, course.length - lead, bases, backwards=False)
    found = file_inches(course, lead, tuple(bases))
    return None if found is None else [stand_at(course, inches) for inches in found]


@lru_cache(maxsize=1 << 14)
def file_inches(course: Course, lead: float, bases: tuple[Base, ...]) -> tuple[float, ...] | None:
    """The position of each base along the road."""
    found: list[float] = []
    stood: list[Slab] = []
    inches, before = lead, 0.0
    for base in bases:
        length = base.width if base.disc else base.depth
        if found:
            inches = _close_up(course, inches, (before + length) / 2, base, stood)
        if not (shapes.within(length / 2, inches) and shapes.within(inches + length / 2, course.length)):
            return None
        found.append(inches)
        stood.append(shapes.footprint(stand_at(course, inches), base))
        before = length
    return tuple(found)


def _close_up(course: Course, ahead: float, gap: float, base: Base, stood: Sequence[Slab]) -> float:
    """The position of a base behind one at `ahead`. It starts nose to tail, then moves back for room or closes up."""
    inches = ahead - gap
    while shapes.less(0.0, inches) and not _has_room(course, inches, base, stood):
        inches -= STEP
    while shapes.less(inches + STEP, ahead) and _has_room(course, inches + STEP, base, stood):
        inches += STEP
    return inches


def _has_room(course: Course, inches: float, base: Base, stood: Sequence[Slab]) -> bool:
    slab = shapes.footprint(stand_at(course, inches), base)
    return not any(shapes.overlap(slab, other) for other in stood)


def stand_at(course: Course, inches: float) -> Place:
    """The place on the middle of the road, facing along it."""
    return shapes.place_at(course.at(inches), course.heading(inches))


def stretches(lines: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """Lines for a region to draw: straight, and each once."""
    return [list(stretch) for stretch in dict.fromkeys(stretch for line in lines for stretch in pairwise(line))]
