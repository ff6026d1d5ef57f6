"""Stands that do not reach their place in a new formation: they go as far as they can, and close up later."""

from collections.abc import Iterator
from math import inf

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.move.movement import (
    GAPING,
    ROUNDING,
    between,
    collides,
    is_in_the_way,
    is_shut_out,
    stands_on_table,
)
from sandtable.rules.great_battles.table.field import base_of, body_of, field, is_standing, standing, touches
from sandtable.rules.great_battles.table.formation import Places, places_at
from sandtable.rules.great_battles.table.going import Rates, is_open, price, reach

HALVINGS = 7  # of a way, to find how far a stand gets
ASIDE = 0.8  # inches before or behind its way, where somebody stands on it
STEP = 0.25  # inches that it stays farther back at a time, until there is room


class Reach:
    """How far the stands of a battalion get that changes formation; the table shows its bases as they will lie."""

    def __init__(self, formed: State, body: Unit, rates: Rates, unfolding: float | None) -> None:
        """`unfolding`: inches that every stand may go whatever the ground."""
        self.state, self.body, self.rates, self.unfolding = formed, body, rates, unfolding
        self.before: Places = {s.id: s.place for s in standing(formed, body.id) if s.place is not None}

    def reached(self, places: Places) -> Places | None:
        """Where everybody ends up; None if somebody cannot get there at all, or finds no room on the way."""
        found: Places = {}
        for some in self.one_by_one(places):
            if some is None:
                return None
            found |= some
        return {stand: found[stand] for stand in places}

    def one_by_one(self, places: Places) -> Iterator[Places | None]:
        """Where they end up: first those who get there, then the others one by one; None for one who fails."""
        costs = self._costs(places)
        if inf in costs.values():
            yield None
            return
        late = sorted((stand for stand, cost in costs.items() if cost > 1), key=costs.__getitem__)
        in_time = {stand: place for stand, place in places.items() if stand not in late}
        yield in_time
        taken = [self._slab(stand, place) for stand, place in in_time.items()] if late else []
        for stand in late:
            place = self._as_far_as_it_gets(stand, places[stand], taken)
            yield None if place is None else {stand: place}
            taken += [self._slab(stand, place)] if place else []

    def _costs(self, places: Places) -> dict[UnitId, float]:
        """What the way of each is of what it may go; infinite where it cannot."""
        before, after = self.before, places.values()
        inches = {stand: shapes.span_of(before[stand].point, place.point) for stand, place in places.items()}
        if self.unfolding is None and is_open(
            table(self.state), shapes.box_of([p.point for p in (*before.values(), *after)])
        ):
            return {stand: far / self._most for stand, far in inches.items()}
        return {stand: self._cost(before[stand], place) for stand, place in places.items()}

    @property
    def _most(self) -> float:
        return max(min(self.rates.good, self.rates.inches_left), 0.0) + ROUNDING

    def _cost(self, a: Place, b: Place) -> float:
        inches = shapes.span_of(a.point, b.point)
        ground = price(table(self.state), battle(self.state).grounds, self.rates, a.point, b.point)
        if self.unfolding is not None:
            return inf if ground == inf else inches / (self.unfolding + ROUNDING)
        most = 1 + ROUNDING / self.rates.good
        return max(ground / most, inches / (max(self.rates.inches_left, 0.0) + ROUNDING))

    def _slab(self, stand: UnitId, place: Place) -> Slab:
        return shapes.footprint(place, base_of(self.state, self.state.units[stand]))

    def _as_far_as_it_gets(self, stand: UnitId, to: Place, taken: list[Slab]) -> Place | None:
        start = self.before[stand]
        length = shapes.span_of(start.point, to.point)
        far, room = self._affordable(start, to, length), Room(self.state, self.state.units[stand], start, to, taken)
        while far > -STEP:
            on_way = replace(between(start, to, max(far, 0.0) / length), facing=to.facing)
            if room.has(on_way):
                return on_way
            for aside in (-ASIDE, ASIDE):  # where a comrade stands in its way it may halt behind or before him
                x, y = shapes.ahead(on_way.point, to.facing, aside)
                place = Place(shapes.to_lattice(x), shapes.to_lattice(y), to.facing)
                if room.has(place) and self._cost(start, place) <= 1:
                    return place
            far -= STEP
        return None

    def _affordable(self, start: Place, to: Place, length: float) -> float:
        """How many inches of its way it may go."""
        if self.unfolding is not None:
            return self.unfolding
        board, grounds = table(self.state), battle(self.state).grounds
        far = reach(board, grounds, self.rates, start.point, to.point)
        if far is not None:
            return min(far + ROUNDING, self._most)
        low, high = 0.0, min(self._most, length)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._cost(start, between(start, to, middle / length)) <= 1 else (low, middle)
        return low


class Room:
    """Where on its way or beside it a stand may halt, as far as those near it leave room."""

    def __init__(self, state: State, stand: Unit, start: Place, to: Place, taken: list[Slab]) -> None:
        """`taken`: where others of its battalion will stand."""
        self.state, self.stand, self.base, body = state, stand, base_of(state, stand), body_of(state, stand)
        way = shapes.box_of((start.point, to.point), charts(state).largest_base + ASIDE + ROUNDING)
        near, slabs = [state.units[i] for i in shapes.near(field(state).boxed, way)], field(state).slabs
        self.others = taken + [slabs[unit.id] for unit in near if is_in_the_way(unit, body)]
        self.enemies = [slabs[unit.id] for unit in near if unit.side != body.side and is_standing(unit)]

    def has(self, place: Place) -> bool:
        slab = shapes.footprint(place, self.base)
        if any(collides(slab, other) for other in self.others) or any(touches(slab, enemy) for enemy in self.enemies):
            return False
        return stands_on_table(table(self.state), slab) and not is_shut_out(self.state, self.stand.id, place)


def out_of_place(state: State, body: Unit) -> list[UnitId]:
    """Stands that are not where its formation has them."""
    assert body.place is not None
    drawn = places_at(state, body, body.place)
    stands = [(one.id, one.place) for one in standing(state, body.id) if one.place is not None]
    return [stand for stand, place in stands if shapes.span_of(place.point, drawn[stand].point) > GAPING]
