"""Layouts of discs and rectangles, without any book."""

from math import inf

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.mechanics.layout import Layout, box_round, collides, touches

DISC = Base(2.0, disc=True)
STAND = Base(1.0, 0.5)
A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def disc(x: float, y: float) -> shapes.Slab:
    return shapes.footprint(Place(x, y), DISC)


def stand(x: float, y: float, facing: int = 0) -> shapes.Slab:
    return shapes.footprint(Place(x, y, facing), STAND)


def test_a_gap_runs_from_rim_to_rim():
    assert Layout({A: disc(10, 10), B: disc(15, 10)}).gap(A, B) == 3.0


def test_a_gap_runs_from_a_rim_to_the_edge_of_a_rectangle():
    layout = Layout({A: disc(10, 10), B: stand(13, 10), C: stand(13, 10, 90)})
    assert layout.gap(A, B) == 1.5
    assert layout.gap(A, C) == 1.75


def test_bases_that_overlap_have_no_gap():
    assert Layout({A: disc(10, 10), B: stand(11, 10)}).gap(A, B) == 0.0


def test_the_nearest_of_two_equally_near_is_the_first_by_name():
    layout = Layout({A: disc(10, 10), C: disc(10, 14), B: disc(14, 10)})
    assert layout.nearest(A, [C, B]) == (2.0, B)
    assert layout.nearest(A, []) is None


def test_two_groups_are_as_far_apart_as_their_nearest():
    layout = Layout({A: disc(10, 10), B: disc(13, 10), C: disc(18, 10)})
    assert layout.gap_between([A, B], [C]) == 3.0
    assert layout.gap_between([A], []) == inf


def test_a_first_look_finds_whatever_reaches_into_a_box():
    layout = Layout({A: disc(10, 10), B: stand(20, 10)})
    assert layout.near((10.9, 9, 12, 11)) == [A]
    assert layout.near((0, 0, 30, 20)) == [A, B]


def test_discs_touch_rim_to_rim_and_do_not_collide():
    assert touches(disc(10, 10), disc(12, 10))
    assert not collides(disc(10, 10), disc(12, 10))
    assert collides(disc(10, 10), disc(11.9, 10))


def test_a_book_says_how_near_is_contact():
    near = disc(10, 10), disc(12.1, 10)
    assert not touches(*near)
    assert touches(*near, within=0.1)


def test_a_disc_touches_a_rectangle_at_its_corner():
    across = 2**0.5 / 2
    assert touches(stand(10, 10), disc(10.5 + across, 10.25 + across))
    assert not touches(stand(10, 10), disc(10.55 + across, 10.3 + across))


def test_the_box_round_places_goes_round_their_middles():
    assert box_round({A: Place(1, 5), B: Place(4, 2)}, 0.5) == (0.5, 1.5, 4.5, 5.5)
