"""Airborne troops: their choices, their landing, and the C Ops that lands with them."""

from collections.abc import Sequence

from sandtable.board import shapes
from sandtable.board.board import Picker
from sandtable.board.place import Place, Point
from sandtable.board.shapes import to_lattice
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.dice import pips
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.layout import collides, touches
from sandtable.mechanics.regions import Unturned, is_on_lattice, outline_of
from sandtable.rules.great_battles.airborne.by_edition import AirborneByEdition
from sandtable.rules.great_battles.battle.scenario import PATHS, Box, Drop, aiming_points, battle, kept_off, table
from sandtable.rules.great_battles.book import drop_tables
from sandtable.rules.great_battles.book.charts import BAD, BUNKER
from sandtable.rules.great_battles.book.drop_tables import DESTROYED, HIGH, LOW, SUPPRESSED
from sandtable.rules.great_battles.commands.airborne import ComeIn, DropOver
from sandtable.rules.great_battles.edition import Terms, cite, plays, refuse, rule, term
from sandtable.rules.great_battles.effects.hits import destroy, suppress
from sandtable.rules.great_battles.facts.day import MarkedAs
from sandtable.rules.great_battles.facts.reserves import BlownAway, Bound, Landed, Scattered
from sandtable.rules.great_battles.frame.setup import entry_of
from sandtable.rules.great_battles.frame.siting import rings
from sandtable.rules.great_battles.guns.barrage import enter_barrages
from sandtable.rules.great_battles.move.movement import MARKERS
from sandtable.rules.great_battles.staff.command import overrun
from sandtable.rules.great_battles.staff.staff_drop import choose_road
from sandtable.rules.great_battles.staff.withheld import arrive, is_held_off, refuse_arrival
from sandtable.rules.great_battles.steps import Shelling
from sandtable.rules.great_battles.table.divisions import c_ops, divisions, listed
from sandtable.rules.great_battles.table.field import (
    all_standing,
    base_of,
    battalions,
    body_of,
    field,
    nearest,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.table.formation import centre_stand
from sandtable.rules.great_battles.table.ground import at, kinds_at
from sandtable.rules.great_battles.table.sighting import falling, is_hidden, look_round, reveal
from sandtable.rules.great_battles.words import DROPS, Kind, Mark, Tally, Trait

D10 = pips(10)
COMPASS, INCHES = pips(8), pips(6)  # airborne.drift-simple
TRIES = 50  # to find a point at random
NEAR_ENEMY = 6.0  # inches: airborne.landing


# ---- who lands


def to_land(state: State, side: Side) -> list[Unit]:
    """The battalions of a side that land now and are not held back, and its C Ops."""
    aloft = [body for body in battalions(state, side) if Mark.TO_LAND in body.marks and stands_of(state, body.id)]
    due = [body for body in aloft if is_due(state, entry_of(state, body).lands)]
    found = [body for body in due if refuse_arrival(state, body) is None]
    for division in divisions(state, side):
        staff = c_ops(state, division)
        if staff and Mark.TO_LAND in staff.marks and is_due(state, listed(state, division).c_ops_lands):
            found.append(staff)
    return found


def is_due(state: State, turn: int) -> bool:
    """A unit lands on its turn of the first day, or later if that turn was passed."""
    return state.tallies[Tally.DAY] > 1 or state.tallies[Tally.TURN] >= turn


def jumpers(state: State, unit: Unit) -> list[Unit]:
    """A C Ops stands for itself."""
    return stands_of(state, unit.id) if unit.kind == Kind.BATTALION else [unit]


def drop_of(state: State, side: Side) -> Drop:
    drop = battle(state).army(side).drop
    assert drop is not None
    return drop


@rule("airborne.sequence")
def land_next(play: Play, side: Side) -> bool:
    """One choice or one stand at a time, before the action roll; returns whether anybody is still to land."""
    due = to_land(play.state, side)
    if not due:
        return False
    unit = due[0]
    if is_held_off(unit):
        arrive(play, unit.id)
    undecided = [stand for stand in jumpers(play.state, unit) if stand.place is None]
    if Trait.GLIDER not in unit.traits and not any(mark.startswith(DROPS) for mark in unit.marks):
        choose_height(play, unit)
    elif undecided:
        choose_point(play, unit, [stand.id for stand in undecided])
    else:
        come_down(play, unit)
    return bool(to_land(play.state, side))


# ---- secret choices of the owner


def choose_height(play: Play, unit: Unit) -> None:
    """A battalion chooses one height before any of its stands rolls."""
    clause, heights = cite(play.state, "airborne.height-choice"), drop_of(play.state, unit.side).heights
    options = [Option(ComeIn(unit.id, height), clause) for height in heights]
    asked = Topic("drop-height", f"{unit.id}: from what height does it drop?", (unit.id,))
    order = play.ask(unit.side, asked, lambda _view: options)
    assert isinstance(order, ComeIn)
    play.emit(MarkedAs(unit.id, DROPS + order.height, f"drops from {order.height} altitude"))


@rule("airborne.aiming-point")
def choose_point(play: Play, unit: Unit, undecided: Sequence[UnitId]) -> None:
    """Each stand has its own point, or a battalion shares one."""
    clause = play.clause
    name, stands = AirborneByEdition.of(play.state).aiming(unit.id, undecided)
    order = play.ask(
        unit.side,
        Topic("drop-point", f"{name}: over which point is it dropped?", (name,)),
        lambda view: [Option(DropOver(name), clause, DropZone(view, unit.side))],
    )
    assert isinstance(order, DropOver) and order.to is not None
    for stand in stands:
        play.emit(Bound(stand, order.to))


class DropZone(Unturned):
    """The points over which a side may drop. A Region."""

    def __init__(self, state: State, side: Side) -> None:
        board = table(state)
        self.state, self.board, self.drop = state, board, drop_of(state, side)
        self.box: Box = self.drop.zone or (0.0, 0.0, board.width, board.depth)

    def why_not(self, place: Place) -> Refusal | None:
        west, south, east, north = self.box
        if not is_on_lattice(place) or not (west <= place.x <= east and south <= place.y <= north):
            return refuse(self.state, "airborne.sequence", "that is outside the drop zone")
        if near := kept_off(self.board, self.drop, place.point):
            return refuse(self.state, "airborne.sequence", f"that is too near {near} for a drop")
        return None

    def sample(self, rng: Picker) -> Place:
        """A point in the box; where too much of the box is forbidden, any allowed point."""
        west, south, east, north = self.box
        for _ in range(TRIES):
            x, y = to_lattice(rng.uniform(west, east)), to_lattice(rng.uniform(south, north))
            place = Place(min(max(x, west), east), min(max(y, south), north), rng.randrange(360))
            if self.contains(place):
                return place
        return Place(*rng.choice(list(aiming_points(self.board, self.drop))), rng.randrange(360))

    def outline(self) -> list[list[Point]]:
        return outline_of(self.box)

    @property
    def key(self) -> tuple[object, ...]:
        return self.box, self.drop


# ---- coming down


def come_down(play: Play, unit: Unit) -> None:
    """One stand lands; with the last stand the battalion is on the table."""
    flying = [stand for stand in jumpers(play.state, unit) if Mark.IN_THE_AIR in stand.marks]
    if unit.kind == Kind.C_OPS:
        land_staff(play, unit)
        return
    if flying:
        land(play, flying[0].id)
    if len(flying) <= 1:
        finish_landing(play, unit.id)


@rule("airborne.landing")
def land(play: Play, stand: UnitId) -> None:
    """A stand takes approach damage, then drifts to the nearest clear place, then takes landing damage."""
    reveal(play, play.state.units[stand], "airborne.sequence")
    if not take_approach_damage(play, stand):
        play.emit(BlownAway(stand, "in the air"), cite(play.state, "airborne.approach"))
        return
    place = drift(play, stand)
    if is_lost(play.state, place):
        lose(play, stand, place)
        return
    unit = play.state.units[stand]
    play.emit(Landed(stand, next(there for there in rings(place) if is_clear(play.state, unit, there))))
    look_round(play, [play.state.units[stand]], play.state.foe(unit.side))
    take_landing_damage(play, stand)


@rule("airborne.approach")
def take_approach_damage(play: Play, stand: UnitId) -> bool:
    """Gliders count as high. Returns whether the stand survives."""
    unit = play.state.units[stand]
    height, flak = height_of(play.state, unit, glider=HIGH), drop_of(play.state, unit.side).flak
    die = play.roll(Throw("flak", f"{stand} comes in {height} through {flak} flak", stand), D10)
    return apply_effect(play, stand, drop_tables.approach(height, flak, die))


def drift(play: Play, stand: UnitId) -> Place:
    """The place to which the wind carries a stand. Gliders count as low."""
    unit = play.state.units[stand]
    east, north = (drift_simply if plays(play.state, "simple-drift") else drift_by_chart)(play, unit)
    times = drop_tables.factor(height_of(play.state, unit, glider=LOW))
    return Place(to_lattice(unit.at.x + east * times), to_lattice(unit.at.y + north * times), unit.at.facing)


@rule("airborne.drift")
def drift_by_chart(play: Play, unit: Unit) -> tuple[float, float]:
    """Inches to the east and to the north, by the chart for the theatre."""
    first = play.roll(Throw("drift", f"{unit.id} drifts north or south", unit.id), D10)
    second = play.roll(Throw("drift", f"{unit.id} drifts east or west", unit.id), D10)
    return drop_tables.drift(drop_of(play.state, unit.side).theatre, first, second)


@rule("airborne.drift-simple")
def drift_simply(play: Play, unit: Unit) -> tuple[float, float]:
    """A stand drifts in one of eight directions; on the highest face only heavy weapons drift."""
    way = play.roll(Throw("drift", f"{unit.id} drifts to one of 8 points, clockwise from north", unit.id), COMPASS)
    inches = play.roll(Throw("drift", f"{unit.id} drifts this many inches", unit.id), INCHES)
    if inches == INCHES.sides and unit.kind != Kind.HEAVY_WEAPONS:
        inches = 0
    east, north = shapes.heading((way - 1) * 360 // COMPASS.sides)
    return east * inches, north * inches


@rule("airborne.drift-losses")
def lose(play: Play, unit: UnitId, place: Place) -> None:
    """A unit that lands in water or off the table is lost."""
    if play.state.units[unit].kind != Kind.C_OPS:
        destroy(play, unit)
    play.emit(BlownAway(unit, "in the water" if on_board(play.state, place) else "off the table"))


def take_landing_damage(play: Play, stand: UnitId) -> None:
    """The roll has -1 within 6 inches of an enemy stand; a hidden enemy whose nearness counts is revealed."""
    unit = play.state.units[stand]
    near = near_enemy(play.state, unit)
    if near is not None and is_hidden(near):
        reveal(play, near, "airborne.landing")
    rough = is_rough(play.state, unit)
    adds: Terms = ()
    if near is not None:
        adds = (term(play.state, -1, "within 6 inches of an enemy", "airborne.landing"),)
    die = play.roll(Throw("landing", f"{stand} lands on {'rough' if rough else 'clear'} ground", stand), D10, adds=adds)
    total = die + sum(one.value for one in adds)
    night, glider = drop_of(play.state, unit.side).night, Trait.GLIDER in body_of(play.state, unit).traits
    apply_effect(play, stand, drop_tables.landing(total, night=night, glider=glider, rough=rough))


def near_enemy(state: State, stand: Unit) -> Unit | None:
    """An enemy stand within 6 inches: a visible one if there is one, else the nearest hidden one."""
    enemies = list(all_standing(state, state.foe(stand.side)))
    for some in ([enemy for enemy in enemies if not is_hidden(enemy)], enemies):
        found = nearest(state, stand, some)
        if found is not None and found[0] <= NEAR_ENEMY:
            return found[1]
    return None


def apply_effect(play: Play, stand: UnitId, effect: str) -> bool:
    """Apply the result of a table to a stand. Returns whether the stand survives."""
    if effect == DESTROYED:
        destroy(play, stand)
    elif effect == SUPPRESSED:
        suppress(play, stand)
    return effect != DESTROYED


def height_of(state: State, unit: Unit, *, glider: str) -> str:
    """The height that the battalion has chosen; for gliders the height they count as."""
    body = unit if unit.kind == Kind.C_OPS else body_of(state, unit)
    return next((mark.removeprefix(DROPS) for mark in body.marks if mark.startswith(DROPS)), glider)


@rule("airborne.consolidate")
def finish_landing(play: Play, body: UnitId) -> None:
    """The battalion is scattered on the table; barrages and an enemy C Ops under it count at once."""
    if not standing(play.state, body):
        return
    place = centre_stand(play.state, play.state.units[body])[0].place
    assert place is not None
    play.emit(Scattered(body, place))
    soon = {step.side for step in play.state.agenda if isinstance(step, Shelling)}  # everybody rolls then
    enter_barrages(play, body, [template for template in falling(play.state) if template.side not in soon])
    overrun(play, body)
    AirborneByEdition.of(play.state).after_landing(play, body)


# ---- the landing place


def on_board(state: State, place: Place) -> bool:
    return shapes.on_table(place.point, table(state).width, table(state).depth)


def is_lost(state: State, place: Place) -> bool:
    """A place off the table, in a river or in the sea is no place to land."""
    return not on_board(state, place) or is_water(state, place.point)


def is_water(state: State, point: Point) -> bool:
    return not battle(state).closed.isdisjoint(kinds_at(table(state), point))


def is_rough(state: State, stand: Unit) -> bool:
    """Rough ground is bad going, hills, woods and buildings with bunkers; crops and trenches are not rough."""
    grounds = battle(state).grounds
    return any(
        piece.level > 0 or grounds[piece.kind].going == BAD or grounds[piece.kind].cover == BUNKER
        for piece in at(table(state), stand.at.point)
        if piece.kind not in PATHS
    )


def is_clear(state: State, stand: Unit, place: Place) -> bool:
    """Whether a stand is on the table there and overlaps nobody."""
    slab = shapes.footprint(place, base_of(state, stand))
    if not table(state).carries(slab) or is_water(state, place.point):
        return False
    for other, there in field(state).slabs.items():
        unit = state.units[other]
        if other == stand.id or unit.kind in MARKERS or unit.marks & {Mark.IN_THE_AIR, Mark.DESTROYED}:
            continue
        if collides(slab, there) or (unit.side != stand.side and touches(slab, there)):
            return False
    return True


# ---- the C Ops


@rule("airborne.landing")
def land_staff(play: Play, staff: Unit) -> None:
    """A C Ops drifts like a stand, but only water and the edge of the table can harm it."""
    reveal(play, staff, "airborne.sequence")
    place = drift(play, staff.id)
    if is_lost(play.state, place):
        lose(play, staff.id, place)
    else:
        whole = table(play.state).brought_in(place, base_of(play.state, staff))
        play.emit(Landed(staff.id, whole))
        choose_road(play, staff.id)
