"""Road march: a battalion moves along roads like a snake."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings, Picker
from sandtable.board.course import file_inches, stand_at, stretches
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.layout import Places
from sandtable.mechanics.regions import Ruled, is_on_lattice
from sandtable.rules.great_battles.battle.scenario import ROADS, table
from sandtable.rules.great_battles.edition import refuse
from sandtable.rules.great_battles.move.approach import refuse_approach
from sandtable.rules.great_battles.move.movement import (
    FINER,
    ROUNDING,
    Stage,
    Way,
    refuse_end,
    refuse_passage,
    stages_of,
)
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.table.field import places_of, standing
from sandtable.rules.great_battles.table.formation import in_order
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.walks import Stretch, Walk, bases_of, near, room_for, routes, trail, walk
from sandtable.rules.great_battles.words import Formation

OFF = shapes.TWO_STEPS  # a place of the lattice is as good as on the line


class Along(NamedTuple):
    """A walk under a column, from behind its last stand to a point ahead of its first."""

    walk: Walk
    stood: tuple[float, ...]  # how far along it each stand is, the first stand first
    last: float  # where its last stretch begins

    def reach(self, rates: Rates, left: float) -> float:
        """How far ahead all stands get; the slowest surface under one of them slows the others."""
        return min(self.walk.reach(low, left, rates) for low in self.stood)


class RoadWay(Way):
    """Along the roads to another position of the leading stand; gaps from losses close."""

    pays_ground = False

    def __init__(self, state: State, body: Unit, along: Along, end: float, to: Place) -> None:
        self.along, self.end, self.lead = along, end, along.stood[0]
        self.walk, self.course = along.walk, along.walk.course
        self.file = in_order(standing(state, body.id))
        self.bases = bases_of(state, self.file)
        super().__init__(state, body, to, places_of(self.file) if end == self.lead else self.pose_at(end) or {})
        self.steps = max(1, int(end - self.lead))

    def inches_at(self, lead: float) -> tuple[float, ...] | None:
        """How far along each stand is when the first has come so far; None if the road is too short."""
        return self.along.stood if lead == self.lead else file_inches(self.course, lead, self.bases)

    def pose_at(self, lead: float) -> Places | None:
        if found := self.inches_at(lead):
            return {stand.id: stand_at(self.course, at) for stand, at in zip(self.file, found, strict=True)}
        return None

    def pose(self, share: float) -> Places:
        return self.after if share >= 1 else self.pose_at(self._lead(share)) or self.before

    def anchor(self, share: float) -> Place:
        return self.to if share >= 1 else self.pose(share)[self.file[0].id]

    def via(self, came: float, share: float) -> tuple[Point, ...]:
        low, high = self._lead(came), self._lead(share)
        return tuple(leg.a for leg in self.course.legs if low < leg.start < high)

    @lazy
    def stages(self) -> list[Stage]:
        """Smaller stages where a stand goes round a bend."""
        found = []
        for stage in stages_of([0.0, *self.bends], [self.before, *map(self.pose, self.bends)]):
            if all(place.facing == stage.after[i].facing for i, place in stage.before.items()):
                found.append(stage)
            else:
                inches = stage.end - stage.start
                shares = [stage.start + inches * part / FINER for part in range(1, FINER + 1)]
                poses = [stage.before, *map(self.pose, shares[:-1]), stage.after]
                found += stages_of([stage.start, *shares], poses)
        return found

    def _lead(self, share: float) -> float:
        return self.end if share >= 1 else self.lead + (self.end - self.lead) * share

    def spans(self, share: float = 1.0) -> list[tuple[float, float]]:
        """The start and end of each stand along the walk after this share of the way."""
        return list(zip(self.along.stood, self.inches_at(self._lead(share)) or self.along.stood, strict=True))

    def inches(self) -> float:
        """The longest way of a stand along the road."""
        if self._inches is None:
            self._inches = max(high - low for low, high in self.spans())
        return self._inches

    def cost(self, rates: Rates) -> float:
        """move.road: the ground the road passes through does not matter, but its surface does."""
        return self.cost_until(1.0, rates)

    def cost_until(self, share: float, rates: Rates) -> float:
        return max(self.walk.price(low, high, rates) for low, high in self.spans(share))


class RoadMoves(Ruled):
    """Where the head of a road column may get to. A Region."""

    def __init__(self, state: State, body: Unit, left: float = 1.0, began: Places | None = None) -> None:
        """`began`: where its stands stood when the move began."""
        file = in_order(standing(state, body.id))
        places = [stand.place for stand in file if stand.place is not None]
        self.state, self.body, self.left, self.start, self.began = state, body, left, places[0], began
        self.rates, self.board, self.bases = Rates(state, body), table(state), bases_of(state, file)
        self.trail, self.spots = trail(self.board, places)
        self.head, self.routes = self.trail[-1], routes(self.board, self.trail[-1])

    def along(self, onward: tuple[Stretch, ...] = ()) -> Along:
        """The walk under it, and some way on."""
        found = walk(self.board, (*self.trail, *onward), room_for(self.bases))
        stood = tuple(found.inches(number, at) for number, at in self.spots)
        return Along(found, stood, found.inches(len(self.trail) + len(onward) - 1, 0.0))

    # ---- where the roads lead

    @lazy
    def branches(self) -> list[tuple[Along, float]]:
        """Every direction of the roads within its reach, and how far it gets."""
        most = max(map(self.rates.on_road, ROADS.values())) * self.left
        rest = self.head.inches - self.spots[0][1]
        found = [way for inches, way in self.routes.values() if rest + inches < most]
        passed = {way[:-1] for way in found}
        ends = [self.along(way) for way in found if way not in passed] or [self.along()]
        return [(end, min(end.reach(self.rates, self.left), self.rates.inches_left, self._room(end))) for end in ends]

    def _room(self, along: Along) -> float:
        """How far the head can go until the road ends."""
        return max(along.walk.course.length - along.stood[0] - self.bases[0].depth / 2, 0.0)

    @property
    def far(self) -> float:
        """The longest move of any of its stands in any direction."""
        reaches = [end.walk.reach(low, self.left, self.rates) for end, _ in self.branches for low in end.stood]
        return min(max(reaches), self.rates.inches_left)

    def way(self, place: Place) -> RoadWay | None:
        """The shortest way along the roads ahead to a place on one of them."""
        if place == self.start:
            return RoadWay(self.state, self.body, (here := self.along()), here.stood[0], place)
        found = list(self._ways_to(place)) if is_on_lattice(place) else []
        if not found:
            return None
        _, _, at, onward = min(found)
        along = self.along(onward)
        way = RoadWay(self.state, self.body, along, along.last + at, place)
        return way if way.after else None

    rest = way  # a road leads on as it did

    def _ways_to(self, place: Place) -> Iterator[tuple[bool, float, float, tuple[Stretch, ...]]]:
        """For each stretch that leads there, first those with the wanted facing: how far, where on it, and how."""
        here = self.spots[0][1]
        for _, (stretch, at) in near(self.board, place.point, OFF):
            turned = stretch.heading != place.facing
            if stretch == self.head and shapes.less(here, at):
                yield turned, at - here, at, ()
            elif stretch in self.routes:
                inches, onward = self.routes[stretch]
                yield turned, self.head.inches - here + inches + at, at, onward

    # ---- the verbs of a region

    def why_not(self, place: Place) -> Refusal | None:
        way = self.way(place)
        if way is None:
            return refuse(self.state, "move.road", "in road march it can only follow the roads ahead")
        facing = way.after[way.file[0].id].facing
        if place.facing != facing:
            return refuse(self.state, "formation.facing", f"in road march it faces along the road: {facing} there")
        return self.refuse_way(way)

    def refuse_way(self, way: Way) -> Refusal | None:
        """Why it cannot go that way along the road."""
        if way.inches() <= 0.0:
            return None
        return (
            self._too_far(way)
            or refuse_end(self.state, self.body, way.after)
            or refuse_passage(self.state, way)
            or refuse_approach(self.state, way, self.began)
        )

    def _too_far(self, way: Way) -> Refusal | None:
        assert isinstance(way, RoadWay)
        reaches = [(high - low, way.walk.reach(low, self.left, self.rates)) for low, high in way.spans()]
        if all(inches <= min(reach, self.rates.inches_left) + ROUNDING for inches, reach in reaches):
            return None
        if self.rates.pinned:
            return refuse(self.state, "move.set-up", "it has a weapon set up and can only move 1 inch")
        why = "move.as-bad-going" if self.rates.slowed else "move.road"
        return refuse(self.state, why, f"it can move {way.along.reach(self.rates, self.left):.3g} inches on this road")

    def nearest(self, place: Place) -> Place:
        """The nearest place on the roads ahead, facing along the road."""
        found = []
        for along, _ in self.branches:
            inches, _ = along.walk.course.nearest(place.point)
            there = ahead(along, min(max(inches - along.stood[0], 0.0), self._room(along)))
            found.append((shapes.span_of(there.point, place.point), there))
        return min(found, key=lambda one: one[0])[1]

    def sample(self, rng: Picker) -> Place:
        for miss in range(8):
            along, far = rng.choice(self.branches) if len(self.branches) > 1 else self.branches[0]
            place = ahead(along, far * rng.random() * 0.7**miss)
            if self.contains(place):
                return place
        return self.start

    def notable(self) -> Iterator[Place]:
        shares = (1.0, 0.75, 0.5, 0.25)
        places = [ahead(along, far * share) for share in shares for along, far in self.branches]
        yield from (place for place in dict.fromkeys(places) if self.contains(place))

    def laid_out(self, place: Place) -> Places:
        way = self.way(place)
        return way.after if way else {}

    def faced(self) -> Facings:
        return GIVEN

    def outline(self) -> list[list[Point]]:
        """The roads ahead, each stretch once."""
        parts = [along.walk.course.part(along.stood[0], along.stood[0] + far) for along, far in self.branches]
        return stretches(parts)

    @property
    def key(self) -> tuple[object, ...]:
        return self.body.id, self.body, self.left, self.began


def ahead(along: Along, inches: float) -> Place:
    return stand_at(along.walk.course, along.stood[0] + inches)


def moves_of(state: State, body: Unit, left: float, began: Places | None = None) -> Moves | RoadMoves:
    """Where it may go: along roads in road march, else anywhere."""
    region = RoadMoves if Formation.ROAD_MARCH in body.marks else Moves
    return region(state, body, left, began)
