"""Rolling up the battlefield: so many features for a theatre of war, each of a kind, each at its place."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.course import Course
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Polygon
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Piece, Strip
from sandtable.book.charts import Grid, Scores, whole
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import GroundChanged, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, UnitId
from sandtable.mechanics.outlines import grown, overlap, squares, straight, winding
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
    clause: Clause
    make: Making


@rule("pk.terrain-generator.theatre")
def roll_up(play: Play) -> None:
    """So many throws for each kind of feature, by the theatre of war."""
    theatre = battle(play.state).theatre
    row = {column: THEATRE.cell(theatre, column) for column in THEATRE.table.columns}
    climate = f"The theatre is the {theatre}; its climate is {row['climate']}"
    play.emit(Noted(climate), cite("pk.terrain-generator.climate"))
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
            play.emit(laid, feature.clause)
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


# ---- areas and lines


def size_of(play: Play) -> Point:
    board = table(play.state)
    return board.width, board.depth


def area(kind: str, name: str, outline: Polygon, level: int = 0) -> Area:
    return Area(name, kind, outline, level, DRAWN[kind].opaque)


def line(kind: str, name: str, course: Polygon) -> Strip:
    return Strip(name, kind, course, DRAWN[kind].width or 0.0, 0, DRAWN[kind].opaque)


def growth(kind: str, radius: float = GROWTH, level: int = 0) -> Making:
    return lambda play, name, spot: [area(kind, name, grown(name, spot.point, radius, size_of(play)), level)]


def two_levels(play: Play, name: str, spot: Spot) -> Pieces:
    upper = f"{name}, upper level"
    outlines = grown(name, spot.point, HILL, size_of(play)), grown(upper, spot.point, UPPER, size_of(play))
    return [area("two-level hill", name, outlines[0], 1), area("two-level hill", upper, outlines[1], 2)]


def cliff_hill(play: Play, name: str, spot: Spot) -> Pieces:
    """The cliff side is a random quarter of the rim."""
    lower, upper = two_levels(play, name, spot)
    rim = lower.points * 2
    first = play.roll(Throw("cliff", f"the cliff side of {name}"), D6) % 4 * len(lower.points) // 4
    return [lower, upper, line("cliff", f"{name}, cliff", rim[first : first + len(lower.points) // 4 + 1])]


def farm(play: Play, name: str, spot: Spot) -> Pieces:
    """A d6 for the number of walls round it."""
    walls = play.roll(Throw("walls", f"the walls of {name}"), D6)
    found: list[Piece] = [area("farm", name, grown(name, spot.point, HOUSES, size_of(play)))]
    for number in range(walls):
        middle = shapes.ahead(spot.point, 60 * number, HOUSES + 1.0)
        wall = straight(middle, 60 * number + 90, WALL, size_of(play))
        found.append(line("wall", f"{name}, wall {number + 1}", wall))
    return found


def built_up(kind: str) -> Making:
    """A d6 for the number of its sections."""

    def make(play: Play, name: str, spot: Spot) -> Pieces:
        sections = squares(
            spot.point, SECTION, play.roll(Throw("sections", f"the sections of {name}"), D6), size_of(play)
        )
        return [area(kind, f"{name}, section {number}", square) for number, square in enumerate(sections, 1)]

    return make


def run(kind: str) -> Making:
    """A straight line in a random direction."""

    def make(play: Play, name: str, spot: Spot) -> Pieces:
        bearing = 30 * play.roll(Throw("direction", f"which way {name} runs"), D6)
        return [line(kind, name, straight(spot.point, bearing, LONG, size_of(play)))]

    return make


# ---- water


def river(kind: str, play: Play, name: str, spot: Spot) -> Strip:
    """From edge to edge through its point: along the table, or across it."""
    width, depth = size_of(play)
    along = play.roll(Throw("direction", f"which way {name} runs"), D6) <= 3
    x, y = spot.point
    a, b = ((0.0, y), (width, y)) if along else ((x, 0.0), (x, depth))
    return line(kind, name, winding(name, a, b, (width, depth)))


def crossed(kind: str, *crossings: str) -> Making:
    """pk.terrain-generator.river: the enemy of the side in whose half its point fell places its one crossing."""

    def make(play: Play, name: str, spot: Spot) -> Pieces:
        water = river(kind, play, name, spot)
        at = ask_crossing(play, play.state.sides[1 if spot.part <= 3 else 0], water)
        leg = min(Course(water.points).legs, key=lambda leg: shapes.span_of(shapes.midway(leg.a, leg.b), at))
        across = shapes.bearing(leg.a, leg.b) + 90
        lengths = {"road": ROADSIDE, "bridge": BANKS, "ford": BANKS}
        return [water] + [
            line(what, f"{name}, {what}", straight(at, across, water.width + lengths[what], size_of(play)))
            for what in crossings
        ]

    return make


def shore(play: Play, name: str, spot: Spot) -> Pieces:
    """A strip along the nearer short edge: water, and a beach."""
    width, depth = size_of(play)
    found = []
    for kind, near, far in (("water", 0.0, SHORE - BEACH), ("beach", SHORE - BEACH, SHORE)):
        corners = ((near, 0.0), (far, 0.0), (far, depth), (near, depth))
        strip = corners if spot.point[0] < width / 2 else tuple((width - x, y) for x, y in corners)
        found.append(area(kind, f"{name}, {kind}", strip))
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
    region, topic = OnRiver(water), Topic("crossing", f"Where is the one crossing of {water.name}?")
    where = Option(PlaceCrossing(UnitId(side)), cite("pk.terrain-generator.river"), region)
    order = play.ask(side, topic, lambda view: [where])
    assert isinstance(order, PlaceCrossing) and order.to is not None
    return region.nearest(order.to).point


# ---- the chart

HILLS, WOODS, RIVER = map(
    cite, ("pk.terrain-generator.hills", "pk.terrain-generator.woods", "pk.terrain-generator.river")
)
GULLY, BRUSH = cite("pk.terrain-generator.gully"), cite("pk.terrain-generator.brush")
VILLAGE, UNKNOWN_WOODS = cite("pk.terrain-generator.village"), cite("pk.terrain-generator.unknown")

FEATURES = {
    "rolling hill": Feature("rolling hill", HILLS, growth("rolling hill", HILL, 1)),
    "two-level hill": Feature("two-level hill", HILLS, two_levels),
    "two-level hill with impassable cliff side": Feature("cliff hill", HILLS, cliff_hill),
    "steep hill": Feature("steep hill", HILLS, growth("steep hill", HILL, 1)),
    "light": Feature("light woods", WOODS, growth("light woods")),
    "medium": Feature("medium woods", WOODS, growth("medium woods")),
    "heavy": Feature("heavy woods", WOODS, growth("heavy woods")),
    "woods, unknown": Feature("unknown woods", WOODS, growth(UNKNOWN)),
    "stream, fordable": Feature("stream", RIVER, lambda *at: [river("stream", *at)]),
    "minor river, 1 ford placed by enemy": Feature("minor river", RIVER, crossed("minor river", "ford")),
    "major river, 1 bridge placed by enemy": Feature("major river", RIVER, crossed("major river", "road", "bridge")),
    "shore / beach / edge of river": Feature("shore", RIVER, shore),
    "broken ground": Feature("broken ground", GULLY, growth("broken ground")),
    "gully": Feature("gully", GULLY, run("gully")),
    "large depression": Feature("depression", GULLY, growth("depression")),
    "cliff / chasm": Feature("chasm", GULLY, run("chasm")),
    "brush": Feature("brush", BRUSH, growth("brush")),
    "tall 5 ft brush / hedgerow": Feature("tall brush", BRUSH, growth("tall brush")),
    "heavy growth / vineyard": Feature("vineyard", BRUSH, growth("vineyard")),
    JUNGLE: Feature("jungle", BRUSH, growth("jungle")),
    "farm, light cover, d6 6-inch walls": Feature("farm", VILLAGE, farm),
    "village, medium cover": Feature("village", VILLAGE, growth("village", HOUSES)),
    "town, heavy cover, d6 sections": Feature("town", VILLAGE, built_up("town")),
    "city, super heavy cover, d6 sections": Feature("city", VILLAGE, built_up("city")),
}  # fmt: skip
UNKNOWN_GROWTH = Feature("unknown growth", UNKNOWN_WOODS, growth(UNKNOWN))
