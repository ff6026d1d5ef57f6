"""The book, and what its tables say of sub-units, weapons and dice."""

from typing import Literal

from msgspec import Struct

from sandtable.board.board import Base
from sandtable.book.book import Book, Cell
from sandtable.book.charts import NONE, Grid, by_score, whole
from sandtable.kernel.dice import Chart, Counted, Reading, pips
from sandtable.kernel.reckoning import Term

BOOK = Book("sandtable.rules.combat_captain", "combat-captain.toml")
cite = BOOK.cite

Class = Literal["foot", "non-armored vehicle", "half-track", "armoured"]
Which = Literal["all", "even", "odd", "-"]  # of the dice that count

D6 = pips(6)
DICE = 3  # cc.activation.three-dice
QUALITIES = ("Militia", "Regular", "Veteran")
HIGHEST_COVER = 5
HIGHEST_COVER_OF_VEHICLES = 3  # cc.cover.vehicles
ALL_ROUND = 4  # cc.cover.arc: cover of this level and higher protects on all sides
PLANES = 3  # cc.air.maximum

# ---- sub-units

RIFLES, MACHINE_GUN, MORTAR, BAZOOKA = "Rifle squad", "Machine gun squad", "Mortar squad", "Bazooka squad"
CAR, TRUCK, HALF_TRACK = "Car", "Truck", "Half-track"
GUN_TYPE = "Gun (anti-tank or artillery) with crew"
CAR_TYPE, TANK_TYPE = "Armoured car", "Tank or self-propelled gun"
TYPE_OF = {"gun": GUN_TYPE, "armoured car": CAR_TYPE, "tank": TANK_TYPE, "self-propelled gun": TANK_TYPE}
MOVER_OF = {
    "foot": "Foot", "gun": "Gun moved by its crew", "wheeled": "Wheeled (car, truck, armoured car)",
    "half-track": "Half-track", "tracked": "Tracked (tank, self-propelled gun)",
}  # fmt: skip
ON_FOOT, ON_WHEELS = Base(2.0, 2.0, disc=True), Base(3.0, 3.0, disc=True)  # cc.setup.footprints


class Weapon(Struct, frozen=True, cache_hash=True, gc=False):
    """A row of what each weapon can fire at, and its row in the table of ranges."""

    name: str
    ranges: str
    gun: str = ""  # its class, if it is a gun


SMALL_ARMS = "Rifles and other small arms"
RIFLE = Weapon("Rifles only", SMALL_ARMS)
ENHANCED_RIFLE = Weapon("Enhanced small arms", SMALL_ARMS)
CREWED = Weapon("Crewed machine gun", "Mortars and crewed machine guns")
MOUNTED = Weapon("Vehicle machine gun", "Vehicle mounted machine guns")
TUBE = Weapon("Mortar", "Mortars and crewed machine guns")
ROCKET = Weapon(
    "Hand-held anti-tank weapon (bazooka)", "Bazookas (all hand-held anti-tank weapons)", "Inferior Gun"
)  # cc.fire.bazookas
WEAPONS = {RIFLES: (RIFLE,), MACHINE_GUN: (CREWED,), MORTAR: (TUBE,), BAZOOKA: (ROCKET,), HALF_TRACK: (MOUNTED,)}


class Kind(Struct, frozen=True, gc=False):
    """What the tables say of a sub-unit of this name."""

    name: str
    type: str
    cls: Class
    men: int  # 0: it is lost whole
    dice: int  # in close combat
    by_fire: int  # hits that destroy it; 0: by the man, or by a kill roll
    in_combat: int
    mover: str
    weapons: tuple[Weapon, ...]
    armour: str = ""
    base: Base = ON_FOOT

    @property
    def foot(self) -> bool:
        return self.cls == "foot"

    @property
    def armoured(self) -> bool:
        return self.cls == "armoured"

    @property
    def soft(self) -> bool:
        """A car or truck: it does not fight, take objectives or count as a loss."""
        return self.cls == "non-armored vehicle"

    @property
    def gun(self) -> bool:
        return self.type == GUN_TYPE

    @property
    def carries(self) -> bool:
        """cc.vehicles.transport: a truck or a half-track carries; a car does not."""
        return self.name in (TRUCK, HALF_TRACK)

    @property
    def highest_cover(self) -> int:
        """cc.cover.levels, cc.cover.vehicles"""
        return HIGHEST_COVER if self.foot else HIGHEST_COVER_OF_VEHICLES

    @property
    def radius(self) -> float:
        return self.base.width / 2

    @property
    def legs(self) -> int:
        """Movement dice for each activation die."""
        return GOING.figure(self.mover) or 0


TYPES = {str(row[0]): row for row in BOOK.table("sub-unit-types").rows}
GOING = Grid(BOOK.table("movement"))


def figure(cell: Cell) -> int:
    """A number of a table; words and dashes are none."""
    return cell if isinstance(cell, int) else 0


