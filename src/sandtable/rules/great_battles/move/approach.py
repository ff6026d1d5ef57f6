"""Keeping off: a battalion that is not activated comes no nearer to the enemy."""

from math import ceil, inf

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.shapes import Slab
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.move.movement import Way, placed_slabs
from sandtable.rules.great_battles.table.field import apart_within, base_of, feared_near, field, is_active, nearer_than
from sandtable.rules.great_battles.table.formation import Places, box_round

NEAR = 12.0  # activate.approach-limit
FAR_ENOUGH = NEAR + shapes.HALF_STEP
LOOK = 0.5  # inches between the points of a path at which distances to the enemy are judged
EVERYWHERE = -inf, -inf, inf, inf


class KeepingOff:
    """The enemies that a battalion keeps off from, read off the table once for all the ways that it may think of."""

    def __init__(self, state: State, body: Unit) -> None:
        self.state, self.body = state, body
        self.bound = not is_active(body)
        self.reach = FAR_ENOUGH + 2 * charts(state).largest_base  # between the middles of two bases that matter

    @lazy
    def feared(self) -> list[tuple[shapes.Box, UnitId]]:
        slabs = field(self.state).slabs
        found = [(enemy.id, slabs[enemy.id]) for enemy in feared_near(self.state, self.body, EVERYWHERE)]
        return [((slab.x, slab.y, slab.x, slab.y), enemy) for enemy, slab in found]

    def refuse(self, way: Way) -> Refusal | None:
        """activate.approach-limit: a battalion that is not activated comes no nearer to enemies it can see."""
        if self.bound and (self.ends_too_near(way.after) or self.passes_too_near(way)):
            return refuse(self.state, "activate.approach-limit", "only an activated battalion goes within 12 inches")
        return None

    def ends_too_near(self, places: Places) -> bool:
        """Whether a stand would stand too near an enemy: most ways that are refused are refused for their end."""
        state, slabs, far = self.state, field(self.state).slabs, self.reach * self.reach
        near = shapes.near(self.feared, box_round(places, self.reach))
        enemies = [(slabs[enemy], enemy) for enemy in near]
        for stand, place in places.items() if enemies else ():
            x, y, slab = place.x, place.y, None
            for other, enemy in enemies:
                if (other.x - x) ** 2 + (other.y - y) ** 2 < far:
                    slab = slab or shapes.footprint(place, base_of(state, state.units[stand]))
                    if nearer_than(slab, other, nearest_to(state, stand, enemy)):
                        return True
        return False

    def passes_too_near(self, way: Way) -> bool:
        """Whether one would come too near on the way."""
        looks = max(1, ceil(way.inches() / LOOK))
        limits = self._limits(way) if looks > 1 else {}
        for look in range(looks - 1, 0, -1) if limits else ():
            for stand, slab in placed_slabs(self.state, way.pose(look / looks)).items():
                if any(nearer_than(slab, enemy, least) for enemy, least in limits.get(stand, ())):
                    return True
        return False

    def _limits(self, way: Way) -> dict[UnitId, list[tuple[Slab, float]]]:
        """For each stand, the enemies it must keep off from on its way, and how far."""
        slabs, reach = field(self.state).slabs, self.reach + LOOK
        if not shapes.near(self.feared, shapes.grown(way.box, reach)):
            return {}
        return {
            stand: [(slabs[enemy], nearest_to(self.state, stand, enemy)) for enemy in shapes.near(self.feared, box)]
            for stand, box in way.boxes(reach).items()
        }


def refuse_approach(state: State, way: Way) -> Refusal | None:
    """Where it is asked of one way alone."""
    return KeepingOff(state, way.body).refuse(way)


def nearest_to(state: State, stand: UnitId, enemy: UnitId) -> float:
    """How near it may come: to 12 inches, or as near as it is."""
    slabs, known = field(state).slabs, state.layout(limits_known)
    if (stand, enemy) not in known:
        apart = apart_within(slabs[stand], slabs[enemy], FAR_ENOUGH)
        known[stand, enemy] = FAR_ENOUGH if apart is None else apart - shapes.HALF_STEP
    return known[stand, enemy]


def limits_known(state: State) -> dict[tuple[UnitId, UnitId], float]:
    return {}
