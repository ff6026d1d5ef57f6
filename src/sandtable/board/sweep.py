"""What a base touches when it moves straight, and what it passes between."""

from functools import lru_cache
from math import atan2, fsum, hypot, inf

from sandtable.board import outline, shapes
from sandtable.board.place import Point
from sandtable.board.shapes import Part, Polygon, Slab


def first_touch(moving: Slab, by: tuple[float, float], still: Slab) -> float | None:
    """How many inches a slab moves straight before it touches another; None if it does not.

    A slab that slides along another, or moves away from one that it touches or overlaps, is not stopped.
    A slab that moves further into another is stopped at once.
    """
    length = shapes.span_of((0.0, 0.0), by)
    reach = shapes.size_of(moving) + shapes.size_of(still)
    if not shapes.may_pass((0.0, 0.0), by, (still.x - moving.x, still.y - moving.y), reach):
        return None
    passage = _round_passage if moving.rim or still.rim else _passage
    enters, leaves = passage(moving, (by[0] / length, by[1] / length), still)
    if not shapes.less(enters, leaves) or shapes.less(length, enters):
        return None
    inward = shapes.less(0.0, enters + leaves)  # the middle of the overlap lies ahead
    return max(enters, 0.0) if inward else None


def while_within(moving: Slab, by: tuple[float, float], still: Slab, inches: float) -> Part | None:
    """The part of its straight way on which a slab is at most so far from another; None if there is none."""
    length = shapes.span_of((0.0, 0.0), by)
    start, end = (moving.x, moving.y), (moving.x + by[0], moving.y + by[1])
    middle = still.x, still.y
    # Both are convex: a slab that is near at both ends of the way is near in between.
    if shapes.span_of(start, middle) <= inches and shapes.span_of(end, middle) <= inches:
        return 0.0, length
    reach = inches + shapes.size_of(moving) + shapes.size_of(still)
    if not shapes.may_pass(start, end, middle, reach):
        return None
    there = moving._replace(x=end[0], y=end[1])
    if shapes.apart(moving, still, inches) <= inches and shapes.apart(there, still, inches) <= inches:
        return 0.0, length
    wide = still._replace(rim=still.rim + inches)
    enters, leaves = _round_passage(moving, (by[0] / length, by[1] / length), wide)
    low, high = max(enters, 0.0), min(leaves, length)
    return (low, high) if shapes.less(low, high) else None


def passes_between(path: tuple[Point, Point], a: Slab, b: Slab) -> bool:
    """Whether a straight path crosses the shortest line between two slabs. A path that starts on it does not."""
    one, other = (a.x, a.y), (b.x, b.y)
    reach = shapes.span_of(one, other) / 2 + shapes.size_of(a) + shapes.size_of(b)
    if not shapes.may_pass(*path, shapes.midway(one, other), reach):
        return False
    start, end = path
    line = shortest_line(a, b)
    if line is None or (from_side := shapes.side(*line, start)) == 0 or from_side == shapes.side(*line, end):
        return False
    return shapes.side(start, end, line[0]) * shapes.side(start, end, line[1]) <= 0


@lru_cache(maxsize=1 << 12)  # many paths are tried between the same stands
def shortest_line(a: Slab, b: Slab) -> tuple[Point, Point] | None:
    """The shortest line from edge to edge; between parallel edges the middle one. None if the slabs touch."""
    reach, x, y = shapes.size_of(a) + shapes.size_of(b), a.x - b.x, a.y - b.y
    if x * x + y * y <= reach * reach and shapes.touch(a, b):
        return None
    lines = _from_corners(a, b) + [(span, (q, p)) for span, (p, q) in _from_corners(b, a)]
    least = min(lines)[0]
    near = sorted([line for span, line in lines if not shapes.less(least, span)], key=_along_edge)
    p, q = near[0]
    if len(near) > 1:
        p, q = shapes.midway(p, near[-1][0]), shapes.midway(q, near[-1][1])
    return (shapes.along(p, q, a.rim), shapes.along(q, p, b.rim)) if a.rim or b.rim else (p, q)


