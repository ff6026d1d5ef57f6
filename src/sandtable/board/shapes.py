"""Plane geometry in inches: spans, gaps and overlaps. The only module of the board that compares floats.

Places and corners lie on a lattice of 1/100 inch, so what is weighed here is nothing at all or, between points of
the lattice, at least 1/10,000. SLACK tells the two apart, and there every answer is exact.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, floor, hypot, inf, radians, sin, sqrt
from typing import Final, NamedTuple, TypeVar

from sandtable.board.board import Base
from sandtable.board.place import Place, Point

Polygon = tuple[Point, ...]
Box = tuple[float, float, float, float]  # left, bottom, right, top
Part = tuple[float, float]  # of a line: from and to, in inches
Span = tuple[float, float, int]  # the same, and on which hand of the line
T = TypeVar("T")

SLACK: Final = 1e-7
HALF_STEP: Final = 0.005
LEFT: Final = 1
RIGHT: Final = 2
BOTH: Final = 3


class Slab(NamedTuple):
    """A rectangle in its own frame, or a line with round ends: then it has a rim, and no depth."""

    x: float
    y: float
    right: Point  # unit vector along the width
    half_width: float
    half_depth: float
    rim: float


def less(a: float, b: float) -> bool:
    return a < b - SLACK


def within(value: float, limit: float) -> bool:
    """At most the limit, to half a step of the lattice."""
    return value <= limit + HALF_STEP


def to_lattice(inches: float) -> float:
    """The nearest 1/100 inch, halves up on every machine and from every side of the table."""
    return floor(inches * 100 + 0.5 + 1e-6) / 100


def on_lattice(point: Point) -> bool:
    return all(abs(n * 100 - round(n * 100)) <= 1e-6 for n in point)


def on_table(point: Point, width: float, depth: float) -> bool:
    return -SLACK <= point[0] <= width + SLACK and -SLACK <= point[1] <= depth + SLACK


@lru_cache(maxsize=2048)
def heading(degrees: float) -> Point:
    """Unit vector of a facing, clockwise from up the table; exact at right angles."""
    quarters, rest = divmod(degrees, 90)
    x, y = sin(radians(rest)), cos(radians(rest))
    for _ in range(int(quarters) % 4):
        x, y = y, -x
    return x, y


def ahead(point: Point, facing: float, inches: float) -> Point:
    x, y = heading(facing)
    return point[0] + x * inches, point[1] + y * inches


def span_of(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def along(a: Point, b: Point, inches: float) -> Point:
    """The point so far on the way from a to b."""
    share = inches / (span_of(a, b) or 1.0)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def side(a: Point, b: Point, p: Point) -> int:
    """1 if p lies left of the line from a to b, -1 if right of it, 0 if on it."""
    cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (cross > SLACK) - (cross < -SLACK)


def box_of(points: Sequence[Point], rim: float = 0.0) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim


def near(boxed: Sequence[tuple[Box, T]], box: Box) -> list[T]:
    """What has a box that touches this one."""
    west, south, east, north = box
    return [item for (x0, y0, x1, y1), item in boxed if x0 <= east and west <= x1 and y0 <= north and south <= y1]


def in_way(boxed: Sequence[tuple[Box, T]], a: Point, b: Point) -> list[T]:
    """What has a box that touches the box around the line from a to b."""
    (ax, ay), (bx, by) = a, b
    return near(boxed, (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))


def astride(standing: Sequence[tuple[Place, Base]], a: Point, b: Point) -> list[tuple[Place, Base]]:
    """The models that the line from a to b may meet, judged by discs that hold their bases."""
    (ax, ay), dx, dy, length = a, b[0] - a[0], b[1] - a[1], span_of(a, b)
    return [
        (at, base)
        for at, base in standing
        if -(reach := (base.width + base.depth) * length / 2) <= dx * (at.y - ay) - dy * (at.x - ax) <= reach
        and -reach <= dx * (at.x - ax) + dy * (at.y - ay) <= length * length + reach
    ]


def footprint(at: Place, base: Base) -> Slab:
    """The ground a base covers."""
    if base.disc:
        return Slab(at.x, at.y, (1.0, 0.0), 0.0, 0.0, base.width / 2)
    x, y = heading(at.facing)
    return Slab(at.x, at.y, (y, -x), base.width / 2, base.depth / 2, 0.0)


def limb(a: Point, b: Point, width: float) -> Slab:
    """All ground within half of `width` of the line from a to b."""
    length = span_of(a, b)
    right = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)
    return Slab((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, right, length / 2, 0.0, width / 2)


def corners_of(slab: Slab) -> Polygon:
    """Front left first, clockwise; the rim left out."""
    x, y, (rx, ry), w, d, _ = slab
    p, q, r, s = rx * w, ry * w, ry * d, rx * d
    return (x - p - r, y - q + s), (x + p - r, y + q + s), (x + p + r, y + q - s), (x - p + r, y - q - s)


def apart(a: Slab, b: Slab) -> float:
    """Distance from edge to edge; negative where they overlap."""
    rim = a.rim + b.rim
    if not (a.half_width or a.half_depth or b.half_width or b.half_depth):
        return hypot(b.x - a.x, b.y - a.y) - rim
    lane = _lane(a, b)
    return (lane if lane <= 0 else min(_from_corners(a, b), _from_corners(b, a))) - rim


def overlap(a: Slab, b: Slab) -> bool:
    """Touching is not overlapping."""
    return _lane(a, b) < a.rim + b.rim - SLACK and apart(a, b) < -SLACK


def touch(a: Slab, b: Slab) -> bool:
    return apart(a, b) <= SLACK


def _lane(a: Slab, b: Slab) -> float:
    """The widest lane between two rectangles that is square to one of them; negative: there is none."""
    (ax, ay, (ac, as_), aw, ad, _), (bx, by, (bc, bs), bw, bd, _) = a, b
    x, y, c, s = bx - ax, by - ay, abs(ac * bc + as_ * bs), abs(ac * bs - as_ * bc)
    return max(
        abs(ac * x + as_ * y) - aw - bw * c - bd * s,
        abs(ac * y - as_ * x) - ad - bw * s - bd * c,
        abs(bc * x + bs * y) - bw - aw * c - ad * s,
        abs(bc * y - bs * x) - bd - aw * s - ad * c,
    )


def _from_corners(a: Slab, b: Slab) -> float:
    """Least distance from a corner of a to b, which lies apart from it."""
    framed = [_framed(b, x - b.x, y - b.y) for x, y in corners_of(a)]
    return min(hypot(max(abs(u) - b.half_width, 0.0), max(abs(v) - b.half_depth, 0.0)) for u, v in framed)


def _framed(slab: Slab, x: float, y: float) -> Point:
    rx, ry = slab.right
    return rx * x + ry * y, rx * y - ry * x


def clip(slab: Slab, a: Point, b: Point) -> Part | None:
    """The part of the line from a to b inside a slab; None if it misses or only touches."""
    length = span_of(a, b)
    if length <= SLACK:
        return None
    u, v = _framed(slab, a[0] - slab.x, a[1] - slab.y)
    du, dv = _framed(slab, (b[0] - a[0]) / length, (b[1] - a[1]) / length)
    w, d, rim = slab.half_width, slab.half_depth, slab.rim
    across = v, v + dv * length
    if min(across) >= d + rim or max(across) <= -d - rim:  # most lines pass on one side of it
        return None
    met = [_through_box(u, v, du, dv, w, d + rim)]
    if rim:
        met += [_through_disc(u + w, v, du, dv, rim), _through_disc(u - w, v, du, dv, rim)]
    low, high = min(low for low, _ in met), max(high for _, high in met)
    low, high = max(low, 0.0), min(high, length)
    return (low, high) if high - low > SLACK else None


def _through_box(u: float, v: float, du: float, dv: float, w: float, d: float) -> Part:
    low, high = -inf, inf
    for at, step, half in ((u, du, w), (v, dv, d)):
        if abs(step) <= 1e-14:  # along a side
            near, far = (-inf, inf) if abs(at) < half - SLACK else (inf, -inf)
        else:
            near, far = sorted(((-half - at) / step, (half - at) / step))
        low, high = max(low, near), min(high, far)
    return (low, high) if low < high else (inf, -inf)


def _through_disc(u: float, v: float, du: float, dv: float, rim: float) -> Part:
    off, middle = abs(u * dv - v * du), -(u * du + v * dv)
    half = sqrt(rim * rim - off * off) if off < rim - SLACK else -inf
    return middle - half, middle + half


def spans(corners: Polygon, a: Point, b: Point) -> list[Span]:
    """Where the line from a to b is inside a polygon. Along an edge it is inside on one hand only."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in corners]
    if min(sides) > SLACK or max(sides) < -SLACK:
        return []
    if min(map(abs, sides)) > SLACK:
        return [(low, high, BOTH) for low, high in _cut(corners, sides, 0.0, a, b)]
    sides = [s if abs(s) > SLACK else 0.0 for s in sides]
    left = [(low, high, LEFT) for low, high in _cut(corners, sides, 0.0, a, b)]
    return left + [(low, high, RIGHT) for low, high in _cut(corners, sides, -SLACK, a, b)]


