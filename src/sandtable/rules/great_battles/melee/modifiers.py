"""The modifiers of close combat, by the d20 chart and by the two lists of the d10 charts."""

from collections.abc import Sequence, Set

from msgspec import Struct

from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.book.books import D10, D20
from sandtable.rules.great_battles.book.charts import BUNKER, COVERS, HARD_COVER, NONE, QUALITIES, SOFT_COVER
from sandtable.rules.great_battles.edition import Terms
from sandtable.rules.great_battles.table.field import companies, is_smg, is_suppressed, quality, trait
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.words import ARMOUR, GUNS, Kind


def infantry(state: State, body: Unit) -> list[Unit]:
    """Unsuppressed infantry stands, wherever they are in the battalion."""
    return [s for s in companies(state, body.id) if s.kind == Kind.INFANTRY and not is_suppressed(s)]


def shelter(state: State, stands: Sequence[Unit]) -> str:
    """The cover of two of these stands, or of the only one."""
    ranks = sorted((COVERS.index(cover(state, stand)) for stand in stands), reverse=True)
    return COVERS[ranks[:2][-1]] if ranks else NONE


class Fighter(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers of a battalion in close combat."""

    attacking: bool
    kinds: frozenset[str]  # of its stands
    armour: frozenset[str]  # the classes of the tanks it attacks with
    superheavy: bool  # whether one of these is superheavy and not suppressed
    smg: bool
    steady: int  # its unsuppressed infantry
    more: int  # of it than the enemy has
    levels: int  # by which its quality is higher
    against: str  # in words
    cover: str  # in which it is attacked
    foot_cover: str  # the same for infantry against tanks; empty for the tanks
    bonus_cover: str  # the same, but a single stand in cover, which is not in the open, has no bonus
    enemy_cover: str
    assaulted_cover: str  # the cover of two of the enemy's stands

    @property
    def tanks_alone(self) -> bool:
        return bool(self.armour) and Kind.INFANTRY not in self.kinds

    def resists_with(self, kinds: Set[str]) -> bool:
        return not self.attacking and not kinds.isdisjoint(self.kinds)


def fighter(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Fighter:
    own, theirs = companies(state, body.id), companies(state, enemy.id)
    tanks = [stand for stand in own if attacking and stand.kind == Kind.ARMOUR]
    on_foot = [stand for stand in own if stand.kind == Kind.INFANTRY]
    foot_cover = "" if attacking else shelter(state, on_foot)
    steady, enemy_cover = len(infantry(state, body)), shelter(state, theirs)
    return Fighter(
        attacking=attacking,
        kinds=frozenset(stand.kind for stand in own),
        armour=frozenset(trait(tank, ARMOUR) for tank in tanks),
        superheavy=any(trait(tank, ARMOUR) == "S" and not is_suppressed(tank) for tank in tanks),
        smg=is_smg(state, body),
        steady=steady,
        more=max(steady - len(infantry(state, enemy)), 0),
        levels=max(QUALITIES.index(quality(body)) - QUALITIES.index(quality(enemy)), 0),
        against=f"{quality(body)} against {quality(enemy)}",
        cover=NONE if attacking else shelter(state, own),
        foot_cover=foot_cover,
        bonus_cover=foot_cover if len(on_foot) > 1 else NONE,
        enemy_cover=enemy_cover,
        assaulted_cover=enemy_cover if attacking and len(theirs) > 1 else NONE,
    )


# ---- the d20 chart

WITH_ARMOUR, BY_CLASS = "close-combat.armour-modifier", "close-combat.armour-class-modifier"
WITH_GUNS = "close-combat.guns-and-heavy-weapons"
OF_ALL: Modifiers[Fighter] = Modifiers(
    D20, "close-combat", [
        Modifier(("Attacker", "Infantry with armour attached"), "armour attached", WITH_ARMOUR,
                 lambda one: bool(one.armour) and not one.tanks_alone),
        Modifier(("Attacker", "Armour alone against a defender in the open"), "armour against the open", WITH_ARMOUR,
                 lambda one: one.tanks_alone and one.enemy_cover == NONE),
        Modifier(("Attacker", "Light armour"), "light armour", BY_CLASS, lambda one: one.armour == {"L"}),
        Modifier(("Attacker", "Superheavy armour"), "superheavy armour", BY_CLASS, lambda one: "S" in one.armour),
        Modifier(("Defender", "Soft cover"), "soft cover", "close-combat.cover", lambda one: one.cover == SOFT_COVER),
        Modifier(("Defender", "Hard cover"), "hard cover", "close-combat.cover", lambda one: one.cover == HARD_COVER),
        Modifier(("Defender", "Bunker"), "bunker", "close-combat.cover", lambda one: one.cover == BUNKER),
        Modifier(("Defender", "AT or field gun"), "gun", WITH_GUNS, lambda one: one.resists_with(GUNS)),
        Modifier(("Defender", "Heavy weapons"), "heavy weapons", WITH_GUNS,
                 lambda one: one.resists_with({Kind.HEAVY_WEAPONS})),
        Modifier(("Both", "SMG battalion"), "SMG", "close-combat.smg", lambda one: one.smg),
        Modifier(("Both", "Quality, per level higher than the other side"), lambda one: one.against,
                 "close-combat.quality", lambda one: one.levels),
        Modifier(("Both", "Infantry, per unsuppressed infantry stand more than the other side"), "{} more infantry",
                 "close-combat.infantry-count", lambda one: one.more),
    ],
)  # fmt: skip


def by_one_list(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """The modifiers of a battalion against another."""
    return OF_ALL.that_apply(fighter(state, body, enemy, attacking=attacking))


# ---- the d10 charts

TANKS, FOOT = "close-combat.armor-modifiers", "close-combat.infantry-modifiers"
AGAINST_INFANTRY: Modifiers[Fighter] = Modifiers(
    D10, "armor-vs-infantry", [
        Modifier("Higher morale, per level", lambda one: one.against, TANKS, lambda one: one.levels),
        Modifier("Light armored vehicle", "light armour", TANKS, lambda one: one.armour == {"L"}),
        Modifier("Superheavy armored vehicle", "superheavy armour", TANKS, lambda one: one.superheavy),
        Modifier("Each unsuppressed infantry stand", "{} infantry", TANKS,
                 lambda one: 0 if one.attacking else one.steady),
        Modifier("Infantry in open", "in the open", TANKS, lambda one: one.foot_cover == NONE),
        Modifier("2+ infantry stands in soft cover", "soft cover", TANKS, lambda one: one.bonus_cover == SOFT_COVER),
        Modifier("2+ infantry stands in hard cover", lambda one: f"{one.bonus_cover} cover", TANKS,
                 lambda one: one.bonus_cover in (HARD_COVER, BUNKER)),
        Modifier("Infantry with AT gun attached", "gun", TANKS, lambda one: one.resists_with(GUNS)),
    ], column="modifier",
)  # fmt: skip
OF_INFANTRY: Modifiers[Fighter] = Modifiers(
    D10, "infantry-vs-infantry", [
        Modifier("Higher morale, per level", lambda one: one.against, FOOT, lambda one: one.levels),
        Modifier("Each extra unsuppressed infantry stand", "{} more infantry", "close-combat.count-infantry-only",
                 lambda one: one.more),
        Modifier("Submachine-gun battalion", "SMG", FOOT, lambda one: one.smg),
        Modifier("Has armor attached", "armour attached", FOOT, lambda one: bool(one.armour)),
        Modifier("Defender has 2+ stands in soft cover", "against soft cover", FOOT,
                 lambda one: one.assaulted_cover == SOFT_COVER),
        Modifier("Defender has 2+ stands in hard cover", "against hard cover", FOOT,
                 lambda one: one.assaulted_cover == HARD_COVER),
        Modifier("Defender has 2+ stands in bunker", "against bunker", FOOT,
                 lambda one: one.assaulted_cover == BUNKER),
        Modifier("Defender has Hvy Wpns attached", "heavy weapons", "close-combat.heavy-weapons",
                 lambda one: one.resists_with({Kind.HEAVY_WEAPONS})),
    ], column="modifier",
)  # fmt: skip


def by_two_lists(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """Armour alone has one list, everybody else the other."""
    kinds = {stand.kind for stand in companies(state, (body if attacking else enemy).id)}
    alone = Kind.ARMOUR in kinds and kinds <= {Kind.ARMOUR, Kind.HQ}
    listed = AGAINST_INFANTRY if alone else OF_INFANTRY
    return listed.that_apply(fighter(state, body, enemy, attacking=attacking))
