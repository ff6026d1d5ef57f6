"""Arrangements: how the discs of a group stand about one of them, its anchor."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, sqrt
from typing import Final

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.kernel.state import UnitId
from sandtable.mechanics.layout import Places

LINE: Final = "in line"
BLOCK: Final = "close together"
FILE: Final = "in file"
SHAPES = (LINE, BLOCK, FILE)
INTERVAL = 0.5  # inches between discs
FILES = 2  # discs abreast in file
SPREAD = 0.95  # of its reach that a line makes use of

Slots = dict[UnitId, Point]


def slots(radii: Mapping[UnitId, float], anchor: UnitId, shape: str, reach: float) -> Slots:
    """Where each stands from the anchor, which is at 0, 0 in the middle of a rank and faces up the table.

    `radii`: of the discs; `reach`: inches from the anchor that a line should not exceed.
    """
    places = about_anchor(len(radii), 2 * max(radii.values()) + INTERVAL, shape, reach)
    others = [unit for unit in radii if unit != anchor]
    return {anchor: (0.0, 0.0), **dict(zip(others, places, strict=True))}


@lru_cache(maxsize=256)
def about_anchor(number: int, size: float, shape: str, reach: float) -> list[Point]:
    """Where the others stand, from the front rank back."""
    abreast = {LINE: widest(number, size, reach), BLOCK: ceil(sqrt(number)), FILE: FILES}[shape]
    spots = ranks(number, abreast, size)
    ax, ay = best_of(spots, min(abreast, number) // 2 * size, reach)
    return sorted([(x - ax, y - ay) for x, y in spots if (x, y) != (ax, ay)], key=lambda spot: (-spot[1], spot[0]))


def ranks(number: int, abreast: int, size: float) -> list[Point]:
    return [(one % abreast * size, -(one // abreast) * size) for one in range(number)]


def best_of(spots: Sequence[Point], middle: float, reach: float) -> Point:
    """The middle of the front rank; or of another one, if more is within reach from there."""
    return min(spots, key=lambda spot: (max(farthest(spots, spot), SPREAD * reach), -spot[1], abs(spot[0] - middle)))


def farthest(spots: Sequence[Point], anchor: Point) -> float:
    return max(shapes.span_of(spot, anchor) for spot in spots)


def widest(number: int, size: float, reach: float) -> int:
    """How many stand abreast in a line that is no longer than its reach allows: a large group has some depth."""
    for abreast in range(number, 0, -1):
        spots = ranks(number, abreast, size)
        if min(farthest(spots, spot) for spot in spots) <= SPREAD * reach:
            return ceil(number / ceil(number / abreast))
    return ceil(sqrt(number))


def arranged(found: Slots, at: Place) -> Places:
    """The slots on the table, about an anchor that stands and faces so."""
    return dict(one_by_one(found, at))


def one_by_one(found: Slots, at: Place) -> Iterator[tuple[UnitId, Place]]:
    """The same for somebody who may not look at all of them."""
    ax, ay = shapes.heading(at.facing)
    for unit, (across, up) in found.items():
        point = at.x + across * ay + up * ax, at.y - across * ax + up * ay
        yield unit, shapes.place_at(point, at.facing)


def nearest_slots(placed: Places, own: Places, anchor: UnitId) -> Places:
    """The same places shared out anew: whoever is nearest to one goes there, so that few cross each other's way."""
    left = [unit for unit in placed if unit != anchor]
    found = {anchor: placed[anchor]}
    for spot in [place for unit, place in placed.items() if unit != anchor]:
        unit = min(left, key=lambda one: shapes.span_of(own[one].point, spot.point))
        left.remove(unit)
        found[unit] = spot
    return found
