"""Roads measured along their bends, and bases that stand on them in file."""

import random
from itertools import pairwise
from math import atan2, degrees, hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.course import Course, in_file
from sandtable.board.place import Place
from tests.board.tabletop import MOVES, mirror, places, some_place, turn

STRAIGHT = Course(((0.0, 17.0), (30.0, 17.0)))
BENT = Course(((0.0, 0.0), (0.0, 10.0), (10.0, 10.0)))
TRUCK = Base(0.5, 1.25)  # half an inch across the road, an inch and a quarter along it

courses = st.lists(places, min_size=2, max_size=5).map(lambda stops: [at.point for at in stops])


def course_of(points):
    assume(all(a != b for a, b in pairwise(points)))
    return Course(tuple(points))


def moved(course, move):
    return Course(tuple(move(Place(x, y)).point for x, y in course.points))


# ---- measuring


@pytest.mark.parametrize("points", [((1.0, 1.0),), ((1.0, 1.0), (1.0, 1.0), (2.0, 1.0))])
def test_a_course_leads_somewhere(points):
    with pytest.raises(ValueError, match=r"a course (has|needs)"):
        Course(points)


def test_a_course_is_as_long_as_its_legs():
    assert BENT.length == 20


@pytest.mark.parametrize(
    ("inches", "point"), [(-3, (0, 0)), (0, (0, 0)), (4, (0, 4)), (10, (0, 10)), (13, (3, 10)), (25, (10, 10))]
)
def test_inches_along_a_course_end_at_its_ends(inches, point):
    assert BENT.at(inches) == point


@pytest.mark.parametrize(("inches", "facing"), [(-1, 0), (9.99, 0), (10, 90), (20, 90), (30, 90)])
def test_at_a_bend_one_faces_the_way_one_travels_on(inches, facing):
    assert BENT.heading(inches) == facing


@pytest.mark.parametrize(("inches", "facing"), [(20, 270), (10.01, 270), (10, 180), (0, 180)])
def test_who_travels_backwards_faces_the_other_way(inches, facing):
    assert BENT.heading(inches, backwards=True) == facing


@pytest.mark.parametrize(
    ("point", "nearest"), [((2, 4), (4, 2)), ((-1, -1), (0, pytest.approx(2**0.5))), ((5, 12), (15, 2))]
)
def test_the_nearest_point_of_a_course(point, nearest):
    assert BENT.nearest(point) == nearest


def test_part_of_a_course_has_its_bends():
    assert BENT.part(4, 13) == [(0, 4), (0, 10), (3, 10)]


def test_part_of_a_course_runs_from_the_first_to_the_second():
    assert BENT.part(13, 4) == [(3, 10), (0, 10), (0, 4)]


def test_a_bend_at_the_end_of_a_part_is_told_once():
    assert BENT.part(4, 10) == [(0, 4), (0, 10)]


@given(courses, places)
def test_the_nearest_point_agrees_with_shapely(points, at):
    course = course_of(points)
    inches, off = course.nearest(at.point)
    assert off == pytest.approx(LineString(points).distance(Point(at.point)), abs=1e-9)
    assert shapes.span_of(course.at(inches), at.point) == pytest.approx(off, abs=1e-9)


@given(courses, st.floats(0, 1), st.floats(0, 1))
def test_a_part_is_as_long_as_its_ends_are_apart(points, one, other):
    course = course_of(points)
    low, high = one * course.length, other * course.length
    part = course.part(low, high)
    assert sum(shapes.span_of(a, b) for a, b in pairwise(part)) == pytest.approx(abs(high - low), abs=1e-6)


@pytest.mark.parametrize("move", MOVES)
@given(points=courses, share=st.floats(0.01, 0.99))
def test_a_course_does_not_change_when_the_table_is_moved(move, points, share):
    course = course_of(points)
    inches = share * course.length
    assume(all(abs(inches - leg.start) > 1e-6 for leg in course.legs))
    (x, y), there = course.at(inches), moved(course, move)
    facing = move(Place(0, 0, course.heading(inches))).facing
    assert there.heading(inches) == facing
    assert there.at(inches) == pytest.approx(_moved_point(move, x, y), abs=1e-6)


