"""The tables of a book, read into types. Every number of the game comes from here; each book has its own reader."""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from sandtable.board.board import Base
from sandtable.board.lazy import lazy
from sandtable.book.book import Book, Cell, Heading, Table
from sandtable.book.charts import Bands, Grid, Scores, whole
from sandtable.kernel.dice import Reading
from sandtable.kernel.reckoning import Figure
from sandtable.rules.great_battles.book import drop_tables
from sandtable.rules.great_battles.words import STANDS, Formation

QUALITIES = ("raw", "inferior", "average", "experienced", "veteran")
SUPPLY = ("poor", "inferior", "average", "superior", "superb")
NEVER = "-"  # what the book prints where no roll helps
WEIGHTS = {"L": "Light", "M": "Medium", "H": "Heavy", "S": "Superheavy"}
INFANTRY_GUN, NO_GUN, SOFT = "I", "0", "0"  # classes of guns and of armour that have no row of their own
DISMOUNTED, SOFT_VEHICLE = "Dismounted", "Soft vehicle"
ARMOURED = tuple(f"{weight} armour" for weight in WEIGHTS.values())
SPEEDS = {"S": "Slow AFV", "M": "Medium AFV", "F": "Fast AFV", "H": "Half-track", "W": "Wheel"}
FOOT, GUN_ROW, HORSE = "Foot", "AT/gun", "Horse"
GOOD, BAD, CLOSED = "good", "bad", "closed"
NONE, SOFT_COVER, HARD_COVER, BUNKER = "none", "soft", "hard", "bunker"
COVERS = (NONE, SOFT_COVER, HARD_COVER, BUNKER)  # from worst to best
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip

ScoreRow = tuple[int | None, ...]  # one for each column; None where no roll helps


