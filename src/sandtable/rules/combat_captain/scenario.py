"""A scenario of Combat Captain: what its file says, checked, and the units of its battle."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.board.shapes import Box
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground, TableMap
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import NOBODY, Link, Side, State, Unit, UnitId
from sandtable.mechanics import aims, checks, objectives
from sandtable.mechanics.zones import along_edge
from sandtable.rules.combat_captain.book import BOOK, KINDS, PLANES, QUALITIES, RIFLES, is_enhanced
from sandtable.rules.combat_captain.words import ENHANCED, Body, Tally, Tie

Going = Literal["road", "open", "rough", "forest", "building", "water", "obstacle line", "impassable"]
GOING: Mapping[str, Going] = {
    "road": "road", "open": "open", "hill": "open", "airfield": "open",
    "rough": "rough", "crops": "rough", "orchard": "rough", "scrub": "rough", "steep slope": "rough",
    "forest": "forest", "building": "building", "water": "water", "stream": "water", "marsh": "water", "ford": "water",
    "wall": "obstacle line", "hedge": "obstacle line", "fence": "obstacle line", "ditch": "obstacle line",
    "river": "impassable", "cliff": "impassable", "impassable": "impassable",
}  # fmt: skip
ROAD_WIDTH, LINE_WIDTH = 2.0, 0.2
WIDTHS = {"road": ROAD_WIDTH, "wall": LINE_WIDTH, "hedge": LINE_WIDTH, "fence": LINE_WIDTH, "ditch": LINE_WIDTH}
DRAWN = {kind: Ground(opaque=GOING[kind] in ("forest", "building"), width=WIDTHS.get(kind)) for kind in GOING}
USUAL_EDGES = ("south", "north")
USUAL_TABLE = TableMap((72.0, 48.0))  # cc.setup.table
USUAL_LENGTH = 10  # cc.victory.turn-limit
DEPTH = 6.0  # inches along its edge in which a side sets up if nobody says otherwise
DRAW = aims.DRAW
RIFLE_SQUADS, HEAVY_SQUADS = (5, 8), (0, 6)  # cc.organisation.infantry-limits
MOST_COMPANIES, MOST_SUB_UNITS = 12, 20  # of a side, of a company: what a table holds
WRITTEN_TERRAIN = 80


class Some(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Sub-units of one kind."""

    type: str
    count: int = 1
    name: str = ""  # what they are called; the type if empty