def _cut(corners: Polygon, sides: list[float], zero: float, a: Point, b: Point) -> list[Part]:
    """Pair the crossings of a line pushed a hair to one hand: corners on it count as across, or as not."""
    cuts = []
    length = span_of(a, b) or 1.0
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for i in [i for i, now in enumerate(sides) if (now > zero) != (sides[i - 1] > zero)]:
        (px, py), (x, y), share = corners[i - 1], corners[i], sides[i - 1] / (sides[i - 1] - sides[i])
        cuts.append((px + (x - px) * share - a[0]) * dx + (py + (y - py) * share - a[1]) * dy)
    cuts.sort()
    return joined([(max(low, 0.0), min(high, length)) for low, high in zip(cuts[::2], cuts[1::2], strict=True)])


def covers(corners: Polygon, p: Point) -> bool:
    """Whether a point lies inside a polygon; its border is outside."""
    x, y = p
    inside = False
    x1, y1 = corners[-1]
    for x2, y2 in corners:
        cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if abs(cross) <= SLACK and (x1 - x) * (x2 - x) + (y1 - y) * (y2 - y) <= SLACK:
            return False
        if (y1 > y) != (y2 > y) and (cross > 0) == (y2 > y1):
            inside = not inside
        x1, y1 = x2, y2
    return inside