def _moved_point(move, x, y):
    """Moves are rounded to the lattice. A point in between moves with its nearest neighbour."""
    near = Place(round(x, 2), round(y, 2))
    far = move(Place(near.x + 1, near.y)), move(Place(near.x, near.y + 1))
    at, dx, dy = move(near), x - near.x, y - near.y
    return (
        at.x + (far[0].x - at.x) * dx + (far[1].x - at.x) * dy,
        at.y + (far[0].y - at.y) * dx + (far[1].y - at.y) * dy,
    )


@given(places, places)
def test_a_bearing_is_to_the_nearest_degree(a, b):
    assume(a.point != b.point)
    exact = degrees(atan2(b.x - a.x, b.y - a.y))
    assert abs((shapes.bearing(a.point, b.point) - exact + 180) % 360 - 180) <= 0.5 + 1e-9


# ---- in file


def test_a_file_stands_nose_to_tail():
    assert in_file(STRAIGHT, 20, [TRUCK] * 3, backwards=False) == [
        Place(20, 17, 90),
        Place(18.75, 17, 90),
        Place(17.5, 17, 90),
    ]


def test_a_file_that_marches_backwards_faces_back():
    assert in_file(STRAIGHT, 20, [TRUCK] * 2, backwards=True) == [Place(20, 17, 270), Place(21.25, 17, 270)]


def test_bases_of_different_length_touch():
    long = Base(0.5, 2.0)
    assert in_file(STRAIGHT, 20, [TRUCK, long], backwards=False) == [Place(20, 17, 90), Place(18.37, 17, 90)]


def test_nobody_stands_on_no_road():
    assert in_file(STRAIGHT, 20, [], backwards=False) == []


@pytest.mark.parametrize(("lead", "fits"), [(3.13, True), (3.1, False), (29.37, True), (29.4, False)])
def test_a_file_needs_road_under_its_whole_length(lead, fits):
    assert (in_file(STRAIGHT, lead, [TRUCK] * 3, backwards=False) is not None) == fits


def test_a_file_goes_round_a_bend():
    file = in_file(BENT, 12, [TRUCK] * 4, backwards=False)
    assert [at.facing for at in file] == [90, 90, 0, 0]


def some_course(rng):
    while True:
        points = tuple(some_place(rng).point for _ in range(rng.randint(3, 4)))
        legs = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
        gentle = all(p[0] * q[0] + p[1] * q[1] >= 0 for p, q in pairwise(legs))
        if gentle and all(hypot(*leg) > 6 for leg in legs):
            return Course(points)


def test_a_file_touches_and_never_overlaps():
    """On roads that bend by a right angle at most. Where a base swings round on a bend it may jump clear a little."""
    rng = random.Random(1)
    gaps = {True: [], False: []}
    for _ in range(1000):
        course, bases = some_course(rng), [Base(0.5, rng.choice((0.75, 1.0, 1.25)))] * 5
        lead = rng.choice(course.legs[:-1]).end + rng.uniform(0, 6)
        file = in_file(course, lead, bases, backwards=False) or []
        slabs = [shapes.footprint(at, base) for at, base in zip(file, bases, strict=False)]
        assert not any(shapes.overlap(a, b) for i, a in enumerate(slabs) for b in slabs[:i]), (course, file)
        for (at, a), (behind, b) in pairwise(zip(file, slabs, strict=True)):
            gaps[at.facing == behind.facing].append(shapes.apart(a, b))
    assert max(gaps[True]) < 0.02
    assert max(gaps[False]) < 0.4
    assert len([gap for gap in gaps[False] if gap < 0.02]) > 0.8 * len(gaps[False]) > 500


@pytest.mark.parametrize("move", [turn, mirror])
def test_a_file_does_not_change_when_the_table_is_moved(move):
    course = Course(((4.0, 4.0), (4.0, 20.0), (30.0, 20.0), (30.0, 40.0)))
    for lead in range(8, 60):
        file = in_file(course, lead, [Base(0.5, 1.0)] * 4, backwards=False)
        there = in_file(moved(course, move), lead, [Base(0.5, 1.0)] * 4, backwards=False)
        assert there == [move(at) for at in file]
