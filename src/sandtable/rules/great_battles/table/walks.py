"""Walks over the roads: straight stretches between bends and junctions, and the ways of a column along them."""

from collections.abc import Sequence
from functools import lru_cache, partial
from heapq import heappop, heappush
from itertools import combinations, pairwise
from math import fsum
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.course import Course, Leg, in_file
from sandtable.board.place import Place, Point
from sandtable.board.shapes import to_lattice
from sandtable.board.table import FreeTable
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.scenario import ROADS, roads, table
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import turned
from sandtable.rules.great_battles.table.formation import in_order
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.roadnet import JOINED, SLIP, crossing, nearest_on

PAVED = ROADS["paved road"]
BESIDE = 1.0  # inches that a stand beside the head may be ahead of it


class Stretch(NamedTuple):
    """A straight piece of road from one bend, junction or end to the next, in one direction."""

    a: Point
    b: Point
    road: str
    surface: str

    @property
    def inches(self) -> float:
        return shapes.span_of(self.a, self.b)

    @property
    def heading(self) -> int:
        return shapes.bearing(self.a, self.b)

    @property
    def back(self) -> "Stretch":
        return Stretch(self.b, self.a, self.road, self.surface)


Spot = tuple[Stretch, float]  # and how far along it
Route = tuple[float, tuple[Stretch, ...]]  # inches to the beginning of its last stretch, and all of them


# ---- the roads of a table, cut where they meet


@lru_cache(maxsize=64)
def stretches(board: FreeTable) -> tuple[Stretch, ...]:
    """Every stretch in both directions, once."""
    ways = [[Stretch(a, b, road.name, ROADS[road.kind]) for a, b in pairwise(road.points)] for road in roads(board)]
    gaps = [gap for one, other in combinations(ways, 2) for gap in gap_between(one, other)]
    found: dict[tuple[Point, Point], Stretch] = {}
    for leg in cut([leg for way in (*ways, gaps) for leg in way]):
        for one in (leg, leg.back):
            if (one.a, one.b) not in found or one.surface == PAVED:
                found[one.a, one.b] = one
    return tuple(found.values())


def gap_between(one: list[Stretch], other: list[Stretch]) -> list[Stretch]:
    """From one road to another that it nearly meets."""
    found = [(*nearest_on(as_leg(a), as_leg(b)), a, b) for a in one for b in other]
    off, at, there, a, b = min(found)
    if not SLIP < off <= JOINED:
        return []
    return [Stretch(shapes.along(a.a, a.b, at), shapes.along(b.a, b.b, there), b.road, min(a.surface, b.surface))]


def as_leg(stretch: Stretch) -> Leg:
    return Leg(0.0, stretch.inches, stretch.a, stretch.b)


def cut(legs: list[Stretch]) -> list[Stretch]:
    """Each leg at every bend, end and crossing that lies on it."""
    knots: list[Point] = []
    for point in (point for leg in legs for point in (leg.a, leg.b)):
        tie(knots, point)
    for one, other in combinations(map(as_leg, legs), 2):
        at = crossing(one, other)
        point = shapes.along(one.a, one.b, at or 0.0)
        if at is not None and shapes.span_of(point, foot_of(other, point)) <= SLIP:
            tie(knots, point)
    parts = []
    for leg in legs:
        on_it = [knot for knot in knots if shapes.span_of(knot, foot_of(as_leg(leg), knot)) <= SLIP]
        ordered = sorted(on_it, key=partial(shapes.foot, leg.a, leg.b))
        parts += [leg._replace(a=a, b=b) for a, b in pairwise(ordered)]
    return parts


def tie(knots: list[Point], point: Point) -> None:
    """Add a knot there, unless there is one near enough."""
    if all(shapes.span_of(point, knot) > SLIP for knot in knots):
        knots.append(point)


def foot_of(leg: Leg, point: Point) -> Point:
    return shapes.along(leg.a, leg.b, shapes.foot(leg.a, leg.b, point))


# ---- positions, and the roads ahead


