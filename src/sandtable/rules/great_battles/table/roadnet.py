"""The net of roads and the friendly edge, and its stretches that are clear of the enemy."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, product
from math import inf
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.course import Course, Leg
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Part, Slab
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.supply import edge_line
from sandtable.rules.great_battles.battle.scenario import battle, roads, table
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import all_standing, field
from sandtable.rules.great_battles.words import COMMAND

ON_ROAD = 1.0  # inches from the road to a unit that gets supply along it: deploy.supply-line
JOINED = 0.5  # roads that come so near each other meet
SLIP = shapes.TWO_STEPS  # a place on the lattice may be so far from the middle of a slanting road

Spot = tuple[int, float]  # a track of the net, and how far along it
Parts = list[list[Part]]  # of each track of the net


class Track(NamedTuple):
    """A road or an edge of the table."""

    name: str
    course: Course
    half: float  # of its width


class Net(NamedTuple):
    """Tracks that meet; the first is the friendly edge."""

    tracks: tuple[Track, ...]
    joints: tuple[tuple[Spot, Spot], ...]
    links: tuple[tuple[Spot, Spot], ...]  # the joints, in both directions


# ---- how the roads run


@lru_cache(maxsize=64)
def road_tracks(board: FreeTable) -> tuple[Track, ...]:
    ways = [piece for piece in roads(board) if isinstance(piece, Strip) and len(piece.points) > 1]
    return tuple(Track(way.name, Course(way.points), way.width / 2) for way in ways)


@lru_cache(maxsize=64)
def net(board: FreeTable, edge: str) -> Net:
    tracks = [Track(f"{edge} edge", Course(edge_line(board, edge)), 0.0), *road_tracks(board)]
    numbered = list(enumerate(tracks))
    joints = [
        ((i, one.start + at), (j, other.start + there))
        for (i, a), (j, b) in combinations(numbered, 2)
        for one, other in product(a.course.legs, b.course.legs)
        for off, at, there in (nearest_on(one, other),)
        if off <= JOINED
    ]
    links = [link for a, b in joints for link in ((a, b), (b, a))]
    return Net(tuple(tracks), tuple(joints), tuple(links))


@lru_cache(maxsize=1024)
def spots_at(board: FreeTable, edge: str, point: Point, half: float) -> tuple[Spot, ...]:
    """The points of roads and edge that are so near to a point."""
    offs = [(number, track.half, *track.course.nearest(point)) for number, track in enumerate(net(board, edge).tracks)]
    return tuple((number, at) for number, wide, at, off in offs if off <= wide + half)


def nearest_on(one: Leg, other: Leg) -> tuple[float, float, float]:
    """The shortest distance of two straight legs, and how far along each of them it is."""
    at = crossing(one, other)
    tries = [shapes.foot(one.a, one.b, point) for point in (other.a, other.b)]
    tries += [0.0, one.end - one.start] + ([at] if at is not None else [])
    found = []
    for inches in tries:
        point = shapes.along(one.a, one.b, inches)
        there = shapes.foot(other.a, other.b, point)
        found.append((shapes.span_of(point, shapes.along(other.a, other.b, there)), inches, there))
    return min(found)


def crossing(one: Leg, other: Leg) -> float | None:
    """How far along the first leg the line of the second crosses it; None if they are parallel."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = one.a, one.b, other.a, other.b
    slant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(slant) <= shapes.SLACK:
        return None
    share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / slant
    return min(max(share, 0.0), 1.0) * (one.end - one.start)


@lru_cache(maxsize=4096)
def part_near(slab: Slab, a: Point, b: Point, inches: float) -> Part | None:
    """The part of a straight line that lies within so many inches of a base."""
    reach, middle = inches + shapes.HALF_STEP, (slab.x, slab.y)
    nearest = shapes.along(a, b, shapes.foot(a, b, middle))
    if shapes.span_of(nearest, middle) > reach + shapes.size_of(slab):
        return None
    met = [shapes.clip(shapes.grown_slab(slab, *by), a, b) for by in ((reach, 0.0), (0.0, reach))]
    met += [shapes.clip_disc(corner, reach, a, b) for corner in shapes.corners_of(slab)]
    parts = [part for part in met if part]
    return (min(low for low, _ in parts), max(high for _, high in parts)) if parts else None


