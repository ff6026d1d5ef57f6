"""Keeping off: a battalion that is not activated comes no nearer to the enemy."""

from math import ceil

from sandtable.board import shapes
from sandtable.board.shapes import Slab
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.move.movement import Way, placed_slabs
from sandtable.rules.great_battles.table.field import apart_within, feared_near, field, is_active, nearer_than
from sandtable.rules.great_battles.table.formation import Places

NEAR = 12.0  # activate.approach-limit
FAR_ENOUGH = NEAR + shapes.HALF_STEP
LOOK = 0.5  # inches between the points of a path at which distances to the enemy are judged


def refuse_approach(state: State, way: Way) -> Refusal | None:
    """activate.approach-limit: a battalion that is not activated comes no nearer to enemies it can see."""
    if not is_active(way.body) and (ends_too_near(state, way.body, way.after) or passes_too_near(state, way)):
        return refuse(state, "activate.approach-limit", "only an activated battalion goes within 12 inches")
    return None


def ends_too_near(state: State, body: Unit, places: Places) -> bool:
    """Whether a stand would stand too near an enemy: most ways that are refused are refused for their end."""
    middles = shapes.box_of([place.point for place in places.values()])
    feared = feared_near(state, body, shapes.grown(middles, charts(state).largest_base + NEAR))
    slabs = field(state).slabs
    for stand, slab in placed_slabs(state, places).items() if feared else ():
        for enemy in feared:
            other = slabs[enemy.id]
            if nearer_than(slab, other, FAR_ENOUGH) and nearer_than(slab, other, nearest_to(state, stand, enemy.id)):
                return True
    return False


def passes_too_near(state: State, way: Way) -> bool:
    """Whether one would come too near on the way."""
    looks = max(1, ceil(way.inches() / LOOK))
    limits = approach_limits(state, way) if looks > 1 else {}
    for look in range(looks - 1, 0, -1) if limits else ():
        for stand, slab in placed_slabs(state, way.pose(look / looks)).items():
            if any(nearer_than(slab, enemy, least) for enemy, least in limits.get(stand, ())):
                return True
    return False


def approach_limits(state: State, way: Way) -> dict[UnitId, list[tuple[Slab, float]]]:
    """For each stand, the enemies it must keep off from, and how far."""
    slabs, reach = field(state).slabs, charts(state).largest_base + NEAR + LOOK
    feared = feared_near(state, way.body, shapes.grown(way.box, reach))
    boxed = [(shapes.box_round(slabs[enemy.id]), enemy.id) for enemy in feared]
    return {
        stand: [(slabs[enemy], nearest_to(state, stand, enemy)) for enemy in shapes.near(boxed, box)]
        for stand, box in (way.boxes(reach).items() if feared else ())
    }


def nearest_to(state: State, stand: UnitId, enemy: UnitId) -> float:
    """How near it may come: to 12 inches, or as near as it is."""
    slabs, known = field(state).slabs, state.layout(limits_known)
    if (stand, enemy) not in known:
        apart = apart_within(slabs[stand], slabs[enemy], FAR_ENOUGH)
        known[stand, enemy] = FAR_ENOUGH if apart is None else apart - shapes.HALF_STEP
    return known[stand, enemy]


def limits_known(state: State) -> dict[tuple[UnitId, UnitId], float]:
    return {}
