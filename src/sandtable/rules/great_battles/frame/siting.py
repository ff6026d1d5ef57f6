"""Sites for a battalion: the places of its anchor at which all its stands are on allowed ground."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, islice, takewhile
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import Facings, Picker
from sandtable.board.course import Course
from sandtable.board.lazy import Remembered, lazy
from sandtable.board.place import EDGES, Place, Point
from sandtable.board.shapes import Box, Slab
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Command, Refusal
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.landmarks import is_before
from sandtable.mechanics.layout import TOUCHING, Places, collides, may_meet, touches
from sandtable.mechanics.regions import Ruled, is_on_lattice, outline_of
from sandtable.rules.great_battles.battle.scenario import PATHS, battle, roads, table
from sandtable.rules.great_battles.commands.day import PlaceUnit
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.facts.day import Spots
from sandtable.rules.great_battles.move.movement import bars_stopping, end_at, is_barred, is_in_the_way
from sandtable.rules.great_battles.move.transport import PACKED
from sandtable.rules.great_battles.table.field import enemies_touched, field, is_standing, placed_slabs, stands_of
from sandtable.rules.great_battles.table.formation import USUAL, Array, in_order, is_too_few, refuse_alone, spaced
from sandtable.rules.great_battles.table.landmarks import (
    enemies_by_distance,
    objectives_by_distance,
    shelters_by_distance,
)
from sandtable.rules.great_battles.table.walks import file_at, under
from sandtable.rules.great_battles.words import GUNS, Formation, Mark

WIDE = 6  # times the mesh, to begin with
NOTABLE = 16  # places worth a look
MESHES = 4  # between the places that are sampled across the whole site
SPARSELY = 5  # one of so many places along a road
ASIDE = ((0.0, 0.0), (0.0, 1.5), (0.0, -1.5), (1.5, 0.0), (-1.5, 0.0))  # inches from a point that may be occupied
ASTRAY, ROUND = 0.25, 15  # steps in inches and degrees of the search round an occupied place
MOST = 1024  # kinds of sites to remember on one table
TRIES = 30  # random places before the search in order


class Site(Ruled):
    """Where a battalion that is off the table may be placed in a formation. A Region; subclasses add conditions."""

    clause = ""  # of the refusal of a place off the lattice
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

    @property
    def where(self) -> tuple[object, ...]:
        """What its ground depends on, besides the stands and their formation."""
        raise NotImplementedError

    def refuse_ground(self, places: Places) -> Refusal | None:
        """Why these places are not on its ground, whoever stands there."""
        raise NotImplementedError

    def refuse_company(self, places: Places) -> Refusal | None:
        """Why the stands cannot end on that ground, or beside those who stand there."""
        raise NotImplementedError

    @property
    def facings(self) -> tuple[int, ...]:
        """The facings to try, the likeliest first."""
        ahead = (EDGES[battle(self.state).army(self.body.side).edge] + 180) % 360
        return ahead, (ahead + 90) % 360, (ahead + 270) % 360, (ahead + 180) % 360

    def drawn_up(self, place: Place) -> tuple[Place, Places] | None:
        """The anchor and the places of the stands; None if the formation does not fit there."""
        if self.shape == Formation.ROAD_MARCH:
            return file_at(self.state, in_order(self.stands), place)
        return place, self.array.at(place)

    @lazy
    def array(self) -> Array:
        return Array(self.state, self.shape, self.stands, self.interval)

    @lazy
    def stands(self) -> list[Unit]:
        return stands_of(self.state, self.body.id)

    def nets(self) -> Iterator[Place]:
        """Places to try in order, from the middle outwards or along the roads."""
        if is_too_few(self.shape, len(self.stands)):
            return iter(())
        return self._along_roads() if self.shape == Formation.ROAD_MARCH else self._from_middle()

    def _along_roads(self) -> Iterator[Place]:
        west, south, east, north = self.box
        for (x, y), both_ways in along_courses(table(self.state), self.mesh):
            if west <= x <= east and south <= y <= north:
                yield from both_ways

    @property
    def courses(self) -> list[Course]:
        return table(self.state).derived(courses_of)

    def _from_middle(self) -> Iterator[Place]:
        """A wide mesh first: the close one is only needed where room is scarce."""
        for mesh in (self.mesh * WIDE, self.mesh):
            for facing in self.facings:
                west, south, east, north = self.room(facing)
                for x, y in meshed(self.box, mesh):
                    if west <= x <= east and south <= y <= north:
                        yield shapes.place_at((x, y), facing)

    def room(self, facing: int) -> Box:
        """A box that contains every anchor for this facing; it may be too large."""
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
        """The nearest place on a road if the formation needs a road; otherwise the place itself."""
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
        """A random place; where room is scarce, the first place found."""
        for place in (self.guess(rng) for _ in range(TRIES)):
            if self.contains(place):
                return place
        assert self.first is not None  # the region is only offered if there is one
        return self.first

    def refuse_places(self, places: Places) -> Refusal | None:
        """Why the stands cannot have these places."""
        return self.refuse_ground(places) or self.refuse_company(places)

    @lazy
    def first(self) -> Place | None:
        """Some possible place; None if there is no room."""
        return next((lot.place for lot in self.lots() if self.has_room(lot)), None)

    def lots(self) -> Iterator["Lot"]:
        """Places to try in order: who stands there changes, but the ground that bars nobody need be found only once."""
        key = self.alike, self.state.rules, self.state.variants
        known = table(self.state).derived(lots_found)
        if key not in known:
            if len(known) >= MOST:
                known.clear()
            known[key] = Remembered(self._lots())
        return iter(known[key])

    @property
    def alike(self) -> tuple[object, ...]:
        """Sites of one side for which this is the same have the same room."""
        stands = tuple([(stand.kind, Mark.LOADED in stand.marks) for stand in in_order(self.stands)])
        return type(self), stands, self.shape, self.interval, self.facings, self.where

    def _lots(self) -> Iterator["Lot"]:
        for place in self.nets():
            spots = self.laid_out(place)
            if spots and self.refuse_ground(spots) is None and not is_barred(self.state, end_at(self.state, spots)):
                slabs = list(placed_slabs(self.state, spots).values())
                yield Lot(place, slabs, shapes.box_of([spot.point for spot in spots.values()]), [])

    def has_room(self, lot: "Lot") -> bool:
        """Whether nobody is in the way there: nobody asks for the reason. Mostly whoever was there last still is."""
        slabs = field(self.state).slabs
        if any(slabs.get(i) is slab and self._near_whom(i) is meets for i, slab, meets in lot.held_by):
            return False
        lot.held_by[:] = islice(self._in_the_way(lot), 1)
        return not lot.held_by

    def _in_the_way(self, lot: "Lot") -> Iterator["Holder"]:
        """Those who stand in the way there, and enemies who would be touched."""
        here = field(self.state)
        for i in here.near(shapes.grown(lot.box, charts(self.state).largest_base + TOUCHING)):
            slab, meets = here.slabs[i], self._near_whom(i)
            if meets and any(meets(own, slab) for own in may_meet(lot.slabs, slab)):
                yield Holder(i, slab, meets)

    def _near_whom(self, i: UnitId) -> "Meets | None":
        """How a unit bars a place: an enemy by contact, others by overlap, some not at all."""
        unit, body = self.state.units[i], self.body
        if unit.side != body.side and is_standing(unit):
            return touches
        return collides if is_in_the_way(unit, body) or bars_stopping(self.state, unit, body) else None

    def nearest_room(self, place: Place) -> Place | None:
        """The nearest place with room to an occupied place; None if there is no room at all."""
        west, south, east, north = self.box
        far = shapes.span_of((west, south), (east, north))
        near = takewhile(lambda one: shapes.span_of(one.point, place.point) <= far, rings(place, place.facing + 180))
        return next(filter(self.contains, map(self.nearest, near)), None)

    def enemies_at(self, place: Place) -> list[Unit]:
        """The enemies it would touch there."""
        return enemies_touched(self.state, self.body, self.laid_out(place))

    def notable(self) -> Iterator[Place]:
        """Places near objectives, in cover, towards the enemy and some others, in the usual spacing."""
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
        """The place, turned to the nearest enemy if he would be behind and the scenario gives no facing."""
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


Meets = Callable[[Slab, Slab], bool]


class Holder(NamedTuple):
    """A unit in the way, where it stands, and how it bars the place."""

    unit: UnitId
    slab: Slab
    meets: Meets


class Lot(NamedTuple):
    """A place to try, and the ground that its stands would cover there."""

    place: Place
    slabs: list[Slab]
    box: Box  # round their middles
    held_by: list[Holder]  # who was last found in the way there


def lots_found(board: FreeTable) -> dict[object, Remembered[Lot]]:
    """Where battalions may stand on this table, by their stands and formation."""
    return {}


S = TypeVar("S", bound=Site)
SiteKind = Callable[[State, Unit, Formation, int], S]
Manners = Sequence[tuple[bool, bool]]  # mounted or not, with weapons set up or not


def open_sites(
    kind: SiteKind[S], view: State, body: Unit, offered: Iterable[Formation], manners: Manners
) -> Iterator[tuple[PlaceUnit, S]]:
    """Every formation, spacing and manner for which there is room."""
    for shape, interval in spaced(view, body, offered):
        usual = kind(view, body, shape, interval)
        for mounted, set_up in manners:
            there = as_put_down(view, body, mounted=mounted, set_up=set_up)
            site = usual if there is view else kind(there, body, shape, interval)
            if site.first is not None:
                yield PlaceUnit(body.id, None, shape, mounted, set_up, interval), site


def site_of(kind: SiteKind[S], state: State, order: PlaceUnit) -> S:
    """The region where a battalion may be placed in this way."""
    body = state.units[order.unit]
    there = as_put_down(state, body, mounted=order.mounted, set_up=order.set_up)
    return kind(there, body, order.formation, order.interval)


def refuse_site(kind: SiteKind[S], view: State, body: Unit, command: Command) -> Refusal | None:
    if not isinstance(command, PlaceUnit) or command.to is None or command.unit != body.id:
        return None
    return site_of(kind, view, command).why_not(command.to)


def formed_at(site: Site, to: Place | None) -> tuple[Place, Spots]:
    """The anchor and the places of the stands, where the region has the place."""
    found = site.drawn_up(to) if to else None
    assert found is not None
    return found[0], tuple(found[1].items())


def as_put_down(state: State, body: Unit, *, mounted: bool, set_up: bool) -> State:
    """data.terrain: the same state with the dismounted out of their transport, where some ground asks for that."""
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
    """A place and then others round it, the nearest first."""
    yield place
    for step in count(1):
        for turn in range(first, first + 360, ROUND):
            yield shapes.shifted(place, turn, step * ASTRAY)


def courses_of(board: FreeTable) -> list[Course]:
    return [Course(road.points) for road in roads(board)]


@lru_cache(maxsize=64)
def along_courses(board: FreeTable, mesh: float) -> tuple[tuple[Point, tuple[Place, Place]], ...]:
    """Points all along the roads, and the places there in both directions."""
    spots = ((one, step * mesh) for one in board.derived(courses_of) for step in range(int(one.length / mesh) + 1))
    return tuple(
        (one.at(inches), (on_course(one, inches, backwards=False), on_course(one, inches, backwards=True)))
        for one, inches in spots
    )


def on_course(course: Course, inches: float, *, backwards: bool) -> Place:
    return shapes.place_at(course.at(inches), course.heading(inches, backwards=backwards))
