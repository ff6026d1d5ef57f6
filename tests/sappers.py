"""A game for tests on a free table: a bridge to break, an unknown wood, a tape to lay from the air."""

from sandtable.board import shapes
from sandtable.board.board import POINT, Base, Board, Picker, region_words
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.book.book import Book
from sandtable.kernel.decision import Command, Option, Placing, Topic
from sandtable.kernel.dice import pips
from sandtable.kernel.events import GroundChanged, Moved
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Grade, Look, Showing
from sandtable.kernel.state import Side, State, Step, Unit, UnitId

RED, BLUE = Side("Red"), Side("Blue")
TAPE, SAPPERS = UnitId("Red tape"), UnitId("Red Sappers")
BASES = {"tape": Base(0.5, 20.0), "sappers": Base(1.0, 1.0, disc=True)}
WOOD = ((4.0, 16.0), (12.0, 16.0), (12.0, 22.0), (4.0, 22.0))
BOOK = Book("tests", "sappers.toml")


class Turn(Step, frozen=True):
    side: Side


class BlowBridge(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return "blow the bridge"


class Scout(Command, frozen=True):
    """What the unknown wood is."""

    unit: UnitId


class LayTape(Placing, frozen=True):
    def tell(self) -> str:
        return "lay the tape"


class Wait(Command, frozen=True):
    quiet = True
    side: Side


class Anywhere:
    """Any place of the table, with any facing."""

    def __init__(self, table: FreeTable) -> None:
        self.table = table

    def contains(self, place: Place) -> bool:
        return shapes.on_table(place.point, self.table.width, self.table.depth)

    def sample(self, rng: Picker) -> Place:
        return Place(rng.randrange(int(self.table.width)), rng.randrange(int(self.table.depth)), rng.randrange(360))

    def places(self) -> None:
        return None

    def outline(self) -> list[list[Point]]:
        width, depth = self.table.width, self.table.depth
        return [[(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)]]

    def __str__(self) -> str:
        return region_words(self)


def options(view: State):
    """Nobody may break a bridge that is gone, or look into a known wood."""
    assert isinstance(view.board, FreeTable)
    names = {piece.name: piece.kind for piece in view.board.terrain}
    if "bridge" in names:
        yield Option(BlowBridge(SAPPERS), "sap.deed.bridge")
    if names["wood"] == "unknown wood":
        yield Option(Scout(SAPPERS), "sap.deed.wood")
    yield Option(LayTape(TAPE), "sap.deed.tape", Anywhere(view.board))
    yield Option(Wait(RED), "sap.turn.end")


@rule("sap.turn.deed")
def turn(play: Play, step: Turn) -> bool:
    match play.ask(step.side, Topic("deed", "What do the sappers do?", (SAPPERS,)), options):
        case BlowBridge(unit):
            play.emit(GroundChanged("The bridge breaks", gone=("bridge",), by=unit), "sap.deed.bridge")
        case Scout(unit):
            kinds = ("marsh", "woods")
            found = kinds[play.roll(Throw("wood", "What is the wood?", unit), pips(2)) - 1]
            play.emit(GroundChanged(f"The wood is {found}", (Area("wood", found, WOOD),), by=unit), "sap.deed.wood")
        case LayTape(unit, to):
            assert to is not None
            play.emit(Moved(unit, to), "sap.deed.tape")
        case _:
            play.win(RED, "they have done enough")
    return True


def setup(scenario: Scenario, variants: frozenset[str]) -> State:
    pieces = (
        Area("wood", "unknown wood", WOOD, opaque=True),
        Strip("stream", "stream", ((0.0, 12.0), (36.0, 12.0)), 1.0),
        Strip("bridge", "bridge", ((20.0, 11.0), (20.0, 13.0)), 1.0),
    )
    units = (Unit(SAPPERS, "sappers", RED, Place(20.0, 8.0)), Unit(TAPE, "tape", RED),
             Unit(UnitId("Blue Post"), "sappers", BLUE, Place(20.0, 20.0, 180)))  # fmt: skip
    table = FreeTable(36.0, 24.0, pieces)
    return State(scenario.rules, scenario, table, (RED, BLUE), {one.id: one for one in units}, (Turn(RED),))


def look(state: State, unit: Unit) -> Look:
    if unit.kind == "tape":
        return Look(role="template", drawing="tape")
    return Look(symbol="engineer", quality=Grade(7, 8, "Veteran"))


def base(state: State, unit: Unit) -> Base:
    return BASES.get(unit.kind, POINT)


def crossings(board: Board) -> list[str]:
    """A value that a rule set derives from the ground."""
    assert isinstance(board, FreeTable)
    return [piece.name for piece in board.terrain if piece.kind == "bridge"]


BATTLE = Scenario(id="bridge", rules="sappers", title="The bridge", setting="", size="small")
RULES = RuleSet(
    id=BOOK.about.id,
    title=BOOK.about.name,
    version="1",
    book=BOOK,
    variants={},
    scenarios=lambda: {BATTLE.id: BATTLE},
    scenario=Scenario,
    setup=setup,
    sequence={Turn: turn},
    commands=(BlowBridge, Scout, LayTape, Wait),
    concede=lambda play, side: play.win(play.state.foe(side), "the other side gives up"),
    worth=lambda state, side: 0.0,
    losses=lambda state, side: {},
    base=base,
    showing=Showing(look=look),
)
