"""What lies beside all lines of sight of a move, against the lines themselves."""

from random import Random

import pytest
from shapely import LineString, box

from sandtable.board.sightline import Fan

LINES = 40


@pytest.mark.parametrize("seed", range(200))
def test_no_line_of_sight_crosses_what_a_fan_misses(seed):
    rng = Random(seed)
    eye, a, b = ((rng.uniform(0, 20), rng.uniform(0, 20)) for _ in range(3))
    x, y, across, up, rim = (*(rng.uniform(0, 20) for _ in range(2)), *(rng.uniform(0, 3) for _ in range(3)))
    if not Fan(eye, (a, b), rim).misses(x, y, across, up):
        return
    thing = box(x - across, y - up, x + across, y + up)
    for step in range(LINES + 1):
        end = tuple(p + (q - p) * step / LINES for p, q in zip(a, b, strict=True))
        assert LineString([eye, end]).distance(thing) > rim


def test_a_fan_misses_what_lies_beside_it_and_not_what_lies_in_it():
    fan = Fan((0.0, 0.0), ((10.0, -1.0), (10.0, 1.0)), 0.5)
    assert fan.misses(5.0, 4.0, 1.0, 1.0) and fan.misses(5.0, -4.0, 1.0, 1.0)
    assert not fan.misses(5.0, 1.5, 1.0, 1.0) and not fan.misses(8.0, 0.0, 0.1, 0.1)