def lies_under(corners: Polygon, slab: Slab) -> bool:
    """Whether a slab covers any of a polygon: its middle is inside, or an edge runs beneath it."""
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    has_size = slab.half_width or slab.half_depth or slab.rim
    return covers(corners, (slab.x, slab.y)) or bool(has_size and any(clip(slab, p, q) for p, q in edges))


def joined(parts: list[Part]) -> list[Part]:
    """Parts that meet become one; those of no length are dropped."""
    whole: list[Part] = []
    for low, high in sorted(parts):
        if whole and low <= whole[-1][1] + SLACK:
            low, high = whole[-1][0], max(whole.pop()[1], high)
        if high - low > SLACK:
            whole.append((low, high))
    return whole


def reaches_ends(part: Part, a: Point, b: Point) -> tuple[bool, bool]:
    """Whether part of a line begins where the line does, and ends where it does."""
    return part[0] <= SLACK, part[1] >= span_of(a, b) - SLACK


def stretches(met: list[tuple[Span, T]], length: float) -> list[tuple[float, float, list[T], list[T]]]:
    """A line cut wherever something begins or ends: from, to, what lies on its left hand, what on its right."""
    cuts = sorted([0.0, length, *(n for (low, high, _), _ in met for n in (low, high))])
    parts = []
    for low, high in pairwise(cuts):
        if high - low > SLACK:
            here = [(hand, item) for (start, end, hand), item in met if start < (low + high) / 2 < end]
            parts.append((low, high, [i for hand, i in here if hand & LEFT], [i for hand, i in here if hand & RIGHT]))
    return parts
