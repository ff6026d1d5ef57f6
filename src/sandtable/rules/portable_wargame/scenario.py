"""Scenarios of the Portable Wargame: their fields and checks."""

from collections.abc import Mapping
from functools import cache, lru_cache

from msgspec import Struct, field

from sandtable.board.grid import FACINGS, SquareGrid
from sandtable.board.gridmap import Legend, MapError, read_map
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import State
from sandtable.mechanics import checks
from sandtable.rules.portable_wargame.book import (
    BOOK,
    COMMANDER,
    FORD,
    GROUNDS,
    GUNS,
    KINDS,
    OPAQUE,
    PASSENGERS,
    QUALITIES,
    RANGES,
    RIVER,
    ROWS_OF,
    SHELTER,
)
from sandtable.rules.portable_wargame.stacking import refuse_river

LETTERS: Mapping[str, str] = {
    ".": "open", "r": "road", "w": "wood", "W": "wood, road", "b": "built-up area", "B": "built-up area, road",
    "1": "level 1", "2": "level 2", "h": "wood, level 1", "H": "road, level 1", "~": "river", "f": "river, ford",
    "=": "river, road", "m": "minefield", "M": "minefield, road", "x": "barbed wire", "X": "barbed wire, road",
    "t": "trench", "k": "bunker", "d": "dugout", "e": "fieldworks",
}  # fmt: skip
COMPASS = {"N": 0, "E": 90, "S": 180, "W": 270}
LEVELS = ("level 0", "level 1", "level 2")
MOST_UNITS = 60  # of a side
OPEN_GROUND = "\n".join([". " * 8] * 8)  # pw.setup.board: for a scenario without a map


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of an order of battle."""

    type: str
    count: int = 1
    quality: str = "Average"
    name: str = ""  # the name of its Units; the type if empty
    gun: str = field(default="", name="class")  # artillery class
    strength: int = 0  # 0: as in the table
    arrives: int = 0  # 0: on the board at the start
    entry: tuple[str, ...] = ()
    gas: bool = False  # it has a Gas Shell, with the option gas
    option: str = ""  # it takes part only with this option
    facing: str = "NESW"  # facings allowed when deployed
    may_start_aboard: bool = False


class Crowd(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """At most so many Units of a type may be deployed in these rows."""

    type: str
    rows: tuple[int, int]
    count: int


class Army(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side: its edge and its forces."""

    name: str
    edge: str
    deploy: tuple[int, int] | None = None  # rows, first and last; None: the two along its edge
    forces: tuple[Entry, ...] = ()
    crowds: tuple[Crowd, ...] = ()
    exit: str = ""  # the edge over which its Units may leave

    def rows(self, ranks: int) -> tuple[int, int]:
        """pw.setup.deployment: its first and last row on a board of so many rows."""
        return self.deploy or ((1, 2) if self.edge == "south" else (ranks - 1, ranks))


