"""Where bases may end, as a small book might rule it: its own clauses, its own closed ground."""

import pytest

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area
from sandtable.kernel.state import UnitId
from sandtable.mechanics.ending import Ending, is_clear
from sandtable.mechanics.layout import Layout, Places

LAKE = Area("lake", "water", ((20, 5), (25, 5), (25, 10), (20, 10)))
BOARD = FreeTable(30, 20, (LAKE,))
BASES = {UnitId("tank"): Base(3.0, disc=True), UnitId("squad"): Base(2.0, disc=True), UnitId("gun"): Base(2.0, 1.0)}
TANK, SQUAD, GUN = BASES


def refuse(places: Places, others: Places) -> str:
    """Why not, as a book would put it."""
    layout = Layout({i: shapes.footprint(place, BASES[i]) for i, place in others.items()})
    end = Ending(BOARD, layout, places, BASES.__getitem__, 1.5)
    if end.leaves_table():
        return "off the table"
    if other := end.lands_on(lambda i: i not in places):
        return f"on {other}"
    if end.is_shut_out(lambda i, place: i != SQUAD and "water" in BOARD.ground(place)):
        return "in the water"
    return ""


@pytest.mark.parametrize(("x", "why"), [(1.5, ""), (1.49, "off the table"), (28.5, ""), (28.51, "off the table")])
def test_a_disc_ends_whole_on_the_table(x, why):
    assert refuse({TANK: Place(x, 10)}, {}) == why


def test_a_rectangle_that_is_turned_leaves_the_table_by_its_corner():
    assert refuse({GUN: Place(1, 10)}, {}) == ""
    assert refuse({GUN: Place(1, 10, 30)}, {}) == "off the table"


@pytest.mark.parametrize(("x", "why"), [(12.5, ""), (12.4, "on squad")])
def test_discs_may_touch_but_not_overlap(x, why):
    assert refuse({TANK: Place(x, 10)}, {SQUAD: Place(10, 10)}) == why


def test_nobody_is_in_his_own_way():
    assert refuse({SQUAD: Place(10.5, 10)}, {SQUAD: Place(10, 10)}) == ""


def test_several_bases_end_together_and_one_is_enough_to_be_refused():
    others = {GUN: Place(10, 10)}
    assert refuse({TANK: Place(14, 10), SQUAD: Place(14, 14)}, others) == ""
    assert refuse({TANK: Place(14, 10), SQUAD: Place(10.5, 10)}, others) == "on gun"


def test_closed_ground_may_be_closed_to_some():
    assert refuse({TANK: Place(22, 7)}, {}) == "in the water"
    assert refuse({SQUAD: Place(22, 7)}, {}) == ""


def test_a_base_that_is_put_down_may_touch_a_friend_but_no_enemy():
    here, beside = (shapes.footprint(Place(x, 10), BASES[SQUAD]) for x in (10, 12))
    assert is_clear(here, [beside], [])
    assert not is_clear(here, [], [beside])
    assert not is_clear(here, [here], [])
