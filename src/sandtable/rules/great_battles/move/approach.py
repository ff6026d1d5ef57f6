"""Keeping away: an inactive battalion cannot come nearer to the enemy."""

from functools import lru_cache
from itertools import starmap
from math import ceil, hypot
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.layout import Places, apart_within, box_round
from sandtable.rules.great_battles.book.charts import Charts
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.field import base_of, feared, field, is_active
from sandtable.rules.great_battles.words import Kind

FAR_ENOUGH = Charts.keeps_off + shapes.HALF_STEP
LOOK = 0.5  # inches between the points of a path at which the distance to the enemy is checked


class KeepingOff:
    """The enemies that a battalion keeps away from, read once for all the ways it may consider."""

    def __init__(self, state: State, body: Unit, began: Places | None = None, formed: State | None = None) -> None:
        """`began`: where its stands stood when its move began, if it has made a part of it.

        `formed`: the table with its bases as they will lie, where they turn.
        """
        self.state, self.body, self._began, self._formed = state, body, began or {}, formed or state
        self.bound = not is_active(body)
        self.reach = FAR_ENOUGH + 2 * charts(state).largest_base  # between the middles of two bases that matter
        self._judged: dict[tuple[UnitId, Place], bool] = {}
        self._limits: dict[UnitId, dict[UnitId, Limit]] = {}

    @lazy
    def feared(self) -> list[tuple[shapes.Box, UnitId]]:
        """The middles of their bases."""
        slabs, side = field(self.state).slabs, self.body.side
        known = [one.id for one in feared(self.state, side) if one.kind != Kind.C_OPS or one.known_by(side)]
        return [((slabs[i].x, slabs[i].y, slabs[i].x, slabs[i].y), i) for i in known]

    def refuse(self, way: Way) -> Refusal | None:
        """activate.approach-limit: an inactive battalion cannot come nearer to enemies it can see."""
        if self.bound and (self.ends_too_near(way.after) or self.passes_too_near(way)):
            return refuse(self.state, "activate.approach-limit", "only an activated battalion can go so near an enemy")
        return None

    def ends_too_near(self, places: Places) -> bool:
        """Whether a stand would end too near an enemy: this refuses most ways."""
        return bool(shapes.near(self.feared, box_round(places, self.reach))) and self._any_too_near(places)

    def passes_too_near(self, way: Way) -> bool:
        """Whether a stand would come too near on the way."""
        looks = ceil(way.inches() / LOOK)
        if looks < 2 or not shapes.near(self.feared, shapes.grown(way.box, self.reach + LOOK)):
            return False
        return any(self._any_too_near(way.pose(look / looks)) for look in range(looks - 1, 0, -1))

    def _any_too_near(self, places: Places) -> bool:
        return any(starmap(self.is_too_near, places.items()))

    def is_too_near(self, stand: UnitId, place: Place) -> bool:
        """Whether a stand comes nearer to an enemy than it may."""
        at = stand, place
        known = self._judged.get(at)
        if known is None:
            known = self._judged[at] = self._comes_too_near(stand, place)
        return known

    def _comes_too_near(self, stand: UnitId, place: Place) -> bool:
        """The middles of two bases decide most cases."""
        x, y, far, slab = place.x, place.y, self.reach * self.reach, None
        known = self._limits.setdefault(stand, {})
        for (there_x, there_y, _, _), enemy in self.feared:
            off = (there_x - x) ** 2 + (there_y - y) ** 2
            if off >= far:
                continue
            limit = known.get(enemy) or self._limit_to(stand, enemy)
            if off < limit.surely:
                return True
            if off < limit.perhaps:
                slab = slab or shapes.footprint(place, base_of(self._formed, self._formed.units[stand]))
                if shapes.apart(slab, limit.enemy, limit.least) < limit.least:
                    return True
        return False

    def is_put_too_near(self, beside: UnitId, slab: Slab) -> bool:
        """Whether a stand that gets out beside another comes nearer to an enemy than that one may."""
        limits = (self._limit_to(beside, enemy) for _, enemy in self.feared) if self.bound else ()
        return any(shapes.apart(slab, one.enemy, one.least) < one.least for one in limits)

    def _limit_to(self, stand: UnitId, enemy: UnitId) -> "Limit":
        """From its base where it began the move."""
        slabs, began = field(self.state).slabs, self._began.get(stand)
        own = shapes.footprint(began, base_of(self.state, self.state.units[stand])) if began else slabs[stand]
        limit = self._limits.setdefault(stand, {})[enemy] = limit_to(own, slabs[enemy])
        return limit


class Limit(NamedTuple):
    """How near a stand may come to an enemy, however the two are turned."""

    surely: float  # too near if the square of the distance between their middles is less
    perhaps: float  # not too near if it is not less than this
    enemy: Slab
    least: float  # inches between their bases


@lru_cache(maxsize=1 << 14)
def limit_to(stand: Slab, enemy: Slab) -> Limit:
    """12 inches, or its present distance if that is less."""
    apart = apart_within(stand, enemy, FAR_ENOUGH)
    least = FAR_ENOUGH if apart is None else apart - shapes.HALF_STEP
    width, depth, rim = enemy.half_width, enemy.half_depth, enemy.rim
    far = least + rim + stand.rim
    surely = far + min(width, depth) + min(stand.half_width, stand.half_depth) - shapes.SLACK
    perhaps = far + hypot(width, depth) + hypot(stand.half_width, stand.half_depth) + shapes.SLACK
    return Limit(surely * surely if least > 0 else 0.0, max(perhaps, 0.0) ** 2, enemy, least)


def refuse_approach(state: State, way: Way, began: Places | None = None) -> Refusal | None:
    """The same for one way alone."""
    return KeepingOff(state, way.body, began).refuse(way)
