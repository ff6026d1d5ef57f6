"""A scenario of Panzer Korps: what its file says, checked."""

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from typing import Literal

from msgspec import Struct

from sandtable.board.table import FreeTable
from sandtable.board.tablemap import TableMap
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import State, UnitId
from sandtable.mechanics import checks, objectives
from sandtable.mechanics.zones import Part, along_edge
from sandtable.rules.panzer_korps.book import BOOK, COLOURS, QUALITIES, RATINGS, SEASONS, SEGMENTS, THEATRES, WEATHERS
from sandtable.rules.panzer_korps.ground import DRAWN
from sandtable.rules.panzer_korps.words import COMPANIES, GUNS, ORDERS, TYPES, Company, Type

Ride = Literal["foot", "motorised", "mechanised", "horse-drawn", "tracked", "wheeled", "camels"]
Weight = Literal["", "light", "medium", "heavy", "super heavy"]
Gun = Literal["", "superior", "inferior"]
Role = Literal[
    "fighter", "fighter-bomber", "dive bomber", "light bomber", "medium bomber", "heavy bomber", "super heavy bomber"
]
Start = Literal["table", "roll", "roll, not on the table"]
USUAL_TABLE = TableMap((72.0, 48.0))  # pk.setup.table
USUAL_DEPTH = 9.0  # inches: pk.arrival.start-zone
MOST_GROUPS, MOST_FORMATIONS, MOST_PIECES = 8, 40, 80  # of a side, of a side, of a map


