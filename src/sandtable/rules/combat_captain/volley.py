"""A volley: who can fire at what, what they throw, and what it comes to on the fire chart."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Refusal
from sandtable.kernel.dice import Pool, Reading
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import NOBODY, State, Unit, UnitId
from sandtable.rules.combat_captain import book
from sandtable.rules.combat_captain.book import BOOK, Weapon, Which, chit_terms, cite, reading, target_class
from sandtable.rules.combat_captain.control import chits, isolated, leader_of
from sandtable.rules.combat_captain.field import EXACTLY, field, in_contact, kind, members, on_table, weapons
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.sighting import refuse_sight, shared_forest
from sandtable.rules.combat_captain.words import Tally

DICE_AT: dict[str, Which] = {"short": "all", "medium": "even", "long": "odd"}  # cc.fire.range-dice
ROUNDING = EXACTLY + shapes.HALF_STEP  # in favour of who fires: cc.setup.rounding
BANDS = {
    row: tuple((limit + ROUNDING, which) for band, which in DICE_AT.items() if (limit := book.RANGES.figure(row, band)))
    for row in map(str, book.RANGES.table.headings)
}  # cc.fire.band-edges
REACH = {row: max(limit for limit, _ in bands) for row, bands in BANDS.items()}
AT_ARMOUR = frozenset(
    weapon for weapon in map(str, book.TARGETS.table.headings) if book.TARGETS.text(weapon, book.ARMOUR) != book.NEVER
)
COUNTED = {which: BOOK.term(0, f"only {which} dice count", "cc.fire.range-dice") for which in ("even", "odd")}
Names = Collection[UnitId]
SETTLED = 2  # own turns without a move: cc.fire.stationary-count

ISOLATED = Refusal(cite("cc.cohesion.effect"), "an isolated sub-unit cannot fire")
ABOARD = Refusal(cite("cc.fire.limits"), "mounted sub-units and towed guns cannot fire")
IN_CONTACT = Refusal(cite("cc.fire.contact"), "a sub-unit in contact cannot fire")
UNARMED = Refusal(cite("cc.organisation.one-weapon"), "it has no weapon")
OUT_OF_RANGE = Refusal(cite("cc.fire.ranges"), "out of range")
BEYOND_SMALL_ARMS = Refusal(cite("cc.fire.vehicle-machine-guns"), "out of the range of small arms")
NO_SPOTTER = Refusal(cite("cc.sighting.mortar-spotter"), "neither the mortar nor a spotter sees the target")
MORTARS_AT_ARMOUR = Refusal(cite("cc.fire.mortar-armour"), "mortars have no effect on armour")
SMALL_ARMS_AT_ARMOUR = Refusal(cite("cc.fire.small-arms-armour"), "only guns can be fired at armour")


class Firer(Struct, frozen=True, gc=False):
    """A sub-unit, the weapon it fires, and the dice that count at its range."""

    unit: UnitId
    weapon: Weapon
    which: Which
    settled: bool = False  # cc.fire.stationary applies to it


# ---- may it


def refuse_firer(state: State, unit: Unit, charging: Names = ()) -> Refusal | None:
    """Whatever the target; `charging`: enemies whose contact does not keep it from firing."""
    if unit.aboard:
        return ABOARD
    if not weapons(unit):
        return UNARMED
    if unit.part_of and unit.id in isolated(state, unit.part_of):
        return ISOLATED
    met = field(state).contacts.get(unit.id, ())
    return IN_CONTACT if any(enemy not in charging for enemy in met) else None


def able(state: State, company: UnitId, fired: Names = (), charging: Names = ()) -> list[Unit]:
    """The sub-units of a company that may fire, whatever the target, and have not fired yet."""
    known, key = field(state).asked.able, (leader_of(state, company).id, *charging)
    if key not in known:
        known[key] = [unit.id for unit in members(state, company) if refuse_firer(state, unit, charging) is None]
    return [state.units[i] for i in known[key] if i not in fired]


def dice_at(board: FreeTable, weapon: Weapon, a: Point, b: Point, radius: float) -> Which | None:
    """cc.fire.measure-detail, cc.sighting.forest-fire: which dice count from centre to rim; None: out of range."""
    far = shapes.span_of(a, b) - radius
    for limit, which in BANDS[weapon.ranges]:
        if far <= limit:
            return "odd" if shared_forest(board, a, b) else which
    return None


def spots(state: State, mortar: Unit, target: Unit) -> Iterable[UnitId]:
    """cc.sighting.who-spots: sub-units of its own unit that see for it."""
    assert mortar.part_of
    alone = isolated(state, mortar.part_of)
    for one in on_table(state, mortar.part_of):
        if one.id not in alone and not in_contact(state, one.id) and refuse_sight(state, one, target) is None:
            yield one.id


def shot(state: State, unit: Unit, weapon: Weapon, target: Unit) -> Which | Refusal:
    """Which dice count, or why it cannot fire: known as long as nobody moves."""
    known, pair = field(state).asked.shots, (unit.id, weapon.name, target.id)
    if pair not in known:
        known[pair] = judged(state, unit, weapon, target)
    found: Which | Refusal = known[pair]
    return found


def judged(state: State, unit: Unit, weapon: Weapon, target: Unit) -> Which | Refusal:
    """cc.armour.weapons: what it may be fired at, then range, and last sight, which costs most to judge."""
    if kind(target).armoured and weapon.name not in AT_ARMOUR:
        return MORTARS_AT_ARMOUR if weapon == book.TUBE else SMALL_ARMS_AT_ARMOUR
    here, there, radius = unit.at.point, target.at.point, kind(target).radius
    beyond = BEYOND_SMALL_ARMS if weapon == book.MOUNTED else OUT_OF_RANGE
    if shapes.span_of(here, there) - radius > REACH[weapon.ranges]:
        return beyond
    blocked: Refusal | None = refuse_sight(state, unit, target)
    if blocked and weapon == book.TUBE:
        blocked = None if any(spots(state, unit, target)) else NO_SPOTTER
    return blocked or dice_at(table(state), weapon, here, there, radius) or beyond


def refuse_shot(state: State, unit: Unit, weapon: Weapon, target: Unit) -> Refusal | None:
    found = shot(state, unit, weapon, target)
    return found if isinstance(found, Refusal) else None


def aimed(state: State, unit: Unit, weapon: Weapon, target: Unit) -> Firer | None:
    """cc.fire.stationary-count: a gun is settled when neither it nor its target has moved for some turns."""
    which = shot(state, unit, weapon, target)
    settled = bool(weapon.gun) and all(one.tallies.get(Tally.STILL, 0) >= SETTLED for one in (unit, target))
    return None if isinstance(which, Refusal) else Firer(unit.id, weapon, which, settled)


def refuse_firing(state: State, unit: Unit, target: Unit, charging: Names = ()) -> Refusal | None:
    """None if it can fire at the target with any of its weapons."""
    refusals = [refuse_firer(state, unit, charging) or refuse_shot(state, unit, one, target) for one in weapons(unit)]
    return (refusals[0] if refusals else UNARMED) if all(refusals) else None


def in_reach(state: State, unit: Unit) -> frozenset[UnitId]:
    """The enemies in range of its weapons: a first test, before sight, of somebody who may fire."""
    return field(state).enemies_within(unit.id, max(REACH[one.ranges] for one in weapons(unit)))


def best_shot(state: State, unit: Unit, target: Unit, dice: int) -> Firer | None:
    """With the weapon that is worth more at this range: cc.fire.vehicle-mg-modifier, one or the other."""
    shots = [one for weapon in weapons(unit) if (one := aimed(state, unit, weapon, target))]
    if len(shots) < 2:
        return shots[0] if shots else None
    return max(shots, key=lambda one: promise(one, target.kind, dice, chits(state, unit)))


@lru_cache(maxsize=4096)
def promise(one: Firer, target: str, dice: int, lost: int) -> float:
    """What one firer adds on average at a target of this kind, with so many dice and so many chits."""
    alone = Volley((one,), Unit(UnitId(""), target, NOBODY))
    return dice * sum(reading(one.which, lost).worth) / 6 + sum(term.value for term in alone.terms)


def all_who_can(
    state: State, company: UnitId, target: Unit, dice: int = 1, fired: Names = (), charging: Names = ()
) -> list[Firer]:
    """The sub-units of a company that can fire at a target and have not fired yet, with so many dice each."""
    firers = [unit for unit in able(state, company, fired, charging) if target.id in in_reach(state, unit)]
    return [one for unit in firers if (one := best_shot(state, unit, target, dice))]


def shots_at(state: State, firers: Iterable[tuple[Unit, Names]], name: UnitId) -> int:
    """How many shots they have at a target, counted up to two: no more are needed to know of a choice."""
    target, near = state.units[name], (unit for unit, reached in firers if name in reached)
    return sum(islice((1 for unit in near for one in weapons(unit) if not refuse_shot(state, unit, one, target)), 2))


def aims(state: State, company: UnitId, fired: frozenset[UnitId] = frozenset()) -> list[tuple[UnitId, int]]:
    """Enemy sub-units that those of a company who have not fired yet can fire at, each with one shot or two."""
    layout, key = field(state), (leader_of(state, company).id, fired)
    if key not in layout.asked.aims:
        firers = [(unit, in_reach(state, unit)) for unit in able(state, company, fired)]
        near = frozenset[UnitId]().union(*(reached for _, reached in firers)) - layout.contacts.keys()
        found = ((i, shots_at(state, firers, i)) for i in (layout.slabs if near else ()) if i in near)
        layout.asked.aims[key] = [aim for aim in found if aim[1]]
    return layout.asked.aims[key]


def replies(state: State, company: UnitId, moved: Sequence[UnitId]) -> Iterator[tuple[UnitId, int]]:
    """The same for a company that may make opportunity fire."""
    firers = [(unit, in_reach(state, unit)) for unit in able(state, company, charging=moved)]
    found = ((i, shots_at(state, firers, i)) for i in moved if firers and state.units[i].place)
    return (aim for aim in found if aim[1])


# ---- what it adds


class Volley:
    """Sub-units of one company that fire together at one target."""

    def __init__(self, firers: Sequence[Firer], target: Unit) -> None:
        self.firers, self.target = tuple(firers), target
        self.at = target_class(kind(target))
        self.armour = kind(target).armour

    def guns(self, cls: str = "") -> int:
        return sum(bool(one.weapon.gun) and cls in ("", one.weapon.gun) for one in self.firers)

    @property
    def settled(self) -> int:
        return sum(one.settled for one in self.firers)

    @lazy
    def terms(self) -> tuple[Term, ...]:
        """cc.fire.modifiers: once for each firing sub-unit; what adds nothing is not told."""
        return tuple(term for term in MODIFIERS.that_apply(self) if term.value)

    def pool(self, state: State, dice: int) -> Pool:
        """cc.fire.dice: so many dice of each firer, read at its own range, with the variable die."""
        lost = chits(state, state.units[self.firers[0].unit])
        shares = {which: sum(one.which == which for one in self.firers) for which in DICE_AT.values()}
        parts: list[tuple[int, Reading]] = [
            (number * dice, reading(which, lost)) for which, number in shares.items() if number
        ]
        says = "kill number {}" if self.at == book.ARMOUR else "{} hits"
        return Pool(tuple(parts), sum(term.value for term in self.terms), book.FIRE_CHART, reading("all", lost), says)

    def told(self, state: State) -> tuple[Term, ...]:
        """What the log says beside the dice: which dice count, what is added, what chits take off."""
        bands = {which: [one for one in self.firers if one.which == which] for which in COUNTED}
        told = [replace(COUNTED[which], label=counted(which, firers)) for which, firers in bands.items() if firers]
        return *told, *self.terms, *chit_terms(chits(state, state.units[self.firers[0].unit]))


def counted(which: str, firers: Sequence[Firer]) -> str:
    """Whose dice count if they show an even number, or an odd one."""
    weapons = dict.fromkeys(one.weapon.name.lower() for one in firers)
    return f"only {which} dice of {' and '.join(weapons)} count"


def fired_at(target: str, *weapons: Weapon) -> Callable[[Volley], int]:
    """How many fire one of these weapons, if it is such a target."""
    return lambda volley: sum(one.weapon in weapons for one in volley.firers) if volley.at == target else 0


def against(cls: str, armour: str) -> Modifier[Volley]:
    is_odd = armour == "Superior Armor" and cls != "Inferior Gun"
    clause = "cc.armour.superior-oddity" if is_odd else "cc.armour.modifiers"
    label = f"{{}} {cls} at {armour}"
    return Modifier((cls, armour), label, clause, lambda volley: volley.guns(cls) if volley.armour == armour else 0)


def machine_guns(volley: Volley) -> str:
    mounted = any(one.weapon == book.MOUNTED for one in volley.firers)
    return "cc.fire.vehicle-mg-modifier" if mounted else "cc.fire.modifiers"


GUNS, ARMOURS = ("Inferior Gun", "Gun", "Superior Gun"), ("Thin Armor", "Armor", "Superior Armor")
MODIFIERS: Modifiers[Volley] = Modifiers(BOOK, "fire-modifiers", [
    Modifier(("Rifles only", "Infantry"), "{} with rifles only", "cc.fire.modifiers",
             fired_at(book.INFANTRY, book.RIFLE)),
    Modifier(("Enhanced small arms", "Infantry"), "{} with enhanced small arms", "cc.organisation.enhanced-small-arms",
             fired_at(book.INFANTRY, book.ENHANCED_RIFLE)),
    Modifier(("Gun", "Infantry"), "{} guns at infantry", "cc.fire.gun-vs-infantry-all",
             lambda volley: volley.guns() if volley.at == book.INFANTRY else 0),
    Modifier(("Crewed machine guns", "Infantry"), "{} machine guns", machine_guns,
             fired_at(book.INFANTRY, book.CREWED, book.MOUNTED)),
    Modifier(("Crewed machine guns", "Non-armored vehicles"), "{} machine guns", machine_guns,
             fired_at(book.SOFT, book.CREWED, book.MOUNTED)),
    Modifier(("All stationary guns", "All stationary targets, on 3rd turn"), "{} stationary guns", "cc.fire.stationary",
             lambda volley: volley.settled),
    *(against(cls, armour) for cls in GUNS for armour in ARMOURS if (cls, armour) != ("Gun", "Armor")),
])  # fmt: skip
