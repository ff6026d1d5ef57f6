"""Sight and distance have no favourite side: 10,000 situations, seen from the other end and on a table moved about."""

import random

import pytest

from sandtable.board.models import Models
from tests.board.tabletop import MOVES, moved, some_base, some_place, some_table

TABLES, LOOKS = 125, 20  # for each of three moves, and for the other end


def some_looks(seed):
    """A table with models on it, and pairs of them."""
    rng = random.Random(seed)
    for _ in range(TABLES):
        table, models = some_table(rng, 10), tuple((some_place(rng), some_base(rng)) for _ in range(12))
        yield table, models, [rng.sample(models, 2) for _ in range(LOOKS)]


def test_sight_and_distance_are_mutual():
    for table, models, looks in some_looks(1):
        standing = Models(models)
        for (a, base_a), (b, base_b) in looks:
            assert table.distance(a, b, base_a, base_b) == table.distance(b, a, base_b, base_a), (a, base_a, b, base_b)
            assert table.sight(a, b, standing).clear == table.sight(b, a, standing).clear, (table, models, a, b)


@pytest.mark.parametrize("move", MOVES)
def test_sight_and_distance_do_not_change_when_the_table_is_moved(move):
    for table, models, looks in some_looks(2):
        there, standing = moved(table, move), Models(models)
        standing_there = Models(tuple((move(at), base) for at, base in models))
        for (a, base_a), (b, base_b) in looks:
            far_a, far_b = move(a), move(b)
            assert table.distance(a, b, base_a, base_b) == there.distance(far_a, far_b, base_a, base_b)
            assert table.sight(a, b, standing).clear == there.sight(far_a, far_b, standing_there).clear, (table, a, b)


def test_some_looks_are_clear_and_some_are_not():
    seen = [t.sight(a, b, Models(m)).clear for t, m, looks in some_looks(1) for (a, _), (b, _) in looks]
    assert min(seen.count(True), seen.count(False)) > 200