# ---- who stands on them


def spots_under(board: FreeTable, tracks: Sequence[Track], place: Place, base: Base) -> list[Spot]:
    """The points of tracks under a base: under its middle or, at the edge of the table, under any part."""
    inside = board.holds(place, Base(base.width + 2 * SLIP, base.depth + 2 * SLIP))
    reach = SLIP if inside else half_of(place, base)
    offs = [(number, *track.course.nearest(place.point)) for number, track in enumerate(tracks)]
    return [(number, at) for number, at, off in offs if off <= reach]


def place_for(state: State, staff: Unit, point: Point) -> Place:
    """Its place at a point of a track: whole on the table."""
    there = shapes.place_at(point, staff.place.facing if staff.place else 0)
    return table(state).brought_in(there, charts(state).bases[staff.kind])


def half_of(place: Place, base: Base) -> float:
    """From the middle of a base to an edge of the table that it just touches."""
    return max(shapes.spread(shapes.footprint(place, base))) + SLIP


# ---- clear roads


def parts_found(state: State) -> dict[tuple[type["ClearRoads"], Side, tuple[UnitId, ...]], Parts]:
    """Clear parts of roads, by kind, side and the enemies that close the others, while everything lies like this."""
    return {}


class ClearRoads:
    """setup.friendly-road: the friendly edge and the roads that lead clear to it, away from all enemies."""

    def __init__(self, state: State, side: Side) -> None:
        board, edge = table(state), battle(state).army(side).edge
        self.net = net(board, edge)
        self.clear = charts(state).road_clear
        key = type(self), side, tuple([enemy.id for enemy in closers(state, state.foe(side))])
        known = state.layout(parts_found)
        if key not in known:
            slabs = field(state).slabs
            known[key] = self.stretches(board, edge, tuple([slabs[enemy] for enemy in key[2]]))
        self.parts = known[key]

    def stretches(self, board: FreeTable, edge: str, enemies: tuple[Slab, ...]) -> Parts:
        return connected_parts(board, edge, enemies, self.clear)

    def holds(self, spot: Spot) -> bool:
        return part_at(self.parts, spot) is not None

    def spots_near(self, slab: Slab, inches: float) -> list[Spot]:
        """One point of each of these stretches that is so near to a base."""
        found = []
        for number, track in enumerate(self.net.tracks):
            for leg in track.course.legs:
                part = part_near(slab, leg.a, leg.b, inches + track.half)
                for low, high in self.parts[number] if part else ():
                    first, last = max(low, leg.start + part[0]), min(high, leg.start + part[1])  # type: ignore[index]
                    if first <= last:
                        found.append((number, (first + last) / 2))
        return found

    def distances_from(self, starts: Sequence[Spot]) -> dict[Spot, float]:
        """The distances over these stretches to the starts and to every joint within reach."""
        gone = {start: 0.0 for start in starts if self.holds(start)}
        open_links = [link for link in self.net.links if all(map(self.holds, link))] if gone else ()
        spreading = True
        while spreading:
            spreading = False
            for here, there in open_links:
                inches = self.inches_to(gone, here)
                if shapes.less(inches, gone.get(there, inf)):
                    gone[there] = inches
                    spreading = True
        return gone

    def inches_to(self, gone: dict[Spot, float], spot: Spot) -> float:
        part, (number, at) = part_at(self.parts, spot), spot
        if part is None:
            return inf
        known = [(there, inches) for (other, there), inches in gone.items() if other == number]
        return min((inches + abs(there - at) for there, inches in known if lies_in(part, there)), default=inf)

    def way(self, starts: Sequence[Spot], end: Spot) -> list[Spot]:
        """The turning points of the shortest way over these stretches; empty if there is none."""
        ends = [*dict.fromkeys([*starts, *(spot for link in self.net.joints for spot in link), end])]
        front: list[tuple[float, list[Spot]]] = [(0.0, [start]) for start in starts if self.holds(start)]
        seen: set[Spot] = set()
        while front:
            gone, way = heappop(front)
            here = way[-1]
            if here == end:
                return way
            if here not in seen:
                seen.add(here)
                for there in ends:
                    if (inches := self.step(here, there)) < inf:
                        heappush(front, (gone + inches, [*way, there]))
        return []

    def step(self, here: Spot, there: Spot) -> float:
        """The distance from one spot straight to another, along a track or over a joint."""
        if here[0] == there[0] and (part := part_at(self.parts, here)) and lies_in(part, there[1]):
            return abs(here[1] - there[1])
        return 0.0 if self.holds(there) and (here, there) in self.net.links else inf

    def joins(self, one: Slab, other: Slab) -> bool:
        """Whether a clear way leads from one base to another."""
        distances = self.distances_from(self.spots_near(one, ON_ROAD))
        return any(self.inches_to(distances, spot) < inf for spot in self.spots_near(other, ON_ROAD))

    def entries(self) -> list[tuple[str, Point]]:
        """Where clear roads meet the friendly edge."""
        meet = [(there, self.holds(here)) for here, there in self.net.joints if here[0] == 0]
        found = [(spot, self.net.tracks[spot[0]]) for spot, clear in meet if clear and self.holds(spot)]
        return [(track.name, track.course.at(at)) for (_, at), track in found]


