"""Straight legs of a move: where a unit may go, and what it meets on the way."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from sandtable.board import shapes
from sandtable.board.board import Facings, Picker, Region
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.board.sweep import first_touch
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.mechanics.landmarks import Landmarks
from sandtable.mechanics.regions import Ruled, is_on_lattice

TRIES = 12
NEARER = 0.85  # of the way, after every refused place
SAFELY = 0.98  # of its reach, because rounding may exceed it
ALIKE = 0.5  # inches; nearer places count as one
SHARES = (1.0, 0.75, 0.5, 0.25)  # of the way there
ON_TABLE = (0.98, 0.6, 0.3, 0.15)  # of the way of a unit that marches on, straight ahead
TURNS = (-35, 35, -70, 70)  # degrees to try round an obstacle
SPOKE = 10  # degrees between the corners of an outline
OPTIONAL = ("laid_out", "nearest")  # methods of some regions; isinstance with a protocol is 20 times slower


class StraightLeg(Ruled):
    """A Region: where a unit may go in a straight line, and stop.

    A book gives the greatest distance, the clause of the move and, in `refuse`, the reason against a place: the cost of
    the ground on the way, units that stand there, anything. A way with bends is made of several legs, and `Waypoints`
    offers the same places as bends.
    """

    def __init__(self, start: Place, far: float) -> None:
        self.start, self.far = start, far

    # ---- each book defines these

    @property
    def clause(self) -> Clause:
        """The clause that refuses a place off the lattice."""
        raise NotImplementedError

    def refuse(self, place: Place) -> Refusal | None:
        """Why the unit may not go there."""
        raise NotImplementedError

    def turned(self, place: Place) -> Place:
        """The place with the facing that the unit has there by default."""
        return place

    def landmarks(self) -> Landmarks:
        """What the unit may want to go to."""
        return Landmarks()

    # ---- the methods of a region

    def why_not(self, place: Place) -> Refusal | None:
        if not is_on_lattice(place):
            return Refusal(self.clause, "that is not a place of the table")
        return None if place == self.start else self.refuse(place)

    def sample(self, rng: Picker) -> Place:
        """A place in a random direction, nearer and nearer until it is allowed. In the worst case the unit stays."""
        places = (self.somewhere(rng, miss) for miss in range(TRIES))
        return next(filter(self.contains, places), self.start)

    def somewhere(self, rng: Picker, miss: int) -> Place:
        return self.ahead(rng.randrange(360), self.far * rng.random() ** 0.5 * NEARER**miss)

    def ahead(self, bearing: int, inches: float) -> Place:
        return self.turned(shapes.shifted(self.start, bearing, inches))

    def rooms(self) -> Iterator[Place]:
        """Places on spokes that are in it."""
        ends = ((bearing, share * self.far) for share in SHARES for bearing in range(0, 360, SPOKE))
        return filter(self.contains, (self.ahead(*end) for end in ends))

    @property
    def is_empty(self) -> bool:
        return not self.contains(self.start) and next(self.rooms(), None) is None

    def notable(self) -> Iterator[Place]:
        """Places that matter: towards objectives, round obstacles, at useful ranges of weapons, and in cover."""
        found: list[Place] = []
        for places in self._wishes():
            place = next(filter(self.contains, places), None)
            if place and all(shapes.span_of(place.point, other.point) > ALIKE for other in found):
                found.append(place)
                yield place

    def towards(self, point: Point) -> Place | None:
        """As far as it gets in the direction of a point."""
        return next(filter(self.contains, self._short_of(point, self.far * SAFELY)), None)

    def _wishes(self) -> Iterator[Iterator[Place]]:
        """What the unit may want, each with the next best places if the best is refused."""
        here, far = self.start.point, self.far * SAFELY
        if far < ALIKE:
            return
        goals, enemies, shelters, reaches = self.landmarks()
        goals, enemies = goals[:2], enemies[:2]
        for point in (*goals, *enemies[:1]):
            yield self._short_of(point, far)
        for point in goals[:1]:
            yield self._short_of(point, far / 2)
            yield from (self._short_of(point, far, turn) for turn in TURNS)
        for point in enemies:
            off = shapes.span_of(here, point)
            nearer = [off - reach for reach in reaches if 0 < off - reach < far]
            yield from (iter([self._towards(point, inches)]) for inches in nearer[:2])
        yield from (self._short_of(point, far) for point in shelters[:2])
        yield from (self._short_of(point, far, 180) for point in enemies[:1])

    def _short_of(self, point: Point, inches: float, turn: int = 0) -> Iterator[Place]:
        """The place so far in that direction, or as far as allowed."""
        return (self._towards(point, inches * share, turn) for share in SHARES)

    def _towards(self, point: Point, inches: float, turn: int = 0) -> Place:
        here = self.start.point
        off = shapes.span_of(here, point)
        return self.ahead(shapes.bearing(here, point) + turn, inches if turn else min(inches, off))

    @property
    def key(self) -> tuple[object, ...]:
        """Its start and its range identify it."""
        return self.start, self.far

    def outline(self) -> list[list[Point]]:
        """The farthest point in every direction."""
        return [[self._farthest(bearing) for bearing in range(0, 360, SPOKE)]]

    def _farthest(self, bearing: int) -> Point:
        """The farthest point in a direction. Most are open to the full distance, so that is tried first."""
        low, high = 0.0, self.far
        if self.contains(self.ahead(bearing, high)):
            return shapes.ahead(self.start.point, bearing, high)
        for _ in range(6):
            middle = (low + high) / 2
            low, high = (middle, high) if self.contains(self.ahead(bearing, middle)) else (low, middle)
        return shapes.ahead(self.start.point, bearing, low)


class Waypoints:
    """A Region: the same places as bends of a way. None of them is important."""

    def __init__(self, moves: Region) -> None:
        self._moves = moves

    def contains(self, place: Place) -> bool:
        return self._moves.contains(place)

    def sample(self, rng: Picker) -> Place:
        return self._moves.sample(rng)

    def places(self) -> Any:
        return self._moves.places()

    def outline(self) -> Any:
        return self._moves.outline()

    def __getattr__(self, verb: str) -> Any:
        if verb in OPTIONAL:
            return getattr(self._moves, verb)
        raise AttributeError(verb)

    def notable(self) -> Iterator[Place]:
        """Computer players try no bends."""
        return iter(())

    def __str__(self) -> str:
        return str(self._moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Waypoints) and self._moves == other._moves

    def __hash__(self) -> int:
        return hash(self._moves)


# ---- contact on the way


def inches_to_contact(own: Iterable[Slab], by: tuple[float, float], others: Iterable[Slab]) -> float | None:
    """How far bases move together in a straight line until one of them touches another base; None if none does."""
    others = list(others)
    met = (first_touch(slab, by, other) for slab in own for other in others)
    return min((inches for inches in met if inches is not None), default=None)


# ---- onto the table


class FromEdge(Ruled):
    """A Region: where a unit may go that marches on over a part of a table edge.

    A book gives the open points of the edge, the greatest distance and, in `why_not`, the reason against a place.
    """

    def __init__(self, board: FreeTable, line: tuple[Point, Point]) -> None:
        self.line, middle = line, (board.width / 2, board.depth / 2)
        self.inward = (shapes.bearing(*line) - 90 * shapes.side(*line, middle)) % 360

    # ---- each book defines these

    @property
    def far(self) -> float:
        raise NotImplementedError

    def open_points(self) -> Iterable[Point]:
        raise NotImplementedError

    # ---- the methods of a region

    def faced(self) -> Facings:
        return Facings()

    def outline(self) -> list[list[Point]]:
        a, b = self.line
        return [[a, b, shapes.ahead(b, self.inward, self.far), shapes.ahead(a, self.inward, self.far)]]

    def spots(self) -> Iterator[Place]:
        """Straight on from every open point."""
        far = self.far
        for share in ON_TABLE:
            for point in self.open_points():
                yield shapes.place_at(shapes.ahead(point, self.inward, far * share), self.inward)

    def notable(self) -> Iterator[Place]:
        return filter(self.contains, list(self.spots())[::3])

    def sample(self, rng: Picker) -> Place:
        spots = list(self.spots())
        tries = (spots[int(rng.random() * len(spots))] for _ in range(TRIES))
        return next(filter(self.contains, tries), None) or next(filter(self.contains, spots))

    @property
    def is_empty(self) -> bool:
        return next(filter(self.contains, self.spots()), None) is None


def points_near(way: Sequence[Point], to: Point, reach: float, spacing: float) -> Iterator[Point]:
    """Points of a way of straight legs, so far apart from each other, as far as it is near to a point."""
    for a, b in pairwise(way):
        if part := shapes.clip_disc(to, reach, a, b):
            near, gone = (shapes.along(a, b, inches) for inches in part)
            yield from (*points_along(near, gone, spacing), gone)


def points_along(a: Point, b: Point, spacing: float) -> list[Point]:
    """Points of a line, so far apart from each other."""
    return [shapes.along(a, b, spacing * step) for step in range(int(shapes.span_of(a, b) / spacing) + 1)]
