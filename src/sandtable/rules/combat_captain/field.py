"""Who stands where: companies and their sub-units, contact, control."""

from collections.abc import Collection, Iterable, Sequence
from math import hypot
from typing import Any

from sandtable.board import shapes
from sandtable.board.board import POINT, Base
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics import arrangement
from sandtable.mechanics.discs import Disc
from sandtable.mechanics.layout import Layout
from sandtable.rules.combat_captain.book import ENHANCED_RIFLE, KINDS, QUALITIES, RADIUS, Kind, Weapon
from sandtable.rules.combat_captain.words import ENHANCED, Body, Mark, Tally, Tie

CONTACT = 0.1  # inches between rims: cc.setup.footprints
EXACTLY = 0.001  # inches in favour of who acts: cc.setup.rounding


class Field(Layout):
    """The discs of the sub-units on the table."""

    def __init__(self, state: State) -> None:
        units = [unit for unit in state.units.values() if unit.kind in KINDS]
        super().__init__({one.id: shapes.footprint(one.place, KINDS[one.kind].base) for one in units if one.place})
        self.side_of = {one.id: one.side for one in units}
        self.company_of = {one.id: one.part_of for one in units}
        self.aboard: dict[UnitId, UnitId] = {one.aboard: one.id for one in units if one.aboard}
        self.companies: dict[UnitId, list[UnitId]] = {}  # those that are left of them
        for one in units:
            if one.part_of and (one.place or one.aboard):
                self.companies.setdefault(one.part_of, []).append(one.id)
        # What has been asked for, as long as nobody moves.
        self.sights: dict[tuple[UnitId, UnitId], Any] = {}
        self.shots: dict[tuple[UnitId, str, UnitId], Any] = {}
        self.alone: dict[UnitId, frozenset[UnitId]] = {}  # by the leader they are isolated from
        self.able: dict[tuple[UnitId, ...], list[UnitId]] = {}  # who may fire, by their leader and who charges
        self.reached: dict[UnitId, frozenset[UnitId]] = {}  # enemies in range of somebody

    @lazy
    def discs(self) -> list[tuple[UnitId, float, float, float]]:
        """Middle and rim of each, ready for the lines of sight, which are many."""
        return [(i, slab.x, slab.y, slab.rim) for i, slab in self.slabs.items()]

    def in_way(self, a: Point, b: Point) -> list[UnitId]:
        """Whose discs the line from a to b may cross."""
        (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy)
        beside = [
            one for one in self.discs if abs(dx * (one[2] - ay) - dy * (one[1] - ax)) <= one[3] * length + EXACTLY
        ]
        return [i for i, x, y, rim in beside if shapes.may_pass(a, b, (x, y), rim)]

    def all_but(self, own: Collection[UnitId | None]) -> list[Disc]:
        return [(slab.x, slab.y, slab.rim) for i, slab in self.slabs.items() if i not in own]

    def against(self, side: Side) -> list[Disc]:
        """The other side."""
        return [(slab.x, slab.y, slab.rim) for i, slab in self.slabs.items() if self.side_of[i] != side]

    def enemies_within(self, unit: UnitId, inches: float) -> frozenset[UnitId]:
        """Enemies whose rim is at most so far from the middle of somebody."""
        own, side = self.slabs[unit], self.side_of[unit]
        near = (i for i, x, y, rim in self.discs if hypot(x - own.x, y - own.y) - rim <= inches)
        return frozenset([i for i in near if self.side_of[i] != side])

    @lazy
    def contacts(self) -> dict[UnitId, list[UnitId]]:
        """Enemies in contact, of each sub-unit that has any."""
        return self.pairs_within(CONTACT + EXACTLY, self.side_of)


def field(state: State) -> Field:
    return state.layout(Field)


# ---- units


def kind(unit: Unit) -> Kind:
    return KINDS[unit.kind]


def base(state: State, unit: Unit) -> Base:
    return KINDS[unit.kind].base if unit.kind in KINDS else MARKERS.get(unit.kind, POINT)


TAPE_LENGTH = 36.0  # cc.air.strafing-tape
MARKERS = {Body.TAPE: Base(0.25, TAPE_LENGTH), Body.SHELL: Base(1.0, 1.0, disc=True)}


def weapons(unit: Unit) -> tuple[Weapon, ...]:
    """cc.organisation.one-weapon"""
    return (ENHANCED_RIFLE,) if ENHANCED in unit.traits else KINDS[unit.kind].weapons


