"""What the regions of a free table share."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Base, Facings, Picker, Region
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Box
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import UnitId

COMPASS = range(0, 360, 45)  # the facings worth a look
RING = 15  # degrees between the places of a ring
KEPT = 4  # places with room that are remembered


class Uncounted(Region):
    """A region with too many places to count."""

    def places(self) -> None:
        """Too many to count."""

    @property
    def key(self) -> tuple[object, ...]:
        """Its identity: a name first, then what distinguishes it from others of its kind."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key[0])


class Ruled(Uncounted):
    """A region whose rule says for each place why not."""

    def why_not(self, place: Place) -> Refusal | None:
        raise NotImplementedError

    def contains(self, place: Place) -> bool:
        return self.why_not(place) is None


class Unturned(Ruled):
    """A region in which nobody turns."""

    def faced(self) -> Facings:
        return GIVEN


class Spots(Unturned):
    """A region of which some places are worth a look; nobody turns there."""

    def spots(self) -> Iterator[Place]:
        """Those, whether or not they are in it."""
        raise NotImplementedError

    def notable(self) -> Iterator[Place]:
        return filter(self.contains, self.spots())

    def sample(self, rng: Picker) -> Place:
        found = list(self.notable())
        return found[int(rng.random() * len(found))]

    @property
    def is_empty(self) -> bool:
        return next(self.notable(), None) is None

    def has_room(self, board: FreeTable) -> bool:
        """Whether it is not empty, for a region that is looked at again and again."""
        return finds_room(board, self, self.spots(), self.key)


class Rings(Spots):
    """Places about some others, up to the widest of some rings; those on the rings are worth a look. A Region."""

    def __init__(self, unit: UnitId, middles: Iterable[Place], rings: Sequence[float]) -> None:
        """`rings`: their radii; 0 is the middle itself."""
        self.unit, self.middles, self.rings = unit, tuple(middles), tuple(rings)

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit, self.middles, self.rings

    def is_near(self, place: Place) -> bool:
        far = self.rings[-1]
        return any(shapes.within(shapes.span_of(place.point, middle.point), far) for middle in self.middles)

    def spots(self) -> Iterator[Place]:
        """The inner rings first, of each from behind the middle round it."""
        for ring in self.rings:
            for middle in self.middles:
                turns = range(0, 360, RING) if ring else (0,)
                inches = max(ring - shapes.HALF_STEP, 0.0)  # so that rounding never leads out of the region
                yield from (shapes.shifted(middle, middle.facing + 180 + turn, inches) for turn in turns)

    def outline(self) -> list[list[Point]]:
        far = self.rings[-1]
        return [[shapes.ahead(one.point, turn, far) for turn in range(0, 360, RING)] for one in self.middles]


class LeftGround(Spots):
    """Places up to so many inches away on the ground that others have left. A Region."""

    def __init__(self, unit: UnitId, here: Place, left: tuple[Point, ...], inches: float, radius: float) -> None:
        """`radius`: of the discs that stood there, and of the unit."""
        self.unit, self.here, self.left, self.inches, self.radius = unit, here, left, inches, radius

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit, self.here, self.left

    def is_on(self, place: Place) -> bool:
        near = shapes.within(shapes.span_of(self.here.point, place.point), self.inches)
        on = any(shapes.less(shapes.span_of(point, place.point), 2 * self.radius) for point in self.left)
        return is_on_lattice(place) and near and on

    def faced(self) -> Facings:
        return Facings(self.here.facing)

    def spots(self) -> Iterator[Place]:
        """As far as it may go towards each place that was left, and half of it."""
        for point in self.left:
            far = min(shapes.span_of(self.here.point, point), self.inches)
            for inches in (far, far / 2):
                yield shapes.place_at(shapes.along(self.here.point, point, inches), self.here.facing)

    def outline(self) -> list[list[Point]]:
        return [[shapes.ahead(point, turn, self.radius) for turn in range(0, 360, 30)] for point in self.left]


