"""Round bases: which of them would overlap, and how far one goes until it meets another or the edge of the table.

A disc is a `Slab` that is all rim. For discs these are several times as quick as the rules for any base.
"""

from collections.abc import Iterable
from math import inf, sqrt

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.mechanics.layout import OVERLAP


def lies_on(point: Point, radius: float, discs: Iterable[Slab]) -> bool:
    """Whether a disc there would overlap one of some others. It may touch them."""
    x, y = point
    for other_x, other_y, _, _, _, rim in discs:
        reach = radius + rim + OVERLAP
        if (x - other_x) ** 2 + (y - other_y) ** 2 < reach * reach:
            return True
    return False


def inches_to_disc(a: Point, b: Point, radius: float, discs: Iterable[Slab], gap: float = 0.0) -> float:
    """How far a disc goes from a towards b until it is so near to another. A disc that moves away is not stopped."""
    length = shapes.span_of(a, b)
    if length <= shapes.SLACK:
        return inf
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    least = inf
    for x, y, _, _, _, rim in discs:
        px, py, reach = x - a[0], y - a[1], radius + rim + gap
        ahead = px * dx + py * dy
        if ahead <= 0 or ahead - reach > length:
            continue
        off = px * px + py * py - ahead * ahead
        if off < reach * reach:
            least = min(least, max(ahead - sqrt(reach * reach - off), 0.0))
    return least


def inches_to_edge(board: FreeTable, here: Place, bearing: int, radius: float) -> float:
    """How far a disc goes until it touches the edge of the table."""
    x, y = shapes.heading(bearing)
    room = [(board.width - radius - here.x, x), (here.x - radius, -x), (board.depth - radius - here.y, y),
            (here.y - radius, -y)]  # fmt: skip
    return max(min((off / step for off, step in room if step > shapes.SLACK), default=0.0), 0.0)
