"""Tank riders, an option."""

from collections.abc import Iterator
from functools import partial

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Boarded, Carried, Moved, Spent
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.regions import Ruled, is_on_lattice
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.commands.airborne import GetDown, Mount
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.edition import charts, cite, plays, refuse, rule
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.move.approach import KeepingOff
from sandtable.rules.great_battles.move.digging import leave_work
from sandtable.rules.great_battles.move.transport import in_the_room
from sandtable.rules.great_battles.table.field import (
    base_of,
    body_of,
    field,
    gap,
    on_tanks,
    riders_on,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.table.formation import redrawn_anchor
from sandtable.rules.great_battles.table.ground import kinds_at
from sandtable.rules.great_battles.table.sighting import is_hidden, look_round, reveal
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import Did, Kind, Mark

OPTION = "tank-riders"
NAME, DETAILS = "variants.tank-riders", "fire.tank-rider-details"
ROUND = 15  # degrees between the places that are tried round a tank


# ---- refusals


def refuse_mount(state: State, rider: Unit, tank: Unit) -> Refusal | None:
    """One infantry stand on foot may mount an adjacent tank of its own battalion."""
    if not plays(state, OPTION):
        return refuse(state, NAME, "this battle is played without tank riders")
    if rider.kind != Kind.INFANTRY or tank.kind != Kind.ARMOUR or rider.part_of != tank.part_of:
        return refuse(state, DETAILS, "infantry can only ride on tanks of its own battalion")
    if rider.place is None or tank.place is None or Mark.LOADED in rider.marks:
        return refuse(state, DETAILS, f"{rider.id} is not on foot beside a tank")
    if riders_on(state, tank.id):
        return refuse(state, DETAILS, f"{tank.id} already carries infantry")
    if Did.MOUNTED in rider.spent or Did.GOT_DOWN in rider.spent:
        return refuse(state, DETAILS, f"{rider.id} has already got up or down this turn")
    if gap(state, rider, tank) > charts(state).mount:
        return refuse(state, DETAILS, f"{tank.id} is not next to {rider.id}")
    return None


def rider_options(view: State, body: Unit, *, begun: bool) -> Iterator[Option]:
    """Infantry may get up before the battalion moves, and down at any time."""
    if not plays(view, OPTION):
        return
    if not begun:
        yield from mount_options(view, body)
    for rider in stands_of(view, body.id):
        if rider.aboard is not None and Did.GOT_DOWN not in rider.spent and Beside(view, rider).notable():
            yield from get_down_options(view, rider.id)


def mount_options(view: State, body: Unit) -> Iterator[Option]:
    stands = standing(view, body.id)
    for rider, tank in ((a, b) for a in stands for b in stands):
        if refuse_mount(view, rider, tank) is None:
            yield Option(Mount(rider.id, tank.id), cite(view, NAME))


def why_not_ride(view: State, command: Command) -> Refusal | None:
    match command:
        case Mount(rider, tank) if {rider, tank} <= view.units.keys():
            return refuse_mount(view, view.units[rider], view.units[tank])
        case GetDown(rider, to) if to is not None and rider in view.units and view.units[rider].aboard:
            return Beside(view, view.units[rider]).why_not(to)
    return None


class Beside(Ruled):
    """Where a rider may stand once it has got down: next to its tank. A Region."""

    def __init__(self, state: State, rider: Unit) -> None:
        assert rider.aboard is not None
        self.state, self.rider, self.tank = state, rider, state.units[rider.aboard]

    def why_not(self, place: Place) -> Refusal | None:
        slab = shapes.footprint(place, base_of(self.state, self.rider))
        if not is_on_lattice(place) or not table(self.state).carries(slab):
            return refuse(self.state, "setup.table-edge", "that is not a place on the table")
        if not shapes.come_within(slab, field(self.state).slabs[self.tank.id], charts(self.state).mount):
            return refuse(self.state, DETAILS, f"that is not next to {self.tank.id}")
        grounds = [battle(self.state).grounds[kind] for kind in kinds_at(table(self.state), place.point)]
        if self._standing_on(slab) or any(ground.closes(on_foot=True) for ground in grounds):
            return refuse(self.state, DETAILS, "there is no room for it there")
        if KeepingOff(self.state, body_of(self.state, self.rider)).is_put_too_near(self.tank.id, slab):
            return refuse(self.state, "activate.approach-limit", "only an activated battalion can go so near")
        return None

    def lurking(self, place: Place) -> list[Unit]:
        """Hidden enemies where it would stand."""
        slab = shapes.footprint(place, base_of(self.state, self.rider))
        return [unit for unit in self._standing_on(slab) if is_hidden(unit) and unit.side != self.rider.side]

    def _standing_on(self, slab: shapes.Slab) -> list[Unit]:
        """Stands in that place, and enemies right beside it."""
        found = in_the_room(self.state, self.rider.side, slab)
        return [unit for unit in found if Mark.DESTROYED not in unit.marks]

    def notable(self) -> list[Place]:
        """Right beside the tank, all round it."""
        at, own, its = self.tank.at, base_of(self.state, self.rider), base_of(self.state, self.tank)
        off = (max(own.width, own.depth) + max(its.width, its.depth)) / 2
        places = [shapes.shifted(at, at.facing + turn, off) for turn in range(0, 360, ROUND)]
        return [place for place in places if self.contains(place)]

    def sample(self, rng: Picker) -> Place:
        return rng.choice(self.notable())

    def outline(self) -> list[list[Point]]:
        return [[place.point for place in self.notable()]]

    @property
    def key(self) -> tuple[object, ...]:
        return self.rider.id, self.rider, self.tank


# ---- doing it


@rule(NAME)
def mount(play: Play, rider: UnitId, tank: UnitId) -> None:
    """It shares the place and the fate of its tank from now on."""
    for stand in (tank, rider):
        reveal(play, play.state.units[stand])
    body = body_of(play.state, play.state.units[rider]).id
    leave_work(play, body, [stand.id for stand in standing(play.state, body) if stand.id != rider])
    before = play.state
    play.emit(Boarded(rider, tank))
    play.emit(Spent(rider, Did.MOUNTED))
    dress(play, before, body)


def dress(play: Play, before: State, body: UnitId) -> None:
    """The rest of the line stays where it is."""
    if (anchor := redrawn_anchor(before, play.state, play.state.units[body])) is not None:
        play.emit(Marched(body, anchor, (), ""))


@rule(DETAILS)
def mount_together(play: Play, body: UnitId) -> bool:
    """Getting up is an action of all stands: others may get up now too, and the battalion does nothing else."""
    clause = play.clause
    play.emit(Spent(body, Did.ACTED))
    while list(mount_options(play.state, play.state.units[body])):
        order = play.ask(
            play.state.units[body].side,
            Topic("mount", f"{body}: which other stand gets up?", (body,)),
            lambda view: [*mount_options(view, view.units[body]), Option(Halt(body), clause)],
        )
        if not isinstance(order, Mount):
            break
        mount(play, order.unit, order.tank)
    return True


@rule(NAME)
def get_down(play: Play, rider: UnitId, to: Place) -> None:
    """It looks round where it stands; a hidden enemy there is revealed, and it stays up this turn."""
    unit = play.state.units[rider]
    play.emit(Spent(rider, Did.GOT_DOWN))
    lurking = Beside(play.state, unit).lurking(to)
    for enemy in lurking:
        reveal(play, enemy)
    if lurking:
        return
    before = play.state
    play.emit(Carried(rider, None))
    play.emit(Moved(rider, to))
    dress(play, before, body_of(play.state, unit).id)
    look_round(play, [play.state.units[rider]], play.state.foe(unit.side))


@rule(DETAILS)
def get_down_to_fight(play: Play, body: UnitId) -> None:
    """Riders of a charging battalion get down where there is room; riders that stay up do not fight."""
    for rider in [one.id for one in on_tanks(play.state, body)]:
        while (known := seen_by(play.state, play.state.units[rider].side)).units[rider].aboard is not None:
            if not Beside(known, known.units[rider]).notable():
                break
            topic = Topic("get-down", f"{rider} gets down to fight: where?", (rider,))
            options = partial(get_down_options, rider=rider)
            order = play.ask(play.state.units[rider].side, topic, options, why_not=why_not_ride)
            assert isinstance(order, GetDown) and order.to is not None
            get_down(play, rider, order.to)


def get_down_options(view: State, rider: UnitId) -> list[Option]:
    return [Option(GetDown(rider), cite(view, NAME), Beside(view, view.units[rider]))]


def ride(play: Play, order: Mount | GetDown) -> None:
    match order:
        case Mount(rider, tank):
            mount(play, rider, tank)
        case GetDown(rider, to) if to is not None:
            get_down(play, rider, to)
