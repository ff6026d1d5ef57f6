"""The distances of many points at once."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from sandtable.board.place import Point
from sandtable.board.shapes import HALF_STEP, SLACK, Slab


def inches_from(slab: Slab, points: Iterable[Point]) -> list[float]:
    """How far each point is from the edge of a slab; 0 or less inside it."""
    (x, y, (rx, ry), w, d, rim), found = slab, list[float]()
    for px, py in points:
        ahead, up = px - x, py - y
        u, v = rx * ahead + ry * up, rx * up - ry * ahead
        u, v = -w if u < -w else min(u, w), -d if v < -d else min(v, d)
        found.append(hypot(px - (x + rx * u - ry * v), py - (y + ry * u + rx * v)) - rim)
    return found


def nearer(ours: Sequence[float], theirs: Sequence[float], far: float) -> Iterator[int]:
    """The numbers of the points within reach of ours to which theirs are not as near."""
    most, pairs = far + HALF_STEP, enumerate(zip(ours, theirs, strict=True))
    return (at for at, (near, off) in pairs if near <= most and near < off - SLACK)
