"""Where the anchor of a battalion may go: the region of a move, and the places in it that matter."""

from collections.abc import Iterator
from math import pi

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Drawn, Facings, Picker, Region
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.board.shapes import to_lattice
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.edition import refuse, ways
from sandtable.rules.great_battles.fire.shot import arm_of, weapon
from sandtable.rules.great_battles.move.approach import KeepingOff
from sandtable.rules.great_battles.move.movement import (
    Way,
    is_on_lattice,
    refuse_end,
    refuse_passage,
    refuse_rate,
    way_facing,
    way_to,
)
from sandtable.rules.great_battles.table.field import enemies_touched, standing
from sandtable.rules.great_battles.table.formation import Array, Places, array_of
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.landmarks import (
    enemies_by_distance,
    objectives_by_distance,
    shelters_by_distance,
)
from sandtable.rules.great_battles.words import Kind

TRIES = 12
SAFELY = 0.98  # of its reach, which rounding may exceed
ALIKE = 0.5  # inches between places that are as good as one
SHARES = (1.0, 0.75, 0.5, 0.25)  # of the way there
TURNS = (-35, 35, -70, 70)  # degrees by which it may go round what stands in its way
EDGE = 0.3  # inches from the middle of a base to its edge, or a little more


class Moves(Region):
    """Where the anchor of a battalion may go with what is left of its action. A Region."""

    def __init__(self, state: State, body: Unit, left: float = 1.0, began: Places | None = None) -> None:
        """`began`: where its stands stood when the move began."""
        assert body.place is not None
        self.state, self.body, self.left, self.start, self.began = state, body, left, body.place, began
        self.rates, self.keeping_off = Rates(state, body), KeepingOff(state, body, began)

    @property
    def far(self) -> float:
        return min(self.rates.good * self.left, self.rates.inches_left)

    def contains(self, place: Place) -> bool:
        """What is most often in the way is looked at first: nobody asks why not."""
        way = self.way(place)
        if way.to != self.start and self.keeping_off.bound and self.keeping_off.ends_too_near(way.after):
            return False
        return is_on_lattice(place) and self._refuse(way) is None

    def why_not(self, place: Place) -> Refusal | None:
        if not is_on_lattice(place):
            return refuse(self.state, "move.action", "that is not a place of the table")
        return self._refuse(self.way(place))

    def _refuse(self, way: Way) -> Refusal | None:
        if way.to != self.start and enemies_touched(self.state, self.body, way.after):
            return refuse(self.state, "move.contact", "that would be contact, which is an order of its own")
        return self.refuse(way)

    def way(self, place: Place) -> Way:
        return way_to(self.state, self.body, place, self.array)

    def rest(self, place: Place) -> Way:
        """The rest of a way that was interrupted: it faces there as it was to, however far it had wheeled."""
        return way_facing(self.state, self.body, place, self.array)

    @lazy
    def array(self) -> Array:
        return array_of(self.state, self.body)

    def refuse(self, way: Way) -> Refusal | None:
        """Why it may not go that way with what is left of its action. It may always stay."""
        if way.to == self.start:
            return None
        return (
            refuse_rate(self.state, way, self.rates, self.left)
            or self.keeping_off.refuse(way)
            or refuse_end(self.state, self.body, way.after)
            or refuse_passage(self.state, way)
        )

    @property
    def _may_turn(self) -> bool:
        return ways(self.state).facing_after(self.start, self.start) is None

    def _turned(self, place: Place) -> Place:
        """As it faces there: as it likes, or as the book has it."""
        facing = ways(self.state).facing_after(self.start, place)
        return place if facing is None else replace(place, facing=facing)

    def sample(self, rng: Picker) -> Place:
        """Some way off in any direction; nearer and nearer until it is allowed. At the worst it stays."""
        somewhere = self._anywhere if self._may_turn else self._onwards
        for miss in range(TRIES):
            place = somewhere(rng, miss)
            if self.contains(place):
                return place
        return self.start

    def _anywhere(self, rng: Picker, miss: int) -> Place:
        turn = rng.choice((0, 0, 0, -30, 30, 90, 180)) if miss < TRIES // 2 else 0
        inches = max(self.far - abs(turn) * pi / 180, 0.0) * rng.random() ** 0.5 * 0.85**miss
        x, y = shapes.ahead(self.start.point, rng.randrange(360), inches)
        return Place(to_lattice(x), to_lattice(y), (self.start.facing + turn) % 360)

    def _onwards(self, rng: Picker, miss: int) -> Place:
        """Where it must face the way it goes: rather in directions that take no long wheel."""
        turn = rng.choice((0, 0, -30, -10, 10, 30, 90, 180, 270) if miss < TRIES // 2 else (0, 90, 180, 270))
        wheel = abs(turn) if abs(turn) < 90 else 0
        inches = max(self.far - wheel * pi / 180, 0.0) * rng.random() ** 0.5 * 0.85**miss
        x, y = shapes.ahead(self.start.point, self.start.facing + turn, inches)
        return self._turned(Place(to_lattice(x), to_lattice(y), self.start.facing))

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
        goals = objectives_by_distance(self.state, here)[:2]
        enemies = enemies_by_distance(self.state, self.body, here)[:2]
        for point in (*goals, *enemies[:1]):
            yield self._short_of(point, far)
        for point in goals[:1]:
            yield self._short_of(point, far / 2)
            yield from (self._short_of(point, far, turn) for turn in TURNS)
        for point in enemies:
            off = shapes.span_of(here, point)
            nearer = [off - reach for reach in self._reaches() if 0 < off - reach < far]
            yield from (iter([self._towards(point, inches)]) for inches in nearer[:2])
        yield from (self._short_of(point, far) for point in shelters_by_distance(self.state, here)[:2])
        yield from (self._short_of(point, far, 180) for point in enemies[:1])

    def _short_of(self, point: Point, inches: float, turn: int = 0) -> Iterator[Place]:
        """So far that way, or as far as it may go."""
        return (self._towards(point, inches * share, turn) for share in SHARES)

    def _reaches(self) -> list[float]:
        """From where its weapons begin to hit better, measured from the middle of its front."""
        armed = [stand for stand in standing(self.state, self.body.id) if weapon(stand)]
        on_foot = [stand for stand in armed if stand.kind == Kind.INFANTRY]
        limits = [limit for stand in (on_foot or armed)[:1] for limit in arm_of(self.state, stand).limits]
        return [limit + EDGE for limit in (limits[:-1] if on_foot else limits)]

    def _towards(self, point: Point, inches: float, turn: int = 0) -> Place:
        here = self.start.point
        off = shapes.span_of(here, point)
        x, y = shapes.ahead(here, shapes.bearing(here, point) + turn, inches if turn else min(inches, off))
        return self._turned(Place(to_lattice(x), to_lattice(y), self.start.facing))

    def laid_out(self, place: Place) -> Places:
        return self.way(place).after

    def faced(self) -> Facings:
        """As its owner likes, or as the way there leads it."""
        return Facings() if self._may_turn else GIVEN

    def places(self) -> None:
        """Too many to count."""

    def outline(self) -> list[list[Point]]:
        """As far as it can go straight, without turning, in every direction."""
        return [[self._farthest(bearing) for bearing in range(0, 360, 10)]]

    def _farthest(self, bearing: int) -> Point:
        """Most directions are open to the last inch, so that is tried first."""
        low, high = 0.0, self.far
        if self._open(bearing, high):
            return shapes.ahead(self.start.point, bearing, high)
        for _ in range(6):
            middle = (low + high) / 2
            low, high = (middle, high) if self._open(bearing, middle) else (low, middle)
        return shapes.ahead(self.start.point, bearing, low)

    def _open(self, bearing: int, inches: float) -> bool:
        x, y = shapes.ahead(self.start.point, bearing, inches)
        return self.contains(self._turned(Place(to_lattice(x), to_lattice(y), self.start.facing)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        began = tuple((self.began or {}).items())
        return self.body, self.left, self.rates.good, self.rates.bad, self.rates.inches_left, began


class Waypoints:
    """The same places as points to pass on the way; none of them matters. A Region."""

    def __init__(self, moves: Drawn) -> None:
        self._moves = moves
        self.contains, self.sample = moves.contains, moves.sample
        self.places, self.outline = moves.places, moves.outline
        self.laid_out = moves.laid_out
        if hasattr(moves, "nearest"):  # Lined: to ask for that by its name takes 20 times as long in Python 3.11
            self.nearest = moves.nearest

    def notable(self) -> Iterator[Place]:
        """A way round is for those who see one."""
        return iter(())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Waypoints) and self._moves == other._moves

    def __hash__(self) -> int:
        return hash(self._moves)
