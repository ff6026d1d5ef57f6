"""The free table: terrain, ground, sight and levels."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon

from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip, tangled
from tests.board.tabletop import MOVES, SIZE, moved, shape_of, some_base, some_corners, some_place, some_table

TANK = Base(1.0, 2.0)


def block(name, left, bottom, right, top, **what):
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return Area(name, what.pop("kind", name), tuple((float(x), float(y)) for x, y in corners), **what)


def table(*terrain):
    return FreeTable(SIZE, SIZE, terrain)


WOOD = block("wood", 10, 10, 20, 20, opaque=True)
HILL = block("hill", 10, 10, 20, 20, level=1)
WEST, EAST = Place(5, 15), Place(30, 15)


# ---- terrain is checked when it is laid


def wrong(name, points):
    return lambda: table(Area(name, "woods", points))


@pytest.mark.parametrize(
    ("lay", "what"),
    [
        (wrong("Long Wood", ((0.0, 0.0), (1.0, 1.0))), "Long Wood: an area has at least 3 corners, not 2"),
        (wrong("Bow Wood", ((0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0))), "Bow Wood: the outline crosses itself"),
        (wrong("Flat Wood", ((0.0, 0.0), (4.0, 0.0), (2.0, 0.0))), "Flat Wood: the outline crosses itself"),
        (wrong("Far Wood", ((40.0, 0.0), (50.0, 0.0), (40.0, 9.0))), r"Far Wood: \(50.0, 0.0\) is off the table"),
        (lambda: table(Strip("Mill Lane", "road", ((-1.0, 0.0), (4.0, 0.0)), 1.0)), "Mill Lane: .* is off the table"),
        (lambda: Strip("Mill Lane", "road", (), 1.0), "Mill Lane: a strip has at least 1 point"),
        (lambda: Strip("Mill Lane", "road", ((1.0, 1.0),), 0.0), "Mill Lane: a strip is more than 0 inches wide"),
    ],
)
def test_faulty_terrain_is_refused_by_name(lay, what):
    with pytest.raises(ValueError, match=what):
        lay()


def test_faulty_terrain_in_a_file_is_refused_by_name():
    text = b'{"width":9,"depth":9,"terrain":[{"type":"area","name":"Long Wood","kind":"woods","points":[[0,0],[1,1]]}]}'
    with pytest.raises(msgspec.ValidationError, match="Long Wood"):
        msgspec.json.decode(text, type=FreeTable)


def test_a_table_is_the_same_after_a_trip_through_json():
    laid = some_table(random.Random(1), 30)
    laid.level(WEST)  # fills the caches, which must stay behind
    assert msgspec.json.decode(msgspec.json.encode(laid), type=FreeTable) == laid


def test_tangled_outlines_agree_with_shapely():
    rng = random.Random(8)
    for _ in range(4000):
        corners = tuple((float(rng.randint(0, 4)), float(rng.randint(0, 4))) for _ in range(rng.randint(3, 6)))
        if any(a == b for a, b in zip(corners, corners[1:] + corners[:1], strict=True)):
            continue  # shapely passes over a corner given twice
        assert (tangled(corners) is None) == Polygon(corners).is_valid, corners


def test_a_corner_given_twice_is_a_tangle():
    assert tangled(((0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0))) == (1.0, 0.0)


# ---- distance and room


def test_distance_is_from_edge_to_edge_to_the_hundredth():
    assert table().distance(Place(1, 1), Place(4, 5), Base(1, disc=True), Base(1, 1)) == 3.8


def test_bases_that_overlap_are_at_no_distance():
    assert table().distance(Place(1, 1), Place(1.5, 1), TANK, TANK) == 0


@pytest.mark.parametrize(
    ("x", "facing", "stands"), [(0.5, 0, True), (0.49, 0, False), (1, 90, True), (0.99, 90, False)]
)
def test_a_base_must_stand_wholly_on_the_table(x, facing, stands):
    assert table().holds(Place(x, 20, facing), TANK) == stands


@pytest.mark.parametrize("facing", [0, 90, 30, 45, 200])
def test_a_base_that_lies_over_the_edge_is_brought_in_no_farther_than_it_must(facing):
    board, over = table(), Place(0.2, 20, facing)
    place = board.brought_in(over, TANK)
    assert board.holds(place, TANK) and (place.y, place.facing) == (20, facing)
    assert not board.holds(Place(place.x - 0.02, 20, facing), TANK)
    assert board.brought_in(place, TANK) == place


# ---- ground


def test_open_ground_has_no_kind():
    assert table(WOOD).ground(WEST) == frozenset()


def test_ground_is_every_kind_under_any_part_of_a_base():
    stream = Strip("stream", "water", ((0.0, 15.0), (48.0, 15.0)), 1.0)
    assert table(WOOD, stream).ground(Place(9.6, 14.5), TANK) == {"wood", "water"}


@pytest.mark.parametrize(("x", "kinds"), [(9.5, set()), (9.51, {"wood"})])
def test_a_touching_edge_does_not_count(x, kinds):
    assert table(WOOD).ground(Place(x, 15), TANK) == kinds


@pytest.mark.parametrize(("y", "kinds"), [(16.5, set()), (16.49, {"water"})])
def test_a_touching_bank_does_not_count(y, kinds):
    stream = Strip("stream", "water", ((0.0, 15.0), (48.0, 15.0)), 1.0)
    assert table(stream).ground(Place(9, y), TANK) == kinds


def test_a_strip_of_one_point_is_a_disc():
    copse = Strip("copse", "woods", ((20.0, 20.0),), 4.0)
    assert [bool(table(copse).ground(Place(20 + x, 20))) for x in (0, 1.99, 2)] == [True, True, False]


def test_ground_under_a_base_agrees_with_shapely():
    met, rng = 0, random.Random(2)
    for _ in range(1500):
        laid = table(*(Area(str(n), str(n), some_corners(rng)) for n in range(6)))
        at, base = some_place(rng), some_base(rng)
        shape = shape_of(at, base)
        if shape.area:
            under = [p.kind for p in laid.terrain if Polygon(p.points).intersection(shape).area > 1e-9]
            assert laid.ground(at, base) == frozenset(under), (laid, at, base)
            met += bool(under)
    assert met > 50


def test_ground_on_a_strip_agrees_with_shapely():
    rng = random.Random(3)
    for _ in range(3000):
        course = tuple(some_place(rng).point for _ in range(rng.randint(2, 4)))
        at, base = some_place(rng), Base(2.0, 1.0)
        gap = LineString(course).distance(shape_of(at, base))
        if abs(gap - 1.0) > 1e-6:
            assert bool(table(Strip("lane", "road", course, 2.0)).ground(at, base)) == (gap < 1.0), (course, at)


def test_the_highest_piece_sets_the_level():
    laid = table(HILL, block("knoll", 12, 12, 18, 18, level=2), WOOD)
    assert [laid.level(Place(x, 15)) for x in (5, 11, 15)] == [0, 1, 2]


def test_a_gully_lies_below_the_table():
    assert table(block("gully", 10, 10, 20, 20, level=-1)).level(Place(15, 15)) == -1


# ---- what a line runs over


def test_a_line_tells_how_many_inches_of_each_piece_it_crosses():
    parts = table(WOOD, block("hill", 15, 5, 25, 25, level=1)).along(WEST, EAST)
    assert [(p.start, p.end, [piece.name for piece in p.pieces], p.level) for p in parts] == [
        (0, 5, [], 0),
        (5, 10, ["wood"], 0),
        (10, 15, ["wood", "hill"], 1),
        (15, 20, ["hill"], 1),
        (20, 25, [], 0),
    ]


def test_a_line_along_an_edge_is_not_in_the_piece():
    assert [p.pieces for p in table(WOOD).along(Place(5, 10), Place(30, 10))] == [(), (), ()]


@pytest.mark.parametrize("move", MOVES)
@given(seed=st.integers(0, 10**6))
def test_ground_does_not_change_when_the_table_is_moved(move, seed):
    rng = random.Random(seed)
    laid, at, base = some_table(rng, 12), some_place(rng), some_base(rng)
    assert laid.ground(at, base) == moved(laid, move).ground(move(at), base)
