"""Models on a free table as things that stand in the way of a line."""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.index import Index
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab

Model = tuple[Point, Slab]  # its middle, and the ground it covers


class Models(Struct, frozen=True, dict=True):
    """Models as they stand, sorted once for many lines. When one moves, make it anew."""

    listed: tuple[tuple[Place, Base], ...]

    @cached_property
    def index(self) -> Index[Model]:
        slabs = [shapes.footprint(at, base) for at, base in self.listed]
        return Index([(shapes.box_of(shapes.corners_of(slab), slab.rim), ((slab.x, slab.y), slab)) for slab in slabs])


Standing = Models | Sequence[tuple[Place, Base]]


def in_way(standing: Standing, a: Point, b: Point) -> list[Model]:
    """The models that the line from a to b may meet."""
    if isinstance(standing, Models):
        return standing.index.in_way(a, b)
    return [((at.x, at.y), shapes.footprint(at, base)) for at, base in _astride(standing, a, b)]


def _astride(standing: Sequence[tuple[Place, Base]], a: Point, b: Point) -> list[tuple[Place, Base]]:
    """Judged by discs that hold their bases."""
    (ax, ay), dx, dy, length = a, b[0] - a[0], b[1] - a[1], shapes.span_of(a, b)
    return [
        (at, base)
        for at, base in standing
        if -(reach := (base.width + base.depth) * length / 2) <= dx * (at.y - ay) - dy * (at.x - ax) <= reach
        and -reach <= dx * (at.x - ax) + dy * (at.y - ay) <= length * length + reach
    ]
