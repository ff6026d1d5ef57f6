"""Plane geometry in inches: gaps and overlaps. Only here, in outline, stretches and index are floats compared.

Places and corners lie on a lattice of 1/100 inch. So each value compared here is either zero or, between points of
the lattice, at least 1/10,000. SLACK separates the two, and then every answer is exact.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, ceil, cos, degrees, floor, hypot, inf, radians, sin, sqrt
from typing import Final, NamedTuple, TypeVar

from sandtable.board.board import Base
from sandtable.board.place import Place, Point

Polygon = tuple[Point, ...]
Box = tuple[float, float, float, float]  # left, bottom, right, top
Part = tuple[float, float]  # part of a line: from and to, in inches
Span = tuple[float, float, int]  # the same, and the side of the line
T = TypeVar("T")

SLACK: Final = 1e-7
HALF_STEP: Final = 0.005
HALF_UP: Final = 0.5 + 1e-6  # of a step: a half is rounded up in spite of rounding errors
TWO_STEPS: Final = 0.02  # rounding to the lattice may add so much to the distance of two things
LEFT: Final = 1
RIGHT: Final = 2
BOTH: Final = 3


class Slab(NamedTuple):
    """A rectangle in its own frame, or a line with round ends. The line has a rim and no depth."""

    x: float
    y: float
    right: Point  # unit vector along the width
    half_width: float
    half_depth: float
    rim: float


# Slabs are made all the time, and the normal way to make a named tuple takes three times as long.
_new_slab = tuple.__new__


def less(a: float, b: float) -> bool:
    return a < b - SLACK


def within(value: float, limit: float) -> bool:
    """Whether the value is at most the limit, within half a step of the lattice."""
    return value <= limit + HALF_STEP


def to_lattice(inches: float) -> float:
    """The nearest 1/100 inch. Halves are rounded up, on every machine and from every side of the table."""
    return floor(inches * 100 + HALF_UP) / 100


def on_lattice(point: Point) -> bool:
    x, y = point[0] * 100, point[1] * 100
    return abs(x - round(x)) <= 1e-6 and abs(y - round(y)) <= 1e-6


def on_table(point: Point, width: float, depth: float) -> bool:
    return -SLACK <= point[0] <= width + SLACK and -SLACK <= point[1] <= depth + SLACK


def inside(at: float, half: float, size: float) -> float:
    """The point of the lattice nearest to `at` that lies at least `half` inside both ends of a length."""
    low, high = ceil(half * 100 - SLACK) / 100, floor((size - half) * 100 + SLACK) / 100
    return min(max(to_lattice(at), low), high)


@lru_cache(maxsize=2048)
def heading(facing: float) -> Point:
    """The unit vector of a facing, clockwise from north; exact at right angles."""
    quarters, rest = divmod(facing, 90)
    x, y = sin(radians(rest)), cos(radians(rest))
    for _ in range(int(quarters) % 4):
        x, y = y, -x
    return x, y


def ahead(point: Point, facing: float, inches: float) -> Point:
    x, y = heading(facing)
    return point[0] + x * inches, point[1] + y * inches


def place_at(point: Point, facing: int = 0) -> Place:
    """The place on the lattice nearest to a point. Not by `to_lattice`: most places are made here."""
    return Place(floor(point[0] * 100 + HALF_UP) / 100, floor(point[1] * 100 + HALF_UP) / 100, facing)


def shifted(place: Place, bearing: float, inches: float) -> Place:
    """The place so far away in that direction, with the same facing."""
    return place_at(ahead(place.point, bearing, inches), place.facing)


def bearing(a: Point, b: Point) -> int:
    """The facing from a to b, to the nearest degree."""
    return floor(degrees(atan2(b[0] - a[0], b[1] - a[1])) + 0.5) % 360


def turn_between(a: int, b: int) -> int:
    """From one direction to another, 0 to 180 degrees."""
    return abs((a - b + 180) % 360 - 180)


def lies_ahead(at: Place, point: Point, most: float, slack: float = 2 * HALF_STEP) -> bool:
    """Whether a point lies at most so many degrees off the facing of a place.

    `slack`: inches that do not count, by default the rounding to the lattice.
    """
    dx, dy = point[0] - at.x, point[1] - at.y
    off = abs((degrees(atan2(dx, dy)) - at.facing + 180) % 360 - 180)
    return off <= most + degrees(slack / (hypot(dx, dy) or 1.0))


def span_of(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def along(a: Point, b: Point, inches: float) -> Point:
    """The point so far from a towards b."""
    share = inches / (span_of(a, b) or 1.0)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def midway(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def side(a: Point, b: Point, p: Point) -> int:
    """1 if p lies left of the line from a to b, -1 if right of it, 0 if on it."""
    cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (cross > SLACK) - (cross < -SLACK)


def may_pass(a: Point, b: Point, point: Point, reach: float) -> bool:
    """Whether the line from a to b may come so near to a point. False is certain, True is not."""
    dx, dy, x, y = b[0] - a[0], b[1] - a[1], point[0] - a[0], point[1] - a[1]
    length = hypot(dx, dy)
    most = reach * length + SLACK
    return length > SLACK and abs(dx * y - dy * x) <= most and -most <= dx * x + dy * y <= length * length + most


def foot(a: Point, b: Point, p: Point) -> float:
    """How far along the line from a to b its nearest point to p lies."""
    length = span_of(a, b) or 1.0
    return min(max(((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length, 0.0), length)


def box_of(points: Sequence[Point], rim: float = 0.0) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim


def box_round(slab: Slab) -> Box:
    """A box that contains the slab in every direction."""
    x, y, size = slab.x, slab.y, size_of(slab)
    return x - size, y - size, x + size, y + size


def grown(box: Box, inches: float) -> Box:
    west, south, east, north = box
    return west - inches, south - inches, east + inches, north + inches


def near(boxed: Sequence[tuple[Box, T]], box: Box) -> list[T]:
    """Things whose box touches this one."""
    west, south, east, north = box
    return [item for (x0, y0, x1, y1), item in boxed if x0 <= east and west <= x1 and y0 <= north and south <= y1]


def in_way(boxed: Sequence[tuple[Box, T]], a: Point, b: Point) -> list[T]:
    """Things whose box touches the box around the line from a to b."""
    (ax, ay), (bx, by) = a, b
    return near(boxed, (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))


def footprint(at: Place, base: Base) -> Slab:
    """The ground that a base covers."""
    if base.disc:
        return Slab(at.x, at.y, (1.0, 0.0), 0.0, 0.0, base.width / 2)
    x, y = heading(at.facing)
    return _new_slab(Slab, (at.x, at.y, (y, -x), base.width / 2, base.depth / 2, 0.0))


def limb(a: Point, b: Point, width: float) -> Slab:
    """All ground within half of `width` of the line from a to b."""
    length = span_of(a, b)
    right = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)
    return Slab((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, right, length / 2, 0.0, width / 2)


def grown_slab(slab: Slab, width: float, depth: float) -> Slab:
    """A slab that is wider by so much on each side, and deeper at front and rear."""
    x, y, right, half_width, half_depth, rim = slab
    return _new_slab(Slab, (x, y, right, half_width + width, half_depth + depth, rim))


def moved_slab(slab: Slab, by: Point, share: float = 1.0) -> Slab:
    """A slab after a share of a straight move."""
    x, y, right, half_width, half_depth, rim = slab
    return _new_slab(Slab, (x + by[0] * share, y + by[1] * share, right, half_width, half_depth, rim))


def size_of(slab: Slab) -> float:
    """The greatest distance of a point of a slab from its middle."""
    return slab.half_width + slab.half_depth + slab.rim


def half_across(slab: Slab, ahead: Point) -> float:
    """How far a slab reaches from its middle in the direction of a unit vector."""
    (rx, ry), (x, y) = slab.right, ahead
    return slab.half_width * abs(rx * x + ry * y) + slab.half_depth * abs(rx * y - ry * x) + slab.rim


def corners_of(slab: Slab) -> Polygon:
    """The corners clockwise from front left, without the rim."""
    x, y, (rx, ry), w, d, _ = slab
    p, q, r, s = rx * w, ry * w, ry * d, rx * d
    return (x - p - r, y - q + s), (x + p - r, y + q + s), (x + p + r, y + q - s), (x - p + r, y - q - s)


def spread(slab: Slab) -> Point:
    """How far a slab reaches from its middle to east or west, and to north or south."""
    (x, y), w, d, rim = slab.right, slab.half_width, slab.half_depth, slab.rim
    return abs(x) * w + abs(y) * d + rim, abs(y) * w + abs(x) * d + rim


def apart(a: Slab, b: Slab, enough: float = inf) -> float:
    """The distance from edge to edge; negative if they overlap. Beyond `enough` the result may be too small."""
    (ax, ay, (ac, as_), aw, ad, rim), (bx, by, (bc, bs), bw, bd, other_rim) = a, b
    x, y, turn = bx - ax, by - ay, ac * bs - as_ * bc
    if -SLACK < turn < SLACK:  # parallel, as most are
        off, away = abs(ac * x + as_ * y) - aw - bw, abs(ac * y - as_ * x) - ad - bd
        return (hypot(off, away) if off > 0 and away > 0 else max(off, away)) - rim - other_rim
    if enough < inf and (least := _lane_across(a, b) - rim - other_rim) > enough:
        return least
    lane = _lane(a, b)
    if lane <= 0 or lane - rim - other_rim > enough + SLACK:
        return lane - rim - other_rim
    return min(_from_corners(a, b), _from_corners(b, a)) - rim - other_rim


def overlap(a: Slab, b: Slab) -> bool:
    """Slabs that only touch do not overlap."""
    reach = size_of(a) + size_of(b)
    if abs(a.x - b.x) > reach or abs(a.y - b.y) > reach:
        return False
    return _lane(a, b) < a.rim + b.rim - SLACK and apart(a, b) < -SLACK


def touch(a: Slab, b: Slab) -> bool:
    return apart(a, b) <= SLACK


def come_within(a: Slab, b: Slab, inches: float) -> bool:
    """Whether they are at most so far apart, within half a step of the lattice. The middles decide most cases."""
    off = hypot(a.x - b.x, a.y - b.y)
    if off <= inches:
        return True
    return off <= inches + size_of(a) + size_of(b) + HALF_STEP and within(apart(a, b, inches + HALF_STEP), inches)


def runs_within(a: Point, b: Point, slab: Slab, inches: float) -> bool:
    """Whether the straight line from a to b comes at most so near to a slab. For discs this is quick."""
    if slab.half_width or slab.half_depth:
        return come_within(limb(a, b, 0.0), slab, inches)
    nearest = along(a, b, foot(a, b, (slab.x, slab.y)))
    return within(hypot(nearest[0] - slab.x, nearest[1] - slab.y) - slab.rim, inches)


def _lane(a: Slab, b: Slab) -> float:
    """The widest gap between two rectangles along an axis of one of them; negative if they overlap on all axes."""
    (ax, ay, (ac, as_), aw, ad, _), (bx, by, (bc, bs), bw, bd, _) = a, b
    x, y, c, s = bx - ax, by - ay, abs(ac * bc + as_ * bs), abs(ac * bs - as_ * bc)
    return max(
        abs(ac * x + as_ * y) - aw - bw * c - bd * s,
        abs(ac * y - as_ * x) - ad - bw * s - bd * c,
        abs(bc * x + bs * y) - bw - aw * c - ad * s,
        abs(bc * y - bs * x) - bd - aw * s - ad * c,
    )


def _lane_across(a: Slab, b: Slab) -> float:
    """The gap between two rectangles along the line of their middles. It is seldom much less than their distance."""
    (ax, ay, (ac, as_), aw, ad, _), (bx, by, (bc, bs), bw, bd, _) = a, b
    x, y = bx - ax, by - ay
    covered = (
        aw * abs(ac * x + as_ * y) + ad * abs(ac * y - as_ * x) + bw * abs(bc * x + bs * y) + bd * abs(bc * y - bs * x)
    )
    length = hypot(x, y)
    return length - covered / length if length else 0.0


def _from_corners(a: Slab, b: Slab) -> float:
    """The least distance from a corner of a to b, in the frame of b. The two must not overlap."""
    (rx, ry), (ax, ay), w, d = b.right, a.right, b.half_width, b.half_depth
    (u, v), c, s = _framed(b, a.x - b.x, a.y - b.y), rx * ax + ry * ay, rx * ay - ry * ax
    p, q, r, t = c * a.half_width, s * a.half_width, -s * a.half_depth, c * a.half_depth
    least = inf
    for x, y in ((u + p + r, v + q + t), (u + p - r, v + q - t), (u - p + r, v - q + t), (u - p - r, v - q - t)):
        off, away = abs(x) - w, abs(y) - d
        square = (off * off if off > 0 else 0.0) + (away * away if away > 0 else 0.0)
        if square < least:
            least = square
    return sqrt(least)


def nearest_in(slab: Slab, point: Point) -> Point:
    """The point of a slab, without its rim, nearest to a point."""
    (rx, ry), w, d = slab.right, slab.half_width, slab.half_depth
    u, v = _framed(slab, point[0] - slab.x, point[1] - slab.y)
    u, v = min(max(u, -w), w), min(max(v, -d), d)
    return slab.x + rx * u - ry * v, slab.y + ry * u + rx * v


def _framed(slab: Slab, x: float, y: float) -> Point:
    rx, ry = slab.right
    return rx * x + ry * y, rx * y - ry * x


def clip(slab: Slab, a: Point, b: Point) -> Part | None:
    """The part of the line from a to b inside a slab; None if it misses or only touches."""
    (ax, ay), (bx, by), (rx, ry) = a, b, slab.right
    length = hypot(bx - ax, by - ay)
    if length <= SLACK:
        return None
    x, y, dx, dy = ax - slab.x, ay - slab.y, (bx - ax) / length, (by - ay) / length
    u, v, du, dv = rx * x + ry * y, rx * y - ry * x, rx * dx + ry * dy, rx * dy - ry * dx
    w, rim = slab.half_width, slab.rim
    half = slab.half_depth + rim
    if (v >= half and v + dv * length >= half) or (v <= -half and v + dv * length <= -half):
        return None  # most lines pass beside it
    low, high = _through_limb(u, v, du, dv, w, rim) if rim else _through_box(u, v, du, dv, w, half)
    if low < 0.0:
        low = 0.0
    if high > length:
        high = length
    return (low, high) if high - low > SLACK else None


def clip_disc(middle: Point, radius: float, a: Point, b: Point) -> Part | None:
    """The same for a disc."""
    length = span_of(a, b)
    if length <= SLACK:
        return None
    low, high = _through_disc(
        a[0] - middle[0], a[1] - middle[1], (b[0] - a[0]) / length, (b[1] - a[1]) / length, radius
    )
    low, high = max(low, 0.0), min(high, length)
    return (low, high) if high - low > SLACK else None


def _through_box(u: float, v: float, du: float, dv: float, w: float, d: float) -> Part:
    low, high = through_lane(u, du, w)
    near, far = through_lane(v, dv, d)
    low, high = max(low, near), min(high, far)
    return (low, high) if low < high else (inf, -inf)


def _through_limb(u: float, v: float, du: float, dv: float, w: float, rim: float) -> Part:
    """The part inside the long sides or inside a round end."""
    low, high = through_lane(v, dv, rim)
    enters, leaves = u + du * low, u + du * high
    if not -w <= enters <= w:
        low = _through_disc(u - w if enters > w else u + w, v, du, dv, rim)[0]
    if not -w <= leaves <= w:
        high = _through_disc(u - w if leaves > w else u + w, v, du, dv, rim)[1]
    return low, high


def through_lane(at: float, step: float, half: float) -> Part:
    """The inches of a way on which a thing is less than `half` from the middle of a lane; `step`: across, per inch."""
    if -1e-14 <= step <= 1e-14:  # along a side
        return (-inf, inf) if abs(at) < half - SLACK else (inf, -inf)
    one, other = (-half - at) / step, (half - at) / step
    return (one, other) if step > 0.0 else (other, one)


def _through_disc(u: float, v: float, du: float, dv: float, rim: float) -> Part:
    off, middle = abs(u * dv - v * du), -(u * du + v * dv)
    half = sqrt(rim * rim - off * off) if off < rim - SLACK else -inf
    return middle - half, middle + half


def joined(parts: list[Part]) -> list[Part]:
    """Joins parts that meet, and drops parts without length."""
    whole: list[Part] = []
    for low, high in sorted(parts):
        if whole and low <= whole[-1][1] + SLACK:
            low, high = whole[-1][0], max(whole.pop()[1], high)
        if high - low > SLACK:
            whole.append((low, high))
    return whole
