"""Places that matter to a moving unit."""

import pytest

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area
from sandtable.mechanics.landmarks import bearings_to, is_before, nearest_first, nearest_of_each, shelters

WOODS = Area("woods", "woods", ((20, 5), (26, 5), (26, 15), (20, 15)))
FIELD = Area("field", "field", ((2, 2), (4, 2), (4, 4), (2, 4)))
BOARD = FreeTable(40, 30, (WOODS, FIELD))


def test_the_nearest_comes_first_and_equals_come_in_one_order():
    assert nearest_first((0, 0), [(5, 0), (0, 3), (3, 0)]) == [(0, 3), (3, 0), (5, 0)]


def test_of_every_body_the_nearest_counts():
    owned = [("A", (9.0, 0.0)), ("B", (5.0, 0.0)), ("A", (2.0, 0.0)), ("B", (7.0, 0.0))]
    assert nearest_of_each((0, 0), owned) == [(2, 0), (5, 0)]


def test_a_shelter_is_an_inch_inside_its_near_edge():
    ((x, y),) = shelters(BOARD, {"woods"}, (10, 10))
    assert x == pytest.approx(21, abs=0.1)
    assert y == pytest.approx(10)


def test_who_is_in_cover_already_may_go_to_its_middle():
    assert shelters(BOARD, {"woods"}, (21, 6)) == [(23, 10)]


@pytest.mark.parametrize(("point", "before"), [((10, 12), True), ((12, 10), True), ((10, 9), False)])
def test_what_lies_beside_somebody_is_still_before_him(point, before):
    assert is_before(Place(10, 10, 0), point) == before


def test_one_faces_the_nearest_of_each_but_not_what_one_stands_on():
    assert list(bearings_to((10, 10), [(20, 10), (10, 20)], [], [(10, 10)], [(10, 4)])) == [90, 180]
