"""The FIRE DIE of a shot and what is added to it; the COVER DIE of its target."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from sandtable.board.lazy import lazy
from sandtable.book.charts import Bands, Grid, Opposed, Scores
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.dice import LADDER, shifted
from sandtable.kernel.reckoning import Clause, Term
from sandtable.kernel.state import State, Unit
from sandtable.rules.panzer_korps.book import BOOK, ELITE, REGULAR, RESERVIST, at_least, cite
from sandtable.rules.panzer_korps.field import calibre_of, entry, field, is_afv, is_deployed, side_hit, status
from sandtable.rules.panzer_korps.ground import COVERS, Cover
from sandtable.rules.panzer_korps.scenario import Attached, Formation
from sandtable.rules.panzer_korps.sighting import better, cover_of, is_entrenched
from sandtable.rules.panzer_korps.words import Company, Did, Trait, Type

INFANTRY_DIE = Grid(BOOK.table("infantry-fire-die"))
GUN_DIE = Grid(BOOK.table("afv-fire-die"), rows=Bands)
RANGES = Grid(BOOK.table("direct-ranges"), rows=Scores)
INDIRECT = Grid(BOOK.table("indirect-ranges"), rows=Scores)
COVER_DIE = Grid(BOOK.table("cover-die"))
COVER_ROWS = dict(zip(COVERS, BOOK.table("cover-die").headings, strict=True))
EFFECT = Opposed(BOOK.table("fire-effect"))

SMALL_ARMS = Grid(BOOK.table("small-arms-ranges"))
RIFLE, SHORT, LONG, COAX, FLAME = (str(row) for row in BOOK.table("small-arms-ranges").headings)
BAZOOKA = "bazooka / Panzerschreck"  # its row among the direct ranges
LIGHT_GUN, LIGHT_TANK = 45, 40  # mm, of infantry-gun and AFV companies: pk.fire.infantry-plus-one
HEAVY = 106  # mm: pk.fire.heavy-shift-variant
ON_FOOT = frozenset({Type.INFANTRY, Type.CAVALRY})  # pk.organisation.types: they use the infantry FIRE DIE


# ---- range


@lru_cache
def ranges_of(calibre: int) -> tuple[int, int]:
    """pk.fire.afv-range: short and long range of a gun; machine guns alone have those of small arms."""
    if not calibre:
        return range_of(SHORT), range_of(LONG)
    return RANGES.figure(calibre, "short") or 0, RANGES.figure(calibre, "long") or 0


@lru_cache
def range_of(weapon: str) -> int:
    """pk.fire.small-arms-range"""
    return SMALL_ARMS.figure(weapon) or 0


def ranges(kind: str, formation: Formation) -> tuple[int, int]:
    """pk.fire.small-arms-range, pk.fire.afv-range: short and long range of a formation's own weapons."""
    return ranges_of(0 if kind in ON_FOOT else calibre_of(formation))


def reach_of(company: Attached) -> int:
    """pk.fire.attached-range, pk.organisation.handheld-at: how far an attached company reaches."""
    match company.type:
        case Company.AT_RIFLES:
            return range_of(RIFLE)
        case Company.FLAMETHROWERS:
            return range_of(FLAME)
        case Company.BAZOOKAS:
            return RANGES.figure(BAZOOKA, "long") or 0
        case Company.MORTAR:
            return INDIRECT.figure(company.calibre) or 0
        case Company.AT | Company.INFANTRY_GUN | Company.AFV:
            return ranges_of(company.calibre)[1]
    return range_of(LONG)


# ---- the FIRE DIE


BY_QUALITY, BY_CALIBRE = cite("pk.fire.infantry-die"), cite("pk.fire.afv-die")
IN_THE_OPEN, IN_TERRAIN = cite("pk.cover.die"), cite("pk.terrain.effects")
LADDER_ENDS = cite("pk.cover.shift-steps")


class Die(NamedTuple):
    """A FIRE DIE or a COVER DIE, and the clause that says most about it."""

    sides: int
    clause: Clause


class Aim(NamedTuple):
    """The dice of an attack, and what is added to the FIRE DIE."""

    fire: Die
    terms: tuple[Term, ...]
    cover: Die


def fire_die(state: State, unit: Unit) -> int | None:
    """pk.fire.infantry-die, pk.fire.afv-die: by quality or by calibre; None: it cannot fire."""
    formation, now = entry(state, unit), status(state, unit)
    if now == "Fragmented" or unit.kind == Type.WAGONS:
        return None
    if unit.kind in ON_FOOT:
        return infantry_die(formation.quality, now)
    return gun_die(state, unit, calibre_of(formation)) or None


def gun_die(state: State, unit: Unit, calibre: int) -> int:
    """The die of guns of a calibre, also indirect and against aircraft; 0: they cannot fire."""
    now = status(state, unit)
    return 0 if now == "Fragmented" else die_by_calibre(calibre, now) or 0