@lru_cache(maxsize=1 << 12)  # sites for reserves are tried along the same roads again and again
def near(board: FreeTable, point: Point, inches: float) -> tuple[tuple[float, Spot], ...]:
    """Stretches that are so near to a point, the nearest first; at the end of one, those that lead on."""
    found = []
    for stretch in stretches(board):
        at = shapes.foot(stretch.a, stretch.b, point)
        off = shapes.span_of(point, shapes.along(stretch.a, stretch.b, at))
        if off <= inches and (shapes.less(at, stretch.inches) or not onward(board, stretch)):
            found.append((off, (stretch, at)))
    return tuple(sorted(found, key=lambda one: shapes.to_lattice(one[0])))


def under(board: FreeTable, place: Place) -> Spot:
    """The stretch under a stand in road march; off the road, the nearest one."""
    found = near(board, place.point, board.width + board.depth)
    return min(found, key=lambda one: (round(one[0], 1), astray(one[1][0].heading, place.facing)))[1]


def astray(heading: int, facing: int) -> int:
    return abs((heading - facing + 180) % 360 - 180)


def onward(board: FreeTable, stretch: Stretch) -> list[Stretch]:
    """The stretches that lead on from its end, except back."""
    return [one for one in leaving(board).get(stretch.b, []) if one.b != stretch.a]


@lru_cache(maxsize=64)
def leaving(board: FreeTable) -> dict[Point, list[Stretch]]:
    found: dict[Point, list[Stretch]] = {}
    for one in stretches(board):
        found.setdefault(one.a, []).append(one)
    return found


def straight_on(board: FreeTable, stretch: Stretch, inches: float) -> list[Stretch]:
    """So much more of the same road, and beyond its end the straightest continuation."""
    found = [stretch]
    while inches > 0 and (there := onward(board, found[-1])):
        last = found[-1]
        best = min(there, key=lambda one: (one.road != last.road, astray(one.heading, last.heading)))
        if best in found:
            break
        found.append(best)
        inches -= best.inches
    return found[1:]


@lru_cache(maxsize=1024)
def routes(board: FreeTable, start: Stretch) -> dict[Stretch, Route]:
    """The shortest way from the end of a stretch to the beginning of every other within reach."""
    found: dict[Stretch, Route] = {}
    front: list[Route] = [(0.0, (one,)) for one in onward(board, start)]
    while front:
        gone, way = heappop(front)
        if way[-1] not in found:
            found[way[-1]] = gone, way
            for one in onward(board, way[-1]):
                heappush(front, (gone + way[-1].inches, (*way, one)))
    return found


# ---- a walk


class Walk:
    """Stretches one after another; each has its own surface."""

    def __init__(self, board: FreeTable, way: tuple[Stretch, ...], room: float) -> None:
        """`room`: the inches of road wanted before and beyond."""
        behind = [one.back for one in reversed(straight_on(board, way[0].back, room))]
        self.parts = (*behind, *way, *straight_on(board, way[-1], room))
        self.skipped = len(behind)
        self.course = Course((self.parts[0].a, *(one.b for one in self.parts)))

    def inches(self, number: int, at: float) -> float:
        """How far along the walk a point of one of its stretches is."""
        return self.course.legs[self.skipped + number].start + at

    def price(self, low: float, high: float, rates: Rates) -> float:
        """move.mixed-going: the share of an action between two points, each surface at its own rate."""
        legs = zip(self.course.legs, self.parts, strict=True)
        spans = ((min(leg.end, high) - max(leg.start, low), part.surface) for leg, part in legs)
        return fsum(inches / rates.on_road(surface) for inches, surface in spans if inches > 0)

    def reach(self, low: float, share: float, rates: Rates) -> float:
        """The inches from a point for that share of an action; the last surface goes on for ever."""
        gone = 0.0
        for leg, part in zip(self.course.legs, self.parts, strict=True):
            inches, rate = leg.end - max(leg.start, low), rates.on_road(part.surface)
            if inches > 0:
                if inches >= share * rate:
                    return gone + share * rate
                gone, share = gone + inches, share - inches / rate
        return gone + share * rates.on_road(self.parts[-1].surface)


@lru_cache(maxsize=1024)
def walk(board: FreeTable, way: tuple[Stretch, ...], room: float) -> Walk:
    return Walk(board, way, room)


