"""Fields of fire, fronts, flanks and rears."""

import random
from math import atan2, degrees, radians, tan

import pytest
from hypothesis import given
from shapely import Polygon

from sandtable.board.arcs import Sector, in_arc, in_front_arc, sector
from sandtable.board.board import POINT, Base
from sandtable.board.place import Place
from tests.board.tabletop import MOVES, bases, places, rim_of, shape_of, some_place

STAND = Base(2.0, 1.0)


def bearing(at, target):
    """Degrees off straight ahead, 0 to 180."""
    off = degrees(atan2(target.x - at.x, target.y - at.y)) - at.facing
    return abs((off + 180) % 360 - 180)


def test_an_arc_holds_what_its_angle_holds():
    held, rng = [], random.Random(1)
    for _ in range(4000):
        at, target, wide = some_place(rng), some_place(rng), rng.randrange(0, 361)
        if at.point != target.point and abs(bearing(at, target) - wide / 2) > 1e-6:
            held.append(in_arc(at, wide, target))
            assert held[-1] == (bearing(at, target) < wide / 2), (at, wide, target)
    assert held.count(True) > 1000 and held.count(False) > 1000


@pytest.mark.parametrize(
    ("wide", "x", "y"), [(90, 3, 3), (90, -3, 3), (180, 5, 0), (180, -5, 0), (270, 2, -2), (0, 0, 4), (360, 0, -4)]
)
def test_the_borders_of_an_arc_are_inside(wide, x, y):
    assert in_arc(Place(10, 10), wide, Place(10 + x, 10 + y))


@pytest.mark.parametrize(
    ("wide", "x", "y"), [(90, 3.01, 3), (90, -3.01, 3), (180, 5, -0.01), (270, 2, -2.01), (0, 0, -4)]
)
def test_a_hundredth_beyond_the_border_is_outside(wide, x, y):
    assert not in_arc(Place(10, 10), wide, Place(10 + x, 10 + y))


@pytest.mark.parametrize(("wide", "x", "y"), [(0, 1, 3), (0, -1, 0.5), (90, 3, 2.5), (180, 9, 0.5), (270, -3, -1.5)])
def test_the_borders_of_an_arc_from_the_front_corners_are_inside(wide, x, y):
    assert in_front_arc(Place(10, 10), STAND, wide, Place(10 + x, 10 + y))


@pytest.mark.parametrize(
    ("wide", "x", "y"), [(0, 1.01, 3), (0, 0, 0.49), (90, 3.01, 2.5), (180, 9, 0.49), (270, -3, -1.51)]
)
def test_a_hundredth_beyond_the_border_from_the_corners_is_outside(wide, x, y):
    assert not in_front_arc(Place(10, 10), STAND, wide, Place(10 + x, 10 + y))


def test_a_wide_arc_holds_all_that_is_ahead_of_the_front_edge():
    assert in_front_arc(Place(10, 10), Base(4.0, 1.0), 200, Place(10, 10.51))


def wedge(at, half):
    """An arc of less than 180 degrees, as far as any table reaches, for a base that faces up the table."""
    far = 200.0
    return Polygon(
        [at.point, (at.x - far * tan(radians(half)), at.y + far), (at.x + far * tan(radians(half)), at.y + far)]
    )


def test_a_base_is_in_an_arc_when_any_of_it_is():
    held, rng = [], random.Random(2)
    for _ in range(2000):
        at, target, wide = Place(24, 24), some_place(rng, 14, 34), rng.randrange(2, 170)
        base = Base(rng.choice((1.0, 3.0)), rng.choice((1.0, 2.0)), rng.random() < 0.4)
        gap = wedge(at, wide / 2).distance(shape_of(target, base)) - rim_of(base)
        if abs(gap) > 1e-6 or gap == 0.0:
            held.append(in_arc(at, wide, target, base))
            assert held[-1] == (gap <= 0), (target, base, wide)
    assert held.count(True) > 500 and held.count(False) > 500


def test_a_base_that_touches_the_border_is_inside():
    assert in_arc(Place(10, 10), 180, Place(14, 9.5), Base(1.0, 1.0))


def test_a_base_just_behind_the_border_is_outside():
    assert not in_arc(Place(10, 10), 180, Place(14, 9.49), Base(1.0, 1.0))


@pytest.mark.parametrize("move", MOVES)
@given(at=places, target=places, base=bases)
def test_arcs_do_not_change_when_the_table_is_moved(move, at, target, base):
    assert in_front_arc(at, STAND, 90, target, base) == in_front_arc(move(at), STAND, 90, move(target), base)


@pytest.mark.parametrize(
    ("x", "y", "where"),
    [
        (0, 9, Sector.FRONT),
        (4, 2, Sector.FRONT),  # on the diagonal of a stand twice as wide as deep
        (-4, 2, Sector.FRONT),
        (4.01, 2, Sector.FLANK),
        (9, 0, Sector.FLANK),
        (-9, 0, Sector.FLANK),
        (4, -2, Sector.FLANK),  # on a border: nearer the front
        (4, -2.01, Sector.REAR),
        (0, -9, Sector.REAR),
    ],
)
def test_the_diagonals_of_a_base_part_front_flank_and_rear(x, y, where):
    assert sector(Place(20, 20), STAND, Place(20 + x, 20 + y)) == where


@pytest.mark.parametrize("base", [POINT, Base(3.0, disc=True), Base(2.0, 0.0)])
def test_a_base_without_corners_is_quartered_at_45_degrees(base):
    near, far = Place(22, 22), Place(22.01, 22)
    assert (sector(Place(20, 20), base, near), sector(Place(20, 20), base, far)) == (Sector.FRONT, Sector.FLANK)


@pytest.mark.parametrize("move", MOVES)
@given(at=places, shooter=places, base=bases)
def test_sectors_do_not_change_when_the_table_is_moved(move, at, shooter, base):
    assert sector(at, base, shooter) == sector(move(at), base, move(shooter))


@given(places, places, bases)
def test_who_stands_ahead_is_never_behind(at, shooter, base):
    assert sector(at, base, shooter) != Sector.REAR or not in_arc(at, 180, shooter)
