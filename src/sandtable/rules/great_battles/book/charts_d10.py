"""The tables of the d10 charts."""

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.book.book import Book, Cell
from sandtable.book.charts import Grid, Scores, limit, whole
from sandtable.kernel.dice import Reading
from sandtable.kernel.reckoning import Figure
from sandtable.rules.great_battles.book.charts import (
    ARMOURED,
    BAD,
    BUNKER,
    DISMOUNTED,
    FOOT,
    GOOD,
    GUN_ROW,
    HARD_COVER,
    HORSE,
    NEVER,
    SOFT_COVER,
    SOFT_VEHICLE,
    SPEEDS,
    WEIGHTS,
    Arm,
    Charts,
    Points,
    column_of,
    number,
    scores,
    some,
)
from sandtable.rules.great_battles.words import Formation, Kind

KINDS = {"Armor": Kind.ARMOUR, "Anti Tank": Kind.ANTI_TANK, "Field Gun": Kind.FIELD_GUN, "Hvy Wpns": Kind.HEAVY_WEAPONS}
ROWS = {SPEEDS["H"]: "Halftrack", SPEEDS["W"]: "Wheeled", HORSE: "Horse-drawn", GUN_ROW: "AT/Gun"}
COVER_ROWS = {SOFT_COVER: "in soft cover or on crest", HARD_COVER: "in hard cover", BUNKER: "in bunker"}
RULEBOOK_BASES = {  # organisation.rulebook-bases
    Kind.HQ: Base(1.0, 0.5),
    Kind.HEAVY_WEAPONS: Base(1.0, 0.5),
    Kind.FIELD_GUN: Base(1.0, 1.0),
}
HUNDRED = "00"  # of percentage dice
CLOSER_THAN_AN_INCH = 0.99  # on a table of hundredths of an inch


