"""The staff: how the C Ops moves, is overrun and comes back."""

from collections.abc import Iterator
from math import inf

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings, Picker
from sandtable.board.course import stretches
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.events import Marked, Moved, Noted, Removed, Tallied, Unmarked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.commands.night import MoveStaff, Stay
from sandtable.rules.great_battles.edition import charts, cite, customs, refuse, rule, ways
from sandtable.rules.great_battles.move.movement import is_on_lattice
from sandtable.rules.great_battles.staff.staff_drop import be_on_road, go_to_road, is_off_road
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, divisions, points, purse, staffs, told
from sandtable.rules.great_battles.table.field import gap, standing
from sandtable.rules.great_battles.table.landmarks import objectives_by_distance
from sandtable.rules.great_battles.table.roadnet import SLIP, FriendlyRoads, Spot, spots_at
from sandtable.rules.great_battles.table.sighting import reveal
from sandtable.rules.great_battles.words import Mark, Tally

RIDE = 12.0  # inches in a player turn: command.c-ops-move
PENALTY = 10  # activation points: command.c-ops-destroyed


# ---- where it may be


class Drive:
    """Where a C Ops may go along friendly road and the friendly edge. A Region."""

    def __init__(self, state: State, staff: Unit) -> None:
        self.state, self.staff = state, staff
        self.ways = FriendlyRoads(state, staff.side)
        half, edge = charts(state).bases[staff.kind].width / 2, battle(state).army(staff.side).edge
        spots = spots_at(table(state), edge, staff.place.point, half) if staff.place else ()
        self.starts = [spot for spot in spots if self.ways.holds(spot)]  # on which its base stands

    @lazy
    def gone(self) -> dict[Spot, float]:
        return self.ways.gone_from(self.starts)

    def contains(self, place: Place) -> bool:
        return self.why_not(place) is None

    def why_not(self, place: Place) -> Refusal | None:
        on_way = [(n, *track.course.nearest(place.point)) for n, track in enumerate(self.ways.net.tracks)]
        spots = [(number, at) for number, at, off in on_way if off <= SLIP]
        if not spots or not is_on_lattice(place):
            return refuse(self.state, "command.c-ops-move", "it goes along roads and its own edge of the table only")
        far = min(self.ways.inches_to(self.gone, spot) for spot in spots)
        if far == inf:
            return refuse(self.state, "setup.friendly-road", "no way there is clear of the enemy")
        if not shapes.within(far, RIDE):
            return refuse(self.state, "command.c-ops-move", f'that is {far:.1f}" away by road; it goes 12')
        return None

    def nearest(self, place: Place) -> Place:
        """On the road or edge that comes nearest."""
        on_way = [(track.course.nearest(place.point), n) for n, track in enumerate(self.ways.net.tracks)]
        (at, _), number = min(on_way, key=lambda one: one[0][1])
        return self._place((number, at))

    def sample(self, rng: Picker) -> Place:
        """Some way off from a point that it can reach."""
        (number, start), gone = rng.choice(list(self.gone.items()))
        low, high = next(part for part in self.ways.parts[number] if part[0] - SLIP <= start <= part[1] + SLIP)
        left = max(RIDE - gone - SLIP, 0.0)
        at = rng.uniform(max(low, start - left), min(high, start + left))
        place = self._place((number, at))
        return place if self.contains(place) else self._place(self.starts[0])

    def _place(self, spot: Spot) -> Place:
        x, y = self.ways.net.tracks[spot[0]].course.at(spot[1])
        return Place(shapes.to_lattice(x), shapes.to_lattice(y), self.staff.place.facing if self.staff.place else 0)

    def notable(self) -> Iterator[Place]:
        """Where the ways pass nearest to an objective, the ends of what it can reach, and the meetings of ways."""
        goals = objectives_by_distance(self.state, self._place(self.starts[0]).point) if self.starts else []
        for (number, at), gone in self.gone.items():
            nearest, left = self.ways.net.tracks[number].course.nearest, RIDE - gone - SLIP
            spots = [*(nearest(goal)[0] for goal in goals), at, at - left, at + left, at - left / 2, at + left / 2]
            yield from filter(self.contains, (self._place((number, spot)) for spot in spots))

    def faced(self) -> Facings:
        return GIVEN

    def places(self) -> None:
        """Too many to count."""

    def outline(self) -> list[list[Point]]:
        """The stretches of road and edge that it can reach."""
        lines = []
        for (number, at), gone in self.gone.items():
            for low, high in self.ways.parts[number]:
                first, last = max(low, at - (RIDE - gone)), min(high, at + (RIDE - gone))
                if low - SLIP <= at <= high + SLIP and first < last:
                    lines.append(self.ways.net.tracks[number].course.part(first, last))
        return stretches(lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drive) and (self.staff, self.ways.parts) == (other.staff, other.ways.parts)

    def __hash__(self) -> int:
        return hash(self.staff.id)


