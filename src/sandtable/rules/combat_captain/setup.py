"""Setting up: companies one after another, their leaders, single sub-units apart."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import EDGES, Place
from sandtable.board.shapes import Box
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Marked, Noted
from sandtable.kernel.play import Play, rule
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics import zones
from sandtable.mechanics.arrangement import SHAPES, Slots, arranged, one_by_one
from sandtable.mechanics.discs import Crowd
from sandtable.mechanics.layout import OVERLAP, Places
from sandtable.mechanics.regions import finds_room, is_on_lattice
from sandtable.rules.combat_captain.book import KINDS, cite
from sandtable.rules.combat_captain.commands import Adjust, Deploy, Done, Mount, NameLeader, PutApart, Ready
from sandtable.rules.combat_captain.control import is_controlled, leader_of, quality, radius_of, slots
from sandtable.rules.combat_captain.facts import Deployed, LeaderNamed
from sandtable.rules.combat_captain.field import EXACTLY, companies, company_of, field, kind, members, place_of
from sandtable.rules.combat_captain.going import CLOSED, is_closed
from sandtable.rules.combat_captain.scenario import CaptainScenario, battle, check, entry_of, opening, table, zone_of
from sandtable.rules.combat_captain.teams import ask, ask_owner
from sandtable.rules.combat_captain.words import Body, Mark

DEPLOY, APART, LEADER = map(cite, ("cc.setup.deploy", "cc.setup.starting-cover", "cc.cohesion.leader"))
OUTSIDE = Refusal(DEPLOY, "outside its deployment zone")
TOO_NEAR = Refusal(DEPLOY, "too near the enemy")
TRANSPORT = cite("cc.vehicles.transport")
NOT_MOUNTED = Refusal(DEPLOY, "it does not start mounted")
LEADS = Refusal(LEADER, "the others stand about the leader: set up the company where he is to stand")
OUT_OF_CONTROL = Refusal(cite("cc.cohesion.radius"), "outside the control radius of its leader")
TAKEN = Refusal(cite("cc.setup.footprints"), "discs may not overlap")


def begin(scenario: Scenario, variants: frozenset[str]) -> State:
    """Everybody is off the table; every company finds room in its zone while nobody else is there."""
    assert isinstance(scenario, CaptainScenario)
    check(scenario)
    state = opening(scenario, variants)
    for side in state.sides:
        for body in unplaced(state, side):
            if not rooms(state, body):
                raise ScenarioError(f"{side}: {body.id}: zone: there is no room for it")
    return state


def unplaced(state: State, side: Side) -> list[Unit]:
    bodies = (unit for unit in state.units.values() if unit.kind == Body.COMPANY and unit.side == side)
    return [body for body in bodies if Mark.PLACED not in body.marks]


# ---- placing


@rule("cc.setup.deploy")
def deploy_next(play: Play, side: Side) -> bool:
    """One company; or changes to those that stand already. Gives whether the side is not ready."""
    body = next(iter(unplaced(play.state, side)), None)
    if body and not room_for(play.state, body):
        play.emit(Noted(f"there is no room for {body.id}: it stays off the table", about=(body.id,)))
        play.emit(Marked(body.id, Mark.PLACED))
        return True
    place = Topic("place", f"Where does {body.id} set up?", (body.id,)) if body else None
    topic = place or Topic("ready", "Are you ready?", rare=True)
    order = ask(
        play, side, topic, lambda view: options(view, side, body), lambda view, command: why_not(view, body, command)
    )
    match order:
        case Deploy():
            set_up(play, order)
        case NameLeader(unit=unit, company=company):
            name_leader(play, company, unit)
        case Adjust(company=company):
            adjust(play, company)
        case _:
            return False
    return True


def options(view: State, side: Side, body: Unit | None) -> Iterator[Option]:
    if body is not None:
        yield from deploy_options(view, body)
    else:
        yield Option(Ready(side), DEPLOY)
    yield from (Option(Adjust(one.id), APART) for one in companies(view, side) if len(members(view, one.id)) > 1)


def deploy_options(view: State, body: Unit) -> Iterator[Option]:
    for zone in room_for(view, body):
        yield Option(Deploy(body.id, arrangement=zone.shape, mounted=zone.mounted), DEPLOY, zone)
    if Mark.LED not in body.marks:
        chief = leader_of(view, body.id).id
        yield from (Option(NameLeader(one.id, body.id), LEADER) for one in listed(view, body) if one.id != chief)


def room_for(state: State, body: Unit) -> "list[Zone]":
    """Where it may set up; anywhere on the table if others have left it no room, and nowhere if the table is full."""
    return rooms(state, body) or rooms(state, body, (0.0, 0.0, table(state).width, table(state).depth))


def rooms(state: State, body: Unit, box: Box | None = None) -> "list[Zone]":
    """Known until somebody else is set up, or another leads."""
    known, key = field(state).asked.rooms, (leader_of(state, body.id).id, box)
    if key not in known:
        ways = [False, True] if entry_of(state, body).mounted else [False]
        found = (Zone(state, body, shape, box, mounted=mounted) for mounted in ways for shape in SHAPES)
        known[key] = [zone for zone in found if finds_room(table(state), zone, zone.mesh(), zone.key)]
    return known[key]


def listed(state: State, body: Unit) -> list[Unit]:
    """All its sub-units, on the table or not."""
    return [unit for unit in state.units.values() if unit.part_of == body.id and unit.kind in KINDS]


@rule("cc.cohesion.leader")
def name_leader(play: Play, company: UnitId, leader: UnitId) -> None:
    play.emit(LeaderNamed(company, leader))
    play.emit(Marked(company, Mark.LED))


def set_up(play: Play, order: Deploy) -> None:
    assert order.to is not None
    body = play.state.units[order.unit]
    zone = Zone(play.state, body, order.arrangement, mounted=order.mounted)
    places = zone.laid_out(order.to)
    play.emit(Deployed(body.id, tuple(places.items()), tuple(zone.riders.items())))
    words = f"{body.id}: {quality(body)}, control radius {radius_of(body)} inches"
    play.emit(Noted(words, about=(body.id,)), cite("cc.organisation.quality"))


# ---- where


class Zone(zones.SetUpZone):
    """Where the leader of a company may stand if it sets up in an arrangement. A Region. `box`: a last resort."""

    def __init__(self, state: State, body: Unit, shape: str, box: Box | None = None, *, mounted: bool) -> None:
        army = battle(state).army(body.side)
        self.box = box or zone_of(table(state), army, entry_of(state, body))
        self.facing = (EDGES[army.edge] + 180) % 360
        self.state, self.body, self.shape, self.mounted = state, body, shape, mounted
        self.grounds = Grounds(state, body, self.box, 0.0 if box else battle(state).keep_off)
        self.riders = riders(state, body) if mounted else {}
        self.units = [unit for unit in listed(state, body) if unit.id not in self.riders]
        leader = leader_of(state, body.id).id
        self.anchor = state.units[self.riders.get(leader, leader)]

    @property
    def key(self) -> tuple[object, ...]:
        return self.body.id, self.shape, self.mounted, self.box

    @lazy
    def slots(self) -> Slots:
        return slots(self.units, self.anchor, self.shape, radius_of(self.body))

    @lazy
    def in_control(self) -> bool:
        here, radius = Place(0.0, 0.0), radius_of(self.body)
        return all(is_controlled(Place(*spot), here, radius) for spot in self.slots.values())

    @lazy
    def boxes(self) -> list[Box]:
        """Where the leader may be, roughly: all of the arrangement is in the zone."""
        (west, south, east, north), spots = self.box, arranged(self.slots, Place(0, 0, self.facing)).values()
        x0, y0, x1, y1 = shapes.box_of([spot.point for spot in spots], 1.0)
        return [(west - x0, south - y0, east - x1, north - y1)]

    def laid_out(self, place: Place) -> Places:
        """Those who ride are where their vehicle is."""
        found = arranged(self.slots, place)
        return found | {rider: found[carrier] for rider, carrier in self.riders.items()}

    def why_not(self, place: Place) -> Refusal | None:
        if not is_on_lattice(place):
            return OUTSIDE
        if not self.in_control:
            return OUT_OF_CONTROL
        for i, spot in one_by_one(self.slots, place):
            if refusal := self.grounds.refuse(self.state.units[i], spot):
                return refusal
        return None


def riders(state: State, body: Unit) -> dict[UnitId, UnitId]:
    """cc.vehicles.transport: who starts aboard what, in the order of the list."""
    units = listed(state, body)
    carriers = [unit.id for unit in units if kind(unit).carries]
    return dict(zip([unit.id for unit in units if kind(unit).foot], carriers, strict=False))


class Grounds:
    """Where single sub-units may stand at the set-up."""

    def __init__(self, state: State, body: Unit, box: Box, off: float, own: UnitId | None = None) -> None:
        layout = field(state)
        self.board, self.box, self.off = table(state), shapes.grown(box, shapes.SLACK), off - OVERLAP - EXACTLY
        self.others = Crowd(layout.all_but((own,))) if own in layout.slabs else layout.everybody
        self.foes = Crowd(layout.against(body.side))

    def refuse(self, unit: Unit, spot: Place) -> Refusal | None:
        own, (west, south, east, north) = kind(unit), self.box
        if not (west <= spot.x <= east and south <= spot.y <= north and self.board.holds(spot, own.base)):
            return OUTSIDE
        if self.others.collides(spot.point, own.radius):
            return TAKEN
        if self.foes.collides(spot.point, own.radius + self.off):
            return TOO_NEAR
        return CLOSED if is_closed(self.board, own, spot) else None


def why_not(view: State, body: Unit | None, command: Command) -> Refusal | None:
    """An arrangement for which there is no room is not on offer."""
    match command:
        case Deploy(to=to, arrangement=shape, mounted=mounted) if body and to and shape in SHAPES:
            allowed = command.unit == body.id and (entry_of(view, body).mounted or not mounted)
            return Zone(view, body, shape, mounted=mounted).why_not(to) if allowed else None
    return None


# ---- single sub-units


@rule("cc.setup.starting-cover")
def adjust(play: Play, company: UnitId) -> None:
    """Put single sub-units elsewhere in the leader's control, facing any way, or let them start mounted."""
    while True:
        order = ask_owner(
            play,
            Topic("adjust", f"Which sub-unit of {company} stands elsewhere?", (company,)),
            lambda view: apart_options(view, company),
            why_not=lambda view, command: refuse_mount(view, company, command),
        )
        match order:
            case PutApart(unit=unit, to=to) if to is not None:
                play.emit(Deployed(company, ((unit, to),)))
            case Mount(unit=unit, carrier=carrier):
                stood = play.state.units[unit].at
                play.emit(Deployed(company, ((unit, stood),), ((unit, carrier),)), TRANSPORT)
            case _:
                return


