"""Who sees a point of the table and can call a mission on it."""

from collections.abc import Iterable, Iterator

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings, Picker
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import apart_within
from sandtable.mechanics.regions import Ruled, Uncounted, is_on_lattice, outline_of
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.book.charts import NONE
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import all_standing, field, is_locked, on_table, standing
from sandtable.rules.great_battles.table.ground import kinds_at
from sandtable.rules.great_battles.table.sighting import past_all, sight_limit, stand_before, stand_slabs, under_fire
from sandtable.rules.great_battles.words import Kind

TRIES = 12
SPOKES = 24  # of what is drawn round a stand
STRIDE, BEYOND = 0.5, 1.5  # inches between the points checked along a spoke; from its middle to its edge
OUTSIDE = "that is not a point on the table"


def is_point(state: State, place: Place) -> bool:
    """Any point of the lattice that is on the table."""
    return is_on_lattice(place) and shapes.on_table(place.point, table(state).width, table(state).depth)


# ---- seeing


def spotters(state: State, side: Side) -> "list[InSight]":
    """What each battalion with a stand that may spot can see."""
    return [seen for body in on_table(state, side) if (seen := InSight(state, body)).stands]


def able(state: State, body: Unit) -> list[Unit]:
    """barrage.spotting: any stand, suppressed or not, except under a barrage or in close combat."""
    if is_locked(state, body):
        return []
    return [stand for stand in standing(state, body.id) if not under_fire(state, stand)]


def refuse_point(state: State, body: Unit, place: Place) -> Refusal | None:
    """Why no stand of the battalion can call fire on this point."""
    return InSight(state, body).why_not(place)


def is_seen(state: State, point: Point, stands: Iterable[Unit]) -> bool:
    """In the open within the sighting distance and in line of sight; in cover within 1 inch."""
    slabs, grounds, there = field(state).slabs, battle(state).grounds, spot(point)
    covered = any(grounds[kind].cover != NONE for kind in kinds_at(table(state), point))
    limit = charts(state).seen_in_cover if covered else sight_limit(state)
    near = (eye for eye in stands if is_near(slabs[eye.id], there, limit))
    return any(covered or is_in_view(state, eye, point) for eye in near)


def is_near(eye: Slab, there: Slab, limit: float) -> bool:
    """Whether a point is no farther from a base, to the nearest hundredth of an inch."""
    inches = apart_within(eye, there, limit + shapes.HALF_STEP)
    return inches is not None and shapes.to_lattice(max(inches, 0.0)) <= limit


def is_in_view(state: State, stand: Unit, point: Point) -> bool:
    """Whether nothing hides a point from a stand. Mostly nobody at all is in between."""
    eye, there = field(state).slabs[stand.id], spot(point)
    line = TableByEdition.of(state).sight_line(eye, there)
    if not past_all(state, eye, there, line).clear:
        return False
    if stand_before(state, stand, (), line) is None:
        return True
    return stand_before(state, stand, meant(state, stand.side, point), line) is None


def meant(state: State, side: Side, point: Point) -> set[UnitId | None]:
    """fire.through-stands: enemies under the template, and a stand on the point, hide nothing."""
    there, disc = spot(point), shapes.footprint(Place(*point), charts(state).bases[Kind.TEMPLATE])
    known = [(state.units[i], slab) for i, slab in state.layout(stand_slabs) if state.units[i].known_to is None]
    return {stand.part_of for stand, slab in known if shapes.overlap(there if stand.side == side else disc, slab)}


def spot(point: Point) -> Slab:
    return shapes.limb(point, point, 0.0)


# ---- the regions


class Anywhere(Uncounted):
    """Every point of the table. A Region."""

    def __init__(self, view: State, side: Side) -> None:
        self.view, self.side = view, side

    def contains(self, place: Place) -> bool:
        return is_point(self.view, place)

    def sample(self, rng: Picker) -> Place:
        """Mostly a point at or near a target, or a corner or bend of the map."""
        board = table(self.view)
        marks = [*targets(self.view, self.side), *(point for piece in board.terrain for point in piece.points)]
        if not marks or rng.random() < 0.2:
            return shapes.place_at((rng.uniform(0, board.width), rng.uniform(0, board.depth)))
        x, y = rng.choice(marks)
        x, y = x + rng.uniform(-1, 1), y + rng.uniform(-1, 1)
        return shapes.place_at((min(max(x, 0.0), board.width), min(max(y, 0.0), board.depth)))

    def notable(self) -> Iterator[Place]:
        """Known enemies, and objectives."""
        return (shapes.place_at(point) for point in targets(self.view, self.side))

    def faced(self) -> Facings:
        return GIVEN

    def outline(self) -> list[list[Point]]:
        return outline_of((0.0, 0.0, table(self.view).width, table(self.view).depth))

    @property
    def key(self) -> tuple[object, ...]:
        return (self.side,)


def targets(view: State, side: Side) -> Iterator[Point]:
    """Known enemies, and objectives."""
    yield from (enemy.place.point for enemy in all_standing(view, view.foe(side)) if enemy.place)
    yield from (unit.place.point for unit in view.units.values() if unit.kind == "Objective" and unit.place)


class InSight(Ruled):
    """Every point that a battalion can spot. A Region."""

    def __init__(self, view: State, body: Unit) -> None:
        self.view, self.body = view, body
        self.stands = able(view, body)

    def why_not(self, place: Place) -> Refusal | None:
        if not is_point(self.view, place):
            return refuse(self.view, "barrage.spotting", OUTSIDE)
        if is_seen(self.view, place.point, self.stands):
            return None
        return refuse(self.view, "barrage.spotters", f"no stand of {self.body.id} that can spot sees it")

    def sample(self, rng: Picker) -> Place:
        """An enemy in sight, or a point round one of its stands; at worst the stand itself."""
        enemies = [one.place.point for one in all_standing(self.view, self.view.foe(self.body.side)) if one.place]
        eye = rng.choice(self.stands).place
        assert eye is not None
        for _ in range(TRIES):
            far = sight_limit(self.view) * rng.random() ** 0.5
            at_enemy = enemies and rng.random() < 0.7
            point = rng.choice(enemies) if at_enemy else shapes.ahead(eye.point, rng.randrange(360), far)
            if self.contains(place := shapes.place_at(point)):
                return place
        return Place(eye.x, eye.y)

    def notable(self) -> Iterator[Place]:
        """Enemies in sight."""
        return filter(self.contains, (shapes.place_at(point) for point in targets(self.view, self.body.side)))

    def faced(self) -> Facings:
        return GIVEN

    def outline(self) -> list[list[Point]]:
        """How far each stand sees without a break."""
        return [[self._farthest(stand, bearing) for bearing in range(0, 360, 360 // SPOKES)] for stand in self.stands]

    def _farthest(self, stand: Unit, bearing: int) -> Point:
        eye = last = stand.at.point
        for step in range(1, int((sight_limit(self.view) + BEYOND) / STRIDE) + 1):
            place = shapes.place_at(shapes.ahead(eye, bearing, step * STRIDE))
            if not is_point(self.view, place) or not is_seen(self.view, place.point, [stand]):
                break
            last = place.point
        return last

    @property
    def key(self) -> tuple[object, ...]:
        return self.body.id, *((stand.id, stand.place) for stand in self.stands), sight_limit(self.view)
