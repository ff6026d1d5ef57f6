"""Sites for a battalion: where the middle of its front may be so that all its stands stand where they may."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import count, islice, takewhile
from typing import TypeVar

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import Facings, Picker
from sandtable.board.course import Course
from sandtable.board.place import EDGES, Place, Point
from sandtable.board.shapes import Box
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.landmarks import is_before
from sandtable.mechanics.layout import Places
from sandtable.mechanics.regions import Ruled, is_on_lattice, outline_of
from sandtable.rules.great_battles.battle.scenario import PATHS, battle, roads, table
from sandtable.rules.great_battles.commands.day import PlaceUnit
from sandtable.rules.great_battles.edition import refuse
from sandtable.rules.great_battles.move.transport import PACKED
from sandtable.rules.great_battles.table.alone import is_too_few, refuse_alone
from sandtable.rules.great_battles.table.column import file_at
from sandtable.rules.great_battles.table.field import enemies_touched, stands_of
from sandtable.rules.great_battles.table.formation import USUAL, Array, in_order, spaced
from sandtable.rules.great_battles.table.landmarks import (
    enemies_by_distance,
    objectives_by_distance,
    shelters_by_distance,
)
from sandtable.rules.great_battles.table.walks import under
from sandtable.rules.great_battles.words import GUNS, Formation, Mark

WIDE = 6  # times the mesh, to begin with
NOTABLE = 16  # places worth a look
MESHES = 4  # between the places looked at here and there, across the whole
SPARSELY = 5  # of the places along a road
ASIDE = ((0.0, 0.0), (0.0, 1.5), (0.0, -1.5), (1.5, 0.0), (-1.5, 0.0))  # inches from a point that may be taken itself
ASTRAY, ROUND = 0.25, 15  # inches and degrees by which another place is looked for round one that is taken
TRIES = 30  # places picked at random before one is looked for in order


class Site(Ruled):
    """Where a battalion that is off the table may be put down in a formation. A Region; each kind says what it asks."""

    clause = ""  # by which a place is refused that is no place at all
    mesh = 1.0  # inches between the places that are tried when room is scarce

    def __init__(self, state: State, body: Unit, shape: Formation, interval: int = USUAL) -> None:
        marks = body.marks - frozenset(Formation) | {shape}
        self.body, self.shape, self.interval = body, shape, interval
        self.state = state.put(replace(body, marks=marks))  # with the bases turned as they will be

    # ---- what each kind says

    @property
    def box(self) -> Box:
        """No anchor lies outside it."""
        raise NotImplementedError

    def refuse_places(self, places: Places) -> Refusal | None:
        """Why the stands may not stand so."""
        raise NotImplementedError

    @property
    def facings(self) -> tuple[int, ...]:
        """Which way it may be tried to face, the likeliest first."""
        ahead = (EDGES[battle(self.state).army(self.body.side).edge] + 180) % 360
        return ahead, (ahead + 90) % 360, (ahead + 270) % 360, (ahead + 180) % 360

    def drawn_up(self, place: Place) -> tuple[Place, Places] | None:
        """The anchor and the places of the stands; None if it cannot be so formed there."""
        if self.shape == Formation.ROAD_MARCH:
            return self._in_file(place)
        return place, self.array.at(place)

    @cached_property
    def array(self) -> Array:
        return Array(self.state, self.shape, self.stands, self.interval)

    @cached_property
    def stands(self) -> list[Unit]:
        return stands_of(self.state, self.body.id)

    def _in_file(self, place: Place) -> tuple[Place, Places] | None:
        """Nose to tail along the road there, the first stand at that place."""
        return file_at(self.state, in_order(self.stands), place)

    def nets(self) -> Iterator[Place]:
        """Places to try one after another, from the middle outwards or along the roads."""
        if is_too_few(self.shape, len(self.stands)):
            return iter(())
        return self._along_roads() if self.shape == Formation.ROAD_MARCH else self._from_middle()

    def _along_roads(self) -> Iterator[Place]:
        west, south, east, north = self.box
        for course in self.courses:
            for step in range(int(course.length / self.mesh) + 1):
                x, y = course.at(step * self.mesh)
                if west <= x <= east and south <= y <= north:
                    yield on_course(course, step * self.mesh, backwards=False)
                    yield on_course(course, step * self.mesh, backwards=True)

    @property
    def courses(self) -> list[Course]:
        return [Course(road.points) for road in roads(table(self.state))]

    def _from_middle(self) -> Iterator[Place]:
        """A wide mesh first: only where room is scarce is the close one needed."""
        for mesh in (self.mesh * WIDE, self.mesh):
            for facing in self.facings:
                west, south, east, north = self.room(facing)
                for x, y in meshed(self.box, mesh):
                    if west <= x <= east and south <= y <= north:
                        yield shapes.place_at((x, y), facing)

    def room(self, facing: int) -> Box:
        """No anchor lies outside it when the battalion faces so; it may be larger than it need be."""
        return self.box

    # ---- the verbs of a region

    def why_not(self, place: Place) -> Refusal | None:
        if not is_on_lattice(place):
            return refuse(self.state, self.clause, "that is not a place on the table")
        if why := refuse_alone(self.state, self.shape, len(self.stands)):
            return why
        found = self.drawn_up(place)
        if found is None:
            return refuse(self.state, "formation.types", "there is no road for it there")
        return self.refuse_places(found[1])

    def nearest(self, place: Place) -> Place:
        """On the road that comes nearest, if it is to stand along one; anywhere else one can point at a place."""
        if self.shape != Formation.ROAD_MARCH or not self.courses:
            return place
        stretch, at = under(table(self.state), place)
        return shapes.place_at(shapes.along(stretch.a, stretch.b, at), stretch.heading)

    def guess(self, rng: Picker) -> Place:
        if self.shape == Formation.ROAD_MARCH and (courses := self.courses):
            course = rng.choice(courses)
            return on_course(course, rng.uniform(0.0, course.length), backwards=rng.random() < 0.5)
        west, south, east, north = self.box
        facing = rng.choice((*self.facings[:1] * 2, rng.randrange(360)))
        return Place(shapes.to_lattice(rng.uniform(west, east)), shapes.to_lattice(rng.uniform(south, north)), facing)

    def sample(self, rng: Picker) -> Place:
        for place in (self.guess(rng) for _ in range(TRIES)):
            if self.contains(place):
                return place
        return self.last_resort()

    def last_resort(self) -> Place:
        """Where room is scarce: the first place that is found. The region is only offered where there is one."""
        assert self.first is not None
        return self.first

    @cached_property
    def first(self) -> Place | None:
        """Some place there is; None if there is no room."""
        return next(filter(self.contains, self.nets()), None)

    def nearest_room(self, place: Place) -> Place | None:
        """Where there is room for it, as near as may be to a place that is taken; None if there is none at all."""
        west, south, east, north = self.box
        far = shapes.span_of((west, south), (east, north))
        near = takewhile(lambda one: shapes.span_of(one.point, place.point) <= far, rings(place, place.facing + 180))
        return next(filter(self.contains, map(self.nearest, near)), None)

    def enemies_at(self, place: Place) -> list[Unit]:
        """Whom it would be in contact with there."""
        found = self.drawn_up(place)
        return enemies_touched(self.state, self.body, found[1]) if found else []

    def notable(self) -> Iterator[Place]:
        """Near objectives and in cover, towards the enemy, and some places here and there; all as usually spaced."""
        return iter(()) if self.interval != USUAL else islice(filter(self.contains, self._wishes()), NOTABLE)

    def _wishes(self) -> Iterator[Place]:
        if self.shape == Formation.ROAD_MARCH:
            yield from islice(self._along_roads(), 0, None, SPARSELY)
            return
        west, south, east, north = self.box
        middle = (west + east) / 2, (south + north) / 2
        goals = objectives_by_distance(self.state, middle)
        near = goals[0] if goals else middle
        shelters = shelters_by_distance(self.state, self._within(near))
        for point in (*goals, *shelters, *meshed(self.box, max(east - west, north - south, self.mesh) / MESHES)):
            x, y = self._within(point)
            for aside in ASIDE if point in goals or point in shelters else ASIDE[:1]:
                place = Place(shapes.to_lattice(x + aside[0]), shapes.to_lattice(y + aside[1]), self.facings[0])
                yield from dict.fromkeys((self._to_the_enemy(place), place))

    def _to_the_enemy(self, place: Place) -> Place:
        """Facing the nearest enemy there, if he would be behind it and the scenario does not say how it faces."""
        enemies = enemies_by_distance(self.state, self.body, place.point)
        behind = bool(enemies) and not is_before(place, enemies[0]) and len(self.facings) > 1
        return replace(place, facing=shapes.bearing(place.point, enemies[0])) if behind else place

    def _within(self, point: Point) -> Point:
        """The point of the box nearest to another."""
        west, south, east, north = self.box
        return min(max(point[0], west), east), min(max(point[1], south), north)

    def laid_out(self, place: Place) -> Places:
        found = self.drawn_up(place)
        return found[1] if found else {}

    def faced(self) -> Facings:
        return Facings(self.facings[0])

    def outline(self) -> list[list[Point]]:
        return outline_of(self.box)

    @property
    def key(self) -> tuple[object, ...]:
        loaded = tuple(Mark.LOADED in stand.marks for stand in self.stands)
        return self.body.id, self.shape, self.interval, self.box, loaded


S = TypeVar("S", bound=Site)
Manners = Sequence[tuple[bool, bool]]  # mounted or not, with weapons set up or not


def open_sites(
    site_of: Callable[[State, Formation, int], S],
    view: State,
    body: Unit,
    offered: Iterable[Formation],
    manners: Manners,
) -> Iterator[tuple[PlaceUnit, S]]:
    """Every formation, spacing and manner in which there is room for a battalion that is put down."""
    for shape, interval in spaced(view, body, offered):
        usual = site_of(view, shape, interval)
        for mounted, set_up in manners:
            there = as_put_down(view, body, mounted=mounted, set_up=set_up)
            site = usual if there is view else site_of(there, shape, interval)
            if site.first is not None:
                yield PlaceUnit(body.id, None, shape, mounted, set_up, interval), site


def as_put_down(state: State, body: Unit, *, mounted: bool, set_up: bool) -> State:
    """data.terrain: the same with whoever is to be on foot out of his transport, where some ground asks for that."""
    grounds = battle(state).grounds
    if not any(grounds[piece.kind].foot_only for piece in table(state).terrain if piece.kind not in PATHS):
        return state
    out = [stand for stand in stands_of(state, body.id) if gets_out(stand, mounted=mounted, set_up=set_up)]
    for stand in out:
        state = state.put(replace(stand, marks=stand.marks - {Mark.LOADED}))
    return state


def gets_out(stand: Unit, *, mounted: bool, set_up: bool) -> bool:
    ready = set_up and stand.kind in PACKED
    return Mark.LOADED in stand.marks and (ready or (not mounted and stand.kind not in GUNS))


@lru_cache(maxsize=64)
def meshed(box: Box, mesh: float) -> tuple[Point, ...]:
    """Points all over a box, from the middle outwards."""
    west, south, east, north = box
    middle = (west + east) / 2, (south + north) / 2
    across, up = int((east - west) / mesh) + 1, int((north - south) / mesh) + 1
    points = [(west + x * mesh, south + y * mesh) for x in range(across) for y in range(up)]
    return tuple(sorted(points, key=lambda point: (shapes.span_of(point, middle), point)))


def rings(place: Place, first: int = 0) -> Iterator[Place]:
    """A place and then others round it, the nearest first; of those equally near, that in the first direction."""
    yield place
    for step in count(1):
        for turn in range(first, first + 360, ROUND):
            yield shapes.shifted(place, turn, step * ASTRAY)


def on_course(course: Course, inches: float, *, backwards: bool) -> Place:
    return shapes.place_at(course.at(inches), course.heading(inches, backwards=backwards))
