"""A firer, a target, and what the table says about them."""

from collections.abc import Iterable

from msgspec import Struct

from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.book.charts import DISMOUNTED, INFANTRY_GUN, SOFT, SOFT_VEHICLE, WEIGHTS
from sandtable.rules.great_battles.edition import charts, plays, refuse, term
from sandtable.rules.great_battles.fire.by_edition import FireByEdition
from sandtable.rules.great_battles.table.arms import INFANTRY_WEAPON, ON_FOOT, arm_of, weapon
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import body_of, field, gap, is_locked, is_suppressed, standing, trait
from sandtable.rules.great_battles.table.formation import front_rank
from sandtable.rules.great_battles.table.ground import is_ridge
from sandtable.rules.great_battles.table.sighting import is_smoke, sight, sight_limit, stand_before, under_fire
from sandtable.rules.great_battles.words import ARMOUR, COMMAND, FIGHTING, RIDES, SUPPORT, Kind, Mark, Trait


class Shot(Struct, frozen=True):
    """One stand's fire at another."""

    firer: Unit
    target: Unit
    distance: float
    indirect: bool = False
    opportunity: bool = False
    heavy_weapons: bool = False


def target_class(stand: Unit) -> str:
    """fire.dismounted, transport.shared-fate: the class of a target."""
    if Mark.LOADED in stand.marks:
        return f"{WEIGHTS['L']} armour" if trait(stand, RIDES) == "half-track" else SOFT_VEHICLE
    if stand.kind == Kind.HALF_TRACK:
        return f"{WEIGHTS['L']} armour"
    if stand.kind == Kind.ARMOUR:
        armour = trait(stand, ARMOUR)
        return SOFT_VEHICLE if armour == SOFT else f"{WEIGHTS[armour]} armour"
    return DISMOUNTED


def range_band(state: State, shot: Shot) -> int | None:
    """The range column; None out of range. fire.indirect: always the last."""
    arm = arm_of(state, shot.firer)
    found = arm.column(shot.distance)
    return len(arm.limits) - 1 if shot.indirect and found is not None else found


def within_reach(state: State, firer: Unit, targets: Iterable[Unit]) -> list[Unit]:
    """A rough check that saves most measuring: the middles of other stands are out of range."""
    x, y, far = firer.at.x, firer.at.y, reach(state, firer) ** 2
    return [one for one in targets if (at := one.place) and (at.x - x) ** 2 + (at.y - y) ** 2 <= far]


def reach(state: State, firer: Unit) -> float:
    """The longest distance from the middle of its base to the middle of a target."""
    return arm_of(state, firer).limits[-1] + charts(state).between_edges


def aim(state: State, firer: Unit, target: Unit, *, indirect: bool = False, opportunity: bool = False) -> Shot:
    bonus = weapon(firer) == INFANTRY_WEAPON and bool(set_up_weapons(state, firer))
    return Shot(firer, target, gap(state, firer, target), indirect, opportunity, bonus)


def set_up_weapons(state: State, firer: Unit) -> list[Unit]:
    """fire.heavy-weapons: the weapons of its battalion that help it."""
    assert firer.part_of is not None
    return [
        stand
        for stand in standing(state, firer.part_of)
        if stand.kind == Kind.HEAVY_WEAPONS and Mark.SET_UP in stand.marks and not is_suppressed(stand)
    ]


# ---- refusals


def refuse_firer(state: State, firer: Unit) -> Refusal | None:
    """Why a stand cannot fire at anybody."""
    if firer.place is None or Mark.DESTROYED in firer.marks or not weapon(firer):
        why = "fire.action" if firer.kind in FIGHTING else "organisation.stands"
        return refuse(state, "fire.i-class" if firer.kind == Kind.ARMOUR else why, f"{firer.id} cannot fire")
    if is_suppressed(firer):
        return refuse(state, "rally.suppression-effects", f"{firer.id} is suppressed")
    if is_locked(state, body_of(state, firer)):
        return refuse(state, "close-combat.locked-fire", f"{firer.id} is in close combat")
    return refuse(state, "barrage.pins-fire", f"{firer.id} is under a barrage") if under_fire(state, firer) else None


def refuse_target(state: State, target: Unit) -> Refusal | None:
    """Why nobody can fire at a stand."""
    if target.kind not in FireByEdition.of(state).targets or target.place is None or Mark.DESTROYED in target.marks:
        why = "command.cops-no-fire" if target.kind in COMMAND else "fire.forbidden-targets"
        return refuse(state, why, f"nobody can fire at {target.id}")
    if is_locked(state, body_of(state, target)):
        return refuse(state, "close-combat.locked-fire", f"{target.id} is in close combat")
    return refuse(state, "barrage.no-target", f"{target.id} is under a barrage") if under_fire(state, target) else None


