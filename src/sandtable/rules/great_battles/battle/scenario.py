"""A battle of the Great Battles, as its file describes it."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground as Drawn
from sandtable.board.tablemap import TableMap, read_table
from sandtable.board.terrain import Piece
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import Side, State
from sandtable.mechanics import objectives
from sandtable.mechanics.landmarks import middle_of
from sandtable.rules.great_battles.book.charts import CLOSED, Charts, Ground
from sandtable.rules.great_battles.book.vehicles import Rating, gun, near_names, vehicle
from sandtable.rules.great_battles.edition import EDITIONS, charts
from sandtable.rules.great_battles.words import SUPPORT, Kind, Tally

ROADS = {"road": "dirt", "paved road": "paved"}
PATHS = frozenset({*ROADS, "bridge"})
ROAD_WIDTH, LINE_WIDTH = 0.5, 0.25
DRAW, ANY = "draw", "any"  # of conditions of victory
CARRIERS = {"truck": "W", "tractor": "W", "half-track": "H", "horse": "horse"}  # and the speed each gives
VEHICLE = r"(?P<name>.+) (?P<gun>[LMHSI0])-(?P<armour>[LMHS0])-(?P<speed>[SMFHW])"
GUN_STAND = r"(?P<name>.*?) ?(?P<kind>AT|[Ff]ield) gun (?P<gun>[LMHS])"


Box = tuple[float, float, float, float]  # west, south, east, north


class Model(Struct, frozen=True):
    """A stand as an order of battle writes it."""

    kind: str
    name: str
    gun: str = ""
    armour: str = ""
    speed: str = ""
    rides: str = ""
    engineers: bool = False
    smg: bool = False
    rated: Rating | None = None  # from the list that has its name


class Post(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where stands may start: in a box, near a piece of terrain or a point, or both."""

    box: Box | None = None
    near: str | Point | None = None
    within: float = 0.0


