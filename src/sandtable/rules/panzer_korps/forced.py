"""Forced moves: falling back and fleeing; and disengaging from a fire fight."""

from sandtable.board import shapes
from sandtable.board.place import EDGES, Place, Point
from sandtable.book.charts import Grid
from sandtable.kernel.dice import at_most
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import BEYOND, Way, first_room, inches_to_enemy, most_open, turning_home
from sandtable.mechanics.tolls import HAIR
from sandtable.rules.panzer_korps.book import BOOK, D10, DICE, cite
from sandtable.rules.panzer_korps.disorder import retire, seen_to_flee
from sandtable.rules.panzer_korps.field import DISC, RADIUS, enemies, entry, field, is_able, is_deployed, known_enemies
from sandtable.rules.panzer_korps.going import basic, bonus, is_vehicles, rate, tolls_for
from sandtable.rules.panzer_korps.move_facts import FellBack, HeldUp
from sandtable.rules.panzer_korps.moving import Mover
from sandtable.rules.panzer_korps.scenario import battle, table
from sandtable.rules.panzer_korps.sighting import sees
from sandtable.rules.panzer_korps.words import Tie, Type

NEAR = 2.0  # inches: pk.move.forced
MOST = 75  # degrees that it bends: it never goes towards the enemy
FOOT_DIE, VEHICLE_DIE = DICE[6], DICE[10]


@rule("pk.move.forced")
def fall_back(play: Play, unit_id: UnitId, clause: Clause | None = None) -> float:
    """A full normal move away from the nearest known enemy, facing him. It gives the inches gone."""
    return go_back(play, play.state.units[unit_id], clause)


@rule("pk.move.forced")
def flee(play: Play, unit_id: UnitId, clause: Clause | None = None) -> float:
    """The same with a d6 or d10 inches more, facing away."""
    unit = play.state.units[unit_id]
    runs = is_vehicles(entry(play.state, unit), column=not is_deployed(unit)) or unit.kind == Type.CAVALRY
    more = play.roll(Throw("flight", f"{unit_id} flees", unit_id), VEHICLE_DIE if runs else FOOT_DIE)
    return go_back(play, unit, clause, more)


def normal_move(state: State, unit: Unit) -> float:
    """pk.move.forced: as it stands, Deployed or in column; artillery is pushed by hand."""
    one = entry(state, unit)
    own = basic(one, column=not is_deployed(unit)) or rate("AT and infantry guns, prolong")
    return own + bonus(one)


def go_back(play: Play, unit: Unit, clause: Clause | None, more: int = 0) -> float:
    """pk.organisation.states: it ends Deployed. Over an edge of the table it has retired: pk.terrain.impassable."""
    seen_to_flee(play, unit.id)
    state = play.state
    nearest = field(state).nearest(unit.id, [one.id for one in known_enemies(state, unit.side)])
    foe = state.units[nearest[1]] if nearest else None
    home = EDGES[battle(state).edge(unit.side)]
    straight = shapes.bearing(foe.at.point, unit.at.point) if foe else home
    way = most_open(way_along(state, unit, bearing, more) for bearing in turning_home(straight, home, MOST))
    place = first_room(table(state), unit.at, way, DISC, field(state).all_but({unit.id}))  # pk.move.passing
    if place is None:
        retire(play, unit.id, "driven off the table")
        return way.gone
    to_foe = shapes.bearing(place.point, foe.at.point) if foe else home + 180
    to = Place(place.x, place.y, (to_foe + (180 if more else 0)) % 360)
    span = shapes.to_lattice(shapes.span_of(unit.at.point, to.point))
    play.emit(FellBack(unit.id, to, span, flees=more > 0), clause)
    return span


# ---- which way


def way_along(state: State, unit: Unit, bearing: int, more: int) -> Way:
    """The ground takes its deductions; an enemy nearby and impassable ground stop it. It may be doubled at midnight."""
    here, mover, normal = unit.at.point, Mover(state, unit), normal_move(state, unit)
    doubled = mover.doubles and not mover.comes_near(shapes.ahead(here, bearing, 2 * normal + more))
    inches = normal * (1 + doubled) + more
    goal = shapes.ahead(here, bearing, inches + BEYOND)
    met = inches_to_enemy(here, goal, RADIUS, field(state).against(unit.side), NEAR)
    gone, closed = tolls_for(entry(state, unit).ride).farthest(table(state), inches, here, goal)
    return Way(bearing, gone, max(min(met, closed) - HAIR, 0.0))


# ---- disengaging: leaving a fire fight

FACTORS = Grid(BOOK.table("disengage"))
REACH = 12.0  # inches: pk.disengage.when


def fire_fights(state: State, unit: Unit) -> list[Unit]:
    """pk.disengage.when: enemies that it exchanged fire with, near, in sight and fit to fight."""
    foes = [one for one in enemies(state, unit.side) if fired_at(unit, one) or fired_at(one, unit)]
    near = [foe for foe in foes if field(state).gap(unit.id, foe.id) <= REACH]
    return [foe for foe in near if is_able(state, foe) and sees(state, unit, foe)]


def fired_at(one: Unit, other: Unit) -> bool:
    return bool(one.links) and one.is_linked(Tie.FIRED_AT, other.id)


def leaves(state: State, unit: Unit, to: Point | None) -> list[UnitId]:
    """The fire fights that a move ends farther from; None: off the table."""
    here, foes = unit.at.point, {foe.id: foe.at.point for foe in fire_fights(state, unit)}
    return [i for i, at in foes.items() if to is None or shapes.less(shapes.span_of(here, at), shapes.span_of(to, at))]


@rule("pk.disengage.roll")
def disengages(play: Play, unit_id: UnitId, to: Point | None) -> bool:
    """A d10 not above its factor. A formation that fails stays, and one of the group's moves is used up."""
    unit = play.state.units[unit_id]
    foes = leaves(play.state, unit, to)
    if not foes:
        return True
    quality = entry(play.state, unit).quality
    need = Reckoning(BOOK.term(FACTORS.number(quality), quality, "pk.disengage.roll"))
    throw = Throw("disengage", f"{unit_id} leaves the fire fight", unit_id, tuple(foes))
    if play.roll(throw, at_most(need.total, D10.sides), need=need):
        return True
    play.emit(HeldUp(unit_id), cite("pk.disengage.when"))
    return False