def refuse_shot(state: State, shot: Shot) -> Refusal | None:
    """Why this firer cannot fire at this target, though both are free to."""
    if range_band(state, shot) is None:
        return refuse(state, "fire.to-hit", f'{shot.distance:g}" is out of range')
    arm, target = weapon(shot.firer), target_class(shot.target)
    if arm == INFANTRY_GUN and target not in (DISMOUNTED, SOFT_VEHICLE):
        return refuse(state, "fire.i-class", "its weapon only harms soft targets")
    on_foot = target == DISMOUNTED and shot.target.kind in SUPPORT | {Kind.INFANTRY}
    if arm == "L" and on_foot and plays(state, "light-gun-no-infantry"):
        return refuse(state, "variants.light-gun-no-infantry", "a light gun has no effect on infantry")
    if shot.indirect:
        lobs = arm == INFANTRY_WEAPON
        return None if lobs else refuse(state, "fire.indirect", "only infantry on foot can fire indirectly")
    if shot.firer.id not in front_rank(state, body_of(state, shot.firer)):
        return refuse(state, "formation.front-rank", f"{shot.firer.id} is not in the front rank")
    if shot.distance > sight_limit(state):
        return refuse(state, "fire.line-of-sight", f"nobody sees beyond {sight_limit(state)} inches")
    seen = sight(state, shot.firer, shot.target)
    if not seen.clear:
        return refuse(state, blind_clause(state, seen.past), f"it cannot see past the {seen.past}")
    slabs = field(state).slabs
    line = TableByEdition.of(state).sight_line(slabs[shot.firer.id], slabs[shot.target.id])
    stand = stand_before(state, shot.firer, (shot.target.part_of,), line)
    if stand is None:
        return None
    # fire.through-stands: friends block; so do enemies of battalions other than the target's
    why = "fire.through-stands" if stand.side == shot.firer.side else "fire.blocking-stands"
    return refuse(state, why, f"{stand.id} is in the line of fire")


def is_seen(state: State, shot: Shot) -> bool:
    return shot.distance <= sight_limit(state) and sight(state, shot.firer, shot.target).clear


def blind_clause(state: State, past: str) -> str:
    """Why it cannot see past that: a barrage, higher ground, or something on the ground."""
    if past in state.units:
        return "sighting.smoke" if is_smoke(state, state.units[UnitId(past)]) else "barrage.blocks-sight"
    pieces = [piece for piece in table(state).terrain if piece.name == past]
    if plays(state, "ridge-crest") and any(map(is_ridge, pieces)):
        return "sighting.ridge-crest"
    levels = [piece.level for piece in pieces]
    return "sighting.line-of-sight" if levels and not any(levels) else "sighting.heights"


# ---- what to roll


def score_to_hit(state: State, shot: Shot) -> Term:
    column, arm = range_band(state, shot), arm_of(state, shot.firer)
    score = None if column is None else arm.hit[column]
    assert column is not None and score is not None
    with_ = weapon(shot.firer)
    if with_ not in ON_FOOT:
        return term(state, score, f'{WEIGHTS[with_].lower()} gun at {shot.distance:g}"', "fire.gun")
    long = column == len(arm.limits) - 1 and Trait.SMG in shot.firer.traits
    how = "fire.indirect" if shot.indirect else "fire.smg" if long else "fire.infantry"
    return term(state, score, f'at {shot.distance:g}"', "fire.i-class" if with_ == INFANTRY_GUN else how)


def score_to_destroy(state: State, shot: Shot) -> Term | None:
    """None where the table has a dash: the target can only be suppressed."""
    column, target = range_band(state, shot), target_class(shot.target)
    assert column is not None
    score = arm_of(state, shot.firer).destroy[target][column]
    label = f'{target.lower()} at {shot.distance:g}"'
    return None if score is None else term(state, score, label, destroy_clause(state, weapon(shot.firer), target))


def destroy_clause(state: State, arm: str, target: str) -> str:
    if arm in ON_FOOT:
        return "fire.dismounted" if target == DISMOUNTED else "fire.infantry"
    if target in (DISMOUNTED, SOFT_VEHICLE):
        return "fire.gun-unarmoured"
    if (arm, target) != ("M", "Medium armour"):
        return "fire.gun"
    return "variants.medium-gun-corrected" if plays(state, "medium-gun-corrected") else "fire.medium-gun-row"


def suppress_only(state: State, shot: Shot) -> str:
    """The clause by which a hit can only suppress."""
    arm, target = weapon(shot.firer), target_class(shot.target)
    if arm == "L" and target in ("Heavy armour", "Superheavy armour"):
        return "fire.light-gun-limit"
    if (arm, target) == ("M", "Superheavy armour"):
        return "fire.medium-gun-limit"
    if Mark.LOADED in shot.target.marks:
        return "transport.shared-fate"
    return "fire.hit-suppresses" if score_to_destroy(state, shot) else "fire.automatic-suppression"


Volleys = dict[UnitId, list[Shot]]
