"""Fronts, flanks and fields of fire. Every border belongs to the arc it bounds."""

from enum import StrEnum

from sandtable.board import shapes
from sandtable.board.board import POINT, Base
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab


class Sector(StrEnum):
    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


def in_arc(at: Place, degrees: int, target: Place, target_base: Base = POINT) -> bool:
    """Whether any part of the target lies in the arc of so many degrees ahead, from the centre of a base."""
    return _sees(at.point, at.point, at, degrees, shapes.footprint(target, target_base))


def in_front_arc(at: Place, base: Base, degrees: int, target: Place, target_base: Base = POINT) -> bool:
    """Whether any part of the target lies ahead of the front edge, between lines that open by so many degrees."""
    left, right = front_corners(at, base)
    return _sees(left, right, at, degrees, shapes.footprint(target, target_base))


def sector(at: Place, base: Base, shooter: Place) -> Sector:
    """Where a shooter stands to a base: quarters by its diagonals; a border is the quarter nearer the front."""
    width, depth = (1.0, 1.0) if base.disc or not base.width * base.depth else (base.width, base.depth)
    left, right = front_corners(at, Base(width, depth))
    on_left, on_right = shapes.side(at.point, left, shooter.point), shapes.side(at.point, right, shooter.point)
    if on_left <= 0 <= on_right:
        return Sector.FRONT
    return Sector.REAR if on_right < 0 < on_left else Sector.FLANK


def front_corners(at: Place, base: Base) -> tuple[Point, Point]:
    """Left and right; a disc has the corners of the square around it."""
    depth = base.width if base.disc else base.depth
    left, right, _, _ = shapes.corners_of(shapes.footprint(at, Base(base.width, depth)))
    return left, right


def _sees(left: Point, right: Point, at: Place, degrees: int, target: Slab) -> bool:
    """An arc that misses the middle of a target still holds some of it if one of its borders touches it."""
    middle, size = (target.x, target.y), target.half_width + target.half_depth + target.rim
    held = _holds(left, right, at, degrees, middle)
    if held or not size:
        return held
    far = shapes.span_of(at.point, middle) + size
    ends = shapes.ahead(left, at.facing - degrees / 2, far), shapes.ahead(right, at.facing + degrees / 2, far)
    borders = ((left, ends[0]), (right, ends[1]), (left, right))
    return any(shapes.touch(shapes.limb(*border, 0.0), target) for border in borders)


def _holds(left: Point, right: Point, at: Place, degrees: int, point: Point) -> bool:
    clear = (
        shapes.side(left, shapes.ahead(left, at.facing - degrees / 2, 1.0), point) <= 0,
        shapes.side(right, shapes.ahead(right, at.facing + degrees / 2, 1.0), point) >= 0,
        shapes.side(left, shapes.ahead(left, at.facing + 90, 1.0), point) >= 0,
    )
    return all(clear) if degrees <= 180 else any(clear)
