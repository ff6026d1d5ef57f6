"""The book, the battles, and the table as it is set up."""

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground, TableMap
from sandtable.book.book import Book
from sandtable.book.charts import Grid
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import NOBODY, Side, State, Step, Unit, UnitId
from sandtable.mechanics.checks import (
    check_given_once,
    check_point,
    check_sides,
    check_word,
    laid_out,
    read_scenario,
    shipped,
)
from sandtable.mechanics.layout import Layout
from sandtable.mechanics.shorthand import described

BOOK = Book("skirmish", "skirmish.toml")
TEAMS = Grid(BOOK.table("teams"))
INCHES = {what: float(inches) for what, inches in BOOK.table("inches").column("inches").items()}
BASE = Base(INCHES["across a base"], INCHES["across a base"], disc=True)
COVER = {"woods": Ground(opaque=True), "village": Ground(opaque=True), "grain": Ground()}
SYMBOLS = {"Rifles": "infantry", "Machine gun": "machine-gun"}  # how each kind of team is drawn
OBJECTIVE = UnitId("the objective")


class Skirmish(Scenario, frozen=True, kw_only=True):
    """A battle: a map, teams in words ("Blue Rifles 1 at 9,3") and the place they fight for."""

    map: TableMap
    teams: tuple[str, ...]
    objective: Point
    turns: int = 6


class Turn(Step, frozen=True):
    number: int


class Acting(Step, frozen=True):
    side: Side


class Judging(Step, frozen=True):
    """After the last turn."""


def scenarios() -> dict[str, Skirmish]:
    """The battles that come with the rules."""
    return shipped("skirmish", lambda text, file: read_scenario(text, file, Skirmish, setup))


def setup(scenario: Scenario, options: frozenset[str] = frozenset()) -> State:
    """The table, and all the turns to come. Whatever is wrong in a scenario is said here."""
    assert isinstance(scenario, Skirmish)
    board = laid_out(scenario.map, COVER)
    check_point(scenario.objective, "objective", board)
    teams = [team(text, board) for text in scenario.teams]
    check_given_once((unit.id for unit in teams), "teams")
    sides = tuple(dict.fromkeys(unit.side for unit in teams))
    check_sides(sides)
    marker = Unit(OBJECTIVE, "objective", NOBODY, Place(*scenario.objective))
    units = {unit.id: unit for unit in (*teams, marker)}
    turns = [Turn(number) for number in range(1, scenario.turns + 1)]
    return State(scenario.rules, scenario, board, sides, units, agenda=(*turns, Judging()))


def team(text: str, board: FreeTable) -> Unit:
    """Blue Rifles 1 at 9,3: a team of Rifles, and where it stands."""
    said = described(text)
    kind = said.name.rstrip(" 0123456789")
    check_word(kind, SYMBOLS, text)
    if said.place is None:
        raise said.fault("say where it stands")
    check_point(said.place.point, text, board, BASE)
    return Unit(UnitId(f"{said.side} {said.name}"), kind, said.side, said.place)


# ---- what the rules read


def figure(team: Unit, column: str) -> int:
    """A number of the table of teams. It knows where it is printed."""
    return TEAMS.figure(team.kind, column) or 0


def place(unit: Unit) -> Place:
    assert unit.place is not None
    return unit.place


def table(state: State) -> FreeTable:
    assert isinstance(state.board, FreeTable)
    return state.board


def bases(state: State) -> Layout:
    """The ground under every base. `state.layout(bases)` works it out once, until something moves."""
    return Layout({unit.id: shapes.footprint(unit.place, BASE) for unit in state.units.values() if unit.place})
