"""Arriving Force Groups march on."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import collides, inches_to_enemy
from sandtable.mechanics.legs import FromEdge, Waypoints
from sandtable.mechanics.regions import is_on_lattice
from sandtable.mechanics.tolls import Track
from sandtable.rules.panzer_korps.arrival import entry_line, open_points, refuse_entry
from sandtable.rules.panzer_korps.book import cite
from sandtable.rules.panzer_korps.commands import Enter, EnterAndBend
from sandtable.rules.panzer_korps.field import CONTACT, RADIUS, absent, field
from sandtable.rules.panzer_korps.going import NORMAL
from sandtable.rules.panzer_korps.group_moves import arrive, ask_on, conclude
from sandtable.rules.panzer_korps.move_facts import Entered, GroupEntered
from sandtable.rules.panzer_korps.moving import ENEMY_THERE, NO_ROOM, OFF_TABLE, Mover
from sandtable.rules.panzer_korps.scenario import table
from sandtable.rules.panzer_korps.spotting import spot_on_way
from sandtable.rules.panzer_korps.steps import Entering, Recovery
from sandtable.rules.panzer_korps.words import Did, Order

MARCH_ON, ZONES = cite("pk.arrival.timing"), cite("pk.arrival.zones")
MOST_POINTS = 4  # of the edge, looked at for one place


@rule("pk.arrival.timing")
def enter(play: Play, step: Entering) -> bool:
    """Each formation with one full move in Transit Column from the edge, where its owner likes. No Decision Die."""
    if all(ground.is_empty for ground in entries_of(play.state, step)):
        play.emit(Noted(f"{step.group} finds its zone closed and waits", about=(step.group,)), ZONES)
        return rest(play, step.group)
    topic = Topic("enter", f"Where does {step.group} march on?", (step.group,))
    order = play.ask_for(Enter, play.state.units[step.group].side, topic, lambda view: options(view, step))
    march_on(play, step, order, order.at)
    if absent(play.state, step.group):
        return True
    play.emit(GroupEntered(step.group, step.zone))
    return rest(play, step.group)


def rest(play: Play, group: UnitId) -> bool:
    """pk.disorder.recovery-timing: a group whose movement this was recovers. No more of it enters in this turn."""
    if Did.DECIDED in play.state.units[group].spent:
        play.queue(Recovery(group))
    return False


def entries_of(state: State, step: Entering) -> "Iterator[Entry]":
    return (Entry(state, unit, step.zone) for unit in absent(state, step.group))


def options(view: State, step: Entering) -> Iterator[Option]:
    for ground in entries_of(view, step):
        if not ground.is_empty:
            yield Option(Enter(ground.unit.id), MARCH_ON, ground)
            yield Option(EnterAndBend(ground.unit.id), MARCH_ON, Waypoints(ground))


def march_on(play: Play, step: Entering, order: Enter, to: Place) -> None:
    """To a place, or by way of it: then its move goes on from there."""
    found = Entry(play.state, play.state.units[order.unit], step.zone).way(to)
    assert not isinstance(found, Refusal)
    point, way = found
    if step.group not in field(play.state).of_group:
        play.emit(Spent(step.group, Did.DECIDED))
    play.emit(Entered(order.unit, to, column=True))
    spot_on_way(play, order.unit, point, to.point)
    mover = Mover(play.state, play.state.units[order.unit], (), way, earlier=way.inches)
    if isinstance(order, EnterAndBend):
        conclude(play, mover, [NORMAL], ask_on(play, mover, [NORMAL]))
    else:
        arrive(play, mover, NORMAL, way)


class Entry(FromEdge):
    """Where a formation that marches on may end its move. A Region."""

    def __init__(self, state: State, unit: Unit, zone: str) -> None:
        super().__init__(table(state), entry_line(state, unit.side, zone))
        self.state, self.unit, self.zone = state, unit, zone

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit.id, self.zone

    @property
    def far(self) -> float:
        return self.mover(self.line[0]).allowance(NORMAL).at(road=False, doubled=False)

    def open_points(self) -> list[Point]:
        return open_points(self.state, self.unit.side, self.zone)

    def mover(self, point: Point) -> Mover:
        """As if it stood at a point of the edge."""
        return Mover(self.state, replace(self.unit, place=shapes.place_at(point, self.inward)), column=True)

    def points(self, to: Point) -> Iterator[Point]:
        """Where it may enter on its way there: the nearest points first."""
        a, b = self.line
        foot = shapes.along(a, b, shapes.foot(a, b, to))
        if refuse_entry(self.state, self.unit.side, foot) is None:
            yield foot
        yield from sorted(self.open_points(), key=lambda point: shapes.span_of(point, to))[:MOST_POINTS]

    def way(self, place: Place) -> tuple[Point, Track] | Refusal:
        """pk.arrival.zones: the way from the nearest open point of the zone."""
        refusal = Refusal(ZONES, "no point of the zone is open near there")
        for point in self.points(place.point):
            mover = self.mover(point)
            found = mover.refuse_way(place.point, mover.allowance(NORMAL))
            span = shapes.span_of(point, place.point)
            if found is None and inches_to_enemy(point, place.point, RADIUS, mover.foes, CONTACT) <= span:
                found = ENEMY_THERE
            if found is None:
                track = mover.leads(place.point)
                assert track is not None
                return point, track
            refusal = found
        return refusal

    def why_not(self, place: Place) -> Refusal | None:
        if not is_on_lattice(place):
            return Refusal(MARCH_ON, "that is not a place of the table")
        mover = self.mover(self.line[0])
        if not mover.is_on_table(place.point):
            return OFF_TABLE
        if collides(place.point, RADIUS, mover.others):
            return NO_ROOM
        if mover.order == Order.MOVE and (refusal := mover.refuse_end(place.point)):
            return refusal
        way = self.way(place)
        return way if isinstance(way, Refusal) else None
