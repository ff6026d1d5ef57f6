"""A C Ops that has landed off the road: it helps nobody until it has reached one."""

from collections.abc import Iterator
from math import fsum

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.board.course import stretches
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab, to_lattice
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Marked, Moved, Noted, Tallied, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.regions import Unturned, is_on_lattice
from sandtable.rules.great_battles.battle.scenario import PATHS, battle, table
from sandtable.rules.great_battles.book.charts import BAD
from sandtable.rules.great_battles.commands.airborne import MakeFor
from sandtable.rules.great_battles.edition import charts, cite, refuse, rule
from sandtable.rules.great_battles.table.field import body_of, field
from sandtable.rules.great_battles.table.going import crossed, is_bridged
from sandtable.rules.great_battles.table.roadnet import closers, place_for, road_tracks, spots_under
from sandtable.rules.great_battles.table.sighting import is_hidden, reveal, reveal_body
from sandtable.rules.great_battles.words import COMMAND, Mark, Tally

STEP = 0.25


def is_off_road(staff: Unit) -> bool:
    """airborne.cops: it helps nobody until it has reached its road."""
    return Mark.OFF_ROAD in staff.marks


class Roads(Unturned):
    """Every point of a road that a straight line without water reaches; if there is none, every point. A Region."""

    def __init__(self, state: State, staff: Unit) -> None:
        self.state, self.staff, self.start = state, staff, staff.at
        self.tracks, self.base = road_tracks(table(state)), charts(state).bases[staff.kind]
        inches = [(track.course, inch) for track in self.tracks for inch in range(int(track.course.length) + 1)]
        points = [course.at(float(inch)) for course, inch in inches]
        places = [place_for(state, staff, point) for point in points]
        self.dry = [place for place in places if is_dry(state, self.start, place)]
        self.known = self.dry or places

    def why_not(self, place: Place) -> Refusal | None:
        board, there = table(self.state), replace(place, facing=self.start.facing)
        if not board.holds(there, self.base):
            return refuse(self.state, "setup.table-edge", "part of it would be off the table")
        if not is_on_lattice(place) or not spots_under(board, self.tracks, there, self.base):
            return refuse(self.state, "airborne.cops", "that is not a point on a road")
        if self.dry and not is_dry(self.state, self.start, place):
            return refuse(self.state, "airborne.cops", "the straight line there crosses water")
        return None

    def nearest(self, place: Place) -> Place:
        """The nearest point of a road."""
        course = min((track.course for track in self.tracks), key=lambda one: one.nearest(place.point)[1])
        return place_for(self.state, self.staff, course.at(course.nearest(place.point)[0]))

    def sample(self, rng: Picker) -> Place:
        return rng.choice(self.known)

    def outline(self) -> list[list[Point]]:
        return stretches(track.course.points for track in self.tracks)

    @property
    def key(self) -> tuple[object, ...]:
        return self.tracks, self.start


def is_dry(state: State, a: Place, b: Place) -> bool:
    """Whether the straight line crosses water only on bridges."""
    grounds = battle(state).grounds
    for _, kinds in crossed(table(state), a.point, b.point)[0]:
        here = [grounds[kind] for kind in kinds if kind not in PATHS]
        if any(ground.closes(on_foot=True) for ground in here) and not is_bridged(kinds, here):
            return False
    return True


@rule("airborne.cops")
def choose_road(play: Play, staff: UnitId) -> None:
    """A C Ops that has landed off road must head for a point on a road, of its owner's choice."""
    unit, tracks = play.state.units[staff], road_tracks(table(play.state))
    half = charts(play.state).bases[unit.kind].width / 2
    there = unit.at.point
    if not tracks or any(track.course.nearest(there)[1] <= track.half + half for track in tracks):
        return
    order = play.ask(
        unit.side,
        Topic("staff-road", f"{staff} has landed off the road: which point on a road does it head for?", (staff,)),
        lambda view: [Option(MakeFor(staff), cite(view, "airborne.cops"), Roads(view, unit))],
    )
    assert isinstance(order, MakeFor) and order.to is not None
    play.emit(Marked(staff, Mark.OFF_ROAD))
    for tally, inches in ((Tally.ROAD_X, order.to.x), (Tally.ROAD_Y, order.to.y)):
        play.emit(Tallied(staff, tally, round(inches * 100)))


