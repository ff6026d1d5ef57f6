"""Stands that do not reach their place in a new formation: they go as far as they can, and close up later."""

from collections.abc import Sequence
from itertools import chain
from math import inf

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Box, Slab
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.ending import is_clear
from sandtable.mechanics.layout import Places, box_round
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.move.movement import GAPING, ROUNDING, between, is_in_the_way, is_shut_out
from sandtable.rules.great_battles.table.field import base_of, field, is_standing, places_of, standing
from sandtable.rules.great_battles.table.formation import array_of
from sandtable.rules.great_battles.table.going import Rates, is_open, lets_in, price, reach

HALVINGS = 7  # of a way, in the search for how far a stand gets
ASIDE = 0.8  # inches before or behind its way, where another stand is on it
STEP = 0.25  # inches by which it stops farther back until there is room


class Reach:
    """How far the stands of a battalion get in a change of formation; the table shows its bases as they will lie."""

    def __init__(self, formed: State, body: Unit, rates: Rates, unfolding: float | None) -> None:
        """`unfolding`: inches that every stand may go on any ground."""
        self.state, self.body, self.rates, self.unfolding = formed, body, rates, unfolding
        self.before = places_of(standing(formed, body.id))

    def reached(self, places: Places) -> Places | None:
        """Where every stand ends; None if one cannot get there at all, or finds no room on the way."""
        points = [place.point for place in (*self.before.values(), *places.values())]
        on_open = self.unfolding is None and is_open(table(self.state), shapes.box_of(points))
        found, late = Places(), dict[UnitId, float]()
        for stand, place in places.items():
            inches = shapes.span_of(self.before[stand].point, place.point)
            cost = inches / self._most if on_open else self.cost(stand, place)
            if cost == inf:
                return None
            if cost <= 1:
                found[stand] = place
            else:
                late[stand] = cost
        taken = [self._slab(stand, place) for stand, place in found.items()] if late else []
        for stand in sorted(late, key=late.__getitem__):
            end = self._as_far_as_it_gets(stand, places[stand], taken)
            if end is None:
                return None
            found[stand] = end
            taken.append(self._slab(stand, end))
        return {stand: found[stand] for stand in places}

    @lazy
    def _most(self) -> float:
        return max(min(self.rates.good, self.rates.inches_left), 0.0) + ROUNDING

    def cost(self, stand: UnitId, to: Place) -> float:
        board, grounds, start = table(self.state), battle(self.state).grounds, self.before[stand].point
        inches = shapes.span_of(start, to.point)
        ground = price(board, grounds, self.rates, self.state.units[stand], start, to.point)
        if self.unfolding is not None:
            return inf if ground == inf else inches / (self.unfolding + ROUNDING)
        most = 1 + ROUNDING / self.rates.good
        return max(ground / most, inches / (max(self.rates.inches_left, 0.0) + ROUNDING))

    def _slab(self, stand: UnitId, place: Place) -> Slab:
        return shapes.footprint(place, base_of(self.state, self.state.units[stand]))

    def _as_far_as_it_gets(self, stand: UnitId, to: Place, taken: list[Slab]) -> Place | None:
        """`taken`: where others of its battalion will stand."""
        start, unit = self.before[stand], self.state.units[stand]
        length = shapes.span_of(start.point, to.point)
        far = self._affordable(stand, to, length)
        while far > -STEP:
            on_way = replace(between(start, to, max(far, 0.0) / length), facing=to.facing)
            if self._room.has(unit, on_way, taken):
                return on_way
            for aside in (-ASIDE, ASIDE):  # it may halt behind or before another stand of its battalion
                place = shapes.shifted(on_way, to.facing, aside)
                if self._room.has(unit, place, taken) and self.cost(stand, place) <= 1:
                    return place
            far -= STEP
        return None

    @lazy
    def _room(self) -> "Halting":
        return Halting(self.state, self.body, box_round(self.before, ASIDE + (self.unfolding or self._most)))

    def _affordable(self, stand: UnitId, to: Place, length: float) -> float:
        """The inches of its way that it can go."""
        if self.unfolding is not None:
            return self.unfolding
        board, grounds, start = table(self.state), battle(self.state).grounds, self.before[stand]
        far = reach(board, grounds, self.rates, start.point, to.point)
        if far is not None:
            return min(far, self._most)
        low, high = 0.0, min(self._most, length)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            there = between(start, to, middle / length)
            low, high = (middle, high) if self.cost(stand, there) <= 1 else (low, middle)
        return low


class Halting:
    """Where stands of a battalion may halt on their way, as far as the table and other stands leave room."""

    def __init__(self, state: State, body: Unit, box: Box) -> None:
        """`box`: where the middles of their bases will lie."""
        self.state, self.board = state, table(state)
        around = shapes.grown(box, charts(state).largest_base + ROUNDING)
        near, slabs = [state.units[i] for i in field(state).near(around)], field(state).slabs
        self.others = [slabs[unit.id] for unit in near if is_in_the_way(unit, body)]
        self.enemies = [slabs[unit.id] for unit in near if unit.side != body.side and is_standing(unit)]
        self.at_edge = not self.board.encloses(around)
        self.shut = not lets_in(self.board, box, battle(state).closing)

    def has(self, stand: Unit, place: Place, taken: Sequence[Slab]) -> bool:
        slab = shapes.footprint(place, base_of(self.state, stand))
        if not is_clear(slab, chain(taken, self.others), self.enemies):
            return False
        if self.at_edge and not self.board.carries(slab):
            return False
        return not (self.shut and is_shut_out(self.state, stand.id, place))


def out_of_place(state: State, body: Unit) -> list[UnitId]:
    """Stands that are not where its formation has them."""
    drawn, places = array_of(state, body).at(body.at), places_of(standing(state, body.id))
    return [stand for stand, place in places.items() if shapes.span_of(place.point, drawn[stand].point) > GAPING]
