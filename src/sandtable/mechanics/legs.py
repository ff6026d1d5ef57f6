"""Straight legs: where something may go from where it stands, one leg after another, and what it meets on the way."""

from collections.abc import Iterable, Iterator

from sandtable.board import shapes
from sandtable.board.board import Picker, Region
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.board.sweep import first_touch
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.mechanics.landmarks import Landmarks
from sandtable.mechanics.regions import Ruled, is_on_lattice

TRIES = 12
NEARER = 0.85  # of the way, after every miss
SAFELY = 0.98  # of its reach, which rounding may exceed
ALIKE = 0.5  # inches between places that are as good as one
SHARES = (1.0, 0.75, 0.5, 0.25)  # of the way there
TURNS = (-35, 35, -70, 70)  # degrees by which it may go round what stands in its way
SPOKE = 10  # degrees between the corners of an outline
OPTIONAL = ("laid_out", "nearest")  # verbs that some regions have: to ask for a protocol takes 20 times as long


class StraightLeg(Ruled):
    """Where something may go straight from where it stands, and stay. A Region.

    A book says how far it gets at most, by which clause it moves and, in `refuse`, why not to another place. That may
    be anything: what the ground on the way costs, who stands there. Where the way bends, it is made of several legs:
    `Waypoints` offers the same places to pass on the way.
    """

    def __init__(self, start: Place, far: float) -> None:
        self.start, self.far = start, far

    # ---- what each book says

    @property
    def clause(self) -> Clause:
        """By which a place is refused that is no place at all."""
        raise NotImplementedError

    def refuse(self, place: Place) -> Refusal | None:
        """Why it may not go there."""
        raise NotImplementedError

    def turned(self, place: Place) -> Place:
        """As it faces there if nobody says how."""
        return place

    def landmarks(self) -> Landmarks:
        """What it may want to go to."""
        return Landmarks()

    # ---- the verbs of a region

    def why_not(self, place: Place) -> Refusal | None:
        if not is_on_lattice(place):
            return Refusal(self.clause, "that is not a place of the table")
        return None if place == self.start else self.refuse(place)

    def sample(self, rng: Picker) -> Place:
        """Some way off in any direction; nearer and nearer until it is allowed. At the worst it stays."""
        places = (self.somewhere(rng, miss) for miss in range(TRIES))
        return next(filter(self.contains, places), self.start)

    def somewhere(self, rng: Picker, miss: int) -> Place:
        return self.ahead(rng.randrange(360), self.far * rng.random() ** 0.5 * NEARER**miss)

    def ahead(self, bearing: int, inches: float) -> Place:
        return self.turned(shapes.shifted(self.start, bearing, inches))

    def notable(self) -> Iterator[Place]:
        """Places that matter: towards objectives and round what is in the way, where a weapon begins to tell, cover."""
        found: list[Place] = []
        for places in self._wishes():
            place = next(filter(self.contains, places), None)
            if place and all(shapes.span_of(place.point, other.point) > ALIKE for other in found):
                found.append(place)
                yield place

    def _wishes(self) -> Iterator[Iterator[Place]]:
        """What it may want, each time with the next best places if it cannot be had."""
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
        """So far that way, or as far as it may go."""
        return (self._towards(point, inches * share, turn) for share in SHARES)

    def _towards(self, point: Point, inches: float, turn: int = 0) -> Place:
        here = self.start.point
        off = shapes.span_of(here, point)
        return self.ahead(shapes.bearing(here, point) + turn, inches if turn else min(inches, off))

    @property
    def key(self) -> tuple[object, ...]:
        """Of one that stands there and gets so far there is only one."""
        return self.start, self.far

    def outline(self) -> list[list[Point]]:
        """As far as it can go in every direction."""
        return [[self._farthest(bearing) for bearing in range(0, 360, SPOKE)]]

    def _farthest(self, bearing: int) -> Point:
        """Most directions are open to the last inch, so that is tried first."""
        low, high = 0.0, self.far
        if self.contains(self.ahead(bearing, high)):
            return shapes.ahead(self.start.point, bearing, high)
        for _ in range(6):
            middle = (low + high) / 2
            low, high = (middle, high) if self.contains(self.ahead(bearing, middle)) else (low, middle)
        return shapes.ahead(self.start.point, bearing, low)


class Waypoints:
    """The same places as points to pass on the way; none of them matters. A Region."""

    def __init__(self, moves: Region) -> None:
        self._moves = moves
        self.contains, self.sample = moves.contains, moves.sample
        self.places, self.outline = moves.places, moves.outline
        for verb in OPTIONAL:
            if hasattr(moves, verb):
                setattr(self, verb, getattr(moves, verb))

    def notable(self) -> Iterator[Place]:
        """A way round is for those who see one."""
        return iter(())

    def __str__(self) -> str:
        return str(self._moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Waypoints) and self._moves == other._moves

    def __hash__(self) -> int:
        return hash(self._moves)


# ---- what is met on the way


def inches_to_contact(own: Iterable[Slab], by: tuple[float, float], others: Iterable[Slab]) -> float | None:
    """How far bases go straight together until one of them touches another base; None if none does."""
    others = list(others)
    met = (first_touch(slab, by, other) for slab in own for other in others)
    return min((inches for inches in met if inches is not None), default=None)