class Hold(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The side wins if it holds so many of the squares when the battle ends."""

    side: str
    squares: tuple[str, ...]
    count: int


class Dash(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The side wins at once when a Unit of these types ends its activation on the square."""

    side: str
    square: str
    types: tuple[str, ...]


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    hold: Hold | None = None
    dash: Dash | None = None
    first_exhausted_loses: bool = False  # in phase 5, at once, if only one side is exhausted
    otherwise: str = ""  # the winner if the battle ends without another condition of the scenario


class PortableScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    map: str = OPEN_GROUND
    legend: Mapping[str, str] = {}
    turns: int = 15  # pw.victory.end
    deploys_first: str = ""
    objectives: Mapping[str, str] = {}  # each square and its holder at the start ("" for nobody)
    names: Mapping[str, str] = {}  # squares and the names on the map there; no rule reads them
    side: tuple[Army, ...]
    victory: Victory = Victory()

    def army(self, name: str) -> Army:
        first, second = self.side
        return first if first.name == name else second

    def board(self) -> SquareGrid:
        try:
            return board_of(self.map, tuple(sorted(self.legend.items())))
        except MapError as fault:
            raise ScenarioError(f"{self.id}: map: {fault}") from None


def battle(state: State) -> PortableScenario:
    """The scenario being fought."""
    assert isinstance(state.scenario, PortableScenario)
    return state.scenario


@lru_cache(maxsize=64)
def board_of(text: str, legend: tuple[tuple[str, str], ...]) -> SquareGrid:
    letters: Legend = {letter: ground_of(meaning) for letter, meaning in {**LETTERS, **dict(legend)}.items()}
    return read_map(text, letters, OPAQUE)


def ground_of(meaning: str) -> tuple[frozenset[str], int]:
    """The ground and level of the words in a legend."""
    words = [word.strip() for word in meaning.split(",")]
    levels = [LEVELS.index(word) for word in words if word in LEVELS]
    ground = frozenset(word for word in words if word != "open" and word not in LEVELS)
    if strange := sorted(ground - GROUNDS):
        raise MapError(f"legend: unknown ground {strange[0]!r}")
    if len(areas := sorted(ground & SHELTER)) > 1:
        raise MapError(f"legend: {' and '.join(areas)} do not share a square")
    if FORD in ground and RIVER not in ground:
        raise MapError("legend: a ford needs a river")
    return ground, max(levels, default=0)


@cache
def scenarios() -> dict[str, PortableScenario]:
    """The scenarios that come with the rules, the one for beginners first."""
    return checks.shipped("sandtable.rules.portable_wargame", read_scenario)


def read_scenario(source: checks.Source, where: str) -> PortableScenario:
    return checks.read_scenario(source, where, PortableScenario, check)


def check(scenario: PortableScenario) -> None:
    """Check everything in a file that its types do not check. The error names the place."""
    if scenario.rules != BOOK.about.id:
        raise ScenarioError(f"rules: {scenario.rules!r} is not {BOOK.about.id!r}")
    if scenario.turns < 1:
        raise ScenarioError("turns: a battle lasts at least one turn")
    board = scenario.board()
    names = [army.name for army in scenario.side]
    checks.check_sides(names)
    for option in scenario.options:
        known_option(option, "options")
    for army in scenario.side:
        check_army(army, board)
    for army, enemy in (scenario.side, scenario.side[::-1]):
        check_room(army, enemy, board)
    checks.check_sides_named([named for named in sides_named(scenario) if named[1]], names)
    for where, square in squares_named(scenario):
        check_square(board, square, where)
    check_victory(scenario)


def check_victory(scenario: PortableScenario) -> None:
    hold, dash = scenario.victory.hold, scenario.victory.dash
    if hold and not 1 <= hold.count <= len(hold.squares):
        raise ScenarioError(f"victory.hold.count: {hold.count} is not from 1 to {len(hold.squares)}, the squares named")
    for square in hold.squares if hold else ():
        if square not in scenario.objectives:
            raise ScenarioError(f"victory.hold.squares: {square} is not one of the objectives")
    for name in dash.types if dash else ():
        known_type(name, "victory.dash.types")


def known_option(option: str, where: str) -> None:
    checks.check_option(option, BOOK.variants, where)


def sides_named(scenario: PortableScenario) -> list[tuple[str, str]]:
    victory = scenario.victory
    named = [("deploys_first", scenario.deploys_first), ("victory.otherwise", victory.otherwise)]
    named += [(f"objectives.{square}", side) for square, side in scenario.objectives.items()]
    named += [("victory.hold.side", victory.hold.side)] if victory.hold else []
    return named + ([("victory.dash.side", victory.dash.side)] if victory.dash else [])


def squares_named(scenario: PortableScenario) -> list[tuple[str, str]]:
    victory = scenario.victory
    named = [(f"{field}.{square}", square) for field in ("objectives", "names") for square in getattr(scenario, field)]
    named += [("victory.hold.squares", square) for square in victory.hold.squares] if victory.hold else []
    return named + ([("victory.dash.square", victory.dash.square)] if victory.dash else [])


def known_type(name: str, where: str) -> None:
    if name not in KINDS:
        raise ScenarioError(f"{where}: unknown Unit type {name!r}")


def check_square(board: SquareGrid, square: str, where: str) -> None:
    try:
        board.named(square)
    except ValueError as fault:
        raise ScenarioError(f"{where}: {fault}") from None


def check_army(army: Army, board: SquareGrid) -> None:
    checks.check_edge(army.edge, f"{army.name}: edge")
    if army.exit:
        checks.check_edge(army.exit, f"{army.name}: exit")
    if army.deploy is None and army.edge not in ("north", "south"):
        raise ScenarioError(f"{army.name}: deploy: a side on the {army.edge} edge needs rows to start in")
    if not army.forces:
        raise ScenarioError(f"{army.name}: forces: there are none")
    if (units := sum(entry.count for entry in army.forces)) > MOST_UNITS:
        raise ScenarioError(f"{army.name}: forces: {units} Units are too many; at most {MOST_UNITS} are allowed")
    for crowd in army.crowds:
        known_type(crowd.type, f"{army.name}: crowds")
    for entry in army.forces:
        check_entry(entry, f"{army.name}: {entry.type}", board)
    if sum(entry.count for entry in army.forces if entry.type == COMMANDER) > 1:
        raise ScenarioError(f"{army.name}: forces: a side has one Commander at most")  # pw.setup.forces
    first, last = army.rows(board.ranks)
    if not 1 <= first <= last <= board.ranks:
        raise ScenarioError(f"{army.name}: deploy: rows {first} to {last} are not on a board of {board.ranks} rows")


def check_room(army: Army, enemy: Army, board: SquareGrid) -> None:
    """The side's rows must have room for its Units, even if the enemy stands as near as allowed."""
    first, last = army.rows(board.ranks)
    near, far = enemy.rows(board.ranks)
    starting = [entry for entry in army.forces if not entry.arrives and KINDS[entry.type].combat]
    own = [row for row in range(first, last + 1) if not near - 1 <= row <= far + 1]
    dry = [refuse_river(board, square) is None for square in range(len(board.grounds))]
    room = {row: sum(dry[(row - 1) * board.files : row * board.files]) for row in own}
    placed, squares = sum(entry.count for entry in starting), sum(room.values())
    if placed > squares or not squares:
        raise ScenarioError(f"{army.name}: deploy: {placed} Units do not fit into {squares} squares")
    for crowd in army.crowds:
        alike = sum(entry.count for entry in starting if ROWS_OF.get(entry.type, entry.type) == crowd.type)
        check_crowd(army, crowd, room, alike, placed - alike)


def check_crowd(army: Army, crowd: Crowd, room: Mapping[int, int], alike: int, others: int) -> None:
    """Units of a limited type must have room in other rows, wherever the other Units stand."""
    if sum(other.type == crowd.type for other in army.crowds) > 1:
        raise ScenarioError(f"{army.name}: crowds: {crowd.type} is limited twice")
    first, last = crowd.rows
    there = sum(squares for row, squares in room.items() if first <= row <= last)
    left = min(crowd.count, there) + sum(room.values()) - there - others
    if alike > max(left, 0):
        raise ScenarioError(f"{army.name}: crowds: {alike} {crowd.type} do not fit into {max(left, 0)} squares")


def check_entry(entry: Entry, where: str, board: SquareGrid) -> None:
    if entry.type not in KINDS:
        raise ScenarioError(f"{where}: unknown Unit type")
    if entry.quality not in QUALITIES:
        raise ScenarioError(f"{where}: quality: {entry.quality!r} is not Elite, Average or Poor")
    if entry.gun and entry.gun not in RANGES:
        raise ScenarioError(f"{where}: class: unknown artillery class {entry.gun!r}")
    if entry.type == "Artillery" and not entry.gun:
        raise ScenarioError(f"{where}: class: an Artillery Unit needs one")
    if entry.gun and entry.type not in GUNS | {"Assault Guns"}:
        raise ScenarioError(f"{where}: class: only Artillery and Assault Guns have one")
    if entry.count < 1 or entry.strength < 0 or entry.arrives < 0:
        raise ScenarioError(f"{where}: count, strength and arrives are whole numbers from 1 up")
    if entry.arrives and not entry.entry and not KINDS[entry.type].air:
        raise ScenarioError(f"{where}: entry: a reinforcement needs an entry square")
    for square in entry.entry:
        check_square(board, square, f"{where}: entry")
        if len(board.beside[board.named(square)]) == len(FACINGS):
            raise ScenarioError(f"{where}: entry: {square} is not on the edge of the board")
    if not entry.facing or set(entry.facing) - set(COMPASS):
        raise ScenarioError(f"{where}: facing: {entry.facing!r} is not made of N, E, S and W")
    if entry.option:
        known_option(entry.option, f"{where}: option")
    if entry.may_start_aboard and entry.type not in PASSENGERS | {"Artillery"}:
        raise ScenarioError(f"{where}: may_start_aboard: nothing carries such a Unit")