def trail(board: FreeTable, places: Sequence[Place]) -> tuple[tuple[Stretch, ...], list[tuple[int, float]]]:
    """The stretches under a file from its last stand to its first, and where each stand is on them."""
    head, here = under(board, places[0])
    found, spots = [head], [(0, here)]  # counted from the head backwards
    for place in places[1:]:
        stretch, at = under(board, place)
        passed = [n for n, one in enumerate(reversed(found)) if one == stretch and (n or at <= here + BESIDE)]
        _, way = routes(board, stretch).get(found[0], (0.0, ()))
        if passed:
            spots.append((passed[0], at))
        elif way:
            found[:0] = [stretch, *way[:-1]]
            spots.append((len(found) - 1, at))
        else:
            spots.append(nearest(found, place.point))
    return tuple(found), [(len(found) - 1 - number, at) for number, at in spots]


def nearest(found: list[Stretch], point: Point) -> tuple[int, float]:
    """For a stand off the trail: the nearest stretch, counted from the last, and the point on it."""
    feet = [shapes.foot(one.a, one.b, point) for one in reversed(found)]
    points = [shapes.along(one.a, one.b, at) for one, at in zip(reversed(found), feet, strict=True)]
    number = min(range(len(found)), key=lambda n: shapes.span_of(points[n], point))
    return number, feet[number]


# ---- columns


ON_ROAD = 1.0  # inches from the middle of a road within which a stand can step onto it


def along_road(state: State, stands: list[Unit], centre: Unit, facing: int) -> tuple[Place, Places] | None:
    """End to end on the road at the centre stand, in order, facing as the road leads."""
    file = in_order(stands)
    return file_at(state, file, Place(*centre.at.point, facing), inches_before(state, file, centre))


def along_trail(state: State, stands: list[Unit], keep: Unit) -> tuple[Place, Places] | None:
    """End to end, in order, on the roads under some of them; one of these stays where it is."""
    file = in_order(stands)
    there = [(stand.id, stand.place) for stand in file if stand.place is not None]
    way, spots = trail(table(state), [place for _, place in there])
    along = walk(table(state), way, room_for(bases_of(state, file)))
    at = along.inches(*spots[[stand for stand, _ in there].index(keep.id)])
    return filed(state, file, along, at + inches_before(state, file, keep))


def file_at(state: State, file: list[Unit], place: Place, ahead: float = 0.0) -> tuple[Place, Places] | None:
    """End to end on the nearest road in that direction; the first stand so many inches ahead of that place."""
    leading = [spot for _, spot in near(table(state), place.point, ON_ROAD) if spot[0].heading == place.facing]
    if not leading:
        return None
    stretch, at = leading[0]
    along = walk(table(state), (stretch,), room_for(bases_of(state, file)))
    return filed(state, file, along, along.inches(0, to_lattice(at)) + ahead)


def filed(state: State, file: list[Unit], along: Walk, lead: float) -> tuple[Place, Places] | None:
    places = in_file(along.course, lead, bases_of(state, file), backwards=False)
    return (places[0], {stand.id: place for stand, place in zip(file, places, strict=True)}) if places else None


def inches_before(state: State, file: list[Unit], stand: Unit) -> float:
    """From the middle of a stand of a file to the middle of the first."""
    before = bases_of(state, file)[: file.index(stand) + 1]
    return fsum(base.depth for base in before) - (before[0].depth + before[-1].depth) / 2


def bases_of(state: State, file: list[Unit]) -> tuple[Base, ...]:
    return tuple([turned(charts(state).bases[stand.kind]) for stand in file])


def room_for(bases: tuple[Base, ...]) -> float:
    """The most inches of road that a file needs, in any bend."""
    return 2 * fsum(base.depth for base in bases)


def is_by_road(state: State, place: Place) -> bool:
    return bool(near(table(state), place.point, ON_ROAD))


def road_headings(state: State, stand: Unit) -> list[int]:
    """The directions of roads that a stand can step onto, the nearest first."""
    found = near(table(state), stand.place.point, ON_ROAD) if stand.place else []
    return [*dict.fromkeys(stretch.heading for _, (stretch, _) in found)]
