"""Pieces of terrain: areas inside corners, and strips along a course. The border is outside the piece."""

from collections.abc import Iterable
from functools import cached_property
from math import inf
from typing import Final

from msgspec import Struct

from sandtable.board import outline, shapes
from sandtable.board.place import Point
from sandtable.board.shapes import Box, Polygon, Slab, Span, side

OCTAGON: Final = tuple(shapes.heading(22.5 + 45 * turn) for turn in range(8))
OCTAGON_SIZE: Final = 1.0824  # distance of its corners, so that its sides clear a disc of radius 1


class Area(Struct, frozen=True, dict=True, cache_hash=True, tag="area"):
    """Ground inside a simple polygon: a wood, a hill, a town."""

    name: str
    kind: str
    points: Polygon
    level: int = 0
    opaque: bool = False

    def __post_init__(self) -> None:
        if len(self.points) < 3:
            raise ValueError(f"{self.name}: an area has at least 3 corners, not {len(self.points)}")
        if where := tangled(self.points):
            raise ValueError(f"{self.name}: the outline crosses itself or doubles back at {where}")

    @cached_property
    def box(self) -> Box:
        return shapes.box_of(self.points)

    @property
    def turns(self) -> Polygon:
        """Points where a way round it bends."""
        return self.points

    def spans(self, a: Point, b: Point) -> list[Span]:
        return outline.spans(self.points, a, b)

    def covers(self, point: Point) -> bool:
        return outline.covers(self.points, point)

    def lies_under(self, slab: Slab) -> bool:
        return outline.lies_under(self.points, slab)

    @cached_property
    def edges(self) -> tuple[Slab, ...]:
        ends = zip(self.points, self.points[1:] + self.points[:1], strict=True)
        return tuple(shapes.limb(a, b, 0.0) for a, b in ends)

    def inches_from(self, slab: Slab) -> float:
        """The distance from a base to this ground; 0 if the base lies on it."""
        if self.lies_under(slab):
            return 0.0
        least = inf
        for edge in self.edges:
            least = min(least, shapes.apart(slab, edge, least))
        return least

    def is_near(self, slab: Slab, inches: float) -> bool:
        """Whether a base lies at most so far from this ground, or on it."""
        return any(shapes.come_within(slab, edge, inches) for edge in self.edges) or self.lies_under(slab)

    def depth_at(self, point: Point) -> float:
        """From a point inside this ground to its border."""
        spot = shapes.limb(point, point, 0.0)
        return min(shapes.apart(spot, edge) for edge in self.edges)


class Strip(Struct, frozen=True, dict=True, cache_hash=True, tag="strip"):
    """All ground within half of `width` of a course: a road, a stream, a hedge. A course of one point is a disc."""

    name: str
    kind: str
    points: Polygon
    width: float
    level: int = 0
    opaque: bool = False

    def __post_init__(self) -> None:
        if not self.points:
            raise ValueError(f"{self.name}: a strip has at least 1 point")
        if not shapes.less(0.0, self.width):
            raise ValueError(f"{self.name}: a strip is more than 0 inches wide, not {self.width}")

    @cached_property
    def box(self) -> Box:
        return shapes.box_of(self.points, self.width / 2)

    @cached_property
    def limbs(self) -> tuple[tuple[Box, Slab], ...]:
        ends = zip(self.points, self.points[1:] or self.points, strict=False)
        return tuple((shapes.box_of((a, b), self.width / 2), shapes.limb(a, b, self.width)) for a, b in ends)

    @cached_property
    def turns(self) -> Polygon:
        """Points where a way round it bends: eight close round each point of its course."""
        out = self.width / 2 * OCTAGON_SIZE
        ring = [(x + out * dx, y + out * dy) for x, y in self.points for dx, dy in OCTAGON]
        return tuple(turn for turn in ring if not self.covers(turn))

    def spans(self, a: Point, b: Point) -> list[Span]:
        limbs = shapes.in_way(self.limbs, a, b) if len(self.limbs) > 1 else [self.limbs[0][1]]
        parts = [part for limb in limbs if (part := shapes.clip(limb, a, b))]
        return [(low, high, shapes.BOTH) for low, high in (shapes.joined(parts) if len(parts) > 1 else parts)]

    def covers(self, point: Point) -> bool:
        return self.lies_under(shapes.limb(point, point, 0.0))

    def lies_under(self, slab: Slab) -> bool:
        return any(shapes.overlap(limb, slab) for _, limb in self.limbs)

    def inches_from(self, slab: Slab) -> float:
        """The distance from a base to this ground; 0 if the base lies on it."""
        return max(min(shapes.apart(slab, limb) for _, limb in self.limbs), 0.0)

    def is_near(self, slab: Slab, inches: float) -> bool:
        """Whether a base lies at most so far from this ground, or on it."""
        return any(shapes.come_within(slab, limb, inches) for _, limb in self.limbs)

    def depth_at(self, point: Point) -> float:
        """From a point inside this ground to its border."""
        spot = shapes.limb(point, point, 0.0)
        return max(-shapes.apart(spot, limb) for _, limb in self.limbs)


Piece = Area | Strip


def height(pieces: Iterable[Piece]) -> int:
    """The level of the highest of these pieces; without a level, that of the table."""
    levels = [piece.level for piece in pieces if piece.level]
    return max(levels) if levels else 0


def tangled(corners: Polygon) -> Point | None:
    """A corner where an outline doubles back or crosses itself; None if there is none."""
    edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
    for i, (p, q) in enumerate(edges):
        r = edges[(i + 1) % len(edges)][1]
        onward = (q[0] - p[0]) * (r[0] - q[0]) + (q[1] - p[1]) * (r[1] - q[1])
        if not (side(p, q, r) or shapes.less(0.0, onward)):
            return q
        if any(_meet(p, q, *edge) for edge in edges[i + 2 : len(edges) - (i == 0)]):
            return p
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    if side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0:
        return False
    return bool(shapes.near([(shapes.box_of((a, b)), True)], shapes.box_of((c, d))))
