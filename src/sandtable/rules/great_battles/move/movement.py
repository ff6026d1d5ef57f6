"""Moving a battalion: its goal, and what stops it on the way."""

from itertools import pairwise
from math import ceil, hypot, inf, radians
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.board.shapes import to_lattice
from sandtable.board.sweep import first_touch, passes_between
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.ending import Ending
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.scenario import PATHS, battle, table
from sandtable.rules.great_battles.book.charts import GUN_ROW
from sandtable.rules.great_battles.edition import charts, refuse
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.table.field import base_of, enemies_near, field, places_of, standing
from sandtable.rules.great_battles.table.formation import Array, array_of
from sandtable.rules.great_battles.table.going import Rates, is_bridged, is_open, lets_in, price
from sandtable.rules.great_battles.table.ground import at, on_foot
from sandtable.rules.great_battles.words import Kind, Mark

STRAIGHT = 5  # degrees of tolerance for straight back or sideways: nobody measures them on a table
WHEEL_STEP = 15  # degrees of a wheel taken as one straight leg
FINER = 3  # straight stages of such a leg, for observers

WIDE = 2.0  # inches from its way within which enemies are looked at
GAPING = 0.1  # inches that a stand out of place is away from it, at least
ROUNDING = shapes.TWO_STEPS  # inches that laying stands on the lattice may add to their way


# ---- a way


Leg = tuple[UnitId, Place, Place]  # of a stand, straight from one place to another


class Stage(NamedTuple):
    """A part of a way on which every stand goes straight and keeps its facing."""

    start: float  # shares of the way
    end: float
    before: Places
    after: Places


