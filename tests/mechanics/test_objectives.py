"""Objectives on tables without a book, and the units that take them."""

import pytest

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import Side, Unit, UnitId
from sandtable.mechanics.objectives import Objective, taker

RED, BLUE = Side("Red"), Side("Blue")
TOWN = Area("town", "town", ((10, 10), (14, 10), (14, 16), (10, 16)))
VILLAGE = Strip("village", "town", ((30.0, 15.0),), 6.0)  # a disc
BOARD = FreeTable(40, 30, (TOWN, VILLAGE))
HILL = Objective("the hill", at=(20.0, 5.0))


def squad(name, side):
    return Unit(UnitId(name), "squad", side, Place(0, 0))


@pytest.mark.parametrize(("y", "inside"), [(8.0, True), (8.01, False)])
def test_a_point_is_held_from_as_far_off_as_the_book_says(y, inside):
    assert HILL.covers(BOARD, (20, y), 3.0) == inside


def test_a_piece_is_held_from_inside():
    town = Objective("the town", piece="town")
    assert town.covers(BOARD, (11, 11), 3.0)
    assert not town.covers(BOARD, (15, 11), 3.0)


def test_inches_run_from_the_edge_of_a_base_to_the_ground():
    disc = shapes.footprint(Place(20, 12), Base(2.0, disc=True))
    assert HILL.inches_from(BOARD, disc, 3.0) == pytest.approx(3)
    assert Objective("the town", piece="town").inches_from(BOARD, disc, 3.0) == pytest.approx(5)
    assert Objective("the village", piece="village").inches_from(BOARD, disc, 3.0) == pytest.approx(109**0.5 - 4)


def test_who_lies_on_its_ground_is_no_inch_away():
    for place, one in ((Place(20, 6), HILL), (Place(30, 13), Objective("the village", piece="village"))):
        assert one.inches_from(BOARD, shapes.footprint(place, Base(2.0, disc=True)), 3.0) == 0


def test_its_marker_lies_on_the_point_or_in_the_middle():
    assert HILL.point(BOARD) == (20, 5)
    assert Objective("the town", piece="town").point(BOARD) == (12, 13)


def test_the_only_side_there_takes_it():
    first = squad("a", RED)
    assert taker([first, squad("b", RED)], BLUE) is first


def test_nobody_takes_what_is_disputed_or_empty_or_his_already():
    assert taker([squad("a", RED), squad("b", BLUE)], BLUE) is None
    assert taker([], BLUE) is None
    assert taker([squad("a", RED)], RED) is None


@pytest.mark.parametrize(
    ("objective", "fault"),
    [
        (Objective("x"), "objectives: x: either at or piece is needed"),
        (Objective("x", at=(1.0, 1.0), piece="town"), "objectives: x: either at or piece is needed"),
        (Objective("x", at=(50.0, 1.0)), "objectives: x: at: 50, 1 is not a point of the table"),
        (Objective("x", piece="lake"), "objectives: x: the map has no piece 'lake'"),
    ],
)
def test_an_objective_is_somewhere_on_the_table(objective, fault):
    with pytest.raises(ScenarioError, match=fault):
        objective.check(BOARD)