def kind_of(name: str, type: str, mover: str, weapons: tuple[Weapon, ...], armour: str = "") -> Kind:
    _, cls, men, _, dice, by_fire, in_combat = TYPES[type]
    base = ON_FOOT if cls == "foot" else ON_WHEELS
    return Kind(
        name, type, cls, figure(men), figure(dice), figure(by_fire), figure(in_combat), mover, weapons,  # type: ignore[arg-type]
        "" if armour == NONE else armour, base,
    )  # fmt: skip


def plain_kinds() -> dict[str, Kind]:
    """Those that have no rating."""
    movers = {CAR: "wheeled", TRUCK: "wheeled", HALF_TRACK: "half-track"}
    names = (RIFLES, MACHINE_GUN, MORTAR, BAZOOKA, CAR, TRUCK, HALF_TRACK)
    return {name: kind_of(name, name, MOVER_OF[movers.get(name, "foot")], WEAPONS.get(name, ())) for name in names}


def rated_kinds() -> dict[str, Kind]:
    """cc.organisation.ratings: equipment by its name, as far as the bracket."""
    found = {}
    for row in BOOK.table("ratings").rows:
        name, kind, mover, gun, armour = map(str, row)
        if kind not in TYPE_OF:
            continue  # cc.fire.bazookas has its own weapon
        cannon = Weapon(f"Cannon: {gun}", "Cannon", gun)
        weapons = (cannon,) if kind == "gun" else (cannon, MOUNTED)
        short = name.partition(" (")[0]
        found[short] = kind_of(short, TYPE_OF[kind], MOVER_OF[mover], weapons, armour)
    return found


KINDS = plain_kinds() | rated_kinds()
INFANTRY, SOFT, ARMOUR = "infantry", "cars, trucks and half-tracks", "armour"  # columns of what a weapon can fire at


def target_class(kind: Kind) -> str:
    """cc.fire.infantry-target, cc.fire.non-armoured-target."""
    return INFANTRY if kind.foot else ARMOUR if kind.armoured else SOFT


# ---- charts

RANGES = Grid(BOOK.table("weapon-ranges"))
TARGETS = Grid(BOOK.table("weapon-targets"))
RADIUS = {str(row[0]): whole("control radius", row[1]) for row in BOOK.table("control-radius").rows}
AUTOMATIC = 100  # what the last row of the fire chart comes to
NEVER = "no"


def fire_chart() -> Chart:
    """cc.fire.below-chart: below its first row nothing is thrown. cc.fire.automatic-kill: nor in its last."""
    rows = [tuple(0 if cell == NONE else cell for cell in row[1:]) for row in BOOK.table("fire-chart").rows]
    printed = [tuple(whole("fire-chart", cell) for cell in row) for row in rows[:-1]]
    return Chart(0, ((0,), *printed, (AUTOMATIC,)), ((AUTOMATIC, "automatic kill"),))


FIRE_CHART = fire_chart()
MOST_HITS = max(FIRE_CHART.rows[-2])  # cc.fire.automatic-kill-detail counts from these
SURE_KILL = 6  # cc.armour.kill-roll-limits


ANY_FACE = 0  # of inches that no die gives: they count wherever one may go


def counts(which: Which, face: int) -> bool:
    """cc.dice.full-even-odd"""
    if which == NONE:
        return False
    return which == "all" or face == ANY_FACE or (face % 2 == 0) == (which == "even")


def worth(which: Which, chits: int) -> tuple[int, ...]:
    """cc.dice.penalty-order: the face says whether a die counts; then each chit takes a pip off it."""
    return tuple(max(face - chits, 0) if counts(which, face) else 0 for face in range(1, 7))


READINGS = {
    (which, chits): Counted(worth(which, chits)) for which in ("all", "even", "odd") for chits in range(7)
}  # with six chits no die is worth anything


def reading(which: Which, chits: int) -> Reading:
    return READINGS[which, min(chits, 6)]


# ---- results of single dice


Event = Literal["gift", "low ammunition", "nothing", "artillery", "strafing", "bombing"]
EVENTS: dict[int, Event] = by_score(
    BOOK.table("events"), "gift", "low ammunition", "nothing", "artillery", "strafing", "bombing"
)
STRAFING = by_score(BOOK.table("strafing"), "return shot", "nothing", "casualty")
RETURN_SHOT = by_score(BOOK.table("return-shot"), "no effect", "breaks off", "crashes")
BOMBING = by_score(BOOK.table("bombing"), "shot down", "misses", "hits")
PLANES_BY_DIE = by_score(BOOK.table("planes"), *(whole("planes", row[1]) for row in BOOK.table("planes").rows))


def is_enhanced(nation: str, quality: str) -> bool:
    """cc.organisation.enhanced-small-arms, cc.organisation.regular-or-better"""
    return nation == "German" or (nation in ("British", "American") and quality != "Militia")


def chit_terms(chits: int) -> tuple[Term, ...]:
    """cc.dice.morale-penalty: what the log says of it."""
    return (BOOK.term(-chits, "a die for morale chits", "cc.dice.morale-penalty"),) if chits else ()
