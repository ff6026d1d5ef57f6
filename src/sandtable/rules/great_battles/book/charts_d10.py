"""The tables of the d10 charts."""

from functools import cached_property

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.book.book import Book, Cell
from sandtable.book.charts import whole
from sandtable.kernel.dice import Reading
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
    QUALITIES,
    SOFT_COVER,
    SOFT_VEHICLE,
    SPEEDS,
    SUPPLY,
    WEIGHTS,
    Arm,
    Charts,
    House,
    Points,
    column_of,
    leading,
    number,
    read_grounds,
    score,
    scores,
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
    """A die of 10, or percentage dice, that must not exceed a score; gun tables inch by inch."""

    sighting = "sighting"

    crest = brow = 0.5  # setup.terrain, sighting.heights
    road_clear, too_near = CLOSER_THAN_AN_INCH, "closer than an inch to"  # command.friendly-road
    night_drill = 12.0  # night.formation-limits
    next_to = "touching it"
    beside = mount = overrun = shapes.TWO_STEPS  # touching: night.fup, fire.tank-rider-details, command.overrun
    strike = 1.0 + shapes.HALF_STEP  # air.air-target: an inch off is within an inch
    rain = 6  # weather.sighting
    skies = ("clear", "overcast", "drizzle", "fog", "rain")
    hq_action_bonus = 10  # actions.hq-bonus
    keeps_points = 5  # variants.cops-overnight, where the scenario gives no score
    points = Points(stand=1, overrun=5, margin=1)  # victory.default

    def __init__(self, book: Book, variants: frozenset[str] = frozenset()) -> None:
        super().__init__(book, variants)
        coarse = "cd3-scale" in variants  # setup.cd3-scale
        self.gap, self.intervals = (3.0, (50, 100, 290)) if coarse else (2.0, (50, 100, 190))
        self.bases = self._read_bases(2.0 if coarse else 1.0)
        self.grounds = read_grounds(self.table("terrain"))
        self._read_modifiers()
        self._read_morale()
        self.malta = self._house("Axis"), self._house("Allies")
        self.average_die = Reading(tuple(whole("average-dice", row[1]) for row in self.table("average-dice").rows))
        self._rates = {
            str(row[0]): dict(zip(self.table("movement").columns, row[1:], strict=True))
            for row in self.table("movement").rows
        }
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

    def _read_modifiers(self) -> None:
        hit, destroy = self.figures("to-hit-modifiers"), self.figures("destroy-modifiers")
        self.hit = {
            "not activated": hit["Target not activated"],
            "in column": hit["Target in column"],
            "on road": hit["Target on road"],
            "heavy weapons": hit["Infantry with heavy weapons"],
            "to flank or rear": hit["Firing outside front 180 degrees"],
            "opportunity fire": hit["Firer using opportunity fire"],
            "with riders": 3,  # fire.tank-riders
            "in cover": -1,  # fire.cover-to-hit
            "low on ammunition": -1,  # fire.ammo-low
        }
        self.melee = {
            name: {str(row[0]): whole(name, row[2]) for row in self.table(name).rows}
            for name in ("armor-vs-infantry", "infantry-vs-infantry")
        }
        green, seasoned = destroy["Raw or Inferior"], destroy["Experienced or Veteran"]
        self.destroy = dict.fromkeys(QUALITIES[:2], green) | dict.fromkeys(QUALITIES[3:], seasoned)
        self.destroy |= {"in cover": destroy["In cover"]}
        rally = self.figures("rally-modifiers")
        self.rally_modifiers = {
            "HQ": rally["Battalion has HQ attached"],
            "suppressed": rally["Each stand suppressed"],
            "destroyed": rally["Each stand destroyed"],
        }
        delay = self.table("barrage-delay-modifiers").column("score modifier")
        rows = {"HQ with the spotter": "HQ attached to the spotting battalion", "registered": "Pre-registered"}
        self.delay_modifiers = {
            label: whole("barrage-delay-modifiers", delay[row])
            for label, row in (rows | {"on call": "On-call"}).items()
        }
        orders = self.figures("activation-delay-modifiers")  # added to the roll, so the other way round
        self.staff = {
            "cut off from supply": -10,  # variants.cops-isolated
            "with its HQ": -orders["Battalion has its regimental HQ"],
            "more than 4 inches from its HQ": -orders["Battalion over 4 in from regimental HQ"],
            "HQ more than 12 inches from the C Ops": -orders["Regimental HQ over 12 in from C Ops"],
        }

    def _house(self, side: str) -> House:
        """The rows of the table of Malta in their order; "8 - day" changes by the day."""
        points, keeps, port, air = self.table("malta").column(side).values()
        score, sign, _ = str(keeps).split()
        figures = (whole("malta", cell) for cell in (points, port, air))
        return House(next(figures), int(score), -1 if sign == "-" else 1, next(figures), next(figures))

    def _read_morale(self) -> None:
        morale = self.figures("morale-modifiers")
        self.morale_covers = {
            SOFT_COVER: morale["1 or more stands in soft cover"],
            HARD_COVER: morale["1 or more stands in hard cover"],
            BUNKER: morale["1 or more stands in bunker"],
        }
        self.morale_skies = {"drizzle": morale["Drizzle"], "fog": morale["Fog or rain"], "rain": morale["Fog or rain"]}
        self.morale_far = morale["1 or more stands not within 12 in of C Ops"]
        self.morale_qualities = {
            level: morale[level.capitalize()] for level in QUALITIES if level.capitalize() in morale
        }
        self.most_stands, self.most_hits = len(self.table("morale").columns), len(self.table("morale").rows)

    # ---- the day

    def turns_in_day(self, month: str) -> int:
        return 10  # setup.turns-per-day

    def for_two(self, quality: str) -> int:
        return self._action_limits[quality][0]

    def actions(self, quality: str, face: int, total: int) -> int:
        two, one, _ = self._action_limits[quality]
        return 2 if total <= two else 1 if total <= one else 0

    @cached_property
    def _action_limits(self) -> dict[str, list[int]]:
        return self._limits("action-points")

    def delay(self, quality: str, total: int) -> int:
        limits = self._delay_limits[quality]
        return next((turns for turns, limit in enumerate(limits) if total <= limit), len(limits) - 1)

    @cached_property
    def _delay_limits(self) -> dict[str, list[int]]:
        return self._limits("barrage-delay")

    def _limits(self, name: str) -> dict[str, list[int]]:
        """What each quality may roll at most for each row of a table."""
        columns = {quality: self.table(name).column(quality.capitalize()) for quality in QUALITIES}
        return {quality: [upto(cell) for cell in column.values()] for quality, column in columns.items()}

    def rate(self, row: str, formation: str, going: str) -> float:
        rates = self._rates[ROWS.get(row, row)]
        on_road = rates[f"{going.capitalize()} Road"] if going in ("paved", "dirt") else None
        if on_road is not None and on_road != NEVER:
            return number(on_road)
        return number(rates[f"{(GOOD if on_road else going).capitalize()} {column_of(formation)}"])

    def hasty(self, row: str, formation: str) -> float | None:
        """move.bad-going-foot, move.bad-going-vehicles; nobody goes faster than on good going."""
        good, bad = self.rate(row, formation, GOOD), self.rate(row, formation, BAD)
        return None if row == GUN_ROW else good if row == FOOT else min(1.5 * bad, good)

    # ---- scores

    def barrage(self, column: int) -> int:
        return upto(self.table("barrage-effect").rows[column][1])

    def rally(self, quality: str) -> int:
        return self.figures("rally")[quality.capitalize()]

    def rally_cover(self, cover: str, inside: int) -> int:
        return whole("rally-cover", self.table("rally-cover").row(COVER_ROWS[cover])[inside > 1])

    def infiltration(self, quality: str) -> int:
        return self.rally(quality) - 3  # airborne.infiltration

    def morale(self, stands: int, hits: int) -> int | None:
        """morale.stand-count: beyond the table as its last line, but who has lost everybody fails."""
        if hits >= 2 * stands:
            return None
        return score(self.table("morale").rows[min(hits, self.most_hits) - 1][min(stands, self.most_stands)])

    def replacement(self, situation: str, supply: str) -> int | None:
        row = next(row for row in self.table("replacements").rows if str(row[0]).startswith(situation))
        cell = row[1 + SUPPLY.index(supply)]
        return cell if isinstance(cell, int) and cell > 0 else None

    def refill(self, situation: str) -> int | None:
        cell = self.table("ammo-removal").row(situation)[0]
        return None if cell == "all" else whole("ammo-removal", cell)

    def air(self, *, rockets: bool, hard: bool) -> int:
        return upto(self.table("air-destroy").row("Rocket equipped" if rockets else "Fighter-bomber")[hard])

    # ---- fire

    def small_arms(self, *, smg: bool = False) -> Arm:
        return self._on_foot[smg]

    def gun(self, weight: str) -> Arm:
        return self._arms[weight]

    def _small_arms(self, name: str) -> Arm:
        table = self.table(name)
        destroy = {
            DISMOUNTED: scores(table.row("To destroy: Dismounted")),
            SOFT_VEHICLE: scores(table.row("To destroy: Soft")),
        }
        destroy |= dict.fromkeys(ARMOURED, scores(table.row("To destroy: Armor")))
        return Arm(tuple(map(leading, table.columns)), scores(table.row("To hit")), destroy)

    def _gun(self, weight: str) -> Arm:
        table, soft = self.table(f"{WEIGHTS[weight].lower()}-gun"), self.figures("gun-soft-targets")
        limits = tuple(map(leading, table.columns))
        destroy = {f"{name} armour": scores(table.row(f"To destroy: {name} armor")) for name in WEIGHTS.values()}
        destroy |= {
            DISMOUNTED: (soft["Dismounted"],) * len(limits),
            SOFT_VEHICLE: (soft["Soft Vehicle"],) * len(limits),
        }
        return Arm(limits, scores(table.row("To hit")), destroy)


def upto(cell: Cell) -> int:
    """The last face of a range: "85-00" ends with 100."""
    last = str(cell).rpartition("-")[2]
    return 100 if last == HUNDRED else int(last)
