"""The modifiers of close combat by the d20 chart."""

from sandtable.board.lazy import lazy
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.book.books import D20
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, NONE, SOFT_COVER
from sandtable.rules.great_battles.edition import Terms
from sandtable.rules.great_battles.melee.fighter import Fighter
from sandtable.rules.great_battles.table.field import trait
from sandtable.rules.great_battles.words import ARMOUR, GUNS, Kind


class D20Fighter(Fighter, frozen=True):
    @lazy
    def armour(self) -> frozenset[str]:
        """The classes of its tanks."""
        return frozenset(trait(tank, ARMOUR) for tank in self.tanks)

    @lazy
    def cover(self) -> str:
        return self.shelter_of(self.stands)

    @property
    def tanks_alone(self) -> bool:
        return bool(self.tanks) and Kind.INFANTRY not in self.kinds


WITH_ARMOUR, BY_CLASS, WITH_GUNS = (
    "close-combat.armour-modifier",
    "close-combat.armour-class-modifier",
    "close-combat.guns-and-heavy-weapons",
)
MODIFIERS: Modifiers[D20Fighter] = Modifiers(
    D20, "close-combat", [
        Modifier(("Attacker", "Infantry with armour attached"), "armour attached", WITH_ARMOUR,
                 lambda one: bool(one.tanks) and not one.tanks_alone),
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
        Modifier(("Both", "SMG battalion"), "SMG", "close-combat.smg", lambda one: one.has_smg),
        Modifier(("Both", "Quality, per level higher than the other side"), lambda one: one.against,
                 "close-combat.quality", lambda one: one.levels),
        Modifier(("Both", "Infantry, per unsuppressed infantry stand more than the other side"), "{} more infantry",
                 "close-combat.infantry-count", lambda one: one.more),
    ],
)  # fmt: skip


def combat_terms(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """The modifiers of a battalion against another."""
    return MODIFIERS.that_apply(D20Fighter(state, body, enemy, attacking))
