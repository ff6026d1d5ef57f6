"""Where a formation may go, and how: the region of a move, contact, leaving the table."""

from collections.abc import Sequence

from sandtable.board import shapes
from sandtable.board.board import Facings, Picker
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.discs import Disc, collides, inches_to_enemy
from sandtable.mechanics.landmarks import Landmarks, nearest_first
from sandtable.mechanics.legs import NEARER, StraightLeg
from sandtable.mechanics.tolls import START, Track
from sandtable.mechanics.zones import nearest_on_edge
from sandtable.rules.panzer_korps import going
from sandtable.rules.panzer_korps.book import BOOK, cite
from sandtable.rules.panzer_korps.field import CONTACT, RADIUS, entry, field, known_enemies, order_for, status
from sandtable.rules.panzer_korps.gunnery import ranges
from sandtable.rules.panzer_korps.scenario import battle, table
from sandtable.rules.panzer_korps.weather import MIDNIGHT, segment
from sandtable.rules.panzer_korps.words import How, Kind, Mark, Order, Type

IN_TOUCH = CONTACT - 0.02  # inches between rims to which an assault goes, so that rounding leaves it in contact
STANDOFF = 6.0  # inches: pk.command.orders, pk.day-segments.midnight
ORDERS = {str(row[0]): row[1:] for row in BOOK.table("orders").rows}

GO = cite("pk.move.allowance")
OFF_TABLE = Refusal(cite("pk.terrain.impassable"), "no formation leaves the table but over its own edge")
NO_ROOM = Refusal(cite("pk.move.passing"), "it would end on another formation")
ENEMY_THERE = Refusal(cite("pk.move.passing"), "it may not move through enemies")
LOCKED = Refusal(cite("pk.move.contact"), "formations in contact stay so until the Close Combat phase")
KEEPS_OFF = Refusal(cite("pk.command.orders"), "a group on Move may not end within 6 inches of a known enemy")
HOLDS = Refusal(cite("pk.command.orders"), "a group on Hold may not end nearer to a known enemy")
NOT_ADVANCING = Refusal(cite("pk.command.orders"), "only a group on Advance moves into contact")
NOT_NEARER = Refusal(cite("pk.move.status-limits"), "a Fragmented formation must end farther from the enemy")
UNFIT = Refusal(cite("pk.move.contact"), "only a Deployed formation that is not disordered moves into contact")
HURRIED = Refusal(cite("pk.move.double-quick"), "nobody moves into contact at the double quick")
OTHER_FIRST = Refusal(cite("pk.move.contact"), "it must stop at the first enemy that it touches")


