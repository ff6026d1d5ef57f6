"""Lines of supply over tables of no book."""

from math import inf

import pytest

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.mechanics.supply import SupplyLines, edge_points, nearest_points

DISC, STAND = Base(2.0, disc=True), Base(1.0, 1.0)
RIVER = Strip("river", "water", ((0.0, 15.0), (40.0, 15.0)), 2.0)
ROAD = Strip("road", "road", ((30.0, 0.0), (30.0, 30.0)), 1.0)


def at(x, y, base=DISC):
    return shapes.footprint(Place(x, y), base)


def lines(*pieces, enemies=(), off=6.0):
    board = FreeTable(40, 30, pieces)
    return SupplyLines(board, [at(*enemy) for enemy in enemies], off, frozenset({"water"}), frozenset({"road"}))


def test_a_line_over_open_ground_is_straight():
    assert lines().inches((10, 20), (10, 0)) == 20


def test_a_line_goes_round_the_enemy_as_far_off_as_the_book_says():
    near, far = (lines(enemies=[(10, 10)], off=off).inches((10, 20), (10, 0)) for off in (2.0, 6.0))
    assert 20 < near < far < 30


def test_enemies_across_the_table_cut_every_line():
    cut = lines(enemies=[(x, 10) for x in range(0, 41, 10)])
    assert cut.inches((10, 20), (10, 0)) == inf
    assert cut.inches_to_edge(at(10, 20), "south") == inf
    assert cut.inches_to_edge(at(10, 20), "north") < inf


def test_water_is_crossed_where_a_road_leads_over_it():
    over = lines(RIVER, ROAD)
    assert over.inches((30, 20), (30, 5)) == inf
    assert over.inches_by_bridge((30, 20), (30, 5)) == pytest.approx(15)
    assert over.inches_to_edge(at(10, 20), "south") < inf


def test_a_bridge_that_the_enemy_is_near_is_closed():
    assert lines(RIVER, ROAD, enemies=[(30, 15)]).inches_by_bridge((30, 25), (30, 2)) == inf


def test_water_without_a_bridge_cuts_off():
    assert lines(RIVER).inches_to_edge(at(10, 20), "south") == inf


def test_points_of_an_edge_come_nearest_first():
    points = edge_points(FreeTable(40, 30), "east", (35, 9))
    assert points[0] == (40, 9)
    assert all(x == 40 for x, _ in points)
    assert len(points) == 11


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        (at(10, 10, STAND), at(10, 15, STAND), ((9.5, 10.5), (9.5, 14.5))),
        (at(10, 10), at(10, 15), ((10, 11), (10, 14))),
        (at(10, 10), at(15, 10, STAND), ((11, 10), (14.5, 10))),
    ],
)
def test_a_line_between_two_bases_runs_from_edge_to_edge(a, b, points):
    assert nearest_points(a, b) == points
