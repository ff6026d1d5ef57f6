"""The tables of the book, read into types. Every number of the game comes from here."""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from sandtable.board.board import Base
from sandtable.book.book import Book, BookError, Cell, Table
from sandtable.book.charts import whole
from sandtable.rules.great_battles.words import Formation, Kind

QUALITIES = ("raw", "inferior", "average", "experienced", "veteran")
SUPPLY = ("poor", "inferior", "average", "superior", "superb")
NEVER = "-"  # what the book prints where no roll helps
WEIGHTS = {"L": "Light", "M": "Medium", "H": "Heavy", "S": "Superheavy"}
INFANTRY_GUN, NO_GUN, SOFT = "I", "0", "0"  # classes of guns and of armour that have no row of their own
DISMOUNTED, SOFT_VEHICLE = "Dismounted", "Soft vehicle"
SPEEDS = {"S": "Slow AFV", "M": "Medium AFV", "F": "Fast AFV", "H": "Half-track", "W": "Wheel"}
FOOT, GUN_ROW, HORSE = "Foot", "AT/gun", "Horse"
GOOD, BAD, CLOSED = "good", "bad", "closed"
NONE, SOFT_COVER, HARD_COVER, BUNKER = "none", "soft", "hard", "bunker"
COVERS = (NONE, SOFT_COVER, HARD_COVER, BUNKER)  # from worst to best
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip


class Ground(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a kind of terrain does."""

    going: str = GOOD
    cover: str = NONE
    blocks: bool = False  # sight, beyond an inch of it
    line: bool = False  # crossing it costs as an inch of bad going
    foot_only: bool = False


class Losses(Struct, frozen=True, gc=False):
    """What it costs to deploy near the enemy."""

    destroyed: int = 0
    suppressed: int = 0
    retreat: int = 0


class Weather(Struct, frozen=True, gc=False):
    name: str
    morale: int
    sight: int


class Charts:
    """The tables of one edition."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def table(self, name: str) -> Table:
        return self.book.tables[f"{self.book.about.prefix}.table.{name}"]

    # ---- stands and ground

    @cached_property
    def bases(self) -> Mapping[str, Base]:
        sizes = self.table("stand-types")
        depths, widths = sizes.column("depth"), sizes.column("width")
        bases = {kind: Base(number(widths[kind]), number(depths[kind])) for kind in depths}
        return bases | {Kind.HALF_TRACK: bases["Transport"], Kind.TEMPLATE: Base(1.0, 1.0, disc=True)}

    @cached_property
    def grounds(self) -> Mapping[str, Ground]:
        """Every kind of terrain by the single words that maps use."""
        grounds: dict[str, Ground] = {}
        for row in self.table("terrain").rows:
            names, going, cover, blocks, passable = map(str, row)
            if "road" in names:
                continue
            ground = Ground(
                going=BAD if going.startswith("bad") else CLOSED if passable.startswith("bridges") else GOOD,
                cover=cover if cover in COVERS else NONE,
                blocks=blocks.startswith("yes"),
                line="1 inch of bad going" in going,
                foot_only=passable.startswith("dismounted"),
            )
            for name in names.lower().replace(" or ", ", ").split(", "):
                grounds[name.removesuffix(" ground").removeprefix("major ")] = ground
        grounds["hill"] = grounds["ridge"] = grounds.pop("hill contour line")
        return grounds

    # ---- the day

    def turns_in_day(self, month: str) -> int:
        for row in self.table("day-length").rows:
            first, last = (MONTHS.index(name) for name in str(row[0]).split("-"))
            if (MONTHS.index(month) - first) % 12 <= (last - first) % 12:
                return whole("day-length", row[1])
        raise BookError(f"no day length for {month}")

    def sight(self, turn: int, second: bool, *, odd: bool) -> int:
        """How far one sees in a player turn; the die matters on the third turn only."""
        row = "4 and later" if turn > 3 else f"3 if {'odd' if odd else 'even'} rolled" if turn == 3 else str(turn)
        return whole("visibility", self.table("visibility").row(row)[second])

    def weather(self, die: int) -> Weather:
        for row in self.table("weather").rows:
            low, high = map(int, str(row[0]).split("-"))
            if low <= die <= high:
                return Weather(str(row[1]), whole("weather", row[2]), whole("weather", row[3]))
        raise BookError(f"no weather for {die}")

    def sight_in(self, weather: str) -> int:
        """The longest sighting the table of weathers allows; that of full daylight for one it does not name."""
        named = {str(row[1]): whole("weather", row[3]) for row in self.table("weather").rows}
        return named.get(weather, max(named.values()))

    # ---- bringing units in and up

    def deployment(self, *, dawn: bool, distance: float) -> Losses:
        table = self.table("deployment")
        limits = [float(column) for column in table.columns if column.isdigit()]
        at = next((i for i, upto in enumerate(limits) if distance <= upto), len(limits))
        entry = str(table.row("Dawn" if dawn else "Day")[at])
        parts = [] if entry == NEVER else entry.split("/")
        count = {part[-1]: int(part[:-1]) for part in parts if not part.startswith("-")}
        retreat = next((-int(part) for part in parts if part.startswith("-")), 0)
        return Losses(count.get("d", 0), count.get("s", 0), retreat)

    def activation(self, *, dawn: bool, groups: int) -> int:
        """The price of one battalion (no groups) or of so many battlegroups."""
        return whole("activation", self.table("activation").row("Dawn" if dawn else "Day")[groups])

    @property
    def most_groups(self) -> int:
        return len(self.table("activation").columns) - 1

    def actions(self, quality: str) -> int:
        """The figure for two actions."""
        return int(str(self.table("action-roll").row("2")[QUALITIES.index(quality)]).removesuffix("+"))

    def hq_action_bonus(self, quality: str) -> int:
        return int(self.table("action-roll").row("HQ attached")[QUALITIES.index(quality)])

    def delay(self, quality: str, total: int) -> int:
        """Turns until a barrage comes."""
        column = QUALITIES.index(quality)
        for turns, row in enumerate(self.table("barrage-delay").rows):
            least = int(str(row[1 + column]).removesuffix("+").split("-")[0])
            if total >= least:
                return turns
        return turns

    # ---- moving

    def rate(self, row: str, formation: str, going: str) -> float:
        """Inches in an action; `going` is good, bad, paved or dirt."""
        if going in ("paved", "dirt"):
            column = f"Road {going}"
        else:
            name = "Column" if formation in (Formation.MARCH, Formation.ROAD_MARCH) else formation.capitalize()
            column = f"{name} {going}"
        return self._rates[row][column]

    @cached_property
    def _rates(self) -> dict[str, dict[str, float]]:
        table = self.table("movement")
        return {str(row[0]): dict(zip(table.columns, map(number, row[1:]), strict=True)) for row in table.rows}

    # ---- scores: what a roll must come to; None where no roll helps

    def barrage(self, column: int) -> int:
        return whole("barrage", self.table("barrage").row("Suppress")[column])

    def rally(self, quality: str) -> int:
        return whole("rally", self.table("rally").row("Rally")[QUALITIES.index(quality)])

    def morale(self, stands: int, hits: int) -> int | None:
        table = self.table("morale")
        if hits > len(table.columns):
            return None
        return score(table.row(str(min(stands, len(table.rows))))[hits - 1])

    def replacement(self, situation: str, supply: str) -> int | None:
        return score(self.table("replacements").row(situation)[SUPPLY.index(supply)])

    @cached_property
    def infantry_range(self) -> tuple[float, ...]:
        return tuple(float(column) for column in self.table("infantry-fire").columns)

    @cached_property
    def gun_range(self) -> tuple[float, ...]:
        return tuple(float(column) for column in self.table("gun-hit").columns)

    def infantry_hit(self, band: int) -> int:
        return whole("infantry-fire", self.table("infantry-fire").row("To hit")[band])

    def infantry_destroy(self, target: str, band: int) -> int | None:
        row = f"Destroy {target.lower() if target in (DISMOUNTED, SOFT_VEHICLE) else 'armour'}"
        return score(self.table("infantry-fire").row(row)[band])

    def gun_hit(self, weight: str, band: int) -> int:
        return whole("gun-hit", self.table("gun-hit").row(WEIGHTS[weight])[band])

    def gun_destroy(self, weight: str, target: str, band: int) -> int | None:
        return self._gun_destroy[("Any" if target in (DISMOUNTED, SOFT_VEHICLE) else WEIGHTS[weight], target)][band]

    @cached_property
    def _gun_destroy(self) -> dict[tuple[str, str], tuple[int | None, ...]]:
        rows = self.table("gun-destroy").rows
        return {(str(row[0]), str(row[1])): tuple(score(cell) for cell in row[2:]) for row in rows}

    def modifier(self, table: str, *row: str) -> int:
        """The figure of a row of modifiers, by the words of its key."""
        for cells in self.table(table).rows:
            if tuple(map(str, cells[: len(row)])) == row:
                return whole(table, cells[len(row)])
        raise BookError(f"{table} has no row {', '.join(row)!r}")


def band(limits: tuple[float, ...], distance: float) -> int | None:
    """The column whose figure the distance does not exceed; None past the last."""
    return next((i for i, upto in enumerate(limits) if distance <= upto), None)


def score(cell: Cell) -> int | None:
    return None if cell in (NEVER, "-1") else whole("score", cell)


def number(cell: Cell) -> float:
    assert isinstance(cell, int | float)
    return float(cell)