class Ground(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a kind of terrain does."""

    going: str = GOOD
    cover: str = NONE
    blocks: bool = False  # sight, beyond an inch of it
    line: bool = False  # crossing it costs as much as an inch of bad going
    foot_only: bool = False

    def closes(self, *, on_foot: bool) -> bool:
        return self.going == CLOSED or (self.foot_only and not on_foot)


class Losses(Struct, frozen=True, gc=False):
    """The cost of deploying near the enemy."""

    destroyed: int = 0
    suppressed: int = 0
    retreat: int = 0


class Arm(Struct, frozen=True, gc=False):
    """What a weapon does: its ranges, the score to hit at each, and that to destroy each class of target."""

    limits: tuple[float, ...]
    hit: ScoreRow
    destroy: Mapping[str, ScoreRow]

    def column(self, distance: float) -> int | None:
        """The column whose figure the distance does not exceed; None out of range."""
        at = bisect_left(self.limits, distance)
        return at if at < len(self.limits) and self.hit[at] is not None else None


class Points(Struct, frozen=True, gc=False):
    """The victory points, and the lead that wins."""

    stand: int
    overrun: int
    margin: int


class Charts(ABC):
    """The tables of one edition, with the changes of the options in play."""

    sighting: ClassVar[str]  # the table of sighting distances

    # the same in every book, in inches if nothing else is said
    doubtful: ClassVar[int] = 3  # the turn of the day whose light a die decides: sighting.dawn-visibility
    seen_in_cover: ClassVar[float] = 1.0  # an enemy in cover is sighted so near: sighting.cover
    thick: ClassVar[float] = 1.0  # a stand sees through so much of woods or houses: sighting.line-of-sight
    keeps_off: ClassVar[float] = 12.0  # an inactive battalion, from the enemy: activate.approach-limit
    pinned: ClassVar[float] = 1.0  # in a player turn, with a weapon set up: move.set-up
    unfolding: ClassVar[float] = 12.0  # a stand, from road march to line: formation.road-to-defensive
    near_staff: ClassVar[float] = 12.0  # morale.c-ops-distance
    retreat: ClassVar[float] = 3.0  # morale.failure, close-combat.loser-retreat
    advance: ClassVar[float] = 1.0  # of a winner: close-combat.advance
    digging: ClassVar[int] = 5  # actions: variants.entrenching
    air_price: ClassVar[int] = 1  # activation points for an aircraft: variants.cops-air

    # stands and ground, in inches
    bases: Mapping[str, Base]
    rebased: Mapping[str, Base] = {}  # bases that an option changes
    gap: float  # nobody passes between two stands of a battalion that are nearer than this
    intervals: tuple[int, ...]  # hundredths of an inch between neighbours in line: close, usual, wide
    crest: float  # a stand on the high side, so near the contour line, is on the crest
    brow: float  # a stand sees over so much high ground
    road_clear: float  # an enemy so near closes a road, and a FUP
    too_near: str  # the words for it
    beside: float  # a FUP stands so near its C Ops
    next_to: str  # the words for it
    strike: float  # an aircraft finds targets so near its point
    mount: float  # infantry gets up on a tank so near
    overrun: float  # a stand that comes so near a C Ops overruns it
    staff_walk: tuple[float, float]  # a C Ops off the road in a player turn: over good and over bad going
    night_drill: float  # the longest move of a stand when its battalion changes formation at night
    rain: int  # the sighting distance in rain: the table of weathers has no row for it

    skies: tuple[str, ...]  # every kind of weather that a scenario may name

    # scores
    most_stands: int  # of the morale table
    most_hits: int
    cut_off: int  # the modifier of a C Ops that is cut off
    keeps_points: int  # overnight, on this score
    points: Points
    most_points: ClassVar[int] = 20  # for activation that a division holds: variants.cops-cap
    average_die: Reading
    _arms: Mapping[str, Arm]  # of guns, by their weight
    _on_foot: Mapping[bool, Arm]  # of infantry, without and with submachine guns

    def __init__(self, book: Book, variants: frozenset[str] = frozenset()) -> None:
        self.book, self.variants, self.table = book, variants, book.table
        self.grounds = read_grounds(self.table("terrain"))

    # ---- the day

    @abstractmethod
    def turns_in_day(self, month: str) -> int: ...

    def sight(self, turn: int, second: bool, *, odd: bool) -> int:
        """The sighting distance in a player turn. The doubtful turn has two rows: the first for an odd die."""
        rows, early = self.table(self.sighting).rows, turn < self.doubtful or (turn == self.doubtful and odd)
        row = rows[-1] if turn > self.doubtful else rows[turn - 1 if early else turn]
        return whole(self.sighting, row[1 + second])

    @lazy
    def daylight(self) -> int:
        """The sighting distance in full daylight: sighting.daylight."""
        return self.sight(self.doubtful + 1, False, odd=False)

    def weather(self, die: int) -> str:
        return Grid(self.table("weather"), rows=Scores).text(die)

    def sight_in(self, weather: str) -> int:
        """The longest sighting distance in a weather; full daylight if the table does not name the weather."""
        sights = {str(row[1]): whole("weather", row[3]) for row in self.table("weather").rows} | {"rain": self.rain}
        return sights.get(weather, max(sights.values()))

    # ---- bringing units in and up

    def deployment(self, *, dawn: bool, distance: float) -> Losses:
        table = self.table("deployment")
        entry = Grid(table, columns=Bands).text(table.headings[0 if dawn else 1], distance)
        parts = [] if entry == NEVER else entry.removesuffix("in").split("/")
        count = {part[-1]: int(part[:-1]) for part in parts if not part.startswith("-")}
        retreat = next((-int(part) for part in parts if part.startswith("-")), 0)
        return Losses(count.get("d", 0), count.get("s", 0), retreat)

    @lazy
    def harmed_within(self) -> float:
        """The inches from the enemy beyond which a battalion comes on without losses."""
        bands = [upto for upto in Bands("deployment", self.table("deployment").columns).limits if upto is not None]
        days = (True, False)
        return max(upto for upto in bands if any(self.deployment(dawn=day, distance=upto) != Losses() for day in days))

    def activation(self, *, dawn: bool, groups: int) -> int:
        """The price of one battalion (no groups) or of so many battlegroups."""
        return whole("activation", self.table("activation").rows[0 if dawn else 1][1 + groups])

    @lazy
    def most_groups(self) -> int:
        return len(self.table("activation").columns) - 1

    @lazy
    def largest_base(self) -> float:
        """The longest distance from the middle of a base to its corner."""
        return max(base.width + base.depth for base in self.bases.values()) / 2

    @lazy
    def between_edges(self) -> float:
        """The most by which two edges can be nearer than two middles."""
        return max(self.bases[kind].width + self.bases[kind].depth for kind in STANDS)

    @lazy
    def longest_range(self) -> float:
        return max(arm.limits[-1] for arm in (*map(self.gun, WEIGHTS), self.small_arms()))

    @abstractmethod
    def for_two(self, quality: str) -> int:
        """The score for two actions."""

    @abstractmethod
    def actions(self, quality: str, face: int, total: int) -> int:
        """The number of actions for a die, bare and with its modifiers."""

    @abstractmethod
    def hq_bonus(self, quality: str) -> int:
        """What an HQ adds to that die."""

    @abstractmethod
    def delay(self, quality: str, total: int) -> int:
        """Turns until a barrage comes."""

    def reactivation(self, quality: str) -> int:
        """Two d10 must stay below this: the rally number of the d10 charts, in every edition."""
        return some(Grid(drop_tables.table("rally")).figure(quality.capitalize()))

    # ---- moving

    @abstractmethod
    def rate(self, row: str, formation: str, going: str) -> float:
        """Inches in an action; `going` is good, bad, paved or dirt."""

    def hurried_rate(self, row: str, formation: str) -> float | None:
        """The rate in bad going for a battalion that hurries; None if it cannot."""
        return None

    # ---- scores: what a roll must come to; None where no roll helps

    @abstractmethod
    def barrage(self, column: int) -> int: ...

    @abstractmethod
    def rally(self, quality: str) -> int: ...

    @abstractmethod
    def rally_cover(self, cover: str, inside: int) -> int:
        """The bonus of cover with so many stands in it."""

    @abstractmethod
    def infiltration(self, quality: str) -> int:
        """The score to slip through the enemy."""

    @abstractmethod
    def morale(self, stands: int, hits: int) -> int | None: ...

    @abstractmethod
    def replacement(self, situation: str, supply: str) -> int | None: ...

    @abstractmethod
    def refill(self, situation: str) -> int | None:
        """The low-ammunition markers that a night removes; None: all."""

    @abstractmethod
    def air(self, *, rockets: bool, hard: bool) -> int:
        """The score to destroy from the air; `hard`: a vehicle or a bunker."""

    # ---- fire

    def small_arms(self, *, smg: bool = False) -> Arm:
        return self._on_foot[smg]

    def gun(self, weight: str) -> Arm:
        return self._arms[weight]


# ---- reading


PASSABLE = ("passable", "yes")


def read_grounds(table: Table) -> dict[str, Ground]:
    """Every kind of terrain by the words that maps use."""
    grounds: dict[str, Ground] = {}
    for row in table.rows:
        names, going, cover, blocks, passable = map(str, row)
        if "road" in names:
            continue
        ground = Ground(
            going=BAD if going.startswith("bad") else CLOSED if passable.startswith("bridges") else GOOD,
            cover=cover if cover in COVERS else NONE,
            blocks=blocks.startswith("yes"),
            line="of bad going" in going,
            foot_only=passable.startswith("dismounted"),
        )
        for name in kinds_in(names):
            grounds[name] = ground
    return grounds


def kinds_in(names: str) -> list[str]:
    """The words of maps for the ground in the first cell of a row."""
    if names == "Hill contour line":
        return ["hill", "ridge"]
    if names.endswith("road"):
        return ["road"]
    found = names.lower().replace(" or ", ", ").split(", ")
    return [name.removesuffix(" ground").removeprefix("major ") for name in found]


def terrain_rows(table: Table) -> dict[str, tuple[tuple[str, str], ...]]:
    """What the chart prints for each kind of terrain, as far as it says more than no."""
    return {
        kind: tuple(cell for cell in table.says(str(row[0])) if cell != PASSABLE)
        for row in table.rows
        for kind in kinds_in(str(row[0]))
    }


def column_of(formation: str) -> str:
    """The column of the movement table for a formation."""
    return "Column" if formation in (Formation.MARCH, Formation.ROAD_MARCH) else formation.capitalize()


def scores(grid: Grid, row: Heading) -> ScoreRow:
    """A row of scores."""
    return tuple(grid.figure(row, column) for column in grid.table.columns)


def some(figure: Figure | None) -> Figure:
    """A number from a table without empty cells."""
    assert figure is not None
    return figure


def number(cell: Cell) -> float:
    assert isinstance(cell, int | float)
    return float(cell)
