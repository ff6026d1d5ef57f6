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
    """Where each stands from the anchor, which is in the middle of the front rank, at 0, 0, and faces up the table."""
    size = 2 * max(kind(unit).radius for unit in units) + INTERVAL
    abreast = {LINE: widest(len(units), size, radius), BLOCK: ceil(sqrt(len(units))), FILE: FILES}[shape]
    spots = [(number % abreast * size, -(number // abreast) * size) for number in range(len(units))]
    middle = spots[min(abreast, len(units)) // 2]
    places = sorted(
        [(x - middle[0], y - middle[1]) for x, y in spots if (x, y) != middle], key=lambda spot: (-spot[1], spot[0])
    )
    others = [unit.id for unit in units if unit.id != anchor.id]
    return {anchor.id: (0.0, 0.0), **dict(zip(others, places, strict=True))}


def widest(number: int, size: float, radius: float) -> int:
    """cc.cohesion.length: a line is no longer than control allows, so a large company has some depth."""
    abreast = max(int(2 * SPREAD * radius / size), 1)
    while abreast > 1 and reach(number, abreast, size) > SPREAD * radius:
        abreast -= 1
    ranks = ceil(number / abreast)
    return ceil(number / ranks)


def reach(number: int, abreast: int, size: float) -> float:
    """From the anchor to the farthest slot."""
    return sqrt((ceil(abreast / 2) * size) ** 2 + ((ceil(number / abreast) - 1) * size) ** 2)


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