class Way:
    """A battalion's straight way from where it stands to another place of its anchor, with or without a wheel."""

    pays_ground = True  # whether the ground on the way counts
    tells_end = True  # whether the log tells of the end; else another fact does
    verbs: ClassVar[tuple[str, str]] = ("comes to", "moves to")  # for the log, on the way and at the end

    def __init__(
        self, state: State, body: Unit, to: Place, after: Places | None = None, array: Array | None = None
    ) -> None:
        """With `places`, as in a change of formation, every stand goes straight to its own.

        `array`: how its stands lie round its anchor, where that is known.
        """
        self._array = array
        self.state, self.body, self.start, self.to = state, body, body.at, to
        self.before = places_of(standing(state, body.id))
        self.apart = after is not None
        if after is None:  # in formation; a battalion that stays where it is keeps its gaps
            after = dict(self.before) if to == self.start else self.array.at(to)
        self.after = after
        self.turn = 0 if self.apart else (to.facing - self.start.facing + 180) % 360 - 180
        self.steps = max(1, ceil(abs(self.turn) / WHEEL_STEP))
        self._inches: float | None = None

    @lazy
    def array(self) -> Array:
        return self._array or array_of(self.state, self.body)

    def closes_up(self) -> bool:
        """Whether it starts with gaps from losses that close on the way."""
        if self.apart or self.to == self.start:
            return False
        drawn = self.array.at(self.start)
        return any(shapes.span_of(drawn[i].point, place.point) > GAPING for i, place in self.before.items())

    def pose(self, share: float) -> Places:
        """Where the stands are after this share of the way: in formation, unless each goes to its own place."""
        if share >= 1:
            return self.after
        if self.apart:
            return {i: between(place, self.after[i], share) for i, place in self.before.items()}
        return self.array.at(self.anchor(share))

    def anchor(self, share: float) -> Place:
        if share >= 1:
            return self.to
        x = to_lattice(self.start.x + (self.to.x - self.start.x) * share)
        y = to_lattice(self.start.y + (self.to.y - self.start.y) * share)
        return Place(x, y, round(self.start.facing + self.turn * share) % 360)

    def via(self, came: float, share: float) -> tuple[Point, ...]:
        """The points at which the way bends between two shares of it."""
        return ()

    @lazy
    def legs(self) -> list[Leg]:
        """The straight legs of every stand."""
        return legs_of(self.poses)

    @lazy
    def poses(self) -> list[Places]:
        """Where they are at the ends of these legs."""
        return [self.before, *map(self.pose, self.bends)]

    @property
    def bends(self) -> list[float]:
        """The shares of the way at which these legs end."""
        return self._bends(self.steps)

    def _bends(self, steps: int) -> list[float]:
        return [step / steps for step in range(1, steps + 1)]

    @lazy
    def stages(self) -> list[Stage]:
        """The way as observers see it."""
        shares = self._bends(self.steps * FINER) if self.turn else self.bends
        return stages_of([0.0, *shares], [self.before, *map(self.pose, shares)])

    @lazy
    def box(self) -> shapes.Box:
        """A box round the middles of its stands on the whole way."""
        return shapes.box_of([place.point for pose in self.poses for place in pose.values()])

    def inches(self) -> float:
        """The longest way of a stand; in a wheel that of the outermost."""
        if self._inches is None:
            lengths: dict[UnitId, float] = dict.fromkeys(self.before, 0.0)
            for stand, a, b in self.legs:
                lengths[stand] += hypot(b.x - a.x, b.y - a.y)
            self._inches = max(lengths.values(), default=0.0)
        return self._inches

    def cost(self, rates: Rates) -> float:
        """The share of an action it takes: that of the stand with the highest cost."""
        return self.inches() / rates.good if is_open(table(self.state), self.box) else self._dearest(self.legs, rates)

    def cost_until(self, share: float, rates: Rates) -> float:
        """move.mixed-going: the cost of its first part over its ground."""
        if share >= 1 or not self.pays_ground:
            return self.cost(rates) * share
        return self._dearest(self.legs_until(share), rates)

    def legs_until(self, share: float) -> list[Leg]:
        """The legs of its first part."""
        if share >= 1:
            return self.legs
        poses = [self.before, *(self.pose(bend) for bend in self.bends if bend < share), self.pose(share)]
        return legs_of(poses)

    def _dearest(self, legs: list[Leg], rates: Rates) -> float:
        """The highest cost of a stand."""
        board, grounds, units = table(self.state), battle(self.state).grounds, self.state.units
        costs: dict[UnitId, float] = dict.fromkeys(self.before, 0.0)
        for stand, a, b in legs:
            costs[stand] += price(board, grounds, rates, units[stand], a.point, b.point)
        return max(costs.values(), default=0.0)


class Bent(Way):
    """The same, but it first wheels on its anchor to face the way it goes, and then goes straight."""

    def __init__(self, state: State, body: Unit, to: Place, array: Array | None = None) -> None:
        super().__init__(state, body, to, array=array)
        radius = max((shapes.span_of(place.point, to.point) for place in self.after.values()), default=0.0)
        wheel = radius * radians(abs(self.turn))
        self.wheel = wheel / max(wheel + shapes.span_of(self.start.point, to.point), shapes.SLACK)

    def anchor(self, share: float) -> Place:
        if share >= 1:
            return self.to
        if share < self.wheel:
            return replace(self.start, facing=round(self.start.facing + self.turn * share / self.wheel) % 360)
        gone = (share - self.wheel) / (1 - self.wheel)
        return replace(between(self.start, self.to, gone), facing=self.to.facing)

    def _bends(self, steps: int) -> list[float]:
        return [*(self.wheel * step / steps for step in range(1, steps + 1)), 1.0]


def stages_of(shares: list[float], poses: list[Places]) -> list[Stage]:
    parts = zip(pairwise(shares), pairwise(poses), strict=True)
    return [Stage(start, end, before, after) for (start, end), (before, after) in parts]


def legs_of(poses: list[Places]) -> list[Leg]:
    """Every stand's way from each of these poses to the next."""
    return [(stand, place, b[stand]) for a, b in pairwise(poses) for stand, place in a.items()]


