"""What each side adds to its die in close combat, by the d20 chart."""

from collections.abc import Iterator

from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, NONE, QUALITIES, SOFT_COVER
from sandtable.rules.great_battles.edition import Terms, charts, term
from sandtable.rules.great_battles.melee.close_combat import infantry, shelter
from sandtable.rules.great_battles.table.field import companies, is_smg, quality, trait
from sandtable.rules.great_battles.words import ARMOUR, GUNS, Kind

ROWS = {SOFT_COVER: "Soft cover", HARD_COVER: "Hard cover", BUNKER: "Bunker"}


def combat_terms(state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms:
    """What a battalion adds to its die against another."""
    own = attack_terms(state, body, enemy) if attacking else defence_terms(state, body)
    return (*own, *terms_of_both(state, body, enemy))


def attack_terms(state: State, body: Unit, enemy: Unit) -> Iterator[Term]:
    figures, stands = charts(state).melee["close-combat"], companies(state, body.id)
    classes = {trait(stand, ARMOUR) for stand in stands if stand.kind == Kind.ARMOUR}
    if not classes:
        return
    if any(stand.kind == Kind.INFANTRY for stand in stands):
        value = figures["Infantry with armour attached"]
        yield term(state, value, "armour attached", "close-combat.armour-modifier")
    elif shelter(state, companies(state, enemy.id)) == NONE:
        value = figures["Armour alone against a defender in the open"]
        yield term(state, value, "armour against the open", "close-combat.armour-modifier")
    if classes == {"L"}:
        value = figures["Light armour"]
        yield term(state, value, "light armour", "close-combat.armour-class-modifier")
    if "S" in classes:
        value = figures["Superheavy armour"]
        yield term(state, value, "superheavy armour", "close-combat.armour-class-modifier")


def terms_of_both(state: State, body: Unit, enemy: Unit) -> Iterator[Term]:
    figures = charts(state).melee["close-combat"]
    if is_smg(state, body):
        yield term(state, figures["SMG battalion"], "SMG", "close-combat.smg")
    levels = QUALITIES.index(quality(body)) - QUALITIES.index(quality(enemy))
    if levels > 0:
        each = figures["Quality, per level higher than the other side"]
        yield term(state, levels * each, f"{quality(body)} against {quality(enemy)}", "close-combat.quality")
    more = len(infantry(state, body)) - len(infantry(state, enemy))
    if more > 0:
        each = figures["Infantry, per unsuppressed infantry stand more than the other side"]
        yield term(state, more * each, f"{more} more infantry", "close-combat.infantry-count")


def defence_terms(state: State, body: Unit) -> Iterator[Term]:
    figures, kinds = charts(state).melee["close-combat"], {stand.kind for stand in companies(state, body.id)}
    if row := ROWS.get(shelter(state, companies(state, body.id))):
        yield term(state, figures[row], row.lower(), "close-combat.cover")
    if not kinds.isdisjoint(GUNS):
        yield term(state, figures["AT or field gun"], "gun", "close-combat.guns-and-heavy-weapons")
    if Kind.HEAVY_WEAPONS in kinds:
        value = figures["Heavy weapons"]
        yield term(state, value, "heavy weapons", "close-combat.guns-and-heavy-weapons")