infantry_die = lru_cache(lambda quality, now: INFANTRY_DIE.die(quality, now.lower()))
die_by_calibre = lru_cache(lambda calibre, now: GUN_DIE.die(calibre, now.lower()))


class Shot:
    """What decides the modifiers of a formation's fire."""

    def __init__(self, state: State, unit: Unit, target: Unit, *, blind: bool = False) -> None:
        self.unit, self.target, self.formation, self.blind = unit, target, entry(state, unit), blind
        self.inches = field(state).gap(unit.id, target.id)
        self.at_afv = is_afv(target)
        self.by_foot = unit.kind in ON_FOOT
        self.moved, self.target_moved = Did.MOVED in unit.spent, Did.MOVED in target.spent
        self.entrenched = is_entrenched(target)
        self.hit = side_hit(target, unit)

    @property
    def short(self) -> bool:
        return self.inches <= ranges(self.unit.kind, self.formation)[0]

    @lazy
    def companies(self) -> Counter[str]:
        """The attached companies that reach the target, by the weapon that the charts name."""
        found = Counter(weapon_of(one) for one in self.formation.attached if self.inches <= reach_of(one))
        found[Company.MMG] += self.coaxial
        return found

    @property
    def coaxial(self) -> bool:
        """pk.fire.coax: tanks close to infantry count their own machine guns as an MMG company."""
        return is_afv(self.unit) and not self.at_afv and self.inches <= range_of(COAX)

    @property
    def too_far(self) -> int:
        """How many attached companies do not reach the target."""
        return sum(self.inches > reach_of(one) for one in self.formation.attached)

    @property
    def terms(self) -> tuple[Term, ...]:
        lists = INFANTRY.that_apply(self) if self.by_foot else GUNS.that_apply(self)
        crews = () if self.by_foot else QUALITY.that_apply(self.formation)
        return *lists, *crews, *TOO_FAR.that_apply(self)


BIG_GUN, BIG_TANK = "big infantry gun", "big AFV gun"


def weapon_of(company: Attached) -> str:
    """A company counts once, at the entry that fits it."""
    match company.type:
        case Company.AT_RIFLES | Company.BAZOOKAS:
            return Company.AT
        case Company.INFANTRY_GUN if company.calibre > LIGHT_GUN:
            return BIG_GUN
        case Company.AFV if company.calibre > LIGHT_TANK:
            return BIG_TANK
    return company.type


PLUS_1, PLUS_2, MINUS = "pk.fire.infantry-plus-one", "pk.fire.infantry-plus-two", "pk.fire.infantry-minus"
HMG_NEAR = "attached HMG company, target at short range (6 inches)"
HMG_FAR = "attached HMG company, target beyond short range"


def attached(row: str, label: str, clause: str, weapon: str) -> Modifier[Shot]:
    return Modifier(row, label, clause, lambda shot: shot.companies[weapon])


def others_attached(plus_one: str, plus_two: str) -> list[Modifier[Shot]]:
    """The rows that both lists have."""
    return [
        Modifier("attached MMG company", "{} MMG", lambda shot: "pk.fire.coax" if shot.coaxial else plus_one,
                 lambda shot: shot.companies[Company.MMG]),
        attached("attached mortar company", "{} mortar", plus_one, Company.MORTAR),
        attached("attached support infantry company", "{} support infantry", plus_one, Company.SUPPORT),
        Modifier("attached AT company, target infantry (not AFV)", "{} AT at infantry", plus_one,
                 lambda shot: 0 if shot.at_afv else shot.companies[Company.AT]),
        attached("attached infantry-gun company 45mm or less", "{} light infantry gun", plus_one, Company.INFANTRY_GUN),
        attached("attached infantry-gun company 46mm or greater", "{} infantry gun", plus_two, BIG_GUN),
        attached("attached AFV company with gun 40mm or less", "{} light AFV", plus_one, Company.AFV),
        attached("attached AFV company with gun 41mm or greater", "{} AFV", plus_two, BIG_TANK),
        attached("attached flamethrower company", "{} flamethrower", plus_two, Company.FLAMETHROWERS),
    ]  # fmt: skip


def at_tanks(row: str, clause: str) -> Modifier[Shot]:
    return Modifier(row, "{} AT at AFV", clause, lambda shot: shot.companies[Company.AT] if shot.at_afv else 0)


INFANTRY: Modifiers[Shot] = Modifiers(BOOK, "infantry-fire-modifiers", [
    *others_attached(PLUS_1, PLUS_2),
    Modifier(HMG_FAR, "{} HMG", PLUS_1, lambda shot: 0 if shot.short else shot.companies[Company.HMG]),
    Modifier(HMG_NEAR, "{} HMG at short range", PLUS_2, lambda shot: shot.companies[Company.HMG] if shot.short else 0),
    at_tanks("attached AT company, target AFV formation", PLUS_2),
    Modifier("flank target", "its flank", PLUS_1, lambda shot: shot.hit != "front"),
    Modifier("target moved", "target moved", MINUS, lambda shot: shot.target_moved),
    Modifier("firer moved", "moved", MINUS, lambda shot: shot.moved),
    Modifier("target entrenched", "entrenched", MINUS, lambda shot: shot.entrenched),
    Modifier("target is any AFV formation", "AFV", MINUS, lambda shot: shot.at_afv),
], column="modifier")  # fmt: skip

