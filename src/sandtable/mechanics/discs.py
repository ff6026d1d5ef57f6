"""Round bases on a straight way: how far they go before they meet another, and where two would overlap."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf, sqrt
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.mechanics.layout import OVERLAP

TURN = 15  # degrees that a unit that is driven back bends at a time
STEP = 0.25  # inches to the next place that may be free
BEYOND = 12.0  # inches that it goes on at most until there is room
Disc = tuple[float, float, float]  # middle and radius


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
