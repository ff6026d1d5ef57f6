"""Things found by where they lie."""

import random

from shapely import LineString, box

from sandtable.board import shapes
from sandtable.board.index import Index
from tests.board.tabletop import some_inches, some_place


def some_boxes(rng):
    for n in range(rng.randint(0, 60)):
        x, y = some_inches(rng), some_inches(rng)
        yield (x, y, x + some_inches(rng, 0, 6), y + some_inches(rng, 0, 6)), n


def test_what_holds_a_point_is_found_in_its_order():
    rng = random.Random(1)
    for _ in range(500):
        boxed, point = list(some_boxes(rng)), some_place(rng, -5, 60).point
        assert Index(boxed).at(point) == shapes.near(boxed, (*point, *point)), (boxed, point)


def test_what_a_line_touches_is_found_in_its_order():
    rng = random.Random(2)
    for _ in range(500):
        boxed, a, b = list(some_boxes(rng)), some_place(rng, -5, 60).point, some_place(rng, -5, 60).point
        line = LineString([a, b])
        assert Index(boxed).in_way(a, b) == [n for edges, n in boxed if line.distance(box(*edges)) < 1e-6], (
            boxed,
            a,
            b,
        )


def test_an_index_of_nothing_is_empty():
    assert not Index([])
