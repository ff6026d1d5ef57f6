"""Lines over the table that keep off the enemy and cross water on bridges only."""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from math import inf

from sandtable.board import shapes
from sandtable.board.course import Course
from sandtable.board.place import Point
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.board.wayround import length_of, way_round
from sandtable.rules.great_battles.battle.scenario import PATHS

CLEAR = 2.0  # inches from an enemy stand: replacements.isolated
BANK = 0.05  # inches beyond the water at which a bridge is stepped on

Bridge = tuple[Point, Point, float]  # its heads, and how long it is


def nearest_points(a: Slab, b: Slab) -> tuple[Point, Point]:
    """A point of each of two bases, as near to each other as may be."""
    pairs = [(corner, shapes.nearest_in(b, corner)) for corner in shapes.corners_of(a)]
    pairs += [(shapes.nearest_in(a, corner), corner) for corner in shapes.corners_of(b)]
    return min(pairs, key=lambda pair: (shapes.span_of(*pair), pair))


class Lines:
    """Lines over a table that keep off some bases and cross water on bridges only."""

    def __init__(self, board: FreeTable, enemies: list[Slab], closed: frozenset[str]) -> None:
        self.board, self.enemies, self.closed = board, enemies, closed
        self.bridges = [bridge for bridge in bridges(board, closed) if self.is_open(bridge)]

    def is_open(self, bridge: Bridge) -> bool:
        deck = shapes.limb(bridge[0], bridge[1], 0.0)
        return not any(shapes.come_within(deck, enemy, CLEAR) for enemy in self.enemies)

    def inches(self, start: Point, end: Point) -> float:
        way = way_round(self.board, start, end, self.enemies, CLEAR, self.closed)
        return inf if way is None else length_of(way)

    def inches_by_bridge(self, start: Point, end: Point) -> float:
        """The shortest line over one bridge or more."""
        heads = {head: (other, inches) for a, b, inches in self.bridges for head, other in ((a, b), (b, a))}
        order, gone = count(), dict.fromkeys([*heads, end], inf)
        front = [(self.inches(start, head), next(order), head) for head in heads]
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


@lru_cache(maxsize=64)
def bridges(board: FreeTable, closed: frozenset[str]) -> tuple[Bridge, ...]:
    """Where roads lead over ground that is closed otherwise."""
    paths = [piece for piece in board.terrain if piece.kind in PATHS and isinstance(piece, Strip)]
    water = [piece for piece in board.terrain if piece.kind in closed]
    found = []
    for course in (Course(path.points) for path in paths if len(path.points) > 1):
        wet = [(leg.start + low, leg.start + high) for leg in course.legs for piece in water
               for low, high, _ in piece.spans(leg.a, leg.b)]  # fmt: skip
        for low, high in shapes.joined(wet):
            if low >= BANK and high <= course.length - BANK:
                found.append((course.at(low - BANK), course.at(high + BANK), high - low + 2 * BANK))
    return tuple(found)
