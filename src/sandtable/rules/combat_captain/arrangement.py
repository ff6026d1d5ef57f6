"""Arrangements: how the sub-units of a company stand about their leader."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.kernel.state import Unit, UnitId
from sandtable.rules.combat_captain.field import kind

AS_THEY_STAND: Final = "as they stand"
LINE: Final = "in line"
BLOCK: Final = "close together"
FILE: Final = "in file"
SHAPES = (LINE, BLOCK, FILE)
INTERVAL = 0.5  # inches between discs
FILES = 2  # sub-units abreast in file
SPREAD = 0.95  # of the control radius that a line makes use of


def slots(units: Sequence[Unit], anchor: Unit, shape: str, radius: float) -> dict[UnitId, Point]:
    """Where each stands from the anchor, which is at 0, 0 in the middle of a rank and faces up the table."""
    size, number = 2 * max(kind(unit).radius for unit in units) + INTERVAL, len(units)
    abreast = {LINE: widest(number, size, radius), BLOCK: ceil(sqrt(number)), FILE: FILES}[shape]
    spots = ranks(number, abreast, size)
    ax, ay = best_of(spots, min(abreast, number) // 2 * size, radius)
    places = sorted([(x - ax, y - ay) for x, y in spots if (x, y) != (ax, ay)], key=lambda spot: (-spot[1], spot[0]))
    others = [unit.id for unit in units if unit.id != anchor.id]
    return {anchor.id: (0.0, 0.0), **dict(zip(others, places, strict=True))}


def ranks(number: int, abreast: int, size: float) -> list[Point]:
    return [(one % abreast * size, -(one // abreast) * size) for one in range(number)]


def best_of(spots: Sequence[Point], middle: float, radius: float) -> Point:
    """The middle of the front rank; or of another one, if the anchor controls more from there."""
    return min(spots, key=lambda spot: (max(reach(spots, spot), SPREAD * radius), -spot[1], abs(spot[0] - middle)))


def reach(spots: Sequence[Point], anchor: Point) -> float:
    """To the farthest."""
    return max(shapes.span_of(spot, anchor) for spot in spots)


def widest(number: int, size: float, radius: float) -> int:
    """cc.cohesion.length: a line is no longer than control allows, so a large company has some depth."""
    for abreast in range(number, 0, -1):
        spots = ranks(number, abreast, size)
        if min(reach(spots, spot) for spot in spots) <= SPREAD * radius:
            return ceil(number / ceil(number / abreast))
    return ceil(sqrt(number))


def arranged(found: dict[UnitId, Point], at: Place) -> dict[UnitId, Place]:
    """The slots on the table, about an anchor that stands and faces so."""
    (ax, ay), places = shapes.heading(at.facing), {}
    for unit, (across, up) in found.items():
        point = at.x + across * ay + up * ax, at.y - across * ax + up * ay
        places[unit] = shapes.place_at(point, at.facing)
    return places


def nearest_slots(placed: dict[UnitId, Place], own: dict[UnitId, Place], anchor: UnitId) -> dict[UnitId, Place]:
    """The same places shared out anew: whoever is nearest to one goes there, so that few cross each other's way."""
    spots = [place for unit, place in placed.items() if unit != anchor]
    left = [unit for unit in placed if unit != anchor]
    found = {anchor: placed[anchor]}
    for spot in spots:
        unit = min(left, key=lambda one: shapes.span_of(own[one].point, spot.point))
        left.remove(unit)
        found[unit] = spot
    return found