def along_last_leg(start: Place, to: Place) -> int:
    """move.turning: a battalion faces the way it has gone, except straight back or sideways."""
    bearing = shapes.bearing(start.point, to.point) if to.point != start.point else start.facing
    off = abs((bearing - start.facing + 180) % 360 - 180)
    return start.facing if min(abs(off - 90), abs(off - 180)) <= STRAIGHT else bearing


def way_to(state: State, body: Unit, to: Place, array: Array | None = None) -> Way:
    """Straight to a place; the owner or the book decides the facing there."""
    facing = MoveByEdition.of(state).facing_after(body.at, to)
    return way_facing(state, body, to if facing is None else replace(to, facing=facing), array)


def way_facing(state: State, body: Unit, to: Place, array: Array | None = None) -> Way:
    """Straight to a place with that facing; it wheels first where it must face the way it goes."""
    as_it_likes = MoveByEdition.of(state).facing_after(body.at, to) is None
    if as_it_likes or to.facing == body.at.facing:
        return Way(state, body, to, array=array)
    return Bent(state, body, to, array)


def between(a: Place, b: Place, share: float) -> Place:
    return Place(to_lattice(a.x + (b.x - a.x) * share), to_lattice(a.y + (b.y - a.y) * share), a.facing)


# ---- refusals of a place


def refuse_rate(state: State, way: Way, rates: Rates, left: float) -> Refusal | None:
    """Why its stands cannot all go so far."""
    far = way.inches()
    if rates.pinned and far > rates.inches_left + ROUNDING:
        return refuse(state, "move.set-up", "it has a weapon set up and can only move 1 inch")
    allowed = left + ROUNDING / rates.good
    if far / rates.good > allowed:
        return too_far(state, way, rates)
    cost = way.cost(rates)
    if cost == inf:
        return refuse(state, "setup.stacking", "the ground there cannot be crossed")
    if cost > allowed:
        return refuse(state, "move.mixed-going", f"an inch of bad going costs it {rates.good / rates.bad:g} inches")
    return None


def too_far(state: State, way: Way, rates: Rates) -> Refusal:
    if rates.slowed:
        return refuse(state, "move.suppressed", f"it has a suppressed stand and can move {rates.bad:g} inches")
    if GUN_ROW in rates.rows:
        return refuse(state, "move.guns", f"it has a gun without transport and can move {rates.good:g} inches")
    if way.turn:
        return refuse(state, "formation.facing", f'its outermost stand would move {way.inches():.1f}" in the wheel')
    return refuse(state, "move.rates", f"it can move {rates.good:g} inches, {rates.bad:g} in bad going")


def refuse_end(state: State, body: Unit, places: Places, taken: str = "setup.stacking") -> Refusal | None:
    """Stands end on the table, on ground they can enter, overlapping nobody; `taken`: the clause for the last."""
    if not places:
        return None
    units, end = state.units, end_at(state, places)
    if end.leaves_table():
        return refuse(state, "setup.table-edge", "a stand would leave the table")
    if end.lands_on(lambda i: is_in_the_way(units[i], body)):
        return refuse(state, taken, "another stand is there")
    if end.lands_on(lambda i: bars_stopping(state, units[i], body)):
        return refuse(state, "command.fup-overrun", "it cannot stop on the enemy's FUP")
    if meets_closed_ground(state, end):
        return refuse(state, "data.terrain", "it cannot stand on that ground")
    return None


def end_at(state: State, places: Places) -> Ending:
    units = state.units
    return Ending(table(state), field(state), places, lambda i: base_of(state, units[i]), charts(state).largest_base)


def is_barred(state: State, end: Ending) -> bool:
    """Whether stands cannot end there, whoever else is there."""
    return end.leaves_table() or meets_closed_ground(state, end)


