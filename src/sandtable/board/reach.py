"""Where a mover can get to on a free table, and by which way."""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, fsum, inf

from msgspec import Struct

from sandtable.board import outline, shapes
from sandtable.board.board import Picker
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Box, Polygon
from sandtable.board.stretches import stretches
from sandtable.board.terrain import Piece, Strip

Prices = tuple[tuple[str, float], ...]  # a Going in order, so that it can be looked up
Rates = list[tuple[float, float, float]]  # stretches of a leg: from, to, and what an inch costs
Ways = dict[Point, tuple[float, Point]]  # turning points: the cost of the cheapest way, and the one before


class Toll(Struct, frozen=True, gc=False):
    """What an inch on a piece of terrain costs, and whether it is a road and so wins over what it crosses."""

    piece: Piece
    cost: float
    road: bool


class Field(Struct, frozen=True, cache_hash=True):
    """A table as one kind of mover finds it: only the terrain that makes a difference to its way."""

    width: float
    depth: float
    open: float
    least: float
    tolls: tuple[tuple[Box, Toll], ...]
    turns: Polygon

    def rates(self, a: Point, b: Point) -> Rates:
        """The straight leg from a to b in stretches of one cost."""
        met = [(span, toll) for toll in shapes.in_way(self.tolls, a, b) for span in toll.piece.spans(a, b)]
        parts = stretches(met, shapes.span_of(a, b))
        return [(start, end, min(self._rate(left), self._rate(right))) for start, end, left, right in parts]

    def leg(self, a: Point, b: Point) -> float:
        return _leg(self, a, b) if a < b else _leg(self, b, a)

    def _rate(self, hand: list[Toll]) -> float:
        roads = [toll.cost for toll in hand if toll.road]
        return min(roads) if roads else max((toll.cost for toll in hand), default=self.open)


@lru_cache(maxsize=1 << 17)
def _leg(field: Field, a: Point, b: Point) -> float:
    return fsum((end - start) * rate for start, end, rate in field.rates(a, b))


class Reach(Struct, frozen=True):
    """The places a point can get to for its allowance.

    The rule: a way is made of straight legs between the start, turning points and the end. Turning points are the
    corners of areas that matter to the mover, eight close round each point of a strip's course, and points along
    the course of a road at most 1 inch apart. Each inch costs what its ground costs: where pieces overlap that of
    the dearest, but on a road that of the road; along an edge that of the cheaper side. A place is in reach when
    its cheapest way costs no more than the allowance, to half a step of the lattice.
    """

    field: Field
    start: Place
    allowance: float

    def contains(self, place: Place) -> bool:
        if not (self._on_table(place) and shapes.on_lattice(place.point)):
            return False
        # The straight leg settles most questions without a search.
        return shapes.within(self.field.leg(self.start.point, place.point), self.allowance) or bool(self.route(place))

    def sample(self, rng: Picker) -> Place:
        """Drawn around a turning point, the likelier the more is left there; each miss draws the next closer in."""
        turns = [(turn, self.allowance - cost) for turn, (cost, _) in self._ways().items()]
        weights = [left * left + shapes.SLACK for _, left in turns]
        for miss in range(100):
            ((turn, left),) = rng.choices(turns, weights)
            x, y = shapes.ahead(turn, rng.randrange(360), left / self.field.open * rng.random() ** 0.5 * 0.95**miss)
            place = Place(round(x, 2), round(y, 2), rng.randrange(360))
            if self._on_table(place) and shapes.within(self.field.leg(turn, place.point), left):
                return place
        return Place(self.start.x, self.start.y, rng.randrange(360))

    def places(self) -> None:
        """Too many to count."""

    def outline(self) -> list[list[Point]]:
        """What lies straight ahead of the start, and of each turning point that adds to it."""
        fans: list[Polygon] = []
        for turn, (cost, _) in self._ways().items():
            fan = tuple(self._farthest(turn, bearing, self.allowance - cost) for bearing in range(0, 360, 10))
            inner = [shapes.along(point, turn, 0.1) for point in fan]
            if not all(any(outline.covers(other, point) for other in fans) for point in inner):
                fans.append(fan)
        return [list(fan) for fan in fans]

    def route(self, place: Place) -> list[Point]:
        """The points of the cheapest way, from start to end; none if it is out of reach."""
        ways, end, best, last = self._ways(), place.point, inf, None
        bounds = [(cost + shapes.span_of(turn, end) * self.field.least, turn) for turn, (cost, _) in ways.items()]
        for bound, turn in sorted(bounds):
            if not (shapes.less(bound, best) and shapes.within(bound, self.allowance)):
                break
            cost = ways[turn][0] + self.field.leg(turn, end)
            if shapes.less(cost, best) and shapes.within(cost, self.allowance):
                best, last = cost, turn
        return [*_back(ways, last), end] if last and self._on_table(place) else []

    def _on_table(self, place: Place) -> bool:
        return shapes.on_table(place.point, self.field.width, self.field.depth)

    def _ways(self) -> Ways:
        return _ways(self.field, self.start.point, self.allowance)

    def _farthest(self, turn: Point, bearing: int, left: float) -> Point:
        middle = self.field.width / 2, self.field.depth / 2
        far = shapes.ahead(turn, bearing, min(left / self.field.least, self.field.width + self.field.depth))
        _, edge = shapes.clip(shapes.Slab(*middle, (1.0, 0.0), *middle, 0.0), turn, far) or (0.0, 0.0)
        rates = self.field.rates(turn, shapes.along(turn, far, edge))
        return shapes.along(turn, far, _walk(rates, left))