class Arrival(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When and where a unit that is held back comes on. Without a day: some time after it is called up."""

    day: int = 0
    turn: int = 0
    at: str = ""  # a piece of terrain; empty: like reserves
    within: float = 12.0  # inches of its middle


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battalion."""

    id: str
    group: str
    quality: str
    stands: tuple[str, ...]
    attached: tuple[str, ...] = ()
    smg: bool = False
    state: str = "inactive"
    post: Post | None = None  # None: in reserve
    may_wait: bool = False  # its owner may keep it in reserve instead
    set_up: bool = False  # its weapons may start set up
    facing: int | None = None
    formation: str = ""
    airborne: str = ""  # "parachute" or "glider"
    lands: int = 0  # the turn of the first day on which it lands
    commonwealth: bool = False
    away_from: str = ""  # it starts away from this piece of terrain
    away_by: float = 0.0  # inches at least
    withheld: Arrival | None = None  # only with house rules
    division: str = ""  # where its side lists some

    @property
    def everybody(self) -> tuple[str, ...]:
        return *self.stands, *self.attached


class Artillery(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    quality: str
    templates: int
    rounds: int
    daily: int = 0


class Air(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    missions: int
    rockets: bool = False


class Drop(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How airborne troops come in."""

    zone: Box | None = None  # where stands may be dropped; None: anywhere on the table
    flak: str = "light"
    theatre: str = "NW Europe"  # "Crete" in the Mediterranean
    heights: tuple[str, ...] = ("high", "normal", "low")  # from which the owner chooses
    night: bool = False
    c_ops: int = 0  # the turn of the first day on which the C Ops lands too; 0: it does not
    supplies: Point | None = None  # where supplies are dropped; None: nowhere
    quality_by: tuple[tuple[float, str], ...] = ()  # an enemy at most so near makes it this supply; else the army's
    keep_off: tuple[str, ...] = ()  # nobody is dropped over these pieces of terrain
    keep_off_by: float = 0.0  # nor within so many inches of them


class Division(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a side with a staff of its own."""

    name: str
    points: int = 0  # none if the divisions share their points
    c_ops: Point | None = None
    fup: Point | None = None
    c_ops_quality: str = "average"
    c_ops_arrives: Arrival | None = None
    fup_arrives: Arrival | None = None
    c_ops_lands: int = 0  # the turn of the first day on which it lands; 0: it does not


class Army(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """A side: one division with its staff, or several; its guns and battalions."""

    name: str
    edge: str
    battalions: tuple[Entry, ...]
    points: int = 0
    supply: str = "average"
    artillery: Artillery | None = None
    air: Air | None = None
    c_ops: Point | None = None
    fup: Point | None = None
    german: bool = False
    c_ops_quality: str = "average"
    drop: Drop | None = None
    axis: bool = False  # for house rules; if neither side is, the attacker counts as Axis
    c_ops_arrives: Arrival | None = None
    fup_arrives: Arrival | None = None
    keeps_points: int = 0  # at night, on this score (only with C Ops activation); 0: the book's
    keeps_by_day: int = 0  # the score changes by this for each day
    air_calls: int = 0  # an activation point buys an aircraft on this score (only with C Ops activation)
    supply_from: tuple[str, ...] = ()  # sources of supply: pieces, and objectives it holds; none: its edge
    open: bool = False  # everything of it is placed openly
    divisions: tuple[Division, ...] = ()  # none: the side is one; else they have the staff

    @property
    def whole(self) -> Division:
        """A side that lists no divisions is one division under its own name."""
        lands = self.drop.c_ops if self.drop else 0
        staff = self.c_ops, self.fup, self.c_ops_quality, self.c_ops_arrives, self.fup_arrives
        return Division(self.name, self.points, *staff, lands)

    @cached_property
    def formed(self) -> tuple[Division, ...]:
        return self.divisions or (self.whole,)


class Objective(objectives.Objective, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    value: int = 5
    holder: str = ""  # the defender if empty
    airfield: bool = False  # for house rules
    port: bool = False


class Hold(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The side wins if it holds the objectives and no enemy fighting stand is within so many inches of them."""

    side: str
    objectives: tuple[str, ...]
    clear: float = 0.0
    every_turn: bool = False  # judged at the end of each game turn, not only of the battle
    decisive: tuple[str, ...] = ()  # with these objectives too the victory is decisive
    standing: str = ""  # such a stand must be there, or "any" fighting stand, and no enemy; empty: the last side there


class Bring(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The side wins at once when its C Ops is in the objective and no enemy fighting stand is so near."""

    side: str
    objective: str
    clear: float


class Win(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The side wins at the end of the battle if all of this is true."""

    side: str
    holds: tuple[str, ...] = ()
    holds_one: tuple[tuple[str, ...], ...] = ()  # at least one of each group
    standing: str = ""  # as in Hold, for all these objectives
    clear: float = 0.0  # no enemy fighting stand is within so many inches
    clear_of: tuple[str, ...] = ()  # of these objectives
    enemy_without: str = ""  # the enemy has no such stand left
    lost_at_most: float | None = None  # the share of its own stands


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    hold: Hold | None = None
    bring: Bring | None = None
    must_stand: str = ""  # the side of this battalion loses at once if it goes to ground
    wins: tuple[Win, ...] = ()  # judged at the end of the battle; the first that is met decides
    otherwise: str = ""  # the winner if no condition is met, or "draw"; empty: points decide


class GreatBattle(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    map: TableMap
    month: str
    side: tuple[Army, ...]
    attacker: str
    first_player: str
    days: int = 1
    turns: int = 0  # in a day; 0: by the month
    last_day_turns: int = 0  # on the last day; 0: as on any other
    starts_at_turn: int = 1
    dawn: bool = True  # the first day begins with a dawn phase
    proceeds: bool = False  # in that phase nobody may pass
    open: bool = False  # everything is placed openly
    weather: str = "clear"  # or "roll", for a roll on the book's table or on the scenario's own
    skies: tuple[tuple[int, str], ...] = ()  # up to this score, this weather
    sight: Mapping[str, int] = {}  # limits of sight in a weather, in inches, instead of the book's
    changes: bool = False  # the weather is rolled for every turn
    ground: Mapping[str, Ground] = {}  # its own kinds of terrain
    objectives: tuple[Objective, ...] = ()
    victory: Victory = Victory()

    def army(self, name: str) -> Army:
        first, second = self.side
        return first if first.name == name else second

    def table(self) -> FreeTable:
        return table_of(self.map, tuple(sorted(self.grounds.items())))

    @cached_property
    def grounds(self) -> Mapping[str, Ground]:
        return {**EDITIONS[self.rules].charts.grounds, **self.ground}

    @cached_property
    def closed(self) -> frozenset[str]:
        """Kinds of terrain that nobody can enter."""
        return frozenset(kind for kind, ground in self.grounds.items() if ground.going == CLOSED)

    @cached_property
    def closing(self) -> frozenset[str]:
        """Kinds of terrain that some troops cannot enter."""
        return frozenset(kind for kind, ground in self.grounds.items() if ground.closes(on_foot=False))


def battle(state: State) -> GreatBattle:
    """The scenario of this battle."""
    return state.scenario  # type: ignore[return-value]


def table(state: State) -> FreeTable:
    """This game uses a free table. An assertion each time would cost too much."""
    return state.board  # type: ignore[return-value]


@lru_cache(maxsize=32)  # each keeps what was looked at on it
def table_of(drawn: TableMap, grounds: tuple[tuple[str, Ground], ...]) -> FreeTable:
    kinds = {name: Drawn(opaque=ground.blocks, width=LINE_WIDTH if ground.line else None) for name, ground in grounds}
    return read_table(drawn, kinds | {road: Drawn(width=ROAD_WIDTH) for road in PATHS})


# ---- stands


@lru_cache(maxsize=1024)
def model(text: str) -> Model:
    """The model that a line such as "6 pounder AT gun M by truck" describes."""
    words, _, rides = text.partition(" by ")
    if rides and rides not in CARRIERS:
        raise ScenarioError(f"{text!r}: there is no transport {rides!r}, only {', '.join(CARRIERS)}")
    if match := re.fullmatch(VEHICLE, words):
        if rides:
            raise ScenarioError(f"{text!r}: a vehicle needs no transport")
        return Model(Kind.ARMOUR, match["name"], match["gun"], match["armour"], match["speed"])
    if match := re.fullmatch(GUN_STAND, words):
        kind = Kind.ANTI_TANK if match["kind"] == "AT" else Kind.FIELD_GUN
        return Model(kind, words.removesuffix(f" {match['gun']}"), match["gun"], rides=rides)
    if words.lower() == "smg infantry":
        return Model(Kind.INFANTRY, words, rides=rides, smg=True)
    for kind in (Kind.INFANTRY, *SUPPORT):
        if words.lower() in (kind.lower(), f"engineer {kind}".lower()):
            return Model(
                kind,
                words.lower() if words.lower() != "hq" else "HQ",
                rides=rides,
                engineers="engineer" in words.lower(),
            )
    return listed(text, words, rides)


def listed(text: str, words: str, rides: str) -> Model:
    """A vehicle or a gun of the lists, by its name."""
    if (tank := vehicle(words)) and not rides:
        return Model(Kind.ARMOUR, tank.name, tank.gun, tank.armour, tank.speed, rated=tank)
    if rated := gun(words):
        kind = Kind.ANTI_TANK if rated.rule == "data.at-guns" else Kind.FIELD_GUN
        return Model(kind, words, rated.gun, rides=rides, rated=rated)
    if tank:
        raise ScenarioError(f"{text!r}: a vehicle needs no transport")
    near = near_names(words)
    meant = f"; did you mean {' or '.join(near)}?" if near else ""
    raise ScenarioError(f"{text!r} is not a stand: Infantry, HQ, Heavy weapons, a vehicle of the list or with its"
                        " classes, such as 'M4 Sherman' or 'Carrier I-L-F', or a gun by its bore or its class, such as"
                        f" '50mm AT gun' or '6 pounder AT gun M'{meant}")  # fmt: skip


# ---- reading


def day_length(scenario: GreatBattle, book: Charts) -> int:
    return scenario.turns or book.turns_in_day(scenario.month)


def in_order(state: State) -> tuple[Side, Side]:
    """setup.roles: the attacker first."""
    attacker = Side(battle(state).attacker)
    return attacker, state.foe(attacker)


def players(state: State) -> tuple[Side, Side]:
    """The player who has the first turn, and the other."""
    first = Side(battle(state).first_player)
    return first, state.foe(first)


def turns_today(state: State) -> int:
    scenario = battle(state)
    if scenario.last_day_turns and state.tallies[Tally.DAY] >= scenario.days:
        return scenario.last_day_turns
    return day_length(scenario, charts(state))


def bounds(board: FreeTable, post: Post) -> Box:
    """A box round an area where stands may start."""
    west, south, east, north = post.box or (0.0, 0.0, board.width, board.depth)
    if post.near is not None:
        points = [post.near] if not isinstance(post.near, str) else list(board.piece(post.near).points)
        x0, y0, x1, y1 = shapes.box_of(points, post.within)
        west, south, east, north = max(west, x0), max(south, y0), min(east, x1), min(north, y1)
    return west, south, east, north


def in_post(board: FreeTable, post: Post, box: Box, point: Point) -> bool:
    """Whether a point, the middle of a base, lies in the area; `bounds` is the box round it."""
    west, south, east, north = box
    if not (west <= point[0] <= east and south <= point[1] <= north):
        return False
    if post.near is None:
        return True
    if not isinstance(post.near, str):
        return shapes.span_of(point, post.near) <= post.within + shapes.HALF_STEP
    return board.piece(post.near).lies_under(shapes.limb(point, point, 2 * post.within + shapes.HALF_STEP))


# ---- the map


def middle(points: tuple[Point, ...]) -> Point:
    return shapes.place_at(middle_of(points)).point


def roads(board: FreeTable) -> list[Piece]:
    return [piece for piece in board.terrain if piece.kind in ROADS]


def kept_off(board: FreeTable, drop: Drop, point: Point) -> str:
    """The piece of terrain that is too near for a drop over this point; empty if there is none."""
    spot = shapes.limb(point, point, 2 * drop.keep_off_by + shapes.HALF_STEP)
    return next((name for name in drop.keep_off if board.piece(name).lies_under(spot)), "")


def aiming_points(board: FreeTable, drop: Drop) -> Iterator[Point]:
    """Points of the drop zone, an inch apart, over which a drop is allowed."""
    west, south, east, north = drop.zone or (0.0, 0.0, board.width, board.depth)
    columns, rows = range(int(east - west) + 1), range(int(north - south) + 1)
    points = ((west + x, south + y) for x in columns for y in rows)
    return (point for point in points if not kept_off(board, drop, point))
