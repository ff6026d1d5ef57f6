"""Setting up: the units of a battle, who places first, and where each formation may stand."""

from collections.abc import Iterator
from functools import cached_property
from math import inf

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import EDGES, Place
from sandtable.board.shapes import Box
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Marked, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import NOBODY, Link, Side, State, Unit, UnitId
from sandtable.mechanics.discs import collides
from sandtable.mechanics.regions import is_on_lattice
from sandtable.mechanics.zones import Part, SetUpZone
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.book import BOOK, SEGMENTS, cite
from sandtable.rules.panzer_korps.commands import Deploy, DeployInColumn
from sandtable.rules.panzer_korps.facts import SetUp, Spotted
from sandtable.rules.panzer_korps.field import DISC, RADIUS, absent, enemies, entry, field, group_of, groups, standing
from sandtable.rules.panzer_korps.ground import CLOSED, CROSSINGS
from sandtable.rules.panzer_korps.initiative import higher
from sandtable.rules.panzer_korps.scenario import Army, Formation, Group, KorpsScenario, battle, check, entries, table
from sandtable.rules.panzer_korps.sighting import apart, eye, in_cover, sees
from sandtable.rules.panzer_korps.words import Kind, Mark, Order, Tally, Tie, Trait

ZONE = cite("pk.arrival.start-zone")
BAD_GROUND = Refusal(cite("pk.terrain.impassable"), "no formation can stand there")
KEEP_OFF = 30.0  # inches: pk.arrival.start-zone
TOO_NEAR = Refusal(ZONE, f"a known enemy is nearer than {KEEP_OFF:g} inches")


def opening(scenario: KorpsScenario, variants: frozenset[str]) -> State:
    """Everybody is off the table."""
    board = scenario.table()
    units: list[Unit] = []
    for army in scenario.side:
        units += of_army(army)
    for one in scenario.objectives:
        holder = Side(one.holder) if one.holder else NOBODY
        units.append(Unit(UnitId(one.name), Kind.OBJECTIVE, holder, shapes.place_at(one.point(board))))
    return State(
        rules=BOOK.about.id, scenario=scenario, board=board, sides=tuple(Side(army.name) for army in scenario.side),
        units={unit.id: unit for unit in units}, variants=variants,
        tallies={Tally.DAY: 1, Tally.SEGMENT: SEGMENTS.index(scenario.start), Tally.TURN: 0},
    )  # fmt: skip


def of_army(army: Army) -> Iterator[Unit]:
    side = Side(army.name)
    yield Unit(UnitId(side), Kind.FORCE, side, tallies={Tally.HAD: 0, Tally.MISSILES: army.missiles})
    for group in army.groups:
        marks = frozenset({group.order or Order.ADVANCE})
        yield Unit(UnitId(group.name), Kind.GROUP, side, part_of=UnitId(side), marks=marks)
        yield from (of_formation(side, group, one) for one in group.formations)
        yield from leaders(side, army, group)
    for squadron in army.squadrons:
        yield Unit(UnitId(squadron.name), Kind.SQUADRON, side, part_of=UnitId(side), tallies={Tally.DAMAGE: 0})


def of_formation(side: Side, group: Group, one: Formation) -> Unit:
    marks = {Mark.OFF_TABLE} if one.off_table else {Mark.ENTRENCHED} if one.entrenched else set()
    return Unit(
        UnitId(one.name), one.type, side, part_of=UnitId(group.name), traits=frozenset({one.quality, *one.traits}),
        marks=frozenset(marks), tallies={Tally.DISORDER: 0, Tally.PANICS: 0},
    )  # fmt: skip


def leaders(side: Side, army: Army, group: Group) -> Iterator[Unit]:
    """The leader of a group and its heroes, one with each formation in turn."""
    commands = not army.cinc and group.name == (army.commander or army.groups[0].name)
    own = {group.rating: True, Trait.CINC: commands, Trait.DECORATED: group.leader_decorated}
    named = {f"{group.name} leader": {trait for trait, has in own.items() if has}}
    named |= {f"{group.name} hero {number}": {Trait.DECORATED} for number in range(1, group.decorated + 1)}
    on_table = [one for one in group.formations if not one.off_table] or group.formations
    for number, (name, traits) in enumerate(named.items()):
        yield Unit(
            UnitId(name), Kind.LEADER, side, part_of=UnitId(group.name),
            aboard=UnitId(on_table[number % len(on_table)].name), traits=frozenset(traits),
            links=() if number else (Link(Tie.COMMANDS, UnitId(group.name)),),
        )  # fmt: skip


def begin(scenario: Scenario, variants: frozenset[str]) -> State:
    """Everybody is off the table; every formation finds room in its zone while nobody else is there."""
    assert isinstance(scenario, KorpsScenario)
    check(scenario)
    state = opening(scenario, variants)
    for unit in [unit for side in state.sides for group in groups(state, side) for unit in absent(state, group.id)]:
        if next(Zone(state, unit).rooms(), None) is None:
            raise ScenarioError(f"{unit.side}: {unit.id}: zone: there is no room for it")
    return state.change(agenda=(steps.Opening(),))


