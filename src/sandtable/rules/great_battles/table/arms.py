"""What a stand fires with."""

from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.book.charts import INFANTRY_GUN, NO_GUN, Arm
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import trait
from sandtable.rules.great_battles.words import GUN, GUNS, RIDES, Kind, Mark, Trait

INFANTRY_WEAPON = "infantry"
ON_FOOT = (INFANTRY_WEAPON, INFANTRY_GUN)


def weapon(stand: Unit) -> str:
    """The table it fires on: infantry, I class, or the weight of its gun; empty: it cannot fire."""
    if Mark.LOADED in stand.marks and stand.kind not in GUNS:
        return INFANTRY_GUN if trait(stand, RIDES) == "half-track" else ""
    if stand.kind == Kind.INFANTRY:
        return INFANTRY_WEAPON
    if stand.kind == Kind.HALF_TRACK:
        return INFANTRY_GUN
    gun = trait(stand, GUN)
    return "" if gun == NO_GUN else gun


def arm_of(state: State, firer: Unit) -> Arm:
    """The table it fires on."""
    arm = weapon(firer)
    if arm not in ON_FOOT:
        return charts(state).gun(arm)
    return charts(state).small_arms(smg=arm == INFANTRY_WEAPON and Trait.SMG in firer.traits)
