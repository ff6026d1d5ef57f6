"""Where a company and its sub-units may go on the dice that were thrown."""

from collections.abc import Mapping, Sequence
from itertools import chain
from math import fsum, inf

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Refusal
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.arrangement import Slots, arranged, nearest_slots
from sandtable.mechanics.discs import Disc, collides, inches_to_enemy
from sandtable.mechanics.landmarks import Landmarks, nearest_first
from sandtable.mechanics.layout import Places
from sandtable.mechanics.legs import StraightLeg
from sandtable.rules.combat_captain.book import RANGES, cite
from sandtable.rules.combat_captain.control import anchor_of, in_control, is_controlled, radius_of, slots
from sandtable.rules.combat_captain.facts import CompanyMoved
from sandtable.rules.combat_captain.field import CONTACT, enemies, field, kind, nearest, on_table, weapons
from sandtable.rules.combat_captain.going import Legs, Walk, walk
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.words import Body

AS_THEY_STAND = "as they stand"  # an arrangement: everybody keeps his place about the leader
STEP = 0.25  # inches that somebody stays back at a time until there is room
IN_TOUCH = CONTACT - 0.02  # inches between rims to which a charge goes, so that rounding leaves it in contact
CLOSEST = 0.01  # where anybody stops, so that rounding makes no discs overlap
MOST_BETWEEN = 4.0  # inches between the middles of two who meet: more than both radii and a gap
SHORT_OF = CONTACT + 0.02  # where somebody stops who may not be in contact
BY_LEADER = Refusal(cite("cc.cohesion.moving"), "a sub-unit would be left outside the control radius")
NO_ROOM = Refusal(cite("cc.move.through-troops"), "a sub-unit would end on another")
ENDS_THERE = Refusal(cite("cc.move.contact"), "contact with the enemy ends its leg")
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


def tell_move(play: Play, company: UnitId, places: Places, how: str) -> None:
    """Everybody who moves, as one fact with the longest way of them."""
    spans = [shapes.span_of(place.point, at.point) for i, place in places.items() if (at := play.state.units[i].place)]
    if spans:
        play.emit(CompanyMoved(company, tuple(places.items()), shapes.to_lattice(max(spans)), how))


# ---- one sub-unit on its way


def go(state: State, unit: Unit, legs: Legs, goal: Point, foes: Sequence[Disc]) -> Walk:
    """cc.move.legs, cc.move.contact: as far as its dice, the ground and the enemy let it. Contact ends the leg."""
    here, own, board = unit.at.point, kind(unit), table(state)
    gone = walk(board, own, legs, here, goal)
    met = inches_to_enemy(here, goal, own.radius, foes, SHORT_OF if own.soft else CONTACT)
    if met > gone.inches:
        return gone
    why = NO_CONTACT
    if not own.soft:
        blocked = inches_to_enemy(here, goal, own.radius, foes, CLOSEST)
        met, why = min(met + CONTACT, blocked), ENDS_THERE if blocked == inf else ENEMY_THERE
    inches = min(met, gone.inches)
    left = walk(board, own, legs, here, shapes.along(here, goal, inches)).legs[1:]
    return Walk(inches, left, gone.why if met > gone.inches else why)


class Ground(StraightLeg):
    """Where a sub-unit of a company on the move may go, alone or with others. A Region."""

    def __init__(self, state: State, moving: Moving, unit: Unit) -> None:
        super().__init__(unit.at, moving.inches(unit.id))
        self.state, self.moving, self.unit = state, moving, unit

    @lazy
    def own(self) -> Places:
        """Those who move, and so leave their places."""
        return {self.unit.id: self.unit.at}

    @lazy
    def radius(self) -> int:
        return radius_of(self.state.units[self.moving.company])

    @property
    def clause(self) -> Clause:
        return cite("cc.move.freedom")

    @lazy
    def foes(self) -> list[Disc]:
        """The enemies whom they may meet."""
        return self.within_reach(field(self.state).against(self.unit.side))

    @lazy
    def others(self) -> list[Disc]:
        """Where none of them may end."""
        return self.within_reach(field(self.state).all_but(self.own))

    def within_reach(self, discs: Sequence[Disc]) -> list[Disc]:
        far = max(self.moving.inches(i) for i in self.own) + MOST_BETWEEN
        west, south, east, north = shapes.box_of([self.state.units[i].at.point for i in self.own], far)
        return [disc for disc in discs if west <= disc[0] <= east and south <= disc[1] <= north]

    def going(self, place: Place) -> Walk:
        return go(self.state, self.unit, self.moving.legs.get(self.unit.id, ()), place.point, self.foes)

    def refuse_end(self, going: Walk, place: Place) -> Refusal | None:
        """Why somebody who gets so far does not end exactly there."""
        if not table(self.state).holds(place, kind(self.unit).base):
            return OFF_TABLE
        if going.inches + shapes.HALF_STEP < shapes.span_of(self.start.point, place.point):
            return going.why or NO_ROOM
        return NO_ROOM if collides(place.point, kind(self.unit).radius, self.others) else None


