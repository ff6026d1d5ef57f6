"""The tables of the d20 chart."""

from math import inf

from sandtable.board.board import Base
from sandtable.book.book import Book, BookError
from sandtable.book.charts import whole
from sandtable.rules.great_battles.book.charts import (
    ARMOURED,
    BUNKER,
    DISMOUNTED,
    HARD_COVER,
    MONTHS,
    QUALITIES,
    SOFT_COVER,
    SOFT_VEHICLE,
    SUPPLY,
    WEIGHTS,
    Arm,
    Charts,
    Points,
    Scores,
    column_of,
    number,
    read_grounds,
    score,
    scores,
)
from sandtable.rules.great_battles.words import Kind

ONE_ACTION = 10  # actions.one-action: the bare die
HEAVY_WEAPONS_AGREED = 2  # variants.heavy-weapons-plus-two
MEDIUM_GUN_AGREED: Scores = (15, 15, 17, None)  # variants.medium-gun-corrected
COVER_ROWS = {SOFT_COVER: "Soft cover (or crest line)", HARD_COVER: "Hard cover", BUNKER: "Bunker"}
SEVERAL, ONE = 0, 1  # columns of the rally modifiers: how many stands are in cover
MADE_UP = "-1"  # printed where a stand is lost instead


class D20Charts(Charts):
    """A die of 20 that must reach a score; ranges in bands of three inches."""

    sighting = "visibility"

    gap, intervals = 2.0, (50, 100, 190)  # move.path, formation.spacing
    crest = brow = 1.0  # data.crest, sighting.line-of-sight
    road_clear, too_near = 2.0, "within 2 inches of"  # setup.friendly-road
    night_drill = inf  # night.formation
    beside = mount = overrun = 1.0  # setup.measuring: adjacent
    next_to = "not more than 1 inch off"
    strike = 0.5  # air.attack: the circle of a template
    staff_walk = (6.0, 6.0)  # airborne.consolidate
    rain = 9  # weather.visibility
    skies = ("clear", "overcast", "drizzle", "fog", "rain", "heat", "cold")
    keeps_points = 11  # variants.cops-activation
    points = Points(stand=1, overrun=3, margin=2)  # victory.default-points

    def __init__(self, book: Book, variants: frozenset[str] = frozenset()) -> None:
        super().__init__(book, variants)
        sizes = self.table("stand-types")
        depths, widths = sizes.column("depth"), sizes.column("width")
        bases = {kind: Base(number(widths[kind]), number(depths[kind])) for kind in depths}
        self.bases = bases | {Kind.HALF_TRACK: bases["Transport"], Kind.TEMPLATE: Base(1.0, 1.0, disc=True)}
        self.grounds = read_grounds(self.table("terrain"))
        self._read_modifiers()
        self._read_morale()
        movement = self.table("movement")
        self._rates = {
            str(row[0]): dict(zip(movement.columns, map(number, row[1:]), strict=True)) for row in movement.rows
        }
        scores = self.table("action-roll").row("2")
        self._for_two = {one: int(str(cell).removesuffix("+")) for one, cell in zip(QUALITIES, scores, strict=True)}
        self._arms = {weight: self._gun(weight) for weight in WEIGHTS}
        self._on_foot = {smg: self._small_arms(smg=smg) for smg in (False, True)}

    def _read_modifiers(self) -> None:
        hit = self.figures("fire-modifiers")
        agreed = "heavy-weapons-plus-two" in self.variants
        self.hit = {
            "not activated": hit["Not activated"],
            "in column": hit["Column"],
            "on road": hit["Road"],
            "heavy weapons": HEAVY_WEAPONS_AGREED if agreed else hit["With heavy weapons (infantry only)"],
            "to flank or rear": hit["To own flank or rear (outside forward 180 degrees)"],
            "opportunity fire": hit["Opportunity fire"],
            "with riders": 6,  # variants.tank-riders
            "in cover": -2,  # variants.cover-to-hit
            "low on ammunition": -2,  # variants.ammo-low
        }
        self.destroy = dict.fromkeys(QUALITIES[:2], 2) | dict.fromkeys(QUALITIES[3:], -2)  # variants.destroy-modifiers
        self.destroy |= {"in cover": -2}
        self.melee = {"close-combat": self.figures("close-combat")}
        self.staff = {  # variants.cops-activation
            "cut off from supply": -2,
            "with its HQ": 2,
            "more than 4 inches from its HQ": -2,
        }
        rally = self.figures("rally-modifiers")
        self.rally_modifiers = {
            "HQ": rally["HQ attached"],
            "suppressed": rally["Each stand suppressed"],
            "destroyed": rally["Each stand destroyed"],
        }
        delay = self.figures("barrage-delay-modifiers")
        self.delay_modifiers = {
            "HQ with the spotter": delay["HQ attached to the spotting battalion"],
            "registered": delay["Registered (pre-registered) mission"],
            "on call": delay["On-call mission"],
        }
        self.hq_action_bonus = int(self.table("action-roll").row("HQ attached")[0])

    def _read_morale(self) -> None:
        morale = self.figures("morale-modifiers")
        mild, harsh = morale["Drizzle, heat or cold"], morale["Fog or rain"]
        self.morale_skies = {"drizzle": mild, "heat": mild, "cold": mild, "fog": harsh, "rain": harsh}
        self.morale_covers = {
            SOFT_COVER: morale["Soft cover or crest line"],
            HARD_COVER: morale["Hard cover"],
            BUNKER: morale["Bunker"],
        }
        self.morale_far = morale["Not within 12 inches of C Ops"]
        self.morale_qualities = {"veteran": 2, "experienced": 1, "inferior": -1, "raw": -2}  # variants.quality-morale
        self.most_stands, self.most_hits = len(self.table("morale").rows), len(self.table("morale").columns)

    # ---- the day

    def turns_in_day(self, month: str) -> int:
        for row in self.table("day-length").rows:
            first, last = (MONTHS.index(name) for name in str(row[0]).split("-"))
            if (MONTHS.index(month) - first) % 12 <= (last - first) % 12:
                return whole("day-length", row[1])
        raise BookError(f"no day length for {month}")

    def for_two(self, quality: str) -> int:
        return self._for_two[quality]

    def actions(self, quality: str, face: int, total: int) -> int:
        if face <= ONE_ACTION:
            return 1
        return 2 if total >= self.for_two(quality) else 0

    def delay(self, quality: str, total: int) -> int:
        column = QUALITIES.index(quality)
        for turns, row in enumerate(self.table("barrage-delay").rows):
            least = int(str(row[1 + column]).removesuffix("+").split("-")[0])
            if total >= least:
                return turns
        return turns

    def rate(self, row: str, formation: str, going: str) -> float:
        column = f"Road {going}" if going in ("paved", "dirt") else f"{column_of(formation)} {going}"
        return self._rates[row][column]

    # ---- scores

    def barrage(self, column: int) -> int:
        return whole("barrage", self.table("barrage").row("Suppress")[column])

    def rally(self, quality: str) -> int:
        return whole("rally", self.table("rally").row("Rally")[QUALITIES.index(quality)])

    def rally_cover(self, cover: str, inside: int) -> int:
        cells = self.table("rally-modifiers").row(COVER_ROWS[cover])
        return whole("rally-modifiers", cells[SEVERAL if inside > 1 else ONE])

    def infiltration(self, quality: str) -> int:
        return self.rally(quality) + 6  # airborne.consolidate

    def morale(self, stands: int, hits: int) -> int | None:
        if hits > self.most_hits:
            return None
        return score(self.table("morale").row(str(min(stands, self.most_stands)))[hits - 1])

    def replacement(self, situation: str, supply: str) -> int | None:
        cell = self.table("replacements").row(situation)[SUPPLY.index(supply)]
        return None if cell == MADE_UP else score(cell)

    def refill(self, situation: str) -> int | None:
        return {"Isolated": 0, "Separated": 1}.get(situation)  # variants.ammo-low

    def air(self, *, rockets: bool, hard: bool) -> int:
        return (13 if hard else 15) if rockets else 17  # air.attack

    # ---- fire

    def small_arms(self, *, smg: bool = False) -> Arm:
        return self._on_foot[smg]

    def gun(self, weight: str) -> Arm:
        return self._arms[weight]

    def _small_arms(self, *, smg: bool) -> Arm:
        """fire.smg: such a battalion has no 3 inch column."""
        table = self.table("infantry-fire")
        kept = [i for i, column in enumerate(table.columns) if not (smg and column == "3")]
        rows = {str(row[0]): scores(tuple(row[1 + i] for i in kept)) for row in table.rows}
        destroy = {DISMOUNTED: rows["Destroy dismounted"], SOFT_VEHICLE: rows["Destroy soft vehicle"]}
        limits = tuple(float(table.columns[i]) for i in kept)
        return Arm(limits, rows["To hit"], destroy | dict.fromkeys(ARMOURED, rows["Destroy armour"]))

    def _gun(self, weight: str) -> Arm:
        table, name = self.table("gun-hit"), WEIGHTS[weight]
        rows = self.table("gun-destroy").rows
        destroy = {str(row[1]): scores(row[2:]) for row in rows if row[0] in (name, "Any")}
        if weight == "M" and "medium-gun-corrected" in self.variants:
            destroy[f"{name} armour"] = MEDIUM_GUN_AGREED
        return Arm(tuple(map(float, table.columns)), scores(table.row(name)), destroy)
