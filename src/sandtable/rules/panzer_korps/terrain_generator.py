"""Rolling up the battlefield: so many features for a theatre of war, each of a kind, each at its place."""

from collections.abc import Callable

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.terrain import Area, Strip
from sandtable.book.charts import Grid, Scores, whole
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, UnitId
from sandtable.mechanics.laying import Layer, OnCourse, Pieces, free_name, overlap_any
from sandtable.rules.panzer_korps.book import BOOK, D6, D100, cite
from sandtable.rules.panzer_korps.commands import PlaceCrossing
from sandtable.rules.panzer_korps.facts import FeatureLaid
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
BEYOND = {"road": 8.0, "bridge": 1.0, "ford": 1.0}  # inches that a crossing and its road are longer than the water
COLUMNS = {  # rivers first: all else keeps off water
    "river/stream": cite("pk.terrain-generator.river"), "hills": cite("pk.terrain-generator.hills"),
    "woods": cite("pk.terrain-generator.woods"), "gully": cite("pk.terrain-generator.gully"),
    "brush": cite("pk.terrain-generator.brush"), "village/town": cite("pk.terrain-generator.village"),
}  # fmt: skip
WATERS = frozenset({"stream", "minor river", "major river", "water", "beach"})
OVER_WATER = frozenset({"road", "bridge", "ford"})


class Spot(Struct, frozen=True):
    """Where a feature comes: its part of the table, and its middle."""

    part: int
    point: Point


Making = Callable[[Play, str, Spot], Pieces]


class Feature(Struct, frozen=True):
    """What a cell of the features chart makes."""

    name: str
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
    unknown = cell == JUNGLE and not wet
    feature = UNKNOWN_GROWTH if unknown else FEATURES[cell]
    clause = cite("pk.terrain-generator.unknown") if unknown else COLUMNS[column]
    place_feature(play, free_name(table(play.state), feature.name), feature, clause, may_overlap=column == "hills")


@rule("pk.terrain-generator.placement")
def place_feature(play: Play, name: str, feature: Feature, clause: Clause, *, may_overlap: bool) -> None:
    """At random in a part of the table. What would overlap another feature is put elsewhere, up to ten times."""
    for _ in range(TRIES + 1):
        spot = somewhere(play, name)
        pieces = feature.make(play, name, spot)
        if fits(play, pieces, may_overlap=may_overlap):
            play.emit(FeatureLaid(f"{name} lies in part {spot.part} of the table", tuple(pieces), name=name), clause)
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


def fits(play: Play, pieces: Pieces, *, may_overlap: bool) -> bool:
    """Whether the pieces overlap no feature. Hills keep off water only."""
    others = (one for one in table(play.state).terrain if one.kind in WATERS or not may_overlap)
    return all(piece.kind in WATERS | OVER_WATER for piece in pieces) or not overlap_any(pieces, others)


# ---- features


def layer(play: Play) -> Layer:
    board = table(play.state)
    return Layer((board.width, board.depth), DRAWN)


def growth(kind: str, radius: float = GROWTH, level: int = 0) -> Making:
    return lambda play, name, spot: [layer(play).growth(kind, name, spot.point, radius, level)]


def two_levels(play: Play, name: str, spot: Spot) -> list[Area]:
    return layer(play).hill("two-level hill", name, spot.point, (HILL, UPPER))


def cliff_hill(play: Play, name: str, spot: Spot) -> Pieces:
    """The cliff side is a random quarter of the rim."""
    lower, upper = two_levels(play, name, spot)
    quarter = play.roll(Throw("cliff", f"the cliff side of {name}"), D6) % 4
    return [lower, upper, layer(play).cliff("cliff", lower, quarter)]


def farm(play: Play, name: str, spot: Spot) -> Pieces:
    """A d6 for the number of walls round it."""
    number = play.roll(Throw("walls", f"the walls of {name}"), D6)
    return layer(play).enclosed("farm", name, spot.point, HOUSES, number, WALL)