# ---- the whole company


class CompanyGround(Ground):
    """Where the leader of a company, or what carries him, may go with all that follow him. A Region."""

    def __init__(self, state: State, moving: Moving, shape: str = AS_THEY_STAND) -> None:
        super().__init__(state, moving, anchor_of(state, moving.company))
        self.shape = shape
        self._known: dict[Place, Marched | Refusal] = {}

    @lazy
    def units(self) -> list[Unit]:
        return [unit for unit in on_table(self.state, self.moving.company) if unit.id not in self.moving.apart]

    @lazy
    def own(self) -> Places:
        return {unit.id: unit.at for unit in self.units}

    @lazy
    def chargers(self) -> dict[UnitId, float]:
        """How far those get who may come into contact."""
        able = [unit.id for unit in self.units if not kind(unit).soft and unit.id not in self.moving.isolated]
        return {i: self.moving.inches(i) + CONTACT for i in able}

    @lazy
    def foe(self) -> Unit | None:
        return nearest(self.state, self.unit, enemies(self.state, self.unit.side))

    @property
    def key(self) -> tuple[object, ...]:
        return self.moving.company, self.shape, self.moving, self.own

    @lazy
    def slots(self) -> Slots:
        return slots(self.units, self.unit, self.shape, self.radius)

    def goals(self, to: Place) -> Places:
        """Where each would like to go."""
        if self.shape != AS_THEY_STAND:
            return nearest_slots(arranged(self.slots, to), self.own, self.unit.id)
        dx, dy = to.x - self.start.x, to.y - self.start.y
        return {i: shapes.place_at((p.x + dx, p.y + dy), p.facing) for i, p in self.own.items()}

    def marched(self, place: Place) -> Marched | Refusal:
        """Those who find no room to form up where they are stay as they are."""
        if place not in self._known:
            found = self.march(place)
            stays = isinstance(found, Refusal) and place == self.start
            self._known[place] = Marched({}, self.moving.legs, 0.0) if stays else found
        return self._known[place]

    def march(self, to: Place) -> Marched | Refusal:
        """Everybody follows as far as he can. cc.cohesion.moving: nobody who was in control is left behind."""
        lead = self.going(to)
        if refusal := self.refuse_end(lead, to):
            return refusal
        goals, legs, taken = self.goals(to), {**self.moving.legs, self.unit.id: lead.legs}, [*self.others]
        places = {self.unit.id: goals[self.unit.id]}
        taken.append((to.x, to.y, kind(self.unit).radius))
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

    def in_order(self, to: Place) -> list[Unit]:
        """Those who cannot move first, then the foremost."""
        x, y = to.x - self.start.x, to.y - self.start.y
        rest = [unit for unit in self.units if unit.id != self.unit.id]
        ahead = {unit.id: self.own[unit.id].x * x + self.own[unit.id].y * y for unit in rest}
        return sorted(rest, key=lambda unit: (bool(self.moving.legs.get(unit.id)), -ahead[unit.id]))

    def follow(self, unit: Unit, goal: Place, to: Place, taken: Sequence[Disc]) -> tuple[Place, Legs] | None:
        """As near to its goal as there is room; None if there is none even where it stands."""
        here, legs = self.own[unit.id], self.moving.legs.get(unit.id, ())
        target = to.point if unit.id in self.moving.isolated else goal.point
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
        return unit.id not in self.moving.isolated or is_nearer(place, self.own[unit.id], to)

    def summed_up(self, places: Places, legs: Mapping[UnitId, Legs]) -> Marched:
        spans = {i: shapes.span_of(self.own[i].point, place.point) for i, place in places.items()}
        moved = {i: place for i, place in places.items() if spans[i] > shapes.HALF_STEP}
        return Marched(moved, legs, shapes.to_lattice(max(spans.values())))

    def refuse(self, place: Place) -> Refusal | None:
        found = self.marched(place)
        return found if isinstance(found, Refusal) else None

    def faced(self) -> Facings:
        return GIVEN if self.shape == AS_THEY_STAND else Facings()

    def turned(self, place: Place) -> Place:
        """Towards the nearest enemy."""
        if self.shape == AS_THEY_STAND:
            return Place(place.x, place.y, self.start.facing)
        facing = shapes.bearing(place.point, self.foe.at.point) if self.foe else place.facing
        return Place(place.x, place.y, facing)

    def laid_out(self, place: Place) -> Mapping[UnitId, Place]:
        found = self.marched(place)
        return {} if isinstance(found, Refusal) else {**self.own, **found.places}

    def landmarks(self) -> Landmarks:
        here, units = self.start.point, self.state.units.values()
        found = [one for one in units if one.kind == Body.OBJECTIVE]
        wanted = [one for one in found if one.side != self.unit.side] or found
        goals = [one.place.point for one in wanted if one.place]
        foes = [one.place.point for one in enemies(self.state, self.unit.side) if one.place]
        return Landmarks(nearest_first(here, goals), nearest_first(here, foes), (), self.reaches())

    def reaches(self) -> list[float]:
        """From how far off its weapons tell."""
        rows = {weapon.ranges for unit in on_table(self.state, self.moving.company) for weapon in weapons(unit)}
        bands = {RANGES.figure(row, band) for row in rows for band in ("short", "medium")}
        return sorted(float(limit) for limit in bands if limit)