def companies(state: State, side: Side) -> list[Unit]:
    """Those that have anybody left, in the order of the list."""
    return [body for i in field(state).companies if (body := state.units[i]).side == side]


def members(state: State, company: UnitId) -> list[Unit]:
    """The sub-units that are left of a company, aboard or on the table, in the order of the list."""
    return [state.units[i] for i in field(state).companies.get(company, ())]


def on_table(state: State, company: UnitId) -> list[Unit]:
    return [unit for unit in members(state, company) if unit.place is not None]


def company_of(state: State, unit: Unit) -> Unit:
    assert unit.part_of is not None
    return state.units[unit.part_of]


def chits(state: State, unit: Unit) -> int:
    """cc.morale.on-unit: those of its company."""
    return company_of(state, unit).tallies[Tally.CHITS]


def place_of(state: State, unit: Unit) -> Place | None:
    """cc.vehicles.transport: passengers are where their vehicle is."""
    return state.units[unit.aboard].place if unit.aboard else unit.place


def passenger(state: State, carrier: UnitId) -> Unit | None:
    found = field(state).aboard.get(carrier)
    return state.units[found] if found else None


def enemies(state: State, side: Side) -> list[Unit]:
    """Sub-units of the other side that are on the table."""
    found = field(state)
    return [state.units[i] for i in found.slabs if found.side_of[i] != side]


def is_left(unit: Unit) -> bool:
    return Mark.LOST not in unit.marks


# ---- contact


def in_contact(state: State, unit: UnitId) -> bool:
    return unit in field(state).contacts


def met_by(state: State, company: UnitId) -> set[UnitId]:
    """The enemy companies that it is in contact with."""
    layout = field(state)
    met = [enemy for i in layout.companies.get(company, ()) for enemy in layout.contacts.get(i, ())]
    return {body for enemy in met if (body := layout.company_of[enemy])}


def fighters(state: State, company: UnitId) -> list[Unit]:
    """cc.close-combat.all-in, cc.close-combat.isolated: who of a company is in a close combat, or would be."""
    alone, all_left = isolated(state, company), members(state, company)
    touching = {unit.id for unit in all_left if in_contact(state, unit.aboard or unit.id)}
    if touching and touching <= alone:
        return [unit for unit in all_left if unit.id in touching]
    return [unit for unit in all_left if unit.id not in alone or unit.id in touching]


# ---- control


def leader_of(state: State, company: UnitId) -> Unit:
    return state.units[state.units[company].linked(Tie.LEADER)[0]]


def anchor_of(state: State, company: UnitId) -> Unit:
    """The leader, or what carries him: the others stand and move about it."""
    leader = leader_of(state, company)
    return state.units[leader.aboard] if leader.aboard else leader


def radius_of(body: Unit) -> int:
    """cc.cohesion.radius"""
    return RADIUS[quality(body)]


def quality(body: Unit) -> str:
    return next(word for word in QUALITIES if word in body.traits)


def slots(units: Sequence[Unit], anchor: Unit, shape: str, radius: float) -> arrangement.Slots:
    """cc.cohesion.length: an arrangement about the anchor, a line no longer than control allows."""
    return arrangement.slots({unit.id: kind(unit).radius for unit in units}, anchor.id, shape, radius)


def is_controlled(place: Place, leader: Place, radius: float) -> bool:
    return shapes.span_of(place.point, leader.point) <= radius + EXACTLY + shapes.HALF_STEP


def in_control(state: State, company: UnitId, place: Place) -> bool:
    """Whether its leader, or what carries him, controls a place."""
    leader = anchor_of(state, company).place
    return leader is not None and is_controlled(place, leader, radius_of(state.units[company]))


def isolated(state: State, company: UnitId) -> frozenset[UnitId]:
    """cc.cohesion.isolated: sub-units outside the control radius of the leader."""
    leader, known = leader_of(state, company), field(state).alone
    if leader.id not in known:
        lead, radius = place_of(state, leader), radius_of(state.units[company])
        placed = [(unit.id, place_of(state, unit)) for unit in members(state, company) if lead]
        known[leader.id] = frozenset(i for i, at in placed if at and lead and not is_controlled(at, lead, radius))
    return known[leader.id]


def nearest(state: State, unit: Unit, others: Iterable[Unit]) -> Unit | None:
    """By the gap between rims; of two equally near the first of the list."""
    layout = field(state)
    return min(others, key=lambda other: layout.gap(unit.id, other.id), default=None)
