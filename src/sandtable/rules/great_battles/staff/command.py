"""The staff: how the C Ops moves, how it is overrun and how it comes back."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import ceil, inf

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings, Picker
from sandtable.board.course import stretches
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Marked, Moved, Noted, Removed, Spent, Tallied, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.regions import Uncounted, Unturned, is_on_lattice
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.commands.airborne import TravelNow
from sandtable.rules.great_battles.commands.night import MoveStaff, Stay
from sandtable.rules.great_battles.edition import charts, cite, plays, refuse, rule
from sandtable.rules.great_battles.frame.victory import check_c_ops
from sandtable.rules.great_battles.staff.by_edition import StaffByEdition
from sandtable.rules.great_battles.staff.staff_drop import be_on_road, go_to_road, is_off_road, lurking, stop_short
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, divisions, points, purse, staffs, told
from sandtable.rules.great_battles.table.field import field, gap, standing
from sandtable.rules.great_battles.table.landmarks import objectives_by_distance
from sandtable.rules.great_battles.table.road_owners import FriendlyRoads, starts_of, was_last_at
from sandtable.rules.great_battles.table.roadnet import SLIP, ClearRoads, Spot, closers, place_for, spots_under
from sandtable.rules.great_battles.table.sighting import reveal
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import Did, Mark, Tally

STEP = 0.25  # inches between its checks
RIDE = 12.0  # inches in a player turn: command.c-ops-move
PENALTY = 10  # activation points: command.c-ops-destroyed
TRIES = 4


# ---- where it may be


class Drive(Unturned):
    """Where a C Ops may go along friendly road and the friendly edge. A Region."""

    def __init__(self, state: State, staff: Unit) -> None:
        self.state, self.staff = state, staff
        self.base = charts(state).bases[staff.kind]
        self.clear = ClearRoads(state, staff.side)
        self.starts = starts_of(state, self.clear, staff)  # on which its base stands

    @lazy
    def roads(self) -> FriendlyRoads:
        return FriendlyRoads(self.state, self.clear, self.staff)

    @lazy
    def distances(self) -> dict[Spot, float]:
        return self.roads.distances_from(self.starts)

    def leads_anywhere(self) -> bool:
        """Whether it stands on friendly road: mostly its side was the last there."""
        owned = any(was_last_at(self.state, self.staff.side, self.clear, start) for start in self.starts)
        return owned or any(map(self.roads.holds, self.starts))

    def why_not(self, place: Place) -> Refusal | None:
        if not table(self.state).holds(place, self.base):
            return refuse(self.state, "setup.table-edge", "part of it would be off the table")
        spots = self.spots_at(place)
        if not spots or not is_on_lattice(place):
            return refuse(self.state, "command.c-ops-move", "it can only move along roads and its own table edge")
        far = min(self.roads.inches_to(self.distances, spot) for spot in spots)
        if far == inf:
            return self._refuse_way(spots)
        if any(shapes.overlap(shapes.footprint(place, self.base), slab) for slab in self.fellows):
            return refuse(self.state, "setup.stacking", "another C Ops is there")
        return self._refuse_far(far)

    def _refuse_far(self, far: float) -> Refusal | None:
        if shapes.within(far, RIDE):
            return None
        return refuse(self.state, "command.c-ops-move", f'that is {far:.1f}" away by road, and it can move 12')

    def _refuse_way(self, spots: list[Spot]) -> Refusal:
        """The enemy is on every road there, or he is nearer to a road and nobody has passed since."""
        distances = self.clear.distances_from(self.starts)
        far = min(self.clear.inches_to(distances, spot) for spot in spots)
        if far == inf:
            return refuse(self.state, "setup.friendly-road", "the enemy closes every road there")
        closer = refuse(self.state, "setup.whose-road", "the enemy is nearer to a road on the way")
        return self._refuse_far(far) or closer

    @lazy
    def fellows(self) -> list[Slab]:
        """Places of other C Ops of its side, except those that it overlaps already."""
        slabs = field(self.state).slabs
        others = [slabs[other.id] for other in staffs(self.state, self.staff.side) if other.id != self.staff.id]
        return [slab for slab in others if not shapes.overlap(slabs[self.staff.id], slab)]

    def spots_at(self, place: Place) -> list[Spot]:
        """The points of roads and edge on which it would stand."""
        return spots_under(table(self.state), self.roads.net.tracks, place, self.base)

    def nearest(self, place: Place) -> Place:
        """The nearest point of the roads and the edge."""
        on_way = [(track.course.nearest(place.point), n) for n, track in enumerate(self.roads.net.tracks)]
        (at, _), number = min(on_way, key=lambda one: one[0][1])
        return self.place_at((number, at))

    def sample(self, rng: Picker) -> Place:
        """A point within reach at random."""
        tries = (self._somewhere(rng) for _ in range(TRIES))
        return next(filter(self.contains, tries), self.place_at(self.starts[0]))

    def _somewhere(self, rng: Picker) -> Place:
        (number, start), gone = rng.choice(list(self.distances.items()))
        low, high = next(part for part in self.roads.parts[number] if part[0] - SLIP <= start <= part[1] + SLIP)
        left = max(RIDE - gone - SLIP, 0.0)
        return self.place_at((number, rng.uniform(max(low, start - left), min(high, start + left))))

    def place_at(self, spot: Spot) -> Place:
        return place_for(self.state, self.staff, self.roads.net.tracks[spot[0]].course.at(spot[1]))

    def notable(self) -> Iterator[Place]:
        """The nearest points to objectives, the ends of its reach, and the road junctions."""
        goals = objectives_by_distance(self.state, self.place_at(self.starts[0]).point) if self.starts else []
        for (number, at), gone in self.distances.items():
            nearest, left = self.roads.net.tracks[number].course.nearest, RIDE - gone - SLIP
            spots = [*(nearest(goal)[0] for goal in goals), at, at - left, at + left, at - left / 2, at + left / 2]
            yield from filter(self.contains, (self.place_at((number, spot)) for spot in spots))

    def outline(self) -> list[list[Point]]:
        """The stretches of road and edge that it can reach."""
        lines = []
        for (number, at), gone in self.distances.items():
            for low, high in self.roads.parts[number]:
                first, last = max(low, at - (RIDE - gone)), min(high, at + (RIDE - gone))
                if low - SLIP <= at <= high + SLIP and first < last:
                    part = self.roads.net.tracks[number].course.part(first, last)
                    lines.append([place_for(self.state, self.staff, point).point for point in part])
        return stretches(lines)

    @property
    def key(self) -> tuple[object, ...]:
        return self.staff.id, self.staff, self.roads.parts


class HomeEdge(Uncounted):
    """Where an overrun C Ops may come back if no road meets the friendly edge: anywhere on it. A Region."""

    def __init__(self, state: State, staff: Unit) -> None:
        self.state, self.staff = state, staff
        self.course = ClearRoads(state, staff.side).net.tracks[0].course

    def contains(self, place: Place) -> bool:
        return is_on_lattice(place) and self.nearest(place).point == place.point

    def nearest(self, place: Place) -> Place:
        return self._at(self.course.nearest(place.point)[0])

    def sample(self, rng: Picker) -> Place:
        return self._at(rng.uniform(0.0, self.course.length))

    def _at(self, inches: float) -> Place:
        return place_for(self.state, self.staff, self.course.at(inches))

    def faced(self) -> Facings:
        return GIVEN

    def outline(self) -> list[list[Point]]:
        return stretches([[place_for(self.state, self.staff, point).point for point in self.course.points]])

    @property
    def key(self) -> tuple[object, ...]:
        return self.staff.id, self.staff, self.course


# ---- moving


def move_c_ops(play: Play, side: Side) -> None:
    """Each C Ops of a side moves without an action."""
    for staff in staffs(play.state, side):
        move_staff(play, staff)


@rule("command.c-ops-move")
def move_staff(play: Play, staff: Unit) -> None:
    """A C Ops moves up to 12 inches along friendly road or edge."""
    if is_off_road(staff):
        go_to_road(play, staff.id)
        return
    order = play.ask(
        staff.side,
        Topic("staff", f"{staff.part_of}: where does the C Ops go?", (staff.id,), rare=True),
        lambda view: drive_options(view, view.units[staff.id]),
        why_not=lambda view, command: why_not_drive(view, view.units[staff.id], command),
    )
    if isinstance(order, MoveStaff) and order.to is not None:
        drive(play, staff.id, order.to)


def drive_options(view: State, staff: Unit) -> Iterator[Option]:
    region = Drive(view, staff)
    if region.leads_anywhere():
        yield Option(MoveStaff(staff.id), cite(view, "command.c-ops-move"), region)
    yield Option(Stay(staff.id), cite(view, "command.c-ops"))


def why_not_drive(view: State, staff: Unit, command: Command) -> Refusal | None:
    if isinstance(command, MoveStaff) and command.unit == staff.id and command.to is not None:
        return Drive(view, staff).why_not(command.to)
    return None


def drive(play: Play, staff: UnitId, to: Place) -> None:
    """Hidden enemies close a road too. Where there is none, its owner knew that the road is open."""
    unit = play.state.units[staff]
    if unit.place is not None and to.point == unit.place.point:
        return  # it stays
    hides = any(not enemy.known_by(unit.side) for enemy in closers(play.state, play.state.foe(unit.side)))
    if hides and (why := Drive(play.state, unit).why_not(to)):
        StaffByEdition.of(play.state).finds_road_closed(play, staff, to, why)
        return
    reveal(play, unit)
    play.emit(Moved(staff, to))


def stays_put(play: Play, staff: UnitId, _to: Place, why: Refusal) -> None:
    side = play.state.units[staff].side
    play.emit(Noted(f"{staff} finds the road unsafe and stays", frozenset({side}), about=(staff,)), why.clause)


# ---- overrun


@rule("command.c-ops-destroyed")
def overrun(play: Play, body: UnitId) -> None:
    """A stand of the battalion has reached an enemy C Ops."""
    reach = charts(play.state).overrun
    for staff in staffs(play.state, play.state.foe(play.state.units[body].side)):
        able = [one for one in standing(play.state, body) if one.kind in StaffByEdition.of(play.state).overrunners]
        near = [one for one in able if gap(play.state, one, staff) <= reach]
        if near:
            reveal(play, staff)
            destroy_staff(play, staff, near[0].id)


def destroy_staff(play: Play, staff: Unit, by: UnitId) -> None:
    """The division loses 10 activation points, and its C Ops until the next dawn."""
    division = division_of(play.state, staff)
    account = purse(play.state, division)
    had, left = points(account), max(points(account) - PENALTY, 0)
    play.emit(Removed(staff.id, f"overrun by {by}"))
    play.emit(Marked(staff.id, Mark.DESTROYED))
    play.emit(Tallied(division.id, Tally.OVERRUN, division.tallies.get(Tally.OVERRUN, 0) + 1))
    play.emit(Tallied(account.id, Tally.POINTS, left))
    play.emit(Noted(f"{account.id} has {left} of {told(had)} left", about=(account.id,)))


@rule("command.c-ops-destroyed")
def return_c_ops(play: Play, side: Side) -> None:
    """At dawn it is back on its own edge, at a road if one meets it."""
    lost = [staff for division in divisions(play.state, side) if (staff := c_ops(play.state, division))]
    for staff in [staff for staff in lost if Mark.DESTROYED in staff.marks]:
        asked = Topic("staff", f"{staff.part_of}: where does the C Ops come back?")
        order = play.ask(side, asked, partial(homes, staff=staff))
        assert isinstance(order, MoveStaff) and order.to is not None
        play.emit(Unmarked(staff.id, Mark.DESTROYED))
        play.emit(Moved(staff.id, order.to))
        if is_off_road(staff):
            be_on_road(play, staff.id)


def homes(view: State, staff: Unit) -> Iterator[Option]:
    clause = cite(view, "command.c-ops-destroyed")
    entries = ClearRoads(view, staff.side).entries()
    for _, point in entries:
        yield Option(MoveStaff(staff.id, place_for(view, staff, point)), clause)
    if not entries:
        yield Option(MoveStaff(staff.id), clause, HomeEdge(view, staff))


# ---- a C Ops that moves once in its player turn, between the moves of battalions


def roaming(state: State, side: Side) -> list[Unit]:
    """Each C Ops of a side that may still move in this player turn."""
    bound = plays(state, "cops-activation")
    return [] if bound else [staff for staff in staffs(state, side) if Did.MOVED not in staff.spent]


def roam_options(view: State, side: Side) -> Iterator[Option]:
    clause = cite(view, "command.cops-move-when")
    for staff in roaming(view, side):
        if is_off_road(staff):
            yield Option(TravelNow(staff.id), clause)
        elif (region := Drive(view, staff)).starts:
            yield Option(MoveStaff(staff.id), clause, region)


def why_not_roam(view: State, side: Side, command: Command) -> Refusal | None:
    return next(filter(None, (why_not_drive(view, staff, command) for staff in roaming(view, side))), None)


@rule("command.c-ops-move")
def roam(play: Play, order: MoveStaff | TravelNow) -> None:
    """It moves once, without an action."""
    play.emit(Spent(order.unit, Did.MOVED))
    if isinstance(order, TravelNow):
        go_to_road(play, order.unit)
    elif order.to is not None:
        drive(play, order.unit, order.to)
    check_c_ops(play)


# ---- a road that a hidden enemy has closed


@rule("setup.friendly-road")
def press_on(play: Play, staff: UnitId, to: Place, why: Refusal) -> None:
    """It goes on until a hidden enemy is near, stops short and reveals him; if there is none on its way it stays."""
    unit, last = play.state.units[staff], None
    known = Drive(seen_by(play.state, unit.side), unit)
    for spot in spots_on_way(known, to):
        track = known.roads.net.tracks[spot[0]]
        point = track.course.at(spot[1])
        if found := lurking(play.state, unit, shapes.limb(point, point, 2 * track.half)):
            stop_short(play, unit, last, found)
            return
        last = place if known.contains(place := known.place_at(spot)) else last
    stays_put(play, staff, to, why)


def spots_on_way(known: Drive, to: Place) -> Iterator[Spot]:
    """The points on the way that its owner believes to be the shortest."""
    ways = (known.roads.way(known.starts, spot) for spot in known.spots_at(to))
    for (number, here), (other, there) in pairwise(next(filter(None, ways), [])):
        steps = ceil(abs(there - here) / STEP) if number == other else 0
        yield from ((number, here + (there - here) * n / steps) for n in range(1, steps + 1))