class Mover:
    """A formation on its way: where it began, where it is now, and what it meets."""

    def __init__(
        self, state: State, unit: Unit, via: tuple[Point, ...] = (), track: Track = START, *,
        earlier: float = 0.0, column: bool | None = None,
    ) -> None:  # fmt: skip
        """`earlier`: inches before an overrun; `column`: its state when the move began, if it has changed since."""
        self.state, self.unit, self.track, self.via, self.earlier = state, unit, track, via, earlier
        self.board, self.one = table(state), entry(state, unit)
        self.column = Mark.COLUMN in unit.marks if column is None else column
        self.began = unit.at
        self.here = shapes.place_at(via[-1], self.began.facing) if via else self.began

    @lazy
    def foes(self) -> list[Disc]:
        return field(self.state).against(self.unit.side)

    @lazy
    def others(self) -> list[Disc]:
        return field(self.state).all_but({self.unit.id})

    @lazy
    def known(self) -> list[tuple[Point, float]]:
        """Known enemies, and how far off they were when the move began."""
        found = [one.at.point for one in known_enemies(self.state, self.unit.side)]
        return [(point, gap_of(self.began.point, point)) for point in found]

    @lazy
    def nearest(self) -> Point | None:
        """The nearest enemy, as it faces him by default."""
        here = self.here.point
        return min(((x, y) for x, y, _ in self.foes), key=lambda point: shapes.span_of(here, point), default=None)

    @lazy
    def status(self) -> str:
        return status(self.state, self.unit)

    @lazy
    def order(self) -> str:
        return order_for(self.state, self.unit)

    @lazy
    def doubles(self) -> bool:
        """pk.day-segments.midnight"""
        return segment(self.state) == MIDNIGHT

    def bent(self, to: Place) -> "Mover":
        """The same formation at a bend of its way."""
        track = self.leads(to.point)
        assert track is not None
        return Mover(self.state, self.unit, (*self.via, to.point), track, earlier=self.earlier, column=self.column)

    # ---- ways of moving

    @lazy
    def ways(self) -> list[How]:
        """pk.organisation.states, pk.move.double-quick"""
        on_foot = self.one.type == Type.INFANTRY and self.one.ride == "foot"
        paces = (going.NORMAL, going.DOUBLE) if on_foot and self.status == "formed" else (going.NORMAL,)
        return [*paces, *(going.OUT_OF_COLUMN if self.column else going.INTO_COLUMN)]

    def left_of(self, ways: Sequence[How]) -> list[How]:
        """The ways of moving that take it so far: after a bend some are too slow, after a charge all may be."""
        if not self.track.inches:
            return list(ways)
        here = self.here.point
        return [how for how in ways if not self.refuse_way(here, self.allowance(how))]

    def allowance(self, how: How, *, charge: bool = False) -> going.Allowance:
        return going.allowance(self.one, how, column=self.column, charge=charge)

    # ---- on the way

    def leads(self, to: Point) -> Track | None:
        """The way so far and a straight line to a point; None if it meets impassable ground."""
        track = self.board.recall(leg, self.one.ride, self.track, self.here.point, to)
        if track and self.doubles and not track.watched:
            return track._replace(watched=self.comes_near(to))
        return track

    def comes_near(self, to: Point) -> bool:
        """pk.day-segments.midnight: whether a straight line begins or leads near an enemy."""
        here = self.here.point
        near = any(gap_of(here, (x, y)) <= STANDOFF for x, y, _ in self.foes)
        return near or inches_to_enemy(here, to, RADIUS, self.foes, STANDOFF) <= shapes.span_of(here, to)

    def refuse_way(self, to: Point, own: going.Allowance) -> Refusal | None:
        """What stops it on a straight line, but for enemies."""
        track = self.leads(to)
        if track is None:
            return going.CLOSED
        inches = own.at(road=track.road, doubled=self.doubles and not track.watched)
        most = max(inches - track.cost, min(going.LEAST, inches))
        return None if shapes.within(track.inches, most) else too_far(track.inches, most, track.cost)

    # ---- at its end

    def is_on_table(self, point: Point) -> bool:
        x, y = point
        return RADIUS <= x <= self.board.width - RADIUS and RADIUS <= y <= self.board.depth - RADIUS

    def refuse_end(self, point: Point) -> Refusal | None:
        """Orders and its own disorder: pk.command.orders, pk.move.status-limits."""
        if self.order != Order.ADVANCE:
            _, near, nearer, _ = ORDERS[self.order]
            for there, began in self.known:
                gap = gap_of(point, there)
                if not near and shapes.within(gap, STANDOFF):
                    return KEEPS_OFF
                if not nearer and shapes.less(gap, began):
                    return HOLDS
        if self.status != "Fragmented" or not self.known:
            return None
        began, ends = min(gap for _, gap in self.known), min(gap_of(point, there) for there, _ in self.known)
        return None if shapes.less(began, ends) else NOT_NEARER

    @lazy
    def refuse_here(self) -> Refusal | None:
        at_rest = not self.via and self.order != Order.MOVE and self.status != "Fragmented"
        return None if at_rest else self.refuse_end(self.here.point)

    # ---- contact

    @lazy
    def locked(self) -> bool:
        return self.unit.id in field(self.state).contacts

    @lazy
    def unfit(self) -> Refusal | None:
        """pk.move.contact: why it may not attack anybody."""
        if self.locked:
            return LOCKED
        if not ORDERS[self.order][0]:
            return NOT_ADVANCING
        return UNFIT if self.status != "formed" or Mark.PANICKED in self.unit.marks else None

    def assault(self, target: Unit, how: How) -> tuple[Place, Track] | Refusal:
        """pk.move.contact: straight at an enemy, up to the first that it touches."""
        if self.unfit:
            return self.unfit
        if how == going.DOUBLE:
            return HURRIED
        if how not in self.ways or going.ends_in_column(how, column=self.column) or how == going.DEPLOY_LAST:
            return UNFIT
        here, there = self.here.point, target.at.point
        gap = gap_of(here, there)
        point = shapes.along(here, there, max(gap - IN_TOUCH, 0.0))
        place = shapes.place_at(point, shapes.bearing(here, there))
        if refusal := self.refuse_way(place.point, self.allowance(how, charge=True)):
            return refusal
        if inches_to_enemy(here, place.point, RADIUS, self.foes, CONTACT) < gap - CONTACT - shapes.HALF_STEP:
            return OTHER_FIRST
        track = self.leads(place.point)
        assert track is not None
        return NO_ROOM if collides(place.point, RADIUS, self.others) else (place, track)

    def may_reach(self, target: Unit) -> bool:
        """A first, rough test."""
        return gap_of(self.here.point, target.at.point) <= self.charge - self.track.inches + CONTACT

    @lazy
    def charge(self) -> float:
        return self.allowance(going.NORMAL, charge=True).at(road=False, doubled=self.doubles)

    # ---- off the table

    def leaves(self) -> Refusal | None:
        """pk.victory.withdrawal: straight over its own edge."""
        here, most = self.here.point, going.farthest(self.one, going.NORMAL, self.column, self.doubles)
        out = nearest_on_edge(self.board, battle(self.state).edge(self.unit.side), here)
        if not shapes.within(span := shapes.span_of(here, out), most):
            return too_far(span, most)
        if self.locked:
            return LOCKED
        if inches_to_enemy(here, out, RADIUS, self.foes, CONTACT) <= span:
            return ENEMY_THERE
        return self.refuse_way(out, self.allowance(going.NORMAL))


