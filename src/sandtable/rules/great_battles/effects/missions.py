"""A mission of guns or aircraft: its owner, its cost, its arrival and its end."""

from functools import lru_cache

from sandtable.kernel.decision import Refusal
from sandtable.kernel.events import Tallied
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.muster import muster
from sandtable.rules.great_battles.battle.scenario import Army, battle
from sandtable.rules.great_battles.edition import EDITIONS, cite, refuse
from sandtable.rules.great_battles.effects.by_edition import EffectsByEdition
from sandtable.rules.great_battles.facts.missions import Fell, UsedUp
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import is_suppressed
from sandtable.rules.great_battles.words import MISSIONS, Kind, Mark, Tally, Trait


def missions(state: State, side: Side) -> list[Unit]:
    """Every template and aircraft of a side, used or not."""
    return [unit for unit in state.units.values() if unit.side == side and unit.kind in MISSIONS]


def of_today(state: State, side: Side, *marks: str) -> list[Unit]:
    """Missions of today's plan that have all these marks."""
    day = state.tallies[Tally.DAY]
    return [one for one in missions(state, side) if one.tallies.get(Tally.DAY) == day and one.marks.issuperset(marks)]


def is_aircraft(mission: Unit) -> bool:
    return mission.kind == Kind.AIR_MISSION


def is_due(state: State, mission: Unit) -> bool:
    return mission.tallies.get(Tally.DUE) == state.tallies[Tally.TURN]


def mission_clause(state: State, mission: Unit, usual: str) -> Clause:
    """The clause that gives the side this mission; `usual`: for a template of the side."""
    gun = Trait.OF_A_GUN in mission.traits
    return cite(state, "air.modes" if is_aircraft(mission) else "barrage.field-guns" if gun else usual)


@lru_cache(maxsize=64)
def gun_templates(army: Army, rules: str) -> dict[UnitId, UnitId]:
    """barrage.field-guns: the template of each field gun, in the order of the lists."""
    units = list(muster(army, EDITIONS[rules], None, frozenset()))
    guns = [unit.id for unit in units if unit.kind == Kind.FIELD_GUN]
    return dict(zip([unit.id for unit in units if Trait.OF_A_GUN in unit.traits], guns, strict=True))


def gun_of(state: State, template: Unit) -> Unit | None:
    """The gun of a template; None for a template of the side."""
    if Trait.OF_A_GUN not in template.traits:
        return None
    guns = gun_templates(battle(state).army(template.side), state.rules)
    gun = state.units.get(guns[template.id])
    if gun is not None and not battery(gun):
        return gun
    number = list(guns).index(template.id) + 1
    ours = [unit for unit in state.units.values() if unit.kind == Kind.FIELD_GUN and unit.side == template.side]
    return next((unit for unit in ours if battery(unit) == number), None)


def battery(gun: Unit) -> int:
    return gun.tallies.get(Tally.BATTERY, 0)


def battery_of(state: State, gun: Unit) -> int:
    """The number that links a renamed gun to its template; 0 if there is none."""
    names = list(gun_templates(battle(state).army(gun.side), state.rules).values())
    return battery(gun) or (names.index(gun.id) + 1 if gun.id in names else 0)


def silence(play: Play, stand: Unit) -> None:
    """barrage.field-guns: a destroyed gun loses its template."""
    if stand.kind != Kind.FIELD_GUN:
        return
    for template in of_today(play.state, stand.side):
        gun = gun_of(play.state, template)
        if gun is not None and gun.id == stand.id and Mark.USED not in template.marks:
            play.emit(UsedUp(template.id, "is lost with its gun"), cite(play.state, "barrage.field-guns"))


def refuse_battery(state: State, gun: Unit) -> Refusal | None:
    """barrage.field-gun-template: why a field gun cannot fire its template now."""
    why = "not on the table" if gun.place is None else "suppressed" if is_suppressed(gun) else "limbered"
    ready = gun.place is not None and not is_suppressed(gun) and Mark.SET_UP in gun.marks
    return None if ready else refuse(state, "barrage.field-gun-template", f"{gun.id} is {why}")


def refuse_serving(state: State, mission: Unit) -> Refusal | None:
    """Why the field gun of a template cannot fire it now; None if it can, or if there is no gun."""
    gun = gun_of(state, mission)
    return None if gun is None else EffectsByEdition.of(state).refuse_battery(state, gun)


def rounds(state: State, side: Side) -> int:
    return force(state, side).tallies.get(Tally.ROUNDS, 0)


def rounds_to_spare(state: State, side: Side) -> int:
    """barrage.duration: the rounds left after the pre-planned missions of this turn."""
    templates = [one for one in planned_now(state, side) if not is_aircraft(one)]
    return rounds(state, side) - len([one for one in templates if refuse_serving(state, one) is None])


def planned_now(state: State, side: Side) -> list[Unit]:
    """Pre-planned missions of this turn that have not come yet."""
    return [one for one in of_today(state, side, Mark.PRE_PLANNED) if is_due(state, one)]


def pay(play: Play, side: Side) -> None:
    """A template costs one round when it is placed or kept."""
    left = rounds(play.state, side) - 1
    play.emit(Tallied(UnitId(side), Tally.ROUNDS, left), cite(play.state, "barrage.rounds"))


def land(play: Play, mission: Unit, why: str) -> None:
    """A mission comes exactly to its point, and everybody sees it."""
    play.emit(Fell(mission.id, mission.at), cite(play.state, why))


def use_up(play: Play, mission: Unit, how: str, why: str = "barrage.template-spent") -> None:
    play.emit(UsedUp(mission.id, how, Trait.ASKED_FOR in mission.traits), cite(play.state, why))
