"""What lies inside a polygon: parts of a line, points, bases. The border itself is outside."""

from math import hypot

from sandtable.board.place import Point
from sandtable.board.shapes import BOTH, LEFT, RIGHT, SLACK, Polygon, Slab, Span, clip, joined

Edge = tuple[float, float, float, float, float, float]  # for both ends: x, y, and the side of a line


def spans(corners: Polygon, a: Point, b: Point) -> list[Span]:
    """Where the line from a to b is inside a polygon. Along an edge only one side of it is inside.

    Lines of sight spend most of their time here.
    """
    (ax, ay), (bx, by) = a, b
    dx, dy, least = bx - ax, by - ay, -SLACK
    crossed = []
    px, py = corners[-1]
    before = dx * (py - ay) - dy * (px - ax)
    on_left = before > 0.0
    for x, y in corners:
        now = dx * (y - ay) - dy * (x - ax)
        if now <= SLACK if on_left else now >= least:
            if least <= now <= SLACK:
                return _grazing_spans(corners, a, b)
            crossed.append((px, py, before, x, y, now))
            on_left = not on_left
        px, py, before = x, y, now
    return _between(crossed, a, b, BOTH) if crossed else []


def _grazing_spans(corners: Polygon, a: Point, b: Point) -> list[Span]:
    """The same with corners on the line. For its left side they count as right of it, for its right side as left."""
    (ax, ay), (bx, by) = a, b
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in corners]
    seen = [(x, y, s if abs(s) > SLACK else 0.0) for (x, y), s in zip(corners, sides, strict=True)]
    edges = [(*p, *q) for p, q in zip(seen[-1:] + seen, seen, strict=False)]
    on_left = [edge for edge in edges if (edge[2] > 0.0) != (edge[5] > 0.0)]
    on_right = [edge for edge in edges if (edge[2] < 0.0) != (edge[5] < 0.0)]
    return _between(on_left, a, b, LEFT) + _between(on_right, a, b, RIGHT)


def _between(crossed: list[Edge], a: Point, b: Point, hand: int) -> list[Span]:
    """The parts between each two crossed edges, cut off at the ends of the line."""
    (ax, ay), (bx, by) = a, b
    length = hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    cuts = []
    for px, py, before, x, y, now in crossed:
        share = before / (before - now)
        cuts.append((px + (x - px) * share - ax) * dx + (py + (y - py) * share - ay) * dy)
    cuts.sort()
    if len(cuts) == 2:  # the usual case, done quickly
        low = cuts[0] if cuts[0] > 0.0 else 0.0
        high = cuts[1] if cuts[1] < length else length
        return [(low, high, hand)] if high - low > SLACK else []
    parts = [(max(low, 0.0), min(high, length)) for low, high in zip(cuts[::2], cuts[1::2], strict=True)]
    return [(low, high, hand) for low, high in joined(parts)]


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
    """Whether a slab covers any part of a polygon: its middle is inside, or an edge runs beneath it."""
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    has_size = slab.half_width or slab.half_depth or slab.rim
    return covers(corners, (slab.x, slab.y)) or bool(has_size and any(clip(slab, p, q) for p, q in edges))
