"""Discs that meet each other and the edge of the table, without any book."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.kernel.state import Side, UnitId
from sandtable.mechanics import layout
from sandtable.mechanics.discs import DiscLayout, collides, crosses, inches_to_edge, inches_to_enemy

POINTS = st.tuples(st.integers(300, 3700), st.integers(300, 2700)).map(lambda p: (p[0] / 100, p[1] / 100))
RADII = st.sampled_from([1.0, 1.5])


def base(x: float, y: float, radius: float) -> shapes.Slab:
    return shapes.footprint(Place(x, y), Base(2 * radius, disc=True))


def test_a_disc_goes_as_far_as_the_gap_to_the_first_other_in_its_way():
    others = [(10, 20, 1.0), (10, 14, 1.5), (20, 12, 1.0)]
    assert inches_to_enemy((10, 10), (10, 30), 1.0, others, gap=0.0) == pytest.approx(1.5)
    assert inches_to_enemy((10, 10), (10, 30), 1.0, others, gap=0.5) == pytest.approx(1.0)
    assert inches_to_enemy((10, 10), (10, 0), 1.0, others, gap=0.0) == inf
    assert inches_to_enemy((10, 10), (13, 10), 1.0, others, gap=0.0) == inf


@settings(max_examples=100, deadline=None)
@given(a=POINTS, b=POINTS, spot=POINTS, radius=RADII)
def test_up_to_another_disc_nobody_overlaps_it(a, b, spot, radius):
    other = [(*spot, 1.0)]
    if collides(a, radius, other) or shapes.span_of(a, b) < 0.1:
        return
    way = min(inches_to_enemy(a, b, radius, other, gap=0.0), shapes.span_of(a, b))
    assert not any(collides(shapes.along(a, b, way * step / 8), radius, other) for step in range(9))


@settings(max_examples=100, deadline=None)
@given(a=POINTS, b=POINTS, radius=RADII)
def test_discs_overlap_as_any_bases_do(a, b, radius):
    assert collides(a, radius, [(*b, 1.0)]) == layout.collides(base(*a, radius), base(*b, 1.0))


@pytest.mark.parametrize(("bearing", "inches"), [(0, 11.0), (90, 24.0), (180, 17.0), (270, 14.0)])
def test_a_disc_goes_until_it_touches_the_edge_of_the_table(bearing, inches):
    assert inches_to_edge(FreeTable(40.0, 30.0), Place(15, 18), bearing, 1.0) == pytest.approx(inches)


def test_a_line_runs_through_the_discs_between_its_ends():
    assert crosses((10, 10), (10, 30), [(10.5, 20, 1.0)])
    assert not crosses((10, 10), (10, 30), [(11.5, 20, 1.0), (10, 32, 1.0)])


def test_a_layout_knows_friend_and_enemy():
    sides = {UnitId("a"): Side("Red"), UnitId("b"): Side("Blue"), UnitId("c"): Side("Blue")}
    places = {"a": (10, 10), "b": (10, 20), "c": (10, 30)}
    found = DiscLayout({UnitId(i): base(x, y, 1.0) for i, (x, y) in places.items()}, sides)
    assert found.against(Side("Red")) == [(10, 20, 1.0), (10, 30, 1.0)]
    assert found.enemies_within(UnitId("a"), 9.0) == {"b"}
    assert found.touched((10, 21.5), 1.0) == [("b", 1.5)]
    assert found.in_way((10, 10), (10, 30)) == ["a", "b", "c"]