def is_nearer(place: Place, before: Place, leader: Place) -> bool:
    """cc.cohesion.effect: whether a sub-unit comes nearer to its leader."""
    return shapes.less(shapes.span_of(place.point, leader.point), shapes.span_of(before.point, leader.point))


# ---- one sub-unit by itself


class Single(Ground):
    """Where one sub-unit may go by itself. A Region."""

    @lazy
    def anchor(self) -> Unit:
        return anchor_of(self.state, self.moving.company)

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit.id, self.start, self.moving

    def refuse(self, place: Place) -> Refusal | None:
        return self.refuse_end(self.going(place), place) or self.refuse_control(place)

    def refuse_control(self, place: Place) -> Refusal | None:
        """cc.cohesion.moving, cc.cohesion.effect: the leader may not leave others behind, nor they him."""
        if self.unit.id == self.anchor.id:
            away = {self.unit.id, *self.moving.isolated}
            rest = [one.place for one in on_table(self.state, self.moving.company) if one.id not in away]
            return None if all(is_controlled(other, place, self.radius) for other in rest if other) else BY_LEADER
        if self.unit.id in self.moving.isolated:
            return None if self.anchor.place and is_nearer(place, self.start, self.anchor.place) else NOT_NEARER
        return None if in_control(self.state, self.moving.company, place) else BY_LEADER

    def went(self, place: Place) -> Marched:
        legs = {**self.moving.legs, self.unit.id: self.going(place).legs}
        inches = shapes.to_lattice(shapes.span_of(self.start.point, place.point))
        return Marched({self.unit.id: place} if inches else {}, legs, inches)

    def faced(self) -> Facings:
        return Facings()


# ---- where the enemy can be reached


def charge(ground: CompanyGround, target: UnitId) -> Marched | None:
    """The company goes straight at the nearest enemy it can reach; if not all can, one sub-unit does."""
    state, foes, layout = ground.state, [unit.id for unit in on_table(ground.state, target)], field(ground.state)
    near = (layout.gaps_to_enemies(i, foes, far) for i, far in ground.chargers.items())
    for gap, one, other in sorted(chain.from_iterable(near)):
        unit, enemy = state.units[one], state.units[other]
        if gap <= CONTACT:
            continue
        place = shapes.place_at(shapes.along(unit.at.point, enemy.at.point, gap - IN_TOUCH), unit.at.facing)
        found = charged(ground, unit, place)
        if found is not None:
            return found
    return None


def charged(ground: CompanyGround, unit: Unit, place: Place) -> Marched | None:
    """All with it if they can, else it alone."""
    if ground.unit.id in ground.own:
        here = ground.start
        to = shapes.place_at((here.x + place.x - unit.at.x, here.y + place.y - unit.at.y), here.facing)
        found = ground.march(to)
        if isinstance(found, Marched) and found.places.get(unit.id) == place:
            return found
    alone = Single(ground.state, ground.moving, unit)
    return None if alone.refuse(place) else alone.went(place)
