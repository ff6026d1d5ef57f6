"""Round bases on a straight way: how far they go before they meet another, and where two would overlap."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import hypot, inf, sqrt
from typing import NamedTuple, Self

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.kernel.state import Side, UnitId
from sandtable.mechanics.layout import OVERLAP, Layout

TURN = 15  # degrees that a unit that is driven back bends at a time
STEP = 0.25  # inches to the next place that may be free
BEYOND = 12.0  # inches that it goes on at most until there is room
Disc = tuple[float, float, float]  # middle and radius


class DiscLayout(Layout):
    """The discs on the table, and whose they are."""

    def __init__(self, slabs: dict[UnitId, Slab], side_of: Mapping[UnitId, Side]) -> None:
        super().__init__(slabs)
        self.side_of = side_of
        self._against: dict[Side, list[Disc]] = {}  # as far as somebody has asked

    def moved(self, slabs: Mapping[UnitId, Slab]) -> Self:
        """The same with some discs elsewhere. Whatever a book has added to its layout must not depend on places."""
        after, late = object.__new__(type(self)), lazies(type(self).__mro__)
        vars(after).update({name: value for name, value in vars(self).items() if name not in late})
        after.slabs, after._against = {**self.slabs, **slabs}, {}
        return after

    @lazy
    def discs(self) -> list[tuple[UnitId, float, float, float]]:
        """Middle and rim of each, ready for the lines of sight, which are many."""
        return [(i, slab.x, slab.y, slab.rim) for i, slab in self.slabs.items()]

    def in_way(self, a: Point, b: Point) -> list[UnitId]:
        """Whose discs the line from a to b may cross."""
        (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
        length, west, south, east, north = hypot(dx, dy), *shapes.box_of((a, b), 2 * self._widest)
        near = [one for one in self.discs if west <= one[1] <= east and south <= one[2] <= north]
        beside = [one for one in near if abs(dx * (one[2] - ay) - dy * (one[1] - ax)) <= one[3] * length + shapes.SLACK]
        return [i for i, x, y, rim in beside if shapes.may_pass(a, b, (x, y), rim)]

    @lazy
    def _widest(self) -> float:
        return max((slab.rim for slab in self.slabs.values()), default=0.0)

    @lazy
    def everybody(self) -> "Crowd":
        """All discs, for somebody who tries many places."""
        return Crowd(self._rounds.values())

    @lazy
    def _rounds(self) -> dict[UnitId, Disc]:
        return {i: (slab.x, slab.y, slab.rim) for i, slab in self.slabs.items()}

    def all_but(self, own: Collection[UnitId | None]) -> list[Disc]:
        return [disc for i, disc in self._rounds.items() if i not in own]

    def against(self, side: Side) -> list[Disc]:
        """The other side."""
        if side not in self._against:
            self._against[side] = [disc for i, disc in self._rounds.items() if self.side_of[i] != side]
        return self._against[side]

    def touched(self, point: Point, radius: float) -> list[tuple[UnitId, float]]:
        """Whose discs another disc touches, and how far apart their centres are."""
        u, v = point
        spans = [(i, hypot(x - u, y - v), rim + radius + shapes.HALF_STEP) for i, x, y, rim in self.discs]
        return [(i, span) for i, span, far in spans if span <= far]

    def closest(self, unit: UnitId, others: Iterable[UnitId]) -> UnitId | None:
        """By the gap between rims; of two equally near the first."""
        own, slabs = self.slabs[unit], self.slabs
        spans = {i: hypot((there := slabs[i]).x - own.x, there.y - own.y) - there.rim for i in others}
        near = max(min(spans.values(), default=0.0), own.rim) + shapes.TWO_STEPS  # nobody farther off can have less
        return min((i for i, span in spans.items() if span <= near), key=lambda i: self.gap(unit, i), default=None)

    @lazy
    def _foes(self) -> dict[Side, list[tuple[UnitId, float, float, float]]]:
        """The discs of everybody else, by side."""
        sides = dict.fromkeys(self.side_of.values())
        return {side: [disc for disc in self.discs if self.side_of[disc[0]] != side] for side in sides}

    def rivals_within(self, inches: float) -> dict[UnitId, list[UnitId]]:
        """The enemies of each unit from whose rim theirs are at most so far, of those that have any."""
        sides: dict[Side, list[tuple[UnitId, float, float, float]]] = {}
        for disc in self.discs:
            sides.setdefault(self.side_of[disc[0]], []).append(disc)
        found: dict[UnitId, list[UnitId]] = {}
        for ours, theirs in combinations(sides.values(), 2):
            for i, x, y, rim in ours:
                for j in [j for j, u, v, other in theirs if hypot(u - x, v - y) - rim - other <= inches]:
                    found.setdefault(i, []).append(j)
                    found.setdefault(j, []).append(i)
        return {i: found[i] for i in self.slabs if i in found} if found else found

    def enemies_within(self, unit: UnitId, inches: float) -> frozenset[UnitId]:
        """Enemies whose rim is at most so far from the middle of somebody."""
        known, key = self._within, (unit, inches)
        if key not in known:
            own, foes = self.slabs[unit], self._foes[self.side_of[unit]]
            here_x, here_y = own.x, own.y
            known[key] = frozenset([i for i, x, y, rim in foes if hypot(x - here_x, y - here_y) - rim <= inches])
        return known[key]

    def gaps_to_enemies(
        self, one: UnitId, enemies: Iterable[UnitId], inches: float
    ) -> Iterator[tuple[float, UnitId, UnitId]]:
        """The same as `gaps_within`. Most enemies are too far off, which is seen at once."""
        near = self.enemies_within(one, inches + self.slabs[one].rim + shapes.TWO_STEPS)
        return self.gaps_within(one, [i for i in enemies if i in near], inches)

    @lazy
    def _within(self) -> dict[tuple[UnitId, float], frozenset[UnitId]]:
        """What somebody has asked for."""
        return {}


@lru_cache
def lazies(kinds: tuple[type, ...]) -> frozenset[str]:
    """The names of what is worked out at first use."""
    return frozenset(name for kind in kinds for name, value in vars(kind).items() if isinstance(value, lazy))


def inches_to_enemy(a: Point, b: Point, radius: float, others: Iterable[Disc], gap: float) -> float:
    """How far a disc goes from a towards b until it is so near to an enemy; who goes away from one is not stopped."""
    length = shapes.span_of(a, b)
    if length <= shapes.SLACK:
        return inf
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    least = inf
    for x, y, rim in others:
        px, py, reach = x - a[0], y - a[1], radius + rim + gap
        ahead = px * dx + py * dy
        if ahead <= 0 or ahead - reach > length:
            continue
        off = px * px + py * py - ahead * ahead
        if off < reach * reach:
            least = min(least, max(ahead - sqrt(reach * reach - off), 0.0))
    return least


def collides(point: Point, radius: float, others: Iterable[Disc]) -> bool:
    """Whether a disc there would overlap another by more than rounding can cause."""
    x, y = point
    for ox, oy, rim in others:
        reach = radius + rim + OVERLAP
        if (x - ox) ** 2 + (y - oy) ** 2 < reach * reach:
            return True
    return False


class Crowd:
    """Discs that stay where they are, in order, for somebody who tries many places among them."""

    def __init__(self, discs: Iterable[Disc]) -> None:
        self._discs = sorted(discs)
        self._xs = [x for x, _, _ in self._discs]
        self._widest = max((rim for _, _, rim in self._discs), default=0.0)

    def collides(self, point: Point, radius: float) -> bool:
        """Whether a disc there would overlap one of them."""
        far, x = radius + self._widest, point[0]
        near = self._discs[bisect_left(self._xs, x - far) : bisect_right(self._xs, x + far)]
        return collides(point, radius, near)


def crosses(a: Point, b: Point, others: Iterable[Disc]) -> bool:
    """Whether the line from a to b runs through a disc."""
    return any(shapes.may_pass(a, b, (x, y), rim) and shapes.clip_disc((x, y), rim, a, b) for x, y, rim in others)


def inches_to_edge(board: FreeTable, here: Place, bearing: int, radius: float) -> float:
    """How far a disc goes until it touches the edge of the table."""
    x, y = shapes.heading(bearing)
    room = [(board.width - radius - here.x, x), (here.x - radius, -x), (board.depth - radius - here.y, y),
            (here.y - radius, -y)]  # fmt: skip
    return max(min((off / step for off, step in room if step > shapes.SLACK), default=0.0), 0.0)


# ---- driven back


class Way(NamedTuple):
    """A direction, the inches it may be gone, and the inches to what would stop it: an enemy, closed ground."""

    bearing: int
    gone: float
    stop: float


def turning_home(straight: int, home: int, most: int) -> Iterator[int]:
    """A direction, then others that bend more and more from it towards home, at most so many degrees."""
    off = (home - straight + 180) % 360 - 180
    hand = 1 if off >= 0 else -1
    return ((straight + hand * turn) % 360 for turn in range(0, min(abs(off), most) + 1, TURN))


def most_open(ways: Iterable[Way]) -> Way:
    """The first way that nothing stops; else the one that leads farthest."""
    looked = []
    for way in ways:
        if way.gone <= way.stop:
            return way
        looked.append(way)
    return max(looked, key=lambda way: way.stop)


def first_room(board: FreeTable, here: Place, way: Way, base: Base, others: Sequence[Disc]) -> Place | None:
    """The first free place from the end of its way on; if there is none, on its way; None: off the table."""
    off, gone = inches_to_edge(board, here, way.bearing, 0.0), min(way.gone, way.stop)
    onward = [gone + STEP * number for number in range(int((min(way.stop, gone + BEYOND) - gone) / STEP) + 1)]
    for inches in (*onward, *(gone - STEP * number for number in range(1, int(gone / STEP) + 1))):
        if inches > off:
            return None
        place = board.brought_in(shapes.shifted(here, way.bearing, inches), base)
        if not collides(place.point, base.width / 2, others):
            return place
    return here