def built_up(kind: str) -> Making:
    """A d6 for the number of its sections."""

    def make(play: Play, name: str, spot: Spot) -> Pieces:
        number = play.roll(Throw("sections", f"the sections of {name}"), D6)
        return layer(play).sections(kind, name, spot.point, SECTION, number)

    return make


def run(kind: str) -> Making:
    """A straight line in a random direction."""

    def make(play: Play, name: str, spot: Spot) -> Pieces:
        bearing = 30 * play.roll(Throw("direction", f"which way {name} runs"), D6)
        return [layer(play).straight(kind, name, spot.point, bearing, LONG)]

    return make


# ---- water

OFF_THE_RIVER = Refusal(cite("pk.terrain-generator.river"), "that is not a point of the river")


def river(kind: str, play: Play, name: str, spot: Spot) -> Strip:
    """Along the table, or across it."""
    along = play.roll(Throw("direction", f"which way {name} runs"), D6) <= 3
    return layer(play).river(kind, name, spot.point, along=along)


def crossed(kind: str, *crossings: str) -> Making:
    """pk.terrain-generator.river: the enemy of the side in whose half its point fell places its one crossing."""

    def make(play: Play, name: str, spot: Spot) -> Pieces:
        water = river(kind, play, name, spot)
        at = ask_crossing(play, play.state.sides[1 if spot.part <= 3 else 0], water)
        across = layer(play).across
        return [water, *(across(what, f"{name}, {what}", water, at, BEYOND[what]) for what in crossings)]

    return make


def ask_crossing(play: Play, side: Side, water: Strip) -> Point:
    region, topic = OnCourse(water, OFF_THE_RIVER), Topic("crossing", f"Where is the one crossing of {water.name}?")
    where = Option(PlaceCrossing(UnitId(side)), OFF_THE_RIVER.clause, region)
    return region.nearest(play.ask_for(PlaceCrossing, side, topic, lambda view: [where]).at).point


def shore(play: Play, name: str, spot: Spot) -> Pieces:
    """A strip along the nearer short edge: water, and a beach."""
    on, west = layer(play), spot.point[0] < table(play.state).width / 2
    strips = ("water", 0.0, SHORE - BEACH), ("beach", SHORE - BEACH, SHORE)
    return [on.beside_edge(kind, f"{name}, {kind}", *inches, west=west) for kind, *inches in strips]


FEATURES = {
    "rolling hill": Feature("rolling hill", growth("rolling hill", HILL, 1)),
    "two-level hill": Feature("two-level hill", two_levels),
    "two-level hill with impassable cliff side": Feature("cliff hill", cliff_hill),
    "steep hill": Feature("steep hill", growth("steep hill", HILL, 1)),
    "light": Feature("light woods", growth("light woods")),
    "medium": Feature("medium woods", growth("medium woods")),
    "heavy": Feature("heavy woods", growth("heavy woods")),
    "woods, unknown": Feature("unknown woods", growth(UNKNOWN)),
    "stream, fordable": Feature("stream", lambda *at: [river("stream", *at)]),
    "minor river, 1 ford placed by enemy": Feature("minor river", crossed("minor river", "ford")),
    "major river, 1 bridge placed by enemy": Feature("major river", crossed("major river", "road", "bridge")),
    "shore / beach / edge of river": Feature("shore", shore),
    "broken ground": Feature("broken ground", growth("broken ground")),
    "gully": Feature("gully", run("gully")),
    "large depression": Feature("depression", growth("depression")),
    "cliff / chasm": Feature("chasm", run("chasm")),
    "brush": Feature("brush", growth("brush")),
    "tall 5 ft brush / hedgerow": Feature("tall brush", growth("tall brush")),
    "heavy growth / vineyard": Feature("vineyard", growth("vineyard")),
    JUNGLE: Feature("jungle", growth("jungle")),
    "farm, light cover, d6 6-inch walls": Feature("farm", farm),
    "village, medium cover": Feature("village", growth("village", HOUSES)),
    "town, heavy cover, d6 sections": Feature("town", built_up("town")),
    "city, super heavy cover, d6 sections": Feature("city", built_up("city")),
}  # fmt: skip
UNKNOWN_GROWTH = Feature("unknown growth", growth(UNKNOWN))
