"""Things sorted by place, to find the few on a line without a look at all the others."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import or_
from typing import Final, Generic, TypeVar

from sandtable.board.place import Point
from sandtable.board.shapes import SLACK, Box

T = TypeVar("T")
TOUCH: Final = 2 * SLACK  # a line that only touches a box counts here; callers check exactly
Edges = tuple[list[float], list[int]]  # one edge of every box in order, and the set of boxes up to each edge


class Index(Generic[T]):
    """Things, each with a box. A set of things is the bits of a number, so to intersect sets is one step."""

    def __init__(self, boxed: Sequence[tuple[Box, T]]) -> None:
        self._items = [
            ((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2, item) for (x0, y0, x1, y1), item in boxed
        ]
        lefts, bottoms, rights, tops = ([box[edge] for box, _ in boxed] for edge in range(4))
        self._edges = _from_below(lefts), _from_below(bottoms), _from_above(rights), _from_above(tops)

    def __bool__(self) -> bool:
        return bool(self._items)

    def at(self, point: Point) -> list[T]:
        """Things whose box contains the point or has it on its border."""
        return self.in_way(point, point)

    def near(self, box: Box) -> list[T]:
        """Things whose box touches this one, in their given order."""
        left, found = self._touching(box), []
        while left:
            lowest = left & -left
            left ^= lowest
            found.append(self._items[lowest.bit_length() - 1][4])
        return found

    def _touching(self, box: Box) -> int:
        """The boxes that overlap or touch this one, as a set."""
        west, south, east, north = box
        (lefts, by_left), (bottoms, by_bottom), (rights, by_right), (tops, by_top) = self._edges
        left = by_left[bisect_right(lefts, east)] & by_right[bisect_left(rights, west)]
        return left & by_bottom[bisect_right(bottoms, north)] & by_top[bisect_left(tops, south)]

    def in_way(self, a: Point, b: Point) -> list[T]:
        """Things whose box the line from a to b touches, in their given order."""
        (ax, ay), (bx, by) = a, b
        west, east = (ax, bx) if ax < bx else (bx, ax)
        south, north = (ay, by) if ay < by else (by, ay)
        left = self._touching((west, south, east, north))
        dx, dy, run, rise = bx - ax, by - ay, east - west, north - south
        found = []
        while left:
            lowest = left & -left
            left ^= lowest
            x, y, half_width, half_depth, item = self._items[lowest.bit_length() - 1]
            if abs(dx * (y - ay) - dy * (x - ax)) <= half_width * rise + half_depth * run + TOUCH:
                found.append(item)
        return found


def _from_below(edges: list[float]) -> Edges:
    """The edges in order, with the sets of no box, of the first, of the first two, and so on."""
    order = sorted(range(len(edges)), key=edges.__getitem__)
    return sorted(edges), [*accumulate((1 << i for i in order), or_, initial=0)]


def _from_above(edges: list[float]) -> Edges:
    """The edges in order, with the sets of all boxes, of all but the first, and so on."""
    order = sorted(range(len(edges)), key=edges.__getitem__, reverse=True)
    return sorted(edges), [*accumulate((1 << i for i in order), or_, initial=0)][::-1]
