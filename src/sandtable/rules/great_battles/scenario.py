"""A battle of the Great Battles: what its file says, checked."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files

import msgspec
from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.gridmap import MapError
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground as Drawn
from sandtable.board.tablemap import TableMap, read_table
from sandtable.board.terrain import Area, Piece
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import State
from sandtable.rules.great_battles.charts import BAD, CLOSED, COVERS, GOOD, MONTHS, QUALITIES, SUPPLY, Charts, Ground
from sandtable.rules.great_battles.drop_tables import flaks, heights, theatres
from sandtable.rules.great_battles.edition import EDITIONS, Edition
from sandtable.rules.great_battles.words import GUNS, SUPPORT, Formation, Kind

EDGES = {"north": 0, "east": 90, "south": 180, "west": 270}
ROADS = {"road": "dirt", "paved road": "paved"}
PATHS = frozenset({*ROADS, "bridge"})
SKIES = ("clear", "overcast", "drizzle", "fog", "rain", "heat", "cold")
ROAD_WIDTH, LINE_WIDTH = 0.5, 0.25
CARRIERS = {"truck": "W", "tractor": "W", "half-track": "H", "horse": "horse"}  # and the speed each gives
VEHICLE = re.compile(r"(?P<name>.+) (?P<gun>[LMHSI0])-(?P<armour>[LMHS0])-(?P<speed>[SMFHW])")
GUN_STAND = re.compile(r"(?P<name>.*?) ?(?P<kind>AT|[Ff]ield) gun (?P<gun>[LMHS])")


Box = tuple[float, float, float, float]  # west, south, east, north


class Model(Struct, frozen=True):
    """A stand as an order of battle writes it."""

    kind: Kind
    name: str
    gun: str = ""
    armour: str = ""
    speed: str = ""
    rides: str = ""
    engineers: bool = False


class Post(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where stands may start: in a box, near a piece of terrain or a point, or both."""

    box: Box | None = None
    near: str | Point | None = None
    within: float = 0.0


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
    airborne: str = ""  # "parachute" or "glider": comes from the air
    lands: int = 0  # and on which turn of the first day
    commonwealth: bool = False


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


