"""Lines of sight through woods and past them."""

import pytest

from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area
from sandtable.mechanics.looking import seen_through

FIRST = Area("first wood", "woods", ((10, 0), (12, 0), (12, 10), (10, 10)), opaque=True)
SECOND = Area("second wood", "woods", ((20, 0), (23, 0), (23, 10), (20, 10)), opaque=True)
GRAIN = Area("grain", "grain", ((14, 0), (18, 0), (18, 10), (14, 10)))
BOARD = FreeTable(40, 30, (FIRST, SECOND, GRAIN))


@pytest.mark.parametrize(("most", "past", "at"), [(0.0, "first wood", (10, 5)), (2.0, "second wood", (20, 5)),
                                                  (4.5, "second wood", (22.5, 5)), (5.0, "", None)])  # fmt: skip
def test_one_sees_through_so_many_inches_of_all_woods_together(most, past, at):
    sight = seen_through(BOARD, (0, 5), (30, 5), most)
    assert (sight.clear, sight.past, sight.at) == (not past, past, at)


def test_ground_that_is_not_opaque_and_ground_beside_the_line_hide_nothing():
    assert seen_through(BOARD, (13, 5), (19, 5)).clear
    assert seen_through(BOARD, (0, 10), (30, 10)).clear
