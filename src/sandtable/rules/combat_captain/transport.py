"""Vehicles that carry and tow: mounting, dismounting, survivors."""

from collections.abc import Iterator
from functools import partial

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import collides
from sandtable.mechanics.regions import Rings, is_on_lattice
from sandtable.rules.combat_captain.book import KINDS, cite
from sandtable.rules.combat_captain.commands import Dismount, Done, Mount, MountSingly, MountUp, SetDown
from sandtable.rules.combat_captain.control import isolated
from sandtable.rules.combat_captain.facts import DiceSpent, Dismounted, Mounted
from sandtable.rules.combat_captain.field import CLEAR, CONTACT, field, in_contact, kind, members, on_table
from sandtable.rules.combat_captain.going import CLOSED, is_closed
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.teams import ask_owner
from sandtable.rules.combat_captain.words import Die

REACH = 2.0  # inches between rims: cc.vehicles.mount
CLOSE = 0.05  # inches at which somebody gets out if there is room
MOUNT = cite("cc.vehicles.mount")
TOO_FAR = Refusal(MOUNT, "it is more than 2 inches from the vehicle")
FULL = Refusal(cite("cc.vehicles.transport"), "that vehicle carries somebody already")
CARRIES_NONE = Refusal(cite("cc.vehicles.transport"), "only trucks and half-tracks of its own unit carry")
ON_FOOT_ONLY = Refusal(cite("cc.vehicles.transport"), "only foot sub-units and guns are carried")
ENGAGED = Refusal(MOUNT, "it is in contact with the enemy")
ISOLATED = Refusal(cite("cc.cohesion.effect"), "an isolated sub-unit cannot mount or dismount")
TAKEN = Refusal(cite("cc.move.through-troops"), "somebody stands there")
OFF_TABLE = Refusal(cite("cc.move.table-edge"), "that is off the table")


# ---- may it


def refuse_mount(state: State, unit: Unit, carrier: Unit) -> Refusal | None:
    if not kind(unit).foot or unit.place is None:
        return ON_FOOT_ONLY
    if not kind(carrier).carries or carrier.part_of != unit.part_of or carrier.place is None:
        return CARRIES_NONE
    if carrier.id in field(state).aboard:
        return FULL
    if {unit.id, carrier.id} & isolated(state, unit.part_of or UnitId("")):
        return ISOLATED
    if in_contact(state, unit.id) or in_contact(state, carrier.id):
        return ENGAGED
    return None if shapes.within(field(state).gap(unit.id, carrier.id), REACH) else TOO_FAR


def mounts(state: State, company: UnitId) -> dict[UnitId, UnitId]:
    """Who may mount what, if everybody does: each the nearest that is free."""
    found: dict[UnitId, UnitId] = {}
    units = on_table(state, company)
    carriers = [unit for unit in units if kind(unit).carries]
    for unit in units:
        free = [one for one in carriers if one.id not in found.values() and refuse_mount(state, unit, one) is None]
        if free:
            found[unit.id] = min(free, key=lambda one: field(state).gap(unit.id, one.id)).id
    return found


def passengers(state: State, company: UnitId) -> list[Unit]:
    """Those who may dismount."""
    alone = isolated(state, company)
    aboard = [unit for unit in members(state, company) if unit.aboard and unit.id not in alone]
    return [unit for unit in aboard if about(state, unit).has_room(table(state))]


class Beside(Rings):
    """Places about a vehicle, or about where one stood. A Region."""

    def __init__(self, state: State, unit: Unit, spot: Place, radius: float, reach: float = REACH) -> None:
        span = radius + kind(unit).radius
        super().__init__(unit.id, [spot], (span + CLOSE, span + reach))
        self.state, self.own, self.reach = state, kind(unit), reach
        self.others, self.foes = field(state).everybody, field(state).against(unit.side)

    def why_not(self, place: Place) -> Refusal | None:
        own = self.own
        if not is_on_lattice(place) or not table(self.state).holds(place, own.base):
            return OFF_TABLE
        if not self.is_near(place):
            return TOO_FAR
        if self.others.collides(place.point, own.radius):
            return TAKEN
        if collides(place.point, own.radius + CLEAR, self.foes):
            return ENGAGED
        return CLOSED if is_closed(table(self.state), own, place) else None


