"""Close combat by the d10 charts: the two lists of modifiers, guns alone, and the loser's modifiers."""

from sandtable.board.lazy import lazy
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.events import Spent
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.book.books import D10
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, NONE, SOFT_COVER
from sandtable.rules.great_battles.edition import Terms, cite, rule
from sandtable.rules.great_battles.melee.close_combat import other, pursue
from sandtable.rules.great_battles.melee.fighter import Fighter
from sandtable.rules.great_battles.move.contact import Pair, part
from sandtable.rules.great_battles.nerve.rally import cover_bonus, rally_modifiers
from sandtable.rules.great_battles.nerve.retreat import straight_away
from sandtable.rules.great_battles.table.field import companies, is_suppressed, trait
from sandtable.rules.great_battles.table.hits import destroy
from sandtable.rules.great_battles.words import ARMOUR, GUNS, Did, Kind

STEP = 15  # degrees between the directions of an advance


# ---- what each side adds


class D10Fighter(Fighter, frozen=True):
    @lazy
    def cover(self) -> str:
        """The cover of infantry against tanks; empty for the tanks."""
        return "" if self.attacking else self.shelter_of(self.on_foot)

    @property
    def bonus_cover(self) -> str:
        """A single stand in cover is not in the open, but has no bonus."""
        return self.cover if len(self.on_foot) > 1 else NONE

    @lazy
    def assaulted_cover(self) -> str:
        """The cover of two of the enemy's stands."""
        alone = len(companies(self.state, self.enemy.id)) < 2
        return NONE if alone or not self.attacking else self.enemy_cover


TANKS, FOOT = "close-combat.armor-modifiers", "close-combat.infantry-modifiers"
AGAINST_INFANTRY: Modifiers[D10Fighter] = Modifiers(
    D10, "armor-vs-infantry", [
        Modifier("Higher morale, per level", lambda one: one.against, TANKS, lambda one: one.levels),
        Modifier("Light armored vehicle", "light armour", TANKS,
                 lambda one: bool(one.tanks) and all(trait(tank, ARMOUR) == "L" for tank in one.tanks)),
        Modifier("Superheavy armored vehicle", "superheavy armour", TANKS,
                 lambda one: any(trait(tank, ARMOUR) == "S" and not is_suppressed(tank) for tank in one.tanks)),
        Modifier("Each unsuppressed infantry stand", "{} infantry", TANKS,
                 lambda one: 0 if one.attacking else one.steady),
        Modifier("Infantry in open", "in the open", TANKS, lambda one: one.cover == NONE),
        Modifier("2+ infantry stands in soft cover", "soft cover", TANKS, lambda one: one.bonus_cover == SOFT_COVER),
        Modifier("2+ infantry stands in hard cover", lambda one: f"{one.bonus_cover} cover", TANKS,
                 lambda one: one.bonus_cover in (HARD_COVER, BUNKER)),
        Modifier("Infantry with AT gun attached", "gun", TANKS, lambda one: one.resists_with(GUNS)),
    ], column="modifier",
)  # fmt: skip
OF_INFANTRY: Modifiers[D10Fighter] = Modifiers(
    D10, "infantry-vs-infantry", [
        Modifier("Higher morale, per level", lambda one: one.against, FOOT, lambda one: one.levels),
        Modifier("Each extra unsuppressed infantry stand", "{} more infantry", "close-combat.count-infantry-only",
                 lambda one: one.more),
        Modifier("Submachine-gun battalion", "SMG", FOOT, lambda one: one.has_smg),
        Modifier("Has armor attached", "armour attached", FOOT, lambda one: bool(one.tanks)),
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


def combat_terms(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """Armour alone has one list, everybody else the other."""
    listed = AGAINST_INFANTRY if is_armour_alone(state, body if attacking else enemy) else OF_INFANTRY
    return listed.that_apply(D10Fighter(state, body, enemy, attacking))


def is_armour_alone(state: State, body: Unit) -> bool:
    kinds = {stand.kind for stand in companies(state, body.id)}
    return Kind.ARMOUR in kinds and kinds <= {Kind.ARMOUR, Kind.HQ}


# ---- who may attack, and who cannot resist


def may_close(kinds: frozenset[str]) -> bool:
    """close-combat.who-may-contact: infantry with its attachments, or armour alone."""
    return Kind.INFANTRY in kinds or (Kind.ARMOUR in kinds and kinds <= {Kind.ARMOUR, Kind.HQ})


@rule("close-combat.guns-alone")
def overwhelm(play: Play, side: Side, pair: Pair, alone: UnitId) -> None:
    """Guns and support alone are destroyed without a roll; the winner may advance."""
    winner = other(pair, alone)
    bearing = straight_away(play.state, play.state.units[alone], play.state.units[winner])
    play.emit(Spent(winner, Did.WON), cite(play.state, "close-combat.winner"))
    for stand in companies(play.state, alone):
        destroy(play, stand.id, winner)
    part(play)
    pursue(play, side, winner, bearing)


# ---- the loser


def loser_terms(before: State, after: State, loser: UnitId) -> Terms:
    """The modifiers from when it lost, except for its new cover."""
    name = "close-combat.loser-number"
    then = rally_modifiers(before, before.units[loser], name)
    found = cover_bonus(after, companies(after, loser), name)
    return (*(one for one in then if one.clause != cite(before, name)), *([found] if found else []))


# ---- the winner


def front_bearings(winner: Unit) -> list[int]:
    """close-combat.advance: any direction within its front 180 degrees, in steps."""
    assert winner.place is not None
    return [(winner.place.facing + turn) % 360 for turn in range(-90, 91, STEP)]
