"""A free table: places in inches, terrain as areas and strips, ranges from edge to edge of bases."""

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import POINT, Base
from sandtable.board.index import Index
from sandtable.board.lazy import Derives
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Box, Slab
from sandtable.board.stretches import stretches
from sandtable.board.terrain import Piece, height


class Stretch(Struct, frozen=True, gc=False):
    """Part of a straight line over the same pieces of terrain."""

    start: float
    end: float
    pieces: tuple[Piece, ...]
    level: int


class FreeTable(Struct, Derives, frozen=True, dict=True, cache_hash=True):
    """A rectangle of open ground at level 0 with pieces of terrain. Its lower left corner is 0, 0."""

    width: float
    depth: float
    terrain: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        for piece in self.terrain:
            for point in piece.points:
                if not shapes.on_table(point, self.width, self.depth):
                    raise ValueError(f"{piece.name}: {point} is off the table of {self.width} by {self.depth} inches")

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.terrain if piece.name == name)

    def relaid(self, laid: Iterable[Piece], gone: Iterable[str] = ()) -> "FreeTable":
        """The table with these pieces, each instead of the one with its name, and without the others."""
        terrain = {piece.name: piece for piece in self.terrain}
        for name in gone:
            if name not in terrain:
                raise ValueError(f"there is no piece of terrain {name!r}; there are {', '.join(terrain) or 'none'}")
            del terrain[name]
        terrain.update((piece.name, piece) for piece in laid)
        return FreeTable(self.width, self.depth, tuple(terrain.values()))

    def holds(self, at: Place, base: Base = POINT) -> bool:
        """Whether a base stands wholly on the table."""
        if not base.disc:
            return self.carries(shapes.footprint(at, base))
        rim, size = base.width / 2, (self.width, self.depth)
        low, high = (at.x - rim, at.y - rim), (at.x + rim, at.y + rim)
        return shapes.on_table(low, *size) and shapes.on_table(high, *size)

    def carries(self, slab: Slab) -> bool:
        """The same for the ground that a base covers."""
        (across, up), size = shapes.spread(slab), (self.width, self.depth)
        low, high = (slab.x - across, slab.y - up), (slab.x + across, slab.y + up)
        return shapes.on_table(low, *size) and shapes.on_table(high, *size)

    def encloses(self, box: Box) -> bool:
        """Whether a whole box lies on the table."""
        west, south, east, north = box
        return west >= 0 and south >= 0 and east <= self.width and north <= self.depth

    def brought_in(self, at: Place, base: Base) -> Place:
        """The nearest place at which the base stands wholly on the table."""
        across, up = shapes.spread(shapes.footprint(at, base))
        return replace(at, x=shapes.inside(at.x, across, self.width), y=shapes.inside(at.y, up, self.depth))

    def distance(self, a: Place, b: Place, base_a: Base = POINT, base_b: Base = POINT) -> float:
        """From edge to edge, to the nearest 1/100 inch; 0 when bases touch or overlap."""
        return shapes.to_lattice(max(shapes.apart(shapes.footprint(a, base_a), shapes.footprint(b, base_b)), 0.0))

    def ground(self, at: Place, base: Base = POINT) -> frozenset[str]:
        """The kinds of terrain under any part of a base; none in the open."""
        return frozenset(piece.kind for piece in self.under(at, base))

    def under(self, at: Place, base: Base = POINT) -> list[Piece]:
        """The pieces of terrain under any part of a base."""
        near = shapes.near(self._boxed, shapes.box_of([at.point], (base.width + base.depth) / 2))
        if not near:
            return []
        slab = shapes.footprint(at, base)
        return [piece for piece in near if piece.lies_under(slab)]

    def level(self, at: Place) -> int:
        """The level of the ground under the middle of a base."""
        return self.level_at(at.point)

    def level_at(self, point: Point) -> int:
        return self._level_at(point) if self._hills else 0

    def along(self, a: Place, b: Place) -> list[Stretch]:
        """What the straight line from a to b runs over; along an edge, the hand with fewer pieces counts."""
        return _stretches(self._pieces.in_way(a.point, b.point), a.point, b.point)

    def looked_over(self, a: Point, b: Point) -> list[Stretch]:
        """The same, only for opaque pieces and pieces with a level; empty if there are none."""
        near = self._sightly.in_way(a, b)
        parts = _stretches(near, a, b) if near else []
        return parts if len(parts) > 1 or any(part.pieces for part in parts) else []

    def looked_over_near(self, box: Box) -> list[Piece]:
        """The pieces within a box that may matter for a line of sight."""
        return self._sightly.near(box)

    @cached_property
    def _boxed(self) -> tuple[tuple[Box, Piece], ...]:
        return tuple((piece.box, piece) for piece in self.terrain)

    @cached_property
    def _pieces(self) -> Index[Piece]:
        return Index(self._boxed)

    @cached_property
    def _sightly(self) -> Index[Piece]:
        return Index([(box, piece) for box, piece in self._boxed if piece.opaque or piece.level])

    @cached_property
    def _hills(self) -> Index[Piece]:
        return Index([(box, piece) for box, piece in self._boxed if piece.level])

    # Each table has its own cache: to look a table up by its terrain would take longer.

    @cached_property
    def _level_at(self) -> Callable[[Point], int]:
        return lru_cache(maxsize=1 << 14)(partial(_level, self))


def _level(table: FreeTable, point: Point) -> int:
    return height(piece for piece in table._hills.at(point) if piece.covers(point))


def _stretches(pieces: list[Piece], a: Point, b: Point) -> list[Stretch]:
    length = shapes.span_of(a, b)
    met = [(span, piece) for piece in pieces for span in piece.spans(a, b)]
    if not met:
        return [Stretch(0.0, length, (), 0)] if length > shapes.SLACK else []
    found = []
    for low, high, left, right in stretches(met, length):
        pieces = left if left is right else min(left, right, key=_fewness)
        found.append(Stretch(low, high, tuple(pieces), height(pieces)) if pieces else Stretch(low, high, (), 0))
    return found


def _fewness(pieces: list[Piece]) -> tuple[int, list[str]]:
    return len(pieces), [piece.name for piece in pieces]
