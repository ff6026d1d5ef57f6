"""Where the anchor of a battalion may go: the region of a move, and the places in it that matter."""

from collections.abc import Iterator, Mapping
from math import pi

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import Drawn, Picker
from sandtable.board.place import Place, Point
from sandtable.board.shapes import to_lattice
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.charts import NONE, Ground
from sandtable.rules.great_battles.edition import refuse, ways
from sandtable.rules.great_battles.field import all_standing, enemies_touched
from sandtable.rules.great_battles.formation import Places
from sandtable.rules.great_battles.going import Rates
from sandtable.rules.great_battles.movement import NEAR, Way, is_on_lattice, refuse_way, way_to
from sandtable.rules.great_battles.scenario import battle, table
from sandtable.rules.great_battles.words import Kind

TRIES = 12


class Moves:
    """Where the anchor of a battalion may go with what is left of its action. A Region."""

    def __init__(self, state: State, body: Unit, left: float = 1.0) -> None:
        assert body.place is not None
        self.state, self.body, self.left, self.start = state, body, left, body.place
        self.rates = Rates(state, body)

    @property
    def far(self) -> float:
        return min(self.rates.good * self.left, self.rates.inches_left)

    def contains(self, place: Place) -> bool:
        return self.why_not(place) is None

    def why_not(self, place: Place) -> Refusal | None:
        if not is_on_lattice(place):
            return refuse(self.state, "move.action", "that is not a place of the table")
        way = self.way(place)
        if way.to != self.start and enemies_touched(self.state, self.body, way.after):
            return refuse(self.state, "move.contact", "that would be contact, which is an order of its own")
        return self.refuse(way)

    def way(self, place: Place) -> Way:
        return way_to(self.state, self.body, place)

    def refuse(self, way: Way) -> Refusal | None:
        """Why it may not go that way. It may always stay."""
        return None if way.to == self.start else refuse_way(self.state, way, self.rates, self.left)

    def _turned(self, place: Place) -> Place:
        """As it faces there: as it likes, or as the book has it."""
        facing = ways(self.state).facing_after(self.start, place)
        return place if facing is None else replace(place, facing=facing)

    def sample(self, rng: Picker) -> Place:
        """Some way off in any direction; nearer and nearer until it is allowed. At the worst it stays."""
        somewhere = self._anywhere if ways(self.state).facing_after(self.start, self.start) is None else self._onwards
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
        """Places that matter: towards objectives, cover and enemies, and away from them."""
        for x, y in landmarks(self.state, self.body):
            off = shapes.span_of(self.start.point, (x, y))
            if off > shapes.HALF_STEP:
                for share in (1.0, 0.5):
                    there = shapes.along(self.start.point, (x, y), min(self.far * share * 0.98, off))
                    place = self._turned(Place(to_lattice(there[0]), to_lattice(there[1]), self.start.facing))
                    if self.contains(place):
                        yield place
                        break

    def laid_out(self, place: Place) -> Places:
        return self.way(place).after

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
        return self.body, self.left, self.rates.good, self.rates.bad, self.rates.inches_left


class Waypoints:
    """The same places as points to pass on the way; none of them matters more than another. A Region."""

    def __init__(self, moves: Drawn) -> None:
        self._moves = moves
        self.contains, self.sample = moves.contains, moves.sample
        self.places, self.outline = moves.places, moves.outline
        self.laid_out = moves.laid_out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Waypoints) and self._moves == other._moves

    def __hash__(self) -> int:
        return hash(self._moves)


def landmarks(state: State, body: Unit) -> Iterator[Point]:
    """What a battalion may want to go to: objectives, the nearest enemies, cover; and the way back."""
    assert body.place is not None
    here = body.place.point
    for unit in state.units.values():
        if unit.kind == Kind.OBJECTIVE and unit.place is not None:
            yield unit.place.point
    enemies = [e.place.point for e in all_standing(state, state.foe(body.side)) if e.place is not None]
    yield from sorted(enemies, key=lambda point: shapes.span_of(here, point))[:3]
    grounds = battle(state).grounds
    covers = [middle_of(piece.points) for piece in table(state).terrain if gives_cover(grounds, piece.kind)]
    yield from sorted(covers, key=lambda point: shapes.span_of(here, point))[:3]
    for turn in (0, 90, 180, 270):
        yield shapes.ahead(here, body.place.facing + turn, NEAR)


def gives_cover(grounds: Mapping[str, Ground], kind: str) -> bool:
    return kind in grounds and grounds[kind].cover != NONE


def middle_of(points: tuple[Point, ...]) -> Point:
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return x, y
