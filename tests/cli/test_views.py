"""The map and the places people write."""

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.board.grid import SquareGrid, Squares
from sandtable.board.place import Place
from sandtable.cli.board_view import BoardView
from sandtable.cli.drawing import legend
from sandtable.cli.option_view import shared_start
from sandtable.cli.places import example, read_spot, squares_in
from sandtable.cli.roster_view import condition, roster
from sandtable.cli.screen import Light
from sandtable.rules.portable_wargame import RULES
from sandtable.telling.display import Display
from tests.cli.keyboard import deployed


def drawn(state: st.State, lit: Light | None = None) -> list[str]:
    assert isinstance(state.board, SquareGrid)
    return [line.plain for line in BoardView(Display(RULES, state), state.board, lit or Light()).lines()]


@pytest.fixture
def table() -> st.State:
    return deployed("0").state


# ---- the map


def test_north_is_at_the_top_and_ranks_and_files_are_named(table):
    lines = drawn(table)
    assert lines[0].split() == list("abcdefgh")
    assert [line.split()[0] for line in lines[1:-1]] == list("87654321")


def test_a_unit_shows_tag_facing_and_strength(table):
    assert "MG▼2" in drawn(table)[3]
    assert "i1▶4" in drawn(table)[5]


def test_roads_join_and_woods_and_hills_show(table):
    lines = drawn(table)
    assert "║" in lines[1]
    assert "♣ ♣" in lines[1]
    assert "^" in lines[7]


def test_reach_aim_and_the_active_unit_are_marked_without_colour_too(table):
    board = table.board
    reach, aim = (board.place(board.named(name)) for name in ("a5", "d4"))
    lit = Light((Squares((reach,)),), places=frozenset({aim}), active="Polish Machine Guns")
    lines = drawn(table, lit)
    assert "◦" in lines[4]
    assert "›i1" in lines[5]
    assert "»MG" in lines[3]


def test_company_in_a_square_is_marked(table):
    commander, horse = table.units["Polish Commanders"], table.units["Polish Uhlans 1"]
    assert "+U1▼3" in drawn(table.put(replace(commander, place=horse.place)))[3]


def test_unknown_ground_shows_its_first_letters(table):
    strange = table.board.with_ground(table.board.named("a1"), frozenset({"lava"}))
    assert " lav " in drawn(replace(table, board=strange))[8]


def test_the_legend_has_what_the_board_has(table):
    assert legend(Display(RULES, table)).plain.split()[-5:] == ["═════", "road", "^", "level", "1"]


@pytest.mark.parametrize(
    ("arrives", "told"), [(3, "Average, in reserve, arrives in turn 3"), (0, "Average, off the table")]
)
def test_a_unit_that_is_not_there_is_to_come_or_off_the_table(table, arrives, told):
    car = table.units["German Armoured Cars 1"]
    waiting = table.put(replace(car, tallies={**car.tallies, "arrives in turn": arrives, "target square": 9}))
    assert condition(Display(RULES, waiting), waiting.units[car.id]).plain == told


def test_the_roster_has_how_good_a_unit_is_and_of_what_kind(table):
    horse = table.units["Polish Uhlans 1"]
    moved = table.put(replace(horse, spent=frozenset({"moved"})))
    assert condition(Display(RULES, moved), moved.units[horse.id]).plain == "Elite, moved, Mounted Cavalry"


def test_strength_and_loss_are_what_the_rule_set_says(table):
    """A unit may count anything, in any words."""
    horse = table.units["Polish Uhlans 1"]
    counted = table.put(replace(horse, tallies={"aces": 7, **horse.tallies}))
    assert "U1▼3" in drawn(counted)[3]
    gone = table.put(replace(horse, place=None, tallies={"aces": 7, "SP": 0}))
    assert condition(Display(RULES, gone), gone.units[horse.id]).plain == "lost"


def test_a_long_roster_is_cut_and_says_so(table):
    assert roster(Display(RULES, table), table.sides[0], 40, height=4).row_count == 4


# ---- places


@pytest.mark.parametrize(
    ("text", "x", "y", "facing", "before"),
    [
        ("d5 N", 3, 4, 0, ""),
        ("D5w", 3, 4, 270, ""),
        ("a12, facing east", 0, 11, 90, ""),
        ("moves to b3 south", 1, 2, 180, "moves to"),
        ("b3", 1, 2, None, ""),
    ],
)
def test_a_square_is_read_as_people_write_it(table, text, x, y, facing, before):
    spot = read_spot(table.board, text)
    assert (spot.x, spot.y, spot.facing, spot.before) == (x, y, facing, before)


@pytest.mark.parametrize("text", ["", "N", "5d", "d5 X", "up", "d"])
def test_what_is_no_square_is_not_read(table, text):
    assert read_spot(table.board, text) is None


def test_on_a_free_table_a_place_is_inches_and_degrees():
    spot = read_spot(object(), "move 12.5 8 90")
    assert (spot.x, spot.y, spot.facing, spot.before) == (12.5, 8, 90, "move")


def test_a_region_is_known_by_its_squares(table):
    region = Squares((Place(3, 4, 90), Place(3, 4, 0), Place(1, 1, 180)))
    assert squares_in(table.board, region) == {table.board.named("d5"), table.board.named("b2")}
    assert example(table.board, region) == "b2 S"


def test_whole_words_are_shared():
    assert shared_start(["a fires at d4", "a fires at d5"]) == "a fires at "
    assert shared_start(["stay", "go"]) == ""
