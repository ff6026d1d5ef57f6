"""Who stands where and belongs to whom: read once from a state, used by every rule."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.kernel.state import Following, Side, State, Unit, UnitId
from sandtable.mechanics.layout import TOUCHING, Layout, Places, may_meet, touches
from sandtable.rules.great_battles.book.charts import QUALITIES
from sandtable.rules.great_battles.edition import charts, plays
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.divisions import staffs
from sandtable.rules.great_battles.words import COMPANIES, FIGHTING, STANDS, Formation, Kind, Mark, Tie, Trait

K = TypeVar("K")
FORMATIONS = tuple(Formation)
OUT_OF_PLAY = frozenset({Mark.DESTROYED, Mark.WAITING})
ROAD_MARCH = Formation.ROAD_MARCH  # the long name takes three times as long to read


class Field(Layout, Following):
    """Bodies and their stands, and the ground each stand covers."""

    def __init__(self, state: State) -> None:
        super().__init__({i: slab for i, unit in state.units.items() if (slab := slab_of(state, unit))})
        self.bodies: dict[Side, list[UnitId]] = {side: [] for side in state.sides}
        self.stands: dict[UnitId, list[UnitId]] = {}
        for unit in state.units.values():
            if unit.kind == Kind.BATTALION:
                self.bodies[unit.side].append(unit.id)
            elif unit.kind in STANDS and unit.part_of is not None:
                self.stands.setdefault(unit.part_of, []).append(unit.id)

    def after(self, state: State, changed: Collection[UnitId]) -> "Field":
        """The same, with some units elsewhere or gone."""
        units, slabs = state.units, dict(self.slabs)
        for i in changed:
            if i in units and not self._lists(units[i]):
                return Field(state)  # somebody new, or of another body
            if slab := slab_of(state, units[i]) if i in units else None:
                slabs[i] = slab
            else:
                slabs.pop(i, None)
        if slabs.keys() - self.slabs.keys():
            slabs = {i: slabs[i] for i in units if i in slabs}  # in the order of the lists
        after: Field = object.__new__(Field)
        Layout.__init__(after, slabs)
        after.follow(self, changed)
        gone = any(i not in units for i in changed)
        after.bodies = left_of(self.bodies, units) if gone else self.bodies
        after.stands = {i: its for i, its in left_of(self.stands, units).items() if its} if gone else self.stands
        return after

    def _lists(self, unit: Unit) -> bool:
        """Whether a unit is where it belongs in the lists, if it belongs there."""
        if unit.kind == Kind.BATTALION:
            return unit.id in self.bodies[unit.side]
        return unit.kind not in STANDS or (unit.part_of is not None and unit.id in self.stands.get(unit.part_of, ()))


def left_of(lists: Mapping[K, list[UnitId]], units: Mapping[UnitId, Unit]) -> dict[K, list[UnitId]]:
    """The lists without units that are gone."""
    return {name: [i for i in ids if i in units] for name, ids in lists.items()}


def slab_of(state: State, unit: Unit) -> Slab | None:
    """The ground that a unit covers, if it is on the table and has a base."""
    if unit.place is None or unit.kind not in charts(state).bases:
        return None
    return shapes.footprint(unit.place, base_of(state, unit))


def field(state: State) -> Field:
    return state.layout(Field)


def base_of(state: State, stand: Unit) -> Base:
    """formation.types: in road march the longer side of a base lies along the road."""
    base = charts(state).bases[stand.kind]
    body = state.units.get(stand.part_of) if stand.part_of else None
    return turned(base) if body is not None and ROAD_MARCH in body.marks else base


def turned(base: Base) -> Base:
    return Base(base.depth, base.width) if base.width > base.depth and not base.disc else base


# ---- bodies and stands


def battalions(state: State, side: Side) -> list[Unit]:
    """Every battalion and lone support unit of a side that has a stand, on the table or in reserve."""
    units = state.units
    return [body for i in field(state).bodies[side] if Mark.WIPED_OUT not in (body := units[i]).marks]


def on_table(state: State, side: Side) -> list[Unit]:
    """Battalions with a stand on the table that is not destroyed."""
    units, stands, fallen, found = state.units, field(state).stands, Mark.DESTROYED, []
    for body in battalions(state, side):
        for i in stands.get(body.id, ()) if Mark.RESERVE not in body.marks else ():
            stand = units[i]
            if stand.place is not None and fallen not in stand.marks:
                found.append(body)
                break
    return found


def in_reserve(state: State, side: Side) -> list[Unit]:
    return [body for body in battalions(state, side) if Mark.RESERVE in body.marks]


def battlegroups(state: State, side: Side) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.kind == Kind.BATTLEGROUP and unit.side == side]


def stands_of(state: State, body: UnitId) -> list[Unit]:
    """Its stands in play, anywhere; without half-tracks that stayed and stands that cannot join it yet."""
    units = state.units
    stands = [units[i] for i in field(state).stands.get(body, ())]
    return [stand for stand in stands if stand.kind != Kind.HALF_TRACK and OUT_OF_PLAY.isdisjoint(stand.marks)]


def standing(state: State, body: UnitId) -> list[Unit]:
    """Its stands on the table that are not destroyed, half-tracks included."""
    units, fallen, its = state.units, Mark.DESTROYED, field(state).stands.get(body, ())
    return [stand for i in its if (stand := units[i]).place is not None and fallen not in stand.marks]


def standing_orders(state: State, side: Side) -> Unit:
    """The unit that keeps the standing orders of a side; only its side reads them."""
    return state.units[UnitId(f"{side} standing orders")]


def riders_on(state: State, tank: UnitId) -> list[UnitId]:
    return [unit.id for unit in state.units.values() if unit.aboard == tank]


def on_tanks(state: State, body: UnitId) -> list[Unit]:
    """Its stands that ride on others and have no place of their own."""
    return [one for one in stands_of(state, body) if one.aboard is not None] if plays(state, "tank-riders") else []


def companies(state: State, body: UnitId) -> list[Unit]:
    """Its stands on the table that are not destroyed, without half-tracks that stayed."""
    return [stand for stand in standing(state, body) if stand.kind in COMPANIES]


def has_companies(state: State, body: UnitId) -> bool:
    """Whether it has any of them: asked of every battalion at every question."""
    units, fallen = state.units, Mark.DESTROYED
    for i in field(state).stands.get(body, ()):
        stand = units[i]
        if stand.place is not None and fallen not in stand.marks and stand.kind in COMPANIES:
            return True
    return False


def all_standing(state: State, side: Side) -> Iterator[Unit]:
    """Every stand of a side on the table that is not destroyed."""
    units, here = state.units, field(state)
    for body in here.bodies[side]:
        for i in here.stands.get(body, ()):
            stand = units[i]
            if stand.place is not None and Mark.DESTROYED not in stand.marks:
                yield stand


def known_enemies(state: State, unit: Unit) -> list[Unit]:
    """The enemy stands that its side knows."""
    return [enemy for enemy in all_standing(state, state.foe(unit.side)) if enemy.known_by(unit.side)]


def rendezvous(state: State, body: Unit) -> Unit | None:
    """The stand on which a scattered battalion assembles."""
    return next((stand for stand in standing(state, body.id) if Mark.RENDEZVOUS in stand.marks), None)


def fighting(stands: Iterable[Unit]) -> list[Unit]:
    return [stand for stand in stands if stand.kind in FIGHTING]


def body_of(state: State, stand: Unit) -> Unit:
    assert stand.part_of is not None
    return state.units[stand.part_of]


def has(state: State, body: UnitId, *kinds: str) -> bool:
    """Whether it has a stand of one of these kinds in play."""
    return any(stand.kind in kinds for stand in stands_of(state, body))


def is_company(unit: Unit) -> bool:
    return unit.kind in COMPANIES


# ---- facts about battalions and stands


def formation(body: Unit) -> Formation:
    for one in FORMATIONS:
        if one in body.marks:
            return one
    raise LookupError(f"{body.id} is in no formation")


def quality(body: Unit) -> str:
    level = next(i for i, one in enumerate(QUALITIES) if one in body.traits)
    return QUALITIES[max(level - (Mark.REBUILT in body.marks), 0)]


def is_active(body: Unit) -> bool:
    return Mark.ACTIVATED in body.marks


def debtors(state: State, body: Unit) -> list[Unit]:
    """The units that owe an action: the battalion, or its stands on the table."""
    return [one for one in (body, *standing(state, body.id)) if Mark.ACTION_TAKEN in one.marks]


def owes(state: State, stand: Unit) -> bool:
    return Mark.ACTION_TAKEN in stand.marks or Mark.ACTION_TAKEN in body_of(state, stand).marks


def is_suppressed(stand: Unit) -> bool:
    return Mark.SUPPRESSED in stand.marks


def trait(unit: Unit, word: str) -> str:
    """The ending of its trait that begins with a word: the class of its gun; empty if there is none."""
    return ending(unit.traits, word)


@lru_cache(maxsize=1 << 12)
def ending(traits: frozenset[str], word: str) -> str:
    return next((one.removeprefix(word) for one in traits if one.startswith(word)), "")


def is_smg(state: State, body: Unit) -> bool:
    """Whether all its remaining infantry has submachine guns."""
    arms = [Trait.SMG in stand.traits for stand in stands_of(state, body.id) if stand.kind == Kind.INFANTRY]
    return bool(arms) and all(arms)


# ---- distances


def places_of(stands: Iterable[Unit]) -> Places:
    return {stand.id: stand.place for stand in stands if stand.place is not None}


def placed_slabs(state: State, places: Mapping[UnitId, Place]) -> dict[UnitId, Slab]:
    """The ground that stands would cover."""
    units = state.units
    return {i: shapes.footprint(place, base_of(state, units[i])) for i, place in places.items()}


def gap(state: State, a: Unit, b: Unit) -> float:
    """setup.measuring: between the nearest points of the two bases, to the nearest hundredth of an inch."""
    return field(state).gap(a.id, b.id)


def nearest(state: State, one: Unit, others: Iterable[Unit]) -> tuple[float, Unit] | None:
    """The nearest of some stands, and how far it is."""
    found = field(state).nearest(one.id, (other.id for other in others))
    return (found[0], state.units[found[1]]) if found else None


def distance_between(state: State, ours: Iterable[Unit], theirs: Iterable[Unit]) -> float:
    """From the nearest stand to the nearest stand; infinite if there is none."""
    return field(state).gap_between((one.id for one in ours), (one.id for one in theirs))


def enemies_near(state: State, body: Unit, box: shapes.Box) -> list[tuple[Unit, Slab]]:
    """Enemy stands that may reach into a box."""
    units, slabs, side = state.units, field(state).slabs, body.side
    found = [units[i] for i in field(state).near(box)]
    return [(unit, slabs[unit.id]) for unit in found if unit.side != side and is_standing(unit)]


def is_standing(unit: Unit) -> bool:
    return unit.kind in STANDS and unit.place is not None and Mark.DESTROYED not in unit.marks


def feared(state: State, side: Side) -> list[Unit]:
    """activate.approach-limit: the enemies that inactive battalions of a side keep away from."""
    foe = state.foe(side)
    return [*all_standing(state, foe), *(staffs(state, foe) if Kind.C_OPS in TableByEdition.of(state).feared else ())]


# ---- close combat


def contacts(state: State, body: Unit) -> list[Unit]:
    """Enemy battalions with a stand that touches one of its stands."""
    touched = {enemy.part_of for enemy in enemies_touched(state, body, places_of(standing(state, body.id)))}
    return [enemy for enemy in on_table(state, state.foe(body.side)) if enemy.id in touched] if touched else []


def enemies_touched(state: State, body: Unit, places: Mapping[UnitId, Place]) -> list[Unit]:
    """Enemy stands that its stands would touch at these places."""
    if not places:
        return []
    middles = shapes.box_of([place.point for place in places.values()])
    near = enemies_near(state, body, shapes.grown(middles, charts(state).largest_base + TOUCHING))
    own = placed_slabs(state, places).values() if near else ()
    return [enemy for enemy, slab in near if any(touches(one, slab) for one in may_meet(own, slab))]


def opponents(state: State, body: Unit) -> list[UnitId]:
    """Battalions it is in close combat with, by the links that contact leaves."""
    enemies, units = field(state).bodies[state.foe(body.side)], state.units
    return body.linked(Tie.ATTACKS) + [i for i in enemies if units[i].is_linked(Tie.ATTACKS, body.id)]


def is_locked(state: State, body: Unit) -> bool:
    """close-combat.unit-scale: a battalion in contact is locked with all its stands."""
    units = state.units
    for enemy in field(state).bodies[state.foe(body.side)]:
        if units[enemy].links and units[enemy].is_linked(Tie.ATTACKS, body.id):
            return True
    return bool(body.links and body.linked(Tie.ATTACKS))
