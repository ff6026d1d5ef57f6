"""Road march: a battalion moves along its road like a snake."""

from collections.abc import Iterator
from functools import cached_property

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.board.course import Course, in_file
from sandtable.board.place import Place, Point
from sandtable.board.shapes import to_lattice
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import ROADS, roads, table
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.move.approach import refuse_approach
from sandtable.rules.great_battles.move.movement import (
    ROUNDING,
    Way,
    is_on_lattice,
    refuse_end,
    refuse_passage,
)
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.table.field import standing, turned
from sandtable.rules.great_battles.table.formation import Places, in_order
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.words import Formation

OFF = shapes.TWO_STEPS  # a place of the lattice is as good as on the line


class RoadWay(Way):
    """Along a road from one position of the leading stand to another; gaps that losses have left close up."""

    pays_ground = False

    def __init__(self, state: State, body: Unit, course: Course, start: float, end: float, to: Place) -> None:
        self.course, self.lead, self.end = course, start, end
        self.file = in_order(standing(state, body.id))
        self.bases = [turned(charts(state).bases[stand.kind]) for stand in self.file]
        stays: Places = {stand.id: stand.place for stand in self.file if stand.place is not None}
        super().__init__(state, body, to, stays if start == end else self.at(end) or {})
        self.steps = max(1, int(end - start))

    def at(self, lead: float) -> Places | None:
        places = in_file(self.course, lead, self.bases, backwards=False)
        return {stand.id: place for stand, place in zip(self.file, places, strict=True)} if places else None

    def pose(self, share: float) -> Places:
        return self.after if share >= 1 else self.at(self.lead + (self.end - self.lead) * share) or self.before

    def anchor(self, share: float) -> Place:
        return self.to if share >= 1 else self.pose(share)[self.file[0].id]

    def inches(self) -> float:
        """How far along the road the stand goes that goes farthest."""
        return self._far

    @cached_property
    def _far(self) -> float:
        along = self.course.nearest
        return max(along(self.after[i].point)[0] - along(place.point)[0] for i, place in self.before.items())

    def cost(self, rates: Rates) -> float:
        """move.road: the ground the road passes through does not matter."""
        return self.inches() / rates.on_road(self.surface)

    @property
    def surface(self) -> str:
        kinds = [
            road.kind
            for road in roads(table(self.state))
            if road.points in (self.course.points, self.course.points[::-1])
        ]
        return ROADS[kinds[0]]


class RoadMoves:
    """Where the head of a road column may get to. A Region."""

    def __init__(self, state: State, body: Unit, left: float = 1.0, began: Places | None = None) -> None:
        """`began`: where its stands stood when the move began."""
        head = in_order(standing(state, body.id))[0].place
        assert head is not None
        self.state, self.body, self.left, self.start, self.began = state, body, left, head, began
        self.rates = Rates(state, body)
        self.course, self.lead = course_of(state, head)

    @property
    def far(self) -> float:
        surface = RoadWay(self.state, self.body, self.course, self.lead, self.lead, self.start).surface
        return min(self.rates.on_road(surface) * self.left, self.rates.inches_left)

    def way(self, place: Place) -> RoadWay | None:
        """The way to a place on the road ahead, if it is one."""
        if place == self.start:
            return RoadWay(self.state, self.body, self.course, self.lead, self.lead, place)
        inches, off = self.course.nearest(place.point)
        if off > OFF or inches <= self.lead or not is_on_lattice(place):
            return None
        way = RoadWay(self.state, self.body, self.course, self.lead, inches, place)
        return way if way.after else None

    def contains(self, place: Place) -> bool:
        return self.why_not(place) is None

    def why_not(self, place: Place) -> Refusal | None:
        way = self.way(place)
        if way is None:
            return refuse(self.state, "move.road", "in road march it goes along the road ahead and nowhere else")
        if place.facing != way.after[way.file[0].id].facing:
            return refuse(self.state, "formation.facing", "in road march it faces as the road leads")
        return self.refuse(way)

    def refuse(self, way: Way) -> Refusal | None:
        """Why it may not go that way along the road."""
        if way.inches() <= 0.0:
            return None
        return (
            self._too_far(way)
            or refuse_end(self.state, self.body, way.after)
            or refuse_passage(self.state, way)
            or refuse_approach(self.state, way, self.began)
        )

    def _too_far(self, way: Way) -> Refusal | None:
        if way.inches() <= self.far + ROUNDING:
            return None
        if self.rates.pinned:
            return refuse(self.state, "move.set-up", "a weapon that is set up holds it to 1 inch")
        why = "move.as-bad-going" if self.rates.slowed else "move.road"
        return refuse(self.state, why, f"it goes {self.far:g} inches along this road")

    def sample(self, rng: Picker) -> Place:
        for miss in range(8):
            place = self.ahead(self.far * rng.random() * 0.7**miss)
            if self.contains(place):
                return place
        return self.start

    def notable(self) -> Iterator[Place]:
        places = [self.ahead(self.far * share) for share in (1.0, 0.75, 0.5, 0.25)]
        yield from (place for place in places if self.contains(place))

    def ahead(self, inches: float) -> Place:
        at = self.lead + inches
        x, y = self.course.at(at)
        return Place(to_lattice(x), to_lattice(y), self.course.heading(at))

    def laid_out(self, place: Place) -> Places:
        way = self.way(place)
        return way.after if way else {}

    def places(self) -> None:
        """Too many to count."""

    def outline(self) -> list[list[Point]]:
        return [self.course.part(self.lead, min(self.lead + self.far, self.course.length))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoadMoves) and self._key == other._key

    def __hash__(self) -> int:
        return hash((self.body.id, self.left))

    @property
    def _key(self) -> tuple[object, ...]:
        return self.body, self.left, self.began


def moves_of(state: State, body: Unit, left: float, began: Places | None = None) -> Moves | RoadMoves:
    """Where it may go: along its road if it is in road march, else anywhere."""
    region = RoadMoves if Formation.ROAD_MARCH in body.marks else Moves
    return region(state, body, left, began)


def course_of(state: State, head: Place) -> tuple[Course, float]:
    """The road a column stands on, in its direction of march, and where on it its head is."""
    found = []
    for road in roads(table(state)):
        for course in (Course(road.points), Course(road.points[::-1])):
            inches, off = course.nearest(head.point)
            astray = abs((course.heading(inches) - head.facing + 180) % 360 - 180)
            found.append((round(off, 1), astray, road.name, inches, course))
    _, _, _, inches, course = min(found, key=lambda one: one[:4])
    return course, inches