class Attached(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    type: str
    calibre: int = 0  # mm; 0: machine guns only


class Formation(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """pk.organisation.formation: a battalion."""

    name: str
    type: str
    quality: str = "Regular"
    companies: int = 3
    calibre: int = 0  # mm, of the majority of its guns: pk.fire.mixed-calibre; 0: machine guns only
    calibres: tuple[int, ...] = ()  # or one for each company
    ride: Ride = "foot"
    weight: Weight = ""  # of tracked AFV
    gun: Gun = ""
    traits: tuple[str, ...] = ()  # SS, Fanatic, recce
    attached: tuple[Attached, ...] = ()
    nation: str = ""  # if not its side's
    entrenched: bool = False
    off_table: bool = False
    zone: tuple[Part, ...] = ()  # if not its group's


class Group(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Force Group and its leader."""

    name: str
    rating: str
    formations: tuple[Formation, ...]
    colour: str = ""  # pk.command.colour
    order: str = ""  # if it is not its owner's choice
    zone: tuple[Part, ...] = ()
    decorated: int = 0  # Decorated leaders with the group
    leader_decorated: bool = False  # its own leader is one
    starts: Start = "table"
    unwilling: bool = False  # its leader, or he commands pressed troops
    out_of_supply: bool = False  # when its availability is rolled for


class Squadron(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """pk.air.squadron"""

    name: str
    role: Role
    quality: str = "Regular"
    speed: Literal["slow", "normal", "fast", "jet"] = "normal"
    grade: Literal["inferior", "equal", "superior"] = "equal"
    front_line: bool = True
    decorated: int = 0
    fanatic: bool = False
    night: bool = False
    arm: Literal["", "army", "navy"] = ""
    nation: str = ""  # if not its side's
    available_from: str = ""  # a Day Segment; empty: from the start


class Army(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    nation: str  # as the charts name it: Germany, Russia, USA ...
    groups: tuple[Group, ...]
    edge: str = ""  # empty: south, of the second side north
    supply: tuple[str, ...] = ()  # other edges that supply comes from
    commander: str = ""  # the group whose leader is the CinC; empty: the first
    cinc: str = ""  # the rating of a CinC who leads no group
    air_superiority: bool = False
    squadrons: tuple[Squadron, ...] = ()
    missiles: int = 0
    home: bool = False
    arrived_yesterday: bool = False

    @property
    def formations(self) -> Iterator[tuple[Group, Formation]]:
        return ((group, one) for group in self.groups for one in group.formations)


class Weather(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    what: str
    until: str = ""  # the last Day Segment of the first day with it; empty: always


class Objective(objectives.Objective, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    holder: str = ""  # nobody


class KorpsScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    map: TableMap = USUAL_TABLE
    year: int
    season: str = "summer"
    theatre: str = "Western Front"
    weather: tuple[Weather, ...] = ()
    first: str  # the first player: he rolls for the first segment
    defender: str = ""  # he sets up first; empty: the dice say
    start: str = "Morning"
    start_forced: bool = False  # an Early Morning start is played without a roll
    last: str = "Dusk"
    days: int = 1
    turns: int = 0  # of each segment; 0: the segment simulator
    side: tuple[Army, ...]
    objectives: tuple[Objective, ...] = ()
    decides: str = ""  # the objective that alone decides at the end; empty: victory points
    roll_terrain: bool = False  # the battlefield is rolled up by the terrain generator
    mostly: Literal["", "mixed", "woods", "swamp", "mountain", "clear"] = ""  # the ground; empty: measured

    def table(self) -> FreeTable:
        return laid(self.map)

    def army(self, name: str) -> Army:
        return next(army for army in self.side if army.name == name)

    @cached_property
    def entries(self) -> "Entries":
        return Entries(self)

    def edge(self, name: str) -> str:
        return self.entries.edges[name]

    def usual_zone(self, name: str) -> Part:
        return Part(along_edge(self.table(), self.edge(name), USUAL_DEPTH))


@lru_cache(maxsize=64)
def laid(map: TableMap) -> FreeTable:
    return checks.laid_out(map, DRAWN)


def battle(state: State) -> KorpsScenario:
    assert isinstance(state.scenario, KorpsScenario)
    return state.scenario


def table(state: State) -> FreeTable:
    assert isinstance(state.board, FreeTable)
    return state.board


# ---- entries by name


class Entries:
    """The entries of a scenario by the names of their units."""

    def __init__(self, scenario: KorpsScenario) -> None:
        self.groups_of = {army.name: [UnitId(group.name) for group in army.groups] for army in scenario.side}
        self.groups = {group.name: group for army in scenario.side for group in army.groups}
        self.formations = {one.name: one for army in scenario.side for _, one in army.formations}
        usual = zip(scenario.side, ("south", "north"), strict=True)
        self.edges = {army.name: army.edge or edge for army, edge in usual}
        self.squadrons = {one.name: one for army in scenario.side for one in army.squadrons}
        self.nations = {one.name: one.nation or army.nation for army in scenario.side for _, one in army.formations}
        self.nations |= {one.name: one.nation or army.nation for army in scenario.side for one in army.squadrons}


def entries(state: State) -> Entries:
    return battle(state).entries


# ---- reading


@cache
def scenarios() -> dict[str, KorpsScenario]:
    return checks.shipped("sandtable.rules.panzer_korps", read_scenario)


def read_scenario(source: checks.Source, where: str) -> KorpsScenario:
    return checks.read_scenario(source, where, KorpsScenario, check)


def check(scenario: KorpsScenario) -> None:
    """Everything that a file can get wrong and its types do not catch. Each error names the place."""
    names = [army.name for army in scenario.side]
    checks.check_frame(scenario, BOOK.about.id, BOOK.variants, names)
    checks.at_most("map: pieces", len(scenario.map.pieces), MOST_PIECES)
    board = scenario.table()
    check_time(scenario)
    for army in scenario.side:
        check_army(army, board)
    check_names(scenario, names)
    for one in scenario.objectives:
        one.check(board)


def check_time(scenario: KorpsScenario) -> None:
    for name, known in {"season": SEASONS, "theatre": THEATRES, "start": SEGMENTS, "last": SEGMENTS}.items():
        checks.check_word(getattr(scenario, name), known, name)
    for weather in scenario.weather:
        checks.check_word(weather.what, WEATHERS, "weather: what")
        checks.check_words("weather: ", until=(weather.until, SEGMENTS))
    checks.check_numbers("", days=(scenario.days, 1, 7), turns=(scenario.turns, 0, 4), year=(scenario.year, 1930, 1950))
    if scenario.days == 1 and SEGMENTS.index(scenario.last) < SEGMENTS.index(scenario.start):
        raise ScenarioError(f"last: {scenario.last} is before {scenario.start}")


def check_army(army: Army, board: FreeTable) -> None:
    checks.check_edge(army.edge or "south", f"{army.name}: edge")
    for edge in army.supply:
        checks.check_edge(edge, f"{army.name}: supply")
    groups = [group.name for group in army.groups]
    no_number = f"{army.missiles} is not a number of missiles"
    no_groups = not groups, "a side has at least one Force Group"
    checks.check_facts(f"{army.name}: ", groups=no_groups, missiles=(army.missiles < 0, no_number))
    checks.check_words(f"{army.name}: ", cinc=(army.cinc, RATINGS), commander=(army.commander, groups))
    checks.at_most(f"{army.name}: groups", len(groups), MOST_GROUPS)
    checks.at_most(f"{army.name}: formations", len([*army.formations]), MOST_FORMATIONS)
    for group in army.groups:
        check_group(group, f"{army.name}: {group.name}", board)
    for squadron in army.squadrons:
        where = f"{army.name}: {squadron.name}"
        checks.check_word(squadron.quality, QUALITIES[:-1], f"{where}: quality")
        checks.check_words(f"{where}: ", available_from=(squadron.available_from, SEGMENTS))


def check_group(group: Group, where: str, board: FreeTable) -> None:
    checks.check_word(group.rating, RATINGS, f"{where}: rating")
    checks.check_words(f"{where}: ", colour=(group.colour, COLOURS), order=(group.order, ORDERS))
    for part in group.zone:
        part.check(f"{where}: zone", board)
    if not group.formations:
        raise ScenarioError(f"{where}: formations: a Force Group has at least one")
    checks.check_number(group.decorated, 0, len(group.formations), f"{where}: decorated")
    for formation in group.formations:
        check_formation(formation, f"{where}: {formation.name}", board)


def check_formation(one: Formation, where: str, board: FreeTable) -> None:
    checks.check_word(one.type, TYPES, f"{where}: type")
    checks.check_word(one.quality, QUALITIES, f"{where}: quality")
    for trait in one.traits:
        checks.check_word(trait, ("SS", "Fanatic", "recce"), f"{where}: traits")
    checks.check_number(one.companies, 1, 9, f"{where}: companies")
    guns, on_tracks = len(one.calibres), one.ride == "tracked"
    checks.check_facts(
        f"{where}: ",
        calibres=(guns not in (0, one.companies), f"{guns} of them for {one.companies} companies"),
        calibre=(one.type in GUNS and not (one.calibre or guns), "a gun has one"),
        ride=(
            (one.type == Type.AFV) != (on_tracks or one.ride == "wheeled"),
            "AFV are tracked or wheeled, and only AFV",
        ),
        weight=(bool(one.weight) and not on_tracks, "only tracked AFV have one"),
        off_table=(one.off_table and one.type != Type.ARTILLERY, "only artillery stays off the table"),
    )
    for part in one.zone:
        part.check(f"{where}: zone", board)
    for company in one.attached:
        checks.check_word(company.type, COMPANIES, f"{where}: attached")
        if company.type in (Company.AT, Company.INFANTRY_GUN, Company.MORTAR) and not company.calibre:
            raise ScenarioError(f"{where}: attached: {company.type}: its calibre is needed")


def check_names(scenario: KorpsScenario, sides: list[str]) -> None:
    named = [("first", scenario.first), ("defender", scenario.defender or scenario.first)]
    named += [(f"objectives: {one.name}: holder", one.holder) for one in scenario.objectives if one.holder]
    checks.check_sides_named(named, sides)
    aims = [one.name for one in scenario.objectives]
    checks.check_words("", decides=(scenario.decides, aims or ["(none)"]))
    names = [group.name for army in scenario.side for group in army.groups]
    names += [one.name for army in scenario.side for _, one in army.formations]
    names += [one.name for army in scenario.side for one in army.squadrons]
    checks.check_all_named(names, sides, aims)