@rule("pk.setup.sequence")
def first_to_set_up(play: Play) -> Side | None:
    """The defender, or the lower of two dice; None: they are equal and are thrown again."""
    if defender := battle(play.state).defender:
        return Side(defender)
    throws = [Throw("set up", f"{side}; the lower sets up first", side=side) for side in play.state.sides]
    better = higher(play, throws, [(), ()])
    return None if better is None else play.state.sides[1 - better]


# ---- placing


def unplaced(state: State, side: Side) -> list[Unit]:
    """Formations to set up now: of Force Groups that start on the table."""
    here = [group for group in groups(state, side) if group.marks.isdisjoint({Mark.WAITING, Mark.DELAYED})]
    return [unit for group in here for unit in absent(state, group.id) if Mark.PLACED not in unit.marks]


@rule("pk.arrival.start-zone")
def deploy_next(play: Play, side: Side) -> bool:
    """One formation, Deployed or in Transit Column. Gives whether others are to follow."""
    waiting = unplaced(play.state, side)
    if not waiting:
        return False
    unit, zone = waiting[0], room_for(play.state, waiting[0])
    if zone is None:
        play.emit(Noted(f"there is no room for {unit.id}: it stays off the table", about=(unit.id,)))
        play.emit(Marked(unit.id, Mark.WITHDRAWN))
        return True
    topic = Topic("place", f"Where does {unit.id} set up?", (unit.id,))
    order = play.ask_for(Deploy, side, topic, lambda view: deploy_options(unit, zone))
    play.emit(SetUp(unit.id, order.at, isinstance(order, DeployInColumn)))
    return len(waiting) > 1


def deploy_options(unit: Unit, zone: "Zone") -> Iterator[Option]:
    yield Option(Deploy(unit.id), ZONE, zone)
    if Mark.ENTRENCHED not in unit.marks:
        yield Option(DeployInColumn(unit.id), ZONE, zone)


def room_for(state: State, unit: Unit) -> "Zone | None":
    """Where it may set up; anywhere on the table if others have left it no room, and nowhere if the table is full."""
    anywhere = Part((0.0, 0.0, table(state).width, table(state).depth))
    tries = (Zone(state, unit, areas) for areas in ((), (anywhere,)))
    return next((zone for zone in tries if next(zone.rooms(), None)), None)


# ---- where


def is_plain(state: State, enemy: Unit, *places: Place) -> bool:
    """Whether an enemy formation in the open can be seen from one of these places."""
    return not in_cover(state, enemy) and any(sees(state, enemy, place) for place in places)


@rule("pk.arrival.start-zone")
def know_each_other(play: Play) -> None:
    """At the set-up every formation in the open that an enemy sees is known to him."""
    for unit in standing(play.state):
        foes = (enemy.at for enemy in enemies(play.state, unit.side))
        if Mark.SPOTTED not in unit.marks and is_plain(play.state, unit, *foes):
            play.emit(Spotted(unit.id))


class Zone(SetUpZone):
    """Where a formation may set up, facing any way. A Region."""

    def __init__(self, state: State, unit: Unit, areas: tuple[Part, ...] = ()) -> None:
        """Its own zone, its group's, or the ground within 9 inches of its side's edge; `areas`: a last resort."""
        self.state, self.unit, self.board = state, unit, table(state)
        group, edge = group_of(state, unit), battle(state).edge(unit.side)
        stated = entry(state, unit).zone or entries(state).groups[group.id].zone
        self.areas = areas or stated or (battle(state).usual_zone(unit.side),)
        self.facing = (EDGES[edge] + 180) % 360
        self.keeps_off = Mark.KEEPS_OFF in group.marks and not stated

    @property
    def key(self) -> tuple[object, ...]:
        return self.unit.id, self.areas, tuple(field(self.state).slabs)

    def why_not(self, place: Place) -> Refusal | None:
        refusal = self.refuse_ground(place)
        if refusal or not self.keeps_off:
            return refusal
        return None if shapes.within(self.least, self.clearance(place)) else TOO_NEAR

    def refuse_ground(self, place: Place) -> Refusal | None:
        disc = shapes.footprint(place, DISC)
        on_table = is_on_lattice(place) and self.board.carries(disc)
        if not on_table or not any(area.holds(self.board, disc) for area in self.areas):
            return Refusal(ZONE, "outside its deployment zone")
        if collides(place.point, RADIUS, field(self.state).all_but(())):
            return Refusal(cite("pk.setup.measuring"), "another formation stands there")
        under = self.board.ground(Place(*place.point))
        return None if under & CROSSINGS or under.isdisjoint(CLOSED) else BAD_GROUND

    @cached_property
    def least(self) -> float:
        """Inches to keep off known enemies; if there is no room so far off, as far as the zone allows."""
        far = max((self.clearance(place) for place in self.mesh() if not self.refuse_ground(place)), default=0.0)
        return min(KEEP_OFF, far)

    def clearance(self, place: Place) -> float:
        """The distance of the nearest enemy that is known from there: in the open and in sight."""
        at = replace(self.unit, place=place)
        foes = enemies(self.state, self.unit.side)
        known = [foe for foe in foes if Mark.SPOTTED in foe.marks or is_plain(self.state, foe, place)]
        return min((apart(eye(at), eye(foe)) for foe in known), default=inf)

    @cached_property
    def boxes(self) -> list[Box]:
        return [area.middles(self.board, RADIUS) for area in self.areas]
