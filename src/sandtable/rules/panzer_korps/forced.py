"""Forced moves: falling back and fleeing."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.place import EDGES, Place
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.discs import collides, inches_to_edge, inches_to_enemy
from sandtable.mechanics.tolls import HAIR
from sandtable.rules.panzer_korps.book import DICE
from sandtable.rules.panzer_korps.disorder import retire, seen_to_flee
from sandtable.rules.panzer_korps.field import DISC, RADIUS, enemies, entry, field, is_deployed, known_enemies
from sandtable.rules.panzer_korps.going import basic, bonus, is_vehicles, rate, tolls_for
from sandtable.rules.panzer_korps.move_facts import FellBack
from sandtable.rules.panzer_korps.scenario import battle, table
from sandtable.rules.panzer_korps.words import Type

NEAR = 2.0  # inches: pk.move.forced
TURN, MOST = 15, 75  # degrees that it bends at a time, and in all: it never goes towards the enemy
STEP = 0.25  # inches to the next place that may be free
BEYOND = 12.0  # inches that it goes on at most until there is room
FOOT_DIE, VEHICLE_DIE = DICE[6], DICE[10]


@rule("pk.move.forced")
def fall_back(play: Play, unit_id: UnitId, clause: Clause | None = None) -> float:
    """A full normal move away from the nearest known enemy, facing him. It gives the inches gone."""
    unit = play.state.units[unit_id]
    return go_back(play, unit, normal_move(play.state, unit), clause, flees=False)


@rule("pk.move.forced")
def flee(play: Play, unit_id: UnitId, clause: Clause | None = None) -> float:
    """The same with a d6 or d10 inches more, facing away."""
    unit = play.state.units[unit_id]
    runs = is_vehicles(entry(play.state, unit), column=not is_deployed(unit)) or unit.kind == Type.CAVALRY
    more = play.roll(Throw("flight", f"{unit_id} flees", unit_id), VEHICLE_DIE if runs else FOOT_DIE)
    return go_back(play, unit, normal_move(play.state, unit) + more, clause, flees=True)


def normal_move(state: State, unit: Unit) -> float:
    """pk.move.forced: as it stands, Deployed or in column; artillery is pushed by hand."""
    one = entry(state, unit)
    own = basic(one, column=not is_deployed(unit)) or rate("AT and infantry guns, prolong")
    return own + bonus(one)


def go_back(play: Play, unit: Unit, inches: float, clause: Clause | None, *, flees: bool) -> float:
    """pk.organisation.states: it ends Deployed. Over an edge of the table it has retired: pk.terrain.impassable."""
    seen_to_flee(play, unit.id)
    state = play.state
    nearest = field(state).nearest(unit.id, [one.id for one in known_enemies(state, unit.side)])
    foe = state.units[nearest[1]] if nearest else None
    way = way_back(state, unit, foe, inches)
    place = end_of(state, unit, way)
    if place is None:
        retire(play, unit.id, "driven off the table")
        return way.gone
    to_foe = shapes.bearing(place.point, foe.at.point) if foe else EDGES[battle(state).edge(unit.side)] + 180
    to = Place(place.x, place.y, (to_foe + (180 if flees else 0)) % 360)
    span = shapes.to_lattice(shapes.span_of(unit.at.point, to.point))
    play.emit(FellBack(unit.id, to, span, flees), clause)
    return span


# ---- which way


class Way(NamedTuple):
    """A direction, the inches it may be gone, and the inches to what would stop it: an enemy, closed ground."""

    bearing: int
    gone: float
    stop: float


def way_back(state: State, unit: Unit, foe: Unit | None, inches: float) -> Way:
    """Straight away if that is open, else the first way that is; else the one that leads farthest."""
    ways = []
    for bearing in bearings(state, unit, foe):
        way = way_along(state, unit, bearing, inches)
        if way.gone <= way.stop:
            return way
        ways.append(way)
    return max(ways, key=lambda way: way.stop)


def bearings(state: State, unit: Unit, foe: Unit | None) -> Iterator[int]:
    """Straight away from the enemy; then more and more towards the own edge of the table."""
    home = EDGES[battle(state).edge(unit.side)]
    straight = shapes.bearing(foe.at.point, unit.at.point) if foe else home
    off = (home - straight + 180) % 360 - 180
    hand = 1 if off >= 0 else -1
    return ((straight + hand * turn) % 360 for turn in range(0, min(abs(off), MOST) + 1, TURN))


def way_along(state: State, unit: Unit, bearing: int, inches: float) -> Way:
    """The ground takes its deductions; an enemy nearby and impassable ground stop it."""
    here, layout = unit.at.point, field(state)
    goal = shapes.ahead(here, bearing, inches + BEYOND)
    foes = [layout.discs[one.id] for one in enemies(state, unit.side)]
    met = inches_to_enemy(here, goal, RADIUS, foes, NEAR)
    gone, closed = tolls_for(entry(state, unit)).farthest(table(state), inches, here, goal)
    return Way(bearing, gone, max(min(met, closed) - HAIR, 0.0))


def end_of(state: State, unit: Unit, way: Way) -> Place | None:
    """pk.move.passing: the first free place from the end of its way on; None: off the table."""
    board, here = table(state), unit.at
    off = inches_to_edge(board, here, way.bearing, 0.0)
    others = [disc for i, disc in field(state).discs.items() if i != unit.id]
    gone = min(way.gone, way.stop)
    onward = [gone + STEP * number for number in range(int((min(way.stop, gone + BEYOND) - gone) / STEP) + 1)]
    for inches in (*onward, *(gone - STEP * number for number in range(1, int(gone / STEP) + 1))):
        if inches > off:
            return None
        place = board.brought_in(shapes.shifted(here, way.bearing, inches), DISC)
        if not collides(place.point, RADIUS, others):
            return place
    return here
