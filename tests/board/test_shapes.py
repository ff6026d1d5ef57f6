"""Plane geometry, against shapely and against itself moved about."""

import random

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from sandtable.board import outline, shapes
from sandtable.board.board import POINT, Base
from sandtable.board.place import Place
from sandtable.board.stretches import stretches
from tests.board.tabletop import (
    MOVES,
    bases,
    places,
    rim_of,
    shape_of,
    some_base,
    some_corners,
    some_inches,
    some_place,
)

PAIRS = 4000


def some_pairs(seed):
    rng = random.Random(seed)
    for _ in range(PAIRS):
        near = some_place(rng, 20, 26)
        yield near, some_base(rng), some_place(rng, 20, 26), some_base(rng)


def gap(a, base_a, b, base_b):
    return shapes.apart(shapes.footprint(a, base_a), shapes.footprint(b, base_b))


@pytest.mark.parametrize("inches", [0.0, 1.0, 3.0])
def test_bases_come_within_a_distance_exactly_when_they_are_no_farther_apart(inches):
    met = set()
    for a, base_a, b, base_b in some_pairs("within"):
        near = shapes.within(gap(a, base_a, b, base_b), inches)
        met.add(near)
        assert shapes.come_within(shapes.footprint(a, base_a), shapes.footprint(b, base_b), inches) == near
    assert met == {True, False}


def overlap(a, base_a, b, base_b):
    return shapes.overlap(shapes.footprint(a, base_a), shapes.footprint(b, base_b))


def test_distance_of_bases_agrees_with_shapely():
    for a, base_a, b, base_b in some_pairs(1):
        expected = shape_of(a, base_a).distance(shape_of(b, base_b)) - rim_of(base_a) - rim_of(base_b)
        assert max(gap(a, base_a, b, base_b), 0.0) == pytest.approx(max(expected, 0.0), abs=1e-9), (
            a,
            base_a,
            b,
            base_b,
        )


@pytest.mark.parametrize(("facing", "low", "high"), [(0, 1, 3), (90, 0, 2), (180, 1, 3), (270, 0, 2)])
def test_how_far_a_base_reaches_agrees_with_shapely(facing, low, high):
    """`low`, `high`: which bounds of a shape lie behind it and ahead of it, looking that way or back."""
    rng, ahead = random.Random(7), shapes.heading(facing)
    for _ in range(200):
        place, base = some_place(rng, 20, 26), some_base(rng)
        bounds = shape_of(place, base).bounds
        reach = shapes.half_across(shapes.footprint(place, base), ahead)
        assert reach == pytest.approx((bounds[high] - bounds[low]) / 2 + rim_of(base), abs=1e-9)


def test_overlap_of_bases_agrees_with_shapely():
    for a, base_a, b, base_b in some_pairs(2):
        one, other, rim = shape_of(a, base_a), shape_of(b, base_b), rim_of(base_a) + rim_of(base_b)
        if not all(base.width and (base.depth or base.disc) for base in (base_a, base_b)):
            continue  # shapely has no inside for a base without area
        expected = one.distance(other) < rim - 1e-6 if rim else one.intersection(other).area > 1e-9
        assert overlap(a, base_a, b, base_b) == expected, (a, base_a, b, base_b)


