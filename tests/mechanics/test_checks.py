"""What scenario files of any book can get wrong."""

import pytest

from sandtable.board.board import Base
from sandtable.board.table import FreeTable
from sandtable.board.tablemap import Ground, Laid, TableMap
from sandtable.board.terrain import Area
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.mechanics import checks

BOARD = FreeTable(40, 30, (Area("the woods", "woods", ((2, 2), (4, 2), (4, 4))),))
FILE = 'id = "a"\nrules = "test"\ntitle = "A"\nsetting = ""\nsize = "small"\n'


class Battle(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    turns: int = 5


def check_turns(battle: Battle) -> None:
    if battle.turns < 1:
        raise ScenarioError("turns: there must be one to play")


def test_a_file_is_read_into_the_scenario_of_its_book():
    assert checks.read_scenario(FILE + "turns = 8", "a.toml", Battle, check_turns).turns == 8


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("turns = 0", "^a.toml: turns: there must be one to play"),
        ("turns = ", "^a.toml: Invalid value"),
        ('turns = "many"', "^a.toml: Expected `int`, got `str` - at `..turns`"),
        ("cavalry = 3", "^a.toml: Object contains unknown field `cavalry`"),
    ],
)
def test_a_fault_in_a_file_says_which_file(line, fault):
    with pytest.raises(ScenarioError, match=fault):
        checks.read_scenario(FILE + line, "a.toml", Battle, check_turns)


@pytest.mark.parametrize(
    ("check", "fault"),
    [
        (lambda: checks.check_word("elite", ("green", "veteran"), "A1: quality"),
         "A1: quality: 'elite' is not one of green, veteran"),
        (lambda: checks.check_option("snow", ("air", "gas"), "options"), "options: unknown option 'snow'; there are"),
        (lambda: checks.check_edge("left", "Red: edge"), "Red: edge: 'left' is not north, east, south or west"),
        (lambda: checks.at_most("turns", 50, 48), "turns: 50 is too many; at most 48 are allowed"),
        (lambda: checks.check_sides(["Red"]), "two sides of different names"),
        (lambda: checks.check_sides(["Red", "Red"]), "two sides of different names"),
        (lambda: checks.check_sides(["Red", ""]), "two sides of different names"),
        (lambda: checks.check_sides_named([("first", "Green")], ["Red", "Blue"]), "first: no side 'Green'"),
        (lambda: checks.check_given_once(["A", "B", "A"], "units"), "units: the name 'A' is given twice"),
        (lambda: checks.check_point((41, 5), "post", BOARD), "post: 41, 5 is not a point of the table"),
        (lambda: checks.check_point((4.005, 5), "post", BOARD), "post: 4.005, 5 is not a point of the table"),
        (lambda: checks.check_point((0.5, 5), "post", BOARD, Base(2, disc=True)), "would not stand whole on the table"),
        (lambda: checks.check_box((5, 5, 4, 9), "zone", BOARD), "zone: west, south, east and north of an area"),
        (lambda: checks.check_pieces(["the woods", "the lake"], "at", BOARD), "at: the map has no piece 'the lake'"),
    ],
)  # fmt: skip
def test_a_fault_says_what_is_wrong_and_where(check, fault):
    with pytest.raises(ScenarioError, match=fault):
        check()


def test_what_is_right_is_let_pass():
    checks.check_sides(["Red", "Blue"])
    checks.check_sides_named([("first", "Red")], ["Red", "Blue"])
    checks.check_given_once(["A", "B"], "units")
    checks.check_point(None, "post", BOARD)
    checks.check_point((1, 5), "post", BOARD, Base(2, disc=True))
    checks.check_box(None, "zone", BOARD)
    checks.check_pieces(["the woods"], "at", BOARD)


def test_a_fault_of_a_map_is_one_of_the_scenario():
    drawn = TableMap((40, 30), (Laid("marsh", at=(5, 5), size=(2, 2)),))
    assert checks.laid_out(drawn, {"marsh": Ground()}).terrain[0].name == "marsh 1"
    with pytest.raises(ScenarioError, match=r"^map: piece 1, marsh 1: unknown kind 'marsh', not one of woods"):
        checks.laid_out(drawn, {"woods": Ground()})


@pytest.mark.parametrize("number", [0, 8])
def test_a_number_out_of_its_limits_is_named_with_both_of_them(number):
    checks.check_number(1, 1, 7, "days")
    checks.check_number(7, 1, 7, "days")
    with pytest.raises(ScenarioError, match=f"days: {number} is not from 1 to 7"):
        checks.check_number(number, 1, 7, "days")
