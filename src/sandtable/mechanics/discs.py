"""Round bases on a straight way: how far they go before they meet another, and where two would overlap."""

from collections.abc import Iterable
from math import inf, sqrt

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.mechanics.layout import OVERLAP

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
