"""Reads ways as people write them on a free table: 3 N, ahead 3, towards e1 3, face E."""

import re

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import Lined, Region
from sandtable.board.place import Place, Point
from sandtable.cli.errors import unknown
from sandtable.cli.places import EIGHT, NUMBER, WIND, Spot, degrees, which_way
from sandtable.kernel.state import Unit
from sandtable.mechanics import landmarks
from sandtable.telling.display import Display
from sandtable.telling.names import short_name

FACING = rf"(?:[\s,]+facing\s+(?P<facing>\d{{1,3}}|{WIND}))?$"
FORMS = [
    re.compile(rf"(?:^|\s){form}{FACING}", re.IGNORECASE)
    for form in (
        rf"(?P<inches>{NUMBER})[\s\"]+(?P<wind>{WIND})",
        rf"(?P<wind>{WIND})\s+(?P<inches>{NUMBER})\"?",
        rf"(?P<hand>ahead|forwards?|back|left|right)(?:\s+(?P<inches>{NUMBER})\"?)?",
        r"towards?\s+(?P<unit>.+?)(?:\s+(?P<inches>\d+(?:\.\d+)?)\"?)?",
        rf"(?:face|facing|turn)\s+(?P<turn>\d{{1,3}}|{WIND})",
    )
]
HANDS = {"ahead": 0, "forward": 0, "forwards": 0, "right": 90, "back": 180, "left": 270}
STRIDE, FARTHEST = 0.1, 40.0  # inches to try if the player gives none
SNAP = 1.0  # inches; a point this near to a road or an edge means the road or the edge


class Way(Struct, frozen=True):
    """A way from a unit's place, and the words before it. If inches is None, it goes as far as possible."""

    before: str
    inches: float | None = None
    wind: int | None = None
    hand: int | None = None
    unit: str = ""
    facing: int | None = None


def read_way(text: str) -> Way | None:
    for form in FORMS:
        if found := form.search(text):
            parts = found.groupdict()
            before = text[: found.start()].strip()
            inches = float(parts["inches"]) if parts.get("inches") else None
            turn = parts.get("facing") or parts.get("turn")
            facing = degrees(turn) if turn else None
            if parts.get("turn"):
                return Way(before, 0.0, 0, facing=facing)
            wind = degrees(parts["wind"]) if parts.get("wind") else None
            hand = HANDS[parts["hand"].lower()] if parts.get("hand") else None
            return Way(before, inches, wind, hand, parts.get("unit") or "", facing)
    return None


def end_of(way: Way, region: Region, start: Place, bearing: float) -> Spot:
    """The end of the way: so many inches, or as far as the rules allow.

    If they allow no distance, it is the shortest, so that they can say why not.
    """
    facing = start.facing if way.facing is None else way.facing
    inches = way.inches
    if inches is None:
        strides = (number * STRIDE for number in range(round(FARTHEST / STRIDE), 0, -1))
        inches = next((s for s in strides if region.contains(Place(*on_way(start, bearing, s), facing))), STRIDE)
    return Spot("", *on_way(start, bearing, inches), way.facing)


def on_way(start: Place, bearing: float, inches: float) -> Point:
    x, y = shapes.ahead(start.point, bearing, inches)
    return round(x, 2), round(y, 2)


def bearing_of(way: Way, start: Place, display: Display) -> float:
    if way.unit:
        return shapes.bearing(start.point, middle_of(display, unit_called(display, way.unit)))
    return start.facing + way.hand if way.hand is not None else way.wind or 0


def middle_of(display: Display, unit: Unit) -> Point:
    """The middle of its visible models."""
    places = [model.place for model in display.standing(unit) if model.place is not None]
    if not places:
        return unit.place.point if unit.place else (0.0, 0.0)
    return landmarks.middle_of([place.point for place in places])


# ---- regions of roads and edges


def snapped(region: Region, spot: Spot) -> Spot:
    """The nearest place on a line, if the region has only lines and the spot is close to one."""
    if not isinstance(region, Lined):
        return spot
    facings = EIGHT if spot.facing is None else (spot.facing,)
    near = [region.nearest(Place(spot.x, spot.y, facing)) for facing in facings]
    place, *others = [place for place in dict.fromkeys(near) if region.contains(place)] or near[:1]
    if shapes.span_of(place.point, (spot.x, spot.y)) > SNAP:
        return spot
    if others:
        raise which_way(f"{place.x:g} {place.y:g}", [place.facing, *(other.facing for other in others)])
    return Spot(spot.before, place.x, place.y, place.facing)


def unit_called(display: Display, words: str) -> Unit:
    """The unit by its letters, by its name, or by a clear part of its name."""
    state, found, asked = display.state, display.tags, " ".join(words.split())
    exact = [unit for unit, tag in found.items() if tag == asked and unit in state.units]
    if not exact:
        low = asked.lower()
        known = [(unit.id, [unit.id.lower(), short_name(unit).lower(), found.get(unit.id, "").lower()])
                 for unit in state.units.values()]  # fmt: skip
        exact = [unit for unit, names in known if low in names]
        exact = exact or [unit for unit, names in known if low and any(name.startswith(low) for name in names)]
    if len(exact) != 1:
        raise unknown("unit", asked, sorted(exact or (unit.id for unit in display.units)))
    return state.units[exact[0]]