GUN_1, GUN_2, GUN_MINUS = "pk.fire.afv-plus-one", "pk.fire.afv-plus-two", "pk.fire.afv-minus"
GUNS: Modifiers[Shot] = Modifiers(BOOK, "afv-fire-modifiers", [
    Modifier("firer moved", "moved", GUN_MINUS, lambda shot: shot.moved),
    Modifier("firer surprised", "surprised", "pk.spotting.surprise", lambda shot: Did.SURPRISED in shot.unit.spent),
    Modifier("blind fire", "blind fire", "pk.spotting.blind-fire", lambda shot: shot.blind),
    Modifier("target moved", "target moved", GUN_MINUS, lambda shot: shot.target_moved),
    Modifier("target entrenched", "entrenched", GUN_MINUS, lambda shot: shot.entrenched),
    *others_attached(GUN_1, GUN_2),
    attached("attached HMG company", "{} HMG", GUN_1, Company.HMG),
    at_tanks("attached AT company, target tanks (AFV formation)", GUN_2),
    Modifier("flank of an AFV target", "its flank", GUN_1, lambda shot: shot.at_afv and shot.hit == "flank"),
    Modifier("rear of an AFV target", "its rear", GUN_2, lambda shot: shot.at_afv and shot.hit == "rear"),
    Modifier("target in short range", "short range", GUN_1, lambda shot: shot.short),
    Modifier("target in Transit Column", "Transit Column", GUN_2, lambda shot: not is_deployed(shot.target)),
], column="modifier")  # fmt: skip

TOO_FAR: Modifiers[Shot] = Modifiers(
    BOOK, "", [Modifier(0, "{} attached out of reach", "pk.fire.attached-range", lambda shot: shot.too_far)]
)  # fmt: skip

CREWS = "pk.fire.afv-quality"
QUALITY: Modifiers[Formation] = Modifiers(BOOK, "afv-quality-modifiers", [
    Modifier("Recruit, Militia or Partisan crew", "poor crews", CREWS,
             lambda one: not at_least(one.quality, RESERVIST)),
    Modifier("Regular or Veteran crew", "good crews", CREWS,
             lambda one: at_least(one.quality, REGULAR) and not at_least(one.quality, ELITE)),
    Modifier("Elite or Hardened crew", "best crews", CREWS, lambda one: at_least(one.quality, ELITE)),
    Modifier("inferior weapon", "inferior gun", CREWS, lambda one: one.gun == "inferior"),
    Modifier("superior weapon", "superior gun", CREWS, lambda one: one.gun == "superior"),
    Modifier("SS", "SS", CREWS, lambda one: Trait.SS in one.traits),
], elsewhere=("Reservist crew",))  # fmt: skip


# ---- the COVER DIE


@lru_cache
def cover_die(cover: Cover, shift: int = 0) -> int:
    """pk.cover.die, pk.cover.shift-steps: the die of a class of cover, so many steps up or down."""
    return shifted(COVER_DIE.sides(COVER_ROWS[cover]), shift)


def cover_in(cover: Cover, shift: int, clause: Clause) -> Die:
    """The die of a class of cover with a shift of that clause. The ladder may end before the shift does."""
    sides, now = cover_die(cover), cover_die(cover, shift)
    if not shift:
        return Die(sides, IN_THE_OPEN if cover == COVERS[0] else IN_TERRAIN)
    return Die(now, clause if LADDER.index(now) - LADDER.index(sides) == shift else LADDER_ENDS)


def cover_against_fire(state: State, target: Unit, unit: Unit) -> Die:
    """The COVER DIE against direct fire, with both variants."""
    cover, own = cover_of(state, target, unit), entry(state, target)
    armour: Cover = "light" if own.ride == "wheeled" else own.weight or "medium"
    armoured = "armour-class-cover" in state.variants and is_afv(target) and unit.kind not in ON_FOOT
    if armoured and better(cover, armour) != cover:
        return Die(cover_die(armour, heavy_shift(state, unit)), cite("pk.cover.armour-class"))
    return cover_in(cover, heavy_shift(state, unit), cite("pk.fire.heavy-shift-variant"))


def heavy_shift(state: State, unit: Unit) -> int:
    """pk.fire.heavy-shift-variant: one step down for heavy guns of AFV and AT formations."""
    heavy = unit.kind in (Type.AFV, Type.AT) and calibre_of(entry(state, unit)) >= HEAVY
    return -1 if heavy and "heavy-gun-shift" in state.variants else 0
