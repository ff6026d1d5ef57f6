"""Leaving the table by the friendly edge."""

from collections.abc import Sequence
from math import fsum

from sandtable.board import shapes
from sandtable.board.place import EDGES, Place
from sandtable.kernel.decision import Refusal
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.edition import refuse, rule
from sandtable.rules.great_battles.facts.day import Withdrawn
from sandtable.rules.great_battles.fire.watch import Seen
from sandtable.rules.great_battles.march.by_edition import MarchByEdition
from sandtable.rules.great_battles.march.march import make_room, march
from sandtable.rules.great_battles.move.approach import refuse_approach
from sandtable.rules.great_battles.move.movement import ROUNDING, Way, refuse_passage
from sandtable.rules.great_battles.move.road import Along, RoadMoves, RoadWay, ahead
from sandtable.rules.great_battles.table.field import field, places_of, standing
from sandtable.rules.great_battles.table.going import Rates, price
from sandtable.rules.great_battles.table.walks import Route, Stretch, bases_of
from sandtable.rules.great_battles.words import Formation

SLANT = 0.1  # the least cosine of the angle between a road off the table and the way straight out


class WayOff(Way):
    """Straight to the friendly edge in formation, as far as the foremost stand can go without leaving the table."""

    def __init__(self, state: State, body: Unit) -> None:
        self.bearing = EDGES[battle(state).army(body.side).edge]
        offs = inches_off(state, standing(state, body.id))
        self.nearest, self.last = min(near for near, _ in offs), max(far for _, far in offs)
        inches, places = max(self.nearest, 0.0), places_of(standing(state, body.id))
        after = {stand: shapes.shifted(place, self.bearing, inches) for stand, place in places.items()}
        super().__init__(state, body, shapes.shifted(body.at, self.bearing, inches), after)

    def cost_off(self, rates: Rates) -> float:
        """The share of an action until the last stand is wholly off the table; beyond the edge the going is good."""
        board, grounds = table(self.state), battle(self.state).grounds
        costs = []
        stands = [self.state.units[stand] for stand in self.before]
        offs = inches_off(self.state, stands)
        for stand, place, off in zip(stands, self.before.values(), offs, strict=True):
            on_table = fsum(off) / 2
            edge = shapes.ahead(place.point, self.bearing, on_table)
            costs.append(price(board, grounds, rates, stand, place.point, edge) + (self.last - on_table) / rates.good)
        return max(costs)


class RoadOff(RoadWay):
    """Along the roads as far as the head can go before they leave the table by the friendly edge."""

    def __init__(self, state: State, body: Unit, along: Along, last: Stretch) -> None:
        """`last`: the stretch that ends at the edge of the table."""
        self.edge, self.surface, lead = along.last + last.inches, last.surface, along.stood[0]
        out, (x, y) = shapes.heading(EDGES[battle(state).army(body.side).edge]), shapes.heading(last.heading)
        slabs = [
            shapes.footprint(Place(*last.b, last.heading), one) for one in bases_of(state, standing(state, body.id))
        ]
        # the inches of road from the point where the largest base touches the edge to where its middle is on it
        self.spare = max(shapes.half_across(slab, out) for slab in slabs) / max(x * out[0] + y * out[1], SLANT)
        end = max(self.edge - self.spare - ROUNDING, lead)
        super().__init__(state, body, along, end, ahead(along, end - lead))

    def cost_off(self, rates: Rates) -> float:
        """Until the head is at the edge, and then until the last stand is wholly off; beyond it the road is as good."""
        tail = min(high for _, high in self.spans())
        rest = self.walk.price(tail, self.edge, rates) + self.spare / rates.on_road(self.surface)
        return self.cost(rates) + rest


def way_off(state: State, body: Unit, rates: Rates) -> WayOff | RoadOff:
    """The straight way, or the shortest along the roads ahead where they lead to the friendly edge and cost less."""
    straight = WayOff(state, body)
    if Formation.ROAD_MARCH not in body.marks:
        return straight
    moves = RoadMoves(state, body)
    routes: dict[Stretch, Route] = {**moves.routes, moves.head: (-moves.head.inches, ())}
    found = [(inches + one.inches, one, way) for one, (inches, way) in routes.items() if is_on_edge(state, body, one.b)]
    if not found:
        return straight
    _, last, onward = min(found)
    road = RoadOff(state, body, moves.along(onward), last)
    return road if road.after and road.cost_off(rates) < straight.cost_off(rates) else straight


def inches_off(state: State, stands: Sequence[Unit]) -> list[tuple[float, float]]:
    """How far stands are from their edge: until one touches it, and until it is wholly off the table."""
    board, edge, slabs = table(state), battle(state).army(stands[0].side).edge, field(state).slabs
    x, y = shapes.heading(EDGES[edge])
    limit = board.width * (edge == "east") + board.depth * (edge == "north")
    own = [slabs[stand.id] for stand in stands]
    offs = [(limit - slab.x * x - slab.y * y, shapes.half_across(slab, (x, y))) for slab in own]
    return [(off - half, off + half) for off, half in offs]


def is_on_edge(state: State, body: Unit, point: tuple[float, float]) -> bool:
    board, edge = table(state), battle(state).army(body.side).edge
    off = {"north": board.depth - point[1], "east": board.width - point[0], "south": point[1], "west": point[0]}
    return shapes.within(off[edge], 0.0)


def refuse_leave(
    state: State, body: Unit, left: float, began: Places | None = None, rates: Rates | None = None
) -> Refusal | None:
    """The whole battalion leaves in one move action, not after going to ground. `rates`: if they are known."""
    if not MarchByEdition.of(state).may_not_leave.isdisjoint(body.marks):
        return refuse(state, "night.day-withdrawal", f"{body.id} has gone to ground")
    rates, far = rates or Rates(state, body), max(last for _, last in inches_off(state, standing(state, body.id)))
    if rates.pinned and far > rates.inches_left + ROUNDING:
        return refuse(state, "move.set-up", "it has a weapon set up and can only move 1 inch")
    most = rates.on_road("paved") if Formation.ROAD_MARCH in body.marks else rates.good
    way = way_off(state, body, rates) if far <= most * left + ROUNDING else None  # mostly it is far away
    if way is None or way.cost_off(rates) > left + ROUNDING / rates.good:
        return refuse(state, "setup.table-edge", f'its last stand needs {far:.1f}" to leave by its own edge')
    return refuse_passage(state, way) or refuse_approach(state, way, began)


@rule("night.day-withdrawal")
def leave(play: Play, body: UnitId, left: float, seen: Seen, began: Places) -> None:
    """It moves off the table into reserve, unless something stops it on the way."""
    before = Rates(play.state, play.state.units[body])
    way = way_off(play.state, play.state.units[body], before)
    left = march(play, way, left, seen, began)
    unit = play.state.units[body]
    if not standing(play.state, body) or unit.place != way.to:
        return
    now = Rates(play.state, unit)  # at full speed it gets off; one that was slowed down may not
    as_fast = left > 0 and (now.good, now.bad, now.slowed) == (before.good, before.bad, before.slowed)
    if as_fast or refuse_leave(play.state, unit, left, began) is None:
        play.emit(Withdrawn(body, "moves off the table into reserve"))
    else:
        make_room(play, [(way, 1.0)])
