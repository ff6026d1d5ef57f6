"""Ridges with a line along their middle, an option: stands see over it only from the crest."""

from functools import lru_cache
from itertools import pairwise
from typing import TypeGuard

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece, Strip

Leg = tuple[Point, Point]


@lru_cache(maxsize=64)
def ridges(board: FreeTable) -> tuple[Strip, ...]:
    """Map pieces with a course and a height; hills that are areas keep their contour lines."""
    return tuple(piece for piece in board.terrain if is_ridge(piece))


def is_ridge(piece: Piece) -> TypeGuard[Strip]:
    return isinstance(piece, Strip) and piece.level > 0


@lru_cache(maxsize=64)
def levelled(board: FreeTable) -> FreeTable:
    """The same without the heights of ridges."""
    pieces = tuple(replace(piece, level=0) if is_ridge(piece) else piece for piece in board.terrain)
    return FreeTable(board.width, board.depth, pieces)


def legs(ridge: Strip) -> list[Leg]:
    return list(pairwise(ridge.points)) or [(ridge.points[0], ridge.points[0])]


def is_on_line(ridge: Strip, slab: Slab, crest: float) -> bool:
    """sighting.ridge-zones: a base that touches its line or is so near."""
    return any(shapes.come_within(slab, shapes.limb(a, b, 0.0), crest) for a, b in legs(ridge))


def ridge_between(board: FreeTable, ends: tuple[Slab, Slab], line: Leg, crest: float) -> tuple[float, str] | None:
    """sighting.ridge-crest: the distance to a ridge line between two stands that are both off its crest."""
    for ridge in ridges(board):
        met = [inches for leg in legs(ridge) if (inches := crossing(line, leg)) is not None]
        if met and not any(is_on_line(ridge, end, crest) for end in ends):
            return min(met), ridge.name
    return None


def crossing(line: Leg, leg: Leg) -> float | None:
    """How far along a line it meets a leg; None if it does not."""
    (a, b), (p, q) = line, leg
    if shapes.side(a, b, p) * shapes.side(a, b, q) > 0 or shapes.side(p, q, a) * shapes.side(p, q, b) >= 0:
        return None
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    share = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / (dx * ey - dy * ex)
    return shapes.span_of(a, b) * share