class Company(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of the book."""

    name: str
    sub_units: tuple[Some, ...]
    short: str = ""  # begins the names of its sub-units; its own name if empty
    quality: str = "Regular"
    cover: int = 0  # cc.setup.starting-cover
    zone: Box | None = None  # where it sets up, if not where its side does
    mounted: bool = False  # it may start mounted
    player: str = ""  # cc.setup.team-play: who commands it
    any_size: bool = False  # it need not keep to the usual numbers

    @property
    def called(self) -> str:
        return self.short or self.name


class Army(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    companies: tuple[Company, ...]
    edge: str = ""  # its home edge; if empty south, of the second side north: cc.setup.table
    nation: str = ""  # whose small arms it has; the name of the side if empty
    zone: Box | None = None
    heavy_artillery: bool = False  # cc.off-board-artillery.heavy-guns-detail
    commander: str = ""  # cc.setup.team-play: the player who decides for the side


class Objective(objectives.Objective, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    holder: str = ""  # nobody


class CaptainScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    map: TableMap = USUAL_TABLE
    turns: int = USUAL_LENGTH
    first: str = ""  # the side that takes the first player turn; empty: the dice say
    keep_off: float = 12.0  # inches from the enemy at the set-up
    side: tuple[Army, ...]
    objectives: tuple[Objective, ...] = ()
    victory: aims.Victory = aims.Victory()  # without any the smaller share of losses wins

    def table(self) -> FreeTable:
        return laid(self.map)

    def army(self, name: str) -> Army:
        number = [army.name for army in self.side].index(name)
        army = self.side[number]
        return army if army.edge else replace(army, edge=USUAL_EDGES[number])


@lru_cache(maxsize=64)
def laid(map: TableMap) -> FreeTable:
    return checks.laid_out(map, DRAWN)


def battle(state: State) -> CaptainScenario:
    assert isinstance(state.scenario, CaptainScenario)
    return state.scenario


def table(state: State) -> FreeTable:
    assert isinstance(state.board, FreeTable)
    return state.board


def entry_of(state: State, body: Unit) -> Company:
    """A company as the scenario lists it."""
    return next(company for company in battle(state).army(body.side).companies if company.name == body.id)


def zone_of(board: FreeTable, army: Army, company: Company) -> Box:
    """cc.setup.deploy: where it sets up."""
    return company.zone or army.zone or along_edge(board, army.edge, DEPTH)


# ---- reading


@cache
def scenarios() -> dict[str, CaptainScenario]:
    return checks.shipped("sandtable.rules.combat_captain", read_scenario)


def read_scenario(source: checks.Source, where: str) -> CaptainScenario:
    return checks.read_scenario(source, where, CaptainScenario, check)


def check(scenario: CaptainScenario) -> None:
    """Everything a file can get wrong that its types do not catch; names the place."""
    checks.check_frame(scenario, BOOK.about.id, BOOK.variants, [army.name for army in scenario.side])
    checks.at_most("map: pieces", len(scenario.map.pieces), WRITTEN_TERRAIN)
    board = scenario.table()
    checks.check_turns(scenario.turns)
    if scenario.keep_off < 0:
        raise ScenarioError("keep_off: a distance is not negative")
    for army in scenario.side:
        check_army(army, board)
    check_names(scenario)
    for one in scenario.objectives:
        one.check(board)


def check_army(army: Army, board: FreeTable) -> None:
    if army.edge:
        checks.check_edge(army.edge, f"{army.name}: edge")
    checks.check_box(army.zone, f"{army.name}: zone", board)
    checks.at_most(f"{army.name}: companies", len(army.companies), MOST_COMPANIES)
    if not army.companies:
        raise ScenarioError(f"{army.name}: companies: a side has at least one")
    for company in army.companies:
        where = f"{army.name}: {company.name}"
        checks.check_word(company.quality, QUALITIES, f"{where}: quality")
        checks.check_box(company.zone, f"{where}: zone", board)
        check_numbers(company, where)
        highest = min(KINDS[some.type].highest_cover for some in company.sub_units)
        checks.check_number(company.cover, 0, highest, f"{where}: cover")


def check_numbers(company: Company, where: str) -> None:
    """cc.organisation.infantry-limits, tank-company, battery: the usual numbers, unless the scenario says otherwise."""
    number: Counter[str] = Counter()
    for some in company.sub_units:
        checks.check_word(some.type, KINDS, f"{where}: sub_units")
        if some.count < 1:
            raise ScenarioError(f"{where}: {some.type}: {some.count} of them cannot fight")
        number[role_of(some.type)] += some.count
    total = sum(number.values())
    checks.at_most(f"{where}: sub_units", total, MOST_SUB_UNITS)
    if not total - number["transport"]:
        raise ScenarioError(f"{where}: sub_units: transport alone is no company")
    if company.any_size:
        return
    limits = {"rifles": RIFLE_SQUADS, "heavy": HEAVY_SQUADS} if number["rifles"] else {"armour": (2, 5), "gun": (1, 3)}
    for role, (least, most) in limits.items():
        if number[role] and not least <= number[role] <= most:
            raise ScenarioError(
                f"{where}: sub_units: {number[role]} {role}; {least} to {most} are usual (any_size = true)"
            )


def role_of(type: str) -> str:
    """In which of the book's companies a sub-unit belongs."""
    kind = KINDS[type]
    if kind.gun:
        return "gun"
    if not kind.foot:
        return "armour" if kind.armoured else "transport"
    return "rifles" if kind.name == "Rifle squad" else "heavy"


def check_names(scenario: CaptainScenario) -> None:
    sides = [army.name for army in scenario.side]
    named = [("first", scenario.first)] if scenario.first else []
    named += [(f"objectives: {one.name}: holder", one.holder) for one in scenario.objectives if one.holder]
    checks.check_sides_named(named, sides)
    known = [one.name for one in scenario.objectives]
    scenario.victory.check(sides, known)
    companies = [company.name for army in scenario.side for company in army.companies]
    checks.check_all_named(companies, sides, known)


# ---- the units of a battle


def force(army: Army) -> Iterator[Unit]:
    """cc.organisation.unit: a side, its companies, and their sub-units."""
    side = Side(army.name)
    companies = [list(sub_units(army, company)) for company in army.companies]
    had = sum(not KINDS[one.kind].soft for listed in companies for one in listed)
    yield Unit(UnitId(side), Body.FORCE, side, tallies={Tally.PLANES: PLANES, Tally.HAD: had})
    yield Unit(UnitId(f"{side} shell"), Body.SHELL, side)
    yield Unit(UnitId(f"{side} tape"), Body.TAPE, side)
    for company, listed in zip(army.companies, companies, strict=True):
        leader = next((one.id for one in listed if one.kind == RIFLES), listed[0].id)
        yield Unit(
            UnitId(company.name), Body.COMPANY, side, part_of=UnitId(side), traits=frozenset({company.quality}),
            tallies={Tally.CHITS: 0, Tally.DICE: 0, Tally.FIRE_DICE: 0}, links=(Link(Tie.LEADER, leader),),
        )  # fmt: skip
        yield from listed


def sub_units(army: Army, company: Company) -> Iterator[Unit]:
    """cc.organisation.types: numbered kind by kind."""
    number: Counter[str] = Counter()
    enhanced = is_enhanced(army.nation or army.name, company.quality)
    for some in company.sub_units:
        kind = KINDS[some.type]
        for _ in range(some.count):
            called = some.name or SHORT.get(some.type, some.type)
            number[called] += 1
            tallies = {Tally.COVER: company.cover, Tally.STILL: 0}
            yield Unit(
                UnitId(f"{company.called} {called} {number[called]}"), kind.name, Side(army.name),
                part_of=UnitId(company.name),
                traits=frozenset({ENHANCED}) if enhanced and kind.name == RIFLES else frozenset(),
                tallies={Tally.MEN: kind.men, **tallies} if kind.foot else tallies,
            )  # fmt: skip


SHORT = {"Rifle squad": "Rifles", "Machine gun squad": "MG", "Mortar squad": "Mortar", "Bazooka squad": "Bazooka"}


def objective(scenario: CaptainScenario, one: Objective) -> Unit:
    place = Place(*one.point(scenario.table()))
    return Unit(UnitId(one.name), Body.OBJECTIVE, Side(one.holder) if one.holder else NOBODY, place)


def opening(scenario: CaptainScenario, variants: frozenset[str]) -> State:
    """Everybody is off the table and nothing is on the agenda yet."""
    listed = [unit for army in scenario.side for unit in force(army)]
    listed += [objective(scenario, one) for one in scenario.objectives]
    checks.check_given_once([unit.id for unit in listed], "side, objectives")
    units = {unit.id: unit for unit in listed}
    sides = tuple(Side(army.name) for army in scenario.side)
    return State(scenario.rules, scenario, scenario.table(), sides, units, tallies={Tally.TURN: 0}, variants=variants)
