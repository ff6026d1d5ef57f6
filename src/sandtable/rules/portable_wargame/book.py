"""The book, and the values of every kind of Unit and ground from its tables."""

from functools import cache

from msgspec import Struct

from sandtable.book.book import Book, Table
from sandtable.book.charts import Grid

BOOK = Book("sandtable.rules.portable_wargame", "portable-wargame.toml")

# ---- ground

TERRAIN = BOOK.tables["pw.table.terrain"]
COVER = frozenset(name for name, cover in TERRAIN.column("cover or fortification").items() if cover == "cover")
FORTIFICATIONS = frozenset(
    name for name, cover in TERRAIN.column("cover or fortification").items() if cover == "fortification"
)
SHELTER = COVER | FORTIFICATIONS
OPAQUE = frozenset(name for name, blocks in TERRAIN.column("blocks sight").items() if blocks == "yes")
GROUNDS = frozenset(TERRAIN.column("movement")) - {"open", "hill", "bridge (road across river)"}
ROAD, WOOD, RIVER, FORD, MINES, WIRE, TRENCH = "road", "wood", "river", "ford", "minefield", "barbed wire", "trench"

# ---- Units

TANKS = frozenset({"Light Tanks", "Tanks"})
CAVALRY = frozenset({"Mounted Cavalry", "Dismounted Cavalry"})
FOOT = frozenset({"Infantry", "Infantry Anti-tank", "Cyclists"})  # pw.units.infantry-anti-tank, pw.cyclists.values
GUNS = frozenset({"Artillery", "Self-propelled Artillery"})
MOTORISED = frozenset({"Half-tracks", "Trucks"})
TRANSPORT = MOTORISED | {"Horse-drawn Transport"}
SHARING = TRANSPORT | {"Artillery Spotters", "Commanders"}
THROUGH_WIRE = TANKS | {"Assault Guns", "Self-propelled Artillery"}
ADVANCING = FOOT | CAVALRY | TANKS | {"Engineers"}
PASSENGERS = FOOT | {"Engineers", "Dismounted Cavalry", "Machine Guns", "Mortars", "Commanders"}
RIDERS = frozenset({"Infantry", "Infantry Anti-tank"})
COMMANDER, SPOTTER, ENGINEERS, MORTARS, MACHINE_GUNS = (
    "Commanders",
    "Artillery Spotters",
    "Engineers",
    "Mortars",
    "Machine Guns",
)
QUALITIES = ("Elite", "Average", "Poor")
ANTI_AIRCRAFT = "Anti-aircraft Guns"
ASSAULT_GUN_RANGE = 4  # pw.fire.assault-gun-range; the table prints it as a remark
CLASSES = BOOK.tables["pw.table.artillery-range"]
RANGES: dict[str, int] = {name: int(reach) for name, reach in CLASSES.column("range in squares").items()}
INDIRECT = frozenset(name for name, can in CLASSES.column("can fire indirectly").items() if can)


class Kind(Struct, frozen=True, gc=False):
    """The values of one type of Unit from all tables."""

    name: str
    strength: int
    squares: int  # movement allowance
    combat: bool = True  # it may not share a square
    weapon: str = ""  # empty: cannot fire when activated
    range: int = 0
    all_round: bool = False
    dice: int = 1
    front: int = 0  # the score that it needs in close combat to avoid a hit
    flank: int = 0
    air: bool = False
    endurance: int = 0
    forward_guns: int = 0
    rear_guns: int = 0
    air_range: int = 0
    gun: bool = False  # fires in the artillery phase
    tank: bool = False
    small_arms: bool = False  # cannot destroy Tank Units

    @property
    def sharing(self) -> bool:
        return not self.combat and not self.air


D6 = 6  # sides of every die
ROWS_OF = {"Infantry Anti-tank": "Infantry", "Cyclists": "Infantry"}  # types without own rows use these


def figure(table: Table, row: str, column: str) -> int:
    cell = table.column(column)[row]
    return int(cell) if isinstance(cell, int) else 0


@cache
def kinds() -> dict[str, Kind]:
    names = [str(row[0]) for row in BOOK.tables["pw.table.strength"].rows]
    ground = {name: ground_kind(name) for name in (*names, "Cyclists")}
    planes = {str(row[0]): aircraft(str(row[0])) for row in BOOK.tables["pw.table.aircraft-strength"].rows}
    return ground | planes


def ground_kind(name: str) -> Kind:
    strength, weapons = BOOK.tables["pw.table.strength"], BOOK.tables["pw.table.weapons"]
    moves, melee = BOOK.tables["pw.table.movement"], Grid(BOOK.table("close-combat"))
    row = ROWS_OF.get(name, name)
    fires = "Infantry" if name == "Cyclists" else name
    weapon = str(weapons.row(fires)[0]) if weapons.row(fires)[1] == "activation" else ""
    return Kind(
        name=name,
        strength=figure(strength, fires, "strength points"),
        squares=figure(moves, "Mounted Cavalry" if name == "Cyclists" else row, "squares"),
        combat=name not in SHARING,
        weapon=weapon,
        range=weapon_range(weapon),
        all_round=weapons.row(fires)[2] == 360,
        dice=figure(weapons, fires, "dice"),
        front=melee.figure(row, "front on to the enemy") or 0,
        flank=melee.figure(row, "flank or rear on to the enemy") or 0,
        gun=name in GUNS,
        tank=name in TANKS,
        small_arms=weapon in ("Infantry Small Arms", "Machine Guns"),
    )


def weapon_range(weapon: str) -> int:
    if weapon == "Assault Guns":
        return ASSAULT_GUN_RANGE
    return figure(BOOK.tables["pw.table.fire-range"], weapon, "range in squares") if weapon else 0


def aircraft(name: str) -> Kind:
    flight, guns = BOOK.tables["pw.table.aircraft-movement"], BOOK.tables["pw.table.air-to-air"]
    return Kind(
        name=name,
        strength=figure(BOOK.tables["pw.table.aircraft-strength"], name, "strength points"),
        squares=figure(flight, name, "squares"),
        combat=False,
        air=True,
        endurance=figure(flight, name, "endurance in turns"),
        forward_guns=figure(guns, name, "forward machine guns"),
        rear_guns=figure(guns, name, "rearward machine guns"),
        air_range=figure(guns, name, "range in squares"),
        small_arms=True,
    )


KINDS = kinds()
BOMBER = "Two-seater Bomber Aircraft"
BOMB_LOADS = 3  # pw.air-to-ground.bomb-loads
FIGHTERS = frozenset({"Single-seater Fighter Aircraft", "Two-seater Fighter Aircraft"})