class Army(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side: a division with its staff, guns and battalions."""

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
    keeps_points: int = 11  # at night, on this score of a d20 or more (only with C Ops activation)


class Objective(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place to hold: a piece of terrain, or the ground round a point."""

    name: str
    at: Point | None = None
    piece: str = ""
    value: int = 5
    holder: str = ""  # the defender if empty


class Hold(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Wins if it holds the objectives and no enemy fighting stand is within so many inches of them."""

    side: str
    objectives: tuple[str, ...]
    clear: float = 0.0
    every_turn: bool = False  # judged at the end of each game turn, not only of the battle
    decisive: tuple[str, ...] = ()  # further objectives that make the victory a decisive one


class Bring(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Wins at once when its C Ops is in the objective with no enemy fighting stand so near."""

    side: str
    objective: str
    clear: float


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    hold: Hold | None = None
    bring: Bring | None = None
    must_stand: str = ""  # the side of this battalion loses at once if it goes to ground
    otherwise: str = ""  # who wins if the battle ends otherwise; empty: by points


class GreatBattle(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    map: TableMap
    month: str
    side: tuple[Army, ...]
    attacker: str
    first_player: str
    days: int = 1
    turns: int = 0  # in a day; 0: by the month
    starts_at_turn: int = 1
    dawn: bool = True  # the first day begins with a dawn phase
    open: bool = False  # everything is placed openly
    weather: str = "clear"  # or "roll", for a roll on the book's table or on the scenario's own
    skies: tuple[tuple[int, str], ...] = ()  # up to this score, this weather
    changes: bool = False  # the weather is rolled for every turn
    ground: Mapping[str, Ground] = {}  # kinds of terrain of its own
    objectives: tuple[Objective, ...] = ()
    victory: Victory = Victory()
    victory_text: str = ""

    def army(self, name: str) -> Army:
        first, second = self.side
        return first if first.name == name else second

    def table(self) -> FreeTable:
        return table_of(self.map, tuple(sorted(self.grounds.items())))

    @cached_property
    def grounds(self) -> Mapping[str, Ground]:
        return {**EDITIONS[self.rules].charts.grounds, **self.ground}


def battle(state: State) -> GreatBattle:
    """The scenario being fought."""
    return state.scenario  # type: ignore[return-value]


def table(state: State) -> FreeTable:
    """This game is played on a free table; asked too often to be asserted each time."""
    return state.board  # type: ignore[return-value]


@cache
def table_of(drawn: TableMap, grounds: tuple[tuple[str, Ground], ...]) -> FreeTable:
    kinds = {name: Drawn(opaque=ground.blocks, width=LINE_WIDTH if ground.line else None) for name, ground in grounds}
    return read_table(drawn, kinds | {road: Drawn(width=ROAD_WIDTH) for road in PATHS})


# ---- stands


def model(text: str) -> Model:
    """What a line such as "6 pounder AT gun M by truck" stands for."""
    words, _, rides = text.partition(" by ")
    if rides and rides not in CARRIERS:
        raise ScenarioError(f"{text!r}: there is no transport {rides!r}, only {', '.join(CARRIERS)}")
    if match := VEHICLE.fullmatch(words):
        if rides:
            raise ScenarioError(f"{text!r}: a vehicle needs no transport")
        return Model(Kind.ARMOUR, match["name"], match["gun"], match["armour"], match["speed"])
    if match := GUN_STAND.fullmatch(words):
        kind = Kind.ANTI_TANK if match["kind"] == "AT" else Kind.FIELD_GUN
        return Model(kind, words.removesuffix(f" {match['gun']}"), match["gun"], rides=rides)
    for kind in (Kind.INFANTRY, *SUPPORT):
        if words.lower() in (kind.lower(), f"engineer {kind}".lower()):
            return Model(
                kind,
                words.lower() if words.lower() != "hq" else "HQ",
                rides=rides,
                engineers="engineer" in words.lower(),
            )
    raise ScenarioError(f"{text!r} is not a stand: Infantry, HQ, Heavy weapons, a vehicle such as 'M4 Sherman M-M-M'"
                        " or a gun such as '6 pounder AT gun M'")  # fmt: skip


# ---- reading


@cache
def scenarios(rules: str) -> dict[str, GreatBattle]:
    """Those that come with an edition, the learning one first."""
    folder = files("sandtable.rules.great_battles").joinpath("scenarios")
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    found = [read_scenario(folder.joinpath(name).read_text(encoding="utf-8"), name) for name in names]
    mine = [one for one in found if one.rules == rules]
    return {one.id: one for one in sorted(mine, key=lambda one: ("learning" not in one.size, one.id))}


def read_scenario(text: str, where: str) -> GreatBattle:
    try:
        scenario = msgspec.convert(tomllib.loads(text), GreatBattle)
        check(scenario)
        check_troops(scenario)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ScenarioError) as fault:
        raise ScenarioError(f"{where}: {fault}") from None
    return scenario


def check(scenario: GreatBattle) -> None:
    """Everything a file can get wrong that its types do not catch; names the place."""
    if scenario.rules not in EDITIONS:
        raise ScenarioError(f"rules: {scenario.rules!r} is not one of {', '.join(EDITIONS)}")
    try:
        board = scenario.table()
    except MapError as fault:
        raise ScenarioError(f"map: {fault}") from None
    if len(scenario.side) != 2 or scenario.side[0].name == scenario.side[1].name:
        raise ScenarioError("side: two sides of different names are needed")
    check_day(scenario, EDITIONS[scenario.rules].charts)
    check_weather(scenario)
    for army in scenario.side:
        check_army(army, board)
    check_names(scenario)
    check_objectives(scenario, board)
    for option in scenario.options:
        known_option(EDITIONS[scenario.rules], option, "options")


def check_day(scenario: GreatBattle, charts: Charts) -> None:
    if scenario.month not in MONTHS:
        raise ScenarioError(f"month: {scenario.month!r} is not a month")
    if scenario.days < 1 or not 1 <= scenario.starts_at_turn <= day_length(scenario, charts):
        raise ScenarioError("days, turns, starts_at_turn: there must be a day and a turn to play")
    for name, ground in scenario.ground.items():
        if ground.cover not in COVERS:
            raise ScenarioError(f"ground.{name}: cover: {ground.cover!r} is not one of {', '.join(COVERS)}")
        if ground.going not in (GOOD, BAD, CLOSED):
            raise ScenarioError(f"ground.{name}: going: {ground.going!r} is not good, bad or closed")


def check_weather(scenario: GreatBattle) -> None:
    names = [scenario.weather] if scenario.weather != "roll" else [name for _, name in scenario.skies]
    for name in (one for joined in names for one in joined.split(" and ")):
        if name not in SKIES:
            raise ScenarioError(f"weather: {name!r} is not one of {', '.join(SKIES)}")
    if scenario.skies and scenario.skies[-1][0] != 20:
        raise ScenarioError("skies: the last line must go to 20")


def day_length(scenario: GreatBattle, charts: Charts) -> int:
    return scenario.turns or charts.turns_in_day(scenario.month)


def check_names(scenario: GreatBattle) -> None:
    names = {army.name for army in scenario.side}
    victory = scenario.victory
    named = [("attacker", scenario.attacker), ("first_player", scenario.first_player)]
    named += [("victory.hold.side", victory.hold.side)] if victory.hold else []
    named += [("victory.bring.side", victory.bring.side)] if victory.bring else []
    named += [("victory.otherwise", victory.otherwise)] if victory.otherwise else []
    named += [(f"objectives: {one.name}: holder", one.holder) for one in scenario.objectives if one.holder]
    for where, side in named:
        if side not in names:
            raise ScenarioError(f"{where}: no side {side!r}")
    ids = [entry.id for army in scenario.side for entry in army.battalions]
    groups = [group for army in scenario.side for group in {entry.group for entry in army.battalions}]
    given = Counter([*ids, *groups, *names, *(one.name for one in scenario.objectives), "sky"])
    if twice := sorted(name for name, count in given.items() if count > 1):
        raise ScenarioError(f"side, objectives: the name {twice[0]!r} is given twice")
    if victory.must_stand and victory.must_stand not in ids:
        raise ScenarioError(f"victory.must_stand: no battalion {victory.must_stand!r}")


def check_objectives(scenario: GreatBattle, board: FreeTable) -> None:
    names = [one.name for one in scenario.objectives]
    pieces = {piece.name for piece in board.terrain}
    for one in scenario.objectives:
        if (one.at is None) == (not one.piece):
            raise ScenarioError(f"objectives: {one.name}: either at or piece is needed")
        check_point(one.at, f"objectives: {one.name}: at", board)
        if one.piece and one.piece not in pieces:
            raise ScenarioError(f"objectives: {one.name}: the map has no piece {one.piece!r}")
    victory = scenario.victory
    wanted = [*victory.hold.objectives, *victory.hold.decisive] if victory.hold else []
    for name in wanted + ([victory.bring.objective] if victory.bring else []):
        if name not in names:
            raise ScenarioError(f"victory: no objective {name!r}")


def known_option(edition: Edition, option: str, where: str) -> None:
    known = edition.book.variants
    if option not in known:
        raise ScenarioError(f"{where}: unknown option {option!r}; there are {', '.join(known)}")


def check_army(army: Army, board: FreeTable) -> None:
    if army.edge not in EDGES:
        raise ScenarioError(f"{army.name}: edge: {army.edge!r} is not north, east, south or west")
    if army.supply not in SUPPLY:
        raise ScenarioError(f"{army.name}: supply: {army.supply!r} is not one of {', '.join(SUPPLY)}")
    if army.artillery and army.artillery.quality not in QUALITIES:
        raise ScenarioError(f"{army.name}: artillery: quality: {army.artillery.quality!r} is not known")
    if army.c_ops_quality not in QUALITIES:
        raise ScenarioError(f"{army.name}: c_ops_quality: {army.c_ops_quality!r} is not known")
    guns = army.artillery
    if army.points < 0 or (guns and min(guns.templates, guns.rounds, guns.daily) < 0):
        raise ScenarioError(f"{army.name}: points, artillery: a number is below 0")
    if not army.battalions:
        raise ScenarioError(f"{army.name}: battalions: there are none")
    check_point(army.c_ops, f"{army.name}: c_ops", board)
    check_point(army.fup, f"{army.name}: fup", board)
    for entry in army.battalions:
        check_entry(entry, f"{army.name}: {entry.id}", board)
        check_landing(entry, army.drop, f"{army.name}: {entry.id}")
    if army.drop:
        if army.drop.c_ops and army.c_ops:
            raise ScenarioError(f"{army.name}: drop: c_ops: it is on the table from the start")
        check_drop(army.drop, f"{army.name}: drop", board)


def check_point(point: Point | None, where: str, board: FreeTable) -> None:
    if point is not None and not (shapes.on_table(point, board.width, board.depth) and shapes.on_lattice(point)):
        raise ScenarioError(f"{where}: {point[0]:g}, {point[1]:g} is not a point of the table")


def check_troops(scenario: GreatBattle) -> None:
    """victory.end: a side without infantry and armour would have lost before the first turn."""
    for army in scenario.side:
        stands = [text for entry in army.battalions for text in (*entry.stands, *entry.attached)]
        if {model(text).kind for text in stands}.isdisjoint({Kind.INFANTRY, Kind.ARMOUR}):
            raise ScenarioError(f"{army.name}: battalions: there is neither infantry nor armour")


def check_entry(entry: Entry, where: str, board: FreeTable) -> None:
    if entry.quality not in QUALITIES:
        raise ScenarioError(f"{where}: quality: {entry.quality!r} is not one of {', '.join(QUALITIES)}")
    if entry.state not in ("inactive", "activated"):
        raise ScenarioError(f"{where}: state: {entry.state!r} is not inactive or activated")
    if entry.formation and entry.formation not in tuple(Formation):
        raise ScenarioError(f"{where}: formation: {entry.formation!r} is not one of {', '.join(Formation)}")
    if not entry.stands:
        raise ScenarioError(f"{where}: stands: there are none")
    check_attached(entry, where)
    if len(entry.stands) + len(entry.attached) == 1 and entry.formation in (Formation.MARCH, Formation.DEFENSIVE):
        raise ScenarioError(f"{where}: formation: a single stand is in assault formation or in road march")
    if entry.facing is not None and not 0 <= entry.facing < 360:
        raise ScenarioError(f"{where}: facing: {entry.facing} is not from 0 to 359")
    if entry.post is not None:
        check_post(entry.post, where, board)


def check_landing(entry: Entry, drop: Drop | None, where: str) -> None:
    """Whether a battalion that comes from the air says so fully."""
    if entry.airborne not in ("", "parachute", "glider"):
        raise ScenarioError(f"{where}: airborne: {entry.airborne!r} is not parachute or glider")
    if bool(entry.airborne) != (entry.lands > 0):
        raise ScenarioError(f"{where}: airborne, lands: how it comes and on which turn go together")
    if entry.airborne and entry.post is not None:
        raise ScenarioError(f"{where}: post: a battalion that comes from the air starts off the table")
    if entry.airborne and drop is None:
        raise ScenarioError(f"{where}: airborne: its side needs a drop")


def check_drop(drop: Drop, where: str, board: FreeTable) -> None:
    """The words of the airborne tables, and places on the table."""
    for name, word, known in (("flak", drop.flak, flaks()), ("theatre", drop.theatre, theatres())):
        if word not in known:
            raise ScenarioError(f"{where}: {name}: {word!r} is not one of {', '.join(known)}")
    if not drop.heights or not set(drop.heights) <= set(heights()):
        raise ScenarioError(f"{where}: heights: one or more of {', '.join(heights())} are needed")
    west, south, east, north = drop.zone or (0.0, 0.0, board.width, board.depth)
    if not (0 <= west <= east <= board.width and 0 <= south <= north <= board.depth):
        raise ScenarioError(f"{where}: zone: west, south, east and north of an area of the table are needed")
    if drop.supplies and not shapes.on_table(drop.supplies, board.width, board.depth):
        raise ScenarioError(f"{where}: supplies: that is not a point of the table")


def check_attached(entry: Entry, where: str) -> None:
    try:
        own = [model(text).kind for text in entry.stands]
        others = [model(text).kind for text in entry.attached]
    except ScenarioError as fault:
        raise ScenarioError(f"{where}: {fault}") from None
    if wrong := wrongly_attached(own, others):
        raise ScenarioError(f"{where}: attached: {wrong[1]}")


def wrongly_attached(own: list[Kind], others: list[Kind]) -> tuple[str, str] | None:
    """Why stands of these kinds may not all be attached to a battalion of those, and the clause first."""
    guns = sum(kind in GUNS or kind == Kind.ARMOUR for kind in others)
    if others and Kind.INFANTRY not in own and set(others) - {Kind.HQ}:
        return "organisation.infantry-battalion", "only infantry battalions have attachments beside an HQ"
    if others.count(Kind.HQ) > 1 or others.count(Kind.HEAVY_WEAPONS) > 1 or guns > 2 or Kind.INFANTRY in others:
        return "organisation.infantry-battalion", "at most one HQ, one heavy weapons stand and two guns or tanks"
    if others.count(Kind.ARMOUR) > 1:
        return "organisation.armour", "one armour stand at most; two or more are a battalion of their own"
    return None


def check_post(post: Post, where: str, board: FreeTable) -> None:
    if post.box is None and post.near is None:
        raise ScenarioError(f"{where}: post: a box, or near and within, are needed")
    if isinstance(post.near, str) and all(piece.name != post.near for piece in board.terrain):
        raise ScenarioError(f"{where}: post: the map has no piece {post.near!r}")
    if post.within < 0 or (post.near is not None and not isinstance(post.near, str) and not post.within):
        raise ScenarioError(f"{where}: post: within: how many inches round it is needed")
    west, south, east, north = post.box or (0.0, 0.0, board.width, board.depth)
    if not (0 <= west <= east <= board.width and 0 <= south <= north <= board.depth):
        raise ScenarioError(f"{where}: post: box: west, south, east and north of an area of the table are needed")


def bounds(board: FreeTable, post: Post) -> Box:
    """A box round an area where stands may start."""
    west, south, east, north = post.box or (0.0, 0.0, board.width, board.depth)
    if post.near is not None:
        points = [post.near] if not isinstance(post.near, str) else list(piece_named(board, post.near).points)
        x0, y0, x1, y1 = shapes.box_of(points, post.within)
        west, south, east, north = max(west, x0), max(south, y0), min(east, x1), min(north, y1)
    return west, south, east, north


def in_post(board: FreeTable, post: Post, point: Point) -> bool:
    """Whether a point, the middle of a base, lies in the area."""
    west, south, east, north = bounds(board, post)
    if not (west <= point[0] <= east and south <= point[1] <= north):
        return False
    if post.near is None:
        return True
    if not isinstance(post.near, str):
        return shapes.span_of(point, post.near) <= post.within + shapes.HALF_STEP
    return piece_named(board, post.near).lies_under(shapes.limb(point, point, 2 * post.within + shapes.HALF_STEP))


# ---- the map


def piece_named(board: FreeTable, name: str) -> Piece:
    return next(piece for piece in board.terrain if piece.name == name)


def roads(board: FreeTable) -> list[Piece]:
    return [piece for piece in board.terrain if piece.kind in ROADS]


def closed_kinds(scenario: GreatBattle) -> frozenset[str]:
    return frozenset(name for name, ground in scenario.grounds.items() if ground.going == CLOSED)


def outline(piece: Piece) -> tuple[Point, ...]:
    return piece.points if isinstance(piece, Area) else ()
