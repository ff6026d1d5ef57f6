"""Falling back: the direction straight away from an enemy, where bases end that go there, and which ways are clear."""

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

TURN = 45  # degrees to either side
CHOICE = 5  # degrees between the ways on offer
STEP = 0.1  # inches that a base moves on at a time until it has room


def straight_away(layout: Layout, enemies: Places, own: Places) -> int | None:
    """The direction away from the nearest of some enemies; None if there is none."""
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
    """The direction of the shortest line from a to b; if they touch, at right angles to the edge between them.

    `places`: their places and facings.
    """
    line = None if touches(a, b) else shortest_line(a, b)
    if line is not None:
        return shapes.bearing(*line)
    if a.rim and b.rim:
        return shapes.bearing((a.x, a.y), (b.x, b.y))
    squares = sorted({(place.facing + turn) % 360 for place in places for turn in (0, 90, 180, 270)})
    return max(squares, key=lambda way: lane(a, b, way))


def lane(a: Slab, b: Slab, way: int) -> float:
    """How far b lies beyond a in that direction; negative if they overlap."""
    x, y = shapes.heading(way)
    reach = [s.half_width * abs(s.right[0] * x + s.right[1] * y) for s in (a, b)]
    reach += [s.half_depth * abs(s.right[0] * y - s.right[1] * x) for s in (a, b)]
    return (b.x - a.x) * x + (b.y - a.y) * y - fsum([*reach, a.rim, b.rim])


class FallingBack:
    """Bases that fall back together in a straight line, so many inches. A book says what blocks a way."""

    def __init__(self, places: Places, base_of: BaseOf, inches: float, taken: Iterable[Slab]) -> None:
        """`taken`: ground on which none of them may end."""
        self.places, self.inches, self.taken, self._base_of = places, inches, list(taken), base_of

    def why_not(self, bearing: int) -> Refusal | None:
        """What blocks that way."""
        raise NotImplementedError

    def slab(self, unit: UnitId, place: Place) -> Slab:
        return shapes.footprint(place, self._base_of(unit))

    def spots(self, bearing: int) -> Places:
        """The places where they end. A base that may not end there moves on in the same direction."""
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
        """A box round everything that they could touch on their way."""
        points = [place.point for place in (*self.places.values(), *spots.values())]
        size = max(shapes.size_of(self.slab(unit, place)) for unit, place in self.places.items())
        return shapes.box_of(points, size + TOUCHING)

    def meets(self, spots: Places, other: Slab) -> bool:
        """Whether one of them would touch another base, on the way or at its end."""
        for unit, place in self.places.items():
            to = spots[unit]
            if first_touch(self.slab(unit, place), (to.x - place.x, to.y - place.y), other) is not None:
                return True
            if touches(self.slab(unit, to), other):
                return True
        return False

    def clear(self, straight: int) -> list[int]:
        """The straight way; if it is blocked, those beside it."""
        return [straight] if self.why_not(straight) is None else self.ways(straight)

    def ways(self, straight: int) -> list[int]:
        """Clear ways on either side of the straight one, in steps; if no step is clear, the nearest to the degree."""
        found: list[int] = []
        for hand in (1, -1):
            turns = range(CHOICE, TURN + 1, CHOICE)
            between = [turn for turn in range(1, TURN + 1) if turn % CHOICE]
            found += [*self._clear(straight, hand, turns)] or islice(self._clear(straight, hand, between), 1)
        return found

    def _clear(self, straight: int, hand: int, turns: Iterable[int]) -> Iterator[int]:
        bearings = ((straight + hand * turn) % 360 for turn in turns)
        return (bearing for bearing in bearings if self.why_not(bearing) is None)
