"""The shortest way over a table that avoids some stands and some terrain."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import fsum
from typing import Final

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.index import Index
from sandtable.board.place import Point
from sandtable.board.shapes import Slab
from sandtable.board.stretches import stretches
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece

RING: Final = (11.25, 33.75, 56.25, 78.75)  # the corners of a 16-gon in each quarter of the compass
RING_SIZE: Final = 1.0196  # distance of its corners, so that its sides clear a disc of radius 1
ROOM: Final = 0.0125  # extra distance of a point, so that it still keeps off when it is rounded to the lattice


class Barred(Struct, frozen=True):
    """What a way must avoid."""

    slabs: Index[Slab]
    off: float
    pieces: Index[Piece]

    def lets_pass(self, a: Point, b: Point) -> bool:
        """Whether the straight leg from a to b keeps off the slabs, and has closed ground on one side at most."""
        if any(shapes.runs_within(a, b, slab, self.off) for slab in self.slabs.in_way(a, b)):
            return False
        met = [(span, True) for piece in self.pieces.in_way(a, b) for span in piece.spans(a, b)]
        return not any(left and right for _, _, left, right in stretches(met, shapes.span_of(a, b)))

    def covers(self, point: Point) -> bool:
        return not self.lets_pass(point, point) or any(piece.covers(point) for piece in self.pieces.at(point))


def way_round(
    table: FreeTable, start: Point, end: Point, keep_off: Sequence[Slab], off: float, closed: Collection[str] = ()
) -> list[Point] | None:
    """The way as the points where it bends, from start to end; None if there is none.

    It never comes within `off` inches of a slab and crosses no terrain of a closed kind, but it may run along the
    border. It bends only at corners of that terrain, at eight points round each point of a closed course and at
    sixteen round each slab. So it may be about 2 percent longer than the shortest way.
    """
    barred = barred_by(table, keep_off, off, closed)
    if barred.covers(start) or barred.covers(end):
        return None
    if barred.lets_pass(start, end):
        return [start, end]
    return _shortest(barred, start, end, bends(table, barred, keep_off, closed))


def reached(
    barred: Barred, starts: Iterable[Point], turns: Iterable[Point], links: Mapping[Point, Point]
) -> list[Point]:
    """The starts and turns that a way from a start leads to; `links`: the ends of bridges."""
    found = [point for point in starts if not barred.covers(point)]
    left = dict.fromkeys([*links, *turns])
    for here in found:
        seen = [point for point in left if point == links.get(here) or barred.lets_pass(here, point)]
        for point in seen:
            del left[point]
        found += seen
    return found


def barred_by(table: FreeTable, keep_off: Sequence[Slab], off: float, closed: Collection[str]) -> Barred:
    pieces = [piece for piece in table.terrain if piece.kind in closed]
    boxed = [(shapes.box_of(shapes.corners_of(slab), slab.rim + off + ROOM), slab) for slab in keep_off]
    return Barred(Index(boxed), off, Index([(piece.box, piece) for piece in pieces]))


def bends(table: FreeTable, barred: Barred, keep_off: Sequence[Slab], closed: Collection[str]) -> list[Point]:
    """Where a way may bend."""
    turns = [turn for piece in table.terrain if piece.kind in closed for turn in piece.turns]
    turns += [point for slab in keep_off for point in _ring(slab, barred.off)]
    on_table = (turn for turn in turns if shapes.on_table(turn, table.width, table.depth))
    return [turn for turn in on_table if not barred.covers(turn)]


def length_of(way: Sequence[Point]) -> float:
    return fsum(shapes.span_of(a, b) for a, b in pairwise(way))


def _shortest(barred: Barred, start: Point, end: Point, turns: Iterable[Point]) -> list[Point] | None:
    """A* search: a leg is tested only when its turn comes."""
    came: dict[Point, Point] = {}
    left = dict.fromkeys([*turns, end])
    front = [(shapes.span_of(start, end), 0.0, start, start)]
    while front:
        _, gone, here, before = heappop(front)
        if here in came or not barred.lets_pass(before, here):
            continue
        came[here] = before
        if here == end:
            return _back(came, end)
        left.pop(here, None)
        for turn in left:
            inches = gone + shapes.span_of(here, turn)
            heappush(front, (inches + shapes.span_of(turn, end), inches, turn, here))
    return None


def _back(came: dict[Point, Point], last: Point) -> list[Point]:
    way = [last]
    while came[way[-1]] != way[-1]:
        way.append(came[way[-1]])
    return way[::-1]


def _ring(slab: Slab, off: float) -> list[Point]:
    """Points round a slab, four at each corner. Legs between them just keep off it."""
    (rx, ry), out = slab.right, (slab.rim + off + ROOM) * RING_SIZE
    ring = []
    for i, (x, y) in enumerate(shapes.corners_of(slab)):
        for bearing in RING:
            dx, dy = shapes.heading(bearing + 90 * (i - 1))
            ring.append((x + out * (rx * dx - ry * dy), y + out * (ry * dx + rx * dy)))
    return ring
