"""Discs that meet each other and the edge of the table, without any book."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.mechanics.discs import inches_to_disc, inches_to_edge, lies_on
from sandtable.mechanics.layout import collides

POINTS = st.tuples(st.integers(300, 3700), st.integers(300, 2700)).map(lambda p: (p[0] / 100, p[1] / 100))
RADII = st.sampled_from([1.0, 1.5])


def disc(x: float, y: float, radius: float = 1.0) -> shapes.Slab:
    return shapes.footprint(Place(x, y), Base(2 * radius, disc=True))


def test_a_disc_goes_as_far_as_the_gap_to_the_first_other_in_its_way():
    others = [disc(10, 20), disc(10, 14, 1.5), disc(20, 12)]
    assert inches_to_disc((10, 10), (10, 30), 1.0, others) == pytest.approx(1.5)
    assert inches_to_disc((10, 10), (10, 30), 1.0, others, gap=0.5) == pytest.approx(1.0)
    assert inches_to_disc((10, 10), (10, 0), 1.0, others) == inf
    assert inches_to_disc((10, 10), (13, 10), 1.0, others) == inf


@settings(max_examples=100, deadline=None)
@given(a=POINTS, b=POINTS, spot=POINTS, radius=RADII)
def test_up_to_another_disc_nobody_overlaps_it(a, b, spot, radius):
    other = [disc(*spot)]
    if lies_on(a, radius, other) or shapes.span_of(a, b) < 0.1:
        return
    way = min(inches_to_disc(a, b, radius, other), shapes.span_of(a, b))
    assert not any(lies_on(shapes.along(a, b, way * step / 8), radius, other) for step in range(9))


@settings(max_examples=100, deadline=None)
@given(a=POINTS, b=POINTS, radius=RADII)
def test_discs_overlap_as_any_bases_do(a, b, radius):
    assert lies_on(a, radius, [disc(*b)]) == collides(disc(*a, radius), disc(*b))


@pytest.mark.parametrize(("bearing", "inches"), [(0, 11.0), (90, 24.0), (180, 17.0), (270, 14.0)])
def test_a_disc_goes_until_it_touches_the_edge_of_the_table(bearing, inches):
    assert inches_to_edge(FreeTable(40.0, 30.0), Place(15, 18), bearing, 1.0) == pytest.approx(inches)
