"""A value of a layout is worked out once, and again when something has moved."""

from msgspec.structs import replace

from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, State, Unit, UnitId

RED, BLUE = Side("red"), Side("blue")
TANK = Unit(UnitId("tank"), "tank", RED, Place(1, 1))
BATTLE = Scenario(id="x", rules="x", title="x", setting="x", size="x")


class Survey:
    """Counts how often the table is looked at."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self, state: State) -> dict[UnitId, Place | None]:
        self.looks += 1
        return {unit.id: unit.place for unit in state.units.values()}


def table() -> State:
    board = SquareGrid(2, 2, (frozenset(),) * 4, (0,) * 4)
    return State("x", BATTLE, board, (RED, BLUE), {TANK.id: TANK})


def test_states_that_lie_alike_are_surveyed_once_whichever_is_asked_first():
    survey, before = Survey(), table()
    after = before.put(replace(TANK, marks=frozenset({"hit"})))
    later = after.change(tallies={"turn": 2})
    assert later.layout(survey) == before.layout(survey) == after.layout(survey) == {TANK.id: Place(1, 1)}
    assert survey.looks == 1


def test_a_table_on_which_something_moved_is_surveyed_again():
    survey, before = Survey(), table()
    assert before.layout(survey) == {TANK.id: Place(1, 1)}
    after = before.put(replace(TANK, place=Place(0, 1)))
    assert after.layout(survey) == {TANK.id: Place(0, 1)}
    assert before.layout(survey) == {TANK.id: Place(1, 1)}
    assert survey.looks == 2


def test_what_has_been_read_off_is_no_part_of_the_state():
    one, other = table(), table()
    one.layout(Survey())
    assert one == other
    assert repr(one) == repr(other)