def _from_corners(a: Slab, b: Slab) -> list[tuple[float, tuple[Point, Point]]]:
    """The lines from each corner of one to the nearest point of the other, without rims, and their lengths."""
    bx, by, (rx, ry), w, d, _ = b
    found = []
    for corner in shapes.corners_of(a):
        x, y = corner[0] - bx, corner[1] - by
        u, v = rx * x + ry * y, rx * y - ry * x
        near_u = -w if u < -w else w if u > w else u
        near_v = -d if v < -d else d if v > d else v
        nearest = bx + rx * near_u - ry * near_v, by + ry * near_u + rx * near_v
        found.append((hypot(u - near_u, v - near_v), (corner, nearest)))
    return found


def _along_edge(line: tuple[Point, Point]) -> tuple[float, float]:
    """A key that sorts parallel lines. It is rounded, so that a tiny error does not decide."""
    (x, y), _ = line
    return round(x, 6), round(y, 6)


def _passage(moving: Slab, way: Point, still: Slab) -> Part:
    """When a rectangle on its way begins to overlap another and when it ends: it must overlap on all four axes."""
    (ax, ay, (ac, as_), aw, ad, _), (bx, by, (bc, bs), bw, bd, _) = moving, still
    x, y, (dx, dy) = ax - bx, ay - by, way
    c, s = abs(ac * bc + as_ * bs), abs(ac * bs - as_ * bc)
    lanes = (
        shapes.through_lane(ac * x + as_ * y, ac * dx + as_ * dy, aw + bw * c + bd * s),
        shapes.through_lane(ac * y - as_ * x, ac * dy - as_ * dx, ad + bw * s + bd * c),
        shapes.through_lane(bc * x + bs * y, bc * dx + bs * dy, bw + aw * c + ad * s),
        shapes.through_lane(bc * y - bs * x, bc * dy - bs * dx, bd + aw * s + ad * c),
    )
    return max(enters for enters, _ in lanes), min(leaves for _, leaves in lanes)


def _round_passage(moving: Slab, way: Point, still: Slab) -> Part:
    """The same for slabs with rims: the middle of one passes through the other, grown by the size of the first."""
    far = shapes.span_of((moving.x, moving.y), (still.x, still.y)) + shapes.size_of(moving) + shapes.size_of(still)
    start = moving.x - way[0] * far, moving.y - way[1] * far
    end = moving.x + way[0] * far, moving.y + way[1] * far
    grown, width = _grown(still, moving), 2 * (moving.rim + still.rim)
    limbs = [shapes.limb(p, q, width) for p, q in zip(grown, grown[1:] + grown[:1], strict=True)]
    parts = [part for limb in limbs if (part := shapes.clip(limb, start, end))]
    parts += [(low, high) for low, high, _ in outline.spans(grown, start, end)]
    if not parts:
        return inf, -inf
    return min(low for low, _ in parts) - far, max(high for _, high in parts) - far


def _grown(slab: Slab, by: Slab) -> Polygon:
    """The path of the middle of one rectangle round another while they touch."""
    halves = [side for one in (slab, by) for side in _half_sides(one) if side != (0.0, 0.0)]
    halves = sorted(
        (side if side > (0.0, 0.0) else (-side[0], -side[1]) for side in halves), key=lambda s: atan2(s[1], s[0])
    )
    x, y = slab.x - fsum(dx for dx, _ in halves), slab.y - fsum(dy for _, dy in halves)
    corners = [(x, y)]
    for dx, dy in [*halves, *((-dx, -dy) for dx, dy in halves)]:
        x, y = x + 2 * dx, y + 2 * dy
        corners.append((x, y))
    return tuple(corners[:-1]) or ((x, y),)


def _half_sides(slab: Slab) -> tuple[Point, Point]:
    (rx, ry), w, d = slab.right, slab.half_width, slab.half_depth
    return (rx * w, ry * w), (-ry * d, rx * d)
