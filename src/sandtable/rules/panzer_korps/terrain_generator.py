"""Rolling up the battlefield: so many features for a theatre of war, each of a kind, each at its place."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.course import Course
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Piece, Strip
from sandtable.book.charts import Grid, Scores, whole
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import GroundChanged, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, UnitId
from sandtable.mechanics.outlines import grown, winding
from sandtable.mechanics.regions import Spots
from sandtable.rules.panzer_korps.book import BOOK, D6, D100, cite
from sandtable.rules.panzer_korps.commands import PlaceCrossing
from sandtable.rules.panzer_korps.ground import DRAWN, UNKNOWN
from sandtable.rules.panzer_korps.scenario import battle, table

THEATRE = Grid(BOOK.table("terrain-generator"))
CHART = Grid(BOOK.table("terrain-features"), rows=Scores)
WET, JUNGLE = "warm and wet", "jungle / unknown"
FROM_EDGE = 3.0  # inches: pk.terrain-generator.placement
TRIES = 10
HILL, UPPER, GROWTH, HOUSES = 6.0, 3.0, 4.0, 3.0  # radii
SECTION, WALL, LONG = 4.0, 6.0, 12.0  # a section of a town, a wall, a gully
SHORE, BEACH = 4.0, 2.0
SPACING = 2.0  # inches between the places of a crossing that are worth a look
BANKS, ROADSIDE = 1.0, 8.0  # inches of a crossing and of its road beyond the water
COLUMNS = ("river/stream", "hills", "woods", "gully", "brush", "village/town")  # rivers first: all else keeps off water
WATERS = frozenset({"stream", "minor river", "major river", "water", "beach"})
OVER_WATER = frozenset({"road", "bridge", "ford"})


class Spot(Struct, frozen=True):
    """Where a feature comes: its part of the table, and its middle."""

    part: int
    point: Point


Pieces = Sequence[Piece]
Making = Callable[[Play, str, Spot], Pieces]


class Feature(Struct, frozen=True):
    """What a cell of the features chart makes."""

    name: str
    clause: str
    make: Making


@rule("pk.terrain-generator.theatre")
def roll_up(play: Play) -> None:
    """So many throws for each kind of feature, by the theatre of war."""
    theatre = battle(play.state).theatre
    row = {column: THEATRE.cell(theatre, column) for column in THEATRE.table.columns}
    climate = f"The theatre is the {theatre}; its climate is {row['climate']}"
    play.emit(Noted(climate), cite("terrain-generator.climate"))
    for column in COLUMNS:
        for number in range(1, whole("terrain-generator", row[column]) + 1):
            roll_feature(play, column, number, wet=row["climate"] == WET)


def roll_feature(play: Play, column: str, number: int, *, wet: bool) -> None:
    die = play.roll(Throw("feature", f"{column}, feature {number}"), D6)
    cell = CHART.text(die, "river" if column == "river/stream" else column)
    feature = UNKNOWN_GROWTH if cell == JUNGLE and not wet else FEATURES[cell]
    place_feature(play, free_name(table(play.state), feature.name), feature, may_overlap=column == "hills")


def free_name(board: FreeTable, name: str) -> str:
    taken = {piece.name for piece in board.terrain}
    return next(
        f"{name} {number}" for number in count(1) if not any(one.startswith(f"{name} {number}") for one in taken)
    )


@rule("pk.terrain-generator.placement")
def place_feature(play: Play, name: str, feature: Feature, *, may_overlap: bool) -> None:
    """At random in a part of the table. What would overlap another feature is put elsewhere, up to ten times."""
    for _ in range(TRIES + 1):
        spot = somewhere(play, name)
        pieces = feature.make(play, name, spot)
        if fits(table(play.state), pieces, may_overlap=may_overlap):
            laid = GroundChanged(f"{name} lies in part {spot.part} of the table", tuple(pieces))
            play.emit(laid, cite(f"terrain-generator.{feature.clause}"))
            return
    play.emit(Noted(f"there is no room for {name}: it is left out"))


def somewhere(play: Play, name: str) -> Spot:
    """The six parts: 1 to 3 from left to right in the half of the first side, 4 to 6 in the other's."""
    board = table(play.state)
    part = play.roll(Throw("part", f"the part of the table for {name}"), D6)
    across = play.roll(Throw("place", f"how far across it {name} lies"), D100)
    up = play.roll(Throw("place", f"how far up it {name} lies"), D100)
    column, row = (part - 1) % 3, (part - 1) // 3
    x = (column + across / 100) * board.width / 3
    y = (row + up / 100) * board.depth / 2
    x, y = min(max(x, FROM_EDGE), board.width - FROM_EDGE), min(max(y, FROM_EDGE), board.depth - FROM_EDGE)
    return Spot(part, (shapes.to_lattice(x), shapes.to_lattice(y)))