def meets_closed_ground(state: State, end: Ending) -> bool:
    shut = not lets_in(end.board, end.middles, battle(state).closing)
    return shut and end.is_shut_out(lambda i, place: is_shut_out(state, i, place))


def is_shut_out(state: State, stand: UnitId, place: Place) -> bool:
    """data.terrain: the middle of the base decides."""
    grounds = battle(state).grounds
    kinds = tuple(piece.kind for piece in at(table(state), place.point))
    here = [grounds[kind] for kind in kinds if kind not in PATHS]
    on_feet = on_foot(state.units[stand])
    return any(ground.closes(on_foot=on_feet) for ground in here) and not is_bridged(kinds, here)


def is_in_the_way(unit: Unit, body: Unit) -> bool:
    """Stands of other battalions are; markers and destroyed stands are not."""
    return unit.part_of != body.id and unit.kind not in MARKERS and Mark.DESTROYED not in unit.marks


def bars_stopping(state: State, unit: Unit, body: Unit) -> bool:
    """command.fup-state: known enemy markers on which it cannot stop."""
    return unit.kind in MoveByEdition.of(state).bars_stopping and unit.side != body.side and unit.known_by(body.side)


MARKERS = frozenset({Kind.C_OPS, Kind.FUP, Kind.TEMPLATE, Kind.AIR_MISSION, Kind.OBJECTIVE, Kind.BATTALION})


def refuse_passage(state: State, way: Way) -> Refusal | None:
    """setup.stacking, move.infiltration: not through enemies, nor between two near stands of one battalion."""
    enemies = enemies_near(state, way.body, shapes.grown(way.box, max(WIDE, charts(state).gap)))
    if not enemies:
        return None
    if narrow := refuse_gap(state, way):
        return narrow
    touched = first_contact(state, way)
    return refuse(state, "setup.stacking", f"{touched} is in the way") if touched else None


def refuse_gap(state: State, way: Way) -> Refusal | None:
    wide = charts(state).gap
    slabs = field(state).slabs
    gaps = [(slabs[a], slabs[b]) for a, b in narrow_gaps(state, way.body, shapes.grown(way.box, wide))]
    for _, a, b in way.legs if gaps else ():
        if any(passes_between((a.point, b.point), one, other) for one, other in gaps):
            return refuse(state, "move.infiltration", "the gap between two stands of an enemy battalion is too narrow")
    return None


def first_contact(state: State, way: Way) -> UnitId | None:
    """An enemy stand that one of its stands would touch on the way."""
    enemies = enemies_near(state, way.body, shapes.grown(way.box, WIDE))
    for stand, a, b in way.legs if enemies else ():
        moving = shapes.footprint(a, base_of(state, state.units[stand]))
        for enemy, slab in enemies:
            if first_touch(moving, (b.x - a.x, b.y - a.y), slab) is not None:
                return enemy.id
    return None


def narrow_gaps(state: State, body: Unit, box: shapes.Box) -> list[tuple[UnitId, UnitId]]:
    """move.infiltration: pairs of enemy stands near a box that nobody passes between."""
    pairs, units = shapes.near(state.layout(neighbours), box), state.units
    return [
        (a, b)
        for a, b in pairs
        if units[a].side != body.side and not {Mark.DESTROYED} & (units[a].marks | units[b].marks)
    ]


def neighbours(state: State) -> list[tuple[shapes.Box, tuple[UnitId, UnitId]]]:
    """Stands of one battalion with a gap that nobody passes, and the box round the first of them."""
    slabs, gap = field(state).slabs, charts(state).gap
    found: list[tuple[shapes.Box, tuple[UnitId, UnitId]]] = []
    for stands in field(state).stands.values():
        line = [i for i in stands if i in slabs]
        found += [
            (shapes.box_round(slabs[a]), (a, b))
            for n, a in enumerate(line)
            for b in line[n + 1 :]
            if shapes.come_within(slabs[a], slabs[b], gap)
        ]
    return found
