"""Falling back: which way is straight away from an enemy, where bases that go that way end, and which are clear."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import fsum

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import Box, Slab
from sandtable.board.sweep import first_touch, shortest_line
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import UnitId
from sandtable.mechanics.ending import BaseOf
from sandtable.mechanics.layout import TOUCHING, Layout, Places, collides, touches

TURN = 45  # degrees either way
CHOICE = 5  # degrees between the ways that are offered
STEP = 0.1  # inches that a base goes on at a time until there is room for it


def straight_away(layout: Layout, enemies: Places, own: Places) -> int | None:
    """Away from the nearest of some enemies; None if there is none."""
    pairs = [
        (layout.gap(enemy, one), shapes.span_of(there.point, place.point), enemy, one)
        for enemy, there in enemies.items()
        for one, place in own.items()
    ]
    if not pairs:
        return None
    _, _, enemy, one = min(pairs)
    return away(layout.slabs[enemy], layout.slabs[one], enemies[enemy], own[one])


def away(a: Slab, b: Slab, *places: Place) -> int:
    """On along the shortest line from a to b; where they touch, square to the edge that parts them.

    `places`: where they lie and how they face.
    """
    line = None if touches(a, b) else shortest_line(a, b)
    if line is not None:
        return shapes.bearing(*line)
    if a.rim and b.rim:
        return shapes.bearing((a.x, a.y), (b.x, b.y))
    squares = sorted({(place.facing + turn) % 360 for place in places for turn in (0, 90, 180, 270)})
    return max(squares, key=lambda way: lane(a, b, way))


def lane(a: Slab, b: Slab, way: int) -> float:
    """How far b lies beyond a, looking that way; negative if they overlap."""
    x, y = shapes.heading(way)
    reach = [s.half_width * abs(s.right[0] * x + s.right[1] * y) for s in (a, b)]
    reach += [s.half_depth * abs(s.right[0] * y - s.right[1] * x) for s in (a, b)]
    return (b.x - a.x) * x + (b.y - a.y) * y - fsum([*reach, a.rim, b.rim])


class FallingBack:
    """Bases that fall back together, straight and so many inches. A book says what blocks a way."""

    def __init__(self, places: Places, base_of: BaseOf, inches: float, taken: Iterable[Slab]) -> None:
        """`taken`: where none of them may end."""
        self.places, self.inches, self.taken, self._base_of = places, inches, list(taken), base_of

    def why_not(self, bearing: int) -> Refusal | None:
        """What blocks that way."""
        raise NotImplementedError

    def slab(self, unit: UnitId, place: Place) -> Slab:
        return shapes.footprint(place, self._base_of(unit))

    def spots(self, bearing: int) -> Places:
        """Where they end up; one that would end where it may not goes on in the same direction until clear."""
        x, y = shapes.heading(bearing)
        taken, found = list(self.taken), Places()
        for unit in sorted(self.places, key=lambda i: -(self.places[i].x * x + self.places[i].y * y)):  # foremost first
            found[unit] = self._first_clear(unit, bearing, taken)
            taken.append(self.slab(unit, found[unit]))
        return found

    def _first_clear(self, unit: UnitId, bearing: int, taken: Sequence[Slab]) -> Place:
        inches = self.inches
        while True:
            place = shapes.shifted(self.places[unit], bearing, inches)
            slab = self.slab(unit, place)
            if not any(collides(slab, other) for other in taken):
                return place
            inches += STEP

    def swept(self, spots: Places) -> Box:
        """Whatever they could touch on their way lies here."""
        points = [place.point for place in (*self.places.values(), *spots.values())]
        size = max(shapes.size_of(self.slab(unit, place)) for unit, place in self.places.items())
        return shapes.box_of(points, size + TOUCHING)

    def meets(self, spots: Places, other: Slab) -> bool:
        """Whether one of them would touch another base, on the way or where it ends."""
        for unit, place in self.places.items():
            to = spots[unit]
            if first_touch(self.slab(unit, place), (to.x - place.x, to.y - place.y), other) is not None:
                return True
            if touches(self.slab(unit, to), other):
                return True
        return False

    def clear(self, straight: int) -> list[int]:
        """The straight way, or those beside it if it is blocked."""
        return [straight] if self.why_not(straight) is None else self.ways(straight)

    def ways(self, straight: int) -> list[int]:
        """Clear ways on either hand of the straight one: in steps, or the nearest by the degree if no step is clear."""
        found: list[int] = []
        for hand in (1, -1):
            turns = range(CHOICE, TURN + 1, CHOICE)
            between = [turn for turn in range(1, TURN + 1) if turn % CHOICE]
            found += [*self._clear(straight, hand, turns)] or islice(self._clear(straight, hand, between), 1)
        return found

    def _clear(self, straight: int, hand: int, turns: Iterable[int]) -> Iterator[int]:
        bearings = ((straight + hand * turn) % 360 for turn in turns)
        return (bearing for bearing in bearings if self.why_not(bearing) is None)
