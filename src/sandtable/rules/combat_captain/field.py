"""Who stands where: companies and their sub-units, contact, control."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sandtable.board import shapes
from sandtable.board.board import POINT, Base
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.kernel.state import Following, Side, State, Unit, UnitId
from sandtable.mechanics.discs import DiscLayout
from sandtable.mechanics.layout import OVERLAP
from sandtable.rules.combat_captain.book import ENHANCED_RIFLE, KINDS, Kind, Weapon
from sandtable.rules.combat_captain.words import ENHANCED, Body, Mark

CONTACT = 0.1  # inches between rims: cc.setup.footprints
EXACTLY = 0.001  # inches in favour of who acts: cc.setup.rounding
CLEAR = CONTACT + EXACTLY - OVERLAP  # added to a disc that collides with whatever it would be in contact with


class Asked:
    """What has been asked for, as long as nobody moves."""

    def __init__(self) -> None:
        self.sights: dict[tuple[UnitId, UnitId], Any] = {}
        self.shots: dict[tuple[UnitId, str, UnitId], Any] = {}
        self.alone: dict[UnitId, frozenset[UnitId]] = {}  # by the leader they are isolated from
        self.able: dict[tuple[UnitId, ...], list[UnitId]] = {}  # who may fire, by their leader and who charges
        self.aims: dict[tuple[UnitId, frozenset[UnitId]], list[tuple[UnitId, int]]] = {}  # by leader and who has fired
        self.rooms: dict[tuple[UnitId, Any], list[Any]] = {}  # where a company may set up, by its leader


class Field(DiscLayout, Following):
    """The discs of the sub-units on the table."""

    def __init__(self, state: State) -> None:
        units = [unit for unit in state.units.values() if unit.kind in KINDS]
        super().__init__({one.id: slab_of(one) for one in units if one.place}, {one.id: one.side for one in units})
        self.aboard: Mapping[UnitId, UnitId] = {one.aboard: one.id for one in units if one.aboard}
        self.companies: dict[UnitId, list[UnitId]] = {}  # those that are left of them
        for one in units:
            if one.part_of and (one.place or one.aboard):
                self.companies.setdefault(one.part_of, []).append(one.id)

    def after(self, state: State, changed: Collection[UnitId]) -> "Field":
        """Those who have moved are elsewhere; who has only turned is not. Somebody who has come or gone changes all."""
        units = [state.units[i] for i in changed if i in self.side_of]
        if any(unit.id not in self.slabs or unit.place is None for unit in units):
            return Field(state)
        moved = {unit.id: slab for unit in units if (slab := slab_of(unit)) != self.slabs[unit.id]}
        return self.moved(moved) if moved else self

    @lazy
    def asked(self) -> Asked:
        return Asked()

    @lazy
    def contacts(self) -> dict[UnitId, list[UnitId]]:
        """Enemies in contact, of each sub-unit that has any."""
        return self.pairs_within(CONTACT + EXACTLY, self.side_of)


def slab_of(unit: Unit) -> Slab:
    return shapes.footprint(unit.at, KINDS[unit.kind].base)


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
    return {body for enemy in met if (body := state.units[enemy].part_of)}


def nearest(state: State, unit: Unit, others: Iterable[Unit]) -> Unit | None:
    """By the gap between rims; of two equally near the first of the list."""
    found = field(state).closest(unit.id, (other.id for other in others))
    return state.units[found] if found else None
