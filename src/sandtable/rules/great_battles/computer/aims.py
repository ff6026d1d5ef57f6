"""Where a side wants to be: near its goals, in cover, with its staff and its shells where they help."""

from collections.abc import Iterable
from math import fsum, hypot

from sandtable.board import shapes
from sandtable.board.place import EDGES, Point
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.landmarks import is_before
from sandtable.rules.great_battles.battle.scenario import Objective, battle
from sandtable.rules.great_battles.computer.prospects import HORIZON, SURELY, Scene
from sandtable.rules.great_battles.computer.troops import Recall, Troop
from sandtable.rules.great_battles.day.landing import reserves
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.frame.victory import from_objective, objective_named
from sandtable.rules.great_battles.table.divisions import division_of, staffs
from sandtable.rules.great_battles.table.field import all_standing, field, formation, gap, standing_orders
from sandtable.rules.great_battles.table.sighting import templates
from sandtable.rules.great_battles.words import Did, Formation, Mark

TEMPO = 1.5  # for each action that a battalion is nearer to its goal; twice as much when time runs out
AHEAD = 1.0  # actions that a battalion may be ahead of the others: alone it would be beaten;
HASTE = 4.0  # so many more when there is no time left to wait
GUARD = 0.1  # for each inch nearer to an objective that it must keep
WATCHFUL = {Formation.DEFENSIVE: 0.5, Formation.ASSAULT: 0.2, Formation.MARCH: -0.5, Formation.ROAD_MARCH: -1.0}
READY = 0.05  # for a weapon set up, on guard or in a fire fight
BACK, GOAL, EDGE = 0.5, 0.1, 0.05  # for enemies close behind a battalion, a goal, or the enemy's table edge
FAR = 24.0  # inches beyond which nothing counts as behind
STAFF = 0.5  # for each inch that the C Ops is nearer to its goal
SERVED = 0.4  # a battalion within reach of its C Ops
OVERRUN = 3.0  # a C Ops with the enemy upon it
DANGER = 6.0  # inches from the enemy; nearer it is not safe
SHELLED = 0.6  # a stand under a barrage, or one that is on its way
CALLED = 0.2  # a mission: the call uses it up
RIM = 0.5  # inches from the middle of a template to its edge
CARE = 1.5  # inches that its own stands should keep away
FUSS = 0.01  # standing orders changed for no reason
ON_THE_WAY = frozenset({Mark.CALLED, Mark.FALLING, Mark.PRE_PLANNED})


def placing(scene: Scene, side: Side) -> float:
    """How near the battalions are to their goals, how well covered, how well served by staff and guns."""
    pace, legs = TEMPO * (1 + scene.elapsed), scene.legs(side)
    ways = {body.id: scene.actions_to_goals(body) for body in scene.bodies[side]}
    marches = [min(found.values()) for found in ways.values() if found]
    total = staff_gain(scene, side) + barrages(scene, side) + pace * legs * len(ways)
    total += pace * progress(marches, len(reserves(scene.state, side)), AHEAD + HASTE * scene.elapsed)
    watched = worth_watching(scene, side)
    for body in scene.bodies[side]:
        total += 0.0 if ways[body.id] else on_guard(scene, body, pace)
        own = scene.troops[body.id]
        if own.set_up and (not ways[body.id] or scene.is_in_a_fight(own)):
            total += READY * len(own.set_up)
        total += own.shelter + own.riding + chores(scene, own) - turned_away(scene, own, watched)
    return total


# ---- battalions


