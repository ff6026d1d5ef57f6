"""The ground that bases cover, the gaps between them, and which of them touch."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from math import hypot, inf

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Box, Slab
from sandtable.kernel.state import Side, UnitId

TOUCHING = shapes.TWO_STEPS  # bases this near are in contact, unless a book says otherwise
OVERLAP = -shapes.TWO_STEPS  # bases that overlap less than this only touch
HAIR = TOUCHING / 2  # a unit stops this far before an enemy, so that rounding never makes bases overlap

Places = dict[UnitId, Place]


class Layout:
    """The ground that each base covers, by unit id: a unit changes while it lies there."""

    def __init__(self, slabs: dict[UnitId, Slab]) -> None:
        self.slabs = slabs
        self._gaps: dict[tuple[UnitId, UnitId], tuple[Slab, Slab, float]] = {}  # measured so far, and between what

    @lazy
    def _boxes(self) -> dict[UnitId, Box]:
        return {i: shapes.box_round(slab) for i, slab in self.slabs.items()}

    def follow(self, before: "Layout", changed: Iterable[UnitId]) -> None:
        """Take over from an earlier layout what it knows of units that have not changed: their boxes, and the gaps."""
        self._gaps = before._gaps
        if known := vars(before).get("_boxes"):
            boxes = known | {i: shapes.box_round(self.slabs[i]) for i in changed if i in self.slabs}
            vars(self)["_boxes"] = {i: boxes[i] for i in self.slabs}

    def near(self, box: Box) -> list[UnitId]:
        """Units that may reach into a box: a first, rough test."""
        west, south, east, north = box
        boxes = self._boxes.items()
        return [i for i, (x0, y0, x1, y1) in boxes if x0 <= east and west <= x1 and y0 <= north and south <= y1]

    def gap(self, a: UnitId, b: UnitId) -> float:
        """The distance between two bases, to the nearest hundredth of an inch; 0 if they overlap."""
        known, one, other = self._gaps.get((a, b)), self.slabs[a], self.slabs[b]
        if known is None or known[0] is not one or known[1] is not other:  # all layouts of a battle share the gaps
            known = self._gaps[a, b] = one, other, shapes.to_lattice(max(shapes.apart(one, other), 0.0))
        return known[2]

    def pairs_within(self, inches: float, side_of: Mapping[UnitId, Side]) -> dict[UnitId, list[UnitId]]:
        """The enemies at most so far from each unit that has any."""
        sides, found = dict[Side, list[tuple[float, UnitId, Slab]]](), dict[UnitId, list[UnitId]]()
        for unit, slab in self.slabs.items():
            sides.setdefault(side_of[unit], []).append((slab.x, unit, slab))
        far = inches + 2 * max(map(shapes.size_of, self.slabs.values()), default=0.0)
        for ours, theirs in combinations(sides.values(), 2):
            low, high = min(theirs)[0] - far, max(theirs)[0] + far
            south, north = min(there.y for _, _, there in theirs) - far, max(there.y for _, _, there in theirs) + far
            for x, one, slab in ours:
                if not (low <= x <= high and south <= slab.y <= north):
                    continue
                west, east = x - far, x + far
                for other, there in [(i, place) for at, i, place in theirs if west <= at <= east]:
                    if touches(slab, there, inches):
                        found.setdefault(one, []).append(other)
                        found.setdefault(other, []).append(one)
        return found

    def gaps_within(
        self, one: UnitId, others: Iterable[UnitId], inches: float
    ) -> Iterator[tuple[float, UnitId, UnitId]]:
        """The distance to each of some others that is at most so far from one of them, with both names."""
        slabs, far = self.slabs, inches + shapes.HALF_STEP
        for other in others:
            if apart_within(slabs[one], slabs[other], far) is not None and (gap := self.gap(one, other)) <= inches:
                yield gap, one, other

    def nearest(self, one: UnitId, others: Iterable[UnitId]) -> tuple[float, UnitId] | None:
        """The nearest of some others, and its distance. Of two equally near it is the first by name."""
        return min(((self.gap(one, other), other) for other in others), default=None)

    def gap_between(self, ours: Iterable[UnitId], theirs: Iterable[UnitId]) -> float:
        """The least distance between two groups; infinite if one is empty."""
        theirs = list(theirs)
        return min((self.gap(a, b) for a in ours for b in theirs), default=inf)


def clusters(units: Iterable[UnitId], near: Mapping[UnitId, Iterable[UnitId]]) -> list[list[UnitId]]:
    """Units that are near each other directly or through others. `near`: the others of each."""
    left, found = list(units), []
    while left:
        members, edge = [left[0]], [left[0]]
        while edge:
            more = [i for i in near[edge.pop()] if i in left and i not in members]
            members += more
            edge += more
        left = [i for i in left if i not in members]
        found.append(members)
    return found


def apart_within(a: Slab, b: Slab, limit: float) -> float | None:
    """The distance of two bases, or None if it exceeds the limit. A quick test excludes most."""
    dx, dy = a.x - b.x, a.y - b.y
    far = limit + a.half_width + a.half_depth + a.rim + b.half_width + b.half_depth + b.rim
    if dx * dx + dy * dy > far * far:
        return None
    inches = shapes.apart(a, b, limit)
    return inches if inches <= limit else None


def may_meet(slabs: Iterable[Slab], other: Slab, within: float = TOUCHING) -> list[Slab]:
    """Those of some bases that may be so near to another: a first, rough test."""
    x, y, far = other.x, other.y, within + shapes.size_of(other) + shapes.SLACK
    return [one for one in slabs if hypot(one.x - x, one.y - y) <= far + one.half_width + one.half_depth + one.rim]


def touches(a: Slab, b: Slab, within: float = TOUCHING) -> bool:
    """Whether two bases are in contact: at most `within` inches apart."""
    return apart_within(a, b, within) is not None


def collides(a: Slab, b: Slab) -> bool:
    """Whether two bases overlap by more than rounding can cause."""
    inches = apart_within(a, b, 0.0)
    return inches is not None and inches < OVERLAP


def box_round(places: Places, rim: float = 0.0) -> Box:
    """The box round the middles of bases, larger by so much."""
    xs, ys = [place.x for place in places.values()], [place.y for place in places.values()]
    return min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim


def linked(one: UnitId, met: Callable[[UnitId], set[UnitId]]) -> set[UnitId]:
    """Everybody that is met, directly or through one another."""
    todo, found = [one], set[UnitId]()
    while todo:
        new = met(todo.pop()) - found
        found |= new
        todo += new
    return found