class ClearStretches(ClearRoads):
    """airborne.supply: roads away from all enemies, for troops that are cut off from their edge."""

    def stretches(self, board: FreeTable, edge: str, enemies: tuple[Slab, ...]) -> Parts:
        return [[], *clear_parts(board, edge, enemies, self.clear)[1:]]


def closers(state: State, side: Side) -> Iterator[Unit]:
    """The units of a side that close a road to the enemy: its stands, its C Ops and its FUP."""
    yield from all_standing(state, side)
    yield from (unit for unit in state.units.values() if unit.kind in COMMAND and unit.side == side and unit.place)


@lru_cache(maxsize=256)
def connected_parts(board: FreeTable, edge: str, enemies: tuple[Slab, ...], inches: float) -> Parts:
    """Spread from the edge over every joint that lies in clear stretches."""
    roads = net(board, edge)
    clear = clear_parts(board, edge, enemies, inches)
    found: Parts = [list(clear[0]), *([] for _ in clear[1:])]
    spreading = True
    while spreading:
        spreading = False
        for here, there in roads.links:
            part = part_at(clear, there)
            if part and part not in found[there[0]] and part_at(found, here):
                found[there[0]].append(part)
                spreading = True
    return found


def clear_parts(board: FreeTable, edge: str, enemies: Sequence[Slab], inches: float) -> Parts:
    """The stretches of each track that are not so near to an enemy."""
    closed = [closed_parts(board, edge, enemy, inches) for enemy in enemies]
    return [
        between([part for by_track in closed for part in by_track[number]], track.course.length)
        for number, track in enumerate(net(board, edge).tracks)
    ]


@lru_cache(maxsize=1 << 12)
def closed_parts(board: FreeTable, edge: str, enemy: Slab, inches: float) -> Parts:
    """The stretches of each track that are so near to one enemy. Few move at a time."""
    found: Parts = []
    for track in net(board, edge).tracks:
        met = [(leg.start, part_near(enemy, leg.a, leg.b, inches + track.half)) for leg in track.course.legs]
        found.append([(start + part[0], start + part[1]) for start, part in met if part])
    return found


def between(closed: list[Part], length: float) -> list[Part]:
    """The rest of a track, without these stretches."""
    clear, begin = [], 0.0
    for low, high in shapes.joined(closed):
        clear.append((begin, low))
        begin = high
    clear.append((begin, length))
    return [(low, high) for low, high in clear if shapes.less(low, high)]


def part_at(parts: Parts, spot: Spot) -> Part | None:
    number, at = spot
    for part in parts[number]:
        if lies_in(part, at):
            return part
    return None


def lies_in(part: Part, at: float) -> bool:
    return part[0] - SLIP <= at <= part[1] + SLIP
