"""Zones in which units set up: places with room, and a few of them for computer players."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import Facings, Picker
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Box, Slab
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import UnitId
from sandtable.mechanics.checks import check_box, check_pieces
from sandtable.mechanics.regions import Ruled, outline_of

MESH = 1.0  # inches between places that are looked at for room
APART = 8.0  # inches between places that a computer player tries
FEW, TRIES = 5, 60


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of the table: a box, or the ground within some inches of a piece of terrain."""

    box: Box | None = None
    piece: str = ""
    within: float = 0.0

    def check(self, where: str, board: FreeTable) -> None:
        if (self.box is None) == (not self.piece):
            raise ScenarioError(f"{where}: either box or piece is needed")
        check_box(self.box, where, board)
        check_pieces([self.piece] if self.piece else [], where, board)

    def holds(self, board: FreeTable, base: Slab) -> bool:
        """Whether a base lies whole in the box, within some inches of the piece, or with its middle on it."""
        if self.box is not None:
            west, south, east, north = shapes.grown(self.box, shapes.SLACK)
            x0, y0, x1, y1 = shapes.box_round(base)
            return west <= x0 and south <= y0 and x1 <= east and y1 <= north
        piece = board.piece(self.piece)
        if not self.within:
            return piece.covers((base.x, base.y))
        (west, south, east, north), (x0, y0, x1, y1) = piece.box, shapes.box_round(base)
        off = max(west - x1, x0 - east, south - y1, y0 - north)  # it is at least so far away
        return shapes.within(off, self.within) and piece.is_near(base, self.within)

    def middles(self, board: FreeTable, radius: float) -> Box:
        """Where the middle of a disc may be, roughly."""
        if self.box is not None:
            return shapes.grown(self.box, -radius)
        return shapes.grown(board.piece(self.piece).box, self.within + radius if self.within else 0.0)


class SetUpZone(Ruled):
    """A Region. A book says where the middle of a unit may be, roughly, and why it may not stand in a place."""

    facing: int  # that a unit has by default

    @property
    def boxes(self) -> Sequence[Box]:
        raise NotImplementedError

    def rooms(self) -> Iterator[Place]:
        return filter(self.contains, self.mesh())

    def mesh(self) -> Iterator[Place]:
        """Places on a coarse mesh, in each box from the middle outwards."""
        for box in self.boxes:
            yield from (shapes.place_at(spot, self.facing) for spot in spots_in(box))

    def notable(self) -> Iterator[Place]:
        """A few that are far from each other."""
        found: list[Place] = []
        for place in self.rooms():
            if all(shapes.span_of(place.point, other.point) > APART for other in found):
                found.append(place)
                yield place
            if len(found) == FEW:
                return

    def faced(self) -> Facings:
        """Any way; at first towards the enemy."""
        return Facings(self.facing)

    def sample(self, rng: Picker) -> Place:
        for _ in range(TRIES):
            west, south, east, north = self.boxes[rng.randrange(len(self.boxes))]
            point = west + rng.random() * (east - west), south + rng.random() * (north - south)
            place = shapes.place_at(point, self.facing)
            if self.contains(place):
                return place
        return next(self.rooms())

    def outline(self) -> list[list[Point]]:
        return [outline for box in self.boxes for outline in outline_of(box)]


class NearLeader(Ruled):
    """A Region: where somebody sets up apart, so many inches about a leader at most; a leader only turns."""

    def __init__(self, unit: UnitId, start: Place, lead: Place, radius: float, *, leads: bool) -> None:
        self.name, self.start, self.lead, self.radius, self.leads = unit, start, lead, radius, leads

    @property
    def key(self) -> tuple[object, ...]:
        return self.name, self.start, self.lead

    def refuse(self, place: Place) -> Refusal | None:
        """Why it may not stand at a place of the lattice."""
        raise NotImplementedError

    def nearby(self) -> Iterator[Place]:
        """All places worth a look, the best first."""
        raise NotImplementedError

    def round(self, near: float) -> Iterator[Place]:
        """Rings about its place that it may stand on; `near`: the radius of the first."""
        rings = (far for step in range(int(4 * self.radius / MESH)) if (far := MESH * step / 2) >= near)
        places = (shapes.shifted(self.start, turn, far) for far in rings for turn in range(0, 360, 30 if far else 360))
        return (place for place in places if self.refuse(place) is None)

    def sample(self, rng: Picker) -> Place:
        """A leader draws lots like the others, and has no use for most of them."""
        lots = ((rng.randrange(360), self.radius * rng.random()) for _ in range(TRIES))
        places = (shapes.shifted(self.lead, *lot) for lot in lots if not self.leads or lot[1] < shapes.TWO_STEPS)
        return next((place for place in places if self.refuse(place) is None), None) or next(self.nearby())

    def outline(self) -> list[list[Point]]:
        if self.leads:
            return [[self.start.point]]
        return [[shapes.ahead(self.lead.point, turn, self.radius) for turn in range(0, 360, 10)]]


@lru_cache(maxsize=256)
def spots_in(box: Box) -> tuple[Point, ...]:
    """Points on a coarse mesh, from the middle outwards."""
    west, south, east, north = box
    middle = (west + east) / 2, (south + north) / 2
    spots = [(x, y) for x in steps(west, east) for y in steps(south, north)]
    return tuple(sorted(spots, key=lambda spot: (shapes.span_of(spot, middle), spot)))


def steps(low: float, high: float) -> list[float]:
    """From one end to the other, both of them too."""
    if high < low - shapes.SLACK:
        return []
    return [*(low + MESH * step for step in range(int((high - low) / MESH) + 1)), high]


def along_edge(board: FreeTable, edge: str, depth: float) -> Box:
    """The strip of a table so deep along one of its edges."""
    return {
        "south": (0.0, 0.0, board.width, depth), "north": (0.0, board.depth - depth, board.width, board.depth),
        "west": (0.0, 0.0, depth, board.depth), "east": (board.width - depth, 0.0, board.width, board.depth),
    }[edge]  # fmt: skip


def corners_from(board: FreeTable, edge: str) -> list[Point]:
    """The corners of a table as somebody at an edge sees them: left, right, far right, far left."""
    corners = [(0.0, 0.0), (board.width, 0.0), (board.width, board.depth), (0.0, board.depth)]
    first = ("south", "east", "north", "west").index(edge)
    return corners[first:] + corners[:first]


def parts_of_edge(board: FreeTable, edge: str) -> dict[str, tuple[Point, Point]]:
    """The thirds of an edge and, beside it, the far halves of the flanks, as somebody at that edge sees them."""
    left, right, far_right, far_left = corners_from(board, edge)
    one, other = (shapes.along(left, right, shapes.span_of(left, right) * share / 3) for share in (1, 2))
    return {
        "left": (left, one), "central": (one, other), "right": (other, right),
        "left flank": (shapes.midway(left, far_left), far_left),
        "right flank": (shapes.midway(right, far_right), far_right),
    }  # fmt: skip


def nearest_on_edge(board: FreeTable, edge: str, point: Point) -> Point:
    x, y = point
    if edge in ("south", "north"):
        return x, 0.0 if edge == "south" else board.depth
    return 0.0 if edge == "west" else board.width, y


def is_in(box: Box, point: Point) -> bool:
    west, south, east, north = shapes.grown(box, shapes.SLACK)
    return west <= point[0] <= east and south <= point[1] <= north