def fits(board: FreeTable, pieces: Pieces, *, may_overlap: bool) -> bool:
    """Whether the pieces overlap no feature. Hills keep off water only."""
    if all(piece.kind in WATERS | OVER_WATER for piece in pieces):
        return True
    others = [one for one in board.terrain if one.kind in WATERS or not may_overlap]
    return not any(overlap(piece, other) for piece in pieces for other in others)


def overlap(piece: Piece, other: Piece) -> bool:
    """By their outlines and their middles; boxes exclude most."""
    if not shapes.near([(other.box, other)], piece.box):
        return False
    return any(map(other.covers, samples(piece))) or any(map(piece.covers, samples(other)))


def samples(piece: Piece) -> Iterator[Point]:
    """Points all along a piece."""
    closed = piece.points + piece.points[:1] if isinstance(piece, Area) else piece.points
    course = Course(closed)
    yield from (course.at(float(inch)) for inch in range(int(course.length) + 1))
    yield (sum(x for x, _ in piece.points) / len(piece.points), sum(y for _, y in piece.points) / len(piece.points))


# ---- areas


def size_of(play: Play) -> Point:
    board = table(play.state)
    return board.width, board.depth


def blob(play: Play, kind: str, name: str, middle: Point, radius: float, level: int = 0) -> Area:
    return Area(name, kind, grown(name, middle, radius, size_of(play)), level, DRAWN[kind].opaque)


def growth(kind: str, radius: float = GROWTH) -> Making:
    return lambda play, name, spot: [blob(play, kind, name, spot.point, radius)]


def hill(kind: str) -> Making:
    return lambda play, name, spot: [blob(play, kind, name, spot.point, HILL, 1)]


def two_levels(play: Play, name: str, spot: Spot) -> Pieces:
    lower = blob(play, "two-level hill", name, spot.point, HILL, 1)
    return [lower, blob(play, "two-level hill", f"{name}, upper level", spot.point, UPPER, 2)]