class D10Charts(Charts):
    """A d10 or percentage dice must not exceed a score; gun tables go inch by inch."""

    sighting = "sighting"

    crest = brow = 0.5  # setup.terrain, sighting.heights
    road_clear, too_near = CLOSER_THAN_AN_INCH, "closer than an inch to"  # command.friendly-road
    night_drill = 12.0  # night.formation-limits
    next_to = "touching it"
    beside = mount = overrun = shapes.TWO_STEPS  # touching: night.fup, fire.tank-rider-details, command.overrun
    strike = 1.0 + shapes.HALF_STEP  # air.air-target: an inch off is within an inch
    rain = 6  # weather.sighting
    skies = ("clear", "overcast", "drizzle", "fog", "rain")
    cut_off = -10  # variants.cops-isolated
    keeps_points = 5  # variants.cops-overnight, where the scenario gives no score
    points = Points(stand=1, overrun=5, margin=1)  # victory.default

    def __init__(self, book: Book, variants: frozenset[str] = frozenset()) -> None:
        super().__init__(book, variants)
        coarse = "cd3-scale" in variants  # setup.cd3-scale
        self.gap, self.intervals = (3.0, (50, 100, 290)) if coarse else (2.0, (50, 100, 190))
        self.bases = self._read_bases(2.0 if coarse else 1.0)
        self.most_stands, self.most_hits = len(self.table("morale").columns), len(self.table("morale").rows)
        self.average_die = Reading(tuple(whole("average-dice", row[1]) for row in self.table("average-dice").rows))
        self._percentages = {name: Grid(self.table(name), reads=upto) for name in ("action-points", "barrage-delay")}
        self._barrage, self._air = (Grid(self.table(name), reads=upto) for name in ("barrage-effect", "air-destroy"))
        self._rally, self._rally_cover = Grid(self.table("rally")), Grid(self.table("rally-cover"))
        self._morale = Grid(self.table("morale"), rows=Scores)
        self._replacements = Grid(self.table("replacements"), reads=lambda cell: cell if isinstance(cell, int) else 0)
        self._rates = Grid(self.table("movement"))
        self.staff_walk = self.rate(FOOT, Formation.MARCH, GOOD), self.rate(FOOT, Formation.MARCH, BAD)
        self._arms = {weight: self._gun(weight) for weight in WEIGHTS}
        self._on_foot = {False: self._small_arms("infantry-fire"), True: self._small_arms("smg-fire")}

    def _read_bases(self, template: float) -> dict[str, Base]:
        bases: dict[str, Base] = {}
        for name, size in self.table("stands").column("base").items():
            depth, width = map(float, str(size).split(" x "))
            bases[KINDS.get(name, name)] = Base(width, depth)
        self.rebased = RULEBOOK_BASES if "rulebook-bases" in self.variants else {}
        bases |= self.rebased
        return bases | {Kind.HALF_TRACK: bases["Transport"], Kind.TEMPLATE: Base(template, template, disc=True)}

    def turns_in_day(self, month: str) -> int:
        return 10  # setup.turns-per-day

    def for_two(self, quality: str) -> int:
        return self._limits("action-points", quality)[0]

    def actions(self, quality: str, face: int, total: int) -> int:
        two, one, _ = self._limits("action-points", quality)
        return 2 if total <= two else 1 if total <= one else 0

    def hq_bonus(self, quality: str) -> int:
        return 10  # actions.hq-bonus

    def delay(self, quality: str, total: int) -> int:
        limits = self._limits("barrage-delay", quality)
        return next((turns for turns, limit in enumerate(limits) if total <= limit), len(limits) - 1)

    def _limits(self, name: str, quality: str) -> list[Figure]:
        """The highest roll of a quality for each row of a table."""
        grid = self._percentages[name]
        return [some(grid.figure(row, quality.capitalize())) for row in grid.table.headings]

    def rate(self, row: str, formation: str, going: str) -> float:
        row, roads = ROWS.get(row, row), ("paved", "dirt")
        if going in roads and (on_road := self._rates.cell(row, f"{going.capitalize()} Road")) != NEVER:
            return number(on_road)
        going = GOOD if going in roads else going
        return number(self._rates.cell(row, f"{going.capitalize()} {column_of(formation)}"))

    def hurried_rate(self, row: str, formation: str) -> float | None:
        """move.bad-going-foot, move.bad-going-vehicles: never faster than on good going."""
        good, bad = self.rate(row, formation, GOOD), self.rate(row, formation, BAD)
        return None if row == GUN_ROW else good if row == FOOT else min(1.5 * bad, good)

    def barrage(self, column: int) -> int:
        return some(self._barrage.figure(self._barrage.table.headings[column]))

    def rally(self, quality: str) -> int:
        return some(self._rally.figure(quality.capitalize()))

    def rally_cover(self, cover: str, inside: int) -> int:
        return some(self._rally_cover.figure(COVER_ROWS[cover], "2+ stands" if inside > 1 else "1 stand"))

    def infiltration(self, quality: str) -> int:
        return self.rally(quality) - 3  # airborne.infiltration

    def morale(self, stands: int, hits: int) -> int | None:
        """morale.stand-count: beyond the table its last line counts; a battalion without stands fails."""
        if hits >= 2 * stands:
            return None
        column = self._morale.table.columns[min(stands, self.most_stands) - 1]
        return self._morale.figure(hits, column)

    def replacement(self, situation: str, supply: str) -> int | None:
        row = next(row for row in self._replacements.table.headings if row[: len(situation)] == situation)
        figure = self._replacements.figure(row, supply.capitalize())
        return figure if figure and figure > 0 else None

    def refill(self, situation: str) -> int | None:
        cell = self.table("ammo-removal").row(situation)[0]
        return None if cell == "all" else whole("ammo-removal", cell)

    def air(self, *, rockets: bool, hard: bool) -> int:
        row, column = "Rocket equipped" if rockets else "Fighter-bomber", "vehicle or bunker" if hard else "any target"
        return some(self._air.figure(row, column))

    def _small_arms(self, name: str) -> Arm:
        grid = Grid(self.table(name))
        destroy = {
            DISMOUNTED: scores(grid, "To destroy: Dismounted"),
            SOFT_VEHICLE: scores(grid, "To destroy: Soft"),
        }
        destroy |= dict.fromkeys(ARMOURED, scores(grid, "To destroy: Armor"))
        return Arm(limits(grid), scores(grid, "To hit"), destroy)

    def _gun(self, weight: str) -> Arm:
        grid, soft = Grid(self.table(f"{WEIGHTS[weight].lower()}-gun")), Grid(self.table("gun-soft-targets"))
        destroy = {f"{name} armour": scores(grid, f"To destroy: {name} armor") for name in WEIGHTS.values()}
        inches = limits(grid)
        destroy |= {
            DISMOUNTED: (soft.figure("Dismounted"),) * len(inches),
            SOFT_VEHICLE: (soft.figure("Soft Vehicle"),) * len(inches),
        }
        return Arm(inches, scores(grid, "To hit"), destroy)


def limits(grid: Grid) -> tuple[float, ...]:
    """The inches of its columns."""
    return tuple(limit(grid.table.id, column) for column in grid.table.columns)


def upto(cell: Cell) -> int:
    """The last face of a range: "85-00" ends with 100."""
    last = str(cell).rpartition("-")[2]
    return 100 if last == HUNDRED else int(last)
