"""Straight moves: the first thing touched, and pairs of bases that a move passes between."""

import random
from math import hypot

import pytest
from hypothesis import given

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.sweep import first_touch, passes_between, shortest_line
from tests.board.tabletop import MOVES, bases, places, some_base, some_place

STAND = Base(1.0, 1.0)
TANK = Base(1.0, disc=True)


def slab(x, y, facing=0, base=STAND):
    return shapes.footprint(Place(x, y, facing), base)


# ---- first touch


@pytest.mark.parametrize(
    ("by", "still", "inches"),
    [
        ((10, 0), slab(5, 0), 4),
        ((4, 0), slab(5, 0), 4),
        ((3.99, 0), slab(5, 0), None),
        ((-10, 0), slab(5, 0), None),
        ((10, 0), slab(5, 0.99), 4),
        ((10, 0), slab(5, 1), None),
        ((10, 0), slab(5, 0, 45), pytest.approx(4.5 - 0.5**0.5)),
        ((3, 4), slab(3, 4), pytest.approx(3.75)),
        ((10, 0), slab(5, 0, base=TANK), 4),
        ((10, 0), slab(5, 1, base=TANK), None),
        ((10, 0), slab(5, 0.8, base=TANK), pytest.approx(4.5 - 0.4)),
        ((0, 0), slab(5, 0), None),
    ],
)
def test_how_far_a_stand_gets_before_it_touches(by, still, inches):
    assert first_touch(slab(0, 0), by, still) == inches


@pytest.mark.parametrize("base", [STAND, TANK])
@pytest.mark.parametrize(
    ("by", "inches"), [((5, 0), 0), ((5, 3), 0), ((-5, 0), None), ((0, 5), None), ((0, -5), None), ((-1, 3), None)]
)
def test_who_touches_is_stopped_only_from_going_nearer(base, by, inches):
    assert first_touch(slab(0, 0, base=base), by, slab(1, 0, base=base)) == inches


@pytest.mark.parametrize(("by", "inches"), [((5, 0), 0), ((-5, 0), None)])
def test_who_overlaps_may_only_back_out(by, inches):
    assert first_touch(slab(0, 0), by, slab(0.8, 0)) == inches


def test_a_disc_meets_a_disc():
    assert first_touch(slab(0, 0, base=TANK), (10, 0), slab(5, 0.6, base=TANK)) == pytest.approx(4.2)


def some_moves(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        moving = shapes.footprint(some_place(rng, 18, 30), some_base(rng))
        still = shapes.footprint(some_place(rng, 18, 30), some_base(rng))
        by = still.x - moving.x + rng.uniform(-3, 3), still.y - moving.y + rng.uniform(-3, 3)
        yield moving, by, still


def test_nothing_is_overlapped_before_it_is_touched():
    """In 3,000 moves of bases of all shapes, felt out in small steps."""
    touched = 0
    for moving, by, still in some_moves(1, 3000):
        if shapes.touch(moving, still):
            continue
        inches, length = first_touch(moving, by, still), hypot(*by)
        gaps = [shapes.apart(_gone(moving, by, length * step / 60), still) for step in range(61)]
        if inches is None:
            assert min(gaps) > -1e-6, (moving, by, still)
            continue
        touched += 1
        assert shapes.apart(_gone(moving, by, inches), still) == pytest.approx(0, abs=1e-6), (moving, by, still)
        free = [gap for step, gap in enumerate(gaps) if length * step / 60 < inches]
        assert min(free, default=0) > -1e-6, (moving, by, still)
    assert touched > 500


def _gone(moving, by, inches):
    x, y = shapes.along((0.0, 0.0), by, inches)
    return moving._replace(x=moving.x + x, y=moving.y + y)


@given(places, bases, places, bases, places)
def test_it_does_not_matter_which_of_two_moves(a, base_a, b, base_b, to):
    one, other, by = shapes.footprint(a, base_a), shapes.footprint(b, base_b), (to.x - a.x, to.y - a.y)
    here, there = first_touch(one, by, other), first_touch(other, (-by[0], -by[1]), one)
    assert here == (there if there is None else pytest.approx(there, abs=1e-6))


@pytest.mark.parametrize("move", MOVES)
@given(a=places, base_a=bases, b=places, base_b=bases, to=places)
def test_a_touch_does_not_change_when_the_table_is_moved(move, a, base_a, b, base_b, to):
    def touch(a, b, to):
        return first_touch(shapes.footprint(a, base_a), (to.x - a.x, to.y - a.y), shapes.footprint(b, base_b))

    here, there = touch(a, b, to), touch(move(a), move(b), move(to))
    assert here == (there if there is None else pytest.approx(there, abs=1e-6))


# ---- between two


@pytest.mark.parametrize(
    ("start", "end", "passes"),
    [
        ((1.5, -3), (1.5, 3), True),
        ((1.5, -3), (1.5, 0), True),  # stops on the line
        ((1.5, -3), (1.5, -0.01), False),
        ((1.5, 0), (1.5, 3), False),
        ((1.5, -3), (1.5, 0.01), True),
        ((4.5, -3), (4.5, 3), False),
        ((-1, -3), (-1, 3), False),
        ((0.7, -3), (2.3, 3), True),
        ((-5, 0), (9, 0), False),  # along it
    ],
)
def test_a_path_between_two_stands_crosses_the_shortest_line(start, end, passes):
    assert passes_between((start, end), slab(0, 0), slab(3, 0)) == passes


def test_nobody_passes_between_stands_that_touch():
    assert not passes_between(((0.5, -3), (0.5, 3)), slab(0, 0), slab(1, 0))


@pytest.mark.parametrize(
    ("a", "b", "line"),
    [
        (slab(0, 0), slab(3, 0), ((0.5, 0), (2.5, 0))),
        (slab(0, 0), slab(3, 0.5), ((0.5, 0.25), (2.5, 0.25))),
        (slab(0, 0), slab(3, 4), ((0.5, 0.5), (2.5, 3.5))),
        (slab(0, 0, base=TANK), slab(5, 0, base=TANK), ((0.5, 0), (4.5, 0))),
        (slab(0, 0), slab(0.7, 0), None),
    ],
)
def test_the_shortest_line_runs_from_edge_to_edge(a, b, line):
    assert shortest_line(a, b) == line


@given(places, bases, places, bases)
def test_the_shortest_line_is_as_long_as_the_gap(a, base_a, b, base_b):
    one, other = shapes.footprint(a, base_a), shapes.footprint(b, base_b)
    line = shortest_line(one, other)
    assert line is None or shapes.span_of(*line) == pytest.approx(shapes.apart(one, other), abs=1e-9)


@pytest.mark.parametrize("move", MOVES)
@given(a=places, base_a=bases, b=places, base_b=bases, start=places, end=places)
def test_passing_between_is_the_same_either_way_and_wherever_the_table_is(move, a, base_a, b, base_b, start, end):
    def passes(a, b, start, end):
        slabs = shapes.footprint(a, base_a), shapes.footprint(b, base_b)
        forth, back = (start.point, end.point), (end.point, start.point)
        return {passes_between(path, *pair) for path in (forth, back) for pair in (slabs, slabs[::-1])}

    assert passes(a, b, start, end) == passes(move(a), move(b), move(start), move(end))