def cliff_hill(play: Play, name: str, spot: Spot) -> Pieces:
    """The cliff side is a random quarter of the rim."""
    lower, upper = two_levels(play, name, spot)
    quarter = play.roll(Throw("cliff", f"the cliff side of {name}"), D6) % 4
    corners = len(lower.points)
    first = quarter * corners // 4
    rim = [lower.points[(first + number) % corners] for number in range(corners // 4 + 1)]
    return [lower, upper, Strip(f"{name}, cliff", "cliff", tuple(rim), DRAWN["cliff"].width or 0.0, 0, False)]


def farm(play: Play, name: str, spot: Spot) -> Pieces:
    """A d6 for the number of walls round it."""
    walls = play.roll(Throw("walls", f"the walls of {name}"), D6)
    found: list[Piece] = [blob(play, "farm", name, spot.point, HOUSES)]
    for number in range(walls):
        middle = shapes.ahead(spot.point, 60 * number, HOUSES + 1.0)
        found.append(line_through(play, "wall", f"{name}, wall {number + 1}", middle, 60 * number + 90, WALL))
    return found


def built_up(kind: str) -> Making:
    return lambda play, name, spot: sections(play, kind, name, spot)


def sections(play: Play, kind: str, name: str, spot: Spot) -> Pieces:
    """Squares side by side, a d6 of them, in two rows."""
    number = play.roll(Throw("sections", f"the sections of {name}"), D6)
    width, depth = size_of(play)
    across = SECTION * ((number + 1) // 2)
    x = min(max(spot.point[0] - across / 2, 0.0), width - across)
    y = min(max(spot.point[1] - SECTION, 0.0), depth - 2 * SECTION)
    found = []
    for one in range(number):
        place = shapes.place_at((x + SECTION * (one // 2 + 0.5), y + SECTION * (one % 2 + 0.5)))
        square = shapes.corners_of(shapes.footprint(place, Base(SECTION, SECTION)))
        found.append(Area(f"{name}, section {one + 1}", kind, square, 0, DRAWN[kind].opaque))
    return found


# ---- lines


def line_through(play: Play, kind: str, name: str, middle: Point, bearing: int, inches: float) -> Strip:
    """A straight line, as far as the table goes."""
    width, depth = size_of(play)
    ends = (shapes.ahead(middle, bearing, inches / 2), shapes.ahead(middle, bearing + 180, inches / 2))
    inside = [(min(max(x, 0.0), width), min(max(y, 0.0), depth)) for x, y in ends]
    points = tuple((shapes.to_lattice(x), shapes.to_lattice(y)) for x, y in inside)
    return Strip(name, kind, points, DRAWN[kind].width or 0.0, 0, DRAWN[kind].opaque)


def straight(kind: str) -> Making:
    def make(play: Play, name: str, spot: Spot) -> Pieces:
        bearing = 30 * play.roll(Throw("direction", f"which way {name} runs"), D6)
        return [line_through(play, kind, name, spot.point, bearing, LONG)]

    return make


def river(play: Play, kind: str, name: str, spot: Spot) -> Strip:
    """From edge to edge through its point: along the table, or across it."""
    width, depth = size_of(play)
    along = play.roll(Throw("direction", f"which way {name} runs"), D6) <= 3
    x, y = spot.point
    a, b = ((0.0, y), (width, y)) if along else ((x, 0.0), (x, depth))
    return Strip(name, kind, winding(name, a, b, (width, depth)), DRAWN[kind].width or 0.0, 0, False)


def stream(play: Play, name: str, spot: Spot) -> Pieces:
    return [river(play, "stream", name, spot)]


def forded(play: Play, name: str, spot: Spot) -> Pieces:
    water = river(play, "minor river", name, spot)
    at, across = crossing(play, water, spot)
    return [water, line_through(play, "ford", f"{name}, ford", at, across, water.width + BANKS)]


def bridged(play: Play, name: str, spot: Spot) -> Pieces:
    """The bridge carries a road straight across."""
    water = river(play, "major river", name, spot)
    at, across = crossing(play, water, spot)
    road = line_through(play, "road", f"{name}, road", at, across, water.width + ROADSIDE)
    return [water, road, line_through(play, "bridge", f"{name}, bridge", at, across, water.width + BANKS)]


def crossing(play: Play, water: Strip, spot: Spot) -> tuple[Point, int]:
    """pk.terrain-generator.river: placed by the enemy of the side in whose half the river's point fell."""
    owner = play.state.sides[0 if spot.part <= 3 else 1]
    at = ask_crossing(play, play.state.foe(owner), water)
    return at, bearing_at(Course(water.points), at) + 90


def bearing_at(course: Course, point: Point) -> int:
    leg = min(course.legs, key=lambda leg: shapes.span_of(shapes.midway(leg.a, leg.b), point))
    return shapes.bearing(leg.a, leg.b)


def shore(play: Play, name: str, spot: Spot) -> Pieces:
    """A strip along the nearer short edge: water, and a beach."""
    width, depth = size_of(play)
    west = spot.point[0] < width / 2
    sea = [(0.0, 0.0), (SHORE - BEACH, 0.0), (SHORE - BEACH, depth), (0.0, depth)]
    sand = [(SHORE - BEACH, 0.0), (SHORE, 0.0), (SHORE, depth), (SHORE - BEACH, depth)]
    found = []
    for what, kind, corners in (("", "water", sea), (", beach", "beach", sand)):
        points = tuple(corners if west else [(width - x, y) for x, y in corners])
        found.append(Area(f"{name}{what}", kind, points, 0, False))
    return found


# ---- the crossing

OFF_THE_RIVER = Refusal(cite("pk.terrain-generator.river"), "that is not a point of the river")


class OnRiver(Spots):
    """A Region: points of a river, for its one crossing."""

    def __init__(self, water: Strip) -> None:
        self.water, self.course = water, Course(water.points)

    @property
    def key(self) -> tuple[object, ...]:
        return "crossing", self.water

    def why_not(self, place: Place) -> Refusal | None:
        return None if self.water.covers(place.point) else OFF_THE_RIVER

    def spots(self) -> Iterator[Place]:
        steps = int(self.course.length / SPACING)
        return (shapes.place_at(self.course.at(SPACING * number)) for number in range(1, steps))

    def nearest(self, place: Place) -> Place:
        return min(self.spots(), key=lambda spot: shapes.span_of(spot.point, place.point))

    def outline(self) -> list[list[Point]]:
        return [list(pair) for pair in zip(self.water.points, self.water.points[1:], strict=False)]


def ask_crossing(play: Play, side: Side, water: Strip) -> Point:
    region = OnRiver(water)
    order = play.ask(
        side,
        Topic("crossing", f"Where is the one crossing of {water.name}?"),
        lambda view: [Option(PlaceCrossing(UnitId(side)), cite("terrain-generator.river"), region)],
    )
    assert isinstance(order, PlaceCrossing) and order.to is not None
    return region.nearest(order.to).point


# ---- the chart

FEATURES = {
    "rolling hill": Feature("rolling hill", "hills", hill("rolling hill")),
    "two-level hill": Feature("two-level hill", "hills", two_levels),
    "two-level hill with impassable cliff side": Feature("cliff hill", "hills", cliff_hill),
    "steep hill": Feature("steep hill", "hills", hill("steep hill")),
    "light": Feature("light woods", "woods", growth("light woods")),
    "medium": Feature("medium woods", "woods", growth("medium woods")),
    "heavy": Feature("heavy woods", "woods", growth("heavy woods")),
    "woods, unknown": Feature("unknown woods", "woods", growth(UNKNOWN)),
    "stream, fordable": Feature("stream", "river", stream),
    "minor river, 1 ford placed by enemy": Feature("minor river", "river", forded),
    "major river, 1 bridge placed by enemy": Feature("major river", "river", bridged),
    "shore / beach / edge of river": Feature("shore", "river", shore),
    "broken ground": Feature("broken ground", "gully", growth("broken ground")),
    "gully": Feature("gully", "gully", straight("gully")),
    "large depression": Feature("depression", "gully", growth("depression")),
    "cliff / chasm": Feature("chasm", "gully", straight("chasm")),
    "brush": Feature("brush", "brush", growth("brush")),
    "tall 5 ft brush / hedgerow": Feature("tall brush", "brush", growth("tall brush")),
    "heavy growth / vineyard": Feature("vineyard", "brush", growth("vineyard")),
    JUNGLE: Feature("jungle", "brush", growth("jungle")),
    "farm, light cover, d6 6-inch walls": Feature("farm", "village", farm),
    "village, medium cover": Feature("village", "village", growth("village", HOUSES)),
    "town, heavy cover, d6 sections": Feature("town", "village", built_up("town")),
    "city, super heavy cover, d6 sections": Feature("city", "village", built_up("city")),
}  # fmt: skip
UNKNOWN_GROWTH = Feature("unknown growth", "unknown", growth(UNKNOWN))