def test_cover_agrees_with_shapely():
    rng = random.Random(3)
    for _ in range(PAIRS // 10):
        corners = some_corners(rng)
        left, bottom, right, top = shapes.box_of(corners)
        for _ in range(10):
            point = some_inches(rng, left - 1, right + 1), some_inches(rng, bottom - 1, top + 1)
            area = Polygon(corners)
            expected = area.contains(Point(point)) and area.boundary.distance(Point(point)) > 1e-9  # its border rounds
            assert outline.covers(corners, point) == expected, (corners, point)


def test_the_corners_and_edges_of_a_polygon_are_outside_it():
    rng = random.Random(4)
    for _ in range(PAIRS // 10):
        corners = some_corners(rng)
        assert not any(outline.covers(corners, corner) for corner in corners)


def test_crossings_agree_with_shapely():
    rng = random.Random(5)
    for _ in range(PAIRS):
        corners = some_corners(rng, 10, 30)
        a, b = some_place(rng, 10, 30).point, some_place(rng, 10, 30).point
        line, area = LineString([a, b]), Polygon(corners)
        expected = line.intersection(area).length - line.intersection(area.boundary).length
        met = [(span, True) for span in outline.spans(corners, a, b)]
        inside = sum(end - start for start, end, left, right in stretches(met, line.length) if left and right)
        assert inside == pytest.approx(expected, abs=1e-6), (corners, a, b)


def test_a_line_along_an_edge_is_inside_on_one_hand_only():
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    assert outline.spans(square, (0.0, -2.0), (0.0, 8.0)) == [(2.0, 6.0, shapes.RIGHT)]


def test_parts_of_lines_in_bases_agree_with_shapely():
    for a, base, b, _ in some_pairs(6):
        shape = shape_of(a, base).buffer(rim_of(base), quad_segs=500) if base.disc else shape_of(a, base)
        line = LineString([b.point, (b.x + 3.0, b.y + 2.0)])
        part = shapes.clip(shapes.footprint(a, base), b.point, (b.x + 3.0, b.y + 2.0))
        expected = line.intersection(shape).length if shape.area else 0.0
        assert (part[1] - part[0] if part else 0.0) == pytest.approx(expected, abs=0.02 if base.disc else 1e-6), (
            a,
            base,
            b,
        )


def test_a_line_meets_the_round_ends_of_a_limb():
    limb = shapes.limb((0.0, 0.0), (4.0, 0.0), 2.0)
    assert shapes.clip(limb, (-3.0, 0.0), (9.0, 0.0)) == (2.0, 8.0)


def test_a_line_that_grazes_a_limb_misses_it():
    limb = shapes.limb((0.0, 0.0), (4.0, 0.0), 2.0)
    assert shapes.clip(limb, (-3.0, 1.0), (9.0, 1.0)) is None


def test_a_base_over_terrain_agrees_with_shapely():
    rng = random.Random(7)
    for _ in range(PAIRS):
        corners, at, base = some_corners(rng, 16, 32), some_place(rng, 16, 32), some_base(rng)
        area, shape = Polygon(corners), shape_of(at, base)
        if base.disc:
            expected = area.distance(shape) < base.width / 2 - 1e-6 if base.width else area.contains(shape)
        elif shape.area:
            expected = area.intersection(shape).area > 1e-9
        else:
            continue
        assert outline.lies_under(corners, shapes.footprint(at, base)) == expected, (corners, at, base)


@given(places, bases, places, bases)
def test_distance_is_the_same_from_either_side(a, base_a, b, base_b):
    assert shapes.to_lattice(max(gap(a, base_a, b, base_b), 0)) == shapes.to_lattice(max(gap(b, base_b, a, base_a), 0))


@pytest.mark.parametrize("move", MOVES)
@given(a=places, base_a=bases, b=places, base_b=bases)
def test_distance_does_not_change_when_the_table_is_moved(move, a, base_a, b, base_b):
    here, there = gap(a, base_a, b, base_b), gap(move(a), base_a, move(b), base_b)
    assert shapes.to_lattice(max(here, 0.0)) == shapes.to_lattice(max(there, 0.0))


@pytest.mark.parametrize("move", MOVES)
@given(a=places, base_a=bases, b=places, base_b=bases)
def test_overlap_does_not_change_when_the_table_is_moved(move, a, base_a, b, base_b):
    assert overlap(a, base_a, b, base_b) == overlap(move(a), base_a, move(b), base_b)


@given(places, bases, places, bases)
def test_bases_overlap_only_at_no_distance(a, base_a, b, base_b):
    assert not overlap(a, base_a, b, base_b) or gap(a, base_a, b, base_b) <= 0


@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_bases_side_by_side_touch_and_do_not_overlap(facing):
    stand = Base(0.75, 0.75)
    assert not overlap(Place(10.1, 10.1, facing), stand, Place(10.85, 10.1, 0), stand)


def test_bases_a_hundredth_closer_overlap():
    stand = Base(0.75, 0.75)
    assert overlap(Place(10.1, 10.1), stand, Place(10.84, 10.1), stand)


def test_discs_that_touch_do_not_overlap():
    tank = Base(1.5, disc=True)
    assert not overlap(Place(3.3, 7.7), tank, Place(4.8, 7.7), tank)


def test_from_a_disc_to_the_edge_of_a_rectangle():
    assert gap(Place(0, 5), Base(2, disc=True), Place(0, 0), Base(4, 2)) == 3


def test_from_a_disc_to_the_corner_of_a_rectangle():
    assert gap(Place(5, 5), Base(2, disc=True), Place(0, 0), Base(4, 2)) == pytest.approx(4)


def test_from_a_centre_to_a_rim():
    assert gap(Place(0, 0), POINT, Place(3, 4), Base(1, disc=True)) == pytest.approx(4.5)


def test_a_turned_rectangle_is_nearer_by_its_corner():
    assert gap(Place(0, 0, 45), Base(2, 2), Place(5, 0), POINT) == pytest.approx(5 - 2**0.5)


def test_crossed_bars_overlap_though_no_corner_is_inside():
    assert overlap(Place(0, 0), Base(6, 1), Place(0, 0, 90), Base(6, 1))


@pytest.mark.parametrize(("inches", "rounded"), [(0.125, 0.13), (1.005, 1.01), (2.675, 2.68), (0.1 + 0.2, 0.3), (0, 0)])
def test_halves_of_the_lattice_go_up(inches, rounded):
    assert shapes.to_lattice(inches) == rounded


@pytest.mark.parametrize(
    ("facing", "vector"), [(0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (270, (-1, 0)), (-90, (-1, 0))]
)
def test_right_angles_are_exact(facing, vector):
    assert shapes.heading(facing) == vector


@given(st.integers(0, 359), st.integers(1, 500))
def test_a_heading_is_clockwise_from_up_the_table(facing, inches):
    x, y = shapes.ahead((0.0, 0.0), facing, inches)
    turned = shapely.affinity.rotate(Point(0, inches), -facing, origin=(0, 0))
    assert (x, y) == pytest.approx((turned.x, turned.y))


@pytest.mark.parametrize(("a", "b", "turn"), [(0, 0, 0), (350, 10, 20), (10, 350, 20), (0, 180, 180), (90, 271, 179)])
def test_the_turn_between_two_directions_is_the_shorter_way_round(a, b, turn):
    assert shapes.turn_between(a, b) == turn
