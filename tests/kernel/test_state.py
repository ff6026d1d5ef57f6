"""A value of a layout is worked out once, and again when something has moved."""

from msgspec.structs import replace

from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.kernel.events import Discarded
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Following, Side, State, Unit, UnitId
from sandtable.kernel.view import known

RED, BLUE = Side("red"), Side("blue")
TANK = Unit(UnitId("tank"), "tank", RED, Place(1, 1))
SCOUT = Unit(UnitId("scout"), "scout", BLUE, Place(0, 0))
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


class Places(dict, Following):
    """A survey that follows: it counts the units that it has looked at."""

    looks = 0

    def __init__(self, state: State) -> None:
        super().__init__({unit.id: unit.place for unit in state.units.values()})
        Places.looks += len(self)

    def after(self, state, changed):
        found = Places.__new__(Places)
        found.update({i: place for i, place in self.items() if i not in changed})
        found.update({i: state.units[i].place for i in changed if i in state.units})
        Places.looks += len(changed)
        return found


def test_a_survey_that_follows_looks_only_at_what_has_moved(monkeypatch):
    monkeypatch.setattr(Places, "looks", 0)
    before = table().put(SCOUT)
    assert before.layout(Places) == {TANK.id: Place(1, 1), SCOUT.id: Place(0, 0)}
    after = before.put(replace(TANK, place=Place(0, 1))).put(replace(TANK, place=Place(1, 0)))
    assert after.layout(Places) == {TANK.id: Place(1, 0), SCOUT.id: Place(0, 0)}
    assert before.layout(Places) == {TANK.id: Place(1, 1), SCOUT.id: Place(0, 0)}
    assert Places.looks == 2 + 2  # the table, and both moves of the tank


def test_a_unit_that_is_gone_is_gone_from_a_survey_that_follows():
    before = table().put(SCOUT)
    before.layout(Places)
    after = Discarded(SCOUT.id).apply(before)
    assert after.layout(Places) == {TANK.id: Place(1, 1)}


def test_views_of_states_that_lie_alike_are_surveyed_once(monkeypatch):
    hidden = table().put(replace(SCOUT, known_to=frozenset()))
    monkeypatch.setattr(Places, "looks", 0)
    later = hidden.put(replace(TANK, marks=frozenset({"hit"})))
    one, other = known(hidden, RED), known(later, RED)
    assert one.layout(Places) == {TANK.id: Place(1, 1)}
    assert other.layout(Places) is one.layout(Places)
    assert known(hidden, BLUE).layout(Places) == {TANK.id: Place(1, 1), SCOUT.id: Place(0, 0)}
