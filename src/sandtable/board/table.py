"""A free table: places in inches, terrain as areas and strips, ranges from base edge to base edge."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import takewhile

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import CLEAR, POINT, Base, Going, Sight
from sandtable.board.place import Place, Point
from sandtable.board.reach import Reach, field
from sandtable.board.shapes import Box, Part
from sandtable.board.terrain import Piece, height

Standing = Sequence[tuple[Place, Base]]
Block = tuple[float, str]  # how far along a line of sight, and what
Hand = list[tuple[Piece, bool]]  # what lies on one hand of a line, and whether it screens


class Stretch(Struct, frozen=True, gc=False):
    """Part of a straight line that runs over the same pieces of terrain throughout."""

    start: float
    end: float
    pieces: tuple[Piece, ...]
    level: int


class FreeTable(Struct, frozen=True, dict=True, cache_hash=True):
    """A rectangle of open ground at level 0, its lower left corner at 0, 0, with pieces of terrain on it."""

    width: float
    depth: float
    terrain: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        for piece in self.terrain:
            for point in piece.points:
                if not shapes.on_table(point, self.width, self.depth):
                    raise ValueError(f"{piece.name}: {point} is off the table of {self.width} by {self.depth} inches")

    def holds(self, at: Place, base: Base = POINT) -> bool:
        """Whether a base stands wholly on the table."""
        slab = shapes.footprint(at, base)
        left, bottom, right, top = shapes.box_of(shapes.corners_of(slab), slab.rim)
        return all(shapes.on_table(corner, self.width, self.depth) for corner in ((left, bottom), (right, top)))

    def distance(self, a: Place, b: Place, base_a: Base = POINT, base_b: Base = POINT) -> float:
        """From edge to edge, to the nearest 1/100 inch; 0 when bases touch or overlap."""
        return shapes.to_lattice(max(shapes.apart(shapes.footprint(a, base_a), shapes.footprint(b, base_b)), 0.0))

    def overlap(self, a: Place, b: Place, base_a: Base = POINT, base_b: Base = POINT) -> bool:
        """Bases that only touch do not overlap."""
        return shapes.overlap(shapes.footprint(a, base_a), shapes.footprint(b, base_b))

    def sight(self, a: Place, b: Place, standing: Standing = ()) -> Sight:
        """Look along the straight line from centre to centre; if it is blocked, say by what first and where.

        Let `high` be the ground level of the higher end and `low` of the lower. Ground as high as `high` blocks
        - where it is higher than `low`, but the higher end sees down off its own level: ground of that level does
          not block before the line has come off it;
        - where something opaque stands on it, but an end inside a piece sees out of it: the stretch of a piece
          that begins at an end within it does not block. Models in `standing` are opaque in the same way.
        A line along an edge only touches; it is blocked there only if it would be on both hands.
        """
        blocks = [block] if (block := _block(self, a.point, b.point)) else []
        if standing and (models := shapes.astride(standing, a.point, b.point)):
            blocks += [(inches, "unit") for inches in self._models(a, b, models)]
        if not blocks:
            return CLEAR
        inches, what = min(blocks)
        x, y = shapes.along(a.point, b.point, inches)
        return Sight(False, what, (round(x, 2), round(y, 2)))

    def ground(self, at: Place, base: Base = POINT) -> frozenset[str]:
        """The kinds of terrain under any part of a base; none in the open."""
        return frozenset(piece.kind for piece in self.under(at, base))

    def under(self, at: Place, base: Base = POINT) -> list[Piece]:
        """The pieces of terrain under any part of a base."""
        near = shapes.near(self._boxed, shapes.box_of([at.point], (base.width + base.depth) / 2))
        slab = shapes.footprint(at, base)
        return [piece for piece in near if piece.lies_under(slab)]

    def level(self, at: Place) -> int:
        """The level of the ground under the middle of a base."""
        return _level(self, at.point)

    def along(self, a: Place, b: Place) -> list[Stretch]:
        """What the straight line from a to b runs over; along an edge, the hand with fewer pieces counts."""
        met = [(span, p) for p in shapes.in_way(self._boxed, a.point, b.point) for span in p.spans(a.point, b.point)]
        parts = []
        for start, end, left, right in shapes.stretches(met, shapes.span_of(a.point, b.point)):
            pieces = min(left, right, key=lambda pieces: (len(pieces), [piece.name for piece in pieces]))
            parts.append(Stretch(start, end, tuple(pieces), height(pieces)))
        return parts

    def reach(self, start: Place, allowance: float, going: Going) -> Reach:
        """Where a mover can get to; see Reach for the rule."""
        prices = tuple(sorted(going.items()))
        return Reach(field(self.width, self.depth, self.terrain, prices), start, allowance)

    @cached_property
    def _boxed(self) -> tuple[tuple[Box, Piece], ...]:
        return tuple((piece.box, piece) for piece in self.terrain)

    @cached_property
    def _sightly(self) -> tuple[tuple[Box, Piece], ...]:
        return tuple((box, piece) for box, piece in self._boxed if piece.opaque or piece.level)

    @cached_property
    def _hills(self) -> tuple[tuple[Box, Piece], ...]:
        return tuple((box, piece) for box, piece in self._boxed if piece.level)

    def _models(self, a: Place, b: Place, standing: Standing) -> list[float]:
        """How far along the line it meets each model that blocks it: as high as both ends and over neither."""
        high, ends = max(self.level(a), self.level(b)), [shapes.footprint(at, POINT) for at in (a, b)]
        slabs = [shapes.footprint(at, base) for at, base in standing if self.level(at) >= high]
        between = [slab for slab in slabs if not any(shapes.overlap(slab, end) for end in ends)]
        return [part[0] for slab in between if (part := shapes.clip(slab, a.point, b.point))]


@lru_cache(maxsize=1 << 16)
def _level(table: FreeTable, point: Point) -> int:
    return height(piece for piece in shapes.near(table._hills, (*point, *point)) if piece.covers(point))


@lru_cache(maxsize=1 << 16)
def _block(table: FreeTable, a: Point, b: Point) -> Block | None:
    """The first thing of the table itself that blocks a line of sight."""
    length = shapes.span_of(a, b)
    met = []
    for piece in shapes.in_way(table._sightly, a, b):
        for span in piece.spans(a, b):
            met.append((span, (piece, piece.opaque and not _seen_out_of(piece, span[:2], a, b))))
    if all(hand == shapes.BOTH and not piece.level for (_, _, hand), (piece, _) in met):
        # Level ground, and no line along an edge: the nearest screen blocks.
        return min(((start, piece.name) for (start, _, _), (piece, screens) in met if screens), default=None)
    ends = _level(table, a), _level(table, b)
    parts = shapes.stretches(met, length)
    own = _own_ground([min(_height(left), _height(right)) for _, _, left, right in parts], ends)
    for i, (start, _, left, right) in enumerate(parts):
        names = [_obstacle(hand, ends, i in own) for hand in (left, right)]
        if all(names):
            return start, names[0]
    return None


def _seen_out_of(piece: Piece, part: Part, a: Point, b: Point) -> bool:
    """Whether an end of the line stands in the piece and the line has not left it since."""
    from_a, to_b = shapes.reaches_ends(part, a, b)
    return (from_a and piece.covers(a)) or (to_b and piece.covers(b))


def _own_ground(heights: list[int], ends: tuple[int, int]) -> list[int]:
    """The stretches next to the higher end that are level with it."""
    outward = range(len(heights)) if ends[0] > ends[1] else reversed(range(len(heights)))
    return list(takewhile(lambda i: heights[i] == max(ends), outward))


def _height(hand: Hand) -> int:
    return height(piece for piece, _ in hand)


def _obstacle(hand: Hand, ends: tuple[int, int], own: bool) -> str:
    """What on one hand of a stretch blocks the line; empty: nothing."""
    level, low, high = _height(hand), min(ends), max(ends)
    if level > high or (level == high > low and not own):
        return next((piece.name for piece, _ in hand if piece.level == level), "open ground")
    return next((piece.name for piece, screens in hand if screens and level == high), "")