@lru_cache(maxsize=256)
def field(width: float, depth: float, terrain: tuple[Piece, ...], prices: Prices) -> Field:
    """Price a table for a mover. A kind that its going does not name is like open ground, which costs 1."""
    going = dict(prices)
    for kind, cost in prices:
        if not shapes.less(0.0, cost):
            raise ValueError(f"an inch of {kind} cannot cost {cost}")
    tolls = [toll for piece in terrain if (toll := _toll(piece, going))]
    turns = [turn for toll in tolls for turn in _turns(toll) if shapes.on_table(turn, width, depth)]
    open_cost = going.get("open", 1.0)
    least = min([open_cost, *(toll.cost for toll in tolls)])
    return Field(width, depth, open_cost, least, tuple((t.piece.box, t) for t in tolls), tuple(dict.fromkeys(turns)))


def _toll(piece: Piece, going: dict[str, float]) -> Toll | None:
    """Roads are what costs less than open ground, and named courses that cost as much: bridges, fords, tracks."""
    open_cost = going.get("open", 1.0)
    cost = going.get(piece.kind, open_cost)
    if shapes.less(cost, open_cost) or shapes.less(open_cost, cost):
        return Toll(piece, cost, shapes.less(cost, open_cost))
    return Toll(piece, cost, True) if piece.kind in going and _leads(piece) else None


def _leads(piece: Piece) -> bool:
    return isinstance(piece, Strip) and len(piece.points) > 1


def _turns(toll: Toll) -> list[Point]:
    """Where a mover may change direction: along a road, and round the corners and bends of anything else."""
    if not (toll.road and _leads(toll.piece)):
        return list(toll.piece.turns)
    points = toll.piece.points
    legs = [(a, b, ceil(shapes.span_of(a, b))) for a, b in pairwise(points)]
    return [shapes.along(a, b, shapes.span_of(a, b) * i / n) for a, b, n in legs for i in range(n)] + [points[-1]]


@lru_cache(maxsize=1024)
def _ways(field: Field, start: Point, allowance: float) -> Ways:
    """The turning points in reach, cheapest first. A leg is priced only when its bound is the least left."""
    turns = [turn for turn in field.turns if shapes.within(shapes.span_of(start, turn) * field.least, allowance)]
    ways: Ways = {}
    front = [(0.0, False, start, start)]
    while front:
        cost, guess, turn, before = heappop(front)
        if turn in ways:
            continue
        if guess:
            cost = ways[before][0] + field.leg(before, turn)
            heappush(front, (cost, False, turn, before))
            continue
        if not shapes.within(cost, allowance):
            break
        ways[turn] = cost, before
        for other in turns:
            bound = cost + shapes.span_of(turn, other) * field.least
            if other not in ways and shapes.within(bound, allowance):
                heappush(front, (bound, True, other, turn))
    return ways


def _back(ways: Ways, last: Point) -> list[Point]:
    before = ways[last][1]
    return [last] if before == last else [*_back(ways, before), last]


def _walk(rates: Rates, left: float) -> float:
    """How far a mover gets with what is left."""
    for start, end, rate in rates:
        if shapes.less(left, (end - start) * rate):
            return start + max(left, 0.0) / rate
        left -= (end - start) * rate
    return rates[-1][1] if rates else 0.0