class Turn(Ruled):
    """Every way that a unit may face where it stands. A Region."""

    def __init__(self, unit: UnitId, here: Place, elsewhere: Refusal) -> None:
        """`elsewhere`: why it may not be at another place."""
        self.unit, self.here, self.elsewhere = unit, here, elsewhere

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit, self.here.point

    def why_not(self, place: Place) -> Refusal | None:
        return None if is_on_lattice(place) and place.point == self.here.point else self.elsewhere

    def sample(self, rng: Picker) -> Place:
        return replace(self.here, facing=rng.randrange(360))

    def notable(self) -> Iterator[Place]:
        return (replace(self.here, facing=facing) for facing in COMPASS)

    def outline(self) -> list[list[Point]]:
        return [[self.here.point]]


class AnyPoint(Spots):
    """Any point of a table; to those who think, some aims. A Region."""

    def __init__(self, board: FreeTable, aims: Iterable[Point], off_table: Refusal) -> None:
        self.board, self.aims, self.off_table = board, tuple(aims), off_table

    @property
    def key(self) -> tuple[object, ...]:
        return self.aims, self.board

    def why_not(self, place: Place) -> Refusal | None:
        on_it = shapes.on_table(place.point, self.board.width, self.board.depth)
        return None if is_on_lattice(place) and on_it else self.off_table

    def spots(self) -> Iterator[Place]:
        return map(shapes.place_at, self.aims)

    def sample(self, rng: Picker) -> Place:
        return shapes.place_at((rng.random() * self.board.width, rng.random() * self.board.depth), rng.randrange(360))

    def outline(self) -> list[list[Point]]:
        return outline_of((0.0, 0.0, self.board.width, self.board.depth))


def finds_room(board: FreeTable, region: Region, places: Iterable[Place], about: Hashable) -> bool:
    """Whether one of these places is in a region. The last that were come first; `about` says which they are.

    Room is looked for again and again, and mostly it is still where it was.
    """
    last = board.recall(last_rooms, about)
    found = next(filter(region.contains, chain(last, places)), None)
    if found is not None and found not in last:
        last[KEPT - 1 :] = []
        last.insert(0, found)
    return found is not None


def last_rooms(board: FreeTable, about: Hashable) -> list[Place]:
    """A note that is kept with the table, empty at first."""
    return []


def is_on_lattice(place: Place) -> bool:
    """Whether the place lies on hundredths of an inch and faces a whole degree."""
    return shapes.on_lattice(place.point) and 0 <= place.facing < 360


def outline_of(box: Box) -> list[list[Point]]:
    west, south, east, north = box
    return [[(west, south), (west, north), (east, north), (east, south)]]


# ---- tapes


def tape_ends(tape: Place, length: float) -> tuple[Point, Point]:
    """Both ends of a tape that lies about its middle."""
    return shapes.ahead(tape.point, tape.facing + 180, length / 2), shapes.ahead(tape.point, tape.facing, length / 2)


def lies_on(board: FreeTable, a: Point, b: Point) -> bool:
    """Whether part of the line from a to b lies on the table."""
    middle = Place(board.width / 2, board.depth / 2)
    return shapes.clip(shapes.footprint(middle, Base(board.width, board.depth)), a, b) is not None


class Tapes(AnyPoint):
    """Where the middle of a tape may lie: part of it on the table; to those who think, over two points. A Region."""

    def __init__(
        self, board: FreeTable, length: float, pairs: Iterable[tuple[Point, Point]], off_table: Refusal
    ) -> None:
        self.length, self.pairs = length, tuple(pairs)
        super().__init__(board, (shapes.midway(a, b) for a, b in self.pairs), off_table)

    def faced(self) -> Facings:
        return Facings()

    def why_not(self, place: Place) -> Refusal | None:
        lies = is_on_lattice(place) and lies_on(self.board, *tape_ends(place, self.length))
        return None if lies else self.off_table

    def notable(self) -> Iterator[Place]:
        return (shapes.place_at(shapes.midway(a, b), shapes.bearing(a, b)) for a, b in self.pairs)