class HomeEdge:
    """Where a C Ops that was overrun may come back if no road meets the friendly edge: anywhere on it. A Region."""

    def __init__(self, state: State, staff: Unit) -> None:
        self.staff = staff
        self.course = FriendlyRoads(state, staff.side).net.tracks[0].course

    def contains(self, place: Place) -> bool:
        return is_on_lattice(place) and self.course.nearest(place.point)[1] <= SLIP

    def nearest(self, place: Place) -> Place:
        return self._at(self.course.nearest(place.point)[0])

    def sample(self, rng: Picker) -> Place:
        return self._at(rng.uniform(0.0, self.course.length))

    def _at(self, inches: float) -> Place:
        x, y = self.course.at(inches)
        return Place(shapes.to_lattice(x), shapes.to_lattice(y))

    def faced(self) -> Facings:
        return GIVEN

    def places(self) -> None:
        """Too many to count."""

    def outline(self) -> list[list[Point]]:
        return stretches([self.course.points])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HomeEdge) and (self.staff, self.course) == (other.staff, other.course)

    def __hash__(self) -> int:
        return hash(self.staff.id)


# ---- moving


def move_c_ops(play: Play, side: Side) -> None:
    """Each C Ops of a side, without an action."""
    for staff in staffs(play.state, side):
        move_staff(play, staff)


@rule("command.c-ops-move")
def move_staff(play: Play, staff: Unit) -> None:
    """Up to 12 inches along friendly road or edge."""
    if is_off_road(staff):
        go_to_road(play, staff.id)
        return
    order = play.ask(
        staff.side,
        f"{staff.part_of}: where does the C Ops go?",
        lambda view: drive_options(view, view.units[staff.id]),
        why_not=lambda view, command: why_not_drive(view, view.units[staff.id], command),
    )
    if isinstance(order, MoveStaff) and order.to is not None:
        drive(play, staff.id, order.to)


def drive_options(view: State, staff: Unit) -> Iterator[Option]:
    region = Drive(view, staff)
    if region.starts:
        yield Option(MoveStaff(staff.id), cite(view, "command.c-ops-move"), region)
    yield Option(Stay(staff.id), cite(view, "command.c-ops"))


def why_not_drive(view: State, staff: Unit, command: Command) -> Refusal | None:
    if isinstance(command, MoveStaff) and command.unit == staff.id and command.to is not None:
        return Drive(view, staff).why_not(command.to)
    return None


def drive(play: Play, staff: UnitId, to: Place) -> None:
    """Enemies its owner knows nothing of close a road too."""
    unit = play.state.units[staff]
    if why := Drive(play.state, unit).why_not(to):
        ways(play.state).finds_unsafe(play, staff, to, why)
        return
    reveal(play, unit)
    play.emit(Moved(staff, to))


def stays_put(play: Play, staff: UnitId, _to: Place, why: Refusal) -> None:
    side = play.state.units[staff].side
    play.emit(Noted(f"{staff} finds the road unsafe and stays", frozenset({side})), why.clause)


# ---- overrun


@rule("command.c-ops-destroyed")
def overrun(play: Play, body: UnitId) -> None:
    """A stand of the battalion has come upon a C Ops of the enemy."""
    reach = charts(play.state).overrun
    for staff in staffs(play.state, play.state.foe(play.state.units[body].side)):
        able = [one for one in standing(play.state, body) if one.kind in customs(play.state).overrunners]
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
    play.emit(Noted(f"{account.id} has {left} of {told(had)} left"))


@rule("command.c-ops-destroyed")
def return_c_ops(play: Play, side: Side) -> None:
    """At dawn it is back on its own edge, where a road meets it if one does."""
    for division in divisions(play.state, side):
        staff = c_ops(play.state, division)
        if staff is not None and Mark.DESTROYED in staff.marks:
            come_back(play, division, staff.id)


def come_back(play: Play, division: Unit, staff: UnitId) -> None:
    where = f"{division.id}: where does the C Ops come back?"
    order = play.ask(division.side, where, lambda view: homes(view, view.units[staff]))
    if isinstance(order, MoveStaff) and order.to is not None:
        play.emit(Unmarked(staff, Mark.DESTROYED))
        play.emit(Moved(staff, order.to))
        if is_off_road(play.state.units[staff]):
            be_on_road(play, staff)


def homes(view: State, staff: Unit) -> Iterator[Option]:
    clause = cite(view, "command.c-ops-destroyed")
    entries = FriendlyRoads(view, staff.side).entries()
    for _, (x, y) in entries:
        yield Option(MoveStaff(staff.id, Place(shapes.to_lattice(x), shapes.to_lattice(y))), clause)
    if not entries:
        yield Option(MoveStaff(staff.id), clause, HomeEdge(view, staff))