def progress(marches: list[float], waiting: int, ahead: float) -> float:
    """How near the battalions are to their goals; running far ahead of the others gains nothing.

    `waiting`: battalions in reserve count as far away, so one that comes on delays nobody.
    """
    if not marches:
        return 0.0
    everybody = [min(actions, HORIZON) for actions in marches] + [HORIZON] * waiting
    middle = sorted(everybody)[len(everybody) // 2]
    return fsum([max(HORIZON - max(actions, middle - ahead), 0.0) for actions in marches])


def on_guard(scene: Scene, body: Unit, pace: float) -> float:
    """A battalion with nothing to win is drawn up near what it must keep."""
    own = scene.troops[body.id]
    if Mark.TO_GROUND in body.marks or not own.fighters:
        return 0.0
    off = [own.inches_to(one)[0] for _, one in scene.goals]
    return pace * HORIZON + WATCHFUL[formation(body)] - GUARD * min(off, default=0.0)


def chores(scene: Scene, own: Troop) -> float:
    """A battalion with an action to spare can still rally in this turn."""
    return SURELY * own.relief * own.shaken if own.shaken and scene.actions_ahead(own.body) else 0.0


def worth_watching(scene: Scene, side: Side) -> list[tuple[float, Point]]:
    """Enemy battalions and goals, and the cost of having them close behind. Lost ones cost nothing."""
    enemies = {enemy.part_of: enemy.place.point for enemy in scene.known_to(side) if enemy.place}
    markers = [scene.state.units[UnitId(one.name)].place for holder, one in scene.goals if holder != side]
    return [(BACK, point) for point in enemies.values()] + [(GOAL, place.point) for place in markers if place]


def turned_away(scene: Scene, own: Troop, watched: list[tuple[float, Point]]) -> float:
    """The cost of what a battalion has behind it, more for near things; and the enemy's edge of the table."""
    here, edge = own.body.place, EDGES[battle(scene.state).army(own.body.side).edge]
    assert here is not None
    total = EDGE * (abs((here.facing - edge + 180) % 360 - 180) < 90)
    for cost, point in watched:
        if not is_before(here, point):
            total += cost * max(1 - shapes.span_of(here.point, point) / FAR, 0.0)
    return total


# ---- staff and guns


def staff_gain(scene: Scene, side: Side) -> float:
    """A C Ops should be near its battalions and away from the enemy; sometimes it has a place to reach."""
    state, bring, posts = scene.state, scene.victory.bring, staffs(scene.state, side)
    total = -FUSS * (Did.EDITED in standing_orders(state, side).spent)
    for post in posts:
        total += SERVED * sum(gap(state, stand, post) <= charts(state).near_staff for stand in leaders(scene, post))
        near = within(scene.known_to(side), post.at.point, DANGER + 2 * charts(state).largest_base)
        nearest = min((gap(state, enemy, post) for enemy in near), default=DANGER)
        total -= OVERRUN * max(0.0, 1 - nearest / DANGER)
    if bring is not None and bring.side == side and posts:
        goal = objective_named(state, bring.objective)
        total -= STAFF * min(inches_to_bring(state, goal, post) for post in posts)
    return total


def leaders(scene: Scene, post: Unit) -> list[Unit]:
    """The first stand of each battalion that this C Ops helps."""
    own = [body for body in scene.bodies[post.side] if division_of(scene.state, body).id == post.part_of]
    return [scene.troops[body.id].stands[0] for body in own]


def inches_to_bring(state: State, goal: Objective, post: Unit) -> float:
    """How far a C Ops has still to go."""
    return _to_bring(post.id, (state.board, goal, post.place), lambda: from_objective(state, goal, post))


_to_bring: Recall[float] = Recall()


def barrages(scene: Scene, side: Side) -> float:
    """Missions on their way: good over the enemy, bad over own troops."""
    state, total = scene.state, 0.0
    for mission in [state.units[i] for i in state.layout(templates)]:
        if mission.side == side and mission.marks & ON_THE_WAY:
            total += SHELLED * under(state, mission, scene.known_to(side), RIM) - CALLED
            total -= SHELLED * under(state, mission, list(all_standing(state, side)), CARE)
    return total


def under(state: State, mission: Unit, stands: list[Unit], inches: float) -> int:
    """How many of these stands are so near to the point of a mission."""
    point, slabs = mission.at.point, field(state).slabs
    spot = shapes.limb(point, point, 0.0)
    return sum(shapes.apart(slabs[stand.id], spot) <= inches for stand in within(stands, point, inches + 1.0))


def within(stands: Iterable[Unit], point: Point, inches: float) -> list[Unit]:
    """The stands whose middles are so near to a point."""
    x, y = point
    return [stand for stand in stands if (at := stand.place) and hypot(at.x - x, at.y - y) <= inches]