def about(state: State, unit: Unit) -> Beside:
    """Where a passenger may get out."""
    carrier = state.units[unit.aboard or unit.id]
    return Beside(state, unit, carrier.at, kind(carrier).radius)


# ---- the activity


def options(view: State, company: UnitId) -> Iterator[Option]:
    boarding, leaving = mounts(view, company), passengers(view, company)
    if boarding:
        yield Option(MountUp(company), MOUNT)
    if leaving:
        yield Option(Dismount(company), MOUNT)
    if len(boarding) + len(leaving) > 1:
        yield Option(MountSingly(company), MOUNT)


@rule("cc.vehicles.mount")
def mount_or_dismount(play: Play, order: MountUp | Dismount | MountSingly) -> None:
    """One die: any of the company mount, any dismount."""
    play.emit(DiceSpent(order.company, Die.TRANSPORT, 1), cite("cc.activation.dice-are-time"))
    match order:
        case MountUp(company=company):
            for unit, carrier in mounts(play.state, company).items():
                play.emit(Mounted(unit, carrier))
        case Dismount(company=company):
            for rider in passengers(play.state, company):
                place = next(about(play.state, rider).notable(), None)
                if place is not None:
                    play.emit(Dismounted(rider.id, place))
        case MountSingly(company=company):
            singly(play, company)


def singly(play: Play, company: UnitId) -> None:
    done: frozenset[UnitId] = frozenset()
    topic = Topic("mount", f"Who of {company} mounts or dismounts?", (company,))
    while any(single_options(play.state, company, done)):
        match ask_owner(play, topic, partial(until_done, company=company, done=done), why_not):
            case Mount(unit=unit, carrier=carrier):
                play.emit(Mounted(unit, carrier))
                done |= {unit}
            case SetDown(unit=unit, to=to) if to is not None:
                play.emit(Dismounted(unit, to))
                done |= {unit}
            case _:
                return


def until_done(view: State, company: UnitId, done: frozenset[UnitId]) -> list[Option]:
    return [*single_options(view, company, done), Option(Done(company), MOUNT)]


def single_options(view: State, company: UnitId, done: frozenset[UnitId]) -> Iterator[Option]:
    units = [unit for unit in on_table(view, company) if unit.id not in done]
    for unit in units:
        for carrier in on_table(view, company):
            if kind(carrier).carries and refuse_mount(view, unit, carrier) is None:
                yield Option(Mount(unit.id, carrier.id), MOUNT)
    for unit in passengers(view, company):
        if unit.id not in done:
            yield Option(SetDown(unit.id), MOUNT, about(view, unit))


def why_not(view: State, command: Command) -> Refusal | None:
    match command:
        case Mount(unit=one, carrier=other) if one in view.units and other in view.units:
            unit, carrier = view.units[one], view.units[other]
            sub_units = {unit.kind, carrier.kind} <= KINDS.keys()
            return refuse_mount(view, unit, carrier) if sub_units and not unit.aboard else None
    return None


# ---- survivors


def set_down_survivors(play: Play, unit: UnitId, stood: Place, radius: float) -> None:
    """Touching the spot where the vehicle stood; their owner says where. Without room there, as near as there is."""
    rooms = [Beside(play.state, play.state.units[unit], stood, radius, reach) for reach in (CONTACT, REACH)]
    room = next((room for room in rooms if not room.is_empty), None)
    play.emit(Dismounted(unit, ask_place(play, unit, stood, radius, room.reach) if room else stood))


def ask_place(play: Play, unit: UnitId, stood: Place, radius: float, reach: float) -> Place:
    clause = cite("cc.vehicles.passengers-lost")
    topic = Topic("survivors", f"Where do the survivors of {unit} stand?", (unit,), -1)
    order = ask_owner(
        play, topic, lambda view: [Option(SetDown(unit), clause, Beside(view, view.units[unit], stood, radius, reach))]
    )
    assert isinstance(order, SetDown) and order.to is not None
    return order.to
