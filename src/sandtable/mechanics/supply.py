"""Lines of supply over the table. They keep off the enemy and cross closed ground only on bridges."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import chain, count
from math import inf

from sandtable.board import shapes
from sandtable.board.course import Course
from sandtable.board.lazy import lazy
from sandtable.board.place import Point
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece, Strip
from sandtable.board.wayround import Barred, barred_by, bends, length_of, reached, way_round

BANK = 0.05  # inches outside closed ground at which a bridge begins
SPOKE = 15  # degrees between the directions in which a line may begin
SPACING = 3  # inches between the points of an edge that a line tries

Bridge = tuple[Point, Point, float]  # its two ends and its length


class SupplyLines:
    """Lines that keep so many inches off some bases, and cross closed ground only along a path."""

    def __init__(
        self, board: FreeTable, enemies: list[Slab], off: float, closed: frozenset[str], paths: frozenset[str]
    ) -> None:
        """`closed`, `paths`: kinds of terrain."""
        self.board, self.enemies, self.off, self.closed = board, enemies, off, closed
        self._from_edge: dict[str, list[Point]] = {}
        self.bridges = [bridge for bridge in bridges(board, closed, paths) if self.is_open(bridge)]

    def is_open(self, bridge: Bridge) -> bool:
        deck = shapes.limb(bridge[0], bridge[1], 0.0)
        return not any(shapes.come_within(deck, enemy, self.off) for enemy in self.enemies)

    def inches(self, start: Point, end: Point) -> float:
        """The length of the shortest line over no bridge; infinite if there is none."""
        way = way_round(self.board, start, end, self.enemies, self.off, self.closed)
        return inf if way is None else length_of(way)

    def inches_by_bridge(self, start: Point, end: Point) -> float:
        """The same over at least one bridge."""
        heads = {head: (other, inches) for a, b, inches in self.bridges for head, other in ((a, b), (b, a))}
        order, gone = count(), dict.fromkeys([*heads, end], inf)
        front = sorted((self.inches(start, head), next(order), head) for head in heads)
        while front:
            inches, _, here = heappop(front)
            if here == end or inches == inf:
                return inches
            if inches < gone[here]:
                gone[here] = inches
                over, deck = heads[here]
                for there, more in ((one, self.inches(over, one)) for one in gone if one not in (here, over)):
                    heappush(front, (inches + deck + more, next(order), there))
        return inf

    def inches_to_edge(self, slab: Slab, edge: str) -> float:
        """The shortest line from a base (from the middle of a disc) to an edge; infinite if there is none."""
        ends = [(shapes.nearest_in(slab, end), end) for end in edge_points(self.board, edge, (slab.x, slab.y))]
        dry, over = (self.inches(*line) for line in ends), (self.inches_by_bridge(*line) for line in ends)
        return next((inches for inches in chain(dry, over) if inches < inf), inf)

    def beginnings(self, here: Point, inches: float) -> Iterator[Point]:
        """Where a line may be so many inches from its start: at the start, or all round it on this side of water."""
        yield here
        for turn in range(0, 360, SPOKE):
            point = shapes.ahead(here, turn, inches)
            on_table = shapes.on_table(point, self.board.width, self.board.depth)
            if on_table and not any(piece.spans(here, point) for piece in self.water):
                yield point

    def lead_to_edge(self, starts: Iterable[Point], edge: str) -> bool:
        """Whether a line of any length, over bridges too, leads from one of these points to an edge."""
        free: list[Point] = []
        line = edge_line(self.board, edge)
        for start in starts:  # most lines are straight, and many of them far from everything
            end = shapes.along(*line, shapes.foot(*line, start))
            if self.is_far(start, end) or self.barred.lets_pass(start, end):
                return True
            if not self.barred.covers(start):
                free.append(start)
        return any(self.barred.lets_pass(start, point) for point in self.from_edge(edge) for start in free)

    def from_edge(self, edge: str) -> list[Point]:
        """Points that lines from an edge lead to. They are looked for once."""
        if edge not in self._from_edge:
            course = Course(edge_line(self.board, edge))
            ends = [course.at(float(inch)) for inch in range(0, int(course.length) + 1, SPACING)]
            turns = bends(self.board, self.barred, self.enemies, self.closed)
            links = {head: other for a, b, _ in self.bridges for head, other in ((a, b), (b, a))}
            self._from_edge[edge] = reached(self.barred, ends, turns, links)
        return self._from_edge[edge]

    def is_far(self, a: Point, b: Point) -> bool:
        """A first, rough test: whether a straight line surely keeps off every enemy, and no ground is closed."""
        if a == b or self.water:
            return False
        off = self.off + shapes.TWO_STEPS
        return not any(shapes.may_pass(a, b, (one.x, one.y), off + shapes.size_of(one)) for one in self.enemies)

    @lazy
    def water(self) -> list[Piece]:
        return [piece for piece in self.board.terrain if piece.kind in self.closed]

    @lazy
    def barred(self) -> Barred:
        return barred_by(self.board, self.enemies, self.off, self.closed)


def nearest_points(a: Slab, b: Slab) -> tuple[Point, Point]:
    """The nearest points of two bases."""
    pairs = [(corner, shapes.nearest_in(b, corner)) for corner in shapes.corners_of(a)]
    pairs += [(shapes.nearest_in(a, corner), corner) for corner in shapes.corners_of(b)]
    p, q = min(pairs, key=lambda pair: (shapes.span_of(*pair), pair))
    span = shapes.span_of(p, q)
    return shapes.along(p, q, min(a.rim, span)), shapes.along(q, p, min(b.rim, span))


def edge_line(board: FreeTable, edge: str) -> tuple[Point, Point]:
    west, south, east, north = 0.0, 0.0, board.width, board.depth
    return {
        "north": ((west, north), (east, north)),
        "east": ((east, south), (east, north)),
        "south": ((west, south), (east, south)),
        "west": ((west, south), (west, north)),
    }[edge]


def edge_points(board: FreeTable, edge: str, near: Point) -> list[Point]:
    """Points of an edge that a line tries, the nearest first."""
    course = Course(edge_line(board, edge))
    points = [course.at(float(inch)) for inch in range(0, int(course.length) + 1, SPACING)]
    return sorted(points, key=lambda point: shapes.span_of(near, point))


@lru_cache(maxsize=64)
def bridges(board: FreeTable, closed: frozenset[str], paths: frozenset[str]) -> tuple[Bridge, ...]:
    """The stretches of paths over closed ground."""
    ways = [piece for piece in board.terrain if piece.kind in paths and isinstance(piece, Strip)]
    water = [piece for piece in board.terrain if piece.kind in closed]
    found = []
    for course in (Course(way.points) for way in ways if len(way.points) > 1):
        wet = [(leg.start + low, leg.start + high) for leg in course.legs for piece in water
               for low, high, _ in piece.spans(leg.a, leg.b)]  # fmt: skip
        for low, high in shapes.joined(wet):
            if low >= BANK and high <= course.length - BANK:
                found.append((course.at(low - BANK), course.at(high + BANK), high - low + 2 * BANK))
    return tuple(found)
