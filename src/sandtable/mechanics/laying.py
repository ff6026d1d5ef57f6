"""Pieces of terrain that a program lays on a table: woods and hills, towns, rivers with crossings, shores."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.course import Course
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Polygon
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground
from sandtable.board.terrain import Area, Piece, Strip
from sandtable.kernel.decision import Refusal
from sandtable.mechanics.outlines import grown, overlap, squares, straight, winding
from sandtable.mechanics.regions import Spots

Pieces = Sequence[Piece]
SPACING = 2.0  # inches between the places of a course that are worth a look


class Layer(Struct, frozen=True):
    """Lays pieces on a table of that size; `kinds`: the kinds of ground."""

    size: Point
    kinds: Mapping[str, Ground]

    def area(self, kind: str, name: str, outline: Polygon, level: int = 0) -> Area:
        return Area(name, kind, outline, level, self.kinds[kind].opaque)

    def line(self, kind: str, name: str, course: Polygon) -> Strip:
        return Strip(name, kind, course, self.kinds[kind].width or 0.0, 0, self.kinds[kind].opaque)

    def growth(self, kind: str, name: str, middle: Point, radius: float, level: int = 0) -> Area:
        """A rough disc."""
        return self.area(kind, name, grown(name, middle, radius, self.size), level)

    def straight(self, kind: str, name: str, middle: Point, bearing: int, inches: float) -> Strip:
        return self.line(kind, name, straight(middle, bearing, inches, self.size))

    def sections(self, kind: str, name: str, middle: Point, side: float, count: int) -> list[Area]:
        """So many squares side by side."""
        found = enumerate(squares(middle, side, count, self.size), 1)
        return [self.area(kind, f"{name}, section {number}", square) for number, square in found]

    def hill(self, kind: str, name: str, middle: Point, radii: Sequence[float]) -> list[Area]:
        """Its foot first, then each upper level."""
        names = [name if level == 1 else f"{name}, upper level" for level in range(1, len(radii) + 1)]
        return [self.growth(kind, names[level], middle, radius, level + 1) for level, radius in enumerate(radii)]

    def cliff(self, kind: str, hill: Area, quarter: int) -> Strip:
        """A quarter of the rim of a hill."""
        corners, each = hill.points * 2, len(hill.points) // 4
        first = quarter * len(hill.points) // 4
        return self.line(kind, f"{hill.name}, cliff", corners[first : first + each + 1])

    def enclosed(self, kind: str, name: str, middle: Point, radius: float, count: int, wall: float) -> Pieces:
        """An area with so many walls round it, at most six."""
        round_it = [(60 * side, shapes.ahead(middle, 60 * side, radius + 1.0)) for side in range(count)]
        walls = [self.straight("wall", f"{name}, wall {turn // 60 + 1}", at, turn + 90, wall) for turn, at in round_it]
        return [self.growth(kind, name, middle, radius), *walls]

    def river(self, kind: str, name: str, through: Point, *, along: bool) -> Strip:
        """From edge to edge through a point: along the table, or across it."""
        (width, depth), (x, y) = self.size, through
        a, b = ((0.0, y), (width, y)) if along else ((x, 0.0), (x, depth))
        return self.line(kind, name, winding(name, a, b, self.size))

    def across(self, kind: str, name: str, water: Strip, at: Point, inches: float) -> Strip:
        """A crossing of a river, so much longer than the river is wide."""
        leg = min(Course(water.points).legs, key=lambda leg: shapes.span_of(shapes.midway(leg.a, leg.b), at))
        return self.straight(kind, name, at, shapes.bearing(leg.a, leg.b) + 90, water.width + inches)

    def beside_edge(self, kind: str, name: str, near: float, far: float, *, west: bool) -> Area:
        """A strip along the western or the eastern edge; `near`, `far`: inches from that edge."""
        width, depth = self.size
        corners = ((near, 0.0), (far, 0.0), (far, depth), (near, depth))
        return self.area(kind, name, corners if west else tuple((width - x, y) for x, y in corners))


def free_name(board: FreeTable, name: str) -> str:
    """The name with the first number that no piece of the table has."""
    taken = [piece.name for piece in board.terrain]
    named = (f"{name} {number}" for number in count(1))
    return next(one for one in named if not any(other.startswith(one) for other in taken))


def overlap_any(pieces: Pieces, others: Iterable[Piece]) -> bool:
    return any(overlap(piece, other) for other in others for piece in pieces)


class OnCourse(Spots):
    """A Region: points of a river or a road."""

    def __init__(self, strip: Strip, elsewhere: Refusal) -> None:
        """`elsewhere`: why not at another place."""
        self.strip, self.course, self.elsewhere = strip, Course(strip.points), elsewhere

    @property
    def key(self) -> tuple[object, ...]:
        return "on course", self.strip

    def why_not(self, place: Place) -> Refusal | None:
        return None if self.strip.covers(place.point) else self.elsewhere

    def spots(self) -> Iterator[Place]:
        steps = int(self.course.length / SPACING)
        return (shapes.place_at(self.course.at(SPACING * number)) for number in range(1, steps))

    def nearest(self, place: Place) -> Place:
        return min(self.spots(), key=lambda spot: shapes.span_of(spot.point, place.point))

    def outline(self) -> list[list[Point]]:
        return [list(pair) for pair in zip(self.strip.points, self.strip.points[1:], strict=False)]