def apart_options(view: State, company: UnitId) -> Iterator[Option]:
    yield Option(Done(company), DEPLOY)
    may_mount = entry_of(view, view.units[company]).mounted
    free = [unit for unit in members(view, company) if kind(unit).carries and unit.id not in field(view).aboard]
    leader = leader_of(view, company).id
    for unit in members(view, company):
        region = Apart(view, unit)
        about = unit.id, unit.aboard, region.start
        if unit.place or (not region.leads and finds_room(table(view), region, region.nearby(), about)):
            yield Option(PutApart(unit.id), APART, region)
        if may_mount and kind(unit).foot and unit.place and unit.id != leader:
            yield from (Option(Mount(unit.id, carrier.id), TRANSPORT) for carrier in free)


def refuse_mount(view: State, company: UnitId, command: Command) -> Refusal | None:
    return NOT_MOUNTED if isinstance(command, Mount) and not entry_of(view, view.units[company]).mounted else None


class Apart(zones.NearLeader):
    """Where one sub-unit may stand at the set-up; the leader only turns. A Region."""

    def __init__(self, state: State, unit: Unit) -> None:
        start, body = place_of(state, unit), company_of(state, unit)
        leader = leader_of(state, body.id)
        lead = place_of(state, leader)
        assert start and lead
        self.state, self.unit, self.body = state, unit, body
        super().__init__(unit.id, start, lead, radius_of(body), leads=unit.id in (leader.id, leader.aboard))

    @lazy
    def grounds(self) -> Grounds:
        scenario = battle(self.state)
        box = zone_of(table(self.state), scenario.army(self.unit.side), entry_of(self.state, self.body))
        return Grounds(self.state, self.body, box, scenario.keep_off, self.unit.id)

    def why_not(self, place: Place) -> Refusal | None:
        return self.refuse(place) if is_on_lattice(place) else OUTSIDE

    def refuse(self, place: Place) -> Refusal | None:
        if self.leads:
            return None if self.unit.place and place.point == self.start.point else LEADS
        if not is_controlled(place, self.lead, self.radius):
            return OUT_OF_CONTROL
        return None if place == self.unit.place else self.grounds.refuse(self.unit, place)

    def nearby(self) -> Iterator[Place]:
        """Where it stands, if it is not aboard, and then farther and farther off."""
        return self.round(kind(self.state.units[self.unit.aboard]).radius if self.unit.aboard else 0.0)
