"""Where a company and its sub-units may go on the dice that were thrown."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import fsum, inf, sqrt

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.landmarks import Landmarks, nearest_first
from sandtable.mechanics.layout import OVERLAP
from sandtable.mechanics.legs import StraightLeg
from sandtable.rules.combat_captain.arrangement import AS_THEY_STAND, arranged, nearest_slots, slots
from sandtable.rules.combat_captain.book import RANGES, cite
from sandtable.rules.combat_captain.field import (
    CONTACT,
    anchor_of,
    enemies,
    field,
    is_controlled,
    isolated,
    kind,
    nearest,
    on_table,
    radius_of,
    weapons,
)
from sandtable.rules.combat_captain.going import Legs, Walk, walk
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.words import Kind as Body

Disc = tuple[float, float, float]  # middle and radius
Places = dict[UnitId, Place]

STEP = 0.25  # inches that somebody stays back at a time until there is room
IN_TOUCH = CONTACT - 0.02  # inches between rims to which a charge goes, so that rounding leaves it in contact
CLOSEST = 0.01  # where anybody stops, so that rounding makes no discs overlap
SHORT_OF = CONTACT + 0.02  # where somebody stops who may not be in contact
BY_LEADER = Refusal(cite("cc.cohesion.moving"), "a sub-unit would be left outside the control radius")
NO_ROOM = Refusal(cite("cc.move.through-troops"), "a sub-unit would end on another")
ENEMY_THERE = Refusal(cite("cc.move.through-troops"), "the enemy stands in the way")
OFF_TABLE = Refusal(cite("cc.move.table-edge"), "no sub-unit leaves the table")
NOT_NEARER = Refusal(cite("cc.cohesion.effect"), "an isolated sub-unit may only move nearer to its leader")
NO_CONTACT = Refusal(cite("cc.move.contact"), "cars and trucks may not be in contact")


class Moving(Struct, frozen=True):
    """A company on the move: what is left of the dice of each, and who has been set apart."""

    company: UnitId
    legs: Mapping[UnitId, Legs]
    isolated: frozenset[UnitId]  # before the die
    apart: frozenset[UnitId] = frozenset()

    def inches(self, unit: UnitId) -> float:
        return fsum(leg.inches for leg in self.legs.get(unit, ()))


class Marched(Struct, frozen=True):
    """Where everybody ends up who moves, and how far the farthest of them goes."""

    places: Places
    legs: Mapping[UnitId, Legs]
    inches: float


# ---- one sub-unit on its way


def disc_of(state: State, unit: UnitId) -> Disc:
    slab = field(state).slabs[unit]
    return slab.x, slab.y, slab.rim


def all_but(state: State, unit: Unit) -> list[Disc]:
    return [disc_of(state, i) for i in field(state).slabs if i != unit.id]


def hostile(state: State, unit: Unit) -> list[Disc]:
    return [disc_of(state, enemy.id) for enemy in enemies(state, unit.side)]


def inches_to_enemy(a: Point, b: Point, radius: float, others: Sequence[Disc], gap: float) -> float:
    """How far a disc goes from a towards b until it is so near to an enemy; who goes away from one is not stopped."""
    length = shapes.span_of(a, b)
    if length <= shapes.SLACK:
        return inf
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    least = inf
    for x, y, rim in others:
        px, py, reach = x - a[0], y - a[1], radius + rim + gap
        ahead = px * dx + py * dy
        if ahead <= 0 or ahead - reach > length:
            continue
        off = px * px + py * py - ahead * ahead
        if off < reach * reach:
            least = min(least, max(ahead - sqrt(reach * reach - off), 0.0))
    return least


def collides(point: Point, radius: float, others: Sequence[Disc]) -> bool:
    x, y = point
    for ox, oy, rim in others:
        reach = radius + rim + OVERLAP
        if (x - ox) ** 2 + (y - oy) ** 2 < reach * reach:
            return True
    return False


def go(state: State, unit: Unit, legs: Legs, goal: Point, foes: Sequence[Disc]) -> Walk:
    """cc.move.legs, cc.move.contact: as far as its dice, the ground and the enemy let it. Contact ends the leg."""
    assert unit.place is not None
    here, own, board = unit.place.point, kind(unit), table(state)
    gone = walk(board, own, legs, here, goal)
    if inches_to_enemy(here, goal, own.radius, foes, SHORT_OF if own.soft else CONTACT) > gone.inches:
        return gone
    met = inches_to_enemy(here, goal, own.radius, foes, SHORT_OF if own.soft else CLOSEST)
    why = gone.why if met > gone.inches else NO_CONTACT if own.soft else ENEMY_THERE
    inches = min(met, gone.inches)
    return Walk(inches, walk(board, own, legs, here, shapes.along(here, goal, inches)).legs[1:], why)


def refuse_end(state: State, unit: Unit, going: Walk, place: Place, others: Sequence[Disc]) -> Refusal | None:
    """Why somebody who gets so far does not end exactly there."""
    assert unit.place is not None
    if not table(state).holds(place, kind(unit).base):
        return OFF_TABLE
    if going.inches + shapes.HALF_STEP < shapes.span_of(unit.place.point, place.point):
        return going.why or NO_ROOM
    return NO_ROOM if collides(place.point, kind(unit).radius, others) else None


# ---- the whole company


class March:
    """A company that goes somewhere: its leader, or what carries him, is the anchor of all others."""

    def __init__(self, state: State, moving: Moving, shape: str = AS_THEY_STAND) -> None:
        self.state, self.moving, self.shape = state, moving, shape
        self.anchor = anchor_of(state, moving.company)
        self.units = [unit for unit in on_table(state, moving.company) if unit.id not in moving.apart]
        self.own = {unit.id: unit.place for unit in self.units if unit.place}
        self.radius = radius_of(state.units[moving.company])

    @cached_property
    def foes(self) -> list[Disc]:
        return hostile(self.state, self.anchor)

    @cached_property
    def others(self) -> list[Disc]:
        """Where none of them may end."""
        return [disc_of(self.state, i) for i in field(self.state).slabs if i not in self.own]

    @cached_property
    def slots(self) -> dict[UnitId, Point]:
        return slots(self.units, self.anchor, self.shape, self.radius)

    def goals(self, to: Place) -> Places:
        """Where each would like to go."""
        here = self.own[self.anchor.id]
        if self.shape != AS_THEY_STAND:
            return nearest_slots(arranged(self.slots, to), self.own, self.anchor.id)
        dx, dy = to.x - here.x, to.y - here.y
        return {i: shapes.place_at((p.x + dx, p.y + dy), p.facing) for i, p in self.own.items()}

    def to(self, to: Place) -> Marched | Refusal:
        """Everybody follows as far as he can. cc.cohesion.moving: nobody who was in control is left behind."""
        lead = self.lead(to)
        if isinstance(lead, Refusal):
            return lead
        goals = self.goals(to)
        places, legs, taken = {self.anchor.id: goals[self.anchor.id]}, dict(self.moving.legs), [*self.others]
        legs[self.anchor.id] = lead.legs
        taken.append((to.x, to.y, kind(self.anchor).radius))
        for unit in self.in_order(to):
            found = self.follow(unit, goals[unit.id], to, taken)
            if found is None:
                return NO_ROOM
            places[unit.id], legs[unit.id] = found
            taken.append((places[unit.id].x, places[unit.id].y, kind(unit).radius))
        return self.summed_up(places, legs) if self.keeps(places, to) else BY_LEADER

    def keeps(self, places: Places, to: Place) -> bool:
        """Whether all who were in control still are, those too who have gone by themselves on this die."""
        kept = (unit for unit in on_table(self.state, self.moving.company) if unit.id not in self.moving.isolated)
        return all(is_controlled(place, to, self.radius) for unit in kept if (place := places.get(unit.id, unit.place)))

    def lead(self, to: Place) -> Walk | Refusal:
        """The anchor goes exactly there."""
        going = go(self.state, self.anchor, self.moving.legs.get(self.anchor.id, ()), to.point, self.foes)
        return refuse_end(self.state, self.anchor, going, to, self.others) or going

    def in_order(self, to: Place) -> list[Unit]:
        """Those who cannot move first, then the foremost."""
        here = self.own[self.anchor.id]
        x, y = to.x - here.x, to.y - here.y
        rest = [unit for unit in self.units if unit.id != self.anchor.id]
        ahead = {unit.id: self.own[unit.id].x * x + self.own[unit.id].y * y for unit in rest}
        return sorted(rest, key=lambda unit: (bool(self.moving.legs.get(unit.id)), -ahead[unit.id]))

    def follow(self, unit: Unit, goal: Place, to: Place, taken: Sequence[Disc]) -> tuple[Place, Legs] | None:
        """As near to its goal as there is room; None if there is none even where it stands."""
        here, legs = self.own[unit.id], self.moving.legs.get(unit.id, ())
        alone = unit.id in self.moving.isolated
        target = to.point if alone else goal.point
        going = go(self.state, unit, legs, target, self.foes) if legs else Walk(0.0, (), None)
        inches = going.inches
        while inches > shapes.HALF_STEP:
            place = shapes.place_at(shapes.along(here.point, target, inches), goal.facing)
            if self.may_end(unit, place, to, taken):
                return place, going.legs
            inches -= STEP
        return None if collides(here.point, kind(unit).radius, taken) else (here, legs)

    def may_end(self, unit: Unit, place: Place, to: Place, taken: Sequence[Disc]) -> bool:
        if collides(place.point, kind(unit).radius, taken) or not table(self.state).holds(place, kind(unit).base):
            return False
        if unit.id not in self.moving.isolated:
            return True
        return shapes.less(shapes.span_of(place.point, to.point), shapes.span_of(self.own[unit.id].point, to.point))

    def summed_up(self, places: Places, legs: Mapping[UnitId, Legs]) -> Marched:
        spans = {i: shapes.span_of(self.own[i].point, place.point) for i, place in places.items()}
        moved = {i: place for i, place in places.items() if spans[i] > shapes.HALF_STEP}
        return Marched(moved, legs, shapes.to_lattice(max(spans.values())))


# ---- where the enemy can be reached


def charge(state: State, moving: Moving, target: UnitId) -> Marched | None:
    """The company goes straight at the nearest enemy it can reach; if not all can, one sub-unit does."""
    march = March(state, moving)
    theirs = on_table(state, target)
    pairs = sorted((field(state).gap(a.id, b.id), a.id, b.id) for a in march.units for b in theirs if not kind(a).soft)
    for gap, one, other in pairs:
        if one in moving.isolated or not CONTACT < gap <= moving.inches(one) + CONTACT:
            continue
        unit, enemy = state.units[one], state.units[other]
        assert unit.place and enemy.place
        place = shapes.place_at(shapes.along(unit.place.point, enemy.place.point, gap - IN_TOUCH), unit.place.facing)
        found = charged(march, unit, place)
        if found is not None:
            return found
    return None


def charged(march: March, unit: Unit, place: Place) -> Marched | None:
    """All with it if they can, else it alone."""
    assert unit.place
    if march.anchor.id in march.own:
        here = march.own[march.anchor.id]
        to = shapes.place_at((here.x + place.x - unit.place.x, here.y + place.y - unit.place.y), here.facing)
        found = march.to(to)
        if isinstance(found, Marched) and found.places.get(unit.id) == place:
            return found
    alone = Single(march.state, march.moving, unit)
    return None if alone.refuse(place) else alone.went(place)


# ---- regions


def reaches(state: State, company: UnitId) -> list[float]:
    """From how far off its weapons tell."""
    rows = {weapon.ranges for unit in on_table(state, company) for weapon in weapons(unit)}
    bands = {RANGES.figure(row, band) for row in rows for band in ("short", "medium")}
    return sorted(float(limit) for limit in bands if limit)


def landmarks(state: State, unit: Unit, company: UnitId) -> Landmarks:
    assert unit.place is not None
    here = unit.place.point
    found = [one for one in state.units.values() if one.kind == Body.OBJECTIVE]
    wanted = [one for one in found if one.side != unit.side] or found
    goals = [one.place.point for one in wanted if one.place]
    foes = [one.place.point for one in enemies(state, unit.side) if one.place]
    return Landmarks(nearest_first(here, goals), nearest_first(here, foes), (), reaches(state, company))


class CompanyGround(StraightLeg):
    """Where the leader of a company may go with all that follow him. A Region."""

    def __init__(self, state: State, moving: Moving, shape: str) -> None:
        self.march = March(state, moving, shape)
        anchor = self.march.anchor
        assert anchor.place is not None
        super().__init__(anchor.place, moving.inches(anchor.id))
        self._known: dict[Place, Marched | Refusal] = {}

    @property
    def clause(self) -> Clause:
        return cite("cc.move.freedom")

    @property
    def key(self) -> tuple[object, ...]:
        return self.march.moving.company, self.march.shape, self.march.moving, self.march.own

    def marched(self, place: Place) -> Marched | Refusal:
        """Those who find no room to form up where they are stay as they are."""
        if place not in self._known:
            found = self.march.to(place)
            stays = isinstance(found, Refusal) and place == self.start
            self._known[place] = Marched({}, self.march.moving.legs, 0.0) if stays else found
        return self._known[place]

    def refuse(self, place: Place) -> Refusal | None:
        found = self.marched(place)
        return found if isinstance(found, Refusal) else None

    def faced(self) -> Facings:
        return GIVEN if self.march.shape == AS_THEY_STAND else Facings()

    def turned(self, place: Place) -> Place:
        """Towards the nearest enemy."""
        if self.march.shape == AS_THEY_STAND:
            return Place(place.x, place.y, self.start.facing)
        foe = nearest(self.march.state, self.march.anchor, enemies(self.march.state, self.march.anchor.side))
        facing = shapes.bearing(place.point, foe.place.point) if foe and foe.place else place.facing
        return Place(place.x, place.y, facing)

    def laid_out(self, place: Place) -> Mapping[UnitId, Place]:
        found = self.marched(place)
        return {} if isinstance(found, Refusal) else {**self.march.own, **found.places}

    def landmarks(self) -> Landmarks:
        return landmarks(self.march.state, self.march.anchor, self.march.moving.company)


class Single(StraightLeg):
    """Where one sub-unit may go by itself. A Region."""

    def __init__(self, state: State, moving: Moving, unit: Unit) -> None:
        assert unit.place is not None
        super().__init__(unit.place, moving.inches(unit.id))
        self.state, self.moving, self.unit = state, moving, unit
        self.anchor = anchor_of(state, moving.company)

    @property
    def clause(self) -> Clause:
        return cite("cc.move.freedom")

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit.id, self.start, self.moving

    @cached_property
    def foes(self) -> list[Disc]:
        return hostile(self.state, self.unit)

    @cached_property
    def others(self) -> list[Disc]:
        return all_but(self.state, self.unit)

    def faced(self) -> Facings:
        return Facings()

    def refuse(self, place: Place) -> Refusal | None:
        refusal = refuse_end(self.state, self.unit, self.going(place), place, self.others)
        return refusal or self.refuse_control(place)

    def going(self, place: Place) -> Walk:
        return go(self.state, self.unit, self.moving.legs[self.unit.id], place.point, self.foes)

    def refuse_control(self, place: Place) -> Refusal | None:
        """cc.cohesion.moving, cc.cohesion.effect: the leader may not leave others behind, nor they him."""
        radius = radius_of(self.state.units[self.moving.company])
        if self.unit.id == self.anchor.id:
            away = {self.unit.id, *self.moving.isolated}
            rest = [one.place for one in on_table(self.state, self.moving.company) if one.id not in away]
            return None if all(is_controlled(other, place, radius) for other in rest if other) else BY_LEADER
        lead = self.anchor.place
        assert lead is not None
        if self.unit.id in self.moving.isolated:
            nearer = shapes.less(shapes.span_of(place.point, lead.point), shapes.span_of(self.start.point, lead.point))
            return None if nearer else NOT_NEARER
        return None if is_controlled(place, lead, radius) else BY_LEADER

    def went(self, place: Place) -> Marched:
        legs = {**self.moving.legs, self.unit.id: self.going(place).legs}
        inches = shapes.to_lattice(shapes.span_of(self.start.point, place.point))
        return Marched({self.unit.id: place} if inches else {}, legs, inches)

    def notable(self) -> Iterator[Place]:
        """Those who think move the company; single sub-units are for people."""
        return iter(())


def moving_of(state: State, company: UnitId, legs: Mapping[UnitId, Legs]) -> Moving:
    return Moving(company, legs, frozenset(isolated(state, company)))
