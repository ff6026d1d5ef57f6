"""The tables of the d20 chart."""

from math import inf

from sandtable.board.board import Base
from sandtable.book.book import Book, BookError, Cell
from sandtable.book.charts import Grid, whole
from sandtable.rules.great_battles.book.charts import (
    ARMOURED,
    BUNKER,
    DISMOUNTED,
    HARD_COVER,
    MONTHS,
    SOFT_COVER,
    SOFT_VEHICLE,
    WEIGHTS,
    Arm,
    Charts,
    Points,
    ScoreRow,
    column_of,
    number,
    scores,
    some,
)
from sandtable.rules.great_battles.words import Kind

ONE_ACTION = 10  # actions.one-action: the bare die
MEDIUM_GUN_AGREED: ScoreRow = (15, 15, 17, None)  # variants.medium-gun-corrected
COVER_ROWS = {SOFT_COVER: "Soft cover (or crest line)", HARD_COVER: "Hard cover", BUNKER: "Bunker"}
SEVERAL, ONE = "two or more stands in it", "one stand in it"
MADE_UP = -1  # printed where a stand is lost instead


class D20Charts(Charts):
    """A d20 must reach a score; ranges go in bands of three inches."""

    sighting = "visibility"

    gap, intervals = 2.0, (50, 100, 190)  # move.path, formation.spacing
    crest = brow = 1.0  # data.crest, sighting.line-of-sight
    road_clear, too_near = 2.0, "within 2 inches of"  # setup.friendly-road
    night_drill = inf  # night.formation
    beside = mount = overrun = 1.0  # setup.measuring: adjacent
    next_to = "no more than 1 inch away"
    strike = 0.5  # air.attack: the circle of a template
    staff_walk = (6.0, 6.0)  # airborne.consolidate
    rain = 9  # weather.visibility
    skies = ("clear", "overcast", "drizzle", "fog", "rain", "heat", "cold")
    cut_off = -2  # variants.cops-activation
    keeps_points = 11  # variants.cops-activation
    points = Points(stand=1, overrun=3, margin=2)  # victory.default-points

    def __init__(self, book: Book, variants: frozenset[str] = frozenset()) -> None:
        super().__init__(book, variants)
        sizes = self.table("stand-types")
        depths, widths = sizes.column("depth"), sizes.column("width")
        bases = {kind: Base(number(widths[kind]), number(depths[kind])) for kind in depths}
        self.bases = bases | {Kind.HALF_TRACK: bases["Transport"], Kind.TEMPLATE: Base(1.0, 1.0, disc=True)}
        self.most_stands, self.most_hits = len(self.table("morale").rows), len(self.table("morale").columns)
        self._rates = Grid(self.table("movement"))
        self._barrage, self._rally = Grid(self.table("barrage")), Grid(self.table("rally"))
        self._rally_cover, self._morale = Grid(self.table("rally-modifiers")), Grid(self.table("morale"))
        self._replacements = Grid(self.table("replacements"), reads=int)
        self._actions = Grid(self.table("action-roll"), reads=least)
        self._delays = Grid(self.table("barrage-delay"), reads=least)
        self._arms = {weight: self._gun(weight) for weight in WEIGHTS}
        self._on_foot = {smg: self._small_arms(smg=smg) for smg in (False, True)}

    def turns_in_day(self, month: str) -> int:
        for row in self.table("day-length").rows:
            first, last = (MONTHS.index(name) for name in str(row[0]).split("-"))
            if (MONTHS.index(month) - first) % 12 <= (last - first) % 12:
                return whole("day-length", row[1])
        raise BookError(f"no day length for {month}")

    def for_two(self, quality: str) -> int:
        return some(self._actions.figure("2", quality.capitalize()))

    def hq_bonus(self, quality: str) -> int:
        return some(self._actions.figure("HQ attached", quality.capitalize()))

    def actions(self, quality: str, face: int, total: int) -> int:
        if face <= ONE_ACTION:
            return 1
        return 2 if total >= self.for_two(quality) else 0

    def delay(self, quality: str, total: int) -> int:
        rows = self._delays.table.headings
        reached = (total >= some(self._delays.figure(row, quality.capitalize())) for row in rows)
        return next((turns for turns, enough in enumerate(reached) if enough), len(rows) - 1)

    def rate(self, row: str, formation: str, going: str) -> float:
        column = f"Road {going}" if going in ("paved", "dirt") else f"{column_of(formation)} {going}"
        return number(self._rates.cell(row, column))

    def barrage(self, column: int) -> int:
        return some(self._barrage.figure("Suppress", self._barrage.table.columns[column]))

    def rally(self, quality: str) -> int:
        return some(self._rally.figure("Rally", quality.capitalize()))

    def rally_cover(self, cover: str, inside: int) -> int:
        return some(self._rally_cover.figure(COVER_ROWS[cover], SEVERAL if inside > 1 else ONE))

    def infiltration(self, quality: str) -> int:
        return self.rally(quality) + 6  # airborne.consolidate

    def morale(self, stands: int, hits: int) -> int | None:
        if hits > self.most_hits:
            return None
        return self._morale.figure(str(min(stands, self.most_stands)), str(hits))

    def replacement(self, situation: str, supply: str) -> int | None:
        figure = self._replacements.figure(situation, supply.capitalize())
        return None if figure == MADE_UP else figure

    def refill(self, situation: str) -> int | None:
        return {"Isolated": 0, "Separated": 1}.get(situation)  # variants.ammo-low

    def air(self, *, rockets: bool, hard: bool) -> int:
        return (13 if hard else 15) if rockets else 17  # air.attack

    def _small_arms(self, *, smg: bool) -> Arm:
        """fire.smg: an SMG battalion has no 3 inch column."""
        grid = Grid(self.table("infantry-fire"))
        columns = [column for column in grid.table.columns if not (smg and column == "3")]
        rows = {row: tuple(grid.figure(row, column) for column in columns) for row in grid.table.headings}
        destroy = {DISMOUNTED: rows["Destroy dismounted"], SOFT_VEHICLE: rows["Destroy soft vehicle"]}
        limits = tuple(map(float, columns))
        return Arm(limits, rows["To hit"], destroy | dict.fromkeys(ARMOURED, rows["Destroy armour"]))

    def _gun(self, weight: str) -> Arm:
        hit, destroy, name = Grid(self.table("gun-hit")), Grid(self.table("gun-destroy")), WEIGHTS[weight]
        found = {row[1]: scores(destroy, row) for row in destroy.table.headings if row[0] in (name, "Any")}
        if weight == "M" and "medium-gun-corrected" in self.variants:
            found[f"{name} armour"] = MEDIUM_GUN_AGREED
        return Arm(tuple(map(float, hit.table.columns)), scores(hit, name), found)


def least(cell: Cell) -> int:
    """The first figure of "16+", "12-19" and "+2"."""
    return int(str(cell).removesuffix("+").split("-")[0])
