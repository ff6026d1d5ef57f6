"""Distance and what a line runs over have no favourite side: seen from the other end and on a table moved about."""

import random

import pytest

from tests.board.tabletop import MOVES, moved, some_base, some_place, some_table

TABLES, LOOKS = 125, 20  # for each of three moves, and for the other end


def some_looks(seed):
    """A table, and pairs of places on it with bases."""
    rng = random.Random(seed)
    for _ in range(TABLES):
        ends = [[(some_place(rng), some_base(rng)) for _ in range(2)] for _ in range(LOOKS)]
        yield some_table(rng, 10), ends


def inches_of(table, a, b):
    """How many inches of each piece lie under a line, to the thousandth."""
    found = {}
    for part in table.along(a, b):
        for piece in part.pieces:
            found[piece.name] = found.get(piece.name, 0.0) + part.end - part.start
    return {name: pytest.approx(inches, abs=1e-3) for name, inches in found.items() if inches > 1e-3}


def test_distance_and_lines_are_the_same_from_the_other_end():
    for table, looks in some_looks(1):
        for (a, base_a), (b, base_b) in looks:
            assert table.distance(a, b, base_a, base_b) == table.distance(b, a, base_b, base_a), (a, base_a, b, base_b)
            assert inches_of(table, a, b) == inches_of(table, b, a), (table, a, b)


@pytest.mark.parametrize("move", MOVES)
def test_distance_and_lines_do_not_change_when_the_table_is_moved(move):
    for table, looks in some_looks(2):
        there = moved(table, move)
        for (a, base_a), (b, base_b) in looks:
            far_a, far_b = move(a), move(b)
            assert table.distance(a, b, base_a, base_b) == there.distance(far_a, far_b, base_a, base_b)
            assert inches_of(table, a, b) == inches_of(there, far_a, far_b), (table, a, b)


def test_some_lines_are_over_something_and_some_are_not():
    met = [bool(inches_of(table, a, b)) for table, looks in some_looks(1) for (a, _), (b, _) in looks]
    assert min(met.count(True), met.count(False)) > 100