@rule("airborne.cops-off-road")
def go_to_road(play: Play, staff: UnitId) -> None:
    """It goes straight there, but not close to enemies; on the road it is a normal C Ops."""
    unit = play.state.units[staff]
    walk(play, unit)
    if play.state.units[staff].place == goal_of(unit):
        be_on_road(play, staff)


def walk(play: Play, staff: Unit) -> None:
    """It goes as far as it can this time; a hidden enemy on the way stops it."""
    base, last = charts(play.state).bases[staff.kind], None
    for place in steps_to_road(play.state, staff):
        if found := lurking(play.state, staff, shapes.footprint(place, base)):
            stop_short(play, staff, last, found)
            return
        last = place
    come_to(play, staff, last)


def be_on_road(play: Play, staff: UnitId) -> None:
    """It no longer heads for a road."""
    for tally in (Tally.ROAD_X, Tally.ROAD_Y):
        play.emit(Tallied(staff, tally, None))
    play.emit(Unmarked(staff, Mark.OFF_ROAD))


def goal_of(staff: Unit) -> Place:
    return Place(staff.tallies[Tally.ROAD_X] / 100, staff.tallies[Tally.ROAD_Y] / 100, staff.at.facing)


def steps_to_road(state: State, staff: Unit) -> Iterator[Place]:
    """Points on the straight way within this turn's reach."""
    goal, base, slabs = goal_of(staff), charts(state).bases[staff.kind], field(state).slabs
    enemies = [slabs[enemy.id] for enemy in closers(state, state.foe(staff.side)) if enemy.known_by(staff.side)]
    far = shapes.span_of(staff.at.point, goal.point)
    gone, clear = 0.0, charts(state).road_clear
    while gone < far:
        gone = min(gone + STEP, far)
        x, y = shapes.along(staff.at.point, goal.point, gone)
        place = Place(to_lattice(x), to_lattice(y), goal.facing)
        if share_of_walk(state, staff.at, place) > 1 + shapes.SLACK:
            return
        if any(shapes.come_within(shapes.footprint(place, base), enemy, clear) for enemy in enemies):
            return
        yield place


def share_of_walk(state: State, a: Place, b: Place) -> float:
    """The share of a turn's walk between two points, over good and bad going."""
    (good, bad), grounds = charts(state).staff_walk, battle(state).grounds
    parts = crossed(table(state), a.point, b.point)[0]
    rough = [any(grounds[kind].going == BAD for kind in kinds if kind not in PATHS) for _, kinds in parts]
    return fsum(inches / (bad if slow else good) for (inches, _), slow in zip(parts, rough, strict=True))


# ---- hidden enemies that a C Ops meets


def lurking(state: State, staff: Unit, spot: Slab) -> Unit | None:
    """A hidden enemy who would be too near."""
    clear, slabs = charts(state).road_clear, field(state).slabs
    enemies = [one for one in closers(state, state.foe(staff.side)) if is_hidden(one)]
    return next((one for one in enemies if shapes.come_within(slabs[one.id], spot, clear)), None)


def stop_short(play: Play, staff: Unit, at: Place | None, enemy: Unit) -> None:
    """It stops at the last place before him, and he is revealed."""
    play.emit(Noted(f"{staff.id} meets an enemy and stops short of him", frozenset({staff.side}), about=(staff.id,)))
    come_to(play, staff, at)
    if enemy.kind in COMMAND:
        reveal(play, enemy)
    else:
        reveal_body(play, body_of(play.state, enemy))


def come_to(play: Play, staff: Unit, at: Place | None) -> None:
    """It comes as far as it got, if it got anywhere."""
    if at is not None:
        reveal(play, staff)
        play.emit_if_new(Moved(staff.id, at))
