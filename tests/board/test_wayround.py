"""Ways that keep off stands and out of closed ground."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.board.wayround import length_of, way_round
from tests.board.tabletop import SIZE, mirror, moved, shape_of, some_corners, some_place, turn

STAND = Base(1.0, 1.0)
OPEN = FreeTable(SIZE, SIZE)
LAKE = Area("lake", "water", ((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0)))


def slab(x, y, facing=0):
    return shapes.footprint(Place(x, y, facing), STAND)


def test_the_open_table_is_crossed_straight():
    assert way_round(OPEN, (1, 1), (40, 30), [], 2.0) == [(1, 1), (40, 30)]


def test_who_stays_has_no_way_to_go():
    assert length_of(way_round(OPEN, (1, 1), (1, 1), [], 2.0)) == 0


def test_closed_ground_is_rounded_by_its_corners():
    table = FreeTable(SIZE, SIZE, (LAKE,))
    assert way_round(table, (5, 11), (25, 12), [], 2.0, {"water"}) == [(5, 11), (10, 10), (20, 10), (25, 12)]


def test_ground_that_is_not_closed_is_crossed():
    assert way_round(FreeTable(SIZE, SIZE, (LAKE,)), (5, 11), (25, 11), [], 2.0, {"woods"}) == [(5, 11), (25, 11)]


def test_the_border_of_closed_ground_is_free():
    table = FreeTable(SIZE, SIZE, (LAKE,))
    assert way_round(table, (5, 10), (25, 10), [], 2.0, {"water"}) == [(5, 10), (25, 10)]


def test_the_seam_of_two_closed_pieces_is_not():
    other = Area("marsh", "water", ((10.0, 10.0), (20.0, 10.0), (20.0, 1.0), (10.0, 1.0)))
    way = way_round(FreeTable(SIZE, SIZE, (LAKE, other)), (5, 10), (25, 10), [], 2.0, {"water"})
    assert way == [(5, 10), (10, 1), (20, 1), (25, 10)]


def test_a_stream_from_edge_to_edge_cannot_be_rounded():
    stream = Strip("stream", "water", ((24.0, 0.0), (24.0, 48.0)), 1.0)
    assert way_round(FreeTable(SIZE, SIZE, (stream,)), (5, 10), (40, 10), [], 2.0, {"water"}) is None


def test_a_stream_that_ends_can_be_rounded():
    stream = Strip("stream", "water", ((24.0, 0.0), (24.0, 20.0)), 1.0)
    way = way_round(FreeTable(SIZE, SIZE, (stream,)), (14, 20), (34, 20), [], 2.0, {"water"})
    assert 20 < length_of(way) < 20.2


def test_nobody_in_closed_ground_finds_a_way():
    assert way_round(FreeTable(SIZE, SIZE, (LAKE,)), (15, 15), (25, 10), [], 2.0, {"water"}) is None


@pytest.mark.parametrize(("x", "goes"), [(12.5, False), (12.51, True)])
def test_so_many_inches_off_is_too_near(x, goes):
    assert (way_round(OPEN, (x, 1), (x, 40), [slab(10, 20)], 2.0) == [(x, 1), (x, 40)]) == goes


@pytest.mark.parametrize("points", [((12.5, 20), (40, 20)), ((40, 20), (12.5, 20))])
def test_who_begins_or_ends_too_near_has_no_way(points):
    assert way_round(OPEN, *points, [slab(10, 20)], 2.0) is None


def test_a_ring_of_stands_lets_nobody_out():
    ring = [slab(*shapes.ahead((24.0, 24.0), bearing, 10.0)) for bearing in range(0, 360, 30)]
    assert way_round(OPEN, (24, 24), (40, 40), ring, 3.0) is None


def test_a_stand_at_the_edge_of_the_table_is_passed_on_its_other_side():
    way = way_round(OPEN, (10, 1), (30, 1), [slab(20, 1)], 2.0)
    assert all(y >= 1 for _, y in way) and max(y for _, y in way) > 3


def test_a_way_round_a_stand_is_at_most_a_fiftieth_too_long():
    """Against the shortest way there is: tangents to a disc, and the arc between them."""
    disc = shapes.footprint(Place(24, 24), Base(1.0, disc=True))
    way = way_round(OPEN, (14.0, 24.0), (34.0, 24.0), [disc], 3.5)
    tangent, radius = (10**2 - 4**2) ** 0.5, 4.0
    arc = radius * 2 * (0.5 * 3.141592653589793 - 1.1592794807274085)  # the angle whose cosine is 4 / 10
    assert 2 * tangent + arc < length_of(way) < 1.02 * (2 * tangent + arc)


def some_problem(rng):
    pieces = tuple(Area(f"lake {n}", "water", some_corners(rng)) for n in range(3))
    stands = [some_place(rng, 6, 42) for _ in range(6)]
    return FreeTable(SIZE, SIZE, pieces), some_place(rng).point, some_place(rng).point, stands


def solve(table, start, end, stands):
    return way_round(table, start, end, [shapes.footprint(at, STAND) for at in stands], 2.0, {"water"})


def test_a_way_keeps_off_as_shapely_sees_it():
    rng = random.Random(1)
    found = 0
    for _ in range(300):
        table, start, end, stands = some_problem(rng)
        way = solve(table, start, end, stands)
        if way is None or start == end:
            continue
        found += 1
        line = LineString(way)
        assert (way[0], way[-1]) == (start, end)
        assert all(line.distance(shape_of(at, STAND)) > 2.005 - 1e-6 for at in stands), (table, start, end, stands)
        assert all(line.intersection(Polygon(p.points).buffer(-1e-6)).length < 1e-6 for p in table.terrain)
        assert all(shapes.on_table(point, SIZE, SIZE) for point in way)
    assert found > 100


seeds = st.integers(0, 2**32)


@given(seeds)
def test_the_way_back_is_as_long(seed):
    table, start, end, stands = some_problem(random.Random(seed))
    assert same_length(solve(table, start, end, stands), solve(table, end, start, stands))


@pytest.mark.parametrize("move", [turn, mirror])
@given(seed=seeds)
def test_a_way_does_not_change_when_the_table_is_moved(move, seed):
    table, start, end, stands = some_problem(random.Random(seed))
    there = [move(Place(*point)).point for point in (start, end)]
    way = solve(moved(table, move), *there, [move(at) for at in stands])
    assert same_length(solve(table, start, end, stands), way)


def same_length(one, other):
    return one is other or length_of(one) == pytest.approx(length_of(other), abs=1e-6)


def test_a_way_is_as_long_as_its_legs():
    way = [(0, 0), (3, 4), (3, 10)]
    assert length_of(way) == sum(shapes.span_of(a, b) for a, b in pairwise(way)) == 11