def leg(board: FreeTable, ride: str, track: Track, a: Point, b: Point) -> Track | None:
    return going.tolls_for(ride).goes(board, track, a, b)


def gap_of(a: Point, b: Point) -> float:
    """pk.setup.measuring: between the edges of two formations."""
    return max(shapes.span_of(a, b) - 2 * RADIUS, 0.0)


def too_far(inches: float, most: float, cost: float = 0.0) -> Refusal:
    """pk.move.allowance: why the inches do not suffice."""
    ground = f", since the ground takes {cost:g}" if cost else ""
    return Refusal(GO, f"that is {inches:.2f} inches, and it has {most:g}{ground}")


class Reach(StraightLeg):
    """Where a formation may go in a straight line, in one way of moving. A Region."""

    def __init__(self, mover: Mover, how: How) -> None:
        self.mover, self.how = mover, how
        super().__init__(mover.here, going.farthest(mover.one, how, mover.column, mover.doubles) - mover.track.inches)

    clause = GO

    @property
    def key(self) -> tuple[object, ...]:
        return self.mover.unit.id, self.how, self.start, self.far

    def faced(self) -> Facings:
        return Facings()

    def turned(self, place: Place) -> Place:
        """Towards the nearest enemy."""
        return Place(place.x, place.y, shapes.bearing(place.point, foe)) if (foe := self.mover.nearest) else place

    def why_not(self, place: Place) -> Refusal | None:
        """To stay as it is is no move; to change its state there is one."""
        return self.mover.refuse_here if self.how != going.NORMAL and place == self.start else super().why_not(place)

    def sample(self, rng: Picker) -> Place:
        place = super().sample(rng)
        return place if place != self.start or self.contains(place) else next(self.rooms())

    def somewhere(self, rng: Picker, miss: int) -> Place:
        """Without the road bonus, which few places are good for."""
        inches = self.far - self.mover.allowance(self.how).road
        return self.ahead(rng.randrange(360), inches * rng.random() ** 0.5 * NEARER**miss)

    def refuse(self, place: Place) -> Refusal | None:
        mover, here, to = self.mover, self.start.point, place.point
        span = shapes.span_of(here, to)
        if span <= shapes.HALF_STEP:
            return mover.refuse_here
        if mover.locked:
            return LOCKED
        if not shapes.within(span, self.far):
            return too_far(span, self.far)
        if not mover.is_on_table(to):
            return OFF_TABLE
        if inches_to_enemy(here, to, RADIUS, mover.foes, CONTACT) <= span:
            return ENEMY_THERE
        if collides(to, RADIUS, mover.others):
            return NO_ROOM
        return mover.refuse_end(to) or mover.refuse_way(to, mover.allowance(self.how))

    def landmarks(self) -> Landmarks:
        mover, here = self.mover, self.start.point
        goals = [one.place.point for one in mover.state.units.values() if one.kind == Kind.OBJECTIVE and one.place]
        foes = nearest_first(here, [(x, y) for x, y, _ in mover.foes])
        short, long = ranges(mover.unit.kind, mover.one)
        reaches = [float(inches) + 2 * RADIUS for inches in (short, long)]
        return Landmarks(nearest_first(here, goals), foes, (), reaches)
